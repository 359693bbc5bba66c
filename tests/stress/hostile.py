"""Hostile inputs drawn from a seed: words, JSON values, bytes, and what they do to good ones."""

from __future__ import annotations

import json
import random
from typing import Any

WORDS = (
    "", " ", "-", "--", "?", "!", "=", "a=b", "=x", "..", "../../etc/passwd", "/dev/null", "\0",
    "\n", "\r\n", "\t", "\x1b[2J", "\x1b]0;title\x07", "\x9b31m", "\x7f", "\u202e", "\u2066",
    "\u200d", "\ufeff", "\u2028", "\ud800", "\udcff", "é", "e\u0301", "ß", "İ", "ı", "李明",
    "👩\u200d👩\u200d👧", "नीता", "שלום", "𝔘𝔫𝔦", "NaN", "Infinity", "-1", "0", "1e999", "9" * 400,
    "0x10", "1_000", "٣", "true", "null", "None", "[]", "{}", '"', "'", '"open', "{" * 200,
    "[" * 5000, "%s%n", "{0}", "$(id)", "`id`", "; ls", "x" * 3000, "--json", "--help", "-h",
    "--no-input", "--plain", "--saved", "--seed", "__class__", "constructor", "kind", "player",
)  # fmt: skip
SCALARS: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 7, 10**17, -(10**17), 10**30, 1.5, -0.0, float("inf"),
    float("nan"), 1e300, "", "x" * 2000, [], {}, [[]], {"": None}, [None] * 20, {"a": {"b": []}},
    *WORDS[:60],
)  # fmt: skip


def word(draw: random.Random) -> str:
    """One hostile word, or several glued together."""
    if draw.random() < 0.8:
        return draw.choice(WORDS)
    return "".join(draw.choice(WORDS)[:40] for _ in range(draw.randint(2, 4)))


def value(draw: random.Random, depth: int = 0) -> Any:
    """A JSON value of any shape."""
    kind = draw.random()
    if depth < 4 and kind < 0.12:
        return [value(draw, depth + 1) for _ in range(draw.randint(0, 4))]
    if depth < 4 and kind < 0.24:
        return {word(draw): value(draw, depth + 1) for _ in range(draw.randint(0, 3))}
    return draw.choice(SCALARS)


def spoilt(draw: random.Random, content: Any) -> Any:
    """`content` with one place inside it replaced, removed, doubled or renamed."""
    if isinstance(content, dict) and content and draw.random() < 0.8:
        key = draw.choice(sorted(content))
        copy = dict(content)
        deed = draw.random()
        if deed < 0.6:
            copy[key] = spoilt(draw, content[key])
        elif deed < 0.75:
            del copy[key]
        elif deed < 0.9:
            copy[word(draw)] = copy.pop(key)
        else:
            copy[word(draw)] = value(draw)
        return copy
    if isinstance(content, list) and content and draw.random() < 0.8:
        place = draw.randrange(len(content))
        deed = draw.random()
        if deed < 0.7:
            return [*content[:place], spoilt(draw, content[place]), *content[place + 1 :]]
        if deed < 0.85:
            return content[:place] + content[place + 1 :]
        return content[:place] + [content[place]] * 3 + content[place:]
    return value(draw)


def torn(draw: random.Random, content: bytes) -> bytes:
    """`content` cut, with bytes changed, repeated or put in."""
    for _ in range(draw.randint(1, 3)):
        place = draw.randrange(len(content) + 1)
        deed = draw.random()
        if deed < 0.3:
            content = content[:place]
        elif deed < 0.6:
            content = content[:place] + draw.randbytes(draw.randint(1, 4)) + content[place + 1 :]
        elif deed < 0.8:
            content = content[:place] + content[place:][:50] * 3 + content[place:]
        else:
            content = content[:place] + draw.choice((b"\0", b"\xff", b"[", b'"', b"\n", b"}"))
            content += content[place:]
    return content


def as_bytes(draw: random.Random, content: Any) -> bytes:
    """`content` as a JSON file, at times no JSON at all."""
    text = json.dumps(content, ensure_ascii=draw.random() < 0.5)
    made = text.encode("utf-8", "surrogatepass")
    deed = draw.random()
    if deed < 0.1:
        return torn(draw, made)
    if deed < 0.13:
        return made.replace(b'"name"', b'"name": 1, "name"', 1)
    if deed < 0.15:
        return draw.randbytes(draw.randint(0, 300))
    if deed < 0.16:
        return b"[" * draw.choice((61, 5000, 200_000))
    if deed < 0.165:
        return b'"' + b'\\"' * 500_000
    if deed < 0.17:
        return b"\xef\xbb\xbf" + made
    return made
