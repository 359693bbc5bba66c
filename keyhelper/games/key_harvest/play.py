"""What never gets lost, what the words of a line mean, and what is worth keeping."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from keyhelper.engine import catalogue, names
from keyhelper.engine.game import Doubt, Learned, Move
from keyhelper.engine.trouble import Trouble
from keyhelper.games.key_harvest import board, crops, moves, typed
from keyhelper.games.key_harvest.asks import unknown_crops
from keyhelper.games.key_harvest.bag import event_fate
from keyhelper.games.key_harvest.model import (
    GAME,
    Country,
    Countryside,
    effect_name,
    farmhands_left,
    townsfolk_left,
)
from keyhelper.games.key_harvest.opening import seal
from keyhelper.games.key_harvest.ripe import whole_group
from keyhelper.games.key_harvest.stores import find_stored

_COLOURS = ("brown", "green", "orange", "red", "yellow", "apples", "barrels")
_CROP_WORDS = (*crops.CROPS, *_COLOURS, *crops.LETTERS.values())


# What never gets lost


def components(state: Countryside) -> Counter[str]:
    """Every tile, counter and worker, wherever it is."""
    found: Counter[str] = Counter()
    tiles = [*state.registry, *state.fallow, *state.bag]
    for crop in crops.CROPS:
        found[f"counter {crop}"] += state.supply.get(crop, 0) + state.counters_bag.get(crop, 0)
    for country in state.countries.values():
        tiles += [*(country.fields or {}), *(stored.tile for stored in country.store)]
        for crop, count in _spent(country).items():
            found[f"counter {crop}"] += count
    # Not by reference: which references there are is settled by the first question.
    found["field"] = len(tiles)
    found["field in two places"] = len(tiles) - len(set(tiles))
    found["event"] = (
        state.events_in_bag + len(state.track) + state.aside + state.ignored + state.removed
    )
    waiting = [p.worker for p in state.pending if p.kind == "displaced" and p.worker]
    placed = [w for country in state.countries.values() for w in country.workers or ()]
    found["farmhand"] = sum(1 for w in (*placed, *waiting) if w.is_farmhand)
    found["farmhand"] += sum(farmhands_left(state, player) for player in state.players)
    found["townsfolk"] = sum(1 for w in (*placed, *waiting) if not w.is_farmhand)
    found["townsfolk"] += townsfolk_left(state)
    return found


def _spent(country: Country) -> Mapping[str, int]:
    """Counters gained and lost since the deal, with those that lie in the store."""
    found = dict(country.net)
    for stored in country.store:
        found = crops.plus(found, stored.bid)
    return found


# Words, and what follows from the rest


def words(state: Countryside, kind: str, field: str) -> tuple[str, ...]:
    """The names that a field of a kind of move takes."""
    if field in ("tile", "at", "first", "second", "fields"):
        every = board.references(state.layout)
        return (*every, typed.ALL, "group") if kind == "harvest" else every
    if field == "crop":
        return _CROP_WORDS
    if field in ("starts", "to") and kind in ("first", "give"):
        return state.players
    if field == "to":
        return typed.PLACES
    if field == "symbol":
        return ("bell", "scroll")
    if field == "of":
        return (effect_name(state) or "the effect",)
    # The lengths of rows are read by the game: half a layout is none.
    return ("set aside", "ignored") if field == "fate" else ()


def fill(state: Countryside, move: Move) -> Move:
    """The move with what follows from the table: who, the bid, the other tile of a pair."""
    update: dict[str, Any] = {}
    if move.player is None:
        player = _whose(state, move)
        update |= {"player": player} if player else {}
    update |= _at_this_moment(state, update.get("player", move.player), move)
    if isinstance(move, moves.GiveCounters):
        update |= {"to": names.find(move.to, state.players) or move.to}
    if isinstance(move, moves.ChooseFirst):
        # A name alone is who starts, not who chooses.
        starts = move.starts or move.player or ""
        chooser = move.player if move.starts else state.first_drawn
        spelt = names.find(starts, state.players) or starts or None
        update |= {"starts": spelt, "player": chooser or state.first_drawn}
    if isinstance(move, moves.SayCrops):
        update |= {"tiles": _in_order(state, move)}
    elif isinstance(move, moves.TransferTile) and move.pay is None:
        found = find_stored(state, move.tile)
        update |= {"pay": found[1].bid} if found else {}
    elif isinstance(move, moves.TakePair) and move.second is None:
        other = _partner(state, move.first)
        update |= {"second": other} if other else {}
    elif isinstance(move, moves.DrawTile) and move.crop is None:
        update |= {"crop": state.crops.get(move.tile)}
    elif isinstance(move, moves.DrawCounters) and move.crops is not None and move.player:
        update |= {"crops": None, "sealed": seal(move.player, move.crops)}
    elif isinstance(move, moves.PlayWorker) and move.name:
        update |= _from_box(move)
    return move.model_copy(update=update) if update else move


def _at_this_moment(state: Countryside, player: str | None, move: Move) -> dict[str, Any]:
    """What is being carried out, what becomes of an event, all fields of the only group."""
    if isinstance(move, moves.Done):
        return {"of": effect_name(state)}
    if isinstance(move, moves.DrawEvent):
        return {"fate": event_fate(state)}
    groups = _groups_meant(state, player, move)
    return {"fields": groups[0]} if len(groups) == 1 else {}


def _groups_meant(
    state: Countryside, player: str | None, move: Move
) -> tuple[tuple[str, ...], ...]:
    """The groups that `harvest all` may mean; none for any other move."""
    if not isinstance(move, moves.HarvestCrops) or typed.ALL not in move.fields:
        return ()
    return whole_group(state, player, move.fields) if player in state.players else ()


def doubt(state: Countryside, move: Move) -> Doubt | None:
    """Which group is harvested, where a player has several and said `all`."""
    groups = _groups_meant(state, move.player, move)
    if len(groups) < 2:
        return None
    labels = [" ".join(group) for group in groups]
    meant = [move.model_copy(update={"fields": group}) for group in groups]
    return Doubt("Which group?", tuple(zip(labels, meant, strict=True)))


def _in_order(state: Countryside, move: moves.SayCrops) -> tuple[tuple[str, str], ...]:
    """Crops without references belong to the tiles asked for, in their order."""
    asked = iter(unknown_crops(state) if move.player is None else ())
    return tuple((tile or next(asked, ""), crop) for tile, crop in move.tiles)


def _whose(state: Countryside, move: Move) -> str | None:
    if isinstance(move, moves.ChooseFirst):
        return state.first_drawn
    if isinstance(move, moves.SetLayout | moves.SayCrops):
        return None
    top = state.top
    if top is not None:
        return top.waiting[0] if top.waiting else top.player
    if state.is_partial and len(state.players) == 1:
        return state.players[0]
    return state.on_turn


def _partner(state: Countryside, tile: str) -> str | None:
    for pair in state.pairs:
        if tile in pair:
            return pair[1] if pair[0] == tile else pair[0]
    return None


def _from_box(move: moves.PlayWorker) -> dict[str, Any]:
    """A worker's name as the box spells it, and its symbol."""
    known = catalogue.entries(GAME, "workers")
    spelt = names.find(move.name or "", known)
    if spelt is None:
        return {}
    symbol = known[spelt]["symbol"]
    usable = symbol if symbol in ("bell", "scroll") else None
    return {"name": spelt, "symbol": move.symbol or usable}


