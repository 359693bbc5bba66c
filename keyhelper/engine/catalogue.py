"""What is in the box: finds data/, overlays the owner's own box, cites rules."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from keyhelper.engine import names
from keyhelper.engine.trouble import Trouble


class Reading(NamedTuple):
    """One way of playing a contested rule, and who plays it so."""

    id: str
    gist: str
    source: str


class Rule(NamedTuple):
    """One rule of the index: where it stands, in our own words, and who checks it."""

    id: str
    section: str
    heading: str
    gist: str
    checked: tuple[str, ...]  # kinds of move or score lines; ("table",) where only people can
    why: str = ""  # why only the table can check it
    readings: tuple[Reading, ...] = ()  # the first is the default

    @property
    def is_contested(self) -> bool:
        return len(self.readings) > 1


def data_folder() -> Path:
    """The folder `data/`, inside the installed package or beside it in a checkout."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "data"
    return installed if installed.is_dir() else package.parent / "data"


@cache
def shipped(game: str, catalogue: str) -> dict[str, Any]:
    """A file of data/<game> as it was shipped, read once."""
    path = data_folder() / game / f"{catalogue}.json"
    try:
        content: dict[str, Any] = json.loads(path.read_bytes())
    except FileNotFoundError:
        raise Trouble(f"keyhelper's own file data/{game}/{catalogue}.json is missing") from None
    return content


_boxes: dict[str, dict[str, dict[str, dict[str, Any]]]] = {}


def open_box(game: str, content: dict[str, dict[str, dict[str, Any]]]) -> None:
    """Lay the owner's box over the shipped values: catalogue -> name -> field -> value."""
    _boxes[game] = content


def lend(game: str, catalogue: str, name: str, field: str, value: Any) -> None:
    """Use a value as if the owner's box held it, for as long as this program runs."""
    box = _boxes.get(game, {})
    components = box.get(catalogue, {})
    values = components.get(name, {}) | {field: value}
    _boxes[game] = box | {catalogue: components | {name: values}}


def entries(game: str, catalogue: str) -> dict[str, dict[str, Any]]:
    """A catalogue by name: shipped values, with what the owner's box says laid over them.

    A value that nobody has read off the component yet is None.
    """
    fields = shipped(game, catalogue).get("fields", {})
    blank = dict.fromkeys(fields)
    known = {entry["name"]: blank | entry for entry in shipped(game, catalogue)["entries"]}
    for name, values in _boxes.get(game, {}).get(catalogue, {}).items():
        spelt = names.find(name, known) or name
        known[spelt] = known.get(spelt, blank | {"name": name}) | values
    return known


@cache
def rules(game: str) -> Mapping[str, Rule]:
    """The game's rule index by id, in the manual's order."""
    entries = shipped(game, "rules")["rules"]
    return {entry["id"]: _rule(entry) for entry in entries}


def rule(game: str, rule_id: str) -> Rule:
    """The rule of that id; Trouble with near ids when there is none."""
    index = rules(game)
    if rule_id in index:
        return index[rule_id]
    return index[names.choose(rule_id, tuple(index), "rule", prefix=True)]


def default_readings(game: str) -> dict[str, str]:
    """Every contested rule with the reading in force unless the table chooses another."""
    return {r.id: r.readings[0].id for r in rules(game).values() if r.is_contested}


def choose_readings(game: str, chosen: Mapping[str, str]) -> dict[str, str]:
    """The default readings with the table's choices in their place."""
    readings = default_readings(game)
    for name, value in chosen.items():
        rule_id = _contested_rule(game, tuple(readings), name, value)
        known = tuple(reading.id for reading in rule(game, rule_id).readings)
        readings[rule_id] = names.choose(value, known, f"reading of {rule_id}", prefix=True)
    return readings


def _contested_rule(game: str, contested: tuple[str, ...], name: str, value: str) -> str:
    """The rule that `name` means; a topic shared by several is settled by the reading named."""
    matches = names.complete(name, contested)
    fitting = [
        rule_id
        for rule_id in matches
        if names.complete(value, tuple(reading.id for reading in rule(game, rule_id).readings))
    ]
    if len(fitting) == 1:
        return fitting[0]
    return names.choose(name, contested, "contested rule", prefix=True)


def seed_words() -> tuple[str, ...]:
    """The plain words that drawn seeds are made of."""
    return tuple((data_folder() / "seed-words.txt").read_text(encoding="utf-8").split())


def _rule(entry: dict[str, Any]) -> Rule:
    readings = tuple(Reading(**reading) for reading in entry.get("readings", ()))
    return Rule(
        id=entry["id"],
        section=entry["section"],
        heading=entry["heading"],
        gist=entry["gist"],
        checked=tuple(entry["checked"]),
        why=entry.get("why", ""),
        readings=readings,
    )
