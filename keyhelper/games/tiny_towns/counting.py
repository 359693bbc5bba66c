"""What counts a Tiny Towns position, without the moves."""

from __future__ import annotations

from keyhelper.engine.game import Counting, GameInfo
from keyhelper.games.tiny_towns.final import score
from keyhelper.games.tiny_towns.position import TinyTownsPosition, from_position

INFO = GameInfo(
    slug="tiny-towns",
    name="Tiny Towns",
    fewest=1,
    most=6,
    catalogues=("buildings", "monuments"),
)
COUNTING = Counting(INFO, TinyTownsPosition, from_position, score)
