"""Every combination of keyple, border and situation that the manual names, as one table."""

from __future__ import annotations

import itertools

import pytest

from keyhelper.games.keyper import yields
from keyhelper.games.keyper.goods import BORDERS, COLOURS, RIVER, SPECIALISTS, WHITE
from keyhelper.games.keyper.worth import Worth, worth
from tests.games.keyper.tables import fresh

# situation, first keyple, second keyple, border -> actions for the active player and the joiner
TABLE = [
    # On an empty field: 1, or 2 where the colour fits.
    ("alone", "orange", None, "orange", (2, 0)),
    ("alone", "orange", None, "brown", (1, 0)),
    ("alone", "white", None, "brown", (2, 0)),
    # No bonus on country tile, build, discount build and upgrade fields.
    ("alone", "orange", None, "tile", (1, 0)),
    ("alone", "white", None, "build", (1, 0)),
    ("alone", "white", None, "discount", (1, 0)),
    ("alone", "black", None, "upgrade", (1, 0)),
    ("alone", "white", None, "none", (1, 0)),
    # Joined: both 2, or 3 where it fits.
    ("joined", "orange", "orange", "orange", (3, 3)),
    ("joined", "orange", "orange", "brown", (2, 2)),
    ("joined", "orange", "white", "orange", (3, 3)),
    ("joined", "white", "orange", "orange", (3, 3)),
    ("joined", "white", "white", "orange", (3, 3)),
    ("joined", "orange", "orange", "build", (2, 2)),
    ("joined", "white", "white", "build", (2, 2)),
    ("joined", "orange", "white", "none", (2, 2)),
    # White joins a keyple that does not fit: the plain reading.
    ("joined", "orange", "white", "brown", (2, 2)),
    # Onto one that stands there, which is laid down: 2, or 3 where it fits.
    ("second", "orange", "orange", "orange", (3, 0)),
    ("second", "orange", "orange", "brown", (2, 0)),
    ("second", "white", "orange", "orange", (3, 0)),
    ("second", "orange", "white", "orange", (3, 0)),
    ("second", "orange", "white", "brown", (2, 0)),
    ("second", "black", "black", "upgrade", (2, 0)),
    # A single lay-down: 1 (2) alone, 2 (3) beside one that lies.
    ("lay-down", "orange", None, "orange", (2, 0)),
    ("lay-down", "orange", None, "brown", (1, 0)),
    ("lay-down", "white", None, "grey", (2, 0)),
    ("lay-down", "orange", None, "build", (1, 0)),
    ("lay-down", "orange", "orange", "orange", (3, 0)),
    ("lay-down", "orange", "orange", "brown", (2, 0)),
    ("lay-down", "white", "orange", "orange", (3, 0)),
    ("lay-down", "white", "orange", "brown", (2, 0)),
    ("lay-down", "white", "white", "tile", (2, 0)),
    # Both laid down: 2, or 3 where they fit, for the active player only.
    ("both", "orange", "orange", "orange", (3, 0)),
    ("both", "orange", "orange", "brown", (2, 0)),
    ("both", "white", "orange", "orange", (3, 0)),
    ("both", "white", "white", "black", (3, 0)),
    ("both", "white", "white", "none", (2, 0)),
    ("both", "grey", "white", "discount", (2, 0)),
]


def brings(
    way: str, first: str, other: str | None, border: str, **readings: str
) -> tuple[int, int]:
    chosen = {rule.replace("__", "."): reading for rule, reading in readings.items()}
    if way == "alone":
        got = yields.alone(first, border)
    elif way == "joined":
        got = yields.joined(first, other or first, border, chosen)
    elif way == "second":
        got = yields.second(first, other or first, border, chosen, first_lies=False)
    elif way == "lay-down":
        got = yields.lay_down((first,), (other,) if other else (), border, chosen)
    else:
        got = yields.lay_down((first, other or first), (), border, chosen)
    return got.active, got.joiner


@pytest.mark.parametrize(("way", "first", "other", "border", "expected"), TABLE)
def test_what_a_keyple_brings(
    way: str, first: str, other: str | None, border: str, expected: tuple[int, int]
) -> None:
    """keyple.empty keyple.second laydown.single laydown.both colour.border colour.none white.any"""
    assert brings(way, first, other, border) == expected


def test_the_whole_table_follows_from_fit_and_number() -> None:
    """Over all colours and borders: one action, one more for company, one more for a fit."""
    for first, border in itertools.product(COLOURS, BORDERS):
        fit = border in SPECIALISTS and first in (border, WHITE)
        assert brings("alone", first, None, border) == (1 + fit, 0)
        assert brings("lay-down", first, None, border) == (1 + fit, 0)
        for other in yields.companions(first, border):
            pair = fit and other in (border, WHITE)
            assert brings("joined", first, other, border) == (2 + pair, 2 + pair)
            assert brings("second", first, other, border) == (2 + pair, 0)
            assert brings("lay-down", first, other, border) == (2 + pair, 0)
            assert brings("both", first, other, border) == (2 + pair, 0)


