"""A turn: the keyper, a keyple, a boat; just allowed and just refused."""

from __future__ import annotations

from keyhelper.engine.verdict import Ruling
from keyhelper.games.keyper.model import Keyper, Keyple, Tile
from keyhelper.games.keyper.moves import (
    Gain,
    LayDown,
    Pass,
    PlayKeyper,
    PlayKeyple,
    SayBorder,
    SendBoat,
    ShowBoat,
    Skip,
)
from keyhelper.games.keyper.wiring import GAME
from tests.games.keyper.tables import (
    all_played,
    done,
    hand_of,
    house,
    judged,
    on_board,
    owing,
    spot,
    table,
)


def keyple(
    colour: str, field: str = "clay", border: str | None = "orange", **more: str
) -> PlayKeyple:
    said = {"player": "Ann", "board": "1", **more}
    return PlayKeyple(colour=colour, field=field, border=border, **said)


def test_only_the_active_player_takes_a_turn() -> None:
    """turn.order"""
    state = table()
    assert judged(state, keyple("orange")).is_legal
    verdict = judged(state, keyple("orange", player="Ben"))
    assert verdict.rules == ["turn.order"]
    assert verdict.reasons[0].text == "It is Ann's turn, not Ben's"


def test_a_turn_is_one_thing() -> None:
    """turn.one"""
    state = owing(table(), 2, "orange")
    verdict = judged(state, PlayKeyper(player="Ann", board="1"))
    assert verdict.rules == ["turn.one"]
    assert "Ann still has 2 actions on clay on board 1" in verdict.reasons[0].text


def test_after_a_turn_the_player_to_the_left_plays() -> None:
    """turn.order"""
    state = done(table(), PlayKeyper(player="Ann", board="1"))
    assert state.active == "Ben"
    last = done(table(active="Cy"), PlayKeyper(player="Cy", board="1"))
    assert last.active == "Ann"


def test_a_keyper_claims_an_empty_keyp_field() -> None:
    """keyper.empty"""
    state = done(table(), PlayKeyper(player="Ann", board="2"))
    assert state.claims("Ann") == "2"
    verdict = judged(state, PlayKeyper(player="Ben", board="2"))
    assert verdict.rules == ["keyper.empty"]
    assert verdict.reasons[0].text == "The keyp field of board 2 holds Ann's keyper"
    assert judged(state, PlayKeyper(player="Ben", board="3")).is_legal


def test_a_keyper_is_played_once_a_season() -> None:
    """keyper.once"""
    state = all_played(table(), b2="Ann")
    state = house(state, "Ann", has_keyper=False)
    verdict = judged(state, PlayKeyper(player="Ann", board="1"))
    assert verdict.rules == ["keyper.once"]
    assert "on board 2" in verdict.reasons[0].text


def test_there_are_as_many_boards_as_players() -> None:
    """setup.boards"""
    assert judged(table(), PlayKeyper(player="Ann", board="4")).rules == ["setup.boards"]
    assert judged(table(4), PlayKeyper(player="Ann", board="4")).is_legal


def test_a_keyple_comes_from_the_hand() -> None:
    """keyple.hand box.keyples"""
    state = house(table(), "Ann", hand={"white": 1})
    verdict = judged(state, keyple("orange"))
    assert verdict.rules == ["keyple.hand"]
    assert verdict.reasons[0].text == "Ann has no orange keyple left to play; Ann has 1 white"
    played = done(state, keyple("white"))
    assert hand_of(played, "Ann") == {}


def test_an_empty_field_brings_one_or_two() -> None:
    """keyple.empty colour.border"""
    alone = house(house(table(2), "Ben", hand={}), "Ann", hand={"orange": 1, "brown": 1})
    assert done(alone, keyple("orange")).owed[0].actions == 2
    assert done(alone, keyple("brown")).owed[0].actions == 1


def test_fields_without_colour_bring_no_bonus() -> None:
    """colour.none"""
    state = house(table(2), "Ben", hand={})
    for border in ("tile", "build", "discount", "upgrade", "none"):
        assert done(state, keyple("white", border, border)).owed[0].actions == 1


def test_a_second_keyple_matches_and_lays_the_first_down() -> None:
    """keyple.second"""
    state = on_board(table(), "1", "clay", "orange", "orange")
    played = done(state, keyple("orange", border=None))
    assert played.owed[0].actions == 3
    assert played.spot("Ann", "1", "clay") == spot("orange", "(orange)", "orange")
    verdict = judged(state, keyple("brown", border=None))
    assert verdict.rules == ["keyple.second"]
    assert "Beside an orange keyple" in verdict.reasons[0].text
    assert judged(state, keyple("white", border=None)).is_legal


