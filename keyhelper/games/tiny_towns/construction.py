"""Buildings rise: which can be built, why a claimed one cannot, and what building does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from keyhelper.engine.names import an, either, listed
from keyhelper.engine.sealed import Sealed
from keyhelper.engine.trouble import Trouble
from keyhelper.engine.verdict import Reason, unproven
from keyhelper.games.tiny_towns import cards, town
from keyhelper.games.tiny_towns.cards import Card, card
from keyhelper.games.tiny_towns.model import (
    BANK,
    FACTORY,
    GUILD,
    IRONWEED,
    SHRINE,
    WATCH,
    Pending,
    TinyTowns,
    neighbour_seats,
)
from keyhelper.games.tiny_towns.moves import Build
from keyhelper.games.tiny_towns.rounds import (
    cube_of,
    item_words,
    may_act,
    must_place,
    next_hammer,
    owed,
)

HOLDERS = {BANK: "bank.holds", FACTORY: "factory.holds"}
_ON_BUILD = {"place_free_building": "grove", "replace_up_to_2": "guild", "stock_3_types": "stock"}

# What can be built


def wild_squares(state: TinyTowns, player: str) -> frozenset[str]:
    """The Trading Posts that stand for any resource now."""
    its_town = state.towns[player]
    waits = state.reading("effects.start", "at-once") == "next-round"
    return frozenset(
        square
        for square, item in zip(town.SQUARES, its_town.board, strict=True)
        if cards.is_building(item)
        and item is not None
        and card(item).is_wild
        and not (waits and its_town.built.get(square) == state.round)
    )


def own_monuments(state: TinyTowns, player: str) -> tuple[str, ...]:
    """The monuments this player may still build, as far as anybody knows."""
    if not state.has_monuments or state.towns[player].raised is not None:
        return ()
    kept = state.kept.get(player)
    if isinstance(kept, Sealed):
        return (kept.value,)
    elsewhere = {its_town.raised for its_town in state.towns.values()}
    return tuple(c.name for c in cards.MONUMENTS() if c.name not in elsewhere)


def possible(state: TinyTowns, player: str, *building: str) -> list[town.Construction]:
    """Every construction of these buildings (of all cards in play when none is named)."""
    board = state.towns[player].board
    return town.constructions(board, building or state.cards, wild_squares(state, player))


def can_build(state: TinyTowns, player: str) -> bool:
    """Whether the player could construct anything, monument included."""
    return bool(possible(state, player, *state.cards, *own_monuments(state, player)))


def targets(state: TinyTowns, player: str, construction: town.Construction) -> tuple[str, ...]:
    """The squares on which the building of that construction may go."""
    if not is_placed_anywhere(state, player, card(construction.card)):
        return construction.vacated
    free = state.towns[player].empty_squares
    return tuple(s for s in town.SQUARES if s in construction.vacated or s in free)


def is_placed_anywhere(state: TinyTowns, player: str, of: Card) -> bool:
    """Whether the building may go on any empty square: a Shed, or all after the Obelisk."""
    if of.is_placed_anywhere:
        return True
    its_town = state.towns[player]
    monument = its_town.monument
    if monument is None or not card(monument).frees_placement:
        return False
    waits = state.reading("effects.start", "at-once") == "next-round"
    return not (waits and its_town.built.get(its_town.squares_of(monument)[0]) == state.round)


def is_building_time(state: TinyTowns) -> bool:
    """Whether all cubes of the round are placed and no effect is open."""
    begun = state.named is not None or state.is_free_round
    return begun and not state.pending and not any(must_place(state, p) for p in state.active)


def sole_builder(state: TinyTowns) -> str | None:
    """Whoever is meant by a building without a name: the only one who can build a card in play."""
    if len(state.active) == 1:
        return state.active[0]
    able = [player for player in state.active if possible(state, player)]
    others = [player for player in state.active if player not in able]
    has_others_aside = any(state.towns[player].aside for player in others)
    return able[0] if len(able) == 1 and not has_others_aside else None


# Build


def fill_build(state: TinyTowns, move: Build) -> Build:
    """The move with its squares, where only one set of squares is possible."""
    player = state.seat(move.player)
    if move.squares is not None:
        # "chapel a1 b1 c1 c2" leaves out "at": its first square was read as the place.
        whole = (move.at, *move.squares)
        board, wild = state.towns[player].board, wild_squares(state, player)
        is_whole = move.at not in move.squares and town.fits(board, move.building, whole, wild)
        return move.model_copy(update={"squares": whole}) if is_whole else move
    found = ways(state, player, move)
    return move.model_copy(update={"squares": found[0].squares}) if len(found) == 1 else move


def ways(state: TinyTowns, player: str, move: Build) -> list[town.Construction]:
    """The constructions after which the building may stand where the move says."""
    found = possible(state, player, move.building)
    return [each for each in found if move.at in targets(state, player, each)]


def may_build(state: TinyTowns, move: Build) -> Iterator[Reason]:
    player = state.seat(move.player)
    of = card(move.building)
    yield from may_act(state, player)
    yield from _not_yet_placed(state, player)
    yield from owed(state, player)
    yield from _may_own(state, player, of)
    move = fill_build(state, move)
    if move.squares is None:
        yield from _no_squares(state, player, move)
    else:
        yield from _may_lay(state, player, of, move.squares)
        yield from _may_stand(state, player, of, move)
    yield from may_take_cube(state, player, of.name, move.holds)


def _not_yet_placed(state: TinyTowns, player: str) -> Iterator[Reason]:
    if not must_place(state, player):
        return
    if state.is_partial and state.towns[player].has_placed is None:
        cube = f"the {state.named} cube" if state.named else "a cube"
        text = f"It is not told whether {player} has placed {cube} yet"
        yield unproven("build.after-placing", text)
        return
    cube = cube_of(state, player) or "a cube"
    text = f"{player} has not placed {cube} yet, and building comes after placing"
    yield Reason(rule="build.after-placing", text=text)


def _may_own(state: TinyTowns, player: str, of: Card) -> Iterator[Reason]:
    if of.is_monument:
        yield from _may_own_monument(state, player, of)
    elif of.name not in state.cards:
        in_play = state.card_of(of.colour)
        if in_play is None and state.is_partial:
            text = f"It is not told which {of.colour} card is in play"
            yield unproven("build.displayed", text)
        else:
            text = f"The {of.name} is not in this game; the {of.colour} card is the {in_play}"
            yield Reason(rule="build.displayed", text=text)


def _may_own_monument(state: TinyTowns, player: str, of: Card) -> Iterator[Reason]:
    standing = state.towns[player].raised
    elsewhere = [p for p in state.players if p != player and state.towns[p].raised == of.name]
    kept = state.kept.get(player)
    if not state.has_monuments:
        yield Reason(rule="setup.no-monuments", text="This game is played without monuments")
        return
    if standing is not None:
        text = f"{player} has built {standing} already, and a player builds one monument once"
        yield Reason(rule="monument.once", text=text)
    if elsewhere:
        text = f"{of.name} is {elsewhere[0]}'s monument and stands in {elsewhere[0]}'s town"
        yield Reason(rule="monument.holder", text=text)
    elif standing == of.name:
        return
    elif isinstance(kept, Sealed):
        if kept.value != of.name:
            text = f"{player} does not hold the card {of.name}"
            yield Reason(rule="monument.holder", text=text)
    elif state.is_partial and any(
        isinstance(held, Sealed) and held.value == of.name for held in state.kept.values()
    ):
        # There is one card of each monument, and this position says who has it.
        yield Reason(rule="monument.holder", text=f"{player} does not hold the card {of.name}")
    elif standing is None:
        yield unproven(
            "monument.holder",
            f"Only the table knows whether {player} holds the card {of.name}",
            hint="`reveal` tells keyhelper which monument a player holds",
        )


def _refuse_to_guess(state: TinyTowns, player: str, move: Build) -> None:
    """No town may change before it is clear which cubes go."""
    found = ways(state, player, move) if move.squares is None else []
    if len(found) < 2:
        return
    first = " ".join(found[0].squares)
    raise Trouble(
        f"{player} can build {town.named(card(move.building))} on {move.at} in {len(found)} ways: "
        f"from {either([' '.join(way.squares) for way in found[:4]])}",
        hint=f"say which cubes go: `{player} {move.building} {first} at {move.at}`",
    )


def _no_squares(state: TinyTowns, player: str, move: Build) -> Iterator[Reason]:
    everywhere = possible(state, player, move.building)
    fitting = ways(state, player, move)
    if fitting:
        cubes = either([" ".join(c.squares) for c in fitting])
        yield unproven("build.layout", f"There are {len(fitting)} ways: say which squares, {cubes}")
    elif everywhere:
        item = state.towns[player].at(move.at)
        if item is not None:
            yield Reason(rule="place.single", text=f"{move.at} already holds {item_words(item)}")
        if not is_placed_anywhere(state, player, card(move.building)):
            yield Reason(rule="build.vacated", text=not_there(state, player, move))
    else:
        layout = town.layout_words(move.building)
        text = f"{_the(card(move.building))} is {layout}; {player}'s board has that nowhere"
        yield Reason(rule="build.layout", text=text)


def not_there(state: TinyTowns, player: str, move: Build) -> str:
    """Where the building can go instead of the square named, as a sentence."""
    found = possible(state, player, move.building)
    where = listed(sorted({s for c in found for s in targets(state, player, c)}))
    return f"{_the(card(move.building))} can go on {where} here, not on {move.at}"


def _the(of: Card) -> str:
    return town.sentence(town.named(of))


def _may_lay(state: TinyTowns, player: str, of: Card, squares: tuple[str, ...]) -> Iterator[Reason]:
    board, wild = state.towns[player].board, wild_squares(state, player)
    text = town.why_not(board, of, squares, wild)
    if text is None:
        return
    layout = town.layout_words(of)
    if layout not in text:
        text = f"{text} (layout {layout})"
    rule = "build.layout"
    if len(set(squares)) < len(squares):
        rule = "build.each-cube-once"
    elif wild.issuperset(squares):
        rule = "build.wild"
    yield Reason(rule=rule, text=text, hint=_way_out(state, player, of, squares))
    yield from _cubes_on_cottages(state, player, squares)


def _cubes_on_cottages(state: TinyTowns, player: str, squares: tuple[str, ...]) -> Iterator[Reason]:
    """The Bondmaker's cubes stand on the board too, and tempt people."""
    its_town = state.towns[player]
    bound = [s for s in squares if its_town.at(s) == cards.COTTAGE and its_town.stored.get(s)]
    for square in dict.fromkeys(bound):
        cube = its_town.stored[square][0]
        text = f"The {cube} on {square} lies on a Cottage and cannot be used for building"
        yield Reason(rule="bondmaker.cubes", text=text)


