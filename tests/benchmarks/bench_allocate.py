"""How good and how fast `allocate` is, beside HiGHS and beside the ways people do it by hand.

Run `python -m tests.benchmarks.bench_allocate` from the root of the repository; a number after it
sets how many states of each sort are drawn. The seeded states also serve the tests.

Of the real winter cards only six scoring rules are known; states "known" use those and nothing
else. States "made-up" use conditions invented here in the forms the cards have.
"""

import random
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from statistics import mean, median

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

from keyhelper.engine.allocate import Allocation, Condition, Piece, allocate
from keyhelper.engine.terms import Vocabulary, parse

COLOURS = ("red", "yellow", "blue", "green")
ANIMALS = ("sheep", "pig", "cow")
RESOURCES = ("iron", "wood", "stone", "gold")
SKILLS = ("anvil", "pick-axe", "saw")
FLOW_WORDS = Vocabulary(
    kinds=(*COLOURS, *ANIMALS, *RESOURCES, *SKILLS, "token", "transport", "boat"),
    groups={"keyple": COLOURS, "animal": ANIMALS, "resource": RESOURCES, "skill": SKILLS},
)
KNOWN_CARDS = {
    "Dairy": "5 per cow + token",
    "Farmyard": "1 per sheep or pig or cow",
    "Craftsmen's Guild": "3 per red + yellow + blue",
    "Jeweller": "2 per gold",
    "Scholar": "3 per skill of one kind",
    "Sea Breese": "4 per boat, itself counts",
}

RAW = ("clay", "logs", "rocks")
FINISHED = ("bricks", "wood", "stone")
GEMS = ("emerald", "gold", "ruby", "sapphire")
BEASTS = ("chicken", "cow", "deer", "goat", "horse", "pig", "sheep", "boar")
TEAM = ("light-blue", "orange", "light-green", "brown", "black", "grey", "white")
KEYPER_WORDS = Vocabulary(
    kinds=(*RAW, "raw", *FINISHED, "finished", "wheat", *GEMS, *BEASTS, *TEAM, "building", "river"),
    groups={"gem": GEMS, "animal": BEASTS, "keyple": TEAM},
)


@dataclass(frozen=True)
class EndState:
    """One player's pieces and scoring cards at the end of a game."""

    pieces: tuple[Piece, ...]
    conditions: tuple[Condition, ...]
    counted: dict[str, int] = field(default_factory=dict)

    def solve(self) -> Allocation:
        return allocate(self.pieces, self.conditions, self.counted)


def flow_pieces(rng: random.Random) -> tuple[Piece, ...]:
    """Draw pieces as a Key Flow player may hold them after winter."""
    keymelequin, ark = rng.random() < 0.3, rng.random() < 0.3
    pairs = {"green": "yellow", "yellow": "green"} if keymelequin else {}
    pairs |= {"pig": "sheep", "sheep": "pig"} if ark else {}

    def faces(kind: str) -> tuple[str, ...]:
        return (kind, pairs[kind]) if kind in pairs else (kind,)

    counts: dict[str, int] = {}
    kinds: dict[str, tuple[str, ...]] = {}

    def add(name: str, presented: tuple[str, ...], count: int = 1) -> None:
        counts[name] = counts.get(name, 0) + count
        kinds[name] = presented

    for _ in range(rng.randint(10, 25)):
        colour = rng.choice(COLOURS)
        if rng.random() < 0.4:
            animal = rng.choice(ANIMALS)
            add(f"{colour} with {animal}", (*faces(colour), *faces(animal)))
        else:
            add(colour, faces(colour))
    for animal in ANIMALS:
        add(animal, faces(animal), rng.randint(0, 3))
    for _ in range(rng.randint(5, 30)):
        resource = rng.choice(RESOURCES)
        add(resource, ("gold", "iron", "stone", "wood") if resource == "gold" else (resource,))
    for _ in range(rng.randint(0, 12)):
        skill = rng.choice(SKILLS)
        add(skill, (skill,))
    for name, most in (("token", 15), ("transport", 12), ("boat", 4)):
        add(name, (name,), rng.randint(0, most))
    return tuple(
        Piece(name, counts[name], kinds[name], leftover=1 if name == "gold" else 0)
        for name in sorted(counts)
    )


