"""Building: whose turn it is to build what, from which squares, and where it stands."""

from __future__ import annotations

import pytest

from keyhelper.engine.trouble import Trouble
from keyhelper.games.tiny_towns.model import TinyTowns
from keyhelper.games.tiny_towns.town import Board
from keyhelper.games.tiny_towns.wiring import GAME
from tests.games.tiny_towns.drawn import town
from tests.games.tiny_towns.tables import (
    COTTAGE_CUBES,
    cards,
    move,
    play,
    position,
    reason,
    rules,
    ruling,
    table,
)

COTTAGE = {"building": "Cottage", "squares": "b1 a2 b2", "at": "b2"}


def ann(*rows: str, **changes: object) -> TinyTowns:
    return table(boards={"Ann": town(*rows)}, **changes)


def test_a_building_replaces_its_cubes_on_one_vacated_square() -> None:
    """build.layout build.supply build.vacated"""
    state = table(boards={"Ann": COTTAGE_CUBES})
    for at in ("b1", "a2", "b2"):
        built = play(state, "build", player="Ann", **(COTTAGE | {"at": at})).towns["Ann"]
        assert built.at(at) == "Cottage"
        assert built.board.count(None) == 15


def test_a_building_goes_nowhere_else() -> None:
    """build.vacated place.single"""
    state = ann(". h . .", "b g . s")
    assert rules(state, "build", player="Ann", **(COTTAGE | {"at": "a1"})) == ["build.vacated"]
    assert rules(state, "build", player="Ann", **(COTTAGE | {"at": "d2"})) == [
        "place.single",
        "build.vacated",
    ]


def test_wrong_cubes_and_wrong_shape_are_told_with_need_and_have() -> None:
    """build.layout build.rotate"""
    state = ann("s g s .", ". . g .", cards=cards("Temple"))
    claim = {"building": "Temple", "squares": "a1 b1 c1 c2", "at": "b1"}
    verdict = GAME.verify(state, move("build", player="Ann", **claim))
    assert verdict.rules == ["build.layout"]
    assert "needs 2 brick, 1 glass and 1 stone" in verdict.reasons[0].text
    assert ". . glass / brick brick stone" in verdict.reasons[0].text
    assert verdict.reasons[0].hint == "those squares are a Chapel, which is not in this game"
    line = ann("h b g .")
    bent = {"building": "Cottage", "squares": "a1 b1 c1", "at": "a1"}
    assert "shape is not" in reason(line, "build", player="Ann", **bent)


def test_the_nearest_construction_is_offered() -> None:
    """build.layout"""
    claim = {"building": "Cottage", "squares": "a1 b1 a2", "at": "a2"}
    verdict = GAME.verify(
        table(boards={"Ann": COTTAGE_CUBES}), move("build", player="Ann", **claim)
    )
    assert verdict.reasons[0].hint == "b1 a2 b2 would do for a Cottage"


def test_any_number_is_built_but_each_cube_serves_once() -> None:
    """build.any-number build.each-cube-once place.removed"""
    state = ann(". h . .", "b g . .", "w s w .")
    state = play(state, "build", player="Ann", **COTTAGE)
    well = {"building": "Well", "squares": "a3 b3", "at": "a3"}
    after = play(state, "build", player="Ann", **well)
    assert after.towns["Ann"].at("c3") == "wood"
    assert rules(after, "build", player="Ann", **(well | {"squares": "b3 c3", "at": "c3"})) == [
        "build.layout"
    ]


def test_a_layout_may_wait() -> None:
    """build.later"""
    state = table("Ann", boards={"Ann": COTTAGE_CUBES}, named="wood",
                  towns={"Ann": {"has_placed": True}})  # fmt: skip
    later = play(state, "next")
    assert rules(later, "build", player="Ann", **COTTAGE) == []


def test_building_comes_after_placing() -> None:
    """build.after-placing"""
    state = table(boards={"Ann": COTTAGE_CUBES}, named="wood")
    assert rules(state, "build", player="Ann", **COTTAGE) == ["build.after-placing"]
    placed = play(state, "place", player="Ann", square="d4")
    assert rules(placed, "build", player="Ann", **COTTAGE) == []


