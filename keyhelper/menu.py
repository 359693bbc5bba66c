"""What could be typed at the table now: the moves that the rules allow, and the commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from keyhelper.engine import phrases
from keyhelper.engine.game import Game, Move
from keyhelper.engine.sealed import Sealed
from keyhelper.engine.verdict import Ruling
from keyhelper.render import wrap

_MOST = 24


def possible_moves(game: Game[Any], state: Any) -> tuple[list[Move], bool]:
    """Moves that are not against the rules and give nothing away; whether there are more."""
    seen: dict[str, Move] = {}
    for move in game.candidates(game.view(state, None)):
        if holds_a_secret(move):
            continue  # the menu is on everybody's screen
        if game.verify(state, move).ruling is not Ruling.ILLEGAL:
            seen.setdefault(move.says(), move)
        if len(seen) > _MOST:
            break
    return list(seen.values())[:_MOST], len(seen) > _MOST


def holds_a_secret(move: Move | None) -> bool:
    """Whether a move says what only one player may know."""
    return move is not None and any(isinstance(value, Sealed) for _, value in move)


def menu_lines(
    game: Game[Any], moves: Sequence[Move], sign: str, width: int, has_more: bool
) -> list[str]:
    """The moves with the numbers that pick them, then the kinds of move there are."""
    lines: list[str] = []
    for index, move in enumerate(moves, start=1):
        lines += wrap(f"  {f'{sign}{index}':>3}  {move.says()}", width, indent="       ")
    if has_more:
        lines.append("       ... and more")
    kinds = ", ".join(game.kinds)
    return [*lines, *wrap(f"  Moves: {kinds}. `help` lists commands", width, indent="    ")]


def help_lines(game: Game[Any], commands: Mapping[str, str], width: int) -> list[str]:
    """Every command, then every kind of move with its fields."""
    lines: list[str] = []
    for word, meaning in commands.items():
        lines += wrap(f"  {word:6} {meaning}", width, indent="         ")
    for kind in game.kinds:
        lines += wrap(f"  {phrases.usage(game, kind)}", width, indent="         ")
    return lines
