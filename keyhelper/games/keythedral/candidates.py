"""Plausible moves: for menus, near misses and random walks; the rules decide which are legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from keyhelper.engine.game import Move
from keyhelper.games.keythedral import auction as bidding
from keyhelper.games.keythedral import board
from keyhelper.games.keythedral.cubes import (
    BASICS,
    CRAFTS,
    FIELD_COLOURS,
    KINDS,
    Counts,
    plus,
    prices,
    total,
)
from keyhelper.games.keythedral.model import NUMBERS, Keythedral, Tile
from keyhelper.games.keythedral.moves import (
    Bid,
    BuildFence,
    BuildHouse,
    Buy,
    BuyCraft,
    CleanUp,
    Collect,
    Count,
    LayField,
    Match,
    NameStart,
    Pass,
    PayBid,
    PlaceMarker,
    PlayLaw,
    RemoveFence,
    Reposition,
    Reveal,
    SendWorker,
    Settle,
    TakeLaw,
    Trade,
)
from keyhelper.games.keythedral.planner import as_moves, plan
from keyhelper.games.keythedral.work import marker_placer


def candidates(state: Keythedral) -> Iterator[Move]:
    """Moves worth proposing now."""
    if state.lifted is not None:
        yield from _again(state)
    elif state.phase == "placement":
        yield from _placements(state)
    elif state.phase == "workers":
        yield from _workers(state)
        yield from _costs(state)
        yield from _laws(state)
    elif state.phase == "collect":
        yield Collect()
        yield from _laws(state)
    elif state.phase == "actions" and state.actor is not None:
        yield from _actions(state, state.actor)
        yield from _costs(state)
        yield from _laws(state)
    elif state.phase == "clean-up":
        yield CleanUp()
    elif state.phase == "auction":
        yield from _bids(state)
    elif state.phase == "over":
        for player in state.uncounted():
            yield Count(player=player, cubes={})


def _costs(state: Keythedral) -> Iterator[Move]:
    """Costs that the owner's box knows; a menu must not make any up."""
    for tile in _unread(state):
        for cost in state.known_costs.get(str(tile.value), ()):
            yield Reveal(tile=tile.name, cost=cost)


def _unread(state: Keythedral) -> list[Tile]:
    row = state.row()
    return [t for t in state.tiles or () if t.is_open and t.cost is None and t.value == row]


def _placements(state: Keythedral) -> Iterator[Move]:
    player = state.placer or state.players[0]
    fields = [board.spot_of(where) for where in state.fields or {}]
    gaps = [cottage.at for cottage in state.cottages or ()]
    if not state.has_laid:
        lying = Counter((state.fields or {}).values())
        lying.subtract(Counter(board.START_FIELDS.values()))
        likely = state.likely_bag or {}
        colours = [c for c in FIELD_COLOURS if lying[c] < likely.get(c, 0)] or FIELD_COLOURS
        # Without a look into the bag nobody knows what is drawn, so nothing is proposed.
        places = () if state.likely_bag is None else board.open_field_places(fields, gaps)
        for index, spot in enumerate(places):
            yield LayField(player=player, colour=colours[index % len(colours)], at=spot)
    if not state.has_settled:
        taken = [*gaps, *([state.keythedral] if state.keythedral else [])]
        numbers = state.hand(player).cottages or NUMBERS
        for index, gap in enumerate(board.open_gaps(fields, taken)):
            yield Settle(player=player, number=numbers[index % len(numbers)], at=gap)


def _again(state: Keythedral) -> Iterator[Move]:
    if state.lifted is None:
        return
    fields = [board.spot_of(where) for where in state.fields or {}]
    taken = [cottage.at for cottage in state.cottages or ()]
    for gap in board.open_gaps(fields, taken):
        yield Reposition(player=state.lifted.chooser, at=gap)


def _workers(state: Keythedral) -> Iterator[Move]:
    if not state.queue:
        for number in NUMBERS:
            yield PlaceMarker(player=marker_placer(state) or state.players[0], number=number)
        return
    player, number = state.queue[0], state.markers[-1]
    cottage = state.cottage_of(player, number)
    for spot in state.fields_of(cottage.at) if cottage else ():
        yield SendWorker(player=player, number=number, at=spot)
    yield Pass(player=player)


def _actions(state: Keythedral, player: str) -> Iterator[Move]:
    """Steps towards a tile first, then one or two of everything else."""
    have = state.hand(player).cubes
    yield Pass(player=player)
    for tile in state.tiles or ():
        if tile.value == state.row() and tile.price is not None:
            yield from _towards(state, player, tile, have)
    for tile in _unread(state)[:1]:
        # Whoever reads the cost pays it; until then any two cubes are as likely as others.
        pay = None if have is None else _first(have, 2)
        if have is None or pay is not None:
            yield Buy(player=player, tile=tile.name, pay=pay)
    held = {"wine": 2} if have is None else have
    for cottage in state.cottages or ():
        if cottage.player == player and not cottage.is_house:
            yield BuildHouse(player=player, number=cottage.number)
            break
    yield from _fences(state, player)
    basics = [kind for kind in BASICS if held.get(kind)]
    if total(held, BASICS) > 5:
        for craft in CRAFTS:
            pay = _first(held, prices()[craft])
            if pay is not None:
                yield BuyCraft(player=player, cube=craft, pay=pay)
        plenty = max(basics, key=lambda kind: held[kind])
        scarce = min(BASICS, key=lambda kind: held.get(kind, 0))
        yield Trade(player=player, get=scarce, give={plenty: 2})
    if state.law_offer and total(held):
        yield TakeLaw(player=player, pay=next(kind for kind in KINDS if held.get(kind)))


