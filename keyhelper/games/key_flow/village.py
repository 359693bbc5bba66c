"""The geometry of a village: two rows, the river row shifted by half a card.

A place is counted in half cards from the home. The home lies at 0; road cards lie at even
numbers, river cards at odd ones. People say R1 for the card right of the home, L2 for the second
on the left, and R0.5 for the river card half a card to the right.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Collection, Iterator
from typing import Literal

from keyhelper.engine import names
from keyhelper.engine.trouble import Trouble

Row = Literal["road", "river"]

HOME = 0
FARTHEST = 80  # half cards; more than the cards of a whole game laid in one line

_PLACE = re.compile(
    r"(?P<side>left|right|l|r|-|\+|)\s*(?P<cards>[0-9]{1,2})(?P<half>[.,]5|[.,]0|½)?\s*(?P<after>l|r|)"
)


def read_place(text: str) -> int:
    """The place that `R1`, `l0.5`, `-2`, `right 3` or `home` means, in half cards."""
    plain = text.casefold().strip()
    if plain in {"home", "h", "0"}:
        return HOME
    match = _PLACE.fullmatch(plain)
    if match is None or (match["side"] and match["after"]):
        raise Trouble(
            f"{names.safe(text)[:20]!r} is no place in a village",
            hint="R1 is right of the home, L2 two to the left, R0.5 in the river row",
        )
    halves = 2 * int(match["cards"]) + (1 if match["half"] in {".5", ",5", "½"} else 0)
    if halves > FARTHEST:
        raise Trouble(f"{names.safe(text)[:20]!r} is farther from the home than a village reaches")
    return -halves if (match["side"] or match["after"])[:1] in {"l", "-"} else halves


def place_name(place: int) -> str:
    """A place as people say it."""
    if place == HOME:
        return "home"
    side = "R" if place > 0 else "L"
    cards, half = divmod(abs(place), 2)
    return f"{side}{cards}{'.5' if half else ''}"


def row_of(place: int) -> Row:
    """The row a place lies in."""
    return "river" if place % 2 else "road"


def side_of(place: int) -> Literal["home", "left", "right"]:
    """On which side of the home a place lies."""
    if place == HOME:
        return "home"
    return "right" if place > 0 else "left"


def touching(place: int) -> tuple[int, ...]:
    """The places next to a place: two in its row, two in the other, nearest the home first."""
    around = (place - 2, place - 1, place + 1, place + 2)
    return tuple(sorted(around, key=lambda p: (abs(p), p)))


def neighbours(place: int, *, crossing: bool) -> Iterator[int]:
    """Where a cart can go from a place in one step; `crossing` allows the other row."""
    yield from (place - 2, place + 2)
    if crossing:
        yield from (place - 1, place + 1)


def open_places(taken: Collection[int], row: Row | None = None) -> tuple[int, ...]:
    """Free places that touch a card, nearest the home first."""
    free = {p for place in taken for p in touching(place)} - set(taken)
    return tuple(sorted((p for p in free if row in (None, row_of(p))), key=lambda p: (abs(p), -p)))


def steps(taken: Collection[int], start: int, end: int, *, crossing: bool) -> int | None:
    """The fewest steps from card to card, or None where a gap lies between."""
    distance = {start: 0}
    waiting = deque([start])
    while waiting:
        place = waiting.popleft()
        if place == end:
            return distance[place]
        for other in neighbours(place, crossing=crossing):
            if other in taken and other not in distance:
                distance[other] = distance[place] + 1
                waiting.append(other)
    return None
