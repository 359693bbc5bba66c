"""Whole games, recorded as real ledgers and told as text anyone can read.

`python -m tests.playthroughs.recording` plays them again and writes both files, with `--words`
only tells the same ledgers again, for all games or those named; read the text as prose in the
diff before accepting it.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from keyhelper import render
from keyhelper.engine import catalogue, store
from keyhelper.engine.chance import Chance, Stream
from keyhelper.engine.game import Game, Move, Turn
from keyhelper.engine.ledger import FORMAT, Event, Header, History, Link
from keyhelper.engine.scoring import standings
from keyhelper.engine.sealed import Sealed
from keyhelper.games import SHELF
from keyhelper.render import Screen
from keyhelper.telling import overruled_lines, said_of
from tests.contract.walks import open_game

GAMES = Path(__file__).parents[1] / "games"
SECRET = "recorded"
LONGEST = 2000
WIDTH = 80
UNDER_THE_TEXT = " " * 6  # past the number


class Scene(NamedTuple):
    """The table between two entries, and what it asks for; it asks nothing after the last."""

    state: Any
    turn: Turn


def at_headlines(before: Scene | None, now: Scene) -> bool:
    """Whether the headline is a new one, while the game goes on."""
    is_new = before is None or before.turn.headline != now.turn.headline
    return is_new and bool(now.turn.asks)


def no_remark(before: Scene, entry: Link[Any]) -> str:
    """Nothing: the entry speaks for itself."""
    return ""


class Recording(NamedTuple):
    """One recorded game: who played, how it was set up, how they play, how it is told."""

    game: str
    title: str
    players: tuple[str, ...]
    seed: str
    policy: Callable[[Game[Any], Any, Stream], Move]
    options: dict[str, Any] = {}
    readings: dict[str, str] = {}
    shows_boards: Callable[[Scene | None, Scene], bool] = at_headlines
    remark: Callable[[Scene, Link[Any]], str] = no_remark

    @property
    def folder(self) -> Path:
        return GAMES / self.game.replace("-", "_") / "playthroughs"

    @property
    def ledger_path(self) -> Path:
        return self.folder / f"{self.title}.jsonl"

    @property
    def story_path(self) -> Path:
        return self.folder / f"{self.title}.txt"

    @property
    def told(self) -> str:
        """The story as it was last accepted."""
        return self.story_path.read_text(encoding="utf-8")


def recordings() -> Iterator[Recording]:
    """The recorded games of every open game, in the order of the shelf."""
    for box in SHELF:
        if box.is_open:
            room = import_module(f"tests.games.{box.package}.playthroughs.recording")
            yield from room.RECORDINGS


def load(recording: Recording, home: Path) -> store.Ledger:
    """The recorded ledger, read from a folder of saved games as keyhelper would."""
    games = home / "games"
    games.mkdir(parents=True, exist_ok=True)
    (games / f"{recording.title}.jsonl").write_bytes(recording.ledger_path.read_bytes())
    with patch.dict(os.environ, KEYHELPER_HOME=str(home)):
        return store.load(recording.title)


def entries(history: History[Any], events: Iterable[Event]) -> Iterator[tuple[Any, Link[Any]]]:
    """Live through recorded moves: each entry with the table as it was before it."""
    for event in events:
        state = history.state
        history.apply(event)
        yield state, history.line[-1]


def story(recording: Recording, ledger: store.Ledger) -> str:
    """The whole game as text: setup, every entry under its headline, boards, the score."""
    game = open_game(recording.game)
    screen = Screen(plain=False, no_color=True, width=WIDTH)
    history: History[Any] = History(game, ledger.header)
    title = f"{game.info.name}: {recording.title} (seed {ledger.header.seed})"
    lines = render.setup([title], game.steps(history.start), screen)
    before = None
    for state, entry in entries(history, ledger.events):
        now = Scene(state, game.turn(state))
        if before is None or before.turn.headline != now.turn.headline:
            lines += ["", now.turn.headline]
        if recording.shows_boards(before, now):
            lines += [*render.panels(game.panels(state, None), screen), ""]
        lines += _under_the_text(f"{entry.number:4}  {said_of(entry)}")
        if remark := recording.remark(now, entry):
            lines += _under_the_text(UNDER_THE_TEXT + remark)
        before = now
    if recording.shows_boards(before, Scene(history.state, game.turn(history.state))):
        lines += ["", *render.panels(game.panels(history.state, None), screen)]
    lines += ["", game.ending(history.state) or "The game goes on", ""]
    lines += render.standings(standings(game.score(history.state)), screen)
    lines += overruled_lines(history, WIDTH)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _under_the_text(text: str) -> list[str]:
    return render.wrap(text, WIDTH, indent=UNDER_THE_TEXT)


def record(recording: Recording) -> None:
    """Play the game again and write its ledger and its story."""
    game = open_game(recording.game)
    header = _header(recording, game)
    with (
        tempfile.TemporaryDirectory() as home,
        patch.dict(os.environ, KEYHELPER_HOME=home),
    ):
        name = store.create(header, recording.title)
        with store.Pen(name) as pen:
            for event in _played(recording, History(game, header)):
                pen.append(event)
        recording.ledger_path.write_bytes(store.path_of(name).read_bytes())
        text = story(recording, store.load(name))
    recording.story_path.write_text(text, encoding="utf-8")


def _header(recording: Recording, game: Game[Any]) -> Header:
    chance = Chance(recording.seed, recording.game, len(recording.players), SECRET)
    readings = catalogue.choose_readings(recording.game, recording.readings)
    options = game.options.model_validate(recording.options)
    state = game.setup(recording.players, options, chance, readings)
    return Header(
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


def _played(recording: Recording, history: History[Any]) -> Iterator[Event]:
    """The moves of these people until the game has ended, one a second."""
    game = history.game
    luck = Stream(f"recording {recording.game} {recording.title}")
    while game.ending(history.state) is None:
        number = history.next_number
        assert number < LONGEST, f"{recording.game}: no ending after {LONGEST} moves"
        at = f"2026-01-02T{19 + number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}"
        event = history.move(recording.policy(game, history.state, luck), at + "+00:00")
        history.apply(event)
        yield event


def retell(recording: Recording) -> None:
    """Write the story of the recorded ledger again, in today's words."""
    with tempfile.TemporaryDirectory() as home:
        text = story(recording, load(recording, Path(home)))
    recording.story_path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    only_words, slugs = "--words" in sys.argv, [a for a in sys.argv[1:] if a != "--words"]
    for each in recordings():
        if not slugs or each.game in slugs:
            (retell if only_words else record)(each)
