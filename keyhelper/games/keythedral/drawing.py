"""The map as shapes for a shared sheet: octagon fields, and squares in the gaps between."""

from __future__ import annotations

from keyhelper.engine.game import Picture, Shape
from keyhelper.games.keythedral import board
from keyhelper.games.keythedral.board import Spot
from keyhelper.games.keythedral.cubes import YIELDS
from keyhelper.games.keythedral.model import Keythedral, player_marks

# A regular octagon of width 1 leaves corners this long, and so do the squares between four.
CORNER = 0.2929
_HALF = 0.5 - CORNER
_MARGIN = 0.85  # room for a cottage at the outermost corner


def drawings(state: Keythedral) -> tuple[Picture, ...]:
    """The map, if anything of it is known."""
    spots = [board.spot_of(where) for where in state.fields or {}]
    if not spots:
        return ()
    left, top = min(x for x, _ in spots) - _MARGIN, min(y for _, y in spots) - _MARGIN
    width = max(x for x, _ in spots) + _MARGIN - left
    height = max(y for _, y in spots) + _MARGIN - top
    marks = player_marks(state.players)
    shapes = [_field(state, spot, (left, top), marks) for spot in spots]
    if state.keythedral is not None:
        corners = _square(state.keythedral, (left, top))
        shapes.append(Shape(corners, "K", "keythedral", "the Keythedral"))
    for cottage in state.cottages or ():
        label = f"{marks[cottage.player]}{cottage.number}{'*' if cottage.is_house else ''}"
        role = "house" if cottage.is_house else "cottage"
        shapes.append(Shape(_square(cottage.at, (left, top)), label, role, cottage.says()))
    for fence in state.fences:
        shapes.append(Shape(_edge(fence.gap, fence.field, (left, top)), "", "fence", fence.says()))
    return (Picture("Map", width, height, tuple(shapes)),)


def _field(state: Keythedral, spot: Spot, origin: Spot, marks: dict[str, str]) -> Shape:
    resource = YIELDS[state.field_at(spot) or "grey"]
    worker = state.worker_at(spot)
    label, title = resource, f"{resource} field at {board.key(spot)}"
    if worker is not None and worker.player is not None:
        label = f"{resource} {marks[worker.player]}"
        title += f", {worker.player}'s worker"
    x, y = spot[0] - origin[0], spot[1] - origin[1]
    around = (
        (-_HALF, -0.5), (_HALF, -0.5), (0.5, -_HALF), (0.5, _HALF),
        (_HALF, 0.5), (-_HALF, 0.5), (-0.5, _HALF), (-0.5, -_HALF),
    )  # fmt: skip
    return Shape(tuple((x + a, y + b) for a, b in around), label, resource, title)


def _square(gap: Spot, origin: Spot) -> tuple[tuple[float, float], ...]:
    x, y = gap[0] - origin[0], gap[1] - origin[1]
    return (x, y - CORNER), (x + CORNER, y), (x, y + CORNER), (x - CORNER, y)


def _edge(gap: Spot, field: Spot, origin: Spot) -> tuple[tuple[float, float], ...]:
    """The thin bar between a gap and a field."""
    x, y = gap[0] - origin[0], gap[1] - origin[1]
    a, b = (field[0] - gap[0]) * 2, (field[1] - gap[1]) * 2
    near, far = CORNER, CORNER + 0.06
    return (x + a * near, y), (x, y + b * near), (x, y + b * far), (x + a * far, y)
