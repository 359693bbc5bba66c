"""Phases 4 and 5: cleaning up, and the auction for the start player marker."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from keyhelper.engine import names
from keyhelper.engine.names import listed
from keyhelper.engine.verdict import Reason, unproven
from keyhelper.games.keythedral.cubes import minus, number, say, shared, total, worth
from keyhelper.games.keythedral.model import LAW_SPACES, Auction, Keythedral
from keyhelper.games.keythedral.moves import STORE, Bid, CleanUp, Match, NameStart, PayBid
from keyhelper.games.keythedral.rounds import begin_round
from keyhelper.games.keythedral.turns import may_now, may_pay, paid, received, too_few


def may_clean_up(state: Keythedral, move: CleanUp) -> Iterator[Reason]:
    yield from may_now(state, ("clean-up",), "Cleaning up")


def do_clean_up(state: Keythedral, move: CleanUp) -> Keythedral:
    start = state.start or state.players[0]
    holder = state.left_of(start)
    new_laws = laws_to_refill(state)
    is_new_holder = state.reads("auction.opens", "new-holder") == "new-holder"
    opener = holder if is_new_holder else state.left_of(holder)
    offer, deck = state.law_offer, state.law_deck
    told = [f"{start} passes the start player marker to {holder}"]
    if new_laws:
        told.insert(0, f"Put {number(new_laws, 'new law card')} on offer")
    return state.model_copy(
        update={
            "phase": "auction",
            "workers": (),
            "markers": (),
            "law_offer": None if offer is None else offer + new_laws,
            "law_deck": None if deck is None else deck - new_laws,
            "auction": Auction(holder=holder, before=start, turn=opener),
            "news": tuple(told),
        }
    )


def laws_to_refill(state: Keythedral) -> int:
    """How many law cards are laid out now."""
    taken = LAW_SPACES - (LAW_SPACES if state.law_offer is None else state.law_offer)
    if state.reads("law.refill", "each") == "both" and taken < LAW_SPACES:
        return 0
    return min(taken, state.law_deck or 0)


def may_bid(state: Keythedral, move: Bid) -> Iterator[Reason]:
    player = state.seat(move.player)
    before = tuple(_may_speak(state, player))
    yield from before
    auction = state.auction
    if auction is not None and not before and auction.is_closing:
        yield Reason(
            rule="auction.match",
            text=f"{player} holds the marker and may match {auction.bid} or pass, not raise",
        )
    elif auction is None and not before:
        yield unproven("auction.raise", "How the bidding stands was not told (`auction`)")
    elif auction is not None and move.amount <= auction.bid:
        yield Reason(
            rule="auction.raise",
            text=f"A bid must rise above {auction.bid}; {player} bids {move.amount}",
        )
    yield from _may_afford(state, player, move.amount)


def do_bid(state: Keythedral, move: Bid) -> Keythedral:
    player = state.seat(move.player)
    auction = state.auction
    if auction is None:
        return state
    raised = auction.model_copy(update={"bid": move.amount, "bidder": player})
    return _next_bidder(state, raised, player)


def may_match(state: Keythedral, move: Match) -> Iterator[Reason]:
    player = state.seat(move.player)
    before = tuple(_may_speak(state, player))
    yield from before
    auction = state.auction
    if auction is None and not before:
        yield unproven("auction.match", "How the bidding stands was not told (`auction`)")
    if before or auction is None:
        return
    if player != auction.holder:
        yield Reason(
            rule="auction.match",
            text=f"Only {auction.holder}, who holds the marker, may match; {player} may raise",
        )
    elif not auction.is_closing and (state.phase != "claim" or auction.turn is not None):
        yield Reason(
            rule="auction.match", text="The last bid is matched when the others have finished"
        )
    yield from _may_afford(state, player, auction.bid)


def do_match(state: Keythedral, move: Match) -> Keythedral:
    if state.auction is None:
        return state
    player = state.seat(move.player)
    matched = state.auction.model_copy(update={"bidder": player, "has_matched": True, "turn": None})
    return state.model_copy(update={"auction": matched, "news": ()})


def pass_bid(state: Keythedral, player: str) -> Keythedral:
    """A player makes no higher bid."""
    auction = state.auction
    if auction is None:
        return state
    if auction.is_closing:
        return _settle(state, auction.model_copy(update={"turn": None}))
    return _next_bidder(state, auction.model_copy(update={"out": (*auction.out, player)}), player)


def may_pass_bid(state: Keythedral, player: str) -> Iterator[Reason]:
    yield from _may_speak(state, player)


def may_pay_bid(state: Keythedral, move: PayBid) -> Iterator[Reason]:
    player = state.seat(move.player)
    before = tuple(_may_finish(state, player))
    yield from before
    auction = state.auction
    if before or auction is None:
        return
    if auction.is_paid:
        yield Reason(rule="auction.pays", text=f"{player} has paid the bid already")
        return
    expected = payee(state)
    to = _receiver(state, move)
    # Whom a holder pays who wins no source tells, so the table's word stands.
    if auction.bidder != auction.holder and to != expected:
        yield Reason(rule="auction.pays", text=f"The bid is paid to {expected}, not to {to}")
    if to == player:
        yield Reason(rule="auction.pays", text=f"{player} cannot be paid by {player}")
    have = state.hand(player).cubes
    if move.pay is None:
        if have is not None:
            yield Reason(
                rule="auction.cubes",
                text=f"Say with which cubes {player} pays {bid_words(state, auction.bid)}",
            )
        else:
            yield unproven("auction.cubes", f"Only the table saw which cubes {player} paid")
        return
    value = counted(state, move.pay)
    # Where a gold counts 4 the sum may not come out even, and nobody gives change.
    if value < auction.bid or (value > auction.bid and not _counts_worth(state)):
        bid = bid_words(state, auction.bid)
        yield Reason(rule="auction.cubes", text=f"The bid is {bid}; {say(move.pay)} is {value}")
    yield from may_pay(state, player, move.pay, "auction.cubes", "The payment")


def do_pay_bid(state: Keythedral, move: PayBid) -> Keythedral:
    auction = state.auction
    if auction is None:
        return state
    player = state.seat(move.player)
    to = _receiver(state, move)
    have = state.hand(player).cubes
    moved = shared(have or {}, move.pay or {})
    if to == STORE:
        state = paid(state, player, moved)
    elif have is not None:
        state = received(state.with_hand(player, cubes=minus(have, moved)), to, moved)
    settled = auction.model_copy(update={"is_paid": True})
    return state.model_copy(update={"auction": settled, "news": ()})


def payee(state: Keythedral) -> str:
    """Who is paid by the winner of the auction; a suggestion when the holder matched."""
    auction = state.auction
    if auction is None:
        return STORE
    is_holder = state.reads("auction.pays", "holder") == "holder"
    expected = auction.holder if is_holder else auction.before
    if expected == auction.bidder:
        expected = auction.before if is_holder else auction.holder
    return expected


def may_name_start(state: Keythedral, move: NameStart) -> Iterator[Reason]:
    player = state.seat(move.player)
    before = tuple(_may_finish(state, player))
    yield from before
    if before or state.phase == "claim":
        return
    if state.auction is not None and not state.auction.is_paid:
        yield Reason(
            rule="auction.pays",
            text=f"First {player} pays {bid_words(state, state.auction.bid)} to {payee(state)}",
        )


def do_name_start(state: Keythedral, move: NameStart) -> Keythedral:
    named = state.model_copy(update={"start": state.seat(move.start), "news": ()})
    return begin_round(named)


def _may_speak(state: Keythedral, player: str) -> Iterator[Reason]:
    """Reasons against a word in the bidding."""
    before = tuple(may_now(state, ("auction",), "Bidding"))
    yield from before
    auction = state.auction
    if before or auction is None:
        return
    if auction.turn is None:
        # A position that does not say whose turn it is leaves that open.
        if state.phase != "claim":
            text = f"The bidding is over; {auction.bidder} won it"
            yield Reason(rule="auction.raise", text=text)
    elif player != auction.turn:
        rule = "auction.raise" if auction.bid or auction.out else "auction.opens"
        yield Reason(rule=rule, text=f"{auction.turn} is asked to bid now, not {player}")


def _may_afford(state: Keythedral, player: str, amount: int) -> Iterator[Reason]:
    have = state.hand(player).cubes
    if have is None:
        yield unproven(
            "auction.cubes", f"Only {player} sees whether {bid_words(state, amount)} are there"
        )
    elif counted(state, have) < amount:
        yield Reason(
            rule="auction.cubes",
            text=f"That takes {bid_words(state, amount)}; "
            f"{player} has {too_few(state, counted(state, have), amount)}",
        )


def _may_finish(state: Keythedral, player: str) -> Iterator[Reason]:
    """Reasons against what only the winner does."""
    before = tuple(may_now(state, ("auction",), "Paying for the marker"))
    yield from before
    auction = state.auction
    if before or auction is None:
        return
    if auction.turn is not None:
        yield Reason(rule="auction.raise", text=f"{auction.turn} still has to bid or pass")
    elif player != auction.bidder:
        yield Reason(rule="auction.names", text=f"{auction.bidder} won the auction, not {player}")


def _next_bidder(state: Keythedral, auction: Auction, player: str) -> Keythedral:
    """The next who may raise; at the end the holder's last word, or the end of the bidding."""
    holder = auction.holder
    order = (*state.clockwise(player)[1:], player)
    # The holder speaks at the opening (in one reading) and again at the end, not in between.
    waiting = [name for name in order if name not in auction.out and name != holder]
    rivals = [name for name in waiting if name != auction.bidder]
    if rivals:
        spoken = auction.model_copy(update={"turn": rivals[0]})
        return state.model_copy(update={"auction": spoken, "news": ()})
    if auction.bid and auction.bidder != holder:
        closing = auction.model_copy(update={"turn": holder, "is_closing": True})
        return state.model_copy(update={"auction": closing, "news": ()})
    return _settle(state, auction.model_copy(update={"turn": None}))


