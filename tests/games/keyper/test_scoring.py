"""The final count from a position: every sentence of the scoring rules."""

from __future__ import annotations

from typing import Any

import pytest

from keyhelper.engine import catalogue
from keyhelper.engine.scoring import ScoreSheet, standings
from keyhelper.games.keyper.counting import COUNTING
from keyhelper.games.keyper.scoring import LADDER


def player(name: str = "Ann", **given: Any) -> dict[str, Any]:
    whole: dict[str, Any] = {
        "name": name,
        "shipping": 0,
        "tiles": [],
        "fairs": [],
        "resources": {},
        "animals": {},
        "keyples": {},
    }
    return whole | given


def sheets(*players: dict[str, Any], **more: Any) -> tuple[ScoreSheet, ...]:
    content = {"game": "keyper", "players": list(players), **more}
    position = COUNTING.position.model_validate(content)
    return COUNTING.score(COUNTING.from_position(position))


def points(line: str, *players: dict[str, Any], **more: Any) -> int | None:
    sheet = sheets(*players, **more)[0]
    return next(entry.points for entry in sheet.lines if entry.id == line)


def tiles(*scores: str | int, **given: Any) -> dict[str, Any]:
    entries = [
        {"name": f"T{number}"} | ({"points": s} if isinstance(s, int) else {"scores": s})
        for number, s in enumerate(scores, start=1)
    ]
    return player(tiles=entries, **given)


def test_shipping_tiles_and_fairs_make_the_total() -> None:
    """goal.points score.shipping score.tiles score.fairs"""
    sheet = sheets(tiles(5, "2 per sheep", shipping=12, animals={"sheep": 3},
                         fairs=[{"season": "spring", "points": 3},
                                {"season": "winter", "points": 6}]))[0]  # fmt: skip
    assert [(line.id, line.points) for line in sheet.lines] == [
        ("shipping", 12),
        ("tiles", 11),
        ("fairs", 9),
    ]
    assert sheet.total == 32
    assert "T2: 6 (3 x 2: 3 sheep)" in sheet.lines[1].detail
    assert sheet.lines[1].detail.endswith("no other allocation gives more")


def test_a_tile_may_have_points_and_a_condition() -> None:
    """score.tiles"""
    entry = {"name": "Inn", "points": 3, "scores": "2 per gold"}
    assert points("tiles", player(tiles=[entry], resources={"gold": 2})) == 7


def test_a_piece_scores_once() -> None:
    """score.once"""
    ann = tiles("2 per sheep", "3 per sheep", animals={"sheep": 2})
    assert points("tiles", ann) == 6
    mixed = tiles("5 per sheep + pig", "3 per sheep", animals={"sheep": 2, "pig": 1})
    assert points("tiles", mixed) == 8


def test_first_come_first_served_would_lose_points() -> None:
    """score.once"""
    ann = tiles("2 per raw", "3 per clay", resources={"clay": 1, "logs": 1})
    assert points("tiles", ann) == 5
    given = {use["card"]: use["pieces"] for use in sheets(ann)[0].allocation or ()}
    assert given == {"T1": {"logs": 1}, "T2": {"clay": 1}}


def test_a_building_scores_pieces_four_times_at_most() -> None:
    """score.cap"""
    assert points("tiles", tiles("2 per sheep", animals={"sheep": 4})) == 8
    assert points("tiles", tiles("2 per sheep", animals={"sheep": 7})) == 8
    assert points("tiles", tiles("1 per keyple", keyples={"white": 6})) == 4
    assert points("tiles", tiles("2 per sheep", "1 per animal", animals={"sheep": 7})) == 11
    assert points("tiles", tiles("2 per sheep, at most 2", animals={"sheep": 7})) == 4


