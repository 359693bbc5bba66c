"""At a real terminal: secrets are handed over and covered, Ctrl-C and Ctrl-D leave in peace."""

from __future__ import annotations

from pathlib import Path

import pytest

from keyhelper.engine import store
from tests.house.calling import call
from tests.house.terminal import COVER, Terminal

GAME = "tiny-towns"


@pytest.fixture(autouse=True)
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path))
    words = ("--seed", "x", "--secret-seed", "s", "--save", "friday", "--json")
    assert call(GAME, "setup", "Ann", "Ben", *words).code == 0
    return "friday"


def test_a_secret_is_shown_to_its_owner_and_then_covered(game: str) -> None:
    """Not even the arrow keys bring back what the player before typed."""
    terminal = Terminal(GAME, "track", "--saved", game)
    terminal.wait_for("pass the screen to Ann, then press Enter > ")
    terminal.type(b"\r")
    terminal.wait_for("Ann keeps > ")
    terminal.type(b"1\r")
    covered = terminal.wait_for("pass the screen to Ben, then press Enter > ")
    assert COVER in covered
    terminal.type(b"\r")
    terminal.wait_for("Ben keeps > ")
    terminal.type(b"\x1b[A\x1b[A\r")
    again = terminal.wait_for("Ben keeps > ")
    assert "\n1" not in again.replace("\r", "")
    assert len(store.load(game).events) == 1
    terminal.type(b"\x04")
    terminal.wait_for("Saved as friday")
    assert terminal.leave() == 0
    assert "Traceback" not in terminal.shown


@pytest.mark.parametrize("keys", [b"\x03", b"\x04", b"quit\r"])
def test_leaving_loses_nothing_and_says_where_it_is(game: str, keys: bytes) -> None:
    call(GAME, "track", "--saved", game, typed="1\n1\nwood\n")
    terminal = Terminal(GAME, "track", "--saved", game)
    terminal.wait_for("puts wood on > ")
    terminal.type(b"a1\r")
    terminal.wait_for("puts wood on > ")
    terminal.interrupt(keys)
    terminal.wait_for("Saved as friday, 4 entries")
    assert terminal.leave() == 0
    assert "Traceback" not in terminal.shown
    assert len(store.load(game).events) == 4


def test_bytes_that_are_no_text_are_borne(game: str) -> None:
    call(GAME, "track", "--saved", game, typed="1\n1\n")
    terminal = Terminal(GAME, "track", "--saved", game)
    terminal.wait_for("names > ")
    terminal.type(b"note caf\xe9 \xff\r")
    terminal.wait_for("names > ")
    terminal.type(b"\x04")
    assert terminal.leave() == 0
    assert "Traceback" not in terminal.shown
    assert store.load(game).damage is None
