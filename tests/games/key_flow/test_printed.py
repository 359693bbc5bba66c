"""The language of panels, feet and costs, as a table types them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keyhelper.engine.trouble import Trouble
from keyhelper.games.key_flow.boxed import check_value
from keyhelper.games.key_flow.printed import (
    Deal,
    fits,
    read_amounts,
    read_deal,
    read_panel,
    read_panels,
)


@pytest.mark.parametrize(
    ("text", "tidy"),
    [
        ("2 gold", "2 gold"),
        ("gold", "1 gold"),
        ("3 carts + upgrade", "3 transport + 1 upgrade"),
        ("saw -> 2 wood", "1 saw -> 2 wood"),
        ("iron or wood", "1 iron or 1 wood"),
        ("2 points + 3 gold costs 2 wood + saw", "2 points + 3 gold costs 2 wood + 1 saw"),
        ("2 points + saw -> wood", "2 points + 1 saw -> 1 wood"),
        ("2 sheep + 1 point", "1 points + 2 sheep"),
        ("2 random skills", "2 skill"),
        ("2 wood 1 saw", "2 wood + 1 saw"),
        ("2 wood random skill iron", "2 wood + 1 skill + 1 iron"),
        ("nothing", "nothing"),
    ],
)
def test_panels_are_read_and_written_back(text: str, tidy: str) -> None:
    """keyple.action"""
    panel = read_panel(text)

    assert str(panel) == tidy
    assert read_panel(tidy) == panel


def test_a_card_is_one_line_with_strokes() -> None:
    """upgrade.panels"""
    assert read_panels("1 transport / 3 transport costs 2 iron") == (
        "1 transport",
        "3 transport costs 2 iron",
    )


def test_nothing_is_not_the_same_as_not_known() -> None:
    """keyple.action"""
    assert read_panel("nothing").deals == (Deal(),)
    assert read_panel("5 points").deals == ()


@pytest.mark.parametrize(
    ("printed", "claimed", "expected"),
    [
        ("skill -> 2 wood", "saw -> 2 wood", True),
        ("saw -> 2 wood", "anvil -> 2 wood", False),
        ("2 resource", "1 iron + 1 gold", True),
        ("2 resource + iron", "2 iron + 1 gold", True),
        ("2 resource", "3 iron", False),
        ("2 gold", "1 gold", False),
        ("1 skill", "1 saw", False),
    ],
)
def test_a_claim_fits_what_is_printed(printed: str, claimed: str, expected: bool) -> None:
    """keyple.action skill.random"""
    assert fits(read_deal(printed), read_deal(claimed)) is expected


@pytest.mark.parametrize(
    "text", ["2 gild", "x", "+ 2", "gold costs 2 sheep", "99999 gold", "2 -> "]
)
def test_what_cannot_be_read_is_refused(text: str) -> None:
    """keyple.action"""
    if text == "2 -> ":
        with pytest.raises(Trouble):
            read_deal(text)
    else:
        with pytest.raises(Trouble):
            read_panel(text)


@given(st.text(max_size=40))
@settings(max_examples=200, deadline=None, database=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    """keyple.action"""
    try:
        read_panel(text)
        read_amounts(text)
    except Trouble:
        pass


@given(
    st.lists(
        st.tuples(st.integers(1, 9), st.sampled_from(["iron", "gold", "saw", "skill", "token"])),
        min_size=1,
        max_size=4,
    )
)
@settings(max_examples=100, deadline=None, database=None)
def test_amounts_round_trip(parts: list[tuple[int, str]]) -> None:
    """keyple.action"""
    text = " + ".join(f"{count} {word}" for count, word in parts)

    deal = read_deal(text)

    assert read_deal(str(deal)) == deal


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("scores", "5 per cow + token", None),
        ("scores", "5 pro cow", "expected `per` after the points at `pro cow`"),
        ("gains", "2 iron + skill", None),
        ("gains", "foo", "'foo' is nothing a card"),
        ("panels", ["2 gold", None], None),
        ("panels", "2 gold / 3 gold costs 2 wood", None),
        ("panels", ["2 gold", "3 gould"], "'gould' is nothing a card"),
        ("row", "River", None),
        ("row", "sky", "no row called 'sky'"),
        ("kind", "castle", "no kind called 'castle'"),
        ("season", "autumn", None),
        ("note", "anything", None),
    ],
)
def test_the_box_keeps_what_can_be_read_again(field: str, value: object, said: str | None) -> None:
    """keyple.action score.winter"""
    trouble = check_value("cards", "Mill", field, value)

    assert (trouble is None) is (said is None)
    assert said is None or said in str(trouble)
