"""A ledger told in words: what was recorded, undone, noted and overruled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from keyhelper.engine import names
from keyhelper.engine.game import Game, Panel
from keyhelper.engine.ledger import Event, History, Link, read_move
from keyhelper.render import wrap

_UNDER_THE_TEXT = " " * 7  # past the number and the mark


def said_of(link: Link[Any]) -> str:
    """An entry as a sentence."""
    if link.move is not None:
        return names.safe(link.move.says())
    return f"the table was amended ({', '.join(link.changes or {})})"


def boards_of(boards: Sequence[Panel], player: str | None) -> Sequence[Panel]:
    """A player's own boards; all of them where none is theirs alone."""
    own = [board for board in boards if player is not None and player in board.title]
    return own or boards


def log_lines(
    game: Game[Any], history: History[Any], width: int, last: int | None = None
) -> list[str]:
    """Every event in order, or the last few; undone ones are marked, notes in their place."""
    in_force = {link.number: link for link in history.line}
    lines: list[str] = []
    first = 0 if last is None else max(0, len(history.events) - last)
    for event in history.events[first:]:
        text = event_text(game, event)
        link = in_force.get(event.n)
        if event.do == "move" and link is not None and said_of(link) != names.safe(text):
            text = f"{said_of(link)}  [edited; it was: {text}]"
        mark = " " if event.n in in_force or event.do in {"note", "undo", "redo", "edit"} else "-"
        if event.overruled:
            text += f"  [overruled: {', '.join(event.overruled)}]"
        lines += wrap(f"{event.n:4} {mark} {names.safe(text)}", width, _UNDER_THE_TEXT)
    return lines or ["Nothing is recorded yet"]


def overruled_lines(history: History[Any], width: int) -> list[str]:
    """The moves in force that the table recorded against the rules."""
    links = history.overruled()
    if not links:
        return []
    lines = ["", "Recorded against the rules:"]
    for link in links:
        text = f"{link.number:4}   {said_of(link)} ({', '.join(link.overruled or ())})"
        lines += wrap(text, width, _UNDER_THE_TEXT)
    return lines


def event_text(game: Game[Any], event: Event) -> str:
    """An event as a sentence."""
    if event.do == "note":
        return f"Note: {event.text}"
    if event.do in {"undo", "redo"}:
        return f"{event.do} of entry {event.of}"
    if event.do == "amend":
        return f"Amended: {', '.join(event.changes or {})}"
    said = read_move(game, event.move or {}).says()
    return f"Entry {event.of} is now: {said}" if event.do == "edit" else said
