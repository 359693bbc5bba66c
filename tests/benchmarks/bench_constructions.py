"""How much faster listing constructions is than turning and comparing every layout anew.

Run it by hand: `python tests/benchmarks/bench_constructions.py`. It prints ratios, measured
side by side in one run, so they mean the same on any machine.
"""

from __future__ import annotations

import random
import sys
import timeit
from pathlib import Path

from tabulate import tabulate

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from keyhelper.games.tiny_towns.cards import RESOURCES, card
from keyhelper.games.tiny_towns.town import SQUARES, Board, constructions

CARDS = (
    "Cottage",
    "Granary",
    "Well",
    "Temple",
    "Inn",
    "Theater",
    "Bank",
    "Architect's Guild",
)
REPEATS = 200

Grid = list[list[str | None]]
Found = set[tuple[str, frozenset[str]]]


def naive(board: Board, wild: frozenset[str]) -> Found:
    """Turn each layout eight ways, lay it everywhere, compare square by square."""
    found: Found = set()
    for name in CARDS:
        shape: Grid = [list(row) for row in card(name).layout]
        for _ in range(2):
            for _ in range(4):
                found |= {(name, squares) for squares in _lying(board, shape, wild)}
                shape = [list(row) for row in zip(*shape[::-1], strict=True)]
            shape = [row[::-1] for row in shape]
    return found


def _lying(board: Board, shape: Grid, wild: frozenset[str]) -> set[frozenset[str]]:
    found = set()
    for top in range(5 - len(shape)):
        for left in range(5 - len(shape[0])):
            squares = []
            for row, cells in enumerate(shape):
                for column, resource in enumerate(cells):
                    index = 4 * (top + row) + left + column
                    if resource is None:
                        continue
                    if SQUARES[index] not in wild and board[index] != resource:
                        break
                    squares.append(SQUARES[index])
                else:
                    continue
                break
            else:
                if not wild.issuperset(squares):
                    found.add(frozenset(squares))
    return found


def quick(board: Board, wild: frozenset[str]) -> Found:
    """What keyhelper does."""
    return {(c.card, frozenset(c.squares)) for c in constructions(board, CARDS, wild)}


def boards() -> dict[str, tuple[Board, frozenset[str]]]:
    """The same boards in every run: early, half full, full, full with two Trading Posts."""
    dice = random.Random(4)
    full = tuple(dice.choice(RESOURCES) for _ in SQUARES)
    posts = frozenset(("b2", "c3"))
    with_posts = tuple(
        "Trading Post" if s in posts else i for s, i in zip(SQUARES, full, strict=True)
    )
    return {
        "three cubes": (full[:3] + (None,) * 13, frozenset()),
        "half full": (full[:8] + (None,) * 8, frozenset()),
        "full": (full, frozenset()),
        "full, two Trading Posts": (with_posts, posts),
    }


def measure() -> list[tuple[str, int, float, float, float]]:
    """Per board: constructions found, naive and quick milliseconds, and their ratio."""
    rows = []
    for label, (board, wild) in boards().items():
        assert quick(board, wild) == naive(board, wild), label
        slow = min(_time(lambda b=board, w=wild: naive(b, w)) for _ in range(3))
        fast = min(_time(lambda b=board, w=wild: constructions(b, CARDS, w)) for _ in range(3))
        rows.append((label, len(quick(board, wild)), slow, fast, slow / fast))
    return rows


def _time(run: object) -> float:
    return timeit.timeit(run, number=REPEATS) / REPEATS * 1000  # type: ignore[arg-type]


if __name__ == "__main__":
    print(
        tabulate(
            measure(),
            headers=("board", "found", "naive ms", "keyhelper ms", "times faster"),
            floatfmt=("", "", ".3f", ".3f", ".1f"),
        )
    )
