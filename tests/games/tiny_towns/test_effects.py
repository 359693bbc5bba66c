"""What monuments do when they are built."""

from __future__ import annotations

from keyhelper.games.tiny_towns.model import TinyTowns
from keyhelper.games.tiny_towns.wiring import GAME
from tests.games.tiny_towns.drawn import line, town
from tests.games.tiny_towns.tables import cards, move, play, position, rules, ruling, table

WATCH = town("w . . .", "b g h h", "s . . .")
GUILD = town(". . g Well", ". h s Well", "w b . s")
GROVE = town(". b . .", "s g s .")


def build(monument: str, board: object, **changes: object) -> TinyTowns:
    """Ann builds her monument on the first square that is vacated."""
    state = table(boards={"Ann": board}, kept={"Ann": monument}, **changes)
    at = {"Opaleye's Watch": "a1", "Architect's Guild": "c1", "Grove University": "b1"}[monument]
    return play(state, "build", player="Ann", building=monument, at=at)


# Grove University


def test_grove_university_places_a_building_without_cubes() -> None:
    """grove.place monument.effect"""
    state = build("Grove University", GROVE)
    assert GAME.turn(state).asks[0].kinds == ("grove",)
    after = play(state, "grove", player="Ann", building="Chapel", square="d4")
    assert after.towns["Ann"].at("d4") == "Chapel"
    assert rules(after, "grove", player="Ann", building="Chapel", square="d3") == ["grove.place"]
    assert rules(state, "grove", player="Ann", building="Chapel", square="b1") == ["grove.place"]
    assert rules(state, "decline", player="Ann") == ["monument.effect"]
    assert rules(state, "name", player="Ann", resource="wood") == ["monument.effect"]


def test_the_supply_has_no_monuments_and_only_cards_in_play() -> None:
    """monument.supply build.displayed"""
    state = build("Grove University", GROVE)
    for building, rule in (("The Starloom", "monument.supply"), ("Temple", "build.displayed")):
        assert rules(state, "grove", player="Ann", building=building, square="d4") == [rule]


def test_a_placed_factory_takes_its_cube_or_not() -> None:
    """effects.placed"""
    state = build("Grove University", GROVE)
    asked = play(state, "grove", player="Ann", building="Factory", square="d4")
    assert [due.kind for due in asked.pending] == ["hold"]
    strict = state.model_copy(update={"readings": {"effects.placed": "no"}})
    assert play(strict, "grove", player="Ann", building="Factory", square="d4").pending == ()


def test_a_grove_claim_in_a_position_is_not_proven() -> None:
    """grove.place"""
    rows = ["Grove University, ., ., .", *[". . . ."] * 3]
    state = position([{"name": "Ann", "board": rows}], cards=["Well"])
    assert ruling(state, "grove", player="Ann", building="Well", square="b1") == "unproven"
    bare = position([{"name": "Ann", "board": [". . . ."] * 4}], cards=["Well"])
    assert ruling(bare, "grove", player="Ann", building="Well", square="b1") == "illegal"


# Architect's Guild


def test_the_guild_replaces_up_to_two_buildings() -> None:
    """guild.replace"""
    state = build("Architect's Guild", GUILD)
    once = play(state, "guild", player="Ann", square="d1", building="Chapel")
    twice = play(once, "guild", player="Ann", square="d2", building="Chapel")
    assert twice.towns["Ann"].squares_of("Chapel") == ("d1", "d2")
    assert rules(twice, "guild", player="Ann", square="d1", building="Farm") == ["guild.replace"]
    assert play(once, "decline", player="Ann").pending == ()


def test_the_guild_replaces_buildings_by_other_buildings() -> None:
    """guild.replace monument.supply"""
    state = build("Architect's Guild", GUILD)
    assert rules(state, "guild", player="Ann", square="d1", building="Well") == ["guild.replace"]
    assert rules(state, "guild", player="Ann", square="d3", building="Farm") == ["guild.replace"]
    assert rules(state, "guild", player="Ann", square="a1", building="Farm") == ["guild.replace"]
    assert rules(state, "guild", player="Ann", square="d1", building="Starloom") == [
        "monument.supply"
    ]


def test_the_guild_does_not_replace_itself_unless_so_read() -> None:
    """guild.itself"""
    state = build("Architect's Guild", GUILD)
    assert rules(state, "guild", player="Ann", square="c1", building="Well") == ["guild.itself"]
    other = state.model_copy(update={"readings": {"guild.itself": "yes"}})
    after = play(other, "guild", player="Ann", square="c1", building="Well")
    assert after.towns["Ann"].monument is None
    assert after.towns["Ann"].raised == "Architect's Guild"


def test_a_replaced_warehouse_loses_its_cubes() -> None:
    """guild.replace"""
    board = town(". . g Warehouse", ". h s .", "w b . .")
    state = build(
        "Architect's Guild",
        board,
        cards=cards("Warehouse"),
        towns={"Ann": {"stored": {"d1": ("wood",)}}},
    )
    after = play(state, "guild", player="Ann", square="d1", building="Well")
    assert after.towns["Ann"].stored == {}


