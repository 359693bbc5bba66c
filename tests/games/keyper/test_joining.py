"""The invitation: the right players in the right order, with the right colours."""

from __future__ import annotations

import pytest

from keyhelper.games.keyper.model import Keyper
from keyhelper.games.keyper.moves import Decline, Join, PlayKeyple
from keyhelper.games.keyper.wiring import GAME
from tests.games.keyper.tables import done, hand_of, house, judged, on_board, spot, table


def invited(
    colour: str = "orange", border: str = "orange", count: int = 4, **readings: str
) -> Keyper:
    state = table(count, readings=readings)
    move = PlayKeyple(player="Ann", colour=colour, board="1", field="clay", border=border)
    return done(state, move)


def test_everybody_who_could_is_asked_clockwise_from_the_left() -> None:
    """join.invite"""
    assert invited().invitation is not None
    assert [ask.given["player"] for ask in GAME.turn(invited()).asks] == ["Ben", "Cy", "Dee"]
    state = table(4, active="Cy")
    move = PlayKeyple(player="Cy", colour="orange", board="1", field="clay", border="orange")
    asks = GAME.turn(done(state, move)).asks
    assert [ask.given["player"] for ask in asks] == ["Dee", "Ann", "Ben"]


def test_who_has_no_fitting_keyple_is_not_asked() -> None:
    """join.invite"""
    state = house(table(4), "Ben", hand={"black": 1})
    move = PlayKeyple(player="Ann", colour="orange", board="1", field="clay", border="orange")
    asked = done(state, move).invitation
    assert asked is not None
    assert asked.asked == ("Cy", "Dee")


def test_the_prompt_says_who_could_join_with_what() -> None:
    """join.invite"""
    ask = GAME.turn(invited(count=3)).asks[0]
    assert ask.prompt == "Ben, join Ann's orange on clay on board 1?"
    assert ask.hint == "orange or white, for 3; Enter: no; then Cy"
    assert ask.enter == Decline(player="Ben")


def test_the_first_willing_player_joins() -> None:
    """join.invite"""
    state = invited()
    verdict = judged(state, Join(player="Cy", colour="orange"))
    assert verdict.rules == ["join.invite"]
    assert verdict.reasons[0].text == "Ben sits before Cy and is asked first"
    after = done(state, Decline(player="Ben"))
    assert judged(after, Join(player="Cy", colour="orange")).is_legal
    assert judged(after, Join(player="Ben", colour="orange")).rules == ["join.invite"]
    assert judged(state, Join(player="Ann", colour="white")).rules == ["join.invite"]


def test_both_players_get_their_actions() -> None:
    """keyple.empty"""
    state = done(invited(), Join(player="Ben", colour="white"))
    assert [(owed.player, owed.actions) for owed in state.owed] == [("Ann", 3), ("Ben", 3)]
    assert state.spot("Ann", "1", "clay") == spot("orange", "orange", "white")
    assert hand_of(state, "Ben")["white"] == 1
    assert GAME.effects(invited(), Join(player="Ben", colour="white"))["actions"] == {
        "active": 3,
        "joiner": 3,
    }


def test_when_all_decline_the_first_works_alone() -> None:
    """keyple.empty join.invite"""
    state = done(invited(count=3), Decline(player="Ben"), Decline(player="Cy"))
    assert [(owed.player, owed.actions) for owed in state.owed] == [("Ann", 2)]
    assert judged(state, Decline(player="Cy")).rules == ["join.invite"]


@pytest.mark.parametrize(
    ("first", "border", "joins", "rule"),
    [
        ("orange", "orange", "orange", None),
        ("orange", "orange", "white", None),
        ("orange", "orange", "brown", "join.colour"),
        ("orange", "brown", "brown", "join.colour"),
        ("white", "brown", "brown", None),
        ("white", "brown", "orange", "white.coloured"),
        ("white", "build", "white", None),
        ("white", "build", "orange", "white.uncoloured"),
        ("orange", "build", "orange", None),
    ],
)
def test_colours_that_join(first: str, border: str, joins: str, rule: str | None) -> None:
    """join.colour white.coloured white.uncoloured"""
    verdict = judged(invited(first, border), Join(player="Ben", colour=joins))
    assert verdict.rules == ([rule] if rule else [])
    if rule:
        assert f"this one is {joins}" in verdict.reasons[0].text


def test_a_joiner_needs_the_keyple() -> None:
    """keyple.hand"""
    state = house(invited(), "Ben", hand={"orange": 1})
    assert judged(state, Join(player="Ben", colour="white")).rules == ["keyple.hand"]


def test_only_one_player_joins() -> None:
    """join.one"""
    state = on_board(invited(), "1", "clay", "orange", "orange", "white")
    assert "join.one" in judged(state, Join(player="Ben", colour="white")).rules


def test_nobody_joins_on_an_own_board_or_uninvited() -> None:
    """join.own join.invite"""
    state = invited()
    own = Join(player="Ben", colour="orange", board="own", field="Mill")
    assert "join.own" in judged(state, own).rules
    assert judged(table(), Join(player="Ben", colour="orange")).rules == ["join.invite"]
    elsewhere = Join(player="Ben", colour="orange", board="2", field="clay")
    assert "join.invite" in judged(state, elsewhere).rules


def test_white_joining_a_misfit() -> None:
    """join.misfit"""
    plain = done(invited("orange", "brown"), Join(player="Ben", colour="white"))
    assert [owed.actions for owed in plain.owed] == [2, 2]
    own = done(invited("orange", "brown", join__misfit="own"), Join(player="Ben", colour="white"))
    assert [owed.actions for owed in own.owed] == [2, 3]


def test_the_last_keyple_played_decides_who_starts_next() -> None:
    """season.start"""
    assert done(invited(), Join(player="Ben", colour="white")).last_played == "Ben"
    turn = invited(season__start="turn")
    assert done(turn, Join(player="Ben", colour="white")).last_played == "Ann"
