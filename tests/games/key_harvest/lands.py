"""Small tables for tests: a game under way, described in a few words."""

from __future__ import annotations

from typing import Any

from keyhelper.engine import catalogue
from keyhelper.engine.sealed import UNKNOWN
from keyhelper.engine.verdict import Verdict
from keyhelper.games.key_harvest import board, crops
from keyhelper.games.key_harvest.model import Country, Countryside, Stored, Worker, in_order
from keyhelper.games.key_harvest.opening import seal
from keyhelper.games.key_harvest.wiring import GAME

REGISTRY = "G1 G2 G3 G4 G5 G6"


def land(
    fields: dict[str, str] | None = None,
    workers: dict[str, dict[str, int]] | None = None,
    stores: dict[str, dict[str, str]] | None = None,
    counters: dict[str, str] | None = None,
    players: tuple[str, ...] = ("Ann", "Ben"),
    registry: str = REGISTRY,
    growing: dict[str, str] | None = None,
    readings: dict[str, str] | None = None,
    layout: str = board.DEFAULT,
    **rest: Any,
) -> Countryside:
    """A game in its middle with Ann on turn; `C4*` is a harvested field, all grow wheat."""
    fields, workers, stores = fields or {}, workers or {}, stores or {}
    held = {p: crops.read_counters((counters or {}).get(p, "nothing")) for p in players}
    countries = {
        player: Country(
            fields=in_order(
                layout, {ref.rstrip("*"): "*" in ref for ref in fields.get(player, "").split()}
            ),
            workers=tuple(Worker(number=n, at=at) for at, n in workers.get(player, {}).items()),
            store=tuple(
                Stored(tile=tile, bid=crops.read_counters(bid))
                for tile, bid in stores.get(player, {}).items()
            ),
            dealt=seal(player, held[player]) if counters is not None else UNKNOWN,
            is_told=counters is not None,
        )
        for player in players
    }
    out = [tile for c in countries.values() for tile in c.fields or {}]
    out += [stored.tile for c in countries.values() for stored in c.store] + registry.split()
    state = Countryside(
        players=players,
        readings=catalogue.default_readings("key-harvest") | (readings or {}),
        layout=layout,
        countries=countries,
        crops=dict.fromkeys(board.references(layout), "wheat") | (growing or {}),
        registry=tuple(registry.split()),
        is_registry_open=True,
        bag=tuple(ref for ref in board.references(layout) if ref not in out),
        supply=dict.fromkeys(crops.CROPS, 8),
        counters_bag={"hops": 2, "vegetables": 1, "cider": 1, "wine": 1, "wheat": 1},
        special=("hops",),
        events_in_bag=14,
        on_turn="Ann",
    )
    return state.model_copy(update=rest)


def judge(state: Countryside, kind: str, player: str | None = "Ann", **said: Any) -> Verdict:
    """What the rules say about a claim, filled in as at the table."""
    return GAME.verify(state, claim(state, kind, player, **said))


def claim(state: Countryside, kind: str, player: str | None = "Ann", **said: Any) -> Any:
    """A move of that kind, filled in as at the table."""
    move = GAME.act(kind).move.model_validate({"kind": kind, "player": player} | said)
    return GAME.fill(state, move)


def play(state: Countryside, kind: str, player: str | None = "Ann", **said: Any) -> Countryside:
    """The table after a legal move."""
    move = claim(state, kind, player, **said)
    verdict = GAME.verify(state, move)
    assert verdict.is_legal, verdict.reasons
    after = GAME.play(state, move)
    assert GAME.components(after) == GAME.components(state), move
    return after


def texts(verdict: Verdict) -> list[str]:
    """The sentences of a verdict."""
    return [reason.text for reason in verdict.reasons]
