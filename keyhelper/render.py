"""How things look: tables, boards, verdicts, score sheets; the only file that imports tabulate.

Everything that came from a file or a person is made harmless here before it reaches a terminal.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from keyhelper.engine import catalogue, names

if TYPE_CHECKING:
    from keyhelper.engine.game import Game, Panel, Step
    from keyhelper.engine.scoring import Place, ScoreSheet, Standings
    from keyhelper.engine.trouble import Trouble
    from keyhelper.engine.verdict import Reason, Verdict

_BLANKS = str.maketrans(dict.fromkeys("\t\n\r\x0b\x0c", " "))
_ENDLESS = 100_000
_HEADS = {"legal": "Allowed", "illegal": "Not allowed", "unproven": "Not proven"}


class Screen:
    """Where text goes: how wide it is, whether it has colour, whether a reader speaks it."""

    def __init__(
        self, *, plain: bool = False, no_color: bool = False, width: int | None = None
    ) -> None:
        self.plain = plain
        self.color: bool | None = None  # None lets Click decide by the terminal
        if no_color or plain or os.environ.get("NO_COLOR"):
            self.color = False
        # A terminal that cannot show a letter shows its number instead.
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")
        self.width = width or max(40, min(100, shutil.get_terminal_size((80, 24)).columns))
        if plain:
            self.width = _ENDLESS  # a sentence is one line; where it breaks says nothing

    def say(self, text: str = "", *, bold: bool = False) -> None:
        """A line of the answer, to stdout."""
        self._echo(text, err=False, bold=bold)

    def aside(self, text: str = "") -> None:
        """A line about the answer, to stderr: questions, warnings, errors."""
        self._echo(text, err=True, bold=False)

    def lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.say(line)

    def hint(self, text: str) -> None:
        """A way on, set apart by an empty line."""
        self.say()
        for line in wrap(f"hint: {text}", self.width, indent="      "):
            self.say(line)

    def trouble(self, error: Trouble) -> None:
        """What went wrong, where, and the way out."""
        for line in wrap(error.text, self.width):
            self.aside(line)
        for more in error.more:
            for line in wrap(f"  {more}", self.width, indent="    "):
                self.aside(line)
        if error.hint:
            self.aside()
            for line in wrap(f"hint: {error.hint}", self.width, indent="      "):
                self.aside(line)

    def clear(self) -> None:
        """An empty screen with nothing to scroll back to, where there is a terminal."""
        terminal = sys.stdout  # None where the caller closed it
        if terminal and terminal.isatty() and os.environ.get("TERM", "dumb") != "dumb":
            terminal.write("\033[H\033[2J\033[3J")
            terminal.flush()
        else:
            self.say()

    def _echo(self, text: str, *, err: bool, bold: bool) -> None:
        harmless = names.safe(text)
        styled = click.style(harmless, bold=True) if bold and self.color is not False else harmless
        click.echo(styled, err=err, color=self.color)


def columns_of(text: str) -> int:
    """How many terminal cells a text takes: wide letters two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(_cells(character) for character in text)


def _cells(character: str) -> int:
    if unicodedata.category(character) in {"Mn", "Me"} or character in "\u200c\u200d":
        return 0
    if "\u1160" <= character <= "\u11ff":  # the inner letters of a Korean syllable
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def pad(text: str, width: int) -> str:
    """`text` filled with spaces to a width in terminal cells."""
    return text + " " * max(0, width - columns_of(text))


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """`text` broken into lines by terminal cells; its own leading spaces stay on the first."""
    text = text.translate(_BLANKS)
    line = text[: len(text) - len(text.lstrip(" "))]
    indent = indent or line
    lines: list[str] = []
    used, gap, is_fresh = columns_of(line), "", True
    for chunk in re.findall(r" +|[^ ]+", text.strip(" ")):
        if chunk[0] == " ":
            gap = chunk
            continue
        cells = columns_of(chunk)
        if not is_fresh and used + len(gap) + cells > max(20, width):
            lines.append(line)
            line, used, gap = indent, columns_of(indent), ""
        line += gap + chunk
        used += len(gap) + cells
        gap, is_fresh = "", False
    return [*lines, line] if line.strip(" ") else [""]


