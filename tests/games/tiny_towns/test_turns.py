"""What people are asked, what they see, and what they may type."""

from __future__ import annotations

import pytest

from keyhelper.engine.sealed import Sealed
from keyhelper.engine.trouble import Trouble
from keyhelper.games.tiny_towns.cards import BUILDINGS, MONUMENTS
from keyhelper.games.tiny_towns.moves import Decline, Next
from keyhelper.games.tiny_towns.panels import letters
from keyhelper.games.tiny_towns.town import SQUARES
from keyhelper.games.tiny_towns.turns import likely
from keyhelper.games.tiny_towns.wiring import GAME
from tests.games.tiny_towns.drawn import town
from tests.games.tiny_towns.tables import COTTAGE_CUBES, cards, move, play, table
from tests.games.tiny_towns.test_setup import set_up


def prompts(state: object) -> list[str]:
    return [ask.prompt for ask in GAME.turn(state).asks]


def test_monuments_are_asked_for_in_private_first() -> None:
    """setup.keep"""
    state = set_up(2)
    first, second, *_ = GAME.turn(state).asks
    assert (first.prompt, first.secret_for, first.kinds) == ("Ann keeps", "Ann", ("keep",))
    assert second.secret_for == "Ben"
    hand = state.dealt["Ann"]
    assert isinstance(hand, Sealed)
    assert set(hand.value) <= set(first.secret_lines)


def test_a_round_is_asked_in_order() -> None:
    """name.builder place.all build.any-number"""
    state = table()
    assert GAME.turn(state).headline == "Round 5 · Ann has the hammer"
    assert prompts(state) == ["Ann names"]
    state = play(state, "name", player="Ann", resource="glass")
    assert prompts(state) == ["Ann puts glass on", "Ben puts glass on", "Cy puts glass on"]
    state = play(state, "place", player="Ben", square="b2")
    assert prompts(state) == ["Ann puts glass on", "Cy puts glass on"]
    for player in ("Ann", "Cy"):
        state = play(state, "place", player=player, square="b2")
    ask, end = GAME.turn(state).asks
    assert (end.kinds, end.enter) == (("finish", "next"), Next())
    assert (ask.prompt, ask.enter, ask.hint) == ("Anyone build?", Next(), "Enter: nobody")


def test_the_building_question_says_who_could_build_what() -> None:
    """build.displayed"""
    placed = {seat: {"has_placed": True} for seat in ("Ann", "Ben", "Cy")}
    state = table(
        boards={"Ann": COTTAGE_CUBES, "Cy": town("w s . .", "g g w h")},
        towns=placed,
        named="wood",
        kept={"Cy": "The Starloom"},
    )
    assert GAME.turn(state).asks[0].hint == "Ann: Cottage · Cy: Well; Enter: nobody"


def test_a_secret_monument_is_no_public_hint() -> None:
    """monument.holder"""
    placed = {seat: {"has_placed": True} for seat in ("Ann", "Ben", "Cy")}
    board = {"Cy": town("g g . .", "w h . .")}
    state = table(boards=board, towns=placed, named="wood", kept={"Cy": "The Starloom"})
    assert GAME.turn(state).asks[0].hint == "Enter: nobody"
    assert [m for m in GAME.candidates(state) if m.kind == "build"] == []
    mine = [m for m in likely(state, has_secrets=True) if m.kind == "build"]
    assert {m.building for m in mine} == {"The Starloom"}


def test_town_hall_and_solo_are_asked_in_their_own_words() -> None:
    """town-hall.draw town-hall.free solo.offer"""
    hall = set_up(2, variant="town-hall", monuments=False, mayor="Ben")
    (ask,) = GAME.turn(hall).asks
    assert (ask.prompt, ask.kinds[0]) == ("Ben draws", "draw")
    assert ask.enter is not None
    free = table("Ann Ben", variant="town-hall", round=3)
    assert prompts(free) == ["Ann picks", "Ben picks"]
    assert GAME.turn(free).headline == "Round 3 · everybody chooses"
    alone = set_up(1, monuments=False)
    assert prompts(alone) == ["Ann picks"]
    assert GAME.turn(alone).asks[0].hint == ", ".join(alone.deck.offer)
    by_hand = set_up(2, variant="town-hall", monuments=False, deal="table")
    assert GAME.turn(by_hand).asks[0].enter is None


def test_an_effect_is_asked_at_once_and_enter_declines_where_it_may() -> None:
    """monument.effect watch.claim guild.replace"""
    board = town(". . g Well", ". h s .", "w b . .")
    state = table(boards={"Ann": board}, kept={"Ann": "Architect's Guild"})
    state = play(state, "build", player="Ann", building="guild", at="c1")
    ask = GAME.turn(state).asks[0]
    declined = Decline(player="Ann", effect="Architect's Guild")
    assert (ask.kinds[0], ask.enter) == ("guild", declined)
    assert declined.says() == "Ann does without Architect's Guild"
    assert GAME.fill(state, Decline(player="Ann")) == declined
    assert any(m.kind == "guild" for m in GAME.candidates(state))


