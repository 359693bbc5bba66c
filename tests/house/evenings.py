"""Evenings to look back on: finished games written as ledgers, and plays made by hand."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from keyhelper.engine import catalogue, store
from keyhelper.engine.chance import Chance, Stream
from keyhelper.engine.game import Game
from keyhelper.engine.ledger import FORMAT, Event, Header, History
from keyhelper.engine.scoring import ScoreLine, ScoreSheet, Tiebreak, standings
from keyhelper.engine.sealed import Sealed
from keyhelper.engine.verdict import Ruling
from keyhelper.games import box
from keyhelper.plays import Play

SIX_O_CLOCK = datetime(2026, 11, 18, 18, 0, tzinfo=UTC)


def open_game(slug: str = "tiny-towns") -> Game[Any]:
    found = box(slug)
    assert found is not None
    return found.open()


def begin(*players: str, seed: str = "amber otter canyon", at: datetime = SIX_O_CLOCK,
          name: str | None = None, options: dict[str, Any] | None = None) -> str:  # fmt: skip
    """A game of Tiny Towns that was only set up; returns its saved name."""
    game = open_game()
    chosen = game.options.model_validate(options or {"monuments": False})
    readings = catalogue.default_readings("tiny-towns")
    chance = Chance(seed, "tiny-towns", len(players), "hidden")
    state = game.setup(players, chosen, chance, readings)
    header = Header(
        format=FORMAT,
        game="tiny-towns",
        version="0",
        created=at.isoformat(timespec="seconds"),
        players=players,
        options=chosen.model_dump(mode="json", by_alias=True),
        readings=readings,
        seed=seed,
        secret=Sealed[str](owner=None, value="hidden"),
        start=state.model_dump(mode="json", by_alias=True),
    )
    return store.create(header, name)


def finish(saved: str, seconds: int = 30) -> History[Any]:
    """Play a saved game on with any legal moves until it is over."""
    game = open_game()
    with pytest.MonkeyPatch.context() as patch, store.Pen(saved) as pen:
        patch.setattr(os, "fsync", lambda descriptor: None)  # no power cut is tried out here
        history = History.replay(game, pen.ledger.header, pen.ledger.events)
        chance = Stream(f"evening {saved}")
        when = datetime.fromisoformat(history.header.created)
        while game.ending(history.state) is None:
            when += timedelta(seconds=seconds)
            event = history.move(_any_legal(game, history.state, chance), stamp(when))
            pen.append(event)
            history.apply(event)
    return history


def play(*players: str, **how: Any) -> str:
    """A whole game from setup to its end; returns its saved name."""
    saved = begin(*players, **how)
    finish(saved)
    return saved


def take_back(saved: str) -> None:
    """Undo the last entry of a saved game."""
    with store.Pen(saved) as pen:
        history = History.replay(open_game(), pen.ledger.header, pen.ledger.events)
        pen.append(history.undo(stamp(SIX_O_CLOCK + timedelta(hours=5))))


def note(saved: str, text: str, at: datetime) -> None:
    """Write a remark into a saved game."""
    with store.Pen(saved) as pen:
        pen.append(Event(n=len(pen.ledger.events) + 1, at=stamp(at), do="note", text=text))


def stamp(when: datetime) -> str:
    return when.isoformat(timespec="seconds")


def _any_legal(game: Game[Any], state: Any, chance: Stream) -> Any:
    moves = list(game.candidates(state))
    while moves:
        move = moves.pop(chance.integer(len(moves)))
        if game.verify(state, move).ruling is not Ruling.ILLEGAL:
            return move
    raise AssertionError("no legal move")


def sheet(
    player: str, *points: int | None, turns: int | None = 0, labels: str = "Cottage Tavern Well"
) -> ScoreSheet:
    """A score sheet with one line for each number."""
    lines = tuple(
        ScoreLine(label.lower(), label, value, f"{label} counted", f"score.{label.lower()}",
                  "" if value is not None else f"{label} is not known")
        for label, value in zip(labels.split(), points, strict=False)
    )  # fmt: skip
    step = Tiebreak("fewest-turns", "Fewest turns", turns, "fewest", "tie.turns")
    return ScoreSheet(player, lines, (step,))


def counted(*sheets: ScoreSheet, **more: Any) -> Play:
    """A finished play with those sheets, on an evening in November."""
    known: dict[str, Any] = {
        "game": "tiny-towns",
        "title": "Tiny Towns",
        "saved": "tiny-towns-1",
        "created": "2026-11-18T18:00:00+00:00",
        "started": "2026-11-18T18:02:00+00:00",
        "ended": "2026-11-18T19:05:09+00:00",
        "minutes": 63,
        "seed": "amber otter canyon",
        "seating": tuple(each.player for each in sheets),
        "first": sheets[0].player,
        "ending": "All towns are complete",
    }
    return Play(result=standings(sheets), **(known | more))
