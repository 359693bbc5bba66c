"""The end of a season: the checklist that nobody has to remember."""

from __future__ import annotations

from typing import Any

from keyhelper.engine.verdict import Ruling
from keyhelper.games.keyper.checklist import team
from keyhelper.games.keyper.model import HeldFair, Keyper, Keyple, Tile
from keyhelper.games.keyper.moves import (
    Counted,
    Fair,
    Finish,
    Gain,
    HouseAnimals,
    Keyp,
    LayDown,
    Layouts,
    NewBoats,
    NewDisplay,
    Pass,
    Rest,
    Retrieve,
    Value,
)
from keyhelper.games.keyper.wiring import GAME
from tests.games.keyper.tables import (
    all_played,
    count_of,
    done,
    hand_of,
    house,
    judged,
    on_board,
    owing,
    spot,
    table,
)


def ended(count: int = 3, **changes: Any) -> Keyper:
    """A season that Cy has just ended, with a keyple standing for everybody."""
    state = table(count, **changes)
    claims = {f"b{number}": player for number, player in enumerate(state.players, start=1)}
    state = all_played(state, *state.players, **claims)
    for number in claims:
        state = on_board(state, number.removeprefix("b"), "clay", "orange", "orange")
    last = state.players[-1]
    others = state.clockwise_from(last)[:-1]
    return state.model_copy(
        update={"phase": "final", "last_played": last, "active": None, "queue": others}
    )


def step(phase: str, queue: tuple[str, ...] = (), **changes: Any) -> Keyper:
    return ended(**changes).model_copy(update={"phase": phase, "queue": queue})


def test_everybody_but_the_last_player_lays_down_once_more() -> None:
    """season.final"""
    state = ended()
    lay = LayDown(player="Ann", board="1", field="clay")
    assert judged(state, lay).is_legal
    assert judged(state, LayDown(player="Cy", board="3", field="clay")).rules == ["season.final"]
    worked = done(state, lay, Gain(player="Ann", goods={"clay": 2}))
    assert worked.queue == ("Ben",)
    again = judged(worked, LayDown(player="Ann", board="1", field="clay"))
    assert "season.final" in again.rules
    assert done(worked, Pass(player="Ben")).phase == "fairs"


def test_forgotten_keyp_tiles_come_after_the_last_lay_downs() -> None:
    """season.keyp keyp.forgotten keyper.keyp"""
    state = house(ended(), "Ben", resting=(Keyple(colour="white"),))
    state = done(state, Pass(player="Ann"), Pass(player="Ben"))
    assert (state.phase, state.queue) == ("keyp", ("Ben",))
    laid = done(state, Keyp(player="Ben", gain={"sheep": 1}))
    assert laid.house("Ben").resting == (Keyple(colour="white", lies=True),)
    assert count_of(laid, "Ben", "sheep") == 1
    assert laid.phase == "fairs"
    assert judged(state, Keyp(player="Ann")).rules == ["keyper.keyp"]
    short = state.model_copy(update={"supply": {"sheep": 0}})
    assert judged(short, Keyp(player="Ben", gain={"sheep": 1})).rules == ["supply.limit"]
    left = done(state, Pass(player="Ben"))
    assert left.phase == "fairs"


def test_fairs_show_what_is_there() -> None:
    """season.fairs"""
    state = step("fairs", ("Ann", "Ben", "Cy"))
    fair = Fair(player="Ann", season="spring", points=3, shown={"wood": 1})
    held = done(state, fair)
    assert held.house("Ann").held == (HeldFair(season="spring", points=3, held_in="spring"),)
    assert count_of(held, "Ann", "wood") == 1
    verdict = judged(state, Fair(player="Ann", season="spring", points=3, shown={"wood": 2}))
    assert verdict.rules == ["season.fairs"]
    assert verdict.reasons[0].text == "Ann displays 2 wood and has 1"
    assert held.queue == ("Ben", "Cy")
    assert judged(held, fair).rules == ["setup.fairs"]
    assert "season.fairs" in judged(table(), fair).rules


