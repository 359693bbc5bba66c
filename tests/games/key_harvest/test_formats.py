"""The formats as an outsider reads them: positions, claims and setups through the front door."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.house.calling import Answer, call

IDS = ("workers", "largest", "second", "crops")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path))


def player(name: str, **given: Any) -> dict[str, Any]:
    """A player with nothing but what is given."""
    board = {} if "fields" in given else {"groups": []}
    return {"name": name, "workers": [], "crops": {}} | board | given


def scored(*players: Any, **more: Any) -> Answer:
    content = json.dumps({"game": "key-harvest", "players": list(players)} | more)
    return call("key-harvest", "score", "-", "--json", typed=content)


def lines(answer: Answer, name: str) -> tuple[int, ...]:
    """The points of one player's four lines, in the order of the ids."""
    sheet = next(p for p in answer.document["players"] if p["name"] == name)
    assert tuple(line["id"] for line in sheet["lines"]) == IDS
    assert sheet["total"] == sum(line["points"] for line in sheet["lines"])
    return tuple(line["points"] for line in sheet["lines"])


# score: what is counted


def test_a_sheet_to_the_letter() -> None:
    """score.workers score.largest score.second score.crops"""
    answer = scored(
        player(
            "Ann",
            fields=["A1", "A2", "B2", "G7"],
            workers=[{"at": "B3", "number": 2}],
            crops={"hops": 3, "wheat": 1},
        ),
        player("Ben", fields=["E4"], crops={"hops": 1, "wheat": 2, "wine": 1}),
    )

    assert (answer.code, answer.err) == (0, "")
    assert set(answer.document) == {"game", "players", "winners", "decided_by"}
    ann, ben = answer.document["players"]
    assert set(ann) >= {"name", "place", "total", "lines", "tiebreaks"}
    assert set(ann["lines"][0]) == {"id", "label", "points", "detail", "rule"}
    assert lines(answer, "Ann") == (2, 3, 2, 1)
    assert lines(answer, "Ben") == (0, 1, 0, 2)
    assert [(t["id"], t["value"]) for t in ann["tiebreaks"]] == [
        ("most-fields", 4),
        ("most-counters", 4),
    ]
    assert (ann["place"], ben["place"]) == (1, 2)
    assert (answer.document["winners"], answer.document["decided_by"]) == (["Ann"], "points")


@pytest.mark.parametrize(
    ("given", "points"),
    [
        ({"groups": [7, 5, 2], "workers": [1, 2, 5]}, (8, 7, 10, 0)),
        ({"groups": [5, 5]}, (0, 5, 10, 0)),
        ({"groups": [4]}, (0, 4, 0, 0)),
        ({"groups": [0, 3]}, (0, 3, 0, 0)),
        ({"groups": [1, 1, 1]}, (0, 1, 2, 0)),
        ({"fields": ["C3", "C5"], "workers": [{"at": "C4", "number": 2}]}, (2, 1, 2, 0)),
        ({"fields": "a1 A-2, g7", "workers": "4 B3"}, (4, 2, 2, 0)),
        ({"fields": ["A1", "A2"], "groups": [2]}, (0, 2, 0, 0)),
        ({"groups": [2], "workers": ["4", "2 B3"]}, (6, 2, 0, 0)),
        ({"crops": {"hops": 3, "vegetables": 2, "cider": 1, "wine": 12, "wheat": 5}}, (0, 0, 0, 5)),
        ({"crops": {"Cider Apples": 2, "barrels of wine": 1, "BROWN": 1}}, (0, 0, 0, 3)),
        ({"groups": [2], "store": [{"tile": "A1", "bid": {"wine": 5}}]}, (0, 2, 0, 0)),
    ],
)
def test_short_forms_and_odd_spellings(given: dict[str, Any], points: tuple[int, ...]) -> None:
    """score.largest score.second score.separate score.screen worker.connect"""
    answer = scored(player("Ann", **given), player("Ben"))

    assert answer.code == 0
    assert lines(answer, "Ann") == points


