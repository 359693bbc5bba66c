"""What counts a Keythedral position, without the moves."""

from __future__ import annotations

from keyhelper.engine.game import Counting, GameInfo
from keyhelper.games.keythedral.position import KeythedralPosition, from_position
from keyhelper.games.keythedral.scoring import score

INFO = GameInfo(
    slug="keythedral",
    name="Keythedral",
    fewest=2,
    most=5,
    catalogues=("tiles", "laws", "fields", "mat", "cubes"),
)
COUNTING = Counting(INFO, KeythedralPosition, from_position, score)
