"""Random walks to the end: all player counts and variants, nothing lost, nothing stuck."""

from __future__ import annotations

import json
from typing import Any

import pytest

from keyhelper.engine.chance import Stream
from keyhelper.engine.scoring import standings
from keyhelper.engine.trouble import Trouble
from keyhelper.engine.verdict import Ruling
from keyhelper.games.keythedral.model import mat_rows
from keyhelper.games.keythedral.wiring import GAME
from tests.games.keythedral.tables import opening, plausible

LONGEST = 3000
OTHER = {
    "place.clockwise": "free", "field.touch": "field-only", "worker.order": "start-player",
    "worker.decline": "may", "law.ends": "phase", "fence.full": "builder", "fence.stay": "idle",
    "law.refill": "both", "auction.opens": "left-of-holder", "auction.pays": "start-player",
    "auction.cubes": "worth",
}  # fmt: skip


@pytest.mark.parametrize("count", [2, 3, 4, 5])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"length": "short"},
        {"strategic": True},
        {"edition": "rnd"},
        {"untracked": True},
        {"readings": OTHER},
    ],
    ids=["full", "short", "strategic", "rnd", "untracked", "readings"],
)
def test_a_walk_ends_and_loses_nothing(count: int, options: dict[str, Any]) -> None:
    """box.tiles box.workers box.laws round.phases"""
    state = opening(count, **options)
    whole = GAME.components(state)
    chance = Stream(f"walk {count} {sorted(options)}")
    for step in range(LONGEST):
        if GAME.ending(state):
            break
        turn = GAME.turn(state)
        assert turn.asks
        moves = [m for m in plausible(state) if GAME.verify(state, m).ruling is not Ruling.ILLEGAL]
        assert moves, turn
        move = moves[chance.integer(len(moves))]
        state = GAME.play(state, GAME.fill(state, move))
        assert GAME.components(state) == whole, move
        if step % 25 == 0:
            assert GAME.state.model_validate(json.loads(state.model_dump_json())) == state
            assert GAME.panels(state, None)
    assert GAME.ending(state)
    if not options.get("untracked"):
        rows = mat_rows(state.edition, state.length)
        points = [sheet.lines[0].points or 0 for sheet in GAME.score(state)]
        assert sum(points) == sum(value * n for value, n in rows.items())
        assert standings(GAME.score(state)).winners


def test_moves_that_do_not_fit_never_break_the_table() -> None:
    """round.phases"""
    state = opening(3)
    chance = Stream("misfits")
    seen = []
    states = []
    for step in range(LONGEST):
        if GAME.ending(state):
            break
        moves = [m for m in plausible(state) if GAME.verify(state, m).is_legal]
        move = moves[chance.integer(len(moves))]
        if step % 9 == 0:
            states.append(state)
        seen.append(move)
        state = GAME.play(state, move)
    for table in [*states, state]:
        for _ in range(12):
            move = seen[chance.integer(len(seen))]
            GAME.verify(table, move)
            GAME.warnings(table, move)
            GAME.effects(table, move)
            try:
                after = GAME.play(table, GAME.fill(table, move))
            except Trouble:
                continue
            assert GAME.state.model_validate(json.loads(after.model_dump_json())) == after
            GAME.turn(after)
            GAME.panels(after, None)
            GAME.score(after)
            plausible(after)
