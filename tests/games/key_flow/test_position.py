"""Positions as people write them, and moves recorded against the rules."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from keyhelper.engine import intake
from keyhelper.engine.chance import Stream
from keyhelper.engine.game import Move
from keyhelper.engine.trouble import Trouble
from keyhelper.games.key_flow.counting import COUNTING
from keyhelper.games.key_flow.model import KeyFlow
from keyhelper.games.key_flow.moves import Carry, Flip, Keyple, Token, Upgrade, Worth
from keyhelper.games.key_flow.position import KeyFlowPosition, PlayerPosition
from keyhelper.games.key_flow.wiring import GAME
from tests.games.key_flow.tables import changed, position, set_to, table


def asked(field: str) -> Any:
    """How a prompt reads an answer about that field."""
    metadata = PlayerPosition.model_fields[field].metadata
    return next(item for item in metadata if hasattr(item, "read"))


def test_a_position_needs_players_or_seating() -> None:
    """game.winner"""
    assert position(seating=["Ann", "Ben"]).players == ("Ann", "Ben")
    with pytest.raises(ValidationError, match="players is missing"):
        position()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({"players": [{"name": "Ann"}, {"name": "ann"}]}, "is there twice"),
        ({"players": [{"name": "Cy"}], "seating": ["Ann", "Ben"]}, "has no place in seating"),
        ({"seating": list("ABCDEFG")}, "2 to 6 players; found 7"),
        ({"seating": ["Ann"], "buildings": [{"village": "Bob", "name": "X"}]}, "no player called"),
        ({"seating": ["Ann"], "options": {"moon": 1}}, "moon"),
        ({"seating": ["Ann"], "buildings": [{"village": "Ann", "name": "X", "at": "up"}]}, "place"),
    ],
)
def test_what_does_not_fit_together_is_refused(content: dict[str, Any], message: str) -> None:
    """game.winner"""
    with pytest.raises(ValidationError, match=message):
        position(**content)


def test_every_refusal_names_its_place() -> None:
    """score.winter"""
    content = {"players": [{"name": "Ann", "winter": [{"name": "X", "scores": "5 per"}]}]}

    with pytest.raises(Trouble, match=r"players\[0\].winter\[0\].scores: expected what is counted"):
        intake.read_model(KeyFlowPosition, {"game": "key-flow"} | content, "file")


def test_absent_and_null_are_the_same() -> None:
    """game.winner"""
    fields = ("panels", "flipped", "locations", "winter", "boats", "keyples", "tokens")
    given = {"name": "Ann"} | dict.fromkeys(fields)

    assert GAME.score(position(players=[given]))[0].total == 0


def test_counting_needs_no_moves() -> None:
    """winter.count"""
    content = {"game": "key-flow", "players": [{"name": "Ann", "panels": [3]}]}
    state = COUNTING.from_position(COUNTING.position.model_validate(content))

    assert COUNTING.score(state)[0].total == 3


def test_answers_at_the_prompt_are_read_at_once() -> None:
    """score.winter score.locations"""
    assert [card.scores for card in asked("winter").read("dairy; trader: 2 per iron")] == [
        None,
        "2 per iron",
    ]
    assert asked("flipped").read("1+2") == 3
    assert asked("boats").read("flipper, sea breese") == ("Flipper", "Sea Breese")
    assert asked("locations").read("barn: 3 iron: 2 per iron")[0].resources == {"iron": 3}


@pytest.mark.parametrize(
    ("field", "text", "message"),
    [
        ("winter", "dairy, trader", "I do not know what Trader scores"),
        ("winter", "trader: 2 per irn", "did you mean `iron`"),
        ("locations", "barn: 3 iron", "I do not know what Barn scores"),
        ("panels", "5+x", "is no sum of points"),
        ("keyples", "3 cow", "has no colour"),
        ("skills", "2 sow", "did you mean"),
    ],
)
def test_a_slip_at_the_prompt_is_told_at_once(field: str, text: str, message: str) -> None:
    """score.winter"""
    with pytest.raises(Trouble, match=message):
        asked(field).read(text)


def test_only_what_the_winter_cards_take_is_asked_for() -> None:
    """score.winter"""
    answers = {"winter": asked("winter").read("dairy")}

    assert asked("tokens").when(answers)
    assert not asked("skills").when(answers)
    assert asked("skills").when({"winter": [{"name": "Unknown"}]})


def test_a_play_against_the_rules_can_be_recorded() -> None:
    """keyple.number turn.together"""
    state = changed(table(2), "Ann", "Home", uses=3)
    move = Keyple(player="Ann", keyples=1, colour="red", arrows=("left",), village="Ann",
                  building="Home", tokens=2)  # fmt: skip
    whole = GAME.components(state)

    after = GAME.play(state, move)

    assert GAME.components(after) == whole
    assert KeyFlow.model_validate(json.loads(after.model_dump_json())) == after


def test_an_upgrade_against_the_rules_pays_what_is_there() -> None:
    """upgrade.cost"""
    state = changed(table(2), "Ann", "Home", goods={"wood": 1})
    state = set_to(state, supply=state.supply | {"wood": 39})
    whole = GAME.components(state)

    after = GAME.play(state, Upgrade(player="Ann", building="Home", cost={"wood": 3, "saw": 1}))

    assert GAME.components(after) == whole


@pytest.mark.parametrize(
    "move",
    [
        Keyple(player="Ann", keyples=1, arrows=("down",), village="Ann", building="Nowhere"),
        Token(player="Ann", building="Nowhere"),
        Upgrade(player="Ann", building="Nowhere", cost={}),
        Flip(player="Ann", building="Nowhere"),
        Worth(player="Ann", building="Nowhere", points=1),
        Carry.model_validate({"player": "Ann", "goods": {"iron": 1}, "from": "Home", "to": "X"}),
    ],
)
def test_what_cannot_be_done_at_all_is_said(move: Move) -> None:
    """keyple.road"""
    with pytest.raises(Trouble, match="Ann's village has no"):
        GAME.play(table(2), move)
    assert GAME.learns(table(2), move) == ()


def test_one_homes_price_says_nothing_of_another() -> None:
    """upgrade.cost"""
    state = changed(table(2), "Ann", "Home", goods={"wood": 1})

    after = GAME.play(state, Upgrade(player="Ann", building="Home", cost={"wood": 1}))

    assert after.book["Home"].panel(1).cost is None


JUNK: tuple[Any, ...] = (None, True, -1, 1.5, "", [], {}, "x", [None], {"a": 1}, 10**6, "2 red")


def test_nonsense_is_refused_and_never_breaks() -> None:
    """game.winner"""
    luck = Stream("nonsense")
    fields = [name for name in PlayerPosition.model_fields if name != "name"]
    for _ in range(400):
        player = {"name": "Ann"}
        for _ in range(1 + luck.integer(3)):
            player[fields[luck.integer(len(fields))]] = JUNK[luck.integer(len(JUNK))]
        try:
            state = COUNTING.from_position(
                intake.read_model(KeyFlowPosition, {"players": [player]}, "file")
            )
        except Trouble:
            continue
        assert GAME.score(state)