def test_a_full_board_has_nothing_to_place_first() -> None:
    """build.after-placing place.must"""
    full = town("s h s s", "b g s s", "s s s s", "s s s s")
    state = table(boards={"Ann": full}, named="wood")
    assert rules(state, "build", player="Ann", **COTTAGE) == []


def test_only_cards_on_display_are_built_and_again_and_again() -> None:
    """build.displayed build.stays"""
    state = ann(". . g .", "s g s .", cards=cards("Temple"))
    chapel = {"building": "Chapel", "squares": "c1 a2 b2 c2", "at": "c1"}
    assert rules(state, "build", player="Ann", **chapel) == ["build.displayed"]
    text = reason(state, "build", player="Ann", **chapel)
    assert text == "The Chapel is not in this game; the orange card is the Temple"
    wells = ann("w s . .", "w s . .")
    one = play(wells, "build", player="Ann", building="Well", squares="a1 b1", at="a1")
    two = play(one, "build", player="Ann", building="Well", squares="a2 b2", at="a2")
    assert two.towns["Ann"].squares_of("Well") == ("a1", "a2")
    assert two.cards == wells.cards


def test_squares_may_be_left_out_when_one_way_fits() -> None:
    """build.layout"""
    state = ann(". h . .", "b g . .")
    filled = GAME.fill(state, move("build", player="Ann", building="Cottage", at="b2"))
    assert sorted(filled.squares) == ["a2", "b1", "b2"]
    without_at = move("build", player="Ann", building="Cottage", at="b1", squares="a2 b2")
    assert sorted(GAME.fill(state, without_at).squares) == ["a2", "b1", "b2"]
    two_ways = ann("w s w .")
    assert ruling(two_ways, "build", player="Ann", building="Well", at="b1") == "unproven"
    assert "a1 b1 or b1 c1" in reason(two_ways, "build", player="Ann", building="Well", at="b1")
    assert rules(state, "build", player="Ann", building="Cottage", at="d4") == ["build.vacated"]
    assert rules(state, "build", player="Ann", building="Farm", at="d4") == ["build.layout"]


def test_a_complete_town_builds_no_more() -> None:
    """complete.out"""
    state = table(boards={"Ann": COTTAGE_CUBES}, towns={"Ann": {"completed": 4}})
    assert rules(state, "build", player="Ann", **COTTAGE) == ["complete.out"]


def test_all_reasons_come_at_once() -> None:
    """build.displayed build.layout build.vacated build.after-placing"""
    state = ann("s . . .", cards=cards("Temple"), named="wood")
    found = rules(state, "build", player="Ann", building="Chapel", squares="a1 b1", at="d4")
    assert found == ["build.after-placing", "build.displayed", "build.layout", "build.vacated"]


def test_an_overruled_building_is_put_up_where_that_can_be_done() -> None:
    """build.layout"""
    state = ann("s g . .")
    odd = move("build", player="Ann", building="Well", squares="a1 b1", at="a1")
    assert GAME.play(state, odd).towns["Ann"].at("a1") == "Well"
    with pytest.raises(Trouble, match="not free"):
        GAME.play(state, move("build", player="Ann", building="Well", squares="a1", at="b1"))


# Trading Post, Shed, Obelisk


def test_a_trading_post_stands_for_any_resource_and_stays() -> None:
    """build.wild"""
    state = ann("Trading_Post s . .", cards=cards("Trading Post"))
    well = {"building": "Well", "squares": "a1 b1", "at": "b1"}
    after = play(state, "build", player="Ann", **well).towns["Ann"]
    assert (after.at("a1"), after.at("b1")) == ("Trading Post", "Well")
    assert "build.vacated" in rules(state, "build", player="Ann", **(well | {"at": "a1"}))
    posts = ann("Trading_Post Trading_Post . .", cards=cards("Trading Post"))
    assert "build.wild" in rules(posts, "build", player="Ann", **well)


def test_a_new_trading_post_works_at_once_or_next_round() -> None:
    """effects.start"""
    fresh = {"Ann": {"built": {"a1": 5}}}
    board = {"Ann": town("Trading_Post s . .")}
    well = {"building": "Well", "squares": "a1 b1", "at": "b1"}
    now = table(boards=board, towns=fresh, cards=cards("Trading Post"))
    assert rules(now, "build", player="Ann", **well) == []
    waits = now.model_copy(update={"readings": {"effects.start": "next-round"}})
    assert rules(waits, "build", player="Ann", **well) == ["build.layout"]
    later = waits.model_copy(update={"round": 6})
    assert rules(later, "build", player="Ann", **well) == []


