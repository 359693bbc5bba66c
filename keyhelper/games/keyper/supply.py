"""What no move may change: keyples, goods, animals, gems, tiles, boats and keypers."""

from __future__ import annotations

from collections import Counter

from keyhelper.games.keyper.model import Keyper


def components(state: Keyper) -> Counter[str]:
    """Everything of this game's box, wherever it is now."""
    found: Counter[str] = Counter()
    _count_keyples(state, found)
    for kind, number in (state.supply or {}).items():
        found[kind] += number
    for house in state.houses.values():
        for kind, number in (house.goods or {}).items():
            found[kind] += number
    _count_tiles(state, found)
    on_rivers = [country.boat for country in (state.boards or {}).values() if country.boat]
    found["boats"] = len(state.boats) + len(state.boats_aside) + len(on_rivers)
    standing = sum(country.keyper is not None for country in (state.boards or {}).values())
    found["keypers"] = standing + sum(bool(house.has_keyper) for house in state.houses.values())
    return found


def _count_keyples(state: Keyper, found: Counter[str]) -> None:
    spots = [spot for country in (state.boards or {}).values() for spot in country.fields.values()]
    for colour, number in state.out_of_play.items():
        found[f"{colour} keyple"] += number
    for house in state.houses.values():
        spots += [tile.spot for tile in house.tiles or ()] + list(house.places.values())
        for colour, number in (house.hand or {}).items():
            found[f"{colour} keyple"] += number
        for keyple in house.resting:
            found[f"{keyple.colour} keyple"] += 1
    for spot in spots:
        for keyple in spot.keyples:
            found[f"{keyple.colour} keyple"] += 1


def _count_tiles(state: Keyper, found: Counter[str]) -> None:
    # Winter fairs lie among the country tiles once they are in the bag, so both are one pile.
    pile = state.bag + state.aside + state.fairs_aside + state.discarded + len(state.display)
    for player, house in state.houses.items():
        built = [tile.deck for tile in house.tiles or ()]
        winter = sum(fair.season == "winter" for fair in house.held or ())
        pile += built.count("country") + len(house.taken) + house.winter_fairs + winter
        found[f"home tiles of {player}"] = built.count("home") + sum(house.home.values())
    found["country tiles and winter fairs"] = pile
