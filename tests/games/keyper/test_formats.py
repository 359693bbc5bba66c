"""The formats as an outsider reads them: positions, claims and setups through the front door."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.house.calling import Answer, call

LADDER = (
    *("gems", "finished", "wheat", "raw", "deer", "boar"),
    *("goat", "chicken", "horse", "cow", "pig", "sheep"),
)
STEP_PIECES = {"gems": "ruby", "finished": "wood", "wheat": "wheat", "raw": "logs"}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path))


def player(name: str = "Ann", **given: Any) -> dict[str, Any]:
    """A player of a final position who has nothing but what is given."""
    nothing: dict[str, Any] = {"shipping": 0, "tiles": [], "fairs": []}
    return {"name": name} | nothing | {"resources": {}, "animals": {}, "keyples": {}} | given


def scored(*players: Any, **more: Any) -> Answer:
    content = json.dumps({"game": "keyper", "players": list(players)} | more)
    return call("keyper", "score", "-", "--json", typed=content)


def tiles(*scores: str | int) -> list[dict[str, Any]]:
    return [{"points": s} if isinstance(s, int) else {"scores": s} for s in scores]


# score: what is counted


def test_the_least_that_a_final_position_takes() -> None:
    """score.shipping score.tiles score.fairs"""
    fairs = [{"season": "spring", "points": 3}]
    ann = {"name": "Ann", "shipping": 10, "tiles": [{"points": 5}], "fairs": fairs}
    answer = scored(ann)
    sheet = answer.document["players"][0]
    assert (answer.code, answer.err, sheet["place"], sheet["total"]) == (0, "", 1, 18)
    assert [(line["id"], line["points"]) for line in sheet["lines"]] == [
        ("shipping", 10),
        ("tiles", 5),
        ("fairs", 3),
    ]
    assert set(sheet["lines"][0]) == {"id", "label", "points", "detail", "rule"}
    assert [step["id"] for step in sheet["tiebreaks"]] == list(LADDER)
    assert answer.document["winners"] == ["Ann"]
    assert answer.document["decided_by"] == "points"


@pytest.mark.parametrize(
    ("ann", "total"),
    [
        (player(tiles=tiles("2 per sheep"), animals={"sheep": 6}), 8),  # four times at most
        (player(tiles=tiles("2 per sheep", "3 per sheep"), animals={"sheep": 6}), 16),
        (player(tiles=tiles("2 per raw"), resources={"wheat": 2, "clay": 1}), 6),
        (player(tiles=tiles("2 per clay"), resources={"wheat": 2, "clay": 1}), 2),
        (player(tiles=tiles("2 per gem"), resources={"wheat": 2}), 0),
        (player(tiles=tiles("2 per wheat", "1 per white raw"), resources={"wheat": 3}), 6),
        (player(tiles=tiles("2 per white finished good"), resources={"wheat": 1, "wood": 1}), 4),
        (player(tiles=[{"name": "Mill", "overbuilt": True}, {"points": 2}]), 2),
        (player(tiles=tiles("2 per orange keyple", "1 per white keyple"),
                keyples={"orange": 2, "white": 3}), 7),
        (player(tiles=tiles("2 per keyple"), keyples={"orange": 2, "white": 3, "black": 1}), 8),
        (player(tiles=tiles("5 per clay + logs + rocks"),
                resources={"clay": 2, "logs": 2, "rocks": 1}), 5),
        (player(tiles=tiles("1 per river", "1 per building", "2 per building"),
                counted={"river": 3, "building": 7}), 24),  # counting is not capped
        (player(fairs=[{"season": "winter", "points": 4}, {"season": "winter", "points": 6},
                       {"season": "Autumn", "points": 3}]), 13),
        (player(resources={"Bricks": 1, "WOOD": 2, "Rubies": 1},
                animals={"Wild Boar": 1, "chickens": 2}, keyples={"Light Blue": 1}), 0),
    ],
)  # fmt: skip
def test_what_a_final_position_scores(ann: dict[str, Any], total: int) -> None:
    """score.cap score.once wheat.white wheat.never score.overbuilt score.counted score.fairs"""
    answer = scored(ann)
    assert (answer.code, answer.document["players"][0]["total"]) == (0, total)


def test_two_tiles_of_one_name_are_told_apart() -> None:
    """score.tiles"""
    mills = [{"name": "Mill", "points": 5}, {"name": "mill", "scores": "2 per sheep"}]
    sheet = scored(player(tiles=mills, animals={"sheep": 2})).document["players"][0]
    assert sheet["total"] == 9
    assert sheet["lines"][1]["detail"].startswith("Mill: 5; mill 2: 4 (2 x 2: 2 sheep)")
    assert sheet["allocation"] == [{"card": "mill 2", "pieces": {"sheep": 2}, "times": 2}]


def test_an_allocation_is_a_claim_too() -> None:
    """wheat.white"""
    given: dict[str, Any] = {
        "tiles": [{"name": "Kiln", "scores": "2 per raw"}],
        "resources": {"wheat": 1},
    }
    best = scored(player(**given)).document["players"][0]["allocation"]
    assert best == [{"card": "Kiln", "pieces": {"wheat as white raw": 1}, "times": 1}]
    again = scored(player(**given, claimed=best)).document["players"][0]
    assert again["notes"] == ["2 points: no other allocation gives more"]


@pytest.mark.parametrize(
    ("claimed", "said"),
    [
        ({"card": "the FOLD", "pieces": {"sheep": 4}, "times": 4}, "14 is possible"),
        ({"card": "Fold", "pieces": {"sheep": 5}, "times": 5}, "at most 4 times"),
        ({"card": "Fold", "pieces": {"sheep": 6}}, "6 sheep are claimed in all; there are 5"),
        ({"card": "Fold", "pieces": {"wheat": 1}}, "wheat does not count for Fold"),
        ({"card": "Old barn", "pieces": {"sheep": 1}}, "Old barn is overbuilt and scores nothing"),
        ({"card": "Palace", "pieces": {"sheep": 1}}, "Palace is not among the scoring cards"),
    ],
)
def test_a_claim_is_checked_and_compared_with_the_best(claimed: dict[str, Any], said: str) -> None:
    """score.once score.cap score.overbuilt"""
    built = [
        {"name": "Fold", "scores": "2 per sheep"},
        {"name": "Pen", "scores": "3 per sheep"},
        {"name": "Old barn", "scores": "9 per sheep", "overbuilt": True},
    ]
    ann = player(tiles=built, animals={"sheep": 5}, resources={"wheat": 1}, claimed=[claimed])
    answer = scored(ann)
    sheet = answer.document["players"][0]
    assert (answer.code, sheet["total"]) == (0, 14)
    assert any(said in note for note in sheet["notes"]), sheet["notes"]


# score: ties


@pytest.mark.parametrize("reading", ["manual", "yucata"])
@pytest.mark.parametrize("step", LADDER)
def test_each_step_of_the_ladder_decides(step: str, reading: str) -> None:
    """tie.order"""

    def holding(*steps: str, number: int) -> dict[str, Any]:
        goods = {STEP_PIECES.get(name, name): number for name in steps}
        resources = {kind: n for kind, n in goods.items() if kind in STEP_PIECES.values()}
        animals = {kind: n for kind, n in goods.items() if kind not in resources}
        return {"resources": resources, "animals": animals}

    later = LADDER[LADDER.index(step) + 1 :]
    ben = player("Ben", **holding(*later, number=3))
    ann = player("Ann", **holding(step, number=1))
    answer = scored(ben, ann, readings={"tie.order": reading})
    names_no_gems = step == "gems" and reading == "yucata"
    assert answer.document["decided_by"] == ("finished" if names_no_gems else step)
    assert answer.document["winners"] == ["Ben" if names_no_gems else "Ann"]
    assert [sheet["place"] for sheet in answer.document["players"]] == [1, 2]


def test_a_tie_to_the_end_is_shared_and_an_unknown_one_unproven() -> None:
    """tie.order"""
    answer = scored(player("Ann"), player("Ben"))
    assert (answer.code, answer.document["decided_by"]) == (0, "shared")
    assert answer.document["winners"] == ["Ann", "Ben"]
    gems = player("Ann", resources={"gold": 3})
    shared = scored(gems, player("Ben"), readings={"tie.order": "yucata"})
    assert shared.document["decided_by"] == "shared"
    blank = {"name": "Ben", "shipping": 0, "tiles": [], "fairs": []}
    assert scored(player("Ann"), blank).code == 3


# score: what cannot be


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"resources": {"clay": 17}}, "17 clay are held in all; the box has 16"),
        ({"animals": {"sheep": 13}}, "13 sheep are held in all; the box has 12"),
        ({"keyples": {"orange": 5}}, "5 orange keyples are held in all; the box has 4"),
        ({"resources": {"briks": 1}}, "did you mean bricks"),
        ({"keyples": {"orage": 1}}, "did you mean orange"),
        ({"resources": {"clay": -1}}, "clay"),
        ({"shipping": "ten"}, "shipping"),
        ({"shipping": True}, "shipping: found true"),
        ({"shipping": "12"}, 'shipping: found "12"'),
        ({"tiles": [{"points": True}]}, "tiles[0].points: found true"),
        ({"tiles": [5, 3]}, "tiles[0]: found 5"),
        ({"shipping": -1}, "shipping"),
        ({"shiping": 1}, "shiping"),
        ({"fairs": [{"season": "winter", "points": 3}]}, "a winter fair gives 4 or 6, not 3"),
        ({"fairs": [{"season": "spring", "points": 3}] * 2}, "2 spring fairs; 1 is dealt"),
        ({"tiles": [{"scores": "2 per unicorn"}]}, "unicorn"),
        ({"counted": {"sheep": 3}}, "used up when it scores"),
    ],
)
def test_what_cannot_be_is_refused_with_the_numbers(given: dict[str, Any], said: str) -> None:
    """box.goods box.animals box.keyples fairs.winter setup.fairs"""
    answer = scored(player(**given))
    assert (answer.code, answer.out) == (1, "")
    assert said in " ".join(answer.err.split())


@pytest.mark.parametrize(
    "more",
    [
        {"options": {"variant": "long"}},
        {"readings": {"tie.order": "bgg"}},
        {"readings": {"tie.ordr": "manual"}},
        {"game": "key-flow"},
        {"season": "monsoon"},
    ],
)
def test_options_and_readings_are_those_of_keyper(more: dict[str, Any]) -> None:
    answer = scored(player(), **more)
    assert (answer.code, answer.out) == (1, "")


@pytest.mark.parametrize(
    "given",
    [
        {"name": "Ann", "tiles": [], "fairs": []},
        player(tiles=[{"name": "Mill"}]),
        player(tiles=tiles("1 per river")),
        {"name": "Ann", "shipping": 0, "tiles": tiles("1 per sheep"), "fairs": []},
    ],
)
def test_what_is_not_said_is_unproven(given: dict[str, Any]) -> None:
    answer = scored(given)
    assert answer.code == 3
    assert answer.document["players"][0]["total"] is None
    assert answer.document["decided_by"] == "unproven"


# setup


def test_a_setup_keeps_the_fairs_to_itself() -> None:
    """setup.boats setup.keyples setup.fairs setup.boards"""
    words = ("keyper", "setup", "Zoë O'Brien", "李明", "--seed", "amber otter", "--json")
    table = call(*words).document["table"]
    assert table["country_boards"] == [1, 2]
    assert sorted(table["boats"] + table["boats_aside"]) == [1, 2, 3, 4, 5, 6]
    assert len(table["boats"]) == 4
    assert len(table["display"]) == 8
    assert {sum(hand.values()) for hand in table["keyples"].values()} == {8}
    assert "fairs" not in table
    told = call(*words, "--show-secrets").document
    assert {tuple(dealt) for dealt in told["table"]["fairs"].values()} == {
        ("spring", "summer", "autumn")
    }
    nine = call(*words, "--reading", "setup.keyples=nine").document["table"]
    assert {sum(hand.values()) for hand in nine["keyples"].values()} == {9}
    assert call("keyper", "setup", "Ann", "--json").code == 1


# score by questions


def test_an_answer_that_cannot_be_is_asked_again_at_once() -> None:
    """fairs.winter setup.fairs box.goods"""
    answers = (
        *("Ann", "12+4", "3+5; Mill 2 per gem"),
        *("spring 3, winter 5", "spring 3, spring 4", "spring 3, winter 6"),
        *("17 ruby", "2 ruby", "none", "2 white", "none"),
    )
    answer = call("keyper", "score", "--ask", "--json", typed="\n".join(answers) + "\n")
    said = " ".join(answer.err.split())
    assert "a winter fair gives 4 or 6, not 5" in said
    assert "held 2 spring fairs; 1 is dealt" in said
    assert "17 ruby: the box has 16" in said
    assert answer.document["players"][0]["total"] == 16 + 3 + 5 + 4 + 9
