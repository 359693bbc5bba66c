"""The rules as acts in the manual's order, passing, the end, and what is conserved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from keyhelper.engine.game import Act, Move
from keyhelper.engine.verdict import Reason
from keyhelper.games.keythedral import auction, building, laws, placement, town, work
from keyhelper.games.keythedral.cubes import (
    BASICS,
    CRAFTS,
    Counts,
    in_box,
    minus,
    number,
    plus,
    spoken,
)
from keyhelper.games.keythedral.model import WORKERS, Keythedral
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
from keyhelper.games.keythedral.turns import may_act, may_now, pass_on


def may_pass(state: Keythedral, move: Pass) -> Iterator[Reason]:
    player = state.seat(move.player)
    if state.phase == "auction":
        yield from auction.may_pass_bid(state, player)
    elif state.phase == "workers":
        yield from _may_keep_worker(state, player)
    else:
        yield from may_act(state, player, "Passing")


def do_pass(state: Keythedral, move: Pass) -> Keythedral:
    player = state.seat(move.player)
    if state.phase == "auction":
        return auction.pass_bid(state, player)
    if state.phase == "workers":
        kept = state.model_copy(update={"queue": state.queue[1:], "sent": 0, "news": ()})
        return work.skip_idle(kept)
    passed = state.model_copy(update={"passed": (*state.passed, player), "news": ()})
    return pass_on(passed, player)


def _may_keep_worker(state: Keythedral, player: str) -> Iterator[Reason]:
    before = tuple(may_now(state, ("workers",), "Passing"))
    yield from before
    if before:
        return
    if not state.queue:
        yield Reason(
            rule="marker.five",
            text=f"{work.marker_placer(state)} places a marker now; nobody passes",
        )
    elif player != state.queue[0]:
        yield Reason(rule="worker.order", text=f"{state.queue[0]} sends now, not {player}")
    elif state.reads("worker.decline", "must") == "must":
        cottage = state.cottage_of(player, state.markers[-1])
        free = state.free_fields(cottage) if cottage else ()
        if free:
            yield Reason(
                rule="worker.decline",
                text=f"A worker that can go to a field must go; {number(len(free), 'field')} can "
                "be reached",
            )


def may_count(state: Keythedral, move: Count) -> Iterator[Reason]:
    player = state.seat(move.player)
    if not state.is_tracked and state.phase not in ("over", "claim"):
        yield Reason(
            rule="collect.screen",
            text="This game does not follow cubes; they are counted when it is over",
        )
    others = [hand.cubes or {} for name, hand in state.hands.items() if name != player]
    for kind, count in move.cubes.items():
        held = count + sum(cubes.get(kind, 0) for cubes in others)
        if held > in_box()[kind]:
            rule = "box.crafts" if kind in CRAFTS else "box.resources"
            yield Reason(
                rule=rule,
                text=f"The box has {in_box()[kind]} {spoken(kind)}; that would be {held}",
            )


def warn_count(state: Keythedral, move: Count) -> Iterator[str]:
    """A count that differs is believed; whoever mistyped it should hear so."""
    player = state.seat(move.player)
    if state.hand(player).cubes not in (None, move.cubes) and state.phase != "claim":
        yield f"keyhelper has followed other cubes; {player}'s count would stand instead"


def do_count(state: Keythedral, move: Count) -> Keythedral:
    player = state.seat(move.player)
    before = state.hand(player).cubes
    if before is not None:
        state = _booked(state, minus(before, move.cubes), minus(move.cubes, before))
    return state.with_hand(player, cubes=move.cubes).model_copy(update={"news": ()})


def _booked(state: Keythedral, too_many: Counts, too_few: Counts) -> Keythedral:
    """Cubes that a count found missing or on top come from, or go, where others lie."""
    if state.store is None or state.mat is None or state.spent is None:
        return state
    basics = {kind: too_many.get(kind, 0) for kind in BASICS}
    crafts = {kind: too_many.get(kind, 0) for kind in CRAFTS}
    return state.model_copy(
        update={
            "store": minus(plus(state.store, basics), too_few),
            "mat": minus(state.mat, too_few),
            "spent": minus(plus(state.spent, crafts), minus(too_few, state.mat)),
        }
    )


ACTS: tuple[Act[Keythedral, Any], ...] = (
    Act(LayField, placement.may_field, placement.do_field, effects=placement.effects_field),
    Act(Settle, placement.may_cottage, placement.do_cottage, effects=placement.effects_cottage),
    Act(PlaceMarker, work.may_marker, work.do_marker),
    Act(SendWorker, work.may_worker, work.do_worker, effects=work.effects_worker),
    Act(Collect, work.may_collect, work.do_collect),
    Act(Reveal, building.may_reveal, building.do_reveal, warns=building.warn_reveal),
    Act(Buy, building.may_buy, building.do_buy, effects=building.effects_buy),
    Act(BuildHouse, town.may_house, town.do_house),
    Act(
        BuildFence,
        town.may_fence,
        town.do_fence,
        effects=town.effects_fence,
        warns=town.warn_fence,
    ),
    Act(RemoveFence, town.may_remove_fence, town.do_remove_fence),
    Act(Reposition, placement.may_reposition, placement.do_reposition),
    Act(BuyCraft, town.may_craft, town.do_craft, effects=town.effects_craft),
    Act(Trade, town.may_trade, town.do_trade, warns=town.warn_trade),
    Act(TakeLaw, laws.may_law, laws.do_law, warns=laws.warn_law),
    Act(PlayLaw, laws.may_play_law, laws.do_play_law),
    Act(Pass, may_pass, do_pass),
    Act(CleanUp, auction.may_clean_up, auction.do_clean_up),
    Act(Bid, auction.may_bid, auction.do_bid),
    Act(Match, auction.may_match, auction.do_match),
    Act(PayBid, auction.may_pay_bid, auction.do_pay_bid),
    Act(NameStart, auction.may_name_start, auction.do_name_start),
    Act(Count, may_count, do_count, warns=warn_count),
)


def ending(state: Keythedral) -> str | None:
    """Why the game is over: the last tile of the last row was taken."""
    # Cubes that were not followed are counted first: without them nobody has won.
    if state.phase != "over" or state.uncounted():
        return None
    return state.news[0] if state.news else "The last building tile was taken"


def fill(state: Keythedral, move: Move) -> Move:
    """Add what follows from the rest: the exact price, the tile asked for, a law's phase."""
    if isinstance(move, Buy):
        return move.model_copy(update={"pay": building.payment(state, move)})
    if isinstance(move, Reveal) and move.tile is None and move.cost is not None:
        unread = building.next_unread(state)
        return move.model_copy(update={"tile": unread.name}) if unread else move
    if isinstance(move, PlayLaw):
        played = laws.fill_law(laws.with_phase_from_box(move))
        named = _exactly(state, move.cottage, move.player) if move.cottage else None
        return played.model_copy(update={"cottage": named})
    if isinstance(move, PayBid) and move.to is None and state.auction is not None:
        return move.model_copy(update={"to": auction.payee(state)})
    if isinstance(move, BuildFence | RemoveFence):
        named = _exactly(state, move.cottage, move.player)
        return move.model_copy(update={"cottage": named})
    return move


