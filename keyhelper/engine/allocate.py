"""The provably best use of shared pieces among scoring cards.

A piece goes to one condition at most and may be presented as any one of its kinds. What the game
only counts (buildings that any number of cards may look at) is passed as `counted`. The engine
knows no game: which piece can be what, and what a left-over piece is worth, comes from outside.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from keyhelper.engine.search import Demand, search
from keyhelper.engine.terms import Need, Term
from keyhelper.engine.transport import deliver

PATIENCE = 50_000

Source = Literal["pool", "itself", "counted"]


class Piece(NamedTuple):
    """So many alike pieces, the kinds each can be presented as, and what one left over scores."""

    name: str
    count: int  # type: ignore[assignment]  # hides a method of tuples that nobody needs
    kinds: tuple[str, ...]
    leftover: int = 0


class Condition(NamedTuple):
    """A scoring card. `at_most` limits it further than its term does.

    A card that counts itself brings one piece of its own, for its own condition only. A game in
    which that piece may serve other cards lists it among the pieces and sets `itself_in_pool`.
    """

    card: str
    term: Term
    at_most: int | None = None
    itself_in_pool: bool = False


class Given(NamedTuple):
    """Pieces given to a card, and the kind they are presented as."""

    piece: str
    kind: str
    count: int  # type: ignore[assignment]  # hides a method of tuples that nobody needs
    source: Source = "pool"

    @property
    def label(self) -> str:
        """Name the pieces the way a claim may name them: `stone`, `gold as stone`, `itself`."""
        if self.source == "itself":
            return "itself"
        return self.piece if self.piece == self.kind else f"{self.piece} as {self.kind}"

    def __str__(self) -> str:
        number = "" if self.source == "itself" else f"{self.count} "
        return f"{number}{self.label}{' counted' if self.source == 'counted' else ''}"


class Use(NamedTuple):
    """What one card was given, how often that meets its condition, and what it scores."""

    card: str
    times: int
    points: int
    given: tuple[Given, ...]

    @property
    def pieces(self) -> dict[str, int]:
        """Give the amounts by label, in the form that a claim takes."""
        amounts: dict[str, int] = {}
        for given in self.given:
            amounts[given.label] = amounts.get(given.label, 0) + given.count
        return amounts

    @property
    def detail(self) -> str:
        """Say the sum as people say it."""
        if not self.times:
            return "nothing given"
        if not self.given:
            return "flat"
        return f"{self.times} x {self.points // self.times}: {', '.join(map(str, self.given))}"


class Leftover(NamedTuple):
    """Pieces that no card was given, and what they score."""

    piece: str
    count: int  # type: ignore[assignment]  # hides a method of tuples that nobody needs
    points: int


class Allocation(NamedTuple):
    """The best allocation found, with the proof that it is best.

    Nothing can score more than `upper_bound`. Where that equals `total`, no other allocation
    gives more; `looked_at` counts the positions the search needed to be sure.
    """

    total: int
    uses: tuple[Use, ...]
    leftovers: tuple[Leftover, ...]
    upper_bound: int
    looked_at: int

    @property
    def is_best(self) -> bool:
        return self.total == self.upper_bound

    @property
    def proof(self) -> str:
        """Say how sure the total is, in one line."""
        if self.is_best:
            return "no other allocation gives more"
        return f"no allocation gives more than {self.upper_bound}; the search was cut short"


def allocate(
    pieces: Sequence[Piece],
    conditions: Sequence[Condition],
    counted: Mapping[str, int] | None = None,
    *,
    patience: int = PATIENCE,
) -> Allocation:
    """Give every piece to the card where it helps most; exact unless patience ends.

    The same pieces and conditions in the same order always give the same allocation.
    """
    _check(pieces, counted or {})
    supplies = _Supplies(pieces, conditions, counted or {})
    demands = [supplies.demand(place) for place in range(len(conditions))]
    kept = [place for place, piece in enumerate(pieces) if piece.leftover and piece.count]
    # A piece worth something when left over is one more bidder for itself.
    demands += [
        Demand(pieces[place].leftover, ((1, (1 << place,)),), pieces[place].count) for place in kept
    ]
    found = search(supplies.amounts, demands, patience)
    given = supplies.hand_out(demands, found.times, found.chosen)
    uses = []
    for place, condition in enumerate(conditions):
        times = found.times[place] if condition.term.needs else 1
        points = times * condition.term.points
        uses.append(Use(condition.card, times, points, given[place]))
    flat = sum(condition.term.points for condition in conditions if not condition.term.needs)
    return Allocation(
        total=found.total + flat,
        uses=tuple(uses),
        leftovers=_leftovers(pieces, uses),
        upper_bound=found.upper_bound + flat,
        looked_at=found.looked_at,
    )


def _check(pieces: Sequence[Piece], counted: Mapping[str, int]) -> None:
    names = [piece.name for piece in pieces]
    if len(set(names)) < len(names):
        raise ValueError("Two pieces have the same name")
    if any(piece.count < 0 or piece.leftover < 0 for piece in pieces) or any(
        amount < 0 for amount in counted.values()
    ):
        raise ValueError("Pieces cannot be fewer than none, nor cost points when left over")


def _leftovers(pieces: Sequence[Piece], uses: Iterable[Use]) -> tuple[Leftover, ...]:
    left = {piece.name: piece.count for piece in pieces}
    for use in uses:
        for given in use.given:
            if given.source == "pool":
                left[given.piece] -= given.count
    return tuple(
        Leftover(piece.name, left[piece.name], left[piece.name] * piece.leftover)
        for piece in pieces
        if left[piece.name]
    )


class _Supplies:
    """The pieces as numbered supplies: first the shared ones, then each card's own and counted."""

    def __init__(
        self,
        pieces: Sequence[Piece],
        conditions: Sequence[Condition],
        counted: Mapping[str, int],
    ) -> None:
        self.conditions = conditions
        self.names = [piece.name for piece in pieces]
        self.kinds = [piece.kinds for piece in pieces]
        self.amounts = [piece.count for piece in pieces]
        self.sources: list[Source] = ["pool"] * len(pieces)
        self.shared: dict[str, int] = {}
        for place, piece in enumerate(pieces):
            for kind in piece.kinds:
                self.shared[kind] = self.shared.get(kind, 0) | 1 << place
        # What belongs to one card alone is seen by that card alone.
        self.own: list[dict[str, int]] = []
        for condition in conditions:
            seen: dict[str, int] = {}
            needs = condition.term.needs
            if condition.term.itself_counts and needs and not condition.itself_in_pool:
                for kind in needs[0].kinds:
                    seen[kind] = 1 << len(self.amounts)
                self._add(condition.card, needs[0].kinds, 1, "itself")
            for kind in dict.fromkeys(kind for need in needs for kind in need.kinds):
                if counted.get(kind):
                    seen[kind] = seen.get(kind, 0) | 1 << len(self.amounts)
                    self._add(kind, (kind,), counted[kind], "counted")
            self.own.append(seen)

    def _add(self, name: str, kinds: tuple[str, ...], amount: int, source: Source) -> None:
        self.names.append(name)
        self.kinds.append(kinds)
        self.amounts.append(amount)
        self.sources.append(source)

    def demand(self, place: int) -> Demand:
        """Put a condition into numbers."""
        condition = self.conditions[place]
        limits = [
            limit for limit in (condition.term.at_most, condition.at_most) if limit is not None
        ]
        needs = tuple((need.count, self._options(place, need)) for need in condition.term.needs)
        most = min(limits, default=sum(self.amounts)) if needs else 0
        return Demand(condition.term.points, needs, most)

    def _options(self, place: int, need: Need) -> tuple[int, ...]:
        areas = [self.shared.get(kind, 0) | self.own[place].get(kind, 0) for kind in need.kinds]
        if need.one_kind:
            return tuple(areas)
        union = 0
        for area in areas:
            union |= area
        return (union,)

    def hand_out(
        self,
        demands: Sequence[Demand],
        times: Sequence[int],
        chosen: Sequence[tuple[int, ...]],
    ) -> list[tuple[Given, ...]]:
        """Turn times into pieces: plain pieces first, those with many uses last."""
        areas: list[int] = []
        amounts: list[int] = []
        wanted: list[tuple[int, tuple[str, ...]]] = []
        for place, demand in enumerate(demands):
            for position, (count, options) in enumerate(demand.needs):
                areas.append(options[chosen[place][position]])
                amounts.append(count * times[place])
                kinds: tuple[str, ...] = ()
                if place < len(self.conditions):
                    need = self.conditions[place].term.needs[position]
                    kinds = need.kinds
                    if need.one_kind:
                        kinds = (kinds[chosen[place][position]],)
                wanted.append((place, kinds))
        order = sorted(range(len(self.amounts)), key=self._plainness)
        carried, _ = deliver(
            [self.amounts[supply] for supply in order],
            [
                sum((area >> supply & 1) << rank for rank, supply in enumerate(order))
                for area in areas
            ],
            amounts,
        )
        given: list[dict[tuple[int, str], int]] = [{} for _ in self.conditions]
        for (place, kinds), row in zip(wanted, carried, strict=True):
            for supply, count in zip(order, row, strict=True):
                if count and place < len(given):
                    kind = next(kind for kind in self.kinds[supply] if kind in kinds)
                    key = (supply, kind)
                    given[place][key] = given[place].get(key, 0) + count
        return [
            tuple(
                Given(self.names[supply], kind, count, self.sources[supply])
                for (supply, kind), count in sorted(handed.items())
            )
            for handed in given
        ]

    def _plainness(self, supply: int) -> tuple[bool, int, int]:
        return self.sources[supply] == "pool", len(self.kinds[supply]), supply