def test_a_shed_goes_on_any_empty_square() -> None:
    """shed.anywhere"""
    state = ann("w s . g", cards=cards("Shed"))
    shed = {"building": "Shed", "squares": "a1 b1"}
    for at in ("a1", "d4"):
        assert play(state, "build", player="Ann", **shed, at=at).towns["Ann"].at(at) == "Shed"
    assert rules(state, "build", player="Ann", **shed, at="d1") == ["shed.anywhere"]


def test_after_the_obelisk_buildings_go_on_any_empty_square() -> None:
    """obelisk.anywhere"""
    board = {"Ann": town("w s . Obelisk_of_the_Crescent", "g . . .")}
    well = {"building": "Well", "squares": "a1 b1"}
    state = table(boards=board, towns={"Ann": {"built": {"d1": 5}}})
    assert rules(state, "build", player="Ann", **well, at="d4") == []
    assert rules(state, "build", player="Ann", **well, at="a2") == ["obelisk.anywhere"]
    waits = state.model_copy(update={"readings": {"effects.start": "next-round"}})
    assert rules(waits, "build", player="Ann", **well, at="d4") == ["build.vacated"]


def test_the_obelisk_itself_goes_on_a_vacated_square() -> None:
    """obelisk.anywhere"""
    state = ann("h . . .", "b g b .", kept={"Ann": "Obelisk of the Crescent"})
    claim = {"building": "obelisk", "squares": "a1 a2 b2 c2"}
    assert rules(state, "build", player="Ann", **claim, at="d4") == ["build.vacated"]
    assert rules(state, "build", player="Ann", **claim, at="a1") == []


# Factory and Bank


def factory_cubes() -> Board:
    return town("w . . .", "b s s b")


def test_a_new_factory_takes_any_cube() -> None:
    """factory.holds"""
    state = table(boards={"Ann": factory_cubes()})
    claim = {"building": "Factory", "squares": "a1 a2 b2 c2 d2", "at": "a1"}
    built = play(state, "build", player="Ann", **claim, holds="glass")
    assert built.towns["Ann"].stored == {"a1": ("glass",)}
    asked = play(state, "build", player="Ann", **claim)
    assert GAME.turn(asked).asks[0].prompt == "Ann's Factory on a1 holds"
    assert rules(asked, "next")[-1] == "monument.effect"
    told = play(asked, "hold", player="Ann", resource="stone")
    assert told.towns["Ann"].stored == {"a1": ("stone",)}
    assert told.pending == ()
    assert rules(told, "hold", player="Ann", resource="stone") == ["factory.holds"]
    well = ann("w s . .")
    found = rules(well, "build", player="Ann", building="Well", squares="a1 b1", at="a1",
                  holds="wood")  # fmt: skip
    assert found == ["factory.holds"]


def test_each_bank_takes_another_cube() -> None:
    """bank.holds"""
    board = town("h h . Bank", "w g b .")
    state = table(boards={"Ann": board}, towns={"Ann": {"stored": {"d1": ("wood",)}}},
                  cards=cards("Bank"))  # fmt: skip
    claim = {"building": "Bank", "squares": "a1 b1 a2 b2 c2", "at": "a1"}
    assert rules(state, "build", player="Ann", **claim, holds="wood") == ["bank.holds"]
    assert rules(state, "build", player="Ann", **claim, holds="glass") == []
    asked = play(state, "build", player="Ann", **claim)
    assert rules(asked, "hold", player="Ann", resource="wood") == ["bank.holds"]
    assert rules(asked, "hold", player="Ann", resource="stone") == []


