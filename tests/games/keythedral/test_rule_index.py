"""The rule index and these rooms hold each other."""

from __future__ import annotations

import re
from pathlib import Path

from keyhelper.engine import catalogue
from keyhelper.games.keythedral.wiring import GAME

ROOT = Path(__file__).resolve().parents[3]
LINES = {"tiles", "gold", "stained-glass", "ironwork", "basic", "cubes", "most-tiles", "setup"}


def text(folder: Path) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py")))


def test_every_rule_is_cited_and_tested() -> None:
    index = catalogue.rules("keythedral")
    code = text(ROOT / "keyhelper" / "games" / "keythedral")
    tests = text(ROOT / "tests" / "games" / "keythedral")
    cited = set(re.findall(r'(?:rule=|unproven\(\s*)"([a-z0-9.-]+)"', code))
    assert cited <= set(index)
    for rule in index.values():
        if rule.checked == ("table",):
            assert rule.why
            continue
        assert re.search(rf"\b{re.escape(rule.id)}\b", tests), rule.id
        assert set(rule.checked) <= LINES | set(GAME.kinds), rule


def test_catalogues_have_no_costs_that_nobody_read() -> None:
    for entry in catalogue.shipped("keythedral", "tiles")["entries"]:
        assert entry["cost"] is None
    assert len(catalogue.shipped("keythedral", "tiles")["entries"]) == 34
