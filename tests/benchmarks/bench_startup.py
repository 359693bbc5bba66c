"""How long people wait for the prompt to come back, as ratios to the least a program needs.

Run with `python -m tests.benchmarks.bench_startup`. Each pair is run interleaved in one go,
after a warm-up that writes byte code; medians and spreads are printed.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = int(os.environ.get("ROUNDS", "25"))

HELLO = """
import click

@click.command()
@click.option("--name", default="you")
def hello(name):
    "Say hello."
    click.echo(f"Hello {name}")

hello(prog_name="hello")
"""

ONE_TABLE = """
import click
from pydantic import BaseModel
from tabulate import tabulate

class Line(BaseModel):
    label: str
    points: int

@click.command()
def show():
    "Print one table."
    lines = [Line(label="Cottage", points=3), Line(label="Well", points=2)]
    click.echo(tabulate([[line.label, line.points] for line in lines]))

show(prog_name="show")
"""

KEYHELPER = "from keyhelper.cli import main\nmain()\n"

POSITION = {
    "game": "tiny-towns",
    "cards": ["Farm", "Well", "Chapel", "Tavern", "Theater", "Factory"],
    "players": [
        {
            "name": name,
            "board": [
                ["Cottage", "Well", "Cottage", None],
                ["Farm", "Chapel", "Tavern", "Tavern"],
                ["Theater", "Cottage", "Well", "wood"],
                [None, "Cottage", "Factory", None],
            ],
            "master_builder_turns": turns,
        }
        for turns, name in enumerate(("Ann", "Ben", "Cy"), start=3)
    ],
}


def main() -> int:
    """Measure every pair and print the table; 1 when a promise is broken."""
    with tempfile.TemporaryDirectory() as folder:
        scripts = _write_scripts(Path(folder))
        position = Path(folder) / "position.json"
        position.write_text(json.dumps(POSITION), encoding="utf-8")
        keyhelper = scripts["keyhelper"]
        pairs = [
            ("keyhelper --help", [keyhelper, "--help"], [scripts["hello"], "--help"], 1.25),
            ("keyhelper", [keyhelper], [scripts["hello"]], 1.25),
            (
                "keyhelper tiny-towns --help",
                [keyhelper, "tiny-towns", "--help"],
                [scripts["hello"], "--help"],
                1.25,
            ),
            (
                "keyhelper tiny-towns score FILE",
                [keyhelper, "tiny-towns", "score", str(position), "--no-input"],
                [scripts["table"]],
                1.3,
            ),
        ]
        broken = [
            name for name, ours, least, most in pairs if not _compare(name, ours, least, most)
        ]
        _show_imports([keyhelper, "tiny-towns", "score", str(position), "--no-input"], folder)
    return 1 if broken else 0


def _write_scripts(folder: Path) -> dict[str, str]:
    texts = {"hello": HELLO, "table": ONE_TABLE, "keyhelper": KEYHELPER}
    paths = {}
    for name, text in texts.items():
        path = folder / f"{name}_script.py"
        path.write_text(text, encoding="utf-8")
        paths[name] = str(path)
    return paths


def _compare(name: str, ours: Sequence[str], least: Sequence[str], most: float) -> bool:
    for command in (ours, least, ours, least):
        _seconds(command)
    mine, theirs = [], []
    for _ in range(ROUNDS):
        mine.append(_seconds(ours))
        theirs.append(_seconds(least))
    ratio = statistics.median(mine) / statistics.median(theirs)
    spread = sorted(m / t for m, t in zip(mine, theirs, strict=True))
    low, high = spread[len(spread) // 4], spread[-len(spread) // 4]
    mark = "ok" if ratio <= most else "TOO SLOW"
    print(
        f"{name:34} {statistics.median(mine) * 1000:6.1f} ms  against "
        f"{statistics.median(theirs) * 1000:6.1f} ms  ratio {ratio:4.2f} "
        f"(quartiles {low:4.2f} to {high:4.2f}, at most {most})  {mark}"
    )
    return ratio <= most


def _seconds(command: Sequence[str]) -> float:
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"PYTHONPATH": str(ROOT), "KEYHELPER_HOME": tempfile.gettempdir() + "/none"}
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, *command], env=environment, capture_output=True, check=False
    )
    seconds = time.perf_counter() - start
    assert done.returncode == 0, done.stderr.decode()
    return seconds


def _show_imports(command: Sequence[str], folder: str) -> None:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "KEYHELPER_HOME": folder}
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *command],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    rows = []
    for line in done.stderr.splitlines():
        parts = line.removeprefix("import time:").split("|")
        if len(parts) == 3 and parts[1].strip().isdigit():
            rows.append((int(parts[0]), parts[2].strip()))
    print("\nslowest imports of `score FILE` by themselves (microseconds)")
    for own, module in sorted(rows, reverse=True)[:15]:
        print(f"{own:8} {module}")


if __name__ == "__main__":
    sys.exit(main())
