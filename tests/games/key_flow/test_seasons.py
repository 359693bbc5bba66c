"""The end of a season: token actions, clearing, the next season, the final count."""

from __future__ import annotations

from typing import Any

import pytest

from keyhelper.engine.verdict import Ruling
from keyhelper.games.key_flow.model import KeyFlow, KeypleCard
from keyhelper.games.key_flow.moves import (
    Carts,
    Clear,
    Discard,
    Finish,
    Gain,
    Hold,
    Keyple,
    Next,
    Rate,
    Reveal,
    Tally,
    Token,
    Upgrade,
    Worth,
)
from keyhelper.games.key_flow.wiring import GAME
from tests.games.key_flow.tables import (
    changed,
    entered,
    judge,
    nothing,
    play,
    position,
    printed,
    set_to,
    table,
    with_card,
    with_cards,
)


def token_phase(tokens: int = 3, **cards: str) -> KeyFlow:
    state = with_cards(table(2), "Ann", **cards)
    supply = state.supply | {"token": 51 - tokens}
    return set_to(state, phase="tokens", tokens={"Ann": tokens, "Ben": 0}, supply=supply)


def token(**given: Any) -> Token:
    return Token.model_validate({"player": "Ann", "building": "Home"} | given)


@pytest.mark.parametrize(("uses", "price"), [(0, 1), (1, 1), (2, 2)])
def test_what_an_action_costs_in_tokens(uses: int, price: int) -> None:
    """tokens.price"""
    state = changed(token_phase(tokens=price), "Ann", "Home", uses=uses)

    after = play(state, token())

    assert after.tokens["Ann"] == 0
    poorer = set_to(state, tokens={"Ann": price - 1, "Ben": 0})
    assert judge(poorer, token()).rules == ["tokens.price"]


def test_another_price_is_refused() -> None:
    """tokens.price"""
    assert judge(token_phase(), token(tokens=1)).is_legal
    assert judge(token_phase(), token(tokens=2)).rules == ["tokens.price"]


def test_three_uses_close_a_building() -> None:
    """tokens.limit faq.four-cards"""
    state = changed(token_phase(), "Ann", "Home", uses=3)

    verdict = judge(state, token())

    assert verdict.rules == ["tokens.limit"]
    assert "used 3 times this season; 3 times is the most" in verdict.reasons[0].text


def test_an_action_bought_counts_as_a_use() -> None:
    """tokens.count"""
    state = token_phase(tokens=4)
    for left in (3, 2, 0):
        state = play(state, token(), nothing("Ann"))
        assert state.tokens["Ann"] == left

    home = state.find("Ann", "Home")
    assert home is not None
    assert home.uses == 3


def test_tokens_work_in_ones_own_village_after_the_draft() -> None:
    """tokens.own"""
    assert judge(token_phase(), token(village="Ben")).rules == ["tokens.own"]
    assert judge(set_to(token_phase(), phase="draft"), token()).rules == ["tokens.own"]


def test_tokens_activate_what_keyples_can() -> None:
    """keyple.road boat.river winter.played"""
    state = token_phase(Flipper="R0.5", Dairy="R1")

    assert judge(state, token(building="Flipper")).rules == ["boat.river"]
    assert judge(state, token(building="Dairy")).rules == ["winter.played"]


def test_a_token_action_brings_what_the_panel_says() -> None:
    """keyple.action goods.own skill.convert"""
    state = printed(token_phase(Workshop="R1"), "Workshop", panels=("1 iron",))
    state = play(state, token(building="Workshop"))

    assert judge(state, Gain(player="Ann", what="2 iron")).rules == ["keyple.action"]
    state = play(state, Gain(player="Ann", what="1 iron"))
    workshop = state.find("Ann", "Workshop")
    assert workshop is not None
    assert workshop.goods == {"iron": 1}


def test_a_token_claim_on_a_position() -> None:
    """tokens.price tokens.limit tokens.own"""

    def ruling(uses: int | None, village: str = "Ann") -> Ruling:
        mill = {"village": village, "name": "Mill", "row": "road", "cards_before": uses}
        state = position(seating=["Ann", "Ben"], buildings=[mill])
        return judge(state, token(building="Mill", village=village)).ruling

    assert ruling(2) is Ruling.LEGAL
    assert ruling(3) is Ruling.ILLEGAL
    assert ruling(0, "Ben") is Ruling.ILLEGAL
    assert ruling(None) is Ruling.UNPROVEN


def test_the_price_is_among_the_effects() -> None:
    """tokens.price"""
    state = changed(token_phase(), "Ann", "Home", uses=2)

    assert GAME.effects(state, token()) == {"tokens": 2, "has": 3}


