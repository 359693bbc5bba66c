"""Laying down, and passing when there is nothing to do or a last lay-down is left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from keyhelper.engine import names
from keyhelper.engine.verdict import Reason, unproven
from keyhelper.games.keyper import yields
from keyhelper.games.keyper.checklist import advance, layable
from keyhelper.games.keyper.goods import COLOURS, amount
from keyhelper.games.keyper.model import OWN, House, Keyper, Spot
from keyhelper.games.keyper.moves import LayDown, Pass, place
from keyhelper.games.keyper.turns import may_name_board, may_turn, owing, settle


def may_lay_down(state: Keyper, move: LayDown) -> Iterator[Reason]:
    yield from may_turn(state, move.player, last=True)
    player = move.player or ""
    house = state.house(player)
    left = unplayed(house)
    if left:
        yield Reason("laydown.early", f"{player} still has {left} to play before laying down")
    elif house.hand is None or house.has_keyper is None:
        yield unproven("laydown.early", f"Nobody has said whether {player} has played everything")
    if move.board != OWN:
        yield from may_name_board(state, move.board)
        yield from _may_lay_down_there(state, player, move.board)
    spot = state.spot(player, move.board, state.field_name(move.board, move.field))
    where = place(player, move.board, move.field)
    if spot is None or not spot.keyples:
        unknown = move.board != OWN and state.boards is None
        text = f"No keyple is on {where}"
        yield unproven("laydown.second", text) if unknown else Reason("laydown.second", text)
    elif not spot.standing:
        yield Reason("laydown.second", f"What is on {where} has been laid down already")
    elif move.only is not None:
        yield from _may_lay_down_one(state, move.only, spot.standing, where)


def do_lay_down(state: Keyper, move: LayDown) -> Keyper:
    player = move.player or ""
    field = state.field_name(move.board, move.field)
    spot = state.spot(player, move.board, field) or Spot()
    got = yields.lay_down(_laid(spot, move), spot.lying, spot.border, state.readings)
    worked = state.with_spot(player, move.board, field, spot.laid_down(move.only))
    owed = owing(player, got.active, move.board, field, spot.border)
    return settle(worked.model_copy(update={"owed": (owed,), "turn_of": player}))


def lay_down_brings(state: Keyper, move: LayDown) -> dict[str, Any]:
    """What `validate` says of laying down: the actions, for the active player only."""
    field = state.field_name(move.board, move.field)
    spot = state.spot(move.player or "", move.board, field)
    if spot is None or not spot.standing:
        return {}
    got = yields.lay_down(_laid(spot, move), spot.lying, spot.border, state.readings)
    return {"actions": {"active": got.active, "joiner": got.joiner}, "rule": got.rule}


def _laid(spot: Spot, move: LayDown) -> tuple[str, ...]:
    """The keyples that are laid down: all that stand there, or the one that was named."""
    return spot.standing if move.only is None else (move.only,)


def _may_lay_down_one(
    state: Keyper, only: str, standing: tuple[str, ...], where: str
) -> Iterator[Reason]:
    if only not in standing:
        there = names.listed(standing)
        yield Reason("laydown.second", f"No {only} keyple stands on {where}: {there}")
    elif len(standing) > 1 and state.reading("laydown.both", "choice") == "together":
        text = f"Two stand on {where}, {names.listed(standing)}, and are laid down together"
        yield Reason("laydown.both", text)


def may_pass(state: Keyper, move: Pass) -> Iterator[Reason]:
    player = move.player or ""
    if state.phase in ("keyp", "fairs"):
        if player not in state.queue:
            yield Reason("turn.order", f"{player} has nothing left to pass on")
        return
    if state.keyp_due == player:
        return
    yield from may_turn(state, player, last=True)
    if state.phase != "play":
        return
    house = state.house(player)
    left = unplayed(house)
    if left:
        yield Reason("turn.one", f"{player} still has {left} to play")
    else:
        spots = [place(player, board, field) for board, field in layable(state, player)]
        if spots:
            yield Reason("turn.one", f"{player} can still lay down on {names.either(spots[:3])}")


def do_pass(state: Keyper, move: Pass) -> Keyper:
    if state.keyp_due == move.player:
        return settle(state.model_copy(update={"keyp_due": None}))
    if state.phase == "play":
        return settle(state.model_copy(update={"turn_of": move.player}))
    queue = tuple(player for player in state.queue if player != move.player)
    return advance(state.model_copy(update={"queue": queue, "turn_of": None}))


def unplayed(house: House) -> str:
    """What a player has still to play this season: `1 orange, 2 white and the keyper`."""
    hand = house.hand or {}
    left = [amount(hand[colour], colour) for colour in COLOURS if hand.get(colour)]
    return names.listed([*left, "the keyper"] if house.has_keyper else left)


def _may_lay_down_there(state: Keyper, player: str, board: str) -> Iterator[Reason]:
    claimed = state.claims(player)
    if board == claimed:
        return
    near = [(where, name) for where, name in layable(state, player) if where in (OWN, claimed)]
    if near:
        spots = names.listed([place(player, where, name) for where, name in near])
        text = f"Something still stands for {player} on the own board or board {claimed}: {spots}"
        yield Reason("laydown.where", text)
    elif claimed is None and state.is_partial and not state.house(player).has_keyper:
        yield unproven("laydown.where", f"Nobody has said which board {player} claims")
