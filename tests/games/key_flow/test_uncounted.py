"""What the final count asks tables that keep no goods, or only counts: every thing once."""

from __future__ import annotations

import pytest

from keyhelper.engine.game import Ask, Move
from keyhelper.engine.phrases import build_move, read_line
from keyhelper.games.key_flow.model import KeyFlow
from keyhelper.games.key_flow.moves import Hold, Next, Sort, Stock, Tally
from keyhelper.games.key_flow.wiring import GAME
from tests.games.key_flow.tables import (
    at_the_count,
    entered,
    judge,
    play,
    points,
    printed,
    set_to,
    table,
    with_cards,
)


def first(state: KeyFlow) -> Ask:
    return GAME.turn(state).asks[0]


def typed(state: KeyFlow, line: str) -> Move:
    return GAME.fill(state, build_move(GAME, read_line(GAME, state, line, first(state))))


def answered(state: KeyFlow, *lines: str) -> KeyFlow:
    """The table after lines as typed; an empty one is Enter."""
    for line in lines:
        enter = first(state).enter
        move = typed(state, line) if line else enter
        assert move is not None, first(state).prompt
        state = play(state, move)
    return state


def barn_at_the_count() -> KeyFlow:
    state = with_cards(table(2, keep="villages"), "Ann", Barn="R1")
    state = printed(printed(state, "Home", panels=("0 points",)), "Barn", kind="location")
    return at_the_count(state)


def test_what_lies_on_a_location_is_asked_for_and_what_it_scores() -> None:
    """score.locations: no play tells it where goods are not kept"""
    state = barn_at_the_count()
    assert first(state).prompt == "Ann: resources lying on Barn"

    state = answered(state, "3 iron")
    assert first(state).prompt == "What does Barn score"
    state = entered(answered(state, "2 per iron"))

    assert points(GAME.score(state)[0])["locations"] == 6


def test_an_empty_location_is_not_asked_for_what_it_scores() -> None:
    """score.locations"""
    state = answered(barn_at_the_count(), "nothing")

    assert first(state).prompt.startswith("Ann: resources (not on locations)")


@pytest.mark.parametrize(
    "line", ["2 iron on barn", "stock 2 iron on barn", "ann stock 2 iron on barn"]
)
def test_goods_on_a_location_are_said_in_a_line(line: str) -> None:
    """score.locations"""
    move = typed(barn_at_the_count(), line)

    assert move.says() == "On Ann's Barn lies 2 iron"


def test_nothing_lies_on_what_is_no_location() -> None:
    """score.locations"""
    state = barn_at_the_count()

    assert judge(state, Stock(player="Ben", goods={"iron": 1}, on="Barn")).rules == [
        "score.locations"
    ]
    assert judge(table(2), Stock(player="Ann", goods={}, on="Home")).rules == ["score.locations"]


def test_flipped_tiles_are_told_at_the_count() -> None:
    """score.flipped"""
    state = answered(barn_at_the_count(), "")
    assert "flipped tiles" in first(state).prompt

    state = answered(state, "1 gold 2 flipped")

    assert points(GAME.score(entered(state))[0])["flipped"] == 2


def test_a_location_is_held_as_the_count_writes_it() -> None:
    """score.locations"""
    state = table(2, keep="counts")
    move = typed(state, "hold ann location barn: 3 iron: 2 per iron")
    assert move.says() == "Ann has a location card: Barn: 3 iron: 2 per iron"

    state = play(state, move)

    assert points(GAME.score(state)[0])["locations"] == 6
    assert ("Barn", "scores") in [(known.name, known.field) for known in GAME.learns(table(2, keep="counts"), move)]  # fmt: skip # noqa: E501


def test_several_winter_cards_are_held_in_a_line() -> None:
    """score.winter"""
    move = Hold(player="Ann", sort="winter", card="dairy; trader: 5 per iron")
    state = play(table(2, keep="counts"), move, Tally(player="Ann", amounts={"iron": 2}))

    assert [card.name for card in state.counts["Ann"].winter] == ["Dairy", "Trader"]
    assert points(GAME.score(state)[0])["trader"] == 10
    with pytest.raises(ValueError, match="more colons than a boat card needs"):
        Hold(player="Ann", sort="boat", card="flipper: 2 per boat")


