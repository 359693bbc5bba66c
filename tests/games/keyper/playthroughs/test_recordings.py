"""What the recorded games of Keyper show."""

from __future__ import annotations

from pathlib import Path

import pytest

from keyhelper.engine import phrases
from keyhelper.engine.game import Move
from keyhelper.engine.ledger import History
from keyhelper.games.keyper.wiring import GAME
from tests.games.keyper.playthroughs.recording import RECORDINGS
from tests.playthroughs.recording import Recording, entries, load


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


@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda r: r.title)
def test_every_recorded_move_can_be_typed(recording: Recording, tmp_path: Path) -> None:
    ledger = load(recording, tmp_path)
    for state, entry in entries(History(GAME, ledger.header), ledger.events):
        assert entry.move is not None
        line = typed(entry.move)
        draft = phrases.read_line(GAME, state, line, GAME.turn(state).asks[0])
        assert GAME.fill(state, phrases.build_move(GAME, draft)) == entry.move, line


def test_they_cover_two_and_four_players_and_every_way_to_work() -> None:
    """join.invite laydown.both overbuild.once season.surplus fairs.winter keyp.forgotten"""
    told = "".join(r.told for r in RECORDINGS)

    assert {len(r.players) for r in RECORDINGS} == {2, 4}
    for deed in (
        " joins with", " does not join", " lays down on", " sends boat", " sells ", " over ",
        " upgrades ", " rests ", " lays down the keyp tile", " holds a winter fair", " returns ",
        " as the ninth", "wheat as white", "overbuilt",
    ):  # fmt: skip
        assert deed in told, deed
