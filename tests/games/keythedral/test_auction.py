"""Phases 4 and 5: cleaning up, bidding, paying, naming the start player."""

from __future__ import annotations

from keyhelper.engine.verdict import Ruling
from keyhelper.games.keythedral.board import read_spot
from keyhelper.games.keythedral.model import Keythedral, Worker
from keyhelper.games.keythedral.wiring import GAME
from tests.games.keythedral.tables import after, judge, move, table

CUBES = {"Ann": "5 wine", "Ben": "5 food", "Cy": "2 gold 2 water"}
LEFT = {"auction.opens": "left-of-holder"}


def bidding(readings: dict[str, str] | None = None, count: int = 3) -> Keythedral:
    """Ann was start player, so Ben holds the marker."""
    cubes = {name: held for name, held in CUBES.items() if name != "Cy" or count > 2}
    state = table("clean-up", cubes=cubes, readings=readings or {}, count=count)
    return after(state, "clean-up", None)


def test_workers_and_markers_go_back() -> None:
    """clean.workers clean.markers round.phases"""
    worker = Worker(player="Ben", number=1, at=read_spot("0,0"))
    state = table("clean-up", workers=(worker,), markers=(1, 2, 3, 4, 5))
    clean = after(state, "clean-up", None)
    assert (clean.workers, clean.markers, clean.phase) == ((), (), "auction")
    assert judge(clean, "clean-up", None).rules == ["round.phases"]


def test_each_law_that_was_taken_is_replaced() -> None:
    """law.refill clean.laws"""
    state = table("clean-up").with_hand("Ann", laws=1).model_copy(update={"law_offer": 1})
    clean = after(state, "clean-up", None)
    assert (clean.law_offer, clean.law_deck) == (2, 17)
    assert "Put 1 new law card on offer" in clean.news


def test_in_the_other_reading_only_two_together_are_replaced() -> None:
    """law.refill"""
    both = {"law.refill": "both"}
    one = table("clean-up", readings=both).with_hand("Ann", laws=1)
    one = one.model_copy(update={"law_offer": 1})
    assert after(one, "clean-up", None).law_offer == 1
    none = table("clean-up", readings=both).with_hand("Ann", laws=2)
    none = none.model_copy(update={"law_offer": 0})
    assert after(none, "clean-up", None).law_offer == 2


def test_an_empty_stack_refills_nothing() -> None:
    """faq.deck-empty clean.laws"""
    state = table("clean-up").with_hand("Ann", laws=19)
    state = state.model_copy(update={"law_offer": 1, "law_deck": 0})
    assert after(state, "clean-up", None).law_offer == 1


def test_the_marker_goes_to_the_left_and_its_new_holder_opens() -> None:
    """auction.left auction.opens core.auction"""
    state = bidding()
    assert state.auction is not None
    assert (state.auction.holder, state.auction.turn) == ("Ben", "Ben")
    assert judge(state, "bid", "Cy", amount=1).rules == ["auction.opens"]
    other = bidding(LEFT)
    assert other.auction is not None
    assert (other.auction.holder, other.auction.turn) == ("Ben", "Cy")


def test_bids_rise_clockwise() -> None:
    """auction.raise"""
    state = after(bidding(LEFT), "bid", "Cy", amount=2)
    assert judge(state, "bid", "Cy", amount=3).rules == ["auction.raise"]
    verdict = judge(state, "bid", amount=2)
    assert verdict.rules == ["auction.raise"]
    assert verdict.reasons[0].text == "A bid must rise above 2; Ann bids 2"
    state = after(state, "bid", amount=3)
    state = after(state, "pass", "Cy")
    assert state.auction is not None
    assert (state.auction.turn, state.auction.is_closing) == ("Ben", True)


def test_nobody_bids_more_cubes_than_there_are() -> None:
    """auction.cubes"""
    state = bidding(LEFT)
    assert judge(state, "bid", "Cy", amount=4).is_legal
    verdict = judge(state, "bid", "Cy", amount=5)
    assert verdict.reasons[0].text == "That takes 5 cubes; Cy has fewer"
    assert verdict.rules == ["auction.cubes"]
    hidden = state.with_hand("Cy", cubes=None)
    assert judge(hidden, "bid", "Cy", amount=99).ruling is Ruling.UNPROVEN


def won(readings: dict[str, str] | None = None) -> Keythedral:
    """Cy has bid 2, Ann passed and Ben did not match."""
    state = after(bidding(LEFT | (readings or {})), "bid", "Cy", amount=2)
    return after(after(state, "pass"), "pass", "Ben")


def test_only_the_holder_matches_and_at_the_end() -> None:
    """auction.match"""
    state = after(bidding(LEFT), "bid", "Cy", amount=2)
    assert judge(state, "match").rules == ["auction.match"]
    closing = after(state, "pass")
    assert judge(closing, "bid", "Ben", amount=3).rules == ["auction.match"]
    matched = after(closing, "match", "Ben")
    assert matched.auction is not None
    assert matched.auction.bidder == "Ben"
    opening = bidding()
    assert judge(opening, "match", "Ben").rules == ["auction.match"]


