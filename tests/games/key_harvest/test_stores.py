"""Actions C and D: tiles out of stores onto boards, tiles of the registry into stores."""

from __future__ import annotations

from typing import Any

import pytest

from keyhelper.games.key_harvest.model import Countryside
from keyhelper.games.key_harvest.wiring import GAME
from tests.games.key_harvest.lands import claim, judge, land, play, texts

# Action C


def test_an_own_tile_costs_its_bid_to_the_supply() -> None:
    """transfer.own, transfer.place, store.purpose"""
    state = land(stores={"Ann": {"C4": "2 hops"}}, counters={"Ann": "nothing"})
    after = play(state, "transfer", tile="C4")

    assert after.countries["Ann"].fields == {"C4": False}
    assert after.countries["Ann"].store == ()
    assert after.supply["hops"] == 10
    assert after.countries["Ann"].counters == {}
    assert texts(judge(state, "transfer", tile="C4", pay="1 hops")) == [
        "C4 costs the bid beside it, 2 hops; Ann pays 1 hops"
    ]


def test_another_store_is_matched_exactly() -> None:
    """transfer.match"""
    state = land(stores={"Ben": {"C4": "2 hops 1 wine"}}, counters={"Ann": "3 hops 2 wine"})

    assert judge(state, "transfer", tile="C4", pay="wine hops hops").is_legal
    assert texts(judge(state, "transfer", tile="C4", pay="3 hops")) == [
        "Ben's bid for C4 is 2 hops and 1 wine, to be matched exactly; Ann pays 3 hops"
    ]
    assert judge(state, "transfer", tile="C4", pay="2 hops 2 wine").rules == ["transfer.match"]
    assert judge(state, "transfer", tile="C4", pay={}).rules == ["transfer.match"]


def test_the_owner_takes_payment_and_bid() -> None:
    """transfer.owner-keeps, store.purpose"""
    state = land(stores={"Ben": {"C4": "2 hops"}}, counters={"Ann": "2 hops", "Ben": "1 wine"})
    after = play(state, "transfer", tile="C4")

    assert after.countries["Ann"].counters == {}
    assert after.countries["Ben"].counters == {"hops": 4, "wine": 1}
    assert after.supply == state.supply


def test_you_pay_with_what_you_have() -> None:
    """transfer.have"""
    state = land(stores={"Ben": {"C4": "2 hops"}}, counters={"Ann": "1 hops"})

    assert texts(judge(state, "transfer", tile="C4")) == [
        "Ann has fewer than the 2 hops needed behind the screen"
    ]


def test_an_unknown_screen_is_trusted_as_far_as_it_can_be() -> None:
    """transfer.have: nobody starts with more hops than the first bag held"""
    two = land(stores={"Ben": {"C4": "2 hops"}})
    three = land(stores={"Ben": {"C4": "3 hops"}})

    assert judge(two, "transfer", tile="C4").is_legal
    assert texts(judge(three, "transfer", tile="C4")) == ["Ann can have at most 2 hops; 3 needed"]


def test_only_stored_tiles_are_transferred() -> None:
    """transfer.stored"""
    state = land({"Ben": "C4"})

    assert texts(judge(state, "transfer", tile="G1")) == [
        "G1 is in the registry; only stored tiles move"
    ]
    assert texts(judge(state, "transfer", tile="C4")) == [
        "C4 is on Ben's board; only stored tiles move"
    ]


def test_one_or_two_tiles_are_one_action() -> None:
    """transfer.tiles: from own and other stores"""
    stores = {"Ann": {"C4": "1 hops"}, "Ben": {"C5": "1 wine", "C6": "1 wine"}}
    state = land(stores=stores, counters={"Ann": "3 wine"})
    one = play(state, "transfer", tile="C4")
    two = play(one, "transfer", tile="C5")

    assert two.actions == ("transfer",)
    assert texts(judge(two, "transfer", tile="C6")) == [
        "Ann has transferred 2 tiles this turn; 2 is the most"
    ]
    # With another action in between, the transfer is over.
    between = play(one, "harvest", fields="C4")
    assert judge(between, "transfer", tile="C5").rules == ["turn.once", "turn.two"]


