"""The recorded games of Keyper."""

from __future__ import annotations

from functools import partial
from typing import Any

from keyhelper.engine.ledger import Link
from tests.games.keyper.playthroughs.players import sensible
from tests.playthroughs.recording import Recording, Scene


def at_the_end_of_a_season(before: Scene | None, now: Scene) -> bool:
    """Whether a season's last work or the count begins."""
    is_new = before is None or before.state.phase != now.state.phase
    return is_new and now.state.phase in ("final", "count")


def asked_hint(before: Scene, entry: Link[Any]) -> str:
    """What the table was told to compare when it took back its keyples or drew new tiles."""
    return before.turn.asks[0].hint if before.state.phase in ("retrieve", "display") else ""


keyper = partial(
    Recording, "keyper", policy=sensible, shows_boards=at_the_end_of_a_season, remark=asked_hint
)

RECORDINGS = (
    keyper("two-players", ("Ann", "Ben"), "amber otter canyon"),
    keyper(
        "two-players-nine", ("Zoë O'Brien", "李明"), "maple drum lantern",
        readings={"setup.keyples": "nine", "tie.order": "yucata"},
    ),
    keyper("four-players", ("Ann", "Ben", "Cy", "Dee"), "copper heron willow"),
)  # fmt: skip
