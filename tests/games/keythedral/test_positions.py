"""Positions from files: maps, fences, workers and bids, read strictly and named loosely."""

from __future__ import annotations

import json
from typing import Any

import pytest

from keyhelper.engine.intake import read_model
from keyhelper.engine.trouble import Trouble
from keyhelper.engine.verdict import Ruling
from keyhelper.games.keythedral.model import Keythedral
from keyhelper.games.keythedral.wiring import GAME
from tests.games.keythedral.tables import judge

MAP: dict[str, Any] = {
    "game": "keythedral",
    "players": [{"name": "Ann", "cubes": {"timber": 1, "stone": 1}}, {"name": "Ben"}],
    "fields": {"0,0": "grey", "1,0": "brown", "0,1": "Brown", "1,1": "quarry"},
    "cottages": [{"player": "ben", "number": 3, "at": [1.5, 0.5]}],
    "keythedral": [0.5, 0.5],
}


def position(**changes: Any) -> Keythedral:
    content = json.loads(json.dumps(MAP | changes))
    return GAME.from_position(read_model(GAME.position, content, "The position"))


def test_names_in_a_position_are_matched_loosely() -> None:
    state = position()
    assert state.cottages is not None
    assert state.cottages[0].player == "Ben"
    assert (state.fields or {})["1,1"] == "grey"


def test_the_least_that_a_claim_takes() -> None:
    """field.touch cottage.free fence.cost house.cost"""
    state = position()
    assert judge(state, "field", colour="red", at=[2, 0]).is_legal
    assert judge(state, "field", colour="red", at=[3, 3]).rules == ["field.touch"]
    assert judge(state, "cottage", number=3, at=[-0.5, 0.5]).is_legal
    assert judge(state, "cottage", number=3, at=[1.5, 0.5]).rules == ["cottage.free"]
    assert judge(state, "fence", cottage="Ben 3", field=[1, 0]).is_legal
    assert judge(state, "house", number=1).is_legal
    assert judge(state, "trade", get="wine", give="timber stone").is_legal
    assert judge(state, "craft", cube="ironwork", pay="timber stone").is_legal
    assert judge(state, "worker", "Ben", number=3, at=[1, 1]).is_legal
    assert judge(state, "house", "Ben", number=3).ruling is Ruling.UNPROVEN


def test_every_reason_is_given_at_once() -> None:
    """fence.cost fence.three fence.between"""
    players = [{"name": "Ann", "cubes": {}, "fences": 0}, {"name": "Ben"}]
    verdict = judge(position(players=players), "fence", cottage="Ben 3", field=[0, 0])
    assert verdict.rules == ["fence.three", "fence.cost", "fence.between"]


def test_fences_and_workers_of_a_position() -> None:
    """worker.fence worker.empty"""
    state = position(
        fences=[{"player": "Ann", "cottage": "Ben 3", "field": [1, 0]}],
        workers=[{"player": "Ann", "at": [1, 1]}],
        markers=[3],
    )
    assert judge(state, "worker", "Ben", number=3, at=[1, 0]).rules == ["worker.fence"]
    assert judge(state, "worker", "Ben", number=3, at=[1, 1]).rules == ["worker.empty"]
    other = position(markers=[2])
    assert judge(other, "worker", "Ben", number=3, at=[1, 1]).rules == ["worker.number"]


def test_three_fences_on_the_map_leave_none() -> None:
    """fence.three"""
    edges = [([1.5, 0.5], [1, 1]), ([-0.5, 0.5], [0, 0]), ([-0.5, 0.5], [0, 1])]
    fences = [{"player": "Ann", "cottage": gap, "field": field} for gap, field in edges]
    state = position(fences=fences)
    assert judge(state, "fence", cottage="Ben 3", field=[1, 0]).rules == ["fence.three"]


def test_where_a_closed_cottage_of_a_position_may_go() -> None:
    """fence.full faq.beside-field cottage.free"""
    edges = ([1, 0], [1, 1])
    fences = [{"player": "Ann", "cottage": "Ben 3", "field": field} for field in edges]
    state = position(fences=fences)
    assert judge(state, "reposition", "Ben", at=[0.5, 1.5]).is_legal
    assert judge(state, "reposition", "Ann", at=[0.5, 1.5]).rules == ["fence.full"]
    assert judge(state, "reposition", "Ben", at=[7.5, 1.5]).rules == ["faq.beside-field"]
    assert judge(state, "reposition", "Ben", at=[0.5, 0.5]).rules == ["cottage.free"]
    assert judge(state, "reposition", "Ben", at=[1.5, 0.5]).rules == ["fence.full"]
    assert judge(position(), "reposition", "Ben", at=[0.5, 1.5]).rules == ["fence.full"]


def test_the_mats_of_a_position_limit_crafts() -> None:
    """craft.empty"""
    empty = position(mat={}, spent={})
    pay = {"cube": "ironwork", "pay": "timber stone"}
    assert judge(empty, "craft", **pay).rules == ["craft.empty"]
    assert judge(position(mat={}, spent={"ironwork": 1}), "craft", **pay).is_legal


def test_a_bid_of_a_position_must_rise() -> None:
    """auction.raise auction.cubes"""
    bids = {"holder": "Ben", "bid": 1, "bidder": "Ben", "turn": "Ann"}
    state = position(auction=bids)
    assert judge(state, "bid", amount=2).is_legal
    assert judge(state, "bid", amount=1).rules == ["auction.raise"]
    assert judge(state, "bid", amount=3).rules == ["auction.cubes"]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"fields": {"0.5,0": "grey"}}, "no place for a field"),
        ({"fields": {"x": "grey"}}, "no place for a field"),
        ({"fields": {"0,0": "gery"}}, "did you mean grey"),
        ({"cottages": [{"player": "Ben", "number": 3, "at": [1, 0]}]}, "no gap"),
        ({"cottages": [{"player": "Ben", "number": 6, "at": [1.5, 0.5]}]}, "less than or equal"),
        ({"cottages": MAP["cottages"] * 2}, "both at 1.5,0.5"),
        ({"players": [{"name": "Ann"}, {"name": "ann"}]}, "two players are called"),
        ({"cottages": [{"player": "Benn", "number": 3, "at": [1.5, 0.5]}]}, "did you mean Ben"),
        ({"fences": [{"cottage": "Ben 9", "field": [1, 0]}]}, "no such cottage"),
        ({"players": [{"name": c} for c in "ABCDEF"]}, "6 players are given"),
        ({"players": []}, "0 players are given"),
        ({"colour": "red"}, "is not a key that is known here"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(Trouble) as caught:
        position(**changes)
    assert told in caught.value.text


def test_somebody_who_is_not_there_is_refused_kindly() -> None:
    with pytest.raises(Trouble, match="did you mean Ben"):
        judge(position(), "house", "Bem", number=3)


def test_a_position_survives_saving() -> None:
    state = position(on_mat=[{"tile": "8a", "cost": "2 food"}], auction={"holder": "Ben"})
    assert GAME.state.model_validate(json.loads(state.model_dump_json())) == state
