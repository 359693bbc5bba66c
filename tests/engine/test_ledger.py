"""A ledger keeps everything: undo, redo, edit, amend, note and overrule are entries too."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from keyhelper.engine.chance import Stream
from keyhelper.engine.game import Turn
from keyhelper.engine.ledger import Event, History, read_move, written
from keyhelper.engine.sealed import Sealed
from keyhelper.engine.trouble import Trouble
from keyhelper.engine.verdict import Reason, Verdict
from tests.engine.orchard import (
    ORCHARD,
    PLOTS,
    Keep,
    Next,
    Orchard,
    Pick,
    Prune,
    header,
    plant,
    table,
)

AT = "2026-01-01T10:00:00+00:00"


def opened(*moves: Any, state: Orchard | None = None) -> History[Orchard]:
    """A history with these moves recorded."""
    history = History.replay(ORCHARD, header(state), ())
    for move in moves:
        history.apply(history.move(move, AT))
    return history


def again(history: History[Orchard]) -> History[Orchard]:
    """The same history after a night in a file."""
    events = [
        Event.model_validate(json.loads(json.dumps(event.model_dump(mode="json"))))
        for event in history.events
    ]
    return History.replay(ORCHARD, history.header, events)


def numbers(history: History[Orchard]) -> list[int]:
    return [link.number for link in history.line]


def assert_same(one: History[Orchard], other: History[Orchard]) -> None:
    assert other.trouble is None
    assert other.state == one.state
    assert other.events == one.events
    assert numbers(other) == numbers(one)
    assert other.can_undo == one.can_undo
    assert other.can_redo == one.can_redo


def test_an_empty_ledger_is_the_table_as_it_was_set_up() -> None:
    history = opened()
    assert history.state == history.start == table()
    assert history.line == []
    assert history.next_number == 1
    assert history.last_deed is None
    for verb in (history.undo, history.redo):
        with pytest.raises(Trouble, match="nothing to"):
            verb(AT)


def test_making_an_event_changes_nothing_until_it_is_applied() -> None:
    history = opened(plant("a1"))
    for event in (
        history.move(plant("a2"), AT),
        history.undo(AT),
        history.note("x", AT),
        history.amend({"day": 4}, AT),
        history.edit(1, plant("b1"), AT),
    ):
        assert event.n == 2
    assert history.state == opened(plant("a1")).state
    assert len(history.events) == 1


def test_undo_then_redo_is_the_identity() -> None:
    history = opened(plant("a1"), plant("a2", "Ben"), Next())
    before = history.state
    for _ in range(3):
        history.apply(history.undo(AT))
    assert history.state == table()
    assert not history.can_undo
    for _ in range(3):
        history.apply(history.redo(AT))
    assert history.state == before
    assert not history.can_redo
    assert numbers(history) == [1, 2, 3]
    assert [event.do for event in history.events] == ["move"] * 3 + ["undo"] * 3 + ["redo"] * 3
    assert [event.of for event in history.events[3:]] == [3, 2, 1, 1, 2, 3]
    assert_same(history, again(history))


def test_a_new_move_after_an_undo_leaves_nothing_to_redo() -> None:
    history = opened(plant("a1"), plant("a2"))
    history.apply(history.undo(AT))
    history.apply(history.move(plant("a3"), AT))
    assert not history.can_redo
    assert numbers(history) == [1, 4]
    assert set(history.state.trees) == {"a1", "a3"}
    assert_same(history, again(history))


def test_a_note_changes_nothing_and_leaves_redo_open() -> None:
    """A remark about the move just taken back must not make taking it back final."""
    history = opened(plant("a1"), plant("a2"))
    history.apply(history.undo(AT))
    state = history.state
    history.apply(history.note("Ben wants to think again", AT))
    assert history.state == state
    assert numbers(history) == [1]
    history.apply(history.redo(AT))
    assert set(history.state.trees) == {"a1", "a2"}
    assert_same(history, again(history))


def test_undo_after_a_note_takes_the_move_back_not_the_note() -> None:
    history = opened(plant("a1"))
    history.apply(history.note("well", AT))
    history.apply(history.undo(AT))
    assert history.state == table()
    assert [event.do for event in history.events] == ["move", "note", "undo"]


def test_a_note_of_bytes_that_were_no_text_can_still_be_written() -> None:
    history = opened()
    event = history.note("caf\udce9", AT)
    assert event.text is not None
    event.text.encode()


def test_an_edit_replaces_an_earlier_entry_and_keeps_the_later_ones() -> None:
    history = opened(plant("a1"), plant("a2", "Ben"), Next())
    history.apply(history.edit(1, plant("c3", tree="Plum"), AT))
    assert history.state.trees == {"c3": "Plum", "a2": "Pear"}
    assert history.state.day == 2
    assert numbers(history) == [1, 2, 3]
    assert_same(history, again(history))


def test_undo_after_an_edit_takes_the_edit_back_and_says_so() -> None:
    history = opened(plant("a1"), plant("a2", "Ben"))
    before = history.state
    history.apply(history.edit(1, plant("c3"), AT))
    after = history.state
    assert history.last_deed is not None
    assert history.last_deed.do == "edit"
    undo = history.undo(AT)
    assert undo.of == 3
    history.apply(undo)
    assert history.state == before
    redo = history.redo(AT)
    assert redo.of == 3
    history.apply(redo)
    assert history.state == after
    assert_same(history, again(history))


def test_an_edit_that_breaks_a_later_entry_names_it() -> None:
    history = opened(plant("a1"), plant("a2"), Pick(player="Ann", fruit={"pear": 1}))
    with pytest.raises(Trouble) as caught:
        history.edit(1, plant("a2"), AT)
    assert caught.value.text.startswith("With that change entry 2 no longer holds: ")
    assert "plant.empty" in caught.value.text
    assert "`!`" in caught.value.hint


def test_an_edit_may_drop_what_it_breaks() -> None:
    history = opened(plant("a1"), Next(), plant("a2"), plant("a3"))
    event = history.edit(1, plant("a2"), AT, drop=True)
    assert event.drop_from == 3
    history.apply(event)
    assert set(history.state.trees) == {"a2"}
    assert numbers(history) == [1, 2]
    history.apply(history.move(plant("b1"), AT))
    assert numbers(history) == [1, 2, 6]
    assert_same(history, again(history))
    history.apply(history.undo(AT))
    history.apply(history.undo(AT))
    assert numbers(history) == [1, 2, 3, 4]
    assert_same(history, again(history))


def test_an_edit_against_the_rules_is_refused_like_any_move() -> None:
    history = opened(plant("a1"), plant("a2"))
    with pytest.raises(Trouble, match=r"Plot a1 holds Pear \(plant.empty\)"):
        history.edit(2, plant("a1"), AT)


def test_an_edit_against_the_rules_that_is_insisted_on_is_marked() -> None:
    history = opened(plant("a1"), plant("a2"))
    event = history.edit(2, plant("a1", tree="Plum"), AT, drop=True)
    assert event.overruled == ("plant.empty",)
    history.apply(event)
    assert [link.number for link in history.overruled()] == [2]
    assert history.state.trees == {"a1": "Plum"}
    assert_same(history, again(history))


def test_an_edit_judges_on_the_table_of_that_moment() -> None:
    history = opened(plant("a1"), plant("a2"))
    history.apply(history.edit(1, plant("a1", tree="Plum"), AT))
    assert history.state.trees["a1"] == "Plum"


def test_an_edit_of_an_edit_works_on_the_line_in_force() -> None:
    history = opened(plant("a1"), plant("a2"))
    history.apply(history.edit(1, plant("b1"), AT))
    history.apply(history.edit(1, plant("c1"), AT))
    assert set(history.state.trees) == {"c1", "a2"}
    history.apply(history.undo(AT))
    assert set(history.state.trees) == {"b1", "a2"}
    assert_same(history, again(history))


@pytest.mark.parametrize("number", [0, 3, -1, 99])
def test_an_edit_needs_an_entry_on_the_line_of_play(number: int) -> None:
    history = opened(plant("a1"), plant("a2"))
    history.apply(history.undo(AT))
    with pytest.raises(Trouble, match="There is no entry"):
        history.edit(number, plant("b1"), AT)
    with pytest.raises(Trouble, match="There is no entry"):
        history.edit(2, plant("b1"), AT)


def test_an_edit_that_makes_an_overruled_entry_impossible_says_so() -> None:
    history = opened(plant("a1"), plant("a2"))
    prune = Prune(player="Ann", plots=("a1",), at="a2")
    history.apply(history.move(prune, AT, Verdict((Reason("prune.tree", "x"),))))
    with pytest.raises(Trouble, match=r"entry 3 no longer holds: .* cannot be carried out"):
        history.edit(1, plant("b1"), AT)


def test_an_amendment_corrects_the_table_and_can_be_undone() -> None:
    history = opened(plant("a1"))
    history.apply(history.amend({"day": 7, "trees": {"b2": "Plum"}}, AT, "we miscounted"))
    assert history.state.day == 7
    assert history.state.trees == {"b2": "Plum"}
    assert_same(history, again(history))
    history.apply(history.undo(AT))
    assert history.state == opened(plant("a1")).state


@pytest.mark.parametrize(
    "changes",
    [{"day": "soon"}, {"day": 0}, {"weather": "rain"}, {"trees": 7}, {"players": None}],
)
def test_an_amendment_must_leave_a_table_that_can_be(changes: dict[str, Any]) -> None:
    history = opened(plant("a1"))
    with pytest.raises(Trouble, match="the table's state does not fit"):
        history.amend(changes, AT)
    assert history.next_number == 2


def test_who_plays_cannot_be_amended() -> None:
    history = opened(plant("a1"))
    for players in (["Ann"], ["Ben", "Ann"], [], ["Ann", "Ben", "Cy"]):
        with pytest.raises(Trouble, match="Who plays cannot be amended"):
            history.amend({"players": players}, AT)


def _never_on_day_thirteen(state: Orchard) -> Turn:
    return Turn(f"Day {1 / (state.day - 13)}")


def test_a_table_that_could_not_be_opened_again_is_refused_before_it_is_written() -> None:
    """Whatever the table insists on, the ledger must stay one that can be opened."""
    touchy = replace(ORCHARD, turn=_never_on_day_thirteen)
    history = History.replay(touchy, header(table(day=12)), ())
    insisted = Verdict((Reason("next.last", "The year is over"),))
    with pytest.raises(Trouble, match="cannot be played on"):
        history.amend({"day": 13}, AT)
    with pytest.raises(Trouble, match="cannot be played on"):
        history.move(Next(), AT, insisted)
    assert history.next_number == 1
    with pytest.raises(Trouble, match="cannot be played on"):
        History.replay(touchy, header(table(day=13)), ())


def test_an_amendment_keeps_its_place_when_an_earlier_entry_is_edited() -> None:
    history = opened(plant("a1"))
    history.apply(history.amend({"day": 7}, AT))
    history.apply(history.edit(1, plant("b1"), AT))
    assert history.state.day == 7
    assert set(history.state.trees) == {"b1"}


def test_an_overruled_move_is_kept_with_the_rules_against_it() -> None:
    history = opened(plant("a1"))
    move = plant("a1", "Ben", "Plum")
    verdict = ORCHARD.verify(history.state, move)
    history.apply(history.move(move, AT, verdict))
    assert history.state.trees["a1"] == "Plum"
    (link,) = history.overruled()
    assert link.overruled == ("plant.empty",)
    assert_same(history, again(history))
    history.apply(history.undo(AT))
    assert history.overruled() == []


def test_a_refused_move_that_nobody_overruled_does_not_enter() -> None:
    history = opened(plant("a1"))
    with pytest.raises(Trouble, match=r"plant\.empty"):
        history.apply(history.move(plant("a1"), AT))
    assert history.next_number == 2
    assert numbers(history) == [1]


def test_an_unproven_move_is_recorded() -> None:
    history = opened(plant("a1", tree="The Great Oak"))
    assert history.overruled() == []
    assert_same(history, again(history))


def test_an_overruled_move_that_cannot_be_carried_out_is_told() -> None:
    history = opened()
    prune = Prune(player="Ann", plots=("a1",), at="a1")
    verdict = ORCHARD.verify(history.state, prune)
    with pytest.raises(Trouble, match="cannot be carried out"):
        history.move(prune, AT, verdict)
    assert history.events == []


def test_a_secret_in_a_move_is_scrambled_in_the_ledger_and_comes_back() -> None:
    secret = Sealed[str](owner="Ann", value="a rare fig")
    history = opened(Keep(player="Ann", fruit=secret))
    assert "rare" not in history.events[0].model_dump_json()
    assert again(history).state.kept["Ann"] == secret


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ({"do": "move", "move": {"kind": "plant", "player": "Ann", "tree": "x", "plot": "a1"}},
         "plant.empty"),
        ({"do": "move", "move": {"kind": "dance"}}, "no move called 'dance'"),
        ({"do": "move", "move": {"kind": "plant"}}, "does not fit"),
        ({"do": "move"}, "no move called"),
        ({"do": "move", "move": {"kind": "prune", "player": "Ann", "plots": ["c3"], "at": "a1"},
          "overruled": ["prune.tree"]}, "cannot be carried out"),
        ({"do": "undo", "of": 1}, "which is not the last one"),
        ({"do": "undo"}, "which is not the last one"),
        ({"do": "redo", "of": 2}, "not just undone"),
        ({"do": "edit", "of": 9, "move": {"kind": "next"}}, "no entry 9"),
        ({"do": "edit", "move": {"kind": "next"}}, "no entry 0"),
        ({"do": "edit", "of": 2, "move": {"kind": "plant", "player": "Ann", "tree": "x",
          "plot": "a1"}}, "plant.empty"),
        ({"do": "amend", "changes": {"day": "x"}}, "does not fit at day"),
        ({"n": 7, "do": "note", "text": "x"}, "entry 7 stands where 3 is due"),
        ({"n": 2, "do": "note", "text": "x"}, "entry 2 stands where 3 is due"),
    ],
)  # fmt: skip
def test_a_replay_stops_at_the_first_entry_that_does_not_hold(
    bad: dict[str, Any], why: str
) -> None:
    good = opened(plant("a1"), plant("a2"))
    wrong = Event.model_validate({"n": 3, "at": AT} | bad)
    later = Event(n=wrong.n + 1, at=AT, do="note", text="after")
    history = History.replay(ORCHARD, good.header, [*good.events, wrong, later])
    assert history.trouble is not None
    assert history.trouble.number == wrong.n
    assert why in history.trouble.why
    assert history.state == good.state
    assert history.events == good.events
    assert history.next_number == 3


def test_a_replay_goes_on_from_the_good_part() -> None:
    good = opened(plant("a1"))
    history = History.replay(
        ORCHARD, good.header, [*good.events, Event(n=2, at=AT, do="undo", of=9)]
    )
    history.apply(history.move(plant("b1"), AT))
    assert numbers(history) == [1, 2]


def test_a_starting_table_that_cannot_be_is_told() -> None:
    broken = header().model_copy(update={"start": {"players": 7}})
    with pytest.raises(Trouble, match="the table's state does not fit at players"):
        History.replay(ORCHARD, broken, ())


def test_what_is_written_of_a_move_is_what_was_said() -> None:
    move = plant("a1")
    assert written(move) == {"kind": "plant", "player": "Ann", "tree": "Pear", "plot": "a1"}
    assert written(Next()) == {"kind": "next"}
    assert read_move(ORCHARD, written(move)) == move


@pytest.mark.parametrize("number", range(20))
def test_any_evening_survives_a_night_in_a_file(number: int) -> None:
    """Random moves, undos, redos, notes, edits and amendments replay to the same table."""
    stream = Stream(f"evening {number}")
    history = opened()
    for _ in range(120):
        try:
            history.apply(_something(history, stream))
        except Trouble:
            continue
        assert [link.number for link in history.line] == sorted({*numbers(history)})
    assert len(history.events) > 30
    assert_same(history, again(history))
    while history.can_undo:
        history.apply(history.undo(AT))
    assert history.state == history.start
    assert_same(history, again(history))


def _something(history: History[Orchard], stream: Stream) -> Event:
    plot = stream.pick(PLOTS)
    player = stream.pick(("Ann", "Ben"))
    move = stream.pick([f"{n}" for n in range(4)])
    chosen: Any = plant(plot, player)
    if move == "1":
        chosen = Pick(player=player, fruit={"pear": 1 + stream.integer(3)})
    elif move == "2":
        chosen = Prune(player=player, plots=(plot,), at=plot)
    deed = stream.integer(12)
    if deed < 2:
        return history.undo(AT)
    if deed < 4:
        return history.redo(AT)
    if deed == 4:
        return history.note("a remark", AT)
    if deed == 5:
        return history.amend({"day": 1 + stream.integer(9)}, AT)
    if deed == 6 and history.line:
        number = stream.pick(numbers(history))
        return history.edit(number, chosen, AT, drop=bool(stream.integer(2)))
    if deed == 7:
        return history.move(chosen, AT, ORCHARD.verify(history.state, chosen))
    return history.move(chosen, AT)
