"""The exact search behind `allocate`: numbers only, no names.

The question: how often can each demand be met when every supply is used once? Three facts
make it quick.

* Whether given amounts can be supplied at all is one subtraction (see `transport`).
* Amounts that can be supplied form a polymatroid. Where every demand takes single pieces,
  serving the best paid first is therefore exact, and so is the inner problem once the times of
  all sets are fixed.
* Pricing the parts of a set separately (the prices add up to its points) leaves only such single
  pieces, so the same greedy gives an upper bound for any prices. Moving price from the part that
  gets too much to the part that gets too little drives the bound towards that of the linear
  relaxation. Branching on how often a set is met closes the rest.

All arithmetic is on integers; prices are in `1 / scale` points.
"""

from collections.abc import Sequence
from itertools import product
from math import lcm
from typing import NamedTuple

from keyhelper.engine.transport import amount_in, make_pool

FIRST_ROUNDS = 8
LATER_ROUNDS = 2


class Demand(NamedTuple):
    """Points for each time all needs are met, at most so often.

    A need is a count and its options; an option is a set of supplies as a bit mask. With several
    options one is chosen for all times.
    """

    points: int
    needs: tuple[tuple[int, tuple[int, ...]], ...]
    most: int


class Found(NamedTuple):
    """How often each demand is met, the option each need chose, and what nothing can exceed."""

    total: int
    upper_bound: int
    times: tuple[int, ...]
    chosen: tuple[tuple[int, ...], ...]
    looked_at: int


def search(supplies: Sequence[int], demands: Sequence[Demand], patience: int) -> Found:
    """Find the best times, looking at no more than `patience` positions of the search."""
    times = [0] * len(demands)
    chosen = [(0,) * len(demand.needs) for demand in demands]
    total = upper_bound = looked_at = 0
    for members in _parts(supplies, demands):
        part = _Part(supplies, [demands[member] for member in members])
        part.solve(max(1, patience - looked_at))
        total += part.best
        upper_bound += part.upper_bound
        looked_at += part.looked_at
        for place, member in enumerate(members):
            times[member] = part.best_times[place]
            chosen[member] = part.best_chosen[place]
    return Found(total, upper_bound, tuple(times), tuple(chosen), looked_at)


def _parts(supplies: Sequence[int], demands: Sequence[Demand]) -> list[list[int]]:
    """Group the demands that compete for supplies, directly or through others."""
    parts: list[tuple[int, list[int]]] = []
    for place, demand in enumerate(demands):
        if demand.points <= 0 or _most(supplies, demand) <= 0:
            continue
        reach = 0
        for _, options in demand.needs:
            for option in options:
                reach |= option
        members = [place]
        apart = []
        for part in parts:
            if part[0] & reach:
                reach |= part[0]
                members += part[1]
            else:
                apart.append(part)
        parts = [*apart, (reach, members)]
    return [sorted(members) for _, members in parts]


