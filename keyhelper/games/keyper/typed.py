"""What can be typed: the words a field takes, what follows from the rest, what the box learns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from keyhelper.engine import catalogue, names
from keyhelper.engine.game import Doubt, Learned, Move
from keyhelper.engine.terms import TermError
from keyhelper.engine.trouble import Trouble
from keyhelper.games.keyper import moves
from keyhelper.games.keyper.building import against_tile, deck_of, taken_tile
from keyhelper.games.keyper.conditions import read_term, read_value
from keyhelper.games.keyper.costs import UNKNOWN_COST, likely_payment
from keyhelper.games.keyper.goods import (
    ANIMALS,
    BORDERS,
    CODES,
    COLOURS,
    GOODS,
    JOBS,
    RESOURCES,
    RIVER,
    SEASONS,
    counted,
)
from keyhelper.games.keyper.joining import could_join_with
from keyhelper.games.keyper.model import BOATS, OWN, Country, Keyper, visible

# Besides the colours: how people say them, and the codes that the panels show.
_SHORT_COLOURS = ("blue", "green", "gray", *(code.lower() for code in CODES.values()))
# A boat is sent by the move of that name, so it is no word for a keyple.
_KEYPLE_WORDS = (*COLOURS, *_SHORT_COLOURS, *(job for job in JOBS if job != "boat"))
_NO = ("no", "n", "none", "nobody", "nothing", "no thanks", "no thank you", "nope")
_WILD_BOAR = "wild boar"  # as the manual calls it; the formats say boar
_GOODS = (*GOODS, _WILD_BOAR)
# A boat that is not in the box is understood, so that it can be refused by its number.
_DIGITS = (*BOATS, "7", "8", "9", "0")
_FIELD_WORDS: dict[tuple[str, str], tuple[str, ...]] = {
    ("", "colour"): _KEYPLE_WORDS,
    ("", "border"): (*BORDERS, *_SHORT_COLOURS, "bld"),
    ("", "season"): SEASONS,
    ("", "goods"): _GOODS,
    ("", "gain"): _GOODS,
    ("", "shown"): _GOODS,
    ("", "shows"): _GOODS,
    ("", "pay"): (*RESOURCES, "none"),
    ("convert", "pay"): (*_GOODS, "none", *moves.INTO),
    ("convert", "gain"): (*_GOODS, "none"),
    ("", "back"): (*ANIMALS, _WILD_BOAR, "none"),
    ("keyp", "gain"): (*_GOODS, "none"),
    ("", "only"): _KEYPLE_WORDS,
    ("", "answer"): _NO,
    ("", "keyples"): _KEYPLE_WORDS,
    ("", "boat"): BOATS,
    ("", "boats"): _DIGITS,
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
    if isinstance(move, moves.Convert) and move.gain is None:
        raise Trouble(
            f"What comes for {counted(move.pay)}?",
            hint="such as `convert 1 clay to 1 brick`, or `convert 1 clay to none`",
        )
    if isinstance(move, moves.PlayKeyple | moves.LayDown) and _means_river(state, move):
        return move.model_copy(update={"field": RIVER})
    if isinstance(move, moves.Build):
        house = state.house(move.player) if move.player else None
        changes: dict[str, Any] = {}
        if house is not None and move.deck is None:
            changes["deck"] = deck_of(house, move)
        return move.model_copy(update=changes)
    return move


def _means_river(state: Keyper, move: moves.PlayKeyple | moves.LayDown) -> bool:
    """Whether `boat` is said for the river, and is not what a field is called."""
    fields = (state.boards or {}).get(move.board, Country()).fields
    is_boat = names.find(move.field, ("boat", "the boat", "ship")) is not None
    return is_boat and move.board != OWN and names.find(move.field, fields) is None


def doubt(state: Keyper, move: Move) -> Doubt | None:
    """A field that was entered with another border: is it that one, or another field?"""
    if not isinstance(move, moves.PlayKeyple) or move.border is None or move.board == OWN:
        return None
    fields = (state.boards or {}).get(move.board, Country()).fields
    field = state.field_name(move.board, move.field)
    spot = fields.get(field)
    if spot is None or field == RIVER or spot.border == move.border:
        return None
    other, number = field, 1
    while names.find(other, fields) is not None:
        number += 1
        other = f"{field}-{number}"
    where = f"boards.{move.board}.fields.{field}.border"
    return Doubt(
        f"{field} on board {move.board} was entered with border {spot.border}, not {move.border};"
        f" if that was wrong, `amend {where} {move.border}` first",
        (
            (f"{field}, {spot.border}", move.model_copy(update={"border": None})),
            (f"another field, {other}, {move.border}", move.model_copy(update={"field": other})),
        ),
    )


def narrow(state: Keyper, kind: str, field: str, given: Mapping[str, Any]) -> Sequence[str] | None:
    """The keyples that could join; and no question about a tile that cannot be built anyway."""
    player = given.get("player") or whose(state)
    if kind == "join" and field == "colour":
        if state.invitation is None and not state.is_partial:
            raise Trouble("Nobody has been invited to join", hint="`?` lists what is possible now")
        return could_join_with(state, player) or None if player in state.houses else None
    if field in ("pay", "cost") and kind in ("build", "upgrade") and player in state.houses:
        said = {name: value for name, value in given.items() if name not in ("kind", "player")}
        for reason in against_tile(state, kind, player, said):
            raise Trouble(
                f"{reason.text} ({reason.rule})",
                hint=f"`rules {reason.rule}` explains it; with `pay` and `cost` on the line,"
                " `!` at its end records it",
            )
    return None


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
        if scores is not None and not _can_be_read(scores, state.house(move.player).counted):
            return ()
        return _learned(move.tile, {f"{front}points": points, f"{front}scores": scores})
    return ()


def _known_cost(cost: str) -> str | None:
    return None if cost.strip().casefold() in UNKNOWN_COST else cost


def _can_be_read(scores: str, counted: Iterable[str]) -> bool:
    try:
        read_term(scores, counted)
    except TermError:
        return False
    return True


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
