"""Using actions: taking, turning, selling, tiles; need and have in every refusal."""

from __future__ import annotations

from typing import Any

import pytest

from keyhelper.engine.verdict import Ruling
from keyhelper.games.keyper.model import Country, HeldFair, Keyper, Owed, Tile
from keyhelper.games.keyper.moves import Convert, Gain, Sell, ShowBoat, Skip, Take
from keyhelper.games.keyper.wiring import GAME
from keyhelper.games.keyper.working import most_in_turns
from tests.games.keyper.tables import count_of, done, house, judged, owing, table


def gain(player: str = "Ann", **goods: int) -> Gain:
    return Gain(player=player, goods=goods)


def test_one_action_for_each_good() -> None:
    """act.owed box.goods box.animals"""
    state = owing(table(), 2, "orange")
    taken = done(state, gain(clay=2))
    assert count_of(taken, "Ann", "clay") == 2
    assert taken.supply is not None
    assert taken.supply["clay"] == 14
    verdict = judged(state, gain(clay=3))
    assert verdict.rules == ["act.owed"]
    assert "Ann has 2 of 3 actions needed" in verdict.reasons[0].text
    part = done(state, gain(clay=1))
    assert part.owed[0].actions == 1
    assert judged(table(), gain(clay=1)).rules == ["act.owed"]


def test_another_good_than_the_field_is_called_by_is_questioned() -> None:
    state = owing(table(), 2, "orange", "clay")
    assert GAME.warnings(state, gain(clay=1)) == ()
    assert GAME.warnings(state, gain(gold=1)) == ("The field is called clay; Ann would take gold",)
    assert GAME.warnings(owing(table(), 2, "orange", "pit"), gain(gold=1)) == ()


def test_what_has_run_out_is_not_given() -> None:
    """supply.limit"""
    state = owing(table(supply={"clay": 1}), 3, "orange")
    verdict = judged(state, gain(clay=2))
    assert verdict.rules == ["supply.limit"]
    assert verdict.reasons[0].text == "1 clay left in the supply; Ann takes 2"
    left = done(state, gain(clay=1), Skip(player="Ann"))
    assert left.active == "Ben"


def joint(left: int, first: int = 3, second: int = 3) -> Keyper:
    owed = tuple(
        Owed(player=player, actions=actions, board="1", field="clay", border="orange")
        for player, actions in (("Ann", first), ("Ben", second))
    )
    state = table()
    supply = (state.supply or {}) | {"clay": left}
    return state.model_copy(update={"owed": owed, "turn_of": "Ann", "supply": supply})


@pytest.mark.parametrize(
    ("left", "active", "joiner"),
    [(6, 3, 3), (5, 3, 2), (4, 2, 2), (3, 2, 1), (2, 1, 1), (1, 1, 0)],
)
def test_short_supply_is_taken_in_turns(left: int, active: int, joiner: int) -> None:
    """supply.alternate"""
    state = joint(left)
    assert judged(state, gain(clay=active)).is_legal
    if active < 3:
        assert "supply.alternate" in judged(state, gain(clay=active + 1)).rules or left <= active
    first = done(state, gain(clay=active))
    if joiner:
        assert judged(first, gain("Ben", clay=joiner)).is_legal
    assert not judged(first, gain("Ben", clay=joiner + 1)).is_legal


def test_who_joined_may_enter_first_and_leaves_the_active_player_a_share() -> None:
    """supply.alternate"""
    state = joint(3)
    assert judged(state, gain("Ben", clay=1)).is_legal
    verdict = judged(state, gain("Ben", clay=2))
    assert verdict.rules == ["supply.alternate"]
    assert verdict.reasons[0].text == "3 clay left: in turns with Ann, Ben gets 1 of 2"
    waived = done(state, Skip(player="Ann"))
    assert judged(waived, gain("Ben", clay=3)).is_legal


def test_in_turns_arithmetic() -> None:
    """supply.alternate"""
    assert most_in_turns(3, 3, goes_first=True) == 2
    assert most_in_turns(3, 3, goes_first=False) == 1
    assert most_in_turns(4, 1, goes_first=True) == 3
    assert most_in_turns(0, 2, goes_first=True) == 0


def on_boat(actions: int = 3, shows: tuple[str, ...] = ("wheat", "clay"), **more: Any) -> Keyper:
    boards = {"1": Country(boat="2"), "2": Country(), "3": Country()}
    state = table(boards=boards, shows={"2": shows} if shows else {})
    return owing(state, actions, "light-blue", "river", **more)


