"""What is said at the table: doubts, warnings, news, examples, refusals that end an argument."""

from __future__ import annotations

from typing import Any

import pytest

from keyhelper.engine.game import Asked, Move
from keyhelper.engine.phrases import build_move, read_line
from keyhelper.engine.trouble import Blank, Trouble
from keyhelper.engine.verdict import Ruling
from keyhelper.games.key_flow.model import KeyFlow
from keyhelper.games.key_flow.moves import (
    Carry,
    Choose,
    Discard,
    Flip,
    Gain,
    Keyple,
    Lay,
    Play,
    Rate,
    Token,
    Upgrade,
)
from keyhelper.games.key_flow.position import PlayerPosition
from keyhelper.games.key_flow.wiring import GAME
from keyhelper.menu import possible_moves
from tests.games.key_flow.tables import (
    changed,
    judge,
    play,
    printed,
    set_to,
    table,
    with_card,
    with_cards,
    working,
)


def typed(state: KeyFlow, line: str) -> Move:
    draft = read_line(GAME, state, line, GAME.turn(state).asks[0])
    assert not draft.missing
    return GAME.fill(state, build_move(GAME, draft))


def on_home(player: str = "Ann", **more: Any) -> Keyple:
    given: dict[str, Any] = {"keyples": 1, "colour": "red", "arrows": ("down",)}
    return Keyple.model_validate({"player": player, "building": "Home"} | given | more)


@pytest.mark.parametrize("boat", ["Keyflower", "Old Punt"])
def test_a_boat_is_not_upgraded(boat: str) -> None:
    """upgrade.panels"""
    state = printed(with_card(table(), "Ann", boat, "R0.5"), boat, kind="boat")
    move = Upgrade(player="Ann", building=boat, cost={})

    verdict = judge(working(state, upgrades=1), move)

    assert verdict.rules == ["upgrade.panels"]
    assert verdict.ruling is Ruling.ILLEGAL
    read = printed(state, boat, panels=("1 point", "3 points costs 1 wood"))
    assert "upgrade.panels" not in judge(working(read, upgrades=1), move).rules


def test_whether_a_winter_card_has_a_second_panel_is_left_open() -> None:
    """upgrade.panels: neither the manual nor the box says"""
    state = working(with_cards(table(), "Ann", Dairy="R1"), upgrades=1)

    verdict = judge(state, Upgrade(player="Ann", building="Dairy", cost={}))

    assert (verdict.rules, verdict.ruling) == (["upgrade.panels"], Ruling.UNPROVEN)


def test_a_card_named_alone_is_asked_where() -> None:
    """village.place village.row"""
    move = typed(table(), "gold mine")
    assert isinstance(move, Play)

    doubt = GAME.doubt(table(), move)

    assert doubt is not None
    assert [label for label, _ in doubt.choices] == ["R1", "L1"]
    assert doubt.choices[0][1].says() == "Ann lays Gold Mine at R1"
    assert GAME.doubt(table(), doubt.choices[0][1]) is None
    assert judge(table(), move).ruling is Ruling.UNPROVEN
    with pytest.raises(Trouble, match="Where does Gold Mine go"):
        GAME.play(table(), move)


def test_a_winter_card_named_alone_is_chosen() -> None:
    """winter.choose"""
    state = set_to(table(), season="autumn", phase="choose")

    doubt = GAME.doubt(state, typed(state, "dairy"))

    assert doubt is not None
    assert isinstance(doubt.choices[0][1], Choose)


def test_a_second_copy_is_worth_a_question_and_a_third_is_not() -> None:
    """box.cards: how many copies of a card there are is not known"""
    lay = Lay(player="Cy", at="R1", card="Keythedral")
    one = with_cards(table(), "Ann", Keythedral="R1")
    two = with_cards(one, "Ben", Keythedral="R1")

    assert GAME.warnings(table(), lay) == ()
    assert GAME.warnings(one, lay) == (
        "Keythedral lies in Ann's village already; is this another copy?",
    )
    assert GAME.warnings(two, lay) == ()


def test_a_discarded_winter_card_is_refused_to_the_player_asked() -> None:
    """faq.winter-discard"""
    state = set_to(table(), season="autumn", phase="choose", played=("Ann",))
    move = typed(state, "discard")

    assert (move.player, judge(state, move).rules) == ("Ben", ["faq.winter-discard"])


def test_upgrade_at_the_panel_s_question_says_what_to_type() -> None:
    """upgrade.icon: the card shows the word, and the move has the same name"""
    state = play(table(), on_home())
    assert (
        GAME.turn(state).asks[0].hint == "`1 transport`, `1 transport + 1 upgrade`; Enter: nothing"
    )

    with pytest.raises(Trouble, match="Ann has no upgrade to use yet") as trouble:
        GAME.narrow(state, "upgrade", "building", {})
    assert "`1 upgrade`" in trouble.value.hint
    verdict = judge(state, Upgrade(player="Ann", building="Home", cost={}))
    assert verdict.reasons[0].hint == "does the open panel show it? say `1 upgrade` first"


