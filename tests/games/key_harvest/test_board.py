"""The country board: layouts, who touches whom, and groups."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keyhelper.engine.trouble import Trouble
from keyhelper.games.key_harvest import board
from keyhelper.games.key_harvest.board import CANDIDATES, DEFAULT, groups, neighbours, references

every_layout = pytest.mark.parametrize("layout", [*CANDIDATES, "8-8r-8l-8r-8l-8r-8l"])


@every_layout
def test_a_board_has_56_spaces_in_seven_rows(layout: str) -> None:
    """box.board"""
    spaces = references(layout)

    assert len(spaces) == len(set(spaces)) == 56
    lengths = Counter(space[0] for space in spaces)
    assert [lengths[row] for row in "ABCDEFG"] == [
        int(part.rstrip("lr")) for part in layout.split("-")
    ]


@every_layout
def test_touching_is_mutual_and_never_more_than_six(layout: str) -> None:
    """box.board"""
    for space in references(layout):
        near = neighbours(layout, space)
        assert 2 <= len(near) <= 6
        assert space not in near
        assert len(set(near)) == len(near)
        assert all(space in neighbours(layout, other) for other in near)


@pytest.mark.parametrize("layout", CANDIDATES)
def test_a_short_row_touches_two_spaces_of_the_long_one(layout: str) -> None:
    """box.board: space i of the shorter row touches i and i + 1 of the longer"""
    lengths = [int(part) for part in layout.split("-")]
    for row, (above, below) in enumerate(pairwise(lengths)):
        short, long = (row, row + 1) if above < below else (row + 1, row)
        for number in range(1, min(above, below) + 1):
            near = neighbours(layout, f"{board.ROWS[short]}{number}")
            wanted = {f"{board.ROWS[long]}{number}", f"{board.ROWS[long]}{number + 1}"}
            assert {ref for ref in near if ref[0] == board.ROWS[long]} == wanted
    for space in references(layout):
        beside = {ref for ref in neighbours(layout, space) if ref[0] == space[0]}
        numbers = (int(space[1]) - 1, int(space[1]) + 1)
        assert beside == {f"{space[0]}{n}" for n in numbers} & set(references(layout))


def test_the_default_board_has_the_known_degrees() -> None:
    """box.board: 141 edges; 32 spaces with six neighbours, 2 with five, 14 with four, 8 with 3"""
    degrees = Counter(len(neighbours(DEFAULT, space)) for space in references(DEFAULT))

    assert degrees == {6: 32, 5: 2, 4: 14, 3: 8}
    assert sum(size * count for size, count in degrees.items()) == 2 * 141
    assert set(neighbours(DEFAULT, "E4")) == {"D3", "D4", "E3", "E5", "F3", "F4"}
    assert set(neighbours(DEFAULT, "D1")) == {"C1", "C2", "D2", "E1", "E2"}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("7-8-9", "The board has 7 rows, A to G; '7-8-9' has 3"),
        ("7-8-9-8-9-8-8", "The board has 56 spaces; '7-8-9-8-9-8-8' has 57"),
        ("6-8-9-9-9-8-7", "Rows A and B have 6 and 8 spaces; rows differ by one at most"),
        ("8-8-8-8-8-8-8", "Rows A and B are equally long: say where row B starts"),
        ("ten", "'ten' is no layout"),
        ("10-9-8-8-7-7-7", "References end at 9; a row of 10 spaces does not fit them"),
    ],
)
def test_a_layout_that_cannot_be_is_refused(text: str, complaint: str) -> None:
    """box.board"""
    with pytest.raises(Trouble) as trouble:
        board.tidy_layout(text)

    assert str(trouble.value) == complaint


def test_a_layout_may_be_typed_with_spaces() -> None:
    assert board.tidy_layout(" 7 8,9 8 9 8 7 ") == DEFAULT


@settings(deadline=None, derandomize=True)
@given(st.sampled_from(CANDIDATES), st.sets(st.integers(0, 55)))
def test_groups_equal_a_flood_fill(layout: str, chosen: set[int]) -> None:
    """score.separate: an independent fill by coordinates finds the same groups"""
    spaces = references(layout)
    fields = {spaces[index] for index in chosen}

    found = groups(layout, fields)

    assert {frozenset(group) for group in found} == _flood(layout, fields)
    assert [len(group) for group in found] == sorted(map(len, found), reverse=True)


def _flood(layout: str, fields: set[str]) -> set[frozenset[str]]:
    """Groups by union of centres that lie about one space apart, in real coordinates."""
    lengths = [int(part) for part in layout.split("-")]
    centre = {
        f"{'ABCDEFG'[row]}{column + 1}": (column - (length - 1) / 2, row * 0.866)
        for row, length in enumerate(lengths)
        for column in range(length)
    }
    label = {field: field for field in fields}
    for _ in fields:
        for one in fields:
            for other in fields:
                (x, y), (u, v) = centre[one], centre[other]
                if (x - u) ** 2 + (y - v) ** 2 < 1.1:
                    label[one] = label[other] = min(label[one], label[other])
        if all(label[label[field]] == label[field] for field in fields) and _settled(label, centre):
            break
    return {frozenset(f for f in fields if label[f] == name) for name in set(label.values())}


def _settled(label: dict[str, str], centre: dict[str, tuple[float, float]]) -> bool:
    return all(
        label[one] == label[other]
        for one in label
        for other in label
        if sum((a - b) ** 2 for a, b in zip(centre[one], centre[other], strict=True)) < 1.1
    )


def test_group_points_count_the_second_twice() -> None:
    """goal.points"""
    assert board.group_points([]) == 0
    assert board.group_points([5]) == 5
    assert board.group_points([2, 5, 5]) == 15


@pytest.mark.parametrize("typed", ["c4", "C 4", " c-4 ", "C4"])
def test_references_are_read_as_people_type_them(typed: str) -> None:
    assert board.read_reference(typed) == "C4"


def test_a_space_that_is_not_there_says_where_its_row_ends() -> None:
    """box.board"""
    with pytest.raises(Trouble, match="on the board 7-8-9-8-9-8-7 row A ends at A7"):
        board.read_space("a8", DEFAULT)


def test_shipped_fields_are_those_of_the_default_board() -> None:
    """box.tiles: two crops are known, the rest is blank"""
    path = Path(__file__).resolve().parents[3] / "data" / "key-harvest" / "fields.json"
    entries = json.loads(path.read_text(encoding="utf-8"))["entries"]

    assert tuple(entry["name"] for entry in entries) == references(DEFAULT)
    known = {entry["name"]: entry["crop"] for entry in entries if entry["crop"]}
    assert known == {"E4": "wheat", "B7": "vegetables"}
