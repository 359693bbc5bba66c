"""Whose move it is, and cubes changing hands: what every kind of move relies on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from keyhelper.engine.names import listed
from keyhelper.engine.verdict import Reason, unproven
from keyhelper.games.keythedral.cubes import (
    BASICS,
    CRAFTS,
    minus,
    plus,
    say,
    shared,
    spoken,
    tidy,
    total,
)
from keyhelper.games.keythedral.model import Keythedral, Phase

PHASE_NAMES = {
    "placement": "the placement",
    "workers": "phase 1, placing workers",
    "collect": "phase 2, collecting",
    "actions": "phase 3, actions",
    "clean-up": "phase 4, clean-up",
    "auction": "phase 5, the auction",
}


def may_now(state: Keythedral, phases: tuple[Phase, ...], what: str) -> Iterator[Reason]:
    """Reasons against a move that belongs to certain phases; a bare position has none."""
    if state.phase == "over":
        yield Reason(rule="end.immediate", text="The game is over: the last tile was taken")
    elif state.phase != "claim" and state.phase not in phases:
        belongs = listed([PHASE_NAMES[phase] for phase in phases])
        yield Reason(
            rule="round.phases",
            text=f"{what} belongs to {belongs}; this is {PHASE_NAMES[state.phase]}",
        )
    elif state.lifted is not None and state.phase != "claim":
        lifted = state.lifted
        yield Reason(
            rule="fence.full",
            text=f"First {lifted.chooser} places {lifted.cottage.name} again, which is closed in",
        )


def may_act(state: Keythedral, player: str, what: str) -> Iterator[Reason]:
    """Reasons against an action of phase 3 that do not depend on which action it is."""
    before = tuple(may_now(state, ("actions",), what))
    yield from before
    if before or state.phase == "claim":
        return
    if player in state.stopped_acting:
        yield Reason(
            rule="law.stop",
            text=f"{player} took a law card and acts no more in this phase",
        )
    elif state.actor != player:
        yield Reason(rule="action.turn", text=f"It is {state.actor}'s turn, not {player}'s")


def after_action(state: Keythedral, player: str) -> Keythedral:
    """The turn passes on; passes before this action count no more."""
    return pass_on(state.model_copy(update={"passed": ()}), player)


def pass_on(state: Keythedral, player: str) -> Keythedral:
    """The next player who may still act is asked, or the phase ends."""
    if state.phase != "actions":
        return state
    resting = {*state.passed, *state.stopped_acting}
    if resting >= set(state.players):
        return state.model_copy(update={"phase": "clean-up", "actor": None})
    order = (*state.clockwise(player)[1:], player)
    actor = next(name for name in order if name not in state.stopped_acting)
    return state.model_copy(update={"actor": actor})


def may_pay(
    state: Keythedral, player: str, cubes: Mapping[str, int], rule: str, what: str
) -> Iterator[Reason]:
    """Reasons against paying these cubes: what they take and what the player has."""
    have = state.hand(player).cubes
    if have is None:
        if total(cubes):
            yield unproven(rule, f"{what} takes {say(cubes)}; only {player} sees the cubes held")
        return
    for kind, need in tidy(cubes).items():
        if have.get(kind, 0) < need:
            yield Reason(
                rule=rule,
                text=f"{what} takes {need} {spoken(kind)}; "
                f"{player} has {too_few(state, have.get(kind, 0), need)}",
            )


def too_few(state: Keythedral, have: int, need: int) -> str:
    """What a player has instead; the number only where the cubes lie open, in a position."""
    if state.phase == "claim":
        return str(have)
    return "none" if need == 1 else "fewer"


def paid(state: Keythedral, player: str, cubes: Mapping[str, int]) -> Keythedral:
    """The cubes leave the player: basics to the store, crafts beside the mat."""
    have = state.hand(player).cubes
    if have is None:
        return state
    # An overruled payment may name cubes that keyhelper never saw; only real ones move.
    moved = shared(have, cubes)
    basics = {kind: moved.get(kind, 0) for kind in BASICS}
    crafts = {kind: moved.get(kind, 0) for kind in CRAFTS}
    changes = {
        "store": None if state.store is None else plus(state.store, basics),
        "spent": None if state.spent is None else plus(state.spent, crafts),
    }
    return state.with_hand(player, cubes=minus(have, moved)).model_copy(update=changes)


def received(state: Keythedral, player: str, cubes: Mapping[str, int]) -> Keythedral:
    """The cubes come behind the player's screen."""
    have = state.hand(player).cubes
    return state if have is None else state.with_hand(player, cubes=plus(have, cubes))
