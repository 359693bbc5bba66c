"""Recorded games still replay, to the same end and the same words."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from keyhelper.engine.ledger import History
from keyhelper.engine.scoring import standings
from keyhelper.games.keythedral.model import mat_rows
from keyhelper.games.keythedral.wiring import GAME
from tests.games.keythedral.playthroughs.recording import RECORDINGS, Recording
from tests.playthroughs.recording import load, story

every_recording = pytest.mark.parametrize("recording", RECORDINGS, ids=lambda r: r.title)


@every_recording
def test_a_recorded_game_replays_to_its_final_sheet(
    recording: Recording, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path))
    ledger = load(recording, tmp_path)
    history = History.replay(GAME, ledger.header, ledger.events)
    assert ledger.damage is None
    assert history.trouble is None
    assert GAME.ending(history.state)
    rows = mat_rows(history.state.edition, history.state.length)
    sheets = GAME.score(history.state)
    assert sum(sheet.lines[0].points or 0 for sheet in sheets) == sum(
        v * n for v, n in rows.items()
    )
    assert standings(sheets).winners


@every_recording
def test_a_recorded_game_is_told_in_the_same_words(
    recording: Recording, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path))
    told = recording.stem.with_suffix(".txt").read_text(encoding="utf-8")
    assert story(recording, load(recording, tmp_path)) == told


def test_five_players_show_laws_fences_and_auctions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path))
    ledger = load(RECORDINGS[2], tmp_path)
    kinds = Counter(event.move["kind"] for event in ledger.events if event.move)
    for kind in ("law", "play-law", "fence", "reposition", "bid", "match", "pay-bid", "name-start"):
        assert kinds[kind], kind
