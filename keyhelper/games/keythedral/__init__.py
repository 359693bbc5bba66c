"""Keythedral: fields, cottages and seats in a cathedral.

`GAME` is wired when it is first asked for, so that a mere count loads none of the moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from keyhelper.games.keythedral.wiring import GAME

__all__ = ["GAME"]


def __getattr__(name: str) -> Any:
    if name != "GAME":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from keyhelper.games.keythedral.wiring import GAME

    return GAME
