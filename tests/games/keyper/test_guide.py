"""What the table sees: prompts, menus, panels, words, and what the box learns."""

from __future__ import annotations

from keyhelper.engine import catalogue, phrases
from keyhelper.engine.game import Ask
from keyhelper.games.keyper.model import Country, HeldFair, Keyper, Keyple, Owed, Tile
from keyhelper.games.keyper.moves import (
    Build,
    Decline,
    Gain,
    Join,
    LayDown,
    PlayKeyper,
    PlayKeyple,
    SendBoat,
    ShowBoat,
    Skip,
    Take,
    Upgrade,
    Value,
)
from keyhelper.games.keyper.wiring import GAME
from tests.games.keyper.tables import all_played, house, on_board, owing, spot, table


def typed(state: Keyper, line: str) -> object:
    """The move that a line means now, as the table reads it."""
    ask: Ask = GAME.turn(state).asks[0]
    draft = phrases.read_line(GAME, state, line, ask)
    assert not draft.missing, draft
    return GAME.fill(state, phrases.build_move(GAME, draft))


def test_a_keyple_on_one_line() -> None:
    expected = PlayKeyple(player="Ann", colour="orange", board="1", field="clay", border="orange")
    assert typed(table(), "orange 1 clay orange") == expected
    assert typed(table(), "keyple or 1 clay orange") == expected
    own = PlayKeyple(player="Ann", colour="white", board="own", field="mill")
    assert typed(table(), "white own mill") == own
    blue = typed(table(), "blue 1 dock none")
    assert isinstance(blue, PlayKeyple)
    assert blue.colour == "light-blue"


def test_a_boat_on_one_line() -> None:
    move = typed(table(boats=("3",)), "boat white 2 3 shows wheat bricks")
    assert move == SendBoat(
        player="Ann", colour="white", board="2", boat="3", shows={"bricks": 1, "wheat": 1}
    )


def test_joining_on_one_line() -> None:
    state = GAME.play(
        table(), PlayKeyple(player="Ann", colour="orange", board="1", field="clay", border="orange")
    )
    assert typed(state, "white") == Join(player="Ben", colour="white", board="1", field="clay")
    for no in ("decline", "no", "n", "nobody"):
        assert typed(state, no) == Decline(player="Ben")


def test_the_codes_of_the_panels_and_the_jobs_are_keyples_too() -> None:
    for word, colour in (("LB", "light-blue"), ("gy", "grey"), ("miner", "black")):
        move = typed(table(), f"{word} 1 yard bld")
        assert isinstance(move, PlayKeyple)
        assert (move.colour, move.border) == (colour, "build")


def test_the_turn_says_what_to_type() -> None:
    """turn.one"""
    state = house(table(boats=("3",)), "Ann", hand={"white": 1})
    ask = GAME.turn(state).asks[0]
    example, boat, keyper = ask.hint.split("; ")
    assert example == "keyple board field border: `white 1 clay orange`"
    assert typed(state, boat.strip("`")) == SendBoat(
        player="Ann", colour="white", board="1", boat="3"
    )
    assert typed(state, keyper.strip("`")) == PlayKeyper(player="Ann", board="1")
    assert "keyper" not in GAME.turn(house(state, "Ann", has_keyper=False)).asks[0].hint


def test_every_kind_of_work_says_what_to_type() -> None:
    """act.owed"""

    def hint(border: str, field: str = "yard") -> str:
        return GAME.turn(owing(state, 2, border, field)).asks[0].hint

    taken = Tile(name="Cider press", area="village")
    state = house(table(), "Ann", tiles=(Tile(name="Mill"),), taken=(taken,))
    assert hint("grey") == "such as `2 rocks`; or `skip`"
    assert hint("tile") == "`village NAME` or `farm NAME`; or `skip`"
    assert hint("build") == 'name and area, such as `"Cider press" village`; or `skip`'
    assert hint("upgrade") == "Mill; or `skip`"


def test_taking_on_one_line() -> None:
    state = owing(table(), 3, "orange", "pit")
    assert typed(state, "2 clay + 1 wheat") == Gain(player="Ann", goods={"clay": 2, "wheat": 1})
    assert typed(state, "skip").kind == "skip"  # type: ignore[attr-defined]


def test_a_field_called_like_a_good_suggests_it() -> None:
    ask = GAME.turn(owing(table(), 3, "orange", "clay")).asks[0]
    assert ask.enter == Gain(player="Ann", goods={"clay": 3})
    assert GAME.turn(owing(table(), 3, "orange", "pit")).asks[0].enter is None
    low = owing(table(supply={"clay": 2}), 3, "orange", "clay")
    assert GAME.turn(low).asks[0].enter == Gain(player="Ann", goods={"clay": 2})
    build = owing(table(), 1, "build", "clay")
    assert GAME.turn(build).asks[0].enter is None


