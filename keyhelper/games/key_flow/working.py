"""Carts and upgrades: steps counted along road and river, costs paid from the card itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from keyhelper.engine import names
from keyhelper.engine.verdict import Reason, unproven
from keyhelper.games.key_flow.gains import may_pay_skills, pay_skills
from keyhelper.games.key_flow.model import (
    FLIPPER,
    HOME_CARD,
    KEYFLOWER,
    Building,
    Card,
    KeyFlow,
    plenty,
)
from keyhelper.games.key_flow.moves import Carry, Flip, Stop, Upgrade
from keyhelper.games.key_flow.printed import RESOURCE, RESOURCES, Panel, amounts
from keyhelper.games.key_flow.seasons import settle
from keyhelper.games.key_flow.village import steps


def may_carry(state: KeyFlow, move: Carry) -> Iterator[Reason]:
    player = move.player or ""
    if state.keep != "everything":
        yield Reason(rule="transport.goods", text="This table does not keep goods")
        return
    start, end = state.find(player, move.origin), state.find(player, move.to)
    for building, said in ((start, move.origin), (end, move.to)):
        if building is None:
            yield _not_there(state, player, said, "transport.goods")
    if start is not None and not start.knows_goods:
        yield _goods_unknown(start, "transport.goods")
    elif start is not None:
        for resource, count in move.goods.items():
            have = start.goods.get(resource, 0)
            if count > have:
                yield Reason(
                    rule="transport.goods",
                    text=f"{start.name} has {have} {resource}; {count} to be carried",
                )
    if start is not None and end is not None:
        yield from _may_walk(state, move, start, end)


def _may_walk(state: KeyFlow, move: Carry, start: Building, end: Building) -> Iterator[Reason]:
    player = move.player or ""
    task = state.task(player, "work")
    if task is None and state.phase != "any":
        yield Reason(
            rule="transport.points",
            text=f"{player} has no transport to use now",
            hint=unsaid_panel(state, player, "1 transport"),
        )
    length = _length(state, player, start, end)
    if start.at is None or end.at is None:
        yield unproven(
            rule="transport.path", text=f"Where {start.name} and {end.name} lie is not said"
        )
    elif length is None:
        yield Reason(rule="transport.path", text=_no_way(state, start, end))
    elif task is not None:
        needed = length * sum(move.goods.values())
        if needed > task.transport:
            yield Reason(
                rule="transport.points",
                text=f"{amounts(move.goods)} over {plenty(length, 'step')} takes {needed} "
                f"transport; "
                f"{player} has {task.transport}",
            )


def _no_way(state: KeyFlow, start: Building, end: Building) -> str:
    if start.row != end.row and state.reading("transport.path") == "rows":
        return (
            f"{start.name} lies by the {start.row}, {end.name} by the {end.row}; "
            "this table carries along a row only"
        )
    return f"A gap lies between {start.name} and {end.name}; carts cannot cross it"


def _goods_unknown(building: Building, rule: str) -> Reason:
    return unproven(rule=rule, text=f"What lies on {building.name} is not said")


def carry_effects(state: KeyFlow, move: Carry) -> dict[str, Any]:
    player = move.player or ""
    start, end = state.find(player, move.origin), state.find(player, move.to)
    length = _length(state, player, start, end) if start and end else None
    count = sum(move.goods.values())
    return {"steps": length, "transport": None if length is None else length * count}


def do_carry(state: KeyFlow, move: Carry) -> KeyFlow:
    player = move.player or ""
    start, end = state.building(player, move.origin), state.building(player, move.to)
    if start.name == end.name:
        return state
    length = _length(state, player, start, end) or 0
    left, more = dict(start.goods), dict(end.goods)
    for resource, count in move.goods.items():
        carried = min(count, left.get(resource, 0))
        left[resource] = left.get(resource, 0) - carried
        more[resource] = more.get(resource, 0) + carried
    state = state.with_building(player, start.model_copy(update={"goods": _some(left)}))
    state = state.with_building(player, end.model_copy(update={"goods": _some(more)}))
    used = length * sum(move.goods.values())
    return settle(_worked(state, player, transport=used))


def may_upgrade(state: KeyFlow, move: Upgrade) -> Iterator[Reason]:
    player = move.player or ""
    building = state.find(player, move.building)
    yield from _may_work(state, player)
    if building is None:
        yield _not_there(state, player, move.building, "upgrade.panels")
        return
    card = state.card_of(building)
    most = card.most_upgrades
    yield from _may_have_panels(building, card)
    if most is not None and building.upgrades >= most:
        yield Reason(
            rule="upgrade.panels",
            text=f"{building.name} has {plenty(most + 1, 'panel')} and "
            f"{plenty(building.upgrades, 'upgrade')}; "
            "there is no further panel",
            hint="has it more? `panels` reads them all out, with `/` between them",
        )
    elif most is None and state.phase == "any":
        yield unproven(
            rule="upgrade.panels", text=f"How many panels {building.name} has is not said"
        )
    if state.supply.get("upgrade", 1) < 1:
        yield Reason(rule="box.upgrades", text="The supply has 0 upgrade tiles; an upgrade takes 1")
    printed = None if card.kind == "home" else card.panel(building.upgrades + 1).cost
    if printed is not None and _some(printed) != _some(move.cost) and state.keep != "villages":
        yield Reason(
            rule="upgrade.cost",
            text=f"The arrow on {building.name} shows {amounts(printed)}, not {amounts(move.cost)}",
        )
    if state.keep == "everything":
        yield from _may_pay(state, move, building)


def _may_have_panels(building: Building, card: Card) -> Iterator[Reason]:
    """Boats have abilities and winter cards conditions; a second panel must have been read out."""
    if len(card.panels) > 1:
        return
    if card.kind == "boat":
        yield Reason(
            rule="upgrade.panels",
            text=f"{building.name} is a boat; only a building with a further panel is upgraded",
        )
    elif card.kind == "winter":
        yield unproven(
            rule="upgrade.panels",
            text=f"{building.name} is a winter card, and nobody has read a second panel on it",
        )


def do_upgrade(state: KeyFlow, move: Upgrade) -> KeyFlow:
    player = move.player or ""
    building = state.building(player, move.building)
    price = move.cost if move.paid is None else move.paid
    goods, supply = dict(building.goods), dict(state.supply)
    if state.keep == "everything":
        paid = payment(state, player, building, price)
        for resource, count in paid.items():
            goods[resource] = goods.get(resource, 0) - count
            supply[resource] = supply.get(resource, 0) + count
        if any(count > price.get(resource, 0) for resource, count in paid.items()):
            state = state.with_news(f"Paid from {building.name}: {amounts(paid)}")
    supply["upgrade"] = supply.get("upgrade", 0) - 1
    is_turn = state.phase == "draft"
    state = state.model_copy(update={"supply": supply}).with_building(
        player,
        building.model_copy(
            update={
                "goods": _some(goods),
                "upgrades": building.upgrades + 1,
                "raised": building.raised + int(is_turn),
            }
        ),
    )
    if state.keep == "everything":
        state = pay_skills(state, player, price)
    state = _with_cost(state, building, move.cost)
    return settle(_worked(state, player, upgrades=1))


def payment(
    state: KeyFlow, player: str, building: Building, price: Mapping[str, int]
) -> dict[str, int]:
    """The counters that pay a price from a card: each kind itself first, gold for the rest.

    With Keyflower any counter stands in for any other. What cannot be paid is left out.
    """
    left = {resource: building.goods.get(resource, 0) for resource in RESOURCES}
    paid = dict.fromkeys(RESOURCES, 0)
    due = 0
    for resource in RESOURCES:
        used = min(price.get(resource, 0), left[resource])
        paid[resource] += used
        left[resource] -= used
        # Gold itself is only replaced by Keyflower.
        if resource != "gold" or state.has_boat(player, KEYFLOWER):
            due += price.get(resource, 0) - used
    stand_ins = RESOURCES if state.has_boat(player, KEYFLOWER) else ("gold",)
    for names_allowed, wanted in ((RESOURCES, price.get(RESOURCE, 0)), (stand_ins, due)):
        for resource in names_allowed:
            used = min(wanted, left[resource])
            paid[resource] += used
            left[resource] -= used
            wanted -= used
    return _some(paid)


def _may_pay(state: KeyFlow, move: Upgrade, building: Building) -> Iterator[Reason]:
    player = move.player or ""
    price = move.cost if move.paid is None else move.paid
    wanted = sum(count for word, count in price.items() if word in (*RESOURCES, RESOURCE))
    paid = sum(payment(state, player, building, price).values())
    if wanted and not building.knows_goods:
        yield _goods_unknown(building, "upgrade.cost")
    elif paid < wanted:
        lying = amounts(building.goods)
        goods = {word: n for word, n in price.items() if word in (*RESOURCES, RESOURCE)}
        yield Reason(
            rule="upgrade.cost",
            text=f"{amounts(goods)} must lie on {building.name}; it holds {lying}",
            hint="gold stands in for iron, stone and wood",
        )
    if move.paid is not None:
        yield from _may_substitute(state, move, building)
    yield from may_pay_skills(state, player, price, "upgrade.cost")


def _may_substitute(state: KeyFlow, move: Upgrade, building: Building) -> Iterator[Reason]:
    """Paying with other counters: gold for anything but gold, anything with Keyflower."""
    paid, cost = move.paid or {}, move.cost
    count = sum(n for word, n in cost.items() if word in (*RESOURCES, RESOURCE))
    given = sum(n for word, n in paid.items() if word in RESOURCES)
    if given != count:
        yield Reason(
            rule="upgrade.cost", text=f"The arrow asks for {count} counters; {given} are paid"
        )
        return
    if state.has_boat(move.player or "", KEYFLOWER):
        return
    wild = paid.get("gold", 0) - cost.get("gold", 0)
    for resource in ("iron", "wood", "stone"):
        extra = paid.get(resource, 0) - cost.get(resource, 0)
        if extra > cost.get(RESOURCE, 0):
            yield Reason(
                rule="box.gold",
                text=f"{extra} {resource} cannot stand in for something else; only gold does",
                hint="the boat Keyflower would allow it",
            )
    if wild < 0:
        yield Reason(
            rule="box.gold",
            text=f"The arrow asks for {cost['gold']} gold, which nothing replaces",
        )


def may_flip(state: KeyFlow, move: Flip) -> Iterator[Reason]:
    player = move.player or ""
    yield from _may_work(state, player)
    building = state.find(player, move.building)
    if building is None:
        yield _not_there(state, player, move.building, "flip.free")
    elif building.flipped >= building.upgrades:
        yield Reason(
            rule="flip.free",
            text=f"{building.name} has no upgrade tile to flip"
            + (f"; all {building.upgrades} show their point side" * bool(building.upgrades)),
        )
    if move.to is not None and state.find(player, move.to) is None:
        yield _not_there(state, player, move.to, "boat.flipper")


def do_flip(state: KeyFlow, move: Flip) -> KeyFlow:
    player = move.player or ""
    building = state.building(player, move.building)
    state = state.with_building(
        player, building.model_copy(update={"flipped": building.flipped + 1})
    )
    if state.has_boat(player, FLIPPER) and state.keep == "everything":
        target = state.find(player, move.to or HOME_CARD) or state.find(player, HOME_CARD)
        if target is not None:
            goods = dict(target.goods) | {"gold": target.goods.get("gold", 0) + 1}
            state = state.with_building(player, target.model_copy(update={"goods": goods}))
            supply = state.supply | {"gold": state.supply.get("gold", 0) - 1}
            state = state.model_copy(update={"supply": supply})
            state = state.with_news(f"Flipper: 1 gold on {target.name}")
    return settle(_worked(state, player, upgrades=1))


def may_stop(state: KeyFlow, move: Stop) -> Iterator[Reason]:
    if state.task(move.player, "work") is None:
        yield Reason(rule="transport.points", text=f"{move.player} has no action left to leave")


def do_stop(state: KeyFlow, move: Stop) -> KeyFlow:
    task = state.task(move.player, "work")
    return settle(state.without_task(move.player or "", task)) if task else state


def _may_work(state: KeyFlow, player: str) -> Iterator[Reason]:
    if player not in state.players:
        yield Reason(rule="upgrade.icon", text=f"{player or 'Nobody'} is not at this table")
    elif state.keep == "villages" and state.phase in ("draft", "tokens"):
        return
    elif state.phase != "any":
        task = state.task(player, "work")
        if task is None or task.upgrades < 1:
            yield Reason(
                rule="upgrade.icon",
                text=f"An upgrade or a flip takes 1 upgrade icon; {player} has 0 left",
                hint=unsaid_panel(state, player, "1 upgrade"),
            )


def unsaid_panel(state: KeyFlow, player: str, said: str) -> str:
    """What to say to somebody who is asked for a panel and wants to use it at once."""
    waits = state.task(player, "action") is not None
    return f"does the open panel show it? say `{said}` first" if waits else ""


def _worked(state: KeyFlow, player: str, *, transport: int = 0, upgrades: int = 0) -> KeyFlow:
    """The table with that much of the action used; an action used up is over."""
    task = state.task(player, "work")
    if task is None:
        return state
    rest = task.model_copy(
        update={
            "transport": max(0, task.transport - transport),
            "upgrades": max(0, task.upgrades - upgrades),
        }
    )
    state = state.without_task(player, task)
    return state.with_task(player, rest) if rest.transport or rest.upgrades else state


def _with_cost(state: KeyFlow, building: Building, cost: Mapping[str, int]) -> KeyFlow:
    """The table's book with the price that the arrow shows."""
    card = state.card_of(building)
    panel = card.panel(building.upgrades + 1)
    # Home cards differ in what upgrading them costs, so one home's price says nothing of another's.
    if panel.cost is not None or state.keep == "villages" or card.kind == "home":
        return state
    read = card.with_panel(
        building.upgrades + 1, Panel(panel.points, panel.deals, panel.animals, _some(cost))
    )
    return state.model_copy(update={"book": state.book | {card.name: read}})


def _length(state: KeyFlow, player: str, start: Building, end: Building) -> int | None:
    if start.at is None or end.at is None:
        return None
    taken = {b.at for b in state.villages.get(player, ()) if b.at is not None}
    crossing = state.reading("transport.path") == "touching"
    return steps(taken, start.at, end.at, crossing=crossing)


def _not_there(state: KeyFlow, player: str, name: str, rule: str) -> Reason:
    here = tuple(b.name for b in state.villages.get(player, ()))
    near = names.nearest(name, here)
    return Reason(
        rule=rule,
        text=f"{player}'s village has no {names.safe(name)[:40]}",
        hint=f"did you mean {names.either(near)}?" if near else f"it has {names.listed(here)}",
    )


def _some(found: Mapping[str, int]) -> dict[str, int]:
    return {word: count for word, count in found.items() if count}
