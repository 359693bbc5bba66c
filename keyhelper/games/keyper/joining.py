"""Joining: who is invited to a keyple on an empty field, in which order, with which colours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from keyhelper.engine import names
from keyhelper.engine.verdict import Reason, unproven
from keyhelper.games.keyper import yields
from keyhelper.games.keyper.model import OWN, Country, Invitation, Keyper, Spot
from keyhelper.games.keyper.moves import Decline, Join, PlayKeyple, place
from keyhelper.games.keyper.turns import may_use_hand, out_of_hand, owing


def may_join(state: Keyper, move: Join) -> Iterator[Reason]:
    player = move.player or ""
    yield from may_use_hand(state, player, move.colour)
    invited = state.invitation
    if move.board == OWN:
        yield Reason("join.own", "Nobody joins on a player's own board")
        return
    if invited is None:
        text = "Nobody has been invited to join"
        if state.is_partial:
            hint = "`invited` in the position says who played where"
            yield unproven("join.invite", f"{text}, as far as is known", hint)
        else:
            yield Reason("join.invite", text)
    elif player == invited.by:
        yield Reason("join.invite", f"{player} played the first keyple; only others join")
    elif player not in invited.asked:
        yield Reason("join.invite", f"{player} has been asked already, or cannot join here")
    elif player != invited.asked[0]:
        yield Reason("join.invite", f"{invited.asked[0]} sits before {player} and is asked first")
    if invited is not None:
        elsewhere = move.board is not None and move.board != invited.board
        if elsewhere or (move.field and names.fold(move.field) != names.fold(invited.field)):
            where = place(invited.by, invited.board, invited.field)
            yield Reason("join.invite", f"The invitation is to {where}")
    yield from _may_join_there(state, move)


def do_join(state: Keyper, move: Join) -> Keyper:
    invited = state.invitation
    if invited is None:
        return state
    player = move.player or ""
    spot = state.spot(invited.by, invited.board, invited.field) or Spot()
    first = spot.keyples[0].colour if spot.keyples else move.colour
    got = yields.joined(first, move.colour, spot.border, state.readings, invited.field)
    owed = tuple(
        owing(who, actions, invited.board, invited.field, spot.border)
        for who, actions in ((invited.by, got.active), (player, got.joiner))
    )
    joined = out_of_hand(state, player, move.colour).with_spot(
        invited.by, invited.board, invited.field, spot.with_keyple(move.colour)
    )
    counts = state.reading("season.start", "joined") == "joined"
    return joined.model_copy(
        update={
            "invitation": None,
            "owed": owed,
            "last_played": player if counts else state.last_played,
        }
    )


def join_brings(state: Keyper, move: Join) -> dict[str, Any]:
    """What `validate` says of a keyple that joins: the actions of both players."""
    invited = state.invitation
    board = move.board or (invited.board if invited else "")
    field = move.field or (invited.field if invited else "")
    spot = state.spot(invited.by if invited else "", board, state.field_name(board, field))
    if spot is None or not spot.keyples:
        return {}
    first = spot.keyples[0].colour
    got = yields.joined(first, move.colour, spot.border, state.readings, field)
    return {"actions": {"active": got.active, "joiner": got.joiner}, "rule": got.rule}


def may_decline(state: Keyper, move: Decline) -> Iterator[Reason]:
    if state.invitation is None or move.player not in state.invitation.asked:
        yield Reason("join.invite", f"{move.player} is not being asked to join")


def do_decline(state: Keyper, move: Decline) -> Keyper:
    invited = state.invitation
    if invited is None:
        return state
    asked = tuple(player for player in invited.asked if player != move.player)
    if asked:
        waiting = invited.model_copy(update={"asked": asked})
        return state.model_copy(update={"invitation": waiting})
    return unjoined(state, invited)


def could_join(state: Keyper, player: str, colour: str, border: str) -> tuple[str, ...]:
    """The others, clockwise from the left, who have a keyple that may join."""
    allowed = yields.companions(colour, border)
    asked = []
    for other in state.clockwise_from(player)[:-1]:
        hand = state.house(other).hand
        if hand is None or any(hand.get(wanted) for wanted in allowed):
            asked.append(other)
    return tuple(asked)


def could_join_with(state: Keyper, player: str) -> tuple[str, ...]:
    """The colours this player has that may join the keyple just played."""
    invited = state.invitation
    spot = state.spot(invited.by, invited.board, invited.field) if invited else None
    hand = state.house(player).hand
    if spot is None or not spot.keyples or hand is None:
        return ()
    allowed = yields.companions(spot.keyples[0].colour, spot.border)
    return tuple(colour for colour in allowed if hand.get(colour))


def unjoined(state: Keyper, invited: Invitation) -> Keyper:
    spot = state.spot(invited.by, invited.board, invited.field) or Spot()
    colour = spot.keyples[0].colour if spot.keyples else ""
    actions = yields.alone(colour, spot.border).active
    owed = owing(invited.by, actions, invited.board, invited.field, spot.border)
    return state.model_copy(update={"invitation": None, "owed": (owed,)})


def may_stand_beside(
    spot: Spot, border: str, move: PlayKeyple | Join, otherwise: str
) -> Iterator[Reason]:
    first = spot.keyples[0].colour
    if move.colour not in yields.companions(first, border):
        beside = yields.companions_said(first, border)
        where = "here" if not yields.is_coloured(border) else f"on {names.an(border)} border"
        yield Reason(
            yields.companion_rule(first, border, otherwise),
            f"Beside {names.an(first)} keyple {where} goes {beside}; this one is {move.colour}",
        )


def _may_join_there(state: Keyper, move: Join) -> Iterator[Reason]:
    invited = state.invitation
    board = move.board or (invited.board if invited else None)
    typed = move.field or (invited.field if invited else None)
    if board is None or typed is None:
        return
    field = state.field_name(board, typed)
    spot = (state.boards or {}).get(board, Country()).fields.get(field)
    if spot is None or not spot.keyples:
        yield Reason("join.invite", f"No keyple is on {place(None, board, field)} to be joined")
    elif len(spot.keyples) > 1:
        where = place(None, board, field)
        yield Reason("join.one", f"2 keyples are on {where} already; only one joins")
    elif spot.lying:
        where = place(None, board, field)
        yield Reason("join.invite", f"The keyple on {where} was not played just now")
    else:
        yield from may_stand_beside(spot, spot.border, move, "join.colour")
