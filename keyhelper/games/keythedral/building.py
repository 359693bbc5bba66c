"""Phase 3, buying: costs read off tiles, building tiles taken, rows turned over, the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from keyhelper.engine.names import listed
from keyhelper.engine.verdict import Reason, unproven
from keyhelper.games.keythedral.cubes import (
    CRAFTS,
    Counts,
    minus,
    number,
    say,
    total,
)
from keyhelper.games.keythedral.model import Keythedral, Tile, mat_rows
from keyhelper.games.keythedral.moves import Buy, Reveal
from keyhelper.games.keythedral.rounds import turn_over_row
from keyhelper.games.keythedral.turns import after_action, may_act, may_pay, paid


def may_reveal(state: Keythedral, move: Reveal) -> Iterator[Reason]:
    if move.tile is None:
        if move.cost is not None:
            yield Reason(rule="buy.exact", text="Say which tile costs that, such as 4a")
        return
    tile = state.tile_named(move.tile)
    if tile is None:
        taker = state.taken.get(move.tile)
        text = f"{taker} has taken tile {move.tile}" if taker else f"No tile {move.tile} lies there"
        yield Reason(rule="buy.face-up", text=text)
    elif not tile.is_open:
        yield Reason(
            rule="buy.face-up",
            text=f"Tile {tile.name} lies face down; the row of {state.row()}s is open",
        )


def do_reveal(state: Keythedral, move: Reveal) -> Keythedral:
    state = state.model_copy(update={"news": ()})
    for tile in state.tiles or ():
        if move.tile is None and tile.is_open:
            state = state.with_tile(tile.model_copy(update={"is_asked": True}))
        elif tile.name == move.tile:
            cost = tile.cost if move.cost is None else move.cost
            state = state.with_tile(tile.model_copy(update={"is_asked": True, "cost": cost}))
    return state


def next_unread(state: Keythedral) -> Tile | None:
    """The first open tile whose cost nobody has been asked for."""
    unread = (t for t in state.tiles or () if t.is_open and not t.is_asked and t.cost is None)
    return next(unread, None)


def warn_reveal(state: Keythedral, move: Reveal) -> Iterator[str]:
    """What is known about costs in general, as a guard against slips of the tongue."""
    tile = state.tile_named(move.tile or "")
    if tile is not None and move.cost is not None:
        yield from doubts(state.edition, tile.value, move.cost)


def doubts(edition: str, value: int, cost: Counts) -> Iterator[str]:
    """Where a cost breaks a limit that sources report; a warning, never a refusal."""
    if edition != "pro-ludo":
        return
    if not 2 <= total(cost) <= 4:
        yield f"Building tiles show 2 to 4 cubes; this is {number(total(cost), 'cube')}"
    if value == 4 and (total(cost) != 2 or total(cost, CRAFTS)):
        yield f"A 4 shows 2 basic cubes; this is {say(cost)}"
    if value > 6 and cost.get("stone"):
        yield f"Stone stands only on 4s and 6s, as far as is known; this is {say(cost)}"
    if value > 8 and cost.get("timber"):
        yield f"Timber stands only on 4s, 6s and 8s, as far as is known; this is {say(cost)}"
    if value == 12 and not total(cost, CRAFTS):
        yield f"A 12 shows at least one craft cube; this is {say(cost)}"


def may_buy(state: Keythedral, move: Buy) -> Iterator[Reason]:
    player = state.seat(move.player)
    yield from may_act(state, player, "Taking a building tile")
    unsold = tuple(_may_choose(state, move))
    yield from unsold
    tile = sold(state, move)
    if tile.cost is not None and move.cost is not None and tile.cost != move.cost:
        yield Reason(
            rule="buy.exact",
            text=f"Tile {tile.name} was read as {say(tile.cost)}, not {say(move.cost)}",
            hint="`reveal` corrects a cost",
        )
    pay = payment(state, move)
    if pay is None and unsold:
        return
    if pay is None:
        yield unproven(
            "buy.exact", f"Nobody has told what tile {move.tile} costs, or what was paid"
        )
        return
    if tile.price is None:
        yield unproven("buy.exact", f"Nobody has told what tile {move.tile} costs")
    else:
        yield from _may_settle(tile, pay)
    yield from may_pay(state, player, pay, "buy.exact", f"Tile {move.tile}")


def do_buy(state: Keythedral, move: Buy) -> Keythedral:
    player = state.seat(move.player)
    tile = sold(state, move)
    pay = payment(state, move)
    # Where the cubes are not followed, the table hears the move itself, as not proven.
    is_seen = pay is not None and state.hand(player).cubes is not None
    told = (f"{player} pays {say(pay or {})} for tile {tile.name}",) if is_seen else ()
    state = paid(state, player, pay or {})
    held = state.hand(player).tiles or {}
    value = str(tile.value)
    state = state.with_hand(player, tiles=held | {value: held.get(value, 0) + 1})
    left = tuple(other for other in state.tiles or () if other.name != tile.name)
    taken = state.taken | {tile.name: player}
    state = state.model_copy(update={"tiles": left, "taken": taken, "news": told})
    if not left and state.phase != "claim":
        end = f"{player} took the last building tile"
        return state.model_copy(update={"phase": "over", "actor": None, "news": (end,)})
    return after_action(turn_over_row(state), player)


def effects_buy(state: Keythedral, move: Buy) -> dict[str, Any]:
    """The points, what is paid and what is left in the hand."""
    tile = sold(state, move)
    pay = payment(state, move)
    effects: dict[str, Any] = {"points": tile.value, "pays": pay}
    have = state.hand(move.player).cubes
    if have is not None and pay is not None and state.phase == "claim":  # else it is hidden
        effects["leaves"] = minus(have, pay)
    return effects


def sold(state: Keythedral, move: Buy) -> Tile:
    """The tile in question, with the cost that the mat or the move tells."""
    tile = state.tile_named(move.tile) or _by_value(state, move)
    return tile if tile.cost is not None else tile.model_copy(update={"cost": move.cost})


def payment(state: Keythedral, move: Buy) -> Counts | None:
    """What is paid: as said, or the cost where nobody has a choice."""
    tile = sold(state, move)
    if move.pay is not None:
        return move.pay
    if tile.cheaper or tile.dearer_any:
        return None
    return tile.price


def _by_value(state: Keythedral, move: Buy) -> Tile:
    """A tile named by its value only, as positions do where tiles have no letters."""
    value = int("".join(letter for letter in move.tile if letter.isdigit()))
    same = [tile for tile in state.tiles or () if tile.value == value]
    priced = [tile for tile in same if move.cost is None or tile.cost in (None, move.cost)]
    if not move.tile[-1].isalpha() and priced:
        costs = {tuple(sorted((tile.cost or {}).items())) for tile in priced}
        if len(costs) == 1:
            return priced[0]
    return Tile(name=move.tile, value=value)


def _may_choose(state: Keythedral, move: Buy) -> Iterator[Reason]:
    """Whether that tile is for sale."""
    tile = sold(state, move)
    rows = mat_rows(state.edition, state.length)
    if tile.value not in rows:
        values = listed([str(value) for value in rows])
        yield Reason(
            rule="box.mat", text=f"Building tiles are worth {values}; there is no {tile.value}"
        )
        return
    if state.tiles is None:
        return
    if state.tile_named(tile.name) is None:
        named = [other.name for other in state.tiles if other.value == tile.value]
        if named and not move.tile[-1].isalpha():
            text = f"Several {tile.value}s are on the mat; say which of {listed(named)}"
        elif move.tile in state.taken:
            text = f"{state.taken[move.tile]} has taken tile {move.tile}"
        else:
            text = f"No tile {move.tile} lies on the mat any more"
        yield Reason(rule="buy.face-up", text=text)
    row = state.row()
    if row is not None and tile.value != row and (tile.is_open or state.phase == "claim"):
        left = sum(other.value == row for other in state.tiles)
        yield Reason(
            rule="buy.bottom-row",
            text=f"Only the lowest row is for sale; {number(left, 'tile')} of {row} still there",
        )
    elif not tile.is_open and state.tile_named(tile.name) is not None and state.phase != "claim":
        yield Reason(
            rule="buy.face-up",
            text=f"Tile {tile.name} lies face down; the row of {row}s is for sale",
        )


def _may_settle(tile: Tile, pay: Counts) -> Iterator[Reason]:
    """Whether the payment is exactly the price, laws counted in."""
    price = tile.price or {}
    missing = minus(price, pay)
    on_top = minus(pay, price)
    left_out = total(missing)
    due = max(0, total(price) + tile.dearer_any - tile.cheaper)
    if total(pay) == due and left_out <= tile.cheaper:
        return
    yield Reason(
        rule="buy.exact",
        text=f"Tile {tile.name} costs {price_words(tile)}; {say(pay)} was paid"
        + (f", {say(missing)} is missing" if missing else "")
        + (f", {say(on_top)} is too much" if on_top and not tile.dearer_any else ""),
    )


def tile_words(tile: Tile) -> str:
    """The price, or that nobody has told it."""
    return "cost not told" if tile.cost is None else price_words(tile)


def price_words(tile: Tile) -> str:
    """The price as people say it, with what laws changed."""
    if tile.price is None:
        return "what it shows"
    words = say(tile.price)
    if tile.dearer_any:
        words += f" + {tile.dearer_any} of any kind"
    if tile.cheaper:
        words += f", less {number(tile.cheaper, 'cube')} of the buyer's choice"
    return words
