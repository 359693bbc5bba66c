"""Setting up Key Flow: decks for every number of players, homes, checklists, seasons."""

from __future__ import annotations

from typing import Any

import pytest

from keyhelper.engine import catalogue
from keyhelper.games.key_flow import decks
from keyhelper.games.key_flow.decks import SEASONS
from keyhelper.games.key_flow.moves import Finish
from keyhelper.games.key_flow.setup import SeasonAsked, answer_season
from keyhelper.games.key_flow.wiring import GAME
from tests.games.key_flow.tables import play, set_to, table

ALL_COUNTS = pytest.mark.parametrize("count", range(2, 7))
TOTALS = {"spring": 36, "summer": 42, "autumn": 48, "winter": 60}


def said(count: int) -> str:
    steps = GAME.steps(table(count))
    return "\n".join(line for step in steps for line in (step.text, *step.detail))


@ALL_COUNTS
@pytest.mark.parametrize("season", SEASONS)
def test_a_deck_is_as_large_as_the_hands(count: int, season: str) -> None:
    """setup.k-return setup.numbered deal.hands"""
    deck = decks.deck(season, count)

    assert deck["cards"] == count * deck["hand"]


@ALL_COUNTS
@pytest.mark.parametrize("season", SEASONS)
def test_every_card_is_played_or_boxed(count: int, season: str) -> None:
    """box.cards setup.return-rest"""
    deck = decks.deck(season, count)
    boxed = deck["k_boxed"] + sum(decks.numbered_boxed(season, count).values())
    first_winter_cards = count if season == "winter" else 0

    assert deck["cards"] + boxed + first_winter_cards == TOTALS[season]


def test_the_box_holds_186_season_cards_and_all_are_used_by_six() -> None:
    """box.cards"""
    assert sum(TOTALS.values()) == 186
    assert decks.cards_in_play(6) == 186


@pytest.mark.parametrize(("count", "returned"), [(2, 6), (3, 6), (4, 4), (5, 2), (6, 0)])
def test_k_cards_go_back_by_players(count: int, returned: int) -> None:
    """setup.k-return"""
    for season in SEASONS[:3]:
        deck = decks.deck(season, count)
        assert (deck["k_boxed"], deck["k_used"]) == (returned, 12 - returned)


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (2, {"k_dealt_each": 7, "k_boxed": 16, "k_kept": 12, "numbered_used": 12, "cards": 24}),
        (3, {"k_dealt_each": 5, "k_boxed": 15, "k_kept": 12, "numbered_used": 15, "cards": 27}),
        (4, {"k_dealt_each": 5, "k_boxed": 10, "k_kept": 16, "numbered_used": 20, "cards": 36}),
        (5, {"k_dealt_each": 5, "k_boxed": 5, "k_kept": 20, "numbered_used": 25, "cards": 45}),
        (6, {"k_dealt_each": 5, "k_boxed": 0, "k_kept": 24, "numbered_used": 30, "cards": 54}),
    ],
)
def test_winter_by_players(count: int, expected: dict[str, int]) -> None:
    """setup.winter-k winter.deck setup.numbered"""
    deck = decks.deck("winter", count)

    assert {key: deck[key] for key in expected} == expected
    assert deck["hand"] == (12 if count == 2 else 9)


def test_hands_and_passing() -> None:
    """draft.pass setup.spring-hand deal.hands"""
    assert [decks.passing(season) for season in SEASONS] == ["left", "right", "left", "right"]
    assert [decks.hand_size(season, 2) for season in SEASONS] == [8, 9, 10, 12]
    assert [decks.hand_size(season, 4) for season in SEASONS] == [6, 7, 8, 9]


@ALL_COUNTS
def test_the_setup_table_has_the_agreed_keys(count: int) -> None:
    """setup.shuffle"""
    found = GAME.table(table(count), False)

    assert set(found) == {"decks", "homes"}
    early = {"k_used", "k_boxed", "numbered_used", "cards", "hand", "pass"}
    late = {"k_dealt_each", "k_boxed", "k_kept", "numbered_used", "cards", "hand", "pass"}
    assert [set(found["decks"][season]) for season in SEASONS] == [early, early, early, late]


