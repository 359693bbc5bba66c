"""A town's sixteen squares: who is next to whom, and what can be constructed where.

Squares are a1 to d4: columns a to d from the left, rows 1 to 4 from the top. A placement of a
layout is one number of 80 bits, sixteen squares for each of the five resources, so whether it
lies on a board is one comparison.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from keyhelper.engine import names
from keyhelper.engine.trouble import Trouble
from keyhelper.games.tiny_towns.cards import RESOURCES, Card, Layout, card

SIDE = 4
SQUARES = tuple(f"{column}{row}" for row in "1234" for column in "abcd")
CORNERS = ("a1", "d1", "a4", "d4")
CENTRE = ("b2", "c2", "b3", "c3")

# Row by row from a1, b1, c1, d1, a2: None, a resource (a cube) or a card name (a building).
Board = tuple[str | None, ...]
EMPTY: Board = (None,) * len(SQUARES)
NOWHERE: frozenset[str] = frozenset()

_INDEX = {name: index for index, name in enumerate(SQUARES)}
_BIT = {name: 1 << index for index, name in enumerate(SQUARES)}
_PLANE = {resource: len(SQUARES) * index for index, resource in enumerate(RESOURCES)}
_ALL_PLANES = sum(1 << shift for shift in _PLANE.values())


class Construction(NamedTuple):
    """A building that can be built now: the squares it uses and those it vacates."""

    card: str
    squares: tuple[str, ...]  # all squares of the layout, Trading Posts included
    vacated: tuple[str, ...]  # those that hold real cubes


class Placement(NamedTuple):
    """One way a layout lies on the board."""

    pattern: int
    squares: tuple[str, ...]


# Squares


def square_index(square: str) -> int:
    """Where the square stands in a board; Trouble when there is no such square."""
    index = _INDEX.get(square)
    if index is None:
        index = _INDEX.get(square.strip().lower())
    if index is None:
        shown = names.safe(square)[:20]
        raise Trouble(f"There is no square {shown!r}", hint="squares are a1 (top left) to d4")
    return index


def square_name(index: int) -> str:
    """The name of the square that stands there in a board."""
    return SQUARES[index]


@cache
def neighbours(square: str) -> tuple[str, ...]:
    """The squares above, left, right and below: adjacent is never diagonal."""
    column, row = _place(square)
    return tuple(s for s in SQUARES if _steps(s, column, row) in {(0, 1), (1, 0)})


@cache
def around8(square: str) -> tuple[str, ...]:
    """The squares around it, diagonal ones included."""
    column, row = _place(square)
    return tuple(s for s in SQUARES if max(_steps(s, column, row)) == 1)


@cache
def row_of(square: str) -> tuple[str, ...]:
    """The other three squares of its row."""
    return tuple(s for s in SQUARES if s != square and s[1] == square[1])


@cache
def column_of(square: str) -> tuple[str, ...]:
    """The other three squares of its column."""
    return tuple(s for s in SQUARES if s != square and s[0] == square[0])


@cache
def row_and_column(square: str) -> tuple[str, ...]:
    """The other six squares of its row and its column."""
    return row_of(square) + column_of(square)


def groups(squares: Iterable[str]) -> list[tuple[str, ...]]:
    """The squares as orthogonally connected groups, in reading order."""
    left = dict.fromkeys(sorted(squares, key=_INDEX.__getitem__))
    found: list[tuple[str, ...]] = []
    while left:
        group = {next(iter(left))}
        fresh = set(group)
        while fresh:
            fresh = {n for s in fresh for n in neighbours(s) if n in left} - group
            group |= fresh
        found.append(tuple(s for s in SQUARES if s in group))
        for square in group:
            del left[square]
    return found


def with_item(board: Board, square: str, item: str | None) -> Board:
    """The board with that item on that square."""
    index = square_index(square)
    return (*board[:index], item, *board[index + 1 :])


# Constructions


@cache
def layouts(of: Card) -> tuple[Placement, ...]:
    """Every distinct way the card's layout lies on the board, turned, mirrored and moved."""
    placements: dict[int, Placement] = {}
    for shape in orientations(of.layout):
        for down in range(SIDE - len(shape) + 1):
            for right in range(SIDE - len(shape[0]) + 1):
                placement = _placed(shape, down, right)
                placements[placement.pattern] = placement
    return tuple(placements.values())


