"""The beginning of a round: monuments kept, resources named, drawn and picked."""

from __future__ import annotations

from collections import Counter

import pytest

from keyhelper.engine.sealed import UNKNOWN, Sealed
from keyhelper.games.tiny_towns.cards import RESOURCES
from keyhelper.games.tiny_towns.deck import next_card
from keyhelper.games.tiny_towns.wiring import GAME
from tests.games.tiny_towns.drawn import town
from tests.games.tiny_towns.tables import (
    cards,
    move,
    play,
    position,
    reason,
    rules,
    ruling,
    table,
)
from tests.games.tiny_towns.test_setup import set_up

FULL = town(*["w w w w"] * 4)


# Monuments


def dealt() -> object:
    return table(
        "Ann Ben",
        kept={},
        dealt={
            "Ann": Sealed(owner="Ann", value=("The Starloom", "Silva Forum")),
            "Ben": Sealed(owner="Ben", value=("Fort Ironweed", "Mandras Palace")),
        },
    ).model_copy(update={"kept": {}})


def test_one_of_the_two_cards_is_kept_once() -> None:
    """setup.keep"""
    state = dealt()
    assert rules(state, "keep", player="Ann", monument="Fort Ironweed") == ["setup.keep"]
    kept = play(state, "keep", player="Ann", monument="starloom")
    assert kept.kept["Ann"].value == "The Starloom"
    assert rules(kept, "keep", player="Ann", monument="Silva Forum") == ["setup.keep"]


def test_nobody_names_before_all_have_chosen() -> None:
    """setup.keep"""
    state = dealt()
    assert rules(state, "name", player="Ann", resource="wood") == ["setup.keep"]
    for player, monument in (("Ann", "Silva Forum"), ("Ben", "Mandras Palace")):
        state = play(state, "keep", player=player, monument=monument)
    assert rules(state, "name", player="Ann", resource="wood") == []


def test_a_kept_card_is_not_written_in_plain_words() -> None:
    """setup.keep"""
    keep = move("keep", player="Ann", monument="Silva Forum")
    assert "Forum" not in keep.model_dump_json()
    assert "Forum" not in keep.says() + repr(keep)
    state = dealt()
    assert "Forum" not in reason(state, "keep", player="Ben", monument="Silva Forum")


def test_without_monuments_there_is_none_to_keep() -> None:
    """setup.no-monuments"""
    assert rules(table(), "keep", player="Ann", monument="Silva Forum") == ["setup.no-monuments"]
    assert rules(table(), "reveal", player="Ann", monument="Silva Forum") == ["setup.no-monuments"]
    state = table(kept={"Ann": "Silva Forum"})
    assert rules(state, "reveal", player="Ann", monument="Silva Forum") == ["setup.keep"]


def test_a_card_dealt_at_the_table_can_be_shown_to_keyhelper() -> None:
    """setup.keep monument.once"""
    state = table(kept={}, boards={"Ben": town("Starloom . . .")}, dealt={"Ann": UNKNOWN})
    assert rules(state, "reveal", player="Ann", monument="The Starloom") == ["monument.once"]
    told = play(state, "reveal", player="Ann", monument="Silva Forum")
    assert told.kept["Ann"].value == "Silva Forum"


# Naming


def test_the_hammer_names() -> None:
    """name.builder"""
    state = table()
    assert rules(state, "name", player="Ann", resource="wood") == []
    assert rules(state, "name", player="Ben", resource="wood") == ["name.builder"]
    assert reason(state, "name", player="Ben", resource="wood") == "Ann has the hammer, not Ben"


def test_one_of_five_resources_is_named_once() -> None:
    """name.resource"""
    for resource in RESOURCES:
        assert play(table(), "name", player="Ann", resource=resource).named == resource
    with pytest.raises(ValueError, match="no resource called 'gold'"):
        move("name", player="Ann", resource="gold")
    full = table(boards=dict.fromkeys(("Ann", "Ben", "Cy"), FULL), named="wood")
    assert rules(full, "name", player="Ann", resource="glass") == ["name.resource"]


def test_a_new_name_waits_until_all_have_placed() -> None:
    """round.wait place.must"""
    state = table(named="wood")
    found = rules(state, "name", player="Ann", resource="glass")
    assert found.count("place.must") == 3