def _way_out(state: TinyTowns, player: str, of: Card, squares: tuple[str, ...]) -> str:
    """What the claimed squares are instead, or the nearest place where the building fits."""
    board, wild = state.towns[player].board, wild_squares(state, player)
    near = town.nearest(board, of, squares, wild)
    if near is not None:
        return f"{' '.join(near.squares)} would do for {town.named(of)}"
    others = town.other_cards_fitting(board, squares, cards.BUILDINGS(), wild)
    here = [name for name in others if name in state.cards]
    if here:
        return f"those squares are {an(here[0])}"
    if others:
        return f"those squares are {an(others[0])}, which is not in this game"
    return f"{player}'s board has the layout of {town.named(of)} nowhere yet"


def _may_stand(state: TinyTowns, player: str, of: Card, move: Build) -> Iterator[Reason]:
    wild = wild_squares(state, player)
    vacated = tuple(s for s in move.squares or () if s not in wild)
    item = state.towns[player].at(move.at)
    if move.at in vacated:
        return
    if is_placed_anywhere(state, player, of):
        if item is not None:
            rule = "shed.anywhere" if of.is_placed_anywhere else "obelisk.anywhere"
            text = f"{move.at} already holds {item_words(item)}, and is not vacated"
            yield Reason(rule=rule, text=text)
        return
    if item is not None and move.at not in vacated:
        yield Reason(rule="place.single", text=f"{move.at} already holds {item_words(item)}")
    choices = either(vacated) or "a square with a cube"
    text = f"{_the(of)} goes on a vacated square, {choices}; {move.at} is not one"
    yield Reason(rule="build.vacated", text=text)


