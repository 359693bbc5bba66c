"""Counts of legal continuations from fixed positions, so that any change of a rule shows.

The positions are the setup and three moments of a recorded game of every game on the shelf. For
each, the golden file holds how many moves of each kind are open, and how many lines of play
there are of two, three and more moves, as deep as is quick to count.
`python -m tests.contract.test_perft` writes the numbers anew, to be explained in the commit.
"""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from keyhelper.engine import catalogue, store
from keyhelper.engine.game import Game, Move
from keyhelper.engine.ledger import History, written
from keyhelper.engine.verdict import Ruling
from keyhelper.games import SHELF
from tests.contract.walks import open_game

GOLDEN = Path(__file__).parent / "golden" / "perft.json"
RECORDED = Path(__file__).resolve().parents[1] / "old_files" / "format-1"
MOMENTS = {"setup": 0.0, "first quarter": 0.25, "half-time": 0.5, "last quarter": 0.75}
DEEPEST = 5
MOST_TABLES = 1_000  # how many tables are looked at for one position

POSITIONS = [(box.slug, moment) for box in SHELF for moment in MOMENTS]


@cache
def tables(slug: str) -> tuple[Any, ...]:
    """Every table of the recorded game, from the setup on."""
    catalogue.open_box(slug, {})
    with tempfile.TemporaryDirectory() as home, pytest.MonkeyPatch.context() as patch:
        patch.setenv("KEYHELPER_HOME", home)
        store.games_folder().mkdir()
        store.path_of(slug).write_bytes((RECORDED / f"{slug}.jsonl").read_bytes())
        ledger = store.load(slug)
    history = History.replay(open_game(slug), ledger.header, ledger.events)
    return (history.start, *(link.state for link in history.line))


def position(slug: str, moment: str) -> Any:
    every = tables(slug)
    return every[int(MOMENTS[moment] * (len(every) - 1))]


def open_moves(game: Game[Any], state: Any) -> Iterator[Move]:
    """The moves that no rule is against, each once, however often it is suggested."""
    if game.ending(state) is not None:
        return
    seen: set[str] = set()
    for move in game.candidates(state):
        text = json.dumps(written(move), sort_keys=True)
        if text not in seen and game.verify(state, move).ruling is not Ruling.ILLEGAL:
            seen.add(text)
            yield move


def count(slug: str, moment: str, depths: int | None = None) -> dict[str, Any]:
    """Open moves by kind, and lines of play by length, `depths` long or as long as is quick."""
    game = open_game(slug)
    level = [position(slug, moment)]
    kinds: Counter[str] = Counter()
    lines: list[int] = []
    looked_at = 0
    while len(lines) < (depths or DEEPEST) and level:
        looked_at += len(level)
        if depths is None and looked_at > MOST_TABLES:
            break
        found = [(state, move) for state in level for move in open_moves(game, state)]
        if not lines:
            kinds.update(move.kind for _, move in found)
        lines.append(len(found))
        level = [game.play(state, move) for state, move in found]
    return {"open": dict(sorted(kinds.items())), "lines": lines}


@pytest.mark.parametrize(("slug", "moment"), POSITIONS, ids=lambda part: part.replace(" ", "-"))
def test_the_number_of_continuations_is_known(slug: str, moment: str) -> None:
    expected = json.loads(GOLDEN.read_text(encoding="utf-8"))[slug][moment]
    assert count(slug, moment, len(expected["lines"])) == expected


def rewrite() -> None:
    """Write the present numbers into the golden file, a line for each position."""
    games = [
        f' "{box.slug}": {{\n'
        + ",\n".join(f'  "{at}": {json.dumps(count(box.slug, at))}' for at in MOMENTS)
        + "\n }"
        for box in SHELF
    ]
    GOLDEN.parent.mkdir(exist_ok=True)
    GOLDEN.write_text("{\n" + ",\n".join(games) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    rewrite()
