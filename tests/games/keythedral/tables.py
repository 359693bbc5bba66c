"""Small tables to show rules on: three players, the four start fields, a few cottages."""

from __future__ import annotations

from typing import Any

from keyhelper.engine import catalogue
from keyhelper.engine.chance import Chance
from keyhelper.engine.game import Move
from keyhelper.engine.verdict import Verdict
from keyhelper.games.keythedral.board import START_FIELDS, read_spot
from keyhelper.games.keythedral.cubes import BASICS, CRAFTS, in_box, minus, plus, read_cubes
from keyhelper.games.keythedral.model import Cottage, Fence, Keythedral, Tile, mat_rows
from keyhelper.games.keythedral.moves import Reveal
from keyhelper.games.keythedral.wiring import GAME

NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve")

# Costs made up for walks and recordings, by row; they keep to the known limits.
COSTS: tuple[tuple[dict[str, int], ...], ...] = (
    ({"timber": 1, "stone": 1}, {"food": 1, "water": 1}, {"timber": 2}),
    ({"stone": 1, "food": 1}, {"timber": 1, "wine": 1}, {"stone": 1, "water": 1}),
    ({"timber": 1, "food": 1, "water": 1}, {"food": 1, "ironwork": 1}, {"wine": 2}),
    ({"food": 1, "water": 1, "ironwork": 1}, {"wine": 1, "stained-glass": 1}),
    ({"food": 1, "gold": 1}, {"ironwork": 1, "stained-glass": 1}),
)


def opening(count: int = 3, **options: Any) -> Keythedral:
    """A table at the start of the placement; Ann starts unless told otherwise."""
    readings = options.pop("readings", {})
    chosen = GAME.options.model_validate({"first": "Ann"} | options)
    every = catalogue.default_readings("keythedral") | readings
    chance = Chance("test", "keythedral", count)
    return GAME.setup(NAMES[:count], chosen, chance, every)


def table(
    phase: str = "actions",
    cubes: dict[str, str] | None = None,
    cottages: str = "",
    fields: dict[str, str] | None = None,
    fences: str = "",
    tiles: dict[str, str] | None = None,
    count: int = 3,
    **changes: Any,
) -> Keythedral:
    """A table in the middle of a game.

    `cottages` reads `Ann 3 1.5,0.5; Ben 1 0.5,-0.5 house`, `fences` reads `Ben 1.5,0.5 1,0`
    and `tiles` maps names to costs. Cubes come out of the store and off the mat.
    """
    readings = changes.pop("readings", {})
    state = opening(count, readings=readings)
    lying = START_FIELDS | (fields or {})
    for player, held in (cubes or {}).items():
        state = _given(state, player, held)
    standing = tuple(_cottage(text) for text in cottages.split(";") if text.strip())
    hands = {
        player: hand.model_copy(update={"cottages": ()}) for player, hand in state.hands.items()
    }
    update = {
        "phase": phase,
        "round": 1,
        "placer": None,
        "bag": 0,
        "fields": lying,
        "cottages": standing,
        "fences": tuple(_fence(text) for text in fences.split(";") if text.strip()),
        "hands": hands,
        "actor": "Ann" if phase == "actions" else None,
    }
    if tiles is not None:
        update["tiles"] = tuple(_tile(name, cost) for name, cost in tiles.items())
    return state.model_copy(update=update | changes)


def plausible(state: Keythedral) -> list[Move]:
    """The game's own candidates, and costs that somebody might read off the open tiles."""
    rows = sorted(mat_rows(state.edition, state.length))
    costs = [
        Reveal(tile=tile.name, cost=cost)
        for tile in state.tiles or ()
        if tile.is_open and tile.cost is None and state.phase in ("workers", "actions")
        for cost in COSTS[rows.index(tile.value)]
        if tile.value == state.row() and state.lifted is None
    ]
    return [*costs, *GAME.candidates(state)]


def judge(state: Keythedral, kind: str, player: str | None = "Ann", **fields: Any) -> Verdict:
    """What the rules say about a move."""
    return GAME.verify(state, move(kind, player, **fields))


def after(state: Keythedral, kind: str, player: str | None = "Ann", **fields: Any) -> Keythedral:
    """The table after a legal move; refuses to go on when it is not, or loses a piece."""
    done = GAME.fill(state, move(kind, player, **fields))
    verdict = GAME.verify(state, done)
    assert verdict.is_legal, verdict.reasons
    result = GAME.play(state, done)
    assert GAME.components(result) == GAME.components(state)
    return result


def move(kind: str, player: str | None, **fields: Any) -> Move:
    """A move from its fields, as a file would give it."""
    content = {"kind": kind, "player": player} | fields
    made: Move = GAME.act(kind).move.model_validate(content)
    return made


def _given(state: Keythedral, player: str, text: str) -> Keythedral:
    cubes = read_cubes(text)
    assert all(count <= in_box()[kind] for kind, count in cubes.items())
    changes = {
        "store": minus(state.store or {}, {kind: cubes.get(kind, 0) for kind in BASICS}),
        "mat": minus(state.mat or {}, {kind: cubes.get(kind, 0) for kind in CRAFTS}),
    }
    held = plus(state.hand(player).cubes or {}, cubes)
    return state.with_hand(player, cubes=held).model_copy(update=changes)


def _cottage(text: str) -> Cottage:
    player, number, at, *house = text.split()
    return Cottage(player=player, number=int(number), at=read_spot(at), is_house=bool(house))


def _fence(text: str) -> Fence:
    player, gap, field = text.split()
    return Fence(player=player, gap=read_spot(gap), field=read_spot(field))


def _tile(name: str, cost: str) -> Tile:
    value = int("".join(letter for letter in name if letter.isdigit()))
    known = read_cubes(cost) if cost else None
    return Tile(name=name, value=value, cost=known, is_open=True)