def headline(text: str, screen: Screen) -> list[str]:
    """A line of parts between dots; where it is too wide it breaks between two parts."""
    lines: list[str] = []
    for part in text.split(" · "):
        joined = f"{lines[-1]} · {part}" if lines else part
        if not lines or columns_of(joined) > screen.width:
            lines += wrap(f"  {part}" if lines else part, screen.width, indent="    ")
        else:
            lines[-1] = joined
    return lines


def table(rows: Sequence[Sequence[Any]], headers: Sequence[str] = ()) -> list[str]:
    """Rows set in columns; letters of any width and script line up."""
    from tabulate import tabulate

    # tabulate counts characters, not cells: each text cell goes through it as a stand-in of
    # the right length and comes back afterwards.
    originals: list[tuple[str, str]] = []

    def stand_in(cell: Any) -> Any:
        if not isinstance(cell, str) or not cell:
            return cell
        harmless = names.safe(cell)
        token = chr(0xF0000 + len(originals)) + "\U0010fffd" * (columns_of(harmless) - 1)
        originals.append((token, harmless))
        return token

    body = [[stand_in(cell) for cell in row] for row in rows]
    head = [stand_in(cell) for cell in headers]
    text = tabulate(body, headers=head, tablefmt="plain", disable_numparse=False)
    for token, original in originals:
        text = text.replace(token, original, 1)
    return [line.rstrip() for line in text.splitlines()]


def panels(items: Sequence[Panel], screen: Screen) -> list[str]:
    """Boards side by side as far as the width goes; one after the other for a screen reader."""
    if screen.plain:
        return [line for item in items for line in (f"{item.title}:", *(item.spoken or item.lines))]
    if not items:
        return []
    rows: list[list[Panel]] = [[]]
    used = 0
    for item in items:
        width = _panel_width(item) + 3
        if rows[-1] and used + width > screen.width:
            rows.append([])
            used = 0
        rows[-1].append(item)
        used += width
    lines: list[str] = []
    for row in rows:
        if lines:
            lines.append("")
        lines += _beside(row)
    return lines


def setup(title: Sequence[str], steps: Sequence[Step], screen: Screen) -> list[str]:
    """The public steps of a setup, numbered, as things to do with one's hands."""
    lines = [part for line in title for part in wrap(line, screen.width, indent="  ")]
    lines.append("")
    number = 0
    for step in steps:
        if step.secret:
            continue
        number += 1
        lines += wrap(f"{number:3}  {step.text}", screen.width, indent="     ")
        if step.listed and screen.plain:
            lines += wrap(f"       {', '.join(step.listed)}", screen.width, indent="         ")
        elif step.listed:
            lines += in_columns(step.listed, screen.width, indent="       ")
        for detail in step.detail:
            lines += wrap(f"       {detail}", screen.width, indent="         ")
    return lines