def test_what_is_asked_fits_the_field() -> None:
    """colour.none boat.actions"""

    def kinds(border: str, field: str, board: str = "1") -> tuple[str, ...]:
        return GAME.turn(owing(table(), 1, border, field, board)).asks[0].kinds

    assert kinds("tile", "yard") == ("take", "skip")
    assert kinds("discount", "yard") == ("build", "skip")
    assert kinds("upgrade", "yard") == ("upgrade", "skip")
    assert kinds("orange", "pit") == ("gain", "convert", "skip")
    assert kinds("light-blue", "river") == ("gain", "sell", "skip")
    assert "build" in kinds("none", "Mill", "own")


def test_both_players_of_a_joint_action_are_asked() -> None:
    owed = tuple(
        Owed(player=player, actions=2, board="1", field="pit", border="brown")
        for player in ("Ann", "Ben")
    )
    asks = GAME.turn(table(owed=owed, turn_of="Ann")).asks
    assert [ask.prompt for ask in asks] == [
        "Ann: 2 actions on pit on board 1",
        "Ben: 2 actions on pit on board 1",
    ]


def test_what_a_boat_shows_is_asked_once() -> None:
    """boat.shown"""
    boards = {"1": Country(boat="2")}
    state = owing(table(boards=boards), 2, "light-blue", "river")
    ask = GAME.turn(state).asks[0]
    assert ask.prompt == "What does boat 2 show this season?"
    shows = ShowBoat(player="Ann", boat="2", goods={"bricks": 1, "wheat": 1})
    assert typed(state, "wheat bricks") == shows
    assert ask.enter is not None
    waived = GAME.play(state, ask.enter)
    assert GAME.turn(waived).asks[0].kinds == ("gain", "sell", "skip")


def test_building_on_one_line_asks_for_the_cost_only() -> None:
    state = owing(table(), 1, "build", "yard")
    draft = phrases.read_line(GAME, state, "Mill village 1 brick", GAME.turn(state).asks[0])
    assert draft.missing == ("cost",)
    assert draft.given["pay"] == {"bricks": 1}
    free = phrases.read_line(GAME, state, "Mill village none", GAME.turn(state).asks[0])
    move = phrases.build_move(GAME, phrases.Draft("build", free.given | {"cost": "none"}, ()))
    assert isinstance(move, Build)
    assert move.pay == {}


def test_laying_down_is_picked_by_number() -> None:
    state = all_played(on_board(table(), "1", "clay", "orange", "orange", "white"), "Ann", b1="Ann")
    ask = GAME.turn(state).asks[0]
    assert [label for label, _ in ask.choices] == ["clay on board 1: orange and white, for 3"]
    bare = all_played(table(), "Ann", b1="Ann")
    assert GAME.turn(bare).asks[0].prompt == "Ann has nothing to lay down"


def test_a_finished_game_asks_nothing() -> None:
    assert GAME.turn(table(phase="over")).asks == ()


def test_the_box_learns_costs_and_values() -> None:
    state = house(table(), "Ann", tiles=(Tile(name="Mill", is_upgraded=True),))
    learned = GAME.learns(state, Value(player="Ann", tile="Mill", scores="5 2 per sheep"))
    assert [(entry.field, entry.value) for entry in learned] == [
        ("upgraded_points", 5),
        ("upgraded_scores", "2 per sheep"),
    ]
    cost = GAME.learns(state, Upgrade(player="Ann", tile="Mill", pay={}, cost="1 stone"))
    assert [(entry.field, entry.value) for entry in cost] == [("upgrade_cost", "1 stone")]
    assert GAME.learns(state, Decline(player="Ann")) == ()


def test_the_box_answers_at_the_count_and_the_building_site() -> None:
    state = house(table(phase="count", season="winter"), "Ann", tiles=(Tile(name="Mill"),))
    catalogue.open_box("keyper", {"tiles": {"Mill": {"points": 4, "upgrade_cost": "1 stone"}}})
    try:
        ask = GAME.turn(state).asks[0]
        assert ask.enter == Value(player="Ann", tile="Mill", scores="4")
        given = {"player": "Ann", "tile": "mill"}
        assert GAME.suggest(state, "upgrade", "cost", given) == "1 stone"
    finally:
        catalogue.open_box("keyper", {})


