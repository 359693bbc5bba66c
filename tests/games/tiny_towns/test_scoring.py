"""The whole sheet: its lines, what is missing, empty squares, coins, tie ladder."""

from __future__ import annotations

import pytest

from keyhelper.engine import catalogue
from keyhelper.engine.scoring import standings
from keyhelper.games.tiny_towns.cards import BUILDINGS, MONUMENTS
from keyhelper.games.tiny_towns.scoring import TownCount, empty_squares, score_towns
from tests.games.tiny_towns.drawn import line, points, sheet, town


@pytest.mark.parametrize("name", [c.name for c in (*BUILDINGS(), *MONUMENTS())])
def test_every_card_has_one_line_with_its_slug(name: str) -> None:
    """score.building, score.monument"""
    card = next(c for c in (*BUILDINGS(), *MONUMENTS()) if c.name == name)
    count = sheet((name, name, *[None] * 14), shrine_count=3, finish_place=2, right_greens=0)

    assert [(each.id, each.label) for each in count.lines] == [
        (card.slug, name),
        ("empty", "Empty squares"),
    ]
    assert count.lines[0].points is not None
    assert count.lines[0].detail


def test_a_whole_town_adds_up() -> None:
    """score.building: the lines stand pile by pile and the total is their sum"""
    board = town(
        "cottage well cottage farm",
        "temple cottage . tavern",
        "cottage theater tavern silva-forum",
        "bank wood . cottage",
    )
    count = sheet(board)

    assert {each.id: each.points for each in count.lines} == {
        "cottage": 12,  # four of five eat
        "farm": 0,
        "well": 3,
        "temple": 4,
        "tavern": 5,
        "theater": 4,  # blue, gray, green, monument; b1 well, b2 and a3 blue, c3 green, d3 Forum
        "bank": 4,
        "silva-forum": 2,
        "empty": -3,
    }
    assert count.total == 31
    assert line(count, "cottage").detail == (
        "4 of 5 fed x 3: a1 c1 b2 a3 by the Farm on d1; d4 not fed"
    )


def test_an_empty_square_costs_one() -> None:
    """score.empty: the line stands there even when there is nothing to lose"""
    assert points(town("shed"), "empty") == -15
    full = line(sheet(tuple(["Shed"] * 16)), "empty")
    assert (full.points, full.detail) == (0, "no empty square")


def test_left_over_cubes_are_empty_squares() -> None:
    """score.leftover"""
    board = tuple(["Shed"] * 13 + ["wood", None, "glass"])
    empty = line(sheet(board), "empty")

    assert empty_squares(board) == ("b4", "c4", "d4")
    assert (empty.points, empty.detail) == (-3, "3 x -1: b4 c4 d4; cubes removed from b4 d4")


def test_a_total_may_be_negative() -> None:
    """score.negative"""
    assert sheet(town()).total == -16
    assert sheet(town("almshouse")).total == -16


@pytest.mark.parametrize(("coins", "scored"), [(0, 0), (4, 4)])
def test_a_coin_is_worth_one(coins: int, scored: int) -> None:
    """score.coins"""
    assert points(town("shed"), "coins", coins=coins) == scored


def test_without_fortune_there_is_no_line_for_coins() -> None:
    """score.coins"""
    assert [each.id for each in sheet(town("shed")).lines] == ["shed", "empty"]


# What nobody has told keyhelper


@pytest.mark.parametrize(
    ("name", "key", "known"),
    [
        ("feast-hall", "neighbour_greens", {"right_greens": None}),
        ("shrine-of-the-elder-tree", "shrine_count", {}),
        ("starloom", "finish_place", {}),
        ("warehouse", "stored", {"stored": None}),
    ],
)
def test_what_is_missing_is_named(name: str, key: str, known: dict[str, None]) -> None:
    """score.feast-hall, score.shrine-of-the-elder-tree, score.starloom, score.warehouse"""
    count = sheet(town(name), **known)
    unknown = line(count, name)

    assert unknown.points is None
    assert f"`{key}`" in unknown.missing
    assert count.total is None
    assert standings([count]).unproven == (f"Ann: {unknown.missing}",)


def test_what_does_not_matter_is_not_missing() -> None:
    assert sheet(town("tavern silva-forum"), stored=None).total == 2 + 2 - 14


# Contested readings


