"""How a table talks: short lines, other words, doubts, and refusals that tell the way out."""

from __future__ import annotations

from typing import Any

import pytest

from keyhelper.engine import phrases
from keyhelper.engine.game import Move
from keyhelper.engine.ledger import read_move, written
from keyhelper.engine.trouble import Trouble
from keyhelper.engine.verdict import Ruling
from keyhelper.games.keyper.model import Country, Keyper, Keyple, Tile
from keyhelper.games.keyper.moves import (
    Build,
    Convert,
    Decline,
    Fair,
    Gain,
    HouseAnimals,
    Join,
    Keyp,
    LayDown,
    NewBoats,
    PlayKeyple,
    Rest,
    Retrieve,
    SayBorder,
    Sell,
    Take,
    Value,
)
from keyhelper.games.keyper.wiring import GAME
from tests.games.keyper.tables import all_played, house, judged, on_board, owing, table


def typed(state: Keyper, line: str) -> Move:
    """The move that a line means now, as the table reads it."""
    draft = phrases.read_line(GAME, state, line, GAME.turn(state).asks[0])
    assert not draft.missing, draft
    return GAME.fill(state, phrases.build_move(GAME, draft))


def hint(state: Keyper) -> str:
    return GAME.turn(state).asks[0].hint


def at_mill(**resources: int) -> Keyper:
    """Ann has an action on her own Mill."""
    state = house(table(), "Ann", tiles=(Tile(name="Mill"),), resources=resources)
    return owing(state, 1, "none", "Mill", "own")


def invited() -> Keyper:
    """Ben may join Ann's orange keyple."""
    first = PlayKeyple(player="Ann", colour="orange", board="1", field="clay", border="orange")
    return GAME.play(table(), first)


@pytest.mark.parametrize(
    ("line", "pay", "gain"),
    [
        ("convert 1 clay to 1 brick", {"clay": 1}, {"bricks": 1}),
        ("convert 2 clay for brick", {"clay": 2}, {"bricks": 1}),
        ("convert clay into brick", {"clay": 1}, {"bricks": 1}),
        ("convert 1 clay 1 brick", {"clay": 1}, {"bricks": 1}),
        ("convert clay brick", {"clay": 1}, {"bricks": 1}),
        ("convert 1 brick 1 clay", {"bricks": 1}, {"clay": 1}),
        ("convert 1 clay 1 log to 1 brick", {"clay": 1, "logs": 1}, {"bricks": 1}),
        ("convert 1 clay 1 log to none", {"clay": 1, "logs": 1}, {}),
        ("convert none to 1 wild boar", {}, {"boar": 1}),
        ("convert pay 1 clay gain 1 brick", {"clay": 1}, {"bricks": 1}),
    ],
)
def test_what_goes_and_what_comes_on_one_line(line: str, pay: Any, gain: Any) -> None:
    """act.owed"""
    move = typed(at_mill(), line)
    assert move == Convert(player="Ann", pay=pay, gain=gain)
    assert read_move(GAME, written(move)) == move


@pytest.mark.parametrize("line", ["convert 1 clay", "convert 1 clay 1 log 1 brick"])
def test_what_comes_is_not_guessed(line: str) -> None:
    with pytest.raises(Trouble, match="What comes for 1 ") as trouble:
        typed(at_mill(), line)
    assert "to 1 brick" in trouble.value.hint


def test_nothing_on_one_side_is_asked_back() -> None:
    with pytest.raises(Trouble, match="say what goes and what comes"):
        typed(at_mill(), "convert 1 clay to")


def test_an_example_is_of_goods_that_are_there() -> None:
    """turn.optional"""
    assert "`convert 1 log to 1 wood`" in hint(at_mill(logs=2))
    assert "convert" not in hint(at_mill(gold=2))
    assert typed(at_mill(logs=2), "convert 1 log to 1 wood").kind == "convert"


