"""Before the first turn: the layout, start tiles, crops, counters, who starts; and the count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from keyhelper.engine import names
from keyhelper.engine.sealed import Sealed, Unknown
from keyhelper.engine.verdict import Reason
from keyhelper.games.key_harvest import board, crops
from keyhelper.games.key_harvest.asks import unknown_crops
from keyhelper.games.key_harvest.bag import may_come
from keyhelper.games.key_harvest.crops import Counters
from keyhelper.games.key_harvest.model import (
    DEALT,
    REGISTRY,
    Countryside,
    country_of,
    lay_field,
    place_of,
    say_place,
    sorted_tiles,
    with_country,
)
from keyhelper.games.key_harvest.moves import (
    ChooseFirst,
    CountScreen,
    DrawCounters,
    SayCrops,
    SetLayout,
    TakeDealt,
    TakePair,
)
from keyhelper.games.key_harvest.rules import absent

COUNTERS_RULE = {2: "setup.counters-two", 3: "setup.counters-three", 4: "setup.counters-four"}


# The board


def may_layout(state: Countryside, move: SetLayout) -> Iterator[Reason]:
    if state.on_turn is not None or state.turns:
        yield Reason("box.board", f"The game has begun on a board of {state.layout}")
        return
    missing = [ref for ref in _laid(state) if ref not in board.spots(move.rows)]
    if missing:
        text = f"A board of {move.rows} has no {names.listed(missing)}, which already lie there"
        yield Reason("box.board", text)


def _laid(state: Countryside) -> list[str]:
    found = list(state.fallow)
    for country in state.countries.values():
        found += [*(country.fields or {}), *(stored.tile for stored in country.store)]
    return found


def do_layout(state: Countryside, move: SetLayout) -> Countryside:
    state = state.model_copy(update={"layout": move.rows, "is_layout_settled": True})
    if state.on_turn is not None or state.turns:
        # Overruled in mid-game: the tiles stay where they are.
        return state
    laid = _laid(state)
    every = [ref for ref in board.references(move.rows) if ref not in laid]
    fresh = {"registry": (), "is_registry_open": False, "bag": sorted_tiles(move.rows, every)}
    return open_registry(state.model_copy(update=fresh))


def open_registry(state: Countryside) -> Countryside:
    """Fill the registry from the drawn order once everybody has start tiles.

    The order names all references that any layout has; those that this board lacks or that
    lie on a board are skipped. Where the table draws by hand, nothing happens.
    """
    waits = any(not country.fields for country in state.countries.values())
    if waits or state.deal == "table" or state.is_registry_open:
        return state
    registry = planned_registry(state)
    bag = tuple(ref for ref in state.bag if ref not in registry)
    return state.model_copy(update={"registry": registry, "bag": bag, "is_registry_open": True})


def planned_registry(state: Countryside) -> tuple[str, ...]:
    """The six tiles of the registry as far as the start tiles are known."""
    if state.deal == "table" or state.is_registry_open:
        return state.registry
    return tuple(ref for ref in state.order if ref in state.bag)[:REGISTRY]


# Start tiles


def may_pair(state: Countryside, move: TakePair) -> Iterator[Reason]:
    if move.player not in state.players:
        yield Reason("setup.pairs", absent(move.player))
        return
    if country_of(state, move.player).fields:
        laid = names.listed(tuple(country_of(state, move.player).fields or {}))
        yield Reason("setup.pairs", f"{move.player} has start tiles already: {laid}")
    if move.second is None:
        yield Reason("setup.pairs", f"Start tiles come in pairs; only {move.first} is named")
    elif move.second == move.first:
        yield Reason("box.tiles", f"There is one {move.first}; a pair is two different tiles")
    for tile in {move.first, move.second or move.first}:
        yield from may_come(state, tile)
    for pair in state.pairs:
        if len({move.first, move.second} & set(pair)) == 1:
            text = f"{pair[0]} and {pair[1]} are a pair; {move.first} and {move.second} are not"
            yield Reason("setup.pairs", text, hint="`keyhelper key-harvest cards` corrects it")


def do_pair(state: Countryside, move: TakePair) -> Countryside:
    for tile in (move.first, move.second):
        if tile is not None:
            state = lay_field(state, str(move.player), tile)
    return open_registry(state)


def may_crops(state: Countryside, move: SayCrops) -> Iterator[Reason]:
    if not move.tiles:
        yield Reason("box.crop", "No tile is named")
    over = sum(1 for tile, _ in move.tiles if not tile)
    if over and move.player is not None:
        # "b w" may be Ben and wheat, or barrels and wheat.
        text = f"The first word was read as {move.player}; write that crop in full"
        yield Reason("box.crop", text)
    elif over:
        waiting = len(move.tiles) - over
        text = f"{waiting} open tiles wait for their crop; {len(move.tiles)} crops are named"
        yield Reason("box.crop", text, hint="`crops C4 wheat` says it of one tile")
    for tile, _ in move.tiles:
        if tile and tile not in board.spots(state.layout):
            yield Reason("box.crop", f"There is no tile {tile} on the board {state.layout}")


def crops_warns(state: Countryside, move: SayCrops) -> Iterator[str]:
    """A tile that nobody asked about, while others wait, may be a slip."""
    asked = unknown_crops(state)
    for tile, _ in move.tiles:
        place = place_of(state, tile)
        if asked and tile not in asked and place is not None and place[0] in ("bag", "fallow"):
            waits = "waits for its" if len(asked) == 1 else "wait for their"
            yield f"{tile} is {say_place(place)}; {names.listed(asked)} {waits} crop"


def do_crops(state: Countryside, move: SayCrops) -> Countryside:
    said = {tile: crop for tile, crop in move.tiles if tile}
    return state.model_copy(update={"crops": state.crops | said})


# Counters


def may_counters(state: Countryside, move: DrawCounters) -> Iterator[Reason]:
    rule = COUNTERS_RULE.get(len(state.players), "setup.counters-four")
    if move.player not in state.players:
        yield Reason(rule, absent(move.player))
        return
    if not isinstance(country_of(state, move.player).dealt, Unknown):
        yield Reason(rule, f"{move.player}'s counters are known already")
    drawn = move.drawn
    if drawn is not None:
        yield from _may_be_drawn(state, str(move.player), drawn, rule)


def _may_be_drawn(
    state: Countryside, player: str, drawn: Mapping[str, int], rule: str
) -> Iterator[Reason]:
    """Whether these can be the three counters a player started with."""
    if crops.total(drawn) != DEALT:
        yield Reason(rule, f"Everybody starts with {DEALT} counters; {player} has {_sum(drawn)}")
    left = _left_to_draw(state, player)
    for crop, count in drawn.items():
        have = left.get(crop, 0)
        if count > have:
            yield Reason(rule, f"The bag had {have} {crop} to draw; {player} has {count}")
    if len(state.players) == 2:
        for crop in state.special:
            if drawn.get(crop, 0) != 1:
                text = f"Each of two players takes 1 {crop}, the doubled crop"
                yield Reason(rule, f"{text}; {player} has {drawn.get(crop, 0)}")


def _left_to_draw(state: Countryside, player: str) -> Counters:
    """What the first bag held for that player, as far as the others' counters are known."""
    left = state.counters_bag
    for name, country in state.countries.items():
        if name != player and not isinstance(country.dealt, Unknown):
            left = crops.minus(left, country.dealt.value)
    return left


