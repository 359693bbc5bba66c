"""Cubes: the eight kinds, what the box holds of them, how people write them down."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any

from pydantic import BeforeValidator

from keyhelper.engine import catalogue, names
from keyhelper.engine.trouble import Trouble

BASICS = ("timber", "stone", "food", "water", "wine")
CRAFTS = ("ironwork", "stained-glass", "gold")
KINDS = BASICS + CRAFTS
FIELD_COLOURS = ("grey", "brown", "blue", "green", "red")
YIELDS = {"grey": "stone", "brown": "timber", "blue": "water", "green": "food", "red": "wine"}
LANDSCAPES = {
    "grey": "quarry", "brown": "woods", "blue": "lake", "green": "farm", "red": "vineyard",
}  # fmt: skip
MOST = 999

_ALSO = {
    "brown": "timber", "black": "stone", "green": "food", "blue": "water", "red": "wine",
    "white": "ironwork", "purple": "stained-glass", "yellow": "gold",
    "wood": "timber", "iron": "ironwork", "glass": "stained-glass",
}  # fmt: skip
_COLOUR_ALSO = {"gray": "grey", "wood": "brown", "forest": "brown", "quarries": "grey"}
_PART = re.compile(r"(\d*)\s*[x×*]?\s*([^\W\d_]+(?:-[^\W\d_]+)*)(\d*)(?=$|\s)")

Counts = dict[str, int]


@cache
def in_box() -> Mapping[str, int]:
    """How many cubes of each kind there are."""
    return {entry["name"]: entry["count"] for entry in _shipped()}


@cache
def worth() -> Mapping[str, int]:
    """Points for one cube of each kind that is left over."""
    return {entry["name"]: entry["points"] for entry in _shipped()}


@cache
def prices() -> Mapping[str, int]:
    """What one cube of each craft costs in basic cubes."""
    return {entry["name"]: entry["price"] for entry in _shipped() if entry["price"]}


def read_kind(given: Any) -> str:
    """The kind of cube that a word means: its name, its colour, or the start of either."""
    if not isinstance(given, str):
        raise ValueError(f"A cube is one of {', '.join(KINDS)}; found {str(given)[:40]!r}")
    also = names.find(given, _ALSO)
    if also is not None:
        return _ALSO[also]
    try:
        return names.choose(given, KINDS, "kind of cube", prefix=True)
    except Trouble as trouble:
        raise ValueError(_sentence(trouble)) from None


def read_colour(given: Any) -> str:
    """The colour of field that a word means: its colour, landscape or resource."""
    if not isinstance(given, str):
        raise ValueError(f"A field is one of {', '.join(FIELD_COLOURS)}; found {given!r}"[:120])
    meanings = {colour: colour for colour in FIELD_COLOURS} | _COLOUR_ALSO
    meanings |= {landscape: colour for colour, landscape in LANDSCAPES.items()}
    meanings |= {resource: colour for colour, resource in YIELDS.items()}
    found = {meanings[word] for word in names.complete(given, tuple(meanings))}
    if len(found) == 1:
        return found.pop()
    try:
        return meanings[names.choose(given, tuple(meanings), "field", prefix=True)]
    except Trouble as trouble:
        raise ValueError(_sentence(trouble)) from None


def read_cubes(given: Any) -> Counts:
    """Cubes from a dict or from text: `2 food + 1 ironwork`, `timber, stone`, `nothing`."""
    if isinstance(given, Mapping):
        parts = list(given.items())
    elif isinstance(given, str):
        parts = list(_typed_parts(given))
    elif isinstance(given, list | tuple):
        parts = [(kind, 1) for kind in given]
    else:
        raise ValueError(f"Cubes are written like `2 food + 1 ironwork`; found {str(given)[:40]!r}")
    counts: Counts = {}
    for word, count in parts:
        kind = read_kind(word)
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MOST:
            raise ValueError(f"{kind}: a number of cubes is a whole number from 0; found {count!r}")
        counts[kind] = counts.get(kind, 0) + count
    return tidy(counts)


Kind = Annotated[str, BeforeValidator(read_kind)]
Colour = Annotated[str, BeforeValidator(read_colour)]
Cubes = Annotated[Counts, BeforeValidator(read_cubes)]


def tidy(counts: Mapping[str, int]) -> Counts:
    """The counts in the order of the box, without zeros."""
    return {kind: counts[kind] for kind in KINDS if counts.get(kind)}


def plus(one: Mapping[str, int], other: Mapping[str, int]) -> Counts:
    """Both together."""
    return tidy({kind: one.get(kind, 0) + other.get(kind, 0) for kind in KINDS})


def minus(one: Mapping[str, int], other: Mapping[str, int]) -> Counts:
    """What is left of `one` without `other`, never less than nothing."""
    return tidy({kind: max(0, one.get(kind, 0) - other.get(kind, 0)) for kind in KINDS})


def shared(one: Mapping[str, int], other: Mapping[str, int]) -> Counts:
    """What both hold."""
    return tidy({kind: min(one.get(kind, 0), other.get(kind, 0)) for kind in KINDS})


def total(counts: Mapping[str, int], kinds: tuple[str, ...] = KINDS) -> int:
    """How many cubes of these kinds."""
    return sum(counts.get(kind, 0) for kind in kinds)


def say(counts: Mapping[str, int]) -> str:
    """Cubes as people say them: `2 food + 1 ironwork`."""
    parts = (f"{count} {spoken(kind)}" for kind, count in tidy(counts).items())
    return " + ".join(parts) or "nothing"


def spoken(kind: str) -> str:
    """A kind as it is said: `stained glass`."""
    return kind.replace("-", " ")


def number(count: int, noun: str) -> str:
    """`1 cube`, `3 cubes`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _typed_parts(text: str) -> Iterator[tuple[str, int]]:
    plain = re.sub(r"\bstained[\s_]+glass\b", "stained-glass", text.strip(), flags=re.IGNORECASE)
    plain = re.sub(r"[+,;&]|\band\b", " ", plain, flags=re.IGNORECASE).strip()
    if names.fold(plain) in {"nothing", "none", "0"}:
        return
    place = 0
    while place < len(plain):
        match = _PART.match(plain, place)
        # `timber1` puts the number behind, `2 timber` before; both at once is a slip.
        if match is None or (match[1] and match[3]) or len(match[1] + match[3]) > 3:
            wrong = names.safe(plain[place : place + 30])
            raise ValueError(f"Cubes are written like `2 food + 1 ironwork`; cannot read {wrong!r}")
        yield match[2], int(match[1] or match[3] or 1)
        place = match.end()
        while place < len(plain) and plain[place].isspace():
            place += 1


def _sentence(trouble: Trouble) -> str:
    return f"{trouble.text} ({trouble.hint})" if trouble.hint else trouble.text


def _shipped() -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = catalogue.shipped("keythedral", "cubes")["entries"]
    return entries
