"""How a turn of Keyper goes: whose it is, what is still open, and when the season ends."""

from __future__ import annotations

from collections.abc import Iterator

from keyhelper.engine import names
from keyhelper.engine.verdict import Reason, unproven
from keyhelper.games.keyper.checklist import CHECKLIST, advance, closer, final_queue
from keyhelper.games.keyper.goods import minus, teamed
from keyhelper.games.keyper.model import Keyper, Owed
from keyhelper.games.keyper.moves import place


def may_turn(state: Keyper, player: str | None, *, last: bool = False) -> Iterator[Reason]:
    """Whether it is this player's turn to do one thing; `last` allows a final lay-down."""
    yield from may_begin(state)
    if state.phase == "final" and last:
        if player not in state.queue:
            ended = player == closer(state)
            why = "ended the season" if ended else "has had it"
            yield Reason("season.final", f"{player} has no last lay-down: {player} {why}")
    elif state.phase != "play":
        yield Reason("season.end", f"The season's turns are over: {CHECKLIST[state.phase]}")
    elif state.active is not None and player != state.active and state.turn_of is None:
        yield Reason("turn.order", f"It is {state.active}'s turn, not {player}'s")


def may_begin(state: Keyper) -> Iterator[Reason]:
    """Whether nothing of the turn before is still open."""
    if state.border_due is not None:
        where = place(state.border_due.by, state.border_due.board, state.border_due.field)
        yield Reason("turn.one", f"The border of {where} is still to be said")
    elif state.invitation is not None:
        asked = names.either(state.invitation.asked)
        yield Reason("turn.one", f"{asked} may still join {state.invitation.by} first")
    elif state.keyp_due is not None:
        yield Reason("turn.one", f"{state.keyp_due}'s keyp tile is still to be laid down")
    elif state.owed:
        owed = state.owed[0]
        where = place(owed.player, owed.board, owed.field)
        left = f"{owed.actions} action{'s' if owed.actions > 1 else ''}"
        yield Reason("turn.one", f"{owed.player} still has {left} on {where}", hint="`skip`")


def may_use_hand(state: Keyper, player: str, colour: str) -> Iterator[Reason]:
    """Whether the player has a keyple of this colour left to play."""
    hand = state.house(player).hand
    if hand is None:
        yield unproven("keyple.hand", f"Nobody has said which keyples {player} has left")
    elif not hand.get(colour):
        left = f"has {teamed(hand)}" if hand else "has played them all"
        text = f"{player} has no {colour} keyple left to play; {player} {left}"
        yield Reason("keyple.hand", text)


def may_name_board(state: Keyper, board: str) -> Iterator[Reason]:
    if state.boards is None:
        yield unproven("setup.boards", f"Nobody has said what is on board {board}")
    elif board not in state.boards:
        number = len(state.boards)
        yield Reason("setup.boards", f"There is no board {board}; {number} are in play")


def settle(state: Keyper) -> Keyper:
    """Goes on when nothing of a turn is open: the next player, or the end of the season."""
    is_open = state.border_due or state.invitation or state.owed or state.keyp_due
    if state.turn_of is None or is_open:
        return state
    if state.phase == "final":
        queue = tuple(player for player in state.queue if player != state.turn_of)
        return advance(state.model_copy(update={"queue": queue, "turn_of": None}))
    if state.phase != "play" or state.is_partial:
        return state.model_copy(update={"turn_of": None})
    houses = state.houses.values()
    if any(house.hand or house.has_keyper for house in houses):
        after = state.left_of(state.turn_of)
        return state.model_copy(update={"active": after, "turn_of": None})
    ended = state.model_copy(update={"phase": "final", "turn_of": None, "active": None})
    return advance(ended.model_copy(update={"queue": final_queue(ended)}))


def out_of_hand(state: Keyper, player: str, colour: str) -> Keyper:
    house = state.house(player)
    if house.hand is None:
        return state
    hand = minus(house.hand, {colour: 1})
    return state.with_house(player, house.model_copy(update={"hand": hand}))


def owing(player: str, actions: int, board: str, field: str, border: str) -> Owed:
    return Owed(player=player, actions=actions, board=board, field=field, border=border)