@cache
def orientations(layout: Layout) -> tuple[Layout, ...]:
    """The layout turned and mirrored every way, each different one once."""
    found: dict[Layout, None] = {}
    for shape in (layout, tuple(row[::-1] for row in layout)):
        for _ in range(4):
            found[shape] = None
            shape = tuple(zip(*shape[::-1], strict=True))
    return tuple(found)


def constructions(
    board: Board,
    cards: Iterable[str | Card],
    wild: Iterable[str] = NOWHERE,
    locked: Iterable[str] = NOWHERE,
) -> list[Construction]:
    """Everything that can be built from these cards on this board.

    Squares in `wild` are Trading Posts that stand for any resource; a cube on a square in
    `locked` may not be used. At least one real cube is always part of a construction.
    """
    wild = frozenset(wild)
    real = _bits(board, locked)
    have = real | _wild_bits(wild)
    found: list[Construction] = []
    for each in cards:
        of = card(each) if isinstance(each, str) else each
        fitting = [squares for pattern, squares in layouts(of) if pattern & have == pattern]
        if wild:
            # With wild squares two turns of a layout may lie on the same squares.
            once = dict.fromkeys(s for s in fitting if not wild.issuperset(s))
            found += [Construction(of.name, s, _vacated(s, wild)) for s in once]
        else:
            found += [Construction(of.name, squares, squares) for squares in fitting]
    return found


def fits(
    board: Board,
    of: str | Card,
    squares: Sequence[str],
    wild: Iterable[str] = NOWHERE,
    locked: Iterable[str] = NOWHERE,
) -> bool:
    """Whether the card can be built from exactly these squares, in any order."""
    wild = frozenset(wild)
    chosen = {SQUARES[square_index(square)] for square in squares}
    if len(chosen) != len(squares) or chosen <= wild:
        return False
    have = _bits(board, locked) | _wild_bits(wild)
    of = card(of) if isinstance(of, str) else of
    return any(pattern & have == pattern and chosen == set(used) for pattern, used in layouts(of))


def nearest(
    board: Board,
    of: str | Card,
    squares: Sequence[str],
    wild: Iterable[str] = NOWHERE,
    locked: Iterable[str] = NOWHERE,
) -> Construction | None:
    """The construction of that card on this board that shares most squares with the claim."""
    claimed = set(squares)
    possible = constructions(board, (of,), wild, locked)
    return max(possible, key=lambda c: len(claimed.intersection(c.squares)), default=None)


def other_cards_fitting(
    board: Board,
    squares: Sequence[str],
    cards: Iterable[str | Card],
    wild: Iterable[str] = NOWHERE,
    locked: Iterable[str] = NOWHERE,
) -> tuple[str, ...]:
    """The names of the cards that can be built from exactly these squares."""
    wild = frozenset(wild)
    known = [card(each) if isinstance(each, str) else each for each in cards]
    return tuple(of.name for of in known if fits(board, of, squares, wild, locked))


# Words


def layout_words(of: str | Card) -> str:
    """The layout in words: `. . glass / brick brick stone`."""
    of = card(of) if isinstance(of, str) else of
    return " / ".join(" ".join(cell or "." for cell in row) for row in of.layout)


def cube_words(cubes: Iterable[str]) -> str:
    """Cubes as people count them: `2 glass and 2 stone`."""
    count = Counter(cubes)
    return names.listed([f"{count[r]} {r}" for r in RESOURCES if count[r]]) or "no cube"


