"""Claims about positions from a file: the least that each of them takes."""

from __future__ import annotations

from typing import Any

import pytest

from keyhelper.engine.verdict import Ruling, Verdict
from keyhelper.games.key_harvest.wiring import GAME
from tests.games.key_harvest.lands import judge, texts


def ruling(kind: str, said: dict[str, Any], *players: dict[str, Any], **top: Any) -> Verdict:
    given = {"game": "key-harvest", "players": list(players)} | top
    state = GAME.from_position(GAME.position.model_validate(given))
    return judge(state, kind, said.pop("player", "Ben"), **said)


def ben(**given: Any) -> dict[str, Any]:
    return {"name": "Ben", "fields": [], "workers": []} | given


def test_a_worker_is_judged_with_every_reason() -> None:
    """worker.adjacency, worker.neighbours"""
    player = ben(fields=["C4", "D3", "D5"], workers=[{"at": "E4", "number": 2}])
    verdict = ruling("worker", {"number": 4, "at": "D4"}, player)

    assert verdict.ruling is Ruling.ILLEGAL
    assert texts(verdict) == [
        "D4 touches 3 field tiles (C4, D3, D5); worker 4 needs 4",
        "E4 next to it holds worker 2",
    ]
    clear = ben(fields=["C4", "D3", "D5", "C5"])
    assert ruling("worker", {"number": 4, "at": "D4"}, clear).is_legal


def test_a_worker_on_an_untold_board_is_unproven() -> None:
    """worker.adjacency"""
    verdict = ruling("worker", {"number": 1, "at": "D4"}, {"name": "Ben"})

    assert verdict.ruling is Ruling.UNPROVEN
    numbers = ruling("worker", {"number": 1, "at": "D4"}, ben(fields=["C4"], workers=[1]))
    assert numbers.rules == ["worker.neighbours"]


def test_a_harvest_needs_fields_only() -> None:
    """harvest.connected, harvest.workers"""
    player = ben(fields=["C4", "C5", "C7"], workers=[{"at": "C6", "number": 1}])

    assert ruling("harvest", {"fields": ["C4", "C5"]}, player).is_legal
    assert ruling("harvest", {"fields": ["C5", "C7"]}, player).rules == ["harvest.workers"]
    assert ruling("harvest", {"fields": ["C4", "A1"]}, player).rules == ["harvest.own"]
    cut = ben(fields=["C4", "C5"], harvested=["C5"])
    assert ruling("harvest", {"fields": ["C4", "C5"]}, cut).rules == ["harvest.unharvested"]
    untold = ruling("harvest", {"fields": ["C4"]}, {"name": "Ben"})
    assert untold.ruling is Ruling.UNPROVEN


def test_a_supply_may_be_given() -> None:
    """harvest.instead"""
    verdict = ruling("harvest", {"fields": ["E4"]}, ben(fields=["E4"]), supply={"wine": 1})

    assert verdict.is_legal


def test_a_transfer_matches_the_bid() -> None:
    """transfer.match, transfer.own"""
    ann = {"name": "Ann", "store": [{"tile": "C4", "bid": {"hops": 2}}]}
    own = ben(store=[{"tile": "D4", "bid": {"wine": 1}}])

    assert ruling("transfer", {"tile": "C4", "pay": {"hops": 2}}, ann, ben()).is_legal
    assert ruling("transfer", {"tile": "C4", "pay": {"hops": 1}}, ann, ben()).rules == [
        "transfer.match"
    ]
    assert ruling("transfer", {"tile": "D4", "pay": {"wine": 1}}, own).is_legal
    assert ruling("transfer", {"tile": "D4", "pay": {"wine": 2}}, own).rules == ["transfer.own"]
    assert ruling("transfer", {"tile": "E4", "pay": {}}, own).rules == ["transfer.stored"]
    poor = ben(crops={"hops": 1})
    assert ruling("transfer", {"tile": "C4", "pay": {"hops": 2}}, ann, poor).rules == [
        "transfer.have"
    ]


@pytest.mark.parametrize(
    ("turn", "kind", "said", "rules"),
    [
        (["store"], "transfer", {"tile": "D4"}, ["turn.store-last"]),
        (["transfer"], "transfer", {"tile": "D4"}, ["turn.once"]),
        (["harvest"], "transfer", {"tile": "D4"}, []),
        (["harvest"], "harvest", {"fields": ["C4"]}, ["turn.once"]),
        (["harvest", "worker"], "transfer", {"tile": "D4"}, ["turn.two"]),
        (["transfer"], "store", {"tile": "A1", "bid": {"hops": 1}}, []),
        (["remove"], "worker", {"number": 1, "at": "C5"}, ["worker.not-both"]),
    ],
)
def test_the_order_of_actions(
    turn: list[str], kind: str, said: dict[str, Any], rules: list[str]
) -> None:
    """turn.once, turn.two, turn.store-last"""
    player = ben(fields=["C4"], store=[{"tile": "D4", "bid": {"wine": 1}}])

    assert ruling(kind, dict(said), player, turn=turn).rules == rules


def test_storing_from_a_position() -> None:
    """store.bid, store.limit, store.registry"""
    full = ben(store=[{"tile": t, "bid": {"wine": 1}} for t in ("D4", "D5")])

    assert ruling("store", {"tile": "A1", "bid": {"hops": 1}}, ben()).is_legal
    assert ruling("store", {"tile": "A1", "bid": {}}, ben()).rules == ["store.bid"]
    assert ruling("store", {"tile": "A1", "bid": {"hops": 1}}, full).rules == ["store.limit"]
    listed = ruling("store", {"tile": "A1", "bid": {"hops": 1}}, ben(), registry=["A2"])
    assert listed.rules == ["store.registry"]
    own = ruling("store", {"tile": "C4", "bid": {"hops": 1}}, ben(fields=["C4"]))
    assert own.rules == ["store.registry"]


def test_readings_come_with_the_position() -> None:
    """harvest.whole"""
    verdict = ruling(
        "harvest", {"fields": ["C4"]}, ben(fields=["C4", "C5"]), readings={"harvest.whole": "whole"}
    )

    assert verdict.rules == ["harvest.whole"]


def test_the_layout_of_the_position_counts() -> None:
    """box.board, worker.adjacency"""
    claim = {"number": 2, "at": "B1"}
    player = ben(fields=["A1", "A2"])

    assert ruling("worker", dict(claim), player).rules == ["worker.adjacency"]
    assert ruling("worker", dict(claim), player, layout="9-8-7-8-9-8-7").is_legal


def test_someone_unknown_is_named() -> None:
    """turn.order"""
    assert ruling("harvest", {"player": "Zoe", "fields": ["C4"]}, ben()).rules == ["turn.order"]