def test_white_beside_white_depends_on_the_border() -> None:
    """white.coloured white.uncoloured"""
    coloured = on_board(table(), "1", "clay", "orange", "white")
    assert judged(coloured, keyple("orange", border=None)).is_legal
    assert judged(coloured, keyple("white", border=None)).is_legal
    assert judged(coloured, keyple("brown", border=None)).rules == ["white.coloured"]
    plain = on_board(table(), "1", "yard", "build", "white")
    assert judged(plain, keyple("white", "yard", None)).is_legal
    assert judged(plain, keyple("brown", "yard", None)).rules == ["white.uncoloured"]


def test_white_fits_any_coloured_border() -> None:
    """white.any"""
    state = house(table(2), "Ben", hand={})
    assert done(state, keyple("white", "mine", "black")).owed[0].actions == 2


def test_two_keyples_fill_a_field() -> None:
    """keyple.full"""
    state = on_board(table(), "1", "clay", "orange", "orange", "white")
    verdict = judged(state, keyple("orange", border=None))
    assert verdict.rules == ["keyple.full"]
    assert "orange and white" in verdict.reasons[0].text


def test_beside_a_keyple_that_lies() -> None:
    """keyple.lying"""
    state = on_board(table(), "1", "clay", "orange", "(orange)")
    assert done(state, keyple("orange", border=None)).owed[0].actions == 3
    other = table(readings={"keyple__lying": "alone"})
    other = on_board(other, "1", "clay", "orange", "(orange)")
    assert done(other, keyple("orange", border=None)).owed[0].actions == 2


def built(state: Keyper, *names: str) -> Keyper:
    return house(state, "Ann", tiles=tuple(Tile(name=name, area="village") for name in names))


def test_own_buildings_bring_one_or_two() -> None:
    """keyple.own"""
    state = built(table(), "Mill")
    first = done(state, keyple("orange", "Mill", None, board="own"))
    assert first.owed[0].actions == 1
    assert first.invitation is None
    again = first.model_copy(update={"owed": (), "turn_of": None})
    again = house(again, "Ann", hand={"orange": 1, "brown": 1})
    second = done(again, keyple("orange", "mill", None, board="own"))
    assert second.owed[0].actions == 2
    assert judged(again, keyple("brown", "Mill", None, board="own")).rules == ["keyple.second"]


def test_a_building_nobody_has_built_is_not_proven() -> None:
    """keyple.own"""
    verdict = judged(table(), keyple("orange", "Mill", None, board="own"))
    assert verdict.ruling is Ruling.UNPROVEN
    assert verdict.rules == ["keyple.own"]


def test_an_overbuilt_tile_no_longer_works() -> None:
    """overbuild.inactive"""
    tiles = (
        Tile(name="Mill", area="village", is_overbuilt=True),
        Tile(name="Forge", area="village", covers="Mill"),
    )
    state = house(table(), "Ann", tiles=tiles)
    verdict = judged(state, keyple("orange", "Mill", None, board="own"))
    assert verdict.rules == ["overbuild.inactive"]
    assert verdict.reasons[0].text == "Mill lies under Forge and no longer works"
    assert judged(state, keyple("orange", "Forge", None, board="own")).is_legal


def test_a_border_nobody_said_is_asked_for() -> None:
    """colour.border"""
    state = table()
    move = keyple("orange", border=None)
    verdict = judged(state, move)
    assert verdict.ruling is Ruling.UNPROVEN
    assert verdict.rules == ["colour.border"]
    waiting = GAME.play(state, move)
    assert GAME.turn(waiting).asks[0].prompt == "Which border does clay on board 1 have?"
    assert judged(waiting, keyple("orange")).rules[0] == "turn.one"
    said = done(waiting, SayBorder(border="orange"))
    assert said.invitation is not None
    assert said.invitation.asked == ("Ben", "Cy")
    assert judged(said, SayBorder(border="brown")).rules == ["colour.border"]


def test_a_border_is_remembered_and_a_change_is_noticed() -> None:
    """colour.border"""
    state = on_board(table(), "1", "clay", "orange", "orange")
    assert judged(state, keyple("orange", "Clay", None)).is_legal
    verdict = judged(state, keyple("orange", "clay", "brown"))
    assert verdict.ruling is Ruling.UNPROVEN
    assert "was entered with border orange" in verdict.reasons[0].text


