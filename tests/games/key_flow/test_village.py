"""Laying village cards: two rows, half a card apart, connected, gaps allowed."""

from __future__ import annotations

import pytest

from keyhelper.engine.trouble import Trouble
from keyhelper.games.key_flow.moves import Choose, Discard, Gain, Keyple, Lay, Rate, Sort
from keyhelper.games.key_flow.village import (
    open_places,
    place_name,
    read_place,
    row_of,
    side_of,
    steps,
    touching,
)
from keyhelper.games.key_flow.wiring import GAME
from tests.games.key_flow.tables import (
    changed,
    judge,
    nothing,
    play,
    printed,
    set_to,
    table,
    with_card,
    with_cards,
)


@pytest.mark.parametrize(
    ("text", "place"),
    [("home", 0), ("R1", 2), ("l1", -2), ("R0.5", 1), ("l1.5", -3), ("-2", -4), ("right 3", 6)],
)
def test_places_are_read_as_people_say_them(text: str, place: int) -> None:
    """village.row"""
    assert read_place(text) == place
    assert read_place(place_name(place)) == place


@pytest.mark.parametrize("text", ["", "up", "R", "R99", "L1R", "r0.25"])
def test_what_is_no_place_is_refused(text: str) -> None:
    """village.row"""
    with pytest.raises(Trouble):
        read_place(text)


def test_the_river_row_is_shifted_by_half_a_card() -> None:
    """village.row"""
    assert [row_of(place) for place in (0, 1, 2, -1)] == ["road", "river", "road", "river"]
    assert set(touching(0)) == {-2, -1, 1, 2}
    assert [side_of(place) for place in (-1, 0, 3)] == ["left", "home", "right"]


def test_open_places_touch_a_card() -> None:
    """village.connect"""
    assert open_places({0}) == (1, -1, 2, -2)
    assert open_places({0}, "river") == (1, -1)


def test_steps_go_round_a_gap_through_the_other_row() -> None:
    """transport.path"""
    village = {0, 1, 3, 4}  # no road card at R1

    assert steps(village, 0, 4, crossing=True) == 3
    assert steps(village, 0, 4, crossing=False) is None


def test_a_card_that_touches_nothing_is_refused() -> None:
    """village.connect"""
    state = table()

    assert judge(state, Lay(player="Ann", at="R1", card="Gold Mine")).is_legal
    assert judge(state, Lay(player="Ann", at="R2", card="Gold Mine")).rules == ["village.connect"]


def test_a_gap_is_allowed_where_the_river_joins() -> None:
    """village.connect"""
    state = with_cards(table(), "Ann", Keyflower="R0.5", Flipper="R1.5")

    assert judge(state, Lay(player="Ann", at="R2", card="Gold Mine")).is_legal


def test_a_place_holds_one_card() -> None:
    """village.place"""
    verdict = judge(table(), Lay(player="Ann", at="home", card="Workshop"))

    assert verdict.rules == ["village.place"]


def test_a_road_card_does_not_go_by_the_river() -> None:
    """village.row"""
    verdict = judge(table(), Lay(player="Ann", at="R0.5", card="gold mine"))

    assert verdict.rules == ["village.row"]
    assert "Gold Mine shows a road; R0.5 is in the river row" in verdict.reasons[0].text
    assert "R1" in verdict.reasons[0].hint


def test_a_boat_lies_by_the_river() -> None:
    """boat.river"""
    state = set_to(table(), season="summer")
    state = printed(state, "Sea Bastion", kind="boat")

    assert judge(state, Lay(player="Ann", at="L0.5", card="Flipper")).is_legal
    assert judge(state, Lay(player="Ann", at="R1", card="Flipper")).rules == ["village.row"]
    assert judge(state, Lay(player="Ann", at="R1", card="Sea Bastion")).rules == ["boat.river"]


def test_each_plays_one_card_a_turn() -> None:
    """draft.once draft.choose"""
    state = play(table(), Lay(player="Ann", at="R1", card="Gold Mine"), nothing("Ann"))

    verdict = judge(state, Discard(player="Ann"))

    assert verdict.rules == ["draft.once"]
    assert "already played a card in turn 1 of 6" in verdict.reasons[0].text
    assert judge(state, Discard(player="Ben")).is_legal


def test_the_turn_ends_when_everybody_has_played() -> None:
    """draft.once"""
    state = play(table(2), Discard(player="Ann"))
    assert (state.round, state.played) == (1, ("Ann",))

    state = play(state, Discard(player="Ben"))

    assert (state.round, state.played) == (2, ())


def test_an_open_question_keeps_the_turn_open() -> None:
    """village.gain"""
    state = play(table(2), Discard(player="Ann"), Lay(player="Ben", at="R1", card="Mill"))
    assert state.round == 1

    assert play(state, nothing("Ben")).round == 2


def test_a_foot_gives_its_goods_at_once_onto_the_card() -> None:
    """village.gain goods.own"""
    state = play(
        table(), Lay(player="Ann", at="R1", card="Mill"), Gain(player="Ann", what="2 iron")
    )

    building = state.find("Ann", "Mill")
    assert building is not None
    assert building.goods == {"iron": 2}
    assert state.supply["iron"] == 38


