"""Counting: workers, groups, majorities and ties, from positions as files give them."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from keyhelper.engine.scoring import ScoreLine, ScoreSheet, Standings, standings
from keyhelper.games.key_harvest.wiring import GAME
from tests.games.key_harvest.lands import land


def sheets(*players: dict[str, Any], **top: Any) -> dict[str, ScoreSheet]:
    given = {"game": "key-harvest", "players": list(players)} | top
    position = GAME.position.model_validate(given)
    return {sheet.player: sheet for sheet in GAME.score(GAME.from_position(position))}


def ranked(*players: dict[str, Any]) -> Standings:
    return standings(tuple(sheets(*players).values()))


def line(sheet: ScoreSheet, line_id: str) -> ScoreLine:
    return next(line for line in sheet.lines if line.id == line_id)


def player(name: str = "Ann", **given: Any) -> dict[str, Any]:
    return {"name": name, "fields": [], "workers": [], "crops": {}} | given


def test_workers_score_their_numbers() -> None:
    """score.workers, goal.points"""
    workers = [{"at": "B3", "number": 4}, {"at": "E5", "number": 2}]
    ann = sheets(player(workers=workers))["Ann"]

    assert line(ann, "workers").points == 6
    assert line(ann, "workers").detail == "4 + 2 (4 on B3, 2 on E5)"


def test_workers_may_be_plain_numbers() -> None:
    """score.workers"""
    assert line(sheets(player(workers=[1, 2, 5]))["Ann"], "workers").points == 8


def test_the_largest_group_scores_once_the_second_twice() -> None:
    """score.largest, score.second"""
    ann = sheets(player(fields=["C4", "C5", "D4", "G1", "G2", "A7"]))["Ann"]

    assert line(ann, "largest").points == 3
    assert line(ann, "largest").detail == "3 x 1: C4 C5 D4"
    assert line(ann, "second").points == 4
    assert line(ann, "second").detail == "2 x 2: G1 G2"
    assert ann.total == 7


def test_equal_groups_give_three_points_a_tile_in_all() -> None:
    """score.second"""
    ann = sheets(player(fields=["C4", "C5", "G1", "G2"]))["Ann"]

    assert (line(ann, "largest").points, line(ann, "second").points) == (2, 4)


def test_one_group_only_has_no_second() -> None:
    """score.separate"""
    ann = sheets(player(fields=["C4", "C5"]))["Ann"]

    assert line(ann, "second").points == 0
    assert line(ann, "second").detail == "no second group"


def test_no_fields_score_nothing() -> None:
    """score.largest"""
    ann = sheets(player())["Ann"]

    assert ann.total == 0


def test_workers_do_not_connect_fields() -> None:
    """worker.connect: C4 and C6 stay apart with a worker on C5 between them"""
    ann = sheets(player(fields=["C4", "C6"], workers=[{"at": "C5", "number": 2}]))["Ann"]

    assert (line(ann, "largest").points, line(ann, "second").points) == (1, 2)


def test_unharvested_fields_count() -> None:
    """faq.unharvested-score"""
    mixed = sheets(player(fields=["C4", "C5"], harvested=["C4"]))["Ann"]

    assert line(mixed, "largest").points == 2


def test_groups_may_be_given_as_sizes_in_any_order() -> None:
    """score.largest, score.second"""
    ann = sheets({"name": "Ann", "groups": [2, 7, 5], "workers": [1], "crops": {}})["Ann"]

    assert [line(ann, name).points for name in ("largest", "second")] == [7, 10]
    assert ann.tiebreaks[0].value == 14


def test_the_layout_decides_what_touches() -> None:
    """box.board: A1 and B1 touch unless row A is the longer one"""
    fields = ["B1", "A3"]
    narrow = sheets(player(fields=fields))["Ann"]
    wide = sheets(player(fields=["B1", "A2"]), layout="9-8-7-8-9-8-7")["Ann"]

    assert line(narrow, "largest").points == 1
    assert line(wide, "largest").points == 2


def test_the_sole_leader_of_a_crop_scores_a_point() -> None:
    """score.crops, score.crop-tie"""
    both = sheets(
        player("Ann", crops={"hops": 3, "wine": 2, "wheat": 1}),
        player("Ben", crops={"hops": 1, "wine": 2, "cider": 4, "vegetables": 0}),
    )

    assert line(both["Ann"], "crops").points == 2
    assert line(both["Ann"], "crops").detail == "hops 3 to 1, wheat 1 to 0, wine level at 2"
    assert line(both["Ben"], "crops").points == 1


def test_nobody_leads_a_crop_that_nobody_has() -> None:
    """score.crop-tie"""
    both = sheets(player("Ann"), player("Ben"))

    assert [line(sheet, "crops").points for sheet in both.values()] == [0, 0]


def test_counters_in_stores_do_not_count() -> None:
    """score.screen"""
    stored = [{"tile": "C4", "bid": {"hops": 5}}]
    both = sheets(player("Ann", store=stored), player("Ben", crops={"hops": 1}))

    assert line(both["Ann"], "crops").points == 0
    assert line(both["Ben"], "crops").points == 1


def test_crops_are_named_loosely() -> None:
    """box.counters"""
    both = sheets(player("Ann", crops={"Cider apples": 1, "BROWN": 2}), player("Ben"))

    assert line(both["Ann"], "crops").points == 2


def test_more_fields_break_a_tie() -> None:
    """tie.fields, goal.ties: 2 workers' points against a field more"""
    ann = player("Ann", fields=["C4"], workers=[1])
    ben = player("Ben", fields=["D4", "D5"])
    result = ranked(ann, ben)

    assert [sheet.sheet.total for sheet in result.places] == [2, 2]
    assert result.winners == ("Ben",)
    assert result.decided_by == "most-fields"