def test_only_players_with_a_fair_to_hold_are_asked() -> None:
    """season.fairs fairs.winter"""
    spring = (HeldFair(season="spring", points=3),)
    state = house(ended(), "Ann", held=spring)
    state = done(state, Pass(player="Ann"), Pass(player="Ben"))
    assert (state.phase, state.queue) == ("fairs", ("Ben", "Cy"))
    winter = house(ended(season="winter"), "Ben", winter_fairs=1)
    winter = done(winter, Pass(player="Ann"), Pass(player="Ben"))
    assert (winter.phase, winter.queue) == ("fairs", ("Ben",))
    over = done(winter, Fair(player="Ben", season="winter", points=6))
    assert over.phase == "retrieve"


def test_displayed_goods_may_have_to_be_paid() -> None:
    """fairs.goods"""
    state = step("fairs", ("Ann",), readings={"fairs__goods": "pay"})
    paid = done(state, Fair(player="Ann", season="spring", points=3, shown={"wood": 1}))
    assert count_of(paid, "Ann", "wood") == 0
    assert GAME.components(paid) == GAME.components(state)


def test_a_fair_is_held_in_its_season() -> None:
    """fairs.wait"""
    state = step("fairs", ("Ann",), season="summer")
    assert judged(state, Fair(player="Ann", season="summer", points=3)).is_legal
    early = judged(state, Fair(player="Ann", season="autumn", points=3))
    assert early.ruling is Ruling.ILLEGAL
    late = judged(state, Fair(player="Ann", season="spring", points=3))
    assert late.ruling is Ruling.UNPROVEN
    assert late.rules == ["fairs.wait"]


def test_winter_fairs_give_points_by_season() -> None:
    """fairs.winter"""
    expected = {"spring": (), "summer": (4,), "autumn": (4, 6), "winter": (6,)}
    for season, points in expected.items():
        state = house(step("fairs", ("Ann",), season=season), "Ann", winter_fairs=1)
        for number in (3, 4, 6):
            move = Fair(player="Ann", season="winter", points=number)
            assert judged(state, move).is_legal == (number in points)
    none = step("fairs", ("Ann",), season="winter")
    assert judged(none, Fair(player="Ann", season="winter", points=6)).rules == ["fairs.winter"]
    held = done(state, Fair(player="Ann", season="winter", points=6))
    assert held.house("Ann").winter_fairs == 0


def test_animals_are_housed_or_returned() -> None:
    """season.house"""
    state = step("fairs", ("Cy",))
    state = house(state, "Ann", animals={"sheep": 3})
    state = done(state, Pass(player="Cy"))
    assert (state.phase, state.queue) == ("house", ("Ann",))
    assert GAME.turn(state).asks[0].prompt == "Ann has 3 sheep: which find no place?"
    verdict = judged(state, HouseAnimals(player="Ann", back={"sheep": 4}))
    assert verdict.rules == ["season.house"]
    kept = done(state, HouseAnimals(player="Ann", back={"sheep": 1}))
    assert count_of(kept, "Ann", "sheep") == 2
    assert kept.phase == "retrieve"
    assert judged(kept, HouseAnimals(player="Ann")).rules == ["season.house"]


def test_boards_bring_their_keyples_home() -> None:
    """season.retrieve"""
    state = step("retrieve")
    state = on_board(state, "1", "logs", "brown", "brown", "(white)")
    mill = Tile(name="Mill", area="village", spot=spot("none", "black"))
    state = house(state, "Ann", tiles=(mill,), resting=(Keyple(colour="grey", lies=True),))
    assert sum(team(state, "Ann").values()) == 5
    assert "Ann 5, Ben 1, Cy 1" in GAME.turn(state).asks[0].hint
    home = done(state, Retrieve())
    assert hand_of(home, "Ann") == {"orange": 1, "brown": 1, "black": 1, "grey": 1, "white": 1}
    assert home.house("Ann").has_keyper
    assert home.boards is not None
    assert all(not board.fields and board.keyper is None for board in home.boards.values())
    assert home.phase == "display"
    assert GAME.components(home) == GAME.components(state)
    assert judged(home, Retrieve()).rules == ["season.retrieve"]


