"""Files of the first format stay readable for ever: a ledger and an owner's box of every game.

These files were written by the first release and are never written again. Where a change breaks
them, the change learns to read them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from keyhelper.engine import box, catalogue, store
from keyhelper.engine.game import Learned
from keyhelper.engine.ledger import History
from keyhelper.engine.scoring import standings
from keyhelper.games import SHELF
from tests.contract.walks import open_game
from tests.house.calling import call

FIRST = Path(__file__).parent / "format-1"
EXPECTED = json.loads((FIRST / "totals.json").read_text(encoding="utf-8"))
every_game = pytest.mark.parametrize("slug", [box.slug for box in SHELF])


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder with all the old files in their places; no box is open afterwards."""
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path))
    for folder in (store.games_folder(), tmp_path / "boxes"):
        folder.mkdir()
    for entry in SHELF:
        content = (FIRST / f"{entry.slug}.jsonl").read_bytes()
        store.path_of(entry.slug).write_bytes(content)
    yield tmp_path
    for entry in SHELF:
        catalogue.open_box(entry.slug, {})


def replay(slug: str) -> History[Any]:
    ledger = store.load(slug)
    assert ledger.damage is None
    history = History.replay(open_game(slug), ledger.header, ledger.events)
    assert history.trouble is None
    return history


def told(history: History[Any]) -> dict[str, Any]:
    """What must stay the same about a finished game."""
    result = standings(history.game.score(history.state))
    return {
        "entries": len(history.events),
        "totals": {place.sheet.player: place.sheet.total for place in result.places},
        "winners": list(result.winners),
    }


@every_game
def test_an_old_ledger_replays_to_its_totals(slug: str) -> None:
    history = replay(slug)
    assert history.game.ending(history.state)
    assert told(history) == EXPECTED[slug]


@every_game
def test_an_old_ledger_does_not_depend_on_the_present_box(slug: str) -> None:
    learned = values_learned(replay(slug))
    for component in learned:
        others = [o.value for o in learned if o.field == component.field]
        other = next((value for value in others if value != component.value), component.value)
        catalogue.lend(slug, component.catalogue, component.name, component.field, other)
    assert told(replay(slug)) == EXPECTED[slug]


def values_learned(history: History[Any]) -> list[Learned]:
    """The values that the table read off its components during the game."""
    states = [history.start, *(link.state for link in history.line)]
    moves = [link.move for link in history.line]
    return [
        learned
        for state, move in zip(states, moves, strict=False)
        if move is not None
        for learned in history.game.learns(state, move)
    ]


@every_game
def test_an_old_ledger_is_shown_and_told(slug: str) -> None:
    for verb in ("show", "log", "score", "turn"):
        answer = call(slug, verb, "--saved", slug, "--json")
        assert answer.code == 0, answer
        assert answer.document


@every_game
def test_an_old_box_is_read(slug: str, home: Path) -> None:
    content = (FIRST / f"{slug}-box.json").read_bytes()
    box.path_of(slug).write_bytes(content)
    kept = json.loads(content)["catalogues"]
    assert box.open_for(slug).catalogues == kept
    shown = call(slug, "cards", "--json").document["catalogues"]
    for kind, components in kept.items():
        by_name = {entry["name"]: entry for entry in shown[kind]}
        for name, values in components.items():
            assert by_name[name] | values == by_name[name]
    assert told(replay(slug)) == EXPECTED[slug]


def test_old_games_enter_the_history() -> None:
    plays = call("history", "--json").document["plays"]
    assert {play["saved"] for play in plays} == set(EXPECTED)
