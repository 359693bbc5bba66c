"""Positions from a file or stdin, read strictly and explained where they are wrong."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from keyhelper.engine import catalogue, intake, names
from keyhelper.engine.game import Position
from keyhelper.engine.trouble import Trouble

_MOST_BYTES = 20_000_000  # a position is a page; something without end is not one


def as_position(slug: str, model: type[Position], content: Any, source: str) -> Position:
    if isinstance(content, dict) and isinstance(content.get("game"), str):
        named = names.slug(content["game"])
        if named != slug:
            raise Trouble(f"{source} is a position of {named or 'no game'}, not of {slug}")
        content = content | {"game": slug}
    if isinstance(content, dict) and isinstance(content.get("readings"), dict):
        chosen = {str(k): str(v) for k, v in content["readings"].items()}
        content = content | {"readings": catalogue.choose_readings(slug, chosen)}
    return intake.read_model(model, content, source)


def read_content(file: str) -> Any:
    return intake.read_json(read_bytes(file), shown(file))


def read_bytes(file: str) -> bytes:
    """All of a file, or of stdin for `-`; Trouble where it cannot be read or does not end."""
    if file == "-" and sys.stdin is None:
        raise Trouble("stdin is closed", hint="give a path")
    try:
        if file == "-":
            content = sys.stdin.buffer.read(_MOST_BYTES + 1)
        else:
            with Path(file).open("rb") as stream:
                content = stream.read(_MOST_BYTES + 1)
    except OSError as error:
        raise Trouble(
            f"{shown(file)} cannot be read: {error.strerror or error}", hint="give a path, or `-`"
        ) from None
    except ValueError:
        raise Trouble(f"{shown(file)} is not a path") from None
    if len(content) > _MOST_BYTES:
        raise Trouble(f"{shown(file)} has more than {_MOST_BYTES:,} bytes")
    return content


def shown(file: str) -> str:
    return "stdin" if file == "-" else names.safe(file)[-80:]
