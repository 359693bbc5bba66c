"""What is asked: Enter, slips of the finger, and what a question says by itself."""

from __future__ import annotations

from typing import Any

import pytest

from keyhelper.engine import phrases
from keyhelper.engine.trouble import Trouble
from keyhelper.games.key_harvest import board
from keyhelper.games.key_harvest.model import Pending, Worker
from keyhelper.games.key_harvest.wiring import GAME
from tests.games.key_harvest.lands import judge, land, play


def test_enter_ends_no_turn_before_it_has_begun() -> None:
    """turn.two, turn.pass"""
    fresh = GAME.turn(land()).asks[0]
    begun = GAME.turn(land(actions=("harvest",))).asks[0]

    assert fresh.enter is None
    assert "`pass`" in fresh.hint
    assert begun.enter is not None
    assert begun.enter.kind == "pass"


def test_after_storing_the_question_leaves_out_the_transfer() -> None:
    """turn.store-last"""
    state = land(
        stores={"Ann": {"C4": "1 hops", "C5": "1 hops"}}, actions=("store",), tiles_moved=1
    )

    assert GAME.turn(state).asks[0].prompt == "Ann: one more of harvest, worker"


def test_a_harvest_says_what_to_take() -> None:
    """harvest.counter"""
    state = land({"Ann": "C4 C5"}, counters={}, growing={"C4": "hops", "C5": "wine"})
    after = play(state, "harvest", fields="C4 C5")

    told = "Ann takes 1 hops and 1 wine from the supply, behind the screen"
    assert GAME.turn(after).news == (told,)
    assert GAME.turn(play(after, "store", tile="G1", bid="1 hops")).news == ()


@pytest.mark.parametrize(
    ("kind", "typed_text"), [("event", "gian 1 hop"), ("worker", "gian 1 hop"), ("refill", "c4 z")]
)
def test_a_slip_of_the_finger_ends_nothing(kind: Any, typed_text: str) -> None:
    """event.order, worker.scroll, refill.event"""
    waits = Pending(
        kind=kind, player="Ann", waiting=("Ann", "Ben"), worker=Worker(number=1, at="C5")
    )
    state = land({"Ann": "C4"}, pending=(waits,))

    with pytest.raises(Trouble):
        phrases.build_move(
            GAME, phrases.read_line(GAME, state, typed_text, GAME.turn(state).asks[0])
        )


def test_enter_finds_the_bag_empty_when_it_is() -> None:
    """faq.empty-bag"""
    waits = Pending(kind="refill", player="Ann")
    ask = GAME.turn(land(pending=(waits,), bag=(), events_in_bag=0)).asks[0]

    assert ask.enter is not None
    assert ask.enter.kind == "empty"
    assert GAME.turn(land(pending=(waits,))).asks[0].enter is None


def test_the_question_names_where_a_displaced_worker_may_stand() -> None:
    """displaced.reposition, displaced.home"""
    waits = Pending(kind="displaced", player="Ann", worker=Worker(number=2, at="C4"))
    ask = GAME.turn(land({"Ann": "C4 C5"}, pending=(waits,))).asks[0]
    nowhere = GAME.turn(land({"Ann": "C4"}, pending=(waits,))).asks[0]

    assert ask.hint == "B4 D4: free, and it acts again; Enter: home"
    assert nowhere.hint == "it may stand nowhere; Enter: home"


def test_crops_alone_belong_to_the_tiles_asked_for() -> None:
    """box.crop"""
    known = {ref: "hops" for ref in board.references(board.DEFAULT) if ref not in ("C4", "G1")}
    state = land({"Ann": "C4 C5"}, growing={}).model_copy(update={"crops": known})

    after = play(state, "crops", None, tiles="wheat wine")
    assert (after.crops["C4"], after.crops["G1"]) == ("wheat", "wine")
    assert judge(after, "crops", None, tiles="hops").rules == ["box.crop"]
    assert judge(state, "crops", "Ben", tiles="wheat").rules == ["box.crop"]


@pytest.mark.parametrize("typed_text", ["y", "wine", "banana", "C4", "G1 wine", "C4 C5"])
def test_a_reference_or_a_letter_alone_is_no_action(typed_text: str) -> None:
    """turn.two: it might be harvested, stored or transferred"""
    state = land({"Ann": "C4"}, {"Ann": {"B1": 1}}, {"Ben": {"G7": "1 hops"}})
    full = state.model_copy(update={"actions": ("harvest", "worker")})

    for table in (state, full):
        with pytest.raises(Trouble, match="is neither a player, a move nor a command"):
            phrases.read_line(GAME, table, typed_text, GAME.turn(table).asks[0])


@pytest.mark.parametrize("typed_text", ["g", "p", "h"])
def test_a_letter_that_may_be_several_moves_is_none(typed_text: str) -> None:
    """turn.two"""
    state = land({"Ann": "C4"}, actions=("harvest",))

    with pytest.raises(Trouble, match="could be"):
        phrases.read_line(GAME, state, typed_text, GAME.turn(state).asks[0])


@pytest.mark.parametrize("typed_text", ["a", "Ann", "b"])
def test_a_name_alone_passes_no_bag(typed_text: str) -> None:
    """turn.pass"""
    state = land({"Ann": "C4"}, actions=("harvest",))

    assert phrases.read_line(GAME, state, typed_text, GAME.turn(state).asks[0]).missing
