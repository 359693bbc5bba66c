"""The count of the game on the table: each town with what is known about its player."""

from __future__ import annotations

from keyhelper.engine.names import an
from keyhelper.engine.scoring import ScoreSheet
from keyhelper.games.tiny_towns.model import TinyTowns
from keyhelper.games.tiny_towns.scoring import TownCount, score_towns, solo_rating


def score(state: TinyTowns) -> tuple[ScoreSheet, ...]:
    """The count of every town as it stands."""
    sheets = score_towns([_count(state, player) for player in state.players], state.readings)
    return tuple(map(_rated, sheets)) if state.variant == "solo" else sheets


def _rated(sheet: ScoreSheet) -> ScoreSheet:
    """A solo count with the title it earns."""
    if sheet.total is None:
        return sheet
    return sheet._replace(
        notes=(*sheet.notes, f"Alone, that makes you {an(solo_rating(sheet.total))}")
    )


def _count(state: TinyTowns, player: str) -> TownCount:
    town = state.towns[player]
    return TownCount(
        player=player,
        board=town.board,
        stored=town.stored,
        coins=town.coins,
        shrine_count=town.shrine_count,
        finish_place=town.finish_place or finish_place(state, player),
        master_builder_turns=town.turns,
        right_greens=town.neighbour_greens,
        is_solo=state.variant == "solo",
        has_hammer=state.variant == "standard",
    )


def finish_place(state: TinyTowns, player: str) -> int | None:
    """The place in which the town was complete: the same round is the same place.

    0 while keyhelper sees the town growing; None where nobody said.
    """
    completed = state.towns[player].completed
    if completed is None:
        return None if state.is_partial else 0
    rounds = [town.completed for town in state.towns.values() if town.completed is not None]
    earlier = [r for r in rounds if r < completed]
    if state.reading("starloom.after-tie", "skip") == "next":
        return len(set(earlier)) + 1
    return len(earlier) + 1
