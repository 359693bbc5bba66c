"""Setup: which cards are in play, who starts, what is dealt, and what your hands do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from keyhelper.engine import names
from keyhelper.engine.chance import Chance
from keyhelper.engine.game import Step
from keyhelper.engine.sealed import UNKNOWN, Sealed, unsealed
from keyhelper.engine.trouble import Trouble
from keyhelper.games.tiny_towns import cards
from keyhelper.games.tiny_towns.cards import COLOURS, COTTAGE, MONUMENTS, card, facts, pile
from keyhelper.games.tiny_towns.deck import (
    OFFER,
    UNSEEN,
    solo_deck,
    table_deck,
    town_hall_deck,
    unseen,
)
from keyhelper.games.tiny_towns.model import Deck, TinyTowns, TinyTownsOptions, Town, Variant
from keyhelper.games.tiny_towns.town import layout_words

DEALT = 2
PILES = COLOURS[1:]  # blue is the Cottage, which is always in play


def set_up(
    players: tuple[str, ...], options: TinyTownsOptions, chance: Chance, readings: dict[str, str]
) -> TinyTowns:
    """A game ready to begin, for one to six players."""
    variant = _variant(players, options)
    _refuse_contradictions(options, variant)
    starter = _starter(players, options, variant, chance)
    return TinyTowns(
        players=players,
        readings=readings,
        variant=variant,
        cards=_cards_in_play(options, variant, chance),
        towns={player: Town() for player in players},
        has_monuments=options.monuments,
        is_dealt_by_hand=options.deal == "table",
        dealt=_deal(players, options, variant, chance),
        kept=_kept_by_hand(players, options),
        has_cavern=options.cavern,
        first=starter,
        hammer=starter,
        is_first_chosen=options.first is not None,
        deck=_deck(options, variant, chance),
    )


def _variant(players: tuple[str, ...], options: TinyTownsOptions) -> Variant:
    if len(players) == 1:
        if options.variant == "town-hall":
            raise Trouble("Town Hall takes two or more players; one player plays solo")
        return "solo"
    if options.variant == "solo":
        raise Trouble(f"Solo is for one player; {len(players)} are named")
    return options.variant


def _refuse_contradictions(options: TinyTownsOptions, variant: Variant) -> None:
    wanted, banned = options.with_cards, options.without
    both = [name for name in wanted if name in banned]
    if both:
        raise Trouble(f"{names.listed(both)}: asked for both with and without it")
    by_colour = Counter(card(name).colour for name in dict.fromkeys(wanted))
    for name in dict.fromkeys(wanted):
        _refuse_wish(card(name), by_colour, options, variant)
    for colour in PILES:
        _available(colour, options, variant)
    for colour in options.redraw:
        if colour not in PILES:
            raise Trouble(f"There is no {colour} pile to draw from", hint=names.either(PILES))
        if colour in by_colour:
            raise Trouble(f"The {colour} card is chosen with `--with`, so it cannot be redrawn")
    if options.first_game:
        _refuse_changed_first_game(options)
    if options.mayor is not None and variant != "town-hall":
        raise Trouble("Only Town Hall has a Mayor", hint="add `--variant town-hall`")
    if options.cavern and variant == "solo":
        raise Trouble("The Cavern rule is about cubes that others name; alone there are none")
    if COTTAGE in banned:
        raise Trouble("The Cottage is always in play and cannot be left out")


def _refuse_wish(
    of: cards.Card, by_colour: Counter[str], options: TinyTownsOptions, variant: Variant
) -> None:
    if of.is_monument:
        raise Trouble(f"{of.name} is a monument; monuments are dealt in secret")
    if by_colour[of.colour] > 1:
        rivals = [n for n in dict.fromkeys(options.with_cards) if card(n).colour == of.colour]
        word = "both" if len(rivals) == 2 else "all"
        raise Trouble(f"{names.listed(rivals)} are {word} {of.colour}; one of a colour is in play")
    if variant == "solo" and of.is_out_in_solo:
        raise Trouble(f"The {of.name} stays in the box when you play alone")


def _refuse_changed_first_game(options: TinyTownsOptions) -> None:
    recommended = facts()["first_game_set"]
    strange = [name for name in options.with_cards if name not in recommended]
    missing = [name for name in options.without if name in recommended]
    if options.redraw or strange or missing:
        what = names.listed([*options.redraw, *strange, *missing])
        raise Trouble(f"The first game has fixed cards, so {what} cannot be changed in it")


def _available(colour: str, options: TinyTownsOptions, variant: Variant) -> list[str]:
    """The cards of a pile that this game may be played with."""
    out_alone = {name for name in pile(colour) if variant == "solo" and card(name).is_out_in_solo}
    left = [n for n in pile(colour) if n not in options.without and n not in out_alone]
    if not left:
        raise Trouble(f"No {colour} card is left: all of {names.listed(pile(colour))} are out")
    return left


def _cards_in_play(options: TinyTownsOptions, variant: Variant, chance: Chance) -> tuple[str, ...]:
    if options.first_game:
        chosen: list[str] = facts()["first_game_set"]
        return tuple(sorted(chosen, key=lambda name: COLOURS.index(card(name).colour)))
    return (COTTAGE, *(_draw_pile(colour, options, variant, chance) for colour in PILES))


def _draw_pile(colour: str, options: TinyTownsOptions, variant: Variant, chance: Chance) -> str:
    """The card of one pile; each pile has a stream of its own, so no wish disturbs another."""
    wanted = [name for name in options.with_cards if card(name).colour == colour]
    if wanted:
        return wanted[0]
    left = _available(colour, options, variant)
    order = [name for name in chance.stream(f"pile {colour}").shuffle(pile(colour)) if name in left]
    return order[options.redraw.count(colour) % len(order)]


def _starter(
    players: tuple[str, ...], options: TinyTownsOptions, variant: Variant, chance: Chance
) -> str:
    wishes = [w for w in (options.mayor, options.first) if w is not None]
    chosen = [names.choose(wish, players, "player", prefix=True) for wish in wishes]
    if len(set(chosen)) > 1:
        raise Trouble(f"In Town Hall the Mayor goes first: {chosen[0]} and {chosen[1]} cannot both")
    return chosen[0] if chosen else chance.stream("hammer").pick(players)


def _deal(
    players: tuple[str, ...], options: TinyTownsOptions, variant: Variant, chance: Chance
) -> dict[str, Any]:
    """Two monument cards for each player from one shuffled deck."""
    if not options.monuments:
        return {}
    if options.deal == "table":
        return dict.fromkeys(players, UNKNOWN)
    in_box = [m.name for m in MONUMENTS() if not (variant == "solo" and m.is_out_in_solo)]
    left = [name for name in in_box if name not in options.without]
    if len(left) < DEALT * len(players):
        need = DEALT * len(players)
        raise Trouble(f"{need} monument cards are dealt; only {len(left)} are left")
    order = chance.secret("monuments").shuffle(in_box)
    deck = [name for name in order if name in left]
    return {
        player: Sealed[tuple[str, ...]](
            owner=player, value=tuple(deck[DEALT * seat : DEALT * (seat + 1)])
        )
        for seat, player in enumerate(players)
    }


def _kept_by_hand(players: tuple[str, ...], options: TinyTownsOptions) -> dict[str, Any]:
    """Cards that the table deals are chosen at the table: keyhelper does not know them."""
    by_hand = options.monuments and options.deal == "table"
    return dict.fromkeys(players, UNKNOWN) if by_hand else {}


def _deck(options: TinyTownsOptions, variant: Variant, chance: Chance) -> Deck | None:
    if variant == "standard":
        return None
    if options.deal == "table":
        return table_deck()
    return solo_deck(chance) if variant == "solo" else town_hall_deck(chance)


# What your hands do


def steps(state: TinyTowns) -> tuple[Step, ...]:
    """The setup in order, public steps first, then one secret step a player."""
    return (*_public_steps(state), *_secret_steps(state))


def _public_steps(state: TinyTowns) -> Iterator[Step]:
    alone = state.variant == "solo"
    yield Step("your town board" if alone else "a town board for each player")
    yield Step(
        f"the building cards {', '.join(state.cards)}",
        listed=tuple(f"{card(n).colour} {n}" for n in state.cards if n != COTTAGE),
    )
    yield Step("cubes and wooden buildings into a " + ("supply" if alone else "shared supply"))
    yield from _resource_card_steps(state)
    if state.variant == "standard":
        unless = "unless somebody knows who built something most recently"
        detail = () if state.is_first_chosen else (unless,)
        yield Step(f"the hammer: {state.first} goes first", detail=detail)
    if state.has_monuments:
        yield from _monument_steps(state)
    if state.has_cavern:
        yield Step(
            "Cavern rule: leave room beside each board for 2 cubes",
            detail=("up to 2 cubes named by others may be set aside in the whole game",),
        )
    left = "the other building cards"
    if state.has_monuments:
        left += ", the discarded monument cards and the spare monument pieces"
    if state.variant == "standard":
        left += ", all resource cards"
    if state.variant != "standard":
        left += ", the hammer"
    yield Step(f"back to the box: {left}")


def _resource_card_steps(state: TinyTowns) -> Iterator[Step]:
    if state.deck is None:
        return
    by_hand = state.is_dealt_by_hand
    if state.variant == "town-hall":
        yield Step(f"{state.first} is the Mayor and draws the resource cards; nobody has a hammer")
        text = f"the 15 resource cards: shuffle them and discard {UNSEEN} unseen"
        kept = "keyhelper keeps the deck: leave the 15 resource cards in the box"
        yield Step(text if by_hand else kept)
    else:
        text = f"the 15 resource cards: shuffle them and lay {OFFER} open"
        kept = f"keyhelper keeps the 15 resource cards; on offer: {', '.join(state.deck.offer)}"
        yield Step(text if by_hand else kept)
        out = names.listed(facts()["solo_removed"])
        yield Step(f"not used alone, so into the box: {out}")


def _monument_steps(state: TinyTowns) -> Iterator[Step]:
    if state.is_dealt_by_hand:
        out = " without Fort Ironweed and Opaleye's Watch" if state.variant == "solo" else ""
        yield Step(
            f"the monument cards{out}: shuffle, deal {DEALT} face down to each player",
            detail=("everybody keeps one in secret and discards the other",),
        )
    else:
        whom = "each player" if len(state.players) > 1 else "you"
        unseen_by = ", so that nobody sees it" if len(state.players) > 1 else ""
        yield Step(
            f"the monument cards: keyhelper deals {whom} {DEALT} in secret",
            detail=(f"find the one you keep in the deck{unseen_by}",),
        )
    yield Step(
        "a monument piece for each player" if len(state.players) > 1 else "a monument piece",
        detail=("all pieces are alike, so any will do",),
    )


def _secret_steps(state: TinyTowns) -> Iterator[Step]:
    for player in state.players:
        hand = state.dealt.get(player)
        if isinstance(hand, Sealed):
            yield Step(
                f"{player}'s monuments: {' or '.join(hand.value)}; keep one",
                player=player,
                secret=True,
                detail=monument_lines(hand.value),
            )


def monument_lines(monuments: tuple[str, ...]) -> tuple[str, ...]:
    """What the player reads when choosing: name, layout and effect of each card."""
    lines: list[str] = []
    for name in monuments:
        lines += [name, f"  {layout_words(name)}", f"  {card(name).text}"]
    return tuple(lines)


def table(state: TinyTowns, show_secrets: bool) -> dict[str, Any]:
    """The setup as JSON; secrets only where they are asked for."""
    shown: dict[str, Any] = {"cards": list(state.cards), "first": state.first}
    deck = state.deck
    if deck is not None and deck.offer:
        shown["offer"] = list(deck.offer)
    if not show_secrets:
        return shown
    hands = {p: unsealed(hand) for p, hand in state.dealt.items() if isinstance(hand, Sealed)}
    if hands:
        shown["monuments"] = {player: list(hand) for player, hand in hands.items()}
    if deck is not None and isinstance(deck.pile, Sealed):
        shown["deck"] = list(deck.pile.value)
        if state.variant == "town-hall":
            shown["discarded"] = list(unseen(deck))
    return shown
