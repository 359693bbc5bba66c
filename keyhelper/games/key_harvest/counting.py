"""What counts a Key Harvest position, without the moves."""

from __future__ import annotations

from keyhelper.engine.game import Counting, GameInfo
from keyhelper.games.key_harvest.position import CountrysidePosition, from_position
from keyhelper.games.key_harvest.scoring import score

INFO = GameInfo(
    slug="key-harvest",
    name="Key Harvest",
    fewest=2,
    most=4,
    catalogues=("fields", "start-pairs", "workers", "events", "boards"),
)
COUNTING = Counting(INFO, CountrysidePosition, from_position, score)
