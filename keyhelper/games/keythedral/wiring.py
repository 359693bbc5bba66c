"""The wiring of Keythedral; the rooms beside this file do the work."""

from __future__ import annotations

from keyhelper.engine.game import Counting, Game, Query
from keyhelper.games.keythedral import INFO
from keyhelper.games.keythedral.afford import AffordArguments, afford
from keyhelper.games.keythedral.asking import learns, narrow, suggest, turn, words
from keyhelper.games.keythedral.candidates import candidates
from keyhelper.games.keythedral.doubts import doubt
from keyhelper.games.keythedral.drawing import drawings
from keyhelper.games.keythedral.model import Keythedral, KeythedralOptions
from keyhelper.games.keythedral.pictures import panels
from keyhelper.games.keythedral.rules import ACTS, components, ending, fill, view
from keyhelper.games.keythedral.scoring import score
from keyhelper.games.keythedral.setup import setup, steps, table


def counting() -> Counting[Keythedral]:
    """What counts a position; loads when it is used."""
    from keyhelper.games.keythedral.counting import COUNTING

    return COUNTING


GAME: Game[Keythedral] = Game(
    info=INFO,
    options=KeythedralOptions,
    state=Keythedral,
    acts=ACTS,
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
    view=view,
    learns=learns,
    fill=fill,
    doubt=doubt,
    suggest=suggest,
    narrow=narrow,
    pictures=drawings,
    queries=(Query("afford", AffordArguments, afford, positional=("tile",)),),
)
