"""Imports point one way: the front rooms and the games know the engine; it knows neither."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "keyhelper"
MODULES = sorted(PACKAGE.rglob("*.py"))
FRONT = {
    "cli",
    "table",
    "prompts",
    "render",
    "share",
    "verbs",
    "boxes",
    "rulebook",
    "questions",
    "amending",
    "menu",
    "answering",
    "drafts",
    "completing",
    "seats",
    "turn_sheet",
    "box_keeper",
    "telling",
    "history",
    "plays",
    "stats",
    "sheet_html",
    "sheet_svg",
    "__main__",
}


def imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def front_rooms(names: set[str]) -> set[str]:
    return {name for name in names if name.split(".")[:1] == ["keyhelper"]
            and len(name.split(".")) > 1 and name.split(".")[1] in FRONT}  # fmt: skip


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_the_right_way(path: Path) -> None:
    room = path.relative_to(PACKAGE).parts
    names = imported(path)
    games = {name for name in names if name.startswith("keyhelper.games.")}
    if room[0] == "engine":
        assert not front_rooms(names)
        assert not {name for name in names if name.startswith("keyhelper.games")}
    elif room[0] == "games" and len(room) > 2:
        assert not front_rooms(names)
        assert all(name.startswith(f"keyhelper.games.{room[1]}") for name in games), games
        assert not names & {"random", "time", "datetime", "click", "tabulate", "sys", "os"}
    else:
        assert not {name for name in games if not name.endswith((".SHELF", ".Box", ".box"))}


def test_only_render_imports_tabulate_and_only_chance_draws() -> None:
    for path in MODULES:
        names = imported(path)
        if "tabulate" in names:
            assert path.name == "render.py"
        assert not names & {"random", "secrets"}, path


def test_no_file_is_longer_than_an_evening() -> None:
    for path in MODULES:
        lines = path.read_text(encoding="utf-8").count("\n")
        assert lines <= 500, f"{path.name} has {lines} lines; which room inside wants its own door?"


def test_no_room_is_called_miscellaneous() -> None:
    assert not {p.name for p in MODULES} & {"utils.py", "helpers.py", "base.py", "common.py"}
