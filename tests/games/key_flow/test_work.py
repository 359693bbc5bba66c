"""Carts, upgrades and flips: steps, costs, stand-ins, and what only one's own village allows."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from keyhelper.games.key_flow.model import KeyFlow
from keyhelper.games.key_flow.moves import Carry, Flip, Panels, Reveal, Stop, Upgrade
from keyhelper.games.key_flow.wiring import GAME
from tests.games.key_flow.tables import (
    changed,
    judge,
    play,
    position,
    printed,
    set_to,
    table,
    with_card,
    with_cards,
    working,
)


def carry(count: int = 1, goods: str = "iron", start: str = "Home", to: str = "R1") -> Carry:
    return Carry.model_validate({"player": "Ann", "goods": {goods: count}, "from": start, "to": to})


def road(transport: int = 3, **readings: str) -> KeyFlow:
    """A road of three with a river card, two iron at home, a cart at work."""
    state = with_cards(table(3, **readings), "Ann", Workshop="R1", Alehouse="R2", Weir="R0.5")
    state = changed(state, "Ann", "Home", goods={"iron": 2})
    return working(state, transport=transport)


def test_each_step_of_each_counter_takes_one_point() -> None:
    """transport.points"""
    assert judge(road(4), carry(2, to="R2")).is_legal
    verdict = judge(road(3), carry(2, to="R2"))
    assert verdict.rules == ["transport.points"]
    assert verdict.reasons[0].text == "2 iron over 2 steps takes 4 transport; Ann has 3"


def test_points_may_be_split() -> None:
    """transport.points"""
    state = play(road(3), carry(1, to="R1"), carry(1, to="R2"))

    assert [b.goods.get("iron", 0) for b in state.villages["Ann"]] == [0, 1, 1, 0]
    assert state.task("Ann", "work") is None


def test_only_what_lies_there_is_carried() -> None:
    """transport.goods"""
    verdict = judge(road(9), carry(3))

    assert verdict.rules == ["transport.goods"]
    assert verdict.reasons[0].text == "Home has 2 iron; 3 to be carried"


@pytest.mark.parametrize(("reading", "legal"), [("touching", True), ("rows", False)])
def test_whether_carts_cross_between_road_and_river(reading: str, legal: bool) -> None:
    """transport.path"""
    verdict = judge(road(transport__path=reading), carry(to="Weir"))

    assert verdict.is_legal == legal
    if not legal:
        assert verdict.rules == ["transport.path"]


def test_a_gap_stops_a_cart() -> None:
    """transport.path"""
    state = with_cards(table(), "Ann", Workshop="R2")
    state = working(changed(state, "Ann", "Home", goods={"iron": 1}), transport=9)

    assert judge(state, carry(to="Workshop")).rules == ["transport.path"]


def test_no_cart_without_an_action() -> None:
    """transport.points"""
    state = set_to(road(), tasks={})

    assert judge(state, carry()).rules == ["transport.points"]


def test_the_rest_of_an_action_may_be_left() -> None:
    """transport.points"""
    assert not play(road(3), Stop(player="Ann")).tasks
    assert judge(table(), Stop(player="Ann")).rules == ["transport.points"]


def test_carts_stay_in_ones_own_village() -> None:
    """transport.own"""
    assert judge(road(), carry(to="Palace")).rules == ["transport.goods"]


def mill(upgrades: int = 1, **goods: int) -> KeyFlow:
    """A mill that costs two wood and a saw to upgrade."""
    state = printed(table(), "Mill", panels=("1 iron", "2 iron costs 2 wood + saw"))
    state = with_card(state, "Ann", "Mill", "R1", goods=dict(goods))
    state = set_to(state, skills=state.skills | {"Ann": {"double saw": 1}})
    state = set_to(state, supply=state.supply | {"double saw": 2})
    return working(state, upgrades=upgrades)


def upgrade(**changes: object) -> Upgrade:
    asked: dict[str, object] = {"building": "Mill", "cost": {"wood": 2, "saw": 1}}
    return Upgrade.model_validate({"player": "Ann"} | asked | changes)


def test_an_upgrade_is_paid_from_the_card_and_the_skills() -> None:
    """upgrade.cost skill.returned"""
    state = play(mill(wood=2), upgrade())

    building = state.find("Ann", "Mill")
    assert building is not None
    assert (building.upgrades, building.goods) == (1, {})
    assert state.skills["Ann"] == {}
    assert (state.supply["upgrade"], state.supply["double saw"]) == (44, 3)


def test_goods_elsewhere_do_not_pay() -> None:
    """upgrade.cost"""
    state = changed(mill(wood=1), "Ann", "Home", goods={"wood": 5})

    verdict = judge(state, upgrade())

    assert verdict.rules == ["upgrade.cost"]
    assert verdict.reasons[0].text == "2 wood must lie on Mill; it holds 1 wood"


def test_a_missing_skill_is_named() -> None:
    """upgrade.cost"""
    state = mill(wood=2)
    state = set_to(state, skills=state.skills | {"Ann": {"double anvil": 1}})

    verdict = judge(state, upgrade())

    assert verdict.reasons[0].text == "1 saw must be paid; Ann has 1 anvil"


def test_gold_pays_for_wood() -> None:
    """box.gold winter.gold-wild"""
    state = play(mill(wood=1, gold=2), upgrade())

    building = state.find("Ann", "Mill")
    assert building is not None
    assert building.goods == {"gold": 1}


def test_iron_does_not_pay_for_wood() -> None:
    """box.gold"""
    paid = {"wood": 1, "iron": 1, "saw": 1}

    assert "box.gold" in judge(mill(wood=1, iron=1), upgrade(paid=paid)).rules
    assert judge(mill(wood=1, iron=1), upgrade()).rules == ["upgrade.cost"]


def test_with_keyflower_anything_pays_for_anything() -> None:
    """boat.keyflower"""
    state = with_cards(mill(iron=1, stone=1), "Ann", Keyflower="R0.5")

    state = play(state, upgrade())

    building = state.find("Ann", "Mill")
    assert building is not None
    assert building.goods == {}


def test_the_cost_is_what_the_arrow_shows() -> None:
    """upgrade.cost"""
    verdict = judge(mill(wood=2), upgrade(cost={"wood": 1}))

    assert verdict.rules == ["upgrade.cost"]
    assert "shows 2 wood + 1 saw, not 1 wood" in verdict.reasons[0].text


def test_only_a_building_with_a_further_panel_is_upgraded() -> None:
    """upgrade.panels"""
    state = changed(mill(wood=2), "Ann", "Mill", upgrades=1)

    verdict = judge(state, upgrade(cost={}))

    assert verdict.rules == ["upgrade.panels"]
    assert "Mill has 2 panels and 1 upgrade" in verdict.reasons[0].text


def test_a_building_may_be_upgraded_again() -> None:
    """faq.upgrade-again upgrade.panels"""
    state = working(with_cards(table(), "Ann", Keythedral="R1"), upgrades=3)
    move = upgrade(building="Keythedral", cost={})

    state = play(state, move, move)

    assert judge(state, move).rules == ["upgrade.panels"]


def test_each_upgrade_takes_an_icon() -> None:
    """upgrade.icon"""
    assert judge(mill(upgrades=0, wood=2), upgrade()).rules == ["upgrade.icon"]


def test_no_upgrade_without_a_tile() -> None:
    """box.upgrades"""
    state = mill(wood=2)
    state = set_to(state, supply=state.supply | {"upgrade": 0})

    assert judge(state, upgrade()).rules == ["box.upgrades"]


def test_a_cost_read_once_is_kept() -> None:
    """upgrade.cost"""
    state = working(with_cards(table(), "Ann", Fold="R1"), upgrades=1)
    state = changed(state, "Ann", "Fold", goods={"stone": 1})
    move = upgrade(building="Fold", cost={"stone": 1})

    learned = GAME.learns(state, move)

    assert learned[0].value == [None, "costs 1 stone", None]
    after = play(state, move)
    assert after.book["Fold"].panel(1).cost == {"stone": 1}
    given = {"player": "Ben", "building": "Fold"}
    assert GAME.suggest(with_cards(after, "Ben", Fold="R1"), "upgrade", "cost", given) == "1 stone"


def test_a_flip_is_free_and_takes_an_icon() -> None:
    """flip.free upgrade.icon"""
    state = changed(mill(), "Ann", "Mill", upgrades=1)
    flip = Flip(player="Ann", building="Mill")

    after = play(state, flip)

    assert not after.tasks
    assert judge(set_to(state, tasks={}), flip).rules == ["upgrade.icon"]
    assert judge(working(set_to(after, tasks={}), upgrades=1), flip).rules == ["flip.free"]


def test_flipper_pays_a_gold_for_each_flip() -> None:
    """boat.flipper"""
    state = with_cards(changed(mill(), "Ann", "Mill", upgrades=1), "Ann", Flipper="R0.5")
    before = GAME.components(state)

    at_home = play(state, Flip(player="Ann", building="Mill"))
    elsewhere = play(state, Flip(player="Ann", building="Mill", to="Mill"))

    assert [b.goods for b in at_home.villages["Ann"]][:2] == [{"gold": 1}, {}]
    assert [b.goods for b in elsewhere.villages["Ann"]][:2] == [{}, {"gold": 1}]
    assert GAME.components(at_home) == before


def test_face_down_tiles_are_turned_over() -> None:
    """skill.kept"""
    state = set_to(table(), skills={"Ann": {"face-down": 2}})

    assert play(state, Reveal(player="Ann", tiles={"saw": 2})).skills["Ann"] == {"saw": 2}
    assert judge(state, Reveal(player="Ann", tiles={"saw": 3})).rules == ["skill.kept"]


def test_panels_are_read_out_in_one_line() -> None:
    """score.panels upgrade.panels"""
    state = with_cards(table(), "Ann", Mill="R1")

    state = play(state, Panels(card="Mill", shows="1 iron / 2 points + 2 iron costs 2 wood"))

    assert state.book["Mill"].most_upgrades == 1
    assert state.book["Mill"].panel(1).points == 2
    assert judge(state, Panels(card="Nowhere", shows="5 points")).rules == ["score.panels"]
    with pytest.raises(ValidationError, match="did you mean gold"):
        Panels(card="Mill", shows="2 gild")


def test_a_position_tells_what_carts_and_upgrades_need() -> None:
    """transport.path upgrade.panels"""
    state = position(
        seating=["Ann", "Ben"],
        buildings=[
            {"village": "Ann", "name": "Home", "at": "home", "goods": {"iron": 1}},
            {"village": "Ann", "name": "Mill", "at": "R2", "panels": ["1 iron", "5 points"]},
        ],
    )

    assert judge(state, carry(to="Mill")).rules == ["transport.path"]
    assert judge(state, upgrade(cost={})).is_legal
    unread = upgrade(building="Home", cost={})
    assert judge(state, unread).rules == ["upgrade.panels"]