def may_take_cube(
    state: TinyTowns, player: str, building: str, holds: str | None
) -> Iterator[Reason]:
    """Reasons against the cube that a new Factory or Bank takes."""
    rule = HOLDERS.get(building)
    if rule is None:
        if holds is not None:
            text = f"{_the(card(building))} takes no cube; only a Factory or a Bank does"
            yield Reason(rule="factory.holds", text=text)
        return
    if building == BANK and not _free_for_bank(state, player):
        text = f"{player}'s Banks hold all five resources, and each Bank holds another"
        yield Reason(rule="bank.holds", text=text)
        return
    if holds is None:
        # At the table it is asked next; a bare claim leaves it open.
        if state.is_partial:
            yield unproven(rule, f"It is not told which cube the {building} holds")
        return
    if building == BANK:
        yield from bank_is_new(state, player, holds)


def _free_for_bank(state: TinyTowns, player: str) -> bool:
    held = {cube for cubes in state.towns[player].held_by(BANK).values() for cube in cubes}
    return not held.issuperset(cards.RESOURCES)


def bank_is_new(state: TinyTowns, player: str, holds: str) -> Iterator[Reason]:
    """Reasons against a Bank's cube: one of the player's other Banks holds it."""
    banks = state.towns[player].held_by(BANK)
    taken = [square for square, cubes in banks.items() if holds in cubes]
    if taken:
        text = f"{player}'s Bank on {taken[0]} holds {holds} already; each Bank holds another"
        yield Reason(rule="bank.holds", text=text)