def test_counting_buildings_is_not_capped_and_not_used_up() -> None:
    """score.counted score.cap"""
    ann = tiles("1 per building", "2 per building", counted={"building": 7})
    assert points("tiles", ann) == 21
    assert points("tiles", tiles("2 per rivers", counted={"River": 5})) == 10
    assert points("tiles", tiles("2 per stone wall", counted={"stone wall": 5})) == 10
    both = tiles("1 per building + sheep", counted={"building": 9}, animals={"sheep": 9})
    assert points("tiles", both) == 4


def test_a_counter_may_count_itself() -> None:
    """score.counted"""
    assert points("tiles", tiles("2 per building, itself counts", counted={"building": 3})) == 8


def test_overbuilt_tiles_score_nothing() -> None:
    """score.overbuilt"""
    entries = [
        {"name": "Old", "points": 9, "overbuilt": True},
        {"name": "Older", "scores": "5 per sheep", "overbuilt": True},
        {"name": "New", "points": 2},
    ]
    ann = player(tiles=entries, animals={"sheep": 2})
    assert points("tiles", ann) == 2
    assert "Old: 0, overbuilt" in sheets(ann)[0].lines[1].detail


@pytest.mark.parametrize(
    ("scores", "resources", "expected"),
    [
        ("2 per raw", {"clay": 1, "wheat": 1}, 4),
        ("2 per white raw", {"clay": 1, "wheat": 1}, 4),
        ("2 per finished", {"bricks": 1, "wheat": 1}, 4),
        ("2 per clay", {"clay": 1, "wheat": 1}, 2),
        ("2 per clay or logs or rocks", {"clay": 1, "wheat": 1}, 2),
        ("2 per gem", {"ruby": 1, "wheat": 1}, 2),
        ("2 per wheat", {"wheat": 2}, 4),
        ("2 per raw + finished", {"clay": 1, "wheat": 1}, 2),
        ("3 per raw of one kind", {"clay": 1, "wheat": 3}, 3),
        ("1 per resource", {"clay": 1, "ruby": 1, "wheat": 1}, 3),
    ],
)
def test_wheat_stands_in_for_white_goods_only(
    scores: str, resources: dict[str, int], expected: int
) -> None:
    """wheat.white wheat.never"""
    assert points("tiles", tiles(scores, resources=resources)) == expected


def test_wheat_goes_where_it_helps_most() -> None:
    """wheat.white score.once"""
    ann = tiles("2 per raw", "5 per finished", "3 per wheat", resources={"wheat": 2, "clay": 1})
    assert points("tiles", ann) == 12
    given = {use["card"]: use["pieces"] for use in sheets(ann)[0].allocation or ()}
    assert given["T2"] == {"wheat as white finished": 2}


def test_white_keyples_score_as_white_unless_the_table_says_any() -> None:
    """score.white"""
    ann = tiles("2 per black keyple", keyples={"white": 2, "black": 1})
    assert points("tiles", ann) == 2
    assert points("tiles", ann, readings={"score.white": "any"}) == 6
    assert points("tiles", tiles("2 per miner", keyples={"black": 1})) == 2


def test_fairs_of_all_seasons_add_up() -> None:
    """score.fairs fairs.winter"""
    fairs = [
        {"season": "spring", "points": 3},
        {"season": "summer", "points": 5},
        {"season": "summer", "points": 4},
        {"season": "autumn", "points": 6},
        {"season": "winter", "points": 6},
        {"season": "winter", "points": 4},
    ]
    assert points("fairs", player(fairs=fairs)) == 28


def test_a_claim_is_compared_with_the_best() -> None:
    claim = [{"card": "T1", "pieces": {"clay": 1}, "times": 1}]
    ann = tiles("2 per raw", "3 per clay", resources={"clay": 1, "logs": 1}, claimed=claim)
    notes = sheets(ann)[0].notes
    assert len(notes) == 1
    assert notes[0].startswith("You claimed 2; 5 is possible")
    twice = [{"card": card, "pieces": {"Clay": 1}} for card in ("T1", "T2")]
    over = sheets(ann | {"claimed": twice})[0].notes
    assert "2 clay are claimed in all; there are 1" in over[0]


