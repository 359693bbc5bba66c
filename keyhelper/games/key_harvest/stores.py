"""Stores: tiles leave them for a board, tiles of the registry enter with a bid; and passing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from keyhelper.engine.verdict import Reason
from keyhelper.games.key_harvest import board, crops
from keyhelper.games.key_harvest.model import (
    STORE,
    Countryside,
    Pending,
    Stored,
    country_of,
    filled_up,
    gain,
    lay_field,
    left_of,
    lift_tile,
    pay,
    place_of,
    say_place,
    to_supply,
    with_country,
)
from keyhelper.games.key_harvest.moves import PassBag, StoreTile, TransferTile
from keyhelper.games.key_harvest.position import registry_known
from keyhelper.games.key_harvest.rules import (
    free_warns,
    may_act,
    may_go_on,
    may_pay,
    nobody,
    take_action,
)

# Action C


def may_transfer(state: Countryside, move: TransferTile) -> Iterator[Reason]:
    yield from may_act(state, move.player, "transfer")
    if move.player not in state.players:
        return
    found = find_stored(state, move.tile)
    if found is None:
        place = say_place(place_of(state, move.tile))
        yield Reason("transfer.stored", f"{move.tile} is {place}; only stored tiles move")
        return
    owner, stored = found
    offered = stored.bid if move.pay is None else move.pay
    if offered != stored.bid and owner == move.player:
        text = f"{move.tile} costs the bid beside it, {crops.say(stored.bid)}"
        yield Reason("transfer.own", f"{text}; {owner} pays {crops.say(offered)}")
    elif offered != stored.bid:
        text = f"{owner}'s bid for {move.tile} is {crops.say(stored.bid)}, to be matched exactly"
        yield Reason("transfer.match", f"{text}; {move.player} pays {crops.say(offered)}")
    if owner != move.player:
        yield from may_pay(state, str(move.player), offered, "transfer.have")


def find_stored(state: Countryside, tile: str) -> tuple[str, Stored] | None:
    """The store that holds the tile: whose it is, and the tile with its bid."""
    for owner, country in state.countries.items():
        for stored in country.store:
            if stored.tile == tile:
                return owner, stored
    return None


def do_transfer(state: Countryside, move: TransferTile) -> Countryside:
    player = str(move.player)
    found = find_stored(state, move.tile)
    if found is None:
        # Overruled: the tile comes from wherever it is, and what was paid goes to the supply.
        paid = move.pay or {}
        state = to_supply(pay(state, player, paid), paid)
    else:
        owner, stored = found
        left = tuple(s for s in country_of(state, owner).store if s.tile != move.tile)
        state = with_country(state, owner, store=left)
        if owner == player:
            state = to_supply(state, stored.bid)
        else:
            paid = stored.bid if move.pay is None else move.pay
            state = gain(pay(state, player, paid), owner, crops.plus(paid, stored.bid))
    # First the action, then the tile: a worker it pushes away waits on top.
    return lay_field(take_action(state, "transfer"), player, move.tile)


def transfer_effects(state: Countryside, move: TransferTile) -> dict[str, Any]:
    found = find_stored(state, move.tile)
    if found is None or move.player not in state.players:
        return {}
    owner, stored = found
    worker = country_of(state, move.player).worker_at(move.tile)
    before, after = points_around(state, str(move.player), move.tile)
    brings: dict[str, Any] = {
        "from": owner,
        "bid": stored.bid,
        "paid_to": "supply" if owner == move.player else owner,
        "group_points": {"before": before, "after": after},
    }
    return brings if worker is None else brings | {"displaces": worker.number}


def transfer_warns(state: Countryside, move: TransferTile) -> Iterator[str]:
    yield from free_warns(state, move)
    if move.player in state.players:
        yield from join_warnings(state, str(move.player), move.tile)


def join_warnings(state: Countryside, player: str, tile: str) -> Iterator[str]:
    """A warning when the tile joins groups and the joined ones score less."""
    fields = country_of(state, player).fields
    if fields is None or tile in fields:
        return
    near = board.neighbours(state.layout, tile)
    joined = [group for group in board.groups(state.layout, fields) if set(group) & set(near)]
    before, after = points_around(state, player, tile)
    if len(joined) > 1 and after < before:
        shown = " and ".join(f"{' '.join(group)} ({len(group)})" for group in joined)
        yield (
            f"{tile} joins {player}'s groups {shown}:"
            f" the groups score {before} now and {after} afterwards"
        )


def points_around(state: Countryside, player: str, tile: str) -> tuple[int, int]:
    """What the player's groups score without the tile and with it."""
    fields = set(country_of(state, player).fields or {})
    before = [len(group) for group in board.groups(state.layout, fields)]
    after = [len(group) for group in board.groups(state.layout, fields | {tile})]
    return board.group_points(before), board.group_points(after)


