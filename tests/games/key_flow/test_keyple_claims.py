"""Keyple plays claimed on a position that says little: open where it must be."""

from __future__ import annotations

from typing import Any

from keyhelper.engine.verdict import Ruling
from keyhelper.games.key_flow.model import KeyFlow
from keyhelper.games.key_flow.moves import Keyple
from keyhelper.games.key_flow.wiring import GAME
from tests.games.key_flow.tables import (
    judge,
    position,
)


def keyple(player: str = "Ann", **given: Any) -> Keyple:
    asked = {"keyples": 1, "arrows": ("down",), "building": "Home", "colour": "red"}
    return Keyple.model_validate({"player": player} | asked | given)


def claim(**given: Any) -> KeyFlow:
    building = {"village": "Ben", "name": "Mill", "row": "road", "cards_before": 1, "new": False}
    return position(
        seating=["Ann", "Ben", "Cy"], players=[], buildings=[building | given.pop("building", {})]
    )


MILL: dict[str, Any] = {"keyples": 2, "arrows": ["left"], "village": "Ben", "building": "mill"}


def test_a_claim_is_judged_on_the_least_a_position_gives() -> None:
    """keyple.number turn.before"""
    assert judge(claim(), keyple(**MILL)).is_legal
    assert judge(claim(building={"cards_before": 2}), keyple(**MILL)).rules == ["keyple.number"]
    assert judge(claim(building={"new": True}), keyple(**MILL)).rules == ["turn.new-building"]
    assert judge(claim(building={"row": "river"}), keyple(**MILL)).rules == ["keyple.road"]


def test_what_a_position_leaves_out_is_not_proven() -> None:
    """keyple.number keyple.road"""
    for gap in ({"cards_before": None}, {"row": None}):
        assert judge(claim(building=gap), keyple(**MILL)).ruling is Ruling.UNPROVEN
    assert judge(claim(), keyple(**MILL | {"building": "Barn"})).ruling is Ruling.UNPROVEN


def test_all_reasons_are_given_at_once() -> None:
    """turn.before"""
    state = claim(building={"new": True, "row": "river", "cards_before": 3})

    verdict = judge(state, keyple(**MILL | {"arrows": ["right"]}))

    assert verdict.rules == ["keyple.arrow", "keyple.road", "turn.new-building", "keyple.number"]


def test_a_position_may_hold_brainwave_and_tokens() -> None:
    """boat.brainwave token.raise"""
    state = position(
        seating=["Ann", "Ben", "Cy"],
        buildings=[{"village": "Ben", "name": "Mill", "row": "road", "cards_before": 0}],
        players=[{"name": "Ann", "boats": ["brainwave"], "tokens": 0}],
    )

    assert judge(state, keyple(**MILL | {"arrows": ["down"]})).is_legal
    assert judge(state, keyple(**MILL | {"tokens": 1})).rules == ["token.raise"]


def test_the_side_of_a_building_matters_for_two() -> None:
    """keyple.two-players"""
    mill = {"village": "Ben", "name": "Mill", "row": "road", "cards_before": 0}

    def ruling(**more: Any) -> Ruling:
        state = position(seating=["Ann", "Ben"], buildings=[mill | more])
        return judge(state, keyple(**MILL)).ruling

    assert ruling() is Ruling.UNPROVEN
    assert ruling(side="left") is Ruling.LEGAL
    assert ruling(at="R2") is Ruling.ILLEGAL


def test_effects_of_a_play_are_told() -> None:
    """goods.neighbour clear.store"""
    move = GAME.fill(claim(), keyple(**MILL))

    assert GAME.effects(claim(), move) == {
        "keyples": 2, "needed": 2, "tokens": 0, "goods_go_to": "Ann's home", "store": "Ben",
    }  # fmt: skip