@ALL_COUNTS
def test_homes_are_drawn_without_repeats(count: int) -> None:
    """setup.home"""
    homes = GAME.table(table(count), False)["homes"]

    assert len(homes) == count
    assert len(set(homes.values())) == count
    assert set(homes.values()) <= set(range(1, 7))


def test_the_checklist_says_what_goes_back_with_counts_to_verify() -> None:
    """setup.sort setup.k-return setup.numbered setup.shuffle setup.decks"""
    text = said(4)

    assert "Spring deck: 24 cards" in text
    assert "to the box: 4 of the K cards, drawn unseen; 8 stay" in text
    assert "8 numbered cards (4 marked 5+, 4 marked 6+); 16 stay" in text
    assert "8 + 16 = 24 = 4 players x 6" in text
    assert "16 K left in hand + 20 = 36 = 4 players x 9" in text


def test_six_players_box_nothing() -> None:
    """setup.k-return"""
    assert "none of the K cards" in said(6)
    assert "no numbered card" in said(6)


def test_the_supply_and_the_skill_pile_are_in_the_checklist() -> None:
    """setup.supply setup.skill-pile box.tokens box.upgrades box.skills box.multipliers"""
    text = said(3)

    assert "51 keyple tokens, 45 upgrade tiles" in text
    assert "45 single-sided skill tiles face down" in text
    assert "12 multipliers" in text


def test_supplies_are_full_at_the_start() -> None:
    """box.resources box.tokens box.upgrades box.skills"""
    found = GAME.components(table(3))

    assert [found[resource] for resource in ("iron", "wood", "stone", "gold")] == [40, 40, 40, 60]
    assert (found["token"], found["upgrade"], found["skill"]) == (51, 45, 45)
    assert sum(found[f"double {kind}"] for kind in ("anvil", "pick-axe", "saw")) == 9


def test_a_step_fits_fifty_columns_or_wraps_at_a_word() -> None:
    """setup.sort"""
    for count in range(2, 7):
        for step in GAME.steps(table(count)):
            assert all(len(word) < 30 for word in step.text.split())


def test_the_season_query_answers_for_a_given_number_of_players() -> None:
    """deal.hands draft.pass"""
    answer = answer_season(None, SeasonAsked(season="summer", players=2))

    text = "\n".join(answer.lines)
    assert "2 players: deal 9 each, 18 cards in all (6 K + 12 numbered), pass right" in text
    assert answer.data["players"]["2"]["cards"] == 18


def test_the_season_query_takes_players_and_season_from_the_saved_game() -> None:
    """winter.deck"""
    state = set_to(table(5), season="winter")

    answer = answer_season(state, SeasonAsked())

    assert answer.data["season"] == "winter"
    assert list(answer.data["players"]) == ["5"]
    assert any("shuffle the winter K cards left over" in line for line in answer.lines)


def test_the_season_query_without_a_game_lists_every_number_of_players() -> None:
    """deal.hands"""
    assert list(
        answer_season(None, SeasonAsked.model_validate({"season": "FALL"})).data["players"]
    ) == list("23456")


def test_the_deal_of_a_new_season_is_told_at_the_table() -> None:
    """deal.hands"""
    state = set_to(table(4), season="summer")

    ask = GAME.turn(state).asks[0]

    assert "7 cards are dealt to each, 28 in all" in ask.hint
    assert GAME.turn(state).headline == "Summer · turn 1 of 7 · hands go right"


def test_every_catalogue_value_is_known_or_blank() -> None:
    """box.cards"""
    entries: dict[str, dict[str, Any]] = catalogue.entries("key-flow", "cards")

    assert entries["Barn"]["scores"] is None
    assert entries["Gold Mine"]["panels"] is None
    assert entries["Keythedral"]["panels"] == ["5 points", "12 points", "20 points"]
    with_terms = {name for name, entry in entries.items() if entry["scores"]}
    assert with_terms == {
        "Craftsmen's Guild", "Dairy", "Farmyard", "Jeweller", "Scholar", "Sea Breese",
    }  # fmt: skip


def test_finishing_is_for_the_token_phase() -> None:
    """tokens.own"""
    state = set_to(table(2), phase="tokens", tokens={"Ann": 1, "Ben": 0})

    assert play(state, Finish(player="Ann")).phase == "clear"
