"""Using the actions a keyple brought: taking goods, turning them into others, selling, tiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from keyhelper.engine import names
from keyhelper.engine.verdict import Reason, unproven
from keyhelper.games.keyper.goods import GOODS, PLAIN_FIELDS, RIVER, amount, plus
from keyhelper.games.keyper.model import (
    OWN,
    WINTER_FAIRS,
    Keyper,
    Owed,
    Tile,
    free_name,
)
from keyhelper.games.keyper.moves import Convert, Gain, Sell, Skip, Take, place
from keyhelper.games.keyper.turns import settle

SHIPPING_POINTS = 2
TILES_IN_BOX = {"farm": 12, "village": 36, "fair": WINTER_FAIRS}

# What is done on fields that have no coloured border.
FIELD_WORK = {
    "tile": "taking a country tile",
    "build": "building",
    "discount": "building at a discount",
    "upgrade": "upgrading",
}


def owed_to(state: Keyper, player: str | None) -> Owed | None:
    """The actions this player has to take now."""
    return next((owed for owed in state.owed if owed.player == player), None)


def may_work(state: Keyper, player: str | None, actions: int) -> Iterator[Reason]:
    """Whether the player has that many actions to take."""
    owed = owed_to(state, player)
    if owed is None:
        text = f"{player} has no actions to take; a keyple brings them"
        yield unproven("act.owed", text) if state.is_partial else Reason("act.owed", text)
    elif actions > owed.actions:
        where = place(player, owed.board, owed.field)
        text = f"{player} has {owed.actions} of {actions} actions needed on {where}"
        yield Reason("act.owed", text)


def may_do_here(state: Keyper, player: str | None, *works: str) -> Iterator[Reason]:
    """Whether this kind of thing is done on the field the actions come from."""
    owed = owed_to(state, player)
    if owed is None or owed.board == OWN:
        return
    where = place(player, owed.board, owed.field)
    if owed.border in PLAIN_FIELDS and owed.border not in works:
        text = f"{where[:1].upper()}{where[1:]} is for {FIELD_WORK[owed.border]}"
        yield Reason("colour.none", text)
    elif owed.field == RIVER and RIVER not in works:
        yield Reason("boat.actions", "On a boat, goods are taken or sold and nothing else")


def may_pay(state: Keyper, player: str, pay: Mapping[str, int]) -> Iterator[Reason]:
    """Whether the player has what is to be paid."""
    for kind, number in pay.items():
        have = state.house(player).have(kind)
        if have is None:
            yield unproven("pay.cost", f"Nobody has said how much {kind} {player} has")
        elif have < number:
            yield Reason("pay.cost", f"{player} has {have} of {amount(number, kind)}")


def may_take_from_supply(
    state: Keyper, player: str | None, goods: Mapping[str, int], back: Mapping[str, int]
) -> Iterator[Reason]:
    """Whether the supply holds it, counting what has just been paid back."""
    if state.supply is None:
        return
    for kind, number in goods.items():
        left = state.supply.get(kind, 0) + back.get(kind, 0)
        if number > left:
            text = f"{amount(left, kind)} left in the supply; {player} takes {number}"
            yield Reason("supply.limit", text, hint="nothing is given instead")


def may_gain(state: Keyper, move: Gain) -> Iterator[Reason]:
    number = sum(move.goods.values())
    owed = owed_to(state, move.player)
    if owed is not None and owed.board == OWN:
        yield from may_work(state, move.player, 1)
        if number > owed.actions:
            text = f"{owed.actions} actions, {number} goods: {owed.field} shows what one brings"
            yield unproven("keyple.own", text)
    else:
        yield from may_work(state, move.player, number)
    yield from may_do_here(state, move.player, RIVER)
    yield from may_take_from_supply(state, move.player, move.goods, {})
    yield from _may_take_in_turns(state, move)
    if owed is not None and owed.field == RIVER:
        yield from _may_trade(state, owed, move.goods, owed.sold, ("sold", "take"))


def do_gain(state: Keyper, move: Gain) -> Keyper:
    owed = owed_to(state, move.player)
    player = move.player or ""
    taken = _from_supply(state, move.goods)
    table = moved(state, player, gain=taken)
    if owed is not None:
        table = _remembered(table, owed, {"gained": plus(owed.gained, move.goods)})
        table = _learned(table, owed, move)
    return spend(table, player, sum(move.goods.values()))


def _learned(state: Keyper, owed: Owed, move: Gain) -> Keyper:
    """What was taken on a field is what it gives, as far as anybody has seen."""
    spot = state.spot(owed.player, owed.board, owed.field)
    if spot is None or owed.board == OWN or owed.field == RIVER or len(move.goods) != 1:
        return state
    known = spot.model_copy(update={"gives": next(iter(move.goods))})
    return state.with_spot(owed.player, owed.board, owed.field, known)


def warns_of_gain(state: Keyper, move: Gain) -> Iterator[str]:
    """A field called by the name of a good hardly gives another."""
    owed = owed_to(state, move.player)
    if owed is None or owed.board == OWN or owed.field not in GOODS:
        return
    for kind in move.goods:
        if kind != owed.field:
            yield f"The field is called {owed.field}; {move.player} would take {kind}"


def may_convert(state: Keyper, move: Convert) -> Iterator[Reason]:
    player = move.player or ""
    yield from may_work(state, player, move.actions)
    yield from may_do_here(state, player)
    yield from may_pay(state, player, move.pay)
    yield from may_take_from_supply(state, player, move.gain or {}, move.pay)


def do_convert(state: Keyper, move: Convert) -> Keyper:
    player = move.player or ""
    paid = moved(state, player, pay=move.pay)
    table = moved(paid, player, gain=_from_supply(paid, move.gain or {}))
    return spend(shipped(table, player, move.shipping), player, move.actions)


def may_sell(state: Keyper, move: Sell) -> Iterator[Reason]:
    player = move.player or ""
    yield from may_work(state, player, sum(move.goods.values()))
    owed = owed_to(state, player)
    if owed is not None and owed.field != RIVER:
        where = place(player, owed.board, owed.field)
        yield Reason("boat.actions", f"Goods are sold on a boat, not on {where}")
    yield from _may_hand_over(state, player, move.goods)
    if owed is not None and owed.field == RIVER:
        yield from _may_trade(state, owed, move.goods, tuple(owed.gained), ("taken", "sell"))


def _may_hand_over(state: Keyper, player: str, goods: Mapping[str, int]) -> Iterator[Reason]:
    """Whether the player has what is to be sold."""
    for kind, number in goods.items():
        have = state.house(player).have(kind)
        if have is None:
            yield unproven("boat.actions", f"Nobody has said how much {kind} {player} has")
        elif have < number:
            text = f"{player} sells {amount(number, kind)} and has {have or 'none'}"
            yield Reason("boat.actions", text)


def do_sell(state: Keyper, move: Sell) -> Keyper:
    player = move.player or ""
    owed = owed_to(state, player)
    number = sum(move.goods.values())
    table = shipped(moved(state, player, pay=move.goods), player, SHIPPING_POINTS * number)
    if owed is not None:
        sold = tuple(dict.fromkeys((*owed.sold, *move.goods)))
        table = _remembered(table, owed, {"sold": sold})
    return spend(table, player, number)


def may_take(state: Keyper, move: Take) -> Iterator[Reason]:
    yield from may_work(state, move.player, 1)
    yield from may_do_here(state, move.player, "tile")
    beside = move.area == "fair" and state.fairs_aside
    if move.area == "fair" and state.season == "spring":
        in_bag = state.reading("fairs.bag", "bag") == "bag"
        come = "go into the bag at the start of" if in_bag else "lie beside the display from"
        yield Reason("fairs.bag", f"Winter fairs {come} summer; it is spring")
    elif not beside and not state.display and not state.is_partial:
        yield Reason("display.refill", "No tile is left in the display")
    taken, in_box = _taken_of_kind(state, move.area), TILES_IN_BOX[move.area]
    if taken >= in_box:
        kind = "winter fairs" if move.area == "fair" else f"country {move.area} tiles"
        yield Reason("box.tiles", f"All {in_box} {kind} of the box have been taken")
    if move.area == "fair":
        return
    if not move.tile.strip():
        yield unproven("box.tiles", "Nobody has said what the tile is called", hint="its name")
    elif state.display and None not in state.display:
        known = [tile for tile in state.display if tile is not None]
        if names.find(move.tile, known) is None:
            text = f"{move.tile} does not lie in the display: {names.listed(known)}"
            yield Reason("display.refill", text)


def _taken_of_kind(state: Keyper, area: str) -> int:
    """How many winter fairs, or country tiles of an area, the players have taken so far."""
    houses = state.houses.values()
    if area == "fair":
        held = [fair for house in houses for fair in house.held or () if fair.season == "winter"]
        return len(held) + sum(house.winter_fairs for house in houses)
    if state.is_partial:
        return 0  # a position does not say which built tiles are home tiles
    tiles = [tile for house in houses for tile in (*house.taken, *(house.tiles or ()))]
    return sum(tile.deck == "country" and tile.area == area for tile in tiles)


def do_take(state: Keyper, move: Take) -> Keyper:
    player = move.player or ""
    house = state.house(player)
    if move.area == "fair":
        changes = {"winter_fairs": house.winter_fairs + 1}
        table = state.with_house(player, house.model_copy(update=changes))
        if state.fairs_aside:
            table = table.model_copy(update={"fairs_aside": state.fairs_aside - 1})
            return spend(table, player, 1)
    else:
        name = free_name(house, move.tile.strip() or "unnamed")
        tile = Tile(name=name, area=move.area)
        table = state.with_house(player, house.model_copy(update={"taken": (*house.taken, tile)}))
    return spend(_drawn_anew(table, move.tile), player, 1)


def may_skip(state: Keyper, move: Skip) -> Iterator[Reason]:
    if owed_to(state, move.player) is None:
        text = f"{move.player} has no actions to leave"
        yield unproven("act.owed", text) if state.is_partial else Reason("act.owed", text)


def do_skip(state: Keyper, move: Skip) -> Keyper:
    owed = tuple(entry for entry in state.owed if entry.player != move.player)
    return settle(state.model_copy(update={"owed": owed}))


def moved(
    state: Keyper,
    player: str,
    *,
    pay: Mapping[str, int] | None = None,
    gain: Mapping[str, int] | None = None,
) -> Keyper:
    """Goods moved between a player and the supply; never more than there are."""
    house = state.house(player)
    paid = {}
    for kind, number in (pay or {}).items():
        have = house.have(kind)
        paid[kind] = number if have is None else min(number, have)
    house = house.pays(paid).gains(gain or {})
    supply = state.supply
    if supply is not None:
        supply = dict(supply)
        for kind, number in paid.items():
            supply[kind] = supply.get(kind, 0) + number
        for kind, number in (gain or {}).items():
            supply[kind] = supply.get(kind, 0) - number
    return state.with_house(player, house, supply=supply)


def shipped(state: Keyper, player: str, points: int) -> Keyper:
    """The player's marker moved on along the shipping track."""
    house = state.house(player)
    if house.shipping is None or not points:
        return state
    return state.with_house(player, house.model_copy(update={"shipping": house.shipping + points}))


