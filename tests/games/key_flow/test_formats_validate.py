"""Claims as an outsider writes them from the formats page, judged by hand beforehand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.house.calling import Answer, call

CODES = {"legal": 0, "illegal": 1, "unproven": 3}
OWN = "player=Ann arrows=down village=Ann building=Mill"
BEN = "player=Ann keyples=1 village=Ben building=Mill"
TOKEN = "player=Ann village=Ann building=Mill"
HOME = {"village": "Ann", "name": "Home", "at": "home", "goods": {"iron": 2}}
MILL = {"village": "Ann", "name": "Mill", "at": "R1", "panels": ["2 gold", "3 gold costs 2 wood"]}
SAWMILL = MILL | {"panels": ["1 wood", "2 wood costs 1 wood + saw"], "goods": {"wood": 1}}
WHARF = {"village": "Ann", "name": "Wharf", "row": "river", "at": "R0.5"}


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path / "home"))


def mill(village: str = "Ann", before: int = 0, **changes: Any) -> dict[str, Any]:
    """A building by the road with all the keys of the format."""
    plain = {"name": "Mill", "row": "road", "cards_before": before, "new": False}
    return {"village": village} | plain | changes


def claim(
    folder: Path, words: str, *buildings: dict[str, Any], seats: str = "Ann Ben Cy", **top: Any
) -> Answer:
    """`validate WORDS --position FILE --json`; `words` starts with the kind."""
    content = {"game": "key-flow", "seating": seats.split(), "buildings": list(buildings)} | top
    file = folder / "position.json"
    file.write_text(json.dumps(content))
    fields = words.replace(" + ", "_+_").split()
    spaced = [field.replace("_", " ") for field in fields]
    return call("key-flow", "validate", *spaced, "--position", str(file), "--json")


def check(answer: Answer, ruling: str, *rules: str) -> None:
    assert set(answer.document) == {"game", "move", "ruling", "reasons", "effects"}
    assert answer.document["ruling"] == ruling
    assert answer.code == CODES[ruling]
    assert sorted(reason["rule"] for reason in answer.document["reasons"]) == sorted(rules)
    for reason in answer.document["reasons"]:
        assert set(reason) == {"rule", "text", "ruling", "heading", "contested"}


@pytest.mark.parametrize("keyples", [1, 2, 3])
@pytest.mark.parametrize("before", [0, 1, 2, 3, 4])
def test_as_many_keyples_as_cards_before_and_one_more(
    tmp_path: Path, keyples: int, before: int
) -> None:
    """keyple.number"""
    answer = claim(tmp_path, f"keyple {OWN} keyples={keyples}", mill(before=before))

    check(answer, *(["legal"] if keyples > before else ["illegal", "keyple.number"]))


@pytest.mark.parametrize(
    ("keyples", "tokens", "before", "worth", "verdict"),
    [
        (1, 1, 2, "two", ["legal"]),
        (1, 1, 2, "one", ["illegal", "keyple.number"]),
        (1, 2, 2, "one", ["legal"]),
        (1, 2, 2, "two", ["illegal", "token.worth"]),
        (2, 1, 2, "two", ["legal"]),
        (3, 1, 0, "two", ["illegal", "token.raise"]),
        (3, 1, 3, "two", ["illegal", "keyple.number", "token.raise"]),
    ],
)
def test_tokens_raise_a_card_to_three(
    tmp_path: Path, keyples: int, tokens: int, before: int, worth: str, verdict: list[str]
) -> None:
    """token.raise token.worth"""
    words = f"keyple {OWN} keyples={keyples} tokens={tokens}"

    answer = claim(tmp_path, words, mill(before=before), readings={"token.worth": worth})

    check(answer, *verdict)
    if verdict == ["legal"]:
        assert answer.document["effects"]["keyples"] == 3


@pytest.mark.parametrize(
    ("building", "verdict"),
    [
        (mill(new=True), ["illegal", "turn.new-building"]),
        (mill(row="river"), ["illegal", "keyple.road"]),
        ({"village": "Ann", "name": "Mill", "cards_before": 0}, ["unproven", "keyple.road"]),
        ({"village": "Ann", "name": "Mill", "row": "road"}, ["unproven", "keyple.number"]),
        (mill(name="The MILL"), ["legal"]),
        (mill(row="river", before=3, new=True),
         ["illegal", "keyple.number", "keyple.road", "turn.new-building"]),
    ],
)  # fmt: skip
def test_the_building_must_take_keyples(
    tmp_path: Path, building: dict[str, Any], verdict: list[str]
) -> None:
    """turn.new-building keyple.road keyple.number"""
    check(claim(tmp_path, f"keyple {OWN} keyples=1", building), *verdict)


@pytest.mark.parametrize(
    ("name", "row", "rule"),
    [("Flipper", "river", "boat.river"), ("dairy", "road", "winter.played")],
)
def test_boats_and_winter_cards_take_none(tmp_path: Path, name: str, row: str, rule: str) -> None:
    """boat.river winter.played"""
    words = f"keyple player=Ann keyples=1 arrows=down village=Ann building={name}"

    check(claim(tmp_path, words, mill(name=name, row=row)), "illegal", rule)


@pytest.mark.parametrize(
    ("arrows", "village", "seats", "is_legal"),
    [
        ("down", "Ann", "Ann Ben Cy", True),
        ("left", "Ann", "Ann Ben Cy", False),
        ("left", "Ben", "Ann Ben Cy", True),
        ("right", "Ben", "Ann Ben Cy", False),
        ("right", "Cy", "Ann Ben Cy", True),
        ("down", "Cy", "Ann Ben Cy", False),
        ("down,left", "Ben", "Ann Ben Cy", True),
        ("left,right", "Cy", "Ann Ben Cy Dee", False),
        ("right", "Flo", "Ann Ben Cy Dee Eve Flo", True),
    ],
)
def test_arrows_reach_neighbours(
    tmp_path: Path, arrows: str, village: str, seats: str, is_legal: bool
) -> None:
    """keyple.arrow"""
    words = f"keyple player=Ann keyples=1 arrows={arrows} village={village} building=Mill"

    answer = claim(tmp_path, words, mill(village), seats=seats)

    check(answer, *(["legal"] if is_legal else ["illegal", "keyple.arrow"]))


@pytest.mark.parametrize(
    ("arrows", "place", "reading", "verdict"),
    [
        ("left", {"side": "left"}, "owner", ["legal"]),
        ("left", {"side": "right"}, "owner", ["illegal", "keyple.two-players"]),
        ("left", {"side": "right"}, "across", ["legal"]),
        ("left", {"side": "left"}, "across", ["illegal", "keyple.two-players"]),
        ("right", {"at": "L2"}, "owner", ["illegal", "keyple.two-players"]),
        ("right", {"at": "R2"}, "owner", ["legal"]),
        ("right", {"side": "home"}, "owner", ["legal"]),
        ("left,right", {}, "owner", ["legal"]),
        ("left", {}, "owner", ["unproven", "keyple.two-players"]),
    ],
)
def test_with_two_players_an_arrow_opens_one_side(
    tmp_path: Path, arrows: str, place: dict[str, Any], reading: str, verdict: list[str]
) -> None:
    """keyple.two-players"""
    answer = claim(
        tmp_path, f"keyple {BEN} arrows={arrows}", mill("Ben", **place), seats="Ann Ben",
        readings={"keyple.two-players": reading},
    )  # fmt: skip

    check(answer, *verdict)
    assert all(reason["contested"] for reason in answer.document["reasons"])


@pytest.mark.parametrize(
    ("words", "village", "readings", "is_legal"),
    [
        ("keyples=1 arrows=right", "Ben", {}, True),
        ("keyples=2 arrows=down", "Cy", {}, True),
        ("keyples=3 arrows=right", "Ben", {}, False),
        ("keyples=1 tokens=1 arrows=right", "Ben", {}, True),
        ("keyples=1 arrows=right", "Ann", {}, False),
        ("keyples=1 arrows=right", "Ann", {"boat.brainwave": "own-too"}, True),
    ],
)
def test_brainwave_frees_one_and_two_keyples(
    tmp_path: Path, words: str, village: str, readings: dict[str, str], is_legal: bool
) -> None:
    """boat.brainwave"""
    answer = claim(
        tmp_path, f"keyple player=Ann {words} village={village} building=Mill", mill(village),
        players=[{"name": "Ann", "boats": ["Brainwave"]}], readings=readings,
    )  # fmt: skip

    check(answer, *(["legal"] if is_legal else ["illegal", "keyple.arrow"]))


@pytest.mark.parametrize(
    ("before", "held", "price", "verdict"),
    [
        (0, 1, 1, ["legal"]),
        (1, 1, 1, ["legal"]),
        (2, 2, 2, ["legal"]),
        (2, None, 2, ["legal"]),
        (2, 1, 2, ["illegal", "tokens.price"]),
        (0, 0, 1, ["illegal", "tokens.price"]),
        (3, 9, None, ["illegal", "tokens.limit"]),
    ],
)
def test_token_actions_have_their_price(
    tmp_path: Path, before: int, held: int | None, price: int | None, verdict: list[str]
) -> None:
    """tokens.price tokens.limit"""
    players = [] if held is None else [{"name": "Ann", "tokens": held}]

    answer = claim(tmp_path, f"token {TOKEN}", mill(before=before), players=players)

    check(answer, *verdict)
    if verdict == ["legal"]:
        assert answer.document["effects"]["tokens"] == price


def test_the_third_use_may_be_read_as_forbidden(tmp_path: Path) -> None:
    """tokens.limit"""
    readings = {"tokens.limit": "two"}

    check(claim(tmp_path, f"token {TOKEN}", mill(before=1), readings=readings), "legal")
    third = claim(tmp_path, f"token {TOKEN}", mill(before=2), readings=readings)

    check(third, "illegal", "tokens.limit")
    assert third.document["reasons"][0]["contested"]


def test_tokens_work_in_ones_own_village(tmp_path: Path) -> None:
    """tokens.own"""
    answer = claim(tmp_path, "token player=Ann village=Ben building=Mill", mill("Ben"))

    check(answer, "illegal", "tokens.own")


@pytest.mark.parametrize(
    ("words", "buildings", "top", "verdict"),
    [
        ("carry player=Ann goods=2_iron from=home to=mill", [HOME, MILL], {}, ["legal"]),
        ("carry player=Ann goods=3_iron from=home to=mill", [HOME, MILL], {},
         ["illegal", "transport.goods"]),
        ("carry player=Ann goods=1_gold from=mill to=home", [HOME, MILL], {},
         ["unproven", "transport.goods"]),
        ("carry player=Ann goods=1_iron from=home to=mill", [HOME, MILL | {"at": "R3"}], {},
         ["illegal", "transport.path"]),
        ("carry player=Ann goods=1_iron from=home to=wharf", [HOME, WHARF], {}, ["legal"]),
        ("carry player=Ann goods=1_iron from=home to=wharf", [HOME, WHARF],
         {"readings": {"transport.path": "rows"}}, ["illegal", "transport.path"]),
        ("upgrade player=Ann building=Mill cost=2_wood", [MILL | {"goods": {"wood": 2}}], {},
         ["legal"]),
        ("upgrade player=Ann building=Mill cost=2_wood", [MILL | {"goods": {"gold": 2}}], {},
         ["legal"]),
        ("upgrade player=Ann building=Mill cost=2_wood", [MILL | {"goods": {"wood": 1}}], {},
         ["illegal", "upgrade.cost"]),
        ("upgrade player=Ann building=Mill cost=2_wood", [MILL], {}, ["unproven", "upgrade.cost"]),
        ("upgrade player=Ann building=Mill cost=2_wood", [MILL | {"goods": {"stone": 2}}],
         {"players": [{"name": "Ann", "boats": ["keyflower"]}]}, ["legal"]),
        ("upgrade player=Ann building=Mill cost=1_wood_+_saw", [SAWMILL],
         {"players": [{"name": "Ann", "skills": {"saw": 1}}]}, ["legal"]),
        ("upgrade player=Ann building=Mill cost=1_wood_+_saw", [SAWMILL],
         {"players": [{"name": "Ann", "skills": {"anvil": 4}}]}, ["illegal", "upgrade.cost"]),
        ("upgrade player=Ann building=Mill cost=1_wood_+_saw", [SAWMILL], {},
         ["unproven", "upgrade.cost"]),
        ("upgrade player=Ann building=Mill cost=2_wood",
         [MILL | {"goods": {"wood": 2}, "upgrades": 1}], {}, ["illegal", "upgrade.panels"]),
        ("flip player=Ann building=Mill", [MILL | {"upgrades": 1}], {}, ["legal"]),
        ("flip player=Ann building=Mill", [MILL | {"upgrades": 1, "flipped": 1}], {},
         ["illegal", "flip.free"]),
        ("lay player=Ann at=R1 card=Inn", [HOME], {}, ["legal"]),
        ("lay player=Ann at=R2 card=Inn", [HOME], {}, ["illegal", "village.connect"]),
        ("lay player=Ann at=R1 card=Inn", [HOME, MILL], {}, ["illegal", "village.place"]),
        ("lay player=Ann at=R0.5 card=Gold_Mine", [HOME], {}, ["illegal", "village.row"]),
        ("choose player=Ann at=L1 card=Dairy", [HOME], {}, ["legal"]),
        ("choose player=Ann at=L1 card=Gold_Mine", [HOME], {}, ["illegal", "winter.choose"]),
    ],
)  # fmt: skip
def test_work_in_the_village(
    tmp_path: Path,
    words: str,
    buildings: list[dict[str, Any]],
    top: dict[str, Any],
    verdict: list[str],
) -> None:
    """transport.goods transport.path upgrade.cost upgrade.panels flip.free village.connect"""
    check(claim(tmp_path, words, *buildings, **top), *verdict)


@pytest.mark.parametrize(
    ("words", "building", "code", "said"),
    [
        (f"keyple {OWN} keyples=4", mill(), 1, "Keyples on the card: 4 is too much; 3 at most"),
        (f"keyple {OWN} keyples=0", mill(), 1, "Keyples on the card: 0 is too little; 1 at least"),
        ("keyple player=Zed keyples=1 arrows=down building=Mill", mill(), 1, "no player called"),
        ("keyple player=Ann keyples=1 arrows=up building=Mill", mill(), 1, "no arrow called 'up'"),
        (f"keyple {BEN} arrows=left village=Bem", mill(), 1, "no village called 'Bem'"),
        ("keyple player=Ann keyples=1 building=Mill --no-input", mill(), 2, "arrows"),
        ("keyple keyples=1 arrows=down building=Mill", mill(), 1, "Whose `keyple` is that?"),
        ("fly player=Ann", mill(), 1, "no move called 'fly'"),
        ("", mill(), 2, "Which move is claimed?"),
        (f"keyple {OWN} keyples=1", mill("Zed"), 1, "no player called 'Zed'"),
        (f"keyple {OWN} keyples=1", mill(row="sky"), 1, "buildings[0].row"),
        (f"keyple {OWN} keyples=1", mill(row="river", at="R1"), 1, "R1 is not in the river row"),
        (f"keyple {OWN} keyples=1", mill(before=-1), 1, "buildings[0].cards_before"),
        (f"keyple {OWN} keyples=1", mill(new="yes"), 1, "buildings[0].new"),
        (f"keyple {OWN} keyples=1", mill(colour="red"), 1, "colour is not a key that is known"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_no_ruling(
    tmp_path: Path, words: str, building: dict[str, Any], code: int, said: str
) -> None:
    """draft.choose keyple.arrow"""
    words = words.replace(" village=Ben", "") if "Bem" in words else words

    answer = claim(tmp_path, words, building)

    assert (answer.code, answer.out) == (code, "")
    assert said in " ".join(answer.err.split())


@pytest.mark.parametrize(
    ("buildings", "said"),
    [
        ([mill(), mill(before=1)], "has Mill twice; number them, as in `Mill 2`"),
        ([mill(at="R1"), mill(name="Inn", at="R1")], "lie at R1"),
    ],
)
def test_two_cards_must_be_told_apart(
    tmp_path: Path, buildings: list[dict[str, Any]], said: str
) -> None:
    """village.place"""
    answer = claim(tmp_path, f"keyple {OWN} keyples=1", *buildings)

    assert (answer.code, answer.out) == (1, "")
    assert said in " ".join(answer.err.split())


def test_a_move_as_json_is_judged_alike(tmp_path: Path) -> None:
    """keyple.number"""
    move = {"kind": "keyple", "player": "ann", "keyples": 1, "arrows": ["left"]}
    move |= {"village": "ben", "building": "mill", "tokens": 0}
    file = tmp_path / "p.json"
    file.write_text(json.dumps({"seating": ["Ann", "Ben", "Cy"], "buildings": [mill("Ben")]}))

    answer = call(
        "key-flow", "validate", "--move", json.dumps(move), "--position", str(file), "--json"
    )

    check(answer, "legal")
    assert answer.document["effects"]["goods_go_to"] == "Ann's home"
    assert answer.document["effects"]["store"] == "Ben"