def _settle(state: Keythedral, auction: Auction) -> Keythedral:
    """The bidding is over; nobody's bid leaves the marker with its holder."""
    if auction.bid:
        told = f"{auction.bidder} wins the marker for {bid_words(state, auction.bid)}"
        return state.model_copy(update={"auction": auction, "news": (told,)})
    told = f"Nobody bids: {auction.holder} keeps the marker"
    kept = state.model_copy(update={"start": auction.holder, "news": (told,)})
    return begin_round(kept)


def _receiver(state: Keythedral, move: PayBid) -> str:
    if move.to is None:
        return payee(state)
    return names.choose(move.to, (*state.players, STORE), "receiver", prefix=True)


def counted(state: Keythedral, cubes: Mapping[str, int]) -> int:
    """What cubes count for in the auction: 1 each, or in another reading what they are worth."""
    if not _counts_worth(state):
        return total(cubes)
    return sum(worth()[kind] * count for kind, count in cubes.items())


def bid_words(state: Keythedral, amount: int) -> str:
    """A bid as people say it: `3 cubes`, or `3 points` where cubes count what they are worth."""
    return number(amount, "point" if _counts_worth(state) else "cube")


def _counts_worth(state: Keythedral) -> bool:
    return state.reads("auction.cubes", "each") == "worth"


def bidding_words(state: Keythedral) -> str:
    """How the bidding stands, for the headline."""
    auction = state.auction
    if auction is None:
        return ""
    words = f"{auction.holder} holds the marker"
    if auction.bid:
        words += f", {auction.bidder} bids {auction.bid}"
    if auction.out:
        words += f", {listed(auction.out)} passed"
    return words
