"""Final positions as an outsider writes them from the formats page, counted by hand beforehand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.house.calling import Answer, call

TRADER = {"name": "Trader", "scores": "5 per iron + stone + wood"}
BARN = {"card": "Barn", "resources": {"iron": 3, "gold": 1}, "scores": "2 per iron"}
RED_COW = {"colour": "red", "animal": "cow"}


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path / "home"))


def count(*players: dict[str, Any], **top: Any) -> Answer:
    """`score - --json` of these players, called Ann, Ben and Cy where they have no name."""
    named = [
        {"name": name} | player
        for name, player in zip(("Ann", "Ben", "Cy", "Dee", "Eve", "Flo", "Gus"), players)  # noqa: B905
    ]
    content = {"game": "key-flow", "players": named} | top
    return call("key-flow", "score", "-", "--json", typed=json.dumps(content))


@pytest.mark.parametrize(
    ("player", "total", "lines"),
    [
        ({}, 0, {"panels": 0, "flipped": 0, "locations": 0, "gold": 0}),
        ({"panels": [5, 12, 3, 2]}, 22, {"panels": 22}),
        ({"panels": 22}, 22, {}),
        ({"panels": "5+12 + 3"}, 20, {}),
        ({"panels": [{"card": "Keythedral"}]}, 5, {}),
        ({"panels": [{"card": "the keythedral", "upgrades": 1}]}, 12, {}),
        ({"panels": [{"card": "KEYTHEDRAL", "upgrades": 2}, 3]}, 23, {}),
        ({"flipped": 4}, 4, {"flipped": 4}),
        ({"flipped": 45}, 45, {}),
        ({"resources": {"gold": 3, "iron": 9}}, 3, {"gold": 3}),
        ({"winter": ["Dairy"], "animals": {"cow": 2}, "tokens": 3}, 10, {"dairy": 10}),
        ({"winter": ["Dairy"], "keyples": [RED_COW], "tokens": 3}, 5, {"dairy": 5}),
        ({"winter": ["farmyard"], "animals": {"sheep": 2, "pig": 1, "cow": 3}}, 6, {"farmyard": 6}),
        (
            {"winter": ["Craftsmens guild"], "keyples": {"red": 3, "yellow": 2, "blue": 2}},
            6,
            {"craftsmens-guild": 6},
        ),
        ({"winter": ["Jeweller"], "resources": {"gold": 3}}, 6, {"jeweller": 6, "gold": 0}),
        ({"winter": ["Scholar"], "skills": {"saw": 3, "anvil": 2}}, 9, {"scholar": 9}),
        ({"winter": ["Scholar"], "skills": {"pickaxe": 2}}, 6, {}),
        ({"winter": ["Scholar"], "skills": {"anvil": 18}}, 54, {}),
        (
            {"winter": ["Scholar", "Scholar"], "skills": {"saw": 3, "anvil": 2, "pick axe": 1}},
            15,
            {"scholar": 9, "scholar-2": 6},
        ),
        ({"winter": ["Sea Breese"]}, 4, {"sea-breese": 4}),
        ({"winter": ["Sea Breese"], "boats": ["Flipper", "keyflower"]}, 12, {}),
        ({"winter": ["Sea Breese"], "boats": ["Sea Breese", "Flipper"]}, 8, {}),
        ({"winter": ["Sea Breese", "Sea Breese"], "boats": ["Flipper"]}, 12, {}),
        (
            {"winter": [TRADER], "resources": {"iron": 2, "wood": 1, "stone": 2, "gold": 2}},
            11,
            {"trader": 10, "gold": 1},
        ),
        ({"winter": [{"name": "Carter", "scores": "2 per transport"}], "transport": 6}, 12, {}),
        (
            {
                "winter": [{"name": "X", "scores": "2 per 5 keyple"}],
                "keyples": {"red": 7, "blue": 4},
            },
            4,
            {"x": 4},
        ),
        (
            {"winter": [{"name": "Mason", "scores": "2 per stone, at most 3"}]}
            | {"resources": {"stone": 2, "gold": 2}},
            7,
            {"mason": 6, "gold": 1},
        ),
        (
            {"winter": ["Dairy", "Farmyard"], "animals": {"cow": 3, "sheep": 1}, "tokens": 2},
            12,
            {"dairy": 10, "farmyard": 2},
        ),
        ({"locations": [BARN]}, 8, {"locations": 8, "gold": 0}),
        (
            {"locations": [BARN], "winter": [{"name": "Smelter", "scores": "9 per iron"}]},
            8,
            {"smelter": 0},
        ),
    ],
)
def test_a_player_counts_as_by_hand(
    player: dict[str, Any], total: int, lines: dict[str, int]
) -> None:
    """score.winter"""
    answer = count(player)

    found = answer.document["players"][0]
    assert (answer.code, answer.err, found["total"]) == (0, "", total)
    points = {line["id"]: line["points"] for line in found["lines"]}
    assert points.items() >= lines.items()
    assert set(answer.document) == {"game", "players", "winners", "decided_by"}
    assert set(found) >= {"name", "place", "total", "lines", "tiebreaks", "allocation"}
    assert {key for line in found["lines"] for key in line} == {
        "id", "label", "points", "detail", "rule",
    }  # fmt: skip
    assert [step["id"] for step in found["tiebreaks"]] == ["most-sheep", "most-pigs", "most-cows"]


@pytest.mark.parametrize(
    ("player", "rule", "reading", "default", "other"),
    [
        (
            {"winter": ["Farmyard"], "animals": {"sheep": 2, "pig": 1, "cow": 3}},
            "score.farmyard", "trio", 6, 1,
        ),
        ({"locations": [BARN]}, "score.location-gold", "plain", 8, 7),
        (
            {"winter": ["Craftsmen's Guild"], "boats": ["Keymelequin"]}
            | {"keyples": {"red": 2, "blue": 2, "green": 2, "yellow": 0}}
            | {"resources": {"gold": 1}},
            "boat.keymelequin", "all", 7, 7,
        ),
        (
            {"winter": ["Craftsmen's Guild", "Green: 2 per green"], "boats": ["Keymelequin"]}
            | {"keyples": {"red": 1, "blue": 1, "green": 3}},
            "boat.keymelequin", "all", 7, 6,
        ),
        (
            {"winter": ["Pens: 3 per sheep + pig"], "boats": ["Mansfield Ark"]}
            | {"animals": {"pig": 4}},
            "boat.ark", "all", 6, 0,
        ),
    ],
)  # fmt: skip
def test_the_other_reading_counts_otherwise(
    player: dict[str, Any], rule: str, reading: str, default: int, other: int
) -> None:
    """score.farmyard score.location-gold boat.keymelequin boat.ark"""
    totals = [
        count(player, readings=readings).document["players"][0]["total"]
        for readings in ({}, {rule: reading})
    ]

    assert totals == [default, other]


@pytest.mark.parametrize(
    ("ann", "ben", "winners", "decided_by"),
    [
        ({"panels": [6]}, {"panels": [5]}, ["Ann"], "points"),
        ({"animals": {"sheep": 1}}, {"animals": {"sheep": 2, "pig": 0}}, ["Ben"], "most-sheep"),
        ({"animals": {"pig": 2}}, {"animals": {"pig": 1, "cow": 9}}, ["Ann"], "most-pigs"),
        ({"animals": {}}, {"keyples": [RED_COW]}, ["Ben"], "most-cows"),
        ({"animals": {"cow": 1}}, {"keyples": [RED_COW]}, ["Ann", "Ben"], "shared"),
    ],
)  # fmt: skip
def test_ties_go_down_the_ladder(
    ann: dict[str, Any], ben: dict[str, Any], winners: list[str], decided_by: str
) -> None:
    """tie.sheep tie.pigs tie.cows tie.last"""
    answer = count(ann, ben)

    assert (answer.document["winners"], answer.document["decided_by"]) == (winners, decided_by)
    assert answer.code == 0


def test_an_animal_whose_card_scored_its_colour_may_be_read_as_none() -> None:
    """tie.keyples"""
    cow = {"winter": [{"name": "X", "scores": "2 per red"}], "keyples": [RED_COW]}
    sheepless = {"panels": [2], "animals": {}}

    printed = count(cow, sheepless).document
    unused = count(cow, sheepless, readings={"tie.keyples": "unused"}).document

    assert (printed["winners"], printed["decided_by"]) == (["Ann"], "most-cows")
    assert (unused["winners"], unused["decided_by"]) == (["Ann", "Ben"], "shared")


def test_the_ark_may_be_read_to_part_ties_too() -> None:
    """tie.ark"""
    ark = {"boats": ["Mansfield Ark"], "animals": {"pig": 3}}
    sheep = {"animals": {"sheep": 2}}

    assert count(ark, sheep).document["winners"] == ["Ben"]
    assert count(ark, sheep, readings={"tie.ark": "swapped"}).document["winners"] == ["Ann"]


@pytest.mark.parametrize(
    ("players", "top", "said"),
    [
        ([{"panel": [6]}], {}, "players[0].panel is not a key that is known here; did you mean"),
        ([{"tokens": "many"}], {}, 'players[0].tokens: found "many"'),
        ([{"tokens": -1}], {}, "players[0].tokens: found -1"),
        ([{"tokens": 2.5}], {}, "players[0].tokens: found 2.5"),
        ([{"tokens": True}], {}, "players[0].tokens: found true"),
        ([{"panels": [1.5]}], {}, "expected points as a whole number"),
        ([{"panels": [{"card": "Keythedral", "upgrades": 3}]}], {}, "at most 2 upgrades; found 3"),
        ([{"tokens": 40}, {"tokens": 12}], {}, "52 keyple tokens are given; the box holds 51"),
        ([{"flipped": 46}], {}, "46 upgrade tiles are given; the box holds 45"),
        ([{"skills": {"anvil": 19}}], {}, "19 anvil tiles are given; the box holds 18"),
        ([{"resources": {"gold": 133}}], {}, "133 gold counters"),
        ([{"keyples": [{"colour": "purple"}]}], {}, "no keyple colour called 'purple'"),
        ([{"keyples": [{"animal": "cow"}]}], {}, "players[0].keyples[0].colour"),
        ([{"animals": {"goat": 1}}], {}, "no animal called 'goat'"),
        ([{"boats": ["Brainwaves!"]}], {}, "did you mean Brainwave?"),
        ([{"winter": [{"name": "X", "scores": "5 pro cow"}]}], {}, "players[0].winter[0].scores"),
        ([{"claimed": {"Dairy": 2}}], {}, "players[0].claimed"),
        ([{}] * 7, {}, "Key Flow is for 2 to 6 players; found 7"),
        ([{}, {"name": "ann"}], {}, "is there twice"),
        ([{}], {"game": "keyper"}, "a position of keyper, not of key-flow"),
        ([{}], {"readings": {"score.farmyard": "maybe"}}, "no reading of score.farmyard"),
        ([{}], {"readings": {"score.moon": "each"}}, "score.moon"),
        ([{}], {"season": "winter"}, "season is not a key that is known here"),
        ([], {}, "players is missing"),
    ],
)
def test_bad_content_is_refused_with_its_place(
    players: list[dict[str, Any]], top: dict[str, Any], said: str
) -> None:
    """box.cards box.tokens box.skills box.resources"""
    answer = count(*players, **top)

    assert (answer.code, answer.out) == (1, "")
    assert said in " ".join(answer.err.split())


@pytest.mark.parametrize(
    ("players", "missing"),
    [
        ([{"winter": ["Trader"]}], "what Trader scores is not known"),
        ([{"locations": [{"card": "Barn", "resources": {"iron": 1}}]}], "what Barn scores"),
        ([{"panels": [{"card": "Gold Mine"}]}], "the points showing on Gold Mine"),
        ([{"panels": [5]}, {"panels": [5]}], "tied on points; most sheep is not recorded"),
    ],
)
def test_what_nobody_knows_is_unproven(players: list[dict[str, Any]], missing: str) -> None:
    """score.winter score.locations score.panels"""
    answer = count(*players)

    assert answer.code == 3
    assert missing in " ".join(answer.document["unproven"])


@pytest.mark.parametrize(
    ("player", "claimed", "said"),
    [
        (
            {"winter": ["Dairy"], "animals": {"cow": 2}, "tokens": 3},
            [{"card": "Dairy", "pieces": {"cow": 2, "token": 2}, "times": 2}],
            "10 points: no other allocation gives more",
        ),
        (
            {"winter": ["Dairy"], "animals": {"cow": 2}, "tokens": 3},
            [{"card": "dairy", "pieces": {"cow": 1, "token": 1}}],
            "You claimed 5; 10 is possible",
        ),
        (
            {"winter": ["Jeweller", "Goldsmith: 3 per gold"], "resources": {"gold": 2}},
            [
                {"card": "Jeweller", "pieces": {"gold": 2}, "times": 2},
                {"card": "Goldsmith", "pieces": {"gold": 2}, "times": 2},
            ],
            "4 gold are claimed in all; there are 2",
        ),
        (
            {"winter": ["Scholar"], "skills": {"saw": 2, "anvil": 1}},
            [{"card": "Scholar", "pieces": {"saw": 2, "anvil": 1}, "times": 3}],
            "Scholar is claimed 3 times; the pieces given are enough for 2",
        ),
        (
            {"winter": ["Scholar", "Scholar"], "skills": {"saw": 2, "anvil": 1}},
            [
                {"card": "Scholar", "pieces": {"saw": 2}},
                {"card": "Scholar", "pieces": {"anvil": 1}},
            ],
            "9 points: no other allocation gives more",
        ),
        (
            {"winter": ["Sea Breese"], "boats": ["Flipper"]},
            [{"card": "Sea Breese", "pieces": {"itself": 1, "boat": 1}, "times": 2}],
            "8 points: no other allocation gives more",
        ),
        (
            {"locations": [BARN]},
            [{"card": "Barn", "pieces": {"iron": 3}, "times": 3}],
            "Barn scores what lies on it; nothing is allocated to it",
        ),
    ],
)  # fmt: skip
def test_a_claimed_allocation_is_checked_and_compared(
    player: dict[str, Any], claimed: list[dict[str, Any]], said: str
) -> None:
    """winter.allocate faq.allocate-once"""
    answer = count(player | {"claimed": claimed})

    assert answer.code == 0
    assert said in " / ".join(answer.document["players"][0]["notes"])


def test_the_allocation_can_be_claimed_back_word_for_word() -> None:
    """winter.allocate winter.either-or winter.gold-wild"""
    player = {
        "winter": ["Dairy", "Farmyard", "Craftsmen's Guild", "Scholar", "Sea Breese", TRADER],
        "keyples": [RED_COW] * 3 + [{"colour": "blue"}] * 2 + [{"colour": "green"}] * 2,
        "resources": {"gold": 5, "iron": 3, "wood": 2},
        "skills": {"saw": 2},
        "tokens": 2,
        "animals": {"pig": 2},
        "boats": ["Keymelequin", "Mansfield Ark"],
    }
    allocation = count(player).document["players"][0]["allocation"]

    notes = count(player | {"claimed": allocation}).document["players"][0]["notes"]

    assert notes[-1].endswith("points: no other allocation gives more")
    assert len(notes) == 3


def test_a_count_by_questions_takes_sums_and_lines() -> None:
    """score.panels score.winter"""
    lines = ["Ann", "5+12+3", "2", "", "dairy", "", "", "1 red cow", "1 cow", "2 gold", "3"]

    answer = call("key-flow", "score", "--ask", typed="\n".join([*lines, ""]))

    assert answer.code == 0, answer.err
    assert "Total                 34" in answer.out
