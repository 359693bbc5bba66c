"""Who sits where, in which colour; both are remembered, and a colour is never taken twice."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import unquote

import pytest

from keyhelper.engine.trouble import Trouble
from keyhelper.seats import Seats, read_seats
from tests.house.calling import call
from tests.house.evenings import finish

GAME = "keythedral"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path))
    return tmp_path


def test_a_colour_stands_behind_the_name() -> None:
    seats = read_seats(("Zoë O'Brien=dark  green", "Ben"), 2, 4)
    assert seats == Seats(("Zoë O'Brien", "Ben"), {"Zoë O'Brien": "dark green"})
    assert seats.written() == "Zoë O'Brien=dark green, Ben"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("Ann=red", "Ben=Red"), "Ann and Ben cannot both be Red"),
        (("Ann=", "Ben"), "'' cannot be Ann's colour"),
        (("Ann=\x1b[31m", "Ben"), "cannot be Ann's colour"),
        (("Ann=" + "red" * 9, "Ben"), "cannot be Ann's colour"),
        (("=red", "Ben"), "'' cannot be a player's name"),
        (("Ann=red", "ann=blue"), "Ann and ann would be mixed up"),
    ],
)
def test_a_colour_that_does_not_do_says_why(words: tuple[str, ...], why: str) -> None:
    with pytest.raises(Trouble) as trouble:
        read_seats(words, 2, 4)
    assert why in trouble.value.text


def test_last_colours_come_back_with_the_players() -> None:
    first = call(GAME, "setup", "Ann=red", "Ben=blue", "Cy=black")
    assert "Colours: Ann red, Ben blue, Cy black" in first.out
    # The newest game with a colour counts, whatever the game and however the name is spelt.
    call("key-harvest", "setup", "cy=yellow", "Ann")
    again = call(GAME, "setup", "Dee", "CY", "Ben")
    assert "Colours: Dee to choose, CY yellow, Ben blue" in again.out


def test_a_colour_told_now_beats_one_of_last_time() -> None:
    call(GAME, "setup", "Ann=red", "Ben=blue")
    again = call(GAME, "setup", "Ann", "Ben=red")
    assert "Colours: Ann to choose, Ben red" in again.out


def test_a_game_without_colours_does_not_speak_of_them() -> None:
    call(GAME, "setup", "Ann=red", "Ben=blue")
    assert "olour" not in call("tiny-towns", "setup", "Ann", "Ben").out.split("hint")[0]


def test_enter_seats_the_players_of_last_time_in_their_colours() -> None:
    call(GAME, "setup", "Ann=red", "Ben=blue", "--save", "friday")
    asked = call(GAME, "setup", "--save", "saturday", typed="\n")
    assert "Ann=red tells a colour" in asked.err
    assert "[Ann=red, Ben=blue]" in asked.err
    assert "Colours: Ann red, Ben blue" in asked.out
    plain = call("tiny-towns", "setup", typed="\n")
    assert "[Ann, Ben]" in plain.err


def test_colours_are_told_again_when_the_game_goes_on() -> None:
    call("tiny-towns", "setup", "Ann=red", "Ben=blue", "--save", "friday", "--no-monuments")
    assert "Colours" not in call("resume", "friday", typed="wood\nquit\n").out
    assert "Colours: Ann red, Ben blue" in call("resume", "friday", typed="quit\n").out


def test_a_setup_as_json_does_not_depend_on_who_remembers_what() -> None:
    words = ("setup", "Ann", "Ben", "--seed", "amber otter canyon", "--json")
    before = json.loads(call(GAME, *words).out)
    call(GAME, "setup", "Ann=red", "Ben=blue")
    assert json.loads(call(GAME, *words).out) == before


def test_a_colour_is_shared_as_the_players_role() -> None:
    words = ("--seed", "amber otter canyon", "--save", "friday", "--no-monuments")
    call("tiny-towns", "setup", "Ann=dark red", "Ben", *words)
    finish("friday")
    link = call("tiny-towns", "score", "--saved", "friday", "--share", "bgstats")
    players = json.loads(unquote(link.out).partition("?data=")[2])["players"]
    assert {p["name"]: p.get("role") for p in players} == {"Ann": "dark red", "Ben": None}
    call("history")
    call("delete", "friday", "--yes")
    kept = json.loads(call("history", "export", "--form", "json").out)["plays"][0]
    assert kept["colours"] == {"Ann": "dark red"}
    assert "(dark red)" in call("history", "export", "friday", "--form", "html").out
