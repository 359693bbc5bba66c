"""The villages as drawn boards: two rows of cards, the river row shifted by half a card."""

from __future__ import annotations

from keyhelper.engine.game import Picture, Shape
from keyhelper.engine.names import listed
from keyhelper.games.key_flow.model import Building, KeyFlow, plenty
from keyhelper.games.key_flow.printed import amounts

_HALF, _HEIGHT, _GAP = 50.0, 110.0, 3.0  # a card is two halves wide


def pictures(state: KeyFlow) -> tuple[Picture, ...]:
    """Every village whose cards have known places, in seating order."""
    return tuple(
        _village(state, player)
        for player in state.players
        if any(building.at is not None for building in state.villages.get(player, ()))
    )


def _village(state: KeyFlow, player: str) -> Picture:
    placed = [(b, b.at) for b in state.villages[player] if b.at is not None]
    first, last = min(at for _, at in placed), max(at for _, at in placed)
    rows = 2 if any(at % 2 for _, at in placed) else 1
    shapes = tuple(_card(state, building, at, first) for building, at in placed)
    return Picture(player, (last - first + 2) * _HALF, rows * _HEIGHT, shapes)


def _card(state: KeyFlow, building: Building, at: int, first: int) -> Shape:
    left, top = (at - first) * _HALF + _GAP, (at % 2) * _HEIGHT + _GAP
    right, bottom = left + 2 * (_HALF - _GAP), top + _HEIGHT - 2 * _GAP
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    role = state.card_of(building).kind or "village"
    return Shape(corners, building.name, role, _title(building, role))


def _title(building: Building, role: str) -> str:
    """What the card is, where it lies, and what lies on it."""
    place = "" if building.where == "home" else f" at {building.where}"
    kind = f" ({role})" if role in ("boat", "location", "winter") else ""
    more: list[str] = []
    if building.upgrades:
        flipped = f", {building.flipped} flipped" if building.flipped else ""
        more.append(plenty(building.upgrades, "upgrade") + flipped)
    if any(building.goods.values()):
        more.append(amounts(building.goods))
    if building.keyples:
        more.append(plenty(len(building.keyples), "keyple card"))
    return f"{building.name}{kind}{place}" + (f" with {listed(more)}" if more else "")
