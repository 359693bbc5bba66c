"""The tracking loop, spoken to through a pipe."""

from __future__ import annotations

from pathlib import Path

import pytest

from keyhelper.engine import catalogue, store
from keyhelper.engine.ledger import History
from keyhelper.engine.trouble import Trouble
from keyhelper.games import box as box_of
from keyhelper.menu import why_lines
from keyhelper.prompts import Prompter
from keyhelper.render import Screen
from keyhelper.table import Table
from tests.house.calling import Answer, call
from tests.playthroughs.recording import GAMES

GAME = "tiny-towns"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path))
    words = ("--seed", "amber otter canyon", "--no-monuments", "--save", "friday")
    assert call(GAME, "setup", "Ann", "Ben", *words).code == 0
    return tmp_path


# Ann has wheat, glass and brick in a corner, which is a Cottage.
BEFORE_A_COTTAGE = (
    "wheat", "b1", "a1", "", "glass", "b2", "b1", "", "brick", "a2", "c1",
)  # fmt: skip


def track(*typed: str) -> Answer:
    return call(GAME, "track", "--saved", "friday", typed="\n".join([*typed, "quit", ""]))


@pytest.mark.parametrize("change", ["undo", "edit 2 c3", "amend round 1"])
def test_a_refusal_is_void_once_the_table_is_another(change: str) -> None:
    """`!` must not record against the rules what nobody has judged on this table."""
    told = track("wood", "a1", "ann name glass", change, "!", "why")
    assert "Not allowed" in told.out
    assert "There is no refused move to record" in told.err
    assert "Nothing was refused just now" in told.err


def test_a_note_leaves_the_refusal_standing() -> None:
    told = track("wood", "a1", "ann name glass", "note Ben says yes", "!")
    assert "Recorded against the rules: Ann names glass" in told.out


def test_a_number_means_nothing_once_the_table_is_another() -> None:
    told = track("wood", "?", "undo", "2")
    assert "Ann puts wood on b1" in told.out.split("Undone")[0]
    assert "Ann puts wood on b1" not in told.out.split("Undone")[1]


def test_going_back_too_far_still_shows_where_that_leads() -> None:
    told = track("wood", "a1", "back 5")
    assert "There is nothing to undo" in told.err
    assert told.out.count("Round 1 · Ann has the hammer · 0 entries, saved") == 2


def test_one_entry_is_one_entry() -> None:
    assert "Saved as friday, 0 entries;" in track().out
    assert "Saved as friday, 1 entry;" in track("wood").out
    assert "1 line in its log" in call("saved").out


def test_the_log_tells_what_an_entry_was_before_it_was_edited() -> None:
    told = track("wood", "a1", "edit 2 c3", "log")
    assert "2   Ann puts wood on c3  [edited; it was: Ann puts wood on a1]" in told.out
    back = track("undo", "log")
    assert "2   Ann puts wood on a1" in back.out
    assert "[edited" not in back.out


def test_peeking_shows_a_secret_to_its_owner_alone() -> None:
    words = ("--seed", "amber otter canyon", "--secret-seed", "hidden", "--save", "secret")
    call(GAME, "setup", "Ann", "Ben", *words)
    shown = call(GAME, "track", "--saved", "secret", typed="1\n1\npeek ben\nquit\n")
    assert shown.err.count("For Ben's eyes only") == 2  # choosing, and looking again
    peek, after = shown.out[shown.out.rindex("\nBen\n") :].split("Round 1 ")
    assert "keeps Shrine of the Elder Tree" in peek
    assert "  brick wheat stone" in peek
    assert "Ann" not in peek
    assert "Shrine" not in after


def test_there_is_nothing_to_peek_at_without_secrets() -> None:
    told = track("peek ann", "peek", "peek nobody")
    assert "keyhelper keeps nothing secret for Ann now" in told.err
    assert "Who is to look?" in told.err
    assert "nobody" in told.err


def test_a_note_among_secrets_does_not_hand_the_screen_over_again() -> None:
    call(GAME, "setup", "Ann", "Ben", "--seed", "amber otter canyon", "--save", "secret")
    told = call(GAME, "track", "--saved", "secret", typed="note hello\n1\n1\nquit\n")
    assert told.err.count("For Ann's eyes only") == 1
    assert "Noted" in told.out


def test_an_edit_asks_for_what_is_missing() -> None:
    told = track("wood", "a1", "edit", "edit 2", "c3", "edit 2", "", "edit 0")
    assert "Which entry?" in told.err
    assert "Instead of: Ann puts wood on a1; Enter: as it is" in told.err
    assert "Entry 2 is now: Ann puts wood on c3" in told.out
    assert "Called off" in told.err


def test_the_log_can_be_cut_to_its_end() -> None:
    told = track("wood", "a1", "a1", "log 2")
    assert "1   Ann names wood" not in told.out
    assert "2   Ann puts wood on a1\n   3   Ben puts wood on a1" in told.out


def test_going_far_back_is_asked_about() -> None:
    rounds = [("wood", square, square, "") for square in ("a1", "b1", "c1")]
    played = [line for lines in rounds for line in lines]
    told = track(*played, "back 10", "", "undo 10", "y")
    assert told.err.count("Take 10 entries back? [y/N]") == 2
    assert "Called off" in told.err
    assert told.out.count("Undone: ") == 10


