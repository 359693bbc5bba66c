"""Villages drawn in two rows, and what lies on their cards."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from keyhelper.engine.game import Panel
from keyhelper.games.key_flow.gains import tiles_said
from keyhelper.games.key_flow.model import Building, Holdings, KeyFlow, KeypleCard, plenty
from keyhelper.games.key_flow.printed import amounts
from keyhelper.games.key_flow.village import HOME

_WIDEST = 37  # columns of a panel, so that two stand side by side; wide villages get more bands
_GLUE = "\N{NO-BREAK SPACE}"  # keeps a letter with its card, and a number with its noun
_CARD = 4  # columns of a card: its letter, its keyple cards, a border


def panels(state: KeyFlow, viewer: str | None) -> tuple[Panel, ...]:
    """One panel a player: the two rows, then each card that has something to say."""
    return tuple(_panel(state, player) for player in state.players)


def _panel(state: KeyFlow, player: str) -> Panel:
    if state.keep == "counts" or (state.phase == "any" and not state.villages.get(player)):
        return Panel(player, tuple(_counts(state.counts.get(player, Holdings()))))
    laid = state.villages.get(player, ())
    letters = _letters(laid)
    village = sorted(laid, key=lambda b: (b.row == "river", b.at if b.at is not None else 0))
    drawn = tuple(_drawn(village, letters)) if all(b.at is not None for b in village) else ()
    legend = tuple(_legend(village, letters))
    spoken = tuple(_spoken(village))
    own = tuple(_supply(state, player))
    wrapped = tuple(line for text in own for line in _wrapped(text))
    return Panel(player, (*drawn, *legend, *wrapped), (*spoken, *own))


def _letters(village: tuple[Building, ...]) -> dict[str, str]:
    """A letter for each card in the order they were laid, so that it stays; H for the home."""
    alphabet = iter("abcdefgijklmnopqrstuvwxyzABCDEFGIJKLMNOPQRSTUVWXYZ" * 2)
    return {b.name: "H" if b.at == HOME else next(alphabet) for b in village}


def _drawn(village: list[Building], letters: dict[str, str]) -> Iterator[str]:
    """Two rows of cards, the river row shifted by half a card; gaps stay empty."""
    places = {b.at: b for b in village if b.at is not None}
    left, right = min(places), max(places)
    start = left - (left % 2)  # a band begins with a road place
    is_wide = right - start >= 2 * (_WIDEST // _CARD)
    band = 2 * ((_WIDEST - 4) // _CARD if is_wide else _WIDEST // _CARD)
    while start <= right:
        before = "> " if start > left else ""  # goes on from the band above
        after = " >" if start + band <= right else ""
        for offset in (0, 1):
            row = " " * (offset * _CARD // 2)
            for place in range(start + offset, min(start + band, right + 1), 2):
                row += _cell(places.get(place), letters)
            if row.strip():
                yield (before + row + after).rstrip()
        start += band


def _cell(building: Building | None, letters: dict[str, str]) -> str:
    if building is None:
        return " " * _CARD
    # What counts for the next card or token: uses by cards and by tokens alike.
    count = len(building.keyples) if building.uses is None else building.uses
    return f"[{letters[building.name]}{min(count, 9) if count else ' '}]"


def _legend(village: list[Building], letters: dict[str, str]) -> Iterator[str]:
    """Cards with something on them line by line, the others in one run."""
    plain: list[str] = []
    for building in village:
        said = ", ".join(_lying(building))  # how often it was used stands in the map
        name = f"{letters[building.name]}{_GLUE}{building.name}"
        if said:
            yield from _wrapped(f"{name}: {said}")
        elif building.at != HOME:
            plain.append(name)
    yield from _wrapped(", ".join(plain))


def _wrapped(text: str) -> list[str]:
    """The text in lines; no number is left alone at the end of one."""
    glued = re.sub(r"(?<=\d) (?=[^\W\d])", _GLUE, text)
    lines = textwrap.wrap(
        glued, _WIDEST, subsequent_indent="  ", break_long_words=True, break_on_hyphens=False
    )
    return [line.replace(_GLUE, " ") for line in lines]


def _said(building: Building) -> str:
    used = [f"used {building.uses}"] if building.uses else []
    return ", ".join([*_lying(building), *used])


def _lying(building: Building) -> list[str]:
    """What lies on a card, and whether it is new."""
    parts: list[str] = []
    if building.upgrades:
        flipped = f", {building.flipped} flipped" if building.flipped else ""
        parts.append(f"{plenty(building.upgrades, 'upgrade')}{flipped}")
    if any(building.goods.values()):
        parts.append(amounts(building.goods))
    if building.is_new:
        parts.append("new")
    return parts


def _spoken(village: list[Building]) -> Iterator[str]:
    for building in village:
        where = f"{building.row or 'unknown'} row, {building.where or 'place not said'}"
        said = _said(building)
        yield f"{building.name}, {where}" + (f": {said}" if said else "")


def _supply(state: KeyFlow, player: str) -> Iterator[str]:
    if state.keep == "everything" and state.phase != "any":
        held = f"{plenty(state.tokens.get(player) or 0, 'token')}"
        yield f"{held} · {tiles_said(state.skills.get(player, {}))}"
    store = state.stores.get(player, ())
    if store:
        yield f"store: {_cards(store)}"


def _cards(store: tuple[KeypleCard, ...]) -> str:
    found: dict[str, int] = {}
    for card in store:
        name = " ".join(filter(None, (card.colour or "unread", card.animal)))
        found[name] = found.get(name, 0) + 1
    return ", ".join(f"{count} {name}" for name, count in sorted(found.items()))


def _counts(held: Holdings) -> Iterator[str]:
    points = sum(panel.points or 0 for panel in held.panels)
    yield f"points {points}, flipped {held.flipped}, tokens {held.tokens}"
    for label, found in (
        ("goods", held.resources),
        ("animals", held.animals),
        ("skills", held.skills),
    ):
        if any(found.values()):
            yield from _wrapped(f"{label}: {amounts(found)}")
    if held.keyples:
        yield from _wrapped(f"keyples: {_cards(held.keyples)}")
    for spot in held.locations:
        yield from _wrapped(f"{spot.card}: {amounts(spot.resources)}")
    named = [card.name for card in held.winter] + list(held.boats)
    if named:
        yield from _wrapped(f"cards: {', '.join(named)}")
