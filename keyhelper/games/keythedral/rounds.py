"""Where a round begins and rows turn over: what several rooms lead to."""

from __future__ import annotations

from keyhelper.games.keythedral.cubes import number
from keyhelper.games.keythedral.model import Keythedral


def begin_round(state: Keythedral) -> Keythedral:
    """Phase 1 of the next round: no markers, no workers, everything to collect."""
    return state.model_copy(
        update={
            "phase": "workers",
            "round": state.round + 1,
            "markers": (),
            "fixed_order": (),
            "queue": (),
            "sent": 0,
            "doubled": (),
            "stopped": (),
            "collected": (),
            "actor": None,
            "passed": (),
            "stopped_acting": (),
            "auction": None,
        }
    )


def turn_over_row(state: Keythedral) -> Keythedral:
    """The lowest row on the mat lies open; says so when it just turned."""
    row = state.row()
    turning = [tile for tile in state.tiles or () if tile.value == row and not tile.is_open]
    for tile in turning:
        state = state.with_tile(tile.model_copy(update={"is_open": True}))
    if turning:
        told = f"Turn over the row of {row}s: {number(len(turning), 'tile')}"
        state = state.model_copy(update={"news": (*state.news, told)})
    return state
