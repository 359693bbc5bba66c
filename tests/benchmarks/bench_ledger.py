"""Recording costs the same early and late: `python -m tests.benchmarks.bench_ledger`.

Records 2,000 entries, each on the disk before the next, and compares the cost around the 2,000th
with the cost around the 20th, medians over repeated runs within one process. Opening the whole
ledger again and the memory used are shown beside it.
"""

from __future__ import annotations

import os
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path

from keyhelper.engine.ledger import History
from keyhelper.engine.store import Pen, create, load
from tests.engine.orchard import ORCHARD, Next, header, table

RUNS = 7
ENTRIES = 2_000
AROUND = 40
AT = "2026-01-01T10:00:00+00:00"


def record_all(name: str) -> list[float]:
    """The seconds that each entry took, from the move to the disk."""
    costs = []
    with Pen(name) as pen:
        history = History.replay(ORCHARD, pen.ledger.header, pen.ledger.events)
        for _ in range(ENTRIES):
            start = time.perf_counter()
            event = history.move(Next(), AT)
            pen.append(event)
            history.apply(event)
            costs.append(time.perf_counter() - start)
    return costs


def open_again(name: str) -> float:
    start = time.perf_counter()
    ledger = load(name)
    history = History.replay(ORCHARD, ledger.header, ledger.events)
    assert history.state.day == ENTRIES + 1
    return time.perf_counter() - start


def row(title: str, values: list[float], unit: str, factor: float) -> str:
    low, middle, high = min(values), statistics.median(values), max(values)
    return (
        f"{title:34} {middle * factor:9.3f} {unit:3}   "
        f"from {low * factor:.3f} to {high * factor:.3f} over {len(values)} runs"
    )


def main() -> int:
    """Run, print the table, and fail where the promise does not hold."""
    early, late, ratios, opening = [], [], [], []
    with tempfile.TemporaryDirectory() as folder:
        os.environ["KEYHELPER_HOME"] = str(Path(folder))
        for _ in range(RUNS):
            name = create(header(table("Ann", "Ben")))
            costs = record_all(name)
            early.append(statistics.median(costs[20 - AROUND // 2 : 20 + AROUND // 2]))
            late.append(statistics.median(costs[-AROUND:]))
            ratios.append(late[-1] / early[-1])
            opening.append(open_again(name))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(row("recording around the 20th entry", early, "ms", 1000))
    print(row(f"recording around the {ENTRIES:,}th entry", late, "ms", 1000))
    print(row("late against early", ratios, "x", 1))
    print(row(f"opening {ENTRIES:,} entries", opening, "ms", 1000))
    print(f"{'most memory held':34} {memory:9.1f} MB")
    is_kept = statistics.median(ratios) <= 1.5 and statistics.median(opening) < 0.5 and memory < 80
    print("promises kept" if is_kept else "A PROMISE IS BROKEN: at most 1.5 x, 500 ms, 80 MB")
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
