"""What each building card scores: facts, sections 2 and 9."""

from __future__ import annotations

import pytest

from keyhelper.games.tiny_towns.scoring import TownCount, score_towns
from tests.games.tiny_towns.drawn import line, points, sheet, town


def test_a_cottage_scores_three_when_fed() -> None:
    """score.cottage"""
    assert points(town("cottage . . farm"), "cottage") == 3
    assert points(town("cottage"), "cottage") == 0


@pytest.mark.parametrize("red", ["farm", "granary", "greenhouse", "orchard"])
def test_a_red_building_scores_nothing(red: str) -> None:
    """score.red: it has a line that says whom it feeds"""
    fed = line(sheet(town(f"{red} cottage . .")), red)

    assert (fed.points, fed.detail, fed.rule) == (0, "a1 feeds b1", f"feed.{red}")


# Gray


def test_a_fountain_wants_another_gray_next_to_it() -> None:
    """score.fountain: 2 once, however many; two neighbours score 2 each"""
    assert points(town("fountain . fountain ."), "fountain") == 0
    assert points(town("fountain fountain . ."), "fountain") == 4
    assert points(town("fountain fountain fountain ."), "fountain") == 6
    assert points(town("fountain cottage . ."), "fountain") == 0
    assert points(town("fountain . . .", ". fountain . ."), "fountain") == 0


def test_a_millstone_wants_red_or_yellow() -> None:
    """score.millstone: 2 once, however many"""
    assert points(town("millstone farm . ."), "millstone") == 2
    assert points(town("millstone market . ."), "millstone") == 2
    assert points(town("farm millstone market ."), "millstone") == 2
    assert points(town("millstone cottage . ."), "millstone") == 0
    assert points(town("millstone . . .", ". farm . ."), "millstone") == 0


def test_a_shed_scores_one() -> None:
    """score.shed"""
    assert points(town("shed . shed ."), "shed") == 2


def test_a_well_counts_cottages_next_to_it_fed_or_not() -> None:
    """score.well, feed.unfed"""
    assert points(town("cottage well cottage .", ". cottage . ."), "well") == 3
    assert points(town("cottage well . farm", "cottage"), "well") == 1
    assert points(town("well . . .", ". cottage . ."), "well") == 0


def test_a_well_sees_two_cottages_in_the_castle() -> None:
    """score.well, score.barrett-castle: facts, section 9"""
    board = town("well barrett-castle . .", "cottage")

    assert points(board, "well") == 3
    assert line(sheet(board), "well").detail == (
        "3 on a1 (next to Barrett Castle b1, Cottage a2, the Castle as two)"
    )


# Orange


@pytest.mark.parametrize(
    ("neighbour", "scored"),
    [
        ("bank", 0),
        ("tavern", 0),
        ("market", 0),
        ("farm", 3),
        ("well", 3),
        ("cottage", 3),
        ("abbey", 6),
        ("silva-forum", 3),
        ("wood", 3),
    ],
)
def test_an_abbey_minds_black_green_and_yellow(neighbour: str, scored: int) -> None:
    """score.abbey: red, gray, blue, orange and monuments are harmless"""
    assert points(town(f"abbey {neighbour} . ."), "abbey") == scored


def test_an_abbey_minds_no_diagonals() -> None:
    """score.abbey, adjacent.orthogonal"""
    assert points(town("abbey . . .", ". bank . ."), "abbey") == 3


def test_each_chapel_counts_the_fed_cottages() -> None:
    """score.chapel: 3 fed and 1 unfed give 3 to each Chapel"""
    board = town("cottage granary cottage chapel", "cottage . . chapel", ". . . .", "cottage")

    assert points(board, "chapel") == 6
    assert line(sheet(board), "chapel").detail == "2 x 3: 3 fed Cottages in town"


def test_a_fed_castle_adds_two_to_a_chapel() -> None:
    """score.chapel, score.barrett-castle"""
    assert points(town("barrett-castle cottage farm chapel"), "chapel") == 3
    assert points(town("barrett-castle cottage . chapel"), "chapel") == 0


