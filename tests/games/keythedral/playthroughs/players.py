"""People who play Keythedral sensibly or quarrel, for recorded games.

The costs that these tables read off their tiles are made up: the real ones are not known to
keyhelper.
"""

from __future__ import annotations

from typing import Any

from keyhelper.engine.chance import Stream
from keyhelper.engine.game import Game, Move
from keyhelper.games.keythedral import board
from keyhelper.games.keythedral.model import Keythedral
from tests.games.keythedral.tables import plausible

# How often a kind of move is chosen where several are open; a tile is hardly ever passed by.
WEIGHTS = {
    "reveal": 1000, "buy": 300, "craft": 12, "trade": 10, "house": 14, "fence": 3,
    "remove-fence": 1, "law": 3, "play-law": 6, "pass": 5, "bid": 4, "match": 3,
}  # fmt: skip


def sensible(game: Game[Any], state: Keythedral, luck: Stream) -> Move:
    """A legal move as people make them: fields close together, tiles when they can be paid."""
    moves = [move for move in plausible(state) if game.verify(state, move).is_legal]
    if state.phase == "placement":
        moves = _roomy(state, moves)
    weights = [WEIGHTS.get(move.kind, 1) for move in moves]
    ticket = luck.integer(sum(weights))
    for move, weight in zip(moves, weights, strict=True):
        ticket -= weight
        if ticket < 0:
            return move
    raise AssertionError("no legal move")


def quarrelsome(game: Game[Any], state: Keythedral, luck: Stream) -> Move:
    """The same people in a mood for fences, laws and auctions."""
    moves = [move for move in plausible(state) if game.verify(state, move).is_legal]
    closing = [m for m in moves if game.effects(state, m).get("closes_in")]
    if closing and luck.integer(2) == 0:
        return closing[0]
    wanted = [m for m in moves if m.kind in ("fence", "law", "play-law", "bid", "match")]
    if wanted and luck.integer(3) == 0:
        return wanted[luck.integer(len(wanted))]
    return sensible(game, state, luck)


def _roomy(state: Keythedral, moves: list[Move]) -> list[Move]:
    """The placements that touch the most fields."""

    def touching(move: Move) -> int:
        at = board.read_spot(getattr(move, "at", (0, 0)))
        around = board.fields_around(at) if board.is_gap(at) else board.side_neighbours(at)
        return sum(state.field_at(spot) is not None for spot in around)

    best = max(map(touching, moves))
    return [move for move in moves if touching(move) >= best - 1]