def _exactly(state: Keythedral, reference: str, player: str) -> str:
    """A cottage by its full name, or the place of a gap, whatever way it was said."""
    cottage = state.cottage_named(reference, player)
    return cottage.name if cottage else town.gap_named(state, reference)


def view(state: Keythedral, viewer: str | None) -> Keythedral:
    """The table as `viewer` sees it: what lies behind the other screens stays there to the end.

    Nor does anybody see into the bag, so that no menu offers a field that was not drawn.
    """
    if state.phase == "over":
        return state
    hands = {
        player: hand if player == viewer else hand.model_copy(update={"cubes": None})
        for player, hand in state.hands.items()
    }
    return state.model_copy(update={"hands": hands, "likely_bag": None})


def components(state: Keythedral) -> Counter[str]:
    """Every piece that keyhelper follows, wherever it is; no move may change it."""
    pieces: Counter[str] = Counter()
    pieces["fields"] = (state.bag or 0) + len(state.fields or {})
    for tile in state.tiles or ():
        pieces[f"tile {tile.value}"] += 1
    lifted = (state.lifted.cottage,) if state.lifted else ()
    for cottage in (*(state.cottages or ()), *lifted):
        pieces[f"cottage {cottage.name}"] += 1
    for fence in state.fences:
        pieces[f"fence {fence.player}"] += 1
    for player, hand in state.hands.items():
        for value, count in (hand.tiles or {}).items():
            pieces[f"tile {value}"] += count
        for placed in hand.cottages:
            pieces[f"cottage {player} {placed}"] += 1
        pieces[f"fence {player}"] += (hand.fences or 0) + state.fences_gone.get(player, 0)
        pieces["laws"] += hand.laws or 0
        placed = sum(worker.player == player for worker in state.workers)
        pieces[f"worker {player}"] = max(WORKERS, placed)
    pieces["laws"] += (state.law_deck or 0) + (state.law_offer or 0) + state.laws_gone
    if state.is_tracked:
        for holder in (state.store, state.mat, state.spent, *_held(state)):
            pieces.update(holder or {})
    return +pieces


def _held(state: Keythedral) -> list[Counts | None]:
    return [hand.cubes for hand in state.hands.values()]