def test_naming_counts_as_a_turn_as_master_builder() -> None:
    """tie.turns"""
    state = table(towns={"Ann": {"turns": 2}, "Ben": {"turns": None}})
    assert play(state, "name", player="Ann", resource="wood").towns["Ann"].turns == 3
    unknown = state.model_copy(update={"hammer": "Ben"})
    assert play(unknown, "name", player="Ben", resource="wood").towns["Ben"].turns is None


def test_a_banked_resource_is_not_named_by_its_owner() -> None:
    """bank.name"""
    bank = town("Bank . . .")
    state = table(
        boards={"Ann": bank, "Ben": bank},
        towns={"Ann": {"stored": {"a1": ("glass",)}}, "Ben": {"stored": {"a1": ("wood",)}}},
        cards=cards("Bank"),
    )
    assert rules(state, "name", player="Ann", resource="glass") == ["bank.name"]
    assert reason(state, "name", player="Ann", resource="glass") == (
        "Ann's Bank on a1 holds glass, so Ann may not name it"
    )
    assert rules(state, "name", player="Ann", resource="wood") == []


def test_five_banks_leave_a_question_no_text_answers() -> None:
    """bank.name"""
    stored = {s: (r,) for s, r in zip(("a1", "b1", "c1", "d1", "a2"), RESOURCES, strict=True)}
    state = table(boards={"Ann": town("Bank Bank Bank Bank", "Bank")},
                  towns={"Ann": {"stored": stored}})  # fmt: skip
    assert ruling(state, "name", player="Ann", resource="wood") == "unproven"


def test_fort_ironweed_names_only_as_the_last_player() -> None:
    """ironweed.hammer complete.last"""
    fort = {"Ann": town("Fort_Ironweed . . .")}
    assert rules(table(boards=fort), "name", player="Ann", resource="wood") == ["ironweed.hammer"]
    alone = table(boards=fort, towns={"Ben": {"completed": 3}, "Cy": {"completed": 4}})
    assert rules(alone, "name", player="Ann", resource="wood") == []


def test_a_complete_player_names_no_more() -> None:
    """complete.hammer complete.out"""
    state = table(towns={"Ann": {"completed": 4}})
    assert rules(state, "name", player="Ann", resource="wood") == ["complete.out"]
    assert "since round 4" in reason(state, "name", player="Ann", resource="wood")


# Town Hall


def test_the_mayor_draws_and_nobody_names() -> None:
    """town-hall.mayor town-hall.draw"""
    state = set_up(3, variant="town-hall", monuments=False, mayor="Ben")
    assert rules(state, "name", player="Ben", resource="wood") == ["town-hall.mayor"]
    assert rules(state, "draw", player="Ann") == ["town-hall.mayor"]
    assert rules(table(), "draw", player="Ann") == ["town-hall.mayor"]
    first = GAME.table(state, True)["deck"][0]
    drawn = play(state, "draw", player="Ben")
    assert drawn.named == first
    assert rules(drawn, "draw", player="Ben") == ["town-hall.draw"]
    wrong = next(r for r in RESOURCES if r != first)
    assert rules(state, "draw", player="Ben", resource=wrong) == ["town-hall.draw"]


def test_two_rounds_are_drawn_and_the_third_is_free() -> None:
    """town-hall.draw town-hall.free"""
    state = table(variant="town-hall", round=3)
    assert rules(state, "draw", player="Ann", resource="wood") == ["town-hall.free"]
    assert rules(state, "pick", player="Ben", resource="wood") == []
    for number in (1, 2, 4, 5):
        drawn = table(variant="town-hall", round=number)
        assert rules(drawn, "draw", player="Ann", resource="wood") == []
        assert rules(drawn, "pick", player="Ben", resource="wood") == ["town-hall.free"]
    assert rules(table(), "pick", player="Ann", resource="wood") == ["name.builder"]


def test_everybody_chooses_once_in_a_free_round() -> None:
    """town-hall.free place.once"""
    state = table(variant="town-hall", round=3)
    chosen = play(state, "pick", player="Ben", resource="stone")
    assert rules(chosen, "pick", player="Ben", resource="wood") == ["place.once"]
    placed = play(chosen, "place", player="Ben", square="c3")
    assert placed.towns["Ben"].at("c3") == "stone"
    at_once = play(placed, "pick", player="Cy", resource="wood", square="a1")
    assert at_once.towns["Cy"].at("a1") == "wood"
    assert rules(at_once, "place", player="Ann", square="a1") == ["town-hall.free"]
    assert rules(state, "pick", player="Ben", resource="wood", square="a1") == []