def suggest(state: Countryside, kind: str, field: str, given: Mapping[str, Any]) -> str | None:
    """A likely answer: the crop that the box knows, the bid to match, the usual layout."""
    tile = given.get("tile")
    if kind == "draw" and field == "crop" and isinstance(tile, str):
        return state.crops.get(_reference(tile))
    if kind == "transfer" and field == "pay" and isinstance(tile, str):
        found = find_stored(state, _reference(tile))
        return crops.say(found[1].bid) if found else None
    if kind == "pair" and field == "second" and isinstance(given.get("first"), str):
        return _partner(state, _reference(given["first"]))
    if kind == "first" and field == "starts":
        return state.first_drawn
    return state.layout if kind == "layout" and field == "rows" else None


def narrow(
    state: Countryside, kind: str, field: str, given: Mapping[str, Any]
) -> tuple[str, ...] | None:
    """The few tiles or spaces that fit: what is stored, what lies in the registry, and so on."""
    country = state.countries.get(given.get("player") or state.on_turn or "", Country())
    if (kind, field) == ("transfer", "tile"):
        every = state.countries.values()
        return tuple(stored.tile for owner in every for stored in owner.store)
    if (kind, field) == ("store", "tile"):
        return state.registry
    if (kind, field) == ("harvest", "fields"):
        ripe = tuple(ref for ref, harvested in (country.fields or {}).items() if not harvested)
        return (*ripe, typed.ALL) if len(ripe) > 1 else ripe
    if (kind, field) in (("remove", "at"), ("lift", "at")):
        return tuple(worker.at for worker in country.workers or () if worker.at)
    return None


def _reference(text: str) -> str:
    try:
        return board.read_reference(text)
    except Trouble:
        return text


def learns(state: Countryside, move: Move) -> tuple[Learned, ...]:
    """What a move tells about the box itself, worth keeping for the next game."""
    if isinstance(move, moves.SetLayout):
        return (Learned("boards", "country board", "layout", move.rows),)
    if isinstance(move, moves.SayCrops):
        return tuple(Learned("fields", tile, "crop", crop) for tile, crop in move.tiles if tile)
    if isinstance(move, moves.DrawTile) and move.crop and state.crops.get(move.tile) != move.crop:
        return (Learned("fields", move.tile, "crop", move.crop),)
    if isinstance(move, moves.TakePair) and move.second:
        return _learn_pair(move.first, move.second)
    if isinstance(move, moves.PlayWorker) and move.name:
        number = Learned("workers", move.name, "number", move.number)
        symbol = Learned("workers", move.name, "symbol", move.symbol)
        return (number, symbol) if move.symbol else (number,)
    if isinstance(move, moves.DrawEvent) and move.wording:
        return (Learned("events", move.title, "effect", move.wording),)
    return ()


def _learn_pair(first: str, second: str) -> tuple[Learned, ...]:
    """A pair for the first free line of the box, unless it stands there already."""
    entries = catalogue.entries(GAME, "start-pairs")
    if any({values["first"], values["second"]} & {first, second} for values in entries.values()):
        return ()
    for name, values in entries.items():
        if values["first"] is None and values["second"] is None:
            return (
                Learned("start-pairs", name, "first", first),
                Learned("start-pairs", name, "second", second),
            )
    return ()
