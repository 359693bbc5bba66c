"""How references, layouts and names are read from what people type, as types of fields."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator

from keyhelper.engine import names
from keyhelper.engine.trouble import Trouble
from keyhelper.games.key_harvest import board, crops

HIGHEST = 5  # number on a worker
PLACES = ("board", "store", "registry", "fallow", "bag")
ALL = "all"  # among fields to harvest: the whole group
_WHOLE = (ALL, "group")


def read_tiles(given: Any) -> tuple[str, ...]:
    """References from a list or from text such as `C4 C5, D5`."""
    parts = re.split(r"[\s,;+]+", given) if isinstance(given, str) else given
    if given in ("none", ["none"]):
        return ()
    if not isinstance(parts, list | tuple):
        raise ValueError(f"{str(given)[:30]!r} is no list of references (such as C4 C5)")
    return tuple(dict.fromkeys(_reference(part) for part in parts if part not in ("", "and")))


def read_harvest(given: Any) -> tuple[str, ...]:
    """References as `read_tiles` has them, or `all`, or a reference and `all` for its group."""
    parts = re.split(r"[\s,;+]+", given) if isinstance(given, str) else given
    if not isinstance(parts, list | tuple):
        return read_tiles(given)
    whole = [part for part in parts if isinstance(part, str) and part.casefold() in _WHOLE]
    tiles = read_tiles([part for part in parts if part not in whole]) if parts != whole else ()
    return (*tiles, ALL) if whole else tiles


def read_list(given: Any) -> Any:
    """A text, or several, as the list of their words."""
    if isinstance(given, list | tuple) and all(isinstance(part, str) for part in given):
        given = " ".join(given)
    return [w for w in re.split(r"[\s,;+]+", given) if w] if isinstance(given, str) else given


def read_growing(given: Any) -> tuple[tuple[str, str], ...]:
    """What grows where, from `{"C4": "wheat"}` or words such as `C4 wheat, D5 hops`.

    Crops alone have an empty reference: they belong to the tiles asked for.
    """
    if isinstance(given, dict):
        pairs = list(given.items())
    elif isinstance(given, list | tuple) and any(isinstance(pair, list | tuple) for pair in given):
        if not all(isinstance(pair, list | tuple) and len(pair) == 2 for pair in given):
            raise ValueError("each tile is a pair of its reference and its crop (C4, wheat)")
        pairs = [(pair[0], pair[1]) for pair in given]
    elif not isinstance(given, str | list | tuple):
        raise ValueError(f"{str(given)[:30]!r} is no list of references and crops")
    else:
        text = given if isinstance(given, str) else " ".join(str(part) for part in given)
        words = [word for word in re.split(r"[\s,;:=]+", text) if word]
        if words and not board.is_reference(words[0]):
            return tuple(("", _sentence(crops.read_crop, word)) for word in words)
        if len(words) % 2:
            raise ValueError(f"{text[:40]!r}: a reference and its crop, in turn (such as C4 wheat)")
        pairs = list(zip(words[::2], words[1::2], strict=True))
    return tuple(
        (_reference(pair[0]) if pair[0] else "", _sentence(crops.read_crop, pair[-1]))
        for pair in pairs
    )


def _reference(text: Any) -> str:
    return _sentence(board.read_reference, text)


def _sentence(read: Any, given: Any) -> str:
    try:
        return str(read(given))
    except Trouble as trouble:
        raise ValueError(f"{trouble}" + (f" ({trouble.hint})" if trouble.hint else "")) from None


def _layout(given: Any) -> str:
    rows = "-".join(map(str, given)) if isinstance(given, list | tuple) else str(given)
    return _sentence(board.tidy_layout, rows)


def word(*choices: str) -> Any:
    def read(given: Any) -> Any:
        if not isinstance(given, str):
            return given
        return _sentence(lambda text: names.choose(text, choices, "choice", prefix=True), given)

    return BeforeValidator(read)


def _title(given: Any) -> Any:
    """A name on a tile, safe to show; an empty one is none."""
    if not isinstance(given, str):
        return given
    return " ".join(names.safe(given).split())[:200] or None


def _worker_number(given: int) -> int:
    if not 1 <= given <= HIGHEST:
        raise ValueError(f"workers are numbered 1 to {HIGHEST}, not {given}")
    return given


Tile = Annotated[str, BeforeValidator(_reference)]
Tiles = Annotated[tuple[str, ...], BeforeValidator(read_tiles)]
Harvest = Annotated[tuple[str, ...], BeforeValidator(read_harvest)]
# Pairs, not a dict: a dict is typed as amounts, `2 hops`.
Growing = Annotated[tuple[tuple[str, str], ...], BeforeValidator(read_growing)]
Layout = Annotated[str, BeforeValidator(_layout)]
Title = Annotated[str | None, BeforeValidator(_title)]
Number = Annotated[int, AfterValidator(_worker_number)]
Symbol = Annotated[Literal["bell", "scroll"], word("bell", "scroll")]
Destination = Annotated[Literal["board", "store", "registry", "fallow", "bag"], word(*PLACES)]