def test_an_allocation_can_be_handed_back_as_a_claim() -> None:
    ann = tiles("2 per raw", "3 per clay", resources={"clay": 1, "wheat": 2})
    sheet = sheets(ann)[0]
    again = sheets(ann | {"claimed": list(sheet.allocation or ())})[0]
    assert again.notes == (f"{sheet.lines[1].points} points: no other allocation gives more",)


def test_the_ladder_has_twelve_steps_in_the_manuals_order() -> None:
    """tie.order"""
    assert [step for step, _, _ in LADDER] == [
        "gems", "finished", "wheat", "raw", "deer", "boar",
        "goat", "chicken", "horse", "cow", "pig", "sheep",
    ]  # fmt: skip


@pytest.mark.parametrize("place", range(12))
def test_each_step_of_the_ladder_decides(place: int) -> None:
    """tie.order"""
    step, _, kinds = LADDER[place]
    later = {kind: 3 for _, _, more in LADDER[place + 1 :] for kind in more}
    ben = player(
        "Ben",
        resources={kind: number for kind, number in later.items() if kind not in _ANIMALS},
        animals={kind: number for kind, number in later.items() if kind in _ANIMALS},
    )
    ann = player() | {"animals" if kinds[0] in _ANIMALS else "resources": {kinds[-1]: 1}}
    result = standings(sheets(ann, ben))
    assert result.winners == ("Ann",)
    assert result.decided_by == step


_ANIMALS = ("deer", "boar", "goat", "chicken", "horse", "cow", "pig", "sheep")


def test_yucatas_order_begins_with_finished_goods() -> None:
    """tie.order"""
    table = (player(resources={"ruby": 5}), player("Ben", resources={"wood": 1}))
    assert standings(sheets(*table)).winners == ("Ann",)
    other = standings(sheets(*table, readings={"tie.order": "yucata"}))
    assert (other.winners, other.decided_by) == (("Ben",), "finished")


def test_equal_to_the_end_is_shared() -> None:
    """tie.order"""
    result = standings(sheets(player(), player("Ben")))
    assert result.decided_by == "shared"
    assert result.winners == ("Ann", "Ben")


def test_a_tie_with_unknown_goods_is_not_proven() -> None:
    """tie.order"""
    ben = player("Ben")
    del ben["resources"]
    result = standings(sheets(player(), ben))
    assert result.unproven


@pytest.mark.parametrize(
    ("left_out", "scores", "missing"),
    [
        ("resources", "2 per gold", "the resources that T1 scores are not known"),
        ("animals", "2 per sheep", "the animals that T1 scores are not known"),
        ("keyples", "2 per keyple", "the keyples that T1 scores are not known"),
        (None, "2 per road", "how many `road` T1 counts is not known"),
        ("tiles", "2 per road", "the tiles built are not known"),
    ],
)
def test_what_is_not_known_is_asked_not_guessed(
    left_out: str | None, scores: str, missing: str
) -> None:
    ann = tiles(scores)
    if left_out:
        del ann[left_out]
    sheet = sheets(ann)[0]
    assert sheet.total is None
    assert sheet.lines[1].missing == missing


def test_shipping_and_fairs_may_be_unknown_too() -> None:
    ann = player()
    del ann["shipping"], ann["fairs"]
    sheet = sheets(ann)[0]
    assert [line.points for line in sheet.lines] == [None, 0, None]


def test_tiles_are_looked_up_in_the_owners_box() -> None:
    statue = player(tiles=[{"name": "statue"}], resources={"ruby": 2})
    assert sheets(statue)[0].lines[1].missing == "what statue scores is not known"
    box = {"tiles": {"Statue": {"points": 1, "scores": "2 per gem", "upgraded_points": 9}}}
    catalogue.open_box("keyper", box)
    try:
        assert points("tiles", statue) == 5
        better = player(tiles=[{"name": "Statue", "upgraded": True}])
        assert points("tiles", better) == 9
    finally:
        catalogue.open_box("keyper", {})
