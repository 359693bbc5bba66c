"""The towns as drawn boards: sixteen squares with cubes and buildings, all of them named."""

from __future__ import annotations

from keyhelper.engine.game import Picture, Shape
from keyhelper.engine.names import listed
from keyhelper.games.tiny_towns.cards import RESOURCES, card
from keyhelper.games.tiny_towns.feeding import Feeding, feeding
from keyhelper.games.tiny_towns.model import TinyTowns, Town
from keyhelper.games.tiny_towns.town import SIDE, SQUARES

_SQUARE = 100.0
_MARGIN = 24.0  # room for the letters of the columns and the numbers of the rows
_GAP = 4.0
_AROUND_A_CUBE = 20.0


def pictures(state: TinyTowns) -> tuple[Picture, ...]:
    """Every town as it stands, in seating order."""
    return tuple(_picture(player, state.towns[player]) for player in state.players)


def _picture(player: str, town: Town) -> Picture:
    fed = feeding(town.board)
    shapes = list(_margins())
    for square in SQUARES:
        shapes += _square(town, square, fed)
    side = _MARGIN + SIDE * _SQUARE
    return Picture(player, side, side, tuple(shapes))


def _margins() -> list[Shape]:
    columns = [
        Shape(_box(_MARGIN + _SQUARE * index, 0.0, _SQUARE, _MARGIN), letter, "bare")
        for index, letter in enumerate("abcd")
    ]
    rows = [
        Shape(_box(0.0, _MARGIN + _SQUARE * index, _MARGIN, _SQUARE), number, "bare")
        for index, number in enumerate("1234")
    ]
    return columns + rows


def _square(town: Town, square: str, fed: Feeding) -> list[Shape]:
    item = town.at(square)
    ground = Shape(_on(square, _GAP), role="empty")
    if item is None:
        return [ground._replace(title=f"{square} empty")]
    if item in RESOURCES:
        cube = Shape(_on(square, _AROUND_A_CUBE), item, item, f"{square} a {item} cube")
        return [ground, cube]
    label, title = item, f"{square} {item}"
    if card(item).is_feedable:
        label += "\nfed" if square in fed.fed else "\nnot fed"
        title += f", {_fed_words(fed, square)}"
    held = town.stored.get(square, ())
    if held:
        label += f"\n({', '.join(held)})"
        title += f", holding {listed(held)}"
    return [Shape(_on(square, _GAP), label, card(item).colour, title)]


def _fed_words(fed: Feeding, square: str) -> str:
    words = fed.words((square,)).partition(" ")[2]
    return f"fed {words}" if words else "not fed"


def _on(square: str, inset: float) -> tuple[tuple[float, float], ...]:
    row, column = divmod(SQUARES.index(square), SIDE)
    left, top = _MARGIN + _SQUARE * column, _MARGIN + _SQUARE * row
    return _box(left + inset, top + inset, _SQUARE - 2 * inset, _SQUARE - 2 * inset)


def _box(left: float, top: float, width: float, height: float) -> tuple[tuple[float, float], ...]:
    right, bottom = left + width, top + height
    return (left, top), (right, top), (right, bottom), (left, bottom)
