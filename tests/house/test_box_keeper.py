"""What is read off a card is offered to the box; the offer is short, and swallows no move."""

from __future__ import annotations

from pathlib import Path

import pytest

from keyhelper.engine import catalogue
from tests.house.calling import Answer, call

GAME = "key-flow"
OFFER = "in your box for next time? [Y/n/always/never]"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path))
    words = ("--keep", "villages", "--seed", "copper heron willow", "--save", "sunday")
    assert call(GAME, "setup", "Ann", "Ben", *words).code == 0
    return tmp_path


def track(*typed: str) -> Answer:
    return call(GAME, "track", "--saved", "sunday", typed="\n".join([*typed, "quit", ""]))


def test_a_kept_value_is_not_offered_again() -> None:
    assert track("R1 tithe barn", "y").err.count(OFFER) == 1
    assert "Tithe Barn" in call(GAME, "cards", "tithe barn").out
    assert track("undo", "R1 tithe barn").err.count(OFFER) == 0


@pytest.mark.parametrize("answer", ["always", "never"])
def test_an_answer_for_good_outlives_a_break(answer: str) -> None:
    first = track("R1 tithe barn", answer, "R1 toll house")
    again = track("R2 guard house")
    assert first.err.count(OFFER) == 1
    assert again.err.count(OFFER) == 0
    is_kept = "There is no" not in call(GAME, "cards", "guard house").err
    assert is_kept == (answer == "always")


def test_another_game_is_asked_anew() -> None:
    track("R1 tithe barn", "never")
    call(GAME, "setup", "Ann", "Ben", "--keep", "villages", "--save", "monday")
    told = call(GAME, "track", "--saved", "monday", typed="R1 tithe barn\nn\nquit\n")
    assert told.err.count(OFFER) == 1


def test_a_move_typed_at_the_offer_is_made() -> None:
    told = track("R1 tithe barn", "discard")
    assert "Not kept in your box" in told.err
    assert "Saved as sunday, 2 entries" in told.out
    assert "There is no" in call(GAME, "cards", "tithe barn").err


def test_a_spoilt_file_of_answers_costs_nothing(home: Path) -> None:
    (home / "keeping.json").write_bytes(b"\xff[1, 2")
    assert track("R1 tithe barn", "never").err.count(OFFER) == 1
    assert track("discard", "R1 toll house").err.count(OFFER) == 0
    assert catalogue.entries(GAME, "cards")
