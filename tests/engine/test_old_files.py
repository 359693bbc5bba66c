"""Files of the first format stay readable for ever, and are still written byte for byte."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from keyhelper.engine import box, store
from keyhelper.engine.ledger import History
from keyhelper.engine.store import Pen, create, load
from tests.engine.orchard import ORCHARD
from tests.engine.pantry import stock

FIRST = Path(__file__).with_name("golden") / "format-1"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    yield from stock(tmp_path, monkeypatch)


def test_a_ledger_of_the_first_format_replays_to_its_table() -> None:
    """It holds every deed: move, secret, overruled move, undo, redo, edit, amendment, note."""
    store.games_folder().mkdir(parents=True)
    store.path_of("old").write_bytes((FIRST / "orchard.jsonl").read_bytes())
    ledger = load("old")
    assert ledger.damage is None
    assert {event.do for event in ledger.events} == {
        "move", "undo", "redo", "edit", "amend", "note"
    }  # fmt: skip
    history = History.replay(ORCHARD, ledger.header, ledger.events)
    assert history.trouble is None
    expected = json.loads((FIRST / "orchard-table.json").read_text(encoding="utf-8"))
    assert history.state.model_dump(mode="json") == expected
    assert [link.number for link in history.overruled()] == [4]


def test_a_ledger_is_still_written_as_the_first_format_was() -> None:
    store.games_folder().mkdir(parents=True)
    old = (FIRST / "orchard.jsonl").read_bytes()
    store.path_of("old").write_bytes(old)
    ledger = load("old")
    create(ledger.header, "new")
    with Pen("new") as pen:
        for event in ledger.events:
            pen.append(event)
    assert store.path_of("new").read_bytes() == old


def test_a_box_of_the_first_format_is_read() -> None:
    path = box.path_of("orchard")
    path.parent.mkdir(parents=True)
    path.write_bytes((FIRST / "box.json").read_bytes())
    assert box.open_for("orchard").catalogues == {
        "trees": {"The Great Oak": {"height": 12, "months": ["May"]}, "Fig": {"colour": "blue"}}
    }