def known_state(seed: int) -> EndState:
    """Draw a Key Flow end state with nothing but the cards whose rules are known."""
    rng = random.Random(f"known {seed}")
    cards = rng.sample(list(KNOWN_CARDS), rng.randint(4, len(KNOWN_CARDS)))
    terms = [Condition(card, parse(KNOWN_CARDS[card], FLOW_WORDS)) for card in cards]
    return EndState(flow_pieces(rng), tuple(terms))


FLOW_WORTH = {
    **dict.fromkeys(COLOURS, 1.0),
    **dict.fromkeys(ANIMALS, 1.6),
    **dict.fromkeys(RESOURCES, 1.0),
    **dict.fromkeys(SKILLS, 1.5),
    **dict.fromkeys(("keyple", "resource", "transport"), 0.8),
    **dict.fromkeys(("animal", "skill", "token"), 1.2),
    "gold": 2.0,
    "boat": 3.0,
}


def made_up_term(rng: random.Random, worth: dict[str, float], choices: Sequence[str]) -> str:
    """Invent a condition in one of the forms that cards have, fairly paid."""

    def points(fair: float) -> int:
        return max(1, round(fair * rng.uniform(0.8, 1.7)))

    form = rng.random()
    names = list(worth)
    if form < 0.3:
        name = rng.choice(names)
        return f"{points(worth[name])} per {name}"
    if form < 0.4:
        several = rng.sample(names, rng.choice((2, 3)))
        return f"{points(min(worth[name] for name in several))} per {' or '.join(several)}"
    if form < 0.5:
        name, count = rng.choice(names), rng.randint(2, 5)
        return f"{points(count * worth[name])} per {count} {name}"
    if form < 0.6:
        name = rng.choice(choices)
        return f"{points(1.3 * worth[name])} per {name} of one kind"
    parts = [(rng.choice((1, 1, 1, 2)), name) for name in rng.sample(names, 2 + (form > 0.85))]
    fair = sum(count * worth[name] for count, name in parts)
    return f"{points(fair)} per {' + '.join(f'{count} {name}' for count, name in parts)}"


def made_up_state(seed: int, fewest: int = 8, most: int = 14) -> EndState:
    """Draw a Key Flow end state in which invented cards join the known ones."""
    rng = random.Random(f"made-up {seed}")
    conditions = []
    for place in range(rng.randint(fewest, most)):
        term = made_up_term(rng, FLOW_WORTH, ("skill", "animal", "keyple", "resource"))
        if rng.random() < 0.2:
            term = rng.choice(list(KNOWN_CARDS.values()))
        conditions.append(Condition(f"card {place + 1}", parse(term, FLOW_WORDS)))
    return EndState(flow_pieces(rng), tuple(conditions))


KEYPER_WORTH = {
    **dict.fromkeys((*RAW, "raw"), 0.8),
    **dict.fromkeys((*FINISHED, "finished"), 1.2),
    **dict.fromkeys((*GEMS, "gem"), 2.0),
    **dict.fromkeys((*BEASTS, "animal"), 1.0),
    **dict.fromkeys((*TEAM, "keyple"), 1.0),
    "wheat": 1.0,
    "building": 1.0,
    "river": 1.5,
}


def keyper_state(seed: int) -> EndState:
    """Draw a Keyper end state: every tile at most four times, wheat for any raw or finished good.

    All tiles are made up. In half of the states a white keyple may stand for any colour.
    """
    rng = random.Random(f"keyper {seed}")
    pieces = [Piece(name, rng.randint(0, 5), (name, "raw")) for name in RAW]
    pieces += [Piece(name, rng.randint(0, 5), (name, "finished")) for name in FINISHED]
    pieces += [Piece("wheat", rng.randint(0, 6), ("wheat", "raw", "finished"))]
    pieces += [Piece(name, rng.randint(0, 4), (name,)) for name in (*GEMS, *BEASTS)]
    pieces += [Piece(name, rng.randint(0, 2), (name,)) for name in TEAM[:-1]]
    white = ("white", *TEAM[:-1]) if rng.random() < 0.5 else ("white",)
    pieces += [Piece("white", rng.randint(0, 4), white)]
    conditions = []
    for place in range(rng.randint(8, 16)):
        term = made_up_term(rng, KEYPER_WORTH, ("gem", "animal", "keyple"))
        conditions.append(Condition(f"tile {place + 1}", parse(term, KEYPER_WORDS), at_most=4))
    counted = {"building": rng.randint(0, 12), "river": rng.randint(0, 3)}
    return EndState(tuple(pieces), tuple(conditions), counted)


