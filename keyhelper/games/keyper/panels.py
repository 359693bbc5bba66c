"""Country boards and houses as small lists, for eyes and for screen readers."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence

from keyhelper.engine.game import Panel
from keyhelper.engine.names import listed
from keyhelper.engine.sealed import Sealed
from keyhelper.games.keyper.goods import (
    CODES,
    COLOURS,
    GOODS,
    RIVER,
    amount,
    counted,
    teamed,
)
from keyhelper.games.keyper.model import Country, House, Keyper, Keyple, Spot, Tile

WIDTH = 22  # three panels side by side on 80 columns, two on 50
_PLAIN = {"build": "bld", "discount": "disc", "upgrade": "upgr", "none": "-"}
_NAME = 11
_LOW = 4  # a supply this small is worth seeing
_HARD_SPACE = "\u00a0"
# What the signs on the boards mean; a screen reader hears whole words instead.
_LEGEND = (
    "LB/LG light-blue/green",
    "OR orange   BR brown",
    "BK black    GY grey",
    "WH white    wh: lies",
    "bld build   * upgraded",
    "disc discount  - none",
)


def panels(state: Keyper, viewer: str | None) -> tuple[Panel, ...]:
    """Every country board, every house, and what lies in the middle; own fairs are told."""
    boards = [_board(number, country) for number, country in (state.boards or {}).items()]
    houses = [_house(state, player, viewer) for player in state.players]
    return (*boards, *houses, _middle(state))


def _board(number: str, country: Country) -> Panel:
    title = f"Board {number}" + (f" ({country.keyper})" if country.keyper else "")
    used = {name: spot for name, spot in country.fields.items() if spot.keyples}
    lines = [_field(name, spot, country) for name, spot in used.items()]
    spoken = [_said(name, spot, country) for name, spot in used.items()]
    free = "" if country.keyper else "no keyper"
    river = "" if country.boat else "no boat"
    rest = [text for text in (free, river) if text]
    return Panel(
        title=title,
        lines=(*(lines or ["nothing played yet"]), *_wrapped(", ".join(rest))),
        spoken=(*(spoken or ["nothing played yet"]), *rest),
    )


def _field(name: str, spot: Spot, country: Country) -> str:
    """`clay   OR  OR+wh`: name, border, keyples; one that lies is written small."""
    shown = f"boat {country.boat}" if name == RIVER and country.boat else name
    border = CODES.get(spot.border, _PLAIN.get(spot.border, spot.border))
    there = "+".join(_sign(keyple) for keyple in spot.keyples)
    return f"{shown[:_NAME]:{_NAME}} {border[:4]:4} {there}"


def _sign(keyple: Keyple) -> str:
    code = CODES[keyple.colour]
    return code.lower() if keyple.lies else code


def _said(name: str, spot: Spot, country: Country) -> str:
    shown = f"river with boat {country.boat}" if name == RIVER and country.boat else name
    there = [f"{keyple.colour} {'lies' if keyple.lies else 'stands'}" for keyple in spot.keyples]
    return f"{shown}, border {spot.border}: {listed(there)}"


def _house(state: Keyper, player: str, viewer: str | None) -> Panel:
    house = state.house(player)
    title = f"{player} (start)" if player == state.first and state.phase == "play" else player
    own = tuple(_dealt(house)) if viewer == player else ()
    facts = (*_facts(state, house), *own)
    return Panel(
        title=title,
        lines=tuple(line for fact in facts for line in _wrapped(fact)),
        spoken=(*_spoken_facts(house), *own),
    )


def _dealt(house: House) -> Iterator[str]:
    """Which fairs of each row the seed dealt; nobody else may know."""
    if isinstance(house.dealt, Sealed):
        places = ", ".join(f"{season} {place}" for season, place in house.dealt.value.items())
        yield f"your fairs, from the left: {places}"


def _facts(state: Keyper, house: House) -> Iterator[str]:
    if house.hand is not None:
        hand = " ".join(_team_codes(house.hand)) or "all played"
        yield f"hand {hand}"
    if house.has_keyper:
        yield "keyper ready"
    if house.resting:
        yield "keyp tile " + " ".join(_sign(keyple) for keyple in house.resting)
    yield from _store(house)
    for area in ("farm", "village", None):
        seen = [tile for tile in house.tiles or () if not tile.is_overbuilt and tile.area == area]
        if seen:
            yield f"{area or 'built'}: " + ", ".join(_tile(tile) for tile in seen)
    for name, spot in house.places.items():
        if spot.keyples:
            yield f"{name} " + "+".join(_sign(keyple) for keyple in spot.keyples)
    if house.taken:
        yield f"taken: {', '.join(_with_area(tile) for tile in house.taken)}"
    if house.winter_fairs:
        yield f"winter fairs {house.winter_fairs}"
    if house.held:
        yield "fairs " + "+".join(str(fair.points) for fair in house.held)


def _tile(tile: Tile) -> str:
    """`Mill* BK`: a star where it shows its better side, then its keyples."""
    there = "+".join(_sign(keyple) for keyple in tile.spot.keyples)
    return _together(f"{tile.name}{'*' if tile.is_upgraded else ''} {there}".rstrip())


def _with_area(tile: Tile) -> str:
    return _together(f"{tile.name} ({tile.area})") if tile.area else tile.name


def _store(house: House) -> Iterator[str]:
    for store in (house.resources, house.animals):
        if store:
            yield ", ".join(amount(number, kind) for kind, number in _ordered(store).items())
    if house.shipping is not None:
        yield f"shipping {house.shipping}"


def _spoken_facts(house: House) -> Iterator[str]:
    if house.hand is not None:
        yield f"keyples to play: {teamed(house.hand)}"
    if house.has_keyper:
        yield "the keyper is still to be played"
    if house.resting:
        yield f"on the keyp tile: {listed([keyple.colour for keyple in house.resting])}"
    if house.goods is not None:
        yield f"has {counted(_ordered(house.goods))}"
    if house.shipping is not None:
        yield f"{house.shipping} points on the shipping track"
    for tile in house.tiles or ():
        state_of = "overbuilt" if tile.is_overbuilt else "upgraded" if tile.is_upgraded else "built"
        there = [f"{k.colour} {'lies' if k.lies else 'stands'}" for k in tile.spot.keyples]
        where = f" on the {tile.area}" if tile.area == "farm" else " in the village"
        placed = f"{state_of}{where}" if tile.area else state_of
        yield f"{tile.name}, {placed}" + (f": {listed(there)}" if there else "")
    for name, spot in house.places.items():
        there = [f"{k.colour} {'lies' if k.lies else 'stands'}" for k in spot.keyples]
        if there:
            yield f"{name} on the own board: {listed(there)}"
    if house.taken:
        taken = [f"{t.name} ({t.area})" if t.area else t.name for t in house.taken]
        yield f"taken and not built: {listed(taken)}"
    if house.winter_fairs:
        yield f"{house.winter_fairs} winter fairs to hold"
    if house.held:
        yield f"fairs held for {listed([str(fair.points) for fair in house.held])} points"


def _middle(state: Keyper) -> Panel:
    facts = [f"bag {state.bag}, display {len(state.display)}"]
    facts.append(f"boats ready: {' '.join(state.boats) or 'none'}")
    low = {kind: n for kind, n in (state.supply or {}).items() if n <= _LOW}
    if low:
        facts.append("supply low: " + ", ".join(amount(n, k) for k, n in _ordered(low).items()))
    lines = tuple(line for fact in facts for line in _wrapped(fact))
    return Panel("Middle", (*lines, *_LEGEND), spoken=tuple(facts))


def _team_codes(hand: Mapping[str, int]) -> Iterator[str]:
    for colour in COLOURS:
        if hand.get(colour):
            number = hand[colour]
            yield f"{number if number > 1 else ''}{CODES[colour]}"


def _ordered(goods: Mapping[str, int]) -> dict[str, int]:
    return {kind: goods[kind] for kind in GOODS if kind in goods}


def _wrapped(text: str) -> Sequence[str]:
    lines = textwrap.wrap(text, WIDTH, subsequent_indent="  ") if text else ()
    return [line.replace(_HARD_SPACE, " ") for line in lines]


def _together(text: str) -> str:
    """A text that is not parted at the end of a line where it fits on one."""
    return text.replace(" ", _HARD_SPACE) if len(text) < WIDTH - 2 else text
