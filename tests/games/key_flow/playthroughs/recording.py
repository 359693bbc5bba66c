"""The recorded games of Key Flow."""

from __future__ import annotations

from tests.games.key_flow.playthroughs.players import sensible
from tests.playthroughs.recording import Recording

RECORDINGS = (
    Recording("key-flow", "two-players", ("Zoë O'Brien", "李明"), "maple drum lantern", sensible),
    Recording(
        "key-flow", "four-players", ("Ann", "Ben", "Cy", "Dee"), "amber otter canyon", sensible
    ),
)
