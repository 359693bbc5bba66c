"""Recorded games still replay, to the same end and the same words."""

from __future__ import annotations

from pathlib import Path

import pytest

from keyhelper.engine import phrases
from keyhelper.engine.game import Move
from keyhelper.engine.ledger import History
from keyhelper.games.keyper.wiring import GAME
from tests.games.keyper.playthroughs.recording import RECORDINGS, Recording, load, story

every_recording = pytest.mark.parametrize("recording", RECORDINGS, ids=lambda r: r.title)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path))
    return tmp_path


@every_recording
def test_a_recorded_game_replays_to_its_end(recording: Recording, home: Path) -> None:
    """end.winter box.tiles"""
    ledger = load(recording, home)
    history = History.replay(GAME, ledger.header, ledger.events)

    assert ledger.damage is None
    assert history.trouble is None
    assert GAME.ending(history.state) is not None
    assert GAME.components(history.state) == GAME.components(history.start)


@every_recording
def test_every_recorded_move_is_allowed(recording: Recording, home: Path) -> None:
    ledger = load(recording, home)
    history = History.replay(GAME, ledger.header, ())
    for event in ledger.events:
        before = history.state
        history.apply(event)
        move = history.line[-1].move
        assert move is not None
        assert GAME.verify(before, move).is_legal, move.says()


@every_recording
def test_the_story_reads_as_before(recording: Recording, home: Path) -> None:
    told = recording.stem.with_suffix(".txt").read_text(encoding="utf-8")

    assert story(recording, load(recording, home)) == told


def typed(move: Move) -> str:
    """A move as somebody would type it on one line, fields by their names."""
    words = [move.player or "", move.kind]
    for name, value in move.model_dump(mode="json", exclude_defaults=True).items():
        if name in ("kind", "player") or value is None:
            continue
        if isinstance(value, dict):
            words += [name, *(f"{number} {kind}" for kind, number in value.items())]
        elif isinstance(value, list):
            words += [name, *map(str, value)]
        else:
            words += [name, f'"{value}"' if " " in str(value) else str(value)]
    return " ".join(words)


@every_recording
def test_every_recorded_move_can_be_typed(recording: Recording, home: Path) -> None:
    ledger = load(recording, home)
    history = History.replay(GAME, ledger.header, ())
    for event in ledger.events:
        state = history.state
        history.apply(event)
        move = history.line[-1].move
        assert move is not None
        draft = phrases.read_line(GAME, state, typed(move), GAME.turn(state).asks[0])
        assert GAME.fill(state, phrases.build_move(GAME, draft)) == move, typed(move)


def test_they_cover_two_and_four_players_and_every_way_to_work() -> None:
    """join.invite laydown.both overbuild.once season.surplus fairs.winter keyp.forgotten"""
    told = "".join(r.stem.with_suffix(".txt").read_text(encoding="utf-8") for r in RECORDINGS)

    assert {len(r.players) for r in RECORDINGS} == {2, 4}
    for deed in (
        " joins with", " does not join", " lays down on", " sends boat", " sells ", " over ",
        " upgrades ", " rests ", " lays down the keyp tile", " holds a winter fair", " returns ",
        " as the ninth", "wheat as white", "overbuilt",
    ):  # fmt: skip
        assert deed in told, deed
