"""What counts a Key Harvest position, without the moves."""

from __future__ import annotations

from keyhelper.engine.game import Counting
from keyhelper.games.key_harvest import INFO
from keyhelper.games.key_harvest.position import CountrysidePosition, from_position
from keyhelper.games.key_harvest.scoring import score

COUNTING = Counting(INFO, CountrysidePosition, from_position, score)
