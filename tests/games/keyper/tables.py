"""Small tables of Keyper for tests: a fresh setup, with what a test needs changed."""

from __future__ import annotations

from typing import Any

from keyhelper.engine import catalogue
from keyhelper.engine.chance import Chance
from keyhelper.engine.game import Move
from keyhelper.engine.verdict import Verdict
from keyhelper.games.keyper.model import (
    Country,
    Keyper,
    KeyperOptions,
    Keyple,
    Owed,
    Spot,
)
from keyhelper.games.keyper.wiring import GAME

NAMES = ("Ann", "Ben", "Cy", "Dee")


def fresh(count: int = 3, seed: str = "test", **readings: str) -> Keyper:
    """A table just set up; readings by rule id with __ for the dot."""
    chosen = {rule.replace("__", "."): reading for rule, reading in readings.items()}
    return GAME.setup(
        NAMES[:count],
        KeyperOptions(),
        Chance(seed, "keyper", count, secret="hidden"),
        catalogue.choose_readings("keyper", chosen),
    )


def table(count: int = 3, active: str | None = "Ann", **changes: Any) -> Keyper:
    """A fresh table with Ann to play and parts of it replaced."""
    readings = changes.pop("readings", {})
    state = fresh(count, **readings)
    return state.model_copy(update={"active": active, "first": active, **changes})


def house(state: Keyper, player: str, **changes: Any) -> Keyper:
    """The table with parts of one house replaced."""
    return state.with_house(player, state.house(player).model_copy(update=changes))


def spot(border: str, *keyples: str) -> Spot:
    """A field with keyples on it; `(orange)` lies."""
    there = tuple(Keyple(colour=name.strip("()"), lies=name.startswith("(")) for name in keyples)
    return Spot(border=border, keyples=there)


def on_board(state: Keyper, board: str, field: str, border: str, *keyples: str) -> Keyper:
    """The table with keyples on one field, without taking them from anybody."""
    return state.with_spot("Ann", board, field, spot(border, *keyples))


def all_played(state: Keyper, *players: str, **claims: str) -> Keyper:
    """These players have nothing left to play; claims by board: `b1="Ann"`."""
    for player in players:
        state = house(state, player, hand={}, has_keyper=False)
    boards = dict(state.boards or {})
    for board, player in claims.items():
        number = board.removeprefix("b")
        boards[number] = boards.get(number, Country()).model_copy(update={"keyper": player})
    return state.model_copy(update={"boards": boards})


def owing(
    state: Keyper, actions: int, border: str, field: str = "clay", board: str = "1", **more: Any
) -> Keyper:
    """The table with Ann about to take actions."""
    owed = Owed(player="Ann", actions=actions, board=board, field=field, border=border, **more)
    return state.model_copy(update={"owed": (owed,), "turn_of": "Ann"})


def judged(state: Keyper, move: Move) -> Verdict:
    return GAME.verify(state, move)


def done(state: Keyper, *moves: Move) -> Keyper:
    """The table after these moves, each of which must be legal."""
    for move in moves:
        verdict = GAME.verify(state, move)
        assert not verdict.reasons, (move.says(), verdict.reasons)
        state = GAME.play(state, move)
    return state


def hand_of(state: Keyper, player: str) -> dict[str, int]:
    return dict(state.house(player).hand or {})


def count_of(state: Keyper, player: str, kind: str) -> int:
    return state.house(player).have(kind) or 0
