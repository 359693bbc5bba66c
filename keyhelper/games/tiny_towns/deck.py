"""The fifteen resource cards: shuffled at setup for good, drawn in Town Hall, offered alone.

A game draws nothing by itself, so every shuffle a game can need is drawn at setup and sealed.
"""

from __future__ import annotations

from keyhelper.engine.chance import Chance
from keyhelper.engine.sealed import UNKNOWN, Sealed
from keyhelper.engine.trouble import Trouble
from keyhelper.games.tiny_towns.cards import RESOURCES, facts
from keyhelper.games.tiny_towns.model import Deck

OFFER = 3
UNSEEN = 5
# A shuffle lasts fifteen Town Hall rounds, so these last 360; after the last the first returns.
SHUFFLES = 24
_LETTERS = dict(zip("WHBGS", RESOURCES, strict=True))


def town_hall_deck(chance: Chance) -> Deck:
    """Fifteen cards shuffled, five of them discarded unseen."""
    shuffles = tuple(_shuffle(chance, number) for number in range(1, SHUFFLES + 1))
    sealed = Sealed[tuple[str, ...]](owner=None, value=shuffles)
    return Deck(pile=_sealed(_cards(shuffles[0])[UNSEEN:]), shuffles=sealed)


def solo_deck(chance: Chance) -> Deck:
    """Fifteen cards shuffled, three of them open."""
    order = _cards(_shuffle(chance, 1))
    return Deck(
        pile=_sealed(order[OFFER:]),
        shuffles=Sealed[tuple[str, ...]](owner=None, value=()),
        offer=order[:OFFER],
    )


def table_deck() -> Deck:
    """Cards that the table shuffles and draws itself."""
    return Deck(pile=UNKNOWN, shuffles=UNKNOWN)


def next_card(deck: Deck) -> str | None:
    """The card the Mayor draws next; None when the table has the deck."""
    pile, _ = _ready(deck)
    return pile[0] if pile else None


def draw_card(deck: Deck, told: str | None) -> tuple[str, Deck]:
    """The resource drawn and the deck after it; `told` is what the table saw."""
    pile, deck = _ready(deck)
    if not pile:
        if told is None:
            raise Trouble("Say which resource the card shows: the table has the deck")
        return told, deck.model_copy(update={"drawn": (*deck.drawn, told)})
    drawn = told or pile[0]
    rest = list(pile)
    rest.remove(drawn if drawn in pile else pile[0])
    changes = {"pile": _sealed(tuple(rest)), "drawn": (*deck.drawn, drawn)}
    return drawn, deck.model_copy(update=changes)


def drawn_since_shuffle(deck: Deck) -> tuple[str, ...]:
    """The open cards that the next draw is made without."""
    return _ready(deck)[1].drawn


def take_offer(deck: Deck, resource: str) -> Deck:
    """The deck after a card is taken from the offer: under the pile with it, one turned up."""
    if not isinstance(deck.pile, Sealed) or resource not in deck.offer:
        return deck
    place = deck.offer.index(resource)
    pile = deck.pile.value
    offer = (*deck.offer[:place], pile[0], *deck.offer[place + 1 :])
    return deck.model_copy(update={"offer": offer, "pile": _sealed((*pile[1:], resource))})


def unseen(deck: Deck) -> tuple[str, ...]:
    """Town Hall: the five cards discarded unseen, where keyhelper has the deck."""
    if not isinstance(deck.shuffles, Sealed) or not deck.shuffles.value:
        return ()
    return _cards(deck.shuffles.value[deck.shuffle % len(deck.shuffles.value)])[:UNSEEN]


def _ready(deck: Deck) -> tuple[tuple[str, ...], Deck]:
    """The pile to draw from, shuffled again first when it is used up."""
    total: int = facts()["resource_cards"]["total"]
    if not isinstance(deck.pile, Sealed) or not isinstance(deck.shuffles, Sealed):
        if len(deck.drawn) < total - UNSEEN:
            return (), deck
        return (), deck.model_copy(update={"drawn": ()})
    if deck.pile.value or not deck.shuffles.value:
        return deck.pile.value, deck
    number = deck.shuffle + 1
    pile = _cards(deck.shuffles.value[number % len(deck.shuffles.value)])[UNSEEN:]
    changes = {"shuffle": number, "drawn": (), "pile": _sealed(pile)}
    return pile, deck.model_copy(update=changes)


def _shuffle(chance: Chance, number: int) -> str:
    each: int = facts()["resource_cards"]["each"]
    return "".join(chance.secret(f"resource deck {number}").shuffle("".join(_LETTERS) * each))


def _cards(order: str) -> tuple[str, ...]:
    return tuple(_LETTERS[letter] for letter in order)


def _sealed(pile: tuple[str, ...]) -> Sealed[tuple[str, ...]]:
    return Sealed[tuple[str, ...]](owner=None, value=pile)
