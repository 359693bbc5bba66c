"""Recorded games of every game still replay, to the same end and the same words."""

from __future__ import annotations

from pathlib import Path

import pytest

from keyhelper.engine.ledger import History
from keyhelper.engine.scoring import standings
from tests.contract.walks import open_game
from tests.playthroughs.recording import Recording, entries, load, recordings, story

every_recording = pytest.mark.parametrize(
    "recording", list(recordings()), ids=lambda r: f"{r.game}-{r.title}"
)


@every_recording
def test_a_recorded_game_replays_to_its_ending(recording: Recording, tmp_path: Path) -> None:
    """No line is damaged, no entry is refused, and nothing is lost from the box."""
    game = open_game(recording.game)
    ledger = load(recording, tmp_path)
    history = History.replay(game, ledger.header, ledger.events)

    assert ledger.damage is None
    assert history.trouble is None
    assert game.ending(history.state)
    assert game.components(history.state) == game.components(history.start)


@every_recording
def test_a_recorded_game_has_a_proven_winner(recording: Recording, tmp_path: Path) -> None:
    """The final sheets leave no point open."""
    game = open_game(recording.game)
    ledger = load(recording, tmp_path)
    history = History.replay(game, ledger.header, ledger.events)

    result = standings(game.score(history.state))

    assert result.winners
    assert not result.unproven


@every_recording
def test_every_recorded_move_is_allowed(recording: Recording, tmp_path: Path) -> None:
    """These people keep to the rules: none of their moves had to be overruled."""
    game = open_game(recording.game)
    ledger = load(recording, tmp_path)
    for before, entry in entries(History(game, ledger.header), ledger.events):
        assert entry.move is not None
        assert game.verify(before, entry.move).is_legal, entry.move.says()


@every_recording
def test_a_recorded_game_is_told_in_the_same_words(recording: Recording, tmp_path: Path) -> None:
    """The story is the text that was last read and accepted."""
    assert story(recording, load(recording, tmp_path)) == recording.told
