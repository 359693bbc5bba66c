"""A table put right by hand: names with spaces, words as values, and a way out of every slip."""

from __future__ import annotations

from typing import Any

import pytest

from keyhelper.amending import read
from keyhelper.engine.trouble import Trouble

TABLE: dict[str, Any] = {
    "round": 4,
    "houses": {"Zoë O'Brien": {"shipping": 12, "goods": {"wood": 1}}, "Ben": {"shipping": 0}},
    "boards": [["wood", None], [None, None]],
}


@pytest.mark.parametrize(
    ("text", "path", "before", "after"),
    [
        ("round 5", ("round",), 4, 5),
        ("houses.Zoë O'Brien.shipping 14", ("houses", "Zoë O'Brien", "shipping"), 12, 14),
        ("houses.zoe.shipping 14", ("houses", "Zoë O'Brien", "shipping"), 12, 14),
        ("HOUSES.ben.ship 3", ("houses", "Ben", "shipping"), 0, 3),
        ("houses.zoe.goods.gold 2", ("houses", "Zoë O'Brien", "goods", "gold"), None, 2),
        ("boards.0.1 stone", ("boards", "0", "1"), None, "stone"),
        ("boards.0.0 null", ("boards", "0", "0"), "wood", None),
        ('houses.Ben {"shipping": 1}', ("houses", "Ben"), {"shipping": 0}, {"shipping": 1}),
    ],
)
def test_a_place_is_found_as_people_write_it(
    text: str, path: tuple[str, ...], before: Any, after: Any
) -> None:
    made = read(text, TABLE, TABLE)
    assert (made.path, made.before, made.after) == (path, before, after)
    assert list(made.changes) == [path[0]]
    place: Any = made.changes
    for key in path:
        place = place[int(key) if isinstance(place, list) else key]
    assert place == after


def test_the_table_itself_is_left_alone() -> None:
    read("houses.Ben.shipping 9", TABLE, TABLE)
    assert TABLE["houses"]["Ben"]["shipping"] == 0


@pytest.mark.parametrize(
    ("text", "why", "hint"),
    [
        ("shipping 5", "There is no 'shipping' on this table", "round, houses, boards"),
        ("houses.Cy.shipping 5", "There is no 'Cy' in houses", "Zoë O'Brien, Ben"),
        ("boards.7.0 wood", "There is no '7' in boards", "0, 1"),
        ("round", "What should round be?", "it is 4"),
        ("round.x 5", "round has no parts", "it is 4"),
        ("houses.Ben {oops", "neither a word, a number nor JSON", "wood"),
        ("houses.Ben.new.deep 1", "There is no 'new'", "shipping"),
    ],
)
def test_a_slip_is_told_with_what_there_is(text: str, why: str, hint: str) -> None:
    with pytest.raises(Trouble) as trouble:
        read(text, TABLE, TABLE)
    assert why in trouble.value.text
    assert hint in trouble.value.hint


def test_where_a_player_stood_only_a_player_can_stand() -> None:
    table = {"players": ["Zoë O'Brien", "Ben"], "start": "Ben", "queue": ["Ben"], "colour": "red"}
    assert read("start zoe", table, table).after == "Zoë O'Brien"
    assert read("queue zoe", table, table).after == ["Zoë O'Brien"]
    assert read("colour Bob", table, table).after == "Bob"
    for text in ("start Bob", 'queue ["Bob"]'):
        with pytest.raises(Trouble, match="no player called 'Bob'"):
            read(text, table, table)


def test_what_is_secret_is_not_told_while_it_is_put_right() -> None:
    table = {"hands": {"Ann": {"timber": 3}}}
    public: dict[str, Any] = {"hands": {"Ann": None}}
    with pytest.raises(Trouble) as trouble:
        read("hands.Ann", table, public)
    assert trouble.value.hint == "it is secret"
    assert read("hands.Ann.timber 2", table, public).says() == "hands.Ann.timber"
