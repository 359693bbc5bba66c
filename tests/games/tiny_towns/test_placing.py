"""Cubes on squares, on Warehouses, on Cottages, and in the cavern."""

from __future__ import annotations

from typing import Any

import pytest

from keyhelper.engine.trouble import Trouble
from keyhelper.games.tiny_towns.rounds import must_place
from keyhelper.games.tiny_towns.town import SQUARES
from keyhelper.games.tiny_towns.wiring import GAME
from tests.games.tiny_towns.drawn import town
from tests.games.tiny_towns.tables import (
    cards,
    move,
    play,
    position,
    reason,
    rules,
    ruling,
    table,
)

# Ben named nothing: Ann has the hammer, so for Ben and Cy the cube is named by another.


def test_the_named_cube_goes_on_an_empty_square() -> None:
    """place.empty place.single"""
    state = table(boards={"Ben": town("g Cottage . .")}, named="wood")
    assert play(state, "place", player="Ben", square="c1").towns["Ben"].at("c1") == "wood"
    assert rules(state, "place", player="Ben", square="a1") == ["place.empty"]
    assert reason(state, "place", player="Ben", square="a1") == "a1 already holds glass"
    assert reason(state, "place", player="Ben", square="b1") == "b1 already holds a Cottage"


def test_nothing_is_placed_before_a_resource_is_named() -> None:
    """place.all"""
    assert rules(table(), "place", player="Ben", square="a1") == ["place.all"]
    told = position([{"name": "Ann", "board": [". . . ."] * 4}])
    assert ruling(told, "place", player="Ann", square="a1") == "unproven"
    named = position([{"name": "Ann", "board": [". . . ."] * 4}], named="wood")
    assert ruling(named, "place", player="Ann", square="a1") == "legal"


def test_everybody_places_one_cube_a_round() -> None:
    """place.once place.all"""
    state = table(named="wood")
    for player in ("Ann", "Ben", "Cy"):
        state = play(state, "place", player=player, square="a1")
    assert rules(state, "place", player="Ben", square="b1") == ["place.once"]
    assert [t.at("a1") for t in state.towns.values()] == ["wood"] * 3


def test_a_square_off_the_board_is_no_square() -> None:
    """place.empty"""
    with pytest.raises(ValueError, match="no square 'e5'"):
        move("place", player="Ann", square="e5")
    assert move("place", player="Ann", square=" B2 ").square == "b2"


def test_an_overruled_cube_on_a_full_square_cannot_be_carried_out() -> None:
    """place.single"""
    state = table(boards={"Ben": town("g . . .")}, named="wood")
    with pytest.raises(Trouble, match="already holds glass"):
        GAME.play(state, move("place", player="Ben", square="a1"))


def test_a_cube_stays_where_it_is() -> None:
    """place.fixed"""
    state = play(table(named="wood"), "place", player="Ann", square="d4")
    later = play(state, "place", player="Ben", square="a1")
    assert later.towns["Ann"].at("d4") == "wood"
    assert later.towns["Ann"].board.count(None) == 15


# Factory


def factory(holds: str = "wood") -> object:
    return table(
        boards=dict.fromkeys(("Ann", "Ben"), town("Factory . . .")),
        towns={key: {"stored": {"a1": (holds,)}} for key in ("Ann", "Ben")},
        named="wood",
    )


def test_a_factory_puts_another_cube_down_when_others_name_its_resource() -> None:
    """factory.swap"""
    state = play(factory(), "place", player="Ben", square="b2", cube="glass")
    assert state.towns["Ben"].at("b2") == "glass"
    assert rules(factory("stone"), "place", player="Ben", square="b2", cube="glass") == [
        "factory.swap"
    ]
    assert "Factory holds stone" in reason(
        factory("stone"), "place", player="Ben", square="b2", cube="glass"
    )
    assert rules(table(named="wood"), "place", player="Ben", square="b2", cube="glass") == [
        "factory.swap"
    ]


