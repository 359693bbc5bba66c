"""Phases 1 and 2: work order markers, workers sent to fields, cubes brought home."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from keyhelper.engine.names import listed
from keyhelper.engine.trouble import Trouble
from keyhelper.engine.verdict import Reason, unproven
from keyhelper.games.keythedral import board
from keyhelper.games.keythedral.board import key
from keyhelper.games.keythedral.cubes import YIELDS, Counts, minus, say, shared, tidy
from keyhelper.games.keythedral.model import (
    NUMBERS,
    Cottage,
    Keythedral,
    Worker,
    marker_order,
)
from keyhelper.games.keythedral.moves import Collect, PlaceMarker, SendWorker
from keyhelper.games.keythedral.turns import may_now, received


def may_marker(state: Keythedral, move: PlaceMarker) -> Iterator[Reason]:
    player = state.seat(move.player)
    before = tuple(may_now(state, ("workers",), "Placing a marker"))
    yield from before
    if before:
        return
    if state.queue:
        yield Reason(
            rule="worker.order",
            text=f"First {state.queue[0]} sends workers for number {state.markers[-1]}",
        )
    elif len(state.markers) == len(NUMBERS):
        yield Reason(rule="marker.five", text="All five markers are placed")
    elif state.phase == "workers" and player != marker_placer(state):
        rule = "marker.first" if not state.markers else "marker.next"
        number = len(state.markers) + 1
        yield Reason(rule=rule, text=f"{marker_placer(state)} places marker {number}, not {player}")
    if move.number in state.markers:
        place = state.markers.index(move.number) + 1
        yield Reason(rule="marker.free", text=f"Marker {place} already lies on {move.number}")
    due = state.fixed_order[len(state.markers) : len(state.markers) + 1]
    if due and move.number != due[0]:
        yield Reason(
            rule="law.effect",
            text=f"A law fixed the order of the numbers; {due[0]} comes next, not {move.number}",
        )


def do_marker(state: Keythedral, move: PlaceMarker) -> Keythedral:
    player = state.seat(move.player)
    first = player if state.reads("worker.order", "placer") == "placer" else state.start or player
    placed = state.model_copy(
        update={
            "markers": (*state.markers, move.number),
            "queue": state.clockwise(first),
            "sent": 0,
            "news": (),
        }
    )
    return skip_idle(placed)


def marker_placer(state: Keythedral) -> str | None:
    """Who places the next marker; None when all lie or nobody knows who starts."""
    if state.start is None or len(state.markers) >= len(NUMBERS):
        return None
    return marker_order(state.players, state.start)[len(state.markers)]


def may_worker(state: Keythedral, move: SendWorker) -> Iterator[Reason]:
    player = state.seat(move.player)
    before = tuple(may_now(state, ("workers",), "Sending a worker"))
    yield from before
    if before:
        return
    yield from _may_send(state, player, move.number)
    if state.cottages is None:
        yield unproven(
            "worker.adjacent", f"Where {player}'s cottage {move.number} stands was not told"
        )
        return
    cottage = state.cottage_of(player, move.number)
    if cottage is None:
        yield Reason(rule="worker.number", text=f"{player} has no cottage {move.number} on the map")
        return
    yield from _may_go(state, cottage, move)


def do_worker(state: Keythedral, move: SendWorker) -> Keythedral:
    player = state.seat(move.player)
    worker = Worker(player=player, number=move.number, at=move.at)
    sent = state.model_copy(
        update={"workers": (*state.workers, worker), "sent": state.sent + 1, "news": ()}
    )
    return skip_idle(sent)


def effects_worker(state: Keythedral, move: SendWorker) -> dict[str, Any]:
    """The cube that the worker will bring."""
    colour = state.field_at(move.at)
    return {"brings": YIELDS[colour]} if colour else {}


def skip_idle(state: Keythedral) -> Keythedral:
    """Go on to the next player who has a worker to place and a field for it."""
    told: list[str] = []
    while state.queue:
        player = state.queue[0]
        cottage = state.cottage_of(player, state.markers[-1])
        if cottage and state.sent < cottage.workers:
            if state.free_fields(cottage):
                break
            kept = cottage.workers - state.sent
            what = "worker stays" if kept == 1 else f"{kept} workers stay"
            told.append(f"{cottage.name} finds no free field: {player}'s {what} idle")
        state = state.model_copy(update={"queue": state.queue[1:], "sent": 0})
    news = (*state.news, *told)
    if not state.queue and len(state.markers) == len(NUMBERS) and state.phase == "workers":
        return state.model_copy(update={"phase": "collect", "news": news})
    return state.model_copy(update={"news": news})


def may_collect(state: Keythedral, move: Collect) -> Iterator[Reason]:
    before = tuple(may_now(state, ("collect",), "Collecting"))
    yield from before
    if before or state.phase == "claim" or move.player is None:
        return
    player = state.seat(move.player)
    following = _collectors(state)[0]
    if player != following:
        text = f"{following} collects now, not {player}"
        if player in state.collected:
            text = f"{player} has already collected in this round"
        yield Reason(rule="collect.order", text=text)


def do_collect(state: Keythedral, move: Collect) -> Keythedral:
    if state.start is None:
        raise Trouble("Nobody said who the start player is, so nobody can collect first")
    collectors = _collectors(state) if move.player is None else (state.seat(move.player),)
    state = state.model_copy(update={"news": ()})
    for player, brought, missed in harvest(state, collectors):
        if state.store is not None:
            state = state.model_copy(update={"store": minus(state.store, brought)})
        state = received(state, player, brought)
        told = (f"{player} misses {say(missed)}: the store is dry",) if missed else ()
        state = state.model_copy(
            update={"collected": (*state.collected, player), "news": (*state.news, *told)}
        )
    if _collectors(state):
        return state
    return state.model_copy(update={"phase": "actions", "actor": state.start})


def harvest(
    state: Keythedral, collectors: tuple[str, ...] | None = None
) -> Iterator[tuple[str, Counts, Counts]]:
    """What each player collects and misses, in order, while the store lasts."""
    store = state.store
    for player in _collectors(state) if collectors is None else collectors:
        due = Counter[str]()
        for worker in state.workers:
            colour = state.field_at(worker.at)
            if worker.player == player and colour and colour not in state.stopped:
                due[YIELDS[colour]] += 2 if colour in state.doubled else 1
        brought = tidy(due) if store is None else shared(due, store)
        store = None if store is None else minus(store, brought)
        yield player, brought, minus(due, brought)


def _collectors(state: Keythedral) -> tuple[str, ...]:
    order = state.clockwise(state.start) if state.start else state.players
    return tuple(player for player in order if player not in state.collected)


def _may_send(state: Keythedral, player: str, number: int) -> Iterator[Reason]:
    """Whose go it is, and from which number."""
    if state.phase == "claim":
        if state.markers and number != state.markers[-1]:
            yield Reason(
                rule="worker.number",
                text=f"The marker lies on {state.markers[-1]}; cottage {number} is not used now",
            )
        return
    if not state.queue:
        marker = len(state.markers) + 1
        yield Reason(
            rule="marker.next",
            text=f"First {marker_placer(state)} puts marker {marker} on a number",
        )
        return
    if player != state.queue[0]:
        yield Reason(rule="worker.order", text=f"{state.queue[0]} sends now, not {player}")
    if number != state.markers[-1]:
        yield Reason(
            rule="worker.number",
            text=f"Number {state.markers[-1]} is used now; cottage {number} is not",
        )


def _may_go(state: Keythedral, cottage: Cottage, move: SendWorker) -> Iterator[Reason]:
    """Whether the cottage has a worker left and the field can be reached."""
    where = key(move.at)
    away = [w for w in state.workers if w.player == cottage.player and w.number == move.number]
    if len(away) >= cottage.workers:
        what = "house" if cottage.is_house else "cottage"
        yield Reason(
            rule="worker.house",
            text=f"A {what} sends {cottage.workers}; {cottage.name} has sent {len(away)}",
        )
    if state.fields is None:
        yield unproven("worker.adjacent", "Which fields lie on the table was not told (`fields`)")
        return
    if state.field_at(move.at) is None:
        yield Reason(rule="worker.adjacent", text=f"No field lies at {where}")
        return
    if move.at not in board.fields_around(cottage.at):
        reach = listed([key(spot) for spot in state.fields_of(cottage.at)]) or "no field"
        yield Reason(
            rule="worker.adjacent",
            text=f"{cottage.name} at {key(cottage.at)} touches {reach}; {where} is not one of them",
        )
    elif state.is_fenced(cottage.at, move.at):
        fence = state.fence_on(cottage.at, move.at)
        yield Reason(
            rule="worker.fence", text=f"{fence.says() if fence else 'A fence'} is in the way"
        )
    worker = state.worker_at(move.at)
    if worker is not None:
        whose = f"{worker.player}'s worker" if worker.player else "a worker"
        yield Reason(rule="worker.empty", text=f"{where} already holds {whose}")
