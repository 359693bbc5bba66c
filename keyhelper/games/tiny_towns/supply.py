"""What no move may change: squares, monument cards, resource cards, the hammer.

Cubes and buildings are not counted: the manual makes their supply unlimited.
"""

from __future__ import annotations

from collections import Counter

from keyhelper.engine.sealed import Sealed
from keyhelper.games.tiny_towns.deck import UNSEEN
from keyhelper.games.tiny_towns.model import Deck, TinyTowns


def components(state: TinyTowns) -> Counter[str]:
    """The finite things of this game, wherever they are now."""
    found: Counter[str] = Counter()
    for player in state.players:
        board = state.towns[player].board
        empty = sum(item is None for item in board)
        found[f"squares of {player}"] = empty + sum(item is not None for item in board)
    found["hammer"] = int(state.hammer in state.players)
    found.update(_monument_cards(state))
    if state.deck is not None:
        found["resource cards"] = _resource_cards(state.deck, state.variant == "solo")
    return found


def _monument_cards(state: TinyTowns) -> Counter[str]:
    """Every card that keyhelper dealt, kept or discarded; a kept one is one of those dealt."""
    cards: Counter[str] = Counter()
    for player, hand in state.dealt.items():
        if isinstance(hand, Sealed):
            kept = state.kept.get(player)
            chosen = [kept.value] if isinstance(kept, Sealed) else []
            discarded = [name for name in hand.value if name not in chosen]
            cards.update(chosen + discarded)
    return cards


def _resource_cards(deck: Deck, is_solo: bool) -> int:
    if not isinstance(deck.pile, Sealed):
        return 0
    lying = len(deck.pile.value) + len(deck.drawn) + len(deck.offer)
    return lying if is_solo else lying + UNSEEN
