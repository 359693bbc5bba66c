"""The map's geometry, by properties."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhelper.games.keythedral import board

whole = st.integers(-40, 40)
fields = st.tuples(whole, whole)
gaps = st.tuples(whole, whole).map(lambda spot: (spot[0] + 0.5, spot[1] + 0.5))


@given(fields, fields)
def test_fields_touch_each_other_both_ways(one: board.Spot, other: board.Spot) -> None:
    assert (one in board.side_neighbours(other)) == (other in board.side_neighbours(one))


@given(fields)
def test_a_field_has_four_sides_and_four_gaps(field: board.Spot) -> None:
    assert len(set(board.side_neighbours(field))) == 4
    assert len(set(board.gaps_around(field))) == 4
    assert all(board.is_gap(gap) for gap in board.gaps_around(field))
    assert all(field in board.fields_around(gap) for gap in board.gaps_around(field))


@given(gaps)
def test_a_gap_has_four_fields(gap: board.Spot) -> None:
    assert len(set(board.fields_around(gap))) == 4
    assert all(board.is_field_place(field) for field in board.fields_around(gap))
    assert all(gap in board.gaps_around(field) for field in board.fields_around(gap))


def test_exactly_four_gaps_lie_beside_the_keythedral() -> None:
    """setup.keythedral"""
    beside = set(board.gaps_beside(board.KEYTHEDRAL))
    assert beside == {(-0.5, 0.5), (1.5, 0.5), (0.5, -0.5), (0.5, 1.5)}
    around = set(board.fields_around(board.KEYTHEDRAL))
    sharing = {
        gap for field in around for gap in board.gaps_around(field)
        if len(around & set(board.fields_around(gap))) == 2
    }  # fmt: skip
    assert sharing == beside


@given(st.one_of(fields, gaps))
def test_a_place_is_said_and_read_again(spot: board.Spot) -> None:
    assert board.spot_of(board.key(spot)) == spot
    assert board.read_spot(list(spot)) == spot
    assert board.read_spot(board.key(spot).split(",")) == spot


@pytest.mark.parametrize(
    "wrong", ["", "1", "a,b", "1,2,3", "0.25,1", "100,0", [1], [True, 1], [None, 1], 3, "nan,1"]
)
def test_what_is_no_place_is_refused(wrong: object) -> None:
    with pytest.raises(ValueError, match=r"lace"):
        board.read_spot(wrong)


@given(st.sets(fields, min_size=1, max_size=12))
def test_open_places_are_free_and_touch(lying: set[board.Spot]) -> None:
    for place in board.open_field_places(lying, ()):
        assert place not in lying
        assert lying & set(board.side_neighbours(place))
    for gap in board.open_gaps(lying, ()):
        assert lying & set(board.fields_around(gap))