def _most(supplies: Sequence[int], demand: Demand) -> int:
    """Bound how often a demand can be met if no other wants anything."""
    most = demand.most
    for count, options in demand.needs:
        most = min(most, max(amount_in(supplies, option) for option in options) // count)
    return most


def _widest(options: tuple[int, ...]) -> list[int]:
    """List the options that no other contains; of equal ones the first."""
    return [
        place
        for place, area in enumerate(options)
        if not any(
            area | other == other and (area != other or before < place)
            for before, other in enumerate(options)
            if before != place
        )
    ]


class _Position(NamedTuple):
    """A node of the search: what is left, the range of every demand's times, options (-1 is open),
    prices of the parts, what no solution in here exceeds, and whether times were divided yet."""

    state: int
    low: list[int]
    high: list[int]
    options: list[int]
    prices: list[int]
    bound: int
    divided: bool = False


class _Part:
    """One group of demands that compete with each other.

    `simple` demands take single pieces and are served greedily; `sets` are branched on. The needs
    of all demands stand in one row, `needs_of` says which are whose.
    """

    def __init__(self, supplies: Sequence[int], demands: list[Demand]) -> None:
        self.points = [demand.points for demand in demands]
        self.highest = [_most(supplies, demand) for demand in demands]
        self.owner: list[int] = []
        self.count: list[int] = []
        self.worth_trying: list[list[int]] = []
        areas: list[tuple[int, ...]] = []
        self.needs_of: list[range] = []
        for place, demand in enumerate(demands):
            for count, options in demand.needs:
                self.owner.append(place)
                self.count.append(count)
                union = 0
                for option in options:
                    union |= option
                # The last area, reached by -1, stands for an option that is still open.
                self.worth_trying.append(_widest(options))
                areas.append((*options, union) if len(options) > 1 else options)
            self.needs_of.append(range(len(self.owner) - len(demand.needs), len(self.owner)))
        reach = 0
        for row in areas:
            reach |= row[-1]
        widest = amount_in(supplies, reach) * max(len(demand.needs) for demand in demands)
        self.pool = make_pool(supplies, [area for row in areas for area in row], widest)
        self.masks = [[self.pool.masks[area] for area in row] for row in areas]
        self.sets: list[int] = []
        self.simple: list[int] = []
        for place, needs in enumerate(self.needs_of):
            single = len(needs) == 1 and self.count[needs[0]] == 1 and len(areas[needs[0]]) == 1
            (self.simple if single else self.sets).append(place)
        self.twins = [
            [
                self.needs_of[other][0]
                for other in self.sets
                if other != place and demands[other] == demands[place] and len(needs) == 1
            ]
            for place, needs in ((owner, self.needs_of[owner]) for owner in self.owner)
        ]
        self.simple.sort(key=lambda place: -self.points[place])
        self.scale = lcm(*self.count, 16)
        self.best = -1
        self.upper_bound = 0
        self.looked_at = 0
        self.best_times: list[int] = []
        self.best_chosen: list[tuple[int, ...]] = []

    def solve(self, patience: int) -> None:
        """Search until nothing better is possible, or patience ends."""
        options = [-1 if len(row) > 1 else 0 for row in self.masks]
        bound = sum(high * points for high, points in zip(self.highest, self.points, strict=True))
        low = [0] * len(self.points)
        prices = self._first_prices()
        stack = [_Position(self.pool.full, low, self.highest, options, prices, bound)]
        while stack and self.looked_at < patience:
            position = stack.pop()
            if position.bound > self.best:
                rounds = LATER_ROUNDS if self.looked_at else FIRST_ROUNDS
                self.looked_at += 1
                stack += self._split(position, rounds)
        self.upper_bound = max([self.best, *(position.bound for position in stack)])

    def _first_prices(self) -> list[int]:
        prices = [0] * len(self.owner)
        for place, needs in enumerate(self.needs_of):
            pieces = sum(self.count[need] for need in needs)
            for need in needs:
                prices[need] = -(-self.points[place] * self.scale // pieces)
        return prices

    def _split(self, position: _Position, rounds: int) -> list[_Position]:
        """Bound a position, try to reach the bound, and divide it where that fails."""
        position, fills = self._tighten(position, rounds)
        if position.bound <= self.best:
            return []
        for need, option in enumerate(position.options):
            if option < 0 and fills[need]:
                return self._split_options(position, need)
        return self._split_times(position, fills)

    def _tighten(self, position: _Position, rounds: int) -> tuple[_Position, list[int]]:
        """Lower a position's bound by moving prices; also say what each need got at best."""
        promised = sum(self.points[place] * position.low[place] for place in self.sets)
        prices = position.prices
        lowest = -1
        damping = 4
        best_fills: list[int] = []
        for round_number in range(rounds):
            worth, fills = self._relax(position, prices)
            worth += promised * self.scale
            if lowest < 0 or worth < lowest:
                lowest, best_fills = worth, fills
                bound = min(position.bound, worth // self.scale)
                position = position._replace(prices=prices, bound=bound)
            else:
                damping = max(1, damping - 1)
            if position.bound > self.best and (round_number == 0 or rounds == FIRST_ROUNDS):
                self._round_down(position, fills)
            if position.bound <= self.best:
                break
            gap = (worth - self.best * self.scale) * damping // 4
            moved = self._move_prices(position, prices, fills, gap)
            if moved is None:
                break
            prices = moved
        return position, best_fills

    def _relax(self, position: _Position, prices: list[int]) -> tuple[int, list[int]]:
        """Serve every need by itself, best price first: exact for these prices."""
        state, low, high, options = position.state, position.low, position.high, position.options
        owner, count, masks, most = self.owner, self.count, self.masks, self.pool.most
        fills = [0] * len(prices)
        worth = 0
        for need in sorted(range(len(prices)), key=prices.__getitem__, reverse=True):
            place = owner[need]
            limit = (high[place] - low[place]) * count[need]
            if limit:
                mask = masks[need][options[need]]
                amount = most(state, mask, limit)
                if amount:
                    state -= amount * mask
                    fills[need] = amount
                    worth += amount * prices[need]
        return worth, fills

    def _move_prices(
        self, position: _Position, prices: list[int], fills: list[int], gap: int
    ) -> list[int] | None:
        """Take a subgradient step of Polyak's length; None when all sets come out even."""
        changes: list[tuple[int, int, int]] = []
        norm = 0
        for place in self.sets:
            needs = self.needs_of[place]
            if len(needs) < 2 or position.high[place] == position.low[place]:
                continue
            squares = sum(self.count[need] ** 2 for need in needs)
            given = sum(self.count[need] * fills[need] for need in needs)
            for need in needs:
                change = self.count[need] * given - fills[need] * squares
                if change:
                    norm += 64 * change * change // (squares * squares)
                    changes.append((need, change, squares))
        if not changes:
            return None
        moved = prices[:]
        for need, change, squares in changes:
            step = 64 * gap * change // (squares * max(norm, 1))
            moved[need] = max(0, moved[need] + step)
        for place in dict.fromkeys(self.owner[need] for need, _, _ in changes):
            # The prices of a set must not add up to less than its points, or the bound is wrong.
            needs = self.needs_of[place]
            worth = sum(self.count[need] * moved[need] for need in needs)
            dearest = max(needs, key=moved.__getitem__)
            short = self.points[place] * self.scale - worth
            moved[dearest] = max(0, moved[dearest] - (-short // self.count[dearest]))
        return moved

    def _round_down(self, position: _Position, fills: list[int]) -> None:
        """Meet each set as often as its scarcest part was filled; then serve the simple ones."""
        if any(option < 0 for option in position.options):
            position = self._guess_options(position, fills)
            fills = self._relax(position, position.prices)[1]
        times, state = position.low[:], position.state
        for place in self.sets:
            needs = self.needs_of[place]
            more = min(fills[need] // self.count[need] for need in needs)
            if more:
                times[place] += more
                state -= more * self._request(place, position.options)
        self._keep(state, times, position.options)

    def _guess_options(self, position: _Position, fills: list[int]) -> _Position:
        """Choose every open option by what the other demands leave."""
        options, low, state = position.options[:], position.low[:], position.state
        undecided = [
            place for place in self.sets if any(options[need] < 0 for need in self.needs_of[place])
        ]
        for place in undecided:
            # A promise for any option may not hold for the one chosen; a guess makes none.
            state += low[place] * self._request(place, options)
            low[place] = 0
        free = state
        for need, amount in enumerate(fills):
            if amount and self.owner[need] not in undecided:
                free -= amount * self.masks[need][options[need]]
        for place in undecided:
            needs = self.needs_of[place]
            choices = [
                self.worth_trying[need] if options[need] < 0 else [options[need]] for need in needs
            ]
            best_times, best_choice = -1, tuple(choice[0] for choice in choices)
            for choice in product(*choices):
                options[needs.start : needs.stop] = choice
                times = self.pool.most(free, self._request(place, options), position.high[place])
                if times > best_times:
                    best_times, best_choice = times, choice
            options[needs.start : needs.stop] = best_choice
            free -= best_times * self._request(place, options)
        return position._replace(state=state, low=low, options=options)

    def _keep(self, state: int, times: list[int], options: list[int]) -> None:
        """Serve the simple demands, exactly, and remember the result if it is the best so far."""
        for place in self.simple:
            mask = self.masks[self.needs_of[place][0]][0]
            times[place] = self.pool.most(state, mask, self.highest[place])
            state -= times[place] * mask
        total = sum(count * points for count, points in zip(times, self.points, strict=True))
        if total > self.best:
            self.best = total
            self.best_times = times
            self.best_chosen = [tuple(options[need] for need in needs) for needs in self.needs_of]

    def _request(self, place: int, options: list[int]) -> int:
        """Add up what one time of a set takes."""
        return sum(self.count[n] * self.masks[n][options[n]] for n in self.needs_of[place])

    def _split_options(self, position: _Position, need: int) -> list[_Position]:
        """Try every option of a need that is still open, the most plentiful first."""
        children = []
        place = self.owner[need]
        for option in self.worth_trying[need]:
            if not position.divided and self._mirrors(position, need, option):
                continue
            options = position.options[:]
            options[need] = option
            # What was promised for any option is now asked of this one.
            state = position.state
            promised = position.low[place]
            if promised:
                state += promised * self._request(place, position.options)
                request = self._request(place, options)
                if self.pool.most(state, request, promised) < promised:
                    continue
                state -= promised * request
            children.append(self._fit(position._replace(state=state, options=options)))
        return sorted(children, key=lambda child: child.high[place])

    def _mirrors(self, position: _Position, need: int, option: int) -> bool:
        """Say whether swapping with a demand that is alike gives a position seen elsewhere.

        Only the order of their options is fixed, and only where each has a single need.
        """
        return any(
            0 <= position.options[twin] < option if twin > need else position.options[twin] > option
            for twin in self.twins[need]
        )

    def _split_times(self, position: _Position, fills: list[int]) -> list[_Position]:
        """Divide at the set whose parts were filled most unevenly, counted in points."""
        place, worst = -1, -1
        for candidate in self.sets:
            if position.high[candidate] > position.low[candidate]:
                needs = self.needs_of[candidate]
                shares = [fills[need] * self.scale // self.count[need] for need in needs]
                uneven = (max(shares) - min(shares) or shares[0] % self.scale) or 0
                if uneven * self.points[candidate] > worst:
                    place, worst = candidate, uneven * self.points[candidate]
        if place < 0:
            return []
        needs = self.needs_of[place]
        middle = sum(fills[need] // self.count[need] for need in needs) // len(needs)
        middle = min(position.low[place] + middle, position.high[place] - 1)
        low, high = position.low[:], position.high[:]
        low[place], high[place] = middle + 1, middle
        children = [position._replace(high=high, divided=True)]
        request = self._request(place, position.options)
        more = middle + 1 - position.low[place]
        if self.pool.most(position.state, request, more) == more:
            state = position.state - more * request
            children.append(self._fit(position._replace(state=state, low=low, divided=True)))
        return children

    def _fit(self, position: _Position) -> _Position:
        """Lower the highest times to what the remaining supplies allow."""
        high = position.high[:]
        for place in self.sets:
            free = high[place] - position.low[place]
            if free:
                request = self._request(place, position.options)
                more = self.pool.most(position.state, request, free)
                high[place] = position.low[place] + more
        return position._replace(high=high)
