"""Cubes go on the board, on a Warehouse, on a Cottage, or into the cavern."""

from __future__ import annotations

from collections.abc import Iterator

from keyhelper.engine.names import either, listed
from keyhelper.engine.trouble import Trouble
from keyhelper.engine.verdict import Reason, unproven
from keyhelper.games.tiny_towns import cards
from keyhelper.games.tiny_towns.model import (
    BONDMAKER,
    CAVERN_LIMIT,
    FACTORY,
    WAREHOUSE,
    TinyTowns,
)
from keyhelper.games.tiny_towns.moves import Aside, Place, Recall
from keyhelper.games.tiny_towns.rounds import (
    cube_of,
    is_named_by_another,
    is_skipped,
    item_words,
    may_act,
)
from keyhelper.games.tiny_towns.town import with_item

# Placing


def may_place(state: TinyTowns, move: Place) -> Iterator[Reason]:
    player = state.seat(move.player)
    yield from may_act(state, player)
    town = state.towns[player]
    if cube_of(state, player) is None:
        yield from _nothing_to_place(state, player)
    if town.has_placed:
        yield Reason(rule="place.once", text=f"{player} has already placed in this round")
    yield from may_put(state, player, move)


def _nothing_to_place(state: TinyTowns, player: str) -> Iterator[Reason]:
    if state.is_partial and not state.is_free_round:
        yield unproven("place.all", "It is not told which resource was named")
    elif state.is_free_round and is_skipped(state, player):
        text = f"{player} has built Fort Ironweed and gets no cube in free rounds"
        yield Reason(rule="ironweed.free", text=text)
    elif state.is_free_round and state.is_partial:
        yield unproven("town-hall.free", f"It is not told which resource {player} has chosen")
    elif state.is_free_round:
        yield Reason(rule="town-hall.free", text=f"{player} has not chosen a resource yet")
    else:
        yield Reason(rule="place.all", text="No resource has been named in this round yet")


def may_put(state: TinyTowns, player: str, move: Place) -> Iterator[Reason]:
    """Reasons against the square and the cube, whoever is to place."""
    town, due = state.towns[player], cube_of(state, player)
    if move.swap is not None:
        yield from _may_swap(state, player, move)
    elif move.cube is not None and due is not None and move.cube != due:
        yield from _may_substitute(state, player, due, move)
    item = town.at(move.square)
    if item is None:
        return
    if item == WAREHOUSE and move.swap is None:
        yield from _only_when_named_by_another(state, player, "warehouse.store", WAREHOUSE)
        held, limit = len(town.stored.get(move.square, ())), cards.card(WAREHOUSE).capacity
        if held >= limit:
            text = f"The Warehouse on {move.square} is full: it holds {held} of {limit} cubes"
            yield Reason(rule="warehouse.limit", text=text)
    elif item == cards.COTTAGE and town.monument == BONDMAKER:
        yield from _only_when_named_by_another(state, player, "bondmaker.cottage", BONDMAKER)
        if town.stored.get(move.square):
            text = f"The Cottage on {move.square} already has a cube: one for each Cottage"
            yield Reason(rule="bondmaker.cottage", text=text)
    else:
        yield Reason(rule="place.empty", text=f"{move.square} already holds {item_words(item)}")


def _may_substitute(state: TinyTowns, player: str, due: str, move: Place) -> Iterator[Reason]:
    held = state.towns[player].held_by(FACTORY)
    if any(due in cubes for cubes in held.values()):
        yield from _only_when_named_by_another(state, player, "factory.swap", FACTORY)
    elif state.is_partial and any(not cubes for cubes in held.values()):
        yield unproven("factory.swap", f"It is not told what {player}'s Factory holds")
    elif held or FACTORY in state.cards:
        have = listed([cube for cubes in held.values() for cube in cubes])
        owned = f"{player}'s Factory holds {have}" if have else f"{player} has none"
        text = f"Placing another cube than {due} takes a Factory that holds {due}; {owned}"
        yield Reason(rule="factory.swap", text=text)
    elif WAREHOUSE in state.cards or state.towns[player].held_by(WAREHOUSE):
        yield Reason(rule="warehouse.swap", text=_no_swap_words(state, player, due, move))
    else:
        yield Reason(rule="place.all", text=f"The cube of this round is {due}, not {move.cube}")


def _no_swap_words(state: TinyTowns, player: str, due: str, move: Place) -> str:
    cube, held = move.cube, state.towns[player].held_by(WAREHOUSE)
    on = [square for square, cubes in held.items() if cube in cubes]
    if move.square in held:
        return f"The Warehouse on {move.square} stores the named cube, {due}, not {cube}"
    if on:
        return f"It is not said on which Warehouse {due} is swapped for {cube}: {either(on)}"
    stored = listed([each for cubes in held.values() for each in cubes])
    owned = f"{player}'s Warehouse holds {stored or 'nothing'}" if held else f"{player} has none"
    return f"Placing {cube} instead of {due} takes a Warehouse with {cube} on it; {owned}"


def swappable(state: TinyTowns, player: str, move: Place) -> tuple[str, ...]:
    """The Warehouses that give the cube placed instead of the named one."""
    due, town = cube_of(state, player), state.towns[player]
    if due is None or move.cube in {None, due} or town.at(move.square) is not None:
        return ()
    return tuple(s for s, held in town.held_by(WAREHOUSE).items() if move.cube in held)


