"""Setting up: counts that must add up for every number of players and every option."""

from __future__ import annotations

from collections import Counter

import pytest

from keyhelper.engine import catalogue
from keyhelper.engine.chance import Chance
from keyhelper.engine.trouble import Trouble
from keyhelper.games.keythedral.model import boxed_tiles, field_counts, mat_rows
from keyhelper.games.keythedral.wiring import GAME
from tests.games.keythedral.tables import NAMES, after, opening

COUNTS = (2, 3, 4, 5)


def text(count: int = 3, **options: object) -> str:
    steps = GAME.steps(opening(count, **options))
    return "\n".join(line for step in steps for line in (step.text, *step.detail))


@pytest.mark.parametrize(
    ("options", "rows", "tiles", "points"),
    [
        ({}, {"4": 5, "6": 5, "8": 5, "10": 4, "12": 3}, 22, 166),
        ({"length": "short"}, {"4": 4, "6": 4, "8": 4, "10": 3, "12": 2}, 17, 126),
        ({"edition": "rnd"}, {"1": 4, "2": 4, "3": 4, "4": 3, "5": 2}, 17, 46),
    ],
)
def test_rows_tiles_and_points(
    options: dict[str, str], rows: dict[str, int], tiles: int, points: int
) -> None:
    """box.mat setup.short setup.full goal.stages"""
    state = opening(3, **options)
    table = GAME.table(state, False)
    assert table["rows"] == rows
    assert (table["tiles"], table["tile_points"]) == (tiles, points)
    assert len(state.tiles or ()) == tiles
    assert f"{tiles} tiles lie on the mat, {points} points" in text(3, **options)


def test_the_box_holds_34_building_tiles() -> None:
    """box.tiles"""
    assert sum(count or 0 for count in boxed_tiles("pro-ludo").values()) == 34


def test_tiles_that_are_not_needed_go_back_unseen() -> None:
    """setup.unseen"""
    assert "unseen: one 4, three 6s, three 8s, two 10s and three 12s" in text()
    assert "unseen: two 4s, four 6s, four 8s, three 10s and four 12s" in text(length="short")


def test_spaces_by_length() -> None:
    """setup.short"""
    assert "grey spaces only" in text(length="short")
    assert "grey and the orange spaces" in text()


def test_strategic_costs_are_open_and_the_rows_keep_their_order() -> None:
    """setup.strategic"""
    assert "cost side up" in text(strategic=True)
    assert all(tile.is_open for tile in opening(strategic=True).tiles or ())
    assert not any(tile.is_open for tile in opening().tiles or ())


@pytest.mark.parametrize(("count", "bag"), [(2, 10), (3, 15), (4, 20), (5, 25)])
def test_the_bag_holds_five_for_each_player(count: int, bag: int) -> None:
    """setup.bag"""
    table = GAME.table(opening(count), False)
    assert table["bag"] == bag == 5 * count
    assert sum(table["bag_by_colour"].values()) == bag
    assert f"You should hold {bag} tiles" in text(count)


@pytest.mark.parametrize(("count", "back"), [(2, 15), (3, 10), (4, 5)])
def test_fields_above_the_number_of_players_stay_in_the_box(count: int, back: int) -> None:
    """setup.numbers"""
    assert f"back in the box: {back} tiles" in text(count)
    assert 29 - back - 4 == 5 * count


def test_fields_in_the_box() -> None:
    """box.fields"""
    assert field_counts() == Counter(grey=6, brown=8, blue=5, green=5, red=5)
    numbers = catalogue.shipped("keythedral", "fields")["numbers"]
    assert sum(numbers.values()) == field_counts().total() == 29
    assert "none goes back" in text(5)


def test_colours_in_the_bag_are_certain_for_five_and_likely_for_fewer() -> None:
    """setup.bag"""
    five = GAME.table(opening(5), False)["bag_by_colour"]
    assert five == {"grey": 4, "brown": 6, "blue": 5, "green": 5, "red": 5}
    assert "probably" not in text(5)
    assert "only the total is certain" in text(2)


def test_an_owner_who_read_the_numbers_makes_the_colours_certain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """setup.bag"""
    read = {c: {"number_2": 2} for c in ("grey", "brown", "blue", "green", "red")}
    monkeypatch.setattr(catalogue, "_boxes", {"keythedral": {"fields": read}})
    assert set(GAME.table(opening(2), False)["bag_by_colour"].values()) == {2}
    assert "probably" not in text(2)