def test_a_known_panel_is_shown_to_who_cannot_pay() -> None:
    """skill.convert"""
    state = printed(
        with_cards(table(), "Ann", Brewer="R1"), "Brewer", panels=("pick-axe -> 3 gold",)
    )
    state = play(state, on_home(building="Brewer"))

    ask = GAME.turn(state).asks[0]

    assert ask.hint == (
        "it shows 1 pick-axe -> 3 gold; 1 pick-axe must be paid; Ann has no skill tiles; "
        "Enter: nothing"
    )
    assert isinstance(ask.enter, Gain)
    assert ask.enter.what == "nothing"


def test_a_neighbour_s_building_is_not_asked_for_transport() -> None:
    """transport.own"""
    state = play(table(), on_home(arrows=("left",)))
    known = printed(state, "Home", panels=("1 transport + 1 upgrade",))

    assert "come only from one's own buildings" in GAME.turn(state).asks[0].hint
    assert "transport and upgrades come only from buildings in one's own" in (
        GAME.turn(known).asks[0].hint
    )


@pytest.mark.parametrize(
    ("line", "scores"),
    [
        ("five per iron", "5 per iron"),
        ("5 points for each iron, stone and wood", "5 per iron + stone + wood"),
        ("1 each sheep, pig or cow", "1 per sheep or pig or cow"),
        ("nothing", "0"),
    ],
)
def test_what_a_card_scores_is_said_as_people_say_it(line: str, scores: str) -> None:
    """score.winter"""
    state = set_to(with_cards(table(2), "Ann", Trader="R1"), season="winter", played=("Ann",))
    state = play(state, Lay(player="Ben", at="R1", card="Trader"))
    assert GAME.turn(state).asks[0].kinds[0] == "rate"

    move = typed(state, line)

    assert isinstance(move, Rate)
    assert move.scores == scores
    # What was made of the words is told, for a list could have been meant in two ways.
    assert GAME.turn(play(state, move)).news == (
        () if scores == "0" else (f"Trader scores {scores}",)
    )


def test_a_condition_that_cannot_be_read_is_answered_in_plain_words() -> None:
    """score.winter"""
    state = with_cards(table(2), "Ann", Trader="R1")

    with pytest.raises(Trouble) as trouble:
        typed(state, "rate trader lots of iron")

    assert trouble.value.text == (
        "What it scores: the points come first, as a number from 0 to 9999 at `lots of iron` "
        "(for example `2 per iron + wood` where all are needed, `2 per iron or wood` where any "
        "will do, or only `5`)"
    )


def test_what_was_paid_in_another_way_is_told() -> None:
    """boat.keyflower winter.gold-wild"""
    state = with_card(table(), "Ann", "Mill", "R1", goods={"wood": 2, "gold": 1})
    state = working(with_card(state, "Ann", "Keyflower", "R0.5"), upgrades=2)
    state = set_to(state, round=2)

    paid = play(state, Upgrade(player="Ann", building="Mill", cost={"iron": 2, "stone": 1}))

    assert GAME.turn(paid).news == ("Paid from Mill: 2 wood + 1 gold",)
    plain = changed(state, "Ann", "Mill", goods={"wood": 2})
    plain = play(plain, Upgrade(player="Ann", building="Mill", cost={"wood": 2}))
    assert GAME.turn(plain).news == ()


def test_a_face_down_tile_that_is_spent_is_told_and_only_once() -> None:
    """skill.kept skill.returned"""
    state = set_to(working(table(), upgrades=1), skills={"Ann": {"face-down": 2}}, round=2)

    paid = play(state, Upgrade(player="Ann", building="Home", cost={"anvil": 1}))

    assert GAME.turn(paid).news == ("Ann pays 1 face-down tile as anvil",)
    assert GAME.turn(play(paid, Discard(player="Ann"))).news == ()


def test_gold_of_the_flipper_and_a_foot_are_told() -> None:
    """boat.flipper village.gain"""
    state = with_cards(table(), "Ann", Flipper="R0.5")
    state = changed(working(state, upgrades=1), "Ann", "Home", upgrades=1)
    state = set_to(state, round=2)
    assert GAME.turn(play(state, Flip(player="Ann", building="Home"))).news == (
        "Flipper: 1 gold on Home",
    )

    shed = printed(set_to(table(), round=2), "Shed", gains="2 wood")
    laid = play(shed, Lay(player="Ann", at="R1", card="Shed"))
    assert GAME.turn(laid).news == ("Shed gives Ann 2 wood at once",)


def test_places_are_explained_when_the_game_begins() -> None:
    """village.row"""
    assert GAME.turn(table()).news[0].startswith("Places in a village: R1 lies right of the home")
    assert GAME.turn(play(table(), Discard(player="Ann"))).news == ()
    hints = [ask.hint for ask in GAME.turn(with_cards(table(), "Ben", Mill="R1")).asks]
    assert hints[1] == "road L1 R2, river R0.5 L0.5 ..."


