"""Recorded games still replay, to the same end and the same words."""

from __future__ import annotations

from pathlib import Path

import pytest

from keyhelper.engine.ledger import History
from keyhelper.games.key_harvest.wiring import GAME
from tests.games.key_harvest.playthroughs.recording import RECORDINGS, Recording, load, story

every_recording = pytest.mark.parametrize("recording", RECORDINGS, ids=lambda r: r.title)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path))
    return tmp_path


@every_recording
def test_a_recorded_game_replays_to_its_end(recording: Recording, home: Path) -> None:
    """end.two-turns, box.tiles"""
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


def test_one_of_them_shifts_the_track() -> None:
    """event.shift, event.seventh"""
    stories = [r.stem.with_suffix(".txt").read_text(encoding="utf-8") for r in RECORDINGS]

    assert any("so events 1 and 2 go back into" in text for text in stories)
    assert {len(r.players) for r in RECORDINGS} == {2, 3, 4}
