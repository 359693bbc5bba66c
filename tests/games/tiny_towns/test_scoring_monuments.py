"""What each monument scores: facts, sections 3 and 9."""

from __future__ import annotations

import pytest

from tests.games.tiny_towns.drawn import line, points, sheet, town


@pytest.mark.parametrize(
    ("monument", "scored"),
    [
        ("architects-guild", 1),
        ("cathedral-of-caterina", 2),
        ("fort-ironweed", 7),
        ("grove-university", 3),
        ("obelisk-of-the-crescent", 0),
        ("opaleyes-watch", 0),
        ("statue-of-the-bondmaker", 0),
    ],
)
def test_a_monument_with_a_fixed_score(monument: str, scored: int) -> None:
    """score.architects-guild, score.fort-ironweed, score.grove-university and the like"""
    scored_line = line(sheet(town(monument)), monument)

    assert (scored_line.points, scored_line.rule) == (scored, f"score.{monument}")


def test_the_archive_counts_each_type_once_without_the_monument() -> None:
    """score.archive-of-the-second-age: facts, section 9"""
    archive = "archive-of-the-second-age"

    assert points(town(archive), archive) == 0
    assert points(town(f"{archive} cottage cottage farm"), archive) == 2
    every = town(f"{archive} cottage farm well", "chapel inn market bank")
    assert points(every, archive) == 7


def test_the_castle_scores_five_if_fed() -> None:
    """score.barrett-castle: facts, section 9"""
    fed = line(sheet(town("barrett-castle . farm .")), "barrett-castle")

    assert (fed.points, fed.detail) == (5, "fed: a1 by the Farm on c1")
    assert points(town("barrett-castle . . farm", "cottage"), "barrett-castle") == 5
    unfed = line(sheet(town("barrett-castle")), "barrett-castle")
    assert (unfed.points, unfed.detail) == (0, "a1 is not fed")


def test_the_castle_eats_as_one_building() -> None:
    """feed.fed: it takes one of a Farm's four"""
    count = sheet(town("barrett-castle cottage cottage cottage", "farm"))

    assert line(count, "barrett-castle").points == 5
    assert line(count, "cottage").points == 9


def test_the_castle_joins_a_group_of_cottages() -> None:
    """feed.greenhouse: it carries the feed symbol"""
    count = sheet(town("cottage barrett-castle cottage greenhouse"))

    assert line(count, "barrett-castle").points == 5
    assert line(count, "cottage").points == 6


def test_the_cathedral_waives_the_empty_squares() -> None:
    """score.cathedral-of-caterina: facts, section 9"""
    empty = line(sheet(town("cathedral-of-caterina cottage . wood")), "empty")

    assert empty.points == 0
    assert empty.detail.startswith("14 x 0: c1 d1 a2")
    assert empty.detail.endswith("cubes removed from d1; Cathedral of Caterina")


def test_the_mausoleum_pays_three_for_each_unfed_cottage() -> None:
    """score.grand-mausoleum-of-the-rodina: booked on the monument; facts, section 9"""
    board = town("cottage cottage mausoleum .", ". . . .", "granary . . .", ". cottage . .")
    count = sheet(board)
    monument = line(count, "grand-mausoleum-of-the-rodina")

    assert (monument.points, monument.detail) == (6, "2 unfed x 3: a1 b1")
    assert line(count, "cottage").points == 3
    full = line(sheet(town("cottage mausoleum farm")), "grand-mausoleum-of-the-rodina")
    assert (full.points, full.detail) == (0, "no unfed Cottage")


def test_the_mausoleum_does_not_feed() -> None:
    """score.grand-mausoleum-of-the-rodina: Chapel and Temple ignore such Cottages"""
    board = town("cottage temple cottage mausoleum", "chapel")

    assert points(board, "temple") == 0
    assert points(board, "chapel") == 0


def test_mandras_palace_counts_different_types_next_to_it() -> None:
    """score.mandras-palace: doubled, adjacent only, at most 8; facts, section 9"""
    assert points(town("mandras-palace . bank ."), "mandras-palace") == 0
    assert points(town("mandras-palace cottage . .", "cottage"), "mandras-palace") == 2
    most = town(". cottage . .", "farm mandras-palace well bank", ". inn . .")
    assert points(most, "mandras-palace") == 8


@pytest.mark.parametrize(
    ("count", "scored"), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 8), (7, 8), (12, 8)]
)
def test_the_shrine_scores_by_the_town_when_it_was_built(count: int, scored: int) -> None:
    """score.shrine-of-the-elder-tree: itself included, 8 for 6 and more"""
    shrine = "shrine-of-the-elder-tree"

    assert points(town(shrine), shrine, shrine_count=count) == scored


def test_later_buildings_change_nothing_for_the_shrine() -> None:
    """score.shrine-of-the-elder-tree"""
    board = town("shrine cottage cottage cottage", "well well well well")

    assert points(board, "shrine-of-the-elder-tree", shrine_count=2) == 2


def test_silva_forum_counts_its_largest_connected_group() -> None:
    """score.silva-forum: one type, connected by sides; facts, section 9"""
    board = town("well well . cottage", "well . cottage cottage", ". well . .", "silva-forum")

    forum = line(sheet(board), "silva-forum")
    assert forum.points == 4
    diagonal = town("well . . .", ". well . .", ". . . silva-forum")
    assert points(diagonal, "silva-forum") == 2


def test_silva_forum_alone_is_a_group_of_one() -> None:
    """score.silva-forum"""
    forum = line(sheet(town(". silva-forum . .")), "silva-forum")

    assert (forum.points, forum.detail) == (2, "1 + 1: on b1")


def test_silva_forum_names_the_group() -> None:
    """score.silva-forum: unfed Cottages count like any others"""
    forum = line(sheet(town("cottage cottage silva-forum .")), "silva-forum")

    assert (forum.points, forum.detail) == (3, "1 + 2: blue on a1 b1")


def test_the_sky_baths_score_two_for_each_missing_type() -> None:
    """score.sky-baths: of seven; facts, section 9"""
    assert points(town("sky-baths"), "sky-baths") == 14
    four = line(sheet(town("sky-baths cottage farm well", "cottage")), "sky-baths")
    assert (four.points, four.detail) == (8, "4 x 2: no orange, green, yellow or black")
    every = town("sky-baths cottage farm well", "chapel inn market bank")
    assert points(every, "sky-baths") == 0


@pytest.mark.parametrize(("place", "scored"), [(1, 6), (2, 3), (3, 2), (4, 0), (6, 0)])
def test_the_starloom_scores_by_place(place: int, scored: int) -> None:
    """score.starloom"""
    assert points(town("starloom"), "starloom", finish_place=place) == scored


def test_alone_you_complete_first() -> None:
    """score.starloom: solo, derived and said so"""
    count = sheet(town("starloom"), is_solo=True)

    assert line(count, "starloom").points == 6
    assert count.notes == ("No printed text gives a place alone; The Starloom is read as first",)


def test_cubes_on_cottages_cost_nothing() -> None:
    """score.statue-of-the-bondmaker: the square holds a Cottage"""
    board = town("statue cottage cottage farm", "cottage")
    stored = {"b1": ("wood",), "c1": ("glass",)}

    assert sheet(board, stored=stored).total == sheet(board).total == 9 - 11
