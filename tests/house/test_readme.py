"""The README's tour is true: every command in it is run, and its output compared."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
ANSWER = re.compile(r"^(?:.* )?> ?(.*)$")


def tours() -> list[list[tuple[str, str]]]:
    """The README's sections, each a run of commands with the output shown for them."""
    sections = []
    for section in re.split(r"^## ", README, flags=re.MULTILINE):
        commands = [pair for block in BLOCK.findall(section) for pair in commands_in(block)]
        if commands:
            sections.append(commands)
    return sections


def commands_in(block: str) -> list[tuple[str, str]]:
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    return [(part.partition("\n")[0], part.partition("\n")[2]) for part in parts]


def answers_in(shown: str) -> str:
    """What was typed, read off the prompts of a transcript."""
    found = [match.group(1) for line in shown.splitlines() if (match := ANSWER.match(line))]
    return "".join(f"{answer}\n" for answer in found)


@pytest.mark.parametrize("tour", tours(), ids=lambda tour: tour[0][0][:40])
def test_the_tour_shows_what_people_see(tour: list[tuple[str, str]], tmp_path: Path) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    program = programs / "keyhelper"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m keyhelper "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    environment = os.environ | {
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "KEYHELPER_HOME": str(tmp_path / "home"),
        "COLUMNS": "80",
    }
    for command, shown in tour:
        done = subprocess.run(
            command,
            shell=True,
            cwd=tmp_path,
            env=environment,
            input=answers_in(shown),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert tidy(done.stdout) == tidy(shown), command


def tidy(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines())


def test_the_two_commands_are_single_lines() -> None:
    for name in ("setup", "tests"):
        found = re.search(rf"<!-- command: {name} -->\n+```\w*\n(.*?)```", README, re.DOTALL)
        assert found is not None, name
        assert found.group(1).count("\n") == 1, name
