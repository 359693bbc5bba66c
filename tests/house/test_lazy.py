"""Help and completion come up at once: they load no game, no pydantic, no tabulate."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from keyhelper.games import SHELF

ROOT = Path(__file__).resolve().parents[2]
SHOW_MODULES = """
import sys
from keyhelper.cli import main
try:
    main()
except SystemExit as leaving:
    assert not leaving.code, leaving.code
print(*sorted(sys.modules), file=sys.stderr)
"""
HEAVY = {"pydantic", "pydantic_core", "tabulate", "json", "sqlite3", "dataclasses"}
GAMES = [box.slug for box in SHELF]


def loaded(folder: Path, *arguments: str, **environment: str) -> set[str]:
    """The modules that a call has loaded when it leaves."""
    done = subprocess.run(
        [sys.executable, "-c", SHOW_MODULES, *arguments],
        cwd=ROOT,
        env=os.environ | {"KEYHELPER_HOME": str(folder)} | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout
    return set(done.stderr.splitlines()[-1].split())


def heavy(modules: set[str]) -> set[str]:
    games = {name for name in modules if name.startswith("keyhelper.games.")}
    return modules & HEAVY | games


@pytest.mark.parametrize(
    "words",
    [("--help",), ("--version",), *((slug, "--help") for slug in GAMES)],
    ids=" ".join,
)
def test_help_loads_nothing_heavy(words: tuple[str, ...], tmp_path: Path) -> None:
    assert heavy(loaded(tmp_path, *words)) == set()


@pytest.mark.parametrize(
    "words",
    [("validate", "--help"), ("score", "--help"), ("show", "--help"), ("rules", "--help")],
    ids=" ".join,
)
def test_help_of_a_verb_loads_nothing_heavy(words: tuple[str, ...], tmp_path: Path) -> None:
    assert heavy(loaded(tmp_path, "keyper", *words)) == set()


@pytest.mark.parametrize("line", ["keyhelper k", *(f"keyhelper {slug} s" for slug in GAMES)])
def test_completion_loads_nothing_heavy(line: str, tmp_path: Path) -> None:
    modules = loaded(
        tmp_path,
        _KEYHELPER_COMPLETE="bash_complete",
        COMP_WORDS=line,
        COMP_CWORD=str(len(line.split()) - 1),
    )
    assert heavy(modules) - {"json"} == set()


def test_looking_a_rule_up_loads_no_game(tmp_path: Path) -> None:
    assert heavy(loaded(tmp_path, "keyper", "rules", "tile")) - {"json"} == set()


@pytest.mark.parametrize("slug", GAMES)
def test_a_verb_loads_no_other_game(slug: str, tmp_path: Path) -> None:
    modules = loaded(tmp_path, slug, "setup", "Ann", "Ben", "--no-save")
    packages = {name.split(".")[2] for name in modules if name.startswith("keyhelper.games.")}
    assert packages == {slug.replace("-", "_")}
