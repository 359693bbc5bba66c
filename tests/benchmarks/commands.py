"""The one-shot commands that people wait for, for every game, with what they are about.

A folder gets a position file and half a recorded game for every game on the shelf, as on the
device of somebody who plays them all.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]

TOWN = [
    ["Cottage", "Well", "Cottage", "wheat"],
    ["Farm", "Chapel", "brick", "glass"],
    ["Theater", "Cottage", "Well", "wood"],
    [None, "Cottage", "Factory", None],
]

POSITIONS: dict[str, dict[str, Any]] = {
    "keythedral": {
        "players": [
            {"name": "Ann", "tiles": {"4": 2, "6": 1}, "cubes": {"timber": 1, "stone": 1}},
            {"name": "Ben", "tiles": {"4": 1, "8": 1}, "cubes": {"gold": 2, "water": 1}},
        ],
        "fields": {"0,0": "grey", "1,0": "brown", "0,1": "brown", "1,1": "grey"},
        "cottages": [{"player": "Ben", "number": 3, "at": [1.5, 0.5]}],
        "keythedral": [0.5, 0.5],
    },
    "key-flow": {
        "players": [
            {
                "name": name,
                "panels": [5, 7, 3],
                "flipped": 2,
                "winter": [
                    {"name": "Dairy", "scores": "5 per cow + token"},
                    {"name": "Trader", "scores": "2 per iron"},
                ],
                "keyples": {"red": 2, "blue": 1},
                "animals": {"sheep": 2, "cow": 1},
                "resources": {"iron": 2, "wood": 1, "gold": gold},
                "tokens": 2,
            }
            for name, gold in (("Ann", 1), ("Ben", 2))
        ],
        "buildings": [
            {"village": "Ann", "name": "Smithy", "row": "road", "cards_before": 1, "new": False}
        ],
    },
    "tiny-towns": {
        "cards": ["Farm", "Well", "Chapel", "Tavern", "Theater", "Factory"],
        "players": [
            {"name": name, "board": TOWN, "master_builder_turns": turns}
            for turns, name in enumerate(("Ann", "Ben", "Cy"), start=3)
        ],
    },
    "key-harvest": {
        "players": [
            {
                "name": "Ann",
                "fields": ["C4", "D3", "D5", "C5"],
                "workers": [{"at": "B4", "number": 1}],
                "crops": {"hops": 1, "wine": 2},
            },
            {"name": "Ben", "fields": ["E4", "E5"], "workers": [], "crops": {"wheat": 3}},
        ]
    },
    "keyper": {
        "players": [
            {
                "name": name,
                "shipping": 12,
                "tiles": [{"name": "One", "points": 5}, {"name": "Two", "scores": "2 per sheep"}],
                "fairs": [{"season": "spring", "points": 3}],
                "resources": {"bricks": 2, "emerald": 1},
                "animals": {"sheep": sheep},
                "keyples": {"light-blue": 2, "black": 1},
            }
            for name, sheep in (("Ann", 3), ("Ben", 2))
        ]
    },
}

CLAIMS = {
    "keythedral": ("field", "player=Ann", "colour=red", "at=2,0"),
    "key-flow": (
        "keyple",
        "player=Ann",
        "keyples=2",
        "arrows=down",
        "village=Ann",
        "building=Smithy",
    ),
    "tiny-towns": ("build", "player=Ann", "building=Cottage", "squares=d1,c2,d2", "at=d1"),
    "key-harvest": ("worker", "player=Ann", "number=4", "at=D4"),
    "keyper": ("keyple", "player=Ann", "colour=black", "board=1", "field=3"),
}

QUERIES = {
    "keythedral": (("afford", "8", "--cost", "2 food + 1 stone"),),
    "key-flow": (("season",),),
    "key-harvest": (("where", "C4"),),
    "keyper": (("worth", "black", "brown"),),
}


class Desk(NamedTuple):
    """A data folder with a game of every kind under way, and position files."""

    home: Path
    positions: dict[str, Path]


def lay_out(folder: Path) -> Desk:
    """Write half a recorded game and a position of every game."""
    home = folder / "home"
    (home / "games").mkdir(parents=True)
    positions = {}
    for slug, content in POSITIONS.items():
        positions[slug] = folder / f"{slug}.json"
        positions[slug].write_text(json.dumps({"game": slug} | content), encoding="utf-8")
        lines = shortest_recording(slug).read_bytes().splitlines(keepends=True)
        (home / "games" / f"{slug}.jsonl").write_bytes(b"".join(lines[: len(lines) // 2]))
    return Desk(home, positions)


def recordings(slug: str) -> list[Path]:
    """The recorded games of that kind, the one with the fewest entries first."""
    package = slug.replace("-", "_")
    found = [
        *(ROOT / "tests" / "playthroughs" / slug).glob("*.jsonl"),
        *(ROOT / "tests" / "games" / package / "playthroughs").glob("*.jsonl"),
    ]
    return sorted(found, key=lambda path: (path.read_bytes().count(b"\n"), path.name))


def shortest_recording(slug: str) -> Path:
    return recordings(slug)[0]


def game_commands(slug: str, desk: Desk) -> list[tuple[str, ...]]:
    """Every one-shot command of a game, in the order in which the README tells them."""
    position = str(desk.positions[slug])
    verbs: list[tuple[str, ...]] = [
        ("setup", "Ann", "Ben", "--seed", "amber otter canyon", "--no-save"),
        ("setup", "Ann", "Ben", "--seed", "amber otter canyon", "--json"),
        ("validate", *CLAIMS[slug], "--position", position),
        ("score", position),
        ("score",),
        ("show",),
        ("log",),
        ("undo",),
        ("redo",),
        ("note", "hello"),
        ("cards",),
        ("rules",),
        ("turn",),
        *QUERIES.get(slug, ()),
    ]
    return [(slug, *words, "--no-input") for words in verbs]


HOUSE_COMMANDS = (("saved", "--no-input"), ("history", "--no-input"), ("stats", "--no-input"))
