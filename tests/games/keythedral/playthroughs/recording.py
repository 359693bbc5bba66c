"""The recorded games of Keythedral."""

from __future__ import annotations

from tests.games.keythedral.playthroughs.players import quarrelsome, sensible
from tests.playthroughs.recording import Recording

RECORDINGS = (
    Recording(
        "keythedral", "three-players-full", ("Ann", "Ben", "Cy"), "amber otter canyon", sensible
    ),
    Recording(
        "keythedral", "two-players-short", ("Zoë O'Brien", "李明"), "maple drum lantern",
        sensible, {"length": "short"},
    ),
    Recording(
        "keythedral", "five-players-laws", ("Ann", "Ben", "Cy", "Dee", "Eve"),
        "north apple drum", quarrelsome,
    ),
)  # fmt: skip