def test_a_factory_does_not_work_on_ones_own_call() -> None:
    """factory.swap"""
    assert rules(factory(), "place", player="Ann", square="b2", cube="glass") == ["factory.swap"]
    assert rules(factory(), "place", player="Ann", square="b2", cube="wood") == []


def test_who_named_the_cube_matters_to_a_factory_in_a_position() -> None:
    """factory.swap"""
    player = {
        "name": "Ann",
        "board": ["Factory . . .", *[". . . ."] * 3],
        "stored": {"a1": ["wood"]},
    }
    ben = {"name": "Ben", "board": [". . . ."] * 4}
    open_question = position([player, ben], named="wood")
    assert ruling(open_question, "place", player="Ann", square="b2", cube="glass") == "unproven"
    told = position([player, ben], named="wood", hammer="Ben")
    assert ruling(told, "place", player="Ann", square="b2", cube="glass") == "legal"
    bare = position([player | {"stored": {}}, ben], named="wood", hammer="Ben")
    assert ruling(bare, "place", player="Ann", square="b2", cube="glass") == "unproven"


# Warehouse


def warehouse(*cubes: str, named: str = "wood") -> object:
    board = dict.fromkeys(("Ann", "Ben"), town("Warehouse g . ."))
    stored = {"stored": {"a1": cubes}} if cubes else {}
    return table(
        boards=board,
        towns=dict.fromkeys(("Ann", "Ben"), stored),
        named=named,
        cards=cards("Warehouse"),
    )


def test_a_warehouse_stores_a_cube_named_by_another() -> None:
    """warehouse.store"""
    state = play(warehouse(), "place", player="Ben", square="a1")
    assert state.towns["Ben"].stored == {"a1": ("wood",)}
    assert state.towns["Ben"].at("a1") == "Warehouse"
    assert state.towns["Ben"].has_placed
    assert rules(warehouse(), "place", player="Ann", square="a1") == ["warehouse.store"]


def test_a_warehouse_holds_three_cubes() -> None:
    """warehouse.limit"""
    assert rules(warehouse("wood", "glass"), "place", player="Ben", square="a1") == []
    full = warehouse("wood", "glass", "glass")
    assert rules(full, "place", player="Ben", square="a1") == ["warehouse.limit"]
    assert "3 of 3" in reason(full, "place", player="Ben", square="a1")


def test_a_warehouse_swaps_the_named_cube_for_one_of_its_own() -> None:
    """warehouse.swap"""
    state = warehouse("stone", "glass", "glass")
    after = play(state, "place", player="Ben", square="c1", cube="stone", swap="a1").towns["Ben"]
    assert after.at("c1") == "stone"
    assert sorted(after.stored["a1"]) == ["glass", "glass", "wood"]
    one_kind = play(warehouse("brick"), "place", player="Ben", square="c1", swap="a1")
    assert one_kind.towns["Ben"].at("c1") == "brick"


@pytest.mark.parametrize(
    ("player", "fields"),
    [
        ("Ben", {"square": "c1", "cube": "brick", "swap": "a1"}),  # none there
        ("Ben", {"square": "c1", "swap": "a1"}),  # which one?
        ("Ben", {"square": "c1", "cube": "stone", "swap": "b1"}),  # no Warehouse
        ("Ann", {"square": "c1", "cube": "stone", "swap": "a1"}),  # her own call
    ],
)
def test_a_swap_needs_a_warehouse_with_that_cube_and_anothers_call(
    player: str, fields: dict[str, str]
) -> None:
    """warehouse.swap"""
    assert rules(warehouse("stone", "glass"), "place", player=player, **fields) == [
        "warehouse.swap"
    ]


def test_a_swapped_cube_still_needs_an_empty_square() -> None:
    """place.empty"""
    state = warehouse("stone")
    found = rules(state, "place", player="Ben", square="b1", cube="stone", swap="a1")
    assert found == ["place.empty"]


