"""The towns as small boards, for eyes and for screen readers, and the words fields take."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from keyhelper.engine.game import Panel
from keyhelper.engine.names import listed
from keyhelper.engine.sealed import Sealed
from keyhelper.games.tiny_towns import cards
from keyhelper.games.tiny_towns.cards import BUILDINGS, CUBE_LETTERS, MONUMENTS, RESOURCES, card
from keyhelper.games.tiny_towns.model import GUILD, WATCH, TinyTowns, Town
from keyhelper.games.tiny_towns.town import SIDE, SQUARES, layout_words

MONUMENT_SIGN = "*"
NOTHING = "."
_CARD = 48  # columns for the text of a card
_BESIDE = 18  # columns for names under a board, so that several boards fit side by side


def letters(cards_in_play: Sequence[str]) -> dict[str, str]:
    """One capital letter for each card in play: its first, or the first that is still free."""
    found: dict[str, str] = {}
    for name in cards_in_play:
        own = [c.upper() for c in name if c.isalpha()]
        # A second choice that is also a cube's letter would be read as that cube.
        clear = [c for c in own[1:] if c.lower() not in CUBE_LETTERS.values()]
        options = [own[0], *clear, *own[1:], *"ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
        found[name] = next(c for c in options if c not in found.values())
    return found


def panels(state: TinyTowns, viewer: str | None) -> tuple[Panel, ...]:
    """Every town as a board with a legend; the viewer's own secret monument is named."""
    codes = letters(_shown_cards(state))
    boards = [_town_panel(state, player, codes, viewer) for player in state.players]
    return (*boards, _legend(state, codes))


def _shown_cards(state: TinyTowns) -> tuple[str, ...]:
    standing = [
        item
        for player in state.players
        for item in state.towns[player].board
        if item and cards.is_building(item) and not card(item).is_monument
    ]
    return tuple(dict.fromkeys((*state.cards, *standing)))


def _town_panel(state: TinyTowns, player: str, codes: dict[str, str], viewer: str | None) -> Panel:
    town = state.towns[player]
    title = f"{player} (done)" if town.completed is not None else player
    rows = [f"{row + 1} " + " ".join(_sign(item, codes) for item in _row(town, row))
            for row in range(SIDE)]  # fmt: skip
    extra = tuple(_beside(state, player, viewer))
    lines = ("  a b c d", *rows, *extra)
    return Panel(title=title, lines=lines, spoken=(*_spoken_rows(town), *extra))


def _row(town: Town, row: int) -> tuple[str | None, ...]:
    return town.board[SIDE * row : SIDE * (row + 1)]


def _sign(item: str | None, codes: dict[str, str]) -> str:
    if item is None:
        return NOTHING
    if item in CUBE_LETTERS:
        return CUBE_LETTERS[item]
    return codes.get(item, MONUMENT_SIGN)


def _beside(state: TinyTowns, player: str, viewer: str | None) -> Iterator[str]:
    """What lies on buildings and beside the board."""
    town = state.towns[player]
    for square in SQUARES:
        if town.stored.get(square):
            yield f"{square}: {' '.join(town.stored[square])}"
    if town.monument is not None:
        yield from _narrow(f"{MONUMENT_SIGN} {town.monument}")
    if town.aside:
        yield f"aside: {' '.join(town.aside)}"
    if town.stock:
        yield from _narrow(f"Watch: {', '.join(town.stock)}")
    kept = state.kept.get(player)
    if viewer == player and isinstance(kept, Sealed) and town.raised is None:
        yield f"keeps {kept.value}"
        yield f"  {layout_words(kept.value)}"
        yield from textwrap.wrap(
            card(kept.value).text, _CARD, initial_indent="  ", subsequent_indent="  "
        )


def _narrow(text: str) -> list[str]:
    return textwrap.wrap(text, _BESIDE, subsequent_indent="  ")


def _spoken_rows(town: Town) -> Iterator[str]:
    """The town without drawing: each row that holds something, read from the left."""
    if not any(town.board):
        yield "empty"
    for row in range(SIDE):
        held = [
            f"{SQUARES[SIDE * row + column]} {item}"
            for column, item in enumerate(_row(town, row))
            if item is not None
        ]
        if held:
            yield f"row {row + 1}: {', '.join(held)}"


def _legend(state: TinyTowns, codes: dict[str, str]) -> Panel:
    cubes = [f"{letter} {cube}" for cube, letter in CUBE_LETTERS.items()]
    buildings = [f"{letter} {name}" for name, letter in codes.items()]
    lines = [" ".join(cubes)]
    half = (len(buildings) + 1) // 2
    lines += ["  ".join(buildings[:half]), "  ".join(buildings[half:])]
    if any(town.monument for town in state.towns.values()):
        lines.append(f"{MONUMENT_SIGN} monument")
    spoken = (f"Cubes: {', '.join(cubes)}", f"Cards in play: {listed(state.cards)}")
    return Panel("Legend", tuple(lines), spoken=spoken)


def _short_names(*, is_monument: bool = False) -> tuple[str, ...]:
    return tuple(s for s in cards.short_names() if card(s).is_monument or not is_monument)


def words(state: TinyTowns, kind: str, field: str) -> Sequence[str]:
    """The names a field takes: all cards, so that a wrong one is told, those in play first."""
    if field in {"resource", "cube", "holds"}:
        # The other letters are the only beginnings of their names anyway.
        return (*RESOURCES, CUBE_LETTERS["wood"], CUBE_LETTERS["wheat"])
    if field in {"square", "squares", "at", "swap"}:
        return SQUARES
    if field == "monument":
        return (*(c.name for c in MONUMENTS()), *_short_names(is_monument=True))
    if field == "buildings":
        return state.cards
    if field == "effect":
        return (GUILD, WATCH, "guild", "watch")
    if field == "building":
        every = (*state.cards, *(c.name for c in (*MONUMENTS(), *BUILDINGS())))
        return (*dict.fromkeys(every), *_short_names())
    return state.players if field == "player" else ()