def test_a_boat_offers_to_sell_only_what_it_shows_and_the_player_has() -> None:
    """boat.shown boat.same"""
    boat = table(boards={"1": Country(boat="2")}, shows={"2": ("clay", "sheep")})
    assert hint(owing(boat, 2, "light-blue", "river")) == "clay or sheep; or `skip`"
    rich = house(boat, "Ann", resources={"clay": 1, "wheat": 1})
    state = owing(rich, 2, "light-blue", "river")
    assert hint(state) == "clay or sheep; `sell clay` sells; or `skip`"
    assert judged(state, typed(state, "sell clay")).is_legal
    took = owing(rich, 1, "light-blue", "river", gained={"clay": 1})
    assert hint(took) == "clay or sheep; or `skip`"


def test_selling_what_one_does_not_have_cites_the_selling_rule() -> None:
    """boat.actions"""
    boat = table(boards={"1": Country(boat="2")}, shows={"2": ("wheat",)})
    verdict = judged(owing(boat, 2, "light-blue", "river"), Sell(player="Ann", goods={"wheat": 1}))
    assert [(reason.rule, reason.text) for reason in verdict.reasons] == [
        ("boat.actions", "Ann sells 1 wheat and has none")
    ]


def test_the_example_of_a_keyple_is_a_field_that_nobody_has_filled() -> None:
    """keyple.full"""
    state = on_board(table(2), "1", "clay", "orange", "orange", "white")
    example = hint(state).split("; ")[0].partition(": ")[2].strip("`")
    assert example == "orange 2 clay orange"
    assert judged(state, typed(state, example)).is_legal


def test_the_build_example_tells_how_to_cover() -> None:
    """overbuild.once"""
    barn = Tile(name="Barn", area="farm")
    state = owing(house(table(), "Ann", tiles=(barn,)), 1, "build", "yard")
    assert "`over Barn` behind it covers that one" in hint(state)
    covered = (barn.model_copy(update={"is_overbuilt": True}), Tile(name="Shed", covers="Barn"))
    assert "over" not in hint(owing(house(table(), "Ann", tiles=covered), 1, "build", "yard"))


@pytest.mark.parametrize(
    ("line", "text", "rule"),
    [
        ("Shed farm over Dairy", "Dairy already covers Barn", "overbuild.once"),
        ("Shed farm over Barn", "Barn is covered already", "overbuild.once"),
        ("Shed village over Dairy", "Dairy already covers Barn", "overbuild.once"),
        ("Statue farm", "Statue is a village tile", "build.area"),
    ],
)
def test_a_build_without_hope_is_not_asked_for_its_payment(line: str, text: str, rule: str) -> None:
    """overbuild.once build.area"""
    barn = Tile(name="Barn", area="farm", is_overbuilt=True)
    dairy = Tile(name="Dairy", area="farm", covers="Barn")
    taken = Tile(name="Statue", area="village")
    state = owing(house(table(), "Ann", tiles=(barn, dairy), taken=(taken,)), 1, "build", "yard")
    draft = phrases.read_line(GAME, state, line, GAME.turn(state).asks[0])
    with pytest.raises(Trouble, match=text) as trouble:
        GAME.narrow(state, "build", "pay", draft.given)
    assert rule in trouble.value.text
    fine = {"player": "Ann", "tile": "Shed", "area": "farm"}
    assert GAME.narrow(state, "build", "pay", fine) is None
    with pytest.raises(Trouble, match="Barn is covered and no longer works"):
        GAME.narrow(state, "upgrade", "cost", {"player": "Ann", "tile": "Barn", "pay": {}})
    assert GAME.narrow(state, "upgrade", "pay", {"player": "Ann", "tile": "Dairy"}) is None


def test_an_unknown_cost_has_a_word_of_its_own() -> None:
    """pay.cost"""
    state = owing(table(), 1, "build", "yard")
    for said in ("unknown", "?"):
        move = Build(player="Ann", tile="Mill", area="farm", pay={}, cost=said)
        assert judged(state, move).ruling is Ruling.UNPROVEN
        assert GAME.learns(state, move) == ()


