"""What people mean: cubes that follow from a line, questions where there are several, hints."""

from __future__ import annotations

from typing import Any

import pytest

from keyhelper.engine import catalogue, phrases
from keyhelper.engine.chance import Chance
from keyhelper.engine.game import Ask, Doubt, Move
from keyhelper.engine.ledger import FORMAT, Header, History
from keyhelper.engine.sealed import Sealed
from keyhelper.engine.trouble import Trouble
from keyhelper.games.tiny_towns.model import Pending, TinyTowns
from keyhelper.games.tiny_towns.wiring import GAME
from tests.games.tiny_towns.drawn import town
from tests.games.tiny_towns.tables import cards, move, play, reason, rules, ruling, table
from tests.games.tiny_towns.test_setup import set_up

PLACED = {seat: {"has_placed": True} for seat in ("Ann", "Ben", "Cy")}
TWO_WAYS = town(". h . .", "b g b .")


def building(board: Any, **changes: Any) -> TinyTowns:
    """Everybody has placed, and Cy has this board."""
    return table(boards={"Cy": board}, towns=PLACED, named="wood", **changes)


def asked(state: TinyTowns) -> Ask:
    return GAME.turn(state).asks[0]


def said(state: TinyTowns, line: str) -> Any:
    """The move that a line means at the table, with what follows from it."""
    draft = phrases.read_line(GAME, state, line, asked(state))
    assert draft.missing == (), draft
    return GAME.fill(state, phrases.build_move(GAME, draft))


def doubted(state: TinyTowns, meant: Move) -> Doubt:
    doubt = GAME.doubt(state, meant)
    assert doubt is not None
    return doubt


# Which cubes go


def test_a_building_put_elsewhere_still_costs_its_cubes() -> None:
    """build.supply build.vacated"""
    state = building(town(". g b .", ". h . ."))
    claim = said(state, "cy cottage a1")
    assert rules(state, "build", **claim.model_dump(exclude={"kind"})) == ["build.vacated"]
    after = GAME.play(state, claim).towns["Cy"]
    assert [item for item in after.board if item] == ["Cottage"]


def test_a_building_overruled_without_its_cubes_replays_as_it_was_recorded() -> None:
    """build.supply"""
    state = building(town(". g b .", ". h . ."))
    after = GAME.play(state, move("build", player="Cy", building="Cottage", at="a1")).towns["Cy"]
    assert after.board[:6] == ("Cottage", "glass", "brick", None, None, "wheat")


def test_two_ways_to_build_are_asked_and_not_refused() -> None:
    """build.layout"""
    state = building(TWO_WAYS)
    question, choices = doubted(state, said(state, "cy cottage b2"))
    assert question == "Which cubes go?"
    assert [label for label, _ in choices] == ["b1 a2 b2", "b1 b2 c2"]
    meant = choices[1][1]
    assert meant.says() == "Cy builds a Cottage on b2 from b1 b2 c2"
    assert GAME.doubt(state, meant) is None
    assert GAME.verify(state, meant).is_legal
    assert GAME.play(state, meant).towns["Cy"].board[4:7] == ("brick", "Cottage", None)
    assert ruling(state, "build", player="Cy", building="Cottage", at="b2") == "unproven"


def test_the_cubes_are_asked_for_where_the_table_may_insist() -> None:
    """build.vacated"""
    state = building(TWO_WAYS)
    question, choices = doubted(state, said(state, "cy cottage d4"))
    assert question == (
        "A Cottage can go on a2, b1, b2 and c2 here, not on d4; which cubes go, all the same?"
    )
    assert GAME.verify(state, choices[0][1]).rules == ["build.vacated"]
    assert GAME.doubt(state, said(state, "cy cottage b1 b2 c2 at c2")) is None
    assert GAME.doubt(state, move("finish", player="Cy")) is None


def test_the_menu_says_which_cubes_each_number_takes() -> None:
    """build.supply"""
    state = building(town("w . . .", "s w . ."), cards=cards("Shed"))
    offered = [m.says() for m in GAME.candidates(state) if m.kind == "build"]
    assert "Cy builds a Shed on d4 from a1 a2" in offered
    assert "Cy builds a Shed on d4 from a2 b2" in offered
    assert len(offered) == len(set(offered))


