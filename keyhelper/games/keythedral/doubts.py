"""What a move may mean when it was said in few words: asked at the table before it is judged."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement
from typing import Any

from keyhelper.engine.game import Doubt, Move
from keyhelper.engine.names import listed
from keyhelper.engine.trouble import Trouble
from keyhelper.engine.verdict import Reason, Ruling
from keyhelper.games.keythedral import board, building, laws
from keyhelper.games.keythedral.cubes import (
    FIELD_COLOURS,
    KINDS,
    YIELDS,
    Counts,
    plus,
    say,
    spoken,
    tidy,
    total,
)
from keyhelper.games.keythedral.model import NUMBERS, Keythedral, Tile
from keyhelper.games.keythedral.moves import Buy, PlayLaw, Reveal

MOST_CHOICES = 12
EXAMPLE = "1 food 1 wine"


def doubt(state: Keythedral, move: Move) -> Doubt | None:
    """The question that a move leaves open; Trouble where only free words can answer it."""
    if isinstance(move, Buy):
        return _which_tile(state, move) or _which_cubes(state, move)
    if isinstance(move, Reveal):
        return _which_cost(state, move)
    if isinstance(move, PlayLaw):
        return _which_law(state, move)
    return None


def _which_tile(state: Keythedral, move: Buy) -> Doubt | None:
    """A bare value names a row, not a tile."""
    if move.tile[-1].isalpha() or state.phase == "claim":
        return None
    row = [t for t in state.tiles or () if t.is_open and str(t.value) == move.tile]
    named = [(tile, move.model_copy(update={"tile": tile.name})) for tile in row]
    if not named:
        return None
    return Doubt(
        "Which tile",
        tuple(
            (
                f"{tile.name}, {building.tile_words(tile)}",
                each.model_copy(update={"pay": building.payment(state, each)}),
            )
            for tile, each in named
        ),
    )


def _which_cubes(state: Keythedral, move: Buy) -> Doubt | None:
    """Cubes that are followed must be named where the tile leaves them open."""
    if building.payment(state, move) is not None or state.hand(move.player).cubes is None:
        return None
    if _is_refused(building.may_buy(state, move)):
        return None
    tile = building.sold(state, move)
    known = state.known_costs.get(str(tile.value), ())
    if tile.price is not None:
        ways = payments(tile)
        if len(ways) <= MOST_CHOICES:
            question = f"Tile {tile.name} costs {building.price_words(tile)}; paid with"
            return Doubt(question, tuple((say(p), _with(move, pay=p)) for p in ways))
        raise Trouble(
            f"Tile {tile.name} costs {building.price_words(tile)}; which cubes are paid?",
            hint=f"say them with the tile, such as `buy {tile.name} {EXAMPLE}`",
        )
    if known:
        question = f"What does tile {tile.name} cost; if none of these: `buy {tile.name} {EXAMPLE}`"
        return Doubt(question, tuple((say(c), _with(move, cost=c, pay=c)) for c in known))
    raise Trouble(
        f"What does tile {tile.name} cost? Nobody has told it yet",
        hint=f"say it with the purchase, such as `buy {tile.name} {EXAMPLE}`",
    )


def payments(tile: Tile) -> list[Counts]:
    """Every way to pay a tile that laws made cheaper or dearer."""
    bases: list[Counts] = [dict(tile.price or {})]
    for _ in range(min(tile.cheaper, total(tile.price or {}))):
        bases = [tidy(base | {kind: base[kind] - 1}) for base in bases for kind in base]
    ways = [
        plus(base, {kind: added.count(kind) for kind in KINDS})
        for base in bases
        for added in combinations_with_replacement(KINDS, tile.dearer_any)
    ]
    return list({tuple(way.items()): way for way in ways}.values())


def _which_cost(state: Keythedral, move: Reveal) -> Doubt | None:
    """A cost is told or left for later, never forgotten."""
    if move.cost is not None or move.when is not None:
        return None
    if _is_refused(building.may_reveal(state, move)):
        return None
    unread = [t for t in state.tiles or () if t.is_open and t.cost is None]
    tile = state.tile_named(move.tile or "")
    if tile is None:
        first = unread[0].name if unread else "4a"
        missing = f"not told yet: {listed([t.name for t in unread])}" if unread else ""
        raise Trouble(f"Say what a tile costs, such as `reveal {first} {EXAMPLE}`", hint=missing)
    known = state.known_costs.get(str(tile.value), ())
    if known:
        question = f"What does tile {tile.name} cost; if none of these: `reveal {tile.name} ...`"
        return Doubt(question, tuple((say(c), _with(move, cost=c)) for c in known))
    raise Trouble(f"Say what tile {tile.name} costs, such as `reveal {tile.name} {EXAMPLE}`")


def _which_law(state: Keythedral, move: PlayLaw) -> Doubt | None:
    """What a law is about, unless it cannot be played anyhow."""
    against = [r for r in laws.may_play_law(state, move) if r.rule != "law.effect"]
    if _is_refused(against):
        return None
    if move.effect == "order":
        return _which_number(state, move)
    if move.effect in ("double", "stop") and move.colour is None:
        choices = ((f"{colour}, {YIELDS[colour]}", {"colour": colour}) for colour in FIELD_COLOURS)
        return _choice("Which fields is the law about", move, choices)
    if move.effect in ("surcharge", "discount") and move.tile is None:
        told = [tile for tile in state.tiles or () if tile.is_open]
        tiles = ((f"{t.name}, {building.tile_words(t)}", {"tile": t.name}) for t in told)
        return _choice("Which tile is the law about", move, tiles)
    if move.effect == "surcharge" and not move.extra and not move.any_cubes:
        free = [("1 cube of any kind", {"any_cubes": 1}), ("2 cubes of any kind", {"any_cubes": 2})]
        named = [(f"1 {spoken(kind)}", {"extra": {kind: 1}}) for kind in KINDS]
        return _choice("What does the tile cost on top", move, [*free, *named])
    if move.effect == "fence" and (move.cottage is None or move.field is None):
        fences = ((fence.says(), _place_of(state, fence)) for fence in state.fences)
        return _choice("Which fence goes", move, fences)
    if move.effect == "other" and not move.text and not move.title:
        raise Trouble(
            "What does the card say?",
            hint='`play-law other text "everybody takes a wine"`, or its `title`',
        )
    return None


def _which_number(state: Keythedral, move: PlayLaw) -> Doubt | None:
    """The order, number by number; markers that lie come first."""
    said = move.numbers or state.markers
    left = [number for number in NUMBERS if number not in said]
    if not left or len(set(said)) != len(said):
        return None
    lead = f"{' '.join(map(str, said))}, then which number" if said else "Which number comes first"
    choices = []
    for number in left:
        rest = tuple(n for n in left if n != number) if len(left) == 2 else ()
        label = " ".join(map(str, (number, *rest)))
        choices.append((label, {"numbers": (*said, number, *rest)}))
    return _choice(lead, move, choices)


def _place_of(state: Keythedral, fence: Any) -> dict[str, Any]:
    standing = state.cottage_at(fence.gap)
    cottage = standing.name if standing else board.key(fence.gap)
    return {"cottage": cottage, "field": fence.field}


def _choice(
    question: str, move: PlayLaw, choices: Iterable[tuple[str, dict[str, Any]]]
) -> Doubt | None:
    offered = tuple((label, _with(move, **changes)) for label, changes in choices)
    return Doubt(question, offered) if offered else None


def _with(move: Move, **changes: Any) -> Move:
    return move.model_copy(update=changes)


def _is_refused(reasons: Iterable[Reason]) -> bool:
    return any(reason.ruling is Ruling.ILLEGAL for reason in reasons)
