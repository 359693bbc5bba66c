"""Whole games, recorded as real ledgers and told as text anyone can read.

`python -m tests.games.keyper.playthroughs.recording` plays them again and writes both
files; read the text as prose in the diff before accepting it.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from keyhelper import render
from keyhelper.engine import catalogue, store
from keyhelper.engine.chance import Chance, Stream
from keyhelper.engine.ledger import FORMAT, Header, History
from keyhelper.engine.scoring import standings
from keyhelper.engine.sealed import Sealed
from keyhelper.games.keyper.wiring import GAME
from keyhelper.render import Screen
from keyhelper.telling import said_of
from tests.games.keyper.playthroughs.players import sensible

FOLDER = Path(__file__).parent
SECRET = "recorded"
LONGEST = 2000


class Recording(NamedTuple):
    """One recorded game: who played, the seed, and the readings they chose."""

    title: str
    players: tuple[str, ...]
    seed: str
    readings: dict[str, str] = {}

    @property
    def stem(self) -> Path:
        return FOLDER / self.title


RECORDINGS = (
    Recording("two-players", ("Ann", "Ben"), "amber otter canyon"),
    Recording(
        "two-players-nine", ("Zoë O'Brien", "李明"), "maple drum lantern",
        {"setup.keyples": "nine", "tie.order": "yucata"},
    ),
    Recording("four-players", ("Ann", "Ben", "Cy", "Dee"), "copper heron willow"),
)  # fmt: skip


def load(recording: Recording, home: Path) -> store.Ledger:
    """The recorded ledger, read from a folder of saved games as keyhelper would."""
    games = home / "games"
    games.mkdir(parents=True, exist_ok=True)
    content = recording.stem.with_suffix(".jsonl").read_bytes()
    (games / f"{recording.title}.jsonl").write_bytes(content)
    return store.load(recording.title)


def story(recording: Recording, ledger: store.Ledger) -> str:
    """The whole game as text: setup, every entry, the table once a season, the score."""
    screen = Screen(plain=False, no_color=True, width=80)
    history: History[Any] = History(GAME, ledger.header)
    title = f"{GAME.info.name}: {recording.title} (seed {ledger.header.seed})"
    lines = render.setup([title], GAME.steps(history.start), screen)
    headline = phase = ""
    for event in ledger.events:
        turn = GAME.turn(history.state)
        if turn.headline != headline:
            headline = turn.headline
            lines += ["", headline]
        if history.state.phase != phase and history.state.phase in ("final", "count"):
            lines += [*render.panels(GAME.panels(history.state, None), screen), ""]
        phase = history.state.phase
        asked = turn.asks[0].hint if phase in ("retrieve", "display") else ""
        history.apply(event)
        said = said_of(history.line[-1]) + (f" ({asked})" if asked else "")
        lines += render.wrap(f"{event.n:4}  {said}", 80, indent="      ")
    lines += ["", GAME.ending(history.state) or "The game goes on", ""]
    lines += render.standings(standings(GAME.score(history.state)), screen)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def record(recording: Recording) -> None:
    """Play the game again and write its ledger and its story."""
    chance = Chance(recording.seed, "keyper", len(recording.players), SECRET)
    readings = catalogue.choose_readings("keyper", recording.readings)
    options = GAME.options()
    state = GAME.setup(recording.players, options, chance, readings)
    header = Header(
        format=FORMAT,
        game="keyper",
        version="0.1.0",
        created="2026-01-02T19:00:00+00:00",
        players=recording.players,
        options=options.model_dump(mode="json", by_alias=True),
        readings=readings,
        seed=chance.seed,
        secret=Sealed[str](owner=None, value=SECRET),
        start=state.model_dump(mode="json", by_alias=True),
    )
    with tempfile.TemporaryDirectory() as home:
        os.environ["KEYHELPER_HOME"] = home
        name = store.create(header, recording.title)
        history = History.replay(GAME, header, ())
        luck = Stream(f"recording keyper {recording.title}")
        with store.Pen(name) as pen:
            while GAME.ending(history.state) is None:
                number = history.next_number
                assert number < LONGEST
                at = f"2026-01-02T{19 + number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}"
                event = history.move(sensible(GAME, history.state, luck), at + "+00:00")
                pen.append(event)
                history.apply(event)
        recording.stem.with_suffix(".jsonl").write_bytes(store.path_of(name).read_bytes())
        text = story(recording, store.load(name))
    recording.stem.with_suffix(".txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for each in RECORDINGS:
        record(each)
