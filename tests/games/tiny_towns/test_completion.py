"""Rounds end, towns are completed, and the game with them."""

from __future__ import annotations

from keyhelper.engine.scoring import standings
from keyhelper.games.tiny_towns.model import TinyTowns
from keyhelper.games.tiny_towns.wiring import GAME
from tests.games.tiny_towns.drawn import line, town
from tests.games.tiny_towns.tables import play, position, reason, rules, ruling, table

FULL = town(*["w w w w"] * 4)
FULL_WITH_WELL = town("w s w w", *["w w w w"] * 3)
DONE = {"has_placed": True}


def after_placing(players: str = "Ann Ben Cy", **changes: object) -> TinyTowns:
    """Everybody has placed the named wood."""
    towns = {seat: dict(DONE) for seat in players.split()}
    for seat, more in (changes.pop("towns", None) or {}).items():  # type: ignore[attr-defined]
        towns[seat] |= more
    return table(players, towns=towns, named="wood", **changes)


# Rounds


def test_the_round_waits_for_every_cube() -> None:
    """place.must round.wait place.all"""
    state = table(named="wood", towns={"Ann": DONE, "Ben": DONE})
    assert rules(state, "next") == ["place.must"]
    assert reason(state, "next") == "Cy has 16 empty squares and has not placed wood"
    assert rules(play(state, "place", player="Cy", square="a1"), "next") == []
    assert rules(table(), "next") == ["round.wait"]


def test_a_full_board_places_nothing() -> None:
    """place.must complete.full-board"""
    state = table(boards={"Cy": FULL_WITH_WELL}, named="wood", towns={"Ann": DONE, "Ben": DONE})
    assert rules(state, "next") == []


def test_the_hammer_goes_clockwise() -> None:
    """round.pass"""
    state = play(after_placing(), "next")
    assert (state.hammer, state.round, state.named) == ("Ben", 6, None)
    assert not any(t.has_placed for t in state.towns.values())
    last = after_placing(hammer="Cy")
    assert play(last, "next").hammer == "Ann"


def test_the_hammer_skips_complete_towns() -> None:
    """complete.hammer complete.others"""
    state = after_placing(towns={"Ben": {"completed": 3}})
    after = play(state, "next")
    assert after.hammer == "Cy"
    assert after.active == ("Ann", "Cy")


def test_the_hammer_skips_fort_ironweed_unless_it_is_alone() -> None:
    """ironweed.hammer"""
    boards = {"Ben": town("Fort_Ironweed . . .")}
    assert play(after_placing(boards=boards), "next").hammer == "Cy"
    two = after_placing(boards=boards, towns={"Cy": {"completed": 3}})
    assert play(two, "next").hammer == "Ann"
    last = after_placing(boards=boards, towns={"Cy": {"completed": 3}, "Ann": {"completed": 4}})
    assert play(last, "next").hammer == "Ben"


def test_fort_ironweed_built_between_rounds_passes_the_hammer_at_once() -> None:
    """ironweed.hammer"""
    board = town("h . b .", "s w s .")
    state = table(boards={"Ann": board}, kept={"Ann": "Fort Ironweed"})
    built = play(state, "build", player="Ann", building="ironweed", at="a1")
    assert built.hammer == "Ben"


def test_the_last_player_names_on() -> None:
    """complete.last"""
    state = after_placing(towns={"Ben": {"completed": 3}, "Cy": {"completed": 3}})
    after = play(state, "next")
    assert after.hammer == "Ann"
    assert rules(after, "name", player="Ann", resource="wood") == []


# Completion


def test_a_full_board_that_can_build_nothing_is_complete() -> None:
    """complete.cannot"""
    after = play(after_placing(boards={"Ann": FULL}), "next")
    assert after.towns["Ann"].completed == 5
    assert play(after_placing(), "next").towns["Ann"].completed is None


def test_a_monument_that_can_be_built_keeps_a_full_town_open() -> None:
    """complete.cannot"""
    board = town("g g w w", "w h w w", "w w w w", "w w w w")
    holds = after_placing(boards={"Ann": board}, kept={"Ann": "The Starloom"})
    assert play(holds, "next").towns["Ann"].completed is None
    other = after_placing(boards={"Ann": board}, kept={"Ann": "Silva Forum"})
    assert play(other, "next").towns["Ann"].completed == 5
    unknown = after_placing(boards={"Ann": board}, kept={})
    assert play(unknown, "next").towns["Ann"].completed is None


def test_a_full_board_that_could_build_stays_or_goes_by_the_reading() -> None:
    """complete.full-board"""
    state = after_placing(boards={"Ann": FULL_WITH_WELL})
    assert play(state, "next").towns["Ann"].completed is None
    strict = state.model_copy(update={"readings": {"complete.full-board": "out"}})
    assert play(strict, "next").towns["Ann"].completed == 5
    has_built = strict.with_town("Ann", built={"d4": 5})
    assert play(has_built, "next").towns["Ann"].completed is None