def test_an_occupied_square_is_the_reason_against_a_shed() -> None:
    """place.single shed.anywhere"""
    one_way = building(town("Cottage w s ."), cards=cards("Shed"))
    claim = said(one_way, "cy shed a1")
    assert GAME.verify(one_way, claim).rules == ["shed.anywhere"]
    state = building(town("Cottage w s ."), cards=cards("Shed"))
    state = state.with_town("Cy", board=town("Cottage w s .", ". w s ."))
    assert GAME.doubt(state, said(state, "cy shed a1")) is None
    shed = {"player": "Cy", "building": "Shed", "at": "a1"}
    assert rules(state, "build", **shed) == ["place.single"]
    assert reason(state, "build", **shed) == "a1 already holds a Cottage"


@pytest.mark.parametrize(
    ("line", "at"),
    [
        ("cy cottage b1 b2 c2 on c2", "c2"),
        ("cy cottage b1 b2 c2 on b1", "b1"),
        ("cy cottage b1 b2 c2 at b2", "b2"),
        ("cy builds a cottage on c2 from b1 b2 c2", "c2"),
    ],
)
def test_the_place_may_be_said_first_or_last(line: str, at: str) -> None:
    """build.vacated"""
    state = building(TWO_WAYS)
    meant = said(state, line)
    assert (meant.at, set(meant.squares)) == (at, {"b1", "b2", "c2"})
    assert GAME.verify(state, meant).is_legal


def test_a_shed_may_stand_apart_from_its_cubes_in_any_order_of_words() -> None:
    """shed.anywhere"""
    state = building(town("w s . ."), cards=cards("Shed"))
    meant = said(state, "cy shed a1 b1 on d4")
    assert (meant.at, meant.squares) == ("d4", ("a1", "b1"))
    wrong = said(state, "cy shed a1 c1 on d4")
    assert "build.layout" in GAME.verify(state, wrong).rules


# Cubes


def warehouses(*held: tuple[str, ...]) -> TinyTowns:
    """Cy is to place brick that Ann named, and has as many Warehouses as are told."""
    row = ["Warehouse" if index < len(held) else "." for index in range(4)]
    stored = dict(zip(("a1", "b1"), held, strict=False))
    towns = {"Ann": {"has_placed": True}, "Ben": {"has_placed": True}, "Cy": {"stored": stored}}
    boards = {"Cy": town(" ".join(row))}
    return table(boards=boards, towns=towns, named="brick", cards=cards("Warehouse"))


@pytest.mark.parametrize("line", ["d2 stone", "stone d2", "put stone on d2", "cy d2 s"])
def test_another_cube_is_swapped_on_the_warehouse_that_holds_it(line: str) -> None:
    """warehouse.swap"""
    state = warehouses(("stone", "glass"))
    meant = said(state, line)
    assert (meant.square, meant.cube, meant.swap) == ("d2", "stone", "a1")
    assert GAME.verify(state, meant).is_legal
    assert GAME.play(state, meant).towns["Cy"].stored == {"a1": ("glass", "brick")}


def test_it_is_asked_on_which_of_several_warehouses_a_cube_is_swapped() -> None:
    """warehouse.swap"""
    state = warehouses(("stone", "glass"), ("stone",))
    question, choices = doubted(state, said(state, "d2 stone"))
    assert question == "Swapped on which Warehouse?"
    assert [label for label, _ in choices] == ["a1: stone and glass", "b1: stone"]
    assert GAME.play(state, choices[1][1]).towns["Cy"].stored["b1"] == ("brick",)
    claim = {"player": "Cy", "square": "d2", "cube": "stone"}
    assert "on which Warehouse brick is swapped for stone: a1 or b1" in reason(
        state, "place", **claim
    )
    assert GAME.doubt(state, said(state, "d2 glass")) is None


def test_another_cube_is_refused_by_what_is_in_the_game() -> None:
    """warehouse.swap factory.swap place.all"""
    wood = {"player": "Cy", "square": "d2", "cube": "wood"}
    state = warehouses(("stone", "glass"))
    assert rules(state, "place", **wood) == ["warehouse.swap"]
    assert reason(state, "place", **wood) == (
        "Placing wood instead of brick takes a Warehouse with wood on it; "
        "Cy's Warehouse holds stone and glass"
    )
    on_it = {"player": "Cy", "square": "a1", "cube": "stone"}
    assert reason(state, "place", **on_it) == (
        "The Warehouse on a1 stores the named cube, brick, not stone"
    )
    assert rules(table(named="brick"), "place", **wood) == ["factory.swap"]
    bank = table(named="brick", cards=cards("Bank"))
    assert rules(bank, "place", **wood) == ["place.all"]
    assert reason(bank, "place", **wood) == "The cube of this round is brick, not wood"


