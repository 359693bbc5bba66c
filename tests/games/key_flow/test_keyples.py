"""Keyple cards: arrows, numbers, tokens, and everybody's play at once."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from keyhelper.games.key_flow.model import KeyFlow
from keyhelper.games.key_flow.moves import Discard, Face, Gain, Keyple, Upgrade
from keyhelper.games.key_flow.wiring import GAME
from tests.games.key_flow.tables import (
    changed,
    judge,
    nothing,
    play,
    printed,
    set_to,
    table,
    with_card,
    with_cards,
)


def keyple(player: str = "Ann", **given: Any) -> Keyple:
    asked = {"keyples": 1, "arrows": ("down",), "building": "Home", "colour": "red"}
    return Keyple.model_validate({"player": player} | asked | given)


@pytest.mark.parametrize(
    ("before", "keyples", "legal"),
    [(0, 1, True), (1, 1, False), (1, 2, True), (2, 2, False), (2, 3, True), (3, 3, False)],
)
def test_a_building_needs_one_more_keyple_than_cards(
    before: int, keyples: int, legal: bool
) -> None:
    """keyple.number"""
    state = changed(table(), "Ann", "Home", uses=before)

    verdict = judge(state, keyple(keyples=keyples))

    assert verdict.is_legal == legal
    if not legal:
        assert verdict.rules == ["keyple.number"]


def test_the_refusal_says_need_and_have() -> None:
    """keyple.number"""
    state = changed(table(), "Ann", "Home", uses=1)
    rich = set_to(state, tokens=state.tokens | {"Ann": 1})

    reason = judge(rich, keyple()).reasons[0]

    assert reason.text == (
        "Home had 1 keyple card before this turn, so 2 keyples are needed; the play has 1"
    )
    assert reason.hint == "1 token would raise the card enough: end the line with `tokens 1`"
    assert not judge(state, keyple()).reasons[0].hint


def test_a_card_has_one_to_three_keyples() -> None:
    """keyple.number"""
    with pytest.raises(ValidationError):
        keyple(keyples=4)


@pytest.mark.parametrize(
    ("arrow", "village", "legal"),
    [
        ("down", "Ann", True), ("left", "Ann", False),
        ("left", "Ben", True), ("right", "Ben", False), ("down", "Ben", False),
        ("right", "Dee", True), ("left", "Dee", False),
        ("left", "Cy", False),
    ],
)  # fmt: skip
def test_arrows_reach_the_village_they_point_to(arrow: str, village: str, legal: bool) -> None:
    """keyple.arrow"""
    verdict = judge(table(4), keyple(arrows=(arrow,), village=village))

    assert verdict.is_legal == legal
    if not legal:
        assert verdict.rules == ["keyple.arrow"]


def test_a_card_may_show_several_arrows() -> None:
    """keyple.arrow"""
    assert judge(table(4), keyple(arrows="left down", village="Ben")).is_legal


def test_the_village_follows_from_a_single_arrow() -> None:
    """keyple.arrow"""
    filled = GAME.fill(table(4), keyple(arrows=("right",)))

    assert isinstance(filled, Keyple)
    assert filled.village == "Dee"


def two_villages(**readings: str) -> KeyFlow:
    return with_cards(table(2, **readings), "Ben", Workshop="L1", Alehouse="R1")


@pytest.mark.parametrize(
    ("reading", "building", "legal"),
    [
        ("owner", "Home", True), ("owner", "Workshop", True), ("owner", "Alehouse", False),
        ("across", "Home", True), ("across", "Workshop", False), ("across", "Alehouse", True),
    ],
)  # fmt: skip
def test_two_players_one_arrow_opens_one_side(reading: str, building: str, legal: bool) -> None:
    """keyple.two-players"""
    state = two_villages(keyple__two_players=reading)

    verdict = judge(state, keyple(arrows=("left",), village="Ben", building=building))

    assert verdict.is_legal == legal
    if not legal:
        assert verdict.rules == ["keyple.two-players"]


def test_two_players_both_arrows_open_both_sides() -> None:
    """keyple.two-players"""
    move = keyple(arrows=("left", "right"), village="Ben", building="Alehouse")

    assert judge(two_villages(), move).is_legal


def test_only_the_road_row_is_activated() -> None:
    """keyple.road boat.river"""
    state = with_cards(table(), "Ann", Flipper="R0.5", Weir="L0.5")

    assert judge(state, keyple(building="Weir")).rules == ["keyple.road"]
    assert judge(state, keyple(building="Flipper")).rules == ["boat.river"]


def test_winter_cards_are_not_activated() -> None:
    """winter.played"""
    state = with_cards(table(), "Ann", Dairy="R1")

    assert judge(state, keyple(building="Dairy")).rules == ["winter.played"]


def test_a_building_that_is_not_there_is_named() -> None:
    """keyple.road"""
    verdict = judge(with_cards(table(), "Ann", Workshop="R1"), keyple(building="Worksop"))

    assert verdict.reasons[0].text == "Ann's village has no Worksop"
    assert verdict.reasons[0].hint == "did you mean Workshop?"


def test_several_players_may_land_together() -> None:
    """turn.before turn.together faq.four-cards"""
    state = changed(table(3), "Ann", "Home", uses=2)
    state = play(
        state,
        keyple("Ann", keyples=3, village="Ann"),
        nothing("Ann"),
        keyple("Ben", keyples=3, arrows=("right",), village="Ann"),
        nothing("Ben"),
        keyple("Cy", keyples=3, arrows=("left",), village="Ann"),
        nothing("Cy"),
    )

    home = state.find("Ann", "Home")
    assert home is not None
    assert home.uses == 5
    assert judge(state, keyple("Ann", keyples=3)).rules == ["keyple.number"]


def test_within_a_turn_the_table_before_it_counts() -> None:
    """turn.before"""
    state = play(table(3), keyple("Ann", village="Ann"), nothing("Ann"))

    assert judge(state, keyple("Ben", arrows=("right",), village="Ann")).is_legal


def test_an_upgrade_of_this_turn_does_not_work_yet() -> None:
    """turn.new-upgrade keyple.action"""
    state = printed(table(3), "Home", panels=("1 transport", "3 transport costs 1 iron"))
    state = changed(state, "Ann", "Home", upgrades=1, raised=1)
    state = play(state, keyple("Ann", village="Ann"))

    assert judge(state, Gain(player="Ann", what="1 transport")).is_legal
    assert judge(state, Gain(player="Ann", what="3 transport")).rules == ["turn.new-upgrade"]


def test_the_topmost_open_panel_works() -> None:
    """keyple.action"""
    state = printed(table(), "Workshop", panels=("1 iron", "2 iron costs 1 wood"))
    state = with_card(state, "Ann", "Workshop", "R1", upgrades=1)
    state = play(state, keyple(building="Workshop"))

    verdict = judge(state, Gain(player="Ann", what="1 iron"))

    assert verdict.rules == ["keyple.action"]
    assert verdict.reasons[0].text == "The open panel of Workshop says 2 iron, not 1 iron"
    assert judge(state, Gain(player="Ann", what="2 iron")).is_legal


def test_nothing_to_gain_without_a_panel() -> None:
    """keyple.action"""
    assert judge(table(), Gain(player="Ann", what="2 gold")).rules == ["keyple.action"]


@pytest.mark.parametrize(("reading", "legal"), [("two", True), ("one", False)])
def test_what_a_token_is_worth(reading: str, legal: bool) -> None:
    """token.worth"""
    state = set_to(changed(table(token__worth=reading), "Ann", "Home", uses=2), tokens={"Ann": 1})

    assert judge(state, keyple(keyples=1, tokens=1)).is_legal == legal


def test_a_card_is_raised_to_three_at_most() -> None:
    """token.raise"""
    state = set_to(table(), tokens={"Ann": 2})

    assert judge(state, keyple(keyples=2, tokens=1)).is_legal
    assert judge(state, keyple(keyples=3, tokens=1)).rules == ["token.raise"]
    by_worth = judge(state, keyple(keyples=1, tokens=2))
    assert by_worth.rules == ["token.worth"]
    assert by_worth.reasons[0].text.endswith(
        "1 keyple and 1 token already make 3; a token adds 2 keyples at this table"
    )


def test_tokens_must_be_there() -> None:
    """token.raise"""
    state = set_to(table(), tokens={"Ann": 0})

    verdict = judge(state, keyple(keyples=1, tokens=1))

    assert verdict.rules == ["token.raise"]
    assert verdict.reasons[0].text == "1 token to be spent; Ann has 0"


@pytest.mark.parametrize(("reading", "legal"), [("at-once", True), ("next", False)])
def test_a_token_shown_on_the_card_may_be_spent_at_once(reading: str, legal: bool) -> None:
    """token.at-once"""
    state = changed(table(token__at_once=reading), "Ann", "Home", uses=1)

    verdict = judge(state, keyple(keyples=1, tokens=1, icon=1))

    assert verdict.is_legal == legal
    if not legal:
        assert verdict.rules == ["token.at-once"]


def test_spent_tokens_lie_on_the_building() -> None:
    """token.raise"""
    state = set_to(table(), tokens={"Ann": 2, "Ben": 0, "Cy": 0})
    state = set_to(state, supply=state.supply | {"token": 49})
    before = GAME.components(state)

    state = play(state, keyple(keyples=1, tokens=1))

    home = state.find("Ann", "Home")
    assert home is not None
    assert (home.tokens, state.tokens["Ann"]) == (1, 1)
    assert GAME.components(state) == before


def test_a_needless_token_is_asked_about() -> None:
    """token.raise"""
    warnings = GAME.warnings(table(), keyple(keyples=1, tokens=1, village="Ann"))

    assert warnings == ("1 keyple would do there without tokens",)


def test_goods_made_at_home_lie_on_the_card_that_made_them() -> None:
    """goods.own goods.cards"""
    state = with_cards(table(), "Ann", Gold_Mine="R1")
    state = play(state, keyple(building="gold mine"), Gain(player="Ann", what="2 gold"))

    mine = state.find("Ann", "Gold Mine")
    assert mine is not None
    assert mine.goods == {"gold": 2}


def test_goods_made_at_a_neighbours_lie_on_ones_home() -> None:
    """goods.neighbour"""
    state = with_cards(table(), "Ben", Gold_Mine="R1")
    move = keyple(arrows=("left",), village="Ben", building="gold mine")
    state = play(state, move, Gain(player="Ann", what="2 gold"))

    mine, home = state.find("Ben", "Gold Mine"), state.find("Ann", "Home")
    assert mine is not None
    assert home is not None
    assert (mine.goods, home.goods) == ({}, {"gold": 2})


def test_skills_are_turned_into_goods() -> None:
    """skill.convert skill.returned"""
    state = with_cards(table(), "Ann", Carpenter="R1")
    state = set_to(state, skills=state.skills | {"Ann": {"double saw": 1, "face-down": 1}})
    state = set_to(state, supply=state.supply | {"double saw": 2, "skill": 44})
    state = play(state, keyple(building="Carpenter"))

    assert judge(state, Gain(player="Ann", what="3 saw -> 2 wood")).rules == ["skill.convert"]
    state = play(state, Gain(player="Ann", what="saw -> 2 wood"))

    assert state.skills["Ann"] == {"face-down": 1}
    assert (state.supply["double saw"], state.supply["wood"]) == (3, 38)


def test_a_face_down_tile_may_be_any_skill() -> None:
    """skill.kept skill.returned"""
    state = with_cards(table(), "Ann", Carpenter="R1")
    state = set_to(state, skills=state.skills | {"Ann": {"face-down": 1}})
    state = play(state, keyple(building="Carpenter"), Gain(player="Ann", what="saw -> 2 wood"))

    assert state.skills["Ann"] == {}


def test_an_open_choice_on_a_panel_is_the_players() -> None:
    """skill.convert keyple.action"""
    state = printed(table(), "Carpenter", panels=("1 skill -> 2 resource",))
    state = with_cards(state, "Ann", Carpenter="R1")
    state = set_to(state, skills=state.skills | {"Ann": {"double saw": 1}})
    state = play(state, keyple(building="Carpenter"))

    assert judge(state, Gain(player="Ann", what="saw -> 1 iron + 1 gold")).is_legal
    assert judge(state, Gain(player="Ann", what="saw -> 3 iron")).rules == ["keyple.action"]


def test_enter_never_offers_what_is_not_allowed() -> None:
    """transport.own"""
    state = printed(table(), "Home", panels=("1 transport",))
    state = play(state, keyple(arrows=("left",), village="Ben", building="Home"))

    ask = GAME.turn(state).asks[0]

    assert ask.enter == nothing("Ann")


@pytest.mark.parametrize(("reading", "legal"), [("activated", False), ("moved", True)])
def test_transport_and_upgrades_belong_to_ones_own_village(reading: str, legal: bool) -> None:
    """transport.own"""
    state = play(
        table(transport__own=reading), keyple(arrows=("left",), village="Ben", building="Home")
    )

    verdict = judge(state, Gain(player="Ann", what="1 transport"))

    assert verdict.is_legal == legal
    if not legal:
        assert verdict.rules == ["transport.own"]


def test_what_a_panel_brings_is_learned_for_the_box() -> None:
    """goods.cards"""
    state = play(with_cards(table(), "Ann", Gold_Mine="R1"), keyple(building="gold mine"))

    learned = GAME.learns(state, Gain(player="Ann", what="2 gold"))

    assert [(item.field, item.value) for item in learned] == [("panels", ["2 gold", None])]
    state = play(state, Gain(player="Ann", what="2 gold"))
    state = play(state, Discard(player="Ben"), Discard(player="Cy"))
    state = play(state, keyple(keyples=2, building="gold mine"))
    assert GAME.turn(state).asks[0].hint == "Enter: 2 gold"


def test_a_colour_that_was_not_said_is_asked_for() -> None:
    """draft.choose"""
    state = play(table(), keyple(colour=None))
    assert GAME.turn(state).asks[0].kinds == ("face",)

    state = play(state, Face(player="Ann", colour="blue", animal="cow"), nothing("Ann"))

    home = state.find("Ann", "Home")
    assert home is not None
    assert (home.keyples[0].colour, home.keyples[0].animal) == ("blue", "cow")
    assert judge(state, Face(player="Ann", colour="red")).rules == ["draft.choose"]


@pytest.mark.parametrize(("keyples", "legal"), [(1, True), (2, True), (3, False)])
def test_brainwave_opens_any_neighbour(keyples: int, legal: bool) -> None:
    """boat.brainwave"""
    state = with_cards(table(4), "Ann", Brainwave="R0.5")

    verdict = judge(state, keyple(keyples=keyples, arrows=("down",), village="Ben"))

    assert verdict.is_legal == legal


@pytest.mark.parametrize(("reading", "legal"), [("neighbours", False), ("own-too", True)])
def test_brainwave_and_ones_own_village(reading: str, legal: bool) -> None:
    """boat.brainwave"""
    state = with_cards(table(4, boat__brainwave=reading), "Ann", Brainwave="R0.5")

    assert judge(state, keyple(arrows=("left",), village="Ann")).is_legal == legal


def test_brainwave_does_not_reach_beyond_the_neighbours() -> None:
    """boat.brainwave"""
    state = with_cards(table(4), "Ann", Brainwave="R0.5")

    assert judge(state, keyple(village="Cy")).rules == ["keyple.arrow"]


def test_an_upgrade_in_hand_is_not_lost_to_the_next_play() -> None:
    """turn.new-upgrade"""
    state = play(table(2), keyple(), Gain(player="Ann", what="1 upgrade"), Discard(player="Ben"))
    assert state.round == 1

    state = play(state, Upgrade(player="Ann", building="Home", cost={}))

    home = state.find("Ann", "Home")
    assert home is not None
    assert (state.round, home.upgrades, home.raised) == (2, 1, 0)
