"""What people type in a hurry, what the questions tell them, and what no screen may show."""

from __future__ import annotations

from typing import Any

import pytest

from keyhelper.engine import phrases
from keyhelper.engine.trouble import Trouble
from keyhelper.games.tiny_towns.cards import CUBE_LETTERS
from keyhelper.games.tiny_towns.model import Pending, TinyTowns
from keyhelper.games.tiny_towns.moves import Draw
from keyhelper.games.tiny_towns.turns import likely
from keyhelper.games.tiny_towns.wiring import GAME
from tests.games.tiny_towns.drawn import town
from tests.games.tiny_towns.tables import cards, move, play, reason, rules, ruling, table
from tests.games.tiny_towns.test_setup import set_up

PLACED = {seat: {"has_placed": True} for seat in ("Ann", "Ben", "Cy")}


def typed(state: TinyTowns, line: str) -> phrases.Draft:
    """The move that a line means as the answer to what is asked now."""
    return phrases.read_line(GAME, state, line, GAME.turn(state).asks[0])


def hint(state: TinyTowns) -> str:
    return GAME.turn(state).asks[0].hint


# Short answers


@pytest.mark.parametrize(("cube", "letter"), CUBE_LETTERS.items())
def test_a_resource_is_named_by_its_letter_on_the_boards(cube: str, letter: str) -> None:
    """name.resource"""
    for typing in (letter, letter.upper(), cube, cube[:2]):
        draft = typed(table(), typing)
        assert (draft.kind, draft.missing) == ("name", ())
        named: Any = phrases.build_move(GAME, draft)
        assert (named.player, named.resource) == ("Ann", cube)


def test_a_letter_works_wherever_a_cube_is_asked_for() -> None:
    """town-hall.free factory.holds factory.swap"""
    free = table("Ann Ben", variant="town-hall", round=3)
    picked: Any = phrases.build_move(GAME, typed(free, "h b2"))
    assert (picked.kind, picked.resource, picked.square) == ("pick", "wheat", "b2")
    due = Pending(kind="hold", player="Ann", square="a1", building="Factory")
    held: Any = phrases.build_move(GAME, typed(table(pending=(due,)), "w"))
    assert (held.kind, held.resource) == ("hold", "wood")


@pytest.mark.parametrize("name", ["ben", "Ben", "b"])
def test_a_bare_name_ends_neither_a_town_nor_the_round(name: str) -> None:
    """complete.choice round.wait"""
    draft = typed(table(towns=PLACED, named="wood"), name)
    assert (draft.kind, draft.given) == ("build", {"player": "Ben"})
    assert draft.missing


@pytest.mark.parametrize("line", ["ben finish", "finish ben"])
def test_finishing_is_said_in_full(line: str) -> None:
    """complete.choice"""
    draft = typed(table(towns=PLACED, named="wood"), line)
    assert (draft.kind, draft.given, draft.missing) == ("finish", {"player": "Ben"}, ())


# What the questions tell


def test_the_question_tells_what_a_factory_can_do() -> None:
    """factory.swap"""
    board = town("Factory . . .")
    held = {"Ben": {"stored": {"a1": ("wood",)}}}
    state = table("Ann Ben", boards={"Ben": board}, towns=held, named="wood")
    state = play(state, "place", player="Ann", square="a1")
    assert hint(state) == "Factory: `b1 wheat` puts wheat"
    placed = phrases.build_move(GAME, typed(state, "b1 wheat"))
    assert rules(state, "place", **placed.model_dump(exclude={"kind"})) == []
    other = state.model_copy(update={"named": "glass"})
    assert hint(other) == ""


def test_the_question_tells_what_a_warehouse_can_do() -> None:
    """warehouse.store warehouse.swap"""
    held = {"Ben": {"stored": {"a1": ("wood",)}}}
    boards = {"Ben": town("Warehouse . . .")}
    state = table("Ben Ann", hammer="Ann", boards=boards, towns=held, named="glass",
                  cards=cards("Warehouse"))  # fmt: skip
    assert hint(state) == "`a1` stores it; `b1 wood a1` swaps it for wood"
    swapped = play(state, "place", player="Ben", square="b1", cube="wood", swap="a1")
    assert swapped.towns["Ben"].at("b1") == "wood"
    assert swapped.towns["Ben"].stored == {"a1": ("glass",)}
    full = state.with_town("Ben", stored={"a1": ("wood", "wood", "wood")})
    assert hint(full) == "`b1 wood a1` swaps it for wood"
    empty = state.with_town("Ben", stored={})
    assert hint(empty) == "`a1` stores it"
    assert hint(state.model_copy(update={"hammer": "Ben"})) == ""


def test_the_question_tells_of_the_bondmaker_and_the_cavern() -> None:
    """bondmaker.cottage cavern.limit"""
    board = town("Statue_of_the_Bondmaker Cottage Cottage .")
    known = {"Ben": {"stored": {"b1": ("wood",)}, "times_aside": 1}}
    state = table("Ben Ann", hammer="Ann", boards={"Ben": board}, towns=known, named="glass",
                  has_cavern=True)  # fmt: skip
    assert hint(state) == "Bondmaker: a Cottage will do too, c1; `aside`, 1 left"
    assert hint(state.with_town("Ben", times_aside=2)) == "Bondmaker: a Cottage will do too, c1"


def test_cubes_set_aside_are_not_forgotten() -> None:
    """cavern.later"""
    towns = PLACED | {"Cy": {"has_placed": True, "aside": ("glass",)}}
    state = table(towns=towns, named="wood", has_cavern=True)
    free = state.towns["Cy"].empty_squares[0]
    assert hint(state) == f"`Cy recall glass {free}`; Enter: nobody"


