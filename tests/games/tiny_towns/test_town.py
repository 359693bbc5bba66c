"""Geometry and construction: which cubes make which building."""

from __future__ import annotations

import random

import pytest

from keyhelper.engine.trouble import Trouble
from keyhelper.games.tiny_towns import town as geometry
from keyhelper.games.tiny_towns.cards import BUILDINGS, MONUMENTS, RESOURCES, card
from keyhelper.games.tiny_towns.town import (
    SQUARES,
    Board,
    constructions,
    fits,
    layouts,
    nearest,
    orientations,
    other_cards_fitting,
    why_not,
)
from tests.games.tiny_towns.drawn import town

# Distinct orientations and placements on a 4x4 board, counted by hand and script in the facts.
COUNTS = {
    "Cottage": (8, 72),
    "Farm": (4, 36),
    "Granary": (8, 72),
    "Greenhouse": (8, 72),
    "Orchard": (4, 36),
    "Fountain": (4, 48),
    "Millstone": (4, 48),
    "Shed": (4, 48),
    "Well": (4, 48),
    "Abbey": (8, 48),
    "Chapel": (8, 48),
    "Cloister": (8, 48),
    "Temple": (8, 48),
    "Almshouse": (4, 32),
    "Feast Hall": (4, 32),
    "Inn": (4, 32),
    "Tavern": (4, 32),
    "Bakery": (4, 24),
    "Market": (4, 24),
    "Tailor": (4, 24),
    "Theater": (4, 24),
    "Bank": (8, 48),
    "Factory": (8, 24),
    "Trading Post": (8, 48),
    "Warehouse": (4, 24),
    "Architect's Guild": (8, 32),
    "Archive of the Second Age": (8, 72),
    "Barrett Castle": (8, 24),
    "Cathedral of Caterina": (8, 72),
    "Fort Ironweed": (8, 48),
    "Grand Mausoleum of the Rodina": (8, 72),
    "Grove University": (4, 24),
    "Mandras Palace": (8, 72),
    "Obelisk of the Crescent": (8, 48),
    "Opaleye's Watch": (8, 16),
    "Shrine of the Elder Tree": (8, 48),
    "Silva Forum": (8, 24),
    "The Sky Baths": (8, 32),
    "The Starloom": (8, 72),
    "Statue of the Bondmaker": (8, 24),
}


# Squares


def test_squares_run_from_a1_at_the_top_left_to_d4() -> None:
    assert [geometry.square_index(s) for s in ("a1", "d1", "a2", "d4")] == [0, 3, 4, 15]
    assert [geometry.square_name(i) for i in (0, 5, 15)] == ["a1", "b2", "d4"]
    assert geometry.square_index(" B2 ") == 5
    with pytest.raises(Trouble, match="e1"):
        geometry.square_index("e1")


def test_adjacent_is_never_diagonal_and_never_around_the_edge() -> None:
    """adjacent.orthogonal"""
    assert set(geometry.neighbours("a1")) == {"b1", "a2"}
    assert set(geometry.neighbours("b2")) == {"b1", "a2", "c2", "b3"}
    assert set(geometry.neighbours("d2")) == {"d1", "c2", "d3"}


def test_the_eight_around_and_the_lines() -> None:
    """feed.granary, feed.orchard"""
    assert set(geometry.around8("b2")) == {"a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"}
    assert set(geometry.around8("d4")) == {"c3", "d3", "c4"}
    assert set(geometry.row_and_column("b3")) == {"a3", "c3", "d3", "b1", "b2", "b4"}
    assert all(len(geometry.row_and_column(square)) == 6 for square in SQUARES)


def test_groups_are_connected_by_sides_only() -> None:
    """adjacent.orthogonal"""
    assert geometry.groups(["d4", "a1", "b1", "c2", "b2"]) == [("a1", "b1", "b2", "c2"), ("d4",)]
    assert geometry.groups(["a1", "b2"]) == [("a1",), ("b2",)]
    assert geometry.groups([]) == []


def test_an_item_is_put_on_a_square_of_a_new_board() -> None:
    board = geometry.with_item(geometry.EMPTY, "c1", "wood")

    assert board == town(". . w .")
    assert geometry.EMPTY[2] is None


# Layouts


