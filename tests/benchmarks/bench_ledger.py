"""Recording costs the same early and late: `python -m tests.benchmarks.bench_ledger [GAME ...]`.

Records 2,000 entries of a long evening, each on the disk before the next: the table plays on,
takes everything back, and plays on again, so that the last entries are the same moves as the
first and only the ledger before them differs. Medians over repeated runs within one process;
opening the whole ledger again and the most memory held are shown beside them. Each game runs in
a process of its own, so that its memory is its own.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from keyhelper.engine import catalogue
from keyhelper.engine.game import Game, Move
from keyhelper.engine.ledger import FORMAT, Event, Header, History
from keyhelper.engine.sealed import Sealed
from keyhelper.engine.store import Pen, create, load
from tests.contract.walks import open_game, set_up, walk
from tests.engine import orchard

RUNS = int(os.environ.get("RUNS", "7"))
ENTRIES = 2_000
AROUND = 40
AT = "2026-01-01T10:00:00+00:00"
# The whole table of each: Key Flow with six players has the largest state of all games.
PLAYERS = {"tiny-towns": 6, "key-flow": 6, "keythedral": 5, "key-harvest": 4, "keyper": 4}


class Evening(NamedTuple):
    """A game that was set up, and the moves of it that are played over and over."""

    game: Game[Any]
    header: Header
    moves: tuple[Move, ...]


def evening(name: str) -> Evening:
    """The orchard of the engine's tests, or a game from the shelf with all its players."""
    if name == "orchard":
        return Evening(orchard.ORCHARD, orchard.header(), (orchard.Next(),) * ENTRIES)
    game, count = open_game(name), PLAYERS[name]
    start = set_up(name, count, ())
    header = Header(
        format=FORMAT,
        game=name,
        version="0",
        created=AT,
        players=start.players,
        options={},
        readings=catalogue.default_readings(name),
        seed="walk",
        secret=Sealed[str](owner=None, value="hidden"),
        start=start.model_dump(mode="json", by_alias=True),
    )
    return Evening(game, header, tuple(move for move, _ in walk(name, count, ())))


def events(moves: tuple[Move, ...], history: History[Any]) -> Iterator[Event]:
    """2,000 entries, the last of them the same moves as the first."""
    before = ENTRIES - AROUND
    rounds = -(-before // (2 * len(moves)))
    part = moves[: before // (2 * rounds)]
    for _ in range(rounds):
        for move in part:
            yield history.move(move, AT)
        for _ in part:
            yield history.undo(AT)
    while history.next_number <= before:
        yield history.note("the kettle boils", AT)
    for move in moves[:AROUND]:
        yield history.move(move, AT)


def record_all(played: Evening, name: str) -> list[float]:
    """The seconds that each entry took, from the move to the disk."""
    costs = []
    with Pen(name) as pen:
        history = History.replay(played.game, pen.ledger.header, pen.ledger.events)
        start = time.perf_counter()
        for event in events(played.moves, history):
            pen.append(event)
            history.apply(event)
            now = time.perf_counter()
            costs.append(now - start)
            start = now
    return costs


def open_again(game: Game[Any], name: str) -> float:
    start = time.perf_counter()
    ledger = load(name)
    history = History.replay(game, ledger.header, ledger.events)
    seconds = time.perf_counter() - start
    assert history.trouble is None, history.trouble
    assert len(history.events) == ENTRIES
    return seconds


def row(title: str, values: list[float], unit: str, factor: float) -> str:
    low, middle, high = min(values), statistics.median(values), max(values)
    return (
        f"  {title:34} {middle * factor:9.3f} {unit:3}   "
        f"from {low * factor:.3f} to {high * factor:.3f} over {len(values)} runs"
    )


def measure(name: str) -> bool:
    """Run one game, print its table, and say whether the promises hold."""
    early, late, ratios, opening = [], [], [], []
    played = evening(name)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["KEYHELPER_HOME"] = str(Path(folder))
        for _ in range(RUNS):
            saved = create(played.header)
            costs = record_all(played, saved)
            early.append(statistics.median(costs[:AROUND]))
            late.append(statistics.median(costs[-AROUND:]))
            ratios.append(late[-1] / early[-1])
            opening.append(open_again(played.game, saved))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(name)
    print(row("recording around the 20th entry", early, "ms", 1000))
    print(row(f"recording around the {ENTRIES:,}th entry", late, "ms", 1000))
    print(row("late against early", ratios, "x", 1))
    print(row(f"opening {ENTRIES:,} entries", opening, "ms", 1000))
    print(f"  {'most memory held':34} {memory:9.1f} MB")
    is_kept = statistics.median(ratios) <= 1.5 and statistics.median(opening) < 0.5 and memory < 80
    print("  promises kept" if is_kept else "  A PROMISE IS BROKEN: at most 1.5 x, 500 ms, 80 MB")
    return is_kept


def main(names: list[str]) -> int:
    """Run every game by itself; 1 where a promise does not hold."""
    if len(names) == 1:
        return 0 if measure(names[0]) else 1
    command = [sys.executable, "-m", "tests.benchmarks.bench_ledger"]
    codes = [
        subprocess.run([*command, name], check=False).returncode
        for name in names or ("orchard", *PLAYERS)
    ]
    return max(codes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
