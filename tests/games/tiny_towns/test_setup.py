"""Setting up: cards, hammer, monuments, resource deck, and what your hands do."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from keyhelper.engine.chance import Chance
from keyhelper.engine.sealed import UNKNOWN, Sealed, unsealed
from keyhelper.engine.trouble import Trouble
from keyhelper.games.tiny_towns.cards import COLOURS, MONUMENTS, RESOURCES, card, pile
from keyhelper.games.tiny_towns.model import TinyTowns
from keyhelper.games.tiny_towns.wiring import GAME

NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay")


def set_up(
    count: int = 3, seed: str = "amber", secret: str = "hidden", **options: Any
) -> TinyTowns:
    chosen = GAME.options.model_validate(options)
    return GAME.setup(NAMES[:count], chosen, Chance(seed, "tiny-towns", count, secret), {})


def texts(state: TinyTowns, *, secret: bool = False) -> str:
    steps = [s for s in GAME.steps(state) if s.secret == secret]
    return "\n".join("\n".join((s.text, *s.listed, *s.detail)) for s in steps)


@pytest.mark.parametrize("count", range(1, 7))
def test_seven_cards_one_of_each_colour(count: int) -> None:
    """setup.cottage setup.piles"""
    state = set_up(count)
    assert state.cards[0] == "Cottage"
    assert tuple(card(name).colour for name in state.cards) == COLOURS


@pytest.mark.parametrize("count", range(1, 7))
def test_everybody_gets_an_empty_board(count: int) -> None:
    """setup.board box.counts"""
    state = set_up(count)
    assert list(state.towns) == list(NAMES[:count])
    assert all(len(t.empty_squares) == 16 for t in state.towns.values())
    assert GAME.info.most == 6
    assert "town board" in texts(state)


def test_every_card_of_a_pile_can_come() -> None:
    """setup.piles"""
    drawn = {set_up(2, seed=f"seed {n}").cards[1] for n in range(60)}
    assert drawn == set(pile("red"))


def test_the_seed_settles_the_setup() -> None:
    """setup.piles"""
    assert set_up() == set_up()
    assert set_up(seed="  AMBER ") == set_up(seed="amber")
    assert len({set_up(seed=f"s{n}").cards for n in range(20)}) > 10


def test_the_first_game_is_the_recommended_one() -> None:
    """setup.first-game"""
    state = set_up(first_game=True)
    assert set(state.cards) == {
        "Cottage", "Chapel", "Farm", "Tavern", "Well", "Theater", "Factory",
    }  # fmt: skip
    for wish in ({"with": ["Bank"]}, {"without": ["Well"]}, {"redraw": ["red"]}):
        with pytest.raises(Trouble, match="first game"):
            set_up(first_game=True, **wish)
    assert set_up(first_game=True, **{"with": ["Chapel"]}).cards == state.cards


def test_steps_tell_what_goes_where() -> None:
    """setup.box setup.supply setup.resource-cards"""
    state = set_up()
    said = texts(state)
    assert "shared supply" in said
    assert "back to the box" in said
    assert "all resource cards" in said
    for name in state.cards[1:]:
        assert f"{card(name).colour} {name}" in said


def test_a_chosen_player_starts_and_a_drawn_one_otherwise() -> None:
    """setup.start-player"""
    assert set_up(first="ben").hammer == "Ben"
    assert {set_up(seed=f"s{n}").hammer for n in range(30)} == {"Ann", "Ben", "Cy"}
    assert "built something most recently" in texts(set_up())
    with pytest.raises(Trouble, match="Zed"):
        set_up(first="Zed")


@pytest.mark.parametrize("count", range(1, 7))
def test_two_monuments_each_and_none_twice(count: int) -> None:
    """setup.monuments"""
    state = set_up(count)
    hands = [unsealed(hand) for hand in state.dealt.values()]
    assert [len(hand) for hand in hands] == [2] * count
    dealt = [name for hand in hands for name in hand]
    assert len(set(dealt)) == len(dealt)
    assert state.kept == {}


def test_the_printed_seed_does_not_give_monuments_away() -> None:
    """setup.monuments"""
    one, other = set_up(secret="one"), set_up(secret="other")
    assert one.cards == other.cards
    assert one.dealt != other.dealt


def test_monuments_stay_in_the_box_on_request() -> None:
    """setup.no-monuments"""
    state = set_up(monuments=False)
    assert state.dealt == {}
    assert "monument" not in texts(state)
    assert GAME.table(state, True).keys() == {"cards", "first"}


def test_the_table_may_deal() -> None:
    """setup.monuments"""
    state = set_up(deal="table")
    assert set(state.dealt.values()) == set(state.kept.values()) == {UNKNOWN}
    assert "deal 2 face down" in texts(state)
    assert not [s for s in GAME.steps(state) if s.secret]


def test_alone_four_cards_stay_in_the_box() -> None:
    """solo.removed"""
    for number in range(40):
        state = set_up(1, seed=f"s{number}", secret=f"s{number}")
        assert not {"Inn", "Bank"} & set(state.cards)
        hand = unsealed(state.dealt["Ann"])
        assert not {"Fort Ironweed", "Opaleye's Watch"} & set(hand)
    assert "Inn, Bank, Fort Ironweed and Opaleye's Watch" in texts(state)
    with pytest.raises(Trouble, match="alone"):
        set_up(1, **{"with": ["Bank"]})
    assert "Bank" in {set_up(2, seed=f"s{n}").cards[-1] for n in range(40)}


def test_alone_three_of_fifteen_cards_lie_open() -> None:
    """solo.offer"""
    state = set_up(1)
    assert state.variant == "solo"
    assert state.deck is not None
    assert len(state.deck.offer) == 3
    whole = Counter(state.deck.offer + unsealed(state.deck.pile))
    assert whole == dict.fromkeys(RESOURCES, 3)
    assert ", ".join(state.deck.offer) in texts(state)


def test_town_hall_discards_five_of_fifteen_unseen() -> None:
    """town-hall.deck"""
    state = set_up(4, variant="town-hall", mayor="Cy")
    shown = GAME.table(state, True)
    assert len(shown["deck"]) == 10
    assert Counter(shown["deck"] + shown["discarded"]) == dict.fromkeys(RESOURCES, 3)
    assert shown["first"] == state.hammer == "Cy"
    assert "Cy is the Mayor" in texts(state)
    assert "the hammer" in texts(state).splitlines()[-1]


def test_the_table_json_shows_secrets_only_when_asked() -> None:
    """setup.monuments"""
    state = set_up()
    assert set(GAME.table(state, False)) == {"cards", "first"}
    shown = GAME.table(state, True)
    assert set(shown["monuments"]) == set(NAMES[:3])
    assert {n for hand in shown["monuments"].values() for n in hand} <= {
        m.name for m in MONUMENTS()
    }
    assert json.dumps(GAME.table(set_up(1), False)).count("deck") == 0


def test_secret_steps_show_what_the_cards_do() -> None:
    """setup.keep"""
    state = set_up()
    for step in (s for s in GAME.steps(state) if s.secret):
        assert step.player is not None
        for name in unsealed(state.dealt[step.player]):
            assert name in step.detail
    assert all(n not in texts(state) for hand in state.dealt.values() for n in unsealed(hand))


def test_a_wished_card_disturbs_no_other_pile() -> None:
    """setup.piles"""
    plain = set_up()
    for name in ("Granary", "Shed", "Abbey", "Inn", "Tailor", "Bank"):
        wished = set_up(**{"with": [name]})
        assert name in wished.cards
        assert [a for a, b in zip(wished.cards, plain.cards, strict=True) if a != b] in ([], [name])
        assert wished.dealt == plain.dealt
        assert wished.first == plain.first


def test_a_banned_card_does_not_come() -> None:
    """setup.piles"""
    plain = set_up()
    banned = set_up(without=[plain.cards[1]])
    assert banned.cards[1] != plain.cards[1]
    assert banned.cards[2:] == plain.cards[2:]


def test_redrawing_goes_through_the_pile_and_changes_nothing_else() -> None:
    """setup.piles"""
    seen = [set_up(redraw=["green"] * n) for n in range(4)]
    assert {state.cards[4] for state in seen} == set(pile("green"))
    assert len({(s.cards[:4], s.cards[5:], s.first) for s in seen}) == 1
    assert set_up(redraw=["grey"]).cards[2] != seen[0].cards[2]


@pytest.mark.parametrize(
    ("count", "options", "words"),
    [
        (3, {"with": ["Farm", "Granary"]}, "Farm and Granary are both red"),
        (3, {"with": ["Farm"], "without": ["Farm"]}, "both with and without"),
        (3, {"without": list(pile("black"))}, "No black card is left"),
        (3, {"with": ["The Starloom"]}, "is a monument"),
        (3, {"with": ["Farm"], "redraw": ["red"]}, "cannot be redrawn"),
        (3, {"redraw": ["blue"]}, "no blue pile"),
        (3, {"without": ["Cottage"]}, "Cottage is always in play"),
        (3, {"variant": "solo"}, "3 are named"),
        (1, {"variant": "town-hall"}, "two or more"),
        (3, {"mayor": "Ann"}, "Only Town Hall"),
        (1, {"cavern": True}, "Cavern rule"),
        (3, {"variant": "town-hall", "mayor": "Ann", "first": "Ben"}, "Ann and Ben"),
        (6, {"without": [m.name for m in MONUMENTS()[:4]]}, "12 monument cards"),
    ],
)
def test_wishes_that_contradict_each_other_are_refused(
    count: int, options: dict[str, Any], words: str
) -> None:
    """setup.piles setup.monuments"""
    with pytest.raises(Trouble, match=words):
        set_up(count, **options)


def test_an_unknown_card_is_answered_with_a_near_one() -> None:
    """setup.piles"""
    with pytest.raises(ValueError, match="did you mean Chapel"):
        GAME.options.model_validate({"with": ["Chapl"]})
    assert GAME.options.model_validate({"with": "theatre"}).with_cards == ("Theater",)
    assert GAME.options.model_validate({"without": "feast hall, inn"}).without == (
        "Feast Hall",
        "Inn",
    )


def test_a_state_survives_saving() -> None:
    """setup.monuments"""
    for state in (set_up(6), set_up(1), set_up(3, variant="town-hall"), set_up(deal="table")):
        saved = state.model_dump_json()
        assert TinyTowns.model_validate(json.loads(saved)) == state
        for hand in state.dealt.values():
            if isinstance(hand, Sealed):
                assert all(name not in saved for name in hand.value)
