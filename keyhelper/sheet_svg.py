"""Boards of a shared sheet as inline SVG: drawn from shapes, or set as text where there are none.

A picture never speaks by colour alone: what a shape is stands in its label or its title, and
all titles together are the picture's description for a screen reader.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from keyhelper.engine import names
from keyhelper.render import columns_of

if TYPE_CHECKING:
    from keyhelper.engine.game import Panel, Picture, Shape

_LONG_SIDE = 400.0  # a board's longer side in the drawing's own units
_LETTER = 0.62  # a letter's width and a line's height, as parts of the font size
_LINE = 1.18
_LARGEST = 16.0
_CELL = 7.8  # a cell and a row of text set in columns
_ROW = 17.0
BARE = "bare"  # a shape that is only its label

# Hue and saturation of the looks that boards ask for; any other word gets a hue of its own.
_TINTS = {
    "empty": (40, 8),
    "wood": (26, 42), "timber": (26, 42), "brick": (12, 55), "stone": (215, 10),
    "glass": (196, 52), "wheat": (46, 72), "food": (90, 38), "water": (205, 58),
    "wine": (335, 42), "gold": (48, 80), "ironwork": (220, 14), "stained-glass": (280, 40),
    "blue": (213, 58), "red": (4, 58), "gray": (220, 6), "grey": (220, 6), "orange": (28, 78),
    "green": (130, 34), "yellow": (52, 76), "black": (240, 8), "white": (40, 4),
    "purple": (280, 40), "pink": (335, 55), "brown": (26, 38), "monument": (310, 38),
    "hops": (100, 40), "vegetables": (24, 66), "cider": (70, 50),
}  # fmt: skip


def text(value: str) -> str:
    """`value` as text of a page, harmless in every place."""
    return escape(names.safe(value), quote=True)


def drawn(picture: Picture, number: int) -> str:
    """A board as a figure; `number` keeps the ids of a page apart."""
    scale = _LONG_SIDE / max(picture.width, picture.height, 0.001)
    shapes = "".join(_shape(shape, scale) for shape in picture.shapes)
    size = (picture.width * scale, picture.height * scale)
    told = [shape.title for shape in picture.shapes if shape.title]
    return _figure(picture.title, size, shapes, "; ".join(told), number, "board")


def written(panel: Panel, number: int) -> str:
    """A board that a game only has as text, in columns that line up everywhere."""
    width = max([columns_of(line) for line in panel.lines] + [12]) * _CELL
    rows = "".join(_row(line, index) for index, line in enumerate(panel.lines))
    size = (width, len(panel.lines) * _ROW + 4)
    told = "; ".join(line.strip() for line in panel.spoken or panel.lines)
    return _figure(panel.title, size, rows, told, number, "text")


def tints(pictures: Iterable[Picture]) -> str:
    """The style rules for the looks that these boards ask for, light and dark."""
    roles = sorted({shape.role for picture in pictures for shape in picture.shapes} - {"", BARE})
    rules = (f".{_class(role)}{{--h:{h};--s:{s}%}}" for role in roles for h, s in [_tint(role)])
    return "".join(rules)


def _figure(
    title: str, size: tuple[float, float], inside: str, told: str, number: int, kind: str
) -> str:
    width, height = size
    described = f' aria-describedby="told-{number}"' if told else ""
    description = f'<desc id="told-{number}">{text(told)}</desc>' if told else ""
    return (
        f'<figure class="{kind}"><figcaption>{text(title)}</figcaption>'
        f'<svg role="img" aria-labelledby="board-{number}"{described} '
        f'viewBox="0 0 {_n(width)} {_n(height)}" width="{_n(width)}" height="{_n(height)}">'
        f'<title id="board-{number}">{text(title)}</title>{description}{inside}</svg></figure>'
    )


def _shape(shape: Shape, scale: float) -> str:
    corners = [(x * scale, y * scale) for x, y in shape.corners]
    if not corners:
        return ""
    title = f"<title>{text(shape.title)}</title>" if shape.title else ""
    points = " ".join(f"{_n(x)},{_n(y)}" for x, y in corners)
    outline = "" if shape.role == BARE else f'<polygon points="{points}"/>'
    look = f' class="{_class(shape.role)}"' if shape.role else ""
    return f"<g{look}>{title}{outline}{_label(shape.label, corners)}</g>"


def _label(label: str, corners: Sequence[tuple[float, float]]) -> str:
    """The label in the middle of the shape, broken and sized so that it fits."""
    if not label.strip():
        return ""
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    top, bottom = min(y for _, y in corners), max(y for _, y in corners)
    room = _fullness(corners, (right - left) * (bottom - top))
    lines, size = _fitted(label, 0.92 * room * (right - left), 0.84 * room * (bottom - top))
    x, middle = (left + right) / 2, (top + bottom) / 2
    first = middle - (len(lines) - 1) * _LINE * size / 2
    spans = "".join(
        f'<tspan x="{_n(x)}" y="{_n(first + index * _LINE * size)}">{text(line)}</tspan>'
        for index, line in enumerate(lines)
    )
    return f'<text font-size="{_n(size)}">{spans}</text>'


def _fullness(corners: Sequence[tuple[float, float]], box: float) -> float:
    """How much of the box around it a shape leaves for a label: all for a square, less pointed."""
    pairs = zip(corners, [*corners[1:], corners[0]], strict=True)
    doubled = abs(sum(a * d - b * c for (a, b), (c, d) in pairs))
    return min(1.0, (doubled / 2 / box) ** 0.5) if box and doubled else 1.0


def _fitted(label: str, width: float, height: float) -> tuple[list[str], float]:
    """The way to break the label that lets it be largest, and how large that is."""
    best: tuple[list[str], float] = ([label], 0.0)
    parts = [part.split() for part in label.split("\n") if part.strip()]
    words = [word for part in parts for word in part]
    longest = max(columns_of(word) for word in words)
    for limit in range(longest, columns_of(label) + 1):
        lines = [line for part in parts for line in _broken(part, limit)]
        cells = max(columns_of(line) for line in lines)
        size = min(width / (cells * _LETTER), height / (len(lines) * _LINE), _LARGEST)
        if size > best[1]:
            best = (lines, size)
    return best


def _broken(words: Sequence[str], limit: int) -> list[str]:
    lines = [words[0]]
    for word in words[1:]:
        if columns_of(lines[-1]) + 1 + columns_of(word) <= limit:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _row(line: str, index: int) -> str:
    """A row of text stretched to its cells, so that columns line up in any font."""
    shown = line.strip()
    if not shown:
        return ""
    start = (len(line) - len(line.lstrip())) * _CELL
    width = columns_of(shown) * _CELL
    return (
        f'<text x="{_n(start)}" y="{_n(index * _ROW + 13)}" textLength="{_n(width)}" '
        f'lengthAdjust="spacingAndGlyphs" xml:space="preserve">{text(shown)}</text>'
    )


def _class(role: str) -> str:
    return f"is-{names.slug(role) or 'other'}"


def _tint(role: str) -> tuple[int, int]:
    if role in _TINTS:
        return _TINTS[role]
    digest = hashlib.blake2b(names.slug(role).encode(), digest_size=2).digest()
    return int.from_bytes(digest) % 360, 36


def _n(value: float) -> str:
    """A coordinate without needless digits."""
    return f"{value:.1f}".removesuffix(".0")