class Model:
    """A mixed integer program for HiGHS, built from the state itself and not from our search."""

    def __init__(self, state: EndState) -> None:
        self.cost: list[float] = []
        self.whole: list[int] = []
        self.most: list[float] = []
        self.rows: list[tuple[list[tuple[int, float]], float, float]] = []
        self.used: dict[str, list[tuple[int, float]]] = {piece.name: [] for piece in state.pieces}
        self.flat = 0
        for condition in state.conditions:
            self.add_condition(state, condition)
        for piece in state.pieces:
            left = self.column(-piece.leftover, piece.count)
            self.rows.append(([*self.used[piece.name], (left, 1)], piece.count, piece.count))

    def column(self, cost: float, most: float, whole: int = 0) -> int:
        self.cost.append(cost)
        self.most.append(most)
        self.whole.append(whole)
        return len(self.cost) - 1

    def add_condition(self, state: EndState, condition: Condition) -> None:
        term = condition.term
        if not term.needs:
            self.flat += term.points
            return
        pieces = sum(piece.count for piece in state.pieces) + sum(state.counted.values()) + 1
        limits = [n for n in (term.at_most, condition.at_most, pieces) if n is not None]
        times = self.column(-term.points, min(limits), 1)
        shared: dict[str, list[tuple[int, float]]] = {}
        for place, need in enumerate(term.needs):
            row: list[tuple[int, float]] = [(times, -need.count)]
            choices: list[tuple[int, float]] = []
            for kinds in [(kind,) for kind in need.kinds] if need.one_kind else [need.kinds]:
                columns = self.flows(state, kinds, shared)
                if place == 0 and term.itself_counts:
                    columns.append((self.column(0, 1), 1))
                    shared.setdefault("itself", []).append(columns[-1])
                if need.one_kind:
                    choices.append((self.column(0, 1, 1), 1))
                    there = sum(self.most[column] for column, _ in columns)
                    self.rows.append(([*columns, (choices[-1][0], -there)], -np.inf, 0))
                row += columns
            self.rows.append((row, 0, 0))
            if choices:
                self.rows.append((choices, 0, 1))
        for name, columns in shared.items():
            self.rows.append((columns, 0, state.counted.get(name, 1)))

    def flows(
        self,
        state: EndState,
        kinds: tuple[str, ...],
        shared: dict[str, list[tuple[int, float]]],
    ) -> list[tuple[int, float]]:
        columns: list[tuple[int, float]] = []
        for piece in state.pieces:
            if piece.count and set(piece.kinds) & set(kinds):
                columns.append((self.column(0, piece.count), 1))
                self.used[piece.name].append(columns[-1])
        for kind in kinds:
            if state.counted.get(kind):
                columns.append((self.column(0, state.counted[kind]), 1))
                shared.setdefault(kind, []).append(columns[-1])
        return columns

    def solve(self) -> tuple[int, float]:
        """Give the best total and the seconds spent in the solver, without building the model."""
        matrix = np.zeros((len(self.rows), len(self.cost)))
        for place, (row, _, _) in enumerate(self.rows):
            for column, factor in row:
                matrix[place, column] += factor
        low = [low for _, low, _ in self.rows]
        high = [high for _, _, high in self.rows]
        limits, bounds = LinearConstraint(matrix, low, high), Bounds(0, self.most)
        start = time.perf_counter()
        result = milp(
            self.cost,
            constraints=limits,
            integrality=self.whole,
            bounds=bounds,
            options={"mip_rel_gap": 0},
        )
        seconds = time.perf_counter() - start
        if result.status != 0:
            raise RuntimeError(result.message)
        return round(-result.fun) + self.flat, seconds


def by_hand(state: EndState, order: Iterable[int]) -> int:
    """Fill one card after the other as far as it pays, plain pieces first, never looking back."""
    pieces = state.pieces
    total = 0
    for place in order:
        one = allocate(pieces, [state.conditions[place]], state.counted)
        total += one.uses[0].points
        left = {leftover.piece: leftover.count for leftover in one.leftovers}
        pieces = tuple(
            Piece(piece.name, left.get(piece.name, 0), piece.kinds, piece.leftover)
            for piece in pieces
        )
    return total + sum(piece.count * piece.leftover for piece in pieces)