def test_letters_are_never_shared() -> None:
    """setup.piles"""
    for name in ("Chapel", "Cloister", "Temple", "Abbey"):
        for green in ("Tavern", "Inn", "Feast Hall", "Almshouse"):
            for yellow in ("Theater", "Tailor", "Market", "Bakery"):
                for black in ("Trading Post", "Factory", "Bank", "Warehouse"):
                    found = letters(cards(name, green, yellow, black))
                    assert len(set(found.values())) == 7


def test_a_town_is_shown_as_a_small_board() -> None:
    """setup.board"""
    state = table(
        boards={"Ann": town("w . Cottage .", "b h . Starloom")},
        towns={"Ann": {"aside": ("wood",)}, "Ben": {"completed": 3}},
    )
    ann, ben, *_ = GAME.panels(state, None)
    assert ann.title == "Ann"
    assert ann.lines[:3] == ("  a b c d", "1 w . C .", "2 b h . *")
    assert ann.lines[5:] == ("* The Starloom", "aside: wood")
    assert ann.spoken[0] == "row 1: a1 wood, c1 Cottage"
    assert ben.title == "Ben (done)"
    assert all(len(line) <= 44 for panel in GAME.panels(state, None) for line in panel.lines)


def test_only_the_viewer_sees_the_own_card() -> None:
    """monument.holder"""
    state = table(kept={"Ann": "The Starloom", "Ben": "Silva Forum"})

    def shown(viewer: str | None) -> str:
        return " ".join(line for panel in GAME.panels(state, viewer) for line in panel.lines)

    assert "keeps The Starloom" in shown("Ann")
    assert "Forum" not in shown("Ann")
    assert "keeps" not in shown(None)


def test_every_card_can_be_named_so_that_a_wrong_one_is_told() -> None:
    """build.displayed"""
    words = set(GAME.words(table(), "build", "building"))
    assert {c.name for c in (*BUILDINGS(), *MONUMENTS())} <= words
    assert "castle" in words
    assert set(GAME.words(table(), "stock", "buildings")) == set(table().cards)
    assert GAME.words(table(), "name", "player") == ("Ann", "Ben", "Cy")


def test_only_the_squares_that_fit_are_offered() -> None:
    """build.vacated"""
    state = table(boards={"Ann": COTTAGE_CUBES})
    given = {"player": "Ann", "building": "Cottage"}
    offered = GAME.narrow(state, "build", "at", given) or ()
    assert set(offered) == {s for s, cube in zip(SQUARES, COTTAGE_CUBES, strict=True) if cube}
    with pytest.raises(Trouble, match="no Farm layout yet"):
        GAME.narrow(state, "build", "at", given | {"building": "Farm"})
    post = table(boards={"Ann": town("Trading_Post s . .")}, cards=cards("Trading Post"))
    well = {"player": "Ann", "building": "Well"}
    assert GAME.narrow(post, "build", "at", well) == ("b1",)


def test_every_move_says_itself() -> None:
    """build.announce"""
    said = {
        "Ann names wood": move("name", player="Ann", resource="wood"),
        "Ann draws a resource card": move("draw", player="Ann"),
        "Ann picks wood and puts it on b2": move(
            "pick", player="Ann", resource="wood", square="b2"
        ),
        "Ann puts the cube on b2": move("place", player="Ann", square="b2"),
        "Ann builds a Chapel on b2": move("build", player="Ann", building="chapel", at="b2"),
        "Ann builds a Well on b2 from b2 c2": move(
            "build", player="Ann", building="well", at="b2", squares="b2 c2"
        ),
        "Ann builds Barrett Castle on b2": move("build", player="Ann", building="castle", at="b2"),
        "Ann places an Inn on b2 for Grove University": move(
            "grove", player="Ann", building="inn", square="b2"
        ),
        "Ann replaces the building on b2 by an Inn": move(
            "guild", player="Ann", building="inn", square="b2"
        ),
        "Ann sets Inn, Well and Farm on Opaleye's Watch": move(
            "stock", player="Ann", buildings="inn well farm"
        ),
        "Ann places the building from Opaleye's Watch on b2": move(
            "watch", player="Ann", square="b2"
        ),
        "Ann sets the cube aside": move("aside", player="Ann"),
        "Ann puts wood from the cavern on b2": move(
            "recall", player="Ann", resource="wood", square="b2"
        ),
        "Ann's new building on b2 holds wood": move(
            "hold", player="Ann", resource="wood", square="b2"
        ),
        "Ann's town is complete": move("finish", player="Ann"),
        "The round ends": move("next"),
    }
    for sentence, made in said.items():
        assert made.says() == sentence