def spend(state: Keyper, player: str, actions: int) -> Keyper:
    """That many of the player's actions used; the turn goes on when none are left."""
    owed = []
    for entry in state.owed:
        if entry.player == player:
            left = entry.actions - actions
            if left > 0:
                owed.append(entry.model_copy(update={"actions": left}))
        else:
            owed.append(entry)
    return settle(state.model_copy(update={"owed": tuple(owed)}))


def most_in_turns(left: int, other: int, *, goes_first: bool) -> int:
    """How many of `left` one of two players gets when they take in turns, the active one first.

    `other` is how many the other may still take; after that nothing stops this player.
    """
    most = 0
    while True:
        before = min(most if goes_first else most + 1, other)
        if most + 1 + before > left:
            return most
        most += 1


def share(state: Keyper, own: Owed, kind: str) -> int:
    """How many of a kind may be taken now, so that the other player of a joint action gets theirs.

    Without another player, or with plenty, that is all there is.
    """
    left = (state.supply or {}).get(kind, 0)
    other = next((owed for owed in state.owed if owed.player != own.player), None)
    if other is None:
        return left
    mine, theirs = own.gained.get(kind, 0), other.gained.get(kind, 0)
    first = state.owed[0].player == own.player
    most = most_in_turns(left + mine + theirs, theirs + other.actions, goes_first=first)
    return max(0, min(left, most - mine))


