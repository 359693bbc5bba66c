"""Positions and claims as an outsider writes them from the description of the formats."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.house.calling import Answer, call, written

START = {"0,0": "grey", "1,0": "brown", "0,1": "brown", "1,1": "grey"}
COTTAGES = [
    {"player": "Ann", "number": 1, "at": [1.5, 0.5]},
    {"player": "Ben", "number": 1, "at": [0.5, -0.5], "house": True},
]
FENCE = {"player": "Ben", "cottage": "Ann 1", "field": [1, 0]}
FULL = {"4": 5, "6": 5, "8": 5, "10": 4, "12": 3}
SHORT = {"4": 4, "6": 4, "8": 4, "10": 3, "12": 2}
CUBES = ["gold", "stained-glass", "ironwork", "basic"]
EVERY_CUBE = {
    "timber": 20, "stone": 20, "food": 15, "water": 15, "wine": 15,
    "ironwork": 10, "stained-glass": 10, "gold": 10,
}  # fmt: skip


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path / "home"))


def counted(folder: Path, *players: dict[str, Any], **top: Any) -> Answer:
    content = {"game": "keythedral", "players": list(players)} | top
    return call("keythedral", "score", written(folder, "final.json", content), "--json")


def has(name: str, tiles: Any, cubes: Any = None, **more: Any) -> dict[str, Any]:
    told = {"name": name, "tiles": tiles} | ({} if cubes is None else {"cubes": cubes})
    return told | more


def test_a_score_has_the_keys_that_are_promised(tmp_path: Path) -> None:
    """score.tiles score.gold score.stained-glass score.ironwork score.basic"""
    answer = counted(
        tmp_path,
        has("Ann", {"4": 2, "12": 1}, {"timber": 3, "gold": 1, "stained-glass": 2, "ironwork": 1}),
        has("Ben", {"6": 3}, cube_points=7),
    )
    assert (answer.code, answer.err) == (0, "")
    document = answer.document
    assert set(document) == {"game", "players", "winners", "decided_by"}
    first, second = document["players"]
    assert set(first) == {"name", "place", "total", "lines", "tiebreaks"}
    assert [set(line) for line in first["lines"]] == [
        {"id", "label", "points", "detail", "rule"}
    ] * 5
    assert {line["id"]: line["points"] for line in first["lines"]} == {
        "tiles": 20, "gold": 4, "stained-glass": 6, "ironwork": 2, "basic": 3,
    }  # fmt: skip
    assert [(line["id"], line["points"]) for line in second["lines"]] == [
        ("tiles", 18),
        ("cubes", 7),
    ]
    assert [(p["name"], p["place"], p["total"]) for p in document["players"]] == [
        ("Ann", 1, 35),
        ("Ben", 2, 25),
    ]
    assert [(t["id"], t["value"]) for t in first["tiebreaks"]] == [("most-tiles", 3)]
    assert (document["winners"], document["decided_by"]) == (["Ann"], "points")


@pytest.mark.parametrize(
    ("players", "places", "winners", "decided"),
    [
        ([{"12": 1}, {"4": 3}], [("Ben", 1), ("Ann", 2)], ["Ben"], "most-tiles"),
        ([{"4": 1}, {"4": 1}], [("Ann", 1), ("Ben", 1)], ["Ann", "Ben"], "shared"),
        (
            [{"12": 1}, {"4": 3}, {"6": 2}, {"8": 1, "4": 1}],
            [("Ben", 1), ("Cy", 2), ("Dee", 2), ("Ann", 4)],
            ["Ben"],
            "most-tiles",
        ),
        (
            [{"6": 2}, {"12": 1}, {"8": 1, "4": 1}],
            [("Ann", 1), ("Cy", 1), ("Ben", 3)],
            ["Ann", "Cy"],
            "shared",
        ),
    ],
)
def test_ties_go_to_the_most_tiles_and_then_are_shared(
    players: Any, places: Any, winners: Any, decided: str, tmp_path: Path
) -> None:
    """score.tie"""
    names = ("Ann", "Ben", "Cy", "Dee")
    answer = counted(tmp_path, *(has(n, t, {}) for n, t in zip(names, players, strict=False)))
    document = answer.document
    assert [(p["name"], p["place"]) for p in document["players"]] == places
    assert (document["winners"], document["decided_by"]) == (winners, decided)


@pytest.mark.parametrize(
    ("top", "tiles", "cubes", "total"),
    [
        ({}, FULL, {}, 166),
        ({}, FULL, EVERY_CUBE, 166 + 175),
        ({"length": "short"}, SHORT, {}, 126),
        ({"length": "Short", "edition": "Pro Ludo"}, SHORT, {"gold": 1}, 130),
        ({"options": {"length": "short"}}, SHORT, {}, 126),
        ({"edition": "rnd"}, {"1": 4, "2": 4, "3": 4, "4": 3, "5": 2}, {}, 46),
        ({"edition": "rnd", "length": "short"}, {"5": 2}, {}, 10),
        ({"edition": "rnd"}, {"1": 1}, {"gold": 10}, 1),
    ],
)
def test_both_editions_and_lengths_add_up(
    top: Any, tiles: Any, cubes: Any, total: int, tmp_path: Path
) -> None:
    """setup.full setup.short score.tiles score.cubes"""
    answer = counted(tmp_path, has("Ann", tiles, cubes), has("Ben", {}, {}), **top)
    assert answer.code == 0
    assert answer.document["players"][0]["total"] == total
    ids = [line["id"] for line in answer.document["players"][0]["lines"]]
    assert ids == ["tiles", *([] if top.get("edition") == "rnd" else CUBES)]


@pytest.mark.parametrize(
    ("ann", "top", "words"),
    [
        (has("Ann", {"4": 6}, {}), {}, ("6 tiles of 4", "has 5")),
        (has("Ann", {"4": 5}, {}), {"length": "short"}, ("5 tiles of 4", "has 4")),
        (has("Ann", {"12": 4}, {}), {}, ("4 tiles of 12", "has 3")),
        (has("Ann", {"1": 5}, {}), {"edition": "rnd"}, ("5 tiles of 1", "has 4")),
        (has("Ann", {"4": 3, "04": 3}, {}), {}, ("players[0].tiles", "given twice")),
        (has("Ann", {"5": 1}, {}), {}, ("worth 5", "4, 6, 8, 10 and 12")),
        (has("Ann", {"12": 1}, {}), {"edition": "rnd"}, ("worth 12", "1, 2, 3, 4 and 5")),
        (has("Ann", {"4": 1.5}, {}), {}, ("players[0].tiles", "1.5")),
        (has("Ann", {"4": "1"}, {}), {}, ("players[0].tiles", "'1'")),
        (has("Ann", [4, 4], {}), {}, ("players[0].tiles",)),
        (has("Ann", {}, {"gold": 11}), {}, ("11 gold", "has 10")),
        (has("Ann", {}, {"timber": 21}), {}, ("21 timber", "has 20")),
        (has("Ann", {}, {"timber": -1}), {}, ("timber", "-1")),
        (has("Ann", {}, {"silver": 1}), {}, ("silver", "stained-glass")),
        (has("Ann", {}, {"gold": 1}, cube_points=5), {}, ("5", "worth 4")),
        (has("Ann", {}, cube_points=176), {}, ("176", "175")),
        (has("Ann", {}, {}, hat=1), {}, ("players[0].hat",)),
        (has("Ann", {}, {}), {"hat": 1}, ("hat",)),
        (has("Ann", {}, {}), {"edition": "klaus"}, ("klaus", "pro-ludo")),
        (has("Ann", {}, {}), {"options": {"lenght": "short"}}, ("options.lenght", "length")),
        (has("Ann", {}, {}), {"readings": {"law.ends": "maybe"}}, ("law.ends", "own, phase")),
        (has("Ann", {}, {}), {"game": "keyper"}, ("keyper", "keythedral")),
        (has("ben", {}, {}), {}, ("two players",)),
    ],
)
def test_what_cannot_be_is_refused_with_both_numbers(
    ann: Any, top: Any, words: tuple[str, ...], tmp_path: Path
) -> None:
    """box.tiles box.crafts box.resources"""
    answer = counted(tmp_path, ann, has("Ben", {}, {}), **top)
    assert (answer.code, answer.out) == (1, "")
    told = " ".join(answer.err.split())
    assert all(word in told for word in words), told


def test_what_nobody_told_is_unproven(tmp_path: Path) -> None:
    """score.tiles score.cubes"""
    answer = counted(tmp_path, {"name": "Ann"}, has("Ben", {"4": 1}, {}))
    assert answer.code == 3
    assert answer.document["winners"] == []
    assert len(answer.document["unproven"]) == 2


# What each claim is judged to be: fields, what the position adds, ruling, rules cited.
ANN = {"name": "Ann"}
CLAIMS: list[tuple[str, dict[str, Any], dict[str, Any], str, list[str]]] = [
    ("field", {"colour": "red", "at": [2, 0]}, {"fields": START}, "legal", []),
    ("field", {"colour": "Red", "at": [3, 0]}, {"fields": START, "cottages": []},
     "illegal", ["field.touch"]),
    ("field", {"colour": "red", "at": [3, 0]}, {"fields": START}, "unproven", ["field.touch"]),
    ("field", {"colour": "red", "at": [2, 2]},
     {"fields": START, "cottages": [{"player": "Ben", "number": 2, "at": [1.5, 1.5]}]},
     "legal", []),
    ("field", {"colour": "red", "at": [0, 0]}, {"fields": START}, "illegal", ["field.free"]),
    ("field", {"colour": "red", "at": [1.5, 0.5]}, {"fields": START}, "illegal", ["field.free"]),
    ("cottage", {"number": 2, "at": [1.5, 0.5]}, {"fields": START, "cottages": []}, "legal", []),
    ("cottage", {"number": 2, "at": [1.5, 0.5]},
     {"fields": START, "cottages": [], "keythedral": [1.5, 0.5]}, "illegal", ["cottage.free"]),
    ("cottage", {"number": 2, "at": [0.5, 0.5]},
     {"fields": START, "cottages": [], "keythedral": [0.5, 0.5]}, "illegal", ["cottage.free"]),
    ("cottage", {"number": 2, "at": [1.5, 0.5]}, {"fields": START, "cottages": COTTAGES},
     "illegal", ["cottage.free"]),
    ("cottage", {"number": 2, "at": [2.5, 0.5]}, {"fields": START, "cottages": []},
     "illegal", ["cottage.diagonal"]),
    ("worker", {"number": 1, "at": [1, 0]}, {"fields": START, "cottages": COTTAGES}, "legal", []),
    ("worker", {"number": 1, "at": [0, 0]}, {"fields": START, "cottages": COTTAGES},
     "illegal", ["worker.adjacent"]),
    ("worker", {"number": 1, "at": [1, 0]},
     {"fields": START, "cottages": COTTAGES, "fences": [FENCE]}, "illegal", ["worker.fence"]),
    ("worker", {"number": 1, "at": [1, 0]},
     {"fields": START, "cottages": COTTAGES, "workers": [{"player": "Ben", "at": [1, 0]}]},
     "illegal", ["worker.empty"]),
    ("fence", {"cottage": "Ann 1", "field": [1, 1]},
     {"cubes": {"timber": 1}, "fields": START, "cottages": COTTAGES, "fences": [FENCE]},
     "legal", []),
    ("fence", {"cottage": "ann 1", "field": [1, 1]},
     {"cubes": {}, "fields": START, "cottages": COTTAGES}, "illegal", ["fence.cost"]),
    ("fence", {"cottage": "Ann 1", "field": [1, 1]}, {"fields": START, "cottages": COTTAGES},
     "unproven", ["fence.cost"]),
    ("remove-fence", {"cottage": "Ann 1", "field": [1, 0]},
     {"cubes": {"wine": 1}, "fields": START, "cottages": COTTAGES, "fences": [FENCE]},
     "illegal", ["fence.remove"]),
    ("house", {"number": 1}, {"cubes": {"timber": 1, "stone": 1}}, "legal", []),
    ("house", {"number": 1}, {"cubes": {"timber": 2}}, "illegal", ["house.cost"]),
    ("buy", {"tile": 8, "cost": {"food": 2}}, {"cubes": {"food": 2}}, "legal", []),
    ("buy", {"tile": "8", "cost": "2 food", "pay": "2 food 1 wine"},
     {"cubes": {"food": 2, "wine": 1}}, "illegal", ["buy.exact"]),
    ("buy", {"tile": "8"}, {"cubes": {"food": 2}}, "unproven", ["buy.exact"]),
    ("buy", {"tile": "6a"},
     {"cubes": {"food": 2}, "on_mat": [{"tile": "4a"}, {"tile": "6a", "cost": {"food": 2}}]},
     "illegal", ["buy.bottom-row"]),
    ("craft", {"cube": "glass", "pay": "2 red 1 brown"}, {"cubes": {"wine": 2, "timber": 1}},
     "legal", []),
    ("craft", {"cube": "ironwork", "pay": {"wine": 3}}, {"cubes": {"wine": 3}},
     "illegal", ["craft.price"]),
    ("craft", {"cube": "gold", "pay": {"wine": 4}},
     {"cubes": {"wine": 4}, "mat": {"gold": 0}, "spent": {"gold": 1}}, "legal", []),
    ("craft", {"cube": "gold", "pay": {"wine": 4}}, {"cubes": {"wine": 4}, "mat": {"gold": 0}},
     "illegal", ["craft.empty"]),
    ("trade", {"get": "brown", "give": "2 wine"}, {"cubes": {"wine": 2}}, "legal", []),
    ("trade", {"get": "gold", "give": {"wine": 2}}, {"cubes": {"wine": 2}},
     "illegal", ["trade.basic"]),
    ("trade", {"get": "stone", "give": {"wine": 1}}, {"cubes": {"wine": 2}},
     "illegal", ["trade.two"]),
    ("law", {"pay": "gold"}, {"cubes": {"gold": 1}, "laws_on_offer": 0},
     "illegal", ["law.space"]),
    ("bid", {"amount": 3}, {"cubes": {"wine": 3}, "auction": {"holder": "Ben", "bid": 2}},
     "legal", []),
    ("bid", {"amount": 2}, {"cubes": {"wine": 3}, "auction": {"holder": "Ben", "bid": 2}},
     "illegal", ["auction.raise"]),
    ("bid", {"amount": 2}, {"cubes": {"wine": 3}}, "unproven", ["auction.raise"]),
    ("match", {}, {"cubes": {"wine": 3}, "auction": {"holder": "Ann", "bid": 3}}, "legal", []),
    ("match", {}, {"cubes": {"wine": 3}, "auction": {"holder": "Ben", "bid": 3}},
     "illegal", ["auction.match"]),
    ("match", {}, {"cubes": {"wine": 3}}, "unproven", ["auction.match"]),
]  # fmt: skip


@pytest.mark.parametrize("way", ["fields", "move"])
@pytest.mark.parametrize(("kind", "fields", "more", "ruling", "rules"), CLAIMS)
def test_a_claim_is_judged(
    kind: str,
    fields: dict[str, Any],
    more: dict[str, Any],
    ruling: str,
    rules: list[str],
    way: str,
    tmp_path: Path,
) -> None:
    """field.touch cottage.diagonal worker.adjacent fence.cost buy.exact craft.price trade.two"""
    rest = {key: value for key, value in more.items() if key != "cubes"}
    ann = ANN | ({"cubes": more["cubes"]} if "cubes" in more else {})
    content = {"game": "keythedral", "players": [ann, {"name": "Ben"}]} | rest
    answer = _claim(kind, fields, written(tmp_path, "table.json", content), way)
    assert answer.code == {"legal": 0, "illegal": 1, "unproven": 3}[ruling], answer.err
    assert answer.err == ""
    document = answer.document
    assert set(document) == {"game", "move", "ruling", "reasons", "effects"}
    assert (document["move"]["kind"], document["move"]["player"]) == (kind, "Ann")
    assert (document["ruling"], [r["rule"] for r in document["reasons"]]) == (ruling, rules)
    for reason in document["reasons"]:
        assert set(reason) == {"rule", "text", "ruling", "heading", "contested"}
        assert reason["heading"]


def _claim(kind: str, fields: dict[str, Any], position: str, way: str) -> Answer:
    import json

    about = ("--position", position, "--json")
    if way == "move":
        move = json.dumps({"kind": kind, "player": "ann"} | fields)
        return call("keythedral", "validate", "--move", move, *about)
    words = [f"{name}={_typed(value)}" for name, value in fields.items()]
    return call("keythedral", "validate", kind, "player=Ann", *words, *about)


def _typed(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{count} {kind}" for kind, count in value.items())
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def test_the_other_reading_changes_the_ruling(tmp_path: Path) -> None:
    """field.touch fence.full"""
    beside = [{"player": "Ben", "number": 2, "at": [1.5, 1.5]}]
    content = {
        "game": "keythedral", "players": [ANN, {"name": "Ben"}], "fields": START,
        "cottages": beside, "readings": {"field.touch": "field-only"},
    }  # fmt: skip
    field = {"colour": "red", "at": [2, 2]}
    answer = _claim("field", field, written(tmp_path, "a.json", content), "move")
    assert answer.document["reasons"][0]["contested"] is True
    assert answer.code == 1
    closed = [FENCE, FENCE | {"field": [1, 1]}]
    table = {
        "game": "keythedral", "players": [{"name": "Ben"}, ANN], "fields": START,
        "cottages": COTTAGES, "fences": closed,
    }  # fmt: skip
    for readings, code in (({}, 1), ({"fence.full": "builder"}, 0)):
        position = written(tmp_path, "b.json", table | {"readings": readings})
        move = ("reposition", "player=Ben", "at=-0.5,0.5")
        assert call("keythedral", "validate", *move, "--position", position).code == code


@pytest.mark.parametrize(("count", "bag"), [(2, 10), (3, 15), (4, 20), (5, 25)])
def test_a_setup_has_the_keys_that_are_promised(count: int, bag: int) -> None:
    """setup.bag marker.fewer"""
    names = ("Ann", "Zoë O'Brien", "李明", "Dee", "Eve")[:count]
    answer = call("keythedral", "setup", *names, "--seed", "amber", "--json")
    assert answer.code == 0
    document = answer.document
    assert {"game", "seed", "players", "options", "readings", "steps", "table"} <= set(document)
    table = document["table"]
    assert set(table) == {
        "rows", "tiles", "tile_points", "bag", "bag_by_colour", "start_fields", "first",
        "marker_order",
    }  # fmt: skip
    assert (table["bag"], sum(table["bag_by_colour"].values())) == (bag, bag)
    assert (table["rows"], table["tiles"], table["tile_points"]) == (FULL, 22, 166)
    start = names.index(table["first"])
    assert table["marker_order"] == [names[(start + n) % count] for n in range(5)]


@pytest.mark.parametrize(
    ("options", "tiles", "points"),
    [
        (("--length", "short"), 17, 126),
        (("--edition", "rnd"), 17, 46),
        (("--edition", "rnd", "--length", "short"), 17, 46),
        (("--strategic",), 22, 166),
    ],
)
def test_editions_and_lengths_of_a_setup(options: tuple[str, ...], tiles: int, points: int) -> None:
    """setup.short setup.full"""
    table = call("keythedral", "setup", "Ann", "Ben", *options, "--json").document["table"]
    assert (table["tiles"], table["tile_points"]) == (tiles, points)


def test_afford_answers_as_the_storyboard_says() -> None:
    """craft.price buy.exact"""
    asked = ("--cost", "2 food + 1 ironwork", "--have", "3 timber 2 food 1 wine")
    answer = call("keythedral", "afford", "8", *asked)
    assert answer.code == 0
    told = " ".join(answer.out.split())
    assert told.startswith(
        "Yes, in 2 actions: buy ironwork for 2 of your 4 spare cubes, then the tile"
    )
    assert "Leaves 2 cubes" in told
    assert "Each action is a turn: somebody may take the tile first" in told
    poor = call("keythedral", "afford", "8", *asked[:2], "--have", "2 food 1 wine", "--json")
    assert (poor.code, poor.document["affordable"], poor.document["short"]) == (1, False, 1)