def at_the_end(state: KeyFlow) -> KeyFlow:
    return set_to(state, season="winter", phase="count")


def test_where_only_counts_are_kept_the_end_asks_for_all() -> None:
    """winter.count"""
    state = at_the_end(table(2, keep="counts"))
    asked = [ask.prompt for ask in GAME.turn(state).asks if ask.prompt.startswith("Ann")]
    assert asked == [
        "Ann: points showing on all village cards",
        "Ann: upgrade tiles flipped to their point side",
        "Ann: winter cards",
        "Ann: autumn locations",
        "Ann: resources, without those on locations",
        "Ann: animal icons on village cards, all together",
    ]

    state = answered(state, "5+12", "2", "dairy", "craftsmen's guild")
    assert first(state).prompt == "Ann: winter cards besides Dairy and Craftsmen's Guild"
    state = answered(state, "", "barn", "")
    assert first(state).prompt == "Ann: boats"  # Keymelequin may turn green into yellow
    state = answered(state, "", "3 iron 1 gold", "2 tokens", "1 red 1 yellow 1 blue")
    assert first(state).prompt == "Ann: resources lying on Barn"
    state = answered(state, "2 iron", "2 per iron", "2 cow")
    assert first(state).prompt.startswith("Ben: points")

    assert GAME.score(entered(state))[0].total == 17 + 2 + 10 + 3 + 4 + 1


def test_what_was_said_is_not_asked_again() -> None:
    """winter.count"""
    said = Tally(player="Ann", amounts={"points": 9, "flipped": 0, "iron": 2, "cow": 1})
    state = at_the_end(play(table(2, keep="counts"), said))

    asked = [ask.prompt for ask in GAME.turn(state).asks if ask.prompt.startswith("Ann")]

    assert asked == ["Ann: winter cards", "Ann: autumn locations"]


@pytest.mark.parametrize("line", ["0", "none", "nothing"])
def test_nothing_can_be_said_in_words(line: str) -> None:
    """winter.count"""
    state = answered(at_the_count(printed(table(2), "Home", panels=("0 points",))), line)

    assert first(state).prompt.startswith("Ben: animal icons")


def test_a_number_alone_does_not_say_which_animals() -> None:
    """winter.count"""
    state = at_the_count(printed(table(2), "Home", panels=("0 points",)))

    verdict = judge(state, typed(state, "2"))

    assert verdict.reasons[0].text == "2 of what: sheep, pig or cow?"


def test_going_on_with_questions_open_is_warned_about() -> None:
    """winter.count"""
    state = at_the_count(table(2))

    assert GAME.warnings(state, Next()) == (
        "4 questions of the count would stay open, and the game would be over",
    )
    assert not GAME.warnings(table(2, keep="counts"), Next())


def test_a_game_begun_before_these_questions_ends_without_them() -> None:
    """game.seasons"""
    state = set_to(barn_at_the_count(), edition=0)

    assert first(state).prompt == "Ann: resources, skills and tokens, and animals on village cards"


def test_a_new_location_is_sorted_and_then_asked_for() -> None:
    """score.locations"""
    state = with_cards(table(2, keep="villages"), "Ann", Toll_House="R0.5")
    state = play(printed(state, "Home", panels=("0 points",)), Sort(card="Toll House", sort="location"))  # fmt: skip # noqa: E501

    assert first(at_the_count(state)).prompt == "Ann: resources lying on Toll House"


@pytest.mark.parametrize("line", ["0", "none", "nothing", ""])
def test_no_cards_can_be_said_in_words(line: str) -> None:
    """winter.count"""
    state = answered(at_the_end(table(2, keep="counts")), "5", "0")
    assert first(state).prompt == "Ann: winter cards"

    assert first(answered(state, line)).prompt == "Ann: autumn locations"


@pytest.mark.parametrize("line", ["n", "2", "2 gold"])
def test_an_answer_to_something_else_is_no_card(line: str) -> None:
    """winter.count"""
    state = answered(at_the_end(table(2, keep="counts")), "5", "0")

    assert judge(state, typed(state, line)).rules == ["winter.count"]
