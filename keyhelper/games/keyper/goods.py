"""Keyper's pieces by name: seasons, keyple colours, goods and animals, read as people say them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator

from keyhelper.engine import names
from keyhelper.engine.trouble import Trouble

SEASONS = ("spring", "summer", "autumn", "winter")

SPECIALISTS = ("light-blue", "orange", "light-green", "brown", "black", "grey")
WHITE = "white"
COLOURS = (*SPECIALISTS, WHITE)
JOBS = {
    "boat": "light-blue",
    "clay": "orange",
    "farmer": "light-green",
    "forest": "brown",
    "miner": "black",
    "quarry": "grey",
    "generalist": WHITE,
}
CODES = {  # as the panels write them, so people type them
    "light-blue": "LB",
    "orange": "OR",
    "light-green": "LG",
    "brown": "BR",
    "black": "BK",
    "grey": "GY",
    WHITE: "WH",
}
KEYPLES_IN_BOX = dict.fromkeys(SPECIALISTS, 4) | {WHITE: 8}

RAW = ("clay", "logs", "rocks")
FINISHED = ("bricks", "wood", "stone")
WHEAT = "wheat"
GEMS = ("emerald", "gold", "ruby", "sapphire")
RESOURCES = (*FINISHED, *RAW, WHEAT, *GEMS)
ANIMALS = ("chicken", "cow", "deer", "goat", "horse", "pig", "sheep", "boar")
GOODS = (*RESOURCES, *ANIMALS)
GOODS_IN_BOX = (
    dict.fromkeys((*FINISHED, *RAW, *GEMS), 16) | {WHEAT: 20} | dict.fromkeys(ANIMALS, 12)
)

# Fields without a coloured border, named by what is done on them.
NO_BORDER = "none"
PLAIN_FIELDS = ("tile", "build", "discount", "upgrade")
BORDERS = (*SPECIALISTS, *PLAIN_FIELDS, NO_BORDER)
# What a field with that border may well give, as an example; the table says what it gives.
LIKELY = {
    "orange": ("clay", "bricks"),
    "brown": ("logs", "deer"),
    "grey": ("rocks", "stone"),
    "black": ("gold", "ruby"),
    "light-green": ("wheat", "sheep"),
    "light-blue": ("wheat", "bricks"),
}
RIVER = "river"
NONE = ("none", "nothing", "no", "0", "-")  # how people say that there is nothing

# What a white symbol on a cost may be paid with; wheat stands in for the first two.
WHITE_GOODS = {"raw": RAW, "finished": FINISHED, "gem": GEMS}

_OTHER_COLOURS = {
    **JOBS,
    **{code.lower(): colour for colour, code in CODES.items()},
    "light blue": "light-blue",
    "blue": "light-blue",
    "light green": "light-green",
    "green": "light-green",
    "gray": "grey",
}
_OTHER_BORDERS = {
    "country tile": "tile",
    "country": "tile",
    "discount build": "discount",
    "bld": "build",
    "uncoloured": NO_BORDER,
    "uncolored": NO_BORDER,
    "no border": NO_BORDER,
    "water": "light-blue",
}
_OTHER_GOODS = {
    "brick": "bricks",
    "woods": "wood",
    "stones": "stone",
    "log": "logs",
    "rock": "rocks",
    "wheats": "wheat",
    "emeralds": "emerald",
    "golds": "gold",
    "rubies": "ruby",
    "rubys": "ruby",
    "sapphires": "sapphire",
    "chickens": "chicken",
    "cows": "cow",
    "goats": "goat",
    "horses": "horse",
    "pigs": "pig",
    "wild boar": "boar",
    "wild boars": "boar",
    "boars": "boar",
}
_ONE_AND_MANY = {
    "bricks": ("brick", "bricks"),
    "logs": ("log", "logs"),
    "rocks": ("rock", "rocks"),
    "ruby": ("ruby", "rubies"),
    **{
        kind: (kind, f"{kind}s")
        for kind in ("emerald", "sapphire", "chicken", "cow", "goat", "horse", "pig")
    },
}
_COUNTED = re.compile(r"(?:(?P<before>\d{1,3})\s*[x*×]?\s*)?(?P<name>[^\W\d]+(?:[ -][^\W\d]+)*)")
PARTED = re.compile(r"\s*[,;+&]\s*|\s+and\s+|\s+(?=\d)")


def read_colour(given: Any) -> Any:
    """A keyple's colour, by its colour or its job."""
    return _named(given, COLOURS, _OTHER_COLOURS, "keyple colour")


def read_border(given: Any) -> Any:
    """A field's border colour, or what a field without one is for."""
    return _named(given, BORDERS, _OTHER_COLOURS | _OTHER_BORDERS, "border")


