"""Lines as people type them at the table, and what keyhelper makes of what they leave out."""

from __future__ import annotations

import pytest

from keyhelper.engine.game import Move
from keyhelper.engine.phrases import build_move, read_line
from keyhelper.engine.trouble import Trouble
from keyhelper.games.key_flow.model import KeyFlow
from keyhelper.games.key_flow.moves import Discard, Keyple, Lay, Panels, Rate
from keyhelper.games.key_flow.turns import narrow, turn, words
from keyhelper.games.key_flow.wiring import GAME
from tests.games.key_flow.tables import printed, table, with_card, with_cards, working


def typed(state: KeyFlow, line: str) -> Move:
    """The move that a line means when the table asks what it asks now."""
    draft = read_line(GAME, state, line, turn(state).asks[0])
    assert not draft.missing
    return GAME.fill(state, build_move(GAME, draft))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("r1 gold mine", "Ann lays Gold Mine at R1"),
        ("L0.5 old jetty", "Ann lays Old Jetty at L0.5"),
        ("1 red d home", "Ann plays 1 red on Home"),
        ("keyple 2 blue cow left home", "Ann plays 2 blue cow on Ben's Home"),
        ("3 y right home tokens 1", "Ann plays 3 yellow on Cy's Home with 1 token"),
        ("2 left right ben home", "Ann plays 2 keyples on Ben's Home"),
        ("cy discard", "Cy discards a card for a token"),
        ("disc", "Ann discards a card for a token"),
    ],
)
def test_short_lines_are_understood(line: str, said: str) -> None:
    """draft.choose"""
    assert typed(table(3), line).says() == said


def test_two_arrows_and_two_such_buildings_are_asked_back() -> None:
    """keyple.arrow"""
    with pytest.raises(Trouble, match="Whose home: Ben or Cy") as trouble:
        GAME.fill(table(3), Keyple(player="Ann", keyples=1, arrows=("left", "right"), building="home"))  # fmt: skip # noqa: E501
    assert "left right Cy home" in str(trouble.value.hint)


def test_two_arrows_find_the_only_village_with_the_building() -> None:
    """keyple.arrow"""
    state = with_cards(table(3), "Cy", Mill="R1")
    move = Keyple(player="Ann", keyples=1, arrows=("left", "right"), building="mill")

    assert GAME.fill(state, move).says() == "Ann plays 1 keyple on Cy's Mill"


def test_a_building_in_no_village_in_reach_is_refused_and_not_left_open() -> None:
    """keyple.road: an unproven play would be recorded, and could then not be carried out"""
    move = Keyple(player="Ann", keyples=1, arrows=("left", "right"), building="R1")

    verdict = GAME.verify(table(3), GAME.fill(table(3), move))

    assert verdict.ruling.value == "illegal"
    assert verdict.reasons[0].text == "The arrows reach no village that has R1"


def test_a_move_without_a_name_is_the_only_players_who_can_mean_it() -> None:
    """draft.once"""
    state = table(3)
    for player in ("Ann", "Cy"):
        state = GAME.play(state, Discard(player=player))

    assert GAME.fill(state, Discard()).player == "Ben"


def test_a_move_that_could_be_anybodys_is_asked_back() -> None:
    """draft.once"""
    with pytest.raises(Trouble, match="Whose `keyple` is that"):
        GAME.fill(table(3), Keyple(keyples=1, arrows=("down",), building="Home"))


@pytest.mark.parametrize(
    ("card", "is_asked"), [("Tavern", False), ("Mill", False), ("Gold Mime", True)]
)
def test_only_a_slip_of_the_pen_is_asked_back(card: str, is_asked: bool) -> None:
    """village.row: most cards are new to a box at first"""
    state = with_cards(table(3), "Ben", Windmill="R1")

    doubt = GAME.doubt(state, Lay(player="Ann", at="R1", card=card))

    assert (doubt is not None) is is_asked


def test_a_building_is_offered_once() -> None:
    """keyple.road"""
    assert words(with_cards(table(2), "Ann", Mill="R1"), "keyple", "building") == (
        "Home",
        "Mill",
        "R1",
    )


def test_what_was_read_wrongly_is_put_right_with_one_panel() -> None:
    """score.panels: a single panel is the top one, and more may lie below"""
    state = printed(table(2), "Home", panels=("1 wood", "2 wood costs 1 iron"))

    fixed = GAME.play(state, Panels(card="Home", shows="1 transport"))
    new = GAME.play(table(2), Panels(card="Home", shows="1 transport"))

    assert fixed.book["Home"].panels == ("1 transport", "2 wood costs 1 iron")
    assert new.book["Home"].most_upgrades is None


def test_buildings_that_can_be_meant_come_first() -> None:
    """keyple.arrow transport.own"""
    state = with_cards(with_cards(table(3), "Ann", Mill="R1"), "Cy", Milestone="R1")

    assert narrow(state, "carry", "to", {"player": "Ann"}) == ("Home", "Mill", "R1")
    assert narrow(state, "keyple", "building", {"player": "Ann", "arrows": ["right"]}) == (
        "Home",
        "Milestone",
        "R1",
    )
    assert narrow(state, "lay", "card", {"player": "Ann"}) is None


def test_carts_are_asked_for_with_an_example_of_this_village() -> None:
    """transport.points upgrade.icon flip.free"""
    state = with_card(table(2), "Ann", "Mill", "R1", goods={"iron": 1}, upgrades=1)
    state = working(state, "Ann", transport=2, upgrades=1)

    ask = turn(state).asks[0]

    assert ask.hint == "`1 iron from Mill to Home`, `upgrade home`, `flip Mill`; Enter: done"
    assert typed(state, "1 iron from mill to home").says() == "Ann carries 1 iron from Mill to Home"
    assert typed(state, "flip mill").says() == "Ann flips an upgrade tile on Mill"


def test_a_card_that_scores_nothing_is_not_kept() -> None:
    """score.winter: pressing Enter says too little for the box"""
    state = with_cards(table(2), "Ann", Trader="R1")

    assert GAME.learns(state, Rate(card="Trader", scores="0")) == ()
    assert [
        item.value for item in GAME.learns(state, Rate(card="Trader", scores="2 per iron"))
    ] == ["2 per iron"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("2 gold", "Ann gains 2 gold"),
        ("cy keyple 2 red down home", "Cy plays 2 red on Home"),
        ("lay ben r1 mill", "Ben lays Mill at R1"),
        ("ben discard", "Ben discards a card for a token"),
    ],
)
def test_others_may_play_while_a_panel_is_read_out(line: str, said: str) -> None:
    """draft.once: everybody's cards are played at once"""
    first = Keyple(player="Ann", keyples=1, colour="red", arrows=("down",), building="Home")
    state = GAME.play(table(3), GAME.fill(table(3), first))

    assert typed(state, line).says() == said
