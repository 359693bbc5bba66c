"""Puts one place of a table's state right by hand: `amend towns.Ann.coins 3`."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from keyhelper.engine import names
from keyhelper.engine.trouble import Trouble

_MOST_SHOWN = 60


class Amendment(NamedTuple):
    """One place of the table, what stood there, and what stands there now."""

    path: tuple[str, ...]
    before: Any
    after: Any
    changes: dict[str, Any]  # the top part of the state that holds the place
    is_open: bool = True  # whether everybody may see what stood there

    def says(self) -> str:
        """`towns.Ann.coins: 2, now 3`."""
        if not self.is_open:
            return ".".join(self.path)
        return f"{'.'.join(self.path)}: {_shown(self.before)}, now {_shown(self.after)}"


def read(text: str, content: dict[str, Any], secret: dict[str, Any]) -> Amendment:
    """The amendment that a line means; names with spaces in them need no quotes.

    `secret` is the same table as everybody sees it: what is hidden there is not told here.
    """
    copy = json.loads(json.dumps(content))
    place: Any = copy
    path: list[str] = []
    while True:
        key, text = _key(text, place, path)
        path.append(key)
        if not text.startswith("."):
            break
        place, text = _inside(place, key), text[1:]
    before = place.get(key) if isinstance(place, dict) else place[int(key)]
    is_open = _at(secret, path) == before
    if not text.strip():
        raise Trouble(
            f"What should {names.safe('.'.join(path))} be?",
            hint=f"it is {_shown(before) if is_open else 'secret'}",
        )
    after = _as_players(before, _value(text.strip()), content.get("players", ()))
    place[int(key) if isinstance(place, list) else key] = after
    return Amendment(tuple(path), before, after, {path[0]: copy[path[0]]}, is_open)


def _at(content: Any, path: Sequence[str]) -> Any:
    """What stands in a place, or None where there is none."""
    for key in path:
        if isinstance(content, dict):
            content = content.get(key)
        elif isinstance(content, list) and int(key) < len(content):
            content = content[int(key)]
        else:
            return None
    return content


def _as_players(before: Any, after: Any, players: Sequence[str]) -> Any:
    """Where players stood, players must stand: by full name, however they were typed."""
    if isinstance(before, str) and before in players and isinstance(after, str):
        return names.choose(after, players, "player", prefix=True)
    if isinstance(before, list) and before and all(name in players for name in before):
        named = after if isinstance(after, list) else [after]
        return [names.choose(str(name), players, "player", prefix=True) for name in named]
    return after


def _key(text: str, place: Any, path: Sequence[str]) -> tuple[str, str]:
    """The name at the front of the text that stands in this place, and the rest of the text."""
    if not isinstance(place, dict | list):
        raise Trouble(f"{names.safe('.'.join(path))} has no parts", hint=f"it is {_shown(place)}")
    known = list(place) if isinstance(place, dict) else [str(n) for n in range(len(place))]
    for key in sorted(known, key=len, reverse=True):
        rest = text[len(key) :]
        if text[: len(key)].casefold() == key.casefold() and rest[:1] in {"", " ", "."}:
            return key, rest
    word = re.split(r"[. ]", text, maxsplit=1)[0]
    rest = text[len(word) :]
    near = names.complete(word, known) if isinstance(place, dict) else ()
    if len(near) == 1:
        return near[0], rest
    if isinstance(place, dict) and path and rest.startswith(" "):
        return word, rest  # something of which there was none yet
    where = f" in {names.safe('.'.join(path))}" if path else ""
    hint = f"one of: {', '.join(known[:20])}{', ...' * (len(known) > 20)}" if known else ""
    raise Trouble(f"There is no {names.safe(word)[:40]!r}{where} on this table", hint=hint)


def _inside(place: Any, key: str) -> Any:
    if isinstance(place, list):
        return place[int(key)]
    if key not in place:
        raise Trouble(f"There is no {names.safe(key)[:40]!r} on this table")
    return place[key]


def _value(text: str) -> Any:
    """A value as typed: a number, a word, or JSON."""
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False).encode()  # half letters cannot be written down
        return value
    except (ValueError, RecursionError):
        if text[:1] in {"{", "[", '"'}:
            raise Trouble(
                "The value is neither a word, a number nor JSON", hint="such as 3, wood or null"
            ) from None
        return text


def _shown(value: Any) -> str:
    text = names.safe(json.dumps(value, ensure_ascii=False))
    return text if len(text) <= _MOST_SHOWN else f"{text[: _MOST_SHOWN - 3]}..."
