"""The bag: tiles drawn for the registry, events on their track, and the end they bring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from keyhelper.engine import names
from keyhelper.engine.verdict import Reason, unproven
from keyhelper.games.key_harvest import board
from keyhelper.games.key_harvest.model import (
    ENOUGH_TILES,
    QUESTION,
    REGISTRY,
    TRACK,
    Countryside,
    Pending,
    clockwise,
    filled_up,
    lift_tile,
    place_of,
    say_place,
)
from keyhelper.games.key_harvest.moves import BagEmpty, DrawEvent, DrawTile
from keyhelper.games.key_harvest.rules import mark_used

# Field tiles


NOT_SAID = "A position does not say what is in the bag, nor who draws from it"


def may_draw(state: Countryside, move: DrawTile) -> Iterator[Reason]:
    if state.is_partial:
        yield unproven("refill.field", NOT_SAID)
        return
    if state.top is not None and state.top.kind == "displaced":
        lifted = state.top.worker.says() if state.top.worker else "worker"
        text = f"{state.top.player}'s {lifted} was pushed off and is put down or sent home first"
        yield Reason("displaced.lift", text)
    if len(state.registry) >= REGISTRY:
        text = f"The registry has {len(state.registry)} tiles; all {REGISTRY} spaces are taken"
        yield Reason("box.town-board", text)
    if not state.is_registry_open and any(not c.fields for c in state.countries.values()):
        waiting = [player for player, country in state.countries.items() if not country.fields]
        text = f"The registry comes after the start tiles; {names.listed(waiting)} has none yet"
        yield Reason("setup.registry", text)
    yield from may_come(state, move.tile)
    known = state.crops.get(move.tile)
    if known is not None and move.crop not in (None, known):
        hint = f"`crops {move.tile} {move.crop}` corrects it"
        text = f"{move.tile} grows {known}, as far as anybody said; now it is {move.crop}"
        yield Reason("box.crop", text, hint=hint)


def may_come(state: Countryside, tile: str) -> Iterator[Reason]:
    """Whether the tile can be in the bag."""
    if tile not in board.spots(state.layout):
        yield Reason("box.tiles", f"There is no tile {tile} on the board {state.layout}")
    elif tile not in state.bag:
        text = f"{tile} is {say_place(place_of(state, tile))}, so it cannot come out of the bag"
        yield Reason("box.tiles", text)


def do_draw(state: Countryside, move: DrawTile) -> Countryside:
    state = lift_tile(state, move.tile)
    registry = (*state.registry, move.tile)
    update: dict[str, Any] = {"registry": registry}
    if move.crop is not None:
        update["crops"] = state.crops | {move.tile: move.crop}
    if not state.is_registry_open:
        update["is_registry_open"] = len(registry) >= REGISTRY
    return filled_up(state.model_copy(update=update))


def may_find_empty(state: Countryside, move: BagEmpty) -> Iterator[Reason]:
    if state.is_partial:
        yield unproven("faq.empty-bag", NOT_SAID)
        return
    if state.top is None or state.top.kind != "refill":
        yield Reason("faq.empty-bag", "Nobody is drawing for the registry now")
    inside = len(state.bag) + state.events_in_bag
    if inside:
        text = (
            f"The bag should still hold {len(state.bag)} field tiles and"
            f" {state.events_in_bag} events; an empty one holds 0"
        )
        yield Reason("faq.empty-bag", text, hint="`where` lists every tile")


def do_find_empty(state: Countryside, move: BagEmpty) -> Countryside:
    return state.model_copy(update={"pending": state.pending[:-1]})


# Events


def may_event(state: Countryside, move: DrawEvent) -> Iterator[Reason]:
    top = state.top
    if state.is_partial:
        yield unproven("event.when", NOT_SAID)
        return
    if not state.is_registry_open:
        yield Reason("setup.events", "Events go into the bag after the registry has its 6 tiles")
    elif top is None or top.kind == "displaced":
        text = "Nobody is drawing: events come while the registry is filled or through an effect"
        yield Reason("event.when", text)
    if state.events_in_bag < 1:
        out = len(state.track) + state.ignored + state.aside
        text = f"No event can be in the bag: {out} are out of it, {state.removed} out of the game"
        yield Reason("box.events", text)


def do_event(state: Countryside, move: DrawEvent) -> Countryside:
    drawer = move.player or (state.top.player if state.top else state.on_turn) or state.players[0]
    state = state.model_copy(update={"events_in_bag": state.events_in_bag - 1})
    fate = event_fate(state)
    if fate == "set aside":
        news = "An event within an event: it is set aside and goes back into the bag afterwards"
        return state.model_copy(update={"aside": state.aside + 1, "news": news})
    if fate == "ignored":
        news = "An event in the last turns: it is set aside and does nothing; draw on"
        return state.model_copy(update={"ignored": state.ignored + 1, "news": news})
    return _carry_out(_put_on_track(state, move.title or "event"), drawer, move.title)


def _put_on_track(state: Countryside, name: str) -> Countryside:
    track = (*state.track, name)
    state = state.model_copy(update={"track": track, "news": event_number(track)})
    if len(track) == QUESTION:
        return _check_seventh(state)
    if len(track) >= TRACK:
        news = (
            f"The tenth event: {state.on_turn} finishes the turn, then everybody has two more;"
            f" {state.on_turn}'s second is the last"
        )
        return state.model_copy(update={"drawer": state.on_turn, "news": news})
    return state


def event_number(track: tuple[str, ...]) -> str:
    return f"Event {len(track)} of {TRACK}"


def too_few(state: Countryside) -> dict[str, int]:
    """Players with fewer than seven tiles on their board, and how many they have."""
    return {p: c.tiles for p, c in state.countries.items() if c.tiles < ENOUGH_TILES}


def _check_seventh(state: Countryside) -> Countryside:
    """The check of the space marked "?"; made as soon as the tile lies there."""
    few = too_few(state)
    if not few:
        news = f"The seventh event: everybody has {ENOUGH_TILES} tiles or more, it stays"
        return state.model_copy(update={"news": news})
    listing = names.listed([f"{player} has {count}" for player, count in few.items()])
    news = (
        f"The seventh event: {listing} of {ENOUGH_TILES} tiles, so events 1 and 2 go back into"
        f" the bag and the others move down two spaces"
    )
    update = {"track": state.track[2:], "events_in_bag": state.events_in_bag + 2, "news": news}
    return state.model_copy(update=update)


def _carry_out(state: Countryside, drawer: str, name: str) -> Countryside:
    # An event that a worker's action brought is that action at work.
    state = mark_used(state) if state.is_free else state
    event = Pending(kind="event", player=drawer, name=name, waiting=clockwise(state, drawer))
    return state.model_copy(update={"pending": (*state.pending, event)})


def event_fate(state: Countryside) -> Literal["set aside", "ignored"] | None:
    """What becomes of an event drawn now, where it does not go on the track."""
    if any(pending.kind == "event" for pending in state.pending):
        return "set aside"
    return "ignored" if state.is_last_turns else None


def event_effects(state: Countryside, move: DrawEvent) -> dict[str, Any]:
    """What this event tile would bring, apart from its text."""
    if state.is_partial:
        return {}
    fate = event_fate(state)
    if fate is not None:
        return {"set_aside": True} if fate == "set aside" else {"ignored": True}
    space = len(state.track) + 1
    shifts = space == QUESTION and bool(too_few(state))
    return {"space": space, "shifts": shifts, "brings_end": space == TRACK}
