"""Who is asked for what now, and the moves that would make sense."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from keyhelper.engine.game import Ask, Move, Turn
from keyhelper.engine.names import an, either, safe
from keyhelper.engine.sealed import Sealed
from keyhelper.games.tiny_towns import cards
from keyhelper.games.tiny_towns.construction import (
    HOLDERS,
    own_monuments,
    possible,
    sole_builder,
    targets,
)
from keyhelper.games.tiny_towns.deck import next_card
from keyhelper.games.tiny_towns.effects import OPTIONAL, STOCK
from keyhelper.games.tiny_towns.model import (
    BANK,
    BONDMAKER,
    CAVERN_LIMIT,
    FACTORY,
    GUILD,
    WAREHOUSE,
    Pending,
    TinyTowns,
)
from keyhelper.games.tiny_towns.moves import (
    Aside,
    Build,
    Decline,
    Draw,
    Finish,
    Grove,
    Guild,
    Hold,
    Keep,
    Name,
    Next,
    Pick,
    Place,
    Recall,
    Stock,
    Watch,
)
from keyhelper.games.tiny_towns.placing import may_aside
from keyhelper.games.tiny_towns.rounds import cube_of, is_named_by_another, must_place
from keyhelper.games.tiny_towns.setup import monument_lines
from keyhelper.games.tiny_towns.town import SQUARES

# The questions


def turn(state: TinyTowns) -> Turn:
    """The headline and the questions that are open, the most urgent first."""
    news = tuple(safe(line) for line in state.news)
    if not state.active:
        return Turn("All towns are complete", news=news)
    asks = (*_keeping(state), *_effects_due(state), *_round_asks(state))
    return Turn(_headline(state), asks, news)


def _headline(state: TinyTowns) -> str:
    parts = [f"Round {state.round}"]
    if state.variant == "standard":
        parts.append(f"{state.hammer} has the hammer")
    elif state.variant == "town-hall":
        kind = "everybody chooses" if state.is_free_round else f"{state.hammer} draws as Mayor"
        parts.append(kind)
    done = [player for player in state.players if player not in state.active]
    if done:
        parts.append(f"complete: {', '.join(done)}")
    return " · ".join(parts)


def _keeping(state: TinyTowns) -> Iterator[Ask]:
    if not state.has_monuments:
        return
    for player in state.players:
        hand = state.dealt.get(player)
        if player not in state.kept and isinstance(hand, Sealed):
            yield Ask(
                f"{player} keeps",
                ("keep",),
                {"player": player},
                choices=tuple(
                    (name, Keep(player=player, monument=Sealed[str](owner=player, value=name)))
                    for name in hand.value
                ),
                secret_for=player,
                secret_lines=monument_lines(hand.value),
            )


def _effects_due(state: TinyTowns) -> Iterator[Ask]:
    for due in state.pending:
        player = due.player
        town = state.towns[player]
        free = next(iter(town.empty_squares), "b2")
        letters = " ".join(cards.CUBE_LETTERS.values())
        prompt, hint = {
            "hold": (f"{player}'s {due.building} on {due.square} holds", letters),
            "grove": (f"{player}'s Grove University places", f"such as `Cottage {free}`"),
            "guild": (
                f"{player}'s Guild replaces",
                f"{due.left} left: a square and the new building there, such as "
                f"`{_replacement(state, player)}`; Enter: nothing",
            ),
            "stock": (
                f"{player} sets on Opaleye's Watch",
                f"three different of {', '.join(state.cards)}",
            ),
            "watch": (
                f"{player} may place {an(due.building or '')} from Opaleye's Watch on",
                "Enter: no",
            ),
        }[due.kind]
        given = {"player": player}
        if due.kind == "hold" and due.square:
            given["square"] = due.square
        if due.kind == "watch" and due.building:
            given["building"] = due.building
        enter = Decline(player=player, effect=OPTIONAL[due.kind]) if due.is_optional else None
        kinds = (due.kind, "decline") if due.is_optional else (due.kind,)
        yield Ask(prompt, kinds, given, enter=enter, hint=hint)


def _replacement(state: TinyTowns, player: str) -> str:
    """A replacement that the Architect's Guild may make, as it is typed."""
    town = state.towns[player]
    standing = [s for s in SQUARES if town.at(s) in state.cards] or town.squares_of(GUILD) or ["b2"]
    older = [s for s in standing if town.built.get(s) != state.round]  # not one just replaced
    square = next(iter(older or standing))
    return f"{square} {next(name for name in state.cards if name != town.at(square))}"


def _round_asks(state: TinyTowns) -> Iterator[Ask]:
    if state.is_free_round:
        waiting = [player for player in state.active if must_place(state, player)]
        yield from (_placing(state, player) for player in waiting)
    elif state.named is None:
        yield _beginning(state)
        return
    else:
        waiting = [player for player in state.active if must_place(state, player)]
        yield from (_placing(state, player) for player in waiting)
    if not waiting:
        yield from _building(state)