def test_a_cloister_counts_orange_on_corners() -> None:
    """score.cloister: itself too; off the corners it scores as well; at most 4"""
    assert points(town("cloister . . ."), "cloister") == 1
    assert points(town(". cloister . ."), "cloister") == 0
    assert points(town("cloister cloister . cloister"), "cloister") == 6
    assert points(town("well cloister . cloister"), "cloister") == 2
    full = town("cloister cloister . cloister", ". . . .", ". . . .", "cloister . . cloister")
    assert points(full, "cloister") == 20


def test_a_temple_wants_two_fed_cottages() -> None:
    """score.temple: fed, as the card says; facts, sections 2 and 9"""
    assert points(town("cottage temple cottage farm"), "temple") == 4
    assert points(town("cottage temple cottage ."), "temple") == 0
    assert points(town("cottage temple . farm"), "temple") == 0
    assert points(town("cottage temple cottage farm", ". cottage . ."), "temple") == 4
    one_fed = town("cottage temple cottage .", "granary . . .")
    assert points(one_fed, "temple") == 0


def test_a_fed_castle_alone_satisfies_a_temple() -> None:
    """score.temple, score.barrett-castle: it counts as two"""
    assert points(town("barrett-castle temple . farm"), "temple") == 4
    assert points(town("barrett-castle temple . ."), "temple") == 0


def test_two_temples_may_share_their_cottages() -> None:
    """score.temple"""
    board = town("cottage temple cottage farm", "temple cottage . .")

    assert points(board, "temple") == 8


# Green


@pytest.mark.parametrize(
    ("count", "scored"), [(1, -1), (2, 5), (3, -3), (4, 15), (5, -5), (6, 26), (7, 26), (8, 26)]
)
def test_almshouses_score_as_a_group(count: int, scored: int) -> None:
    """score.almshouse: beyond 6 nothing changes; facts, section 9"""
    board = tuple(["Almshouse"] * count + [None] * (16 - count))

    assert points(board, "almshouse") == scored


@pytest.mark.parametrize(
    ("count", "scored"), [(1, 2), (2, 5), (3, 9), (4, 14), (5, 20), (6, 20), (9, 20)]
)
def test_taverns_score_as_a_group(count: int, scored: int) -> None:
    """score.tavern: wherever they stand; beyond 5 nothing changes; facts, section 9"""
    board = tuple([None] * (16 - count) + ["Tavern"] * count)

    assert points(board, "tavern") == scored


@pytest.mark.parametrize(("theirs", "each"), [(1, 3), (2, 2), (3, 2)])
def test_a_feast_hall_is_compared_with_the_right_neighbour(theirs: int, each: int) -> None:
    """score.feast-hall: a tie gives 2"""
    board = town("feast-hall . feast-hall .")

    assert points(board, "feast-hall", right_greens=theirs) == 2 * each


def test_the_right_neighbour_is_the_previous_player() -> None:
    """score.feast-hall: the hammer goes left; facts, section 9"""
    boards = {"Ann": "feast-hall", "Ben": "feast-hall feast-hall", "Cy": "feast-hall " * 3}
    counts = [TownCount(name, town(row)) for name, row in boards.items()]

    scored = {s.player: line(s, "feast-hall").points for s in score_towns(counts)}

    # Ann looks at Cy (1 to 3), Ben at Ann (2 to 1), Cy at Ben (3 to 2).
    assert scored == {"Ann": 2, "Ben": 6, "Cy": 9}


def test_two_players_are_each_others_right_neighbour() -> None:
    """score.feast-hall: 3 for the one with more, 2 for the other, 2 for both if tied"""
    more = TownCount("Ann", town("feast-hall feast-hall"))
    less = TownCount("Ben", town("feast-hall"))

    assert [line(s, "feast-hall").points for s in score_towns([more, less])] == [6, 2]
    assert [line(s, "feast-hall").points for s in score_towns([less, less])] == [2, 2]


def test_an_inn_wants_no_other_green_in_line() -> None:
    """score.inn: row and column; Inns in one line all score 0; facts, section 9"""
    assert points(town("inn . . .", ". inn . ."), "inn") == 6
    assert points(town("inn . . inn"), "inn") == 0
    assert points(town("inn . . .", ". . . .", ". . . .", "inn"), "inn") == 0
    assert points(town("inn . . .", ". . inn .", ". . inn ."), "inn") == 3


