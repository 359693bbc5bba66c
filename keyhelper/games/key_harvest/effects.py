"""What events and workers' actions do to the table, and a worker that a field pushed away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from keyhelper.engine.verdict import Reason, unproven
from keyhelper.games.key_harvest import board
from keyhelper.games.key_harvest.model import (
    REGISTRY,
    STORE,
    Countryside,
    Stored,
    Worker,
    country_of,
    fields_of,
    filled_up,
    from_supply,
    gain,
    lay_field,
    lift_tile,
    pay,
    place_of,
    say_place,
    sorted_tiles,
    to_supply,
    with_country,
)
from keyhelper.games.key_harvest.moves import (
    Done,
    FlipFields,
    GainCounters,
    GiveCounters,
    LiftWorker,
    LoseCounters,
    MoveTile,
    RepositionWorker,
    WorkerHome,
)
from keyhelper.games.key_harvest.rules import (
    absent,
    begin_action,
    leave,
    mark_used,
    may_leave,
    may_pay,
    may_stand,
    stand,
)
from keyhelper.games.key_harvest.stores import join_warnings

NOT_SAID = "A position does not say which event or worker's action is being carried out"


def may_happen(state: Countryside, player: str | None) -> Iterator[Reason]:
    """Whether an event or a worker's action is being carried out, for a player at the table."""
    if player not in state.players:
        yield Reason("effect.when", absent(player))
    if state.is_partial:
        yield unproven("effect.when", NOT_SAID)
    elif not state.is_free:
        text = "No event and no worker's action is being carried out"
        yield Reason("effect.when", text)


# Counters


def may_gain(state: Countryside, move: GainCounters) -> Iterator[Reason]:
    yield from may_happen(state, move.player)
    if not move.crops:
        yield Reason("box.counters", "No counter is named")
    is_known = not state.is_partial or bool(state.supply)
    for crop, count in move.crops.items() if is_known else ():
        have = state.supply.get(crop, 0)
        if have < count:
            yield Reason("box.counters", f"The supply has {have} {crop}; {count} needed")


def do_gain(state: Countryside, move: GainCounters) -> Countryside:
    # Overruled, it still gives no more than there is.
    taken = {crop: min(n, state.supply.get(crop, 0)) for crop, n in move.crops.items()}
    return mark_used_by_effect(gain(from_supply(state, taken), str(move.player), taken))


def may_lose(state: Countryside, move: LoseCounters) -> Iterator[Reason]:
    yield from may_happen(state, move.player)
    if move.player in state.players:
        yield from may_pay(state, str(move.player), move.crops, "box.counters")


def do_lose(state: Countryside, move: LoseCounters) -> Countryside:
    return mark_used_by_effect(to_supply(pay(state, str(move.player), move.crops), move.crops))


def may_give(state: Countryside, move: GiveCounters) -> Iterator[Reason]:
    yield from may_happen(state, move.player)
    if move.to not in state.players or move.to == move.player:
        text = f"{move.player} gives to another player; {move.to} is none"
        yield Reason("effect.when", text)
    if move.player in state.players:
        yield from may_pay(state, str(move.player), move.crops, "box.counters")


def do_give(state: Countryside, move: GiveCounters) -> Countryside:
    given = pay(state, str(move.player), move.crops)
    return mark_used_by_effect(gain(given, move.to, move.crops))


# Tiles


def may_tile(state: Countryside, move: MoveTile) -> Iterator[Reason]:
    yield from may_happen(state, move.player)
    if move.tile not in board.spots(state.layout):
        yield Reason("box.tiles", f"There is no tile {move.tile} on the board {state.layout}")
    if move.player not in state.players:
        return
    country = country_of(state, move.player)
    if move.to == "board" and move.tile in (country.fields or {}):
        yield Reason("box.tiles", f"{move.tile} is on {move.player}'s board already")
    if move.to == "store" and len(country.store) >= STORE:
        text = f"{move.player}'s store holds {len(country.store)} tiles; {STORE} is the most"
        yield Reason("store.limit", text)
    if move.to == "registry" and len(state.registry) >= REGISTRY:
        text = f"The registry has {len(state.registry)} tiles; {REGISTRY} is the most"
        yield Reason("box.town-board", text)


def do_tile(state: Countryside, move: MoveTile) -> Countryside:
    player = str(move.player)
    state = lift_tile(mark_used_by_effect(state), move.tile)
    if move.to == "board":
        return lay_field(state, player, move.tile, move.harvested)
    if move.to == "store":
        stored = Stored(tile=move.tile, bid={})
        return with_country(state, player, store=(*country_of(state, player).store, stored))
    if move.to == "registry":
        return filled_up(state.model_copy(update={"registry": (*state.registry, move.tile)}))
    if move.to == "fallow":
        return state.model_copy(update={"fallow": (*state.fallow, move.tile)})
    return state.model_copy(update={"bag": sorted_tiles(state.layout, (*state.bag, move.tile))})


