"""Where the round stands: the questions that every rule asks."""

from __future__ import annotations

from collections.abc import Iterator

from keyhelper.engine.names import listed
from keyhelper.engine.verdict import Reason
from keyhelper.games.tiny_towns import cards
from keyhelper.games.tiny_towns.model import IRONWEED, TinyTowns
from keyhelper.games.tiny_towns.town import named


def may_act(state: TinyTowns, player: str | None) -> Iterator[Reason]:
    """Reasons why this player takes no part in the round."""
    seat = state.seat(player)
    completed = state.towns[seat].completed
    if completed is not None:
        yield Reason(
            rule="complete.out", text=f"{seat}'s town has been complete since round {completed}"
        )
    if state.has_monuments and not state.is_partial:
        late = [p for p in state.players if p not in state.kept]
        if late:
            yield Reason(rule="setup.keep", text=f"{listed(late)} must choose a monument first")


def cube_of(state: TinyTowns, player: str) -> str | None:
    """The resource this player has to place in this round, once it is known."""
    return state.towns[player].choice if state.is_free_round else state.named


def is_skipped(state: TinyTowns, player: str) -> bool:
    """Whether Fort Ironweed keeps the player from naming or choosing."""
    return state.towns[player].monument == IRONWEED and len(state.active) > 1


def must_place(state: TinyTowns, player: str) -> bool:
    """Whether the round still waits for this player's cube."""
    town = state.towns[player]
    if town.completed is not None or town.has_placed or not town.empty_squares:
        return False
    if state.is_free_round:
        return not is_skipped(state, player)
    return state.named is not None


def is_named_by_another(state: TinyTowns, player: str) -> bool | None:
    """Whether somebody else named the cube of the round; None when nobody said who did."""
    if state.variant == "solo":
        return True
    if state.variant == "town-hall":
        return not state.is_free_round
    return None if state.hammer is None else state.hammer != player


def unplaced(state: TinyTowns) -> Iterator[Reason]:
    """The cubes that the end of the round waits for."""
    for player in state.active:
        if must_place(state, player):
            free = len(state.towns[player].empty_squares)
            cube = cube_of(state, player) or "a cube"
            yield Reason(
                rule="place.must",
                text=f"{player} has {count(free, 'empty square')} and has not placed {cube}",
            )


def unsettled(state: TinyTowns) -> Iterator[Reason]:
    """The effects that must be carried out before the game goes on."""
    for due in state.pending:
        if not due.is_optional:
            yield Reason(rule="monument.effect", text=_due_words(due.player, due.kind, due.square))


def owed(state: TinyTowns, player: str) -> Iterator[Reason]:
    """The player's own effects that come before anything else they build."""
    for due in state.pending:
        if due.player != player or due.kind == "watch":
            continue
        if due.kind == "guild":
            text = f"{player} may still replace {count(due.left, 'building')}, now or never"
            hint = f"`{player} decline` does without"
            yield Reason(rule="guild.replace", text=text, hint=hint)
        else:
            yield Reason(rule="monument.effect", text=_due_words(player, due.kind, due.square))


def _due_words(player: str, kind: str, square: str | None) -> str:
    if kind == "hold":
        return f"{player} has not said which cube the building on {square} holds"
    if kind == "stock":
        return f"{player} has not said which buildings go on Opaleye's Watch"
    return f"{player} has not placed the building of Grove University"


def item_words(item: str) -> str:
    """What stands on a square, in a sentence: glass, a Cottage, Barrett Castle."""
    return item if item in cards.RESOURCES else named(cards.card(item))


def count(number: int, noun: str) -> str:
    """A number with its noun: 1 empty square, 2 empty squares."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def next_hammer(state: TinyTowns) -> str | None:
    """Clockwise from the hammer: past complete towns and past Fort Ironweed."""
    if state.hammer is None or not state.active:
        return state.hammer
    index = state.players.index(state.hammer)
    seats = state.players[index + 1 :] + state.players[: index + 1]
    able = [p for p in seats if p in state.active and not is_skipped(state, p)]
    return able[0] if able else state.hammer
