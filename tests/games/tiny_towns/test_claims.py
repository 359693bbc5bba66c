"""Claims as an outsider writes them from the documented formats, each ruled on paper first."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.games.tiny_towns.test_formats import rows
from tests.house.calling import Answer, call, written

CARDS = ["Farm", "Well", "Chapel", "Tavern", "Theater", "Bank"]
# The corner of a Cottage is glass: a1 b1 a2 is one, c2 d2 d1 with its corner of brick is not.
ANN = rows("glass | brick | | wheat", "wheat | stone | glass | brick", " | wood | | ", " | | | ")
EMPTY: list[list[str | None]] = [[None] * 4] * 4
CODES = {"legal": 0, "illegal": 1, "unproven": 3}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path / "home"))


def claim(folder: Path, line: str, **position: Any) -> Answer:
    """`validate` with fields as typed, on a position with Ann's town and what is added."""
    ann = {"name": "Ann", "board": ANN} | position.pop("ann", {})
    ben = {"name": "Ben", "board": EMPTY} | position.pop("ben", {})
    content = {"game": "tiny-towns", "cards": CARDS, "players": [ann, ben]} | position
    file = written(folder, "p.json", content)
    return call("tiny-towns", "validate", *line.split(), "--position", file, "--json")


def bank(*cubes: str) -> dict[str, Any]:
    board = rows("Bank | | | ", "Bank | | | ", " | | | ", " | | | ")
    return {"board": board, "stored": dict(zip(("a1", "a2"), ([c] for c in cubes), strict=False))}


def black(name: str, **known: Any) -> dict[str, Any]:
    """Ann's town with one black building on a1, in a game with that card."""
    board = rows(f"{name} | | | ", " | | | ", " | | | ", " | | | ")
    ann = {"board": board} | known
    return {"cards": ["Farm", "Well", "Chapel", "Tavern", "Theater", name], "ann": ann}


POSTS = rows("Trading Post | stone | Trading Post | ", " | wood | | ", " | | | ", " | | | ")
TRADING = {"cards": [*CARDS[:5], "Trading Post"], "ann": {"board": POSTS}}
SHED = {"cards": ["Farm", "Shed", "Chapel", "Tavern", "Theater", "Bank"]}
OBELISK = rows("Obelisk of the Crescent | wood | stone | ", " | | | ", " | | | ", " | | | ")
STATUE = rows("Statue of the Bondmaker | Cottage | Cottage | ", " | | | ", " | | | ", " | | | ")
STARLOOM = rows("glass | glass | | ", "wood | wheat | | ", " | | | ", " | | | ")
CHAPEL = rows("glass | | | ", "stone | glass | stone | ", " | | | ", " | | | ")
CHAPEL_NOT = rows("glass | | | ", "stone | stone | glass | ", " | | | ", " | | | ")
EDGE = rows("stone | | | wood", " | | | ", " | | | ", " | | | ")
FULL = rows(
    "wood | " * 3 + "wood", "wood | " * 3 + "wood", "wood | " * 3 + "wood", "w | " * 3 + "w"
)
COTTAGE = "build player=Ann building=Cottage squares=a1,b1,a2"
WELL = "build player=Ann building=Well squares=b2,b3"