def test_a_boat_gives_or_buys_what_it_shows() -> None:
    """boat.actions boat.shown"""
    state = house(on_boat(), "Ann", resources={"clay": 1, "bricks": 1})
    sold = done(state, Sell(player="Ann", goods={"clay": 1}))
    assert sold.house("Ann").shipping == 2
    assert count_of(sold, "Ann", "clay") == 0
    assert done(state, gain(wheat=1)).owed[0].actions == 2
    verdict = judged(state, Sell(player="Ann", goods={"bricks": 1}))
    assert verdict.rules == ["boat.shown"]
    assert "Boat 2 shows wheat and clay" in verdict.reasons[0].text
    assert judged(state, gain(ruby=1)).rules == ["boat.shown"]


def test_nothing_is_both_taken_and_sold_on_a_boat() -> None:
    """boat.same"""
    state = house(on_boat(), "Ann", resources={"clay": 1, "wheat": 1})
    bought = done(state, gain(clay=1))
    verdict = judged(bought, Sell(player="Ann", goods={"clay": 1}))
    assert verdict.rules == ["boat.same"]
    assert judged(bought, Sell(player="Ann", goods={"wheat": 1})).is_legal
    sold = done(state, Sell(player="Ann", goods={"wheat": 1}))
    assert judged(sold, gain(wheat=1)).rules == ["boat.same"]


def test_a_boat_nobody_has_read_is_not_proven() -> None:
    """boat.shown"""
    verdict = judged(on_boat(shows=()), gain(clay=1))
    assert verdict.ruling is Ruling.UNPROVEN
    assert verdict.rules == ["boat.shown"]


def test_goods_are_sold_on_boats_only_and_only_if_held() -> None:
    """boat.actions"""
    state = owing(house(table(), "Ann", resources={"clay": 1}), 2, "orange")
    assert judged(state, Sell(player="Ann", goods={"clay": 1})).rules == ["boat.actions"]
    verdict = judged(on_boat(), Sell(player="Ann", goods={"clay": 1}))
    assert verdict.rules == ["boat.actions"]
    assert verdict.reasons[0].text == "Ann sells 1 clay and has none"
    turn = Convert(player="Ann", pay={"bricks": 1}, gain={"gold": 1})
    assert judged(on_boat(), turn).rules == ["boat.actions"]


def test_goods_are_turned_into_others() -> None:
    """pay.cost supply.limit"""
    state = owing(house(table(), "Ann", resources={"clay": 2}), 2, "none", "kiln")
    turned = done(state, Convert(player="Ann", pay={"clay": 2}, gain={"bricks": 2}, actions=2))
    assert count_of(turned, "Ann", "bricks") == 2
    assert turned.active == "Ben"
    short = Convert(player="Ann", pay={"clay": 3}, gain={"bricks": 1})
    assert judged(state, short).rules == ["pay.cost"]
    long = Convert(player="Ann", pay={"clay": 1}, gain={"bricks": 1}, actions=3)
    assert judged(state, long).rules == ["act.owed"]
    empty = state.model_copy(update={"supply": {"bricks": 0}})
    out = Convert(player="Ann", pay={"clay": 1}, gain={"bricks": 1})
    assert judged(empty, out).rules == ["supply.limit"]
    ships = Convert(player="Ann", pay={"clay": 1}, gain={}, shipping=3)
    assert done(state, ships).house("Ann").shipping == 3


def test_what_a_building_brings_is_on_the_tile() -> None:
    """keyple.own"""
    state = owing(table(), 1, "none", "Mill", "own")
    assert judged(state, gain(wheat=1)).is_legal
    verdict = judged(state, gain(wheat=2))
    assert verdict.ruling is Ruling.UNPROVEN
    assert verdict.rules == ["keyple.own"]


@pytest.mark.parametrize("border", ["tile", "build", "discount", "upgrade"])
def test_fields_for_one_thing_are_for_that_thing(border: str) -> None:
    """colour.none"""
    state = owing(table(), 1, border, "yard")
    assert judged(state, gain(clay=1)).rules == ["colour.none"]
    take = judged(state, Take(player="Ann", area="farm", tile="Barn"))
    assert take.rules == ([] if border == "tile" else ["colour.none"])