def _sum(counters: Mapping[str, int]) -> int:
    return crops.total(counters)


def do_counters(state: Countryside, move: DrawCounters) -> Countryside:
    player = str(move.player)
    state = state.model_copy(update={"asked_counters": (*state.asked_counters, player)})
    if move.drawn is None:
        return state
    return with_country(state, player, dealt=seal(player, move.drawn), is_told=True)


def may_take_dealt(state: Countryside, move: TakeDealt) -> Iterator[Reason]:
    rule = COUNTERS_RULE.get(len(state.players), "setup.counters-four")
    if move.player not in state.players:
        yield Reason(rule, absent(move.player))
    elif state.deal != "keyhelper":
        text = f"keyhelper dealt nothing to {move.player}"
        yield Reason(rule, text, hint="`counters` records what was drawn by hand")
    elif country_of(state, move.player).is_told:
        yield Reason(rule, f"{move.player} has taken the counters already")


def do_take_dealt(state: Countryside, move: TakeDealt) -> Countryside:
    return with_country(state, str(move.player), is_told=True)


def seal(player: str, counters: Mapping[str, int]) -> Sealed[Counters]:
    """Counters for that player's eyes only."""
    return Sealed[Counters](owner=player, value=dict(counters))


# Who starts


def may_first(state: Countryside, move: ChooseFirst) -> Iterator[Reason]:
    rule = "setup.start-player"
    if state.on_turn is not None or state.turns:
        yield Reason(rule, "The game has begun already")
    if move.starts not in state.players:
        yield Reason(rule, f"{move.starts or 'Nobody'} is not at the table to start")
    if state.first_drawn is not None and move.player not in (None, state.first_drawn):
        text = f"{state.first_drawn}'s counter was drawn, so {state.first_drawn} chooses"
        yield Reason(rule, f"{text}, not {move.player}")
    if not state.is_registry_open:
        yield Reason("setup.registry", f"The registry has {len(state.registry)} of its 6 tiles")


