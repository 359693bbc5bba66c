"""The recorded games of Tiny Towns."""

from __future__ import annotations

from tests.games.tiny_towns.playthroughs.players import sensible, stops_early
from tests.playthroughs.recording import Recording

RECORDINGS = (
    Recording("tiny-towns", "normal", ("Ann", "Ben", "Cy"), "amber otter canyon", sensible),
    Recording(
        "tiny-towns", "last-player-alone", ("Zoë O'Brien", "李明"), "maple drum lantern",
        stops_early, {"cavern": True},
    ),
    Recording(
        "tiny-towns", "town-hall", ("Ann", "Ben", "Cy", "Dee"), "copper heron willow",
        sensible, {"variant": "town-hall"},
    ),
    Recording("tiny-towns", "solo", ("Ann",), "puffin meadow thimble", sensible),
)  # fmt: skip
