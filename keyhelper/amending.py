"""Puts one place of a table's state right by hand: `amend towns.Ann.coins 3`."""

from __future__ import annotations

import json
from typing import Any

from keyhelper.engine import names
from keyhelper.engine.trouble import Trouble


def value_of(text: str) -> Any:
    """A value as typed: a number, a word, or JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        if text[:1] in {"{", "[", '"'}:
            raise Trouble(
                "The value is neither a word, a number nor JSON", hint="such as 3, wood or null"
            ) from None
        return text


def amended(content: dict[str, Any], path: list[str], value: Any) -> dict[str, Any]:
    """The top part of the state with one place inside it replaced."""
    copy = json.loads(json.dumps(content))
    place: Any = copy
    for key in path[:-1]:
        place = _inside(place, key)
    last = path[-1]
    if isinstance(place, list) and last.isdigit() and int(last) < len(place):
        place[int(last)] = value
    elif isinstance(place, dict) and (len(path) > 1 or last in place):
        place[last] = value
    else:
        raise Trouble(f"There is no {names.safe('.'.join(path))} on this table")
    return {path[0]: copy[path[0]]}


def _inside(place: Any, key: str) -> Any:
    if isinstance(place, dict) and key in place:
        return place[key]
    if isinstance(place, list) and key.isdigit() and int(key) < len(place):
        return place[int(key)]
    known = ", ".join(place) if isinstance(place, dict) else f"0 to {len(place) - 1}"
    raise Trouble(f"There is no {names.safe(key)!r} there", hint=f"one of: {known}")
