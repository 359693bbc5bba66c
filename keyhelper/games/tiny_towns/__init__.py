"""Tiny Towns: sixteen squares and one named cube."""

from __future__ import annotations

from keyhelper.engine.game import GameInfo

INFO = GameInfo(
    slug="tiny-towns",
    name="Tiny Towns",
    fewest=1,
    most=6,
    catalogues=("buildings", "monuments"),
)
