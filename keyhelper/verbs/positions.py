"""Positions from a file or stdin, read strictly and explained where they are wrong."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from keyhelper.engine import catalogue, intake, names
from keyhelper.engine.game import Position
from keyhelper.engine.trouble import Trouble


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
    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise Trouble(
            f"{shown(file)} cannot be read: {error.strerror or error}", hint="give a path, or `-`"
        ) from None
    except ValueError:
        raise Trouble(f"{shown(file)} is not a path") from None
    return intake.read_json(content, shown(file))


def shown(file: str) -> str:
    return "stdin" if file == "-" else names.safe(file)[-80:]
