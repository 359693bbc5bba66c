"""Key Flow: draft a village along the river over four seasons."""

from __future__ import annotations

from keyhelper.engine.game import GameInfo

INFO = GameInfo(
    slug="key-flow",
    name="Key Flow",
    fewest=2,
    most=6,
    catalogues=("cards",),
)