def do_build(state: TinyTowns, move: Build) -> TinyTowns:
    player = state.seat(move.player)
    move = fill_build(state, move)
    _refuse_to_guess(state, player, move)
    its_town, of = state.towns[player], card(move.building)
    board, wild = its_town.board, wild_squares(state, player)
    for square in move.squares or ():
        if square not in wild and its_town.at(square) in cards.RESOURCES:
            board = town.with_item(board, square, None)
    if board[town.square_index(move.at)] is not None:
        raise Trouble(f"{move.at} is not free for the {of.name}, so it cannot be put there")
    changes: dict[str, Any] = {"board": town.with_item(board, move.at, of.name)}
    changes["built"] = its_town.built | {move.at: state.round}
    if state.named is not None and not its_town.empty_squares:
        changes["has_placed"] = True  # there was no room for the cube; building owes none
    after = state.with_town(player, **changes)
    if of.is_monument:
        after = _open_monument(after, player, of)
    after = settle(after, player, of.name, move.at, move.holds)
    after = after.model_copy(update={"news": tuple(_build_news(state, player, move))})
    return _neighbours_watch(after, player, of.name)


def _build_news(state: TinyTowns, player: str, move: Build) -> Iterator[str]:
    # Whoever alone is asked to build, and rightly does, hears nothing else of which cubes go.
    is_asked = is_building_time(state) and sole_builder(state) == player
    if is_asked and not any(may_build(state, move)):
        yield move.says()
    of = card(move.building)
    if of.is_monument:
        yield f"{of.name}, to be read aloud: {of.text}"


def _open_monument(state: TinyTowns, player: str, of: Card) -> TinyTowns:
    """The card lies open now: what everybody sees is no secret any more."""
    sealed = Sealed[str](owner=player, value=of.name)
    state = state.model_copy(update={"kept": state.kept | {player: sealed}})
    state = state.with_town(player, raised=of.name)
    if of.name == SHRINE:
        standing = sum(cards.is_building(item) for item in state.towns[player].board)
        state = state.with_town(player, shrine_count=standing)
    if of.name == IRONWEED and state.hammer == player and state.named is None:
        state = state.model_copy(update={"hammer": next_hammer(state)})
    kind = _ON_BUILD.get(of.on_build or "")
    if kind is None or (kind == "guild" and not _replaceable(state, player)):
        return state
    if kind == "grove" and not state.towns[player].empty_squares:
        return state  # built with Trading Posts on a full board: nowhere to put it
    due = Pending.model_validate(
        {"kind": kind, "player": player, "left": 2 if kind == "guild" else 1}
    )
    return state.model_copy(update={"pending": (*state.pending, due)})


def _replaceable(state: TinyTowns, player: str) -> bool:
    """Whether the Architect's Guild finds a building to replace."""
    others = [i for i in state.towns[player].board if cards.is_building(i) and i != GUILD]
    return bool(others) or state.reading("guild.itself", "no") == "yes"


def settle(
    state: TinyTowns, player: str, building: str, square: str, holds: str | None
) -> TinyTowns:
    """A new Bank or Factory takes its cube, or its player is asked for it."""
    if building not in HOLDERS:
        return state
    if holds is not None:
        stored = state.towns[player].stored | {square: (holds,)}
        return state.with_town(player, stored=stored)
    due = Pending(kind="hold", player=player, square=square, building=building)
    return state.model_copy(update={"pending": (*state.pending, due)})


def _neighbours_watch(state: TinyTowns, builder: str, building: str) -> TinyTowns:
    """Neighbours with that building on Opaleye's Watch are asked whether they place it."""
    due = [
        Pending(kind="watch", player=player, building=building)
        for player in neighbour_seats(state.players, builder)
        if player in state.active
        and building in state.towns[player].stock
        and state.towns[player].empty_squares
        and not _watch_sleeps(state, player)
    ]
    return state.model_copy(update={"pending": (*state.pending, *due)}) if due else state


def _watch_sleeps(state: TinyTowns, player: str) -> bool:
    if len(state.players) == 2 and state.reading("watch.two-players", "opponent") == "none":
        return True
    its_town = state.towns[player]
    built = its_town.built.get(next(iter(its_town.squares_of(WATCH)), ""))
    return state.reading("watch.start", "at-once") == "next-round" and built == state.round


def build_effects(state: TinyTowns, move: Build) -> dict[str, Any]:
    """What `validate` says would happen: the squares freed and the town afterwards."""
    move = fill_build(state, move)
    wild = wild_squares(state, state.seat(move.player))
    effects: dict[str, Any] = {
        "squares": list(move.squares or ()),
        "vacated": [s for s in move.squares or () if s not in wild and s != move.at],
        "at": move.at,
    }
    if move.holds:
        effects["holds"] = move.holds
    return effects