def _towards(
    state: Keythedral, player: str, tile: Tile, have: Mapping[str, int] | None
) -> Iterator[Move]:
    """The next action on the way to a tile."""
    if have is None:  # nobody knows; take it that the cubes are there
        have = dict.fromkeys(KINDS, 9)
    available = plus(state.store or {}, plus(state.mat or {}, state.spent or {}))
    found = plan(
        have, tile.price or {}, on_top=tile.dearer_any, cheaper=tile.cheaper, available=available
    )
    if not found.is_possible:
        return
    step = as_moves(found)[0]
    if step["kind"] == "buy":
        yield Buy(player=player, tile=tile.name, pay=step["pay"])
    elif step["kind"] == "craft":
        yield BuyCraft(player=player, cube=step["cube"], pay=step["pay"])
    else:
        yield Trade(player=player, get=step["get"], give=step["give"])


def _fences(state: Keythedral, player: str) -> Iterator[Move]:
    others = [c for c in state.cottages or () if c.player != player]
    # Different cottages as the rounds go by, so that walks see closed ones too.
    for cottage in (others[state.round % len(others)],) if others else ():
        for spot in state.fields_of(cottage.at):
            if not state.fence_on(cottage.at, spot):
                yield BuildFence(player=player, cottage=cottage.name, field=spot)
                break
    for cottage in state.cottages or ():
        open_sides = [s for s in state.fields_of(cottage.at) if not state.fence_on(cottage.at, s)]
        if len(open_sides) == 1:
            yield BuildFence(player=player, cottage=cottage.name, field=open_sides[0])
            break
    for fence in state.fences[:1]:
        standing = state.cottage_at(fence.gap)
        reference = standing.name if standing else board.key(fence.gap)
        yield RemoveFence(player=player, cottage=reference, field=fence.field)


def _laws(state: Keythedral) -> Iterator[Move]:
    for player in state.players:
        if not state.hand(player).laws:
            continue
        if state.phase == "workers" and not state.markers:
            yield PlayLaw(player=player, effect="order", numbers=(5, 4, 3, 2, 1))
        elif state.phase == "collect":
            colour = FIELD_COLOURS[state.round % 5]
            yield PlayLaw(player=player, effect="double", colour=colour)
            yield PlayLaw(player=player, effect="stop", colour=colour)
        elif state.phase == "actions":
            yield from _tile_laws(state, player)


def _tile_laws(state: Keythedral, player: str) -> Iterator[Move]:
    tile = next((t for t in state.tiles or () if t.is_open and t.cost), None)
    if tile is not None:
        if not tile.cheaper:
            yield PlayLaw(player=player, effect="discount", tile=tile.name)
        if not tile.dearer_any:
            yield PlayLaw(player=player, effect="surcharge", tile=tile.name, any_cubes=1)
    for fence in state.fences[:1]:
        standing = state.cottage_at(fence.gap)
        reference = standing.name if standing else board.key(fence.gap)
        yield PlayLaw(player=player, effect="fence", cottage=reference, field=fence.field, phase=3)


def _bids(state: Keythedral) -> Iterator[Move]:
    auction = state.auction
    if auction is None:
        return
    if auction.turn is not None:
        yield Pass(player=auction.turn)
        if auction.is_closing:
            yield Match(player=auction.turn)
        else:
            yield Bid(player=auction.turn, amount=auction.bid + 1)
        return
    winner = auction.bidder or auction.holder
    if not auction.is_paid:
        yield from _payments(state, winner, auction.bid)
        return
    for player in state.players:
        yield NameStart(player=winner, start=player)


def _payments(state: Keythedral, winner: str, bid: int) -> Iterator[Move]:
    have, to = state.hand(winner).cubes, bidding.payee(state)
    if have is not None:
        yield PayBid(player=winner, to=to, pay=_first(have, bid, KINDS) or have)
    elif not state.is_tracked:
        yield PayBid(player=winner, to=to)
    else:  # only the winner knows which cubes are there
        for kind in KINDS:
            yield PayBid(player=winner, to=to, pay={kind: bid})


def _first(have: Mapping[str, int], count: int, kinds: tuple[str, ...] = BASICS) -> Counts | None:
    """The first cubes of the hand, that many; None when there are too few."""
    pay: Counts = {}
    for kind in kinds:
        pay[kind] = min(have.get(kind, 0), count - sum(pay.values()))
    return {kind: n for kind, n in pay.items() if n} if sum(pay.values()) == count else None
