"""A tiny game for the engine's own tests: no file in data/, nothing on the shelf.

Players plant trees on plots, pick fruit, keep one fruit in secret and end the day. It has one
move for every shape of field that a typed line can fill.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from pydantic import Field, model_validator

from keyhelper.engine.chance import Chance
from keyhelper.engine.game import (
    Act,
    Ask,
    Counting,
    Game,
    GameInfo,
    Move,
    Options,
    Panel,
    Position,
    State,
    Step,
    Turn,
)
from keyhelper.engine.ledger import FORMAT, Header
from keyhelper.engine.scoring import ScoreLine, ScoreSheet, Tiebreak
from keyhelper.engine.sealed import Sealed, Unknown
from keyhelper.engine.verdict import Reason, unproven

PLOTS = tuple(f"{column}{row}" for column in "abc" for row in "123")
TREES = ("Pear", "Peach", "Plum", "The Great Oak", "Crab Apple")
FRUIT = ("pear", "peach", "plum")


class Orchard(State):
    """Who planted what where, the fruit picked, the fruit kept in secret, the day."""

    trees: dict[str, str] = {}  # plot -> tree
    owners: dict[str, str] = {}  # plot -> player
    baskets: dict[str, int] = {}  # player -> fruit picked
    kept: dict[str, Sealed[str] | Unknown] = {}
    day: int = 1

    @model_validator(mode="after")
    def _days_are_counted_from_one(self) -> Orchard:
        if self.day < 1:
            raise ValueError("a day is counted from 1")
        return self


class Plant(Move):
    """Plant a tree on an empty plot."""

    kind: Literal["plant"] = "plant"
    player: str = Field(description="Who plants")
    tree: str = Field(description="Tree")
    plot: str = Field(description="Plot")

    def says(self) -> str:
        return f"{self.player} plants {self.tree} on {self.plot}"


class Pick(Move):
    """Pick fruit of several kinds."""

    kind: Literal["pick"] = "pick"
    player: str = Field(description="Who picks")
    fruit: dict[str, int] = Field(description="Fruit")

    def says(self) -> str:
        return f"{self.player} picks {sum(self.fruit.values())} fruit"


class Prune(Move):
    """Prune trees on several plots, from one ladder."""

    kind: Literal["prune"] = "prune"
    player: str = Field(description="Who prunes")
    plots: tuple[str, ...] = Field(description="Plots")
    at: str = Field(description="Plot of the ladder")


class Sell(Move):
    """Sell fruit, perhaps to somebody, perhaps openly."""

    kind: Literal["sell"] = "sell"
    player: str = Field(description="Who sells")
    price: int = Field(description="Price")
    openly: bool = Field(default=False, description="Whether everybody hears it")
    buyer: str | None = Field(default=None, description="Buyer")


class Keep(Move):
    """Keep a fruit that nobody else sees."""

    kind: Literal["keep"] = "keep"
    player: str = Field(description="Who keeps it")
    fruit: Sealed[str] = Field(description="Fruit")

    def says(self) -> str:
        return f"{self.player} keeps a fruit in secret"


class Next(Move):
    """End the day."""

    kind: Literal["next"] = "next"


def may_plant(state: Orchard, move: Plant) -> Iterator[Reason]:
    if move.plot not in PLOTS:
        yield Reason("plant.plot", f"There is no plot {move.plot}")
    if move.plot in state.trees:
        yield Reason("plant.empty", f"Plot {move.plot} holds {state.trees[move.plot]}")
    if move.tree == "The Great Oak" and move.player not in state.kept:
        yield unproven("plant.oak", "Nobody knows what is kept")


def do_plant(state: Orchard, move: Plant) -> Orchard:
    return state.model_copy(
        update={
            "trees": state.trees | {move.plot: move.tree},
            "owners": state.owners | {move.plot: move.player},
        }
    )


def may_pick(state: Orchard, move: Pick) -> Iterator[Reason]:
    if move.player not in state.owners.values():
        yield Reason("pick.tree", f"{move.player} has no tree")


def do_pick(state: Orchard, move: Pick) -> Orchard:
    count = state.baskets.get(move.player, 0) + sum(move.fruit.values())
    return state.model_copy(update={"baskets": state.baskets | {move.player: count}})


def do_prune(state: Orchard, move: Prune) -> Orchard:
    # Carried out blindly: pruning a plot without a tree fails, as an overruled move may.
    trees = {plot: state.trees[plot] for plot in move.plots}
    return state.model_copy(update={"trees": state.trees | trees})


def may_prune(state: Orchard, move: Prune) -> Iterator[Reason]:
    for plot in move.plots:
        if plot not in state.trees:
            yield Reason("prune.tree", f"There is no tree on {plot}")


def do_sell(state: Orchard, move: Sell) -> Orchard:
    left = state.baskets.get(move.player, 0) - 1
    return state.model_copy(update={"baskets": state.baskets | {move.player: left}})


def may_sell(state: Orchard, move: Sell) -> Iterator[Reason]:
    if not state.baskets.get(move.player):
        yield Reason("sell.fruit", f"{move.player} has nothing to sell")


def do_keep(state: Orchard, move: Keep) -> Orchard:
    return state.model_copy(update={"kept": state.kept | {move.player: move.fruit}})


def may_keep(state: Orchard, move: Keep) -> Iterator[Reason]:
    if move.player in state.kept:
        yield Reason("keep.once", f"{move.player} keeps a fruit already")


def do_next(state: Orchard, move: Next) -> Orchard:
    return state.model_copy(update={"day": state.day + 1})


def may_next(state: Orchard, move: Next) -> Iterator[Reason]:
    if state.day >= 30_000:
        yield Reason("next.last", "The year is over")


def words(state: Orchard, kind: str, field: str) -> tuple[str, ...]:
    return {
        "tree": TREES,
        "plot": PLOTS,
        "plots": PLOTS,
        "at": PLOTS,
        "fruit": FRUIT,
    }.get(field, ())


def turn(state: Orchard) -> Turn:
    asks = tuple(
        Ask(f"{player}: which tree, and where?", ("plant", "next"), {"player": player})
        for player in state.players
    )
    return Turn(f"Day {state.day}", asks)


def score(state: Orchard) -> tuple[ScoreSheet, ...]:
    sheets = []
    for player in state.players:
        trees = sum(owner == player for owner in state.owners.values())
        line = ScoreLine("trees", "Trees", trees, f"{trees} trees", "score.trees")
        fruit = Tiebreak("most-fruit", "Most fruit", state.baskets.get(player, 0))
        sheets.append(ScoreSheet(player, (line,), (fruit,)))
    return tuple(sheets)


def setup(
    players: tuple[str, ...], options: Any, chance: Chance, readings: Mapping[str, str]
) -> Orchard:
    return Orchard(players=players, readings=dict(readings))


def panels(state: Orchard, viewer: str | None) -> tuple[Panel, ...]:
    return tuple(Panel(player, ("a tree",)) for player in state.players)


INFO = GameInfo("orchard", "Orchard", 1, 4)
COUNTING = Counting(INFO, Position, lambda position: Orchard(players=("Ann",)), score)
ORCHARD: Game[Orchard] = Game(
    info=INFO,
    options=Options,
    state=Orchard,
    acts=(
        Act(Plant, may_plant, do_plant),
        Act(Pick, may_pick, do_pick),
        Act(Prune, may_prune, do_prune),
        Act(Sell, may_sell, do_sell),
        Act(Keep, may_keep, do_keep),
        Act(Next, may_next, do_next),
    ),
    setup=setup,
    steps=lambda state: (Step("an orchard for everybody"),),
    table=lambda state, show: {},
    turn=turn,
    candidates=lambda state: (
        Plant(player=state.players[0], tree="Pear", plot=plot) for plot in PLOTS
    ),
    ending=lambda state: "Every plot has a tree" if len(state.trees) == len(PLOTS) else None,
    score=score,
    counting=lambda: COUNTING,
    components=lambda state: Counter(plots=len(PLOTS)),
    panels=panels,
    words=words,
)


def table(*players: str, **parts: Any) -> Orchard:
    """An orchard with these players, Ann and Ben where none are named."""
    return Orchard(players=players or ("Ann", "Ben"), **parts)


def header(state: Orchard | None = None) -> Header:
    """The first line of a ledger about that orchard."""
    start = state or table()
    return Header(
        format=FORMAT,
        game="orchard",
        version="test",
        created="2026-01-01T00:00:00+00:00",
        players=start.players,
        options={},
        readings={},
        seed="amber otter canyon",
        secret=Sealed[str](owner=None, value="hidden"),
        start=start.model_dump(mode="json"),
    )


def plant(plot: str, player: str = "Ann", tree: str = "Pear") -> Plant:
    return Plant(player=player, tree=tree, plot=plot)
