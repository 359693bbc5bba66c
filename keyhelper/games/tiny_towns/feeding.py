"""Who eats: the choice of fed Cottages that gives a town its best total, and by whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from keyhelper.games.tiny_towns import town
from keyhelper.games.tiny_towns.cards import Card, card, is_building
from keyhelper.games.tiny_towns.town import SQUARES, Board


class Meal(NamedTuple):
    """What one red building feeds; a building that two of them reach is listed once."""

    feeder: str
    at: str
    squares: tuple[str, ...]


class Feeding(NamedTuple):
    """Who is fed by whom in one town, and who goes without."""

    meals: tuple[Meal, ...]
    unfed: tuple[str, ...]

    @property
    def fed(self) -> frozenset[str]:
        return frozenset(square for meal in self.meals for square in meal.squares)

    def words(self, among: Sequence[str]) -> str:
        """The fed ones of these squares: `a1 b1 by the Farm on c3, d1 by the Farm on d4`."""
        parts = []
        for meal in self.meals:
            eaters = [square for square in meal.squares if square in among]
            if eaters:
                parts.append(f"{' '.join(eaters)} by the {meal.feeder} on {meal.at}")
        return ", ".join(parts)


def feeding(board: Board) -> Feeding:
    """The feeding that gives the town its best total; the first in reading order if equal.

    A fed building is never worth less than an unfed one, so nobody able to eat goes hungry:
    what is searched is only which groups and which Cottages the scarce food goes to.
    """
    standing = {s: card(i) for s, i in zip(SQUARES, board, strict=True) if i and is_building(i)}
    eaters = tuple(square for square, of in standing.items() if of.is_feedable)
    red = {square: of for square, of in standing.items() if of.rule["kind"] == "feeds"}
    meals = _fixed_meals(red, eaters)
    full = {square for squares in meals.values() for square in squares}
    greenhouses = [s for s, of in red.items() if of.rule["mode"] == "contiguous_group"]
    farms = {s: int(of.rule["count"]) for s, of in red.items() if of.rule["mode"] == "anywhere"}
    groups = _shared_out(town.groups(eaters), full, len(greenhouses))
    appetite = _Appetite(standing)
    best: tuple[int, tuple[tuple[str, ...], ...], tuple[str, ...]] = (-1, (), ())
    for chosen in groups:
        eating = full.union(*chosen)
        hungry = [square for square in eaters if square not in eating]
        for picked in appetite.choices(hungry, sum(farms.values())):
            worth = appetite.worth_of(eating.union(picked))
            if worth > best[0]:
                best = (worth, chosen, picked)
    meals |= dict(zip(greenhouses, (_left(g, full) for g in best[1]), strict=False))
    meals |= _served(farms, best[2])
    done = {square for squares in meals.values() for square in squares}
    return Feeding(
        meals=tuple(Meal(of.name, square, meals.get(square, ())) for square, of in red.items()),
        unfed=tuple(square for square in eaters if square not in done),
    )


def _fixed_meals(red: Mapping[str, Card], eaters: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """What Granaries and Orchards feed: there is nothing to choose."""
    meals: dict[str, tuple[str, ...]] = {}
    done: set[str] = set()
    for square, of in red.items():
        if of.rule["mode"] == "surrounding8":
            reach = town.around8(square)
        elif of.rule["mode"] == "row_and_column":
            reach = town.row_and_column(square)
        else:
            continue
        meals[square] = tuple(s for s in eaters if s in reach and s not in done)
        done.update(meals[square])
    return meals


def _shared_out(
    groups: Sequence[tuple[str, ...]], full: set[str], greenhouses: int
) -> list[tuple[tuple[str, ...], ...]]:
    """Every way to give the Greenhouses a group each; surplus ones feed nobody."""
    hungry = [group for group in groups if not full.issuperset(group)]
    return list(combinations(hungry, min(greenhouses, len(hungry))))


def _left(group: Sequence[str], full: set[str]) -> tuple[str, ...]:
    return tuple(square for square in group if square not in full)


def _served(farms: Mapping[str, int], picked: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The picked squares dealt out to the Farms, four to each."""
    meals: dict[str, tuple[str, ...]] = {}
    start = 0
    for square, count in farms.items():
        meals[square] = tuple(picked[start : start + count])
        start += count
    return meals


class _Appetite:
    """What feeding each building of a town brings, alone and together."""

    def __init__(self, standing: Mapping[str, Card]) -> None:
        cards = standing.values()
        chapels = sum(c.rule["vp_each"] for c in cards if c.rule["kind"] == "per_fed_cottage")
        # The Mausoleum pays for Cottages that go hungry, so feeding them brings nothing more.
        spared = max(
            (c.rule["vp_each"] for c in cards if c.rule["kind"] == "unfed_cottage_vp"), default=0
        )
        self._cottages = {s: of.cottages for s, of in standing.items() if of.is_feedable}
        self._alone: dict[str, int] = {
            s: of.rule["vp"] - (spared if of.name == "Cottage" else 0) + chapels * of.cottages
            for s, of in standing.items()
            if of.is_feedable
        }
        self._temples = [
            (frozenset(town.neighbours(s)), int(of.rule["at_least"]), int(of.rule["vp"]))
            for s, of in standing.items()
            if of.rule["kind"] == "if_adjacent_fed_cottages"
        ]

    def worth_of(self, fed: set[str]) -> int:
        """What these fed squares bring in all."""
        worth = sum(self._alone[square] for square in fed)
        for beside, at_least, vp in self._temples:
            if sum(self._cottages[square] for square in fed & beside) >= at_least:
                worth += vp
        return worth

    def choices(self, hungry: Sequence[str], portions: int) -> Iterator[tuple[str, ...]]:
        """The ways to give out the portions that can differ in worth.

        Cottages next to the same Temples are alike, so only how many of them eat matters.
        """
        alike: dict[tuple[object, ...], list[str]] = {}
        for square in hungry:
            beside = tuple(square in squares for squares, _, _ in self._temples)
            key = (self._alone[square], self._cottages[square], beside)
            alike.setdefault(key, []).append(square)
        for picked in _dealt(list(alike.values()), min(portions, len(hungry))):
            yield tuple(sorted(picked, key=SQUARES.index))


def _dealt(kinds: Sequence[Sequence[str]], portions: int) -> Iterator[tuple[str, ...]]:
    """Every way to take that many squares, by how many of each kind."""
    if not kinds:
        yield ()
        return
    first, rest = kinds[0], kinds[1:]
    left = sum(len(kind) for kind in rest)
    for count in range(min(portions, len(first)), max(0, portions - left) - 1, -1):
        for others in _dealt(rest, portions - count):
            yield (*first[:count], *others)
