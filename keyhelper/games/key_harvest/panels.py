"""The table to look at: hex boards, the town board, and where every tile is."""

from __future__ import annotations

from collections.abc import Mapping

from keyhelper.engine import names
from keyhelper.engine.game import Answer, Panel
from keyhelper.games.key_harvest import board, crops
from keyhelper.games.key_harvest.model import (
    QUESTION,
    REGISTRY,
    TRACK,
    Countryside,
    country_of,
    farmhands_left,
    place_of,
    say_place,
    sorted_tiles,
    townsfolk_left,
)
from keyhelper.games.key_harvest.moves import WhereArguments
from keyhelper.games.key_harvest.scoring import group_sizes

LEGEND = (
    "H hops  V vegetables  C cider  B wine  W wheat",
    "H unharvested, h harvested, c4 empty, [4] worker",
)


def panels(state: Countryside, viewer: str | None) -> tuple[Panel, ...]:
    """Every country board, then the town board; counters only for who may see them."""
    boards = tuple(_country(state, player, viewer) for player in state.players)
    return (*boards, _town(state))


def _country(state: Countryside, player: str, viewer: str | None) -> Panel:
    lines = (*_board_or_nothing(state, player), *_beside_board(state, player, viewer))
    return Panel(player, lines, spoken=tuple(_spoken(state, player, viewer)))


def _board_or_nothing(state: Countryside, player: str) -> tuple[str, ...]:
    """The board, or a line where nothing lies on it; one empty board shows the rows."""
    is_sample = player == state.players[0] and not any(c.tiles for c in state.countries.values())
    if country_of(state, player).tiles or is_sample:
        return board_lines(state, player)
    return ("Nothing on the board yet",)


def board_lines(state: Countryside, player: str) -> tuple[str, ...]:
    """The country board, a line a row; each space is four columns, rows shift by two.

    Empty rows above and below are left out, but for one at each end.
    """
    rows: dict[int, str] = {}
    for ref, spot in board.spots(state.layout).items():
        line = rows.get(spot.row, "").ljust(2 * spot.half)
        rows[spot.row] = line + _space(state, player, ref)
    country = country_of(state, player)
    laid = [*(country.fields or {}), *(w.at for w in country.workers or () if w.at)]
    spots = board.spots(state.layout)
    used = [spots[ref].row for ref in laid if ref in spots] or list(rows)
    first, last = min(used) - 1, max(used) + 1
    return tuple(rows[row].rstrip() for row in sorted(rows) if first <= row <= last)


def _space(state: Countryside, player: str, ref: str) -> str:
    country = country_of(state, player)
    worker = country.worker_at(ref)
    if worker is not None:
        return f"[{worker.number}]"
    harvested = (country.fields or {}).get(ref)
    if harvested is None:
        return f"{ref.lower()} "
    letter = crops.LETTERS.get(state.crops.get(ref, ""), "?")
    return f"{ref}{letter.lower() if harvested else letter}"


def _beside_board(state: Countryside, player: str, viewer: str | None) -> list[str]:
    country = country_of(state, player)
    sizes = group_sizes(state.layout, country) or ()
    shown = " ".join(map(str, sizes)) or "none"
    hands = f"farmhands {farmhands_left(state, player)}"
    lines = [f"Groups {shown}; tiles {country.tiles}; {hands}"]
    if country.store:
        lines.append(f"Store: {_store(state, player)}")
    if viewer == player and country.counters is not None:
        # In words: whoever peeks sees this board alone, without the legend.
        lines.append(f"Screen: {crops.say(country.counters)}")
    return lines


def _store(state: Countryside, player: str) -> str:
    stored = country_of(state, player).store
    return ", ".join(f"{_tile(state, s.tile)} for {_short(s.bid)}" for s in stored) or "empty"


def _short(counters: crops.Counters) -> str:
    """Counters in few letters: `2H 1W`."""
    return (
        " ".join(f"{count}{crops.LETTERS[crop]}" for crop, count in counters.items()) or "nothing"
    )


def _tile(state: Countryside, tile: str) -> str:
    return f"{tile}{crops.LETTERS.get(state.crops.get(tile, ''), '?')}"


