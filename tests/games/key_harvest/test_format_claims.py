"""Claims as an outsider words them, judged on positions through the front door."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.house.calling import Answer, call


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path))


def judged(claim: dict[str, Any] | str, *players: Any, **more: Any) -> Answer:
    content = json.dumps({"game": "key-harvest", "players": list(players)} | more)
    said = ["--move", json.dumps(claim)] if isinstance(claim, dict) else claim.split()
    return call("key-harvest", "validate", *said, "--position", "-", "--json", typed=content)


def rules(answer: Answer) -> list[str]:
    return [reason["rule"] for reason in answer.document["reasons"]]


BEN = {"name": "Ben", "fields": ["C4", "D3", "D5"], "workers": [{"at": "E4", "number": 2}]}
FOUR = BEN | {"fields": ["C4", "D3", "D5", "E5"], "workers": []}


def test_the_argument_of_the_evening() -> None:
    """worker.adjacency worker.neighbours"""
    answer = judged("worker player=Ben number=4 at=D4", BEN, {"name": "Ann"})

    assert answer.code == 1
    assert set(answer.document) == {"game", "move", "ruling", "reasons", "effects"}
    assert answer.document["ruling"] == "illegal"
    assert [(r["rule"], r["text"]) for r in answer.document["reasons"]] == [
        ("worker.adjacency", "D4 touches 3 field tiles (C4, D3, D5); worker 4 needs 4"),
        ("worker.neighbours", "E4 next to it holds worker 2"),
    ]
    keys = {"rule", "text", "ruling", "heading", "contested"}
    assert {key for reason in answer.document["reasons"] for key in reason} == keys
    assert {reason["contested"] for reason in answer.document["reasons"]} == {False}


@pytest.mark.parametrize(
    ("claim", "ben", "more", "expected"),
    [
        ("worker player=Ben number=4 at=D4", FOUR, {}, []),
        ("worker ben 4 d4", FOUR, {}, []),
        ("worker player=Ben number=5 at=D4", FOUR, {}, ["worker.adjacency"]),
        ("worker player=Ben number=1 at=C4", FOUR, {}, ["worker.space"]),
        ("worker player=Ben number=3 at=D4", FOUR, {"turn": ["worker"]}, ["turn.once"]),
        ("worker player=Ben number=3 at=D4", FOUR, {"turn": ["remove"]}, ["worker.not-both"]),
        ("worker player=Ben number=3 at=D4", FOUR, {"turn": ["harvest", "store"]}, ["turn.two"]),
        ("worker player=Ben number=3 at=E4", BEN, {}, ["worker.adjacency"]),
        ("worker player=Ben number=1 at=E4", BEN, {}, ["worker.replace"]),
        ("harvest player=Ben fields=C4", FOUR, {}, []),
        ("harvest player=Ben fields=C4,D3", FOUR, {}, []),
        ("harvest player=Ben fields=D3,D5", FOUR, {}, ["harvest.connected"]),
        ("harvest player=Ben fields=A1", FOUR, {}, ["harvest.own"]),
        ("harvest player=Ben fields=C4", FOUR | {"harvested": ["C4"]}, {}, ["harvest.unharvested"]),
        (
            {"kind": "harvest", "player": "Ben", "fields": ["C4", "C6"]},
            {"name": "Ben", "fields": ["C4", "C6"], "workers": [{"at": "C5", "number": 1}]},
            {},
            ["harvest.workers"],
        ),
    ],
)
def test_workers_and_harvests(
    claim: Any, ben: dict[str, Any], more: dict[str, Any], expected: list[str]
) -> None:
    answer = judged(claim, ben, {"name": "Ann"}, **more)

    assert rules(answer) == expected
    assert answer.code == (1 if expected else 0)
    assert answer.document["ruling"] == ("illegal" if expected else "legal")


@pytest.mark.parametrize(
    ("rule", "reading", "fields", "harvested"),
    [
        ("harvest.connected", "unharvested", ["C4", "C5", "C6"], ["C5"]),
        ("harvest.whole", "whole", ["C4", "C5", "C6", "C7"], ["C5"]),
    ],
)
def test_another_reading_is_another_ruling(
    rule: str, reading: str, fields: list[str], harvested: list[str]
) -> None:
    """harvest.connected harvest.whole"""
    ben = {"name": "Ben", "fields": fields, "harvested": harvested, "workers": []}
    claim = {"kind": "harvest", "player": "Ben", "fields": ["C4", "C6"]}

    assert rules(judged(claim, ben)) == []
    other = judged(claim, ben, readings={rule: reading})
    assert rules(other) == [rule]
    assert other.document["reasons"][0]["contested"] is True


STORES = (
    {
        "name": "Ben",
        "fields": ["C4"],
        "workers": [{"at": "D4", "number": 1}],
        "crops": {"hops": 2, "wine": 1},
        "store": [{"tile": "D4", "bid": {"hops": 1}}],
    },
    {
        "name": "Ann",
        "fields": ["A1"],
        "workers": [],
        "crops": {"hops": 1},
        "store": [{"tile": "G1", "bid": {"hops": 1, "wine": 1}}, {"tile": "G2", "bid": "1 wheat"}],
    },
)


@pytest.mark.parametrize(
    ("claim", "turn", "expected"),
    [
        ({"tile": "D4", "pay": {"hops": 1}}, [], []),
        ({"tile": "D4"}, ["harvest"], []),
        ({"tile": "D4", "pay": {"hops": 2}}, [], ["transfer.own"]),
        ({"tile": "G1", "pay": {"wine": 1, "hops": 1}}, [], []),
        ({"tile": "G1", "pay": {"hops": 2, "wine": 1}}, [], ["transfer.match"]),
        ({"tile": "G1", "pay": {"hops": 2}}, [], ["transfer.match"]),
        ({"tile": "G2", "pay": {"wheat": 1}}, [], ["transfer.have"]),
        ({"tile": "A1", "pay": {"wheat": 1}}, [], ["transfer.stored"]),
        ({"tile": "D4", "pay": {"hops": 1}}, ["store"], ["turn.store-last"]),
        ({"tile": "D4", "pay": {"hops": 1}}, ["transfer"], ["turn.once"]),
        ({"kind": "store", "tile": "B1", "bid": {"hops": 1}}, ["transfer"], []),
        ({"kind": "store", "tile": "B1", "bid": {}}, [], ["store.bid"]),
        ({"kind": "store", "tile": "B1", "bid": {"wheat": 1}}, [], ["store.have"]),
        ({"kind": "store", "tile": "A1", "bid": {"hops": 1}}, [], ["store.registry"]),
        (
            {"kind": "store", "player": "Ann", "tile": "B1", "bid": {"hops": 1}},
            [],
            ["store.limit"],
        ),
        ({"kind": "remove", "at": "D4"}, [], []),
        ({"kind": "remove", "at": "D5"}, [], ["worker.remove"]),
        ({"kind": "pass"}, ["store"], []),
    ],
)
def test_stores_bids_and_the_order_of_actions(
    claim: dict[str, Any], turn: list[str], expected: list[str]
) -> None:
    answer = judged({"kind": "transfer", "player": "Ben"} | claim, *STORES, turn=turn)

    assert rules(answer) == expected
    assert answer.code == (1 if expected else 0)


def test_a_transfer_says_what_it_costs_and_displaces() -> None:
    """displaced.lift transfer.own transfer.owner-keeps"""
    own = judged({"kind": "transfer", "player": "Ben", "tile": "D4"}, *STORES)
    other = judged({"kind": "transfer", "player": "Ben", "tile": "G1"}, *STORES)

    assert own.document["effects"]["paid_to"] == "supply"
    assert own.document["effects"]["displaces"] == 1
    assert other.document["effects"]["paid_to"] == "Ann"


def test_joining_two_groups_is_told_with_both_totals() -> None:
    """score.separate"""
    ann = {"name": "Ann", "fields": "C1 C2 C3 C5 C6 C7", "store": [{"tile": "C4", "bid": "1 hops"}]}
    claim = {"kind": "transfer", "player": "Ann", "tile": "C4"}
    content = json.dumps({"players": [ann]})
    said = call(
        "key-harvest", "validate", "--move", json.dumps(claim), "--position", "-", typed=content
    )

    told = " ".join((said.out + said.err).split())
    assert "C1 C2 C3 (3) and C5 C6 C7 (3): the groups score 9 now and 7 afterwards" in told
    points = judged(claim, ann).document["effects"]["group_points"]
    assert points == {"before": 9, "after": 7}


@pytest.mark.parametrize(
    ("claim", "ben"),
    [
        ({"kind": "worker", "number": 3, "at": "D4"}, {"fields": ["C4", "D3", "D5"]}),
        ({"kind": "worker", "number": 3, "at": "D4"}, {"workers": []}),
        ({"kind": "worker", "number": 3, "at": "D4"}, {"fields": "C4 D3 D5", "workers": [2]}),
        ({"kind": "harvest", "fields": ["C4"]}, {}),
        ({"kind": "event"}, FOUR),
        ({"kind": "draw", "tile": "B1", "crop": "hops"}, FOUR),
        ({"kind": "empty"}, FOUR),
        ({"kind": "gain", "crops": {"hops": 1}}, FOUR | {"crops": {}}),
        ({"kind": "done"}, FOUR),
        ({"kind": "reposition", "at": "D4"}, FOUR),
        ({"kind": "home"}, FOUR),
    ],
)
def test_what_a_position_does_not_tell_is_not_proven(
    claim: dict[str, Any], ben: dict[str, Any]
) -> None:
    answer = judged(claim | {"player": "Ben"}, {"name": "Ben"} | ben)

    assert (answer.code, answer.document["ruling"]) == (3, "unproven")


@pytest.mark.parametrize(
    ("claim", "complaint"),
    [
        ("plough player=Ben", "no move called 'plough'"),
        ("worker player=Cy number=3 at=D4", "no player called 'Cy'"),
        ({"kind": "worker", "player": "Ben", "number": 6, "at": "D4"}, "numbered 1 to 5, not 6"),
        ({"kind": "worker", "player": "Ben", "number": 4, "at": "D4", "x": 1}, "x is not a key"),
        ({"kind": "store", "player": "Ben", "tile": "B1"}, "bid is missing"),
    ],
)
def test_a_claim_that_is_not_understood(claim: Any, complaint: str) -> None:
    answer = judged(claim, FOUR)

    assert (answer.code, answer.out) == (1, "")
    assert complaint in answer.err
