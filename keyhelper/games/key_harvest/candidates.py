"""Plausible moves: for menus, near misses and walks through whole games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from keyhelper.engine.game import Move
from keyhelper.engine.sealed import Unknown
from keyhelper.games.key_harvest import board, crops, moves
from keyhelper.games.key_harvest.asks import uncounted, unknown_crops
from keyhelper.games.key_harvest.bag import event_fate, too_few
from keyhelper.games.key_harvest.crops import Counters
from keyhelper.games.key_harvest.model import (
    DEALT,
    Countryside,
    country_of,
    effect_name,
    left_of,
    unseen_deals,
)
from keyhelper.games.key_harvest.ripe import ripe_groups
from keyhelper.games.key_harvest.rules import may_stand
from keyhelper.games.key_harvest.typed import HIGHEST


def candidates(state: Countryside) -> Iterator[Move]:
    """Moves that make sense now; not all of them need be legal."""
    if state.is_partial:
        for player in state.players:
            yield from _actions(state, player)
        return
    opening = list(_opening(state))
    if opening:
        yield from opening
    elif state.turns_left == 0:
        for player in uncounted(state):
            hand = crops.tidy(_some_deal(state, player).items())
            held = crops.plus(hand, country_of(state, player).net)
            yield moves.CountScreen(player=player, crops=held)
            yield moves.CountScreen(player=player)
    elif state.top is not None:
        yield from _pending(state)
    elif state.on_turn is not None:
        yield from _actions(state, state.on_turn)
        yield moves.PassBag(player=state.on_turn)


def _opening(state: Countryside) -> Iterator[Move]:
    is_busy = state.top is not None and state.top.kind != "refill"
    blank = () if is_busy else unknown_crops(state)
    bare = [player for player, country in state.countries.items() if not country.fields]
    unseen = unseen_deals(state)
    if unseen:
        yield moves.TakeDealt(player=unseen[0])
    elif not state.is_layout_settled:
        yield moves.SetLayout(rows=state.layout)
    elif bare and not state.is_registry_open:
        yield from _pairs(state, bare[0])
    elif not state.is_registry_open:
        for tile in _spread(state.bag, 6):
            yield moves.DrawTile(tile=tile, crop=state.crops.get(tile))
    elif blank:
        for crop in crops.CROPS:
            yield moves.SayCrops(tiles=((blank[0], crop),))
    elif state.on_turn is None and not state.turns:
        yield from _start(state)


def _pairs(state: Countryside, player: str) -> Iterator[Move]:
    """Start tiles: a pair that the box knows, or two tiles that are in none."""
    free = [pair for pair in state.pairs if set(pair) <= set(state.bag)]
    paired = {ref for pair in state.pairs for ref in pair}
    # A menu must not offer pairs that nobody has read off a tile.
    rest = [ref for ref in state.bag if ref not in paired and not state.is_view]
    for first, second in [*free, *zip(rest[:20:4], rest[21::4], strict=False)]:
        yield moves.TakePair(player=player, first=first, second=second)


def _start(state: Countryside) -> Iterator[Move]:
    for player, country in state.countries.items():
        if not country.is_told and player not in state.asked_counters:
            yield moves.DrawCounters(player=player)
            return
    for player in state.players:
        yield moves.ChooseFirst(player=state.first_drawn, starts=player)


def _some_deal(state: Countryside, player: str) -> Counters:
    """Three counters that this player can have drawn."""
    left = state.counters_bag
    for name, country in state.countries.items():
        if name != player and not isinstance(country.dealt, Unknown):
            left = crops.minus(left, country.dealt.value)
    net = country_of(state, player).net
    doubled = state.special if len(state.players) == 2 else ()
    hand: Counters = dict.fromkeys(doubled, 1)
    # What was spent must have been there.
    for crop in crops.CROPS:
        hand[crop] = max(hand.get(crop, 0), -net.get(crop, 0))
    for crop in crops.CROPS * DEALT:
        if crop not in doubled and hand[crop] < left.get(crop, 0) and crops.total(hand) < DEALT:
            hand[crop] += 1
    return crops.tidy(hand.items())


def _pending(state: Countryside) -> Iterator[Move]:
    top = state.top
    if top is None:
        return
    player = top.waiting[0] if top.waiting else top.player
    if top.kind == "refill":
        for tile in _spread(state.bag, 4):
            yield moves.DrawTile(player=player, tile=tile, crop=state.crops.get(tile))
        if state.events_in_bag:
            yield moves.DrawEvent(player=player, fate=event_fate(state))
        if not state.bag and not state.events_in_bag:
            yield moves.BagEmpty(player=player)
    elif top.kind == "displaced" and top.worker is not None:
        for at in _stands(state, player, top.worker.number, 3):
            yield moves.RepositionWorker(player=player, at=at)
        yield moves.WorkerHome(player=player)
    else:
        note = None if top.did else "nothing more to do"
        yield moves.Done(player=player, of=effect_name(state), note=note)
        # One change, then done: effects do not go on for ever.
        if not top.did:
            yield from _effects(state, player, is_event=top.kind == "event")


def _effects(state: Countryside, player: str, *, is_event: bool) -> Iterator[Move]:
    country = country_of(state, player)
    fields = tuple(country.fields or {})
    for crop in _spread(tuple(c for c in crops.CROPS if state.supply.get(c)), 2):
        yield moves.GainCounters(player=player, crops={crop: 1})
    if not is_event:
        return
    held = _affordable(state, player)
    if held:
        yield moves.LoseCounters(player=player, crops={held[0]: 1})
        yield moves.GiveCounters(player=player, to=left_of(state, player), crops={held[-1]: 1})
    for tile in _spread(tuple(t for t in fields if (country.fields or {})[t]), 2):
        yield moves.FlipFields(player=player, fields=(tile,))
    yield from _rescues(state)
    if len(fields) > 2:
        yield moves.MoveTile(player=left_of(state, player), tile=fields[-1], to="board")
        yield moves.MoveTile(player=player, tile=fields[0], to="fallow")
    for worker in (country.workers or ())[:1]:
        yield moves.LiftWorker(player=player, at=worker.at or "A1")
    if state.events_in_bag and not state.aside:
        yield moves.DrawEvent(player=player, fate=event_fate(state))


def _rescues(state: Countryside) -> Iterator[Move]:
    """Tiles for whoever is short of seven, once the bag has none but events.

    Then events would come and go back for ever: the manual has no end for that.
    """
    short = too_few(state)
    if state.bag or not short:
        return
    rich = max(state.players, key=lambda player: len(country_of(state, player).fields or {}))
    for tile in [*state.fallow, *(country_of(state, rich).fields or {})][:2]:
        yield moves.MoveTile(player=min(short, key=short.__getitem__), tile=tile, to="board")


def _actions(state: Countryside, player: str) -> Iterator[Move]:
    country = country_of(state, player)
    for ripe in ripe_groups(state, country):
        yield _harvest(state, player, ripe)
    held = _affordable(state, player)
    for owner in state.players:
        for stored in country_of(state, owner).store:
            has_bid = all(country.net.get(crop, 0) >= n for crop, n in stored.bid.items())
            if owner == player or has_bid:
                yield moves.TransferTile(player=player, tile=stored.tile, pay=stored.bid)
    for index, tile in enumerate(state.registry):
        if held:
            yield moves.StoreTile(player=player, tile=tile, bid={held[index % len(held)]: 1})
    for number in range(1, HIGHEST + 1):
        for at in _stands(state, player, number, 1):
            yield moves.PlayWorker(player=player, number=number, at=at)
    for worker in (country.workers or ())[:1]:
        if worker.at:
            yield moves.RemoveWorker(player=player, at=worker.at)


def _harvest(state: Countryside, player: str, ripe: tuple[str, ...]) -> Move:
    """A whole group, with other counters where the supply runs out."""
    wanted = crops.tidy((state.crops[t], 1) for t in ripe if t in state.crops)
    taken = {c: min(n, state.supply.get(c, 0)) for c, n in wanted.items()}
    short = crops.total(wanted) - crops.total(taken)
    left = crops.minus(state.supply, taken)
    instead: Counters = {}
    for crop, count in left.items():
        more = min(count, short - crops.total(instead))
        if more > 0:
            instead[crop] = more
    return moves.HarvestCrops(player=player, fields=ripe, instead=instead)


def _affordable(state: Countryside, player: str) -> tuple[str, ...]:
    """Crops of which everybody knows that this player has a counter.

    A menu made from what lies behind a screen would tell what lies there.
    """
    net = country_of(state, player).net
    return tuple(crop for crop in crops.CROPS if net.get(crop, 0) > 0)


def _stands(state: Countryside, player: str, number: int, most: int) -> list[str]:
    """A few spaces where a worker of that number may stand."""
    fields = country_of(state, player).fields or {}
    near = dict.fromkeys(ref for tile in fields for ref in board.neighbours(state.layout, tile))
    found: list[str] = []
    for at in near:
        if len(found) < most and not any(may_stand(state, player, number, at)):
            found.append(at)
    return found


def _spread(items: Iterable[str], most: int) -> tuple[str, ...]:
    """A few of the items from all over the list."""
    every = tuple(items)
    step = max(1, len(every) // most)
    return every[::step][:most]
