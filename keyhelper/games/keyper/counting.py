"""What counts a Keyper position, without the moves."""

from __future__ import annotations

from keyhelper.engine.game import Counting
from keyhelper.games.keyper import INFO
from keyhelper.games.keyper.position import KeyperPosition, from_position
from keyhelper.games.keyper.scoring import score

COUNTING = Counting(INFO, KeyperPosition, from_position, score)