def test_the_menu_swaps_onto_every_empty_square() -> None:
    """warehouse.swap factory.swap"""
    state = warehouses(("stone",))
    swaps = {m.square for m in GAME.candidates(state) if getattr(m, "swap", None)}
    assert swaps == set(state.towns["Cy"].empty_squares)
    offered = [m.says() for m in GAME.candidates(state)]
    assert "Cy puts brick on a1" in offered


def test_a_cube_may_be_said_before_its_square_whoever_is_asked() -> None:
    """town-hall.free solo.offer"""
    free = table("Ann Ben", variant="town-hall", round=3)
    free = GAME.play(free, move("pick", player="Ann", resource="wood"))
    meant = said(free, "ben h b2")
    assert (meant.kind, meant.resource, meant.square) == ("pick", "wheat", "b2")
    alone = set_up(1, monuments=False)
    cube = alone.deck.offer[0]
    assert said(alone, f"ann put {cube} on b2").kind == "pick"


def test_a_misnamed_cube_is_corrected_on_all_boards() -> None:
    """name.resource place.all"""
    start = set_up(2, monuments=False, first="Ann")
    chance = Chance("edited", "tiny-towns", 2, "hidden")
    header = Header(
        format=FORMAT, game="tiny-towns", version="0", created="", players=start.players,
        options={}, readings=catalogue.default_readings("tiny-towns"), seed=chance.seed,
        secret=Sealed[str](owner=None, value=""), start=start.model_dump(mode="json"),
    )  # fmt: skip
    history: History[TinyTowns] = History(GAME, header)
    for line in ("wood", "a1", "b2 wood"):
        history.apply(history.move(said(history.state, line), ""))
    history.apply(history.move(move("next"), ""))
    history.apply(history.edit(1, move("name", player="Ann", resource="wheat"), ""))
    placed = [history.state.towns[p].at(s) for p, s in (("Ann", "a1"), ("Ben", "b2"))]
    assert placed == ["wheat", "wheat"]


# Whose word it is


def test_a_building_without_a_name_is_the_only_builders() -> None:
    """build.any-number"""
    state = building(TWO_WAYS)
    assert said(state, "cottage b1 b2 c2 at c2").player == "Cy"
    assert said(state, "ben well a1").player == "Ben"
    both = state.with_town("Ben", board=town("w s . ."))
    assert asked(both).given == {}
    others = state.with_town("Ann", aside=("wood",))
    assert asked(others).given == {}


def test_the_only_builder_hears_which_cubes_go() -> None:
    """build.supply"""
    state = building(town(". h . .", "b g . ."))
    told = GAME.turn(play(state, "build", player="Cy", building="Cottage", at="b2")).news
    assert told == ("Cy builds a Cottage on b2 from b1 a2 b2",)
    both = state.with_town("Ben", board=town("w s . ."))
    assert GAME.turn(play(both, "build", player="Cy", building="Cottage", at="b2")).news == ()


@pytest.mark.parametrize("word", ["guild", "watch", "grove"])
def test_a_monuments_short_name_is_no_effect_that_nobody_is_asked_about(word: str) -> None:
    """setup.keep monument.effect"""
    keeping = set_up(2)
    with pytest.raises(Trouble, match="Nobody is asked") as told:
        GAME.narrow(keeping, word, "player", {})
    assert told.value.hint == f"to keep the card, say `keep {word}`"
    state = building(TWO_WAYS, kept={"Cy": "The Starloom"})
    with pytest.raises(Trouble, match="Cy is not asked") as told:
        GAME.narrow(state, word, "square", {"player": "Cy"})
    assert told.value.hint == f"to build the monument itself, say `Cy build {word}`"
    with pytest.raises(Trouble) as told:
        GAME.narrow(state, word, "player", {})
    assert told.value.hint == f"to build the monument itself, say who: `Ann build {word}`"


def test_a_hint_promises_no_card_and_is_left_out_once_a_monument_stands() -> None:
    """watch.claim monument.holder"""
    claim = move("watch", player="Cy", square="b2")
    state = building(TWO_WAYS, kept={"Cy": "The Starloom"})
    assert GAME.verify(state, claim).reasons[0].hint == (
        "to build the monument itself, say `Cy build watch`"
    )
    stands = state.with_town("Cy", raised="The Starloom")
    assert GAME.verify(stands, claim).reasons[0].hint == ""