def why_not(
    board: Board,
    of: str | Card,
    squares: Sequence[str],
    wild: Iterable[str] = NOWHERE,
    locked: Iterable[str] = NOWHERE,
) -> str | None:
    """Why the card cannot be built from these squares, as a sentence; None when it can."""
    of = card(of) if isinstance(of, str) else of
    wild, locked = frozenset(wild), frozenset(locked)
    chosen = tuple(SQUARES[square_index(square)] for square in squares)
    if fits(board, of, chosen, wild, locked):
        return None
    twice = [square for square, count in Counter(chosen).items() if count > 1]
    if twice:
        return f"Each square serves once; {names.listed(twice)} named twice"
    stuck = [square for square in chosen if square in locked]
    if stuck:
        return f"The cube on {names.listed(stuck)} cannot be used for building"
    cubes = [item for s in chosen if (item := board[_INDEX[s]]) in _PLANE and item is not None]
    posts = [square for square in chosen if square in wild]
    short = Counter(of.needs) - Counter(cubes)
    extra = Counter(cubes) - Counter(of.needs)
    if len(cubes) + len(posts) != len(chosen) or extra or short.total() != len(posts):
        need = f"{sentence(named(of))} needs {cube_words(of.needs)}"
        return f"{need}; {_holds(board, chosen)}"
    if not cubes:
        return "A layout needs at least one real cube; these squares are all Trading Posts"
    shape = f"{layout_words(of)}, turned or mirrored"
    return f"The cubes are right but the shape is not: {named(of)} is {shape}"


def named(of: Card) -> str:
    """The card as a noun in a sentence: a Chapel, an Inn, Barrett Castle."""
    return of.name if of.is_monument else names.an(of.name)


def sentence(text: str) -> str:
    """`text` with a capital first letter and the rest as it is."""
    return text[:1].upper() + text[1:]


# Bits and corners


def _placed(shape: Layout, down: int, right: int) -> Placement:
    pattern = 0
    squares = []
    for row, cells in enumerate(shape, start=down):
        for column, resource in enumerate(cells, start=right):
            if resource is not None:
                index = SIDE * row + column
                pattern |= 1 << (_PLANE[resource] + index)
                squares.append(SQUARES[index])
    return Placement(pattern, tuple(squares))


def _bits(board: Board, locked: Iterable[str]) -> int:
    """The board's cubes as one number, without those that may not be used."""
    bits = 0
    for index, item in enumerate(board):
        if item in _PLANE and item is not None:
            bits |= 1 << (_PLANE[item] + index)
    for square in locked:
        bits &= ~(_BIT[square] * _ALL_PLANES)
    return bits


def _wild_bits(wild: Iterable[str]) -> int:
    return sum(_BIT[square] for square in wild) * _ALL_PLANES


def _vacated(squares: tuple[str, ...], wild: frozenset[str]) -> tuple[str, ...]:
    return tuple(square for square in squares if square not in wild)


def _holds(board: Board, squares: Sequence[str]) -> str:
    """What stands on the squares, one by one: `a1 b1 hold stone, a Cottage`."""
    items = [_item_words(board[_INDEX[square]]) for square in squares]
    if not items:
        return "no squares are named"
    if all(board[_INDEX[square]] is None for square in squares):
        return f"{' '.join(squares)} {'are' if len(items) > 1 else 'is'} empty"
    return f"{' '.join(squares)} {'hold' if len(items) > 1 else 'holds'} {', '.join(items)}"


def _item_words(item: str | None) -> str:
    if item is None:
        return "nothing"
    return item if item in _PLANE else named(card(item))


def _place(square: str) -> tuple[int, int]:
    row, column = divmod(square_index(square), SIDE)
    return column, row


def _steps(square: str, column: int, row: int) -> tuple[int, int]:
    """How far the square is from that column and that row."""
    its_column, its_row = _place(square)
    return abs(its_column - column), abs(its_row - row)
