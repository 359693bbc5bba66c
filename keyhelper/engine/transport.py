"""Can these amounts be supplied? Supplies are counted once, needs draw on sets of them.

That is a transport problem, and Gale's theorem turns it into sums: no group of needs may ask for
more than the supplies it can draw on. A `Pool` keeps those sums; `deliver` finds who gets what.
A set of supplies is a bit mask, called an area.
"""

from collections.abc import Sequence

MOST_GROUPS = 4096


def amount_in(supplies: Sequence[int], area: int) -> int:
    """Add up the supplies of a bit mask."""
    total = 0
    while area:
        lowest = area & -area
        total += supplies[lowest.bit_length() - 1]
        area ^= lowest
    return total


def deliver(
    supplies: Sequence[int], areas: Sequence[int], amounts: Sequence[int]
) -> tuple[list[list[int]], list[int]]:
    """Carry supplies to needs: what each need gets from each supply.

    When not all can be had, the second list names needs that together ask for more than they
    can draw on; it is empty otherwise. Earlier supplies are preferred.
    """
    left = list(supplies)
    carried = [[0] * len(left) for _ in areas]
    for need, amount in enumerate(amounts):
        while amount:
            route, reached = _route(left, areas, carried, need)
            if not route:
                return carried, sorted(reached)
            step = min(amount, left[route[0][0]])
            for supply, holder in route[1:]:
                step = min(step, carried[holder][supply])
            left[route[0][0]] -= step
            amount -= step
            taker = need
            for supply, holder in reversed(route):
                carried[taker][supply] += step
                if holder >= 0:
                    carried[holder][supply] -= step
                    taker = holder
    return carried, []


def _route(
    left: list[int], areas: Sequence[int], carried: list[list[int]], need: int
) -> tuple[list[tuple[int, int]], list[int]]:
    """Find how a need can get one more, others giving way; from the free supply backwards.

    Each step is a supply and the need that gives it up, which is -1 for the free one.
    """
    came_from: dict[int, int] = {}
    gave: dict[int, int] = {}
    reached = [need]
    for at in reached:
        for supply in range(len(left)):
            if not areas[at] >> supply & 1 or supply in came_from:
                continue
            came_from[supply] = at
            if left[supply]:
                route = [(supply, -1)]
                while at != need:
                    route.append((gave[at], at))
                    at = came_from[gave[at]]
                return route, reached
            for other, held in enumerate(carried):
                if held[supply] and other not in gave and other != need:
                    gave[other] = supply
                    reached.append(other)
    return [], reached


class Pool:
    """All sums of Gale's theorem for a part, side by side in one integer.

    Each sum has a field with a guard bit on top. A state has every guard bit set; taking too much
    from any field clears its guard, which one `&` shows. Fields are wide enough that a request
    within the limits never borrows from the next field.
    """

    def __init__(
        self, supplies: Sequence[int], areas: list[int], groups: list[int], widest: int
    ) -> None:
        width = widest.bit_length() + 1
        self.masks = dict.fromkeys(areas, 0)
        self.full = self.guard = 0
        for place, group in enumerate(groups):
            one = 1 << place * width
            for area in areas:
                if area & group == area:
                    self.masks[area] |= one
            self.full |= amount_in(supplies, group) << place * width
            self.guard |= one << width - 1
        self.full |= self.guard

    def most(self, state: int, mask: int, limit: int) -> int:
        """Find how many times a request fits, up to a limit."""
        guard = self.guard
        if (state - limit * mask) & guard == guard:
            return limit
        if (state - mask) & guard != guard:
            return 0
        low, high = 1, limit
        while high - low > 1:
            middle = (low + high) // 2
            if (state - middle * mask) & guard == guard:
                low = middle
            else:
                high = middle
        return low


class WidePool(Pool):
    """A pool with too many sums to list: every question is answered by carrying the supplies.

    There is one field for each area. What is missing from it has been promised.
    """

    def __init__(self, supplies: Sequence[int], areas: list[int], widest: int) -> None:
        super().__init__(supplies, areas, areas, widest)
        self.supplies = supplies
        self.areas = areas
        self.width = widest.bit_length() + 1
        self.masks = {area: 1 << place * self.width for place, area in enumerate(areas)}

    def most(self, state: int, mask: int, limit: int) -> int:
        low, high = 0, super().most(state, mask, limit)
        while low < high:
            middle = (low + high + 1) // 2
            promised = self.full - (state - middle * mask)
            field = (1 << self.width) - 1
            amounts = [promised >> place * self.width & field for place in range(len(self.areas))]
            if deliver(self.supplies, self.areas, amounts)[1]:
                high = middle - 1
            else:
                low = middle
        return low


def make_pool(supplies: Sequence[int], areas: list[int], widest: int) -> Pool:
    """List the groups of needs whose sum can bind: unions of areas that hang together."""
    areas = list(dict.fromkeys(areas))
    groups = areas[:]
    seen = set(groups)
    for group in groups:
        for area in areas:
            union = area | group
            if area & group and union not in seen:
                seen.add(union)
                groups.append(union)
        if len(groups) > MOST_GROUPS:
            return WidePool(supplies, areas, widest)
    return Pool(supplies, areas, groups, widest)
