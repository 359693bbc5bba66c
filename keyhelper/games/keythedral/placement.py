"""The placement before the first round: fields from the bag, cottages in the gaps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from keyhelper.engine.names import listed
from keyhelper.engine.verdict import Reason, unproven
from keyhelper.games.keythedral import board
from keyhelper.games.keythedral.board import Spot, key
from keyhelper.games.keythedral.cubes import YIELDS
from keyhelper.games.keythedral.model import Cottage, Keythedral, Lifted, field_counts
from keyhelper.games.keythedral.moves import LayField, Reposition, Settle
from keyhelper.games.keythedral.rounds import begin_round, turn_over_row
from keyhelper.games.keythedral.turns import after_action, may_now


def may_field(state: Keythedral, move: LayField) -> Iterator[Reason]:
    player = state.seat(move.player)
    yield from _may_place(state, player, "field")
    yield from _may_draw(state, move.colour)
    where = key(move.at)
    if not board.is_field_place(move.at):
        yield Reason(
            rule="field.free",
            text=f"Fields lie on whole numbers, such as 2,0; {where} is a gap or between places",
        )
        return
    if state.fields is None:
        yield unproven("field.touch", f"Which fields lie around {where} was not told (`fields`)")
        return
    colour = state.field_at(move.at)
    if colour is not None:
        yield Reason(rule="field.free", text=f"A {colour} field already lies at {where}")
    yield from _may_touch(state, move.at)


def do_field(state: Keythedral, move: LayField) -> Keythedral:
    fields = (state.fields or {}) | {key(move.at): move.colour}
    bag = None if state.bag is None else max(0, state.bag - 1)
    reached = [c.name for c in state.cottages or () if move.at in board.fields_around(c.at)]
    verb = "reaches" if len(reached) == 1 else "reach"
    where = f"the {move.colour} field at {key(move.at)}"
    told = (f"{listed(reached)} {verb} {where}",) if reached else ()
    news = (*told, *_unlikely(state, move))
    laid = state.model_copy(update={"fields": fields, "bag": bag, "has_laid": True, "news": news})
    return _next_placement(laid)


def effects_field(state: Keythedral, move: LayField) -> dict[str, Any]:
    """What the field brings, and which cottages will reach it."""
    reached = [c.name for c in state.cottages or () if move.at in board.fields_around(c.at)]
    return {"brings": YIELDS[move.colour], "reached_by": reached}


def _unlikely(state: Keythedral, move: LayField) -> Iterator[str]:
    """A colour that the likely bag no longer holds: worth a look at the tile."""
    if state.likely_bag is None:
        return
    start = Counter(board.START_FIELDS.values())
    lying = Counter((state.fields or {}).values())[move.colour] - start[move.colour]
    likely = state.likely_bag.get(move.colour, 0)
    if lying >= likely:
        yield (
            f"With {len(state.players)} players the bag probably held {likely} {move.colour}, "
            f"and this is number {lying + 1}; is the tile really {move.colour}?"
        )


def may_cottage(state: Keythedral, move: Settle) -> Iterator[Reason]:
    player = state.seat(move.player)
    yield from _may_place(state, player, "cottage")
    standing = state.cottage_of(player, move.number)
    if standing is not None:
        yield Reason(
            rule="cottage.number",
            text=f"{player}'s cottage {move.number} already stands at {key(standing.at)}",
        )
    yield from may_stand(state, move.at, "cottage.diagonal")


def do_cottage(state: Keythedral, move: Settle) -> Keythedral:
    player = state.seat(move.player)
    cottage = Cottage(player=player, number=move.number, at=move.at)
    left = tuple(number for number in state.hand(player).cottages if number != move.number)
    settled = state.with_hand(player, cottages=left).model_copy(
        update={
            # An overruled second placing of a number means that it was moved.
            "cottages": (*(c for c in state.cottages or () if c.name != cottage.name), cottage),
            "has_settled": True,
            "news": (_access(state, cottage), *_rival(state, cottage)),
        }
    )
    return _next_placement(settled)


def _rival(state: Keythedral, cottage: Cottage) -> Iterator[str]:
    """The manual's tip: a same number to the right that shares fields."""
    fields = set(state.fields_of(cottage.at))
    right = state.clockwise(cottage.player)[-1]
    rival = state.cottage_of(right, cottage.number)
    if right != cottage.player and rival is not None:
        common = sorted(fields & set(state.fields_of(rival.at)))
        if common:
            yield (
                f"Tip: {right}, to the right, mostly goes before {cottage.player}, and "
                f"{rival.name} shares {listed([key(spot) for spot in common])}"
            )


def effects_cottage(state: Keythedral, move: Settle) -> dict[str, Any]:
    """The access report: which fields and resources the cottage reaches."""
    fields = state.fields_of(move.at)
    reach = Counter(YIELDS[state.field_at(spot) or "grey"] for spot in fields)
    return {"fields": [key(spot) for spot in fields], "reaches": dict(sorted(reach.items()))}


def may_reposition(state: Keythedral, move: Reposition) -> Iterator[Reason]:
    player = state.seat(move.player)
    lifted = closed_in(state, player)
    if lifted is None:
        yield Reason(rule="fence.full", text="No cottage is closed in by fences on all its sides")
        return
    if player != lifted.chooser:
        yield Reason(
            rule="fence.full",
            text=f"{lifted.chooser} chooses where {lifted.cottage.name} goes, not {player}",
        )
    if move.at == lifted.cottage.at:
        yield Reason(
            rule="fence.full",
            text=f"{lifted.cottage.name} was closed in at {key(move.at)} and goes elsewhere",
        )
    elif state.is_closed(move.at):
        yield Reason(
            rule="fence.stay",
            text=f"The fences left at {key(move.at)} close every field side there",
        )
    yield from may_stand(_without(state, lifted.cottage), move.at, "faq.beside-field")


