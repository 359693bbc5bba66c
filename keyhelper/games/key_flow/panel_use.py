"""What panels bring when they are used: read out once, checked against the card ever after."""

from __future__ import annotations

from collections.abc import Iterator

from keyhelper.engine.verdict import Reason
from keyhelper.games.key_flow.gains import apply_deal, may_take
from keyhelper.games.key_flow.model import Building, KeyFlow, Task
from keyhelper.games.key_flow.moves import Gain
from keyhelper.games.key_flow.printed import (
    NOTHING,
    TRANSPORT,
    UPGRADE,
    Deal,
    Panel,
    brought,
    fits,
    read_deal,
    staying,
)
from keyhelper.games.key_flow.seasons import settle
from keyhelper.games.key_flow.telling import add_to_counts


def open_panel(state: KeyFlow, building: Building) -> Panel:
    """The panel that works now: upgrades of this turn do not count yet."""
    return state.card_of(building).panel(building.upgrades - building.raised)


def may_gain(state: KeyFlow, move: Gain) -> Iterator[Reason]:
    if state.keep == "counts" and state.phase != "over":
        return
    task = state.task(move.player, "foot", "action")
    if task is None:
        yield Reason(rule="keyple.action", text=f"No panel waits to bring {move.player} anything")
        return
    deal = brought(move.what)
    building = state.find(task.village, task.building)
    if building is None:
        return
    if task.want == "action":
        yield from _may_use(state, move, task, building, deal)
    else:
        card = state.card_of(building)
        if card.foot and _is_something(deal) and not _is_shown(state, move, card.foot, deal):
            yield Reason(
                rule="village.gain",
                text=f"The foot of {building.name} gives {card.gains}, not {deal}",
            )
        if deal.brings.get(TRANSPORT) or deal.brings.get(UPGRADE):
            yield Reason(
                rule="village.gain", text="A round-ended panel gives resources or skill tiles"
            )
    yield from may_take(state, move.player or "", deal)


def _is_shown(state: KeyFlow, move: Gain, ways: tuple[Deal, ...], deal: Deal) -> bool:
    """Whether a card says so; where the supply has run short, less of it may be taken."""
    return any(
        fits(way, deal)
        or (
            any(may_take(state, move.player or "", Deal({}, way.brings)))
            and deal.takes == way.takes
            and all(count <= way.brings.get(word, 0) for word, count in deal.brings.items())
        )
        for way in ways
    )


def _may_use(
    state: KeyFlow, move: Gain, task: Task, building: Building, deal: Deal
) -> Iterator[Reason]:
    deals = open_panel(state, building).deals
    if deals and _is_something(deal) and not _is_shown(state, move, deals, deal):
        shown = " or ".join(map(str, deals))
        rule = "turn.new-upgrade" if building.raised else "keyple.action"
        before = " (as it was before this turn)" if building.raised else ""
        yield Reason(
            rule=rule,
            text=f"The open panel of {building.name}{before} says {shown}, not {deal}",
            hint="" if building.upgrades else _put_right(building, move.what),
        )
    works = deal.brings.get(TRANSPORT) or deal.brings.get(UPGRADE)
    if works and task.village != move.player and state.reading("transport.own") == "activated":
        yield Reason(
            rule="transport.own",
            text=f"{building.name} stands in {task.village}'s village; transport and upgrades "
            f"come only from buildings in one's own",
        )


def _is_something(deal: Deal) -> bool:
    return bool(deal.takes or deal.brings)


def _put_right(building: Building, what: str) -> str:
    return f"read wrongly before? `panels {building.card.casefold()} {what}` puts it right"


def do_gain(state: KeyFlow, move: Gain) -> KeyFlow:
    player = move.player or ""
    deal = brought(move.what)
    if state.keep == "counts":
        return add_to_counts(state, player, read_deal(move.what))
    task = state.task(player, "foot", "action")
    building = state.find(task.village, task.building) if task else None
    if task is None or building is None:
        return state
    state = learned_from(state, task, building, move.what)
    state = state.without_task(player, task)
    return settle(apply_deal(state, player, deal, task.village, building.name))


def learned_from(state: KeyFlow, task: Task, building: Building, what: str) -> KeyFlow:
    """The table's book with what a gain tells about the card's foot or open panel."""
    card = state.card_of(building)
    if task.want == "foot" and not card.foot:
        card = card.model_copy(update={"gains": what})
    elif task.want == "action" and what != NOTHING:
        upgrades = building.upgrades - building.raised
        panel, still, deal = card.panel(upgrades), staying(what), brought(what)
        points = panel.points if still.points is None else still.points
        deals = panel.deals or ((deal,) if _is_something(deal) else ())
        read = Panel(points, deals, still.animals or panel.animals, panel.cost)
        if read != panel:
            card = card.with_panel(upgrades, read)
    if card is state.card_of(building):
        return state
    return state.model_copy(update={"book": state.book | {card.name: card}})
