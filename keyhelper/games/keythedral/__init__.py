"""Keythedral: the wiring of the game; the rooms beside this file do the work."""

from __future__ import annotations

from keyhelper.engine.game import Game, GameInfo, Query
from keyhelper.games.keythedral.afford import AffordArguments, afford
from keyhelper.games.keythedral.candidates import candidates
from keyhelper.games.keythedral.model import Keythedral, KeythedralOptions
from keyhelper.games.keythedral.pictures import panels
from keyhelper.games.keythedral.position import KeythedralPosition, from_position
from keyhelper.games.keythedral.rules import ACTS, components, ending, fill
from keyhelper.games.keythedral.scoring import score
from keyhelper.games.keythedral.setup import FEWEST, MOST, SLUG, setup, steps, table
from keyhelper.games.keythedral.table import learns, suggest, turn, words

GAME: Game[Keythedral] = Game(
    info=GameInfo(
        slug=SLUG,
        name="Keythedral",
        fewest=FEWEST,
        most=MOST,
        catalogues=("tiles", "laws", "fields", "mat", "cubes"),
    ),
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
    components=components,
    panels=panels,
    words=words,
    position=KeythedralPosition,
    from_position=from_position,
    learns=learns,
    fill=fill,
    suggest=suggest,
    queries=(Query("afford", AffordArguments, afford, positional=("tile",)),),
)
