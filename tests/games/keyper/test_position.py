"""Positions: names read loosely, impossible counts refused with both numbers."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from keyhelper.engine.trouble import Trouble
from keyhelper.engine.verdict import Ruling
from keyhelper.games.keyper.answers import (
    read_counted,
    read_fairs,
    read_sum,
    read_tiles,
    scores_by_pieces,
)
from keyhelper.games.keyper.goods import read_counts, read_goods
from keyhelper.games.keyper.model import Keyper
from keyhelper.games.keyper.moves import (
    Build,
    Gain,
    Join,
    LayDown,
    PlayKeyper,
    PlayKeyple,
    SendBoat,
)
from keyhelper.games.keyper.wiring import GAME


def state(*players: dict[str, Any], **more: Any) -> Keyper:
    content = {"game": "keyper", "players": list(players), **more}
    return GAME.from_position(GAME.position.model_validate(content))


def test_names_are_read_loosely() -> None:
    ann = state({
        "name": "Ann",
        "resources": {"Brick": 1, "EMERALDS": 2, "rubies": 1},
        "animals": {"Wild Boar": 1, "chickens": 2},
        "keyples": {"Light Blue": 1, "gray": 1, "miner": 1, "light_green": 1},
    }).house("Ann")  # fmt: skip
    assert ann.resources == {"bricks": 1, "emerald": 2, "ruby": 1}
    assert ann.animals == {"chicken": 2, "boar": 1}
    assert ann.hand == {"light-blue": 1, "light-green": 1, "black": 1, "grey": 1}


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"resources": {"brikcs": 1}}, "did you mean bricks"),
        ({"resources": {"sheep": 1}}, "There is no resource called 'sheep'"),
        ({"resources": {"clay": -1}}, "there cannot be -1 of them"),
        ({"resources": {"clay": "two"}}, "expected a whole number"),
        ({"resources": {"brick": 1, "bricks": 1}}, "bricks is given twice"),
        ({"keyples": {"purple": 1}}, "There is no keyple colour called 'purple'"),
        ({"fairs": [{"season": "monsoon", "points": 3}]}, "There is no season"),
        ({"shipping": -2}, "greater than or equal to 0"),
        ({"tiels": []}, "Extra inputs are not permitted"),
        ({"tiles": [{"name": "Mill", "worth": 3}]}, "Extra inputs are not permitted"),
    ],
)
def test_wrong_entries_are_refused_with_the_place(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValidationError, match=sentence):
        state({"name": "Ann", **given})


def two(kind: str, name: str, number: int, other: int) -> list[dict[str, Any]]:
    return [{"name": "Ann", kind: {name: number}}, {"name": "Ben", kind: {name: other}}]


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        (two("resources", "clay", 9, 8), "17 clay are held in all; the box has 16"),
        (two("resources", "wheat", 20, 1), "21 wheat are held in all; the box has 20"),
        (two("animals", "boar", 7, 6), "13 boar are held in all; the box has 12"),
        (two("keyples", "orange", 3, 2), "5 orange keyples are held in all; the box has 4"),
        (two("keyples", "white", 5, 4), "9 white keyples are held in all; the box has 8"),
        ([{"name": "Ann", "tiles": [{"points": 1}] * 61}], "Ann has 61 tiles"),
        (
            [{"name": name, "tiles": [{"points": 1}] * 40} for name in ("Ann", "Ben")],
            "At least 56 country tiles are built in all; the box has 48",
        ),
        (
            [{"name": "Ann", "fairs": [{"season": "winter", "points": 6}] * 9}],
            "At least 9 winter fairs are held; the box has 8",
        ),
        (
            [{"name": "Ann", "fairs": [{"season": "spring", "points": 3}] * 2}],
            "Ann held 2 spring fairs; 1 is dealt",
        ),
        (
            [{"name": "Ann", "fairs": [{"season": "summer", "points": 5}] * 2}],
            "Ann held 2 summer fairs; 1 is dealt",
        ),
        (
            [{"name": "Ann", "fairs": [{"season": "winter", "points": 5}]}],
            "a winter fair gives 4 or 6, not 5",
        ),
        ([{"name": "Ann"}, {"name": "ann"}], "Two players are called ann"),
        ([{"name": "Ann", "counted": {"sheep": 2}}], "is used up when it scores"),
        ([{"name": "Ann", "counted": {"per": 2}}], "cannot be a word"),
        ([{"name": "Ann", "tiles": [{"scores": "2 per moon"}]}], "Ann: what tile 1 scores"),
    ],
)
def test_what_cannot_be_is_refused(players: list[dict[str, Any]], sentence: str) -> None:
    """box.goods box.animals box.keyples box.tiles fairs.winter setup.fairs"""
    with pytest.raises(Trouble, match=sentence):
        state(*players)


def test_the_whole_box_may_be_held() -> None:
    """box.goods box.animals box.keyples"""
    players = two("resources", "clay", 9, 7)
    players[0] |= {"animals": {"boar": 12}, "keyples": {"white": 8}}
    assert state(*players).house("Ann").animals == {"boar": 12}


def test_too_many_players_are_refused() -> None:
    with pytest.raises(ValidationError, match="at most 4 items"):
        state(*({"name": name} for name in "abcde"))


ANN = {
    "name": "Ann",
    "keyples": {"orange": 1, "white": 1},
    "has_keyper": True,
    "resources": {},
    "animals": {},
}
BEN = {
    "name": "Ben",
    "keyples": {"orange": 1},
    "has_keyper": False,
    "resources": {},
    "animals": {},
}
BOARDS = {
    "1": {"keyper": "ben", "fields": {"clay": {"border": "orange", "keyples": ["white"]}}},
    "2": {"boat": "boat 3", "shows": ["wheat"], "fields": {"river": {"keyples": ["white"]}}},
}


def ruling(move: Any, *players: dict[str, Any], **more: Any) -> tuple[str, list[str]]:
    table = state(*(players or (ANN, BEN)), **({"boards": BOARDS, "active": "Ann"} | more))
    verdict = GAME.verify(table, GAME.fill(table, move))
    return verdict.ruling.value, verdict.rules


def test_a_claim_about_a_keyple() -> None:
    """keyple.second"""
    move = PlayKeyple(player="Ann", colour="orange", board="1", field="Clay")
    assert ruling(move) == ("legal", [])
    table = state(ANN, BEN, boards=BOARDS, active="ann")
    assert GAME.effects(table, move)["actions"] == {"active": 3, "joiner": 0}
    river = PlayKeyple(player="Ann", colour="white", board="2", field="river")
    assert GAME.effects(table, river)["actions"] == {"active": 3, "joiner": 0}


def test_what_the_position_leaves_out_is_not_proven() -> None:
    """keyple.hand setup.boards keyper.once laydown.early"""
    move = PlayKeyple(player="Ann", colour="orange", board="1", field="clay")
    assert ruling(move, {"name": "Ann"}, BEN) == ("unproven", ["keyple.hand"])
    assert ruling(move, boards=None)[1] == ["setup.boards"]
    keyper = PlayKeyper(player="Ann", board="2")
    assert ruling(keyper, {"name": "Ann"}, BEN) == ("unproven", ["keyper.once"])
    lay = LayDown(player="Ann", board="1", field="clay")
    unknown = ruling(lay, {"name": "Ann"}, BEN)
    assert unknown == ("unproven", ["laydown.early", "laydown.where"])
    send = SendBoat(player="Ann", colour="white", board="1", boat="4")
    assert ruling(send) == ("unproven", ["boat.river"])
    assert ruling(send, boats=[4, 5]) == ("legal", [])
    assert ruling(Gain(player="Ann", goods={"clay": 1})) == ("unproven", ["act.owed"])


def test_an_invitation_in_a_position() -> None:
    """join.invite join.colour"""
    boards = {"1": {"fields": {"clay": {"border": "orange", "keyples": ["orange"]}}}}
    invited = {"by": "Ann", "board": 1, "field": "clay"}
    move = Join(player="Ben", colour="orange")
    assert ruling(move, boards=boards, invited=invited) == ("legal", [])
    table = state(ANN, BEN, boards=boards, invited=invited)
    assert GAME.effects(table, GAME.fill(table, move))["actions"] == {"active": 3, "joiner": 3}
    declined = invited | {"declined": ["Ben"]}
    assert ruling(move, boards=boards, invited=declined) == ("illegal", ["join.invite"])
    assert ruling(move, boards=boards) == ("unproven", ["join.invite"])


def test_actions_in_a_position() -> None:
    """wheat.never"""
    owed = [{"player": "Ann", "actions": 2, "board": 1, "field": "yard", "border": "build"}]
    ann = ANN | {"resources": {"wheat": 1}, "tiles": []}
    move = Build(player="Ann", tile="Mill", area="village", pay={"wheat": 1}, cost="1 gem")
    assert ruling(move, ann, BEN, owed=owed) == ("illegal", ["wheat.never"])


def test_boards_that_cannot_be_are_refused() -> None:
    """board.fields keyper.empty"""
    fields: dict[str, Any] = {f"f{number}": {} for number in range(14)}
    with pytest.raises(Trouble, match="Board 1 has 14 fields; there are 13"):
        state(ANN, BEN, boards={"1": {"fields": fields}})
    with pytest.raises(Trouble, match="Ann has 1 keyper; it stands on 2 boards"):
        state(ANN, BEN, boards={"1": {"keyper": "Ann"}, "2": {"keyper": "Ann"}})
    with pytest.raises(Trouble, match="no player called 'Zoe'"):
        state(ANN, BEN, active="Zoe")


def test_a_claim_without_a_player_asks_who() -> None:
    table = state(ANN, BEN, boards=BOARDS)
    with pytest.raises(Trouble, match="Who does it"):
        GAME.verify(table, PlayKeyple(colour="orange", board="1", field="clay"))
    assert GAME.verify(table, PlayKeyper(player="Ann", board="2")).ruling is Ruling.LEGAL


def test_answers_on_one_line() -> None:
    assert read_sum("3+6+2") == 11
    assert read_tiles("3+5; Statue 2 per gem; 1 per sheep; Mill 4") == [
        {"points": 3},
        {"points": 5},
        {"name": "Statue", "scores": "2 per gem"},
        {"scores": "1 per sheep"},
        {"name": "Mill", "points": 4},
    ]
    assert read_fairs("spring 3, winter: 6") == [
        {"season": "spring", "points": 3},
        {"season": "winter", "points": 6},
    ]
    assert read_counted("building 7, 3 rivers") == {"building": 7, "rivers": 3}
    assert read_tiles("none") == read_fairs("None") == []
    assert read_tiles("Inn 3 2 per sheep") == [
        {"name": "Inn", "points": 3, "scores": "2 per sheep"}
    ]
    wrongs = (
        (read_fairs, "lots"),
        (read_counted, "some"),
        (read_tiles, "Inn 2 per moon"),
        (read_tiles, "100"),
        (read_tiles, "3; Inn"),
    )
    for read, wrong in wrongs:
        with pytest.raises(Trouble):
            read(wrong)
    assert scores_by_pieces({"tiles": [{"scores": "2 per gem"}]})
    assert not scores_by_pieces({"tiles": [{"points": 2}]})


def test_goods_on_one_line() -> None:
    assert read_goods("2 clay + wheat, 3x sheep and 1 wild boar") == {
        "clay": 2,
        "wheat": 1,
        "sheep": 3,
        "boar": 1,
    }
    with pytest.raises(ValueError, match="no number and name"):
        read_goods("2 ? 3")
    assert read_counts(7, (), "thing") == 7
    assert read_goods("none") == {}