def test_a_crop_on_which_players_are_level_scores_for_nobody() -> None:
    """score.crop-tie"""
    level = scored(
        player("Ann", crops={"hops": 4, "wine": 2}),
        player("Ben", crops={"hops": 4, "wine": 1}),
        player("Cy", crops={"hops": 3, "cider": 1}),
    )

    assert [lines(level, name)[3] for name in ("Ann", "Ben", "Cy")] == [1, 0, 1]


@pytest.mark.parametrize(
    ("ann", "ben", "winners", "decided_by"),
    [
        ({"groups": [5, 1, 1]}, {"groups": [3, 2]}, ["Ann"], "most-fields"),
        ({"groups": [3, 2]}, {"groups": [5, 1, 1]}, ["Ben"], "most-fields"),
        (
            {"groups": [3], "workers": [1], "crops": {"hops": 2}},
            {"groups": [3], "crops": {"hops": 5}},
            ["Ben"],
            "most-counters",
        ),
        (
            {"groups": [3], "crops": {"hops": 2, "wine": 1}},
            {"groups": [3], "crops": {"hops": 3}},
            ["Ann", "Ben"],
            "shared",
        ),
    ],
)
def test_ties_down_to_each_step(
    ann: dict[str, Any], ben: dict[str, Any], winners: list[str], decided_by: str
) -> None:
    """tie.fields tie.counters tie.replay"""
    answer = scored(player("Ann", **ann), player("Ben", **ben))

    totals = {p["total"] for p in answer.document["players"]}
    assert len(totals) == 1
    assert (answer.code, answer.document["winners"]) == (0, winners)
    assert answer.document["decided_by"] == decided_by


@pytest.mark.parametrize(
    "more",
    [
        {"layout": "9-8-7-8-9-8-7"},
        {"layout": [9, 8, 7, 8, 9, 8, 7]},
        {"options": {"layout": "9-8-7-8-9-8-7"}},
    ],
)
def test_another_layout(more: dict[str, Any]) -> None:
    """box.board"""
    ann = player("Ann", fields=["A9", "B8", "C7"])

    assert lines(scored(ann, player("Ben"), **more), "Ann") == (0, 3, 0, 0)
    assert scored(ann, player("Ben")).code == 1


@pytest.mark.parametrize(
    ("ann", "key"),
    [
        ({"name": "Ann", "groups": [3], "workers": []}, "`crops`"),
        ({"name": "Ann", "groups": [3], "crops": {}}, "`workers`"),
        ({"name": "Ann", "workers": [], "crops": {}}, "`fields` or `groups`"),
    ],
)
def test_what_is_missing_is_not_proven(ann: dict[str, Any], key: str) -> None:
    answer = scored(ann, player("Ben"))

    assert answer.code == 3
    assert key in answer.err
    assert answer.document["winners"] == []


