"""What counts a Key Flow position, without the moves."""

from __future__ import annotations

from keyhelper.engine.game import Counting
from keyhelper.games.key_flow import INFO
from keyhelper.games.key_flow.boxed import check_value
from keyhelper.games.key_flow.holdings import score
from keyhelper.games.key_flow.position import KeyFlowPosition, from_position

COUNTING = Counting(INFO, KeyFlowPosition, from_position, score, check_value)