# Action D


def may_store(state: Countryside, move: StoreTile) -> Iterator[Reason]:
    yield from may_act(state, move.player, "store")
    if move.player not in state.players:
        return
    player = str(move.player)
    place = place_of(state, move.tile)
    if move.tile not in board.spots(state.layout):
        yield Reason("store.registry", f"There is no tile {move.tile} on the board {state.layout}")
    elif move.tile not in state.registry and (registry_known(state) or place is not None):
        listing = f"; it holds {', '.join(state.registry)}" if state.registry else ""
        text = f"{move.tile} is {say_place(place)}, not in the registry{listing}"
        yield Reason("store.registry", text)
    held = [stored.tile for stored in country_of(state, player).store]
    if len(held) >= STORE:
        text = f"{player}'s store holds {len(held)} tiles ({', '.join(held)}); {STORE} is the most"
        yield Reason("store.limit", text)
    if crops.total(move.bid) < 1:
        yield Reason("store.bid", f"A bid is at least 1 counter; {player} bids 0")
    yield from may_pay(state, player, move.bid, "store.have")


def do_store(state: Countryside, move: StoreTile) -> Countryside:
    player = str(move.player)
    state = pay(lift_tile(state, move.tile), player, move.bid)
    stored = Stored(tile=move.tile, bid=move.bid)
    state = with_country(state, player, store=(*country_of(state, player).store, stored))
    state = take_action(state, "store")
    if state.is_partial:
        return state
    refill = Pending(kind="refill", player=player)
    # Overruled, a tile from elsewhere leaves no space in the registry.
    return filled_up(state.model_copy(update={"pending": (*state.pending, refill)}))


def store_effects(state: Countryside, move: StoreTile) -> dict[str, Any]:
    if move.player not in state.players:
        return {}
    held = [stored.tile for stored in country_of(state, move.player).store]
    return {"store": [*held, move.tile], "bid": move.bid}


# The end of a turn


def may_pass(state: Countryside, move: PassBag) -> Iterator[Reason]:
    if move.player not in state.players and state.turns_left != 0:
        yield nobody(state, move.player, "turn.pass")
        return
    yield from may_go_on(state, str(move.player))
    top = state.top
    if top is not None and top.kind in ("event", "worker"):
        what = "The event" if top.kind == "event" else f"{top.player}'s worker's action"
        yield Reason("turn.pass", f"{what} is not finished", hint="`done` finishes it")


def do_pass(state: Countryside, move: PassBag) -> Countryside:
    player = str(move.player)
    left = state.turns_left
    if left is not None:
        left = max(left - 1, 0)
    elif state.drawer is not None:
        # The drawer finishes the turn; then everybody has two more, the drawer the last.
        left = 2 * len(state.players)
    return state.model_copy(
        update={
            "turns": state.turns + 1,
            "turns_left": left,
            "on_turn": None if left == 0 else left_of(state, player),
            "actions": (),
            "worker_deed": "",
            "tiles_moved": 0,
            "pending": (),
            # Only an overruled pass leaves an event unfinished; its guests still go back.
            "events_in_bag": state.events_in_bag + state.aside,
            "aside": 0,
        }
    )
