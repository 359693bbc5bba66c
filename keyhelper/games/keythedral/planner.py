"""The planner behind `afford`: can a tile be paid now, or after which trades and purchases.

Trades and craft purchases only take basic cubes, of any mix, and give one cube each. So what
a cost needs and a player lacks has a fixed price in spare basic cubes: 2 for a basic cube, 2,
3 or 4 for a craft. A way exists exactly when the spare cubes cover that price, and the
cheapest way is to buy what is lacking and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, NamedTuple

from keyhelper.games.keythedral.cubes import (
    BASICS,
    CRAFTS,
    Counts,
    minus,
    plus,
    prices,
    shared,
    tidy,
    total,
    worth,
)
from keyhelper.games.keythedral.town import TRADE_IN


class Exchange(NamedTuple):
    """One action before the tile: a craft bought, or a basic cube traded for."""

    kind: str  # `craft` or `trade`
    cube: str
    pay: Counts


class Plan(NamedTuple):
    """How a price is paid: exchanges, then the cubes for the tile; or what stands in the way."""

    exchanges: tuple[Exchange, ...]
    pay: Counts
    leaves: Counts
    lacking: Counts  # cubes of the price that are not in the hand at first
    spare: int  # basic cubes that the price does not need
    needed: int  # spare cubes that the exchanges take, and cubes of any kind on top
    unavailable: Counts  # lacking cubes that neither store nor mat can give

    @property
    def is_possible(self) -> bool:
        return self.needed <= self.spare and not self.unavailable

    @property
    def actions(self) -> int:
        return len(self.exchanges) + 1


def plan(
    have: Mapping[str, int],
    cost: Mapping[str, int],
    *,
    on_top: int = 0,
    cheaper: int = 0,
    available: Mapping[str, int] | None = None,
) -> Plan:
    """The way to pay that leaves the most cubes, then takes the fewest actions.

    `on_top` cubes of any kind are added and `cheaper` cubes of the payer's choice left out.
    `available` says what the store and the mat can give; without it they give anything.
    """
    plans = [
        _direct(tidy(have), less, more, available) for less, more in _reduced(cost, on_top, cheaper)
    ]
    possible = [found for found in plans if found.is_possible]
    if possible:
        return max(possible, key=_preference)
    return min(plans, key=lambda found: (total(found.unavailable), found.needed - found.spare))


def as_moves(found: Plan) -> list[dict[str, Any]]:
    """The plan as moves without a player, in order."""
    moves: list[dict[str, Any]] = []
    for exchange in found.exchanges:
        if exchange.kind == "craft":
            moves.append({"kind": "craft", "cube": exchange.cube, "pay": exchange.pay})
        else:
            moves.append({"kind": "trade", "get": exchange.cube, "give": exchange.pay})
    return [*moves, {"kind": "buy", "pay": found.pay}]


def _preference(found: Plan) -> tuple[int, int, int]:
    points = sum(worth()[kind] * count for kind, count in found.leaves.items())
    return total(found.leaves), -found.actions, points


def _reduced(cost: Mapping[str, int], on_top: int, cheaper: int) -> Iterator[tuple[Counts, int]]:
    """The cost and the cubes on top, with each choice of cubes left out."""
    cubes = [kind for kind, count in tidy(cost).items() for _ in range(count)]
    fewest = min(len(cubes), max(0, cheaper - on_top))
    for count in range(fewest, min(cheaper, len(cubes)) + 1):
        for left_out in sorted(set(combinations(cubes, count))):
            less = minus(cost, {kind: left_out.count(kind) for kind in left_out})
            yield less, max(0, on_top - (cheaper - count))


def _direct(have: Counts, cost: Counts, on_top: int, available: Mapping[str, int] | None) -> Plan:
    """The only sensible way to pay exactly this cost."""
    lacking = minus(cost, have)
    rest = minus(have, cost)
    spare = tidy({kind: rest.get(kind, 0) for kind in BASICS})
    exchanges: list[Exchange] = []
    for kind in lacking:
        price = prices()[kind] if kind in CRAFTS else TRADE_IN
        for _ in range(lacking[kind]):
            pay = _most_plentiful(spare, price)
            spare = minus(spare, pay)
            exchanges.append(Exchange("craft" if kind in CRAFTS else "trade", kind, pay))
    needed = sum(prices().get(kind, TRADE_IN) * count for kind, count in lacking.items())
    crafts = tidy({kind: rest.get(kind, 0) for kind in CRAFTS})
    spare_now = total(rest, BASICS)
    # Cubes of any kind on top: basics first, since crafts are worth more at the end.
    free_basics = max(0, spare_now - needed)
    top_basics = _most_plentiful(spare, min(on_top, free_basics))
    top_crafts = _cheapest(crafts, on_top - total(top_basics))
    short = max(0, on_top - total(top_basics) - total(top_crafts))
    pay = plus(cost, plus(top_basics, top_crafts))
    missing = {} if available is None else minus(lacking, shared(lacking, available))
    return Plan(
        exchanges=tuple(exchanges),
        pay=pay,
        leaves=plus(minus(spare, top_basics), minus(crafts, top_crafts)),
        lacking=lacking,
        spare=spare_now,
        needed=needed + total(top_basics) + short,
        unavailable=missing,
    )


def _most_plentiful(cubes: Counts, count: int) -> Counts:
    """That many cubes, always from the kind of which most are left."""
    left, taken = dict(cubes), dict.fromkeys(cubes, 0)
    for _ in range(min(count, total(cubes))):
        kind = max(left, key=lambda name: left[name])
        left[kind] -= 1
        taken[kind] += 1
    return tidy(taken)


def _cheapest(crafts: Counts, count: int) -> Counts:
    """That many craft cubes, those of least worth first."""
    cubes = [kind for kind in CRAFTS for _ in range(crafts.get(kind, 0))]
    chosen = cubes[: max(0, count)]
    return tidy({kind: chosen.count(kind) for kind in set(chosen)})