def test_then_more_counters() -> None:
    """tie.counters"""
    ann = player("Ann", fields=["C4"], crops={"hops": 2, "wine": 3})
    ben = player("Ben", fields=["D4"], crops={"hops": 2, "wine": 1, "wheat": 1})
    result = ranked(ann, ben)

    assert result.winners == ("Ann",)
    assert result.decided_by == "most-counters"


def test_level_in_everything_means_playing_again() -> None:
    """tie.replay"""
    both = [player("Ann", fields=["C4"]), player("Ben", fields=["D4"])]
    result = ranked(*both)

    assert result.decided_by == "shared"
    assert result.winners == ("Ann", "Ben")
    assert sheets(*both)["Ann"].notes == (
        "Ann and Ben are level in points, fields and counters; the manual says: play again",
    )


@pytest.mark.parametrize("missing", ["fields", "workers", "crops"])
def test_what_is_left_out_is_not_guessed(missing: str) -> None:
    ann = player("Ann")
    del ann[missing]
    sheet = sheets(ann)["Ann"]

    assert sheet.total is None
    assert all(line.missing.endswith("?") for line in sheet.lines if line.points is None)


def test_unknown_counters_of_one_leave_every_majority_open() -> None:
    """score.crops"""
    ben = player("Ben")
    del ben["crops"]
    both = sheets(player("Ann", crops={"hops": 3}), ben)

    assert line(both["Ann"], "crops").points is None
    assert "Ben" in line(both["Ann"], "crops").missing


@pytest.mark.parametrize(
    ("players", "complaint"),
    [
        ([player(fields=["A8"])], "row A ends at A7"),
        ([player(fields=["C4", "c4"])], "C4 is on Ann's board twice"),
        ([player(fields=["C4"]), player("Ben", fields=["C4"])], "but there is one C4"),
        ([player(fields=["C4"], workers=[{"at": "C4", "number": 1}])], "field and a worker on C4"),
        ([player(crops={"hops": 7}), player("Ben", crops={"hops": 6})], "13 counters of hops in"),
        ([player(workers=[1] * 7)], "Ann has 7 farmhands (numbers 1 to 3) on the board; each"),
        ([player(workers=[4] * 4), player("Ben", workers=[5] * 3)], "7 townsfolk"),
        ([player(workers=[6])], "numbered 1 to 5, not 6"),
        ([player(workers=[0])], "numbered 1 to 5, not 0"),
        ([player(fields=None, groups=[40]), player("Ben", fields=None, groups=[17])], "57 field"),
        ([player(fields=["C4", "C5"], groups=[1, 1])], "groups of 2, but `groups` says 1, 1"),
        ([player(crops={"barley": 1})], "There is no crop called 'barley'"),
        ([player(crops={"hops": -1})], "The number of hops cannot be -1"),
        ([player(crops={"hops": 1.5})], "must be a whole number"),
        ([player(store=[{"tile": t, "bid": {"hops": 1}} for t in ("A1", "A2", "A3")])], "holds 2"),
        ([player(store=[{"tile": "A1", "bid": {}}])], "without a bid"),
        ([player(), player("ann")], "two players are called"),
        ([player(harvested=["C4"])], "C4 is harvested but not among the fields"),
        ([player(fields=["Z9"])], "'Z9' is no reference"),
        ([player(score=3)], "Extra inputs are not permitted"),
        ([player(name) for name in "ABCDE"], "5 players; Key Harvest has 2 to 4"),
        ([], "0 players; Key Harvest has 2 to 4"),
    ],
)
def test_what_cannot_be_is_refused_with_both_numbers(players: Any, complaint: str) -> None:
    """box.counters, box.farmhands, box.townsfolk, box.tiles"""
    with pytest.raises(ValidationError) as error:
        sheets(*players)

    assert complaint in str(error.value)


def test_options_of_the_game_may_stand_in_the_position() -> None:
    """box.board"""
    wide = sheets(player(fields=["B1", "A2"]), options={"layout": "9-8-7-8-9-8-7"})["Ann"]

    assert line(wide, "largest").points == 2
    with pytest.raises(ValidationError, match="'size' is no option of Key Harvest"):
        sheets(player(), options={"size": 3})


def test_just_as_many_as_the_box_holds_is_fine() -> None:
    """box.counters, box.farmhands, box.townsfolk"""
    ann = player("Ann", crops={"hops": 6}, workers=[1, 1, 2, 2, 3, 3, 4, 4, 5])
    ben = player("Ben", crops={"hops": 6}, workers=[5, 5, 4])

    assert line(sheets(ann, ben)["Ann"], "workers").points == 25


def test_neighbouring_workers_are_pointed_out_not_refused() -> None:
    """worker.neighbours"""
    workers = [{"at": "C4", "number": 1}, {"at": "C5", "number": 2}]

    assert sheets(player(workers=workers))["Ann"].notes[0] == (
        "Ann's workers on C4 and C5 are neighbours"
    )


def test_positions_may_be_typed_as_lines() -> None:
    typed = {"name": "Ann", "fields": "c4 c5, d4", "workers": "4 b3, 2 e5", "crops": "2 hops wine"}
    ann = sheets(typed)["Ann"]

    assert ann.total == 4 + 2 + 3 + 2


def test_a_game_under_way_does_not_tell_majorities() -> None:
    """score.screen: the screens stay up until the last turn"""
    state = land({"Ann": "C4"}, counters={"Ann": "3 hops"})
    during, after = (
        GAME.score(now)[0] for now in (state, state.model_copy(update={"turns_left": 0}))
    )

    assert line(during, "crops").points == 0
    assert "at the end" in line(during, "crops").detail
    assert during.tiebreaks[1].value is None
    assert line(after, "crops").points == 1
