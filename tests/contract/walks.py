"""Seeded random walks of legal moves, for any game on the shelf."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from keyhelper.engine import catalogue
from keyhelper.engine.chance import Chance, Stream
from keyhelper.engine.game import Game, Move
from keyhelper.engine.verdict import Ruling
from keyhelper.games import SHELF

NAMES = ("Ann", "Ben", "Cy", "Dee", "Zoë O'Brien", "李明")
LONGEST = 20_000

# Variants that deserve a walk of their own: game, number of players, options.
VARIANTS: dict[str, tuple[tuple[int, dict[str, Any]], ...]] = {
    "tiny-towns": (
        (2, {"variant": "town-hall"}),
        (4, {"variant": "town-hall", "deal": "table"}),
        (1, {"variant": "solo"}),
        (3, {"monuments": False, "cavern": True}),
        (3, {"deal": "table"}),
    ),
    "keythedral": (
        (2, {"length": "short"}),
        (3, {"strategic": True}),
        (4, {"edition": "rnd"}),
        (5, {"untracked": True}),
    ),
    "key-flow": ((2, {"keep": "villages"}), (3, {"keep": "counts"})),
    "key-harvest": (
        (2, {"deal": "table"}),
        (3, {"deal": "table"}),
        (4, {"deal": "table", "layout": "9-8-7-8-9-8-7"}),
        (3, {"layout": "9-8-9-8-7-8-7"}),
    ),
}


@cache
def open_game(slug: str) -> Game[Any]:
    return next(box for box in SHELF if box.slug == slug).open()


def tables() -> Iterator[tuple[str, int, tuple[tuple[str, Any], ...]]]:
    """Every open game with every number of players, then its variants."""
    for box in SHELF:
        if not box.is_open:
            continue
        info = open_game(box.slug).info
        for count in range(info.fewest, info.most + 1):
            yield box.slug, count, ()
        for count, options in VARIANTS.get(box.slug, ()):
            yield box.slug, count, tuple(options.items())


def set_up(slug: str, count: int, options: tuple[tuple[str, Any], ...], seed: str = "walk") -> Any:
    game = open_game(slug)
    chance = Chance(seed, slug, count, secret="hidden " + seed)
    chosen = game.options.model_validate(dict(options))
    return game.setup(NAMES[:count], chosen, chance, catalogue.default_readings(slug))


@cache
def walk(
    slug: str, count: int, options: tuple[tuple[str, Any], ...], seed: str = "walk"
) -> tuple[tuple[Move, Any], ...]:
    """Moves with the state after each, from setup to the ending."""
    game = open_game(slug)
    state = set_up(slug, count, options, seed)
    chance = Stream(f"walk {slug} {count} {options} {seed}")
    steps: list[tuple[Move, Any]] = []
    while game.ending(state) is None:
        if len(steps) >= LONGEST:
            raise AssertionError(f"{slug}: no ending after {LONGEST} moves")
        move = _legal_move(game, state, chance)
        if move is None:
            waiting = game.turn(state)
            raise AssertionError(f"{slug}: stuck after {len(steps)} moves at {waiting}")
        state = game.play(state, move)
        steps.append((move, state))
    return tuple(steps)


def _legal_move(game: Game[Any], state: Any, chance: Stream) -> Move | None:
    moves = list(game.candidates(state))
    while moves:
        move = moves.pop(chance.integer(len(moves)))
        if game.verify(state, move).ruling is not Ruling.ILLEGAL:
            return move
    return None