def test_a_board_has_thirteen_fields() -> None:
    """board.fields"""
    state = table()
    for number in range(13):
        state = on_board(state, "1", f"f{number}", "orange", "orange", "orange")
    assert judged(state, keyple("orange", "f13")).rules == ["board.fields"]
    assert judged(state, keyple("orange", "f13", board="2")).is_legal


def boat(colour: str = "light-blue", board: str = "1", number: str = "", **more: str) -> SendBoat:
    return SendBoat(player="Ann", colour=colour, board=board, boat=number or "2", **more)


def test_a_boat_goes_onto_an_empty_river() -> None:
    """boat.river"""
    state = table(boats=("2", "4"))
    sent = done(state, boat())
    assert sent.boards is not None
    assert sent.boards["1"].boat == "2"
    assert sent.boats == ("4",)
    free = sent.model_copy(update={"invitation": None, "turn_of": None})
    verdict = judged(free, boat("orange", number="4"))
    assert verdict.rules == ["boat.river"]
    assert "Boat 2 lies on the river of board 1 already" in verdict.reasons[0].text
    assert judged(free, boat("orange", board="2", number="4")).is_legal
    assert judged(free, boat("orange", board="2", number="5")).rules == ["boat.river"]


def test_a_keyple_cannot_stand_on_a_river_without_a_boat() -> None:
    """boat.river"""
    assert judged(table(), keyple("white", "river", None)).rules == ["boat.river"]


def test_a_keyple_follows_onto_a_boat_that_is_there() -> None:
    """keyple.second boat.yield"""
    state = done(table(boats=("2", "4")), boat())
    free = state.model_copy(update={"invitation": None, "turn_of": None})
    second = done(free, keyple("white", "river", None))
    assert second.owed[0].actions == 3


def test_what_a_boat_shows_can_be_said_later() -> None:
    """boat.shown"""
    state = table(boats=("2", "4"))
    said = done(state, ShowBoat(boat="2", goods={"wheat": 1, "clay": 1}))
    assert said.shows == {"2": ("clay", "wheat")}
    assert judged(state, ShowBoat(boat="7", goods={"wheat": 1})).rules == ["boat.shown"]


def test_boat_effects_name_the_actions() -> None:
    """boat.yield"""
    state = table(boats=("2", "4"))
    effects = GAME.effects(state, boat())
    assert effects["actions"] == {"active": 2, "joiner": 0}
    assert effects["if_joined"] == {"active": 3, "joiner": 3}
    assert GAME.effects(state, boat("orange"))["actions"]["active"] == 1


def lay(field: str = "clay", board: str = "1") -> LayDown:
    return LayDown(player="Ann", board=board, field=field)


def test_laying_down_waits_until_everything_is_played() -> None:
    """laydown.early"""
    state = all_played(on_board(table(), "1", "clay", "orange", "orange"), "Ann", b1="Ann")
    assert judged(state, lay()).is_legal
    with_keyple = house(state, "Ann", hand={"black": 1})
    verdict = judged(with_keyple, lay())
    assert verdict.rules == ["laydown.early"]
    assert "Ann still has 1 black to play" in verdict.reasons[0].text
    with_keyper = house(state, "Ann", has_keyper=True)
    assert judged(with_keyper, lay()).rules == ["laydown.early"]


def test_a_keyple_is_laid_down_on_the_claimed_board_first() -> None:
    """laydown.where laydown.anywhere"""
    state = on_board(table(), "1", "clay", "orange", "orange")
    state = on_board(state, "2", "logs", "brown", "brown")
    state = all_played(state, "Ann", b1="Ann")
    verdict = judged(state, lay("logs", "2"))
    assert verdict.rules == ["laydown.where"]
    assert "clay on board 1" in verdict.reasons[0].text
    bare = on_board(state, "1", "clay", "orange", "(orange)")
    assert judged(bare, lay("logs", "2")).is_legal


def test_own_buildings_come_before_other_boards() -> None:
    """laydown.where"""
    state = all_played(on_board(table(), "2", "logs", "brown", "brown"), "Ann", b1="Ann")
    mill = Tile(name="Mill", area="village", spot=spot("none", "orange"))
    state = house(state, "Ann", tiles=(mill,))
    assert judged(state, lay("logs", "2")).rules == ["laydown.where"]
    laid = done(state, lay("mill", "own"))
    assert laid.owed[0].actions == 1