def test_feast_halls_alone_are_contested() -> None:
    """feast-hall.solo: the plain 2 unless the table reads it otherwise"""
    board = town("feast-hall feast-hall . .")

    plain = sheet(board, is_solo=True)
    bonus = sheet(board, {"feast-hall.solo": "bonus"}, is_solo=True)

    assert line(plain, "feast-hall").points == 4
    assert line(bonus, "feast-hall").points == 6
    assert plain.notes == ("No printed text scores a Feast Hall alone; read as no-bonus",)
    assert points(board, "feast-hall", is_solo=True, right_greens=0) == 6


def test_the_castle_in_the_tie_break_is_contested() -> None:
    """tie.castle: only Cottages count unless the table reads it otherwise"""
    board = town("cottage barrett-castle . .")

    assert sheet(board).tiebreaks[2].value == 1
    assert sheet(board, {"tie.castle": "two"}).tiebreaks[2].value == 3


# Ties


def test_the_tie_ladder_is_turns_then_empty_squares_then_cottages() -> None:
    """tie.turns, tie.empty, tie.cottages"""
    count = sheet(town("cottage cottage wood ."), master_builder_turns=3)

    assert [(t.id, t.value, t.best, t.rule) for t in count.tiebreaks] == [
        ("fewest-turns", 3, "fewest", "tie.turns"),
        ("fewest-empty", 14, "fewest", "tie.empty"),
        ("most-cottages", 2, "most", "tie.cottages"),
    ]


def test_unrecorded_turns_are_unknown() -> None:
    """tie.turns"""
    assert sheet(town()).tiebreaks[0].value is None


def test_town_hall_and_solo_have_no_turns() -> None:
    """tie.turns: step 1 is always equal"""
    assert sheet(town(), has_hammer=False).tiebreaks[0].value == 0
    assert sheet(town(), is_solo=True, master_builder_turns=None).tiebreaks[0].value == 0


def test_the_cathedral_does_not_hide_empty_squares_from_the_tie_break() -> None:
    """tie.empty"""
    assert sheet(town("cathedral")).tiebreaks[1].value == 15


def place(*counts: TownCount) -> tuple[tuple[str, ...], str]:
    placed = standings(score_towns(counts))
    return placed.winners, placed.decided_by


def test_fewest_turns_decide_first() -> None:
    """tie.turns"""
    board = town("cottage shed . .")
    ann = TownCount("Ann", board, master_builder_turns=4)
    ben = TownCount("Ben", board, master_builder_turns=3)

    assert place(ann, ben) == (("Ben",), "fewest-turns")


def test_fewest_empty_squares_decide_second() -> None:
    """tie.empty: 1 - 15 against 0 - 14"""
    ann = TownCount("Ann", town("shed"), master_builder_turns=3)
    ben = TownCount("Ben", town("factory cottage"), master_builder_turns=3)

    assert place(ann, ben) == (("Ben",), "fewest-empty")


def test_most_cottages_decide_third() -> None:
    """tie.cottages: unfed ones count"""
    ann = TownCount("Ann", town("factory factory"), master_builder_turns=3)
    ben = TownCount("Ben", town("factory cottage"), master_builder_turns=3)

    assert place(ann, ben) == (("Ben",), "most-cottages")


def test_an_equal_ladder_is_shared() -> None:
    """tie.shared"""
    board = town("cottage shed . .")
    ann = TownCount("Ann", board, master_builder_turns=3)
    ben = TownCount("Ben", board, master_builder_turns=3)

    assert place(ann, ben) == (("Ann", "Ben"), "shared")


# The rule index


@pytest.mark.parametrize("name", [c.name for c in (*BUILDINGS(), *MONUMENTS())])
def test_every_line_cites_a_rule_that_names_it(name: str) -> None:
    """Each card's line rests on an entry of the index that says it is checked there."""
    index = catalogue.rules("tiny-towns")

    for each in sheet((name, *[None] * 15), coins=1).lines:
        assert each.id in index[each.rule].checked


def test_the_defaults_of_contested_scores_are_those_of_the_index() -> None:
    """feast-hall.solo, tie.castle"""
    defaults = catalogue.default_readings("tiny-towns")
    board = town("feast-hall barrett-castle cottage .")

    assert sheet(board, defaults, is_solo=True) == sheet(board, is_solo=True)
    assert {"feast-hall.solo", "tie.castle"} <= set(defaults)