def test_a_sixth_bank_finds_no_cube() -> None:
    """bank.holds"""
    board = town("h h . Bank", "w g b Bank", "Bank Bank Bank .")
    stored = {"d1": ("wood",), "d2": ("wheat",), "a3": ("brick",), "b3": ("glass",)}
    claim = {"building": "Bank", "squares": "a1 b1 a2 b2 c2", "at": "a1"}
    four = table(boards={"Ann": board}, towns={"Ann": {"stored": stored}}, cards=cards("Bank"))
    assert rules(four, "build", player="Ann", **claim, holds="stone") == []
    five = four.with_town("Ann", stored=stored | {"c3": ("stone",)})
    assert rules(five, "build", player="Ann", **claim, holds="stone") == ["bank.holds"]


def test_a_claim_without_its_cube_is_not_proven() -> None:
    """bank.holds"""
    rows = ["wheat wheat . .", "wood glass brick .", ". . . .", ". . . ."]
    state = position([{"name": "Ann", "board": rows}], cards=["Bank"])
    claim = {"building": "Bank", "squares": "a1 b1 a2 b2 c2", "at": "a1"}
    assert ruling(state, "build", player="Ann", **claim) == "unproven"
    assert ruling(state, "build", player="Ann", **claim, holds="wood") == "legal"


# Monuments

FORUM = town(". . h .", "b b s w")
FORUM_CLAIM = {"building": "Silva Forum", "squares": "c1 a2 b2 c2 d2", "at": "c1"}


def test_only_the_holder_builds_a_monument() -> None:
    """monument.holder build.displayed"""
    holds = table(boards={"Ann": FORUM}, kept={"Ann": "Silva Forum", "Ben": "The Starloom"})
    assert rules(holds, "build", player="Ann", **FORUM_CLAIM) == []
    other = table(boards={"Ann": FORUM}, kept={"Ann": "The Starloom", "Ben": "Silva Forum"})
    assert rules(other, "build", player="Ann", **FORUM_CLAIM) == ["monument.holder"]
    assert reason(other, "build", player="Ann", **FORUM_CLAIM) == (
        "Ann does not hold the card Silva Forum"
    )


def test_what_the_table_dealt_only_the_table_knows() -> None:
    """monument.holder"""
    state = table(boards={"Ann": FORUM}, kept={})
    assert ruling(state, "build", player="Ann", **FORUM_CLAIM) == "unproven"
    stands = table(boards={"Ann": FORUM, "Ben": town("Silva_Forum . . .")}, kept={})
    assert ruling(stands, "build", player="Ann", **FORUM_CLAIM) == "illegal"
    assert "Ben" in reason(stands, "build", player="Ann", **FORUM_CLAIM)


def test_a_monument_is_built_once() -> None:
    """monument.once"""
    twice = table(boards={"Ann": town("Silva_Forum . h .", "b b s w")}, kept={"Ann": "Silva Forum"})
    assert rules(twice, "build", player="Ann", **FORUM_CLAIM) == ["monument.once"]
    none = table(boards={"Ann": FORUM})
    assert rules(none, "build", player="Ann", **FORUM_CLAIM) == ["setup.no-monuments"]


def test_a_built_monument_is_no_secret() -> None:
    """monument.face-up"""
    state = table(boards={"Ann": FORUM}, kept={})
    claimed = GAME.fill(state, move("build", player="Ann", **FORUM_CLAIM))
    built = GAME.play(state, claimed)
    assert built.towns["Ann"].raised == "Silva Forum"
    assert any("Silva Forum" in line for line in GAME.panels(built, None)[0].lines)


def test_the_shrine_counts_the_buildings_when_it_is_built() -> None:
    """shrine.count"""
    board = town("b h s Well", "w g w Cottage", "Farm . . .")
    state = table(boards={"Ann": board}, kept={"Ann": "Shrine of the Elder Tree"})
    built = play(state, "build", player="Ann", building="shrine", at="a1")
    assert built.towns["Ann"].shrine_count == 4
    later = built.with_town("Ann", board=town("w s . .", "Shrine . . ."))
    after = play(later, "build", player="Ann", building="Well", at="a1")
    assert after.towns["Ann"].shrine_count == 4


def test_effects_of_a_building_are_told_before_it_is_built() -> None:
    """build.supply"""
    state = table(boards={"Ann": COTTAGE_CUBES})
    told = GAME.effects(state, move("build", player="Ann", building="Cottage", at="b2"))
    assert told["at"] == "b2"
    assert sorted(told["vacated"]) == ["a2", "b1"]
