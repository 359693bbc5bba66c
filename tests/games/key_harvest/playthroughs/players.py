"""People who play Key Harvest sensibly, for recorded games; their tiles are made up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from keyhelper.engine.chance import Stream
from keyhelper.engine.game import Game, Move
from keyhelper.games.key_harvest import board, crops, moves
from keyhelper.games.key_harvest.asks import unknown_crops
from keyhelper.games.key_harvest.model import Countryside, country_of
from keyhelper.games.key_harvest.opening import seal


def sensible(game: Game[Any], state: Countryside, luck: Stream) -> Move:
    """Grow groups, keep counters coming, put workers where they fit."""
    if state.is_registry_open and unknown_crops(state):
        return moves.SayCrops(
            tiles=tuple((tile, luck.pick(crops.CROPS)) for tile in unknown_crops(state))
        )
    if state.top is not None:
        return _settle(game, state, luck)
    if state.on_turn is not None:
        legal = _legal(game, state, (*game.candidates(state), *_stores(state, state.on_turn)))
        # Whoever is warned that a tile joins two groups thinks again.
        wise = [move for move in legal if not game.warnings(state, move)] or legal
        return max(wise, key=lambda move: (_worth(state, move), luck.integer(1000)))
    return _open(game, state, luck)


def quiet(game: Game[Any], state: Countryside, luck: Stream) -> Move:
    """The same people, but the last of them is slow to begin and often only passes."""
    slow = state.on_turn == state.players[-1] and state.turns < 24
    if state.top is None and not unknown_crops(state) and slow and luck.integer(2):
        return moves.PassBag(player=state.on_turn)
    return sensible(game, state, luck)


def _open(game: Game[Any], state: Countryside, luck: Stream) -> Move:
    legal = _legal(game, state, game.candidates(state))
    first = legal[0]
    if isinstance(first, moves.DrawCounters) and state.turns == 0:
        hand = _drawn(state, str(first.player), luck)
        return moves.DrawCounters(player=first.player, sealed=seal(str(first.player), hand))
    return legal[luck.integer(len(legal))]


def _drawn(state: Countryside, player: str, luck: Stream) -> crops.Counters:
    """Three counters out of what is left in the first bag."""
    left = dict(state.counters_bag)
    for country in state.countries.values():
        left = crops.minus(left, country.counters or {})
    loose = [crop for crop, count in left.items() for _ in range(count)]
    return crops.tidy((crop, 1) for crop in luck.shuffle(loose)[:3])


def _settle(game: Game[Any], state: Countryside, luck: Stream) -> Move:
    top = state.top
    assert top is not None
    player = top.waiting[0] if top.waiting else top.player
    if top.kind == "refill":
        drawn = luck.integer(max(1, len(state.bag) + state.events_in_bag))
        if drawn < len(state.bag):
            return moves.DrawTile(player=player, tile=state.bag[drawn])
        if state.events_in_bag:
            return moves.DrawEvent(player=player)
        return moves.BagEmpty(player=player)
    legal = _legal(game, state, game.candidates(state))
    if top.kind == "event" and luck.integer(2):
        return moves.Done(player=player)
    if top.kind == "worker" and not top.did:
        legal = [move for move in legal if move.kind == "gain"] or legal
    return legal[luck.integer(len(legal))]


def _legal(game: Game[Any], state: Countryside, some: Iterable[Move]) -> list[Move]:
    return [move for move in some if game.verify(state, move).is_legal]


def _stores(state: Countryside, player: str) -> Iterable[Move]:
    """Bids from what the player really has, for tiles beside the own fields."""
    held = country_of(state, player).counters or {}
    for tile in state.registry:
        for crop in held:
            yield moves.StoreTile(player=player, tile=tile, bid={crop: 1})


def _worth(state: Countryside, move: Move) -> int:
    country = country_of(state, move.player)
    if isinstance(move, moves.TransferTile):
        beside = set(board.neighbours(state.layout, move.tile)) & set(country.fields or {})
        return 50 + len(beside)
    if isinstance(move, moves.HarvestCrops):
        return 40 + len(move.fields) if len(move.fields) > 1 or not country.counters else 5
    if isinstance(move, moves.PlayWorker):
        return 10 + 5 * move.number
    if isinstance(move, moves.StoreTile):
        beside = set(board.neighbours(state.layout, move.tile)) & set(country.fields or {})
        return 20 + len(beside)
    return 1 if isinstance(move, moves.PassBag) else 0
