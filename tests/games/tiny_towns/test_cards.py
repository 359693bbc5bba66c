"""The forty cards as they were shipped, and how people may name them."""

from __future__ import annotations

import pytest

from keyhelper.engine import catalogue
from keyhelper.engine.trouble import Trouble
from keyhelper.games.tiny_towns import cards
from keyhelper.games.tiny_towns.cards import BUILDINGS, MONUMENTS, RESOURCES
from keyhelper.games.tiny_towns.scoring import solo_rating
from keyhelper.games.tiny_towns.town import layout_words

LAYOUTS = {
    "Cottage": ". H / B G",
    "Farm": "H H / W W",
    "Granary": "H H / W B",
    "Greenhouse": "H G / W W",
    "Orchard": "S H / H W",
    "Fountain": "W S",
    "Millstone": "W S",
    "Shed": "W S",
    "Well": "W S",
    "Abbey": ". . G / B S S",
    "Chapel": ". . G / S G S",
    "Cloister": ". . G / W B S",
    "Temple": ". . G / B B S",
    "Almshouse": "S S G",
    "Feast Hall": "W W G",
    "Inn": "H S G",
    "Tavern": "B B G",
    "Bakery": ". H . / B G B",
    "Market": ". W . / S G S",
    "Tailor": ". H . / S G S",
    "Theater": ". S . / W G W",
    "Bank": "H H . / W G B",
    "Factory": "W . . . / B S S B",
    "Trading Post": "S W . / S W B",
    "Warehouse": "H W H / B . B",
    "Architect's Guild": ". . G / . H S / W B .",
    "Archive of the Second Age": "H H / B G",
    "Barrett Castle": "H . . S / W G G B",
    "Cathedral of Caterina": ". H / S G",
    "Fort Ironweed": "H . B / S W S",
    "Grand Mausoleum of the Rodina": "W W / B S",
    "Grove University": ". B . / S G S",
    "Mandras Palace": "H G / B W",
    "Obelisk of the Crescent": "H . . / B G B",
    "Opaleye's Watch": "W . . . / B G H H / S . . .",
    "Shrine of the Elder Tree": "B H S / W G W",
    "Silva Forum": ". . H . / B B S W",
    "The Sky Baths": ". H . / S G W / B . B",
    "The Starloom": "G G / W H",
    "Statue of the Bondmaker": "W S S G / H . . .",
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_each_layout_is_the_printed_one(name: str) -> None:
    """build.layout: facts, sections 2 and 3"""
    letters = {"wood": "W", "wheat": "H", "brick": "B", "glass": "G", "stone": "S"}
    words = layout_words(name).split()

    assert " ".join(letters.get(word, word) for word in words) == LAYOUTS[name]


def test_the_box_holds_a_cottage_six_piles_of_four_and_fifteen_monuments() -> None:
    """facts, section 1"""
    assert cards.pile("blue") == ("Cottage",)
    assert [len(cards.pile(colour)) for colour in cards.COLOURS] == [1, 4, 4, 4, 4, 4, 4]
    assert cards.pile("red") == ("Farm", "Granary", "Greenhouse", "Orchard")
    assert cards.pile("gray") == ("Fountain", "Millstone", "Shed", "Well")
    assert cards.pile("orange") == ("Abbey", "Chapel", "Cloister", "Temple")
    assert cards.pile("green") == ("Almshouse", "Feast Hall", "Inn", "Tavern")
    assert cards.pile("yellow") == ("Bakery", "Market", "Tailor", "Theater")
    assert cards.pile("black") == ("Bank", "Factory", "Trading Post", "Warehouse")
    assert len(MONUMENTS()) == 15
    assert {c.colour for c in MONUMENTS()} == {"monument"}
    assert {c.name for c in (*BUILDINGS(), *MONUMENTS())} == set(LAYOUTS)


def test_flags_set_the_unusual_cards_apart() -> None:
    """feed.fed, build.wild: facts, sections 1 to 3 and 7"""
    every = (*BUILDINGS(), *MONUMENTS())

    assert [c.name for c in every if c.is_feedable] == ["Cottage", "Barrett Castle"]
    assert [c.name for c in every if c.is_wild] == ["Trading Post"]
    assert [c.name for c in every if c.is_placed_anywhere] == ["Shed"]
    assert [c.name for c in every if c.frees_placement] == ["Obelisk of the Crescent"]
    assert [(c.name, c.capacity) for c in every if c.capacity] == [("Warehouse", 3)]
    assert [c.name for c in every if c.is_out_in_solo] == cards.facts()["solo_removed"]
    assert {c.name: c.on_build for c in every if c.on_build} == {
        "Bank": "mark_unique_resource",
        "Factory": "mark_resource",
        "Architect's Guild": "replace_up_to_2",
        "Grove University": "place_free_building",
        "Opaleye's Watch": "stock_3_types",
    }


def test_a_type_is_the_colour_but_the_castle_is_a_cottage() -> None:
    """score.barrett-castle: facts, section 3"""
    castle = cards.card("Barrett Castle")

    assert (castle.colour, castle.type, castle.cottages) == ("monument", "blue", 2)
    assert cards.card("Cottage").cottages == 1
    assert cards.card("Silva Forum").type == "monument"
    assert cards.card("Silva Forum").cottages == 0


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("theatre", "Theater"),
        ("Merchant", "Market"),
        ("FEAST hall", "Feast Hall"),
        ("feasthall", "Feast Hall"),
        ("architects guild", "Architect's Guild"),
        ("Opaleye’s Watch", "Opaleye's Watch"),
        ("sky-baths", "The Sky Baths"),
        ("starloom", "The Starloom"),
        ("castle", "Barrett Castle"),
        ("Mausoleum", "Grand Mausoleum of the Rodina"),
    ],
)
def test_names_are_matched_loosely(typed: str, meant: str) -> None:
    assert cards.card(typed).name == meant
    assert cards.piece(typed) == meant