def test_the_menu_offers_nothing_that_nobody_has_said() -> None:
    """draft.choose"""
    offered, _ = possible_moves(GAME, with_cards(table(), "Ann", Mill="R1"))
    assert {move.kind for move in offered} == {"discard"}

    panel = play(table(), on_home())
    assert possible_moves(GAME, panel)[0][0].says() == "Ann gains nothing"
    known = printed(panel, "Home", panels=("1 transport",))
    assert possible_moves(GAME, known)[0][0].says() == "Ann gains 1 transport"
    work = working(with_card(table(), "Ann", "Mill", "R1", goods={"iron": 1}), upgrades=1)
    assert not [move for move in possible_moves(GAME, work)[0] if move.kind == "upgrade"]


def test_the_menu_says_what_a_token_action_takes() -> None:
    """tokens.price"""
    held = {"Ann": 3, "Ben": 0, "Cy": 0}
    state = set_to(changed(table(), "Ann", "Home", uses=2), phase="tokens", tokens=held)

    offered = [move.says() for move in possible_moves(GAME, state)[0] if isinstance(move, Token)]

    assert offered == ["Ann uses 2 tokens on Home"]
    assert GAME.turn(state).asks[0].prompt == "Ann has 3 tokens to use on"


def test_the_map_counts_uses_by_cards_and_by_tokens() -> None:
    """tokens.count"""
    state = changed(table(), "Ann", "Home", uses=3, tokens=1)

    assert GAME.panels(state, None)[0].lines[0] == "[H3]"
    assert GAME.panels(state, None)[0].spoken[0] == "Home, road row, home: used 3"


def test_a_wide_village_goes_on_below() -> None:
    """village.row"""
    state = table(2)
    for place in range(1, 12):
        state = with_card(state, "Ann", f"Card {place}", f"R{place}")

    lines = GAME.panels(state, None)[0].lines

    assert lines[0].endswith(" >")
    assert lines[1].startswith("> [")
    assert all(len(line) <= 37 for line in lines)


def test_brainwave_says_why_it_does_not_help() -> None:
    """boat.brainwave keyple.arrow"""
    state = with_cards(table(4), "Ann", Brainwave="R0.5")

    three = judge(state, on_home(keyples=3, arrows=("right",), village="Ben"))
    assert three.reasons[0].hint == (
        "Brainwave is for cards that show 1 or 2 keyples; this one shows 3 keyples"
    )
    own = judge(state, on_home(arrows=("right",), village="Ann"))
    assert own.reasons[0].hint == "Brainwave opens the neighbours' villages, not one's own"
    far = judge(state, on_home(arrows=("right",), village="Cy"))
    assert far.reasons[0].hint == "Brainwave reaches the two neighbours only"


@pytest.mark.parametrize(
    ("reading", "place", "said"),
    [
        ("owner", "R1", "the cards left of it, as Ben sees the village; Mill lies on the right"),
        (
            "across",
            "L1",
            "the cards right of it, as Ben sees the village, which is Ann's left from across the "
            "table; Mill lies on the left",
        ),
    ],
)
def test_a_contested_side_is_told_as_the_table_reads_it(
    reading: str, place: str, said: str
) -> None:
    """keyple.two-players"""
    state = with_cards(table(2, keyple__two_players=reading), "Ben", Mill=place)

    verdict = judge(state, on_home(arrows=("left",), building="Mill"))

    assert verdict.reasons[0].text.endswith(said)


def test_a_third_use_is_refused_as_the_table_reads_it() -> None:
    """tokens.limit"""
    state = set_to(table(2, tokens__limit="two"), phase="tokens", tokens={"Ann": 3})
    state = changed(state, "Ann", "Home", uses=2)

    reason = judge(state, Token(player="Ann", building="Home")).reasons[0]

    assert reason.text == "Home was used 2 times this season; tokens never buy a third use here"


def test_one_of_a_thing_is_one() -> None:
    """transport.points flip.free skill.convert"""
    state = working(with_card(table(), "Ann", "Mill", "R1", goods={"iron": 3}), transport=1)
    carry = Carry.model_validate(
        {"player": "Ann", "goods": {"iron": 3}, "from": "Mill", "to": "Home"}
    )
    assert judge(state, carry).reasons[0].text == "3 iron over 1 step takes 3 transport; Ann has 1"
    assert GAME.turn(working(table(), transport=2, upgrades=3)).asks[0].prompt == (
        "Ann has 2 transport and 3 upgrades"
    )
    flip = judge(working(table(), upgrades=1), Flip(player="Ann", building="Home"))
    assert flip.reasons[0].text == "Home has no upgrade tile to flip"
    gain = judge(play(table(), on_home()), Gain(player="Ann", what="skill -> 2 wood"))
    assert gain.reasons[0].text == "1 skill tile must be paid; Ann has no skill tiles"


def test_a_boat_nobody_knows_is_asked_back_at_the_count() -> None:
    """score.sea-breese"""
    asked = next(m for m in PlayerPosition.model_fields["boats"].metadata if isinstance(m, Asked))
    assert asked.read is not None

    assert asked.read("flipper, sea breese") == ("Flipper", "Sea Breese")
    with pytest.raises(Blank, match="I know no boat called Quinqe") as blank:
        asked.read("mansfield ark, quinqe")
    assert blank.value.place == ("cards", "Quinqe", "kind")
