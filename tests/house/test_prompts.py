"""Questions are asked one line at a time, end with the input, and take no nonsense for names."""

from __future__ import annotations

import io
import sys
import tracemalloc

import pytest

from keyhelper.engine.phrases import Draft
from keyhelper.engine.trouble import Cancelled, Closed, Trouble, Unanswered
from keyhelper.prompts import Prompter, ask_missing
from keyhelper.render import Screen
from keyhelper.seats import ask_seats, check_players
from tests.engine.orchard import ORCHARD, table


def typing(monkeypatch: pytest.MonkeyPatch, typed: bytes | str) -> Prompter:
    """A prompter whose answers come through a pipe."""
    content = typed.encode() if isinstance(typed, str) else typed
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), encoding="utf-8"))
    return Prompter(Screen(width=60))


def test_answers_come_one_line_at_a_time_until_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    prompter = typing(monkeypatch, "  one \n\ntwo")
    assert [prompter.ask("?") for _ in range(3)] == ["one", "", "two"]
    with pytest.raises(Closed):
        prompter.ask("?")


def test_questions_go_to_stderr_and_stdout_stays_clean(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typing(monkeypatch, "\x1b[2J\u202eyes\n").ask("Really\x1b[31m")
    heard = capsys.readouterr()
    assert heard.out == ""
    assert "Really" in heard.err
    assert not {"\x1b", "\u202e"} & set(heard.err)


def test_bytes_that_are_no_text_spoil_only_their_own_letters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    prompter = typing(monkeypatch, b"caf\xe9 \xff\nnext line\n")
    assert prompter.ask("?") == "caf\ufffd \ufffd"
    assert prompter.ask("?") == "next line"


def test_a_line_too_long_to_be_meant_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """It must not count as an empty line either, which may mean yes."""
    prompter = typing(monkeypatch, "x" * 1_000_000 + "\nmeant\n")
    assert prompter.ask("?") == "meant"
    prompter = typing(monkeypatch, " " * 1_000_000 + "no\n")
    with pytest.raises(Closed):
        prompter.confirm("Delete?", default=True)
    prompter = typing(monkeypatch, "x" * 1_000_000)
    with pytest.raises(Closed):
        prompter.confirm("Delete?", default=True)


def test_a_line_without_end_does_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    prompter = typing(monkeypatch, "x" * 5_000_000 + "\nmeant\n")
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        assert prompter.ask("?") == "meant"
        assert tracemalloc.get_traced_memory()[1] - before < 1_000_000
    finally:
        tracemalloc.stop()


def test_where_nobody_may_be_asked_the_option_is_named() -> None:
    prompter = Prompter(Screen(width=60), may_ask=False)
    with pytest.raises(Unanswered) as caught:
        prompter.ask("Who plays?", option="the names")
    assert caught.value.exit_code == 2
    assert caught.value.hint == "give the names"


def test_a_closed_input_is_the_end_of_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    prompter = Prompter(Screen(width=60))
    assert not prompter.is_terminal
    with pytest.raises(Closed):
        prompter.ask("?")


@pytest.mark.parametrize(
    ("typed", "default", "answer"),
    [("y", False, True), ("YES", False, True), ("n", True, False), ("", True, True),
     ("", False, False), ("perhaps\nn", True, False), ("perhaps\ny", False, True)],
)  # fmt: skip
def test_yes_must_be_said(
    typed: str, default: bool, answer: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert typing(monkeypatch, f"{typed}\n").confirm("Sure?", default=default) is answer


@pytest.mark.parametrize(
    "names",
    [
        ("Ann", "Ben"),
        ("Zoë O'Brien", "李明"),
        ("a", "B2"),
        ("शीला", "נועה", "สมชาย"),
        ("Anna-Lena", "Jean  Luc"),
        ("राम", "रमा"),
        ("x" * 40, "y"),
    ],
)
def test_names_of_every_script_are_players(names: tuple[str, ...]) -> None:
    assert check_players(names, 1, 4) == tuple(" ".join(name.split()) for name in names)


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (("Ann",), "2 to 4 players; 1 were named"),
        (("a", "b", "c", "d", "e"), "5 were named"),
        (("Ann", ""), "cannot be a player's name"),
        (("Ann", "   "), "cannot be a player's name"),
        (("Ann", "!?"), "cannot be a player's name"),
        (("Ann", "\x1b[2J"), "cannot be a player's name"),
        (("Ann", "\u202enneB"), "cannot be a player's name"),
        (("Ann", "B\ud800"), "cannot be a player's name"),
        (("Ann", "👩\u200d👧"), "cannot be a player's name"),
        (("Ann", "x" * 41), "cannot be a player's name"),
        (("Ann", "ANN"), "Ann and ANN would be mixed up"),
        (("Zoë", "zoe"), "Zoë and zoe would be mixed up"),
        (("A-n n", "Ann"), "would be mixed up"),
        (("Ann", "A\u200dnn"), "would be mixed up"),
    ],
)
def test_names_that_would_not_do_are_refused(names: tuple[str, ...], why: str) -> None:
    with pytest.raises(Trouble) as caught:
        check_players(names, 2, 4)
    assert why in caught.value.text
    assert not {"\x1b", "\u202e", "\ud800"} & set(caught.value.text)


def test_players_are_asked_until_they_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    prompter = typing(monkeypatch, "Ann\nAnn ann\nZoë O'Brien, 李明\n")
    assert ask_seats(prompter, 2, 4).players == ("Zoë O'Brien", "李明")
    with pytest.raises(Closed):
        ask_seats(typing(monkeypatch, "Ann\n" * 1000), 2, 4)


def test_missing_fields_are_asked_for_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    draft = Draft("plant", {"player": "Ann"}, ("tree", "plot"))
    asked = ask_missing(typing(monkeypatch, "xyzzy\npear\nb2\n"), ORCHARD, table(), draft)
    assert asked == Draft("plant", {"player": "Ann", "tree": "Pear", "plot": "b2"}, ())


def test_an_empty_answer_calls_the_move_off(monkeypatch: pytest.MonkeyPatch) -> None:
    draft = Draft("plant", {"player": "Ann"}, ("tree", "plot"))
    with pytest.raises(Cancelled):
        ask_missing(typing(monkeypatch, "pear\n\n"), ORCHARD, table(), draft)


def test_somebody_alone_is_not_asked_who_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    draft = Draft("plant", {"tree": "Pear", "plot": "b2"}, ("player",))
    assert ask_missing(typing(monkeypatch, ""), ORCHARD, table("Ann"), draft).given[
        "player"
    ] == "Ann"  # fmt: skip


def test_a_pipe_of_nonsense_comes_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    draft = Draft("plant", {"player": "Ann"}, ("tree",))
    with pytest.raises(Closed):
        ask_missing(typing(monkeypatch, "xyzzy\n" * 1000), ORCHARD, table(), draft)
