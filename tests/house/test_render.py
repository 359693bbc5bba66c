"""What reaches the screen lines up, fits, and can never steer the terminal."""

from __future__ import annotations

import io
import random
import sys
import textwrap
from typing import Any

import pytest

from keyhelper import render
from keyhelper.engine.game import Panel, Step
from keyhelper.engine.scoring import ScoreLine, ScoreSheet, Tiebreak, standings
from keyhelper.engine.trouble import Trouble
from keyhelper.engine.verdict import Reason, Verdict, unproven
from keyhelper.render import Screen, columns_of, pad, wrap
from tests.engine.orchard import ORCHARD

NAMES = ("Ann", "Zoë O'Brien", "Zoe\u0308", "李明", "한나", "Łódź", "नीता", "สมชาย", "שלום")
HOSTILE = "\x1b[31mred\x1b]0;title\x07\u202e\u2066\x9b2J\r\n\t\x00\ud800"
STEERING = set("\x1b\x07\u202e\u2066\x9b\r\x00\ud800\u2028")


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("", 0),
        ("Ann", 3),
        ("Zoë", 3),
        ("Zoe\u0308", 3),
        ("李明", 4),
        ("한나", 4),
        ("\u1112\u1161\u11ab", 2),
        ("कु", 1),
        ("ＡＢ", 4),
        ("❤\ufe0f", 1),
        ("a\u200db", 2),
        ("😀", 2),
    ],
)
def test_widths_are_counted_in_cells(text: str, cells: int) -> None:
    assert columns_of(text) == cells
    assert columns_of(pad(text, 12)) == 12
    assert pad(text, 0) == text


def test_columns_line_up_whatever_the_script() -> None:
    rows = [[name, index * 37, f"{name}!"] for index, name in enumerate(NAMES)]
    lines = render.table(rows, ["name", "points", "note"])
    assert len(lines) == len(NAMES) + 1
    starts = {columns_of(line[: line.index(f"{name}!")]) for name, line in zip(
        NAMES, lines[1:], strict=True)}  # fmt: skip
    assert len(starts) == 1


def test_a_text_that_looks_like_a_number_stays_as_it_is() -> None:
    lines = render.table([["007", "1e5"], ["x", "0x10"]], ["id", "code"])
    assert "007" in lines[1]
    assert "1e5" in lines[1]


def test_cells_may_be_empty_missing_or_like_the_stand_ins() -> None:
    lines = render.table([["", None, "\U000f0000"], ["a", 1, "\U0010fffd\U0010fffd"]], ["a", "b"])
    assert len(lines) == 3
    assert not {"\U000f0000", "\U0010fffd"} & set("".join(lines))


def test_nothing_in_a_table_steers_the_terminal() -> None:
    lines = render.table([[HOSTILE, 1], ["b", 2]], [HOSTILE, "n"])
    assert not STEERING & set("".join(lines))
    assert len(lines) == 3


@pytest.mark.parametrize("seed", range(20))
def test_plain_text_wraps_as_it_always_did(seed: int) -> None:
    """On random ASCII the wrapping by cells is the standard library's wrapping by letters."""
    draw = random.Random(seed)
    for _ in range(200):
        text = "".join(draw.choice("ab -,. ") for _ in range(draw.randint(0, 120)))
        width, indent = draw.randint(20, 60), " " * draw.randint(0, 6)
        lead = text[: len(text) - len(text.lstrip())]
        expected = textwrap.wrap(
            text.strip(), width=width, initial_indent=lead, subsequent_indent=indent or lead,
            break_long_words=False, break_on_hyphens=False,
        ) or [""]  # fmt: skip
        assert wrap(text, width, indent) == expected


@pytest.mark.parametrize("width", [40, 50, 80])
def test_wrapped_lines_fit_in_every_script(width: int) -> None:
    text = " ".join(name for _ in range(9) for name in NAMES)
    lines = wrap(f"  {text}", width, indent="    ")
    assert all(columns_of(line) <= width for line in lines)
    assert " ".join(" ".join(lines).split()) == text
    assert lines[0].startswith("  A")
    assert all(line.startswith("    ") for line in lines[1:])


def test_a_word_too_long_for_a_line_stays_whole() -> None:
    assert wrap("a " + "x" * 60 + " b", 50) == ["a", "x" * 60, "b"]
    assert wrap("", 50) == [""]
    assert wrap("\n\t ", 50) == [""]


def result(*players: str) -> Any:
    sheets = [
        ScoreSheet(
            player,
            (
                ScoreLine("a", "Trees of every kind", 12, "3 for each of 4 trees " * 4, "r"),
                ScoreLine("b", f"{player}'s oak", -2, HOSTILE, "r"),
            ),
            (Tiebreak("t", "Most trees", index),),
            notes=("one tree was not counted",),
        )
        for index, player in enumerate(players)
    ]
    return standings(sheets)


@pytest.mark.parametrize("width", [50, 80, 100])
def test_score_sheets_fit_and_line_up(width: int) -> None:
    screen = Screen(width=width)
    lines = render.standings(result(*NAMES), screen)
    fitting = [line for line in lines if "red" not in line]
    assert all(columns_of(line) <= width for line in fitting)
    first = [line for line in lines if "Trees of every kind" in line]
    assert len({columns_of(line[: line.index("12") + 2]) for line in first}) == 1