def _beginning(state: TinyTowns) -> Ask:
    player = state.hammer or state.players[0]
    if state.variant == "solo":
        offer = ", ".join(state.deck.offer) if state.deck else ""
        return Ask(f"{player} picks", ("pick", *_meanwhile(state)), {"player": player}, hint=offer)
    if state.variant == "town-hall":
        card = next_card(state.deck) if state.deck else None
        enter = None if state.is_dealt_by_hand else Draw(player=player, resource=card)
        hint = "Enter draws" if enter else ""
        return Ask(
            f"{player} draws",
            ("draw", *_meanwhile(state)),
            {"player": player},
            enter=enter,
            hint=hint,
        )
    # No hint: the legend above the question has just listed the resources with their letters.
    return Ask(f"{player} names", ("name", *_meanwhile(state)), {"player": player})


def _placing(state: TinyTowns, player: str) -> Ask:
    cube = cube_of(state, player)
    given = {"player": player}
    aside = ("aside",) if state.has_cavern else ()
    # In a free round others may be ahead: one still picks while the next places already.
    free = ("pick", "place") if state.is_free_round else ("place",)
    if cube is None:
        kinds = (*free, *aside, *_meanwhile(state))
        return Ask(f"{player} picks", kinds, given, hint="such as `h b2`")
    kinds = (*reversed(free), *aside, *_meanwhile(state))
    return Ask(f"{player} puts {cube} on", kinds, given, hint="; ".join(_ways(state, player, cube)))


def _ways(state: TinyTowns, player: str, cube: str) -> Iterator[str]:
    """What else this player may do with the cube, as it is typed; nothing for most."""
    town = state.towns[player]
    if is_named_by_another(state, player):
        free = town.empty_squares[0]
        other = next(r for r in cards.RESOURCES if r != cube)
        if any(cube in held for held in town.held_by(FACTORY).values()):
            yield f"Factory: `{free} {other}` puts {other}"
        for square, held in town.held_by(WAREHOUSE).items():
            if len(held) < cards.card(WAREHOUSE).capacity:
                yield f"`{square}` stores it"
            if held:
                yield f"`{free} {held[0]} {square}` swaps it for {held[0]}"
        cottages = [s for s, held in town.held_by(cards.COTTAGE).items() if not held]
        if town.monument == BONDMAKER and cottages:
            yield f"Bondmaker: a Cottage will do too, {either(cottages)}"
    if state.has_cavern and not any(may_aside(state, Aside(player=player))):
        yield f"`aside`, {CAVERN_LIMIT - town.times_aside} left"


def _building(state: TinyTowns) -> Iterator[Ask]:
    hints = []
    for player in state.active:
        # Only what lies open: a secret monument must not show in a public hint.
        found = dict.fromkeys(c.card for c in possible(state, player))
        if found:
            hints.append(f"{player}: {', '.join(found)}")
        hints.extend(_loose_ends(state, player))
    alone = len(state.players) == 1
    prompt = "Build?" if alone else "Anyone build?"
    sole = sole_builder(state)
    given = {"player": sole} if sole else {}
    hint = " · ".join(hints)
    hint += f"{'; ' if hint else ''}Enter: {'no' if alone else 'nobody'}"
    # A bare name means that this player builds; it must end neither a town nor the round.
    ends = () if alone else ("finish", "next")
    kinds = tuple(kind for kind in _meanwhile(state) if kind not in ends)
    yield Ask(prompt, kinds, given, enter=Next(), hint=hint)
    if ends:
        yield Ask("Nobody? Then the round ends", ends, enter=Next())


def _loose_ends(state: TinyTowns, player: str) -> Iterator[str]:
    """What this player may do besides building, as it is typed."""
    town = state.towns[player]
    if town.aside and town.empty_squares:
        yield f"`{player} recall {town.aside[0]} {town.empty_squares[0]}`"
    if not town.empty_squares and not town.has_placed and state.named is not None:
        yield f"{player}'s board is full: build, or `{player} finish`"


def _meanwhile(state: TinyTowns) -> tuple[str, ...]:
    """What people may also say, whatever they are asked."""
    recall = ("recall",) if any(town.aside for town in state.towns.values()) else ()
    return ("build", *recall, "finish", "next")


# Likely moves


def candidates(state: TinyTowns) -> Iterator[Move]:
    """Moves that make sense now, as far as all may know them; the rules still judge each."""
    return likely(state, has_secrets=False)


