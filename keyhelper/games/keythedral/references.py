"""How people point at things: a cottage by its owner or gap, a tile by its value and letter."""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from keyhelper.games.keythedral import board


def _cottage(given: Any) -> Any:
    """A cottage by owner and number; its gap, given as a pair, becomes the gap's name."""
    if isinstance(given, list | tuple):
        return board.key(board.read_spot(given))
    if isinstance(given, dict) and set(given) == {"player", "number"}:
        return f"{given['player']} {given['number']}"
    return " ".join(given.split()) if isinstance(given, str) else given


def _tile(given: Any) -> Any:
    """A tile's name: `8a`, or `8` where the position does not tell the tiles of a row apart."""
    if isinstance(given, bool) or not isinstance(given, int | str):
        raise ValueError(f"A tile is named like 8a; found {str(given)[:40]!r}")
    name = re.sub(r"[\s-]", "", str(given)).lower()
    if not re.fullmatch(r"\d{1,2}[a-z]?", name, re.ASCII):
        raise ValueError(f"A tile is named by its value and a letter, like 8a; found {name[:40]!r}")
    return name


CottageName = Annotated[str, BeforeValidator(_cottage)]
TileName = Annotated[str, BeforeValidator(_tile)]
Number = Annotated[int, Field(ge=1, le=5)]
