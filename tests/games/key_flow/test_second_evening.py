"""Tables in trouble: an overdrawn supply, moves out of turn, a card misheard, a village drawn."""

from __future__ import annotations

import pytest

from keyhelper.engine.phrases import build_move, read_line
from keyhelper.engine.trouble import Trouble
from keyhelper.games.key_flow.moves import Carry, Gain, Keyple, Rate, Stop, Token, Worth
from keyhelper.games.key_flow.wiring import GAME
from tests.games.key_flow.tables import (
    at_the_count,
    changed,
    judge,
    play,
    printed,
    set_to,
    sheet,
    table,
    with_card,
    with_cards,
    working,
)


@pytest.mark.parametrize("word", ["double anvil", "skill", "token", "iron"])
def test_an_overdrawn_supply_hinders_nobody_who_takes_nothing_from_it(word: str) -> None:
    """skill.specific skill.random box.tokens box.multipliers"""
    state = with_cards(table(2), "Ann", Mill="R1")
    state = set_to(state, supply=state.supply | {word: -90})
    state = play(state, Keyple(player="Ann", keyples=1, colour="red", arrows=("down",), building="Mill"))  # fmt: skip # noqa: E501

    assert judge(state, Gain(player="Ann", what="nothing")).is_legal
    assert judge(state, Gain(player="Ann", what="1 gold")).is_legal


def test_where_the_supply_runs_short_enter_takes_what_is_left() -> None:
    """skill.specific"""
    state = printed(with_cards(table(2), "Ann", Forge="R1"), "Forge", panels=("2 anvil",))
    state = set_to(state, supply=state.supply | {"double anvil": 1})
    state = play(state, Keyple(player="Ann", keyples=1, colour="red", arrows=("down",), building="Forge"))  # fmt: skip # noqa: E501
    ask = GAME.turn(state).asks[0]

    assert ask.enter == Gain(player="Ann", what="1 anvil")
    assert ask.hint.endswith("the supply has 1; Enter: 1 anvil")
    assert judge(state, ask.enter).is_legal


def test_an_upgrade_out_of_turn_is_refused_before_its_cost_is_asked() -> None:
    """upgrade.icon"""
    with pytest.raises(Trouble, match="Nobody has any upgrade to use now"):
        GAME.narrow(table(2), "upgrade", "building", {})


def test_done_ends_an_action() -> None:
    """transport.points"""
    state = working(table(2), transport=2)

    move = build_move(GAME, read_line(GAME, state, "done", GAME.turn(state).asks[0]))

    assert move == Stop(player="Ann")


def test_points_of_a_card_that_others_have_too_are_told() -> None:
    """score.panels"""
    state = play(at_the_count(table(2)), Worth(player="Ann", building="Home", points=2))

    assert GAME.turn(state).news[0].startswith("Home counts 2 points for Ben as well")


def test_a_total_that_is_open_proves_nothing() -> None:
    """score.winter"""
    proof = "No other allocation gives more"

    assert proof in sheet(winter=["Jeweller"], resources={"gold": 1}).notes
    assert proof not in sheet(winter=["Jeweller", "Inn"], resources={"gold": 1}).notes


def test_later_moves_follow_a_card_that_is_renamed() -> None:
    """village.place"""
    heard = with_cards(table(2), "Ann", Mill="R1", Inn="L1")
    meant = with_cards(table(2), "Ann", Mint="R1", Inn="L1")
    keyple = Keyple(player="Ben", keyples=1, arrows=("left",), village="Ann", building="Mill")
    carry = Carry.model_validate({"player": "Ann", "goods": {"iron": 1}, "from": "Mill", "to": "Inn"})  # fmt: skip # noqa: E501

    assert "Ann's Mint" in GAME.carried(heard, meant, keyple).says()
    assert GAME.carried(heard, meant, carry).says() == "Ann carries 1 iron from Mint to Inn"
    inn = Token(player="Ann", building="Inn")
    assert GAME.carried(heard, meant, inn) == inn
    meant = set_to(meant, book={n: c for n, c in meant.book.items() if n != "Mill"})
    assert GAME.carried(heard, meant, Rate(card="Mill", scores="2")).says() == "Mint scores 2"


def test_a_village_is_drawn_in_two_rows() -> None:
    """village.row"""
    state = with_cards(table(2), "Ann", Flipper="R0.5")
    state = with_card(state, "Ann", "Mill", "L1", upgrades=2, flipped=1)
    state = changed(state, "Ann", "Mill", goods={"iron": 2})
    ann, ben = GAME.pictures(state)

    tops = {shape.label: (shape.corners[0]) for shape in ann.shapes}
    assert tops["Mill"][1] == tops["Home"][1] < tops["Flipper"][1]
    assert tops["Mill"][0] < tops["Home"][0] < tops["Flipper"][0] < tops["Home"][0] + 100
    titles = [shape.title for shape in ann.shapes]
    assert titles == [
        "Home", "Flipper (boat) at R0.5", "Mill at L1 with 2 upgrades, 1 flipped and 2 iron",
    ]  # fmt: skip
    assert all(0 <= x <= ann.width and 0 <= y <= ann.height for s in ann.shapes for x, y in s.corners)  # fmt: skip # noqa: E501
    assert len(ben.shapes) == 1
    assert GAME.pictures(table(2, keep="counts")) == ()