def test_the_winner_pays_the_holder_any_cubes() -> None:
    """auction.pays auction.cubes"""
    state = won()
    assert judge(state, "pay-bid", "Ann", pay="2 wine").rules == ["auction.names"]
    assert judge(state, "pay-bid", "Cy", pay="gold").rules == ["auction.cubes"]
    assert judge(state, "pay-bid", "Cy", pay="2 wine").rules == ["auction.cubes"]
    assert judge(state, "pay-bid", "Cy", pay="2 gold", to="Ann").rules == ["auction.pays"]
    paid = after(state, "pay-bid", "Cy", pay="1 gold 1 water")
    assert paid.hand("Ben").cubes == {"food": 5, "water": 1, "gold": 1}
    assert paid.hand("Cy").cubes == {"water": 1, "gold": 1}
    assert judge(paid, "pay-bid", "Cy", pay="2 gold").rules == ["auction.pays"]


def test_in_the_other_reading_the_former_start_player_is_paid() -> None:
    """auction.pays"""
    state = won({"auction.pays": "start-player"})
    paid = after(state, "pay-bid", "Cy", pay="2 gold")
    assert (paid.hand("Ann").cubes or {})["gold"] == 2


def test_whom_a_matching_holder_pays_the_table_says() -> None:
    """auction.match auction.pays"""
    state = after(after(bidding(LEFT), "bid", "Cy", amount=2), "pass")
    matched = after(state, "match", "Ben")
    assert judge(matched, "pay-bid", "Ben", pay="2 food", to="Ann").is_legal
    store = after(matched, "pay-bid", "Ben", pay="2 food", to="store")
    assert (store.store or {})["food"] == 12
    assert judge(matched, "pay-bid", "Ben", pay="2 food", to="Ben").rules == ["auction.pays"]


def test_the_winner_names_the_next_start_player() -> None:
    """auction.names"""
    state = won()
    assert judge(state, "name-start", "Cy", start="Ann").rules == ["auction.pays"]
    paid = after(state, "pay-bid", "Cy", pay="2 gold")
    assert judge(paid, "name-start", "Ben", start="Ben").rules == ["auction.names"]
    named = after(paid, "name-start", "Cy", start="Ann")
    assert (named.start, named.phase, named.round) == ("Ann", "workers", 2)


def test_nobody_bids_and_the_holder_starts() -> None:
    """auction.raise"""
    state = bidding()
    for player in ("Ben", "Cy", "Ann"):
        state = after(state, "pass", player)
    assert (state.start, state.phase) == ("Ben", "workers")


def test_an_opening_bid_of_the_holder_stands_if_nobody_raises() -> None:
    """auction.opens auction.raise"""
    state = after(bidding(), "bid", "Ben", amount=1)
    state = after(after(state, "pass", "Cy"), "pass", "Ann")
    assert state.auction is not None
    assert (state.auction.bidder, state.auction.turn) == ("Ben", None)


def test_two_players_bid_too() -> None:
    """auction.opens"""
    state = after(bidding(count=2), "pass", "Ben")
    state = after(state, "bid", "Ann", amount=3)
    assert state.auction is not None
    assert (state.auction.turn, state.auction.is_closing) == ("Ben", True)
    assert after(state, "match", "Ben").auction is not None


def test_bidding_belongs_to_the_auction() -> None:
    """round.phases"""
    assert judge(table(), "bid", amount=1).rules[0] == "round.phases"


def test_cubes_count_one_each_in_the_auction() -> None:
    """auction.cubes"""
    state = after(after(bidding(), "pass", "Ben"), "bid", "Cy", amount=4)
    assert judge(bidding(), "bid", "Ben", amount=6).rules == ["auction.cubes"]
    paying = after(after(state, "pass", "Ann"), "pass", "Ben")
    assert judge(paying, "pay-bid", "Cy", pay="2 gold").rules == ["auction.cubes"]
    assert judge(paying, "pay-bid", "Cy", pay="2 gold 2 water").is_legal


def test_in_another_reading_crafts_count_what_they_are_worth() -> None:
    """auction.cubes"""
    opened = after(bidding({"auction.cubes": "worth"}), "pass", "Ben")
    assert judge(opened, "bid", "Cy", amount=11).rules == ["auction.cubes"]
    state = after(opened, "bid", "Cy", amount=10)
    paying = after(after(state, "pass", "Ann"), "pass", "Ben")
    assert "10 points" in GAME.turn(paying).asks[0].prompt
    assert judge(paying, "pay-bid", "Cy", pay="2 gold 1 water").rules == ["auction.cubes"]
    assert judge(paying, "pay-bid", "Cy", pay="2 gold 2 water").is_legal


def test_an_untracked_winner_pays_with_enter() -> None:
    """auction.pays"""
    state = bidding().model_copy(update={"is_tracked": False})
    for player in state.players:
        state = state.with_hand(player, cubes=None)
    for kind, player in (("bid", "Ben"), ("pass", "Cy"), ("pass", "Ann")):
        fields = {"amount": 2} if kind == "bid" else {}
        state = GAME.play(state, move(kind, player, **fields))
    ask = GAME.turn(state).asks[0]
    assert ask.enter is not None
    paid = GAME.play(state, GAME.fill(state, ask.enter))
    assert paid.auction is not None
    assert paid.auction.is_paid