def test_paying_too_much_says_by_how_much() -> None:
    """pay.cost"""
    state = owing(house(table(), "Ann", resources={"bricks": 2}), 1, "build", "yard")
    move = Build(player="Ann", tile="Mill", area="farm", pay={"bricks": 2}, cost="1 brick")
    reason = judged(state, move).reasons[0]
    assert reason.text == "Mill costs 1 brick; 2 bricks would be 1 brick too much"
    assert typed(state, "Mill farm 1 brick cost 1 brick") == Build(
        player="Ann", tile="Mill", area="farm", pay={"bricks": 1}, cost="1 brick", deck="home"
    )


def test_a_tile_that_was_taken_and_not_built_is_no_building() -> None:
    """keyple.own"""
    state = house(table(), "Ann", taken=(Tile(name="Thatcher", area="village"),))
    verdict = judged(state, PlayKeyple(player="Ann", colour="grey", board="own", field="thatcher"))
    assert verdict.ruling is Ruling.ILLEGAL
    assert verdict.reasons[0].text.startswith("Thatcher has been taken and not built")


def test_a_home_tile_called_like_a_country_tile_is_doubted() -> None:
    """build.tile"""
    move = Build(player="Ann", tile="Thatcher", area="village", pay={}, cost="none")
    country, home = (Tile(name="Thatcher", deck=deck) for deck in ("country", "home"))
    for place in ("tiles", "taken"):
        state = owing(house(table(), "Ben", **{place: (country,)}), 1, "build", "yard")
        verdict = judged(state, move)
        assert (verdict.ruling, verdict.rules) == (Ruling.UNPROVEN, ["build.tile"])
        assert "Ben took Thatcher from the display" in verdict.reasons[0].text
    own = owing(house(table(), "Ben", tiles=(home,)), 1, "build", "yard")
    assert judged(own, move).is_legal


def test_winter_fairs_in_spring_are_refused_as_this_table_plays_them() -> None:
    """fairs.bag"""
    for reading, text in (("bag", "go into the bag"), ("aside", "lie beside the display")):
        state = owing(table(readings={"fairs__bag": reading}), 1, "tile", "market")
        assert text in judged(state, Take(player="Ann", area="fair")).reasons[0].text


def test_a_keyp_tile_has_its_moments() -> None:
    """keyper.keyp keyp.forgotten"""
    resting = house(table(), "Ann", resting=(Keyple(colour="white"),))
    move = Keyp(player="Ann", gain={"clay": 1})
    played = house(resting, "Ann", has_keyper=False)
    late = played.model_copy(update={"phase": "house", "queue": ("Ann",)})
    for state, rule, text in (
        (resting, "keyper.keyp", "laid down when Ann plays the keyper"),
        (played, "keyp.forgotten", "it comes after the last lay-downs of the season"),
        (late, "keyp.forgotten", "It is too late for Ann's keyp tile"),
        (table(), "keyper.keyp", "No keyple stands on Ann's keyp tile"),
    ):
        verdict = judged(state, move)
        assert verdict.rules == [rule]
        assert text in verdict.reasons[0].text


def test_a_fair_after_the_fairs_is_too_late() -> None:
    """season.fairs"""
    move = Fair(player="Ann", season="spring", points=3)
    late = judged(table(phase="rest", queue=("Ann",)), move).reasons[0].text
    assert late.startswith("It is too late for a fair of spring")
    early = judged(table(), move).reasons[0].text
    assert early.startswith("Fairs are held at the end of a season")


def test_a_step_of_the_checklist_is_done_or_comes_later() -> None:
    """season.retrieve"""
    assert judged(table(), Retrieve()).reasons[0].text.startswith("That comes later")
    assert judged(table(phase="boats"), Retrieve()).reasons[0].text.startswith("That is done")


def test_everything_that_still_stands_is_named() -> None:
    """laydown.where"""
    state = all_played(table(), "Ann", b1="Ann")
    for field in ("clay", "logs", "rocks", "river"):
        state = on_board(state, "1", field, "orange", "orange")
    state = on_board(state, "2", "forest", "brown", "brown")
    reason = judged(state, LayDown(player="Ann", board="2", field="forest")).reasons[0]
    assert "rocks on board 1 and the river of board 1" in reason.text