def test_what_lies_is_not_laid_down_again() -> None:
    """laydown.second"""
    state = all_played(on_board(table(), "1", "clay", "orange", "(orange)"), "Ann", b1="Ann")
    assert judged(state, lay()).rules == ["laydown.second"]
    assert judged(state, lay("nowhere")).rules == ["laydown.second"]


def test_both_keyples_are_laid_down_for_the_active_player() -> None:
    """laydown.both"""
    state = all_played(on_board(table(), "1", "clay", "orange", "orange", "white"), "Ann", b1="Ann")
    assert GAME.effects(state, lay())["actions"] == {"active": 3, "joiner": 0}
    laid = done(state, lay())
    assert [(owed.player, owed.actions) for owed in laid.owed] == [("Ann", 3)]
    assert laid.spot("Ann", "1", "clay") == spot("orange", "(orange)", "(white)")


def test_one_of_two_is_laid_down_where_the_player_wants() -> None:
    """laydown.both laydown.single"""
    field = ("1", "clay", "orange", "orange", "white")
    state = all_played(on_board(table(), *field), "Ann", b1="Ann")
    one = lay().model_copy(update={"only": "white"})
    assert one.says() == "Ann lays down only the white keyple on clay on board 1"
    assert GAME.effects(state, one)["actions"] == {"active": 2, "joiner": 0}
    laid = done(state, one)
    assert laid.spot("Ann", "1", "clay") == spot("orange", "orange", "(white)")
    assert GAME.effects(laid, lay())["actions"] == {"active": 3, "joiner": 0}
    none = lay().model_copy(update={"only": "grey"})
    assert judged(state, none).rules == ["laydown.second"]
    strict = table(readings={"laydown__both": "together"})
    strict = all_played(on_board(strict, *field), "Ann", b1="Ann")
    assert judged(strict, one).rules == ["laydown.both"]
    assert judged(strict, lay()).is_legal


def test_what_is_left_to_play_is_one_list() -> None:
    """laydown.early"""
    state = house(table(), "Ann", hand={"black": 1, "white": 2})
    state = on_board(state, "1", "clay", "orange", "orange")
    text = judged(state, lay()).reasons[0].text
    assert text == "Ann still has 1 black, 2 white and the keyper to play before laying down"


def test_a_single_keyple_beside_one_that_lies() -> None:
    """laydown.single laydown.second"""
    state = on_board(table(), "1", "clay", "orange", "(orange)", "orange")
    state = all_played(state, "Ann", b1="Ann")
    assert done(state, lay()).owed[0].actions == 3


def test_nobody_passes_with_something_to_do() -> None:
    """turn.one"""
    assert judged(table(), Pass(player="Ann")).rules == ["turn.one"]
    state = all_played(on_board(table(), "1", "clay", "orange", "orange"), "Ann", b1="Ann")
    assert judged(state, Pass(player="Ann")).rules == ["turn.one"]
    bare = all_played(table(), "Ann", b1="Ann")
    assert done(bare, Pass(player="Ann")).active == "Ben"


def test_actions_may_be_left() -> None:
    """turn.optional act.owed"""
    state = owing(table(), 2, "orange")
    assert done(state, Skip(player="Ann")).active == "Ben"
    assert judged(table(), Skip(player="Ann")).rules == ["act.owed"]


def test_the_season_ends_when_everything_is_played() -> None:
    """season.end"""
    state = all_played(table(2), "Ann", "Ben", b1="Ann", b2="Ben")
    state = on_board(state, "1", "clay", "orange", "orange")
    state = house(state, "Ann", hand={"orange": 1})
    played = done(state, keyple("orange", border=None))
    assert played.phase == "play"
    ended = done(played, Gain(player="Ann", goods={"clay": 3}))
    assert ended.phase == "final"
    assert ended.queue == ("Ben",)
    verdict = judged(ended, PlayKeyper(player="Ann", board="1"))
    assert "season.end" in verdict.rules


def test_the_keyp_tile_comes_with_the_keyper() -> None:
    """keyper.keyp"""
    state = house(table(), "Ann", resting=(Keyple(colour="white"),))
    state = done(state, PlayKeyper(player="Ann", board="1"))
    assert state.keyp_due == "Ann"
    assert GAME.turn(state).asks[0].kinds == ("keyp", "pass")
    assert judged(state, keyple("orange", player="Ben")).rules == ["turn.one"]
    later = done(state, Pass(player="Ann"))
    assert later.active == "Ben"
    assert later.house("Ann").resting == (Keyple(colour="white"),)