def test_after_the_last_card_tokens_are_asked_for_and_then_cleared() -> None:
    """draft.once tokens.own"""
    state = set_to(table(2), round=8)
    state = play(state, Discard(player="Ann"), Discard(player="Ben"))
    assert state.phase == "tokens"
    assert [ask.given["player"] for ask in GAME.turn(state).asks] == ["Ann", "Ben"]

    state = play(state, Finish(player="Ann"))
    assert judge(state, Finish(player="Ann")).rules == ["tokens.own"]
    assert play(state, Finish(player="Ben")).phase == "clear"


def test_nobody_is_asked_who_has_no_tokens() -> None:
    """tokens.own"""
    state = set_to(table(2), round=8, played=("Ann",))
    move = Keyple(player="Ben", keyples=1, colour="red", arrows=("down",), building="Home")

    assert play(state, move, nothing("Ben")).phase == "clear"


def used(state: KeyFlow, village: str, *colours: str) -> KeyFlow:
    cards = tuple(KeypleCard(keyples=1, colour=colour) for colour in colours)
    return changed(state, village, "Home", keyples=cards, uses=len(cards), tokens=1)


def test_clearing_puts_cards_under_the_owners_store() -> None:
    """clear.store"""
    state = used(used(set_to(table(2), phase="clear"), "Ann", "red", "blue"), "Ben", "green")

    state = play(state, Clear())

    assert [card.colour for card in state.stores["Ann"]] == ["red", "blue"]
    assert [card.colour for card in state.stores["Ben"]] == ["green"]
    home = state.find("Ann", "Home")
    assert home is not None
    assert (home.keyples, home.uses) == ((), 0)


def test_clearing_returns_tokens() -> None:
    """clear.tokens"""
    state = used(used(set_to(table(2), phase="clear"), "Ann", "red"), "Ben", "green")
    state = set_to(state, supply=state.supply | {"token": 49})
    before = GAME.components(state)

    state = play(state, Clear())

    assert state.supply["token"] == 51
    assert GAME.components(state) == before


def test_clearing_waits_for_its_time() -> None:
    """clear.store"""
    assert judge(table(), Clear()).rules == ["clear.store"]


@pytest.mark.parametrize(
    ("season", "after"),
    [
        ("spring", ("summer", "draft")),
        ("summer", ("autumn", "draft")),
        ("autumn", ("autumn", "choose")),
    ],
)
def test_seasons_follow_each_other(season: str, after: tuple[str, str]) -> None:
    """game.seasons deal.hands winter.choose"""
    state = play(set_to(table(2), season=season, phase="clear"), Clear())

    assert (state.season, state.phase) == after


def final(**cards: str) -> KeyFlow:
    state = with_cards(table(2), "Ann", **cards)
    state = printed(state, "Home", panels=("1 point + 1 transport",))
    return play(set_to(state, season="winter", phase="clear"), Clear())


def test_the_game_ends_after_winter_when_nothing_is_blank() -> None:
    """game.seasons winter.count"""
    state = entered(final(Keythedral="R1", Jeweller="L1"))

    assert GAME.ending(state) == "Winter is over and the villages are counted"
    assert [sheet.total for sheet in GAME.score(state)] == [6, 1]


def test_the_count_asks_for_points_nobody_has_read() -> None:
    """score.panels winter.count"""
    state = final(Workshop="R1")
    ask = GAME.turn(state).asks[0]
    assert (state.phase, ask.prompt) == ("count", "Ann: points showing on Workshop")

    worth = Worth(player="Ann", building="Workshop", points=2)
    assert GAME.learns(state, worth)[0].value == ["2 points", None]
    state = entered(play(state, worth))

    assert GAME.ending(state) is not None
    assert GAME.score(state)[0].total == 3


def test_all_points_of_a_village_may_be_given_at_once() -> None:
    """score.panels winter.count"""
    state = entered(play(final(Workshop="R1"), Tally(player="Ann", amounts={"points": 9})))

    assert GAME.ending(state) is not None
    assert GAME.score(state)[0].total == 9


def test_points_the_box_knows_are_not_changed_by_mistake() -> None:
    """score.panels"""
    state = with_cards(table(), "Ann", Keythedral="R1")

    verdict = judge(state, Worth(player="Ann", building="Keythedral", points=12))

    assert verdict.rules == ["score.panels"]


def test_the_count_asks_what_a_location_scores() -> None:
    """score.locations"""
    state = with_card(table(2), "Ann", "Barn", "R1", goods={"iron": 2})
    state = printed(state, "Home", panels=("0 points",))
    state = play(set_to(state, season="winter", phase="clear"), Clear())
    assert GAME.turn(state).asks[0].prompt == "What does Barn score"

    state = play(state, Rate(card="Barn", scores="3 per iron"))

    assert GAME.score(state)[0].total == 6


