"""Towns drawn as four lines of names, and what their lines score."""

from __future__ import annotations

from typing import Any

from keyhelper.engine.scoring import ScoreLine, ScoreSheet
from keyhelper.games.tiny_towns import cards
from keyhelper.games.tiny_towns.scoring import TownCount, score_towns
from keyhelper.games.tiny_towns.town import Board

LETTERS = {"w": "wood", "h": "wheat", "b": "brick", "g": "glass", "s": "stone", ".": None}


def town(*rows: str) -> Board:
    """A board from up to four lines of names; `.` and what is left out at the end are empty."""
    items = [_item(word) for row in rows for word in row.split()]
    assert all(len(row.split()) == 4 for row in rows[:-1]), rows
    assert len(items) <= 16
    return tuple(items + [None] * (16 - len(items)))


def sheet(board: Board, readings: dict[str, str] | None = None, **known: Any) -> ScoreSheet:
    """The sheet of one town with what is known about it."""
    (only,) = score_towns([TownCount("Ann", board, **known)], readings)
    return only


def line(of: ScoreSheet, line_id: str) -> ScoreLine:
    """The one line of that id."""
    (found,) = [each for each in of.lines if each.id == line_id]
    return found


def points(board: Board, line_id: str, **known: Any) -> int | None:
    """What one line of a town scores."""
    return line(sheet(board, **known), line_id).points


def _item(word: str) -> str | None:
    return LETTERS[word] if word in LETTERS else cards.piece(word)
