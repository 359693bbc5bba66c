"""The question `afford`: whether a tile can be paid, in how many actions, or what is missing."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from keyhelper.engine.game import Answer, Frozen
from keyhelper.engine.names import listed
from keyhelper.engine.trouble import Trouble, Unanswered, Unproven
from keyhelper.games.keythedral.cubes import (
    BASICS,
    CRAFTS,
    Counts,
    Cubes,
    number,
    plus,
    say,
    spoken,
    total,
)
from keyhelper.games.keythedral.model import Keythedral, Tile, mat_rows
from keyhelper.games.keythedral.planner import Exchange, Plan, as_moves, plan
from keyhelper.games.keythedral.references import TileName

OTHERS = "Each action is a turn: somebody may take the tile first"


class AffordArguments(Frozen):
    """Can a building tile be paid, and how."""

    tile: TileName = Field(description="The tile, such as 8a, or only its value")
    cost: Cubes | None = Field(default=None, description='What it shows: "2 food + 1 ironwork"')
    have: Cubes | None = Field(default=None, description='The cubes held: "3 timber 2 food"')
    player: str | None = Field(default=None, description="Whose cubes, in a saved game")


def afford(state: Keythedral | None, asked: AffordArguments) -> Answer:
    """Whether the tile can be paid now or after which actions, with the fewest cubes."""
    tile = _tile(state, asked)
    who, have = _holder(state, asked)
    available = None
    if state is not None and asked.have is None and state.store is not None:
        crafts = plus(state.mat or {}, state.spent or {})
        available = plus(state.store, crafts)
    found = plan(
        have,
        tile.price or {},
        on_top=tile.dearer_any,
        cheaper=tile.cheaper,
        available=available,
    )
    data: dict[str, Any] = {
        "tile": tile.name,
        "cost": tile.price,
        "have": have,
        "affordable": found.is_possible,
        "lacking": found.lacking,
        "spare": found.spare,
        "needed": found.needed,
    }
    if found.is_possible:
        data |= {
            "actions": found.actions,
            "moves": as_moves(found),
            "leaves": found.leaves,
            "leaves_total": total(found.leaves),
        }
        return Answer(tuple(_yes(found, who)), data)
    data |= {"unavailable": found.unavailable, "short": max(0, found.needed - found.spare)}
    return Answer(tuple(_no(found, who, tile)), data, exit_code=1)


def _tile(state: Keythedral | None, asked: AffordArguments) -> Tile:
    """The tile with its price: from the saved game, unless a cost is given."""
    on_mat = state.tile_named(asked.tile) if state is not None else None
    value = int("".join(letter for letter in asked.tile if letter.isdigit()))
    editions = ("pro-ludo", "rnd") if state is None else (state.edition,)
    values = sorted({row for edition in editions for row in mat_rows(edition, "full")})
    if value not in values:
        raise Trouble(
            f"No building tile is worth {value}, only {listed([str(row) for row in values])}"
        )
    tile = on_mat or Tile(name=asked.tile, value=value)
    if asked.cost is not None:
        tile = tile.model_copy(update={"cost": asked.cost})
    if tile.cost is None:
        raise Unanswered(
            f"Nobody has told what tile {asked.tile} costs", hint='give --cost "2 food + 1 stone"'
        )
    return tile


def _holder(state: Keythedral | None, asked: AffordArguments) -> tuple[str, Counts]:
    if asked.have is not None:
        return asked.player or "You", asked.have
    if state is None:
        raise Unanswered("Which cubes are there to pay with?", hint='give --have "3 timber 2 food"')
    player = asked.player or state.actor
    if player is None:
        raise Unanswered("Whose cubes?", hint="give --player or --have")
    name = state.seat(player)
    cubes = state.hand(name).cubes
    if cubes is None:
        raise Unproven(
            f"Only {name} sees the cubes behind the screen", hint='give --have "3 timber 2 food"'
        )
    return name, cubes


def _yes(found: Plan, who: str) -> list[str]:
    if not found.exchanges:
        first = f"Yes, now: pay {say(found.pay)}"
    else:
        before = [_exchange_words(exchange) for exchange in _merged(found)]
        spent = found.spare - total(found.leaves, BASICS) - _on_top(found)
        first = (
            f"Yes, in {found.actions} actions: {', '.join(before)} for {spent} of "
            f"{_whose(who)} {number(found.spare, 'spare cube')}, then the tile"
        )
    lines = [first]
    if found.exchanges:
        lines += [f"  {_full_words(exchange)}" for exchange in found.exchanges]
        lines.append(f"  take the tile for {say(found.pay)}")
    left = total(found.leaves)
    kept = f" ({say(found.leaves)})" if left else ""
    close = f"  Leaves {number(left, 'cube')}{kept}"
    return [*lines, f"{close}. {OTHERS}" if found.exchanges else close]


def _whose(who: str) -> str:
    return "your" if who == "You" else f"{who}'s"


def _no(found: Plan, who: str, tile: Tile) -> list[str]:
    has = "have" if who == "You" else "has"
    lines = [f"No: {'you' if who == 'You' else who} {has} no way to pay {say(tile.price or {})}"]
    for kind, count in found.unavailable.items():
        source = "mat, spent cubes included," if kind in CRAFTS else "store"
        lines.append(f"  The {source} cannot give {count} {spoken(kind)} of those lacking")
    if found.needed > found.spare:
        what = f"Lacking {say(found.lacking)}" if found.lacking else "The law's surcharge"
        takes = number(found.needed, "spare basic cube")
        lines.append(
            f"  {what} takes {takes}; {who if who != 'You' else 'you'} {has} {found.spare}"
        )
        short = found.needed - found.spare
        lines.append(f"  {number(short, 'more basic cube')} of any kind would do")
    return lines


def _merged(found: Plan) -> list[tuple[str, str, int]]:
    """Exchanges for the same cube, said once."""
    counts: dict[tuple[str, str], int] = {}
    for exchange in found.exchanges:
        key = (exchange.kind, exchange.cube)
        counts[key] = counts.get(key, 0) + 1
    return [(kind, cube, count) for (kind, cube), count in counts.items()]


def _exchange_words(merged: tuple[str, str, int]) -> str:
    kind, cube, count = merged
    verb = "buy" if kind == "craft" else "trade for"
    return f"{verb} {spoken(cube)}" if count == 1 else f"{verb} {count} {spoken(cube)}"


def _full_words(exchange: Exchange) -> str:
    if exchange.kind == "craft":
        return f"buy {spoken(exchange.cube)} for {say(exchange.pay)}"
    return f"trade {say(exchange.pay)} for 1 {spoken(exchange.cube)}"


def _on_top(found: Plan) -> int:
    """Basic cubes among those of any kind that a law puts on top."""
    exchanged = sum(total(exchange.pay) for exchange in found.exchanges)
    return found.spare - total(found.leaves, BASICS) - exchanged
