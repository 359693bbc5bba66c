"""The wiring: every part of Tiny Towns in its place in the contract."""

from __future__ import annotations

from typing import Any

from keyhelper.engine.game import Act, Counting, Game
from keyhelper.games.tiny_towns import (
    INFO,
    completion,
    construction,
    effects,
    moves,
    placing,
    rules,
)
from keyhelper.games.tiny_towns.final import score
from keyhelper.games.tiny_towns.meaning import carried, doubt, fill, narrow
from keyhelper.games.tiny_towns.model import TinyTowns, TinyTownsOptions
from keyhelper.games.tiny_towns.panels import panels, words
from keyhelper.games.tiny_towns.pictures import pictures
from keyhelper.games.tiny_towns.setup import set_up, steps, table
from keyhelper.games.tiny_towns.supply import components
from keyhelper.games.tiny_towns.turns import candidates, turn


def counting() -> Counting[TinyTowns]:
    """What counts a position; loads when it is used."""
    from keyhelper.games.tiny_towns.counting import COUNTING

    return COUNTING


_ACTS: tuple[Act[TinyTowns, Any], ...] = (
    Act(moves.Keep, rules.may_keep, rules.do_keep),
    Act(moves.Reveal, rules.may_reveal, rules.do_reveal),
    Act(moves.Name, rules.may_name, rules.do_name),
    Act(moves.Draw, rules.may_draw, rules.do_draw),
    Act(moves.Pick, rules.may_pick, rules.do_pick),
    Act(moves.Place, placing.may_place, placing.do_place, also=("put",)),
    Act(moves.Aside, placing.may_aside, placing.do_aside),
    Act(moves.Recall, placing.may_recall, placing.do_recall),
    Act(
        moves.Build,
        construction.may_build,
        construction.do_build,
        effects=construction.build_effects,
        also=("construct",),
    ),
    Act(moves.Hold, effects.may_hold, effects.do_hold),
    Act(moves.Grove, effects.may_grove, effects.do_grove),
    Act(moves.Guild, effects.may_guild, effects.do_guild, also=("replace",)),
    Act(moves.Stock, effects.may_stock, effects.do_stock),
    Act(moves.Watch, effects.may_watch, effects.do_watch),
    Act(moves.Decline, effects.may_decline, effects.do_decline),
    Act(
        moves.Finish,
        completion.may_finish,
        completion.do_finish,
        warns=completion.warn_finish,
    ),
    Act(moves.Next, completion.may_next, completion.do_next),
)


def _told_afresh(act: Act[TinyTowns, Any]) -> Act[TinyTowns, Any]:
    """The act after which no news of an earlier entry is left."""

    def do(state: TinyTowns, move: Any) -> TinyTowns:
        return act.do(state.model_copy(update={"news": ()}) if state.news else state, move)

    return act._replace(do=do)


GAME = Game(
    info=INFO,
    options=TinyTownsOptions,
    state=TinyTowns,
    acts=tuple(_told_afresh(act) for act in _ACTS),
    setup=set_up,
    steps=steps,
    table=table,
    turn=turn,
    candidates=candidates,
    ending=completion.ending,
    score=score,
    counting=counting,
    components=components,
    panels=panels,
    words=words,
    fill=fill,
    carried=carried,
    doubt=doubt,
    narrow=narrow,
    pictures=pictures,
)
