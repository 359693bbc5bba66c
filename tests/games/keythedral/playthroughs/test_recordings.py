"""What the recorded games of Keythedral show."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from keyhelper.engine.ledger import History
from keyhelper.games.keythedral.model import mat_rows
from keyhelper.games.keythedral.wiring import GAME
from tests.games.keythedral.playthroughs.recording import RECORDINGS
from tests.playthroughs.recording import Recording, load


@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda r: r.title)
def test_every_building_tile_of_the_mat_is_scored(recording: Recording, tmp_path: Path) -> None:
    ledger = load(recording, tmp_path)
    state = History.replay(GAME, ledger.header, ledger.events).state

    scored = sum(sheet.lines[0].points or 0 for sheet in GAME.score(state))

    rows = mat_rows(state.edition, state.length)
    assert scored == sum(value * count for value, count in rows.items())


def test_five_players_show_laws_fences_and_auctions(tmp_path: Path) -> None:
    ledger = load(RECORDINGS[2], tmp_path)
    kinds = Counter(event.move["kind"] for event in ledger.events if event.move)

    for kind in ("law", "play-law", "fence", "reposition", "bid", "match", "pay-bid", "name-start"):
        assert kinds[kind], kind
