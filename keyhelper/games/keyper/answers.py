"""Answers to the questions of a final count, each on one line as people say them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from keyhelper.engine import intake, names
from keyhelper.engine.terms import TermError
from keyhelper.engine.trouble import Trouble
from keyhelper.games.keyper.conditions import from_box, read_term, read_value
from keyhelper.games.keyper.goods import (
    GOODS_IN_BOX,
    KEYPLES_IN_BOX,
    NONE,
    read_animals,
    read_keyples,
    read_resources,
    read_season,
)

_MOST_POINTS = 99
_SUM = re.compile(r"[\d\s+]+", re.ASCII)


def read_sum(text: str) -> int:
    """A number, or a sum as people add up."""
    return intake.read_number(text, "The points")


def read_tiles(text: str) -> list[dict[str, Any]]:
    """Tiles on one line: `3+5+2; Mill 2 per gem; 1 per sheep`, points and conditions mixed."""
    tiles: list[dict[str, Any]] = []
    for part in _parts(text, ";"):
        if _SUM.fullmatch(part):
            tiles += [{"points": _points(number)} for number in part.replace("+", " ").split()]
            continue
        found = re.fullmatch(r"(?P<name>\D*?)[\s:=]*(?P<rest>\d.*)", part)
        if found is None:
            tiles.append({"name": _boxed(part)})
            continue
        name = {"name": found["name"].strip()} if found["name"].strip() else {}
        points, scores = read_value(found["rest"])
        if points is not None:
            name["points"] = _points(points)
        if scores is not None:
            name["scores"] = _condition(scores)
        tiles.append(name)
    return tiles


def read_fairs(text: str) -> list[dict[str, Any]]:
    """Fairs on one line: `spring 3, winter 6`."""
    fairs: list[dict[str, Any]] = []
    for part in _parts(text, ","):
        found = re.fullmatch(r"(?P<season>[^\W\d]+)[\s:=]+(?P<points>\d{1,2})", part)
        if found is None:
            raise Trouble(f"{names.safe(part)[:40]!r} is no fair", hint="`spring 3, winter 6`")
        season = read_season(found["season"])
        fairs.append({"season": season, "points": int(found["points"])})
    refuse_fairs("the player", [(fair["season"], fair["points"]) for fair in fairs])
    return fairs


def refuse_fairs(player: str, fairs: Sequence[tuple[str, int]]) -> None:
    """Refuse fairs that nobody can have held: better now than after the last question."""
    winter_gives: dict[str, tuple[int, ...]] = {"spring": (), "summer": (4,), "autumn": (4, 6)}
    for season, allowed in winter_gives.items():
        points = [number for when, number in fairs if when == season]
        others = [number for number in points if number not in allowed]
        if len(others) > 1 or (season == "spring" and len(points) > 1):
            gives = names.either([str(number) for number in allowed])
            raise Trouble(
                f"{player} held {len(points)} {season} fairs; 1 is dealt"
                + (f", and a winter fair then gives {gives}" if gives else "")
            )
    for season, number in fairs:
        if season == "winter" and number not in (4, 6):
            raise Trouble(f"{player}: a winter fair gives 4 or 6, not {number}")


def read_store(text: str) -> dict[str, int]:
    """Resources, no more than the box holds."""
    return _boxful(read_resources(text), GOODS_IN_BOX)


def read_herd(text: str) -> dict[str, int]:
    """Animals, no more than the box holds."""
    return _boxful(read_animals(text), GOODS_IN_BOX)


def read_team(text: str) -> dict[str, int]:
    """Keyples, no more than the box holds."""
    return _boxful(read_keyples(text), KEYPLES_IN_BOX)


def _boxful(counts: dict[str, int], box: Mapping[str, int]) -> dict[str, int]:
    for kind, number in counts.items():
        if number > box[kind]:
            raise Trouble(f"{number} {kind}: the box has {box[kind]}")
    return counts


def read_counted(text: str) -> dict[str, int]:
    """What tiles count: `building 7, river 3`, or `7 buildings`."""
    counted: dict[str, int] = {}
    for part in _parts(re.sub(r"[;+]", ",", text), ","):
        number = re.search(r"\d{1,2}", part)
        name = re.sub(r"[\d=:]", " ", part).strip()
        if number is None or not name:
            raise Trouble(f"{names.safe(part)[:40]!r} is no count", hint="`building 7, river 3`")
        counted[" ".join(name.split())] = int(number.group())
    return counted


def scores_by_pieces(answers: Mapping[str, Any]) -> bool:
    tiles = answers.get("tiles") or ()
    return any((tile.get("scores") if isinstance(tile, dict) else False) for tile in tiles)


def _parts(text: str, mark: str) -> list[str]:
    """The parts between marks; `none` has none."""
    if text.strip().casefold() in NONE:
        return []
    return [part.strip() for part in text.split(mark) if part.strip()]


def _points(given: str | int) -> int:
    number = int(str(given)[:6])
    if number > _MOST_POINTS:
        raise Trouble(f"{number} points on one tile are more than {_MOST_POINTS}")
    return number


def _condition(text: str) -> str:
    """The condition, if it can be read: better now than after the last question."""
    try:
        read_term(text, ())
    except TermError as error:
        raise Trouble(str(error)) from None
    return text


def _boxed(name: str) -> str:
    """A tile named alone, if the owner's box knows what it gives."""
    if from_box(name, upgraded=False) == (None, None):
        shown = names.safe(name)[:40]
        raise Trouble(
            f"Your box does not know what {shown} gives",
            hint=f"type it with its value: `{shown} 5` or `{shown} 2 per sheep`",
        )
    return name