def test_a_bank_blocks_its_resource_in_free_rounds() -> None:
    """bank.name"""
    state = table(
        variant="town-hall",
        round=3,
        boards={"Ann": town("Bank . . .")},
        towns={"Ann": {"stored": {"a1": ("glass",)}}},
    )
    assert rules(state, "pick", player="Ann", resource="glass") == ["bank.name"]
    assert rules(state, "pick", player="Ann", resource="wood") == []


def test_fort_ironweed_gets_no_cube_in_free_rounds() -> None:
    """ironweed.free"""
    boards = {"Ann": town("Fort_Ironweed . . .")}
    state = table(variant="town-hall", round=3, boards=boards)
    assert rules(state, "pick", player="Ann", resource="wood") == ["ironweed.free"]
    assert rules(state, "place", player="Ann", square="b2") == ["ironweed.free"]
    for other in ("Ben", "Cy"):
        state = play(state, "pick", player=other, resource="wood", square="a1")
    assert rules(state, "next") == []
    alone = table("Ann Ben", variant="town-hall", round=3, boards=boards,
                  towns={"Ben": {"completed": 2}})  # fmt: skip
    assert rules(alone, "pick", player="Ann", resource="wood") == []


def test_the_deck_is_shuffled_again_when_a_card_is_needed() -> None:
    """town-hall.reshuffle"""
    state = set_up(2, variant="town-hall", monuments=False)
    drawn: list[str] = []
    for _ in range(20):
        state = play(state, "draw", player=state.hammer).model_copy(update={"named": None})
        drawn.append(state.deck.drawn[-1])
        assert sum(GAME.components(state)[k] for k in ["resource cards"]) == 15
    assert state.deck.shuffle == 1
    assert len(state.deck.drawn) == 10
    assert drawn[:10] != drawn[10:]


def test_no_resource_is_drawn_four_times_from_one_shuffle() -> None:
    """town-hall.deck town-hall.reshuffle"""
    state = set_up(2, variant="town-hall", monuments=False, deal="table")
    assert next_card(state.deck) is None
    mayor = state.hammer
    for resource in ["wood"] * 3:
        state = play(state, "draw", player=mayor, resource=resource)
        state = state.model_copy(update={"named": None})
    assert rules(state, "draw", player=mayor, resource="wood") == ["town-hall.deck"]
    for resource in ["glass"] * 3 + ["stone"] * 3 + ["brick"]:
        state = play(state, "draw", player=mayor, resource=resource)
        state = state.model_copy(update={"named": None})
    assert rules(state, "draw", player=mayor, resource="wood") == []


def test_a_mayor_whose_town_is_complete_draws_for_the_others() -> None:
    """town-hall.mayor"""
    state = table(variant="town-hall", round=1, towns={"Ann": {"completed": 1}})
    assert rules(state, "draw", player="Ann", resource="wood") == []


# Solo


def test_alone_one_of_three_open_cards_is_picked() -> None:
    """solo.offer"""
    state = set_up(1, monuments=False)
    offer = state.deck.offer
    assert rules(state, "name", player="Ann", resource=offer[0]) == ["solo.offer"]
    missing = next((r for r in RESOURCES if r not in offer), None)
    assert missing is not None
    assert rules(state, "pick", player="Ann", resource=missing) == ["solo.offer"]
    picked = play(state, "pick", player="Ann", resource=offer[1])
    assert picked.named == offer[1]
    assert rules(picked, "pick", player="Ann", resource=picked.deck.offer[0]) == ["solo.offer"]
    told = position([{"name": "Ann", "board": [". . . ."] * 4}], options={"variant": "solo"})
    assert ruling(told, "pick", player="Ann", resource="wood") == "unproven"


def test_a_picked_card_goes_under_the_pile_and_one_is_turned_up() -> None:
    """solo.refill"""
    state = set_up(1, monuments=False)
    before, pile = state.deck.offer, state.deck.pile.value
    after = play(state, "pick", player="Ann", resource=before[1]).deck
    assert after.offer == (before[0], pile[0], before[2])
    assert after.pile.value == (*pile[1:], before[1])
    assert Counter(after.offer + after.pile.value) == Counter(before + pile)
