"""Tab in the shell offers what could stand there: saved games, players, rules, cards, moves."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.shell_completion import BashComplete

from keyhelper.cli import house
from tests.house.calling import call


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path))
    call("keythedral", "setup", "Zoë O'Brien", "Ben", "--save", "friday")
    call("key-harvest", "setup", "Ben", "李明", "--save", "sunday")
    return tmp_path


def offered(line: str) -> list[str]:
    *typed, begun = line.split(" ")
    shell = BashComplete(house, {}, "keyhelper", "_KEYHELPER_COMPLETE")
    return [str(item.value) for item in shell.get_completions(typed, begun)]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("resume ", ["sunday", "friday"]),
        ("resume fr", ["friday"]),
        ("keythedral show --saved ", ["friday"]),
        ("key-harvest track --saved ", ["sunday"]),
        ("history ", ["show", "export", "rebuild", "forget"]),
        ("history show f", ["friday"]),
        ("history --game keyp", ["keyper"]),
        ("stats z", ["Zoë O'Brien"]),
        ("keyper setup b", ["Ben"]),
        ("keyper validate keyple pl", ["player="]),
        ("tiny-towns rules feed.f", ["feed.fed", "feed.farm"]),
        ("tiny-towns cards chap", ["Chapel"]),
        ("keythedral setup --reading fence.full=b", ["fence.full=builder"]),
    ],
)
def test_what_tab_offers(line: str, found: list[str]) -> None:
    assert set(offered(line)) >= set(found)
    begun = line.split(" ")[-1].casefold()
    assert all(word.casefold().startswith(begun) for word in offered(line))


def test_a_broken_folder_offers_nothing(home: Path) -> None:
    for path in (home / "games").iterdir():
        path.write_bytes(b"\xff nonsense")
    assert offered("resume ") == []
    assert offered("keyper setup ") == []