def test_the_display_is_discarded_and_drawn_anew() -> None:
    """season.discard season.refill"""
    state = step("display")
    drawn = done(state, NewDisplay())
    assert (drawn.discarded, len(drawn.display), drawn.bag, drawn.aside) == (8, 8, 13 + 35 - 8, 0)
    autumn = step("display", season="summer", bag=3, aside=0)
    few = done(autumn, NewDisplay())
    assert (len(few.display), few.bag) == (3, 0)
    assert judged(table(), NewDisplay()).rules == ["season.refill"]
    aside = step("display", readings={"fairs__bag": "aside"})
    assert done(aside, NewDisplay()).bag == 13 + 27 - 8


def test_four_boats_are_drawn_again() -> None:
    """season.boats"""
    state = step("boats")
    ask = GAME.turn(state).asks[0]
    assert isinstance(ask.enter, NewBoats)
    assert len(ask.enter.boats) == 4
    drawn = done(state, NewBoats(boats=("1", "2", "5", "6")))
    assert drawn.boats == ("1", "2", "5", "6")
    assert drawn.boats_aside == ("3", "4")
    assert judged(state, NewBoats(boats=("1", "2", "5"))).rules == ["season.boats"]
    assert judged(state, NewBoats(boats=("1", "2", "5", "5"))).rules == ["season.boats"]
    assert judged(state, NewBoats(boats=("1", "2", "5", "9"))).rules == ["season.boats"]


def test_everybody_folds_a_board() -> None:
    """season.layout"""
    state = step("layouts")
    assert "summer icon" in GAME.turn(state).asks[0].prompt
    assert done(state, Layouts()).phase == "play"
    assert judged(table(), Layouts()).rules == ["season.layout"]


def test_surplus_keyples_rest() -> None:
    """season.surplus"""
    state = house(step("rest", ("Ann",)), "Ann", hand={"orange": 4, "white": 6})
    rest = Rest(player="Ann", keyples={"orange": 1, "white": 1})
    verdict = judged(state, Rest(player="Ann", keyples={"orange": 1}))
    assert verdict.rules == ["season.surplus"]
    assert verdict.reasons[0].text == "Ann has 10 keyples, 8 play: 2 rest, not 1"
    assert judged(state, Rest(player="Ann", keyples={"black": 2})).rules == ["season.surplus"]
    rested = done(state, rest)
    assert sum(hand_of(rested, "Ann").values()) == 8
    assert [keyple.colour for keyple in rested.house("Ann").resting] == ["orange", "white"]
    assert rested.phase == "play"
    two = house(step("rest", ("Ann",), count=2), "Ann", hand={"orange": 4, "white": 6})
    assert judged(two, Rest(player="Ann", keyples={"orange": 1})).is_legal


def test_only_teams_above_the_limit_are_asked() -> None:
    """season.surplus"""
    state = house(step("layouts"), "Ben", hand={"orange": 4, "white": 5})
    assert done(state, Layouts()).queue == ("Ben",)
    two = house(step("layouts", count=2), "Ann", hand={"orange": 4, "white": 5})
    assert done(two, Layouts()).phase == "play"


def test_who_ended_the_season_starts_the_next() -> None:
    """season.start"""
    state = done(step("layouts"), Layouts())
    assert (state.season, state.active, state.first) == ("summer", "Cy", "Cy")