def test_a_player_who_stays_with_a_full_board_is_told_how_to_stop() -> None:
    """complete.full-board"""
    full = town("w s w w", "w w w w", "w w w w", "w w w w")
    towns = {seat: {"has_placed": seat != "Ann"} for seat in ("Ann", "Ben", "Cy")}
    state = table(boards={"Ann": full}, towns=towns, named="wood")
    full_board = "Ann's board is full: build, or `Ann finish`"
    assert hint(state) == f"Ann: Well · {full_board}; Enter: nobody"


# What no screen may show


def test_the_menu_shows_no_secret_monument() -> None:
    """setup.keep monument.holder"""
    board = {"Cy": town("g g . .", "w h . .")}
    state = table(boards=board, towns=PLACED, named="wood", kept={"Cy": "The Starloom"})
    assert not any("Starloom" in m.says() for m in GAME.candidates(state))
    known = [m for m in likely(state, has_secrets=True) if "Starloom" in m.says()]
    assert len(known) == 4
    assert rules(state, "build", player="Cy", building="Starloom", at="a1") == []


def test_the_menu_does_not_show_the_next_card_of_the_pile() -> None:
    """town-hall.draw"""
    state = set_up(2, variant="town-hall", monuments=False, mayor="Ben")
    draws = [m for m in GAME.candidates(state) if m.kind == "draw"]
    assert draws == [Draw(player="Ben")]
    drawn: Any = GAME.fill(state, draws[0])
    assert drawn.resource is not None
    assert GAME.play(state, draws[0]) == GAME.play(state, drawn)


# Which cubes go


def test_nothing_is_built_while_the_cubes_could_be_others() -> None:
    """build.layout build.supply"""
    state = table(boards={"Ann": town("s w . .", "w . . .")}, towns=PLACED, named="wood")
    claim = {"player": "Ann", "building": "Well", "at": "a1"}
    assert ruling(state, "build", **claim) == "unproven"
    with pytest.raises(Trouble, match="in 2 ways: from a1 b1 or a1 a2") as told:
        GAME.play(state, move("build", **claim))
    assert told.value.hint == "say which cubes go: `Ann Well a1 b1 at a1`"
    built = play(state, "build", **claim, squares="a1 a2")
    assert built.towns["Ann"].board[:5] == ("Well", "wood", None, None, None)


# Effects in their order


def test_both_neighbours_build_it_and_the_watch_gives_one() -> None:
    """watch.claim"""
    boards = {"Ben": town("Opaleyes_Watch . . ."), "Ann": town("w s . ."), "Cy": town("w s . .")}
    towns = PLACED | {"Ben": {"has_placed": True, "stock": ("Well", "Farm", "Cottage")}}
    state = table(boards=boards, towns=towns, named="wood")
    for player in ("Ann", "Cy"):
        state = play(state, "build", player=player, building="Well", squares="a1 b1", at="a1")
    assert len(state.pending) == 2
    state = play(state, "watch", player="Ben", square="b1", building="Well")
    assert (state.pending, state.towns["Ben"].stock) == ((), ("Farm", "Cottage"))
    assert rules(state, "watch", player="Ben", square="c1", building="Well") == ["watch.claim"]


def test_grove_university_on_a_full_board_has_nowhere_to_build() -> None:
    """grove.place"""
    post = "Trading_Post"
    board = town(f"w {post} w w", f"{post} {post} s w", "w w w w", "w w w w")
    state = table(boards={"Ann": board}, towns=PLACED, named="wood",
                  kept={"Ann": "Grove University"}, cards=cards("Trading Post"))  # fmt: skip
    claim = {"building": "Grove University", "squares": "b1 a2 b2 c2", "at": "c2"}
    after = play(state, "build", player="Ann", **claim)
    assert (after.towns["Ann"].empty_squares, after.pending) == ((), ())
    assert rules(after, "next") == []


def test_the_guild_replaces_now_or_never() -> None:
    """guild.replace monument.effect"""
    board = town("Architects_Guild Cottage w s")
    due = (Pending(kind="guild", player="Ann", left=2),)
    state = table(boards={"Ann": board, "Ben": town("w s . .")}, towns=PLACED, named="wood",
                  pending=due)  # fmt: skip
    well = {"building": "Well", "at": "d1"}
    assert rules(state, "build", player="Ann", **well) == ["guild.replace"]
    assert reason(state, "build", player="Ann", **well) == (
        "Ann may still replace 2 buildings, now or never"
    )
    assert rules(state, "build", player="Ben", building="Well", at="a1") == []
    done = play(state, "decline", player="Ann")
    assert rules(done, "build", player="Ann", **well) == []
    grove = state.model_copy(update={"pending": (Pending(kind="grove", player="Ann"),)})
    assert rules(grove, "build", player="Ann", **well) == ["monument.effect"]


# The rule that is meant


def test_a_refused_layout_names_the_rule_it_breaks() -> None:
    """build.each-cube-once build.wild bondmaker.cubes"""
    board = town("Statue_of_the_Bondmaker Cottage s w")
    state = table(boards={"Ann": board}, towns={"Ann": {"stored": {"b1": ("wood",)}}})
    bound = {"building": "Well", "squares": "b1 c1", "at": "c1"}
    assert rules(state, "build", player="Ann", **bound) == ["build.layout", "bondmaker.cubes"]
    twice = {"building": "Well", "squares": "c1 c1", "at": "c1"}
    assert rules(state, "build", player="Ann", **twice) == ["build.each-cube-once"]
    assert rules(state, "build", player="Ann", **(twice | {"squares": "c1 d1"})) == []
