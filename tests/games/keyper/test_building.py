"""Building, upgrading, overbuilding, and what pays for it."""

from __future__ import annotations

import pytest

from keyhelper.engine import catalogue
from keyhelper.engine.trouble import Trouble
from keyhelper.engine.verdict import Ruling
from keyhelper.games.keyper.costs import against_payment, likely_payment, read_cost
from keyhelper.games.keyper.model import Keyper, Tile
from keyhelper.games.keyper.moves import Build, Take, Upgrade
from keyhelper.games.keyper.wiring import GAME
from tests.games.keyper.tables import count_of, done, house, judged, owing, spot, table


def site(border: str = "build", **resources: int) -> Keyper:
    return owing(house(table(), "Ann", resources=resources), 2, border, "yard")


def build(tile: str = "Mill", area: str = "village", cost: str = "free", **more: object) -> Build:
    given = {"player": "Ann", "tile": tile, "area": area, "cost": cost, "pay": {}, **more}
    return Build.model_validate(given)


def test_a_home_tile_is_built() -> None:
    """build.tile pay.cost box.tiles"""
    state = site(bricks=1, wood=1)
    move = build(cost="1 brick + 1 wood", pay={"bricks": 1, "wood": 1})
    built = done(state, move)
    assert [tile.name for tile in built.house("Ann").tiles or ()] == ["Mill"]
    assert built.house("Ann").home == {"farm": 6, "village": 5}
    assert count_of(built, "Ann", "bricks") == 0
    none_left = house(state, "Ann", home={"farm": 6, "village": 0})
    verdict = judged(none_left, build())
    assert verdict.rules == ["build.tile"]
    assert "all 6 village tiles" in verdict.reasons[0].text


def test_a_country_tile_has_been_taken_first() -> None:
    """build.tile build.area"""
    state = house(site(), "Ann", taken=(Tile(name="Statue", area="village"),))
    built = done(state, build("Statue", deck="country"))
    assert built.house("Ann").taken == ()
    assert built.house("Ann").home == {"farm": 6, "village": 6}
    assert judged(state, build("Well", deck="country")).rules == ["build.tile"]
    verdict = judged(state, build("statue", "farm"))
    assert verdict.rules == ["build.area"]
    assert verdict.reasons[0].text == "Statue is a village tile and is not built in the farm"


def test_a_second_tile_of_a_name_is_told_apart() -> None:
    """build.tile upgrade.once"""
    state = done(site(), build("Mill"), build("mill"))
    assert [tile.name for tile in state.house("Ann").tiles or ()] == ["Mill", "mill 2"]
    yard = owing(state, 2, "tile", "yard")
    taken = done(yard, Take(player="Ann", area="farm", tile="Mill"))
    assert [tile.name for tile in taken.house("Ann").taken] == ["Mill 3"]


@pytest.mark.parametrize("border", ["build", "discount", "none"])
def test_building_on_building_fields(border: str) -> None:
    """colour.none"""
    assert judged(site(border), build()).is_legal
    assert judged(site("upgrade"), build()).rules == ["colour.none"]


@pytest.mark.parametrize(
    ("cost", "pay", "rule"),
    [
        ("1 brick + 1 wood", {"bricks": 1, "wood": 1}, None),
        ("1 brick + 1 wood", {"bricks": 1}, "pay.cost"),
        ("2 white finished", {"bricks": 1, "stone": 1}, None),
        ("2 white finished", {"bricks": 1, "clay": 1}, "white-goods.any"),
        ("2 white finished", {"bricks": 1, "wheat": 1}, None),
        ("1 white raw", {"wheat": 1}, None),
        ("1 any raw", {"logs": 1}, None),
        ("1 white gem", {"ruby": 1}, None),
        ("1 white gem", {"wheat": 1}, "wheat.never"),
        ("1 ruby", {"wheat": 1}, "wheat.never"),
        ("1 stone", {"wheat": 1}, "wheat.never"),
        ("1 wheat", {"wheat": 1}, None),
        ("1 wheat + 1 white raw", {"wheat": 2}, None),
        ("1 clay + 1 white raw", {"clay": 2}, None),
        ("1 clay + 1 white raw", {"logs": 2}, "pay.cost"),
        ("1 brick", {"bricks": 2}, "pay.cost"),
        ("free", {}, None),
    ],
)
def test_what_pays_for_what(cost: str, pay: dict[str, int], rule: str | None) -> None:
    """white-goods.any wheat.white wheat.never pay.cost"""
    reasons = list(against_payment("Mill", read_cost(cost), pay))
    assert [reason.rule for reason in reasons][:1] == ([rule] if rule else [])


def test_refusals_say_need_and_have() -> None:
    """wheat.never pay.cost"""
    state = site(wheat=1)
    verdict = judged(state, build(cost="1 gem", pay={"wheat": 1}))
    assert verdict.rules == ["wheat.never"]
    assert verdict.reasons[0].text == ("Mill needs 1 white gem; wheat does not stand in for a gem")
    short = judged(site(bricks=1), build(cost="2 brick", pay={"bricks": 2}))
    assert [reason.text for reason in short.reasons] == ["Ann has 1 of 2 bricks"]


