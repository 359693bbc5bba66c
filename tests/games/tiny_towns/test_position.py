"""Positions from files and prompts: read loosely, refused exactly, counted and judged."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from keyhelper.engine.scoring import standings
from keyhelper.engine.trouble import Trouble
from keyhelper.games.tiny_towns.position import read_row, read_stored
from keyhelper.games.tiny_towns.wiring import GAME
from tests.games.tiny_towns.drawn import line
from tests.games.tiny_towns.tables import position, reason, rules, ruling

EMPTY_ROWS: list[Any] = [[None] * 4] * 4


def board(*rows: Any) -> list[Any]:
    return [*rows, *[[None] * 4] * (4 - len(rows))]


def one(*rows: Any, **known: Any) -> dict[str, Any]:
    return {"name": "Ann", "board": board(*rows)} | known


# Reading


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (["Cottage", None, "wheat", "Well"], ["Cottage", None, "wheat", "Well"]),
        (["cottage", "", "WHEAT", "well"], ["Cottage", None, "wheat", "Well"]),
        ("Cottage . wheat Well", ["Cottage", None, "wheat", "Well"]),
        ("cot - h well", ["Cottage", None, "wheat", "Well"]),
        ("Feast Hall . Trading Post theatre", ["Feast Hall", None, "Trading Post", "Theater"]),
        ("feast hall, ., architects guild, b", ["Feast Hall", None, "Architect's Guild", "brick"]),
        ("w.hb", ["wood", None, "wheat", "brick"]),
        ("....", [None] * 4),
        ("the starloom | s | g | _", ["The Starloom", "stone", "glass", None]),
    ],
)
def test_a_row_is_read_as_people_write_it(row: Any, expected: list[str | None]) -> None:
    """build.layout"""
    assert read_row(row) == expected


def test_a_beginning_is_read_by_the_cards_in_play() -> None:
    """build.displayed"""
    state = position([one("fa co . .")], cards=["Farm", "Bank"])
    assert state.towns["Ann"].board[:2] == ("Farm", "Cottage")
    with pytest.raises(Trouble, match="'fa' could be Farm or Factory"):
        position([one("fa . . .")], cards=["Farm", "Factory"])


def test_the_letters_of_keyhelpers_own_boards_are_understood() -> None:
    """setup.board"""
    state = position(
        [one("C A w W", ". . . *", monument="starloom")], cards=["Chapel", "Well", "Farm"]
    )
    assert state.towns["Ann"].board[:4] == ("Cottage", "Chapel", "wood", "Well")
    assert state.towns["Ann"].at("d2") == "The Starloom"
    with pytest.raises(Trouble, match="d1: say which monument"):
        position([one(". . . *")])
    assert position([one(". . . I")]).towns["Ann"].at("d1") == "Inn"
    with pytest.raises(Trouble, match="'C' could be Cottage"):
        position([one("C . . .")])


@pytest.mark.parametrize(
    ("player", "words"),
    [
        ({"board": [["Chapl", None, None, None], *EMPTY_ROWS[1:]]}, "did you mean Chapel"),
        ({"board": [["??", None, None, None], *EMPTY_ROWS[1:]]}, r"called '\?\?'"),
        ({"board": EMPTY_ROWS[:3]}, "4 rows, not 3"),
        ({"board": [[None] * 5, *EMPTY_ROWS[1:]]}, "row 1: a row has 4 squares, not 5"),
        ({"board": EMPTY_ROWS, "stored": {"e9": ["wood"]}}, "no square 'e9'"),
        ({"board": EMPTY_ROWS, "stored": {"a1": ["gold"]}}, "no resource called 'gold'"),
        ({"board": EMPTY_ROWS, "coins": -1}, "coins"),
        ({"board": EMPTY_ROWS, "points": 3}, "points"),
        ({"board": EMPTY_ROWS, "monument": "Stonehenge"}, "Stonehenge"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(player: dict[str, Any], words: str) -> None:
    """place.single"""
    with pytest.raises((ValidationError, Trouble), match=words):
        position([{"name": "Ann"} | player])


@pytest.mark.parametrize(
    ("players", "top", "words"),
    [
        ([one("Chapel . . .")], {"cards": ["Temple"]}, "a1: the Chapel .* orange card is Temple"),
        ([one("Chapel . . .")], {"cards": ["Well"]}, "a1: the Chapel is not among `cards`"),
        ([one("Chapel . Temple .")], {}, "c1: Temple and Chapel are both orange"),
        ([one()], {"cards": ["Farm", "Granary"]}, "Farm and Granary are both red"),
        ([one()], {"cards": ["Silva Forum"]}, "Silva Forum is a monument"),
        ([one("Starloom, Silva Forum, ., .")], {}, "a town has one"),
        ([one(stored={"a1": ["wood"]})], {}, "an empty square stores no cubes"),
        ([one("Well . . .", stored={"a1": ["wood"]})], {}, "Well stores no cubes"),
        ([one("Cottage . . .", stored={"a1": ["wood"]})], {}, "Cottage stores no cubes"),
        ([one("Warehouse . . .", stored={"a1": ["wood"] * 4})], {}, "3 at most; 4 are given"),
        ([one("Factory . . .", stored={"a1": ["wood"] * 2})], {}, "1 at most; 2"),
        (
            [one("Bank Bank . .", stored={"a1": ["wood"], "b1": ["wood"]})],
            {},
            "b1: the Bank on a1 holds wood already",
        ),
        ([one("Shrine . . .", shrine_count=2)], {}, "`shrine_count` is 2, but 1"),
        ([one(monument="Well")], {}, "is no monument"),
        ([one("Starloom . . .", monument="Silva Forum")], {}, "holds Silva Forum but has built"),
        ([one(), one()], {}, "Two players"),
        ([{"name": "Ann"}], {}, "no `board`"),
        ([one(), {"name": "Ben", "board": EMPTY_ROWS}], {"options": {"variant": "solo"}}, "one"),
        ([one()], {"hammer": "Zed"}, "Zed"),
    ],
)
def test_what_cannot_be_is_refused(players: list[Any], top: dict[str, Any], words: str) -> None:
    """place.single monument.once setup.piles bank.holds warehouse.limit"""
    with pytest.raises(Trouble, match=words):
        position(players, **top)


def test_one_monument_card_has_one_owner() -> None:
    """monument.holder"""
    ben = {"name": "Ben", "board": EMPTY_ROWS, "monument": "The Starloom"}
    with pytest.raises(Trouble, match="both Ann and Ben"):
        position([one("Starloom . . ."), ben])


def test_bondmaker_cubes_lie_on_cottages() -> None:
    """bondmaker.cottage"""
    state = position([one("Cottage, Statue of the Bondmaker, ., .", stored={"a1": ["wood"]})])
    assert state.towns["Ann"].stored == {"a1": ("wood",)}


def test_stored_cubes_may_be_typed_in_one_line() -> None:
    """warehouse.limit"""
    assert read_stored("b2 wood stone, c1: glass") == {"b2": ["wood", "stone"], "c1": ["glass"]}
    with pytest.raises(Trouble, match="square first"):
        read_stored("wood b2")


def test_cards_are_those_given_or_those_that_stand() -> None:
    """setup.cottage"""
    assert position([one("Well Bank . .")]).cards == ("Cottage", "Well", "Bank")
    assert position([one()], cards=["theatre", "Farm"]).cards == ("Cottage", "Farm", "Theater")


# Counting


def test_a_position_is_counted() -> None:
    """score.building score.empty score.leftover tie.turns"""
    ann = one(
        ["Cottage", "Farm", "Well", "wood"], master_builder_turns=4, coins=2, monument="Starloom"
    )
    (sheet,) = GAME.score(position([ann], cards=["Farm", "Well"]))
    assert {x.id: x.points for x in sheet.lines} == {
        "cottage": 3,
        "farm": 0,
        "well": 0,
        "empty": -13,
        "coins": 2,
    }
    assert sheet.tiebreaks[0].value == 4


def test_the_right_neighbour_is_the_one_before() -> None:
    """score.feast-hall"""
    seats = [("Ann", 2), ("Ben", 1), ("Cy", 3)]
    players = [
        {"name": name, "board": board((["Feast Hall"] * number + [None] * 4)[:4])}
        for name, number in seats
    ]
    sheets = GAME.score(position(players))
    # Ann's right neighbour is Cy (3), Ben's is Ann (2), Cy's is Ben (1).
    assert [line(sheet, "feast-hall").points for sheet in sheets] == [4, 2, 9]


def test_a_neighbour_outside_the_file_is_told_by_number() -> None:
    """score.feast-hall"""
    hall = ["Feast Hall", "Feast Hall", None, None]
    (more,) = GAME.score(position([one(hall, neighbour_greens=1)]))
    assert line(more, "feast-hall").points == 6
    (unknown,) = GAME.score(position([one(hall)]))
    assert line(unknown, "feast-hall").points is None
    assert standings([unknown]).unproven


def test_a_place_beyond_the_players_in_the_file_is_fine() -> None:
    """score.starloom"""
    (sheet,) = GAME.score(position([one("Starloom . . .", finish_place=3)]))
    assert line(sheet, "starloom").points == 2


def test_variants_are_told_in_the_options() -> None:
    """town-hall.mayor solo.removed"""
    hall = position([one()], options={"variant": "town-hall"})
    assert hall.variant == "town-hall"
    alone = position([one("Starloom . . .")], options={"variant": "solo"})
    (sheet,) = GAME.score(alone)
    assert line(sheet, "starloom").points == 6
    with pytest.raises(Trouble):
        position([one()], options={"variant": "team"})


# Judging


def test_a_cube_named_and_not_placed_comes_before_building() -> None:
    """build.after-placing"""
    rows = ". wheat . .", "brick glass . ."
    claim = {"building": "Cottage", "squares": ["b1", "a2", "b2"], "at": "b2"}
    for top, known, expected in (
        ({"named": "wood"}, {"placed": False}, "illegal"),
        ({"named": "wood"}, {"placed": True}, "legal"),
        ({"named": "wood"}, {}, "unproven"),
        ({}, {}, "legal"),
    ):
        state = position([one(*rows, **known)], **top)
        assert ruling(state, "build", player="Ann", **claim) == expected


def test_a_monument_nobody_told_of_is_not_proven() -> None:
    """monument.holder"""
    rows = "glass glass . .", "wood wheat . ."
    claim = {"building": "The Starloom", "squares": ["a1", "b1", "a2", "b2"], "at": "a1"}
    ben = {"name": "Ben", "board": EMPTY_ROWS}
    assert ruling(position([one(*rows), ben]), "build", player="Ann", **claim) == "unproven"
    told = position([one(*rows, monument="starloom"), ben])
    assert ruling(told, "build", player="Ann", **claim) == "legal"
    other = position([one(*rows, monument="Silva Forum"), ben])
    assert rules(other, "build", player="Ann", **claim) == ["monument.holder"]
    bens = position([one(*rows), ben | {"monument": "Starloom"}])
    assert ruling(bens, "build", player="Ann", **claim) == "illegal"
    assert "Ben" not in reason(bens, "build", player="Ann", **claim)


def test_a_card_the_position_does_not_name_is_not_proven() -> None:
    """build.displayed"""
    rows = ("wood stone . .",)
    claim = {"building": "Well", "squares": ["a1", "b1"], "at": "a1"}
    assert ruling(position([one(*rows)]), "build", player="Ann", **claim) == "unproven"
    assert ruling(position([one(*rows)], cards=["Well"]), "build", player="Ann", **claim) == "legal"
    shed = position([one(*rows)], cards=["Shed"])
    assert ruling(shed, "build", player="Ann", **claim) == "illegal"


def test_a_banked_resource_in_a_position() -> None:
    """bank.name"""
    bank = position([one("Bank . . .", stored={"a1": ["glass"]})])
    assert ruling(bank, "name", player="Ann", resource="glass") == "illegal"
    assert ruling(bank, "name", player="Ann", resource="wood") == "legal"
    bare = position([one("Bank . . .")])
    assert ruling(bare, "name", player="Ann", resource="wood") == "unproven"


def test_who_has_the_hammer_may_be_told() -> None:
    """name.builder"""
    ben = {"name": "Ben", "board": EMPTY_ROWS}
    state = position([one(), ben], hammer="ben")
    assert rules(state, "name", player="Ann", resource="wood") == ["name.builder"]
    assert rules(state, "name", player="Ben", resource="wood") == []


def test_readings_in_a_position_are_in_force() -> None:
    """complete.choice"""
    state = position([one()], readings={"complete.choice": "full-board"})
    assert rules(state, "finish", player="Ann") == ["complete.choice"]
    with pytest.raises(Trouble, match=r"contested rule called 'complet\.choice'"):
        position([one()], readings={"complet.choice": "full-board"})
    with pytest.raises(Trouble, match=r"reading of cavern\.later"):
        position([one()], readings={"cavern": "keep"})


def test_an_unknown_player_is_no_player() -> None:
    """name.builder"""
    with pytest.raises(Trouble, match="Zed"):
        rules(position([one()]), "name", player="Zed", resource="wood")
