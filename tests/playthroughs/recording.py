"""Whole games, recorded as real ledgers and told as text anyone can read.

`python -m tests.playthroughs.recording` plays them again and writes both files; read the text
as prose in the diff before accepting it.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from keyhelper import render
from keyhelper.engine import catalogue, store
from keyhelper.engine.chance import Chance, Stream
from keyhelper.engine.game import Game, Move
from keyhelper.engine.ledger import FORMAT, Event, Header, History
from keyhelper.engine.scoring import standings
from keyhelper.engine.sealed import Sealed
from keyhelper.render import Screen
from keyhelper.telling import overruled_lines, said_of
from tests.contract.walks import open_game
from tests.playthroughs.tiny_towns_players import sensible, stops_early

FOLDER = Path(__file__).parent
SECRET = "recorded"


Policy = Callable[[Game[Any], Any, Stream], Move]


class Recording(NamedTuple):
    """One recorded game: who played, how it was set up, and how these people play."""

    game: str
    title: str
    players: tuple[str, ...]
    seed: str
    policy: Policy
    options: dict[str, Any] = {}

    @property
    def stem(self) -> Path:
        return FOLDER / self.game / self.title


RECORDINGS = (
    Recording("tiny-towns", "normal", ("Ann", "Ben", "Cy"), "amber otter canyon", sensible),
    Recording(
        "tiny-towns", "last-player-alone", ("Zoë O'Brien", "李明"), "maple drum lantern",
        stops_early, {"cavern": True},
    ),
    Recording(
        "tiny-towns", "town-hall", ("Ann", "Ben", "Cy", "Dee"), "copper heron willow",
        sensible, {"variant": "town-hall"},
    ),
    Recording("tiny-towns", "solo", ("Ann",), "puffin meadow thimble", sensible),
)  # fmt: skip


def load(recording: Recording, home: Path) -> store.Ledger:
    """The recorded ledger, read from a folder of saved games as keyhelper would."""
    games = home / "games"
    games.mkdir(parents=True, exist_ok=True)
    content = recording.stem.with_suffix(".jsonl").read_bytes()
    (games / f"{recording.title}.jsonl").write_bytes(content)
    os.environ["KEYHELPER_HOME"] = str(home)
    return store.load(recording.title)


def story(recording: Recording, ledger: store.Ledger) -> str:
    """The whole game as text: setup, every entry with the table at each headline, the score."""
    game = open_game(recording.game)
    screen = Screen(plain=False, no_color=True, width=80)
    history: History[Any] = History(game, ledger.header)
    title = f"{game.info.name}: {recording.title} (seed {ledger.header.seed})"
    lines = render.setup([title], game.steps(history.start), screen)
    headline = ""
    for event in ledger.events:
        turn = game.turn(history.state)
        if turn.headline != headline:
            headline = turn.headline
            boards = render.panels(game.panels(history.state, None), screen)
            lines += ["", headline, *boards, ""]
        history.apply(event)
        lines.append(f"{event.n:4}  {_told(event, history)}")
    lines += ["", game.ending(history.state) or "The game goes on", ""]
    lines += render.standings(standings(game.score(history.state)), screen)
    lines += overruled_lines(history, screen.width)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _told(event: Event, history: History[Any]) -> str:
    return said_of(history.line[-1]) if event.do == "move" else f"{event.do} {event.text or ''}"


def record(recording: Recording) -> None:
    """Play the game again and write its ledger and its story."""
    game = open_game(recording.game)
    chance = Chance(recording.seed, recording.game, len(recording.players), SECRET)
    readings = catalogue.default_readings(recording.game)
    options = game.options.model_validate(recording.options)
    state = game.setup(recording.players, options, chance, readings)
    header = Header(
        format=FORMAT,
        game=recording.game,
        version="0.1.0",
        created="2026-01-02T19:00:00+00:00",
        players=recording.players,
        options=options.model_dump(mode="json", by_alias=True),
        readings=readings,
        seed=chance.seed,
        secret=Sealed[str](owner=None, value=SECRET),
        start=state.model_dump(mode="json", by_alias=True),
    )
    recording.stem.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        os.environ["KEYHELPER_HOME"] = home
        name = store.create(header, recording.title)
        history = History.replay(game, header, ())
        luck = Stream(f"recording {recording.game} {recording.title}")
        with store.Pen(name) as pen:
            while game.ending(history.state) is None:
                number = history.next_number
                at = f"2026-01-02T{19 + number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}"
                event = history.move(recording.policy(game, history.state, luck), at + "+00:00")
                pen.append(event)
                history.apply(event)
        recording.stem.with_suffix(".jsonl").write_bytes(store.path_of(name).read_bytes())
        text = story(recording, store.load(name))
    recording.stem.with_suffix(".txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for each in RECORDINGS:
        record(each)