def _may_swap(state: TinyTowns, player: str, move: Place) -> Iterator[Reason]:
    town = state.towns[player]
    assert move.swap is not None
    if town.at(move.swap) != WAREHOUSE:
        yield Reason(rule="warehouse.swap", text=f"{player} has no Warehouse on {move.swap}")
        return
    yield from _only_when_named_by_another(state, player, "warehouse.swap", WAREHOUSE)
    held = town.stored.get(move.swap, ())
    taken = move.cube or (held[0] if len(set(held)) == 1 else None)
    if taken is None or taken not in held:
        have = f"it holds {listed(held)}" if held else "it is empty"
        wanted = taken or "a cube to take"
        text = f"There is no {wanted} on the Warehouse on {move.swap}: {have}"
        hint = "say which with cube=" if held and taken is None else ""
        yield Reason(rule="warehouse.swap", text=text, hint=hint)


def _only_when_named_by_another(
    state: TinyTowns, player: str, rule: str, what: str
) -> Iterator[Reason]:
    by_another = is_named_by_another(state, player)
    if by_another is None:
        yield unproven(rule, f"It is not told who named the cube; the {what} needs another player")
    elif not by_another:
        chosen = "chose" if state.is_free_round else "named"
        text = f"{player} {chosen} this cube; the {what} works on what others name"
        yield Reason(rule="town-hall.effects" if state.is_free_round else rule, text=text)


def do_place(state: TinyTowns, move: Place) -> TinyTowns:
    player = state.seat(move.player)
    town = state.towns[player]
    due = cube_of(state, player)
    cube = move.cube or due
    stored = dict(town.stored)
    if move.swap is not None:
        held = list(stored.get(move.swap, ()))
        cube = move.cube or (held[0] if held else None)
        if cube not in held or due is None:
            raise Trouble(f"There is no such cube on {move.swap} to swap")
        held.remove(cube)
        stored[move.swap] = (*held, due)
    if cube is None:
        raise Trouble(f"Nobody said which cube {player} places")
    item = town.at(move.square)
    if item is None:
        board = with_item(town.board, move.square, cube)
    elif item in {WAREHOUSE, cards.COTTAGE}:
        board = town.board
        stored[move.square] = (*stored.get(move.square, ()), cube)
    else:
        raise Trouble(f"{move.square} already holds {item_words(item)}; there is no room")
    return state.with_town(player, board=board, stored=stored, has_placed=True)


# The cavern


def may_aside(state: TinyTowns, move: Aside) -> Iterator[Reason]:
    player = state.seat(move.player)
    yield from may_act(state, player)
    town = state.towns[player]
    if not state.has_cavern:
        yield Reason(rule="cavern.limit", text="This game is played without the Cavern rule")
    if cube_of(state, player) is None:
        yield from _nothing_to_place(state, player)
    if town.has_placed:
        yield Reason(rule="place.once", text=f"{player} has already placed in this round")
    if town.times_aside >= CAVERN_LIMIT:
        text = f"{player} has set aside {town.times_aside} of {CAVERN_LIMIT} cubes already"
        yield Reason(rule="cavern.limit", text=text)
    by_another = is_named_by_another(state, player)
    if state.is_free_round:
        if state.reading("town-hall.cavern", "drawn") == "drawn":
            text = f"{player} chose this cube; only a drawn one may be set aside"
            yield Reason(rule="town-hall.cavern", text=text)
    elif state.variant == "solo":
        yield Reason(rule="cavern.others", text="Alone, nobody else names a cube to set aside")
    elif by_another is None:
        yield unproven("cavern.others", "It is not told who named the cube")
    elif not by_another:
        text = f"{player} named this cube; only a cube named by another may be set aside"
        yield Reason(rule="cavern.others", text=text)


def do_aside(state: TinyTowns, move: Aside) -> TinyTowns:
    player = state.seat(move.player)
    town, cube = state.towns[player], cube_of(state, player)
    if cube is None:
        raise Trouble(f"Nobody said which cube {player} sets aside")
    comes_back = state.reading("cavern.later", "place") == "place"
    return state.with_town(
        player,
        aside=(*town.aside, cube) if comes_back else (),
        times_aside=town.times_aside + 1,
        has_placed=True,
    )


def may_recall(state: TinyTowns, move: Recall) -> Iterator[Reason]:
    player = state.seat(move.player)
    yield from may_act(state, player)
    town = state.towns[player]
    if state.reading("cavern.later", "place") == "discard":
        yield Reason(rule="cavern.later", text="Cubes set aside do not come back in this game")
    elif move.resource not in town.aside:
        have = f"{listed(town.aside)} lies there" if town.aside else "nothing lies there"
        text = f"{player} has set no {move.resource} aside: {have}"
        yield Reason(rule="cavern.later", text=text)
    item = town.at(move.square)
    if item is not None:
        yield Reason(rule="place.empty", text=f"{move.square} already holds {item_words(item)}")


def do_recall(state: TinyTowns, move: Recall) -> TinyTowns:
    town = state.town(move.player)
    item = town.at(move.square)
    if item is not None:
        raise Trouble(f"{move.square} already holds {item_words(item)}; there is no room")
    aside = list(town.aside)
    if move.resource in aside:
        aside.remove(move.resource)
    board = with_item(town.board, move.square, move.resource)
    return state.with_town(move.player, aside=tuple(aside), board=board)
