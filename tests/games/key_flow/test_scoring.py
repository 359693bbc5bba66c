"""The final count of Key Flow, sentence by sentence."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from keyhelper.engine.scoring import standings
from keyhelper.games.key_flow.wiring import GAME
from tests.games.key_flow.tables import points, position, sheet


def test_the_topmost_uncovered_panel_of_each_card_scores() -> None:
    """score.panels"""
    for upgrades, expected in enumerate((5, 12, 20)):
        found = sheet(panels=[3, {"card": "keythedral", "upgrades": upgrades}])
        assert points(found)["panels"] == 3 + expected


def test_a_card_has_no_more_upgrades_than_panels_below() -> None:
    """score.panels"""
    with pytest.raises(ValidationError, match="3 panels, so at most 2 upgrades; found 3"):
        sheet(panels=[{"card": "Keythedral", "upgrades": 3}])


def test_a_card_with_unknown_panels_leaves_the_line_open() -> None:
    """score.panels"""
    found = sheet(panels=[{"card": "Gold Mine", "upgrades": 1}])

    assert points(found)["panels"] is None
    assert found.total is None
    assert "Gold Mine with 1 upgrade" in found.lines[0].missing


def test_panels_can_be_added_up_as_people_write_it() -> None:
    """score.panels"""
    assert points(sheet(panels="5+12+3+2"))["panels"] == 22
    assert points(sheet(panels=22))["panels"] == 22


def test_each_flipped_tile_is_a_point() -> None:
    """score.flipped"""
    assert points(sheet(flipped=3))["flipped"] == 3


def test_flipped_tiles_are_no_more_than_the_box_holds() -> None:
    """box.upgrades"""
    assert points(sheet(flipped=45))["flipped"] == 45
    with pytest.raises(ValidationError, match="46 upgrade tiles are given; the box holds 45"):
        sheet(flipped=46)


def test_a_location_scores_what_lies_on_it() -> None:
    """score.locations"""
    barn = {"card": "Barn", "resources": {"iron": 2, "wood": 1}, "scores": "2 per resource"}

    assert points(sheet(locations=[barn]))["locations"] == 6


def test_goods_on_a_location_serve_no_winter_card() -> None:
    """score.locations-only winter.allocate"""
    barn = {"card": "Barn", "resources": {"iron": 3}, "scores": "1 per iron"}
    smith = {"name": "Smith", "scores": "5 per iron"}

    found = points(sheet(locations=[barn], winter=[smith], resources={"iron": 1}))

    assert (found["locations"], found["smith"]) == (3, 5)


def test_a_location_without_a_known_rate_is_open() -> None:
    """score.locations"""
    found = sheet(locations=[{"card": "Barn", "resources": {"iron": 1}}])

    assert points(found)["locations"] is None
    assert "what Barn scores" in found.lines[2].missing


@pytest.mark.parametrize(("reading", "there", "left"), [("wild", 6, 0), ("plain", 4, 1)])
def test_gold_at_a_location(reading: str, there: int, left: int) -> None:
    """score.location-gold"""
    smith = {"card": "Blacksmith", "resources": {"iron": 2, "gold": 1}, "scores": "2 per iron"}

    found = points(sheet({"score.location-gold": reading}, locations=[smith]))

    assert (found["locations"], found["gold"]) == (there, left)


def test_gold_stays_gold_where_a_location_pays_less() -> None:
    """score.location-gold"""
    yard = {"card": "Stone Yard", "resources": {"stone": 1, "gold": 2},
            "scores": "1 per stone, at most 1"}  # fmt: skip

    found = points(sheet(locations=[yard]))

    assert (found["locations"], found["gold"]) == (1, 2)


def test_dairy_pairs_cows_with_tokens() -> None:
    """score.dairy"""
    assert points(sheet(winter=["Dairy"], animals={"cow": 3}, tokens=2))["dairy"] == 10


@pytest.mark.parametrize(("reading", "expected"), [("each", 4), ("trio", 1)])
def test_farmyard_by_animal_or_by_trio(reading: str, expected: int) -> None:
    """score.farmyard"""
    animals = {"sheep": 2, "pig": 1, "cow": 1}

    found = points(sheet({"score.farmyard": reading}, winter=["farmyard"], animals=animals))

    assert found["farmyard"] == expected


def test_craftsmens_guild_takes_red_yellow_blue() -> None:
    """score.craftsmen"""
    keyples = {"red": 2, "yellow": 3, "blue": 2, "green": 4}

    assert points(sheet(winter=["Craftsmens guild"], keyples=keyples))["craftsmens-guild"] == 6


def test_jeweller_replaces_the_point_for_gold() -> None:
    """score.jeweller score.gold"""
    found = points(sheet(winter=["jeweller"], resources={"gold": 3}))

    assert (found["jeweller"], found["gold"]) == (6, 0)


def test_scholar_takes_the_best_single_skill() -> None:
    """score.scholar"""
    found = sheet(winter=["Scholar"], skills={"saw": 2, "anvil": 3, "pick-axe": 1})

    assert points(found)["scholar"] == 9


def test_sea_breese_counts_itself() -> None:
    """score.sea-breese"""
    found = sheet(winter=["Sea Breese"], boats=["Flipper", "Keyflower"])

    assert points(found)["sea-breese"] == 12


def test_sea_breese_listed_among_the_boats_is_not_counted_twice() -> None:
    """score.sea-breese"""
    found = sheet(winter=["Sea Breese"], boats=["Flipper", "sea breese"])

    assert points(found)["sea-breese"] == 8


def test_a_boat_that_scores_boats_may_serve_another_card() -> None:
    """winter.allocate"""
    harbour = {"name": "Harbour", "scores": "6 per boat"}

    assert sheet(winter=["Sea Breese", harbour], boats=["Flipper"]).total == 12


def test_each_piece_is_used_once() -> None:
    """winter.allocate faq.allocate-once score.winter"""
    cards = [{"name": "One", "scores": "3 per iron"}, {"name": "Two", "scores": "2 per iron"}]

    found = points(sheet(winter=cards, resources={"iron": 4}))

    assert (found["one"], found["two"]) == (12, 0)


def test_gold_stands_in_for_iron_stone_and_wood_but_for_nothing_else() -> None:
    """winter.gold-wild"""
    trader = {"name": "Trader", "scores": "5 per iron + stone + wood"}
    herd = {"name": "Herd", "scores": "5 per cow"}

    found = points(sheet(winter=[trader, herd], resources={"iron": 1, "gold": 2}))

    assert (found["trader"], found["herd"], found["gold"]) == (5, 0, 0)


def test_gold_is_kept_where_standing_in_pays_less() -> None:
    """winter.gold-left box.gold score.gold"""
    card = {"name": "Poor", "scores": "2 per 3 wood"}

    found = points(sheet(winter=[card], resources={"gold": 3}))

    assert (found["poor"], found["gold"]) == (0, 3)


def test_a_keyple_card_is_keyple_or_animal_never_both() -> None:
    """winter.either-or faq.keyple-or-animal"""
    cards = [{"name": "Reds", "scores": "4 per red"}, {"name": "Cows", "scores": "3 per cow"}]

    found = points(sheet(winter=cards, keyples=[{"colour": "red", "animal": "cow"}]))

    assert (found["reds"], found["cows"]) == (4, 0)


def test_a_keyple_cards_animal_completes_a_dairy() -> None:
    """winter.either-or"""
    found = sheet(winter=["Dairy"], keyples=["red cow"], tokens=1)

    assert points(found)["dairy"] == 5
    assert "red keyple showing cow" in next(x.detail for x in found.lines if x.id == "dairy")


@pytest.mark.parametrize(("reading", "expected"), [("each", 10), ("all", 5)])
def test_keymelequin_swaps_green_and_yellow(reading: str, expected: int) -> None:
    """boat.keymelequin"""
    pairs = {"name": "Pairs", "scores": "5 per green + yellow"}

    found = sheet(
        {"boat.keymelequin": reading},
        winter=[pairs], boats=["keymelequin"], keyples={"green": 3, "yellow": 1},
    )  # fmt: skip

    assert points(found)["pairs"] == expected


def test_without_keymelequin_green_is_green() -> None:
    """boat.keymelequin"""
    assert points(sheet(winter=["Craftsmen's Guild"], keyples="1 red, 1 green, 1 blue"))[
        "craftsmens-guild"
    ] == 0  # fmt: skip


@pytest.mark.parametrize(("reading", "expected"), [("each", 8), ("all", 4)])
def test_mansfield_ark_swaps_sheep_and_pigs(reading: str, expected: int) -> None:
    """boat.ark"""
    pen = {"name": "Pen", "scores": "4 per sheep + pig"}

    found = sheet(
        {"boat.ark": reading}, winter=[pen], boats=["Mansfield Ark"], animals={"sheep": 3, "pig": 1}
    )

    assert points(found)["pen"] == expected


def test_all_at_once_still_swaps_when_it_pays() -> None:
    """boat.ark"""
    flock = {"name": "Flock", "scores": "2 per sheep"}

    found = sheet({"boat.ark": "all"}, winter=[flock], boats=["mansfield ark"], animals={"pig": 3})

    assert points(found)["flock"] == 6


def test_tokens_skills_transport_and_flat_points_count() -> None:
    """score.winter game.winner"""
    cards = [
        {"name": "Flat", "scores": "5"},
        {"name": "Carts", "scores": "1 per transport"},
        {"name": "Capped", "scores": "2 per token, at most 2"},
        {"name": "Fives", "scores": "3 per 5 keyple"},
    ]

    found = points(sheet(winter=cards, transport=7, tokens=5, keyples={"red": 6, "blue": 4}))

    assert [found[name] for name in ("flat", "carts", "capped", "fives")] == [5, 7, 4, 6]


def test_an_unknown_winter_card_is_open_and_says_what_to_give() -> None:
    """score.winter"""
    found = sheet(winter=["Trader"])

    assert found.total is None
    assert "what Trader scores is not known" in found.lines[3].missing


def test_a_misspelt_winter_card_is_asked_back() -> None:
    """score.winter"""
    assert "did you mean Dairy?" in sheet(winter=["Diary"]).lines[3].missing


def test_a_card_given_its_own_condition_needs_no_catalogue() -> None:
    """score.winter"""
    assert sheet(winter=["Trader: 2 per iron"], resources={"iron": 2}).total == 4


def test_a_condition_that_cannot_be_read_is_refused_with_its_place() -> None:
    """score.winter"""
    with pytest.raises(ValidationError, match="`irn` is nothing this game counts"):
        sheet(winter=[{"name": "Trader", "scores": "2 per irn"}])


def test_two_copies_of_a_card_have_two_lines() -> None:
    """score.winter"""
    found = points(sheet(winter=["Jeweller", "Jeweller"], resources={"gold": 1}))

    assert found["jeweller"] == 2
    assert found["jeweller-2"] == 0


def test_the_allocation_stands_beside_the_lines() -> None:
    """winter.allocate"""
    found = sheet(winter=["Dairy", "Sea Breese"], animals={"cow": 1}, tokens=2)

    assert found.allocation == (
        {"card": "Dairy", "pieces": {"cow": 1, "token": 1}, "times": 1},
        {"card": "Sea Breese", "pieces": {"itself": 1}, "times": 1},
    )
    assert "No other allocation gives more" in found.notes


def test_a_claimed_allocation_is_compared_with_the_best() -> None:
    """winter.allocate"""
    cards = [{"name": "One", "scores": "3 per iron"}, {"name": "Two", "scores": "2 per iron"}]
    claimed = [{"card": "Two", "pieces": {"iron": 2}, "times": 2}]

    found = sheet(winter=cards, resources={"iron": 2}, claimed=claimed)

    assert found.total == 6
    assert any("You claimed 4; 6 is possible" in note for note in found.notes)


def test_a_claim_of_pieces_nobody_has_is_told() -> None:
    """faq.allocate-once"""
    claimed = [{"card": "Jeweller", "pieces": {"gold": 3}, "times": 3}]

    found = sheet(winter=["Jeweller"], resources={"gold": 2}, claimed=claimed)

    assert any("3 gold are claimed in all; there are 2" in note for note in found.notes)


def test_the_best_allocation_claimed_back_is_the_best() -> None:
    """winter.allocate"""
    given: dict[str, Any] = {
        "winter": ["Dairy", "Sea Breese", "Craftsmen's Guild"],
        "boats": ["Keymelequin"],
        "keyples": "1 red cow, 2 red, 2 green, 2 blue",
        "tokens": 2,
    }
    best = sheet(**given)

    again = sheet(**given, claimed=list(best.allocation or ()))

    assert any("no other allocation gives more" in note.lower() for note in again.notes[1:])
    assert not any("is possible" in note for note in again.notes)


def tied(*animals: dict[str, int]) -> Any:
    players = [
        {"name": name, "panels": [7], "animals": own}
        for name, own in zip(("Ann", "Ben", "Cy"), animals, strict=False)
    ]
    return standings(GAME.score(position(players=players)))


def test_a_tie_goes_to_the_most_sheep() -> None:
    """tie.sheep"""
    result = tied({"sheep": 1, "pig": 5}, {"sheep": 2})

    assert (result.winners, result.decided_by) == (("Ben",), "most-sheep")


def test_then_to_the_most_pigs() -> None:
    """tie.pigs"""
    result = tied({"sheep": 1, "pig": 1, "cow": 4}, {"sheep": 1, "pig": 2})

    assert (result.winners, result.decided_by) == (("Ben",), "most-pigs")


def test_then_to_the_most_cows() -> None:
    """tie.cows"""
    result = tied({"cow": 1}, {"cow": 2}, {"cow": 2, "sheep": 0, "pig": 0})

    assert (result.winners, result.decided_by) == (("Ben", "Cy"), "shared")
    assert tied({"cow": 1}, {"cow": 2}).decided_by == "most-cows"


def test_after_cows_the_place_is_shared_or_played_again() -> None:
    """tie.last"""
    players = [{"name": name, "panels": [7], "animals": {"cow": 1}} for name in ("Ann", "Ben")]
    again = GAME.score(position(players=players, readings={"tie.last": "again"}))

    assert tied({"cow": 1}, {"cow": 1}).decided_by == "shared"
    assert all("plays again" in sheet.notes[-1] for sheet in again)


def test_animals_on_keyple_cards_part_a_tie() -> None:
    """tie.sheep"""
    players = [
        {"name": "Ann", "panels": [7], "keyples": ["red sheep"]},
        {"name": "Ben", "panels": [7]},
    ]

    assert standings(GAME.score(position(players=players))).winners == ("Ann",)


def test_a_tie_without_any_recorded_animals_is_not_decided() -> None:
    """tie.sheep"""
    players = [{"name": name, "panels": [7]} for name in ("Ann", "Ben")]

    assert standings(GAME.score(position(players=players))).unproven


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"tokens": 52}, "52 keyple tokens are given; the box holds 51"),
        ({"skills": {"saw": 19}}, "19 saw tiles are given; the box holds 18"),
        ({"resources": {"iron": 113}}, "113 iron counters, multiplier tiles included"),
        ({"tokens": -1}, "greater than or equal to 0"),
        ({"resources": {"brick": 1}}, "no resource called 'brick'"),
        ({"resources": {"Iron": 1, "iron": 2}}, "name the same thing"),
        ({"keyples": [{"colour": "pink"}]}, "no keyple colour called 'pink'"),
        ({"boats": ["Keymelquin"]}, "did you mean Keymelequin"),
        ({"panels": [{"points": 3, "card": "Barn"}]}, "a panel is a number of points, or a card"),
        ({"moon": 3}, "Extra inputs are not permitted"),
    ],
)
def test_what_cannot_be_is_refused(given: dict[str, Any], message: str) -> None:
    """box.tokens box.skills box.resources box.multipliers"""
    with pytest.raises(ValidationError, match=message):
        sheet(**given)


def test_counts_of_all_players_are_added_up() -> None:
    """box.tokens"""
    players = [{"name": "Ann", "tokens": 30}, {"name": "Ben", "tokens": 22}]
    with pytest.raises(ValidationError, match="52 keyple tokens"):
        position(players=players)


def test_what_was_left_out_is_named() -> None:
    """game.winner"""
    found = sheet(panels=[5], winter=["Dairy"])

    assert any("none: keyples, animals, resources, tokens" in note for note in found.notes)


def test_names_are_matched_loosely() -> None:
    """score.winter"""
    found = sheet(winter=["craftsmen’s-guild"], keyples=[{"colour": "RED"}], skills={"pick axe": 1})

    assert "craftsmens-guild" in points(found)