# Bondmaker


def bondmaker(**changes: object) -> object:
    board = town("Statue_of_the_Bondmaker Cottage Cottage Well")
    return table(boards=dict.fromkeys(("Ann", "Ben"), board), named="wood", **changes)


def test_the_bondmaker_puts_one_cube_on_each_cottage() -> None:
    """bondmaker.cottage"""
    state = play(bondmaker(), "place", player="Ben", square="b1")
    assert state.towns["Ben"].stored == {"b1": ("wood",)}
    again = bondmaker(round=6).with_town("Ben", stored={"b1": ("wood",)})
    assert rules(again, "place", player="Ben", square="b1") == ["bondmaker.cottage"]
    assert rules(again, "place", player="Ben", square="c1") == []
    assert rules(again, "place", player="Ben", square="d1") == ["place.empty"]
    assert rules(bondmaker(), "place", player="Ann", square="b1") == ["bondmaker.cottage"]


def test_without_the_bondmaker_a_cottage_takes_no_cube() -> None:
    """bondmaker.cottage"""
    state = table(boards={"Ben": town("Cottage . . .")}, named="wood")
    assert rules(state, "place", player="Ben", square="a1") == ["place.empty"]


def test_a_cube_on_a_cottage_is_no_material() -> None:
    """bondmaker.cubes"""
    board = town("Statue_of_the_Bondmaker Cottage s .")
    state = table(boards={"Ben": board}, towns={"Ben": {"stored": {"b1": ("wood",)}}})
    assert "build.layout" in rules(
        state, "build", player="Ben", building="Well", squares="b1 c1", at="c1"
    )


# Town Hall and solo


def test_in_town_hall_the_black_cards_work_on_drawn_cubes_for_all() -> None:
    """town-hall.effects"""
    drawn = factory().model_copy(update={"variant": "town-hall", "round": 4})
    for player in ("Ann", "Ben"):
        assert rules(drawn, "place", player=player, square="b2", cube="glass") == []
    free = warehouse().model_copy(update={"variant": "town-hall", "round": 6, "named": None})
    chosen = play(free, "pick", player="Ben", resource="wood")
    assert rules(chosen, "place", player="Ben", square="a1") == ["town-hall.effects"]


def test_alone_the_effects_apply_to_the_picked_card() -> None:
    """solo.effects"""
    state = table(
        "Ann",
        variant="solo",
        boards={"Ann": town("Factory Warehouse . .")},
        towns={"Ann": {"stored": {"a1": ("wood",)}}},
        named="wood",
    )
    assert rules(state, "place", player="Ann", square="c1", cube="glass") == []
    assert rules(state, "place", player="Ann", square="b1") == []


# Cavern


def cavern(**changes: object) -> object:
    return table(has_cavern=True, named="wood", **changes)


def test_two_cubes_may_be_set_aside_in_the_whole_game() -> None:
    """cavern.limit"""
    once = play(cavern(towns={"Ben": {"times_aside": 1}}), "aside", player="Ben")
    assert once.towns["Ben"].aside == ("wood",)
    twice = cavern(towns={"Ben": {"times_aside": 2}})
    assert rules(twice, "aside", player="Ben") == ["cavern.limit"]
    assert rules(table(named="wood"), "aside", player="Ben") == ["cavern.limit"]


def test_only_a_cube_named_by_another_is_set_aside() -> None:
    """cavern.others"""
    assert rules(cavern(), "aside", player="Ben") == []
    assert rules(cavern(), "aside", player="Ann") == ["cavern.others"]
    told = position(
        [{"name": n, "board": [". . . ."] * 4} for n in ("Ann", "Ben")],
        named="wood",
        options={"cavern": True},
    )
    assert ruling(told, "aside", player="Ann") == "unproven"
    alone = table("Ann", variant="solo", has_cavern=True, named="wood")
    assert rules(alone, "aside", player="Ann") == ["cavern.others"]


