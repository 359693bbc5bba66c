"""`rules --coverage` counts who checks the rules, and says what it cannot count."""

from __future__ import annotations

from pathlib import Path

import pytest

from keyhelper import rulebook
from keyhelper.engine.catalogue import Reading, Rule
from keyhelper.games import SHELF
from keyhelper.rulebook import Coverage, coverage, search_rules
from tests.house.calling import call

RULES = (
    Rule("plant.cost", "1", "Planting", "A tree costs a coin.", ("plant",)),
    Rule("plant.many", "1", "Planting", "Both at once.", ("plant", "setup", "pears")),
    Rule("fruit.pear", "2", "Fruit", "A pear counts.", ("pears",)),
    Rule("fruit.where", "2", "Fruit", "Where pears hang.", ("where",)),
    Rule("mood.quiet", "3", "Mood", "Play quietly.", ("table",), "nobody can hear it"),
    Rule(
        "fruit.plum", "2", "Fruit", "A plum may count.", ("plums",), "",
        (Reading("yes", "It does.", "manual"), Reading("no", "It does not.", "website")),
    ),
)  # fmt: skip


def without_tests(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """As if the package lay in `folder`, where an installed one has no tests beside it."""
    monkeypatch.setattr(rulebook, "__file__", str(folder / "keyhelper" / "rulebook.py"))


def test_a_rule_counts_for_everything_that_checks_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_tests(monkeypatch, tmp_path)
    assert coverage(RULES, ("plant",), ("where",), "orchard") == Coverage(
        rules=6, moves=2, scoring=3, setup=1, questions=1, table=1, contested=1, tested=None
    )


def test_tests_are_read_for_the_rules_they_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_tests(monkeypatch, tmp_path)
    folder = tmp_path / "tests" / "games" / "orchard" / "deep"
    folder.mkdir(parents=True)
    (folder / "test_fruit.py").write_text('"""fruit.pear, plant.cost"""\n', encoding="utf-8")
    cover = coverage(RULES, ("plant",), ("where",), "orchard")
    assert cover.tested == 2
    assert cover.untested == ("plant.many", "fruit.where", "fruit.plum")


@pytest.mark.parametrize("slug", [box.slug for box in SHELF])
def test_every_rule_of_every_game_has_a_test_or_a_reason(slug: str) -> None:
    document = call(slug, "rules", "--coverage", "--json").document
    assert document["untested"] == []
    assert document["rules"] >= document["tested"] >= document["rules"] - document["table"]
    told = call(slug, "rules", "--coverage")
    assert told.code == 0
    assert f"{document['rules']} rules" in told.out
    assert "named by a test" in told.out


def test_without_a_checkout_the_tests_are_not_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_tests(monkeypatch, tmp_path)
    assert call("keyper", "rules", "--coverage", "--json").document["tested"] is None
    assert "named by a test" not in call("keyper", "rules", "--coverage").out


def test_what_adds_up_to_more_than_all_rules_is_explained() -> None:
    """Keyper has rules that several moves check; Tiny Towns has none."""
    said = "A rule may be checked in several places"
    assert said in call("keyper", "rules", "--coverage").out
    assert said not in call("tiny-towns", "rules", "--coverage").out


@pytest.mark.parametrize("slug", [box.slug for box in SHELF])
def test_the_counts_fit_a_narrow_screen(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    told = call(slug, "rules", "--coverage").out
    assert max(map(len, told.splitlines())) <= 50


def test_a_screen_reader_hears_one_flat_line_for_each_count() -> None:
    told = call("tiny-towns", "rules", "--coverage", "--plain").out.splitlines()
    assert "only the table can check: 6 (`rules --unchecked` says why)" in told
    assert not [line for line in told if "  " in line]


def test_words_choose_what_is_counted() -> None:
    some = call("keyper", "rules", "tile", "--coverage", "--json").document
    every = call("keyper", "rules", "--coverage", "--json").document
    assert 0 < some["rules"] < every["rules"]


def test_the_rules_of_a_move_are_found_by_its_name() -> None:
    found = search_rules("keythedral", ["remove-fence"])
    assert found
    assert all("remove-fence" in rule.checked for rule in found)
