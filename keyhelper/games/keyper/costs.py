"""Costs as tiles print them: named kinds and white symbols, and what may pay for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from keyhelper.engine import names
from keyhelper.engine.trouble import Trouble
from keyhelper.engine.verdict import Reason, unproven
from keyhelper.games.keyper.goods import (
    NONE,
    PARTED,
    RESOURCES,
    WHEAT,
    WHITE_GOODS,
    amount,
    counted,
    read_resources,
)

FREE = ("free", *NONE)
UNKNOWN_COST = ("unknown", "?", "")
_WHITE_WORDS = {
    f"{front}{word}{end}".strip(): f"white {kind}"
    for kind, words in {
        "raw": ("raw",),
        "finished": ("finished",),
        "gem": ("gem", "gems"),
    }.items()
    for word in words
    for front in ("", "white ", "any ")
    for end in ("", " material", " materials", " good", " goods")
}


def read_cost(text: str) -> dict[str, int]:
    """A cost such as `1 brick + 2 white finished`; Trouble when a part cannot be read."""
    cost: dict[str, int] = {}
    if text.strip().casefold() in FREE:
        return cost
    for part in filter(None, PARTED.split(text.strip())):
        count, _, name = part.partition(" ") if part[:1].isdigit() else ("1", "", part)
        white = names.find(name, _WHITE_WORDS)
        if white is not None and count.isdecimal():
            kind = _WHITE_WORDS[white]
            cost[kind] = cost.get(kind, 0) + int(count)
            continue
        try:
            named: dict[str, int] = read_resources(part)
        except ValueError as error:
            raise Trouble(
                f"The cost {names.safe(text)[:60]!r} cannot be read: {error}",
                hint="such as 1 brick + 2 white finished + 1 white gem",
            ) from None
        for kind, number in named.items():
            cost[kind] = cost.get(kind, 0) + number
    return cost


def against_payment(
    tile: str, cost: Mapping[str, int], pay: Mapping[str, int], *, discount: bool = False
) -> Iterator[Reason]:
    """Every reason why `pay` does not meet `cost`; wheat pays white raw and finished goods."""
    left = {kind: pay.get(kind, 0) for kind in RESOURCES}
    short: dict[str, int] = {}
    for kind, number in cost.items():
        if kind in RESOURCES:
            short[kind] = number - _spend(left, (kind,), number)
    for kind, number in cost.items():
        if kind not in RESOURCES:
            short[kind] = number - _spend(left, WHITE_GOODS[kind.removeprefix("white ")], number)
    for kind in ("white raw", "white finished"):
        short[kind] = short.get(kind, 0) - _spend(left, (WHEAT,), short.get(kind, 0))
    for kind, number in short.items():
        if number > 0:
            yield _too_little(tile, kind, cost[kind], number, left[WHEAT], discount)
    over = {kind: number for kind, number in left.items() if number}
    if over and not (over.keys() == {WHEAT} and any(short.values())):
        text = f"{tile} costs {counted(cost)}; {counted(pay)} would be {counted(over)} too much"
        yield Reason("pay.cost", text, hint="`pay 1 brick cost 1 brick` says both on one line")


def _too_little(tile: str, kind: str, need: int, short: int, wheat: int, discount: bool) -> Reason:
    paid = need - short
    if wheat:
        what = "a gem" if kind == "white gem" else kind
        text = f"{tile} needs {amount(need, kind)}; wheat does not stand in for {what}"
        return Reason("wheat.never", text)
    text = f"{tile} needs {amount(need, kind)}; {paid} {'is' if paid == 1 else 'are'} paid"
    if discount:
        return unproven("pay.discount", f"{text}, and what the discount takes off is on the field")
    rule = "white-goods.any" if kind.startswith("white ") else "pay.cost"
    return Reason(rule, text)


def _spend(left: dict[str, int], kinds: tuple[str, ...], number: int) -> int:
    spent = 0
    for kind in kinds:
        part = min(left[kind], number - spent)
        left[kind] -= part
        spent += part
    return spent


def likely_payment(cost: str, held: Mapping[str, int]) -> str | None:
    """What would pay a cost from these goods, as text; None where it cannot be paid."""
    try:
        needed = read_cost(cost)
    except Trouble:
        return None
    left = {kind: held.get(kind, 0) for kind in RESOURCES}
    paid: dict[str, int] = {}
    for kind, number in sorted(needed.items(), key=lambda item: item[0].startswith("white ")):
        kinds = (kind,) if kind in RESOURCES else WHITE_GOODS[kind.removeprefix("white ")]
        for _ in range(number):
            best = max(kinds, key=lambda name: left[name])
            if not left[best] and kind in ("white raw", "white finished"):
                best = WHEAT
            if not left[best]:
                return None
            left[best] -= 1
            paid[best] = paid.get(best, 0) + 1
    return " ".join(amount(number, kind) for kind, number in paid.items()) or "none"
