"""Who eats: each feeder's reach, and the best choice where food is scarce."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from keyhelper.games.tiny_towns.feeding import Feeding, feeding
from keyhelper.games.tiny_towns.town import SQUARES, Board
from tests.games.tiny_towns.drawn import line, points, sheet, town


def test_without_red_buildings_nobody_is_fed() -> None:
    """feed.fed: Cottages may come before any red building and stay, for 0"""
    board = town("cottage cottage . .")

    assert feeding(board) == Feeding(meals=(), unfed=("a1", "b1"))
    assert line(sheet(board), "cottage").detail == "0 of 2 fed x 3; a1 b1 not fed"


def test_a_farm_feeds_four_anywhere() -> None:
    """feed.farm"""
    assert points(town("cottage . cottage .", ". . farm .", "cottage . cottage ."), "cottage") == 12
    five = town("cottage cottage cottage cottage", "cottage . . .", ". . . farm")
    assert points(five, "cottage") == 12
    assert line(sheet(five), "cottage").detail == (
        "4 of 5 fed x 3: a1 b1 c1 d1 by the Farm on d3; a2 not fed"
    )


def test_several_farms_add_up() -> None:
    """feed.farm: two Farms feed eight"""
    board = town("cottage cottage cottage cottage", "cottage . . .", ". . farm farm")

    assert points(board, "cottage") == 15
    assert [(meal.at, meal.squares) for meal in feeding(board).meals] == [
        ("c3", ("a1", "b1", "c1", "d1")),
        ("d3", ("a2",)),
    ]


def test_a_granary_feeds_the_eight_around_it() -> None:
    """feed.granary: diagonals included; facts, section 9"""
    board = town("cottage . . .", ". granary . cottage", "cottage . cottage .", ". cottage . .")

    assert feeding(board).fed == {"a1", "a3", "c3"}
    assert feeding(board).unfed == ("d2", "b4")


def test_an_orchard_feeds_its_row_and_column() -> None:
    """feed.orchard: not the diagonals; facts, section 9"""
    board = town("cottage . . .", ". orchard . cottage", "cottage . . .", ". cottage . .")

    assert feeding(board).fed == {"d2", "b4"}
    most = town(
        ". cottage . .", "cottage orchard cottage cottage", ". cottage . .", ". cottage . ."
    )
    assert len(feeding(most).fed) == 6


def test_a_greenhouse_feeds_one_connected_group_anywhere() -> None:
    """feed.greenhouse: need not touch it, connected by sides only"""
    board = town("cottage cottage . greenhouse", ". . cottage .", "cottage . . .")

    assert feeding(board).fed == {"a1", "b1"}


def test_each_further_greenhouse_feeds_another_group() -> None:
    """feed.greenhouse: facts, section 9"""
    board = town("cottage cottage . greenhouse", ". . cottage greenhouse", "cottage . . .")

    assert [meal.squares for meal in feeding(board).meals] == [("a1", "b1"), ("c2",)]
    assert feeding(board).unfed == ("a3",)


def test_surplus_greenhouses_do_nothing() -> None:
    """feed.greenhouse: more Greenhouses than groups; facts, section 9"""
    board = town("cottage cottage greenhouse greenhouse")

    assert points(board, "cottage") == 6
    assert line(sheet(board), "greenhouse").detail == "c1 feeds a1 b1, d1 feeds nobody more"


def test_the_best_group_is_not_always_the_largest() -> None:
    """feed.greenhouse, feed.best: three around a Temple beat four on their own"""
    row = "cottage cottage cottage cottage"
    plain = town("cottage cottage . greenhouse", "cottage well . .", ". . . .", row)
    temple = town("cottage cottage . greenhouse", "cottage temple . .", ". . . .", row)

    assert feeding(plain).fed == {"a4", "b4", "c4", "d4"}
    assert feeding(temple).fed == {"a1", "b1", "a2"}


def test_the_castle_may_be_the_better_group() -> None:
    """feed.best: 5 for the Castle against 3 for a Cottage"""
    assert feeding(town("cottage . barrett-castle .", "greenhouse")).fed == {"c1"}
    assert feeding(town("cottage cottage . barrett-castle", "greenhouse")).fed == {"a1", "b1"}


def test_the_castle_beside_a_temple_is_the_better_group() -> None:
    """feed.best: 5 and the Temple's 4, for it counts as two, against 6 for two Cottages"""
    board = town("barrett-castle temple . greenhouse", ". . . .", "cottage cottage")

    assert feeding(board).fed == {"a1"}


def test_scarce_farm_food_goes_where_a_temple_needs_it() -> None:
    """feed.best: facts, section 9, Farm choice"""
    board = town(
        "cottage cottage cottage .", "cottage . . farm", ". cottage . .", "cottage temple . ."
    )
    count = sheet(board)

    assert {"a4", "b3"} <= feeding(board).fed
    assert line(count, "temple").points == 4
    assert line(count, "cottage").points == 12


def test_scarce_farm_food_goes_to_the_castle_first() -> None:
    """feed.best, feed.fed: the Castle is worth 5 and eats as one building"""
    board = town("cottage cottage cottage cottage", ". . . .", "farm . . barrett-castle")
    count = sheet(board)

    assert "d3" in feeding(board).fed
    assert (line(count, "cottage").points, line(count, "barrett-castle").points) == (9, 5)


