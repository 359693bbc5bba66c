"""Claims as an outsider brings them: a position file, a move, and the ruling that comes back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.house.calling import Answer, call

EXIT = {"legal": 0, "illegal": 1, "unproven": 3}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path))


def field(border: str, *keyples: Any) -> dict[str, Any]:
    return {"border": border, "keyples": list(keyples)}


def lies(colour: str) -> dict[str, Any]:
    return {"colour": colour, "lies": True}


def table(fields: dict[str, Any] | None = None, ann: Any = None, **more: Any) -> dict[str, Any]:
    """Ann to play with an orange, a black and a white keyple; Ben and Cy have others."""
    hand = {"orange": 1, "black": 1, "white": 1}
    players = [
        {"name": "Ann", "hand": hand, "has_keyper": True} | (ann or {}),
        {"name": "Ben", "hand": {"orange": 1, "white": 1, "grey": 1}, "has_keyper": True},
        {"name": "Cy", "hand": {"black": 1}, "has_keyper": True},
    ]
    boards: dict[str, Any] = {"1": {"fields": fields or {}}, "2": {}, "3": {}}
    start = {"game": "keyper", "active": "Ann", "boards": boards, "players": players}
    return start | more


def invited(border: str, first: str, **more: Any) -> dict[str, Any]:
    """Ann has played a keyple on an empty field of board 1."""
    told = {"by": "Ann", "board": 1, "field": "yard"} | more.pop("invited", {})
    return table({"yard": field(border, first)}, invited=told, **more)


def played(fields: dict[str, Any], ann: Any = None, **more: Any) -> dict[str, Any]:
    """Ann has played everything and claims board 1; Ben claims board 2."""
    boards = {
        "1": {"keyper": "Ann", "fields": fields},
        "2": {"keyper": "Ben", "fields": {"far": field("grey", "grey")}},
        "3": {},
    }
    nothing = {"hand": {}, "has_keyper": False}
    return table(boards=boards, ann=nothing | (ann or {}), **more)


def at_work(border: str, number: int = 1, where: str = "yard", **more: Any) -> dict[str, Any]:
    """Ann has actions to take."""
    store = {"resources": {"wheat": 2, "bricks": 1, "gold": 1, "clay": 1}, "animals": {}}
    built = [
        {"name": "Barn", "points": 1, "area": "farm"},
        {"name": "Shed", "points": 1, "area": "farm", "overbuilt": True},
        {"name": "Sty", "points": 2, "area": "farm", "covers": "Shed"},
    ]
    owed = [{"player": "Ann", "actions": number, "board": 1, "field": where, "border": border}]
    ann = {"name": "Ann", "tiles": built} | store
    ben = {"name": "Ben", "resources": {}, "animals": {}, "tiles": []}
    boards = {"1": {"boat": 3, "shows": ["wheat", "sheep"]}, "2": {}}
    start = {"game": "keyper", "active": "Ann", "players": [ann, ben], "boards": boards}
    return start | {"owed": owed} | more


def judged(position: dict[str, Any], claim: str | dict[str, Any]) -> Answer:
    words = ("--move", json.dumps(claim)) if isinstance(claim, dict) else tuple(claim.split())
    return call(
        "keyper", "validate", *words, "--json", "--position", "-", typed=json.dumps(position)
    )


def check(
    position: dict[str, Any],
    claim: str | dict[str, Any],
    ruling: str,
    because: str | tuple[int, int] | None,
) -> None:
    """The ruling, its exit code, and the rule (or the actions of both players) it names."""
    answer = judged(position, claim)
    told = answer.document
    assert (told["ruling"], answer.code) == (ruling, EXIT[ruling]), told
    assert answer.err == "" or ruling != "legal"
    if isinstance(because, str):
        assert because in [reason["rule"] for reason in told["reasons"]]
        assert all(
            set(reason) >= {"rule", "text", "ruling", "heading", "contested"}
            for reason in told["reasons"]
        )
    elif because is not None:
        active, joiner = because
        assert told["effects"]["actions"] == {"active": active, "joiner": joiner}


ORANGE = "keyple player=Ann colour=orange board=1 field=clay"
WHITE = "keyple player=Ann colour=white board=1 field=clay"
BLACK = "keyple player=ann colour=Black board=1 field=Clay"


@pytest.mark.parametrize(
    ("position", "claim", "ruling", "because"),
    [
        (table({"clay": field("orange")}), ORANGE, "legal", (2, 0)),
        (table({"clay": field("orange")}), BLACK, "legal", (1, 0)),
        (table({"clay": field("orange")}), WHITE, "legal", (2, 0)),
        (table({"clay": field("build")}), WHITE, "legal", (1, 0)),
        (table(), f"{ORANGE} border=orange", "legal", (2, 0)),
        (table(), ORANGE, "unproven", "colour.border"),
        (table({"clay": field("orange", "orange")}), ORANGE, "legal", (3, 0)),
        (table({"clay": field("orange", "orange")}), WHITE, "legal", (3, 0)),
        (table({"clay": field("grey", "orange")}), WHITE, "legal", (2, 0)),
        (table({"clay": field("orange", "orange")}), BLACK, "illegal", "keyple.second"),
        (table({"clay": field("orange", "white")}), ORANGE, "legal", (3, 0)),
        (table({"clay": field("orange", "white")}), BLACK, "illegal", "white.coloured"),
        (table({"clay": field("tile", "white")}), ORANGE, "illegal", "white.uncoloured"),
        (table({"clay": field("tile", "white")}), WHITE, "legal", (2, 0)),
        (table({"clay": field("orange", "orange", "white")}), ORANGE, "illegal", "keyple.full"),
        (table({"clay": field("orange", lies("orange"))}), ORANGE, "legal", (3, 0)),
        (table({"clay": field("orange", lies("orange"))}, readings={"keyple.lying": "alone"}),
         ORANGE, "legal", (2, 0)),
        (table({"clay": field("orange")}, active="Ben"), ORANGE, "illegal", "turn.order"),
        (table({"clay": field("orange")}, {"hand": {"grey": 1}}), ORANGE, "illegal", "keyple.hand"),
        (table(), "keyper player=Ann board=1", "legal", None),
        (table(boards={"1": {"keyper": "Ben"}, "2": {}}), "keyper player=Ann board=1", "illegal",
         "keyper.empty"),
        (table(ann={"has_keyper": False}), "keyper player=Ann board=1", "illegal", "keyper.once"),
    ],
)  # fmt: skip
def test_playing(position: Any, claim: str, ruling: str, because: Any) -> None:
    """keyple.empty keyple.second keyple.full keyple.lying white.coloured white.uncoloured"""
    check(position, claim, ruling, because)


@pytest.mark.parametrize(
    ("position", "claim", "ruling", "because"),
    [
        (invited("orange", "orange"), "join player=Ben colour=orange", "legal", (3, 3)),
        (invited("orange", "orange"), "join player=Ben colour=white", "legal", (3, 3)),
        (invited("brown", "orange"), "join player=Ben colour=orange", "legal", (2, 2)),
        (invited("orange", "orange"), "join player=Ben colour=grey", "illegal", "join.colour"),
        (invited("grey", "white"), "join player=Ben colour=grey", "legal", (3, 3)),
        (invited("grey", "white"), "join player=Ben colour=orange", "illegal", "white.coloured"),
        (invited("build", "white"), "join player=Ben colour=grey", "illegal", "white.uncoloured"),
        (invited("build", "white"), "join player=Ben colour=white", "legal", (2, 2)),
        (invited("black", "black"), "join player=Cy colour=black", "illegal", "join.invite"),
        (invited("black", "black", invited={"declined": ["ben"]}), "join player=Cy colour=black",
         "legal", (3, 3)),
        (invited("orange", "orange"), "join player=Ann colour=white", "illegal", "join.invite"),
        (invited("grey", "black"), "join player=Ben colour=white", "legal", (2, 2)),
        (invited("grey", "black", readings={"join.misfit": "own"}),
         "join player=Ben colour=white", "legal", (2, 3)),
        (table({"yard": field("orange", "orange")}),
         "join player=Ben colour=orange board=1 field=yard", "unproven", (3, 3)),
        (table({"yard": field("orange", "orange", "white")}),
         "join player=Ben colour=orange board=1 field=yard", "illegal", "join.one"),
    ],
)  # fmt: skip
def test_joining(position: Any, claim: str, ruling: str, because: Any) -> None:
    """join.invite join.one join.colour join.misfit white.coloured white.uncoloured"""
    check(position, claim, ruling, because)


def test_whoever_has_no_keyple_that_may_join_is_not_asked_first() -> None:
    """join.invite"""
    position = invited("black", "black")
    position["players"][1]["hand"] = {"grey": 1}
    check(position, "join player=Cy colour=black", "legal", (3, 3))


STANDING = {
    "one": field("orange", "orange"),
    "both": field("brown", "brown", "white"),
    "mixed": field("orange", lies("orange"), "white"),
    "done": field("orange", lies("orange")),
}


@pytest.mark.parametrize(
    ("position", "where", "ruling", "because"),
    [
        (played(STANDING), "board=1 field=one", "legal", (2, 0)),
        (played(STANDING), "board=1 field=both", "legal", (3, 0)),
        (played(STANDING), "board=1 field=both only=white", "legal", (2, 0)),
        (played(STANDING, readings={"laydown.both": "together"}),
         "board=1 field=both only=white", "illegal", "laydown.both"),
        (played(STANDING), "board=1 field=mixed", "legal", (3, 0)),
        (played(STANDING, readings={"laydown.single": "flat"}), "board=1 field=mixed", "legal",
         (2, 0)),
        (played(STANDING), "board=1 field=done", "illegal", "laydown.second"),
        (played(STANDING), "board=2 field=far", "illegal", "laydown.where"),
        (played({}), "board=2 field=far", "legal", (2, 0)),
        (played({}, {"tiles": [{"name": "Barn", "keyples": ["black"]}]}), "board=2 field=far",
         "illegal", "laydown.where"),
        (played({}, {"tiles": [{"name": "Barn", "keyples": ["black"]}]}), "board=own field=barn",
         "legal", (1, 0)),
        (played(STANDING, {"hand": {"grey": 1}}), "board=1 field=one", "illegal", "laydown.early"),
        (played(STANDING, {"hand": None}), "board=1 field=one", "unproven", "laydown.early"),
    ],
)  # fmt: skip
def test_laying_down(position: Any, where: str, ruling: str, because: Any) -> None:
    """laydown.early laydown.where laydown.single laydown.both laydown.anywhere"""
    check(position, f"lay-down player=Ann {where}", ruling, because)


READY: dict[str, Any] = {"boats": [2, "boat 3", 4, 5]}


@pytest.mark.parametrize(
    ("position", "claim", "ruling", "because"),
    [
        (table(**READY), "colour=white board=1 boat=2", "legal", (2, 0)),
        (table(ann={"hand": {"light-blue": 1}}, **READY), "colour=boat board=1 boat=2", "legal",
         (2, 0)),
        (table(**READY), "colour=orange board=1 boat=2", "legal", (1, 0)),
        (table(**READY), "colour=orange board=1 boat=6", "illegal", "boat.river"),
        (table(boards={"1": {"boat": 6}, "2": {}, "3": {}}, **READY),
         "colour=white board=1 boat=2", "illegal", "boat.river"),
    ],
)  # fmt: skip
def test_boats(position: Any, claim: str, ruling: str, because: Any) -> None:
    """boat.river boat.yield"""
    words = dict(part.split("=") for part in claim.split())
    check(position, {"kind": "boat", "player": "Ann"} | words, ruling, because)


def test_what_a_boat_brings_with_somebody_who_joins() -> None:
    """boat.yield"""
    claim = {"kind": "boat", "player": "Ann", "colour": "white", "board": "1", "boat": "2"}
    told = judged(table(**READY), claim).document["effects"]
    assert (told["rule"], told["if_joined"]) == ("boat.yield", {"active": 3, "joiner": 3})
    shared = table(**READY, readings={"boat.yield": "shared"})
    assert judged(shared, claim).document["effects"]["if_joined"] == {"active": 2, "joiner": 1}


def build(cost: str, pay: str, **more: Any) -> dict[str, Any]:
    start = {"kind": "build", "player": "Ann", "tile": "Mill", "area": "village"}
    return start | {"cost": cost, "pay": pay} | more


RIVER = at_work("none", 2, "river")


@pytest.mark.parametrize(
    ("position", "claim", "ruling", "because"),
    [
        (at_work("build"), build("1 brick + 1 white raw", "1 brick 1 clay"), "legal", None),
        (at_work("build"), build("1 brick + 1 white raw", "1 brick 1 wheat"), "legal", None),
        (at_work("build"), build("1 clay", "1 wheat"), "illegal", "wheat.never"),
        (at_work("build"), build("1 white gem", "1 wheat"), "illegal", "wheat.never"),
        (at_work("build"), build("1 white gem", "1 gold"), "legal", None),
        (at_work("build"), build("2 bricks", "1 brick"), "illegal", "pay.cost"),
        (at_work("discount"), build("2 bricks", "1 brick"), "unproven", "pay.discount"),
        (at_work("tile"), build("1 brick", "1 brick"), "illegal", "colour.none"),
        (at_work("build"), build("1 brick", "1 brick", over="Barn", area="farm"), "legal", None),
        (at_work("build"), build("1 brick", "1 brick", over="Barn"), "illegal", "build.area"),
        (at_work("build"), build("1 brick", "1 brick", over="sty", area="farm"), "illegal",
         "overbuild.once"),
        (at_work("orange"), {"kind": "gain", "player": "Ann", "goods": "2 clay"}, "illegal",
         "act.owed"),
        (RIVER, "gain player=Ann goods=sheep", "legal", None),
        (RIVER, "sell player=Ann goods=bricks", "illegal", "boat.shown"),
        (RIVER | {"owed": [{**RIVER["owed"][0], "gained": {"wheat": 1}}]},
         "sell player=Ann goods=wheat", "illegal", "boat.same"),
    ],
)  # fmt: skip
def test_working(position: Any, claim: Any, ruling: str, because: Any) -> None:
    """wheat.white wheat.never white-goods.any overbuild.once boat.same boat.shown"""
    check(position, claim, ruling, because)


@pytest.mark.parametrize(
    ("player", "number", "ruling"),
    [("Ann", 2, "legal"), ("Ann", 3, "illegal"), ("Ben", 1, "legal"), ("Ben", 2, "illegal")],
)
def test_three_clay_for_two_players_are_taken_in_turns(
    player: str, number: int, ruling: str
) -> None:
    """supply.alternate"""
    position = at_work("orange", 3)
    position["owed"].append(position["owed"][0] | {"player": "Ben"})
    position["players"][0]["resources"] = {"clay": 13}
    claim = {"kind": "gain", "player": player, "goods": {"clay": number}}
    check(position, claim, ruling, "supply.alternate" if ruling == "illegal" else None)


@pytest.mark.parametrize(
    ("season", "points", "ruling"),
    [
        ("spring", 4, "illegal"),
        ("summer", 4, "legal"),
        ("summer", 6, "illegal"),
        ("autumn", 4, "legal"),
        ("autumn", 6, "legal"),
        ("winter", 4, "illegal"),
        ("winter", 6, "legal"),
    ],
)
def test_winter_fairs_by_season(season: str, points: int, ruling: str) -> None:
    """fairs.winter"""
    position = table(ann={"winter_fairs": 1}, season=season)
    claim = f"fair player=Ann season=winter points={points}"
    check(position, claim, ruling, "fairs.winter" if ruling == "illegal" else None)


@pytest.mark.parametrize(
    "claim",
    ["keypel player=Ann", "keyper player=Ann bord=1", "keyper player=Zed board=1",
     "keyple player=Ann colour=purple board=1 field=clay", "keyper player=Ann board=9"],
)  # fmt: skip
def test_a_claim_that_cannot_be_read_is_refused_without_a_ruling(claim: str) -> None:
    answer = judged(table(), claim)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err