def _may_take_in_turns(state: Keyper, move: Gain) -> Iterator[Reason]:
    """Whether the other player of a joint action is left the share that taking in turns gives."""
    own = owed_to(state, move.player)
    others = [owed for owed in state.owed if owed.player != move.player]
    if state.supply is None or not others or own is None:
        return
    other = others[0]
    for kind, number in move.goods.items():
        left = state.supply.get(kind, 0)
        most = share(state, own, kind)
        if most < number <= left:
            yield Reason(
                "supply.alternate",
                f"{left} {kind} left: in turns with {other.player}, {move.player} gets"
                f" {most} of {number}",
                hint=f"if {other.player} wants none, `{other.player} skip` comes first",
            )


def _may_trade(
    state: Keyper,
    owed: Owed,
    goods: Mapping[str, int],
    undone: tuple[str, ...],
    verbs: tuple[str, str],
) -> Iterator[Reason]:
    """Whether a boat shows these goods, and none is both taken and sold."""
    for kind in goods:
        if kind in undone:
            did, now = verbs
            text = f"{owed.player} has {did} {kind} on this boat this turn, so may not {now} it too"
            yield Reason("boat.same", text)
    boat = (state.boards or {})[owed.board].boat if owed.board in (state.boards or {}) else None
    shown = state.shows.get(boat or "")
    if shown == ():
        return  # the table did not want it checked
    if shown is None:
        yield unproven(
            "boat.shown",
            f"Nobody has said what boat {boat or '?'} shows",
            hint=f"`shows {boat or 3} wheat clay` says it",
        )
        return
    for kind in goods:
        if kind not in shown:
            text = f"Boat {boat} shows {names.listed(shown)}, not {kind}"
            yield Reason("boat.shown", text)


