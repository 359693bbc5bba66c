"""The record that is Keyper: every function in its place."""

from __future__ import annotations

from keyhelper.engine.game import Act, Counting, Game, Query
from keyhelper.games.keyper import INFO, building, joining, laying, moves, play, seasons, working
from keyhelper.games.keyper.candidates import candidates
from keyhelper.games.keyper.guide import ending, turn
from keyhelper.games.keyper.model import Keyper, KeyperOptions
from keyhelper.games.keyper.panels import panels
from keyhelper.games.keyper.scoring import score
from keyhelper.games.keyper.setup import setup, steps, table
from keyhelper.games.keyper.supply import components
from keyhelper.games.keyper.typed import doubt, fill, learns, narrow, suggest, words
from keyhelper.games.keyper.worth import Worth, worth


def counting() -> Counting[Keyper]:
    """What counts a position; loads when it is used."""
    from keyhelper.games.keyper.counting import COUNTING

    return COUNTING


GAME = Game(
    info=INFO,
    options=KeyperOptions,
    state=Keyper,
    acts=(
        Act(moves.Ninth, seasons.may_ninth, seasons.do_ninth),
        Act(moves.PlayKeyper, play.may_keyper, play.do_keyper),
        Act(moves.PlayKeyple, play.may_keyple, play.do_keyple, effects=play.keyple_brings),
        Act(moves.SayBorder, play.may_border, play.do_border),
        Act(moves.SendBoat, play.may_boat, play.do_boat, effects=play.boat_brings),
        Act(moves.ShowBoat, play.may_show, play.do_show),
        Act(
            moves.Join,
            joining.may_join,
            joining.do_join,
            effects=joining.join_brings,
            also=("yes", "y"),
        ),
        Act(moves.Decline, joining.may_decline, joining.do_decline),
        Act(moves.LayDown, laying.may_lay_down, laying.do_lay_down, effects=laying.lay_down_brings),
        Act(moves.Pass, laying.may_pass, laying.do_pass),
        Act(moves.Keyp, seasons.may_keyp, seasons.do_keyp),
        Act(moves.Gain, working.may_gain, working.do_gain, warns=working.warns_of_gain),
        Act(moves.Convert, working.may_convert, working.do_convert),
        Act(moves.Sell, working.may_sell, working.do_sell),
        Act(moves.Take, working.may_take, working.do_take),
        Act(moves.Build, building.may_build, building.do_build),
        Act(moves.Upgrade, building.may_upgrade, building.do_upgrade),
        Act(moves.Skip, working.may_skip, working.do_skip),
        Act(moves.Fair, seasons.may_fair, seasons.do_fair),
        Act(moves.HouseAnimals, seasons.may_house, seasons.do_house),
        Act(moves.Retrieve, seasons.may_retrieve, seasons.do_retrieve),
        Act(moves.NewDisplay, seasons.may_display, seasons.do_display),
        Act(moves.NewBoats, seasons.may_boats, seasons.do_boats),
        Act(moves.Layouts, seasons.may_layouts, seasons.do_layouts),
        Act(moves.Rest, seasons.may_rest, seasons.do_rest),
        Act(moves.Value, seasons.may_value, seasons.do_value),
        Act(moves.Counted, seasons.may_count, seasons.do_count),
        Act(moves.Finish, seasons.may_finish, seasons.do_finish),
    ),
    setup=setup,
    steps=steps,
    table=table,
    turn=turn,
    candidates=candidates,
    ending=ending,
    score=score,
    counting=counting,
    components=components,
    panels=panels,
    words=words,
    learns=learns,
    fill=fill,
    doubt=doubt,
    suggest=suggest,
    narrow=narrow,
    queries=(Query("worth", Worth, worth, positional=("colour", "border")),),
)