@pytest.mark.parametrize(
    ("ann", "complaint"),
    [
        ({"fields": ["A1", "a1"]}, "A1 is on Ann's board twice"),
        ({"fields": ["E4"]}, "E4 is on Ann's board and on Ben's board"),
        ({"fields": ["A8"]}, "row A ends at A7"),
        ({"fields": ["H1"]}, "'H1' is no reference"),
        ({"fields": ["A1"], "workers": [{"at": "A1", "number": 1}]}, "a space holds one tile"),
        ({"fields": ["A1", "A2"], "groups": [1, 1]}, "but `groups` says 1, 1"),
        ({"workers": [1, 1, 1, 2, 2, 3, 3]}, "7 farmhands"),
        ({"workers": [4, 4, 4, 5, 5, 5, 5]}, "7 townsfolk"),
        ({"workers": [6]}, "numbered 1 to 5, not 6"),
        ({"workers": [0]}, "numbered 1 to 5, not 0"),
        ({"workers": [2.5]}, "2.5 is no worker"),
        ({"crops": {"hops": 13}}, "13 counters of hops; the box holds 12"),
        ({"crops": {"hops": -1}}, "cannot be -1"),
        ({"crops": {"hops": "many"}}, "whole number"),
        ({"crops": {"hopps": 1}}, "did you mean hops?"),
        ({"groups": [57]}, "found 57"),
        ({"groups": [30, 26]}, "57 field tiles on the boards, but there are 56"),
        ({"workres": []}, "did you mean workers?"),
        ({"store": [{"tile": "A1", "bid": {}}]}, "without a bid"),
        ({"store": [{"tile": t, "bid": {"hops": 1}} for t in ("A1", "A2", "A3")]}, "it holds 2"),
    ],
)
def test_what_cannot_be_is_refused(ann: dict[str, Any], complaint: str) -> None:
    answer = scored(player("Ann", **ann), player("Ben", fields=["E4"]))

    assert (answer.code, answer.out) == (1, "")
    assert complaint in " ".join(answer.err.split())


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ('{"game":', "is not JSON"),
        ('{"game": "keyper", "players": []}', "keyper"),
        ('{"players": []}', "0 players"),
        ('{"players": [{"name": "Ann"}], "colour": 3}', "colour is not a key"),
        ('{"players": [{"name": "Zoë"}, {"name": "zoe"}]}', "two players are called"),
        ('{"players": [{"name": "Ann"}], "readings": {"harvest.whole": "maybe"}}', "any, whole"),
        ('{"players": [{"name": "Ann"}], "turn": ["dance"]}', "no action called 'dance'"),
    ],
)
def test_bad_content_is_one_message_and_no_traceback(content: str, complaint: str) -> None:
    answer = call("key-harvest", "score", "-", "--json", typed=content)

    assert (answer.code, answer.out) == (1, "")
    assert complaint in answer.err
    assert "Traceback" not in answer.err


# setup


@pytest.mark.parametrize(
    ("names", "bag", "events", "fields"),
    [
        (("Ann", "Ben"), [1, 1, 1, 1, 2], 14, 46),
        (("Ann", "Ben", "Cy"), [1, 2, 2, 2, 2], 12, 44),
        (("Zoë O'Brien", "李明", "Cy", "Di"), [2, 2, 2, 3, 3], 12, 42),
    ],
)
def test_a_setup_to_the_letter(
    names: tuple[str, ...], bag: list[int], events: int, fields: int
) -> None:
    """setup.counters-two setup.counters-three setup.counters-four setup.events"""
    closed = call("key-harvest", "setup", *names, "--seed", "q", "--json", "--no-save")
    shown = call(
        "key-harvest", "setup", *names, "--seed", "q", "--json", "--no-save", "--show-secrets"
    )

    table = closed.document["table"]
    assert sorted(table["counters_bag"].values()) == bag
    assert (table["events_in_bag"], table["fields_in_bag"]) == (events, fields)
    assert len(table["registry"]) == 6
    assert table["first_drawn"] in names
    assert set(table["pairs"]) == set(names)
    assert "counters" not in table
    assert all(("text" in step) is not step["secret"] for step in closed.document["steps"])
    hands = shown.document["table"]["counters"]
    assert [sum(hand.values()) for hand in hands.values()] == [3] * len(names)
    assert {crop for hand in hands.values() for crop in hand} <= set(table["counters_bag"])


def test_two_crops_named_with_a_comma() -> None:
    """setup.counters-four"""
    names = ("Ann", "Ben", "Cy", "Di")
    answer = call("key-harvest", "setup", *names, "--special", "green,red", "--json", "--no-save")

    bag = answer.document["table"]["counters_bag"]
    assert (bag["vegetables"], bag["wine"], bag["hops"]) == (3, 3, 2)


def test_a_count_by_questions_takes_sizes_where_the_board_is_gone() -> None:
    """score.largest score.second"""
    typed = "Ann Ben\n\n\n7 five\n7 5 2\n1 2 5\n13 hops\n2H 1W\nE4\nnone\nnone\n"
    answer = call("key-harvest", "score", "--ask", "--json", typed=typed)

    assert answer.code == 0
    assert lines(answer, "Ann") == (8, 7, 10, 2)
    assert "'7 five' is no list of sizes" in answer.err
    assert "13 counters of hops; the box holds 12" in answer.err