def test_words_for_every_field_are_known_or_free() -> None:
    state = house(table(), "Ann", tiles=(Tile(name="Mill"),))
    assert GAME.words(state, "keyper", "board") == ("1", "2", "3")
    assert GAME.words(state, "keyple", "board") == ("1", "2", "3", "own")
    assert GAME.words(state, "upgrade", "tile") == ("Mill",)
    assert "orange" in GAME.words(state, "join", "colour")
    assert GAME.words(state, "keyple", "field") == ()


def test_panels_show_what_lies_and_what_stands() -> None:
    state = on_board(table(), "1", "clay", "orange", "(orange)", "white")
    boards = {**(state.boards or {}), "2": Country(keyper="Ben", boat="3")}
    state = state.model_copy(update={"boards": boards, "supply": {"clay": 2, "wheat": 20}})
    mill = Tile(name="Mill", area="farm", is_upgraded=True, spot=spot("none", "black"))
    state = house(
        state,
        "Ann",
        tiles=(mill, Tile(name="Old", is_overbuilt=True)),
        taken=(Tile(name="Statue"),),
        resting=(Keyple(colour="grey"),),
        animals={"sheep": 2},
        winter_fairs=1,
        held=(HeldFair(season="spring", points=3),),
        places={"yard": spot("none", "white")},
    )
    first, second, *_ = GAME.panels(state, None)
    assert first.lines[0] == "clay        OR   or+WH"
    assert first.spoken[0] == "clay, border orange: orange lies and white stands"
    assert second.title == "Board 2 (Ben)"
    ann = next(panel for panel in GAME.panels(state, None) if panel.title.startswith("Ann"))
    assert "farm: Mill* BK" in ann.lines
    assert "taken: Statue" in ann.lines
    assert "keyp tile GY" in ann.lines
    assert not any("Old" in line for line in ann.lines)
    assert "Old, overbuilt" in ann.spoken
    assert "Mill, upgraded on the farm: black stands" in ann.spoken
    middle = GAME.panels(state, None)[-1]
    assert "bld build   * upgraded" in middle.lines
    assert "supply low: 2 clay" in middle.lines


def test_a_short_supply_is_offered_in_turns() -> None:
    """supply.alternate supply.limit"""
    owed = tuple(
        Owed(player=player, actions=3, board="1", field="clay", border="orange")
        for player in ("Ann", "Ben")
    )
    state = table(owed=owed, turn_of="Ann", supply={"clay": 3})
    ask = GAME.turn(state).asks[0]
    assert ask.enter == Gain(player="Ann", goods={"clay": 2})
    state = GAME.play(state, Gain(player="Ann", goods={"clay": 2}))
    ask = GAME.turn(state).asks[0]
    assert ask.enter == Gain(player="Ben", goods={"clay": 1})
    state = GAME.play(state, Gain(player="Ben", goods={"clay": 1}))
    for player in ("Ann", "Ben"):
        ask = GAME.turn(state).asks[0]
        assert ask.enter == Skip(player=player)
        assert ask.hint == "no clay left in the supply; Enter: nothing"
        state = GAME.play(state, Skip(player=player))
    assert state.owed == ()


def test_who_has_built_everything_is_not_told_to_build() -> None:
    """build.tile"""
    state = house(table(), "Ann", home={"farm": 1, "village": 0})
    hint = GAME.turn(owing(state, 1, "build", "yard")).asks[0].hint
    assert hint == "name and area, such as `NAME farm`; or `skip`"
    state = house(table(), "Ann", home={"farm": 0, "village": 0})
    hint = GAME.turn(owing(state, 1, "build", "yard")).asks[0].hint
    assert hint == "no tile left to build; `skip`"


def test_one_of_two_is_named_on_one_line() -> None:
    """laydown.both"""
    state = all_played(on_board(table(), "1", "clay", "orange", "orange", "white"), "Ann", b1="Ann")
    hint = GAME.turn(state).asks[0].hint
    assert hint == "a number or a place; just one of two: `1 clay only orange`"
    one = LayDown(player="Ann", board="1", field="clay", only="orange")
    assert typed(state, "1 clay only orange") == one
    assert typed(state, "1 clay or") == one
    assert typed(state, "1 clay") == LayDown(player="Ann", board="1", field="clay")


def test_a_winter_fair_is_taken_on_one_line() -> None:
    """fairs.bag"""
    state = owing(table(season="summer"), 1, "tile", "yard")
    assert "`winter` for a winter fair" in GAME.turn(state).asks[0].hint
    for said in ("winter", "winter fair", "take fair"):
        assert typed(state, said) == Take(player="Ann", area="fair"), said
    named = Take(player="Ann", area="village", tile="Bracelet maker")
    assert typed(state, "village Bracelet maker") == named
