"""What counts a Key Flow position, without the moves."""

from __future__ import annotations

from keyhelper.engine.game import Counting, GameInfo
from keyhelper.games.key_flow.holdings import score
from keyhelper.games.key_flow.position import KeyFlowPosition, check_value, from_position

INFO = GameInfo(
    slug="key-flow",
    name="Key Flow",
    fewest=2,
    most=6,
    catalogues=("cards",),
)
COUNTING = Counting(INFO, KeyFlowPosition, from_position, score, check_value)
