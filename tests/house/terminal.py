"""A terminal of its own for a program: type when it waits, read what people would see."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from keyhelper.render import columns_of

pty = pytest.importorskip("pty")
fcntl = pytest.importorskip("fcntl")
termios = pytest.importorskip("termios")

ROOT = Path(__file__).resolve().parents[2]
COVER = "\x1b[H\x1b[2J\x1b[3J"  # an empty screen, and nothing to scroll back to
PATIENCE = 60  # seconds; a busy machine is slow, not wrong
_CONTROL = re.compile(r"\x1b\[([?>=]*)([0-9;]*)([@-~])|\x1b.|[\x00-\x1f\x7f]")


class Terminal:
    """`keyhelper` with these arguments at a terminal of this size."""

    def __init__(self, *arguments: str, columns: int = 80, rows: int = 40) -> None:
        with warnings.catch_warnings():
            # A fork among threads is only dangerous for a child that goes on as it is.
            warnings.simplefilter("ignore", DeprecationWarning)
            self.child, self.screen = pty.fork()
        if self.child == 0:
            _begin(arguments, columns, rows)
        self.shown = ""

    def wait_for(self, text: str) -> str:
        """Read until the text stands there; everything since the last wait."""
        return self._read_until(lambda seen: text in seen, repr(text))

    def wait_for_question(self, text: str) -> str:
        """Read until a question waits for its answer; it must have that text in it."""
        seen = self._read_until(lambda seen: seen.endswith(" > "), f"question with {text!r}")
        question = " ".join(seen.splitlines()[-2:])  # a long one takes two lines
        assert text in question, f"no {text!r} in {seen!r}"
        return question

    def _read_until(self, is_there: Callable[[str], bool], what: str) -> str:
        seen, deadline = "", time.monotonic() + PATIENCE
        while not is_there(seen):
            piece = self._read(deadline)
            assert piece is not None, f"no {what} in {seen!r}"
            assert piece, f"it ended without {what}: {seen!r}"
            seen += piece
        return seen

    def type(self, keys: bytes) -> None:
        os.write(self.screen, keys)

    def interrupt(self, keys: bytes) -> None:
        """Press such keys as Ctrl-C, and once more where nothing came of it.

        Python misses a signal in the instant between writing a prompt and waiting for the answer.
        """
        self.type(keys)
        if not select.select([self.screen], [], [], 5)[0]:
            self.type(keys)

    def leave(self) -> int:
        """The exit code, once everything has been read."""
        deadline = time.monotonic() + PATIENCE
        while piece := self._read(deadline):
            pass
        if piece is None:
            os.kill(self.child, signal.SIGKILL)
        os.close(self.screen)
        code = os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])
        assert piece is not None, f"it would not leave: {self.shown[-2000:]!r}"
        return code

    def kill(self) -> int:
        """Pull the plug: nothing in the program gets a chance to tidy up."""
        os.kill(self.child, signal.SIGKILL)
        return self.leave()

    def _read(self, deadline: float) -> str | None:
        """What came next: nothing at the end, None when it takes too long."""
        try:
            if not select.select([self.screen], [], [], max(0.0, deadline - time.monotonic()))[0]:
                return None
            piece = os.read(self.screen, 65_536)
            # A letter of several bytes may come in two pieces.
            while piece and _is_cut_short(piece):
                piece += os.read(self.screen, 1)
        except OSError:  # how Linux says that the other end has gone
            return ""
        text = piece.decode("utf-8", "replace")
        self.shown += text
        return text


def _begin(arguments: tuple[str, ...], columns: int, rows: int) -> None:
    """Become the program; the terminal has its size before anybody can ask for it."""
    try:
        size = rows.to_bytes(2, sys.byteorder) + columns.to_bytes(2, sys.byteorder) + bytes(4)
        fcntl.ioctl(0, termios.TIOCSWINSZ, size)
        # Where these tests run in the background, Ctrl-C would be ignored.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.chdir(ROOT)
        # Only what Python knows of: readline puts a size of its own into the environment.
        kept = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES", "NO_COLOR")}
        kept |= {"TERM": "xterm", "PYTHONIOENCODING": "utf-8", "INPUTRC": os.devnull}
        os.execve(sys.executable, [sys.executable, "-m", "keyhelper", *arguments], kept)
    finally:
        os._exit(127)


def _is_cut_short(piece: bytes) -> bool:
    for back in range(1, min(4, len(piece)) + 1):
        byte = piece[-back]
        if byte >= 0xC0:
            return back < (2 if byte < 0xE0 else 3 if byte < 0xF0 else 4)
        if byte < 0x80:
            return False
    return False


class Page:
    """What stands on a screen between two clearings, after every movement of the cursor."""

    def __init__(self, shown: str, columns: int) -> None:
        self.columns = columns
        self.rows: list[list[str]] = [[]]  # one text a cell; the second half of a letter is empty
        self.spilled: set[int] = set()  # rows that go on with the row above
        self.row = self.column = 0
        end = 0
        for control in _CONTROL.finditer(shown):
            self._write(shown[end : control.start()])
            self._obey(control)
            end = control.end()
        self._write(shown[end:])

    @property
    def text(self) -> str:
        """The lines as they were meant: a row that was full goes on in the next one."""
        text = ""
        for number, row in enumerate(self.rows):
            text += ("\n" if number and number not in self.spilled else "") + "".join(row)
        return "\n".join(line.rstrip() for line in text.split("\n"))

    def _write(self, text: str) -> None:
        for letter in text:
            cells = columns_of(letter)
            if self.column + cells > self.columns:
                self._go_to_row(self.row + 1)
                self.spilled.add(self.row)
                self.column = 0
            row = self.rows[self.row]
            row += " " * (self.column - len(row))
            row[self.column : self.column + cells] = [letter, ""][:cells]
            self.column += cells

    def _go_to_row(self, row: int) -> None:
        self.row = max(0, row)
        self.rows += [[] for _ in range(self.row + 1 - len(self.rows))]

    def _obey(self, control: re.Match[str]) -> None:
        """Do what a control sign says; only those that a line editor sends are known."""
        row = self.rows[self.row]
        count = int(control.group(2) or 0) if control.group(3) else 0
        step = count or 1
        match control.group(3) or control.group():
            case "m" | "h" | "l" | "\x07":  # how letters look, what a paste is marked with, a bell
                pass
            case "\n":
                self._go_to_row(self.row + 1)
            case "A":
                self._go_to_row(self.row - step)
            case "\r":
                self.column = 0
            case "\b":
                self.column = max(0, min(self.column, self.columns) - 1)
            case "C":
                self.column += step
            case "D":
                self.column = max(0, self.column - step)
            case "K" | "J" if not count:
                del row[self.column :]
            case "P":
                del row[self.column : self.column + step]
            case "@":
                row[self.column : self.column] = " " * step
            case _:
                raise AssertionError(f"what would a terminal do with {control.group()!r}?")


def pages(shown: str, columns: int = 80) -> list[Page]:
    """What stood on the screen, one page for each time that it was cleared."""
    return [Page(part, columns) for part in shown.split(COVER)]