# Yellow


@pytest.mark.parametrize(
    ("neighbour", "scored"), [("farm", 3), ("bank", 3), ("cottage", 0), ("tavern", 0)]
)
def test_a_bakery_wants_red_or_black(neighbour: str, scored: int) -> None:
    """score.bakery: facts, section 9"""
    assert points(town(f"bakery {neighbour} . ."), "bakery") == scored


def test_a_bakery_scores_once() -> None:
    """score.bakery"""
    assert points(town("farm bakery bank .", ". farm . ."), "bakery") == 3


def test_a_market_takes_its_better_line() -> None:
    """score.market: itself included, never both lines; facts, section 9"""
    assert points(town("market"), "market") == 1
    assert points(town("market market market market"), "market") == 16
    ell = town("market market market .", "market")
    # The corner counts 3 in its row and not 4; the one below counts 2 in its column.
    assert points(ell, "market") == 3 + 3 + 3 + 2
    assert line(sheet(town("market . market .")), "market").detail == (
        "2 on a1 (2 in its row, 1 in its column) + 2 on c1 (2 in its row, 1 in its column)"
    )


def test_a_tailor_counts_yellow_in_the_centre() -> None:
    """score.tailor: itself too in the centre; outside it still scores; at most 5"""
    assert points(town("tailor"), "tailor") == 1
    assert points(town(". . . .", ". tailor . ."), "tailor") == 2
    assert points(town("tailor . . .", ". tailor tailor ."), "tailor") == 9
    centre = town("tailor . . .", ". tailor tailor .", ". tailor tailor .")
    assert points(centre, "tailor") == 25


def test_a_theater_counts_types_in_both_lines() -> None:
    """score.theater: a type in both lines counts once, cubes and empties never"""
    assert points(town("theater cottage farm .", "cottage . . .", "wood"), "theater") == 2
    assert points(town("theater . . .", ". cottage . ."), "theater") == 0


def test_theaters_do_not_count_each_other() -> None:
    """score.theater: yellow is left out; facts, section 9"""
    assert points(town("theater theater . ."), "theater") == 0


def test_a_theater_counts_fed_and_unfed_cottages_as_one_type() -> None:
    """score.theater, feed.unfed: facts, section 9"""
    board = town("theater cottage . cottage", ". . granary .")

    assert points(board, "theater") == 1


def test_a_theater_sees_a_monument_as_a_type_and_the_castle_as_a_cottage() -> None:
    """score.theater, score.barrett-castle: facts, section 9"""
    assert points(town("theater cottage silva-forum ."), "theater") == 2
    assert points(town("theater cottage barrett-castle ."), "theater") == 1
    assert points(town("theater well barrett-castle ."), "theater") == 2


def test_a_theater_scores_six_at_most() -> None:
    """score.theater"""
    board = town("theater cottage farm well", "chapel . . .", "inn . . .", "bank")

    assert points(board, "theater") == 6


# Black


def test_a_bank_scores_four_a_factory_nothing_a_trading_post_one() -> None:
    """score.bank, score.factory, score.trading-post"""
    stored = {"a1": ("wood",), "b1": ("glass",)}

    assert points(town("bank bank . ."), "bank", stored=stored) == 8
    assert points(town("factory factory . ."), "factory", stored=stored) == 0
    assert points(town("trading-post . trading-post ."), "trading-post") == 2


def test_a_warehouse_costs_one_for_each_of_its_cubes() -> None:
    """score.warehouse: each Warehouse by itself; facts, section 9"""
    board = town("warehouse . warehouse .")
    stored = {"a1": ("wood", "wood", "glass"), "c1": ("brick",)}

    assert points(board, "warehouse", stored=stored) == -4
    assert points(board, "warehouse", stored={}) == 0
    assert line(sheet(board, stored=stored), "warehouse").detail == (
        "-3 on a1 (holds 2 wood and 1 glass) + -1 on c1 (holds 1 brick)"
    )
