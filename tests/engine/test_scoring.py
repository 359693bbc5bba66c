"""Places come from totals, then from the tie ladder step by step; what is unknown is said."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest

from keyhelper.engine.chance import Stream
from keyhelper.engine.scoring import Place, ScoreLine, ScoreSheet, Standings, Tiebreak, standings


def sheet(player: str, points: int | None, *steps: int | None) -> ScoreSheet:
    """A sheet of one line; the ladder is fewest turns, then most trees."""
    line = ScoreLine("trees", "Trees", points, "", "score.trees")
    labels = (("fewest-turns", "Fewest turns", "fewest"), ("most-trees", "Most trees", "most"))
    ladder = tuple(
        Tiebreak(id_, label, value, best)  # type: ignore[arg-type]
        for (id_, label, best), value in zip(labels, steps, strict=False)
    )
    return ScoreSheet(player, (line,), ladder)


def places(result: Standings) -> list[tuple[int, str, str]]:
    return [(p.place, p.sheet.player, p.decided_by) for p in result.places]


def test_a_total_is_the_sum_of_its_lines() -> None:
    lines = tuple(ScoreLine(str(n), "", n, "", "r") for n in (5, -3, 0, 12))
    assert ScoreSheet("Ann", lines).total == 14
    assert ScoreSheet("Ann", ()).total == 0


def test_a_total_with_an_unknown_line_is_unknown() -> None:
    assert sheet("Ann", None).total is None


def test_more_points_win() -> None:
    result = standings([sheet("Ann", 3), sheet("Ben", 7), sheet("Cy", -2)])
    assert places(result) == [(1, "Ben", "points"), (2, "Ann", "points"), (3, "Cy", "points")]
    assert result.winners == ("Ben",)
    assert result.decided_by == "points"
    assert result.unproven == ()


def test_one_player_alone_wins_by_points() -> None:
    result = standings([sheet("Ann", -8, 1, 1)])
    assert places(result) == [(1, "Ann", "points")]
    assert result.winners == ("Ann",)


def test_nobody_at_all_is_no_error() -> None:
    result = standings([])
    assert result.places == ()
    assert result.winners == ()


def test_the_first_step_that_differs_decides() -> None:
    result = standings([sheet("Ann", 7, 4, 9), sheet("Ben", 7, 3, 1), sheet("Cy", 7, 4, 2)])
    assert places(result) == [
        (1, "Ben", "fewest-turns"),
        (2, "Ann", "most-trees"),
        (3, "Cy", "points"),
    ]
    assert result.decided_by == "fewest-turns"
    assert result.places[0].note == "fewest turns: 3 to Ann's 4"
    assert result.places[1].note == "most trees: 9 to Cy's 2"


def test_equal_to_the_last_step_is_shared_and_the_next_place_is_skipped() -> None:
    result = standings([sheet("Ann", 7, 3, 1), sheet("Cy", 2, 0, 0), sheet("Ben", 7, 3, 1)])
    assert [(p.place, p.sheet.player) for p in result.places] == [(1, "Ann"), (1, "Ben"), (3, "Cy")]
    assert result.winners == ("Ann", "Ben")
    assert result.decided_by == "shared"
    assert result.places[0].note == "shared"


def test_a_tie_without_a_ladder_is_shared() -> None:
    result = standings([sheet("Ann", 7), sheet("Ben", 7)])
    assert result.winners == ("Ann", "Ben")
    assert result.decided_by == "shared"


def test_a_tie_below_the_winner_leaves_the_win_alone() -> None:
    result = standings([sheet("Ann", 9, 1, 1), sheet("Ben", 7, 3, 1), sheet("Cy", 7, 3, 1)])
    assert result.winners == ("Ann",)
    assert result.decided_by == "points"
    assert [p.place for p in result.places] == [1, 2, 2]


def test_a_step_that_nobody_recorded_leaves_the_tie_unproven() -> None:
    result = standings(
        [sheet("Ann", 7, 3, None), sheet("Ben", 7, 3, 5), sheet("Cy", 7, 3, 1), sheet("Dee", 1)]
    )
    assert [p.place for p in result.places] == [1, 1, 1, 4]
    assert result.unproven == ("Ann, Ben and Cy are tied on points; most trees is not recorded",)
    assert result.places[0].note == "tied; a tie-break is not recorded"


def test_an_unrecorded_step_matters_only_where_it_is_reached() -> None:
    result = standings([sheet("Ann", 7, 3, None), sheet("Ben", 7, 4, None), sheet("Cy", 1, 9, 9)])
    assert result.unproven == ()
    assert result.winners == ("Ann",)
    assert result.decided_by == "fewest-turns"


def test_an_unknown_line_leaves_everything_open_and_says_what_to_give() -> None:
    gap = ScoreLine("shrine", "Shrine", None, "", "score.shrine", missing="give shrine_count")
    result = standings([sheet("Ann", 90), ScoreSheet("Ben", (gap,)), sheet("Cy", None)])
    assert result.winners == ()
    assert result.decided_by == "unproven"
    assert result.unproven == ("Ben: give shrine_count", "Cy: Trees is not known")


def test_the_order_of_the_sheets_does_not_matter() -> None:
    sheets = [sheet("Ann", 7, 4, 2), sheet("Ben", 7, 3, 1), sheet("Cy", 9, 4, 2), sheet("Dee", 7)]
    sheets[3] = sheet("Dee", 7, 4, 3)
    expected = [("Cy", 1), ("Ben", 2), ("Dee", 3), ("Ann", 4)]
    for order in permutations(sheets):
        assert [(p.sheet.player, p.place) for p in standings(order).places] == expected


@pytest.mark.parametrize("number", range(60))
def test_places_agree_with_a_plain_sort(number: int) -> None:
    """On random tables: a place is one more than the number of players who are better."""
    stream = Stream(f"table {number}")
    sheets = [
        sheet(name, stream.integer(4), stream.integer(3), stream.integer(3))
        for name in "abcdef"[: 1 + stream.integer(6)]
    ]

    def key(one: ScoreSheet) -> tuple[int, int, int]:
        turns, trees = (step.value or 0 for step in one.tiebreaks)
        return one.total or 0, -turns, trees

    result = standings(sheets)
    for place in result.places:
        better = sum(key(other) > key(place.sheet) for other in sheets)
        assert place.place == better + 1
    assert result.winners == tuple(
        one.player for one in sheets if key(one) == max(key(other) for other in sheets)
    )
    _assert_reasons_hold(result.places)


def _assert_reasons_hold(found: tuple[Place, ...]) -> None:
    for above, below in pairwise(found):
        if above.place == below.place:
            assert above.decided_by == below.decided_by == "shared"
        elif above.sheet.total != below.sheet.total and above.decided_by != "shared":
            assert above.decided_by == "points"
