"""What the recorded games of Key Flow show."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.games.key_flow.playthroughs.recording import RECORDINGS
from tests.playthroughs.recording import Recording, load


@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda r: r.title)
def test_a_recorded_game_shows_every_kind_of_play(recording: Recording, tmp_path: Path) -> None:
    """game.seasons draft.choose tokens.own winter.choose winter.count"""
    ledger = load(recording, tmp_path)
    kinds = Counter(event.move["kind"] for event in ledger.events if event.move)

    for kind in ("lay", "keyple", "discard", "gain", "carry", "upgrade", "token", "clear",
                 "choose", "rate", "worth"):  # fmt: skip
        assert kinds[kind], kind