def test_four_ones_lie_around_the_keythedral() -> None:
    """setup.ones setup.keythedral"""
    fields = GAME.table(opening(), False)["start_fields"]
    assert fields == {"0,0": "grey", "1,1": "grey", "1,0": "brown", "0,1": "brown"}
    assert "0.5,0.5" in text()


def test_every_player_takes_a_kit() -> None:
    """setup.kit box.workers box.fences box.cottages"""
    assert "5 cottages (1 to 5), 10 workers, 3 fences, a screen and a turn order card" in text()
    hand = opening().hand("Ben")
    assert (hand.cottages, hand.fences, hand.cubes) == ((1, 2, 3, 4, 5), 3, {})


def test_mats_store_crafts_and_markers() -> None:
    """setup.mats setup.crafts setup.store setup.markers box.crafts box.resources"""
    told = text()
    assert "10 ironwork, 10 stained glass and 10 gold" in told
    assert "20 timber, 20 stone, 15 food, 15 water and 15 wine" in told
    assert "85 cubes" in told
    assert "markers 1 to 5" in told
    assert "Keytown mat on the other side" in told


def test_two_laws_are_on_offer() -> None:
    """setup.laws box.laws"""
    state = opening()
    assert (state.law_offer, state.law_deck) == (2, 18)
    assert "lay two face down" in text()
    assert "lay two face up" in text(readings={"setup.laws": "face-up"})


def test_the_start_player_is_drawn_or_named() -> None:
    """setup.first"""
    assert GAME.table(opening(first="ben"), False)["first"] == "Ben"
    told = text(readings={"setup.first": "youngest-names"})
    assert "The youngest names the start player" in told
    drawn = {opening(5, first=None).start}
    assert drawn <= set(NAMES)
    with pytest.raises(Trouble, match="did you mean Ben"):
        opening(first="Bne")


def test_the_same_words_draw_the_same_start_player() -> None:
    """setup.first"""
    drawn = []
    for count in COUNTS:
        chance = Chance("amber otter canyon", "keythedral", count)
        drawn.append(GAME.setup(NAMES[:count], GAME.options(), chance, {}).start)
    assert drawn == ["Ann", "Ben", "Cy", "Ann"]


@pytest.mark.parametrize(
    ("count", "order"),
    [
        (2, "Ann Ben Ann Ben Ann"),
        (3, "Ann Ben Cy Ann Ben"),
        (4, "Ann Ben Cy Dee Ann"),
        (5, "Ann Ben Cy Dee Eve"),
    ],
)
def test_with_fewer_players_some_place_several_markers(count: int, order: str) -> None:
    """marker.fewer"""
    assert GAME.table(opening(count), False)["marker_order"] == order.split()


@pytest.mark.parametrize("count", [1, 6])
def test_other_numbers_of_players_are_refused(count: int) -> None:
    with pytest.raises(Trouble, match="2 to 5 players"):
        GAME.setup(tuple("ABCDEF"[:count]), GAME.options(), None, {})  # type: ignore[arg-type]


@pytest.mark.parametrize("count", COUNTS)
def test_the_bag_is_empty_after_the_placement(count: int) -> None:
    """place.five setup.bag setup.turn-over setup.begin"""
    state = opening(count)
    moves = 0
    while state.phase == "placement":
        choice = next(m for m in GAME.candidates(state) if GAME.verify(state, m).is_legal)
        state = GAME.play(state, choice)
        moves += 1
    assert moves == 10 * count
    assert state.bag == 0
    assert len(state.fields or {}) == 4 + 5 * count
    assert all(not hand.cottages for hand in state.hands.values())
    assert {tile.value for tile in state.tiles or () if tile.is_open} == {4}
    assert (state.phase, state.round) == ("workers", 1)
    assert GAME.turn(state).asks[0].kinds == ("reveal",)
    later = after(state, "reveal", None)
    assert "Ann puts marker 1" in GAME.turn(later).asks[0].prompt


def test_a_mat_of_every_kind_has_five_rows() -> None:
    """box.mat"""
    for edition, length in (("pro-ludo", "full"), ("pro-ludo", "short"), ("rnd", "full")):
        assert len(mat_rows(edition, length)) == 5