def test_another_border_is_asked_about() -> None:
    """colour.border"""
    state = on_board(table(), "1", "logs", "brown", "white")
    move = typed(state, "white 1 logs grey")
    doubt = GAME.doubt(state, move)
    assert doubt is not None
    assert "entered with border brown, not grey" in doubt.question
    assert "`amend boards.1.fields.logs.border grey`" in doubt.question
    same, other = (choice for _, choice in doubt.choices)
    assert same == typed(state, "white 1 logs")
    assert other == typed(state, "white 1 logs-2 grey")
    for clear in (same, other, typed(state, "white 1 logs brown"), Decline(player="Ann")):
        assert GAME.doubt(state, clear) is None


def test_the_boat_means_the_river() -> None:
    """boat.river"""
    state = table(boards={"1": Country(), "2": Country(boat="1")})
    river = PlayKeyple(player="Ann", colour="white", board="2", field="river")
    assert typed(state, "white 2 boat") == river
    assert judged(state, typed(state, "white 1 boat")).rules == ["boat.river"]
    named = on_board(state, "2", "boat", "none", "white")
    assert typed(named, "white 2 boat") == river.model_copy(update={"field": "boat"})


def test_a_value_that_says_nothing_is_refused() -> None:
    """score.tiles"""
    state = house(table(phase="count", season="winter"), "Ann", tiles=(Tile(name="Mill"),))
    lots = Value(player="Ann", tile="Mill", scores="lots")
    verdict = judged(state, lots)
    assert verdict.ruling is Ruling.ILLEGAL
    assert "Column" not in verdict.reasons[0].text
    assert GAME.learns(state, lots) == ()
    moons = Value(player="Ann", tile="Mill", scores="2 per moon")
    assert judged(state, moons).ruling is Ruling.UNPROVEN
    assert GAME.learns(state, moons) == ()
    assert GAME.learns(house(state, "Ann", counted={"moon": 2}), moons)


def test_wild_boar_is_understood() -> None:
    """box.animals"""
    state = owing(table(), 2, "light-green", "orchard")
    for said in ("2 wild boar", "2 wild-boar", "2 wildboar", "2 wild boars", "2 boar"):
        assert typed(state, said) == Gain(player="Ann", goods={"boar": 2}), said
    boat = owing(table(boards={"1": Country(boat="2")}), 2, "light-blue", "river")
    shows = typed(boat, "clay wheat wild boar")
    assert list(shows.goods) == ["clay", "wheat", "boar"]  # type: ignore[attr-defined]


def test_a_boat_that_is_not_in_the_box_is_named() -> None:
    """season.boats"""
    state = table(phase="boats")
    move = typed(state, "1 2 3 7")
    assert move == NewBoats(boats=("1", "2", "3", "7"))
    assert judged(state, move).reasons[0].text == "There is no boat 7; the boats are 1 to 6"


def test_yes_and_no_thanks_answer_an_invitation() -> None:
    """join.invite"""
    state = invited()
    for yes in ("yes", "y"):
        draft = phrases.read_line(GAME, state, yes, GAME.turn(state).asks[0])
        assert (draft.kind, draft.missing) == ("join", ("colour",))
        assert GAME.narrow(state, "join", "colour", draft.given) == ("orange", "white")
    assert typed(state, "yes white") == Join(player="Ben", colour="white", board="1", field="clay")
    for no in ("no thanks", "nope", "no"):
        assert typed(state, no) == Decline(player="Ben"), no
    with pytest.raises(Trouble, match="Nobody has been invited"):
        GAME.narrow(table(), "join", "colour", {})


def test_sentences_are_english() -> None:
    """season.house season.surplus fairs.wait"""
    assert Fair(player="Ann", season="autumn", points=3).says() == "Ann holds an autumn fair for 3"
    early = judged(table(phase="fairs"), Fair(player="Ann", season="autumn", points=3))
    assert early.reasons[0].text == "It is spring; the fair is an autumn fair"
    back = house(table(phase="house", queue=("Ann",)), "Ann", animals={"cow": 1})
    verdict = judged(back, HouseAnimals(player="Ann", back={"cow": 2}))
    assert verdict.reasons[0].text == "Ann returns 2 cows and has 1"
    assert "`1 cow`" in hint(back)
    many = house(table(phase="rest", queue=("Ann",)), "Ann", hand={"grey": 2, "white": 7})
    verdict = judged(many, Rest(player="Ann", keyples={"grey": 3}))
    assert verdict.reasons[-1].text == "Ann has 2 grey keyples, not 3"