def tile_warns(state: Countryside, move: MoveTile) -> Iterator[str]:
    place = place_of(state, move.tile)
    whose = move.player if move.to in ("board", "store") else None
    if place == (move.to, whose) and move.to != "board":
        yield f"{move.tile} is {say_place(place)} already"
    if move.to == "board" and move.player in state.players:
        yield from join_warnings(state, str(move.player), move.tile)


def may_flip(state: Countryside, move: FlipFields) -> Iterator[Reason]:
    yield from may_happen(state, move.player)
    if move.player in state.players:
        for tile in move.fields:
            if tile not in fields_of(state, str(move.player)):
                yield Reason("effect.when", f"{move.player} has no field on {tile} to turn over")


def do_flip(state: Countryside, move: FlipFields) -> Countryside:
    fields = fields_of(state, str(move.player))
    turned = {tile: not fields[tile] for tile in move.fields if tile in fields}
    return mark_used_by_effect(with_country(state, str(move.player), fields=fields | turned))


def may_lift(state: Countryside, move: LiftWorker) -> Iterator[Reason]:
    yield from may_happen(state, move.player)
    if move.player in state.players:
        yield from may_leave(state, str(move.player), move.at)


def do_lift(state: Countryside, move: LiftWorker) -> Countryside:
    return mark_used_by_effect(leave(state, str(move.player), move.at))


def mark_used_by_effect(state: Countryside) -> Countryside:
    """The effect on top has done something; without one, an overruled move stands alone."""
    return mark_used(state) if state.is_free else state


# The end of an effect


def may_finish(state: Countryside, move: Done) -> Iterator[Reason]:
    top = state.top
    if state.is_partial:
        yield unproven("effect.when", NOT_SAID)
        return
    if top is None or not state.is_free:
        yield Reason("effect.when", "No event and no worker's action is being carried out")
        return
    if top.kind == "event":
        if move.player not in (None, top.waiting[0]):
            text = f"The event goes round clockwise; it is {top.waiting[0]}'s turn to carry it out"
            yield Reason("event.order", text)
        return
    if move.player not in (None, top.player):
        text = f"The worker is {top.player}'s, not {move.player}'s"
        yield Reason("effect.when", text)
    symbol = move.symbol or (top.worker.symbol if top.worker else None)
    if symbol == "scroll" and not top.did and not move.note:
        worker = top.worker.says() if top.worker else "the worker"
        text = f"{top.player}'s {worker} has a scroll: its action must be used, and nothing was"
        yield Reason("worker.scroll", text, hint="say what it did: `done drew a tile`")


def do_finish(state: Countryside, move: Done) -> Countryside:
    top = state.top
    if top is None:
        return state
    rest = state.pending[:-1]
    if top.kind == "event" and len(top.waiting) > 1:
        after = top.model_copy(update={"waiting": top.waiting[1:], "did": 0})
        return state.model_copy(update={"pending": (*rest, after)})
    update: dict[str, Any] = {"pending": rest}
    if top.kind == "event":
        update |= {"events_in_bag": state.events_in_bag + state.aside, "aside": 0}
    return state.model_copy(update=update)


# A worker pushed away by a field


NOT_PUSHED = "A position does not say whether a field has just pushed a worker away"


def lifted_worker(state: Countryside) -> tuple[str, Worker] | None:
    """The worker that waits to be put down again, and whose it is."""
    top = state.top
    if top is None or top.kind != "displaced" or top.worker is None:
        return None
    return top.player, top.worker


def may_reposition(state: Countryside, move: RepositionWorker) -> Iterator[Reason]:
    lifted = lifted_worker(state)
    if state.is_partial:
        yield unproven("displaced.reposition", NOT_PUSHED)
        return
    if lifted is None:
        text = "No field has just pushed a worker away; only then is one put down again"
        yield Reason("displaced.reposition", text)
        return
    owner, worker = lifted
    if move.player not in (None, owner):
        yield Reason("displaced.reposition", f"The worker is {owner}'s, not {move.player}'s")
    yield from may_stand(state, owner, worker.number, move.at)


def do_reposition(state: Countryside, move: RepositionWorker) -> Countryside:
    lifted = lifted_worker(state)
    if lifted is None:
        return state
    owner, worker = lifted
    state = state.model_copy(update={"pending": state.pending[:-1]})
    worker = worker.model_copy(update={"at": move.at})
    return begin_action(stand(state, owner, worker), owner, worker)


def may_go_home(state: Countryside, move: WorkerHome) -> Iterator[Reason]:
    lifted = lifted_worker(state)
    if state.is_partial:
        yield unproven("displaced.home", NOT_PUSHED)
    elif lifted is None:
        yield Reason("displaced.home", "No field has just pushed a worker away")
    elif move.player not in (None, lifted[0]):
        text = f"The worker is {lifted[0]}'s, not {move.player}'s"
        yield Reason("displaced.home", text)


def do_go_home(state: Countryside, move: WorkerHome) -> Countryside:
    if lifted_worker(state) is None:
        return state
    return state.model_copy(update={"pending": state.pending[:-1]})
