"""Key Harvest: fields with references, bids in stores, workers, and an event track."""

from __future__ import annotations

from keyhelper.engine.game import GameInfo

INFO = GameInfo(
    slug="key-harvest",
    name="Key Harvest",
    fewest=2,
    most=4,
    catalogues=("fields", "start-pairs", "workers", "events", "boards"),
    has_player_colours=True,
)
