"""A second count, written from the facts alone and as plainly as possible, on random towns."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import pytest

from keyhelper.engine.chance import Stream
from keyhelper.games.tiny_towns.points import TownCount
from keyhelper.games.tiny_towns.scoring import score_towns
from keyhelper.games.tiny_towns.town import SQUARES

PILES = {
    "red": "Farm Granary Greenhouse Orchard",
    "gray": "Fountain Millstone Shed Well",
    "orange": "Abbey Chapel Cloister Temple",
    "green": "Almshouse Feast_Hall Inn Tavern",
    "yellow": "Bakery Market Tailor Theater",
    "black": "Bank Factory Trading_Post Warehouse",
    "monument": "Architect's_Guild Archive_of_the_Second_Age Cathedral_of_Caterina Fort_Ironweed "
    "Grand_Mausoleum_of_the_Rodina Grove_University Mandras_Palace Obelisk_of_the_Crescent "
    "Opaleye's_Watch Shrine_of_the_Elder_Tree Silva_Forum The_Sky_Baths The_Starloom "
    "Statue_of_the_Bondmaker",
    "blue": "Cottage Barrett_Castle",  # the Castle counts as Cottages and not as a monument
}
COLOUR = {name.replace("_", " "): c for c, pile in PILES.items() for name in pile.split()}
MONUMENTS = [n for n, c in COLOUR.items() if c == "monument"] + ["Barrett Castle"]
FLAT = {"Shed": 1, "Bank": 4, "Trading Post": 1, "Architect's Guild": 1, "Fort Ironweed": 7,
        "Grove University": 3, "Cathedral of Caterina": 2}  # fmt: skip
ALMSHOUSES = [0, -1, 5, -3, 15, -5] + [26] * 11
TAVERNS = [0, 2, 5, 9, 14] + [20] * 12
PLACES = [0, 6, 3, 2, 0, 0, 0]


class Towns(NamedTuple):
    """A random town and what is known about it."""

    board: list[str | None]
    stored: dict[int, int]
    shrine: int
    place: int
    right: int


def beside(i: int) -> list[int]:
    row, column = divmod(i, 4)
    steps = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [4 * r + c for r, c in steps if 0 <= r < 4 and 0 <= c < 4]


def row(i: int) -> list[int]:
    return [j for j in range(16) if j // 4 == i // 4 and j != i]


def column(i: int) -> list[int]:
    return [j for j in range(16) if j % 4 == i % 4 and j != i]


def clusters(squares: list[int]) -> list[set[int]]:
    found: list[set[int]] = []
    for square in squares:
        touching = [c for c in found if any(n in c for n in beside(square))]
        found = [c for c in found if c not in touching] + [{square}.union(*touching)]
    return found


def feedings(board: list[str | None]) -> list[set[int]]:
    """Every set of buildings that the red ones can feed."""
    eaters = [i for i in range(16) if board[i] in {"Cottage", "Barrett Castle"}]
    at = {n: [i for i in range(16) if board[i] == n] for n in PILES["red"].split()}
    if at["Farm"]:
        return [set(c) for c in combinations(eaters, min(len(eaters), 4 * len(at["Farm"])))]
    if at["Greenhouse"]:
        groups = clusters(eaters)
        count = min(len(groups), len(at["Greenhouse"]))
        return [set().union(*chosen) for chosen in combinations(groups, count)]
    near = {j for i in at["Granary"] for j in range(16)
            if max(abs(i // 4 - j // 4), abs(i % 4 - j % 4)) == 1}  # fmt: skip
    lines = {j for i in at["Orchard"] for j in row(i) + column(i)}
    return [{i for i in eaters if i in near | lines}]


def total(the: Towns, fed: set[int]) -> int:
    colours = [COLOUR.get(item or "") for item in the.board]
    cottages = [{"Cottage": 1, "Barrett Castle": 2}.get(item or "", 0) for item in the.board]
    types = {c for c in colours if c}
    greens = colours.count("green")
    points = 0
    for i, item in enumerate(the.board):
        near = [colours[j] for j in beside(i)]
        lines = [colours[j] for j in row(i) + column(i)]
        if item not in COLOUR:
            points -= "Cathedral of Caterina" not in the.board
            continue
        hungry = 3 * ("Grand Mausoleum of the Rodina" in the.board)
        points += {
            **FLAT,
            "Cottage": 3 if i in fed else hungry,
            "Barrett Castle": 5 * (i in fed),
            "Fountain": 2 * ("gray" in near),
            "Millstone": 2 * ("red" in near or "yellow" in near),
            "Well": sum(cottages[j] for j in beside(i)),
            "Abbey": 3 * (not {"black", "green", "yellow"} & set(near)),
            "Chapel": sum(cottages[j] for j in fed),
            "Cloister": sum(colours[j] == "orange" for j in (0, 3, 12, 15)),
            "Temple": 4 * (sum(cottages[j] for j in beside(i) if j in fed) >= 2),
            "Feast Hall": 2 + (greens > the.right),
            "Inn": 3 * ("green" not in lines),
            "Bakery": 3 * ("red" in near or "black" in near),
            "Market": 1 + max(sum(colours[j] == "yellow" for j in line)
                              for line in (row(i), column(i))),
            "Tailor": 1 + sum(colours[j] == "yellow" for j in (5, 6, 9, 10)),
            "Theater": len(set(lines) - {None, "yellow"}),
            "Warehouse": -the.stored.get(i, 0),
            "Archive of the Second Age": len(types - {"monument"}),
            "Mandras Palace": 2 * len(set(near) - {None}),
            "Shrine of the Elder Tree": the.shrine if the.shrine < 6 else 8,
            "Silva Forum": 1 + max(len(c) for t in types for c in clusters(
                [j for j in range(16) if colours[j] == t])),
            "The Sky Baths": 2 * (7 - len(types - {"monument"})),
            "The Starloom": PLACES[the.place],
        }.get(item, 0)  # fmt: skip
    points += ALMSHOUSES[greens] if "Almshouse" in the.board else 0
    return points + (TAVERNS[greens] if "Tavern" in the.board else 0)


def drawn(luck: Stream) -> Towns:
    piles = [pile.split() for c, pile in PILES.items() if c not in {"monument", "blue"}]
    cards = [pile[luck.integer(4)].replace("_", " ") for pile in piles]
    cards += ["Cottage"] * (1, 3, 6)[luck.integer(3)]
    left = (None, "wood", "glass")
    full = 5 + luck.integer(6)
    board: list[str | None] = [
        cards[luck.integer(len(cards))] if luck.integer(10) < full else left[luck.integer(3)]
        for _ in range(16)
    ]
    if luck.integer(3):
        board[luck.integer(16)] = MONUMENTS[luck.integer(len(MONUMENTS))]
    stored = {i: luck.integer(4) for i in range(16) if board[i] == "Warehouse"}
    return Towns(board, stored, 1 + luck.integer(8), 1 + luck.integer(6), luck.integer(5))


@pytest.mark.parametrize("seed", range(8))
def test_a_second_count_agrees(seed: int) -> None:
    """feed.best score.building score.monument score.empty"""
    luck = Stream(f"second opinion {seed}")
    for _ in range(100):
        the = drawn(luck)
        count = TownCount(
            "Ann",
            tuple(the.board),
            stored={SQUARES[i]: ("wood",) * n for i, n in the.stored.items()},
            shrine_count=the.shrine,
            finish_place=the.place,
            right_greens=the.right,
        )
        (sheet,) = score_towns([count])
        assert sheet.total == max(total(the, fed) for fed in feedings(the.board)), the
