"""Random walks: whatever happens, components stay, states survive saving, and games end."""

from __future__ import annotations

import json
from typing import Any

import pytest

from keyhelper.engine.chance import Stream
from keyhelper.engine.game import Move
from keyhelper.engine.scoring import standings
from keyhelper.engine.verdict import Ruling
from keyhelper.games.tiny_towns.model import TinyTowns
from keyhelper.games.tiny_towns.turns import likely
from keyhelper.games.tiny_towns.wiring import GAME
from tests.games.tiny_towns.test_setup import set_up

FIRST = {"build", "grove", "guild", "stock", "watch", "hold", "recall"}
VARIANTS: list[tuple[int, dict[str, Any]]] = [
    *((count, {}) for count in range(1, 7)),
    *((count, {"variant": "town-hall", "cavern": True}) for count in range(2, 7)),
    (2, {"deal": "table"}),
    (1, {"deal": "table"}),
    (3, {"variant": "town-hall", "deal": "table"}),
    (3, {"monuments": False, "cavern": True, "with": ["Bank"]}),
    (4, {"with": ["Trading Post", "Shed"]}),
    (4, {"with": ["Warehouse"]}),
    (4, {"with": ["Factory"]}),
]
STRICT = {
    "cavern.later": "discard",
    "complete.choice": "full-board",
    "complete.full-board": "out",
    "effects.start": "next-round",
    "effects.placed": "no",
    "guild.itself": "yes",
    "watch.start": "next-round",
    "watch.two-players": "none",
}


def walk(state: TinyTowns, seed: str) -> list[tuple[Move, TinyTowns]]:
    """Legal moves to the end; whoever can build mostly does."""
    chance = Stream(seed)
    steps: list[tuple[Move, TinyTowns]] = []
    while GAME.ending(state) is None:
        assert len(steps) < 2000
        moves = list(likely(state, has_secrets=True))
        eager = [m for m in moves if m.kind in FIRST]
        pool = eager if eager and chance.integer(10) else moves
        while True:
            move = pool.pop(chance.integer(len(pool)))
            if GAME.verify(state, move).ruling is not Ruling.ILLEGAL:
                break
            pool = pool or [m for m in moves if m.kind not in FIRST]
        state = GAME.play(state, move)
        steps.append((move, state))
    return steps


@pytest.mark.parametrize(("count", "options"), VARIANTS)
@pytest.mark.parametrize("readings", [{}, STRICT], ids=["manual", "strict"])
def test_every_walk_reaches_the_end(
    count: int, options: dict[str, Any], readings: dict[str, str]
) -> None:
    """end.all supply.unlimited"""
    start = set_up(count, **options).model_copy(update={"readings": readings})
    components = GAME.components(start)
    steps = walk(start, f"walk {count} {options} {readings}")
    for number, (move, state) in enumerate(steps):
        assert GAME.components(state) == components, move
        assert GAME.turn(state).headline
        if number % 17 == 0:
            assert TinyTowns.model_validate(json.loads(state.model_dump_json())) == state
            again = type(move).model_validate(json.loads(move.model_dump_json()))
            assert again == move
    assert len(standings(GAME.score(steps[-1][1])).places) == count


def test_a_question_is_always_open_until_the_end() -> None:
    """round.wait"""
    for _, state in walk(set_up(3, cavern=True), "questions"):
        assert bool(GAME.turn(state).asks) == (GAME.ending(state) is None)
