"""The five crops and handfuls of counters, as people type them and as keyhelper keeps them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator

from keyhelper.engine import names
from keyhelper.engine.trouble import Trouble

CROPS = ("hops", "vegetables", "cider", "wine", "wheat")
EACH = 12  # counters of each crop in the box
# Colours are understood because the counters have them, but never shown: green and brown are
# hard to tell apart on the table.
SYNONYMS = {
    "brown": "hops",
    "hop": "hops",
    "green": "vegetables",
    "vegetable": "vegetables",
    "veg": "vegetables",
    "orange": "cider",
    "cider apples": "cider",
    "apples": "cider",
    "apple": "cider",
    "red": "wine",
    "barrels of wine": "wine",
    "barrel": "wine",
    "barrels": "wine",
    "yellow": "wheat",
}

# One letter a crop keeps four boards on a screen; wine comes in barrels, wheat has the w.
LETTERS = {"hops": "H", "vegetables": "V", "cider": "C", "wine": "B", "wheat": "W"}
_BY_LETTER = {letter.casefold(): crop for crop, letter in LETTERS.items()}

_NOTHING = frozenset({"", "nothing", "none", "0"})

Counters = dict[str, int]

# Names of several words, each one kind of counter.
_APPLES = re.compile(r"\bcider[\s_-]+apples?\b", re.IGNORECASE)
_BARRELS = re.compile(r"\bbarrels?[\s_-]+of[\s_-]+wine\b", re.IGNORECASE)
_JOINTS = re.compile(r"[,;+&]|\band\b|\bof\b", re.IGNORECASE)


def read_crop(text: object) -> str:
    """The crop that `text` names, by name, a beginning of it, its colour or its letter."""
    if not isinstance(text, str):
        raise Trouble(f"{str(text)[:30]!r} is no crop", hint=f"one of: {', '.join(CROPS)}")
    letter = _BY_LETTER.get(text.strip().casefold())
    if letter is not None:
        return letter
    synonym = names.find(text, SYNONYMS)
    if synonym is not None:
        return SYNONYMS[synonym]
    try:
        return names.choose(text, CROPS, "crop", prefix=True)
    except Trouble:
        near = names.nearest(text, (*CROPS, *SYNONYMS))
        if near and near[0] in SYNONYMS:
            raise Trouble(
                f"There is no crop called {names.safe(text)[:30]!r};"
                f" did you mean {SYNONYMS[near[0]]}?"
            ) from None
        raise


def read_counters(given: object) -> Counters:
    """Counters from `{"hops": 2}`, `2 hops 1 wine`, `hops hops wine` or a list of those."""
    if isinstance(given, Mapping):
        pairs = [pair for crop, number in given.items() for pair in _amount(crop, number)]
        doubled = [crop for crop, count in Counter(crop for crop, _ in pairs).items() if count > 1]
        if doubled:
            raise Trouble(f"{names.listed(doubled)} stands there twice, spelt in two ways")
    elif isinstance(given, str):
        pairs = list(_spoken(given))
    elif isinstance(given, list | tuple):
        pairs = list(_spoken(" ".join(str(part) for part in given)))
    else:
        shown = str(given)[:30]
        raise Trouble(f"{shown!r} is no handful of counters", hint="such as 2 hops 1 wine")
    return tidy(pairs)


def tidy(pairs: Iterable[tuple[str, int]]) -> Counters:
    """The counters added up, in the order of the crops, without zeros."""
    total: Counter[str] = Counter()
    for crop, number in pairs:
        total[crop] += number
    return {crop: total[crop] for crop in CROPS if total[crop]}


def plus(mine: Mapping[str, int], more: Mapping[str, int]) -> Counters:
    """Both handfuls together."""
    return tidy([*mine.items(), *more.items()])


def minus(mine: Mapping[str, int], less: Mapping[str, int]) -> Counters:
    """The first handful without the second; a crop may go below zero."""
    return tidy([*mine.items(), *((crop, -number) for crop, number in less.items())])


def total(counters: Mapping[str, int]) -> int:
    """How many counters there are."""
    return sum(counters.values())


def say(counters: Mapping[str, int]) -> str:
    """The counters as people say them: `2 hops and 1 wine`."""
    return names.listed([f"{counters[c]} {c}" for c in CROPS if counters.get(c)]) or "nothing"


def _amount(crop: object, number: object) -> Iterable[tuple[str, int]]:
    """One entry of a mapping; `2H` as the boards write it is two of that crop."""
    if isinstance(crop, str) and crop.casefold() in _NOTHING and number == 1:
        return []
    if (
        isinstance(crop, str)
        and crop[:1] in set("0123456789")
        and type(number) is int
        and number == 1
    ):
        return _spoken(crop)
    return [(read_crop(crop), _count(crop, number))]


def _count(crop: object, number: object) -> int:
    if isinstance(number, bool) or not isinstance(number, int | str):
        raise Trouble(f"The number of {crop} must be a whole number, not {str(number)[:20]!r}")
    try:
        count = int(number)
    except ValueError:
        raise Trouble(
            f"The number of {crop} must be a whole number, not {str(number)[:20]!r}"
        ) from None
    if count < 0:
        raise Trouble(f"The number of {crop} cannot be {count}")
    return count


def _spoken(text: str) -> Iterable[tuple[str, int]]:
    """Pairs from words: a number before or right after a crop, one where there is none."""
    short = _BARRELS.sub("wine", _APPLES.sub("cider", text))
    plain = _JOINTS.sub(" ", short.replace("=", " = "))
    words = re.findall(r"[0-9]+|[^\W0-9]+|=", re.sub(r"(?<=[0-9])[x×*]\b|\b[x×*]\b", " ", plain))
    if "".join(words).casefold() in _NOTHING:
        return
    number: int | None = None
    place = 0
    while place < len(words):
        word = words[place]
        if word[0] in "0123456789":
            if number is not None or place + 1 == len(words):
                raise Trouble(f"{text[:40]!r}: say of which crop", hint="such as 2 hops 1 wine")
            number = _count("counters", word)
        elif word == "=":
            raise Trouble(f"{text[:40]!r}: say of which crop", hint="such as 2 hops 1 wine")
        else:
            crop = read_crop(word)
            if words[place + 1 : place + 2] == ["="] and words[place + 2 : place + 3]:
                number = _count(crop, words[place + 2])
                place += 2
            yield crop, 1 if number is None else number
            number = None
        place += 1


def _read(given: Any) -> Counters:
    try:
        return read_counters(given)
    except Trouble as trouble:
        hint = f" ({trouble.hint})" if trouble.hint else ""
        raise ValueError(f"{trouble}{hint}") from None


def _read_one(given: Any) -> str:
    try:
        return read_crop(given)
    except Trouble as trouble:
        hint = f" ({trouble.hint})" if trouble.hint else ""
        raise ValueError(f"{trouble}{hint}") from None


Handful = Annotated[Counters, BeforeValidator(_read)]
Crop = Annotated[str, BeforeValidator(_read_one)]
