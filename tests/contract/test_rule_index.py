"""The rule index and the code hold each other: nothing cited that is not there, and back."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from keyhelper.engine import catalogue
from keyhelper.games import SHELF
from tests.contract.walks import open_game

ROOT = Path(__file__).resolve().parents[2]
OPEN = [box.slug for box in SHELF if box.is_open]
every_game = pytest.mark.parametrize("slug", OPEN)


def sources(folder: Path) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py")))


@every_game
def test_every_rule_cited_in_the_code_is_in_the_index(slug: str) -> None:
    package = ROOT / "keyhelper" / "games" / slug.replace("-", "_")
    cited = set(re.findall(r'(?:rule=|Reason\(\s*|unproven\(\s*)"([a-z0-9.-]+)"', sources(package)))
    assert cited
    assert cited <= set(catalogue.rules(slug))


@every_game
def test_every_checked_rule_has_a_test_that_names_it(slug: str) -> None:
    tests = sources(ROOT / "tests" / "games" / slug.replace("-", "_"))
    named = set(re.findall(r"[a-z0-9-]+(?:\.[a-z0-9-]+)+", tests))
    checked = {rule.id for rule in catalogue.rules(slug).values() if rule.checked != ("table",)}
    assert checked - named == set()


@every_game
def test_what_only_the_table_can_check_says_why(slug: str) -> None:
    for rule in catalogue.rules(slug).values():
        assert rule.checked, rule.id
        if "table" in rule.checked:
            assert rule.checked == ("table",), rule.id
            assert rule.why, rule.id


@every_game
def test_rules_name_what_checks_them(slug: str) -> None:
    """Whatever is said to check a rule exists: a kind of move, a score line, setup or tie."""
    game = open_game(slug)
    package = sources(ROOT / "keyhelper" / "games" / slug.replace("-", "_"))
    data = "\n".join(p.read_text(encoding="utf-8") for p in (ROOT / "data" / slug).glob("*.json"))
    for rule in catalogue.rules(slug).values():
        for checker in rule.checked:
            known = checker in {"setup", "score", "track", "table", "position", *game.kinds}
            assert known or f'"{checker}"' in package or _is_line(checker, data), (rule.id, checker)


def _is_line(checker: str, data: str) -> bool:
    from keyhelper.engine import names

    return checker in {names.slug(name) for name in re.findall(r'"name": "([^"]+)"', data)}


@every_game
def test_a_contested_rule_gives_its_readings_and_their_sources(slug: str) -> None:
    for rule in catalogue.rules(slug).values():
        assert len(rule.readings) != 1, rule.id
        assert len({reading.id for reading in rule.readings}) == len(rule.readings)
        for reading in rule.readings:
            assert reading.gist, rule.id
            assert reading.source, rule.id


@every_game
def test_ids_are_words_joined_by_dots(slug: str) -> None:
    ids = [rule["id"] for rule in catalogue.shipped(slug, "rules")["rules"]]
    assert len(ids) == len(set(ids))
    for rule_id in ids:
        assert re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)+", rule_id), rule_id


@every_game
def test_catalogues_are_sourced_and_tidy(slug: str) -> None:
    game = open_game(slug)
    for kind in game.info.catalogues:
        content = catalogue.shipped(slug, kind)
        names_ = [entry["name"] for entry in content["entries"]]
        assert len(names_) == len(set(names_)), kind
        for entry in content["entries"]:
            assert set(entry) - {"name", "confidence", "sources"} <= set(content["fields"]), entry
            assert "low" not in json.dumps(entry.get("confidence", "")), entry


@every_game
def test_the_turn_sheet_cites_rules_and_names_moves(slug: str) -> None:
    game = open_game(slug)
    sheet = catalogue.shipped(slug, "turn")
    known = catalogue.rules(slug)
    assert sheet["title"]
    assert sheet["steps"]
    for step in (*sheet["steps"], sheet["end"]):
        assert step["text"]
        assert step["rule"] in known, step
        assert set(step.get("kinds", ())) <= set(game.kinds), step
