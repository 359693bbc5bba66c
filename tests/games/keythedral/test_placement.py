"""The placement: where fields and cottages go, and in which order."""

from __future__ import annotations

import pytest

from keyhelper.engine.verdict import Ruling
from keyhelper.games.keythedral.wiring import GAME
from tests.games.keythedral.tables import after, judge, move, opening, table


def test_a_field_touches_a_field_by_a_side() -> None:
    """field.touch"""
    assert judge(opening(), "field", colour="red", at=[2, 0]).is_legal
    verdict = judge(opening(), "field", colour="red", at=[2, 2])
    assert verdict.rules == ["field.touch"]
    assert "2,1" in verdict.reasons[0].text


def test_a_field_may_touch_only_a_cottage() -> None:
    """field.touch"""
    corner = "Ben 1 1.5,1.5"
    state = table("placement", cottages=corner, placer="Ann", bag=5)
    assert judge(state, "field", colour="red", at=[2, 2]).is_legal
    strict = table(
        "placement", cottages=corner, placer="Ann", bag=5, readings={"field.touch": "field-only"}
    )
    verdict = judge(strict, "field", colour="red", at=[2, 2])
    assert verdict.rules == ["field.touch"]
    assert "Ben 1 at its corner is not enough" in verdict.reasons[0].text


def test_a_field_lies_on_a_free_place() -> None:
    """field.free"""
    verdict = judge(opening(), "field", colour="red", at=[1, 0])
    assert verdict.rules == ["field.free"]
    assert "A brown field already lies at 1,0" in verdict.reasons[0].text
    assert judge(opening(), "field", colour="red", at=[1.5, 0.5]).rules == ["field.free"]


def test_the_drawn_field_comes_out_of_the_bag() -> None:
    """field.drawn setup.bag"""
    laid = after(opening(), "field", colour="red", at=[2, 0])
    assert (laid.bag, (laid.fields or {})["2,0"]) == (14, "red")
    empty = opening().model_copy(update={"bag": 0})
    assert "setup.bag" in judge(empty, "field", colour="red", at=[2, 0]).rules


def test_no_more_fields_of_a_colour_than_the_box_has() -> None:
    """box.fields"""
    reds = {f"{x},0": "red" for x in range(2, 6)}
    state = table("placement", fields=reds, placer="Ann", bag=5)
    assert judge(state, "field", colour="red", at=[6, 0]).is_legal
    full = table("placement", fields=reds | {"6,0": "red"}, placer="Ann", bag=5)
    verdict = judge(full, "field", colour="red", at=[7, 0])
    assert verdict.rules == ["box.fields"]
    assert "5 red fields; 5 lie already" in verdict.reasons[0].text


def test_an_unlikely_colour_is_told_and_asks_nothing() -> None:
    """box.fields"""
    state = after(opening(2), "field", colour="grey", at=[2, 0])
    state = after(state, "cottage", number=1, at=[1.5, 0.5])
    assert GAME.warnings(state, move("field", "Ben", colour="grey", at=[3, 0])) == ()
    second = after(state, "field", "Ben", colour="grey", at=[3, 0])
    assert "probably held 1 grey, and this is number 2" in GAME.turn(second).news[-1]
    assert after(state, "field", "Ben", colour="red", at=[3, 0]).news == ()


def test_players_place_clockwise_and_the_field_first() -> None:
    """place.clockwise"""
    state = opening()
    assert judge(state, "field", "Ben", colour="red", at=[2, 0]).rules == ["place.clockwise"]
    assert judge(state, "cottage", number=1, at=[1.5, 0.5]).rules == ["place.clockwise"]
    laid = after(state, "field", colour="red", at=[2, 0])
    assert judge(laid, "field", colour="red", at=[3, 0]).rules == ["place.clockwise"]
    settled = after(laid, "cottage", number=1, at=[1.5, 0.5])
    assert settled.placer == "Ben"
    free = opening(readings={"place.clockwise": "free"})
    first = after(free, "cottage", number=1, at=[1.5, 0.5])
    assert judge(first, "cottage", number=2, at=[0.5, 1.5]).rules == ["place.clockwise"]
    assert after(first, "field", colour="red", at=[2, 0]).placer == "Ben"


def test_a_cottage_stands_at_the_corner_of_a_field() -> None:
    """cottage.diagonal faq.any-field"""
    laid = after(opening(), "field", colour="red", at=[2, 0])
    assert judge(laid, "cottage", number=1, at=[2.5, 0.5]).is_legal
    assert judge(laid, "cottage", number=1, at=[-0.5, 1.5]).is_legal
    verdict = judge(laid, "cottage", number=1, at=[3.5, 0.5])
    assert verdict.rules == ["cottage.diagonal"]
    assert "needs 1 field at a corner; 3.5,0.5 has 0" in verdict.reasons[0].text
    assert judge(laid, "cottage", number=1, at=[2, 0]).rules == ["cottage.diagonal"]


