"""Asking what is done with the actions a keyple brought: goods, a boat, tiles, building."""

from __future__ import annotations

from collections.abc import Sequence

from keyhelper.engine import names
from keyhelper.engine.game import Ask
from keyhelper.games.keyper import moves
from keyhelper.games.keyper.goods import (
    GOODS,
    LIKELY,
    PLAIN_FIELDS,
    RIVER,
    SPECIALISTS,
    WHITE_GOODS,
    amount,
    counted,
    read_good,
)
from keyhelper.games.keyper.model import OWN, Country, House, Keyper, Owed
from keyhelper.games.keyper.moves import place
from keyhelper.games.keyper.working import share

WORK_KINDS = ("gain", "convert", "take", "build", "upgrade", "skip")
FIRST_WORK = {"tile": "take", "build": "build", "discount": "build", "upgrade": "upgrade"}


def work_asks(state: Keyper) -> tuple[Ask, ...]:
    """What a boat shows, if that is new; then everybody's actions, in the order they are taken."""
    works = tuple(_work_ask(state, owed) for owed in _in_turns(state))
    return (*_boat_asks(state, state.owed[0]), *works)


def _in_turns(state: Keyper) -> Sequence[Owed]:
    """The active player first; once only the other's share of a short supply is left, the other."""
    if len(state.owed) > 1 and state.owed[0].gained:
        enters = [_likely_gain(state, owed) for owed in state.owed]
        if enters[0] is None and enters[1] is not None:
            return state.owed[::-1]
    return state.owed


def _boat_asks(state: Keyper, owed: Owed) -> tuple[Ask, ...]:
    """What a boat shows is asked once, when its first actions are taken."""
    boat = (state.boards or {}).get(owed.board, Country()).boat
    if owed.field != RIVER or boat is None or boat in state.shows:
        return ()
    nothing = moves.ShowBoat(boat=boat, goods={})
    hint = "such as `wheat bricks sheep`; Enter: do not check"
    prompt = f"What does boat {boat} show this season?"
    given = {"player": owed.player, "boat": boat}
    return (Ask(prompt, ("shows",), given, nothing, hint),)


def _work_ask(state: Keyper, owed: Owed) -> Ask:
    where = place(owed.player, owed.board, owed.field)
    number = f"{owed.actions} action{'s' if owed.actions > 1 else ''}"
    prompt, given = f"{owed.player}: {number} on {where}", {"player": owed.player}
    enter = _likely_gain(state, owed)
    if enter is not None:
        again = "" if _named_good(owed) else ", as last time"
        hint = f"Enter: {counted(enter.goods)}{again}; `skip` leaves the rest"
        return Ask(prompt, _works(owed), given, enter, hint)
    kind = _good_of(state, owed)
    if kind is not None and state.supply is not None and not state.supply.get(kind):
        nothing = moves.Skip(player=owed.player)
        hint = f"no {kind} left in the supply; Enter: nothing"
        return Ask(prompt, _works(owed), given, nothing, hint)
    if _works(owed)[0] == "take" and not state.display and not state.fairs_aside:
        nothing = moves.Skip(player=owed.player)
        return Ask(prompt, _works(owed), given, nothing, "no tile in the display; Enter: nothing")
    return Ask(prompt, _works(owed), given, hint=_say(state, owed))


def _good_of(state: Keyper, owed: Owed) -> str | None:
    """The good that a field is called by, or else the one that was last taken there."""
    spot = state.spot(owed.player, owed.board, owed.field)
    return _named_good(owed) or (spot.gives if spot is not None else None)


def _named_good(owed: Owed) -> str | None:
    """The good that a field is called by, which it most likely gives."""
    if owed.board == OWN or owed.border in PLAIN_FIELDS or owed.field == RIVER:
        return None
    try:
        kind = read_good(owed.field)
    except ValueError:
        return None
    is_named = kind in GOODS and names.fold(owed.field)[:3] == names.fold(kind)[:3]
    return str(kind) if is_named else None


def _likely_gain(state: Keyper, owed: Owed) -> moves.Gain | None:
    kind = _good_of(state, owed)
    number = min(owed.actions, share(state, owed, kind)) if kind else 0
    return moves.Gain(player=owed.player, goods={kind: number}) if kind and number else None


def _works(owed: Owed) -> tuple[str, ...]:
    """What can be done there, the likeliest first."""
    if owed.field == RIVER:
        return ("gain", "sell", "skip")
    if owed.board != OWN and owed.border in FIRST_WORK:
        return (FIRST_WORK[owed.border], "skip")
    if owed.board != OWN and owed.border in SPECIALISTS:
        return ("gain", "convert", "skip")
    return WORK_KINDS


def _say(state: Keyper, owed: Owed) -> str:
    """What could be typed there, as an example; tiles and fields give what is printed on them."""
    house = state.house(owed.player)
    work = _works(owed)[0]
    if work == "take":
        winter = "; `winter` for a winter fair" if state.season != "spring" else ""
        return f"`village NAME` or `farm NAME`{winter}; or `skip`"
    if work == "build":
        return _say_build(house)
    if work == "upgrade":
        built = [t.name for t in house.tiles or () if not t.is_overbuilt and not t.is_upgraded]
        return f"{names.either(built[:4]) or 'no tile to turn over'}; or `skip`"
    if owed.field == RIVER:
        return _say_trade(state, owed, house)
    kinds = LIKELY.get(owed.border, ("clay",))
    likely = next((kind for kind in kinds if (state.supply or {}).get(kind)), None)
    ways = [f"such as `{amount(owed.actions, likely)}`"] if likely else []
    held = house.resources or {}
    for raw, finished in zip(WHITE_GOODS["raw"], WHITE_GOODS["finished"], strict=True):
        if held.get(raw) and (state.supply or {}).get(finished):
            ways.append(f"or `convert {amount(1, raw)} to {amount(1, finished)}`")
            break
    more = "`build` and `upgrade` too; " if owed.board == OWN else ""
    return f"{', '.join(ways) or 'what it gives'}; {more}or `skip`"


def _say_trade(state: Keyper, owed: Owed, house: House) -> str:
    """What the boat shows, and what of it the player could sell."""
    boat = (state.boards or {}).get(owed.board, Country()).boat
    shown = state.shows.get(boat or "", ())
    taken = [kind for kind in shown if kind not in owed.sold and (state.supply or {}).get(kind)]
    held = [kind for kind in (shown or GOODS) if house.have(kind) and kind not in owed.gained]
    ways = [names.either(taken)] if taken else []
    if not shown:
        ways.append("what it shows, with its number")
    if held:
        ways.append(f"`sell {held[0]}` sells")
    return "; ".join([*ways, "or `skip`" if ways else "`skip`"])


def _say_build(house: House) -> str:
    """A tile that could be built: one that was taken, else one of the own set."""
    areas = [area for area, left in house.home.items() if left]
    tile = next((tile for tile in house.taken if tile.area is not None), None)
    if tile is not None and tile.area is not None:
        areas = [tile.area]
        such = f"`{_spoken(tile.name)} {tile.area}`"
    elif areas:
        such = names.either([f"`NAME {area}`" for area in areas])
    else:
        return "no tile left to build; `skip`"
    plots = [old for old in house.tiles or () if not old.is_overbuilt and old.covers is None]
    below = next((old.name for old in plots if old.area in areas), None)
    over = f"; `over {_spoken(below)}` behind it covers that one" if below else ""
    return f"name and area, such as {such}{over}; or `skip`"


def _spoken(name: str) -> str:
    return f'"{name}"' if " " in name else name