CLAIMS: list[tuple[str, dict[str, Any], str, list[str]]] = [
    (f"{COTTAGE} at=a1", {}, "legal", []),
    (f"{COTTAGE} at=b1", {}, "legal", []),
    ("build player=ann building=COTTAGE at=a2", {}, "legal", []),
    (f"{COTTAGE} at=b2", {}, "illegal", ["place.single", "build.vacated"]),
    (f"{COTTAGE} at=c1", {}, "illegal", ["build.vacated"]),
    ("build player=Ann building=Cottage squares=d1,d2,c2 at=d2", {}, "illegal", ["build.layout"]),
    ("build player=Ann building=Cottage squares=a1,b1 at=a1", {}, "illegal", ["build.layout"]),
    ("build player=Ben building=Cottage squares=a1,b1,a2 at=a1", {}, "illegal", ["build.layout"]),
    (f"{WELL} at=b3", {}, "legal", []),
    ("build player=Ann building=Well squares=b2,b2 at=b2", {}, "illegal", ["build.each-cube-once"]),
    ("build player=Ann building=Well squares=a1,d1 at=a1", {"ann": {"board": EDGE}},
     "illegal", ["build.layout"]),
    ("build player=Ann building=Inn squares=a1,b1,c1 at=a1", {},
     "illegal", ["build.displayed", "build.layout"]),
    ("build player=Ann building=Chapel squares=a1,a2,b2,c2 at=c2", {"ann": {"board": CHAPEL}},
     "legal", []),
    ("build player=Ann building=Chapel squares=a1,a2,b2,c2 at=c2", {"ann": {"board": CHAPEL_NOT}},
     "illegal", ["build.layout"]),
    # The cube of the round comes first.
    (f"{WELL} at=b3", {"named": "wood", "ann": {"placed": False}},
     "illegal", ["build.after-placing"]),
    (f"{WELL} at=b3", {"named": "wood", "ann": {"placed": True}}, "legal", []),
    (f"{WELL} at=b3", {"named": "wood"}, "unproven", ["build.after-placing"]),
    # Monuments
    ("build player=Ann building=Starloom at=a1",
     {"ann": {"board": STARLOOM, "monument": "the starloom"}}, "legal", []),
    ("build player=Ann building=Starloom at=a1", {"ann": {"board": STARLOOM}},
     "unproven", ["monument.holder"]),
    ("build player=Ann building=Starloom at=a1",
     {"ann": {"board": STARLOOM, "monument": "Silva Forum"}}, "illegal", ["monument.holder"]),
    ("build player=Ann building=Starloom at=a1",
     {"ann": {"board": STARLOOM}, "ben": {"monument": "Starloom"}},
     "illegal", ["monument.holder"]),
    ("build player=Ann building=Obelisk at=d1", {"ann": {"board": OBELISK}},
     "illegal", ["monument.once", "build.layout"]),
    # Black cards
    ("name player=Ann resource=wood", {"ann": bank("wood", "glass")}, "illegal", ["bank.name"]),
    ("name player=Ann resource=stone", {"ann": bank("wood", "glass")}, "legal", []),
    ("name player=Ann resource=stone", {"ann": bank("wood")}, "unproven", ["bank.name"]),
    ("place player=Ann square=b1 cube=glass", black("Factory", stored={"a1": "wood"})
     | {"named": "wood", "hammer": "Ben"}, "legal", []),
    ("place player=Ann square=b1 cube=glass", black("Factory", stored={"a1": "wood"})
     | {"named": "wood", "hammer": "Ann"}, "illegal", ["factory.swap"]),
    ("place player=Ann square=b1 cube=glass", black("Factory", stored={"a1": "stone"})
     | {"named": "wood", "hammer": "Ben"}, "illegal", ["factory.swap"]),
    ("place player=Ann square=b1 cube=glass", black("Factory", stored={"a1": "wood"})
     | {"named": "wood"}, "unproven", ["factory.swap"]),
    ("place player=Ann square=a1", black("Warehouse", stored={"a1": ["wood"] * 2})
     | {"named": "wood", "hammer": "Ben"}, "legal", []),
    ("place player=Ann square=a1", black("Warehouse", stored={"a1": ["wood"] * 3})
     | {"named": "wood", "hammer": "Ben"}, "illegal", ["warehouse.limit"]),
    ("place player=Ann square=b1 cube=glass swap=a1",
     black("Warehouse", stored={"a1": ["wood", "glass", "wood"]})
     | {"named": "wood", "hammer": "Ben"}, "legal", []),
    ("place player=Ann square=b1 cube=brick swap=a1",
     black("Warehouse", stored={"a1": ["wood", "glass"]})
     | {"named": "wood", "hammer": "Ben"}, "illegal", ["warehouse.swap"]),
    ("build player=Ann building=Well squares=a1,b1 at=b1", TRADING, "legal", []),
    ("build player=Ann building=Well squares=a1,b1 at=a1", TRADING,
     "illegal", ["place.single", "build.vacated"]),
    ("build player=Ann building=Shed squares=b2,b3 at=d4", SHED, "legal", []),
    ("build player=Ann building=Shed squares=b2,b3 at=a1", SHED, "illegal", ["shed.anywhere"]),
    ("build player=Ann building=Well squares=b1,c1 at=d4", {"ann": {"board": OBELISK}},
     "legal", []),
    ("place player=Ann square=b1", {"ann": {"board": STATUE}, "named": "wood", "hammer": "Ben"},
     "legal", []),
    ("place player=Ann square=b1", {"ann": {"board": STATUE, "stored": {"b1": "wood"}},
                                    "named": "wood", "hammer": "Ben"},
     "illegal", ["bondmaker.cottage"]),
    # Placing and the hammer
    ("place player=Ben square=d4", {"named": "wood"}, "legal", []),
    ("place player=Ann square=a1", {"named": "wood"}, "illegal", ["place.empty"]),
    ("place player=Ben square=d4", {"named": "wood", "ben": {"placed": True}},
     "illegal", ["place.once"]),
    ("name player=Ben resource=wood", {"hammer": "Ann"}, "illegal", ["name.builder"]),
    # Town Hall: in every third round everybody chooses, and a position may not say what.
    ("place player=Ben square=d4", {"options": {"variant": "town-hall"}, "round": 3},
     "unproven", ["town-hall.free"]),
    ("pick player=Ben resource=wood square=d4",
     {"options": {"variant": "town-hall"}, "round": 3}, "legal", []),
    ("pick player=Ben resource=wood", {"options": {"variant": "town-hall"}, "round": 2},
     "illegal", ["town-hall.free"]),
    ("pick player=Ann resource=wood", {"options": {"variant": "town-hall"}, "round": 3,
                                       "ann": bank("wood", "glass")}, "illegal", ["bank.name"]),
    ("name player=Ann resource=wood", {"options": {"variant": "town-hall"}},
     "illegal", ["town-hall.mayor"]),
    (f"{WELL} at=b3", {"options": {"variant": "town-hall"}, "round": 3},
     "unproven", ["build.after-placing"]),
    # Readings change the ruling
    ("finish player=Ann", {}, "legal", []),
    ("finish player=Ann", {"readings": {"complete.choice": "full-board"}},
     "illegal", ["complete.choice"]),
    ("finish player=Ann", {"readings": {"complete.choice": "full-board"}, "ann": {"board": FULL}},
     "legal", []),
    ("recall player=Ann resource=wood square=d4",
     {"options": {"cavern": True}, "ann": {"aside": ["wood"]}}, "legal", []),
    ("recall player=Ann resource=wood square=d4",
     {"options": {"cavern": True}, "ann": {"aside": ["wood"]},
      "readings": {"cavern.later": "discard"}}, "illegal", ["cavern.later"]),
    ("aside player=Ben",
     {"options": {"cavern": True}, "named": "wood", "hammer": "Ann"}, "legal", []),
    ("aside player=Ben", {"options": {"cavern": True}, "named": "wood", "hammer": "Ann",
                          "ben": {"aside": ["wood", "glass"]}}, "illegal", ["cavern.limit"]),
    ("aside player=Ann", {"options": {"cavern": True}, "named": "wood", "hammer": "Ann"},
     "illegal", ["cavern.others"]),
]  # fmt: skip


