"""Points: tiles, cubes, the tie, and counts that cannot be."""

from __future__ import annotations

import json
from typing import Any

import pytest

from keyhelper.engine.intake import read_model
from keyhelper.engine.scoring import Standings, standings
from keyhelper.engine.trouble import Trouble
from keyhelper.games.keythedral.wiring import GAME
from tests.games.keythedral.tables import after, judge, move, table

FULL = {"4": 5, "6": 5, "8": 5, "10": 4, "12": 3}


def counted(*players: dict[str, Any], **more: Any) -> Standings:
    content = {"game": "keythedral", "players": list(players)} | more
    position = read_model(GAME.position, json.loads(json.dumps(content)), "The position")
    return standings(GAME.score(GAME.from_position(position)))


def sheet(**player: Any) -> dict[str, int | None]:
    place = counted({"name": "Ann"} | player).places[0]
    return {line.id: line.points for line in place.sheet.lines}


def test_tiles_score_their_value() -> None:
    """score.tiles goal.points"""
    assert sheet(tiles={"4": 2, "8": 1, "12": 1}, cubes={})["tiles"] == 28


@pytest.mark.parametrize(
    ("kind", "line", "points"),
    [
        ("gold", "gold", 4),
        ("stained-glass", "stained-glass", 3),
        ("ironwork", "ironwork", 2),
        ("timber", "basic", 1),
        ("stone", "basic", 1),
        ("food", "basic", 1),
        ("water", "basic", 1),
        ("wine", "basic", 1),
    ],
)
def test_cubes_left_over_score(kind: str, line: str, points: int) -> None:
    """score.gold score.stained-glass score.ironwork score.basic goal.points"""
    lines = sheet(tiles={}, cubes={kind: 3})
    assert lines == {"tiles": 0, "gold": 0, "stained-glass": 0, "ironwork": 0, "basic": 0} | {
        line: 3 * points
    }


def test_only_the_sum_of_cubes_may_be_known() -> None:
    """score.cubes"""
    assert sheet(tiles={"4": 1}, cube_points=9) == {"tiles": 4, "cubes": 9}


def test_the_edition_of_2002_scores_tiles_only() -> None:
    """score.cubes"""
    place = counted(
        {"name": "Ann", "tiles": {"5": 2, "1": 1}, "cubes": {"gold": 3}}, edition="rnd"
    ).places[0]
    assert [line.id for line in place.sheet.lines] == ["tiles"]
    assert place.sheet.total == 11


def test_the_highest_total_wins() -> None:
    """score.most"""
    result = counted(
        {"name": "Ann", "tiles": {"4": 1}, "cubes": {"wine": 3}},
        {"name": "Ben", "tiles": {"8": 1}, "cubes": {}},
    )
    assert (result.winners, result.decided_by) == (("Ben",), "points")


def test_a_tie_goes_to_most_tiles_and_is_then_shared() -> None:
    """score.tie"""
    tied = [
        {"name": "Ann", "tiles": {"8": 1}, "cubes": {}},
        {"name": "Ben", "tiles": {"4": 2}, "cubes": {}},
    ]
    result = counted(*tied)
    assert (result.winners, result.decided_by) == (("Ben",), "most-tiles")
    again = counted(tied[1], {"name": "Cy", "tiles": {"4": 2}, "cubes": {}})
    assert (again.winners, again.decided_by) == (("Ben", "Cy"), "shared")


def test_what_is_not_told_is_not_proven() -> None:
    """score.tiles score.cubes"""
    result = counted({"name": "Ann", "tiles": {"4": 1}}, {"name": "Ben", "cubes": {}})
    assert result.decided_by == "unproven"
    assert any("Ann" in gap and "cube_points" in gap for gap in result.unproven)
    assert any("Ben" in gap and "tiles" in gap for gap in result.unproven)