def test_a_foot_that_is_known_needs_no_question() -> None:
    """village.gain skill.specific skill.random"""
    state = printed(table(), "Mill", row="road", gains="1 saw + 1 skill")

    state = play(state, Lay(player="Ann", at="R1", card="mill"))

    assert not state.tasks
    assert state.skills["Ann"] == {"double saw": 1, "face-down": 1}
    assert (state.supply["double saw"], state.supply["skill"]) == (2, 44)


def test_a_foot_is_what_the_card_says() -> None:
    """village.gain"""
    state = printed(table(), "Mill", row="road", gains="1 iron or 1 wood")
    state = play(state, Lay(player="Ann", at="R1", card="Mill"))

    assert judge(state, Gain(player="Ann", what="1 wood")).is_legal
    assert judge(state, Gain(player="Ann", what="2 wood")).rules == ["village.gain"]


def test_a_foot_gives_no_transport() -> None:
    """village.gain"""
    state = play(table(), Lay(player="Ann", at="R1", card="Mill"))

    assert "village.gain" in judge(state, Gain(player="Ann", what="2 transport")).rules


def test_no_shown_skill_without_a_double_sided_tile() -> None:
    """skill.specific"""
    state = play(table(), Lay(player="Ann", at="R1", card="Mill"))
    state = set_to(state, supply=state.supply | {"double saw": 1})

    assert judge(state, Gain(player="Ann", what="1 saw")).is_legal
    verdict = judge(state, Gain(player="Ann", what="2 saw"))
    assert verdict.rules == ["skill.specific"]
    assert "2 double-sided saw tiles to be taken; the supply has 1" in verdict.reasons[0].text


def test_no_random_skill_from_an_empty_pile() -> None:
    """skill.random"""
    state = play(table(), Lay(player="Ann", at="R1", card="Mill"))
    state = set_to(state, supply=state.supply | {"skill": 1})

    assert judge(state, Gain(player="Ann", what="1 skill")).is_legal
    assert judge(state, Gain(player="Ann", what="2 skill")).rules == ["skill.random"]


def test_a_short_supply_hinders_nobody_from_laying_a_card() -> None:
    """skill.specific village.gain: the table says what was left to take"""
    state = printed(table(), "Mill", row="road", gains="1 saw + 1 skill")
    state = set_to(state, supply=state.supply | {"double saw": 0})
    lay = Lay(player="Ann", at="R1", card="Mill")

    assert judge(state, lay).is_legal
    state = play(state, lay)

    assert judge(state, Gain(player="Ann", what="1 saw + 1 skill")).rules == ["skill.specific"]
    assert judge(state, Gain(player="Ann", what="2 skill")).rules == ["village.gain"]
    assert judge(state, Gain(player="Ann", what="1 skill")).is_legal


def test_multipliers_stretch_the_supply_twelve_times_six() -> None:
    """box.multipliers box.resources"""
    state = play(table(), Lay(player="Ann", at="R1", card="Mill"))
    state = set_to(state, supply=state.supply | {"iron": 2 - 72})

    assert judge(state, Gain(player="Ann", what="2 iron")).is_legal
    verdict = judge(state, Gain(player="Ann", what="3 iron"))
    assert verdict.rules == ["box.multipliers"]
    assert "13 multiplier tiles; the box holds 12" in verdict.reasons[0].text


def test_a_discard_pays_a_token_and_boxes_the_card() -> None:
    """discard.token"""
    before = table()
    state = play(before, Discard(player="Ann"))

    assert state.tokens["Ann"] == 1
    assert state.boxed == 1
    assert GAME.components(state) == GAME.components(before)


def test_a_discard_brings_no_token_from_an_empty_supply() -> None:
    """discard.token: any card may be discarded"""
    state = set_to(table(), supply=table().supply | {"token": 0})

    after = play(state, Discard(player="Ann"))

    assert after.tokens["Ann"] == after.supply["token"] == 0
    assert GAME.turn(after).news == ("The supply has no keyple tokens; Ann gains none",)
    old = GAME.play(set_to(state, edition=0), Discard(player="Ann"))
    assert old.tokens["Ann"] == 1


def test_a_second_copy_of_a_card_gets_a_number() -> None:
    """village.place"""
    state = with_cards(table(), "Ann", Workshop="R1")

    state = play(state, Lay(player="Ann", at="R2", card="workshop"), nothing("Ann"))

    assert [b.name for b in state.villages["Ann"]] == ["Home", "Workshop", "Workshop 2"]


def test_a_new_river_card_is_asked_for_its_sort() -> None:
    """boat.river"""
    state = play(table(), Lay(player="Ann", at="R0.5", card="sea bastion"))

    ask = GAME.turn(state).asks[0]
    assert ask.prompt == "Sea Bastion in the river row: what sort of card"

    state = play(state, Sort(card="Sea Bastion", sort="boat"), nothing("Ann"))
    assert state.book["Sea Bastion"].kind == "boat"


