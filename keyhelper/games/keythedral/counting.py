"""What counts a Keythedral position, without the moves."""

from __future__ import annotations

from keyhelper.engine.game import Counting
from keyhelper.games.keythedral import INFO
from keyhelper.games.keythedral.position import KeythedralPosition, from_position
from keyhelper.games.keythedral.scoring import score

COUNTING = Counting(INFO, KeythedralPosition, from_position, score)