def test_the_count_asks_for_face_down_skills_only_where_they_matter() -> None:
    """skill.kept score.scholar"""
    plain = with_cards(table(2), "Ann", Scholar="R1")
    state = printed(plain, "Home", panels=("0 points",))
    state = set_to(state, skills={"Ann": {"face-down": 2}, "Ben": {"face-down": 1}})
    state = play(set_to(state, season="winter", phase="clear"), Clear())
    asks = [ask.prompt for ask in GAME.turn(state).asks if ask.kinds[0] == "reveal"]
    assert asks == ["Ann: which skills are the 2 face-down tiles"]

    state = play(state, Reveal(player="Ann", tiles={"saw": 1}))
    assert GAME.turn(state).asks[0].prompt == "Ann: which skill is the face-down tile"
    state = play(state, Reveal(player="Ann", tiles={"saw": 1}))

    assert GAME.score(state)[0].total == 6


def test_transport_is_added_up_or_asked_for() -> None:
    """score.winter"""
    state = printed(with_cards(table(2), "Ann", Carts="R1"), "Carts", kind="winter",
                    scores="2 per transport")  # fmt: skip
    known = printed(state, "Home", panels=("0 points + 1 transport",))
    unknown = play(set_to(state, season="winter", phase="clear"), Clear())

    done = play(set_to(known, season="winter", phase="clear"), Clear())
    assert GAME.score(done)[0].total == 2
    asked = [ask.kinds[0] for ask in GAME.turn(unknown).asks]
    assert "carts" in asked
    for said in (Carts(player="Ann", value=3), Tally(player="Ann", amounts={"transport": 3})):
        told = play(unknown, said, Worth(player="Ann", building="Home", points=0))
        assert GAME.score(told)[0].total == 6


def test_blanks_may_be_left_and_the_score_says_so() -> None:
    """winter.count"""
    state = play(final(Workshop="R1"), Next())

    assert GAME.ending(state) is not None
    assert GAME.score(state)[0].total is None


def test_villages_without_goods_ask_for_them_at_the_end() -> None:
    """winter.count"""
    state = with_cards(table(2, keep="villages"), "Ann", Jeweller="R1")
    state = printed(state, "Home", panels=("0 points",))
    assert judge(state, Upgrade(player="Ann", building="Home", cost={})).rules == ["upgrade.panels"]
    state = play(set_to(state, season="winter", phase="clear"), Clear())

    state = play(
        state,
        Tally(player="Ann", amounts={"gold": 2, "token": 1}),
        Tally(player="Ben", amounts={"gold": 3}),
    )

    assert [sheet.total for sheet in GAME.score(state)] == [4, 3]


def test_villages_mode_keeps_plays_without_asking_what_they_bring() -> None:
    """draft.once"""
    state = table(2, keep="villages")
    move = Keyple(player="Ann", keyples=1, colour="red", arrows=("down",), building="Home")

    state = play(state, move, Upgrade(player="Ann", building="Home", cost={}))

    assert not state.tasks
    assert judge(state, Tally(player="Ann", amounts={"red": 1})).rules == ["winter.count"]


def test_counts_mode_keeps_numbers_season_by_season() -> None:
    """draft.choose winter.count"""
    state = table(2, keep="counts")
    assert judge(state, Discard(player="Ann")).rules == ["draft.choose"]

    state = play(
        state,
        Tally(player="Ann", amounts={"points": 12, "red cow": 1, "tokens": 2, "saw": 1}),
        Gain(player="Ann", what="2 gold"),
        Gain(player="Ann", what="saw -> 1 gold"),
        Hold(player="Ann", sort="winter", card="dairy"),
        Hold(player="Ann", sort="location", card="barn"),
        Rate(card="Barn", scores="2 per iron"),
        Tally(player="Ann", amounts={"barn iron": 2}),
        *(Next() for _ in range(4)),
    )

    state = entered(state)
    assert GAME.ending(state) is not None
    sheet = GAME.score(state)[0]
    assert {line.id: line.points for line in sheet.lines} == {
        "panels": 12, "flipped": 0, "locations": 4, "dairy": 5, "gold": 3,
    }  # fmt: skip


def test_a_turn_is_not_skipped_by_hand() -> None:
    """draft.once"""
    assert judge(table(), Next()).rules == ["draft.once"]
    assert judge(table(), Hold(player="Ann", sort="boat", card="Flipper")).rules == ["draft.choose"]