@pytest.mark.parametrize(
    ("player", "more", "told"),
    [
        ({"tiles": {"12": 4}}, {}, "4 tiles of 12 are counted, but the full game has 3; ask Ann"),
        ({"tiles": {"12": 3}}, {"length": "short"}, "3 tiles of 12 are counted, but the short"),
        ({"tiles": {"6": 1}}, {"edition": "rnd"}, "no building tile is worth 6"),
        ({"tiles": {"5": 1}}, {}, "no building tile is worth 5"),
        ({"cubes": {"gold": 11}}, {}, "11 gold are counted, but the box has 10; ask Ann"),
        ({"cubes": {"wine": 16}}, {}, "16 wine are counted, but the box has 15"),
        ({"cubes": {"timber": 21}}, {}, "21 timber are counted, but the box has 20"),
        ({"cube_points": 176}, {}, "worth 176, but those in the box 175"),
        ({"cubes": {"gold": 1}, "cube_points": 5}, {}, "cube_points is 5, but the cubes are"),
        ({"cubes": {"gold": -1}}, {}, "whole number from 0"),
        ({"tiles": {"4": -1}}, {}, "whole number from 0"),
        ({"tiles": {"4": 1.5}}, {}, "whole number from 0"),
        ({"tils": {"4": 1}}, {}, "did you mean tiles"),
        ({"cubes": {"goold": 1}}, {}, "did you mean gold"),
        ({}, {"edition": "pro-lodo"}, "did you mean pro-ludo"),
        ({}, {"edition": "rnd", "options": {"edition": "pro-ludo"}}, "in options"),
    ],
)
def test_counts_that_cannot_be_are_refused_with_both_numbers(
    player: dict[str, Any], more: dict[str, Any], told: str
) -> None:
    """box.tiles box.mat box.crafts box.resources"""
    with pytest.raises(Trouble) as caught:
        counted({"name": "Ann"} | player, **more)
    assert told in caught.value.text


def test_all_players_together_hold_no_more_than_the_box() -> None:
    """box.crafts setup.short"""
    with pytest.raises(Trouble, match="12 gold are counted, but the box has 10; ask Ann and Ben"):
        counted({"name": "Ann", "cubes": {"gold": 6}}, {"name": "Ben", "cubes": {"gold": 6}})
    limit = counted(
        {"name": "Ann", "tiles": FULL, "cubes": {"gold": 10}},
        {"name": "Ben", "tiles": {}, "cubes": {}},
    )
    assert limit.places[0].sheet.total == 166 + 40


def test_names_are_read_loosely() -> None:
    """score.basic"""
    lines = sheet(tiles={"4": 1}, cubes={"Stained Glass": 1, "GOLD": 1, "brown": 2, "iron": 1})
    assert lines == {"tiles": 4, "gold": 4, "stained-glass": 3, "ironwork": 2, "basic": 2}


def test_tiles_that_nobody_counted_are_pointed_out() -> None:
    """box.mat setup.full"""
    short = counted(
        {"name": "Ann", "tiles": FULL | {"12": 2}, "cubes": {}},
        {"name": "Ben", "tiles": {}, "cubes": {}},
    )
    remark = {place.sheet.player: place.sheet.notes for place in short.places}
    assert remark["Ann"] == ()
    assert "add up to 154 points; the mat held 166" in remark["Ben"][0]
    assert "1 of 12. Ask Ben first" in remark["Ben"][0]
    whole = counted(
        {"name": "Ann", "tiles": FULL, "cubes": {}}, {"name": "Ben", "tiles": {}, "cubes": {}}
    )
    assert not any(place.sheet.notes for place in whole.places)


def test_a_tracked_game_is_counted_at_any_moment() -> None:
    """score.tiles score.basic"""
    state = table(cubes={"Ann": "1 gold 2 wine"}, tiles={"12a": "gold", "12b": "gold"})
    bought = after(state, "buy", tile="12a")
    totals = {sheet.player: sheet.total for sheet in GAME.score(bought)}
    assert totals == {"Ann": 14, "Ben": 0, "Cy": 0}


