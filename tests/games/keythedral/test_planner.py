"""The planner against an exhaustive search, and what `afford` says."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keyhelper.engine.trouble import Trouble, Unanswered, Unproven
from keyhelper.games.keythedral.afford import AffordArguments, afford
from keyhelper.games.keythedral.cubes import BASICS, CRAFTS, KINDS, prices, total
from keyhelper.games.keythedral.planner import as_moves, plan
from keyhelper.games.keythedral.wiring import GAME
from tests.games.keythedral.tables import after, judge, table

Held = tuple[int, ...]


def exhaustive(
    have: dict[str, int],
    cost: dict[str, int],
    on_top: int,
    cheaper: int,
    supply: dict[str, int] | None = None,
) -> int | None:
    """The most cubes that can be left after paying, over every sequence of exchanges.

    `supply` is what store and mat hold; cubes that are given come back into it.
    """
    need = tuple(cost.get(kind, 0) for kind in KINDS)
    best: list[int] = []
    plenty = dict.fromkeys(KINDS, 99)

    @cache
    def search(held: Held, stock: Held) -> None:
        short = sum(max(0, n - h) for n, h in zip(need, held, strict=True))
        due = max(0, sum(need) + on_top - cheaper)
        if short <= min(cheaper, sum(need)) and sum(held) >= due:
            best.append(sum(held) - due)
        for index, kind in enumerate(KINDS):
            for paid in _payments(held, prices().get(kind, 2)):
                given = tuple(before - after for before, after in zip(held, paid, strict=True))
                filled = tuple(s + g for s, g in zip(stock, given, strict=True))
                if filled[index]:
                    search(_with(paid, index), _with(filled, index, -1))

    start = supply if supply is not None else plenty
    search(tuple(have.get(kind, 0) for kind in KINDS), tuple(start.get(kind, 0) for kind in KINDS))
    return max(best, default=None)


def _payments(held: Held, count: int) -> set[Held]:
    """Every hand that is left after giving that many basic cubes."""
    hands = {held}
    for _ in range(count):
        hands = {_with(hand, i, -1) for hand in hands for i in range(len(BASICS)) if hand[i]}
    return hands


def _with(held: Held, index: int, change: int = 1) -> Held:
    return (*held[:index], held[index] + change, *held[index + 1 :])


def counted(kinds: list[str]) -> dict[str, int]:
    return {kind: kinds.count(kind) for kind in kinds}


# Mostly basic cubes, enough of them that some crafts can be bought.
cubes = st.sampled_from((*BASICS, *BASICS, *BASICS, *CRAFTS))
hands = st.lists(cubes, min_size=3, max_size=9).map(counted)
costs = st.lists(st.sampled_from(KINDS), min_size=1, max_size=4).map(counted)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    hands,
    costs,
    st.sampled_from([(0, 0), (0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (2, 1), (1, 2), (1, 9)]),
)
def test_the_planner_equals_an_exhaustive_search(
    have: dict[str, int], cost: dict[str, int], laws: tuple[int, int]
) -> None:
    on_top, cheaper = laws
    found = plan(have, cost, on_top=on_top, cheaper=cheaper)
    most = exhaustive(have, cost, on_top, cheaper)
    assert found.is_possible == (most is not None)
    if most is not None:
        assert total(found.leaves) == most


small = st.lists(cubes, min_size=2, max_size=6).map(counted)
supplies = st.dictionaries(st.sampled_from(KINDS), st.integers(1, 2))


@settings(max_examples=150, deadline=None, derandomize=True)
@given(small, costs, supplies, st.sampled_from([(0, 0), (1, 0), (0, 1)]))
def test_the_planner_knows_what_the_store_and_the_mat_can_give(
    have: dict[str, int], cost: dict[str, int], supply: dict[str, int], laws: tuple[int, int]
) -> None:
    """craft.empty box.resources"""
    found = plan(have, cost, on_top=laws[0], cheaper=laws[1], available=supply)
    most = exhaustive(have, cost, *laws, supply)
    assert found.is_possible == (most is not None)
    if most is not None:
        assert total(found.leaves) == most


@settings(max_examples=150, deadline=None, derandomize=True)
@given(hands, costs)
def test_a_plan_can_be_played(have: dict[str, int], cost: dict[str, int]) -> None:
    """buy.exact craft.price trade.two"""
    found = plan(have, cost)
    if not found.is_possible:
        return
    words = " ".join(f"{n} {kind}" for kind, n in have.items()) or "nothing"
    tile = " ".join(f"{n} {kind}" for kind, n in cost.items())
    state = table(cubes={"Ann": words}, tiles={"12a": tile, "12b": "gold"})
    for step in as_moves(found):
        fields = {key: value for key, value in step.items() if key != "kind"}
        if step["kind"] == "buy":
            fields["tile"] = "12a"
        state = after(state, step["kind"], **fields).model_copy(update={"actor": "Ann"})
    assert state.hand("Ann").tiles == {"12": 1}
    assert state.hand("Ann").cubes == found.leaves


@given(hands, costs)
@settings(max_examples=60, deadline=None, derandomize=True)
def test_what_nobody_can_give_makes_a_plan_impossible(
    have: dict[str, int], cost: dict[str, int]
) -> None:
    found = plan(have, cost, available={})
    assert found.is_possible == all(have.get(kind, 0) >= n for kind, n in cost.items())


def ask(tile: str, cost: str | None = None, have: str | None = None, **more: object):  # type: ignore[no-untyped-def]
    content = {"tile": tile, "cost": cost, "have": have} | more
    return AffordArguments.model_validate(content)


def test_the_answer_says_how() -> None:
    answer = afford(None, ask("8", "2 food + 1 ironwork", "3 timber 2 food 1 wine"))
    assert answer.exit_code == 0
    assert answer.lines[0] == (
        "Yes, in 2 actions: buy ironwork for 2 of your 4 spare cubes, then the tile"
    )
    assert answer.lines[-1].startswith("  Leaves 2 cubes")
    assert "somebody may take the tile first" in answer.lines[-1]
    assert answer.data["moves"][0] == {"kind": "craft", "cube": "ironwork", "pay": {"timber": 2}}
    now = afford(None, ask("8", "2 food", "2 food 1 gold"))
    assert now.lines == ("Yes, now: pay 2 food", "  Leaves 1 cube (1 gold)")


def test_the_answer_says_what_is_missing() -> None:
    answer = afford(None, ask("12", "1 gold", "3 wine"))
    assert answer.exit_code == 1
    assert answer.data["short"] == 1
    assert "takes 4 spare basic cubes; you have 3" in answer.lines[1]
    assert "1 more basic cube of any kind would do" in answer.lines[2]


def test_a_saved_game_knows_the_tile_the_hand_and_the_store() -> None:
    state = table(cubes={"Ann": "2 food 2 wine"}, tiles={"8a": "2 food + 1 ironwork"})
    answer = afford(state, ask("8a"))
    assert "of Ann's 2 spare cubes" in answer.lines[0]
    empty = state.model_copy(update={"mat": {}, "spent": {}})
    gone = afford(empty, ask("8a", player="Ann"))
    assert gone.exit_code == 1
    assert "cannot give 1 ironwork" in gone.lines[1]
    discount = state.with_tile((state.tiles or ())[0].model_copy(update={"cheaper": 1}))
    assert afford(discount, ask("8a")).lines[0] == "Yes, now: pay 2 food"
    surcharge = state.with_tile((state.tiles or ())[0].model_copy(update={"dearer_any": 1}))
    assert "1 more basic cube" in afford(surcharge, ask("8a")).lines[-1]


def test_what_afford_does_not_know_it_asks_for() -> None:
    state = table(tiles={"8a": ""})
    with pytest.raises(Unanswered, match="what tile 8a costs"):
        afford(state, ask("8a"))
    with pytest.raises(Unanswered, match="Which cubes"):
        afford(None, ask("8", "2 food"))
    hidden = state.with_hand("Ann", cubes=None)
    with pytest.raises(Unproven, match="Only Ann"):
        afford(hidden, ask("8a", "2 food"))


def test_afford_is_a_question_of_the_game() -> None:
    assert [query.name for query in GAME.queries] == ["afford"]
    assert set(CRAFTS) == set(prices())
    assert judge(table(cubes={"Ann": "2 wine"}), "craft", cube="ironwork", pay="2 wine").is_legal


def test_a_tile_that_does_not_exist_is_no_question() -> None:
    """box.mat"""
    with pytest.raises(Trouble, match="No building tile is worth 9"):
        afford(None, ask("9", "food", "food"))
    assert afford(None, ask("5", "food", "food")).exit_code == 0  # the edition of 2002