def test_stopping_by_choice_depends_on_the_reading() -> None:
    """complete.choice"""
    state = table(boards={"Ann": town("Well . . .")})
    assert rules(state, "finish", player="Ann") == []
    strict = state.model_copy(update={"readings": {"complete.choice": "full-board"}})
    assert rules(strict, "finish", player="Ann") == ["complete.choice"]
    assert "15 empty squares" in reason(strict, "finish", player="Ann")
    full = table(boards={"Ann": FULL_WITH_WELL}, readings={"complete.choice": "full-board"})
    assert rules(full, "finish", player="Ann") == []


def test_stopping_early_is_warned_of() -> None:
    """complete.choice"""
    from tests.games.tiny_towns.tables import move

    state = table(boards={"Ann": town("Well w . .")})
    (warning,) = GAME.warnings(state, move("finish", player="Ann"))
    assert warning == "Ann has 15 squares without a building, each -1 VP"


def test_a_complete_player_is_out() -> None:
    """complete.out"""
    state = play(table(named="wood"), "finish", player="Ben")
    for kind, fields in (("place", {"square": "a1"}), ("finish", {}), ("aside", {})):
        assert "complete.out" in rules(state, kind, player="Ben", **fields)
    assert [ask.given.get("player") for ask in GAME.turn(state).asks] == ["Ann", "Cy"]


def test_a_master_builder_who_stops_before_naming_passes_the_hammer() -> None:
    """complete.hammer"""
    assert play(table(), "finish", player="Ann").hammer == "Ben"
    named = table(named="wood")
    assert play(named, "finish", player="Ann").hammer == "Ann"


def test_the_game_ends_when_all_towns_are_complete() -> None:
    """end.all"""
    state = table("Ann Ben", towns={"Ben": {"completed": 4}})
    assert GAME.ending(state) is None
    over = play(state, "finish", player="Ann")
    assert GAME.ending(over) == "Both towns are complete after round 5"
    assert rules(over, "next") == ["end.all"]
    assert GAME.turn(over).asks == ()
    assert list(GAME.candidates(over)) == []
    assert "end.all" in rules(over.model_copy(update={"variant": "town-hall"}), "draw",
                              player="Ann", resource="wood")  # fmt: skip


# Places and counts


def test_the_same_round_is_the_same_place() -> None:
    """score.starloom starloom.after-tie"""
    loom = town("Starloom . . .")
    rounds = {"Ann": 7, "Ben": 7, "Cy": 8, "Dee": 9}
    for reading, expected in (("skip", [6, 6, 2, 0]), ("next", [6, 6, 3, 2])):
        state = table(
            "Ann Ben Cy Dee",
            boards=dict.fromkeys(rounds, loom),
            towns={player: {"completed": done} for player, done in rounds.items()},
            readings={"starloom.after-tie": reading},
        )
        sheets = GAME.score(state)
        assert [line(sheet, "starloom").points for sheet in sheets] == expected


def test_the_most_points_win() -> None:
    """end.winner"""
    state = table("Ann Ben", boards={"Ben": town("Trading_Post . . .")})
    result = standings(GAME.score(state))
    assert (result.winners, result.decided_by) == (("Ben",), "points")


def test_a_solo_count_earns_a_title() -> None:
    """solo.rating"""
    (sheet,) = GAME.score(table("Ann", variant="solo"))
    assert sheet.notes == ("Alone, that makes you an Aspiring Architect",)
    (plain,) = GAME.score(table("Ann"))
    assert plain.notes == ()


def test_turns_as_master_builder_break_ties() -> None:
    """tie.turns"""
    state = table("Ann Ben", towns={"Ann": {"turns": 5}, "Ben": {"turns": 4}})
    result = standings(GAME.score(state))
    assert (result.winners, result.decided_by) == (("Ben",), "fewest-turns")
    hall = state.model_copy(update={"variant": "town-hall"})
    assert standings(GAME.score(hall)).decided_by == "shared"


def test_the_end_of_a_round_in_a_position_is_not_proven() -> None:
    """round.wait"""
    state = position([{"name": "Ann", "board": [". . . ."] * 4}])
    assert ruling(state, "next") == "unproven"


def test_the_starloom_counts_nothing_before_the_town_is_complete() -> None:
    """score.starloom"""
    state = table(boards={"Ann": town("Starloom . . .")})
    so_far = next(sheet for sheet in GAME.score(state) if sheet.player == "Ann")
    assert (so_far.lines[0].points, so_far.total) == (0, -15)
    done = play(state, "finish", player="Ann")
    final = next(sheet for sheet in GAME.score(done) if sheet.player == "Ann")
    assert (final.lines[0].points, final.total) == (6, -9)