def test_cubes_that_were_not_followed_are_counted_at_the_end() -> None:
    """box.crafts box.resources"""
    state = table("over", cubes={"Ben": "9 gold"}).with_hand("Ann", cubes=None)
    state = state.model_copy(update={"is_tracked": False})
    assert standings(GAME.score(state)).decided_by == "unproven"
    assert GAME.turn(state).asks[0].kinds == ("count",)
    assert judge(state, "count", cubes="2 gold").rules == ["box.crafts"]
    assert judge(state, "count", cubes="16 wine").rules == ["box.resources"]
    told = GAME.play(state, GAME.act("count").move(player="Ann", cubes="1 gold"))
    assert next(iter(GAME.score(told))).total == 4
    playing = state.model_copy(update={"phase": "actions"})
    assert judge(playing, "count", cubes="1 gold").rules == ["collect.screen"]


def test_a_count_puts_right_what_was_followed_and_loses_no_cube() -> None:
    """collect.screen box.crafts box.resources"""
    state = table(cubes={"Ann": "1 gold 3 wine", "Ben": "9 gold"})
    state = state.model_copy(update={"mat": {}, "spent": {"ironwork": 1}})
    count = move("count", "Ann", cubes="2 wine 1 timber 1 ironwork")
    assert "Ann's count would stand instead" in GAME.warnings(state, count)[0]
    assert not any(letter.isdigit() for letter in GAME.warnings(state, count)[0])
    told = after(state, "count", "Ann", cubes="2 wine 1 timber 1 ironwork")
    assert told.hand("Ann").cubes == {"timber": 1, "wine": 2, "ironwork": 1}
    assert told.actor == "Ann"
    assert (told.spent, (told.store or {})["wine"]) == ({"gold": 1}, 13)
    assert GAME.warnings(told, count) == ()
    assert judge(state, "count", "Ann", cubes="2 gold").rules == ["box.crafts"]


def test_cubes_that_the_edition_does_not_score_are_pointed_out() -> None:
    """score.cubes"""
    given = {"tiles": {"1": 1}, "cubes": {"gold": 2}}
    for player in (given, {"tiles": {"1": 1}, "cube_points": 8}):
        place = counted({"name": "Ann"} | player, edition="rnd").places[0]
        assert [line.id for line in place.sheet.lines] == ["tiles"]
        assert "scores building tiles only" in place.sheet.notes[-1]
    bare = counted({"name": "Ann", "tiles": {"1": 1}}, edition="rnd").places[0]
    assert bare.sheet.notes == ()


@pytest.mark.parametrize(
    ("given", "more", "text"),
    [
        ({"cubes": {"gold": 1, "Gold": 2}}, {}, "players[0].cubes: gold is given twice, as "
         "'gold' and 'Gold'"),
        ({"cubes": {"wine": 1, "red": 2}}, {}, "wine is given twice, as 'wine' and 'red'"),
        ({"tiles": {"4": 1, "04": 2}}, {}, "players[0].tiles: tiles of 4 are given twice"),
        ({}, {"fields": {"0,0": "grey", "0, 0": "red"}}, "fields: 0,0 is given twice"),
    ],
)  # fmt: skip
def test_what_is_given_twice_is_refused_with_its_place(
    given: dict[str, Any], more: dict[str, Any], text: str
) -> None:
    """score.cubes score.tiles"""
    with pytest.raises(Trouble) as refused:
        counted({"name": "Ann"} | given, **more)
    assert text in refused.value.text


def test_cubes_that_were_not_followed_are_counted_before_the_game_is_over() -> None:
    """score.cubes collect.screen"""
    state = table(tiles={"12a": "gold"}, count=2, is_tracked=False)
    for player in state.players:
        state = state.with_hand(player, cubes=None)
    state = GAME.play(state, move("buy", "Ann", tile="12a"))
    assert GAME.ending(state) is None
    assert [ask.given["player"] for ask in GAME.turn(state).asks] == ["Ann", "Ben"]
    told = GAME.play(state, move("count", "Ann", cubes="2 timber 1 gold"))
    enter = GAME.turn(told).asks[0].enter
    assert enter is not None
    over = GAME.play(told, enter)
    assert GAME.ending(over)
    assert [sheet.total for sheet in GAME.score(over)] == [18, 0]