def test_score_sheets_are_flat_lines_for_a_screen_reader() -> None:
    lines = render.standings(result("Ann", "Ben"), Screen(plain=True, width=50))
    assert "Ben: 10 points" in lines
    assert any(line.startswith("Place 1: Ben with 10, most trees: 1 to Ann's 0") for line in lines)
    assert not any("  " in line for line in lines)


def test_an_unknown_total_is_shown_as_unknown() -> None:
    line = ScoreLine("a", "Shrine", None, "", "r", missing="give shrine_count")
    for plain in (True, False):
        text = "\n".join(
            render.standings(standings([ScoreSheet("Ann", (line,))]), Screen(plain=plain))
        )
        assert "unknown" in text if plain else "?" in text
        assert "0" not in text


def test_boards_stand_side_by_side_as_far_as_they_fit() -> None:
    boards = [Panel(name, ("李明 ..", "....")) for name in ("Ann", "Ben", "Cy")]
    wide = render.panels(boards, Screen(width=80))
    assert len(wide) == 3
    assert wide[0].split() == ["Ann", "Ben", "Cy"]
    assert columns_of(wide[1][: wide[1].rindex("李")]) == columns_of(wide[0][: wide[0].index("Cy")])
    narrow = render.panels(boards, Screen(width=12))
    assert len(narrow) == 11


def test_boards_are_spoken_one_after_the_other() -> None:
    boards = [Panel("Ann", ("x.",), spoken=("a1 wood",)), Panel("Ben", ("..",))]
    assert render.panels(boards, Screen(plain=True)) == ["Ann:", "a1 wood", "Ben:", ".."]


@pytest.fixture
def rule_index(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keyhelper.engine.catalogue.rules", lambda game: {})


@pytest.mark.usefixtures("rule_index")
@pytest.mark.parametrize("width", [50, 80])
def test_a_verdict_gives_every_reason_with_its_rule(width: int) -> None:
    reasons = (
        Reason("plant.empty", "Plot a1 holds the oldest of all pear trees", hint="choose a2"),
        unproven("plant.oak", "Nobody knows what Zoë O'Brien keeps", hint="choose a2"),
    )
    lines = render.verdict(ORCHARD, "Ann plants a pear", Verdict(reasons), {}, Screen(width=width))
    assert lines[0] == "Not allowed: Ann plants a pear"
    text = "\n".join(lines)
    assert "plant.empty" in text
    assert "plant.oak" in text
    assert text.count("hint: choose a2") == 1
    assert all(columns_of(line) <= width for line in lines)


@pytest.mark.usefixtures("rule_index")
def test_the_three_rulings_have_three_heads() -> None:
    heads = [
        render.verdict(ORCHARD, "x", Verdict(reasons), {}, Screen(width=60))[0]
        for reasons in ((), (unproven("r", "t"),), (Reason("r", "t"), unproven("r", "t")))
    ]
    assert heads == ["Allowed: x", "Not proven: x", "Not allowed: x"]


def test_nothing_said_steers_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen(width=50)
    screen.say(HOSTILE)
    screen.say(HOSTILE, bold=True)
    screen.aside(HOSTILE)
    screen.hint(HOSTILE)
    screen.lines([HOSTILE])
    screen.trouble(Trouble(HOSTILE, hint=HOSTILE, more=(HOSTILE,)))
    step = Step(HOSTILE, detail=(HOSTILE,), listed=(HOSTILE,))
    screen.lines(render.setup([HOSTILE], (step,), screen))
    screen.lines(render.standings(result(HOSTILE, "Ben"), screen))
    screen.lines(render.panels([Panel(HOSTILE, (HOSTILE,))], screen))
    screen.clear()
    heard = capsys.readouterr()
    for text in (heard.out, heard.err):
        assert text
        assert not STEERING & set(text)


def test_a_trouble_has_its_hint_set_apart(capsys: pytest.CaptureFixture[str]) -> None:
    Screen(width=50).trouble(Trouble("It is wrong", hint="do it right", more=("and this too",)))
    heard = capsys.readouterr()
    assert heard.out == ""
    assert heard.err == "It is wrong\n  and this too\n\nhint: do it right\n"


@pytest.mark.parametrize("setting", ["NO_COLOR", "plain", "no_color"])
def test_colour_can_be_refused(setting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert Screen().color is None
    if setting == "NO_COLOR":
        monkeypatch.setenv("NO_COLOR", "1")
        assert Screen().color is False
    else:
        assert Screen(**{setting: True}).color is False


def test_letters_that_a_terminal_lacks_are_shown_by_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="latin-1"))
    Screen(width=50).say("李明 · Zoë")
    sys.stdout.flush()
    assert raw.getvalue() == b"\\u674e\\u660e \xb7 Zo\xeb\n"


def test_a_closed_stdout_is_borne(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    screen = Screen(width=50)
    screen.say("nobody hears this")
    screen.clear()