def test_several_entries_are_put_back_at_once() -> None:
    told = track("wood", "a1", "a1", "undo 3", "redo 2")
    assert told.out.count("Redone: ") == 2


def test_a_look_does_not_lose_the_move_begun() -> None:
    told = track(*BEFORE_A_COTTAGE, "ann cottage", "log 1", "rules cottage", "turn", "b2")
    assert "You are here" in told.out
    assert "Ann builds a Cottage on b2" in told.out


def test_a_question_mark_tells_what_the_question_takes() -> None:
    told = track(*BEFORE_A_COTTAGE, "ann cottage", "?", "b2")
    assert "  Square to build on: b1, a2, b2" in told.out
    assert "Ann builds a Cottage on b2" in told.out


def test_another_command_calls_the_move_begun_off_and_says_so() -> None:
    told = track(*BEFORE_A_COTTAGE, "ann cottage", "undo", "ann cottage", "undo 1")
    assert told.err.count("Called off; nothing was recorded") == 2
    assert told.out.count("Undone: ") == 1  # a bare `undo` only ends what was begun


def test_a_mark_behind_the_last_answer_insists() -> None:
    told = track(*BEFORE_A_COTTAGE, "ann cottage", "d4!")
    assert "Recorded against the rules: Ann builds a Cottage on d4" in told.out


def test_the_final_sheet_is_shown_once() -> None:
    told = track("ann finish", "y", "ben finish", "y", "log 1", "help")
    assert told.err.count("The game is over") == 3
    assert told.out.count("Total") == 2  # one for each player


def test_moves_are_understood_in_the_words_they_are_told_in() -> None:
    told = track("ann names wood", "ann places a1")
    assert "Ben puts wood on" in told.err


def test_the_score_so_far_keeps_what_is_behind_the_screens(home: Path) -> None:
    recorded = GAMES / "keythedral" / "playthroughs" / "three-players-full.jsonl"
    begun = recorded.read_bytes().splitlines(keepends=True)[:90]
    (home / "games" / "screens.jsonl").write_bytes(b"".join(begun))
    game = box_of("keythedral").open()
    ledger = store.load("screens")
    hands = History.replay(game, ledger.header, ledger.events).state.hands
    assert any(hand.cubes for hand in hands.values())
    at_the_table = call("keythedral", "track", "--saved", "screens", typed="score\nquit\n")
    at_the_shell = call("keythedral", "score", "--saved", "screens")
    assert "So far, without what is secret" in at_the_table.out
    for told in (at_the_table.out, at_the_shell.out):
        unknown = [line.split()[3] for line in told.splitlines() if "Cubes left over" in line]
        assert unknown == ["?"] * 3
        assert "Basic cubes" not in told


def test_a_contested_rule_is_explained_with_both_readings() -> None:
    rule = next(r for r in catalogue.rules(GAME).values() if r.is_contested)
    first, second = rule.readings[:2]
    lines = "\n".join(why_lines(rule, {rule.id: second.id}, 500))
    assert f"this table plays: {second.gist}" in lines
    assert f"`--reading {rule.id}={first.id}`: {first.gist}" in lines


def test_a_move_typed_at_a_second_thought_is_the_next_move() -> None:
    told = track("ann finish", "ann names wood", "quit")
    assert "Called off; nothing was recorded" in told.err
    assert "Ann puts wood on" in told.err


def test_an_edit_can_be_looked_up_and_left() -> None:
    told = track("wood", "a1", "edit 2", "log 1", "c3", "edit 2", "undo")
    assert told.err.count("Instead of: ") == 3
    assert "Entry 2 is now: Ann puts wood on c3" in told.out
    assert "Called off" in told.err


def test_an_exclamation_mark_means_the_line_before_it() -> None:
    told = track("ann name pearls", "wood", "a1", "ann name glass", "zzz", "!")
    assert "Not allowed" in told.out
    assert "There is no refused move to record" in told.err


def test_a_table_amended_beyond_play_can_be_put_right() -> None:
    call("keythedral", "setup", "Ann", "Ben", "--length", "short", "--save", "odd")
    lines = "amend phase actions\namend phase auction\nundo\nundo\nshow ann\nquit\n"
    told = call("keythedral", "track", "--saved", "odd", typed=lines)
    assert told.code == 0
    assert "Traceback" not in told.err


def test_what_cannot_be_taken_in_is_not_written_down() -> None:
    told = track("wood", "a1", "a1", "")
    assert told.code == 0
    with store.Pen("friday") as pen:
        game = box_of(GAME).open()
        table = Table(game, pen, History.replay(game, pen.ledger.header, pen.ledger.events),
                      Screen(), Prompter(Screen()))  # fmt: skip
        before = store.path_of("friday").read_bytes()
        odd = table.history.move(game.act("place").move(player="Ann", square="a1"), "")
        with pytest.raises(Trouble):
            table.record(odd)
        assert store.path_of("friday").read_bytes() == before


def test_nothing_is_not_a_number_of_entries_to_take_back() -> None:
    told = track("wood", "undo 0", "redo 0", "back -2")
    assert told.err.count("How many? At least one") == 3
    assert "Undone" not in told.out
