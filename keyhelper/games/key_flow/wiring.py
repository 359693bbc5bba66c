"""Key Flow as a record of its functions: moves, setup, turns, count."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from keyhelper.engine.game import Act, Counting, Game, Move, Picture
from keyhelper.engine.sealed import veil
from keyhelper.games.key_flow import (
    INFO,
    keyples,
    laying,
    meaning,
    moves,
    panel_use,
    telling,
    tokens,
    working,
)
from keyhelper.games.key_flow.candidates import candidates
from keyhelper.games.key_flow.holdings import score
from keyhelper.games.key_flow.model import KeyFlow, KeyFlowOptions
from keyhelper.games.key_flow.panels import panels
from keyhelper.games.key_flow.seasons import components
from keyhelper.games.key_flow.setup import SEASON, set_up, steps, table
from keyhelper.games.key_flow.turns import ending, fill, learns, narrow, suggest, turn, words


def counting() -> Counting[KeyFlow]:
    """What counts a position; loads when it is used."""
    from keyhelper.games.key_flow.counting import COUNTING

    return COUNTING


def drawn(state: KeyFlow) -> tuple[Picture, ...]:
    """The villages for a shared sheet; what draws them loads when it is used."""
    from keyhelper.games.key_flow.pictures import pictures

    return pictures(state)


M = TypeVar("M", bound=Move)


def _afresh(do: Callable[[KeyFlow, M], KeyFlow]) -> Callable[[KeyFlow, M], KeyFlow]:
    """A deed that begins without the news of the one before."""

    def done(state: KeyFlow, move: M) -> KeyFlow:
        return do(state.model_copy(update={"news": ()}) if state.news else state, move)

    return done


def seen(state: KeyFlow, viewer: str | None) -> KeyFlow:
    """The table as a screen shows it, where nothing is offered that nobody has said."""
    return veil(state, viewer).model_copy(update={"is_shown": True})


_ACTS: tuple[Act[KeyFlow, Any], ...] = (
    Act(moves.Lay, laying.may_lay, laying.do_lay, warns=laying.warn_lay, also=("put", "place")),
    Act(moves.Play, meaning.may_place, meaning.do_place),
    Act(
        moves.Keyple,
        keyples.may_keyple,
        keyples.do_keyple,
        effects=keyples.keyple_effects,
        warns=keyples.warn_keyple,
    ),
    Act(moves.Face, keyples.may_face, keyples.do_face),
    Act(moves.Gain, panel_use.may_gain, panel_use.do_gain),
    Act(moves.Discard, laying.may_discard, laying.do_discard),
    Act(moves.Carry, working.may_carry, working.do_carry, effects=working.carry_effects),
    Act(moves.Upgrade, working.may_upgrade, working.do_upgrade),
    Act(moves.Flip, working.may_flip, working.do_flip),
    Act(moves.Stop, working.may_stop, working.do_stop, also=("done",)),
    Act(
        moves.Token,
        tokens.may_token,
        tokens.do_token,
        effects=tokens.token_effects,
        warns=tokens.warn_token,
    ),
    Act(moves.Finish, tokens.may_finish, tokens.do_finish),
    Act(moves.Clear, tokens.may_clear, tokens.do_clear),
    Act(moves.Choose, laying.may_choose, laying.do_choose, warns=laying.warn_lay),
    Act(moves.Sort, telling.may_sort, telling.do_sort),
    Act(moves.Rate, telling.may_rate, telling.do_rate),
    Act(moves.Panels, telling.may_panels, telling.do_panels),
    Act(moves.Worth, telling.may_worth, telling.do_worth),
    Act(moves.Reveal, telling.may_reveal, telling.do_reveal),
    Act(moves.Tally, telling.may_count, telling.do_count),
    Act(moves.Carts, telling.may_carts, telling.do_carts),
    Act(moves.Hold, telling.may_hold, telling.do_hold),
    Act(moves.Stock, telling.may_stock, telling.do_stock),
    Act(moves.Number, telling.may_number, telling.do_number),
    Act(moves.Next, telling.may_next, telling.do_next, warns=telling.warn_next),
)


GAME = Game(
    info=INFO,
    options=KeyFlowOptions,
    state=KeyFlow,
    acts=tuple(act._replace(do=_afresh(act.do)) for act in _ACTS),
    setup=set_up,
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
    suggest=suggest,
    narrow=narrow,
    doubt=meaning.doubt,
    carried=meaning.carried,
    pictures=drawn,
    view=seen,
    queries=(SEASON,),
)
