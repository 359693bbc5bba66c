"""What each card scores in a town, with the sum as people say it.

Each function below reads one kind of `rule` in data/tiny-towns and is listed in `_KINDS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from keyhelper.engine import names
from keyhelper.games.tiny_towns import town
from keyhelper.games.tiny_towns.cards import COLOURS, COTTAGE, MONUMENT, Card, card, is_building
from keyhelper.games.tiny_towns.feeding import Feeding, feeding
from keyhelper.games.tiny_towns.town import SQUARES, Board


@dataclass(frozen=True, slots=True)
class TownCount:
    """All that the count of one town needs; None is what nobody has told keyhelper."""

    player: str
    board: Board
    stored: Mapping[str, tuple[str, ...]] | None = field(default_factory=dict)
    coins: int | None = None  # only with the Fortune expansion
    shrine_count: int | None = None  # buildings when the Shrine was built, itself included
    finish_place: int | None = None  # 0: not complete yet
    master_builder_turns: int | None = None
    right_greens: int | None = None  # green buildings of the player on the right
    is_solo: bool = False
    has_hammer: bool = True  # False in Town Hall: nobody has turns as Master Builder


class Tally(NamedTuple):
    """The points of all buildings of one card; None with what is missing to know them."""

    points: int | None
    detail: str
    missing: str = ""


class Part(NamedTuple):
    """The points of one building and why."""

    points: int
    why: str


class Town:
    """A town laid open for counting: what stands where, of which type, and who is fed."""

    def __init__(self, count: TownCount, readings: Mapping[str, str]) -> None:
        self.count = count
        self.readings = readings
        placed = zip(SQUARES, count.board, strict=True)
        self.cards: dict[str, Card] = {s: card(i) for s, i in placed if i and is_building(i)}
        self.feeding: Feeding = feeding(count.board)
        self.fed = self.feeding.fed

    def places(self, of: Card) -> tuple[str, ...]:
        """The squares where this card stands."""
        return tuple(square for square, standing in self.cards.items() if standing is of)

    def of_types(self, squares: Iterable[str], types: Sequence[str]) -> list[str]:
        """Those of the squares that hold a building of one of these types."""
        return [s for s in squares if s in self.cards and self.cards[s].type in types]

    def types(self, squares: Iterable[str], leaving_out: Sequence[str] = ()) -> list[str]:
        """The different types on these squares, in the order of the piles."""
        found = {self.cards[s].type for s in squares if s in self.cards}
        return [t for t in (*COLOURS, MONUMENT) if t in found and t not in leaving_out]

    def cottages(self, squares: Iterable[str]) -> int:
        """How many Cottages stand on these squares; Barrett Castle is two."""
        return sum(self.cards[s].cottages for s in squares if s in self.cards)


def tally(the: Town, of: Card) -> Tally:
    """What all buildings of that card score together in the town."""
    return _KINDS[of.rule["kind"]](the, of, the.places(of))


def greens(board: Board) -> int:
    """How many green buildings a town has, which a Feast Hall to its left looks at."""
    return sum(1 for item in board if item and is_building(item) and card(item).type == "green")


def _one_by_one(squares: Sequence[str], judge: Callable[[str], Part]) -> Tally:
    """Each building by itself: `2 on b2 (Cottages a2 c2) + 0 on d4 (no Cottage)`."""
    parts = [(square, judge(square)) for square in squares]
    words = [f"{part.points} on {square} ({part.why})" for square, part in parts]
    return Tally(sum(part.points for _, part in parts), " + ".join(words))


def _all_alike(squares: Sequence[str], each: int, why: str) -> Tally:
    """Every building the same: `2 x 3: why`."""
    times = f"{len(squares)} x {each}" if len(squares) > 1 else str(each)
    return Tally(len(squares) * each, f"{times}: {why}")


def _the(the: Town, squares: Sequence[str]) -> str:
    """What stands on the squares: `Cottage b1 c2, Barrett Castle d2`."""
    by_name: dict[str, list[str]] = {}
    for square in squares:
        by_name.setdefault(the.cards[square].name, []).append(square)
    return ", ".join(f"{name} {' '.join(places)}" for name, places in by_name.items())


# Feeding


def _if_fed(the: Town, of: Card, squares: tuple[str, ...]) -> Tally:
    each = int(of.rule["vp"])
    fed = [square for square in squares if square in the.fed]
    hungry = [square for square in squares if square not in the.fed]
    words = the.feeding.words(squares)
    if of.name != COTTAGE:
        return Tally(each * len(fed), f"fed: {words}" if fed else f"{' '.join(hungry)} is not fed")
    detail = f"{len(fed)} of {len(squares)} fed x {each}"
    if fed:
        detail += f": {words}"
    if hungry:
        detail += f"; {' '.join(hungry)} not fed"
    return Tally(each * len(fed), detail)


def _feeds(the: Town, of: Card, squares: tuple[str, ...]) -> Tally:
    nobody = "nobody more" if the.fed else "nobody"
    words = [
        f"{meal.at} feeds {' '.join(meal.squares) or nobody}"
        for meal in the.feeding.meals
        if meal.at in squares
    ]
    return Tally(0, ", ".join(words))


def _per_fed_cottage(the: Town, of: Card, squares: tuple[str, ...]) -> Tally:
    fed = the.cottages(the.fed)
    why = f"{fed} fed {'Cottage' if fed == 1 else 'Cottages'} in town"
    if any(the.cards[square].cottages > 1 for square in the.fed):
        why += ", the Castle as two"
    return _all_alike(squares, fed * int(of.rule["vp_each"]), why)


def _if_adjacent_fed_cottages(the: Town, of: Card, squares: tuple[str, ...]) -> Tally:
    def judge(square: str) -> Part:
        fed = [n for n in town.neighbours(square) if n in the.fed]
        enough = the.cottages(fed) >= of.rule["at_least"]
        return Part(of.rule["vp"] if enough else 0, f"fed next to it: {' '.join(fed) or 'none'}")

    return _one_by_one(squares, judge)


def _unfed_cottage_vp(the: Town, of: Card, squares: tuple[str, ...]) -> Tally:
    hungry = [s for s in the.feeding.unfed if the.cards[s].name == COTTAGE]
    each = int(of.rule["vp_each"])
    if not hungry:
        return Tally(0, "no unfed Cottage")
    return Tally(each * len(hungry), f"{len(hungry)} unfed x {each}: {' '.join(hungry)}")


# Neighbours and lines


def _flat(the: Town, of: Card, squares: tuple[str, ...]) -> Tally:
    each = int(of.rule["vp"])
    return _all_alike(squares, each, " ".join(squares)) if each else Tally(0, "scores nothing")


def _if_adjacent_any(the: Town, of: Card, squares: tuple[str, ...]) -> Tally:
    def judge(square: str) -> Part:
        beside = the.of_types(town.neighbours(square), of.rule["colours"])
        if beside:
            return Part(of.rule["vp"], f"next to {_the(the, beside)}")
        return Part(0, f"no {names.either(of.rule['colours'])} next to it")

    return _one_by_one(squares, judge)


def _if_not_adjacent_any(the: Town, of: Card, squares: tuple[str, ...]) -> Tally:
    def judge(square: str) -> Part:
        beside = the.of_types(town.neighbours(square), of.rule["colours"])
        if beside:
            return Part(0, f"next to {_the(the, beside)}")
        return Part(of.rule["vp"], f"no {names.either(of.rule['colours'])} next to it")

    return _one_by_one(squares, judge)


def _per_adjacent(the: Town, of: Card, squares: tuple[str, ...]) -> Tally:
    def judge(square: str) -> Part:
        beside = the.of_types(town.neighbours(square), of.rule["colours"])
        # Barrett Castle is the one building that counts as more than itself.
        seen = sum(max(1, the.cards[s].cottages) for s in beside)
        why = f"next to {_the(the, beside)}" if beside else "no Cottage next to it"
        if seen > len(beside):
            why += ", the Castle as two"
        return Part(seen * of.rule["vp_each"], why)

    return _one_by_one(squares, judge)


def _per_in_zone(the: Town, of: Card, squares: tuple[str, ...]) -> Tally:
    zone = town.CORNERS if of.rule["zone"] == "corners" else town.CENTRE
    where = "corners" if of.rule["zone"] == "corners" else "centre squares"
    inside = the.of_types(zone, of.rule["colours"])
    each = int(of.rule.get("base", 0)) + len(inside) * int(of.rule["vp_each"])
    colour = names.either(of.rule["colours"])
    base = f"{of.rule['base']} + " if "base" in of.rule else ""
    why = f"{base}{len(inside)} {colour} on {where}"
    return _all_alike(squares, each, f"{why} {' '.join(inside)}".rstrip())


def _if_alone(the: Town, of: Card, squares: tuple[str, ...]) -> Tally:
    def judge(square: str) -> Part:
        others = the.of_types(town.row_and_column(square), (of.rule["colour"],))
        if others:
            return Part(0, f"in line with {_the(the, others)}")
        return Part(of.rule["vp"], f"no other {of.rule['colour']} in row or column")

    return _one_by_one(squares, judge)


def _max_row_or_column(the: Town, of: Card, squares: tuple[str, ...]) -> Tally:
    def judge(square: str) -> Part:
        yellow = (of.rule["colour"],)
        row = 1 + len(the.of_types(town.row_of(square), yellow))
        column = 1 + len(the.of_types(town.column_of(square), yellow))
        why = f"{row} in its row, {column} in its column"
        return Part(max(row, column) * of.rule["vp_each"], why)

    return _one_by_one(squares, judge)


def _unique_types_row_and_column(the: Town, of: Card, squares: tuple[str, ...]) -> Tally:
    def judge(square: str) -> Part:
        seen = the.types(town.row_and_column(square), of.rule["exclude"])
        return Part(len(seen) * of.rule["vp_each"], ", ".join(seen) or "no other type in line")

    return _one_by_one(squares, judge)


# Numbers


def _count_table(the: Town, of: Card, squares: tuple[str, ...]) -> Tally:
    count = greens(the.count.board)
    return Tally(_from_table(of, count), f"{count} green together")


def _per_own_vs_right(the: Town, of: Card, squares: tuple[str, ...]) -> Tally:
    base, bonus = int(of.rule["base"]), int(of.rule["bonus"])
    mine, theirs = greens(the.count.board), the.count.right_greens
    if theirs is not None:
        more = mine > theirs
        return _all_alike(squares, base + bonus * more, f"{mine} green, {theirs} on the right")
    if the.count.is_solo:
        more = the.readings.get("feast-hall.solo", "no-bonus") == "bonus"
        return _all_alike(squares, base + bonus * more, "alone, read by feast-hall.solo")
    who = the.count.player
    return Tally(
        None,
        f"{len(squares)} x {base} or {base + bonus}: {mine} green, the right neighbour's unknown",
        f"give `neighbour_greens`: how many green buildings the player on {who}'s right has",
    )


def _per_stored_resource(the: Town, of: Card, squares: tuple[str, ...]) -> Tally:
    stored = the.count.stored
    if stored is None:
        return Tally(
            None,
            "the cubes on it are unknown",
            f"give `stored`: the cubes on the Warehouse on {names.listed(squares)}",
        )
    each = int(of.rule["vp_each"])

    def judge(square: str) -> Part:
        cubes = stored.get(square, ())
        return Part(each * len(cubes), f"holds {town.cube_words(cubes)}")

    return _one_by_one(squares, judge)


def _snapshot_table(the: Town, of: Card, squares: tuple[str, ...]) -> Tally:
    count = the.count.shrine_count
    if count is None:
        missing = "give `shrine_count`: buildings in town when the Shrine was built, itself too"
        return Tally(None, "buildings in town when it was built: unknown", missing)
    return Tally(_from_table(of, count), f"{count} in town when it was built")


def _finish_place(the: Town, of: Card, squares: tuple[str, ...]) -> Tally:
    place = 1 if the.count.is_solo else the.count.finish_place
    if place is None:
        missing = f"give `finish_place`: as which player {the.count.player} completed the town"
        return Tally(None, "place of completion unknown", missing)
    if not place:
        return Tally(0, "nothing before the town is complete")
    return Tally(_from_table(of, place), f"completed as number {place}")


def _unique_types_in_town(the: Town, of: Card, squares: tuple[str, ...]) -> Tally:
    found = the.types(SQUARES, of.rule["exclude"])
    return Tally(len(found) * of.rule["vp_each"], f"{len(found)} types: {', '.join(found)}")


def _unique_types_adjacent(the: Town, of: Card, squares: tuple[str, ...]) -> Tally:
    def judge(square: str) -> Part:
        found = the.types(town.neighbours(square))
        each = int(of.rule["vp_each"])
        why = f"{len(found)} x {each}: {', '.join(found)}" if found else "nothing next to it"
        return Part(len(found) * each, why)

    return _one_by_one(squares, judge)


def _largest_group(the: Town, of: Card, squares: tuple[str, ...]) -> Tally:
    best, size = ("", squares), 1
    for kind in the.types(SQUARES):
        for group in town.groups(the.of_types(SQUARES, (kind,))):
            weight = sum(max(1, the.cards[square].cottages) for square in group)
            if weight > size:
                best, size = (f"{kind} ", group), weight
    points = int(of.rule["base"]) + size * int(of.rule["vp_each"])
    return Tally(points, f"{of.rule['base']} + {size}: {best[0]}on {' '.join(best[1])}")


def _missing_types(the: Town, of: Card, squares: tuple[str, ...]) -> Tally:
    lacking = [colour for colour in COLOURS if colour not in the.types(SQUARES)]
    each = int(of.rule["vp_each"])
    why = f"no {names.either(lacking)}" if lacking else "no type is missing"
    return Tally(each * len(lacking), f"{len(lacking)} x {each}: {why}")


def _from_table(of: Card, count: int) -> int:
    """The table's points for that count; past its end the last stays."""
    table: list[int] = of.rule["table"]
    if count < 1:
        return 0
    return table[count - 1] if count <= len(table) else int(of.rule["over"])


_KINDS: dict[str, Callable[[Town, Card, tuple[str, ...]], Tally]] = {
    "count_table": _count_table,
    "feeds": _feeds,
    "finish_place": _finish_place,
    "flat": _flat,
    "if_adjacent_any": _if_adjacent_any,
    "if_adjacent_fed_cottages": _if_adjacent_fed_cottages,
    "if_alone_in_row_and_column": _if_alone,
    "if_fed": _if_fed,
    "if_not_adjacent_any": _if_not_adjacent_any,
    "largest_group": _largest_group,
    "max_row_or_column": _max_row_or_column,
    "missing_types": _missing_types,
    "per_adjacent": _per_adjacent,
    "per_fed_cottage": _per_fed_cottage,
    "per_in_zone": _per_in_zone,
    "per_own_vs_right": _per_own_vs_right,
    "per_stored_resource": _per_stored_resource,
    "snapshot_table": _snapshot_table,
    "unfed_cottage_vp": _unfed_cottage_vp,
    "unique_types_adjacent": _unique_types_adjacent,
    "unique_types_in_town": _unique_types_in_town,
    "unique_types_row_and_column": _unique_types_row_and_column,
}