@pytest.mark.parametrize(("line", "position", "ruling", "rules"), CLAIMS)
def test_claims_are_ruled_as_on_paper(
    tmp_path: Path, line: str, position: dict[str, Any], ruling: str, rules: list[str]
) -> None:
    """build.layout place.empty name.builder"""
    answer = claim(tmp_path, line, **position)
    document = answer.document
    assert list(document) == ["game", "move", "ruling", "reasons", "effects"]
    assert (document["ruling"], [r["rule"] for r in document["reasons"]]) == (ruling, rules)
    assert (answer.code, answer.err) == (CODES[ruling], "")
    for reason in document["reasons"]:
        assert set(reason) == {"rule", "text", "ruling", "heading", "contested"}
        assert not reason["text"].endswith(".")


def test_a_contested_refusal_says_so(tmp_path: Path) -> None:
    """complete.choice"""
    answer = claim(tmp_path, "finish player=Ann", readings={"complete.choice": "full-board"})
    assert [r["contested"] for r in answer.document["reasons"]] == [True]


def test_the_move_may_be_json(tmp_path: Path) -> None:
    """build.layout"""
    content = {"game": "tiny-towns", "cards": CARDS, "players": [{"name": "Ann", "board": ANN}]}
    file = written(tmp_path, "p.json", content)
    move = {"kind": "build", "player": "ann", "building": "well", "squares": ["B2", "b3"],
            "at": "b2"}  # fmt: skip
    answer = call(
        "tiny-towns", "validate", "--move", json.dumps(move), "--position", file, "--json"
    )
    assert answer.code == 0
    assert answer.document["move"]["building"] == "Well"
    assert answer.document["effects"] == {"squares": ["b2", "b3"], "vacated": ["b3"], "at": "b2"}


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("fly player=Ann", 1, "no move called 'fly'"),
        ("build player=Zed building=Well at=a1", 1, "no player called 'Zed'"),
        ("build player=Ann building=Wel1 at=a1", 1, "did you mean Well"),
        ("build player=Ann building=Well at=e5", 1, "'e5'"),
        ("name player=Ann resource=gold", 1, "no resource called 'gold'"),
        ("name player=Ann colour=wood", 1, "no field called 'colour'"),
        ("build player=Ann --no-input", 2, "building=..."),
    ],
)
def test_a_claim_that_is_not_understood(tmp_path: Path, line: str, code: int, words: str) -> None:
    """build.displayed"""
    answer = claim(tmp_path, line)
    assert (answer.code, answer.out) == (code, "")
    assert words in " ".join(answer.err.split())