def read_season(given: Any) -> Any:
    """A season by its name."""
    return _named(given, SEASONS, {"fall": "autumn"}, "season")


def read_good(given: Any) -> Any:
    """One kind of resource or animal, singular or plural."""
    return _named(given, GOODS, _OTHER_GOODS, "resource or animal")


def read_counts(given: Any, choices: tuple[str, ...], what: str) -> Any:
    """How many of each, from a mapping or from text such as `2 clay + wheat`."""
    if isinstance(given, str):
        given = _spoken(given)
    if not isinstance(given, Mapping):
        return given
    other = _OTHER_COLOURS if choices == COLOURS else _OTHER_GOODS
    counts: dict[str, Any] = {}
    for name, count in given.items():
        if isinstance(name, str) and name.strip().casefold() in NONE:
            continue
        kind = _named(name, choices, other, what)
        if isinstance(count, bool) or not isinstance(count, int):
            raise ValueError(f"{kind}: expected a whole number, found {count!r}")
        if count < 0:
            raise ValueError(f"{kind}: there cannot be {count} of them")
        if kind in counts:
            raise ValueError(f"{kind} is given twice")
        counts[kind] = count
    return {kind: counts[kind] for kind in choices if counts.get(kind)}


def read_goods(given: Any) -> Any:
    """Resources and animals with their numbers."""
    return read_counts(given, GOODS, "resource or animal")


def read_resources(given: Any) -> Any:
    """Resources with their numbers."""
    return read_counts(given, RESOURCES, "resource")


def read_animals(given: Any) -> Any:
    """Animals with their numbers."""
    return read_counts(given, ANIMALS, "animal")


def read_keyples(given: Any) -> Any:
    """Keyples with their numbers."""
    return read_counts(given, COLOURS, "keyple colour")


Colour = Annotated[str, BeforeValidator(read_colour)]
Border = Annotated[str, BeforeValidator(read_border)]
Season = Annotated[str, BeforeValidator(read_season)]
Goods = Annotated[dict[str, int], BeforeValidator(read_goods)]
Resources = Annotated[dict[str, int], BeforeValidator(read_resources)]
Animals = Annotated[dict[str, int], BeforeValidator(read_animals)]
Keyples = Annotated[dict[str, int], BeforeValidator(read_keyples)]


def amount(number: int, kind: str) -> str:
    """So many of a kind, as people say it: `1 brick`, `2 bricks`, `3 sheep`."""
    one, many = _ONE_AND_MANY.get(kind, (kind, kind))
    return f"{number} {one if number == 1 else many}"


def counted(goods: Mapping[str, int]) -> str:
    """Goods as people list them: `2 clay and 1 wheat`."""
    return names.listed([amount(count, kind) for kind, count in goods.items()]) or "nothing"


def teamed(keyples: Mapping[str, int]) -> str:
    """Keyples as people list them: `1 orange and 2 white`."""
    return counted({colour: keyples[colour] for colour in COLOURS if keyples.get(colour)})


def plus(left: Mapping[str, int], right: Mapping[str, int]) -> dict[str, int]:
    """Both together; a kind that comes to nothing is left out."""
    return _sum(left, right, 1)


def minus(left: Mapping[str, int], right: Mapping[str, int]) -> dict[str, int]:
    """What is left; never less than nothing, so that an overruled payment can be applied."""
    return _sum(left, right, -1)


def _sum(left: Mapping[str, int], right: Mapping[str, int], sign: int) -> dict[str, int]:
    total = {kind: left.get(kind, 0) + sign * right.get(kind, 0) for kind in {**left, **right}}
    return {kind: count for kind, count in sorted(total.items()) if count > 0}


def _named(given: Any, choices: tuple[str, ...], others: Mapping[str, str], what: str) -> Any:
    if not isinstance(given, str):
        return given
    other = names.find(given, others)
    exact = names.find(given, choices)
    if exact is None and other is not None and others[other] in choices:
        return others[other]
    try:
        return names.choose(given, choices, what, prefix=True)
    except Trouble as trouble:
        hint = f"; {trouble.hint}" if trouble.hint else ""
        raise ValueError(f"{trouble}{hint}") from None


def _spoken(text: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    if text.strip().casefold() in NONE:
        return counts
    for part in filter(None, PARTED.split(text.strip())):
        found = _COUNTED.fullmatch(part.strip())
        if found is None:
            raise ValueError(f"{names.safe(part)[:40]!r} is no number and name such as `2 clay`")
        name = found["name"].casefold()
        counts[name] = counts.get(name, 0) + int(found["before"] or 1)
    return counts