def hand_methods(state: EndState, seed: int) -> list[int]:
    """Count by hand in table order, best paid first, and the best of twenty random orders."""
    table = range(len(state.conditions))
    paid = sorted(table, key=lambda place: -state.conditions[place].term.points)
    rng = random.Random(f"orders {seed}")
    orders = [rng.sample(table, len(table)) for _ in range(20)]
    return [
        by_hand(state, table),
        by_hand(state, paid),
        max(by_hand(state, order) for order in orders),
    ]


def every_order_falls_short(state: EndState) -> bool:
    """Try all orders of the cards by hand; true when none reaches the best total."""
    best = state.solve().total
    orders = permutations(range(len(state.conditions)))
    return all(by_hand(state, order) < best for order in orders)


# Dairy first spends the cows that show blue, the guild first spends them all: 10 and 6 of 13.
EVERY_ORDER_SHORT = EndState(
    (
        Piece("blue with cow", 2, ("blue", "cow")),
        Piece("red", 1, ("red",)),
        Piece("red with cow", 1, ("red", "cow")),
        Piece("token", 2, ("token",)),
        Piece("yellow", 2, ("yellow",)),
    ),
    tuple(
        Condition(card, parse(KNOWN_CARDS[card], FLOW_WORDS))
        for card in ("Dairy", "Craftsmen's Guild")
    ),
)


SORTS: dict[str, Callable[[int], EndState]] = {
    "Key Flow, known": known_state,
    "Key Flow, made-up": made_up_state,
    "Keyper, made-up": keyper_state,
}


def main(states: int) -> None:
    """Print the tables."""
    print(f"{states} states of each sort; milliseconds; both solvers in turn on each state\n")
    print(f"{'':20}{'allocate':>26}{'HiGHS':>26}{'ratio':>10}{'equal':>14}")
    print(f"{'':20}{'mean   median    worst':>26}{'mean   median    worst':>26}{'of means':>10}")
    for label, draw in SORTS.items():
        ours, theirs, equal = [], [], 0
        for seed in range(states):
            state = draw(seed)
            start = time.perf_counter()
            best = state.solve()
            ours.append(1000 * (time.perf_counter() - start))
            total, seconds = Model(state).solve()
            theirs.append(1000 * seconds)
            equal += best.total == total and best.is_best
        figures = "".join(
            f"{mean(row):10.2f}{median(row):8.2f}{max(row):8.2f}" for row in (ours, theirs)
        )
        ratio = mean(theirs) / mean(ours)
        print(f"{label:20}{figures}{ratio:9.1f}x{f'{equal} of {states}':>14}")
    print("\nPoints lost by hand: mean (worst), and the share of states with any loss\n")
    methods = ("table order", "best paid first", "best of twenty")
    print(f"{'':20}" + "".join(f"{method:>24}" for method in methods))
    for label, draw in SORTS.items():
        losses: list[list[int]] = [[], [], []]
        for seed in range(min(states, 200)):
            state = draw(seed)
            best_total = state.solve().total
            for row, total in zip(losses, hand_methods(state, seed), strict=True):
                row.append(best_total - total)
        cells = (
            f"{mean(row):.2f} ({max(row)}), {100 * sum(map(bool, row)) / len(row):.0f} %"
            for row in losses
        )
        print(f"{label:20}" + "".join(f"{cell:>24}" for cell in cells))
    print("\nStates in which every order of the cards falls short, all orders tried\n")
    example = EVERY_ORDER_SHORT
    orders = [by_hand(example, order) for order in permutations(range(2))]
    best_total = example.solve().total
    print(f"Dairy and Craftsmen's Guild (known), built for it: {orders} of {best_total}")
    small = min(states, 60)
    smaller: dict[str, Callable[[int], EndState]] = {
        "Key Flow, known": known_state,
        "Key Flow, made-up": lambda seed: made_up_state(seed, 5, 5),
    }
    for label, draw in smaller.items():
        short = sum(every_order_falls_short(draw(seed)) for seed in range(small))
        print(f"{label:20}{short} of {small}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
