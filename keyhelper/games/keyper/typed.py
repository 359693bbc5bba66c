"""What can be typed: the words a field takes, what follows from the rest, what the box learns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from keyhelper.engine import catalogue, names
from keyhelper.engine.game import Learned, Move
from keyhelper.games.keyper import moves
from keyhelper.games.keyper.building import deck_of, taken_tile
from keyhelper.games.keyper.conditions import read_value
from keyhelper.games.keyper.costs import UNKNOWN_COST, likely_payment
from keyhelper.games.keyper.goods import (
    ANIMALS,
    BORDERS,
    CODES,
    COLOURS,
    GOODS,
    JOBS,
    RESOURCES,
    SEASONS,
)
from keyhelper.games.keyper.model import BOATS, OWN, Keyper, visible

# Besides the colours: how people say them, and the codes that the panels show.
_SHORT_COLOURS = ("blue", "green", "gray", *(code.lower() for code in CODES.values()))
# A boat is sent by the move of that name, so it is no word for a keyple.
_KEYPLE_WORDS = (*COLOURS, *_SHORT_COLOURS, *(job for job in JOBS if job != "boat"))
_NO = ("no", "n", "none", "nobody", "nothing")
_FIELD_WORDS: dict[tuple[str, str], tuple[str, ...]] = {
    ("", "colour"): _KEYPLE_WORDS,
    ("", "border"): (*BORDERS, *_SHORT_COLOURS, "bld"),
    ("", "season"): SEASONS,
    ("", "goods"): GOODS,
    ("", "gain"): GOODS,
    ("", "shown"): GOODS,
    ("", "shows"): GOODS,
    ("", "pay"): (*RESOURCES, "none"),
    ("convert", "pay"): (*GOODS, "none"),
    ("convert", "gain"): (*GOODS, "none"),
    ("", "back"): (*ANIMALS, "none"),
    ("keyp", "gain"): (*GOODS, "none"),
    ("", "only"): _KEYPLE_WORDS,
    ("", "answer"): _NO,
    ("", "keyples"): _KEYPLE_WORDS,
    ("", "boat"): BOATS,
    ("", "boats"): BOATS,
    ("take", "area"): ("farm", "village", "fair", "winter", "winter fair"),
    ("build", "area"): ("farm", "village"),
    ("build", "deck"): ("home", "country"),
}
_TABLE_KINDS = ("border", "shows", "retrieve", "display", "boats", "layouts", "finish")


def words(state: Keyper, kind: str, field: str) -> Sequence[str]:
    """The names a field takes now; free text takes any."""
    if field == "board":
        boards = tuple(state.boards or ("1", "2", "3", "4"))
        return boards if kind in ("keyper", "boat") else (*boards, OWN)
    if kind == "upgrade" and field == "tile":
        return tuple(tile.name for house in state.houses.values() for tile in house.tiles or ())
    if kind == "value" and field == "tile":
        return tuple(tile.name for house in state.houses.values() for tile in house.tiles or ())
    return _FIELD_WORDS.get((kind, field), _FIELD_WORDS.get(("", field), ()))


def fill(state: Keyper, move: Move) -> Move:
    """Adds what follows from the rest: whose turn it is, where one joins, a cost from the box."""
    if move.player is None and move.kind not in _TABLE_KINDS:
        move = move.model_copy(update={"player": whose(state)})
    if isinstance(move, (moves.Decline, moves.Pass, moves.Skip)):
        return move.model_copy(update={"answer": None})  # said and understood
    if isinstance(move, moves.Join) and state.invitation and move.board is None:
        invited = state.invitation
        return move.model_copy(update={"board": invited.board, "field": invited.field})
    if isinstance(move, moves.Build):
        house = state.house(move.player) if move.player else None
        changes: dict[str, Any] = {}
        if house is not None and move.deck is None:
            changes["deck"] = deck_of(house, move)
        return move.model_copy(update=changes)
    return move


def whose(state: Keyper) -> str | None:
    """The player who is asked now, for a move that names nobody."""
    if state.invitation is not None and state.invitation.asked:
        return state.invitation.asked[0]
    if state.keyp_due is not None:
        return state.keyp_due
    if state.owed:
        return state.owed[0].player
    return state.active or next(iter(state.queue), None)


def suggest(state: Keyper, kind: str, field: str, given: Mapping[str, Any]) -> str | None:
    """A likely answer: a taken tile's area, a cost from the box, goods that would pay it."""
    player, tile = str(given.get("player")), str(given.get("tile", ""))
    if kind not in ("build", "upgrade") or player not in state.houses:
        return None
    house = state.house(player)
    if field == "area":
        taken = taken_tile(house, tile)
        return taken.area if taken else _boxed(tile, "area")
    cost = _boxed(tile, "upgrade_cost" if kind == "upgrade" else "cost")
    if field == "pay" and cost is not None:
        return likely_payment(cost, house.resources or {})
    # Whoever does not want to read it out answers with Enter, and the payment is not checked.
    return (cost or UNKNOWN_COST[0]) if field == "cost" else None


def learns(state: Keyper, move: Move) -> tuple[Learned, ...]:
    """What a move tells about a tile, for the owner's box."""
    if isinstance(move, moves.Build):
        return _learned(move.tile, {"cost": _known_cost(move.cost)})
    if isinstance(move, moves.Upgrade):
        return _learned(move.tile, {"upgrade_cost": _known_cost(move.cost)})
    if isinstance(move, moves.Value) and move.player in state.houses:
        tile = visible(state.house(move.player), move.tile)
        front = "upgraded_" if tile is not None and tile.is_upgraded else ""
        points, scores = read_value(move.scores)
        return _learned(move.tile, {f"{front}points": points, f"{front}scores": scores})
    return ()


def _known_cost(cost: str) -> str | None:
    return None if cost.strip().casefold() in UNKNOWN_COST else cost


def _boxed(name: str, field: str) -> str | None:
    known = catalogue.entries("keyper", "tiles")
    spelt = names.find(name, known)
    value = known[spelt].get(field) if spelt is not None else None
    return str(value) if value is not None else None


def _learned(name: str, values: Mapping[str, Any]) -> tuple[Learned, ...]:
    return tuple(
        Learned("tiles", name.strip(), field, value)
        for field, value in values.items()
        if value is not None
    )