def do_reposition(state: Keythedral, move: Reposition) -> Keythedral:
    lifted = closed_in(state, state.seat(move.player))
    if lifted is None:
        return state
    again = lifted.cottage.model_copy(update={"at": move.at})
    rest = _without(state, lifted.cottage)
    placed = state.model_copy(
        update={
            "cottages": (*(rest.cottages or ()), again),
            "lifted": None,
            "news": (_access(state, again),),
        }
    )
    return after_action(placed, state.actor) if state.actor else placed


def closed_in(state: Keythedral, player: str) -> Lifted | None:
    """The cottage to be placed again; in a bare position one that fences close in."""
    if state.lifted is not None or state.phase != "claim":
        return state.lifted
    closed = [cottage for cottage in state.cottages or () if state.is_closed(cottage.at)]
    own = [cottage for cottage in closed if cottage.player == player]
    found = next(iter(own or closed), None)
    if found is None:
        return None
    is_owners = state.reads("fence.full", "owner") == "owner"
    return Lifted(cottage=found, chooser=found.player if is_owners else player)


def _without(state: Keythedral, cottage: Cottage) -> Keythedral:
    rest = tuple(other for other in state.cottages or () if other != cottage)
    return state.model_copy(update={"cottages": rest})


def may_stand(state: Keythedral, gap: Spot, rule: str) -> Iterator[Reason]:
    """Reasons against a cottage in that gap."""
    where = key(gap)
    if not board.is_gap(gap):
        yield Reason(
            rule=rule, text=f"Cottages stand in gaps, on halves such as 1.5,0.5; {where} is none"
        )
        return
    if gap == state.keythedral:
        yield Reason(rule="cottage.free", text=f"The Keythedral stands at {where}")
    standing = state.cottage_at(gap)
    if standing is not None:
        yield Reason(rule="cottage.free", text=f"{standing.name} already stands at {where}")
    if state.cottages is None:
        yield unproven("cottage.free", f"Whether {where} is free was not told (`cottages`)")
    if state.fields is None:
        yield unproven(rule, f"Which fields lie around {where} was not told (`fields`)")
    elif not state.fields_of(gap):
        corners = listed([key(spot) for spot in board.fields_around(gap)])
        yield Reason(
            rule=rule,
            text=f"A cottage needs 1 field at a corner; {where} has 0 (nothing lies at {corners})",
        )


def _may_place(state: Keythedral, player: str, what: str) -> Iterator[Reason]:
    before = tuple(may_now(state, ("placement",), f"Placing a {what}"))
    yield from before
    if before or state.phase == "claim":
        return
    if player != state.placer:
        yield Reason(rule="place.clockwise", text=f"{state.placer} places now, not {player}")
        return
    if what == "field" and state.has_laid:
        yield Reason(
            rule="place.clockwise",
            text=f"{player} has laid the field of this turn; a cottage follows",
        )
    if what == "cottage" and state.has_settled:
        yield Reason(
            rule="place.clockwise",
            text=f"{player} has placed the cottage of this turn; a field follows",
        )
    is_free = state.reads("place.clockwise", "field-first") == "free"
    if what == "cottage" and not state.has_laid and not is_free:
        yield Reason(rule="place.clockwise", text=f"{player} lays a field before the cottage")


def _may_draw(state: Keythedral, colour: str) -> Iterator[Reason]:
    if state.bag == 0:
        yield Reason(rule="setup.bag", text="The bag is empty: all fields have been drawn")
    lying = Counter((state.fields or {}).values())[colour]
    if lying >= field_counts()[colour]:
        yield Reason(
            rule="box.fields",
            text=f"The box has {field_counts()[colour]} {colour} fields; {lying} lie already",
        )


def _may_touch(state: Keythedral, place: Spot) -> Iterator[Reason]:
    if any(state.field_at(spot) for spot in board.side_neighbours(place)):
        return
    beside = [c.name for c in state.cottages or () if place in board.fields_around(c.at)]
    if state.reads("field.touch", "field-or-cottage") == "field-only":
        near = f"; {listed(beside)} at its corner is not enough" if beside else ""
        yield Reason(rule="field.touch", text=f"{key(place)} touches no field by a side{near}")
    elif state.cottages is None:
        yield unproven(
            "field.touch",
            f"{key(place)} touches no field by a side, and cottages were not told (`cottages`)",
        )
    elif not beside:
        sides = listed([key(spot) for spot in board.side_neighbours(place)])
        yield Reason(
            rule="field.touch",
            text=f"{key(place)} touches no field by a side ({sides} are empty) and no cottage",
        )


def _next_placement(state: Keythedral) -> Keythedral:
    if state.phase != "placement" or not (state.has_laid and state.has_settled):
        return state
    order = state.clockwise(state.left_of(state.placer or state.players[0]))
    # After an overruled placement cottages may be left without fields, or the other way round.
    waiting = [player for player in order if state.hand(player).cottages]
    if not waiting and not state.bag:
        done = {"placer": None, "has_laid": False, "has_settled": False}
        return begin_round(turn_over_row(state.model_copy(update=done)))
    return state.model_copy(
        update={
            "placer": (waiting or order)[0],
            "has_laid": state.bag == 0,
            "has_settled": not waiting,
        }
    )


def _access(state: Keythedral, cottage: Cottage) -> str:
    fields = state.fields_of(cottage.at)
    reach = [f"{YIELDS[state.field_at(spot) or 'grey']} {key(spot)}" for spot in fields]
    only = "only " if len(reach) == 1 else ""
    return f"{cottage.name} reaches {only}{listed(reach) or 'no field'}"
