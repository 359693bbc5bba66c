"""What people mean by what they say: what follows from it, what fits, and what must be asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from keyhelper.engine.game import Doubt, Move
from keyhelper.engine.names import listed
from keyhelper.engine.trouble import Trouble
from keyhelper.games.tiny_towns import cards, town
from keyhelper.games.tiny_towns.construction import (
    fill_build,
    not_there,
    possible,
    targets,
    ways,
    wild_squares,
)
from keyhelper.games.tiny_towns.deck import next_card
from keyhelper.games.tiny_towns.effects import OPTIONAL, declined, due_for, to_build_it
from keyhelper.games.tiny_towns.model import GROVE, GUILD, WATCH, TinyTowns
from keyhelper.games.tiny_towns.moves import Build, Decline, Draw, Pick, Place
from keyhelper.games.tiny_towns.placing import swappable
from keyhelper.games.tiny_towns.rounds import cube_of

_AS_IT_RISES = {"grove": GROVE, "guild": GUILD, "watch": WATCH}

# Filling in


def fill(state: TinyTowns, move: Move) -> Move:
    """The move with what follows from the rest: squares of a building, the card drawn."""
    if isinstance(move, Build):
        return _filled_build(state, move)
    if isinstance(move, Draw) and move.resource is None and _is_to_draw(state, move):
        return move.model_copy(update={"resource": next_card(state.deck) if state.deck else None})
    if isinstance(move, Place):
        return _filled_place(state, move)
    if isinstance(move, Decline) and (due := declined(state, move)) is not None:
        return move.model_copy(update={"effect": OPTIONAL.get(due.kind)})
    return move


def _is_to_draw(state: TinyTowns, move: Draw) -> bool:
    """Whether the next card is drawn now; a refused draw must not tell it."""
    is_time = state.variant == "town-hall" and state.named is None and not state.is_free_round
    return is_time and state.seat(move.player) == state.hammer


def _filled_build(state: TinyTowns, move: Build) -> Build:
    player = state.seat(move.player)
    move = fill_build(state, move)
    if move.squares is not None:
        return _standing_on_the_last(state, player, move, move.squares)
    # Wherever the table insists on putting it, the cubes of the only layout go.
    found = possible(state, player, move.building)
    return move.model_copy(update={"squares": found[0].squares}) if len(found) == 1 else move


def _standing_on_the_last(
    state: TinyTowns, player: str, move: Build, squares: tuple[str, ...]
) -> Build:
    """`cottage c3 c4 d4 on d4`: its first square was read as the place, the place as a cube."""
    board, wild = state.towns[player].board, wild_squares(state, player)
    if move.at in squares or town.fits(board, move.building, squares, wild):
        return move
    *cubes, last = (move.at, *squares)
    if not town.fits(board, move.building, cubes, wild):
        return move
    vacated = tuple(square for square in cubes if square not in wild)
    meant = town.Construction(move.building, tuple(cubes), vacated)
    if last not in targets(state, player, meant):
        return move
    return move.model_copy(update={"squares": meant.squares, "at": last})


def _filled_place(state: TinyTowns, move: Place) -> Move:
    player = state.seat(move.player)
    if move.swap is not None:
        held = set(state.towns[player].stored.get(move.swap, ()))
        only = held.pop() if len(held) == 1 else None
        return move.model_copy(update={"cube": move.cube or only})
    due = cube_of(state, player)
    if move.cube is None or move.cube == due:
        return move.model_copy(update={"cube": due})
    if due is None and _is_to_choose(state, player):
        return Pick(player=player, resource=move.cube, square=move.square)
    on = swappable(state, player, move)
    return move.model_copy(update={"swap": on[0]}) if len(on) == 1 else move


def carried(before: TinyTowns, now: TinyTowns, move: Move) -> Move:
    """Where another cube was named after all, whoever placed the named cube places that one."""
    if not isinstance(move, Place) or move.cube is None or move.swap is not None:
        return move
    player = now.seat(move.player)
    if move.cube != cube_of(before, player):
        return move
    return move.model_copy(update={"cube": cube_of(now, player) or move.cube})


def _is_to_choose(state: TinyTowns, player: str) -> bool:
    """Whether the player says which cube it is, not only where it goes."""
    if state.variant == "solo":
        return state.named is None
    return state.is_free_round and not state.towns[player].has_placed


# Asking


def doubt(state: TinyTowns, move: Move) -> Doubt | None:
    """Which cubes go, and which Warehouse gives one, where there are several."""
    if isinstance(move, Build) and move.squares is None:
        return _which_cubes(state, move)
    if isinstance(move, Place) and move.swap is None:
        return _which_warehouse(state, move)
    return None


def _which_cubes(state: TinyTowns, move: Build) -> Doubt | None:
    player = state.seat(move.player)
    found, question = ways(state, player, move), "Which cubes go?"
    if not found and state.towns[player].at(move.at) is None:
        # The table may insist on it, and then the cubes must be known.
        found = possible(state, player, move.building)
        question = f"{not_there(state, player, move)}; which cubes go, all the same?"
    if len(found) < 2:
        return None
    each = [(" ".join(way.squares), {"squares": way.squares}) for way in found]
    return Doubt(question, tuple((label, move.model_copy(update=known)) for label, known in each))


def _which_warehouse(state: TinyTowns, move: Place) -> Doubt | None:
    player = state.seat(move.player)
    on = swappable(state, player, move)
    if len(on) < 2:
        return None
    stored = state.towns[player].stored
    choices = [(f"{s}: {listed(stored[s])}", move.model_copy(update={"swap": s})) for s in on]
    return Doubt("Swapped on which Warehouse?", tuple(choices))


# Narrowing down


def narrow(
    state: TinyTowns, kind: str, field: str, given: Mapping[str, Any]
) -> tuple[str, ...] | None:
    """The buildings in play, or the squares that fit the building; Trouble when none does."""
    if kind in _AS_IT_RISES and not state.is_partial:
        player = state.seat(given["player"]) if given.get("player") else None
        return _for_effect(state, kind, field, player)
    if kind == "build" and field == "building":
        return state.cards
    if kind != "build" or field != "at" or not given.get("building") or not given.get("player"):
        return None
    player = state.seat(given["player"])
    name = cards.card(given["building"]).name
    found = {s for c in possible(state, player, name) for s in targets(state, player, c)}
    if given.get("squares"):
        return tuple(given["squares"])
    if not found:
        what = f"layout of {name}" if cards.card(name).is_monument else f"{name} layout"
        raise Trouble(f"{player}'s board has no {what} yet ({town.layout_words(name)})")
    return tuple(square for square in town.SQUARES if square in found)


def _for_effect(
    state: TinyTowns, kind: str, field: str, player: str | None
) -> tuple[str, ...] | None:
    """Answers to a monument's effect; people say its short name when they mean the card."""
    name = _AS_IT_RISES[kind]
    if player is None:
        asked = tuple(p for p in state.active if due_for(state, p, kind) is not None)
        if not asked:
            raise Trouble(f"Nobody is asked about {name} now", hint=_to_mean_the_card(state, kind))
        return asked if field == "player" else None
    if due_for(state, player, kind) is None:
        raise Trouble(
            f"{player} is not asked about {name} now", hint=to_build_it(state, player, name)
        )
    if field == "building":
        return state.cards
    its_town = state.towns[player]
    if kind != "guild":
        return its_town.empty_squares
    standing = {s for building in state.cards for s in its_town.squares_of(building)}
    return tuple(s for s in town.SQUARES if s in standing) or None


def _to_mean_the_card(state: TinyTowns, kind: str) -> str:
    if state.has_monuments and any(player not in state.kept for player in state.players):
        return f"to keep the card, say `keep {kind}`"
    return f"to build the monument itself, say who: `{state.active[0]} build {kind}`"
