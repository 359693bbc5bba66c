"""The turn and actions A and B: harvests and workers, just allowed and just refused."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from keyhelper.engine.verdict import Ruling
from keyhelper.games.key_harvest.wiring import GAME
from tests.games.key_harvest.lands import claim, judge, land, play, texts

# The turn


def test_the_turn_goes_clockwise() -> None:
    """turn.order, turn.pass"""
    state = land({"Ann": "C4", "Ben": "D4", "Cy": "E4"}, players=("Ann", "Ben", "Cy"))

    assert texts(judge(state, "harvest", "Ben", fields="D4")) == ["It is Ann's turn, not Ben's"]
    order = []
    for _ in range(4):
        order.append(state.on_turn)
        state = play(state, "pass", state.on_turn)
    assert order == ["Ann", "Ben", "Cy", "Ann"]


def test_somebody_else_cannot_act() -> None:
    """turn.order, turn.pass"""
    state = land({"Ann": "C4"})

    assert judge(state, "harvest", "Zoe", fields="C4").rules == ["turn.order"]
    assert judge(state, "pass", "Ben").rules == ["turn.order"]


def test_nobody_acts_before_the_start() -> None:
    """setup.start-player"""
    state = land({"Ann": "C4"}, on_turn=None)

    assert judge(state, "harvest", fields="C4").rules == ["setup.start-player"]


def test_a_turn_may_have_no_action() -> None:
    """turn.two"""
    assert judge(land(), "pass").is_legal


def test_two_different_actions_and_no_third() -> None:
    """turn.two, turn.once"""
    state = land({"Ann": "C4 C5 G1"}, registry="", actions=("harvest",))

    assert judge(state, "worker", number=2, at="B4").is_legal
    assert judge(state, "harvest", fields="C4").rules == ["turn.once"]
    full = state.model_copy(update={"actions": ("harvest", "store"), "tiles_moved": 2})
    assert texts(judge(full, "worker", number=2, at="B4")) == [
        "Ann has taken 2 actions (harvest and store); a turn has 2"
    ]


def test_a_worker_is_played_or_removed_once_a_turn() -> None:
    """worker.not-both, worker.one, turn.once"""
    state = land({"Ann": "C4 C5"}, {"Ann": {"G7": 1}})
    removed = play(state, "remove", at="G7")

    assert judge(removed, "worker", number=1, at="B4").rules == ["worker.not-both"]
    played = play(play(state, "worker", number=1, at="B4"), "done", note="counted sheep")
    assert judge(played, "remove", at="G7").rules == ["worker.not-both"]
    assert judge(played, "worker", number=1, at="D4").rules == ["turn.once"]
    replaced = land({"Ann": "C4 C5"}, {"Ann": {"B4": 1}})
    assert judge(replaced, "worker", number=2, at="B4").is_legal


def test_a_new_turn_has_two_actions_again() -> None:
    """turn.once"""
    state = land({"Ann": "C4", "Ben": "D4"}, growing={"C4": "hops"})
    state = play(play(state, "harvest", fields="C4"), "pass")

    assert judge(state, "harvest", "Ben", fields="D4").is_legal


# Action A


def test_a_harvest_flips_and_pays() -> None:
    """harvest.flip, harvest.counter"""
    state = land({"Ann": "C4 C5"}, counters={}, growing={"C4": "hops", "C5": "wine"})
    after = play(state, "harvest", fields="c4, c5")

    assert after.countries["Ann"].fields == {"C4": True, "C5": True}
    assert after.countries["Ann"].counters == {"hops": 1, "wine": 1}
    assert (after.supply["hops"], after.supply["wine"]) == (7, 7)


def test_a_single_field_can_be_harvested() -> None:
    """faq.single-harvest"""
    assert judge(land({"Ann": "A1 C5"}), "harvest", fields="A1").is_legal


def test_only_own_fields_are_harvested() -> None:
    """harvest.own"""
    state = land({"Ann": "C4", "Ben": "C5"}, {"Ann": {"G7": 1}})

    assert texts(judge(state, "harvest", fields="C5")) == ["Ann has no field on C5"]
    assert texts(judge(state, "harvest", fields="G7")) == ["G7 holds worker 1, not a field"]
    assert judge(state, "harvest", fields="A9").rules == ["harvest.own"]
    assert judge(state, "harvest", fields=[]).rules == ["harvest.own"]


def test_harvested_fields_give_nothing_more() -> None:
    """harvest.unharvested"""
    state = land({"Ann": "C4* C5"})

    assert judge(state, "harvest", fields="C5").is_legal
    assert texts(judge(state, "harvest", fields="C4 C5")) == ["C4 is harvested already"]


def test_a_harvest_is_one_connected_group() -> None:
    """harvest.connected"""
    state = land({"Ann": "C4 C5 C7 C8"})

    assert judge(state, "harvest", fields="C4 C5").is_legal
    assert texts(judge(state, "harvest", fields="C4 C5 C7")) == [
        "The fields are not one connected group: C4 C5 / C7"
    ]


def test_harvested_fields_keep_a_group_together() -> None:
    """harvest.connected: two readings"""
    fields = {"Ann": "C4 C5* C6"}

    assert judge(land(fields), "harvest", fields="C4 C6").is_legal
    strict = land(fields, readings={"harvest.connected": "unharvested"})
    assert judge(strict, "harvest", fields="C4 C6").rules == ["harvest.connected"]
    assert judge(strict, "harvest", fields="C4").is_legal


def test_workers_do_not_connect_a_harvest() -> None:
    """harvest.workers, worker.connect"""
    state = land({"Ann": "C4 C6"}, {"Ann": {"C5": 1}})

    assert texts(judge(state, "harvest", fields="C4 C6")) == [
        "Only workers join C4 / C6, and workers do not connect fields"
    ]


def test_part_of_a_group_is_allowed_with_a_word_of_warning() -> None:
    """harvest.whole: two readings"""
    fields = {"Ann": "C4 C5 C6"}
    state = land(fields)
    part = claim(state, "harvest", fields="C4")

    assert GAME.verify(state, part).is_legal
    assert GAME.warnings(state, part) == (
        "C5 and C6 belong to the same group and would stay unharvested",
    )
    assert GAME.warnings(state, claim(state, "harvest", fields="C4 C5 C6")) == ()
    whole = land(fields, readings={"harvest.whole": "whole"})
    assert texts(judge(whole, "harvest", fields="C4")) == [
        "The whole group is harvested at once; C5 and C6 would be left"
    ]
    assert judge(whole, "harvest", fields="C4 C5 C6").is_legal


def test_another_counter_is_taken_when_a_crop_runs_out() -> None:
    """harvest.instead"""
    supply = {"wheat": 1, "wine": 1}
    state = land({"Ann": "C4 C5 C6"}, counters={}, supply=supply)

    assert texts(judge(state, "harvest", fields="C4 C5 C6")) == [
        "The supply is short of 2 wheat: 1 other counter to take instead, 0 named"
    ]
    assert texts(judge(state, "harvest", fields="C4 C5", instead="1 hops")) == [
        "The supply has 0 hops left to take instead; 1 named"
    ]
    after = play(state, "harvest", fields="C4 C5 C6", instead="wine")
    assert after.countries["Ann"].counters == {"wheat": 1, "wine": 1}
    assert after.supply == {}


def test_nothing_is_taken_instead_while_the_crop_lasts() -> None:
    """harvest.instead"""
    state = land({"Ann": "C4"}, supply={"wheat": 1, "wine": 1})

    assert judge(state, "harvest", fields="C4").is_legal
    assert judge(state, "harvest", fields="C4", instead="wine").rules == ["harvest.instead"]


def test_a_crop_nobody_named_is_not_guessed() -> None:
    """harvest.counter"""
    state = land({"Ann": "C4"}).model_copy(update={"crops": {}})
    verdict = judge(state, "harvest", fields="C4")

    assert verdict.ruling is Ruling.UNPROVEN
    assert texts(verdict) == ["Nobody has said what grows on C4"]


# Action B


def test_a_worker_needs_as_many_fields_as_its_number() -> None:
    """worker.adjacency"""
    state = land({"Ben": "C4 D3 D5"}, on_turn="Ben")

    assert judge(state, "worker", "Ben", number=3, at="D4").is_legal
    assert texts(judge(state, "worker", "Ben", number=4, at="D4")) == [
        "D4 touches 3 field tiles (C4, D3, D5); worker 4 needs 4"
    ]
    assert texts(judge(land(), "worker", number=1, at="D4")) == [
        "D4 touches 0 field tiles; worker 1 needs 1"
    ]


def test_more_fields_than_the_number_are_fine() -> None:
    """worker.adjacency"""
    assert judge(land({"Ann": "C4 C5 D3 D5"}), "worker", number=1, at="D4").is_legal


def test_harvested_fields_count_for_workers() -> None:
    """faq.harvested-adjacent"""
    assert judge(land({"Ann": "C4* D3*"}), "worker", number=2, at="D4").is_legal


def test_workers_are_never_neighbours() -> None:
    """worker.neighbours"""
    state = land({"Ann": "C4 C5 D3 D5"}, {"Ann": {"E4": 2}})

    assert texts(judge(state, "worker", number=4, at="D4")) == ["E4 next to it holds worker 2"]
    assert judge(land({"Ann": "C4"}, {"Ann": {"F4": 2}}), "worker", number=1, at="D4").is_legal


def test_all_reasons_are_given_at_once() -> None:
    """worker.adjacency, worker.neighbours"""
    state = land({"Ben": "C4 D3 D5"}, {"Ben": {"E4": 2}}, on_turn="Ben")

    assert judge(state, "worker", "Ben", number=4, at="D4").rules == [
        "worker.adjacency",
        "worker.neighbours",
    ]


def test_neighbours_belong_to_the_own_board_only() -> None:
    """worker.neighbours"""
    state = land({"Ann": "C4", "Ben": "C5"}, {"Ben": {"E4": 1}})

    assert judge(state, "worker", number=1, at="D4").is_legal


def test_a_worker_does_not_stand_on_a_field() -> None:
    """worker.space"""
    state = land({"Ann": "C4 D4"})

    assert judge(state, "worker", number=1, at="D4").rules == ["worker.space"]
    assert judge(state, "worker", number=1, at="A9").rules == ["worker.space"]


def test_only_a_lower_number_is_replaced() -> None:
    """worker.replace"""
    state = land({"Ann": "C4 C5 D3"}, {"Ann": {"D4": 2}})

    assert judge(state, "worker", number=3, at="D4").is_legal
    assert texts(judge(state, "worker", number=2, at="D4")) == [
        "D4 holds worker 2; worker 2 replaces only a lower number"
    ]


def test_a_replaced_worker_goes_home() -> None:
    """worker.replaced-home"""
    state = land({"Ann": "C4 C5 D3 D5"}, {"Ann": {"D4": 2}})
    after = play(state, "worker", number=4, at="D4")

    assert [(w.number, w.at) for w in after.countries["Ann"].workers] == [(4, "D4")]
    townsfolk = land({"Ann": "C4 C5 D3 D5 E4"}, {"Ann": {"D4": 4}})
    assert judge(townsfolk, "worker", number=5, at="D4").is_legal


def test_the_new_worker_acts_when_it_replaces_one() -> None:
    """faq.replace-action: two readings"""
    fields, workers = {"Ann": "C4 C5 D3"}, {"Ann": {"D4": 2}}
    acts = play(land(fields, workers), "worker", number=3, at="D4")
    nobody = land(fields, workers, readings={"faq.replace-action": "nobody-acts"})

    assert acts.top is not None
    assert acts.top.worker.number == 3
    assert play(nobody, "worker", number=3, at="D4").top is None
    empty = land(fields, readings={"faq.replace-action": "nobody-acts"})
    assert play(empty, "worker", number=3, at="D4").top is not None


def test_six_farmhands_each() -> None:
    """box.farmhands"""
    spots = {"A1": 1, "A3": 1, "A5": 2, "A7": 2, "G1": 3}
    state = land({"Ann": "D4"}, {"Ann": spots})

    assert judge(state, "worker", number=1, at="D5").is_legal
    full = land({"Ann": "D4"}, {"Ann": spots | {"G3": 3}})
    assert texts(judge(full, "worker", number=1, at="D5")) == [
        "All 6 farmhands of Ann are on the board; one is needed"
    ]
    assert judge(full, "worker", number=4, at="D5").rules == ["worker.adjacency"]


def test_six_townsfolk_for_everybody() -> None:
    """box.townsfolk"""
    spots = {"A1": 4, "A3": 4, "A5": 5, "A7": 5, "G1": 4}
    fields = {"Ann": "C4 C5 D3 D5"}

    assert judge(land(fields, {"Ben": spots}), "worker", number=4, at="D4").is_legal
    none = land(fields, {"Ben": spots | {"G3": 5}})
    assert judge(none, "worker", number=4, at="D4").rules == ["box.townsfolk"]


@pytest.mark.parametrize("number", [0, 6, -1])
def test_workers_are_numbered_one_to_five(number: int) -> None:
    """faq.number-zero, box.townsfolk"""
    with pytest.raises(ValidationError):
        claim(land(), "worker", number=number, at="D4")


def test_a_worker_can_be_removed() -> None:
    """worker.remove"""
    state = land({"Ann": "C4"}, {"Ann": {"G7": 1}})

    assert play(state, "remove", at="G7").countries["Ann"].workers == ()
    assert texts(judge(state, "remove", at="G6")) == [
        "Ann has no worker on G6; workers stand on: G7"
    ]


def test_a_bell_is_optional_and_a_scroll_is_not() -> None:
    """worker.bell, worker.scroll"""
    state = land({"Ann": "C4"})
    bell = play(state, "worker", number=1, at="D4", symbol="bell")
    scroll = play(state, "worker", number=1, at="D4", symbol="scroll")

    assert play(bell, "done").top is None
    assert texts(judge(scroll, "done")) == [
        "Ann's worker 1 has a scroll: its action must be used, and nothing was"
    ]
    assert judge(scroll, "done", note="looked into the bag").is_legal
    assert GAME.turn(scroll).asks[0].prompt == "Ann's worker 1 must act, it has a scroll"
    assert GAME.turn(bell).asks[0].prompt == "Ann's worker 1 may act, it has a bell"
    used = play(scroll, "gain", crops="1 hops")
    assert judge(used, "done").is_legal


def test_effects_of_a_claim_name_fields_and_points() -> None:
    """worker.adjacency, faq.replace-action"""
    state = land({"Ann": "C4 C5 D3"}, {"Ann": {"D4": 2}})
    other = land(
        {"Ann": "C4 C5 D3"}, {"Ann": {"D4": 2}}, readings={"faq.replace-action": "nobody-acts"}
    )

    brings = {"fields": ["C4", "C5", "D3"], "points": 1, "replaces": 2}
    assert GAME.effects(state, claim(state, "worker", number=3, at="D4")) == brings | {"acts": True}
    assert GAME.effects(other, claim(other, "worker", number=3, at="D4"))["acts"] is False


def test_a_ripe_field_left_standing_joins_nothing() -> None:
    """harvest.connected"""
    state = land({"Ann": "C4 C5 C6"})
    refused = judge(state, "harvest", fields="C4 C6")
    assert refused.rules == ["harvest.connected"]
    assert refused.reasons[0].hint == "C5 would join them"
    assert judge(state, "harvest", fields="C4 C5 C6").is_legal
    assert judge(land({"Ann": "C4 C5* C6"}), "harvest", fields="C4 C6").is_legal


def test_what_others_hold_is_not_told_out_of_turn() -> None:
    """turn.order score.screen"""
    state = land({"Ann": "C4"}, counters={"Ann": "1 hops", "Ben": "2 wine"})
    tile = state.registry[0]
    assert judge(state, "store", "Ben", tile=tile, bid="3 hops").rules == ["turn.order"]
    told = texts(judge(state, "count", "Ben"))
    assert told == ["Screens are lifted after the last turn"]
