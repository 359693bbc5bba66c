"""What counts a Keyper position, without the moves."""

from __future__ import annotations

from keyhelper.engine.game import Counting, GameInfo
from keyhelper.games.keyper.position import KeyperPosition, from_position
from keyhelper.games.keyper.scoring import score

INFO = GameInfo(slug="keyper", name="Keyper", fewest=2, most=4, catalogues=("tiles",))
COUNTING = Counting(INFO, KeyperPosition, from_position, score)
