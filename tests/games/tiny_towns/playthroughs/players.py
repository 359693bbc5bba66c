"""People who play Tiny Towns sensibly: they build when they can and place where it helps."""

from __future__ import annotations

from typing import Any

from keyhelper.engine.chance import Stream
from keyhelper.engine.game import Game, Move
from keyhelper.engine.verdict import Ruling
from keyhelper.games.tiny_towns import cards, town
from keyhelper.games.tiny_towns.turns import likely

WORTH = {"blue": 4, "red": 4, "gray": 2, "orange": 3, "green": 3, "yellow": 3, "black": 1}


def sensible(game: Game[Any], state: Any, luck: Stream) -> Move:
    """The legal move after which the mover's town looks best; stopping is the last resort."""
    best: tuple[float, int, Move] | None = None
    # At home everybody knows their own monument, which no menu on the screen may show.
    moves = [game.fill(state, move) for move in likely(state, has_secrets=True)]
    for index in luck.shuffle(range(len(moves))):
        move = moves[index]
        if game.verify(state, move).ruling is Ruling.ILLEGAL:
            continue
        rank = (_worth(game, state, move), -len(moves), move)
        if best is None or rank[0] > best[0]:
            best = rank
    assert best is not None, game.turn(state)
    return best[2]


def stops_early(game: Game[Any], state: Any, luck: Stream) -> Move:
    """As `sensible`, but the first player has had enough after the twelfth round."""
    first = state.players[0]
    if state.round >= 12 and first in state.active:
        for move in game.candidates(state):
            is_stop = move.kind == "finish" and move.player == first
            if is_stop and game.verify(state, move).ruling is Ruling.LEGAL:
                return move
    return sensible(game, state, luck)


def _worth(game: Game[Any], state: Any, move: Move) -> float:
    if move.kind in {"finish", "decline"}:
        return -1000.0
    if move.kind in {"keep", "next", "draw"}:
        return -100.0
    if move.kind in {"name", "pick"}:
        return _best_place(state, move)
    after = game.play(state, move)
    return 50.0 * (move.kind == "build") + _promise(after, move.player)


def _best_place(state: Any, move: Any) -> float:
    board = state.towns[move.player].board
    values = [
        _board_promise(state, move.player, town.with_item(board, square, move.resource))
        for square in state.towns[move.player].empty_squares
    ]
    return max(values, default=0.0)


def _promise(state: Any, player: str | None) -> float:
    if player is None:
        return 0.0
    return _board_promise(state, player, state.towns[player].board)


def _board_promise(state: Any, player: str, board: town.Board) -> float:
    """How much of each card's layout lies there, with room for the rest of it."""
    wanted = list(state.cards)
    kept = state.kept.get(player)
    if hasattr(kept, "value") and kept.value not in board:
        wanted.append(kept.value)
    total = 0.0
    for name in wanted:
        card = cards.card(name)
        total += WORTH.get(card.colour, 5) * max(_progress(card, board)) ** 2
    return total + sum(item in wanted for item in board if item)


def _progress(card: Any, board: town.Board) -> list[float]:
    size = sum(cube is not None for row in card.layout for cube in row)
    found = [0.0]
    for shape in town.orientations(card.layout):
        for down in range(5 - len(shape)):
            for right in range(5 - len(shape[0])):
                found.append(_laid(shape, board, down, right) / size)
    return found


def _laid(shape: Any, board: town.Board, down: int, right: int) -> int:
    """Cubes of the shape that lie there already; 0 where something else is in the way."""
    laid = 0
    for y, row in enumerate(shape):
        for x, cube in enumerate(row):
            item = board[(down + y) * 4 + right + x]
            if cube is None or item is None:
                continue
            if item != cube:
                return 0
            laid += 1
    return laid