def test_slugs_drop_apostrophes_and_a_leading_the() -> None:
    wanted = {
        "Architect's Guild": "architects-guild",
        "Opaleye's Watch": "opaleyes-watch",
        "Grand Mausoleum of the Rodina": "grand-mausoleum-of-the-rodina",
        "The Sky Baths": "sky-baths",
        "The Starloom": "starloom",
        "Theater": "theater",
        "Trading Post": "trading-post",
    }
    assert {name: cards.card(name).slug for name in wanted} == wanted


def test_a_near_miss_is_answered_with_what_was_meant() -> None:
    with pytest.raises(Trouble, match="did you mean Temple"):
        cards.card("Tempel")
    with pytest.raises(Trouble, match="did you mean wheat"):
        cards.piece("wheet")


def test_a_synonym_stays_within_the_choices_given() -> None:
    with pytest.raises(Trouble):
        cards.choose("theatre", ("Cottage", "Farm"))
    assert cards.choose("thea", ("Cottage", "Theater"), prefix=True) == "Theater"
    assert cards.choose("theatre", ("Cottage", "Theater"), prefix=True) == "Theater"


def test_colours_have_synonyms() -> None:
    """facts, section 1"""
    typed = ("grey", "gray", "navy", "pink", "purple", "magenta", "Monument")

    assert [cards.colour(t) for t in typed] == ["gray", "gray", "black"] + ["monument"] * 4


def test_the_facts_agree_with_the_code() -> None:
    facts = cards.facts()

    assert tuple(r["name"] for r in facts["resources"]) == RESOURCES
    assert [r["cube"] for r in facts["resources"]] == ["brown", "yellow", "red", "blue", "gray"]
    assert [t["colour"] for t in facts["types"]] == [*cards.COLOURS, "monument"]
    assert facts["resource_cards"] == {"total": 15, "each": 3}
    assert " ".join(facts["first_game_set"]) == "Cottage Chapel Farm Tavern Well Theater Factory"
    assert facts["solo_removed"] == ["Inn", "Bank", "Fort Ironweed", "Opaleye's Watch"]


@pytest.mark.parametrize(
    ("total", "title"),
    [
        (50, "Master Architect"),
        (38, "Master Architect"),
        (37, "Town Planner"),
        (32, "Town Planner"),
        (31, "Engineer"),
        (25, "Engineer"),
        (24, "Carpenter"),
        (18, "Carpenter"),
        (17, "Builder's Apprentice"),
        (10, "Builder's Apprentice"),
        (9, "Aspiring Architect"),
        (-4, "Aspiring Architect"),
    ],
)
def test_a_solo_score_earns_a_title(total: int, title: str) -> None:
    """facts, section 7"""
    assert solo_rating(total) == title


@pytest.mark.parametrize("name", ["buildings", "monuments"])
def test_every_card_says_where_it_comes_from(name: str) -> None:
    shelf = catalogue.shipped("tiny-towns", name)

    for entry in shelf["entries"]:
        assert set(entry) == {"name", *shelf["fields"], "confidence", "sources"}
        assert entry["confidence"] == "high"
        assert len(entry["sources"]) >= 3