def test_after_winter_the_tiles_are_valued() -> None:
    """end.winter"""
    state = house(step("retrieve", season="winter"), "Ann", tiles=(Tile(name="Mill"),))
    state = done(state, Retrieve())
    assert state.phase == "count"
    assert GAME.ending(state) is None
    assert GAME.turn(state).asks[0].prompt == "Ann: what does Mill give?"
    assert judged(table(), Finish()).rules == ["end.winter"]
    over = done(state, Value(player="Ann", tile="mill", scores="5"), Finish())
    assert GAME.ending(over) == "Winter is over and everything is counted"


def test_values_are_points_conditions_or_both() -> None:
    """score.tiles score.overbuilt"""
    tiles = (Tile(name="Mill"), Tile(name="Old", is_overbuilt=True))
    state = house(step("count", season="winter"), "Ann", tiles=tiles)
    for text, points, scores in [
        ("5", 5, None),
        ("2 per sheep", None, "2 per sheep"),
        ("5 2 per sheep", 5, "2 per sheep"),
        ("5 plus 2 per sheep", 5, "2 per sheep"),
    ]:
        valued = done(state, Value(player="Ann", tile="Mill", scores=text))
        tile = (valued.house("Ann").tiles or ())[0]
        assert (tile.points, tile.scores) == (points, scores)
    assert judged(state, Value(player="Ann", tile="Old", scores="5")).rules == ["score.overbuilt"]
    assert judged(state, Value(player="Ann", tile="Inn", scores="5")).rules == ["score.tiles"]
    odd = judged(state, Value(player="Ann", tile="Mill", scores="2 per moon"))
    assert odd.ruling is Ruling.UNPROVEN


def test_what_tiles_count_is_asked_for() -> None:
    """score.counted"""
    state = house(step("count", season="winter"), "Ann", tiles=(Tile(name="Drainage"),))
    state = done(state, Value(player="Ann", tile="Drainage", scores="2 per river"))
    ask = GAME.turn(state).asks[0]
    assert ask.kinds[0] == "count"
    assert ask.given == {"player": "Ann", "what": "river"}
    counted = done(state, Counted(player="Ann", what="river", number=3))
    assert GAME.turn(counted).asks[0].kinds[0] == "finish"
    assert GAME.score(counted)[0].lines[1].points == 6
    for wrong in ("sheep", "per"):
        verdict = judged(state, Counted(player="Ann", what=wrong, number=3))
        assert verdict.rules == ["score.counted"]


def test_the_checklist_names_its_step() -> None:
    """season.end"""
    for phase in ("retrieve", "display", "boats", "layouts", "count"):
        turn = GAME.turn(step(phase))
        assert turn.asks
    assert GAME.turn(step("display")).headline == "End of spring"
    assert owing(table(), 1, "orange").owed


def test_which_keyples_score_after_winter() -> None:
    """score.keyples"""

    def scored(**readings: str) -> int | None:
        state = step("retrieve", season="winter", readings=readings)
        cot = Tile(name="Cot", scores="2 per keyple", spot=spot("none", "white"))
        state = house(state, "Ann", tiles=(cot,), resting=(Keyple(colour="grey"),))
        so_far = GAME.score(state)[0].lines[1].points
        counted = GAME.score(done(state, Retrieve()))[0].lines[1].points
        assert so_far == counted
        return counted

    assert scored() == 6  # one on the claimed board, one on the Cot, one on the keyp tile
    assert scored(score__keyples="claimed") == 2


def test_the_count_of_buildings_says_how_many_stand() -> None:
    """score.counted"""
    built = (
        Tile(name="Drainage", area="village", scores="1 per village building"),
        Tile(name="Sty", area="farm", points=1),
        Tile(name="Hut", area="village", points=1, is_overbuilt=True),
    )
    state = house(table(phase="count", season="winter"), "Ann", tiles=built)
    hint = GAME.turn(state).asks[0].hint
    assert hint == "a number; 1 uncovered on the own board, this tile included"