def test_what_is_typed_once_is_offered_again_and_kept_for_the_box() -> None:
    """village.gain"""
    state = play(table(2), Lay(player="Ann", at="R1", card="mill"))
    gain = Gain(player="Ann", what="2 iron")

    learned = GAME.learns(state, gain)
    state = play(state, gain, Discard(player="Ben"))
    state = play(state, Discard(player="Ann"), Lay(player="Ben", at="R1", card="MILL"))

    assert [(item.name, item.field, item.value) for item in learned] == [
        ("Mill", "gains", "2 iron")
    ]
    building = state.find("Ben", "Mill")
    assert building is not None
    assert building.goods == {"iron": 2}


def test_a_nearly_known_name_is_asked_back() -> None:
    """village.place"""
    move = Lay(player="Ann", at="R1", card="keythedal")

    doubt = GAME.doubt(table(), move)

    assert doubt is not None
    assert [label for label, _ in doubt.choices] == ["Keythedral", "a new card, Keythedal"]
    assert [GAME.doubt(table(), meant) for _, meant in doubt.choices] == [None, None]
    assert [meant.says() for _, meant in doubt.choices] == [
        "Ann lays Keythedral at R1",
        "Ann lays Keythedal at R1",
    ]


def test_the_winter_card_is_chosen_once_at_the_end_of_autumn() -> None:
    """winter.choose winter.played"""
    autumn = set_to(table(2), season="autumn", phase="choose")
    dairy = Choose(player="Ann", at="R1", card="dairy")

    assert judge(table(2), dairy).rules == ["winter.choose"]
    state = play(autumn, dairy)
    assert judge(state, Choose(player="Ann", at="R2", card="Jeweller")).rules == ["winter.choose"]
    state = play(state, Choose(player="Ben", at="L1", card="Jeweller"))
    assert (state.season, state.phase, state.round) == ("winter", "draft", 1)


def test_only_a_winter_card_is_chosen_then() -> None:
    """winter.choose"""
    autumn = set_to(table(2), season="autumn", phase="choose")

    verdict = judge(autumn, Choose(player="Ann", at="R0.5", card="Flipper"))

    assert "Flipper is a boat card, not a winter card" in verdict.reasons[0].text


def test_the_winter_card_cannot_be_discarded() -> None:
    """faq.winter-discard"""
    autumn = set_to(table(2), season="autumn", phase="choose")

    assert judge(autumn, Discard(player="Ann")).rules == ["faq.winter-discard"]


def test_an_unknown_winter_card_is_asked_for_what_it_scores() -> None:
    """score.winter winter.choose"""
    autumn = set_to(table(2), season="autumn", phase="choose")
    state = play(autumn, Choose(player="Ann", at="R1", card="trader"))

    assert GAME.turn(state).asks[0].prompt == "What does Trader score"
    rate = Rate(card="Trader", scores="5 per iron + stone + wood")
    assert [item.field for item in GAME.learns(state, rate)] == ["scores"]
    state = play(state, rate)
    assert not state.tasks


def test_a_card_that_scores_nothing_of_its_own_is_a_village_card() -> None:
    """score.winter"""
    winter = set_to(table(2), season="winter")
    state = play(winter, Lay(player="Ann", at="R1", card="Fold"))

    state = play(state, Rate(card="Fold", scores="nothing"))

    assert state.book["Fold"].kind == "village"
    assert GAME.turn(state).asks[0].kinds == ("gain",)


def test_a_rate_known_to_the_box_is_not_changed_by_mistake() -> None:
    """score.winter"""
    verdict = judge(table(), Rate(card="Dairy", scores="4 per cow"))

    assert verdict.rules == ["score.winter"]
    assert judge(table(), Rate(card="Dairy", scores="5 per cow and token")).is_legal


def test_a_boat_is_not_found_by_the_road() -> None:
    """boat.river"""
    state = with_card(table(), "Ann", "Mill", "R1")
    state = printed(state, "Mill", row="road")

    assert judge(state, Sort(card="Mill", sort="boat")).rules == ["boat.river"]


def test_a_new_card_can_be_used_from_the_next_turn_on() -> None:
    """turn.new-building faq.new-building"""
    state = play(table(2), Lay(player="Ann", at="R1", card="Mill"), nothing("Ann"))
    keyple = Keyple(player="Ben", keyples=1, arrows=("right",), village="Ann", building="Mill")

    verdict = judge(state, keyple)
    assert verdict.rules == ["turn.new-building"]

    state = play(state, Discard(player="Ben"))
    assert judge(state, keyple).is_legal


def test_places_can_name_a_building() -> None:
    """village.place"""
    state = with_cards(table(), "Ann", Workshop="L1")

    found = state.find("Ann", "l1")

    assert found is not None
    assert found.name == "Workshop"
    assert changed(state, "Ann", "L1", goods={"iron": 1}).find("Ann", "workshop") is not None