def _spoken(state: Countryside, player: str, viewer: str | None) -> list[str]:
    """The country in words, for people who hear it."""
    country = country_of(state, player)
    fields = country.fields or {}
    lines = []
    for index, group in enumerate(board.groups(state.layout, fields), start=1):
        said = [
            f"{ref} {state.crops.get(ref, 'unknown crop')}{' harvested' * fields[ref]}"
            for ref in group
        ]
        lines.append(f"Group {index}, {len(group)}: {', '.join(said)}")
    workers = [f"{worker.says()} on {worker.at}" for worker in country.workers or ()]
    lines.append(f"Workers: {names.listed(workers) or 'none'}")
    stored = [
        f"{s.tile} {state.crops.get(s.tile, 'unknown crop')} with a bid of {crops.say(s.bid)}"
        for s in country.store
    ]
    lines.append(f"Store: {names.listed(stored) or 'empty'}")
    lines.append(f"Farmhands left: {farmhands_left(state, player)}")
    if viewer == player and country.counters is not None:
        lines.append(f"Behind the screen: {crops.say(country.counters)}")
    return lines


def _town(state: Countryside) -> Panel:
    registry = [_tile(state, tile) for tile in state.registry]
    registry += ["--"] * (REGISTRY - len(registry))
    bag = f"Bag: fields {len(state.bag)}, events {state.events_in_bag}"
    lines = [
        f"Registry: {' '.join(registry)}",
        f"Events:   {_track(state)}",
        f"Supply:   {_short(state.supply)}",
        f"{bag}; fallow {len(state.fallow)}; townsfolk {townsfolk_left(state)}",
        *LEGEND,
    ]
    return Panel("Town board", tuple(lines), spoken=tuple(_spoken_town(state)))


def _track(state: Countryside) -> str:
    """The event track: `1 2 3 . . . ? . . .`."""
    free = {QUESTION: "?"}
    return " ".join(
        str(space) if space <= len(state.track) else free.get(space, ".")
        for space in range(1, TRACK + 1)
    )


def _spoken_town(state: Countryside) -> list[str]:
    registry = [f"{t} {state.crops.get(t, 'unknown crop')}" for t in state.registry]
    named = [name for name in state.track if name != "event"]
    events = f"Events: {len(state.track)} of {TRACK}" + (f" ({', '.join(named)})" * bool(named))
    return [
        f"Registry: {names.listed(registry) or 'empty'}",
        events,
        f"Supply: {crops.say(state.supply)}",
        f"Bag: {len(state.bag)} field tiles and {state.events_in_bag} events",
        f"Fallow fields: {names.listed(state.fallow) or 'none'}",
        f"Townsfolk on the town board: {townsfolk_left(state)}",
    ]


# Where every tile is


def where(state: Countryside | None, asked: WhereArguments) -> Answer:
    """Where the field tiles are: on a board, in a store, the registry, the fallow or the bag."""
    if state is None:
        none = "There is no saved game of Key Harvest to look at"
        return Answer((none,), {"tiles": {}}, exit_code=1)
    if asked.tiles:
        missing = [tile for tile in asked.tiles if tile not in board.spots(state.layout)]
        found = {tile: place_of(state, tile) for tile in asked.tiles if tile not in missing}
        lines = [f"{tile} is {say_place(place)}" for tile, place in found.items()]
        lines += [f"There is no {tile} on the board {state.layout}" for tile in missing]
        return Answer(tuple(lines), {"tiles": _as_json(found)}, exit_code=1 if missing else 0)
    every = {tile: place_of(state, tile) for tile in board.references(state.layout)}
    lines = [
        f"{label} ({len(tiles)}): {' '.join(tiles) or 'none'}"
        for label, tiles in whereabouts(state).items()
    ]
    return Answer(tuple(lines), {"tiles": _as_json(every)})


def whereabouts(state: Countryside) -> dict[str, tuple[str, ...]]:
    """All references by place, each in reading order."""
    found: dict[str, tuple[str, ...]] = {}
    for player in state.players:
        country = country_of(state, player)
        found[f"{player}'s board"] = tuple(country.fields or {})
        stored = [stored.tile for stored in country.store]
        found[f"{player}'s store"] = sorted_tiles(state.layout, stored)
    found["Registry"] = sorted_tiles(state.layout, state.registry)
    found["Fallow fields"] = sorted_tiles(state.layout, state.fallow)
    found["Bag"] = state.bag
    return found


def _as_json(places: Mapping[str, tuple[str, str | None] | None]) -> dict[str, object]:
    return {
        tile: None if place is None else {"where": place[0], "player": place[1]}
        for tile, place in places.items()
    }