def test_a_taken_tile_is_replaced_at_once() -> None:
    """display.refill box.tiles"""
    state = owing(table(), 2, "tile", "yard")
    taken = done(state, Take(player="Ann", area="village", tile="Statue"))
    assert [tile.name for tile in taken.house("Ann").taken] == ["Statue"]
    assert (len(taken.display), taken.bag) == (8, 12)
    season = owing(table(readings={"display__refill": "season"}), 2, "tile", "yard")
    later = done(season, Take(player="Ann", area="village", tile="Statue"))
    assert (len(later.display), later.bag) == (7, 13)
    assert GAME.components(later) == GAME.components(season)


def test_after_the_last_action_of_a_season_nothing_is_drawn() -> None:
    """display.refill"""
    state = owing(table(phase="final", queue=("Ann",), active=None), 1, "tile", "yard")
    state = state.model_copy(update={"last_played": "Ben"})
    taken = done(state, Take(player="Ann", area="village", tile="Statue"))
    assert (len(taken.display), taken.bag) == (7, 13)


def test_a_tile_lies_in_the_display() -> None:
    """display.refill"""
    state = owing(table(display=("Statue", "Drainage")), 1, "tile", "yard")
    assert judged(state, Take(player="Ann", area="village", tile="the statue")).is_legal
    verdict = judged(state, Take(player="Ann", area="village", tile="Mill"))
    assert verdict.rules == ["display.refill"]
    empty = owing(table(display=()), 1, "tile", "yard")
    assert "display.refill" in judged(empty, Take(player="Ann", area="farm", tile="Barn")).rules


def test_a_tile_without_a_name_is_not_proven() -> None:
    """box.tiles"""
    state = owing(table(), 1, "tile", "yard")
    assert judged(state, Take(player="Ann", area="farm")).ruling is Ruling.UNPROVEN


def test_winter_fairs_come_from_the_display_after_spring() -> None:
    """fairs.bag"""
    fair = Take(player="Ann", area="fair")
    assert judged(owing(table(), 1, "tile", "yard"), fair).rules == ["fairs.bag"]
    summer = owing(table(season="summer"), 1, "tile", "yard")
    taken = done(summer, fair)
    assert taken.house("Ann").winter_fairs == 1
    assert taken.bag == 12
    aside = owing(table(season="summer", readings={"fairs__bag": "aside"}), 1, "tile", "yard")
    beside = done(aside, fair)
    assert beside.fairs_aside == 7
    assert (len(beside.display), beside.bag) == (8, 13)
    assert GAME.components(beside) == GAME.components(aside)


def test_a_boat_that_the_table_does_not_read_out_is_left_unchecked() -> None:
    """boat.shown"""
    boards = {"1": Country(boat="2")}
    state = owing(table(boards=boards, shows={"2": ()}), 2, "light-blue", "river")
    assert judged(state, gain(clay=1)).is_legal
    assert ShowBoat(boat="2", goods={}).says() == "What boat 2 shows is not checked"


def test_no_more_tiles_are_taken_than_the_box_has() -> None:
    """box.tiles"""
    yard = owing(table(season="autumn"), 1, "tile", "yard")
    farms = tuple(Tile(name=f"Sty {number}", area="farm") for number in range(12))
    state = house(yard, "Ben", taken=farms[:6], tiles=farms[6:11])
    assert judged(state, Take(player="Ann", area="farm", tile="Sty")).is_legal
    state = house(yard, "Ben", taken=farms[:6], tiles=farms[6:])
    verdict = judged(state, Take(player="Ann", area="farm", tile="Sty"))
    assert verdict.rules == ["box.tiles"]
    assert verdict.reasons[0].text == "All 12 country farm tiles of the box have been taken"
    held = (HeldFair(season="winter", points=4),) * 3
    fairs = house(yard, "Ben", winter_fairs=4, held=held)
    assert judged(fairs, Take(player="Ann", area="fair")).is_legal
    fairs = house(yard, "Ben", winter_fairs=5, held=held)
    assert judged(fairs, Take(player="Ann", area="fair")).rules == ["box.tiles"]


def test_an_empty_display_is_left_with_enter() -> None:
    """display.refill"""
    ask = GAME.turn(owing(table(display=()), 2, "tile", "yard")).asks[0]
    assert (ask.enter, ask.hint) == (
        Skip(player="Ann"),
        "no tile in the display; Enter: nothing",
    )