def test_the_count_speaks_of_tiles_that_are_there() -> None:
    """score.counted"""
    state = table(phase="count", season="winter")
    assert hint(state) == "Enter: count"
    built = house(state, "Ben", tiles=(Tile(name="Old Mill", points=3),))
    assert hint(built) == "Enter: count; `value Ben Old Mill 5` puts one right"
    expected = Value(player="Ben", tile="Old Mill", scores="5")
    assert typed(built, "value Ben Old Mill 5") == expected
    tile = Tile(name="Statue", scores="1 per village building")
    counting = house(state, "Ben", tiles=(tile,))
    prompt = GAME.turn(counting).asks[0].prompt
    assert prompt == "Ben: how many village buildings do the tiles count?"


def test_a_field_is_offered_what_was_taken_there() -> None:
    """laydown.second"""
    state = owing(on_board(table(), "1", "forest", "brown", "brown"), 2, "brown", "forest")
    assert GAME.turn(state).asks[0].enter is None
    taken = GAME.play(state, Gain(player="Ann", goods={"deer": 2}))
    again = owing(taken, 1, "brown", "forest")
    assert GAME.turn(again).asks[0].enter == Gain(player="Ann", goods={"deer": 1})
    assert hint(again) == "Enter: 1 deer, as last time; `skip` leaves the rest"
    mixed = GAME.play(state, Gain(player="Ann", goods={"deer": 1, "logs": 1}))
    assert GAME.turn(owing(mixed, 1, "brown", "forest")).asks[0].enter is None


def test_the_menu_offers_every_boat_and_invents_no_name_and_no_value() -> None:
    """boat.river"""
    state = table(2, boats=("1", "2", "3", "6"))
    offered = list(GAME.candidates(state))
    boats = {move.boat for move in offered if move.kind == "boat"}  # type: ignore[attr-defined]
    assert boats == set(state.boats)
    for move in offered:
        if isinstance(move, PlayKeyple) and move.colour != "white":
            assert move.border == move.colour
    takes = [m for m in GAME.candidates(owing(table(), 1, "tile", "market")) if m.kind == "take"]
    assert all(not take.tile for take in takes)  # type: ignore[attr-defined]
    assert takes[0].says() == "Ann takes a village tile"
    counting = house(table(phase="count", season="winter"), "Ann", tiles=(Tile(name="Mill"),))
    assert [move.kind for move in GAME.candidates(counting)] == ["finish"]
    fairs = table(phase="fairs", queue=("Ann",))
    assert [move.kind for move in GAME.candidates(fairs)] == ["pass"]


def test_the_panels_tell_farm_from_village() -> None:
    """build.area"""
    tiles = (
        Tile(name="Barn", area="farm"),
        Tile(name="Bracelet maker", area="village", is_upgraded=True),
    )
    taken = (Tile(name="Statue", area="village"),)
    ann = GAME.panels(house(table(), "Ann", tiles=tiles, taken=taken), None)[3]
    assert "farm: Barn" in ann.lines
    assert "village:" in ann.lines
    assert "  Bracelet maker*" in ann.lines
    assert "taken:" in ann.lines
    assert "  Statue (village)" in ann.lines


def test_a_word_that_is_no_border_or_good_is_named() -> None:
    """colour.border"""
    first = PlayKeyple(player="Ann", colour="orange", board="1", field="yard")
    waiting = GAME.play(table(), first)
    for border in ("orange", "tile", "none"):
        assert typed(waiting, border) == SayBorder(player="Ann", border=border)
    with pytest.raises(Trouble, match="There is no border called 'moon'"):
        typed(waiting, "moon")
    boat = owing(table(boards={"1": Country(boat="2")}), 2, "light-blue", "river")
    with pytest.raises(Trouble, match="'moon' is not understood"):
        typed(boat, "clay wheat moon")