def test_an_unknown_cost_is_not_proven() -> None:
    """pay.cost"""
    assert judged(site(), build(cost="?")).ruling is Ruling.UNPROVEN
    odd = judged(site(), build(cost="2 moonbeams"))
    assert odd.ruling is Ruling.UNPROVEN
    assert "cannot be read" in odd.reasons[0].text
    with pytest.raises(Trouble, match="moonbeams"):
        read_cost("2 moonbeams")


def test_a_discount_is_printed_on_the_field() -> None:
    """pay.discount"""
    move = build(cost="2 brick", pay={"bricks": 1})
    verdict = judged(site("discount", bricks=1), move)
    assert verdict.ruling is Ruling.UNPROVEN
    assert verdict.rules == ["pay.discount"]
    assert judged(site("build", bricks=1), move).ruling is Ruling.ILLEGAL


def with_tiles(*tiles: Tile, border: str = "build") -> Keyper:
    return house(site(border), "Ann", tiles=tiles)


MILL = Tile(name="Mill", deck="home", area="village")
FORGE = Tile(name="Forge", deck="home", area="village", covers="Mill")


def test_a_plot_is_overbuilt_once() -> None:
    """overbuild.once overbuild.inactive"""
    state = with_tiles(MILL)
    covered = done(state, build("Forge", over="Mill"))
    old, new = covered.house("Ann").tiles or ()
    assert old.is_overbuilt
    assert new.covers == "Mill"
    verdict = judged(covered, build("Well", over="Forge"))
    assert verdict.rules == ["overbuild.once"]
    assert verdict.reasons[0].text == "Forge already covers Mill; a plot is overbuilt once"
    assert judged(covered, build("Well", over="Mill")).rules == ["overbuild.once"]
    assert judged(state, build("Well", over="Barn")).rules == ["overbuild.once"]
    assert judged(state, build("Barn", "farm", over="Mill")).rules == ["build.area"]


def test_a_keyple_moves_up_onto_the_new_tile() -> None:
    """overbuild.keyple"""
    worked = MILL.model_copy(update={"spot": spot("none", "orange", "(white)")})
    state = with_tiles(worked)
    old, new = done(state, build("Forge", over="mill")).house("Ann").tiles or ()
    assert old.spot.keyples == ()
    assert new.spot == worked.spot
    assert GAME.components(done(state, build("Forge", over="mill"))) == GAME.components(state)


def test_a_tile_is_upgraded_once() -> None:
    """upgrade.once"""
    state = house(with_tiles(MILL, border="upgrade"), "Ann", resources={"stone": 1})
    move = Upgrade(player="Ann", tile="mill", pay={"stone": 1}, cost="1 stone")
    turned = done(state, move)
    assert (turned.house("Ann").tiles or ())[0].is_upgraded
    again = Upgrade(player="Ann", tile="Mill", pay={}, cost="free")
    assert judged(turned, again).rules == ["upgrade.once"]
    assert judged(state, Upgrade(player="Ann", tile="Well", pay={}, cost="free")).rules == [
        "build.tile"
    ]
    short = Upgrade(player="Ann", tile="mill", pay={"stone": 1}, cost="2 stone")
    assert judged(state, short).rules == ["pay.cost"]


def test_a_covered_tile_is_not_upgraded() -> None:
    """overbuild.inactive"""
    covered = MILL.model_copy(update={"is_overbuilt": True})
    state = with_tiles(covered, FORGE, border="upgrade")
    move = Upgrade(player="Ann", tile="Mill", pay={}, cost="free")
    assert judged(state, move).rules == ["overbuild.inactive"]


def test_the_deck_follows_from_the_rest() -> None:
    """build.tile"""
    state = house(site(), "Ann", taken=(Tile(name="Statue", area="village"),))
    filled = GAME.fill(state, build("statue"))
    assert isinstance(filled, Build)
    assert filled.deck == "country"
    home = GAME.fill(state, build("Mill"))
    assert isinstance(home, Build)
    assert home.deck == "home"


def test_likely_answers_at_the_building_site() -> None:
    state = house(site(bricks=1), "Ann", taken=(Tile(name="Statue", area="village"),))
    given = {"player": "Ann", "tile": "statue"}
    assert GAME.suggest(state, "build", "area", given) == "village"
    assert GAME.suggest(state, "build", "cost", given) == "unknown"
    assert GAME.suggest(state, "build", "pay", given) is None
    assert GAME.suggest(state, "gain", "goods", given) is None
    catalogue.open_box("keyper", {"tiles": {"Statue": {"cost": "1 white finished"}}})
    try:
        assert GAME.suggest(state, "build", "cost", given) == "1 white finished"
        assert GAME.suggest(state, "build", "pay", given) == "1 brick"
    finally:
        catalogue.open_box("keyper", {})


@pytest.mark.parametrize(
    ("cost", "held", "pay"),
    [
        ("1 brick + 2 white finished", {"bricks": 2, "stone": 1}, "2 bricks 1 stone"),
        ("1 white raw", {"wheat": 1}, "1 wheat"),
        ("1 gem", {"wheat": 1}, None),
        ("free", {}, "none"),
        ("moonbeams", {}, None),
    ],
)
def test_what_would_pay(cost: str, held: dict[str, int], pay: str | None) -> None:
    """wheat.white wheat.never"""
    assert likely_payment(cost, held) == pay


def test_the_box_learns_a_cost_that_was_said() -> None:
    state = site()
    assert [learned.field for learned in GAME.learns(state, build(cost="1 brick"))] == ["cost"]
    assert GAME.learns(state, build(cost="?")) == ()