def test_a_boat_is_the_boatmens_field() -> None:
    """boat.yield"""
    blue = SPECIALISTS[0]
    assert yields.alone(blue, blue).active == 2
    assert yields.alone("white", blue).active == 2
    assert yields.alone("orange", blue).active == 1
    assert yields.joined(blue, "white", blue, {}, RIVER).joiner == 3
    shared = yields.joined(blue, "white", blue, {"boat.yield": "shared"}, RIVER)
    assert (shared.active, shared.joiner) == (2, 1)
    assert yields.joined("orange", "white", blue, {"boat.yield": "shared"}, RIVER).active == 2


def test_who_may_stand_beside_whom() -> None:
    """join.colour white.coloured white.uncoloured"""
    assert yields.companions("orange", "brown") == ("orange", "white")
    assert yields.companions("orange", "build") == ("orange", "white")
    assert yields.companions("white", "brown") == ("brown", "white")
    assert yields.companions("white", "build") == ("white",)


def test_other_readings_change_the_numbers() -> None:
    """laydown.single join.misfit keyple.lying"""
    flat = {"laydown__single": "flat"}
    assert brings("lay-down", "orange", "orange", "orange", **flat) == (2, 0)
    assert brings("joined", "orange", "white", "brown", join__misfit="own") == (2, 3)
    assert brings("second", "orange", "white", "brown", join__misfit="own") == (3, 0)
    readings = {"keyple.lying": "alone"}
    lying = yields.second("orange", "orange", "orange", readings, first_lies=True)
    assert lying.active == 2
    assert yields.second("orange", "orange", "orange", {}, first_lies=True).active == 3


def said(colour: str, border: str, beside: str | None = None) -> str:
    (line,) = worth(None, Worth(colour=colour, border=border, beside=beside)).lines
    return line


def test_worth_says_it_in_one_line() -> None:
    """keyple.empty keyple.second laydown.single laydown.both"""
    assert said("clay", "orange") == (
        "Orange on an orange border (fits): 2 alone, 3 each when joined, 3 onto one that stands "
        "there; laid down 2, 3 beside one that lies, 3 for both"
    )
    assert said("orange", "brown", "white") == (
        "Orange on a brown border (does not fit): 1 alone, 2 each when joined by white, not onto "
        "white; laid down 1, 2 beside one that lies, 2 for both"
    )
    assert said("white", "brown", "orange") == (
        "White on a brown border (fits): 2 alone, 2 each when it joins orange, 2 onto one that "
        "stands there; laid down 2, 2 beside one that lies, 2 for both"
    )
    assert said("white", "build").startswith("White on a build field: 1 alone, 2 each when joined")


def test_worth_knows_boats_and_own_buildings() -> None:
    """boat.yield keyple.own"""
    assert said("boat", "river").startswith("Light-blue on a boat (fits): 2 alone, 3 each")
    assert said("orange", "own") == (
        "Orange on an own building: 1 alone, 2 onto one that stands there; "
        "laid down 1, 2 beside one that lies"
    )


def test_worth_follows_the_readings_of_the_saved_game() -> None:
    """boat.yield"""
    state = fresh(3, boat__yield="shared")
    answer = worth(state, Worth(colour="white", border="boat"))
    assert answer.data["actions"]["joined"] == {"active": 2, "joiner": 1}
    assert "2 and 1 when joined" in answer.lines[0]


def test_worth_knows_who_comes_first() -> None:
    """white.coloured white.uncoloured join.colour keyple.second join.misfit"""
    first = worth(None, Worth(colour="orange", border="build", beside="white")).data["actions"]
    assert first["joined"] == {"active": 2, "joiner": 2}
    assert (first["joins"], first["second"]) == (None, None)
    later = worth(None, Worth(colour="white", border="build", beside="orange")).data["actions"]
    assert (later["joined"], later["second"]) == (None, 2)
    assert later["joins"] == {"active": 2, "joiner": 2}
    own = worth(fresh(3, join__misfit="own"), Worth(colour="white", border="grey", beside="black"))
    assert own.data["actions"]["joins"] == {"active": 2, "joiner": 3}
    assert "3 and 2 when it joins black" in own.lines[0]


def test_worth_says_who_cannot_stand_there() -> None:
    answer = worth(None, Worth(colour="grey", border="build", beside="black"))
    assert answer.lines == (
        "Grey on a build field: black cannot stand beside it, grey or white can",
    )
    assert answer.exit_code == 1
    assert answer.data["actions"] is None