def test_no_transfer_after_storing() -> None:
    """turn.store-last"""
    stores = {"Ann": {"C4": "1 hops"}}
    state = land(stores=stores, counters={"Ann": "3 wine"}, actions=("store",), tiles_moved=1)

    assert judge(state, "transfer", tile="C4").rules == ["turn.store-last"]
    before = land(stores=stores, counters={"Ann": "3 wine"}, actions=("transfer",), tiles_moved=1)
    assert judge(before, "store", tile="G1", bid="1 wine").is_legal


def test_joining_two_groups_is_warned_about_with_both_totals() -> None:
    """score.second: 3 + 2 x 3 = 9 becomes 7"""
    state = land({"Ann": "C1 C2 C3 C5 C6 C7"}, stores={"Ann": {"C4": "1 hops"}})
    move = claim(state, "transfer", tile="C4")

    assert GAME.verify(state, move).is_legal
    assert GAME.warnings(state, move) == (
        "C4 joins Ann's groups C1 C2 C3 (3) and C5 C6 C7 (3):"
        " the groups score 9 now and 7 afterwards",
    )
    assert GAME.effects(state, move)["group_points"] == {"before": 9, "after": 7}


def test_joining_at_no_loss_is_not_warned_about() -> None:
    """score.second: of 3 and 1, joining makes 5 of 5"""
    state = land({"Ann": "C1 C2 C3 C5"}, stores={"Ann": {"C4": "1 hops", "D1": "1 hops"}})

    assert GAME.warnings(state, claim(state, "transfer", tile="C4")) == ()
    assert GAME.warnings(state, claim(state, "transfer", tile="D1")) == ()


# A worker pushed away


def displaced() -> Countryside:
    """Ann's worker 2 stands on C4, whose tile lies in her store."""
    return land(
        {"Ann": "B4 B5 F5 F6 G5"},
        {"Ann": {"C4": 2}},
        stores={"Ann": {"C4": "1 hops"}},
        registry="G1 G2 G3",
    )


def test_a_field_lifts_the_worker_on_its_space() -> None:
    """displaced.lift"""
    after = play(displaced(), "transfer", tile="C4")
    ask = GAME.turn(after).asks[0]

    assert after.countries["Ann"].workers == ()
    assert ask.kinds == ("reposition", "home")
    assert "worker 2 was pushed off" in ask.prompt
    assert judge(after, "harvest", fields="C4").rules == ["displaced.lift"]
    assert judge(after, "pass").rules == ["displaced.lift"]


def test_a_lifted_worker_is_put_down_free_and_acts_again() -> None:
    """displaced.reposition"""
    lifted = play(displaced(), "transfer", tile="C4")
    down = play(lifted, "reposition", at="E6")

    assert [(w.number, w.at) for w in down.countries["Ann"].workers] == [(2, "E6")]
    assert down.top is not None
    assert down.top.kind == "worker"
    rested = play(play(down, "gain", crops="1 wine"), "done")
    assert rested.actions == ("transfer",)
    assert judge(rested, "worker", number=1, at="A4").is_legal


def test_a_lifted_worker_needs_a_legal_space() -> None:
    """displaced.reposition, worker.adjacency, worker.space"""
    lifted = play(displaced(), "transfer", tile="C4")

    assert judge(lifted, "reposition", at="A1").rules == ["worker.adjacency"]
    assert "worker.space" in judge(lifted, "reposition", at="C4").rules
    assert judge(lifted, "reposition", "Ben", at="E6").rules == ["displaced.reposition"]
    assert judge(land(), "reposition", at="E6").rules == ["displaced.reposition"]


def test_a_lifted_worker_may_go_home() -> None:
    """displaced.home"""
    lifted = play(displaced(), "transfer", tile="C4")

    assert play(lifted, "home").pending == ()
    assert judge(lifted, "home", "Ben").rules == ["displaced.home"]
    assert judge(land(), "home").rules == ["displaced.home"]


def test_counters_from_a_worker_put_down_again_can_be_bid() -> None:
    """faq.counters-now"""
    state = land(
        {"Ann": "B4 B5 F5 F6"},
        {"Ann": {"C4": 2}},
        stores={"Ann": {"C4": "1 hops"}},
        counters={"Ann": "nothing"},
    )
    lifted = play(state, "transfer", tile="C4")
    acted = play(play(lifted, "reposition", at="E6"), "gain", crops="1 wine")

    assert judge(play(acted, "done"), "store", tile="G1", bid="1 wine").is_legal
    unpaid = play(lifted, "home")
    assert judge(unpaid, "store", tile="G1", bid="1 wine").rules == ["store.have"]


# Action D


