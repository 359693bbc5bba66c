"""Seeded walks through whole games: they end, lose no piece, and survive being saved."""

from __future__ import annotations

import json

import pytest

from keyhelper.engine import catalogue
from keyhelper.engine.chance import Stream
from keyhelper.engine.game import Move
from keyhelper.engine.scoring import standings
from keyhelper.engine.verdict import Ruling
from keyhelper.games.key_flow.model import KeyFlow
from keyhelper.games.key_flow.wiring import GAME
from tests.games.key_flow.tables import table

LONGEST = 3000


def legal_move(state: KeyFlow, chance: Stream) -> Move:
    moves = list(GAME.candidates(state))
    while moves:
        move = moves.pop(chance.integer(len(moves)))
        if GAME.verify(state, move).ruling is not Ruling.ILLEGAL:
            return move
    raise AssertionError(f"Nothing can be done in {GAME.turn(state)}")


@pytest.mark.parametrize("keep", ["everything", "villages", "counts"])
@pytest.mark.parametrize("count", range(2, 7))
def test_a_walk_reaches_the_end_and_loses_nothing(count: int, keep: str) -> None:
    """game.seasons box.cards"""
    state = table(count, keep=keep)
    whole = GAME.components(state)
    chance = Stream(f"{count} {keep}")
    moves = 0

    while GAME.ending(state) is None:
        move = legal_move(state, chance)
        GAME.learns(state, move)
        state = GAME.play(state, move)
        moves += 1
        assert GAME.components(state) == whole, move.says()
        assert moves < LONGEST
        if moves % 50 == 0:
            assert KeyFlow.model_validate(json.loads(state.model_dump_json())) == state
            GAME.score(state)

    result = standings(GAME.score(state))
    assert len(result.places) == count
    assert not result.unproven


@pytest.mark.parametrize("rule", catalogue.default_readings("key-flow"))
def test_a_walk_ends_with_every_other_reading(rule: str) -> None:
    """game.seasons"""
    for reading in catalogue.rule("key-flow", rule).readings[1:]:
        state = table(2)
        state = state.model_copy(update={"readings": state.readings | {rule: reading.id}})
        chance = Stream(f"{rule} {reading.id}")
        while GAME.ending(state) is None:
            state = GAME.play(state, legal_move(state, chance))
        assert GAME.score(state)


def test_panels_fit_the_screen_and_can_be_spoken() -> None:
    """village.row"""
    state = table(4)
    chance = Stream("panels")
    for _ in range(150):
        if GAME.ending(state) is None:
            state = GAME.play(state, legal_move(state, chance))

    for panel in GAME.panels(state, None):
        assert all(len(line) <= 38 for line in panel.lines)
        assert any("road row" in line for line in panel.spoken)
