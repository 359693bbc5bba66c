"""The course of the game: who is asked for what, when it ends, what never gets lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from keyhelper.engine import catalogue, names
from keyhelper.engine.game import Ask, Learned, Move, Turn
from keyhelper.engine.trouble import Trouble
from keyhelper.games.key_harvest import board, crops, moves, typed
from keyhelper.games.key_harvest.model import (
    ACTIONS,
    GAME,
    REGISTRY,
    Country,
    Countryside,
    Pending,
    farmhands_left,
    left_of,
    townsfolk_left,
)
from keyhelper.games.key_harvest.opening import seal
from keyhelper.games.key_harvest.stores import find_stored

ACTION_KINDS = ("harvest", "worker", "transfer", "store", "remove", "pass")
EFFECT_KINDS = ("done", "gain", "lose", "give", "tile", "flip", "lift", "event", "draw")
FREE_KINDS = ("harvest", "worker", "remove", "transfer", "store", "crops")
_CROP_WORDS = (*crops.CROPS, "brown", "green", "orange", "red", "yellow", "apples", "barrels")


# What is asked


def turn(state: Countryside) -> Turn:
    """The question the table must answer next."""
    ask = _opening_ask(state) or _pending_ask(state) or _turn_ask(state) or _count_ask(state)
    return Turn(_headline(state), (ask,) if ask else ())


def _headline(state: Countryside) -> str:
    if state.turns_left == 0:
        return "Key Harvest · the last turn is over"
    if state.on_turn is None:
        return "Key Harvest · before the first turn"
    parts = [f"Turn {state.turns + 1}", f"{state.on_turn} has the bag"]
    if state.turns_left is not None:
        left = state.turns_left
        parts.append(f"last turns: {left} left" if left > 1 else "the last turn")
    elif state.is_last_turns:
        parts.append("the tenth event is out: two turns each after this one")
    return " · ".join(parts)


def _opening_ask(state: Countryside) -> Ask | None:
    if state.is_partial:
        return None
    if not state.is_layout_settled:
        return Ask(
            "How long are the rows A to G of your boards?",
            ("layout",),
            enter=moves.SetLayout(rows=state.layout),
            hint=f"Enter: {state.layout}; asked only once",
        )
    for player, country in state.countries.items():
        if not country.fields and not state.is_registry_open:
            hint = "two references, the tile drawn and the other of its colour: E4 B7"
            return Ask(f"{player}'s start tiles", ("pair",), {"player": player}, hint=hint)
    if not state.is_registry_open:
        number = len(state.registry) + 1
        hint = "reference and crop: C4 wheat"
        return Ask(f"Registry, tile {number} of {REGISTRY}", ("draw",), hint=hint)
    blank = unknown_crops(state)
    if blank:
        sample = [f"{tile} {crop}" for tile, crop in zip(blank, ("wheat", "hops"), strict=False)]
        hint = f"the large symbol: {', '.join(sample)}" + " ..." * (len(blank) > 2)
        return Ask(f"What grows on {names.listed(blank)}?", ("crops",), hint=hint)
    return _hands_ask(state)


def _hands_ask(state: Countryside) -> Ask | None:
    if state.on_turn is not None or state.turns:
        return None
    for player, country in state.countries.items():
        if not country.is_told and player not in state.asked_counters:
            return Ask(
                f"{player}, which three counters did you draw?",
                ("counters",),
                {"player": player},
                enter=moves.DrawCounters(player=player),
                hint="such as 2 hops 1 wine; Enter keeps them to yourself",
                secret_for=player,
            )
    chooser = state.first_drawn
    if chooser is None:
        return Ask("Who takes the first turn?", ("first",), hint="as the drawn player chose")
    return Ask(
        f"{chooser} chooses who takes the first turn",
        ("first",),
        {"player": chooser},
        enter=moves.ChooseFirst(player=chooser, starts=chooser),
        hint=f"Enter: {chooser}",
    )


def unknown_crops(state: Countryside) -> tuple[str, ...]:
    """Face-up tiles of which nobody has said what grows on them."""
    seen = list(state.registry)
    for country in state.countries.values():
        seen += [*(country.fields or {}), *(stored.tile for stored in country.store)]
    return tuple(ref for ref in board.references(state.layout)
                 if ref in seen and ref not in state.crops)  # fmt: skip


def _pending_ask(state: Countryside) -> Ask | None:
    top = state.top
    if top is None:
        return None
    news = f"{state.news}. " if state.news else ""
    if top.kind == "refill":
        return Ask(
            f"{top.player} draws for the registry",
            ("draw", "event", "empty"),
            {"player": top.player},
            hint=f"{news}C4 wheat, `event` or `empty`",
        )
    if top.kind == "displaced":
        worker = top.worker.says() if top.worker else "the worker"
        return Ask(
            f"{top.player}'s {worker} was pushed off: where to?",
            ("reposition", "home"),
            {"player": top.player},
            enter=moves.WorkerHome(player=top.player),
            hint="a legal space, free, and it acts again; Enter: home",
        )
    return _effect_ask(top, news)


def _effect_ask(top: Pending, news: str) -> Ask:
    kinds = (*EFFECT_KINDS, *FREE_KINDS)
    if top.kind == "event":
        who = top.waiting[0]
        name = f"the event {top.name}" if top.name else "the event"
        return Ask(
            f"{who} carries out {name}",
            kinds,
            {"player": who},
            enter=moves.Done(player=who),
            hint=f"{news}`gain 1 hops`, `tile C4 fallow` ...; Enter: done",
        )
    worker = top.worker.says() if top.worker else "the worker"
    symbols = {"bell": "bell: it may", "scroll": "scroll: it must"}
    known = top.worker.symbol if top.worker else None
    symbol = symbols.get(known or "", "a bell may, a scroll must")
    return Ask(
        f"{top.player}'s {worker} acts",
        kinds,
        {"player": top.player},
        enter=moves.Done(player=top.player),
        hint=f"{news}{symbol}; `gain 1 hops` ...; Enter: done",
    )


def _turn_ask(state: Countryside) -> Ask | None:
    player = state.on_turn
    if player is None or state.turns_left == 0:
        return None
    left = 2 - len(state.actions)
    going_on = state.actions[-1:]
    if left == 2:
        prompt = f"{player}: two of {', '.join(ACTIONS)}"
    elif left == 1:
        prompt = f"{player}: one more action, after {going_on[0]}"
    else:
        prompt = f"{player} has taken {names.listed(state.actions)}"
    second = ""
    if going_on and going_on[0] in ("transfer", "store") and (state.tiles_moved or 0) < 2:
        second = f"{going_on[0]} may go on with a second tile; "
    return Ask(
        prompt,
        ACTION_KINDS,
        {"player": player},
        enter=moves.PassBag(player=player),
        hint=f"{second}Enter: the bag goes to {left_of(state, player)}",
    )


def _count_ask(state: Countryside) -> Ask | None:
    for player in uncounted(state):
        return Ask(
            f"{player}, how many counters are behind your screen?",
            ("count",),
            {"player": player},
            enter=moves.CountScreen(player=player),
            hint="such as 2 hops 1 wine; Enter: not counted",
        )
    return None


def uncounted(state: Countryside) -> tuple[str, ...]:
    """Players to be asked for their counters once the game is over."""
    if state.turns_left != 0:
        return ()
    return tuple(player for player, country in state.countries.items() if not country.is_told)


def ending(state: Countryside) -> str | None:
    """Why the game is over; None while there is a turn or a count to come."""
    if state.turns_left != 0 or uncounted(state):
        return None
    return f"The game is over: everybody has had two turns since {state.drawer}'s tenth event"


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
    if field in ("tile", "at", "first", "second") or field == "fields":
        return board.references(state.layout)
    if field == "crop":
        return _CROP_WORDS
    if field in ("starts", "to") and kind in ("first", "give"):
        return state.players
    if field == "to":
        return typed.PLACES
    if field == "symbol":
        return ("bell", "scroll")
    return board.CANDIDATES if field == "rows" else ()


def fill(state: Countryside, move: Move) -> Move:
    """The move with what follows from the table: who, the bid, the other tile of a pair."""
    update: dict[str, Any] = {}
    if move.player is None:
        player = _whose(state, move)
        update |= {"player": player} if player else {}
    if isinstance(move, moves.GiveCounters):
        update |= {"to": names.find(move.to, state.players) or move.to}
    if isinstance(move, moves.ChooseFirst):
        # A name alone is who starts, not who chooses.
        starts = move.starts or move.player or ""
        chooser = move.player if move.starts else state.first_drawn
        spelt = names.find(starts, state.players) or starts or None
        update |= {"starts": spelt, "player": chooser or state.first_drawn}
    if isinstance(move, moves.TransferTile) and move.pay is None:
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
        return tuple(ref for ref, harvested in (country.fields or {}).items() if not harvested)
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
        return tuple(Learned("fields", tile, "crop", crop) for tile, crop in move.tiles)
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