# What the questions and the news tell


def test_the_guild_is_asked_with_a_replacement_it_may_make() -> None:
    """guild.replace"""
    due = (Pending(kind="guild", player="Cy", left=2),)
    state = building(town("Factory Architects_Guild . Well"), pending=due)
    hint = "a square and the new building there, such as `a1 Cottage`; Enter: nothing"
    assert asked(state).hint == f"2 left: {hint}"
    assert GAME.verify(state, said(state, "a1 Cottage")).is_legal
    state = GAME.play(state, said(state, "a1 Farm"))
    assert "`d1 Cottage`" in asked(state).hint
    assert GAME.narrow(state, "guild", "square", {"player": "Cy"}) == ("a1", "d1")


def test_the_watch_is_asked_with_what_there_is() -> None:
    """watch.stock"""
    state = building(TWO_WAYS, pending=(Pending(kind="stock", player="Cy"),))
    assert asked(state).hint == (
        "three different of Cottage, Farm, Well, Chapel, Tavern, Theater, Factory"
    )


def test_doing_without_says_without_what() -> None:
    """monument.effect"""
    due = (
        Pending(kind="watch", player="Cy", building="Well"),
        Pending(kind="guild", player="Cy", left=1),
    )
    state = building(TWO_WAYS, pending=due)
    assert said(state, "decline").says() == "Cy does without Opaleye's Watch"
    left = GAME.play(state, said(state, "cy decline guild"))
    assert [each.kind for each in left.pending] == ["watch"]


def test_a_new_monument_is_read_aloud_once() -> None:
    """monument.aloud"""
    board = town("g g . .", "w h . .")
    state = building(board, kept={"Cy": "The Starloom"})
    built = play(state, "build", player="Cy", building="Starloom", at="a1")
    (line,) = GAME.turn(built).news
    assert line.startswith("The Starloom, to be read aloud: VP by the place")
    assert GAME.turn(play(built, "next")).news == ()


def test_a_town_that_fills_up_is_told() -> None:
    """complete.cannot"""
    full = town("w w w w", "w w w w", "w w w w", "w w w w")
    state = building(full)
    assert GAME.turn(play(state, "next")).news == ("Cy's board is full: the town is complete",)


def test_a_starting_player_who_was_chosen_is_not_put_in_doubt() -> None:
    """setup.start-player"""
    drawn, chosen = set_up(2), set_up(2, first="Ann")
    (hammer,) = [s for s in GAME.steps(drawn) if "hammer:" in s.text]
    assert hammer.detail == ("unless somebody knows who built something most recently",)
    (hammer,) = [s for s in GAME.steps(chosen) if "hammer:" in s.text]
    assert (hammer.text, hammer.detail) == ("the hammer: Ann goes first", ())


def test_monuments_are_shown_by_their_whole_name() -> None:
    """monument.face-up"""
    state = building(town("Statue_of_the_Bondmaker . . ."))
    cy = GAME.panels(state, None)[2]
    assert cy.lines[5:] == ("* Statue of the", "  Bondmaker")


def test_cards_in_play_are_offered_first() -> None:
    """build.displayed"""
    state = table(cards=cards("Shed", "Warehouse"))
    assert tuple(GAME.words(state, "build", "building"))[:7] == state.cards


def test_a_draw_out_of_turn_does_not_tell_the_next_card() -> None:
    """town-hall.mayor"""
    state = set_up(2, variant="town-hall", monuments=False, first="Ann")
    for out_of_turn in (
        GAME.fill(state, move("draw", player="Ben")),
        GAME.fill(state.model_copy(update={"named": "wood"}), move("draw", player="Ann")),
    ):
        assert out_of_turn.says().endswith("draws a resource card")
    drawn: Any = GAME.fill(state, move("draw", player="Ann"))
    assert drawn.resource is not None


def test_a_menu_of_draws_does_not_offer_guesses() -> None:
    """town-hall.draw"""
    state = set_up(2, variant="town-hall", monuments=False, first="Ann")
    public = GAME.view(state, None)
    offered: Any = [m for m in GAME.candidates(public) if m.kind == "draw"]
    assert [each.resource for each in offered] == [None]
