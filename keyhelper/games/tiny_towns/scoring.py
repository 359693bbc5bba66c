"""The final count of Tiny Towns: a line for each building, empty squares, coins, tie ladder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from keyhelper.engine.scoring import ScoreLine, ScoreSheet, Tiebreak
from keyhelper.games.tiny_towns import cards
from keyhelper.games.tiny_towns.cards import BUILDINGS, COTTAGE, MONUMENTS, Card, is_building
from keyhelper.games.tiny_towns.feeding import Feeding, Meal, feeding
from keyhelper.games.tiny_towns.points import Town, TownCount, greens, tally
from keyhelper.games.tiny_towns.town import SQUARES, Board

__all__ = [
    "Feeding",
    "Meal",
    "TownCount",
    "empty_squares",
    "feeding",
    "greens",
    "rule_of",
    "score_towns",
    "solo_rating",
]


def score_towns(
    counts: Sequence[TownCount], readings: Mapping[str, str] | None = None
) -> tuple[ScoreSheet, ...]:
    """A sheet for each town, given in seating order: the next in the list sits to the left.

    So the player on the right is the one before in the list; `right_greens`, where given,
    speaks for a neighbour who is not among these towns.
    """
    chosen = readings or {}
    return tuple(_sheet(_beside(counts, seat), chosen) for seat in range(len(counts)))


def rule_of(of: Card) -> str:
    """The rule id behind a card's score line."""
    return f"feed.{of.slug}" if of.rule["kind"] == "feeds" else f"score.{of.slug}"


def empty_squares(board: Board) -> tuple[str, ...]:
    """The squares without a building: left-over cubes are removed before the count."""
    return tuple(s for s, item in zip(SQUARES, board, strict=True) if not is_building(item))


def solo_rating(total: int) -> str:
    """The title that a solo score earns."""
    ratings: list[dict[str, int | str | None]] = cards.facts()["solo_ratings"]
    earned = (r for r in ratings if not isinstance(r["min"], int) or total >= r["min"])
    return str(next(earned)["title"])


def _beside(counts: Sequence[TownCount], seat: int) -> TownCount:
    """The count of that seat, knowing its right neighbour's green buildings."""
    count = counts[seat]
    if count.right_greens is not None or len(counts) < 2:
        return count
    return replace(count, right_greens=greens(counts[seat - 1].board))


def _sheet(count: TownCount, readings: Mapping[str, str]) -> ScoreSheet:
    the = Town(count, readings)
    present = {of.name for of in the.cards.values()}
    lines = [_card_line(the, of) for of in (*BUILDINGS(), *MONUMENTS()) if of.name in present]
    lines.append(_empty_line(the))
    if count.coins is not None:
        lines.append(ScoreLine("coins", "Coins", count.coins, f"{count.coins} x 1", "score.coins"))
    return ScoreSheet(
        player=count.player,
        lines=tuple(lines),
        tiebreaks=_tiebreaks(the),
        notes=_notes(the),
    )


def _card_line(the: Town, of: Card) -> ScoreLine:
    points, detail, missing = tally(the, of)
    return ScoreLine(
        id=of.slug, label=of.name, points=points, detail=detail, rule=rule_of(of), missing=missing
    )


def _empty_line(the: Town) -> ScoreLine:
    """Each square without a building costs 1, with the Cathedral of Caterina nothing."""
    empty = empty_squares(the.count.board)
    waiver = next((of for of in the.cards.values() if "empty_square_vp" in of.rule), None)
    each = int(waiver.rule["empty_square_vp"]) if waiver else -1
    cubes = [s for s, item in zip(SQUARES, the.count.board, strict=True) if item and s in empty]
    detail = f"{len(empty)} x {each}: {' '.join(empty)}" if empty else "no empty square"
    if cubes:
        detail += f"; cubes removed from {' '.join(cubes)}"
    if empty and waiver:
        detail += f"; {waiver.name}"
    return ScoreLine("empty", "Empty squares", each * len(empty), detail, "score.empty")


def _tiebreaks(the: Town) -> tuple[Tiebreak, ...]:
    count = the.count
    has_turns = count.has_hammer and not count.is_solo
    turns = count.master_builder_turns if has_turns else 0
    cottages = sum(1 for item in count.board if item == COTTAGE)
    if the.readings.get("tie.castle", "no") == "two":
        cottages = the.cottages(SQUARES)
    empty = len(empty_squares(count.board))
    return (
        Tiebreak("fewest-turns", "Fewest turns as Master Builder", turns, "fewest", "tie.turns"),
        Tiebreak("fewest-empty", "Fewest empty squares", empty, "fewest", "tie.empty"),
        Tiebreak("most-cottages", "Most Cottages", cottages, "most", "tie.cottages"),
    )


def _notes(the: Town) -> tuple[str, ...]:
    """What rests on no printed text, said to the players."""
    notes = []
    on_board = {of.slug for of in the.cards.values()}
    if the.count.is_solo and the.count.right_greens is None and "feast-hall" in on_board:
        reading = the.readings.get("feast-hall.solo", "no-bonus")
        notes.append(f"No printed text scores a Feast Hall alone; read as {reading}")
    if the.count.is_solo and "starloom" in on_board:
        notes.append("No printed text gives a place alone; The Starloom is read as first")
    return tuple(notes)
