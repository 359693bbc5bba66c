"""What panels bring: supply, the card or home that takes the goods, skill tiles paid and drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil

from keyhelper.engine.verdict import Reason, unproven
from keyhelper.games.key_flow.decks import in_box
from keyhelper.games.key_flow.model import DOUBLE, FACE_DOWN, HOME_CARD, KeyFlow, Task, plenty
from keyhelper.games.key_flow.printed import (
    RESOURCES,
    SKILL,
    SKILLS,
    TOKEN,
    TRANSPORT,
    UPGRADE,
    Deal,
)


def may_take(state: KeyFlow, player: str, deal: Deal) -> Iterator[Reason]:
    """Whether the player can pay what the deal takes, and the supply give what it brings."""
    yield from may_pay_skills(state, player, deal.takes, "skill.convert")
    if state.phase == "any" or state.keep != "everything":
        return
    needed = sum(
        ceil(max(0, deal.brings[r] - state.supply.get(r, 0)) / _six())
        for r in RESOURCES
        if deal.brings.get(r)  # a supply that was overdrawn hinders only who takes from it
    )
    there = in_box("multiplier tiles")
    if needed > there:
        yield Reason(
            rule="box.multipliers",
            text=f"The supply would need {plenty(needed, 'multiplier tile')}; "
            f"the box holds {there}",
        )
    for kind in SKILLS:
        want, left = deal.brings.get(kind, 0), state.supply.get(DOUBLE + kind, 0)
        if want and want > left:
            yield Reason(
                rule="skill.specific",
                text=f"{plenty(want, f'double-sided {kind} tile')} to be taken; "
                f"the supply has {left}",
            )
    for word, rule, what in (
        (SKILL, "skill.random", "skill tile"),
        (TOKEN, "box.tokens", "keyple token"),
    ):
        want, left = deal.brings.get(word, 0), state.supply.get(word, 0)
        if want and want > left:
            yield Reason(rule=rule, text=f"{plenty(want, what)} to be taken; the supply has {left}")


def what_is_left(state: KeyFlow, deal: Deal) -> Deal:
    """As much of the deal as the supply can give; resources never run out before their tiles."""
    names = {kind: DOUBLE + kind for kind in SKILLS} | {SKILL: SKILL, TOKEN: TOKEN}
    brings = {
        word: min(count, max(0, state.supply.get(names[word], 0))) if word in names else count
        for word, count in deal.brings.items()
    }
    return Deal(deal.takes, {word: count for word, count in brings.items() if count})


def may_pay_skills(
    state: KeyFlow, player: str, price: Mapping[str, int], rule: str
) -> Iterator[Reason]:
    """Whether the player has the skill tiles; a face-down tile may be any kind."""
    tiles = state.skills.get(player)
    if state.keep != "everything" or not any(price.get(word) for word in (*SKILLS, SKILL)):
        return
    if tiles is None:
        if state.phase == "any":
            yield unproven(rule=rule, text=f"Which skill tiles {player} has is not said")
        return
    hidden = tiles.get(FACE_DOWN, 0)
    short: list[str] = []
    spare = 0
    for kind in SKILLS:
        have = tiles.get(kind, 0) + tiles.get(DOUBLE + kind, 0)
        want = price.get(kind, 0)
        if want > have:
            short.append(f"{want} {kind}")
            hidden -= want - have
        spare += max(0, have - want)
    wanted = price.get(SKILL, 0)
    if hidden < 0 or wanted > spare + hidden:
        any_kind = [plenty(wanted, "skill tile")] if wanted else []
        due = ", ".join([*short, *any_kind]) or "skill tiles"
        yield Reason(rule=rule, text=f"{due} must be paid; {player} has {tiles_said(tiles)}")


def tiles_said(tiles: Mapping[str, int]) -> str:
    """A player's skill tiles as people say them."""
    parts = [f"{tiles.get(k, 0) + tiles.get(DOUBLE + k, 0)} {k}" for k in SKILLS]
    parts = [part for part in parts if not part.startswith("0 ")]
    if tiles.get(FACE_DOWN):
        parts.append(f"{tiles[FACE_DOWN]} face-down")
    return ", ".join(parts) or "no skill tiles"


def apply_deal(state: KeyFlow, player: str, deal: Deal, village: str, building: str) -> KeyFlow:
    """Pay and take: goods on the card that made them, or on one's own home if a neighbour's did."""
    state = pay_skills(state, player, deal.takes)
    supply = dict(state.supply)
    owner, name = (player, building) if village == player else (player, HOME_CARD)
    target = state.find(owner, name) or state.find(owner, HOME_CARD)
    if target is not None:
        goods = dict(target.goods)
        for resource in RESOURCES:
            count = deal.brings.get(resource, 0)
            if count:
                goods[resource] = goods.get(resource, 0) + count
                supply[resource] = supply.get(resource, 0) - count
        state = state.with_building(owner, target.model_copy(update={"goods": goods}))
    tiles = dict(state.skills.get(player, {}))
    for kind in SKILLS:
        _move(supply, DOUBLE + kind, tiles, DOUBLE + kind, deal.brings.get(kind, 0))
    _move(supply, SKILL, tiles, FACE_DOWN, deal.brings.get(SKILL, 0))
    tokens = dict(state.tokens)
    gained = deal.brings.get(TOKEN, 0)
    if gained:
        tokens[player] = (tokens.get(player) or 0) + gained
        supply[TOKEN] = supply.get(TOKEN, 0) - gained
    state = state.model_copy(
        update={"supply": supply, "skills": state.skills | {player: tiles}, "tokens": tokens}
    )
    steps, icons = deal.brings.get(TRANSPORT, 0), deal.brings.get(UPGRADE, 0)
    if steps or icons:
        work = Task(
            want="work", building=building, village=village, transport=steps, upgrades=icons
        )
        state = state.with_task(player, work)
    return state


def pay_skills(state: KeyFlow, player: str, price: Mapping[str, int]) -> KeyFlow:
    """Skill tiles back to the supply: double-sided ones first, face-down ones last."""
    if not any(price.get(word) for word in (*SKILLS, SKILL)):
        return state
    tiles, supply = dict(state.skills.get(player, {})), dict(state.supply)
    spent: list[str] = []
    for kind in SKILLS:
        left = price.get(kind, 0)
        for name, home in ((DOUBLE + kind, DOUBLE + kind), (kind, SKILL), (FACE_DOWN, SKILL)):
            paid = _move(tiles, name, supply, home, min(left, tiles.get(name, 0)))
            left -= paid
            if paid and name == FACE_DOWN:
                spent.append(f"{plenty(paid, 'face-down tile')} as {kind}")
    left = price.get(SKILL, 0)
    for name in (FACE_DOWN, *SKILLS, *(DOUBLE + kind for kind in SKILLS)):
        home = name if name.startswith(DOUBLE) else SKILL
        paid = _move(tiles, name, supply, home, min(left, tiles.get(name, 0)))
        left -= paid
        if paid:
            what = "face-down tile" if name == FACE_DOWN else name.removeprefix(DOUBLE)
            spent.append(plenty(paid, what))
    state = state.model_copy(update={"skills": state.skills | {player: tiles}, "supply": supply})
    return state.with_news(f"{player} pays {', '.join(spent)}") if spent else state


def _move(source: dict[str, int], name: str, target: dict[str, int], home: str, count: int) -> int:
    if count:
        source[name] = source.get(name, 0) - count
        target[home] = target.get(home, 0) + count
        if not source[name]:
            del source[name]
    return count


def _six() -> int:
    return in_box("counters a multiplier stands for")
