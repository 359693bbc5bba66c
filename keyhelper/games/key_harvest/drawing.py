"""Country boards as shapes for a shared sheet: hexes with their crops and workers."""

from __future__ import annotations

from keyhelper.engine.game import Picture, Shape
from keyhelper.games.key_harvest import board
from keyhelper.games.key_harvest.model import Countryside, country_of

# A hex one wide stands on its point: half as wide, its flat sides half a side up and down.
_SIDE = 0.5774
_ROW = 1.5 * _SIDE  # from one row to the next
_CORNERS = ((0.0, -_SIDE), (0.5, -_SIDE / 2), (0.5, _SIDE / 2), (0.0, _SIDE))
_AROUND = (*_CORNERS, (-0.5, _SIDE / 2), (-0.5, -_SIDE / 2))


def pictures(state: Countryside) -> tuple[Picture, ...]:
    """Every board of which something is known."""
    return tuple(
        _country(state, player) for player in state.players if country_of(state, player).tiles
    )


def _country(state: Countryside, player: str) -> Picture:
    spots = board.spots(state.layout)
    width = max(spot.half for spot in spots.values()) / 2 + 1
    height = max(spot.row for spot in spots.values()) * _ROW + 2 * _SIDE
    return Picture(player, width, height, tuple(_hex(state, player, ref) for ref in spots))


def _hex(state: Countryside, player: str, ref: str) -> Shape:
    spot = board.spots(state.layout)[ref]
    x, y = spot.half / 2 + 0.5, spot.row * _ROW + _SIDE
    corners = tuple((round(x + a, 4), round(y + b, 4)) for a, b in _AROUND)
    country = country_of(state, player)
    worker = country.worker_at(ref)
    if worker is not None:
        return Shape(corners, str(worker.number), "worker", f"{worker.says()} on {ref}")
    harvested = (country.fields or {}).get(ref)
    if harvested is None:
        return Shape(corners, "", "empty", f"{ref}, empty")
    crop = state.crops.get(ref, "field")
    said = f"{ref}, {crop}{', harvested' * harvested}"
    return Shape(corners, ref, crop, said)
