"""What counts a Tiny Towns position, without the moves."""

from __future__ import annotations

from keyhelper.engine.game import Counting
from keyhelper.games.tiny_towns import INFO
from keyhelper.games.tiny_towns.final import score
from keyhelper.games.tiny_towns.position import TinyTownsPosition, from_position

COUNTING = Counting(INFO, TinyTownsPosition, from_position, score)
