"""Key Flow from the shell: cards with unread panels, boats asked back, whole lines at a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.house.calling import call


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path / "home"))


def test_a_panel_nobody_has_read_is_called_blank() -> None:
    """score.panels"""
    assert call("key-flow", "cards", "set", "Sawmill", 'panels=["saw -> 2 wood", null]').code == 0

    assert "panels: saw -> 2 wood, blank" in call("key-flow", "cards", "sawmill").out


def test_a_boat_nobody_knows_is_asked_back_and_can_be_put_right() -> None:
    """score.sea-breese"""
    answers = ["Ann", "5", "", "", "sea breese", "", "flipper, quinqe", "keyflower", "", "", ""]

    said = call("key-flow", "score", "--ask", typed="\n".join([*answers, "", "", ""]))

    assert "I know no boat called Quinqe" in said.err
    assert "Sea Breese            12   3 x 4" in said.out


def test_a_near_miss_is_told_where_nobody_can_be_asked(tmp_path: Path) -> None:
    """village.place"""
    position = tmp_path / "table.json"
    position.write_text(
        '{"game": "key-flow", "seating": ["Ann", "Ben"], '
        '"buildings": [{"village": "Ann", "name": "Home"}]}'
    )
    words = ("player=Ann", "at=R1", "card=gold mien")

    said = call("key-flow", "validate", "lay", *words, "--position", str(position))

    assert "Gold Mien is new to your box; did you mean Gold Mine?" in said.out + said.err


def test_a_line_at_the_table_is_doubted_before_it_is_judged() -> None:
    """village.place"""
    lines = ["R1 gold mien", "1", "", "n", "gold mine", "L1", "y", "log", "quit"]

    said = call("key-flow", "track", "Ann", "Ben", "--seed", "maple", typed="\n".join(lines))

    assert "a new card, Gold Mien" in said.out
    assert "Gold Mine lies in Ann's village already; is this another copy?" in said.out
    assert "Ben lays Gold Mine at L1" in said.out
