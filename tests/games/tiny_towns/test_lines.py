"""Whole games typed as people type them: each short line means the move that was made."""

from __future__ import annotations

from typing import Any

import pytest

from keyhelper.engine import catalogue, phrases
from keyhelper.engine.chance import Chance, Stream
from keyhelper.engine.verdict import Ruling
from keyhelper.games.tiny_towns.cards import CUBE_LETTERS
from keyhelper.games.tiny_towns.model import TinyTowns
from keyhelper.games.tiny_towns.turns import likely
from keyhelper.games.tiny_towns.wiring import GAME

EAGER = {"build", "grove", "guild", "stock", "watch", "hold"}
SEATS = [("Ann", "Ben", "Cy"), ("B2", "Shed", "Will"), ("Zoë O'Brien", "李明", "Guild")]
OPTIONS: list[dict[str, Any]] = [
    {"variant": "town-hall", "cavern": True, "with": ["Bank"]},
    {"cavern": True, "with": ["Warehouse"]},
    {"with": ["Factory", "Shed"]},
    {"with": ["Trading Post"]},
]


def line_for(state: TinyTowns, move: Any) -> str:
    """The shortest line for a move; the player is named only when somebody else was asked."""
    asked = GAME.turn(state).asks[0].given.get("player")
    who = "" if asked == move.player else f"{move.player} "
    player = move.player
    if move.kind == "place":
        if move.swap:
            return f"{who}{move.square} {move.cube} {move.swap}"
        other = f" {CUBE_LETTERS[move.cube]}" if move.cube else ""
        return f"{who}{move.square}{other}"
    if move.kind == "build":
        holds = f" holds {move.holds}" if move.holds else ""
        return f"{player} build {move.building} {' '.join(move.squares)} at {move.at}{holds}"
    if move.kind in {"name", "pick", "hold"}:
        return f"{who}{CUBE_LETTERS[move.resource]}"
    return {
        "grove": lambda: f"{who}{move.building} {move.square}",
        "guild": lambda: f"{who}{move.square} {move.building}",
        "stock": lambda: f"{who}{' '.join(move.buildings)}",
        "watch": lambda: f"{who}{move.square}",
        "recall": lambda: f"{who}recall {move.resource} {move.square}",
    }.get(move.kind, lambda: f"{player} {move.kind}")()


def chosen(state: TinyTowns, luck: Stream) -> Any:
    moves = [GAME.fill(state, move) for move in likely(state, has_secrets=True)]
    legal = [m for m in moves if GAME.verify(state, m).ruling is not Ruling.ILLEGAL]
    calm = [m for m in legal if m.kind != "finish"] or legal
    eager = [m for m in calm if m.kind in EAGER]
    pool = eager if eager and luck.integer(10) else calm
    return pool[luck.integer(len(pool))]


@pytest.mark.parametrize("seats", SEATS, ids=" ".join)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_move_is_understood_on_one_line(
    seats: tuple[str, ...], options: dict[str, Any]
) -> None:
    """name.resource place.empty build.layout"""
    wishes = GAME.options.model_validate(options)
    chance = Chance("typed", "tiny-towns", len(seats), "in secret")
    state = GAME.setup(seats, wishes, chance, catalogue.default_readings("tiny-towns"))
    luck = Stream(f"typed {seats} {options}")
    for _ in range(400):
        if GAME.ending(state) is not None:
            break
        move = chosen(state, luck)
        ask = GAME.turn(state).asks[0]
        if ask.secret_for is None and move.kind not in {"next", "draw"}:
            line = line_for(state, move)
            draft = phrases.read_line(GAME, state, line, ask)
            assert draft.missing == (), (ask.prompt, line)
            assert GAME.fill(state, phrases.build_move(GAME, draft)) == move, (ask.prompt, line)
        state = GAME.play(state, move)
    assert GAME.ending(state) is not None
