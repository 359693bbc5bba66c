"""Towns are completed, the hammer goes on, and the game ends."""

from __future__ import annotations

from collections.abc import Iterator

from keyhelper.engine.verdict import Reason, unproven
from keyhelper.games.tiny_towns.cards import is_building
from keyhelper.games.tiny_towns.construction import can_build
from keyhelper.games.tiny_towns.model import TinyTowns
from keyhelper.games.tiny_towns.moves import Finish, Next
from keyhelper.games.tiny_towns.rounds import count, may_act, next_hammer, unplaced, unsettled

# Finish


def may_finish(state: TinyTowns, move: Finish) -> Iterator[Reason]:
    player = state.seat(move.player)
    yield from may_act(state, player)
    free = len(state.towns[player].empty_squares)
    if free and state.reading("complete.choice", "choice") == "full-board":
        text = f"{player} has {count(free, 'empty square')}; a town is complete when it is full"
        yield Reason(rule="complete.choice", text=text)


def warn_finish(state: TinyTowns, move: Finish) -> Iterator[str]:
    """Stopping early is allowed, and dear."""
    player = state.seat(move.player)
    free = sum(not is_building(item) for item in state.towns[player].board)
    if free:
        yield f"{player} has {count(free, 'square')} without a building, each -1 VP"


def do_finish(state: TinyTowns, move: Finish) -> TinyTowns:
    return _completed(state, state.seat(move.player))


def _completed(state: TinyTowns, player: str) -> TinyTowns:
    """The table without that player; a hammer not used yet goes on at once."""
    pending = tuple(due for due in state.pending if due.player != player)
    after = state.with_town(player, completed=state.round)
    after = after.model_copy(update={"pending": pending})
    if state.variant == "standard" and state.hammer == player and state.named is None:
        after = after.model_copy(update={"hammer": next_hammer(after)})
    return after


# The end of a round


def may_next(state: TinyTowns, move: Next) -> Iterator[Reason]:
    if not state.active:
        yield Reason(rule="end.all", text="All towns are complete; the game is over")
        return
    if state.named is None and not state.is_free_round:
        verb = {"standard": "named", "town-hall": "drawn", "solo": "picked"}[state.variant]
        text = f"No resource has been {verb} in this round yet"
        if state.is_partial:
            yield unproven("round.wait", "It is not told which resource was named")
        else:
            yield Reason(rule="round.wait", text=text)
    yield from unplaced(state)
    yield from unsettled(state)


def do_next(state: TinyTowns, move: Next) -> TinyTowns:
    news = []
    for player in state.active:
        if _is_complete(state, player):
            state = state.with_town(player, completed=state.round)
            news.append(f"{player}'s board is full: the town is complete")
    fresh = {
        player: town.model_copy(update={"has_placed": False, "choice": None})
        for player, town in state.towns.items()
    }
    hammer = next_hammer(state) if state.variant == "standard" else state.hammer
    return state.model_copy(
        update={
            "towns": fresh,
            "hammer": hammer,
            "named": None,
            "pending": (),
            "news": tuple(news),
            "round": state.round + 1 if state.active else state.round,
        }
    )


def _is_complete(state: TinyTowns, player: str) -> bool:
    """Whether the town is complete by itself: full, and nothing more to be built in it."""
    town = state.towns[player]
    if town.empty_squares:
        return False
    if not can_build(state, player):
        return True
    has_built = state.round in town.built.values()
    return state.reading("complete.full-board", "stay") == "out" and not has_built


def ending(state: TinyTowns) -> str | None:
    """Why the game is over, or None."""
    if state.active or not state.players:
        return None
    if len(state.players) == 1:
        return f"{state.players[0]}'s town is complete after round {state.round}"
    towns = "Both" if len(state.players) == 2 else f"All {len(state.players)}"
    return f"{towns} towns are complete after round {state.round}"