def likely(state: TinyTowns, *, has_secrets: bool) -> Iterator[Move]:
    """As `candidates`; with secrets also the monuments that only their holders know."""
    if not state.active:
        return
    late = [p for p in state.players if p not in state.kept] if state.has_monuments else []
    for player in late:
        hand = state.dealt.get(player)
        if isinstance(hand, Sealed):
            for name in hand.value:
                yield Keep(player=player, monument=Sealed[str](owner=player, value=name))
    if late and not state.is_partial:
        return
    if state.pending:
        for due in state.pending:
            yield from _answers(state, due)
        if not all(due.is_optional for due in state.pending):
            return
    yield from _openings(state)
    for player in state.active:
        if must_place(state, player):
            yield from _placements(state, player)
        else:
            yield from _buildings(state, player, has_secrets=has_secrets)
            yield from _recalls(state, player)
        if len(state.towns[player].empty_squares) <= 2:
            yield Finish(player=player)
    yield Next()


def _answers(state: TinyTowns, due: Pending) -> Iterator[Move]:
    player, town = due.player, state.towns[due.player]
    free = town.empty_squares
    if due.kind == "hold":
        yield from (Hold(player=player, resource=r, square=due.square) for r in cards.RESOURCES)
    elif due.kind == "grove":
        for building, square in product(state.cards, free):
            yield Grove(player=player, building=building, square=square)
    elif due.kind == "guild":
        standing = [square for name in state.cards for square in town.squares_of(name)]
        for square, building in product(standing, state.cards):
            yield Guild(player=player, square=square, building=building)
    elif due.kind == "stock":
        yield from (Stock(player=player, buildings=t) for t in combinations(state.cards, STOCK))
    else:
        yield from (Watch(player=player, square=s, building=due.building) for s in free)
    if due.is_optional:
        yield Decline(player=player, effect=OPTIONAL[due.kind])


def _openings(state: TinyTowns) -> Iterator[Move]:
    if state.named is not None or state.is_free_round:
        return
    player = state.hammer or state.players[0]
    if state.variant == "town-hall":
        # What keyhelper's pile shows next is told when it is drawn, not in a menu.
        is_kept = not state.is_dealt_by_hand and not state.is_partial
        has_pile = state.deck is not None and (is_kept or next_card(state.deck) is not None)
        for resource in (None,) if has_pile else cards.RESOURCES:
            yield Draw(player=player, resource=resource)
    elif state.variant == "solo":
        offer = state.deck.offer if state.deck and state.deck.offer else cards.RESOURCES
        for resource in dict.fromkeys(offer):
            yield Pick(player=player, resource=resource)
    else:
        for resource in cards.RESOURCES:
            yield Name(player=player, resource=resource)


def _placements(state: TinyTowns, player: str) -> Iterator[Move]:
    town, cube = state.towns[player], cube_of(state, player)
    if cube is None:
        for resource in cards.RESOURCES:
            yield Pick(player=player, resource=resource)
        return
    for square in town.empty_squares:
        yield Place(player=player, square=square, cube=cube)
    if is_named_by_another(state, player):
        yield from _other_placements(state, player, cube)
    if state.has_cavern and town.times_aside < CAVERN_LIMIT:
        yield Aside(player=player)


def _other_placements(state: TinyTowns, player: str, cube: str) -> Iterator[Move]:
    """Factory, Warehouse and Bondmaker: another cube, or another place for it."""
    town = state.towns[player]
    warehouses = town.held_by(WAREHOUSE)
    for square, held in warehouses.items():
        if len(held) < cards.card(WAREHOUSE).capacity:
            yield Place(player=player, square=square, cube=cube)
    has_factory = any(cube in held for held in town.held_by(FACTORY).values())
    others = [other for other in cards.RESOURCES if has_factory and other != cube]
    # One square after the other, so that a menu that is cut short still shows every cube.
    for free in town.empty_squares:
        for other in others:
            yield Place(player=player, square=free, cube=other)
        for square, held in warehouses.items():
            for other in dict.fromkeys(held):
                yield Place(player=player, square=free, cube=other, swap=square)
    if town.monument == BONDMAKER:
        for square, held in town.held_by(cards.COTTAGE).items():
            if not held:
                yield Place(player=player, square=square, cube=cube)


def _buildings(state: TinyTowns, player: str, *, has_secrets: bool) -> Iterator[Move]:
    is_known = has_secrets and isinstance(state.kept.get(player), Sealed)
    monuments = own_monuments(state, player) if is_known else ()
    for found in possible(state, player, *state.cards, *monuments):
        for at in targets(state, player, found):
            holds = _holdable(state, player, found.card)
            for held in holds:
                yield Build(
                    player=player, building=found.card, squares=found.squares, at=at, holds=held
                )


def _holdable(state: TinyTowns, player: str, building: str) -> tuple[str | None, ...]:
    if building not in HOLDERS:
        return (None,)
    used = state.towns[player].held_by(BANK).values() if building == BANK else ()
    return tuple(r for r in cards.RESOURCES if all(r not in held for held in used))


def _recalls(state: TinyTowns, player: str) -> Iterator[Move]:
    town = state.towns[player]
    for resource in dict.fromkeys(town.aside):
        for square in town.empty_squares:
            yield Recall(player=player, resource=resource, square=square)
