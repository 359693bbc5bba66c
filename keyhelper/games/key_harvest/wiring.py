"""The record that is Key Harvest: every function in its place."""

from __future__ import annotations

from typing import Any

from keyhelper.engine.game import Act, Counting, Game, Query
from keyhelper.games.key_harvest import INFO, bag, effects, moves, opening, panels, rules, stores
from keyhelper.games.key_harvest.asks import ending, turn
from keyhelper.games.key_harvest.candidates import candidates
from keyhelper.games.key_harvest.drawing import pictures
from keyhelper.games.key_harvest.model import Countryside, view
from keyhelper.games.key_harvest.news import telling
from keyhelper.games.key_harvest.play import (
    components,
    doubt,
    fill,
    learns,
    narrow,
    suggest,
    words,
)
from keyhelper.games.key_harvest.scoring import score
from keyhelper.games.key_harvest.setup import KeyHarvestOptions, setup, steps, table


def counting() -> Counting[Countryside]:
    """What counts a position; loads when it is used."""
    from keyhelper.games.key_harvest.counting import COUNTING

    return COUNTING


ACTS: tuple[Act[Countryside, Any], ...] = (
    Act(moves.SetLayout, opening.may_layout, opening.do_layout),
    Act(moves.TakePair, opening.may_pair, opening.do_pair),
    Act(moves.SayCrops, opening.may_crops, opening.do_crops, warns=opening.crops_warns),
    Act(moves.DrawCounters, opening.may_counters, opening.do_counters),
    Act(moves.TakeDealt, opening.may_take_dealt, opening.do_take_dealt),
    Act(moves.ChooseFirst, opening.may_first, opening.do_first),
    Act(
        moves.HarvestCrops,
        rules.may_harvest,
        rules.do_harvest,
        effects=rules.harvest_effects,
        warns=rules.harvest_warns,
    ),
    Act(
        moves.PlayWorker,
        rules.may_worker,
        rules.do_worker,
        effects=rules.worker_effects,
        warns=rules.free_warns,
        also=("play",),
    ),
    Act(moves.RemoveWorker, rules.may_remove, rules.do_remove, warns=rules.free_warns),
    Act(
        moves.TransferTile,
        stores.may_transfer,
        stores.do_transfer,
        effects=stores.transfer_effects,
        warns=stores.transfer_warns,
        also=("buy",),
    ),
    Act(
        moves.StoreTile,
        stores.may_store,
        stores.do_store,
        effects=stores.store_effects,
        warns=rules.free_warns,
    ),
    Act(moves.PassBag, stores.may_pass, stores.do_pass),
    Act(moves.DrawTile, bag.may_draw, bag.do_draw),
    Act(moves.DrawEvent, bag.may_event, bag.do_event, effects=bag.event_effects),
    Act(moves.BagEmpty, bag.may_find_empty, bag.do_find_empty),
    Act(moves.GainCounters, effects.may_gain, effects.do_gain),
    Act(moves.LoseCounters, effects.may_lose, effects.do_lose),
    Act(moves.GiveCounters, effects.may_give, effects.do_give),
    Act(moves.MoveTile, effects.may_tile, effects.do_tile, warns=effects.tile_warns),
    Act(moves.FlipFields, effects.may_flip, effects.do_flip),
    Act(moves.LiftWorker, effects.may_lift, effects.do_lift),
    Act(moves.Done, effects.may_finish, effects.do_finish),
    Act(moves.RepositionWorker, effects.may_reposition, effects.do_reposition),
    Act(moves.WorkerHome, effects.may_go_home, effects.do_go_home),
    Act(moves.CountScreen, opening.may_count, opening.do_count),
)

GAME: Game[Countryside] = Game(
    info=INFO,
    options=KeyHarvestOptions,
    state=Countryside,
    acts=tuple(telling(act) for act in ACTS),
    setup=setup,
    steps=steps,
    table=table,
    turn=turn,
    candidates=candidates,
    ending=ending,
    score=score,
    counting=counting,
    components=components,
    panels=panels.panels,
    words=words,
    view=view,
    learns=learns,
    fill=fill,
    doubt=doubt,
    suggest=suggest,
    narrow=narrow,
    pictures=pictures,
    queries=(Query("where", moves.WhereArguments, panels.where, positional=("tiles",)),),
)
