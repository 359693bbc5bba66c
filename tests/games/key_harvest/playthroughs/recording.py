"""The recorded games of Key Harvest."""

from __future__ import annotations

from functools import partial
from typing import Any

from keyhelper.engine.ledger import Link
from tests.games.key_harvest.playthroughs.players import quiet, sensible
from tests.playthroughs.recording import Recording, Scene, at_headlines


def every_fourth_round(before: Scene | None, now: Scene) -> bool:
    """Whether a fourth round begins or the game is over; these boards are large."""
    is_round = now.state.turns % (4 * len(now.state.players)) == 0
    return (at_headlines(before, now) and is_round) or not now.turn.asks


def event_news(before: Scene, entry: Link[Any]) -> str:
    """What an event that came out of the bag brings about."""
    is_event = entry.move is not None and entry.move.kind == "event"
    return str(entry.state.news) if is_event else ""


harvest = partial(Recording, "key-harvest", shows_boards=every_fourth_round, remark=event_news)

RECORDINGS = (
    harvest("two-players", ("Ann", "Ben"), "amber otter canyon", sensible),
    harvest(
        "three-by-hand", ("Zoë O'Brien", "Ben", "李明"), "maple drum lantern", sensible,
        {"deal": "table", "layout": "7-8-9-8-9-8-7"},
    ),
    harvest("four-with-a-shift", ("Ann", "Ben", "Cy", "Dee"), "copper heron willow", quiet),
)  # fmt: skip
