"""The round begins: monuments kept, resources named by the hammer, drawn or picked."""

from __future__ import annotations

from collections.abc import Iterator

from keyhelper.engine.names import listed
from keyhelper.engine.sealed import UNKNOWN, Sealed, unsealed
from keyhelper.engine.trouble import Trouble
from keyhelper.engine.verdict import Reason, unproven
from keyhelper.games.tiny_towns import cards
from keyhelper.games.tiny_towns.deck import (
    draw_card,
    drawn_since_shuffle,
    next_card,
    take_offer,
)
from keyhelper.games.tiny_towns.model import BANK, TinyTowns
from keyhelper.games.tiny_towns.moves import Draw, Keep, Name, Pick, Place, Reveal
from keyhelper.games.tiny_towns.placing import do_place, may_put
from keyhelper.games.tiny_towns.rounds import count, is_skipped, may_act, unplaced, unsettled

# Monuments


def may_keep(state: TinyTowns, move: Keep) -> Iterator[Reason]:
    player = state.seat(move.player)
    if not state.has_monuments:
        yield Reason(rule="setup.no-monuments", text="This game is played without monuments")
    elif player in state.kept:
        yield Reason(rule="setup.keep", text=f"{player} has already kept a monument card")
    elif state.dealt.get(player, UNKNOWN) == UNKNOWN:
        yield unproven("setup.keep", f"Only {player} knows which two cards the table dealt")
    elif move.monument.value not in unsealed(state.dealt[player]):
        yield Reason(rule="setup.keep", text="That monument is not one of the two cards dealt")


def do_keep(state: TinyTowns, move: Keep) -> TinyTowns:
    return _kept(state, state.seat(move.player), move.monument.value)


def may_reveal(state: TinyTowns, move: Reveal) -> Iterator[Reason]:
    player = state.seat(move.player)
    known = state.kept.get(player)
    if not state.has_monuments:
        yield Reason(rule="setup.no-monuments", text="This game is played without monuments")
    elif isinstance(known, Sealed):
        yield Reason(rule="setup.keep", text=f"keyhelper already knows {player}'s monument card")
    elif move.monument.value in _standing(state):
        yield Reason(rule="monument.once", text="That monument already stands in a town")


def do_reveal(state: TinyTowns, move: Reveal) -> TinyTowns:
    return _kept(state, state.seat(move.player), move.monument.value)


def _kept(state: TinyTowns, player: str, monument: str) -> TinyTowns:
    sealed = Sealed[str](owner=player, value=monument)
    return state.model_copy(update={"kept": state.kept | {player: sealed}})


def _standing(state: TinyTowns) -> set[str | None]:
    return {town.raised for town in state.towns.values()} - {None}


# Naming


def may_name(state: TinyTowns, move: Name) -> Iterator[Reason]:
    player = state.seat(move.player)
    yield from may_act(state, player)
    if state.variant == "solo":
        yield Reason(rule="solo.offer", text="Alone you pick one of three cards, nobody names")
        return
    if state.variant == "town-hall":
        yield Reason(rule="town-hall.mayor", text="In Town Hall nobody names a resource")
        return
    if state.hammer is not None and state.hammer != player:
        yield Reason(rule="name.builder", text=f"{state.hammer} has the hammer, not {player}")
    if is_skipped(state, player):
        others = len(state.active) - 1
        yield Reason(
            rule="ironweed.hammer",
            text=f"{player} has built Fort Ironweed and {count(others, 'other')} still in the game",
        )
    if state.named is not None:
        yield from unplaced(state)
        text = f"{state.named} is already named in this round"
        yield Reason(rule="name.resource", text=text, hint="`next` ends the round")
    yield from unsettled(state)
    yield from _banked(state, player, move.resource, "name")


def do_name(state: TinyTowns, move: Name) -> TinyTowns:
    turns = state.town(move.player).turns
    counted = state.with_town(move.player, turns=None if turns is None else turns + 1)
    return counted.model_copy(
        update={"named": move.resource, "hammer": state.seat(move.player), "pending": ()}
    )


def _banked(state: TinyTowns, player: str, resource: str, verb: str) -> Iterator[Reason]:
    held = state.towns[player].held_by(BANK)
    banks = [square for square, cubes in held.items() if resource in cubes]
    if banks and set(cards.RESOURCES) <= {cube for cubes in held.values() for cube in cubes}:
        text = f"{player}'s Banks hold all five resources; no text says what happens then"
        yield unproven("bank.name", text)
    elif banks:
        where = f"{player}'s Bank on {banks[0]} holds {resource}"
        yield Reason(rule="bank.name", text=f"{where}, so {player} may not {verb} it")
    elif state.is_partial and any(not cubes for cubes in held.values()):
        bare = next(square for square, cubes in held.items() if not cubes)
        yield unproven("bank.name", f"It is not told what {player}'s Bank on {bare} holds")