@pytest.mark.parametrize("name", COUNTS)
def test_each_layout_lies_on_the_board_as_often_as_counted(name: str) -> None:
    """build.rotate: rotations and mirrors, without wrapping around the edge"""
    of = card(name)

    assert (len(orientations(of.layout)), len(layouts(of))) == COUNTS[name]


@pytest.mark.parametrize(
    "board",
    [
        town("g . . .", "s g s ."),
        town("s g s .", ". . g ."),
        town("s g . .", "g . . .", "s . . ."),
    ],
)
def test_the_published_chapels_are_chapels(board: Board) -> None:
    """build.rotate: facts, section 4"""
    squares = [square for square, item in zip(SQUARES, board, strict=True) if item]

    assert fits(board, "Chapel", squares)
    assert why_not(board, "Chapel", squares) is None
    assert [c.card for c in constructions(board, BUILDINGS())] == ["Chapel"]


def test_the_published_wrong_chapel_is_none() -> None:
    """build.layout: facts, section 4"""
    board = town("g . . .", "s s g .")

    assert not fits(board, "Chapel", ["a1", "a2", "b2", "c2"])
    assert constructions(board, ["Chapel"]) == []


def test_a_layout_does_not_wrap_around_the_edge() -> None:
    """build.rotate: facts, section 9, edge of the board"""
    assert constructions(town(". . . w", "s . . ."), ["Well"]) == []
    assert constructions(town(". . w .", ". . s ."), ["Well"]) != []


def test_the_squares_may_be_named_in_any_order_but_exactly() -> None:
    """build.layout"""
    board = town("w s s .")

    assert fits(board, "Well", ["b1", "a1"])
    assert not fits(board, "Well", ["a1"])
    assert not fits(board, "Well", ["a1", "b1", "c1"])
    assert not fits(board, "Well", ["a1", "c1"])
    assert not fits(board, "Well", ["a1", "b1", "b1"])


def test_a_cube_may_be_locked() -> None:
    """build.layout: cubes the Bondmaker put on a Cottage cannot be used"""
    board = town("w s . .")

    assert constructions(board, ["Well"], locked=["b1"]) == []
    assert not fits(board, "Well", ["a1", "b1"], locked={"b1"})
    assert why_not(board, "Well", ["a1", "b1"], locked={"b1"}) == (
        "The cube on b1 cannot be used for building"
    )


# Trading Post


def test_a_trading_post_stands_for_any_resource_and_stays() -> None:
    """build.wild"""
    board = town("trading-post s . .")

    assert constructions(board, ["Well"]) == []
    assert constructions(board, ["Well"], wild={"a1"}) == [("Well", ("a1", "b1"), ("b1",))]
    assert fits(board, "Well", ["a1", "b1"], wild={"a1"})


def test_several_trading_posts_may_serve_but_one_cube_is_real() -> None:
    """build.wild"""
    posts = {"a1", "b1"}

    assert fits(town("trading-post trading-post g ."), "Tavern", ["a1", "b1", "c1"], posts)
    assert not fits(town("trading-post trading-post w ."), "Tavern", ["a1", "b1", "c1"], posts)
    only_posts = town("trading-post trading-post . .")
    assert not fits(only_posts, "Well", ["a1", "b1"], posts)
    assert constructions(only_posts, ["Well"], posts) == []
    assert why_not(only_posts, "Well", ["a1", "b1"], posts) == (
        "A layout needs at least one real cube; these squares are all Trading Posts"
    )


def test_two_turns_on_the_same_squares_are_one_construction() -> None:
    """build.wild"""
    board = town("h trading-post . .", "w w . .")

    assert [c.squares for c in constructions(board, ["Farm"], {"b1"})] == [("a1", "b1", "a2", "b2")]


# Reasons and hints


def test_wrong_cubes_are_told_with_need_and_have() -> None:
    """build.layout"""
    board = town("s g s .", ". . g .")

    assert why_not(board, "Temple", ["a1", "b1", "c1", "c2"]) == (
        "A Temple needs 2 brick, 1 glass and 1 stone; a1 b1 c1 c2 hold stone, glass, stone, glass"
    )
    assert why_not(board, "Inn", ["a1"]) == (
        "An Inn needs 1 wheat, 1 glass and 1 stone; a1 holds stone"
    )
    assert why_not(board, "Inn", []) == (
        "An Inn needs 1 wheat, 1 glass and 1 stone; no squares are named"
    )


