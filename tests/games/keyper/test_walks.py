"""Random walks of whole games: every player count and reading, nothing lost on the way."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

import pytest

from keyhelper.engine import catalogue
from keyhelper.engine.chance import Stream
from keyhelper.engine.game import Move
from keyhelper.engine.scoring import standings
from keyhelper.engine.trouble import Trouble
from keyhelper.engine.verdict import Ruling
from keyhelper.games.keyper.goods import ANIMALS, GEMS
from keyhelper.games.keyper.guide import uncounted, unvalued
from keyhelper.games.keyper.model import Keyper
from keyhelper.games.keyper.moves import Counted, Fair, Value
from keyhelper.games.keyper.wiring import GAME
from tests.games.keyper.tables import fresh

OTHER = {
    rule.id: rule.readings[-1].id
    for rule in catalogue.rules("keyper").values()
    if rule.is_contested
}


def walk(count: int, seed: str, readings: dict[str, str]) -> list[tuple[Move, Keyper]]:
    """Legal moves drawn by the seed until the game is over."""
    chosen = {rule.replace(".", "__"): reading for rule, reading in readings.items()}
    state = fresh(count, seed, **chosen)
    stream = Stream(f"keyper walk {count} {seed}")
    steps: list[tuple[Move, Keyper]] = []
    while GAME.ending(state) is None:
        assert len(steps) < 3_000
        moves = [*made_up(state), *GAME.candidates(state)]
        while moves:
            move = moves.pop(stream.integer(len(moves)))
            if move.kind == "finish" and (unvalued(state) or uncounted(state)):
                continue
            if GAME.verify(state, move).ruling is not Ruling.ILLEGAL:
                break
        else:
            raise AssertionError(f"stuck at {GAME.turn(state)}")
        state = GAME.play(state, move)
        steps.append((move, state))
    return steps


def made_up(state: Keyper) -> Iterator[Move]:
    """What only a table can read off its tiles, so that a walk comes to a whole sheet."""
    if state.phase == "count":
        for player, tile in unvalued(state)[:1]:
            for scores in ("3", "2 per raw", "1 per building"):
                yield Value(player=player, tile=tile.name, scores=scores)
            return
        for player, what in uncounted(state)[:1]:
            yield Counted(player=player, what=what, number=5)
    elif state.phase == "fairs" and state.season != "winter":
        for player in state.queue[:1]:
            yield Fair(player=player, season=state.season, points=3)


def keyples(pieces: Counter[str]) -> int:
    return sum(number for name, number in pieces.items() if name.endswith("keyple"))


@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("readings", [{}, OTHER], ids=["manual", "other readings"])
@pytest.mark.parametrize("seed", ["oak", "elm", "ash"])
def test_a_walk_conserves_every_piece(count: int, readings: dict[str, str], seed: str) -> None:
    """box.keyples box.animals box.goods box.tiles"""
    whole = GAME.components(fresh(count, seed))
    assert keyples(whole) == 32
    assert sum(whole[kind] for kind in ANIMALS) == 96
    assert sum(whole[kind] for kind in GEMS) == 64
    for move, state in walk(count, seed, readings):
        assert GAME.components(state) == whole, move.says()


@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_walk_goes_through_four_seasons_to_a_sheet(count: int) -> None:
    """end.winter"""
    steps = walk(count, "birch", {})
    seasons = list(dict.fromkeys(state.season for _, state in steps))
    assert seasons == ["spring", "summer", "autumn", "winter"]
    last = steps[-1][1]
    assert all(sheet.total is not None for sheet in GAME.score(last))
    assert len(standings(GAME.score(last)).places) == count
    kinds = {move.kind for move, _ in steps}
    assert {"keyper", "keyple", "join", "lay-down", "retrieve", "boats", "finish"} <= kinds


def test_states_and_moves_survive_saving() -> None:
    for move, state in walk(3, "yew", {})[::7]:
        assert Keyper.model_validate(json.loads(state.model_dump_json())) == state
        model = GAME.act(move.kind).move
        assert model.model_validate(json.loads(move.model_dump_json())) == move


def test_every_moment_asks_something_and_can_be_shown() -> None:
    for _, state in walk(4, "fir", {})[:-1]:
        turn = GAME.turn(state)
        assert turn.asks
        for ask in turn.asks:
            if ask.enter is not None:
                assert GAME.verify(state, ask.enter).ruling is not Ruling.ILLEGAL, ask
        for panel in GAME.panels(state, None):
            assert all(len(line) <= 22 for line in panel.lines), panel
            assert panel.spoken


def test_a_move_against_the_rules_still_leaves_a_table() -> None:
    """Whatever people overrule can be carried out, or is refused with a sentence."""
    steps = walk(3, "alder", {})
    overruled = 0
    for _, state in steps[::40]:
        for move, _ in steps[::12]:
            if GAME.verify(state, move).ruling is Ruling.LEGAL:
                continue
            try:
                after = GAME.play(state, move)
            except Trouble:
                continue
            assert Keyper.model_validate(json.loads(after.model_dump_json())) == after
            GAME.turn(after)
            GAME.panels(after, None)
            GAME.score(after)
            overruled += 1
    assert overruled > 100


def test_teams_are_counted_at_every_seasons_end() -> None:
    """season.retrieve season.surplus"""
    asked = 0
    for _, state in walk(4, "rowan", {}):
        if state.phase == "retrieve":
            hint = GAME.turn(state).asks[0].hint
            numbers = [int(part.split()[-1]) for part in hint.split(";")[0].split(",")]
            assert sum(numbers) == 32
            asked += 1
    assert asked == 4
