"""The map's geometry: fields on whole numbers, cottages and the Keythedral on the halves between.

x grows to the right and y downwards, as on a page. A field has four fields at its sides and
four gaps at its corners; a gap has four fields around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import BeforeValidator

Spot = tuple[int | float, int | float]

KEYTHEDRAL: Spot = (0.5, 0.5)
START_FIELDS = {"0,0": "grey", "1,0": "brown", "0,1": "brown", "1,1": "grey"}
FARTHEST = 99

_NUMBER = re.compile(r"[+-]?(?:\d+(?:[.]\d*)?|[.]\d+)")
_SPOT = re.compile(rf"\s*[\[(]?\s*({_NUMBER.pattern})\s*[,;/ ]\s*({_NUMBER.pattern})\s*[\])]?\s*")


def read_spot(given: Any) -> Spot:
    """The place that a pair, or text such as `1,0` or `1.5,-0.5`, means."""
    if isinstance(given, list | tuple) and given and all(isinstance(part, str) for part in given):
        given = ",".join(given)  # typed at the table, where a comma parts words
    if isinstance(given, str):
        match = _SPOT.fullmatch(given)
        if match is None:
            raise ValueError(
                f"A place is two numbers, such as 1,0 or 0.5,1.5; found {given[:40]!r}"
            )
        given = [float(part) for part in match.groups()]
    if not isinstance(given, list | tuple) or len(given) != 2:
        raise ValueError("A place is two numbers: x to the right, y downwards, such as [1, 0]")
    return _coordinate(given[0]), _coordinate(given[1])


Place = Annotated[Spot, BeforeValidator(read_spot)]


def key(spot: Spot) -> str:
    """A place as it is said and written: `1,0`, `0.5,-1.5`."""
    return f"{spot[0]:g},{spot[1]:g}"


def spot_of(text: str) -> Spot:
    """The place behind a key."""
    return read_spot(text)


def is_field_place(spot: Spot) -> bool:
    """Whether a field can lie there at all: both numbers whole."""
    return spot[0] % 1 == 0 and spot[1] % 1 == 0


def is_gap(spot: Spot) -> bool:
    """Whether a cottage can stand there at all: both numbers on a half."""
    return spot[0] % 1 == 0.5 and spot[1] % 1 == 0.5


def side_neighbours(field: Spot) -> tuple[Spot, ...]:
    """The four places at the sides of a field."""
    x, y = field
    return (x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)


def gaps_around(field: Spot) -> tuple[Spot, ...]:
    """The four gaps at the corners of a field."""
    return _corners(field)


def fields_around(gap: Spot) -> tuple[Spot, ...]:
    """The four places for fields around a gap."""
    return _corners(gap)


def gaps_beside(gap: Spot) -> tuple[Spot, ...]:
    """The four gaps next to a gap: those that share two fields with it."""
    return side_neighbours(gap)


def open_field_places(fields: Iterable[Spot], cottages: Iterable[Spot]) -> tuple[Spot, ...]:
    """Every free place that touches a field by a side or one of the cottages."""
    taken = set(fields)
    beside = {place for field in taken for place in side_neighbours(field)}
    beside |= {place for gap in cottages for place in fields_around(gap)}
    return tuple(sorted(beside - taken))


def open_gaps(fields: Iterable[Spot], taken: Iterable[Spot]) -> tuple[Spot, ...]:
    """Every gap at the corner of a field that nothing stands in."""
    corners = {gap for field in fields for gap in gaps_around(field)}
    return tuple(sorted(corners - set(taken)))


def _corners(spot: Spot) -> tuple[Spot, ...]:
    x, y = spot
    corners = (x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x - 0.5, y + 0.5), (x + 0.5, y + 0.5)
    return tuple((_whole(a), _whole(b)) for a, b in corners)


def _coordinate(given: Any) -> int | float:
    if isinstance(given, bool) or not isinstance(given, int | float):
        raise ValueError(f"A place is two numbers, such as [1, 0]; found {str(given)[:40]!r}")
    if not -FARTHEST <= given <= FARTHEST or given * 2 % 1:
        raise ValueError(
            f"Places lie on whole numbers or halves from -{FARTHEST} to {FARTHEST}; found {given}"
        )
    return _whole(given)


def _whole(number: int | float) -> int | float:
    # Whole numbers are kept as int, so that files read 1 and not 1.0.
    return int(number) if number % 1 == 0 else number
