"""Recorded games still replay, to the same end and the same words."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from keyhelper.engine.ledger import History
from keyhelper.engine.scoring import standings
from keyhelper.games.key_flow.wiring import GAME
from tests.games.key_flow.playthroughs.recording import RECORDINGS, Recording
from tests.playthroughs.recording import load, story

every_recording = pytest.mark.parametrize("recording", RECORDINGS, ids=lambda r: r.title)


@every_recording
def test_a_recorded_game_replays_to_its_final_sheet(
    recording: Recording, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """game.seasons winter.count"""
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path))
    ledger = load(recording, tmp_path)
    history = History.replay(GAME, ledger.header, ledger.events)

    assert ledger.damage is None
    assert history.trouble is None
    assert GAME.ending(history.state)
    result = standings(GAME.score(history.state))
    assert result.winners
    assert not result.unproven


@every_recording
def test_a_recorded_game_is_told_in_the_same_words(
    recording: Recording, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """game.seasons"""
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path))
    told = recording.stem.with_suffix(".txt").read_text(encoding="utf-8")

    assert story(recording, load(recording, tmp_path)) == told


@every_recording
def test_a_recorded_game_shows_every_kind_of_play(
    recording: Recording, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """draft.choose tokens.own winter.choose"""
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path))
    ledger = load(recording, tmp_path)
    kinds = Counter(event.move["kind"] for event in ledger.events if event.move)

    for kind in ("lay", "keyple", "discard", "gain", "carry", "upgrade", "token", "clear",
                 "choose", "rate", "worth"):  # fmt: skip
        assert kinds[kind], kind