def _remembered(state: Keyper, owed: Owed, memory: dict[str, object]) -> Keyper:
    kept = tuple(
        entry.model_copy(update=memory) if entry == owed else entry for entry in state.owed
    )
    return state.model_copy(update={"owed": kept})


def _from_supply(state: Keyper, goods: Mapping[str, int]) -> dict[str, int]:
    """What can really be taken, so that an overruled claim conserves the pieces."""
    if state.supply is None:
        return dict(goods)
    return {
        kind: min(number, state.supply.get(kind, 0))
        for kind, number in goods.items()
        if state.supply.get(kind, 0)
    }


def _drawn_anew(state: Keyper, tile: str) -> Keyper:
    """The display after a tile has left it, refilled from the bag where that is played."""
    display = list(state.display)
    known = names.find(tile, [name for name in display if name]) if tile else None
    if known is not None:
        display.remove(known)
    elif None in display:
        display.remove(None)
    elif display:
        display.pop()
    bag = state.bag
    last = (
        state.phase == "final"
        and len(state.queue) == 1
        and sum(owed.actions for owed in state.owed) == 1
    )
    if state.reading("display.refill", "each") == "each" and bag and not last:
        display.append(None)
        bag -= 1
    return state.model_copy(update={"display": tuple(display), "bag": bag})
