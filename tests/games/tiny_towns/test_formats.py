"""The documented formats to the letter: whole boards counted by hand, ties, and bad files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.house.calling import Answer, call, written


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path / "home"))


def rows(*lines: str) -> list[list[str | None]]:
    """Four rows as a file has them: names parted by `|`, nothing for an empty square."""
    return [[cell.strip() or None for cell in line.split("|")] for line in lines]


def score(tmp_path: Path, *players: dict[str, Any], **top: Any) -> Answer:
    content = {"game": "tiny-towns", "players": list(players)} | top
    return call("tiny-towns", "score", written(tmp_path, "p.json", content), "--json")


def full(item: str, *first: str | None) -> list[list[str | None]]:
    """A board of one building, with others on its first squares."""
    flat = [*first, *[item] * (16 - len(first))]
    return [flat[start : start + 4] for start in range(0, 16, 4)]


FIRST_GAME = rows(
    "Cottage | Well | Cottage | Tavern",
    "Farm | Chapel | Theater | Tavern",
    "Cottage | Cottage | Cottage | Factory",
    "Well | wood | | Barrett Castle",
)
MARKET_DAY = rows(
    "Market | Market | Orchard | Cottage",
    "Fountain | Fountain | Temple | Cottage",
    "Almshouse | Mandras Palace | Cottage | Bank",
    "Market | Almshouse | | Bank",
)
FEAST = rows(
    "Cottage | Granary | Millstone | Abbey",
    "Cottage | Tailor | Tailor | Feast Hall",
    "Feast Hall | Warehouse | Cathedral of Caterina | Cottage",
    " | | stone | Abbey",
)
FOREST = rows(
    "Cloister | Cottage | Cottage | Cloister",
    "Cottage | Greenhouse | Bakery | Trading Post",
    "Shed | Silva Forum | Inn | Shed",
    "Cloister | Inn | Shed | Cottage",
)
# Every number below was worked out on paper from the cards, before the program saw the board.
BY_HAND: list[tuple[str, dict[str, Any], dict[str, int], int]] = [
    (
        # The Farm feeds the Castle (5 + 2 for the Chapel) and three of five Cottages.
        "first game",
        {"board": FIRST_GAME},
        {"cottage": 9, "farm": 0, "well": 3, "chapel": 5, "tavern": 5, "theater": 4, "factory": 0,
         "barrett-castle": 5, "empty": -2},
        29,
    ),
    (
        # d1 and c3 stand in the Orchard's lines, d2 does not; so the Temple has one fed.
        "market day",
        {"board": MARKET_DAY, "stored": {"d3": ["wood"], "d4": ["glass"]}},
        {"cottage": 6, "orchard": 0, "fountain": 4, "temple": 0, "almshouse": 5, "market": 6,
         "bank": 8, "mandras-palace": 6, "empty": -1},
        34,
    ),
    (
        # The Granary reaches a1 and a2 but not d3; d1 is next to a Feast Hall, d4 to none.
        "feast",
        {"board": FEAST, "stored": {"b3": ["wood", "glass"]}, "neighbour_greens": 1},
        {"cottage": 6, "granary": 0, "millstone": 2, "abbey": 3, "feast-hall": 6, "tailor": 6,
         "warehouse": -2, "cathedral-of-caterina": 2, "empty": 0},
        23,
    ),
    (
        # The Greenhouse takes b1 c1, which is also the largest group for the Forum.
        "forest",
        {"board": FOREST, "coins": 3},
        {"cottage": 6, "greenhouse": 0, "shed": 3, "cloister": 9, "inn": 6, "bakery": 3,
         "trading-post": 1, "silva-forum": 3, "empty": 0, "coins": 3},
        34,
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("known", "lines", "total"), [case[1:] for case in BY_HAND], ids=[case[0] for case in BY_HAND]
)
def test_whole_boards_counted_by_hand(
    tmp_path: Path, known: dict[str, Any], lines: dict[str, int], total: int
) -> None:
    """score.building score.monument"""
    answer = score(tmp_path, {"name": "Ann"} | known)
    assert (answer.code, answer.err) == (0, "")
    document = answer.document
    assert list(document) == ["game", "players", "winners", "decided_by"]
    (ann,) = document["players"]
    assert list(ann)[:5] == ["name", "place", "total", "lines", "tiebreaks"]
    assert {line["id"]: line["points"] for line in ann["lines"]} == lines
    assert all({"id", "label", "points", "detail", "rule"} <= set(line) for line in ann["lines"])
    assert (ann["total"], ann["place"], document["winners"]) == (total, 1, ["Ann"])


def monument(name: str, **known: Any) -> dict[str, Any]:
    """A town of fifteen Factories, which score nothing, and one monument on a1."""
    return {"name": "Ann", "board": full("Factory", name)} | known


@pytest.mark.parametrize(
    ("player", "line", "points"),
    [
        (monument("Architects Guild"), "architects-guild", 1),
        (monument("archive of the second age"), "archive-of-the-second-age", 1),
        (monument("BARRETT CASTLE"), "barrett-castle", 0),
        (monument("Fort-Ironweed"), "fort-ironweed", 7),
        (monument("Grand Mausoleum of the Rodina"), "grand-mausoleum-of-the-rodina", 0),
        (monument("Grove University"), "grove-university", 3),
        (monument("Mandras Palace"), "mandras-palace", 2),
        (monument("Obelisk of the Crescent"), "obelisk-of-the-crescent", 0),
        (monument("Opaleyes Watch"), "opaleyes-watch", 0),
        (monument("Shrine of the Elder Tree", shrine_count=5), "shrine-of-the-elder-tree", 5),
        (monument("Shrine of the Elder Tree", shrine_count=6), "shrine-of-the-elder-tree", 8),
        (monument("Silva Forum"), "silva-forum", 16),
        (monument("Sky Baths"), "sky-baths", 12),
        (monument("the starloom", finish_place=1), "starloom", 6),
        (monument("Starloom", finish_place=3), "starloom", 2),
        (monument("Starloom", finish_place=4), "starloom", 0),
        (monument("Statue of the Bondmaker"), "statue-of-the-bondmaker", 0),
    ],
)
def test_every_monument_among_factories(
    tmp_path: Path, player: dict[str, Any], line: str, points: int
) -> None:
    """score.monument"""
    document = score(tmp_path, player).document
    (ann,) = document["players"]
    assert {each["id"]: each["points"] for each in ann["lines"]} == {
        "factory": 0,
        line: points,
        "empty": 0,
    }
    assert ann["total"] == points


@pytest.mark.parametrize(
    ("left_out", "monument_name"),
    [("shrine_count", "Shrine of the Elder Tree"), ("finish_place", "The Starloom")],
)
def test_what_a_monument_needs_is_asked_for(
    tmp_path: Path, left_out: str, monument_name: str
) -> None:
    """score.shrine-of-the-elder-tree score.starloom"""
    answer = score(tmp_path, monument(monument_name))
    assert answer.code == 3
    assert left_out in answer.out + answer.err


def test_the_feast_hall_looks_at_the_player_before_in_the_list(tmp_path: Path) -> None:
    """score.feast-hall"""
    two, one = full("Factory", "Feast Hall", "Feast Hall"), full("Factory", "Feast Hall")
    none = full("Factory")
    towns = ({"name": name, "board": b} for name, b in [("Ann", two), ("Ben", one), ("Cy", none)])
    document = score(tmp_path, *towns).document
    points = {p["name"]: p["total"] for p in document["players"]}
    # Ann looks at Cy (2 > 0), Ben at Ann (1 < 2), Cy has none.
    assert points == {"Ann": 6, "Ben": 2, "Cy": 0}
    tied = score(tmp_path, {"name": "Ann", "board": one}, {"name": "Ben", "board": one}).document
    assert [p["total"] for p in tied["players"]] == [2, 2]


# Ties, one step after the other


def pair(ann: Any, ben: Any, **both: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    return {"name": "Ann", "board": ann} | both, {"name": "Ben", "board": ben} | both


CATHEDRAL = full("Farm", "Cathedral of Caterina", *[None] * 15)  # 2 points, 15 empty squares
FORT = full("Farm", "Fort Ironweed", *[None] * 5)  # 7 - 5 = 2 points, 5 empty squares


@pytest.mark.parametrize(
    ("players", "winners", "decided_by"),
    [
        (pair(full("Farm"), full("Farm", None), master_builder_turns=4), ["Ann"], "points"),
        (
            ({"name": "Ann", "board": full("Farm"), "master_builder_turns": 4},
             {"name": "Ben", "board": full("Farm"), "master_builder_turns": 3}),
            ["Ben"], "fewest-turns",
        ),
        (pair(CATHEDRAL, FORT, master_builder_turns=4), ["Ben"], "fewest-empty"),
        (pair(full("Cottage"), full("Farm"), master_builder_turns=4), ["Ann"], "most-cottages"),
        (pair(full("Farm"), full("Farm"), master_builder_turns=4), ["Ann", "Ben"], "shared"),
    ],
    ids=["points", "turns", "empty", "cottages", "shared"],
)  # fmt: skip
def test_ties_are_broken_in_the_manuals_order(
    tmp_path: Path, players: Any, winners: list[str], decided_by: str
) -> None:
    """tie.turns tie.empty tie.cottages tie.shared"""
    answer = score(tmp_path, *players)
    assert answer.code == 0
    assert (answer.document["winners"], answer.document["decided_by"]) == (winners, decided_by)
    for player in answer.document["players"]:
        assert [t["id"] for t in player["tiebreaks"]] == [
            "fewest-turns",
            "fewest-empty",
            "most-cottages",
        ]


def test_turns_beat_empty_squares_and_empty_squares_beat_cottages(tmp_path: Path) -> None:
    """tie.turns tie.empty"""
    ann, ben = pair(CATHEDRAL, FORT)
    turns = score(
        tmp_path, ann | {"master_builder_turns": 1}, ben | {"master_builder_turns": 2}
    ).document
    assert (turns["winners"], turns["decided_by"]) == (["Ann"], "fewest-turns")


def test_the_castle_in_the_tie_break_is_a_reading(tmp_path: Path) -> None:
    """tie.castle"""
    players = pair(full("Factory", "Barrett Castle"), full("Factory", "Cottage"),
                   master_builder_turns=2)  # fmt: skip
    plain = score(tmp_path, *players).document
    assert (plain["winners"], plain["decided_by"]) == (["Ben"], "most-cottages")
    two = score(tmp_path, *players, readings={"tie.castle": "two"}).document
    assert (two["winners"], two["decided_by"]) == (["Ann"], "most-cottages")


def test_in_town_hall_nobody_has_turns(tmp_path: Path) -> None:
    """tie.turns"""
    players = pair(CATHEDRAL, FORT)
    document = score(tmp_path, *players, options={"variant": "town-hall"}).document
    assert (document["winners"], document["decided_by"]) == (["Ben"], "fewest-empty")


# Files as people send them


def test_the_shortest_file(tmp_path: Path) -> None:
    """score.empty"""
    answer = score(tmp_path, {"name": "Ann", "board": [[None] * 4] * 4})
    assert answer.code == 0
    assert answer.document["players"][0]["total"] == -16
    assert [line["id"] for line in answer.document["players"][0]["lines"]] == ["empty"]


def test_stdin_and_loose_names(tmp_path: Path) -> None:
    """score.theater"""
    content = (
        '{"game": "Tiny Towns", "cards": ["THEATRE", "feast-hall", "the inn"], "players": '
        '[{"name": "Zoë O\'Brien", "board": [["theatre", null, null, null]'
        + ", [null, null, null, null]" * 3
        + "]}]}"
    )
    answer = call("tiny-towns", "score", "-", "--json", typed=content.replace(', "the inn"', ""))
    assert answer.code == 0
    assert answer.document["game"] == "tiny-towns"
    assert answer.document["players"][0]["lines"][0]["id"] == "theater"
    two_green = call("tiny-towns", "score", "-", "--json", typed=content)
    assert (two_green.code, two_green.out) == (1, "")
    assert "both green" in two_green.err


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": "keyper"}, "keyper"),
        ({"towns": []}, "towns"),
        ({"players": []}, "players"),
        ({"players": [{"name": "Ann"}]}, "board"),
        ({"players": [{"board": [[None] * 4] * 4}]}, "name"),
        ({"players": [{"name": "Ann", "board": [[None] * 4] * 5}]}, "5"),
        ({"players": [{"name": "Ann", "board": full("Chapl")}]}, "did you mean Chapel"),
        ({"players": [{"name": "Ann", "board": full("Farm"), "coins": -1}]}, "coins"),
        ({"players": [{"name": "Ann", "board": full("Farm"), "coins": "two"}]}, "coins"),
        ({"players": [{"name": "Ann", "board": full("Farm"), "finish_place": 7}]}, "finish_place"),
        ({"players": [{"name": "Ann", "board": full("Farm"), "shrine_count": 17}]}, "shrine_count"),
        ({"players": [{"name": "Ann", "board": full("Farm"), "wood": 3}]}, "wood"),
        ({"players": [{"name": "Ann", "board": full("Inn", "Tavern")}]}, "both green"),
        ({"players": [{"name": "Ann", "board": full("Farm", "Starloom", "Starloom")}]}, "has one"),
        (
            {"players": [{"name": "Ann", "board": full("Farm", "Starloom")},
                         {"name": "Ben", "board": full("Farm", "Starloom")}]},
            "there is one",
        ),
        (
            {"players": [{"name": "Ann", "board": full("Farm")},
                         {"name": "ANN", "board": full("Farm")}]},
            "Two players",
        ),
        (
            {"players": [{"name": "Ann", "board": full("Warehouse"),
                          "stored": {"a1": ["wood"] * 4}}]},
            "holds 3 at most; 4 are given",
        ),
        (
            {"players": [{"name": "Ann", "board": full("Farm"), "stored": {"a1": ["wood"]}}]},
            "stores no cubes",
        ),
        (
            {"players": [{"name": "Ann", "board": full("Bank"),
                          "stored": {"a1": ["wood"], "b1": ["wood"]}}]},
            "holds wood already",
        ),
        ({"cards": ["Farm"], "players": [{"name": "A", "board": full("Orchard")}]}, "not in play"),
        ({"readings": {"tie.castle": "three"}}, "three"),
        ({"readings": {"tie.dice": "two"}}, "tie.dice"),
        ({"options": {"variant": "duel"}}, "variant"),
    ],
)  # fmt: skip
def test_a_bad_file_is_refused_with_the_place(
    tmp_path: Path, change: dict[str, Any], words: str
) -> None:
    """score.building"""
    content = {"players": [{"name": "Ann", "board": full("Farm")}]} | change
    players = content.pop("players")
    answer = score(tmp_path, *players, **content)
    assert (answer.code, answer.out) == (1, "")
    assert words in answer.err
    assert "Traceback" not in answer.err
