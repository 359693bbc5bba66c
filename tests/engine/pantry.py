"""A data folder of the orchard's own, so that boxes and catalogues are tested without a game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from keyhelper.engine import catalogue

TREES: dict[str, Any] = {
    "fields": {
        "height": {"type": "integer", "min": 1, "max": 30},
        "colour": {"type": "text"},
        "scores": {"type": "term"},
        "months": {"type": "list"},
        "needs": {"type": "object"},
    },
    "open": True,
    "entries": [
        {"name": "Pear", "height": 9, "colour": "green"},
        {"name": "The Great Oak"},
    ],
}
RULES: dict[str, Any] = {
    "rules": [
        {"id": "plant.empty", "section": "1", "heading": "Planting", "gist": "A plot is empty.",
         "checked": ["plant"]},
        {"id": "plant.oak", "section": "1", "heading": "Planting", "gist": "Oaks come late.",
         "checked": ["plant"],
         "readings": [{"id": "late", "gist": "On day 3.", "source": "manual"},
                      {"id": "never", "gist": "Not at all.", "source": "forum"}]},
        {"id": "table.talk", "section": "2", "heading": "Manners", "gist": "Be kind.",
         "checked": ["table"], "why": "keyhelper hears nothing"},
    ]
}  # fmt: skip


def stock(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Lay the orchard's data and an empty home into `folder`; forget both afterwards."""
    data = folder / "data" / "orchard"
    data.mkdir(parents=True)
    (data / "trees.json").write_text(json.dumps(TREES), encoding="utf-8")
    (data / "rules.json").write_text(json.dumps(RULES), encoding="utf-8")
    (data / "notes.json").write_text('["no catalogue"]', encoding="utf-8")
    monkeypatch.setattr(catalogue, "data_folder", lambda: folder / "data")
    monkeypatch.setattr(catalogue, "_boxes", {})
    monkeypatch.setenv("KEYHELPER_HOME", str(folder / "home"))
    _forget()
    yield folder / "home"
    _forget()


def _forget() -> None:
    catalogue.shipped.cache_clear()
    catalogue.rules.cache_clear()