def test_a_gap_holds_one_cottage_and_the_keythedral_none() -> None:
    """cottage.free setup.keythedral"""
    state = table("placement", cottages="Ben 1 1.5,0.5", placer="Ann", has_laid=True, bag=5)
    verdict = judge(state, "cottage", number=1, at=[1.5, 0.5])
    assert verdict.rules == ["cottage.free"]
    assert "Ben 1 already stands at 1.5,0.5" in verdict.reasons[0].text
    assert judge(state, "cottage", number=1, at=[0.5, 0.5]).rules == ["cottage.free"]
    assert judge(state, "cottage", number=1, at=[0.5, 1.5]).is_legal


def test_each_number_is_placed_once_light_side_up() -> None:
    """cottage.number cottage.side box.cottages"""
    laid = after(opening(), "field", colour="red", at=[2, 0])
    settled = after(laid, "cottage", number=4, at=[1.5, 0.5])
    cottage = settled.cottage_of("Ann", 4)
    assert cottage is not None
    assert not cottage.is_house
    assert settled.hand("Ann").cottages == (1, 2, 3, 5)
    again = settled.model_copy(update={"placer": "Ann", "has_laid": True})
    verdict = judge(again, "cottage", number=4, at=[0.5, 1.5])
    assert verdict.rules == ["cottage.number"]
    assert "already stands at 1.5,0.5" in verdict.reasons[0].text
    with pytest.raises(ValueError, match="less than or equal to 5"):
        move("cottage", "Ann", number=6, at=[0.5, 1.5])


def test_an_access_report_comes_with_a_cottage() -> None:
    """tip.three"""
    laid = after(opening(), "field", colour="red", at=[2, 0])
    place = move("cottage", "Ann", number=1, at=[1.5, 0.5])
    assert GAME.effects(laid, place) == {
        "fields": ["1,0", "2,0", "1,1"],
        "reaches": {"stone": 1, "timber": 1, "wine": 1},
    }
    settled = after(laid, "cottage", number=1, at=[1.5, 0.5])
    assert "Ann 1 reaches timber 1,0, wine 2,0 and stone 1,1" in settled.news
    assert settled.news[0] in GAME.turn(settled).news
    lonely = after(laid, "cottage", number=1, at=[2.5, -0.5])
    assert "Ann 1 reaches only wine 2,0" in lonely.news


def test_a_field_tells_which_cottages_reach_it() -> None:
    """tip.three"""
    state = table("placement", cottages="Ben 1 1.5,0.5", placer="Ann", bag=5)
    assert GAME.effects(state, move("field", "Ann", colour="red", at=[2, 0])) == {
        "brings": "wine",
        "reached_by": ["Ben 1"],
    }
    assert after(state, "field", colour="red", at=[2, 0]).news == (
        "Ben 1 reaches the red field at 2,0",
    )


def test_a_same_number_to_the_right_that_shares_fields_is_pointed_out() -> None:
    """tip.neighbour"""
    state = table("placement", cottages="Cy 2 1.5,0.5", placer="Ann", has_laid=True, bag=5)
    state = state.with_hand("Ann", cottages=(2, 3))
    assert GAME.warnings(state, move("cottage", "Ann", number=2, at=[0.5, -0.5])) == ()
    beside = after(state, "cottage", number=2, at=[0.5, -0.5])
    assert "Cy, to the right, mostly goes before Ann, and Cy 2 shares 1,0" in beside.news[1]
    assert len(after(state, "cottage", number=3, at=[0.5, -0.5]).news) == 1


def test_what_a_position_does_not_tell_is_unproven() -> None:
    """field.touch cottage.diagonal"""
    bare = GAME.from_position(
        GAME.position.model_validate({"game": "keythedral", "players": [{"name": "Ann"}]})
    )
    assert judge(bare, "field", colour="red", at=[9, 9]).ruling is Ruling.UNPROVEN
    assert judge(bare, "cottage", number=1, at=[0.5, 1.5]).ruling is Ruling.UNPROVEN


def test_placing_is_over_once_the_rounds_began() -> None:
    """round.phases"""
    state = table()
    assert judge(state, "field", colour="red", at=[2, 0]).rules[0] == "round.phases"


def test_an_overruled_cottage_does_not_stall_the_placement() -> None:
    """place.five place.clockwise"""
    state = opening(2)
    for player in ("Ann", "Ben"):
        state = after(state, "field", player, colour="brown", at=[2, 0 if player == "Ann" else 1])
        state = after(state, "cottage", player, number=1, at=[1.5, 0.5 if player == "Ann" else 1.5])
    state = after(state, "field", "Ann", colour="red", at=[3, 0])
    state = GAME.play(state, move("cottage", "Ann", number=1, at=[2.5, 0.5]))  # moved instead
    for _ in range(60):
        if state.phase != "placement":
            break
        legal = [m for m in GAME.candidates(state) if GAME.verify(state, m).is_legal]
        assert legal, GAME.turn(state)
        state = GAME.play(state, legal[0])
    assert state.bag == 0
    assert not any(hand.cottages for hand in state.hands.values())


def test_the_last_marker_is_placed_with_enter() -> None:
    """marker.five"""
    state = table("workers", markers=(3, 1, 5))
    assert GAME.turn(state).asks[0].enter is None
    last = GAME.turn(state.model_copy(update={"markers": (3, 1, 5, 2)})).asks[0]
    assert last.enter == move("marker", "Ben", number=4)