# Setup


def test_the_setup_document(tmp_path: Path) -> None:
    """setup.cottage setup.piles setup.monuments"""
    base = ("tiny-towns", "setup", "Ann", "Ben", "--seed", "amber otter", "--json", "--no-save")
    document = call(*base).document
    assert list(document) == ["game", "seed", "players", "options", "readings", "steps", "table"]
    assert document["players"] == ["Ann", "Ben"]
    cards = document["table"]["cards"]
    assert (len(cards), cards[0]) == (7, "Cottage")
    assert document["table"]["first"] in {"Ann", "Ben"}
    assert "monuments" not in document["table"]
    shown = call(*base, "--show-secrets").document["table"]
    assert {player: len(pair) for player, pair in shown["monuments"].items()} == {
        "Ann": 2,
        "Ben": 2,
    }
    assert shown["cards"] == cards
    for step in document["steps"]:
        assert {"for", "secret"} <= set(step)
        assert ("text" in step) != step["secret"]


def test_the_decks_of_town_hall_and_solo_are_secret(tmp_path: Path) -> None:
    """town-hall.deck solo.offer solo.removed"""
    hall = ("tiny-towns", "setup", "Ann", "Ben", "--variant", "town-hall", "--json", "--no-save")
    assert "deck" not in call(*hall).document["table"]
    assert len(call(*hall, "--show-secrets").document["table"]["deck"]) == 10
    alone = ("tiny-towns", "setup", "Ann", "--json", "--no-save", "--show-secrets")
    table = call(*alone).document["table"]
    assert len(table["deck"]) == 12
    assert not {"Inn", "Bank"} & set(table["cards"])
    assert not {"Fort Ironweed", "Opaleye's Watch"} & set(table["monuments"]["Ann"])
