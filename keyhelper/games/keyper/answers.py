"""Answers to the questions of a final count, each on one line as people say them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from keyhelper.engine import intake, names
from keyhelper.engine.trouble import Trouble

_SUM = re.compile(r"[\d\s+]+", re.ASCII)


def read_sum(text: str) -> int:
    """A number, or a sum as people add up."""
    return intake.read_number(text, "The points")


def read_tiles(text: str) -> list[dict[str, Any]]:
    """Tiles on one line: `3+5+2; Statue 2 per gem; 1 per sheep`, points and conditions mixed."""
    tiles: list[dict[str, Any]] = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        if _SUM.fullmatch(part):
            tiles += [{"points": int(number)} for number in part.replace("+", " ").split()]
            continue
        found = re.fullmatch(r"(?P<name>\D*?)[\s:=]*(?P<rest>\d.*)", part)
        if found is None:
            tiles.append({"name": part})
            continue
        name = {"name": found["name"].strip()} if found["name"].strip() else {}
        rest = found["rest"].strip()
        tiles.append(name | ({"points": int(rest)} if rest.isdecimal() else {"scores": rest}))
    return tiles


def read_fairs(text: str) -> list[dict[str, Any]]:
    """Fairs on one line: `spring 3, winter 6`."""
    fairs: list[dict[str, Any]] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        found = re.fullmatch(r"(?P<season>[^\W\d]+)[\s:=]+(?P<points>\d{1,2})", part)
        if found is None:
            raise Trouble(f"{names.safe(part)[:40]!r} is no fair", hint="`spring 3, winter 6`")
        fairs.append({"season": found["season"], "points": int(found["points"])})
    return fairs


def read_counted(text: str) -> dict[str, int]:
    """What tiles count: `building 7, river 3`, or `7 buildings`."""
    counted: dict[str, int] = {}
    for part in filter(None, re.split(r"\s*[,;+]\s*", text.strip())):
        number = re.search(r"\d{1,2}", part)
        name = re.sub(r"[\d=:]", " ", part).strip()
        if number is None or not name:
            raise Trouble(f"{names.safe(part)[:40]!r} is no count", hint="`building 7, river 3`")
        counted[" ".join(name.split())] = int(number.group())
    return counted


def scores_by_pieces(answers: Mapping[str, Any]) -> bool:
    tiles = answers.get("tiles") or ()
    return any((tile.get("scores") if isinstance(tile, dict) else False) for tile in tiles)