def in_columns(texts: Sequence[str], width: int, indent: str, most: int = 3) -> list[str]:
    """Short texts in as many columns as fit, at most so many; read from left to right."""
    cell = max(columns_of(text) for text in texts) + 2
    count = max(1, min(most, (width - len(indent) + 2) // cell))
    rows = (texts[start : start + count] for start in range(0, len(texts), count))
    return [(indent + "".join(pad(text, cell) for text in row)).rstrip() for row in rows]


def verdict(game: Game[Any], said: str, ruling: Verdict, readings: dict[str, str], screen: Screen,
            indent: str = "") -> list[str]:  # fmt: skip
    """A ruling with every reason, each with the rule it rests on."""
    lines = wrap(
        f"{indent}{_HEADS[ruling.ruling.value]}: {said}", screen.width, indent=f"{indent}  "
    )
    hints: list[str] = []
    for reason in ruling.reasons:
        lines += _reason(game, reason, readings, screen, f"{indent}  ")
        if reason.hint and reason.hint not in hints:
            hints.append(reason.hint)
    for hint in hints:
        lines += wrap(f"{indent}hint: {hint}", screen.width, indent=f"{indent}      ")
    return lines


def cite(game: Game[Any], rule_id: str) -> str:
    """A rule's id and the heading it stands under."""
    rule = catalogue.rules(game.info.slug).get(rule_id)
    return f"{rule_id} · {rule.heading}" if rule else rule_id


def standings(result: Standings, screen: Screen) -> list[str]:
    """Every sheet line by line, then the places with what decided them."""
    lines: list[str] = []
    for place in result.places:
        lines += [*_sheet(place.sheet, screen), ""]
    if len(result.places) > 1 and result.winners:
        lines += _places(result.places, screen)
    return lines


def _sheet(sheet: ScoreSheet, screen: Screen) -> list[str]:
    total = "unknown" if sheet.total is None else str(sheet.total)
    if screen.plain:
        lines = [f"{sheet.player}: {total} points"]
        for line in sheet.lines:
            points = "unknown" if line.points is None else line.points
            lines.append(f"{line.label}: {points}. {line.detail}".rstrip(". "))
        return [*lines, *sheet.notes]
    label_width = max([columns_of(line.label) for line in sheet.lines] + [14])
    narrow = screen.width < label_width + 40
    lines = [pad(sheet.player, label_width + 2) + "  points"]
    for line in sheet.lines:
        points = "?" if line.points is None else str(line.points)
        head = f"  {pad(line.label, label_width)}{points:>8}"
        detail = line.detail if line.points is not None else line.missing or line.detail
        if narrow:
            lines.append(head)
            lines += wrap(f"      {detail}", screen.width) if detail else []
        else:
            lines += wrap(f"{head}   {detail}", screen.width, indent=" " * (label_width + 13))
    tail = f"  {pad('Total', label_width)}{total if sheet.total is not None else '?':>8}"
    notes = "; ".join(sheet.notes)
    if narrow:
        return [*lines, tail, *(wrap(f"      {notes}", screen.width) if notes else [])]
    return lines + wrap(f"{tail}   {notes}".rstrip(), screen.width, indent=" " * (label_width + 13))


def _places(places: Sequence[Place], screen: Screen) -> list[str]:
    if screen.plain:
        return [
            f"Place {p.place}: {p.sheet.player} with {p.sheet.total}"
            + (f", {p.note}" * bool(p.note))
            for p in places
        ]
    width = max(columns_of(p.sheet.player) for p in places)
    lines: list[str] = []
    for p in places:
        head = f"{p.place:<3}{pad(p.sheet.player, width)}  {p.sheet.total:>4}"
        lines += wrap(f"{head}   {p.note}".rstrip(), screen.width, indent=" " * (width + 12))
    return lines


def _reason(
    game: Game[Any], reason: Reason, readings: dict[str, str], screen: Screen, indent: str
) -> list[str]:
    citation = cite(game, reason.rule)
    rule = catalogue.rules(game.info.slug).get(reason.rule)
    if rule is not None and rule.is_contested:
        reading = readings.get(rule.id, rule.readings[0].id)
        citation += f" (contested; you play {reading!r})"
    lines = wrap(f"{indent}{reason.text}", screen.width, indent=indent + "  ")
    if screen.plain:
        return [f"{indent}{reason.text}. Rule {citation}"]
    if columns_of(lines[-1]) + columns_of(citation) + 3 <= screen.width:
        gap = screen.width - columns_of(lines[-1]) - columns_of(citation)
        return [*lines[:-1], lines[-1] + " " * gap + citation]
    room = max(len(indent) + 2, screen.width - columns_of(citation))
    return lines + wrap(" " * room + citation, screen.width, indent=indent + "  ")


def _panel_width(item: Panel) -> int:
    return max(columns_of(line) for line in (item.title, *item.lines))


def _beside(row: Sequence[Panel]) -> list[str]:
    widths = [_panel_width(item) for item in row]
    height = max(len(item.lines) for item in row)
    blocks = [(item.title, *item.lines) + ("",) * (height - len(item.lines)) for item in row]
    return [
        "   ".join(pad(text, width) for text, width in zip(texts, widths, strict=True)).rstrip()
        for texts in zip(*blocks, strict=True)
    ]
