"""Keythedral: fields, cottages and seats in a cathedral."""

from __future__ import annotations

from keyhelper.engine.game import GameInfo

INFO = GameInfo(
    slug="keythedral",
    name="Keythedral",
    fewest=2,
    most=5,
    catalogues=("tiles", "laws", "fields", "mat", "cubes"),
    has_player_colours=True,
)
