"""Phase 3, the other actions: houses, fences, crafts and trades."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from keyhelper.engine import names
from keyhelper.engine.names import listed
from keyhelper.engine.verdict import Reason, unproven
from keyhelper.games.keythedral import board
from keyhelper.games.keythedral.board import key
from keyhelper.games.keythedral.cubes import (
    BASICS,
    CRAFTS,
    minus,
    number,
    plus,
    prices,
    say,
    spoken,
    total,
)
from keyhelper.games.keythedral.model import Cottage, Fence, Keythedral, Lifted
from keyhelper.games.keythedral.moves import (
    BuildFence,
    BuildHouse,
    BuyCraft,
    RemoveFence,
    Trade,
)
from keyhelper.games.keythedral.turns import after_action, may_act, may_pay, paid, received

HOUSE_COST = {"timber": 1, "stone": 1}
FENCE_COST = {"timber": 1}
REMOVAL_COST = {"wine": 2}
TRADE_IN = 2


def may_house(state: Keythedral, move: BuildHouse) -> Iterator[Reason]:
    player = state.seat(move.player)
    yield from may_act(state, player, "Building a house")
    cottage = state.cottage_of(player, move.number)
    if cottage is not None and cottage.is_house:
        yield Reason(rule="house.flip", text=f"{player}'s number {move.number} is a house already")
    elif cottage is None and any(c.player == player for c in state.cottages or ()):
        yield Reason(rule="house.flip", text=f"{player} has no cottage {move.number} on the map")
    yield from may_pay(state, player, HOUSE_COST, "house.cost", "A house")


def do_house(state: Keythedral, move: BuildHouse) -> Keythedral:
    player = state.seat(move.player)
    cottages = tuple(
        c.model_copy(update={"is_house": True})
        if (c.player, c.number) == (player, move.number)
        else c
        for c in state.cottages or ()
    )
    built = paid(state, player, HOUSE_COST)
    return after_action(built.model_copy(update={"cottages": cottages, "news": ()}), player)


def may_fence(state: Keythedral, move: BuildFence) -> Iterator[Reason]:
    player = state.seat(move.player)
    yield from may_act(state, player, "Building a fence")
    if state.hand(player).fences == 0:
        yield Reason(
            rule="fence.three", text=f"{player} has built all 3 fences; 1 is needed, 0 are left"
        )
    yield from may_pay(state, player, FENCE_COST, "fence.cost", "A fence")
    cottage = state.cottage_named(move.cottage)
    if cottage is None:
        yield from _no_cottage(state, move.cottage)
        return
    yield from _may_stand_between(state, cottage, move)


def do_fence(state: Keythedral, move: BuildFence) -> Keythedral:
    player = state.seat(move.player)
    cottage = state.cottage_named(move.cottage)
    if cottage is None:
        return after_action(state, player)
    fence = Fence(player=player, gap=cottage.at, field=move.field)
    left = state.hand(player).fences
    built = paid(state, player, FENCE_COST).with_hand(
        player, fences=None if left is None else max(0, left - 1)
    )
    built = built.model_copy(update={"fences": (*built.fences, fence), "news": ()})
    if built.is_closed(cottage.at):
        return _lift(built, cottage, player)
    return after_action(built, player)


def effects_fence(state: Keythedral, move: BuildFence) -> dict[str, Any]:
    """Whether the fence closes the cottage in, which then moves at once."""
    cottage = state.cottage_named(move.cottage)
    if cottage is None or state.fields is None:
        return {}
    fence = Fence(player=move.player, gap=cottage.at, field=move.field)
    after = state.model_copy(update={"fences": (*state.fences, fence)})
    return {"closes_in": after.is_closed(cottage.at)}


def warn_fence(state: Keythedral, move: BuildFence) -> Iterator[str]:
    """A fence that closes a cottage in is a gift at times: it moves at once."""
    if effects_fence(state, move).get("closes_in"):
        cottage = state.cottage_named(move.cottage)
        if cottage is not None:
            yield f"This closes {cottage.name} in; it is lifted and placed again at once"


def may_remove_fence(state: Keythedral, move: RemoveFence) -> Iterator[Reason]:
    player = state.seat(move.player)
    yield from may_act(state, player, "Removing a fence")
    yield from may_pay(state, player, REMOVAL_COST, "fence.remove", "Removing a fence")
    if find_fence(state, move.cottage, move.field) is None:
        yield Reason(
            rule="fence.remove",
            text=f"No fence stands between {move.cottage} and {key(move.field)}",
        )


def do_remove_fence(state: Keythedral, move: RemoveFence) -> Keythedral:
    player = state.seat(move.player)
    fence = find_fence(state, move.cottage, move.field)
    removed = paid(state, player, REMOVAL_COST)
    return after_action(without_fence(removed, fence), player)


def find_fence(state: Keythedral, cottage: str, field: board.Spot) -> Fence | None:
    """The fence at a cottage or, after it moved away, at a gap."""
    standing = state.cottage_named(cottage)
    gap = key(standing.at) if standing else gap_named(state, cottage)
    return next((f for f in state.fences if key(f.gap) == gap and f.field == field), None)


def gap_named(state: Keythedral, reference: str) -> str:
    """The place of a gap that goes by a name because its cottage left; else what was said."""
    left = state.left_gaps()
    on_map = {name.replace("gap ", "g"): gap for name, gap in left.items()}
    name = names.find(reference, left | on_map)
    return key((left | on_map)[name]) if name is not None else reference


def without_fence(state: Keythedral, fence: Fence | None) -> Keythedral:
    """The fence leaves the game."""
    if fence is None:
        return state
    gone = state.fences_gone
    if fence.player is not None:
        gone = gone | {fence.player: gone.get(fence.player, 0) + 1}
    fences = tuple(other for other in state.fences if other != fence)
    told = (f"{_upper(fence.says())} leaves the game",)
    return state.model_copy(update={"fences": fences, "fences_gone": gone, "news": told})


def may_craft(state: Keythedral, move: BuyCraft) -> Iterator[Reason]:
    player = state.seat(move.player)
    yield from may_act(state, player, "Buying a craft cube")
    if move.cube not in CRAFTS:
        yield Reason(
            rule="craft.price",
            text=f"{spoken(move.cube).capitalize()} is a basic cube; a trade brings it",
        )
        return
    if state.mat is not None and not available_craft(state, move.cube):
        yield Reason(
            rule="craft.empty",
            text=f"The mat has 0 {spoken(move.cube)} and 0 lie beside it; 1 is needed",
        )
    price = prices()[move.cube]
    crafts = {kind: move.pay.get(kind, 0) for kind in CRAFTS}
    if total(crafts):
        yield Reason(
            rule="craft.price",
            text=f"Crafts are paid with basic cubes; {say(crafts)} is craft",
        )
    if total(move.pay) != price:
        yield Reason(
            rule="craft.price",
            text=f"{spoken(move.cube).capitalize()} costs {price} basic cubes; "
            f"{total(move.pay)} given",
        )
    yield from may_pay(state, player, move.pay, "craft.price", spoken(move.cube).capitalize())


def do_craft(state: Keythedral, move: BuyCraft) -> Keythedral:
    player = state.seat(move.player)
    bought = paid(state, player, move.pay)
    one = {move.cube: 1}
    # Spent cubes are sold again only when the mat has none of that craft.
    mat, spent = bought.mat, bought.spent
    if mat is not None and mat.get(move.cube):
        bought = bought.model_copy(update={"mat": minus(mat, one)})
    elif spent is not None and spent.get(move.cube):
        bought = bought.model_copy(update={"spent": minus(spent, one)})
    elif mat is not None:
        one = {}
    bought = received(bought, player, one).model_copy(update={"news": ()})
    return after_action(bought, player)


def available_craft(state: Keythedral, kind: str) -> int:
    """How many cubes of a craft can be bought one after the other, spent ones last."""
    return (state.mat or {}).get(kind, 0) + (state.spent or {}).get(kind, 0)


def effects_craft(state: Keythedral, move: BuyCraft) -> dict[str, Any]:
    """Whether the cube comes from the mat or from those spent."""
    if state.mat is None:
        return {}
    return {"from": "mat" if state.mat.get(move.cube) else "spent"}


def may_trade(state: Keythedral, move: Trade) -> Iterator[Reason]:
    player = state.seat(move.player)
    yield from may_act(state, player, "Trading")
    crafts = {kind: move.give.get(kind, 0) for kind in CRAFTS}
    if total(crafts):
        yield Reason(
            rule="trade.basic", text=f"Craft cubes cannot be traded; {say(crafts)} is craft"
        )
    if move.get not in BASICS:
        yield Reason(
            rule="trade.basic",
            text=f"A trade brings a basic cube; {spoken(move.get)} is bought as a craft",
        )
    elif state.store is not None and not plus(state.store, move.give).get(move.get):
        yield Reason(rule="box.resources", text=f"The store has 0 {spoken(move.get)}; 1 is needed")
    if total(move.give) != TRADE_IN:
        yield Reason(
            rule="trade.two",
            text=f"A trade takes {TRADE_IN} basic cubes; {number(total(move.give), 'cube')} given",
        )
    yield from may_pay(state, player, move.give, "trade.two", "The trade")


def do_trade(state: Keythedral, move: Trade) -> Keythedral:
    player = state.seat(move.player)
    traded = paid(state, player, move.give)
    one = {move.get: 1}
    if traded.store is not None:
        if not traded.store.get(move.get):
            one = {}
        traded = traded.model_copy(update={"store": minus(traded.store, one)})
    traded = received(traded, player, one).model_copy(update={"news": ()})
    return after_action(traded, player)


def warn_trade(state: Keythedral, move: Trade) -> Iterator[str]:
    """Giving what one takes only loses a cube."""
    if move.give.get(move.get):
        yield f"This gives {spoken(move.get)} away to get {spoken(move.get)} back"


def _no_cottage(state: Keythedral, reference: str) -> Iterator[Reason]:
    if state.cottages is None:
        yield unproven("fence.between", f"Where {reference} stands was not told (`cottages`)")
    else:
        yield Reason(
            rule="fence.between",
            text=f"No cottage {reference} stands on the map",
            hint=listed([c.name for c in state.cottages][:12]),
        )


def _may_stand_between(state: Keythedral, cottage: Cottage, move: BuildFence) -> Iterator[Reason]:
    where = key(move.field)
    if move.field not in board.fields_around(cottage.at):
        yield Reason(
            rule="fence.between",
            text=f"{cottage.name} at {key(cottage.at)} does not touch {where}",
        )
    elif state.fields is None:
        yield unproven("fence.between", f"Whether a field lies at {where} was not told (`fields`)")
    elif state.field_at(move.field) is None:
        yield Reason(rule="fence.between", text=f"No field lies at {where}")
    fence = state.fence_on(cottage.at, move.field)
    if fence is not None:
        yield Reason(rule="fence.between", text=f"{_upper(fence.says())} stands there already")


def _upper(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _lift(state: Keythedral, cottage: Cottage, builder: str) -> Keythedral:
    """The cottage leaves its gap, to be placed again at once; its fences stay."""
    chooser = cottage.player if state.reads("fence.full", "owner") == "owner" else builder
    is_idle = state.reads("fence.stay", "binds") == "idle"
    fences = tuple(
        f.model_copy(update={"is_idle": True}) if is_idle and f.gap == cottage.at else f
        for f in state.fences
    )
    return state.model_copy(
        update={
            "cottages": tuple(c for c in state.cottages or () if c != cottage),
            "fences": fences,
            "lifted": Lifted(cottage=cottage, chooser=chooser),
            "news": (f"{cottage.name} is closed in: lift it",),
        }
    )