def test_empty_squares_and_buildings_are_named() -> None:
    """build.layout"""
    board = town("s g cottage .")

    assert why_not(board, "Chapel", ["a1", "b1", "c1", "d1"]) == (
        "A Chapel needs 2 glass and 2 stone; a1 b1 c1 d1 hold stone, glass, a Cottage, nothing"
    )


def test_right_cubes_in_the_wrong_shape_are_told_apart() -> None:
    """build.layout"""
    board = town("s g s g")

    assert why_not(board, "Chapel", ["a1", "b1", "c1", "d1"]) == (
        "The cubes are right but the shape is not: "
        "a Chapel is . . glass / stone glass stone, turned or mirrored"
    )


def test_a_square_named_twice_is_told() -> None:
    """build.layout"""
    assert why_not(town("w s . ."), "Well", ["a1", "a1"]) == (
        "Each square serves once; a1 named twice"
    )


def test_a_monument_is_named_without_an_article() -> None:
    reason = why_not(geometry.EMPTY, "The Starloom", ["a1"])

    assert reason == "The Starloom needs 1 wood, 1 wheat and 2 glass; a1 is empty"


def test_the_nearest_construction_shares_most_squares() -> None:
    board = town("w s . .", ". . . .", ". . w s")

    near = nearest(board, "Well", ["c3", "d4"])
    assert near is not None
    assert near.squares == ("c3", "d3")
    assert nearest(board, "Temple", ["a1"]) is None


def test_the_squares_may_be_another_card() -> None:
    board = town("s g s .", ". . g .")

    assert other_cards_fitting(board, ["a1", "b1", "c1", "c2"], BUILDINGS()) == ("Chapel",)
    assert other_cards_fitting(board, ["a1", "b1"], BUILDINGS()) == ()


# Against brute force


def brute_force(board: Board, name: str, wild: frozenset[str]) -> set[frozenset[str]]:
    """Square sets that match the layout, found by moving coordinates about."""
    cells = [
        (row, column, resource)
        for row, line in enumerate(card(name).layout)
        for column, resource in enumerate(line)
        if resource
    ]
    found: set[frozenset[str]] = set()
    for swap in (False, True):
        for down in (1, -1):
            for right in (1, -1):
                turned = [(c, r, x) if swap else (r, c, x) for r, c, x in cells]
                for top in range(-4, 8):
                    for left in range(-4, 8):
                        moved = [(down * r + top, right * c + left, x) for r, c, x in turned]
                        if _matches(board, moved, wild):
                            found.add(frozenset(f"{'abcd'[c]}{r + 1}" for r, c, _ in moved))
    return found


def _matches(board: Board, moved: list[tuple[int, int, str]], wild: frozenset[str]) -> bool:
    real = 0
    for row, column, resource in moved:
        if not (0 <= row < 4 and 0 <= column < 4):
            return False
        if f"{'abcd'[column]}{row + 1}" in wild:
            continue
        if board[4 * row + column] != resource:
            return False
        real += 1
    return real > 0


@pytest.mark.parametrize("seed", range(60))
def test_constructions_agree_with_brute_force(seed: int) -> None:
    """build.layout, build.rotate, build.wild"""
    dice = random.Random(seed)
    items = [dice.choice((*RESOURCES, *RESOURCES, None, "Cottage")) for _ in SQUARES]
    wild = frozenset(dice.sample(SQUARES, seed % 4))
    board = tuple("Trading Post" if s in wild else i for s, i in zip(SQUARES, items, strict=True))
    names = [of.name for of in (*BUILDINGS(), *MONUMENTS())]

    listed = constructions(board, names, wild)

    for name in names:
        mine = [c for c in listed if c.card == name]
        assert {frozenset(c.squares) for c in mine} == brute_force(board, name, wild)
        assert len({frozenset(c.squares) for c in mine}) == len(mine)
        for each in mine:
            assert set(each.vacated) == set(each.squares) - wild
            assert fits(board, name, each.squares, wild)
            assert why_not(board, name, each.squares, wild) is None
