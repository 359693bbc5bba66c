"""Recorded games still replay, to the same end and the same words."""

from __future__ import annotations

from pathlib import Path

import pytest

from keyhelper.engine.ledger import History
from tests.contract.walks import open_game
from tests.playthroughs.recording import RECORDINGS, Recording, load, story

every_recording = pytest.mark.parametrize(
    "recording", RECORDINGS, ids=lambda r: f"{r.game}-{r.title}"
)


@every_recording
def test_a_recorded_game_replays_to_its_ending(
    recording: Recording, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path))
    ledger = load(recording, tmp_path)
    game = open_game(recording.game)
    history = History.replay(game, ledger.header, ledger.events)
    assert ledger.damage is None
    assert history.trouble is None
    assert game.ending(history.state)


@every_recording
def test_a_recorded_game_is_told_in_the_same_words(
    recording: Recording, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path))
    told = recording.stem.with_suffix(".txt").read_text(encoding="utf-8")
    assert story(recording, load(recording, tmp_path)) == told