def test_mixed_feeders_share_the_work() -> None:
    """feed.best: fixed feeders first, then groups, then Farms"""
    board = town(
        "granary cottage . cottage",
        "cottage . . cottage",
        ". farm . greenhouse",
        "cottage . cottage .",
    )

    assert [(meal.feeder, meal.squares) for meal in feeding(board).meals] == [
        ("Granary", ("b1", "a2")),
        ("Farm", ("a4", "c4")),
        ("Greenhouse", ("d1", "d2")),
    ]
    assert feeding(board).unfed == ()


def test_the_mausoleum_leaves_the_food_for_chapels_and_temples() -> None:
    """score.grand-mausoleum-of-the-rodina: feeding still matters beside it"""
    board = town(
        "cottage cottage cottage cottage",
        "mausoleum . . farm",
        ". cottage . .",
        "cottage temple . .",
    )
    count = sheet(board)

    assert {"b3", "a4"} <= feeding(board).fed
    assert line(count, "temple").points == 4
    assert line(count, "cottage").points == 12
    assert line(count, "grand-mausoleum-of-the-rodina").points == 6


# Against an exhaustive search that shares no code with the program

WORTH = ("cottage", "barrett-castle", "chapel", "temple", "grand-mausoleum-of-the-rodina")
CASTLE, MAUSOLEUM = "Barrett Castle", "Grand Mausoleum of the Rodina"


def best_by_search(board: Board) -> int:
    """The best sum of all lines that feeding touches, over every possible set of fed squares."""
    eaters = [i for i, item in enumerate(board) if item in ("Cottage", CASTLE)]
    best = 0
    for size in range(len(eaters) + 1):
        for fed in combinations(eaters, size):
            worth = worth_of(board, set(fed))
            if worth > best and can_be_fed(board, eaters, set(fed)):
                best = worth
    return best


def worth_of(board: Board, fed: set[int]) -> int:
    total = 0
    weight = sum(2 if board[i] == CASTLE else 1 for i in fed)
    for i, item in enumerate(board):
        if item == "Cottage":
            total += 3 if i in fed or MAUSOLEUM in board else 0
        elif item == CASTLE:
            total += 5 if i in fed else 0
        elif item == "Chapel":
            total += weight
        elif item == "Temple":
            beside = [j for j in fed if touches(i, j)]
            total += 4 if sum(2 if board[j] == CASTLE else 1 for j in beside) >= 2 else 0
    return total


def touches(i: int, j: int) -> bool:
    return abs(i // 4 - j // 4) + abs(i % 4 - j % 4) == 1


def reaches(feeder: str | None, i: int, j: int) -> bool:
    if feeder == "Granary":
        return i != j and abs(i // 4 - j // 4) <= 1 and abs(i % 4 - j % 4) <= 1
    return feeder == "Orchard" and i != j and (i // 4 == j // 4 or i % 4 == j % 4)


def components(eaters: list[int]) -> list[set[int]]:
    found: list[set[int]] = []
    for i in eaters:
        joined = [group for group in found if any(touches(i, j) for j in group)]
        found = [group for group in found if group not in joined]
        found.append({i}.union(*joined))
    return found


def can_be_fed(board: Board, eaters: list[int], fed: set[int]) -> bool:
    """Whether the red buildings together have the food for these squares."""
    left = {j for j in fed if not any(reaches(item, i, j) for i, item in enumerate(board))}
    portions = 4 * board.count("Farm")
    groups = components(eaters)
    houses = min(board.count("Greenhouse"), len(groups))
    return any(len(left.difference(*chosen)) <= portions for chosen in combinations(groups, houses))


def random_town(seed: int) -> Board:
    dice = random.Random(seed)
    red = ("Farm", "Granary", "Greenhouse", "Orchard")
    kinds = (dice.choice(red),) if seed % 3 else red
    items: list[str | None] = ["Cottage"] * dice.randint(3, 9)
    items += [dice.choice(kinds) for _ in range(dice.randint(1, 3))]
    items += [
        dice.choice(("Temple", "Temple", "Chapel", "Well")) for _ in range(dice.randint(0, 4))
    ]
    items = [*items[:15], dice.choice((CASTLE, MAUSOLEUM, None, "Shed"))]
    items += [None] * (16 - len(items))
    dice.shuffle(items)
    return tuple(items)


@pytest.mark.parametrize("block", range(10))
def test_feeding_is_the_best_possible(block: int) -> None:
    """feed.best: 400 random towns against every possible set of fed squares"""
    for seed in range(40 * block, 40 * block + 40):
        board = random_town(seed)
        count = sheet(board)

        total = sum(each.points or 0 for each in count.lines if each.id in WORTH)

        assert total == best_by_search(board), (seed, board)
        assert_honest(board)


def assert_honest(board: Board) -> None:
    """Nobody eats twice, and nobody feeds more than the card allows."""
    eating = feeding(board)
    eaters = [i for i, item in enumerate(board) if item in ("Cottage", CASTLE)]
    served = [square for meal in eating.meals for square in meal.squares]
    assert len(served) == len(set(served))
    assert sorted([*served, *eating.unfed]) == sorted(SQUARES[i] for i in eaters)
    for meal in eating.meals:
        at, fed = SQUARES.index(meal.at), {SQUARES.index(square) for square in meal.squares}
        assert board[at] == meal.feeder
        if meal.feeder == "Farm":
            assert len(fed) <= 4
        elif meal.feeder == "Greenhouse":
            assert any(fed <= group for group in components(eaters))
        else:
            assert all(reaches(meal.feeder, at, j) for j in fed)
