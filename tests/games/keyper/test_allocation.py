"""The best allocation against an independent solver, on a thousand seeded end states.

The solver knows nothing of terms or allocations: it gets pieces and needs as they were drawn
and maximises with scipy's integer programming. The count under test gets the same end state as
a position file, with the conditions as text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy
import pytest
from scipy.optimize import Bounds, LinearConstraint, milp

from keyhelper.engine.chance import Stream
from keyhelper.games.keyper.counting import COUNTING

STATES = 1_000
BATCH = 100
CAP = 4

RAW = ("clay", "logs", "rocks")
FINISHED = ("bricks", "wood", "stone")
GEMS = ("emerald", "gold", "ruby", "sapphire")
ANIMALS = ("chicken", "cow", "deer", "goat", "horse", "pig", "sheep", "boar")
COLOURS = ("light-blue", "orange", "light-green", "brown", "black", "grey", "white")
RESOURCES = (*FINISHED, *RAW, "wheat", *GEMS)

# What each word of a condition accepts, as the rules say it: wheat stands in for a white raw
# material or finished good, never for a gem or a named kind.
ACCEPTS: dict[str, tuple[str, ...]] = {
    "raw": (*RAW, "wheat"),
    "finished": (*FINISHED, "wheat"),
    "gem": GEMS,
    "animal": ANIMALS,
    "keyple": tuple(f"{colour} keyple" for colour in COLOURS),
    "resource": RESOURCES,
    **{kind: (kind,) for kind in (*RESOURCES, *ANIMALS)},
    **{f"{colour} keyple": (f"{colour} keyple",) for colour in COLOURS},
}
WORDS = tuple(sorted(ACCEPTS))
COMMON = ("raw", "finished", "gem", "animal", "keyple", "wheat", "clay", "bricks")


@dataclass(frozen=True)
class Drawn:
    """An end state: pieces, what is only counted, and tiles as points and needs."""

    pieces: dict[str, int]
    buildings: int
    tiles: tuple[tuple[int, tuple[tuple[int, tuple[str, ...]], ...]], ...]


def draw(number: int) -> Drawn:
    """The end state with that number; the same on every machine."""
    stream = Stream(f"keyper end state {number}")
    pieces = {kind: stream.integer(4) for kind in (*RESOURCES, *ANIMALS)}
    pieces["wheat"] = stream.integer(7)
    pieces |= {f"{colour} keyple": stream.integer(3) for colour in COLOURS}
    tiles = tuple(_tile(stream) for _ in range(3 + stream.integer(8)))
    return Drawn(pieces, stream.integer(13), tiles)


def _tile(stream: Stream) -> tuple[int, tuple[tuple[int, tuple[str, ...]], ...]]:
    needs: dict[tuple[str, ...], int] = {}
    for _ in range(1 + (stream.integer(3) == 0) + (stream.integer(4) == 0)):
        pool = COMMON if stream.integer(2) else WORDS
        first, second = stream.pick(pool), stream.pick(WORDS)
        names = (first, second) if stream.integer(4) == 0 and first != second else (first,)
        needs[names] = 1 + (stream.integer(3) == 0)
    if stream.integer(6) == 0:
        needs[("building",)] = 1
    return 1 + stream.integer(6), tuple((count, names) for names, count in needs.items())


def best_by_solver(drawn: Drawn) -> int:
    """The most points, by integer programming over pieces handed to needs."""
    kinds = sorted(drawn.pieces)
    columns: list[tuple[str, int, int]] = []  # kind, tile, need; then the times of each tile
    for tile, (_, needs) in enumerate(drawn.tiles):
        for need, (_, names) in enumerate(needs):
            accepted = {kind for name in names for kind in ACCEPTS.get(name, ())}
            columns += [(kind, tile, need) for kind in sorted(accepted)]
            columns += [("building", tile, need)] if "building" in names else []
    width = len(columns) + len(drawn.tiles)
    rows: list[Any] = []
    low: list[float] = []
    high: list[float] = []

    def limit(row: Any, least: float, most: float) -> None:
        rows.append(row)
        low.append(least)
        high.append(most)

    for kind in kinds:
        row = numpy.zeros(width)
        row[[place for place, column in enumerate(columns) if column[0] == kind]] = 1
        limit(row, 0, drawn.pieces[kind])
    for tile, (_, needs) in enumerate(drawn.tiles):
        for need, (count, _) in enumerate(needs):
            row = numpy.zeros(width)
            for place, column in enumerate(columns):
                row[place] = column[1:] == (tile, need)
            row[len(columns) + tile] = -count
            limit(row, 0, 0)
    # Buildings are counted by every tile anew, so each tile sees all of them.
    most = [float(drawn.buildings if column[0] == "building" else 99) for column in columns]
    most += [float(_times(needs)) for _, needs in drawn.tiles]
    value = [0.0] * len(columns) + [-float(points) for points, _ in drawn.tiles]
    found = milp(
        value,
        constraints=LinearConstraint(numpy.array(rows), low, high),
        bounds=Bounds(0, most),
        integrality=numpy.ones(width),
    )
    assert found.success
    points: float = -found.fun
    return round(points)


def _times(needs: tuple[tuple[int, tuple[str, ...]], ...]) -> int:
    """Four where pieces are used up; counting buildings alone has no limit."""
    return CAP if any(names != ("building",) for _, names in needs) else 99


def counted_by_keyhelper(drawn: Drawn) -> tuple[int | None, tuple[dict[str, Any], ...]]:
    tiles = []
    for number, (points, needs) in enumerate(drawn.tiles):
        said = " + ".join(f"{count} {' or '.join(names)}" for count, names in needs)
        tiles.append({"name": f"Tile {number}", "scores": f"{points} per {said}"})
    content = {
        "game": "keyper",
        "players": [
            {
                "name": "Ann",
                "tiles": tiles,
                "resources": {kind: drawn.pieces[kind] for kind in RESOURCES},
                "animals": {kind: drawn.pieces[kind] for kind in ANIMALS},
                "keyples": {colour: drawn.pieces[f"{colour} keyple"] for colour in COLOURS},
                "counted": {"building": drawn.buildings},
            }
        ],
    }
    position = COUNTING.position.model_validate(content)
    sheet = COUNTING.score(COUNTING.from_position(position))[0]
    assert not any("cut short" in note for note in sheet.notes)
    return sheet.lines[1].points, sheet.allocation or ()


def check_allocation(drawn: Drawn, allocation: tuple[dict[str, Any], ...], total: int) -> None:
    """The pieces named are there, each used once, and make the points said."""
    left = dict(drawn.pieces)
    points = 0
    for number, use in enumerate(allocation):
        worth, needs = drawn.tiles[number]
        points += worth * use["times"]
        assert use["times"] <= _times(needs)
        assert sum(use["pieces"].values()) == use["times"] * sum(count for count, _ in needs)
        for label, count in use["pieces"].items():
            kind = label.partition(" as ")[0]
            if kind != "building":
                left[kind] -= count
    assert points == total
    assert min(left.values()) >= 0


@pytest.mark.parametrize("batch", range(STATES // BATCH))
def test_no_end_state_can_be_counted_higher(batch: int) -> None:
    """score.once score.cap score.counted wheat.white wheat.never"""
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        drawn = draw(number)
        total, allocation = counted_by_keyhelper(drawn)
        assert total == best_by_solver(drawn), f"end state {number}"
        check_allocation(drawn, allocation, total or 0)