def test_setting_aside_takes_the_place_of_placing() -> None:
    """place.once"""
    state = play(cavern(), "aside", player="Ben")
    assert rules(state, "place", player="Ben", square="a1") == ["place.once"]
    assert rules(state, "aside", player="Ben") == ["place.once"]
    nothing = cavern().model_copy(update={"named": None})
    assert rules(nothing, "aside", player="Ben") == ["place.all"]


def test_set_aside_cubes_come_back_by_the_manual() -> None:
    """cavern.later"""
    state = table(towns={"Ben": {"aside": ("wood", "glass")}}, boards={"Ben": town("s . . .")})
    after = play(state, "recall", player="Ben", resource="glass", square="b1").towns["Ben"]
    assert (after.at("b1"), after.aside) == ("glass", ("wood",))
    assert rules(state, "recall", player="Ben", resource="stone", square="b1") == ["cavern.later"]
    assert rules(state, "recall", player="Ben", resource="wood", square="a1") == ["place.empty"]


def test_set_aside_cubes_are_gone_by_the_rulebook() -> None:
    """cavern.later"""
    readings = {"cavern.later": "discard"}
    state = play(cavern(readings=readings), "aside", player="Ben")
    assert state.towns["Ben"].aside == ()
    held = table(towns={"Ben": {"aside": ("wood",)}}, readings=readings)
    assert rules(held, "recall", player="Ben", resource="wood", square="b1") == ["cavern.later"]


def test_set_aside_cubes_change_no_score() -> None:
    """cavern.score"""
    plain = GAME.score(table())
    aside = GAME.score(table(towns={"Ben": {"aside": ("wood", "glass"), "times_aside": 2}}))
    assert [sheet.total for sheet in plain] == [sheet.total for sheet in aside] == [-16] * 3


def test_a_cube_of_ones_own_choice_stays_out_of_the_cavern() -> None:
    """town-hall.cavern"""
    free = cavern(variant="town-hall", round=6).model_copy(update={"named": None})
    chosen = play(free, "pick", player="Ben", resource="wood")
    assert rules(chosen, "aside", player="Ben") == ["town-hall.cavern"]
    other = chosen.model_copy(update={"readings": {"town-hall.cavern": "any"}})
    assert rules(other, "aside", player="Ben") == []
    drawn = cavern(variant="town-hall", round=4)
    assert rules(drawn, "aside", player="Ann") == []


def test_the_cube_of_the_round_follows_a_corrected_name() -> None:
    """place.all"""
    state = table(named="wood")
    said: Any = [
        GAME.fill(state, move("place", player="Ben", square="b2", **cube))
        for cube in ({}, {"cube": "wood"})
    ]
    assert [each.cube for each in said] == ["wood", "wood"]
    corrected = state.model_copy(update={"named": "wheat"})
    followed = GAME.carried(state, corrected, said[0])
    assert followed.says() == "Ben puts wheat on b2"
    assert GAME.play(corrected, followed).towns["Ben"].at("b2") == "wheat"
    another = move("place", player="Ben", square="b2", cube="stone")  # from a Factory
    assert GAME.carried(state, corrected, another) == another
    assert set(SQUARES) == set(GAME.words(state, "place", "square"))


def test_who_had_no_room_owes_no_cube_after_building() -> None:
    """place.must build.any-number"""
    full = table(named="wood", hammer="Ann").with_town(
        "Ben", board=town("w h w w", "b g w w", "w w w w", "w w w w")
    )
    assert not must_place(full, "Ben")
    squares = ["b1", "a2", "b2"]
    built = play(full, "build", player="Ben", building="Cottage", squares=squares, at="b2")
    assert len(built.towns["Ben"].empty_squares) == 2
    assert not must_place(built, "Ben")
    assert rules(built, "place", player="Ben", square="b1") == ["place.once"]
