"""Keyper: four seasons of keyples."""

from __future__ import annotations

from keyhelper.engine.game import GameInfo

INFO = GameInfo(
    slug="keyper",
    name="Keyper",
    fewest=2,
    most=4,
    catalogues=("tiles",),
    has_player_colours=True,
)
