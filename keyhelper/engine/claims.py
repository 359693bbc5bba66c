"""Claimed allocations: are they sound, what do they score, and what do they leave on the table?"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from keyhelper.engine.allocate import PATIENCE, Allocation, Condition, Piece, allocate
from keyhelper.engine.search import Demand, search
from keyhelper.engine.transport import amount_in, deliver


class ClaimLine(NamedTuple):
    """What a player says a card was given: amounts by piece, by kind, or as `gold as stone`.

    Without `times` the card is met as often as those pieces allow.
    """

    card: str
    pieces: Mapping[str, int]
    times: int | None = None


ProblemCode = Literal[
    "unknown-card", "unknown-piece", "wrong-kind", "too-few", "too-often", "over-used"
]


class Problem(NamedTuple):
    """One thing about a claim that does not hold, as a sentence for the player."""

    code: ProblemCode
    card: str | None
    text: str


class Judgement(NamedTuple):
    """A claim counted again and compared with the best.

    `total` counts what stands of the claim, with left-over and flat points. It is None when
    pieces were used twice, because then no one can say which card goes without.
    """

    problems: tuple[Problem, ...]
    times: tuple[int, ...]
    total: int | None
    best: Allocation
    sentences: tuple[str, ...]

    @property
    def is_sound(self) -> bool:
        return not self.problems

    @property
    def missed(self) -> int | None:
        """How many points the claim leaves on the table."""
        return None if self.total is None else self.best.total - self.total


def judge_claim(
    pieces: Sequence[Piece],
    conditions: Sequence[Condition],
    claim: Sequence[ClaimLine],
    counted: Mapping[str, int] | None = None,
    *,
    points: int | None = None,
    best: Allocation | None = None,
) -> Judgement:
    """Check a claimed allocation, count it again and say what it leaves on the table.

    `points` is the total the player named, if any; `best` saves work when it is known already.
    """
    best = best or allocate(pieces, conditions, counted)
    counted = counted or {}
    problems: list[Problem] = []
    times = [0 if condition.term.needs else 1 for condition in conditions]
    entries: list[Piece] = []
    areas: list[int] = []
    waiting = list(range(len(conditions)))
    for line in claim:
        named = [at for at in waiting if conditions[at].card.casefold() == line.card.casefold()]
        if not named:
            text = f"{line.card} is not among the scoring cards, or is claimed twice"
            problems.append(Problem("unknown-card", line.card, text))
            continue
        waiting.remove(named[0])
        condition = conditions[named[0]]
        own: list[Piece] = []
        for key, count in line.pieces.items():
            kinds, area = _read_key(key, pieces)
            if not area and (key == "itself" or key in counted):
                continue
            if not area or count < 0:
                text = f"{count} {key} on {line.card} are no pieces that can be given"
                problems.append(Problem("unknown-piece", line.card, text))
                continue
            own.append(Piece(key, count, kinds))
            entries.append(own[-1])
            areas.append(area)
        problems += _judge_kinds(condition, own)
        if condition.term.needs:
            possible = allocate(own, [condition], counted).uses[0].times
            times[named[0]] = possible if line.times is None else max(0, min(possible, line.times))
            problems += _judge_times(condition, line.times, possible)
    left, over_used = _judge_amounts(pieces, entries, areas)
    problems += over_used
    scored = sum(n * at.term.points for n, at in zip(times, conditions, strict=True))
    total = None if over_used else scored + left
    sentences = [problem.text for problem in problems]
    sentences += _compare(total, points, times, best)
    return Judgement(tuple(problems), tuple(times), total, best, tuple(sentences))


def _read_key(key: str, pieces: Sequence[Piece]) -> tuple[tuple[str, ...], int]:
    """Find what a claim's word can mean: the kinds it presents and the pieces it can be."""
    kinds: list[str] = []
    area = 0
    name, _, presented = key.partition(" as ")
    for place, piece in enumerate(pieces):
        if piece.name == key:
            kinds += piece.kinds
            area |= 1 << place
        elif key in piece.kinds:
            kinds.append(key)
            area |= 1 << place
        elif name == piece.name and presented in piece.kinds:
            kinds.append(presented)
            area |= 1 << place
    return tuple(dict.fromkeys(kinds)), area


def _judge_kinds(condition: Condition, own: list[Piece]) -> Iterable[Problem]:
    taken = {kind for need in condition.term.needs for kind in need.kinds}
    for piece in own:
        if piece.count and not taken & set(piece.kinds):
            text = f"{piece.name} does not count for {condition.card}: {condition.term}"
            yield Problem("wrong-kind", condition.card, text)


def _judge_times(condition: Condition, claimed: int | None, possible: int) -> Iterable[Problem]:
    if claimed is None or claimed <= possible:
        return
    card = condition.card
    limit = min(n for n in (condition.at_most, condition.term.at_most, claimed) if n is not None)
    if limit < claimed:
        text = f"{card} scores at most {_often(limit)}; {_often(claimed)} are claimed"
        yield Problem("too-often", card, text)
    if possible < limit:
        text = f"{card} is claimed {_often(claimed)}; the pieces given are enough for {possible}"
        yield Problem("too-few", card, text)


def _often(times: int) -> str:
    return "once" if times == 1 else f"{times} times"


def _judge_amounts(
    pieces: Sequence[Piece], entries: list[Piece], areas: list[int]
) -> tuple[int, list[Problem]]:
    """See whether the pieces exist, each used once, and what those left over score."""
    supplies = [piece.count for piece in pieces]
    amounts = [entry.count for entry in entries]
    _, short = deliver(supplies, areas, amounts)
    if short:
        names = " and ".join(dict.fromkeys(entries[at].name for at in short))
        reach = 0
        for at in short:
            reach |= areas[at]
        there = amount_in(supplies, reach)
        asked = sum(amounts[at] for at in short)
        text = f"{asked} {names} are claimed in all; there are {there}"
        return 0, [Problem("over-used", None, text)]
    # Which pieces a kind stands for is the player's to choose, so the dearest are kept.
    everything = sum(piece.count * piece.leftover for piece in pieces)
    needs = tuple((entry.count, (areas[at],)) for at, entry in enumerate(entries) if entry.count)
    demands = [Demand(everything + 1, needs, 1)] if needs else []
    demands += [
        Demand(piece.leftover, ((1, (1 << place,)),), piece.count)
        for place, piece in enumerate(pieces)
        if piece.leftover
    ]
    found = search(supplies, demands, PATIENCE)
    return found.total - (everything + 1 if needs else 0), []


def _compare(
    total: int | None, points: int | None, times: list[int], best: Allocation
) -> Iterable[str]:
    claimed = total if points is None else points
    if total is not None and claimed != total:
        yield f"You claimed {claimed}; those pieces make {total}"
    if total is not None and total >= best.total:
        yield f"{total} points: {best.proof}"
        return
    better = [
        f"{use.card} {use.detail}"
        for use, count in zip(best.uses, times, strict=True)
        if use.times > count
    ]
    better += [
        f"{use.card} only {_often(use.times)}" if use.times else f"{use.card} not at all"
        for use, count in zip(best.uses, times, strict=True)
        if use.times < count
    ]
    better += [f"{left.count} {left.piece} left over" for left in best.leftovers if left.points]
    start = f"You claimed {claimed}; " if claimed is not None else ""
    yield f"{start}{best.total} is possible: {'; '.join(better)}"
