"""The words of Keyper's scoring conditions, and what of them is used up or only counted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from keyhelper.engine import catalogue, names
from keyhelper.engine.terms import Term, Vocabulary, parse
from keyhelper.engine.trouble import Trouble
from keyhelper.games.keyper.goods import (
    ANIMALS,
    COLOURS,
    FINISHED,
    GEMS,
    JOBS,
    RAW,
    RESOURCES,
)

# Wheat presented as a white good: a tile that scores any raw material takes it, one that
# scores a named kind does not.
WILD_RAW = "white raw"
WILD_FINISHED = "white finished"
# On a tile, a white symbol is any raw material; only wheat is presented as one.
_WHITE_SYMBOL = re.compile(r"\bwhite[ -](?=(?:raw|finished)\b)", re.IGNORECASE)
KEYPLES = tuple(f"{colour} keyple" for colour in COLOURS)
_BOTH = re.compile(
    r"(?P<points>\d{1,3})(?: points)?\s*(?:;|,|\+|plus|and)?\s+(?P<scores>\d.*)", re.ASCII
)
USED_UP = (*RESOURCES, *ANIMALS, *KEYPLES, WILD_RAW, WILD_FINISHED)
# Things a tile may count without using them up; the table may name more.
USUAL_COUNTED = ("building", "farm building", "village building", "river", "road", "stream")

GROUPS: dict[str, tuple[str, ...]] = {
    "raw": (*RAW, WILD_RAW),
    "finished": (*FINISHED, WILD_FINISHED),
    "gem": GEMS,
    "animal": ANIMALS,
    "keyple": KEYPLES,
    "resource": RESOURCES,
}
SYNONYMS = {
    "raw material": "raw",
    "raw good": "raw",
    "any raw": "raw",
    "finished good": "finished",
    "any finished": "finished",
    "any gem": "gem",
    "white gem": "gem",
    "any animal": "animal",
    "any keyple": "keyple",
    "animeeple": "animal",
    "wild boar": "boar",
    "generalist": "white keyple",
    "farmer": "light-green keyple",
    "miner": "black keyple",
    **{colour: f"{colour} keyple" for colour in COLOURS},
    **{f"{job} keyple": f"{colour} keyple" for job, colour in JOBS.items()},
    "gray": "grey keyple",
    "gray keyple": "grey keyple",
}


def read_term(text: str, counted: Iterable[str]) -> Term:
    """A tile's scoring condition; TermError when it cannot be read."""
    term = parse(_WHITE_SYMBOL.sub("", text), vocabulary(counted))
    # Wheat stands for any raw material, never for one kind, so it is no kind to choose.
    return term._replace(
        needs=tuple(
            need._replace(kinds=_without_wheat(need.kinds) if need.one_kind else need.kinds)
            for need in term.needs
        )
    )


def read_value(text: str) -> tuple[int | None, str | None]:
    """A tile's worth as people say it: points, a condition, or points and a condition."""
    tidy = text.strip()
    if tidy.isascii() and tidy.isdigit():
        return int(tidy[:4]), None
    both = _BOTH.fullmatch(tidy)
    return (int(both["points"]), both["scores"]) if both else (None, tidy or None)


def from_box(name: str, *, upgraded: bool) -> tuple[int | None, str | None]:
    """What the owner's box says a tile gives: points and condition, None where it is blank."""
    known = catalogue.entries("keyper", "tiles")
    spelt = names.find(name, known)
    if spelt is None:
        return None, None
    front = "upgraded_" if upgraded else ""
    return known[spelt].get(f"{front}points"), known[spelt].get(f"{front}scores")


def vocabulary(counted: Iterable[str]) -> Vocabulary:
    """The words that conditions may use, with what this table counts; ValueError for a bad one."""
    return _vocabulary(tuple(sorted(counted)))


def named_counts(counted: Mapping[str, int]) -> dict[str, int]:
    """What this table counts, under the names that conditions use."""
    words = vocabulary(counted)
    return {_whole(words, name) or name: number for name, number in counted.items()}


def refuse_counted(player: str, counted: Mapping[str, int]) -> None:
    """Refuse what is used up when it scores, and words that no condition could name."""
    used_up = Vocabulary(kinds=USED_UP, groups=GROUPS, synonyms=SYNONYMS)
    for name in counted:
        if _whole(used_up, name) is not None:
            raise Trouble(
                f"{player}: {names.safe(name)} is used up when it scores, so it is not `counted`",
                hint="give it under resources, animals or keyples",
            )
    try:
        vocabulary(counted)
    except ValueError as error:
        raise Trouble(f"{player}: {names.safe(str(error))}") from None


@lru_cache(maxsize=64)
def _vocabulary(counted: tuple[str, ...]) -> Vocabulary:
    usual = Vocabulary(kinds=(*USED_UP, *USUAL_COUNTED), groups=GROUPS, synonyms=SYNONYMS)
    more = [name for name in counted if _whole(usual, name) is None]
    if not more:
        return usual
    kinds = (*USED_UP, *USUAL_COUNTED, *more)
    return Vocabulary(kinds=kinds, groups=GROUPS, synonyms=SYNONYMS)


def _whole(words: Vocabulary, name: str) -> str | None:
    """The word that the whole of `name` spells, or None."""
    parts = name.casefold().replace("-", " ").replace("_", " ").split()
    found = words.find(parts)
    return found[0] if found is not None and found[1] == len(parts) else None


def _without_wheat(kinds: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(kind for kind in kinds if kind not in (WILD_RAW, WILD_FINISHED))
