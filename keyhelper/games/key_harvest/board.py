"""The country board: 56 hexes in seven rows, who touches whom, and groups of fields."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from keyhelper.engine.trouble import Trouble

SPACES = 56
ROWS = "ABCDEFG"
DEFAULT = "7-8-9-8-9-8-7"
# No source prints the rows. Centred rows that differ by one, row G of seven spaces, a nine
# somewhere and 56 in all leave these three; only the first looks the same upside down.
CANDIDATES = (DEFAULT, "9-8-7-8-9-8-7", "9-8-9-8-7-8-7")

_ROW = re.compile(r"(\d{1,2})([lr]?)")
_REFERENCE = re.compile(r"\W*([a-g])[\W_]*([1-9])\W*", re.IGNORECASE)


class Spot(NamedTuple):
    """Where a space lies: its row from the top, and half spaces from the left edge."""

    row: int
    half: int


def tidy_layout(text: str) -> str:
    """The layout that `text` means, written as `7-8-9-8-9-8-7`; Trouble when it is none.

    Where two rows are equally long the lower one says where it starts: `8-8r` is half a space
    further right, `8-8l` half a space further left.
    """
    rows = [_ROW.fullmatch(part) for part in re.split(r"[\s,;-]+", text.strip().lower()) if part]
    if any(row is None for row in rows) or not rows:
        raise Trouble(
            f"{text[:40]!r} is no layout", hint=f"seven lengths from row A to G, such as {DEFAULT}"
        )
    lengths = [int(row[1]) for row in rows if row]
    sides = [row[2] for row in rows if row]
    if len(lengths) != len(ROWS):
        raise Trouble(f"The board has {len(ROWS)} rows, A to G; {text[:40]!r} has {len(lengths)}")
    if max(lengths) > 9:
        raise Trouble(f"References end at 9; a row of {max(lengths)} spaces does not fit them")
    if sum(lengths) != SPACES:
        raise Trouble(f"The board has {SPACES} spaces; {text[:40]!r} has {sum(lengths)}")
    for upper, (above, below) in enumerate(pairwise(lengths)):
        pair = f"Rows {ROWS[upper]} and {ROWS[upper + 1]}"
        if abs(above - below) > 1:
            raise Trouble(f"{pair} have {above} and {below} spaces; rows differ by one at most")
        if above == below and not sides[upper + 1]:
            raise Trouble(
                f"{pair} are equally long: say where row {ROWS[upper + 1]} starts",
                hint=f"{below}r is half a space further right, {below}l further left",
            )
    return "-".join(
        f"{length}{side if index and length == lengths[index - 1] else ''}"
        for index, (length, side) in enumerate(zip(lengths, sides, strict=True))
    )


@cache
def spots(layout: str) -> Mapping[str, Spot]:
    """Every space of the layout by its reference, row by row."""
    found: dict[str, Spot] = {}
    left = 0
    before = 0
    for row, part in enumerate(layout.split("-")):
        length = int(part.rstrip("lr"))
        if row:
            longer = {"r": 1, "l": -1}.get(part[-1], before - length)
            left += longer
        before = length
        for number in range(length):
            found[f"{ROWS[row]}{number + 1}"] = Spot(row, left + 2 * number)
    edge = min(spot.half for spot in found.values())
    return MappingProxyType({ref: Spot(s.row, s.half - edge) for ref, s in found.items()})


@cache
def touching(layout: str) -> Mapping[str, tuple[str, ...]]:
    """The neighbours of every space: up to six."""
    by_spot = {spot: ref for ref, spot in spots(layout).items()}
    steps = ((-1, -1), (-1, 1), (0, -2), (0, 2), (1, -1), (1, 1))
    return MappingProxyType(
        {
            ref: tuple(
                by_spot[near]
                for down, right in steps
                if (near := Spot(spot.row + down, spot.half + right)) in by_spot
            )
            for ref, spot in spots(layout).items()
        }
    )


def references(layout: str) -> tuple[str, ...]:
    """All references in reading order, A1 first."""
    return tuple(spots(layout))


def neighbours(layout: str, at: str) -> tuple[str, ...]:
    """The spaces that touch `at`; none for a reference that is not on this board."""
    return touching(layout).get(at, ())


def groups(layout: str, fields: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """The connected groups of `fields`, the largest first; references in reading order."""
    order = {ref: index for index, ref in enumerate(spots(layout))}
    left = set(fields)
    found = []
    while left:
        group = {min(left, key=lambda ref: order.get(ref, SPACES))}
        edge = set(group)
        while edge:
            edge = {near for ref in edge for near in neighbours(layout, ref)} & left - group
            group |= edge
        left -= group
        found.append(tuple(sorted(group, key=lambda ref: order.get(ref, SPACES))))
    # Stable: of groups equally large, the one nearer to A1 is named first.
    return tuple(sorted(found, key=len, reverse=True))


def group_points(sizes: Iterable[int]) -> int:
    """What groups of these sizes score: the largest once, the second largest twice."""
    largest = sorted(sizes, reverse=True)[:2]
    return sum(size * times for size, times in zip(largest, (1, 2), strict=False))


def read_reference(text: object) -> str:
    """A reference as people type it: `c4`, `C 4`, `C-4`; Trouble when it is none."""
    match = _REFERENCE.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise Trouble(
            f"{str(text)[:30]!r} is no reference", hint="a letter from A to G and a number: C4"
        )
    return f"{match[1].upper()}{match[2]}"


def is_reference(text: str) -> bool:
    """Whether `text` looks like a reference of any board."""
    return _REFERENCE.fullmatch(text) is not None


def read_space(text: object, layout: str) -> str:
    """A reference that this layout has; Trouble that says where its row ends."""
    ref = read_reference(text)
    if ref not in spots(layout):
        last = max(space for space in spots(layout) if space[0] == ref[0])
        raise Trouble(f"There is no space {ref}: on the board {layout} row {ref[0]} ends at {last}")
    return ref
