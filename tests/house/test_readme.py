"""The README's tour is true: every command in it is run, and its output compared.

`python -m tests.house.test_readme` writes the present output into the README, to be read as
prose in the diff before it is accepted.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
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
    for command, shown in tour:
        assert tidy(output(command, shown, tmp_path)) == tidy(shown), command


def output(command: str, shown: str, folder: Path) -> str:
    """What a person sees, with what they typed in its place."""
    programs = folder / "bin"
    programs.mkdir(exist_ok=True)
    program = programs / "keyhelper"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m keyhelper "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    environment = os.environ | {
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "KEYHELPER_HOME": str(folder / "home"),
        "COLUMNS": "80",
    }
    return subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=environment,
        input=answers_in(shown),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    ).stdout


def tidy(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines())


def test_the_two_commands_are_single_lines() -> None:
    for name in ("setup", "tests"):
        found = re.search(rf"<!-- command: {name} -->\n+```\w*\n(.*?)```", README, re.DOTALL)
        assert found is not None, name
        assert found.group(1).count("\n") == 1, name


def sound(text: str) -> str:
    """`text`, unless it is a crash: that must never be written down as what people see."""
    assert "Traceback" not in text, text
    return text


def rewrite() -> None:
    """Write the present output into the README; sections keep their own saved games."""
    sections = re.split(r"(?m)^(?=## )", README)
    for index, section in enumerate(sections):
        with tempfile.TemporaryDirectory() as folder:
            for block in BLOCK.findall(section):
                parts = [
                    f"$ {command}\n{tidy(sound(output(command, shown, Path(folder))))}\n"
                    for command, shown in commands_in(block)
                ]
                sections[index] = sections[index].replace(block, "\n".join(parts), 1)
    (ROOT / "README.md").write_text("".join(sections), encoding="utf-8")


if __name__ == "__main__":
    rewrite()