def test_a_tile_is_stored_with_a_bid() -> None:
    """store.bid, store.registry"""
    state = land(counters={"Ann": "2 hops 1 wine"})
    after = play(state, "store", tile="G1", bid="2 hops")

    assert after.registry == ("G2", "G3", "G4", "G5", "G6")
    assert after.countries["Ann"].store[0].bid == {"hops": 2}
    assert after.countries["Ann"].counters == {"wine": 1}
    assert texts(judge(state, "store", tile="G1", bid={})) == [
        "A bid is at least 1 counter; Ann bids 0"
    ]
    assert texts(judge(state, "store", tile="C4", bid="1 hops")) == [
        "C4 is in the bag, not in the registry; it holds G1, G2, G3, G4, G5, G6"
    ]


def test_a_bid_is_paid_from_behind_the_screen() -> None:
    """store.have"""
    state = land(counters={"Ann": "2 hops"})

    assert judge(state, "store", tile="G1", bid="2 hops").is_legal
    assert texts(judge(state, "store", tile="G1", bid="3 hops")) == [
        "Ann has fewer than the 3 hops needed behind the screen"
    ]


def test_a_store_holds_two_tiles() -> None:
    """store.limit, faq.store-two"""
    one = land(stores={"Ann": {"C4": "1 hops"}}, counters={"Ann": "3 hops"})
    two = land(stores={"Ann": {"C4": "1 hops", "C5": "1 hops"}}, counters={"Ann": "3 hops"})

    assert judge(one, "store", tile="G1", bid="1 hops").is_legal
    assert texts(judge(two, "store", tile="G1", bid="1 hops")) == [
        "Ann's store holds 2 tiles (C4, C5); 2 is the most"
    ]


def test_the_registry_is_filled_before_the_second_tile() -> None:
    """store.one-by-one, store.refill"""
    state = play(land(counters={"Ann": "3 hops"}), "store", tile="G1", bid="1 hops")

    assert judge(state, "store", tile="G2", bid="1 hops").rules == ["store.refill"]
    assert judge(state, "pass").rules == ["store.refill"]
    filled = play(state, "draw", tile="C4")
    again = play(filled, "store", tile="C4", bid="1 hops")
    assert again.actions == ("store",)


def test_one_or_two_tiles_are_stored() -> None:
    """store.tiles: a third needs room and another turn"""
    state = land(counters={"Ann": "3 hops"}, actions=("store",), tiles_moved=2)

    assert judge(state, "store", tile="G1", bid="1 hops").rules == ["store.tiles"]


def test_effects_tell_what_changes_hands() -> None:
    """transfer.owner-keeps"""
    state = land(stores={"Ben": {"C4": "1 hops"}}, workers={"Ann": {"C4": 3}})
    effects = GAME.effects(state, claim(state, "transfer", tile="C4"))

    assert effects["paid_to"] == "Ben"
    assert effects["displaces"] == 3
    stored = GAME.effects(state, claim(state, "store", tile="G1", bid="1 wine"))
    assert stored == {"store": ["G1"], "bid": {"wine": 1}}


def test_the_owner_of_a_store_has_no_say() -> None:
    """transfer.no-refusal"""
    state = land(
        stores={"Ben": {"C4": "1 hops"}}, counters={"Ann": "1 hops"}, players=("Ann", "Ben", "Cy")
    )
    after = play(state, "transfer", tile="C4")

    assert after.pending == ()
    assert after.countries["Ben"].counters == {"hops": 2}
    assert GAME.turn(after).asks[0].prompt.startswith("Ann: one more of")


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("harvest", {"fields": "C4"}),
        ("worker", {"number": 1, "at": "D4"}),
        ("store", {"tile": "G1", "bid": "1 hops"}),
        ("transfer", {"tile": "E5"}),
    ],
)
def test_an_action_inside_an_effect_is_pointed_out(kind: str, said: dict[str, Any]) -> None:
    """turn.two, worker.effect"""
    state = land({"Ann": "C4"}, stores={"Ann": {"E5": "1 hops"}}, counters={"Ann": "1 hops"})
    acting = play(state, "worker", number=1, at="B4")

    assert GAME.warnings(state, claim(state, kind, **said)) == ()
    assert GAME.warnings(acting, claim(acting, kind, **said)) == (
        "Ann's worker 1 is still acting: this would be its effect and cost no action;"
        " type `done` first to make it an action of the turn",
    )