def do_first(state: Countryside, move: ChooseFirst) -> Countryside:
    # An overruled name that nobody has starts nothing; somebody must.
    starts = move.starts if move.starts in state.players else state.players[0]
    return state.model_copy(update={"on_turn": starts})


# The count after the last turn


def may_count(state: Countryside, move: CountScreen) -> Iterator[Reason]:
    if move.player not in state.players:
        yield Reason("score.screen", absent(move.player))
        return
    if state.turns_left != 0:
        yield Reason("score.screen", "Screens are lifted after the last turn")
        return
    country = country_of(state, move.player)
    if country.counters is not None:
        text = f"{move.player}'s counters were kept from the start: {crops.say(country.counters)}"
        yield Reason("score.screen", text)
    elif move.crops is not None:
        yield from _may_have_ended_with(state, str(move.player), move.crops)


def _may_have_ended_with(
    state: Countryside, player: str, held: Mapping[str, int]
) -> Iterator[Reason]:
    """Whether three counters of the first bag and what was recorded since can make these."""
    net = country_of(state, player).net
    start = crops.minus(held, net)
    if crops.total(start) != DEALT:
        want = DEALT + crops.total(net)
        text = f"{player} should have {want} counters by what was recorded; {_sum(held)} counted"
        yield Reason("box.counters", text)
    left = _left_to_draw(state, player)
    few, many = [], []
    for crop in crops.CROPS:
        least, counted = net.get(crop, 0), held.get(crop, 0)
        most = least + left.get(crop, 0)
        if len(state.players) == 2 and crop in state.special:
            least = most = least + 1  # each of two players takes one of the doubled crop
        if counted < least:
            few.append(f"{least} {crop} ({counted} counted)")
        elif counted > max(most, 0):
            many.append(f"{max(most, 0)} {crop} ({counted} counted)")
    if many:
        text = f"{player} can have at most {names.listed(many)} by what was recorded"
        yield Reason("box.counters", text)
    if few:
        text = f"{player} must have at least {names.listed(few)} by what was recorded"
        yield Reason("box.counters", text)


def do_count(state: Countryside, move: CountScreen) -> Countryside:
    player = str(move.player)
    update: dict[str, Any] = {"is_told": True}
    if move.crops is not None:
        start = crops.minus(move.crops, country_of(state, player).net)
        update["dealt"] = seal(player, start)
    return with_country(state, player, **update)