# Town Hall and solo


def may_draw(state: TinyTowns, move: Draw) -> Iterator[Reason]:
    player = state.seat(move.player)
    if state.variant != "town-hall":
        yield Reason(rule="town-hall.mayor", text="Cards are drawn in Town Hall only")
        return
    if not state.active:
        yield Reason(rule="end.all", text="All towns are complete")
    elif player not in state.active:
        # The Mayor draws on for the others: nothing says that the office moves.
        yield from (r for r in may_act(state, player) if r.rule != "complete.out")
    else:
        yield from may_act(state, player)
    if player != state.hammer:
        yield Reason(rule="town-hall.mayor", text=f"{state.hammer} is the Mayor, not {player}")
    if state.is_free_round:
        yield Reason(rule="town-hall.free", text="In every third round everybody chooses freely")
    if state.named is not None:
        text = f"{state.named} is already drawn in this round"
        yield Reason(rule="town-hall.draw", text=text, hint="`next` ends the round")
    yield from unsettled(state)
    if state.deck is not None and move.resource is not None:
        yield from _not_in_deck(state, move.resource)


def _not_in_deck(state: TinyTowns, resource: str) -> Iterator[Reason]:
    assert state.deck is not None
    expected = next_card(state.deck)
    each = cards.facts()["resource_cards"]["each"]
    if expected is not None and expected != resource:
        yield Reason(
            rule="town-hall.draw",
            text=f"The next card of keyhelper's deck is not {resource}",
            hint="leave the resource out and keyhelper draws; `--deal table` uses your own cards",
        )
    elif expected is None and drawn_since_shuffle(state.deck).count(resource) >= each:
        yield Reason(
            rule="town-hall.deck",
            text=f"All {each} {resource} cards have been drawn since the last shuffle",
        )


def do_draw(state: TinyTowns, move: Draw) -> TinyTowns:
    if state.deck is None:
        raise Trouble("There is no resource deck in this game")
    resource, deck = draw_card(state.deck, move.resource)
    return state.model_copy(update={"named": resource, "deck": deck, "pending": ()})


def may_pick(state: TinyTowns, move: Pick) -> Iterator[Reason]:
    player = state.seat(move.player)
    yield from may_act(state, player)
    if state.variant == "solo":
        yield from _may_pick_alone(state, move)
    elif not state.is_free_round:
        rule = "town-hall.free" if state.variant == "town-hall" else "name.builder"
        yield Reason(rule=rule, text="Nobody chooses a resource freely in this round")
        return
    else:
        town = state.towns[player]
        if town.choice is not None or town.has_placed:
            yield Reason(rule="place.once", text=f"{player} has already chosen in this round")
        if is_skipped(state, player):
            yield Reason(
                rule="ironweed.free",
                text=f"{player} has built Fort Ironweed and gets no cube in free rounds",
            )
        yield from _banked(state, player, move.resource, "choose")
    if move.square is not None:
        picked = do_pick(state, move.model_copy(update={"square": None}))
        yield from may_put(picked, player, Place(player=player, square=move.square))


def _may_pick_alone(state: TinyTowns, move: Pick) -> Iterator[Reason]:
    if state.named is not None:
        text = f"{state.named} is already picked in this round"
        yield Reason(rule="solo.offer", text=text, hint="`next` ends the round")
    yield from unsettled(state)
    if state.is_partial and state.deck is None:
        yield unproven("solo.offer", "It is not told which three cards are on offer")
    offer = state.deck.offer if state.deck else ()
    if offer and move.resource not in offer:
        yield Reason(
            rule="solo.offer", text=f"{move.resource} is not on offer: {listed(offer)} are"
        )


def do_pick(state: TinyTowns, move: Pick) -> TinyTowns:
    if state.variant == "solo":
        deck = take_offer(state.deck, move.resource) if state.deck else None
        after = state.model_copy(update={"named": move.resource, "deck": deck, "pending": ()})
    else:
        after = state.with_town(move.player, choice=move.resource)
    if move.square is None:
        return after
    return do_place(after, Place(player=move.player, square=move.square))
