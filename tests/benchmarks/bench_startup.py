"""How long people wait for the prompt to come back, as ratios to the least a program needs.

Run with `python -m tests.benchmarks.bench_startup [GAME ...]`; `ROUNDS=25` repeats more often.
Every command and the program it is measured against take turns within one run, after a warm-up
that writes byte code. Each turn gives a ratio; its median counts, because a busy machine slows
both alike, and its quartiles show the noise. Processor time is told apart. The slowest imports
follow.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from keyhelper.games import SHELF
from tests.benchmarks.commands import HOUSE_COMMANDS, ROOT, Desk, game_commands, lay_out

ROUNDS = int(os.environ.get("ROUNDS", "11"))
LIGHT, WORKING = 1.25, 1.3  # how much longer than the least: help and completion, everything else

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


class Race(NamedTuple):
    """A command, the least program it is measured against, and how much longer it may take."""

    name: str
    ours: tuple[str, ...]
    least: tuple[str, ...]
    most: float
    completes: str = ""  # the command line that is being completed


class Spent(NamedTuple):
    """Seconds that one run took: on the clock, and of the processor."""

    clock: float
    processor: float


class Measured(NamedTuple):
    """Medians on the clock, and the median and quartiles of the ratio over the rounds."""

    ours: float
    least: float
    low: float
    ratio: float
    high: float
    processor: float  # the median ratio of processor time


def main(wanted: Sequence[str]) -> int:
    """Measure every command and print the table; 1 when a promise is broken."""
    slugs = [box.slug for box in SHELF if not wanted or box.slug in wanted]
    with tempfile.TemporaryDirectory() as folder:
        desk = lay_out(Path(folder))
        scripts = _write_scripts(Path(folder))
        races = _races(slugs, desk, scripts)
        print(f"{'command':44} {'ms':>6} {'least':>6} {'ratio':>6}   quartiles     cpu   at most")
        broken = [race.name for race in races if not _tell(race, _measure(race, desk.home))]
        for slug in slugs[:1]:
            _show_imports([scripts["keyhelper"], slug, "show", "--no-input"], desk.home)
    verdict = f"{len(races) - len(broken)} of {len(races)} commands within their bounds"
    print(f"\n{verdict}, {ROUNDS} rounds each" + "".join(f"\ntoo slow: {name}" for name in broken))
    return 1 if broken else 0


def _races(slugs: Sequence[str], desk: Desk, scripts: dict[str, str]) -> list[Race]:
    keyhelper, hello, table = (scripts[name] for name in ("keyhelper", "hello", "table"))
    helped = (hello, "--help")
    races = [
        Race("--help", (keyhelper, "--help"), helped, LIGHT),
        Race("(complete) keyhelper k", (keyhelper,), helped, LIGHT, "keyhelper k"),
    ]
    for slug in slugs:
        line = f"keyhelper {slug} s"
        races.append(Race(f"{slug} --help", (keyhelper, slug, "--help"), helped, LIGHT))
        races.append(Race(f"(complete) {line}", (keyhelper,), helped, LIGHT, line))
        for words in game_commands(slug, desk):
            races.append(Race(_named(words), (keyhelper, *words), (table,), WORKING))
    for words in HOUSE_COMMANDS:
        races.append(Race(_named(words), (keyhelper, *words), (table,), WORKING))
    return races


def _named(words: Sequence[str]) -> str:
    """A command as it is shown: file paths by their kind, no switches that only measure."""
    shown = ["FILE" if os.path.isabs(word) else word for word in words if word != "--no-input"]
    return " ".join(shown)


def _write_scripts(folder: Path) -> dict[str, str]:
    texts = {"hello": HELLO, "table": ONE_TABLE, "keyhelper": KEYHELPER}
    paths = {}
    for name, text in texts.items():
        path = folder / f"{name}_script.py"
        path.write_text(text, encoding="utf-8")
        paths[name] = str(path)
    return paths


def _measure(race: Race, home: Path) -> Measured:
    turns: list[tuple[Spent, Spent]] = []
    for number in range(ROUNDS + 2):
        turn = _run(race.ours, home, race.completes), _run(race.least, home)
        if number >= 2:  # the first two warm up
            turns.append(turn)
    ratios = [ours.clock / least.clock for ours, least in turns]
    return Measured(
        statistics.median(ours.clock for ours, _ in turns),
        statistics.median(least.clock for _, least in turns),
        *statistics.quantiles(ratios, n=4, method="inclusive"),
        statistics.median(ours.processor / least.processor for ours, least in turns),
    )


def _tell(race: Race, found: Measured) -> bool:
    is_kept = found.ratio <= race.most
    name = race.name if len(race.name) <= 44 else race.name[:41] + "..."
    print(
        f"{name:44} {found.ours * 1000:6.1f} {found.least * 1000:6.1f} {found.ratio:6.2f}   "
        f"{found.low:4.2f} to {found.high:4.2f}  {found.processor:4.2f}  {race.most:4}  "
        f"{'' if is_kept else 'TOO SLOW'}",
        flush=True,
    )
    return is_kept


def _run(command: Sequence[str], home: Path, completes: str = "") -> Spent:
    environment = _environment(home)
    if completes:
        count = str(len(completes.split()) - 1)
        environment |= {"_KEYHELPER_COMPLETE": "bash_complete", "COMP_WORDS": completes}
        environment |= {"COMP_CWORD": count}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, *command], env=environment, capture_output=True, check=False,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    clock = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode in (0, 3), (command, done.stderr.decode())
    spent = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return Spent(clock, spent)


def _environment(home: Path) -> dict[str, str]:
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return environment | {"PYTHONPATH": str(ROOT), "KEYHELPER_HOME": str(home)}


def _show_imports(command: Sequence[str], home: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *command],
        env=_environment(home), capture_output=True, text=True, check=False,
    )  # fmt: skip
    rows = []
    for line in done.stderr.splitlines():
        parts = line.removeprefix("import time:").split("|")
        if len(parts) == 3 and parts[1].strip().isdigit():
            rows.append((int(parts[0]), parts[2].strip()))
    print(f"\nslowest imports of `{_named(command[1:])}` by themselves (microseconds)")
    for own, module in sorted(rows, reverse=True)[:15]:
        print(f"{own:8} {module}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
