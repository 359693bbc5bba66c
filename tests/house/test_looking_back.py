"""Looking back tells who won, says what is not there, and sends out what is known."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from keyhelper import history, share
from keyhelper.engine.scoring import ScoreLine, ScoreSheet, Tiebreak
from keyhelper.plays import Play
from keyhelper.sheet_html import sheet as html_sheet
from tests.house.calling import Answer, call, written
from tests.house.evenings import counted, play, sheet
from tests.house.test_cli_answers import shell

STEERING = "\x9b\x85\u202e\u2028"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path / "home"


def listed(*plays: Play) -> str:
    for each in plays:
        history.keep(each)
    return call("history").out


# The list


@pytest.mark.parametrize(
    ("kept", "told"),
    [
        (counted(sheet("Ann", 9), sheet("Ben", 8)), "Ann won with 9, Ben 8"),
        (counted(sheet("Ann", 8), sheet("Ben", 9)), "Ben won with 9, Ann 8"),
        (counted(sheet("Ann", 9), sheet("Ben", 9), sheet("Cy", 3)),
         "Ann and Ben shared the win with 9, Cy 3"),
        (counted(sheet("Ann", 9, turns=None), sheet("Ben", 9)), "Ann and Ben tied with 9"),
        (counted(sheet("Ann", 9)), "Ann 9"),
        (counted(sheet("Ann", None), sheet("Ben", 9)), "Ann ?, Ben 9"),
    ],
)  # fmt: skip
def test_the_list_tells_who_won(kept: Play, told: str) -> None:
    assert f"Tiny Towns: {told} (counted-1)" in listed(kept)


def test_what_is_not_there_is_told_as_it_is() -> None:
    assert "No finished game is in the play history yet" in call("history").out
    play("Ann", "Ben")
    for words in (("history",), ("stats",)):
        out = call(*words, "--game", "keyper").out
        assert "No finished game of Keyper is in the play history yet" in out
    assert "No finished game with Zed is in the play history" in (
        call("history", "--player", "Zed").out
    )


def test_a_screen_reader_gets_one_line_for_each_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    names = ("Bartholomäus", "Maximiliane", "Annegret")
    history.keep(counted(*(sheet(name, 9 - n) for n, name in enumerate(names))))
    (line,) = [n for n in call("history", "--plain").out.splitlines() if "Tiny Towns" in n]
    assert line.endswith("(counted-1)")
    told = call("stats", "Annegret", "--plain").out
    assert "\n3 players: plays 1, wins 0" in told


def test_a_closed_stdout_is_no_reason_to_crash(home: Path) -> None:
    for words in ("history", "history export --form csv", "tiny-towns rules"):
        done = shell(f"keyhelper {words} >&-", home)
        assert (done.returncode, "Traceback" in done.stderr) == (0, False)


# What leaves the program


def test_json_that_is_shared_steers_no_terminal(tmp_path: Path) -> None:
    players = [{"name": f"Ann{STEERING}", "shipping": 1, "fairs": [],
                "tiles": [{"name": f"Mill{STEERING}", "points": 2}]}]  # fmt: skip
    path = written(tmp_path, "position.json", {"game": "keyper", "players": players})
    shared = call("keyper", "score", path, "--share", "json")
    assert not set(STEERING) & set(shared.out)
    assert json.loads(shared.out)["players"][0]["name"] == f"Ann{STEERING}"


def link(answer: Answer) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(unquote(answer.out.partition("data=")[2]))
    return document


def test_the_place_goes_to_bg_stats(tmp_path: Path) -> None:
    board = ["Cottage . . .", "....", "....", "...."]
    players = [{"name": "Ann", "board": board}]
    path = written(tmp_path, "position.json", {"game": "tiny-towns", "players": players})
    words = ("--share", "bgstats", "--location", "Zoë's")
    assert link(call("tiny-towns", "score", path, *words))["location"] == "Zoë's"
    saved = play("Ann", "Ben")
    export = ("history", "export", "--form", "bgstats", "--location", "the Crown")
    assert link(call(*export))["location"] == "the Crown"
    assert link(call(*export, saved))["location"] == "the Crown"
    assert link(call("score", "--share", "bgstats", "--location", "home"))["location"] == "home"


def test_a_game_of_no_minutes_has_a_duration() -> None:
    known = counted(sheet("Ann", 9), sheet("Ben", 8), minutes=0)
    assert share.bgstats(known)["durationMin"] == 0
    assert "durationMin" not in share.bgstats(known._replace(minutes=None))


# Ties


def climber(name: str, *steps: int | None) -> ScoreSheet:
    """A player with 5 points and these values on the tie ladder."""
    ladder = tuple(Tiebreak(f"step-{n}", f"Most of {n}", v) for n, v in enumerate(steps))
    return ScoreSheet(name, (ScoreLine("all", "All", 5, "5", "score.all"),), ladder)


@pytest.mark.parametrize(
    ("sheets", "steps"),
    [
        ((climber("Ann", 2, None, None), climber("Ben", 1, None, None)), 1),
        ((climber("Ann", 2, 4, None), climber("Ben", 2, 3, None)), 2),
        ((climber("Ann", 2, None, 1), climber("Ben", 2, 3, 1)), 2),
        ((climber("Ann", 2, 3, 1), climber("Ben", 2, 3, 1)), 3),
        ((climber("Ann", 2, 3, 1), climber("Ben", 1, 3, 1), climber("Cy", 1, 2, 1)), 2),
    ],
)
def test_the_ladder_ends_with_the_step_that_parted_them(
    sheets: tuple[ScoreSheet, ...], steps: int
) -> None:
    page = html_sheet(counted(*sheets))
    assert [n for n in range(3) if f"{n + 1}. Most of {n}<" in page] == list(range(steps))