def test_without_other_buildings_the_guild_asks_nothing() -> None:
    """guild.replace"""
    assert build("Architect's Guild", town(". . g .", ". h s .", "w b . .")).pending == ()


# Opaleye's Watch


def stocked(players: str = "Ann Ben Cy Dee", **changes: object) -> TinyTowns:
    """Ann has the Watch with Cottage, Well and Farm; the others can build a Well."""
    wells = dict.fromkeys(players.split()[1:], town("w s . .", ". h . .", "b g . ."))
    board = town("Opaleyes_Watch . . .")
    towns = {"Ann": {"stock": ("Cottage", "Well", "Farm"), "built": {"a1": 4}}}
    return table(players, boards=wells | {"Ann": board}, towns=towns, **changes)


WELL = {"building": "Well", "squares": "a1 b1", "at": "a1"}


def test_three_different_buildings_go_on_the_watch() -> None:
    """watch.stock"""
    state = build("Opaleye's Watch", WATCH)
    assert rules(state, "stock", player="Ann", buildings="well cottage") == ["watch.stock"]
    assert rules(state, "stock", player="Ann", buildings="well, well, farm") == ["watch.stock"]
    four = "well, cottage, farm, chapel"
    assert rules(state, "stock", player="Ann", buildings=four) == ["watch.stock"]
    after = play(state, "stock", player="Ann", buildings="well cottage farm")
    assert after.towns["Ann"].stock == ("Well", "Cottage", "Farm")
    assert rules(after, "stock", player="Ann", buildings="well cottage farm") == ["watch.stock"]
    monument = rules(state, "stock", player="Ann", buildings="well, cottage, starloom")
    assert monument == ["monument.supply"]


def test_a_neighbour_who_builds_a_stocked_building_lets_it_be_placed() -> None:
    """watch.claim"""
    for neighbour in ("Ben", "Dee"):
        state = play(stocked(), "build", player=neighbour, **WELL)
        after = play(state, "watch", player="Ann", square="c3")
        assert after.towns["Ann"].at("c3") == "Well"
        assert after.towns["Ann"].stock == ("Cottage", "Farm")
        assert play(state, "decline", player="Ann").towns["Ann"].stock[1] == "Well"
        assert rules(state, "watch", player="Ann", square="a1") == ["watch.claim"]


def test_a_player_across_the_table_does_not_wake_the_watch() -> None:
    """watch.claim"""
    state = play(stocked(), "build", player="Cy", **WELL)
    assert rules(state, "watch", player="Ann", square="c3") == ["watch.claim"]
    assert rules(state, "watch", player="Ben", square="c3") == ["watch.claim"]


def test_a_complete_town_takes_nothing_from_the_watch() -> None:
    """watch.claim complete.out"""
    state = stocked().with_town("Ann", completed=4)
    assert play(state, "build", player="Ben", **WELL).pending == ()


def test_the_watch_and_the_obelisk_score_nothing() -> None:
    """score.opaleyes-watch score.obelisk-of-the-crescent"""
    boards = {"Ann": town("Opaleyes_Watch . . ."), "Ben": town("Obelisk_of_the_Crescent . . .")}
    ann, ben = GAME.score(table("Ann Ben", boards=boards))
    assert line(ann, "opaleyes-watch").points == 0
    assert line(ben, "obelisk-of-the-crescent").points == 0


def test_a_full_town_takes_nothing_from_the_watch() -> None:
    """watch.full"""
    full = town("Opaleyes_Watch w w w", *["w w w w"] * 3)
    state = stocked().with_town("Ann", board=full)
    after = play(state, "build", player="Ben", **WELL)
    assert after.pending == ()
    assert rules(after, "watch", player="Ann", square="b1") == ["watch.claim", "watch.full"]


def test_the_watch_may_sleep_in_the_round_it_is_built() -> None:
    """watch.start"""
    fresh = stocked(round=4)
    assert play(fresh, "build", player="Ben", **WELL).pending
    strict = fresh.model_copy(update={"readings": {"watch.start": "next-round"}})
    assert play(strict, "build", player="Ben", **WELL).pending == ()
    later = strict.model_copy(update={"round": 5})
    assert play(later, "build", player="Ben", **WELL).pending


def test_with_two_players_the_opponent_is_the_neighbour_once() -> None:
    """watch.two-players"""
    state = play(stocked("Ann Ben"), "build", player="Ben", **WELL)
    assert len(state.pending) == 1
    none = stocked("Ann Ben", readings={"watch.two-players": "none"})
    assert play(none, "build", player="Ben", **WELL).pending == ()


def test_doing_without_needs_a_question() -> None:
    """monument.effect"""
    assert rules(table(), "decline", player="Ann") == ["monument.effect"]
    assert move("decline", player="Ann").says() == "Ann does without it"
