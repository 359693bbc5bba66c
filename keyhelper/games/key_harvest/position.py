"""A position from a file or from prompts, for `score` and `validate` without a saved game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from keyhelper.engine import catalogue, names
from keyhelper.engine.game import Asked, Frozen, Position
from keyhelper.engine.sealed import UNKNOWN, Sealed
from keyhelper.engine.trouble import Trouble
from keyhelper.games.key_harvest import board, crops
from keyhelper.games.key_harvest.crops import Counters, Handful
from keyhelper.games.key_harvest.model import (
    ACTIONS,
    FARMHANDS,
    GAME,
    HIGHEST_FARMHAND,
    REGISTRY,
    STORE,
    TOWNSFOLK,
    Country,
    Countryside,
    Stored,
    Worker,
    in_order,
)
from keyhelper.games.key_harvest.typed import Layout, Number, Tile, read_list, read_tiles

MOST_PLAYERS = 4
OPTIONS = ("layout", "deal", "special")  # as at setup


def box_layout() -> str:
    """The layout that the owner settled, or the likeliest one."""
    settled = catalogue.entries(GAME, "boards")["country board"]["layout"]
    return board.tidy_layout(settled) if settled else board.DEFAULT


def is_layout_settled() -> bool:
    """Whether the owner has said how long the rows are."""
    return catalogue.entries(GAME, "boards")["country board"]["layout"] is not None


def _always(said: Mapping[str, Any]) -> bool:
    return True


def _references(given: Any) -> Any:
    """References as given; the same one twice is left in, to be refused by name."""
    if isinstance(given, str):
        return read_tiles(given)
    if isinstance(given, list | tuple):
        return tuple(part for item in given for part in read_tiles([item]))
    return given


def _group_sizes(given: Any) -> Any:
    """Sizes as given, or as text such as `7 5 2`."""
    if not isinstance(given, str):
        return given
    words = read_list(given)
    if words == ["none"]:
        return []
    if not all(word.isascii() and word.isdigit() and len(word) < 4 for word in words):
        raise ValueError(f"{given[:30]!r} is no list of sizes (such as 7 5 2)")
    return [int(word) for word in words]


def _workers(given: Any) -> Any:
    """Workers as `[{"at", "number"}]`, as numbers, or as text such as `4 B3, 2 E5`."""
    if isinstance(given, str):
        return _spoken_workers(given)
    if isinstance(given, list | tuple):
        return [worker for item in given for worker in _one_worker(item)]
    return given


def _one_worker(given: Any) -> list[Any]:
    if isinstance(given, str):
        return list(_spoken_workers(given))
    if isinstance(given, int) and not isinstance(given, bool):
        return [{"number": given}]
    if isinstance(given, dict):
        return [given]
    raise ValueError(f'{str(given)[:20]} is no worker (a number, or {{"at": "B3", "number": 4}})')


def _spoken_workers(text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for word in text.replace(",", " ").replace("@", " ").split():
        if word.casefold() in ("none", "at", "on", "and"):
            continue
        if word.isascii() and word.isdigit() and len(word) < 5:
            found.append({"number": int(word)})
        elif found and "at" not in found[-1]:
            found[-1]["at"] = word
        else:
            raise ValueError(f"{word[:20]!r}: a worker is its number and its space (such as 4 B3)")
    return found


def _action(given: Any) -> Any:
    if not isinstance(given, str):
        return given
    try:
        return names.choose(given, (*ACTIONS, "remove"), "action", prefix=True)
    except Trouble as trouble:
        raise ValueError(f"{trouble}; one of: {', '.join(ACTIONS)}") from None


# `remove` is the same action as `worker`, its other half.
Action = Annotated[
    Literal["harvest", "worker", "transfer", "store", "remove"], BeforeValidator(_action)
]


def _counters_of_the_box(given: Counters | None) -> Counters | None:
    for crop, count in (given or {}).items():
        if count > crops.EACH:
            raise ValueError(f"{count} counters of {crop}; the box holds {crops.EACH}")
    return given


class GivenWorker(Frozen):
    """A worker on a board."""

    number: Number
    at: Tile | None = None
    name: str | None = None


class GivenStored(Frozen):
    """A tile in a store with its bid."""

    tile: Tile
    bid: Handful


class GivenPlayer(Frozen):
    """One player's country as far as the position tells it."""

    name: str = Field(min_length=1, max_length=60)
    fields: Annotated[
        tuple[Tile, ...] | None,
        BeforeValidator(_references),
        Asked(
            "fields (C4 C5 D5 ...; Enter: sizes only)", when=lambda said: said.get("groups") is None
        ),
    ] = None
    harvested: Annotated[tuple[Tile, ...], BeforeValidator(_references)] = ()
    groups: Annotated[
        tuple[Annotated[int, Field(ge=0, le=board.SPACES)], ...] | None,
        BeforeValidator(_group_sizes),
        Asked("sizes of the groups of fields (7 5 2)", when=lambda said: "fields" not in said),
    ] = None
    workers: Annotated[
        tuple[GivenWorker, ...] | None,
        BeforeValidator(_workers),
        Asked("workers, number and space (4 B3, 2 E5; none)", when=_always),
    ] = None
    crops: Annotated[
        Handful | None,
        AfterValidator(_counters_of_the_box),
        Asked("counters behind the screen (2 hops 1 wine ...)", when=_always),
    ] = None
    store: tuple[GivenStored, ...] = ()


class CountrysidePosition(Position):
    """A Key Harvest position: the layout, the players, and what a claim needs besides."""

    game: Literal["key-harvest"] = "key-harvest"
    layout: Annotated[
        Layout,
        Asked(
            f"Lengths of the rows A to G of your boards (Enter: {board.DEFAULT})",
            when=lambda said: not is_layout_settled(),
        ),
    ] = Field(default_factory=box_layout)
    players: tuple[GivenPlayer, ...]
    turn: Annotated[tuple[Action, ...], BeforeValidator(read_list)] = ()
    registry: Annotated[tuple[Tile, ...] | None, BeforeValidator(_references)] = None
    supply: Handful | None = None

    @model_validator(mode="before")
    @classmethod
    def _layout_of_the_game(cls, given: Any) -> Any:
        """A layout among the options of the game is that of the position."""
        options = given.get("options") if isinstance(given, dict) else None
        if isinstance(options, dict) and options.get("layout") and "layout" not in given:
            return given | {"layout": options["layout"]}
        return given

    @model_validator(mode="after")
    def _can_be(self) -> Self:
        """Counts and places that the box cannot bring about are refused, with both numbers."""
        for name in self.options:
            if name not in OPTIONS:
                raise ValueError(
                    f"options: {names.safe(name)[:40]!r} is no option of Key Harvest;"
                    f" there are {names.listed(OPTIONS)}"
                )
        if not 1 <= len(self.players) <= MOST_PLAYERS:
            raise ValueError(f"{len(self.players)} players; Key Harvest has 2 to {MOST_PLAYERS}")
        _refuse_twice(self)
        _refuse_off_board(self)
        _refuse_too_many_workers(self)
        _refuse_too_many_counters(self)
        for player in self.players:
            _refuse_own_muddle(self.layout, player)
        total = sum(len(p.fields or ()) or sum(p.groups or ()) for p in self.players)
        if total > board.SPACES:
            raise ValueError(f"{total} field tiles on the boards, but there are {board.SPACES}")
        if len(self.turn) > 2:
            raise ValueError(f"turn: {len(self.turn)} actions; a turn has at most 2")
        if self.registry is not None and len(self.registry) > REGISTRY:
            raise ValueError(f"registry: {len(self.registry)} tiles; it has {REGISTRY} spaces")
        return self


def from_position(position: CountrysidePosition) -> Countryside:
    """The table that the position describes; what it leaves out stays unknown."""
    return Countryside(
        players=tuple(player.name for player in position.players),
        readings=catalogue.choose_readings(GAME, position.readings),
        layout=position.layout,
        is_partial=True,
        countries={player.name: _country(position.layout, player) for player in position.players},
        registry=position.registry or (),
        is_registry_open=position.registry is not None,
        supply=position.supply or {},
        counters_bag={},
        actions=tuple("worker" if a == "remove" else a for a in position.turn),
        worker_deed="removed" if "remove" in position.turn else "",
        tiles_moved=None,
    )


def _country(layout: str, given: GivenPlayer) -> Country:
    fields = None
    if given.fields is not None:
        fields = in_order(layout, {ref: ref in given.harvested for ref in given.fields})
    workers = None
    if given.workers is not None:
        workers = tuple(Worker(number=w.number, at=w.at, name=w.name) for w in given.workers)
    counters = given.crops
    return Country(
        fields=fields,
        groups=None if fields is not None else _sizes(given),
        workers=workers,
        store=tuple(Stored(tile=stored.tile, bid=stored.bid) for stored in given.store),
        dealt=UNKNOWN if counters is None else Sealed[Counters](owner=given.name, value=counters),
    )


def _sizes(given: GivenPlayer) -> tuple[int, ...] | None:
    if given.groups is None:
        return None
    return tuple(sorted((size for size in given.groups if size), reverse=True))


def _refuse_twice(position: CountrysidePosition) -> None:
    """Each tile exists once, each space holds one thing, each player has one name."""
    twin = names.twin([player.name for player in position.players])
    if twin is not None:
        raise ValueError(f"two players are called {names.safe(twin)}")
    seen: dict[str, str] = {}
    for place, tiles in _places(position):
        for tile in tiles:
            if seen.get(tile) == place:
                raise ValueError(f"{tile} is {place} twice, but there is one {tile}")
            if tile in seen:
                raise ValueError(f"{tile} is {seen[tile]} and {place}, but there is one {tile}")
            seen[tile] = place


def _places(position: CountrysidePosition) -> list[tuple[str, tuple[str, ...]]]:
    places: list[tuple[str, tuple[str, ...]]] = []
    for player in position.players:
        name = names.safe(player.name)
        places.append((f"on {name}'s board", player.fields or ()))
        places.append((f"in {name}'s store", tuple(stored.tile for stored in player.store)))
    places.append(("in the registry", position.registry or ()))
    return places


def _refuse_off_board(position: CountrysidePosition) -> None:
    named = [tile for _, tiles in _places(position) for tile in tiles]
    named += [w.at for player in position.players for w in player.workers or () if w.at]
    named += [tile for player in position.players for tile in player.harvested]
    for tile in named:
        try:
            board.read_space(tile, position.layout)
        except Trouble as trouble:
            raise ValueError(str(trouble)) from None


def _refuse_too_many_workers(position: CountrysidePosition) -> None:
    townsfolk = 0
    for player in position.players:
        numbers = [worker.number for worker in player.workers or ()]
        farmhands = sum(1 for number in numbers if number <= HIGHEST_FARMHAND)
        townsfolk += len(numbers) - farmhands
        if farmhands > FARMHANDS:
            raise ValueError(
                f"{names.safe(player.name)} has {farmhands} farmhands (numbers 1 to 3) on the"
                f" board; each player owns {FARMHANDS}"
            )
    if townsfolk > TOWNSFOLK:
        raise ValueError(
            f"{townsfolk} townsfolk (numbers 4 and 5) on the boards; there are {TOWNSFOLK}"
        )


def _refuse_too_many_counters(position: CountrysidePosition) -> None:
    handfuls = [player.crops or {} for player in position.players]
    handfuls += [stored.bid for player in position.players for stored in player.store]
    handfuls.append(position.supply or {})
    for crop in crops.CROPS:
        count = sum(handful.get(crop, 0) for handful in handfuls)
        if count > crops.EACH:
            raise ValueError(f"{count} counters of {crop} in all; the box holds {crops.EACH}")


def _refuse_own_muddle(layout: str, player: GivenPlayer) -> None:
    name = names.safe(player.name)
    spaces = Counter(worker.at for worker in player.workers or () if worker.at)
    for at, count in spaces.items():
        if count > 1:
            raise ValueError(f"{name} has {count} workers on {at}; a space holds one tile")
        if at in (player.fields or ()):
            raise ValueError(f"{name} has a field and a worker on {at}; a space holds one tile")
    for tile in player.harvested:
        if tile not in (player.fields or ()):
            raise ValueError(f"{name}: {tile} is harvested but not among the fields")
    if len(player.store) > STORE:
        raise ValueError(f"{name} has {len(player.store)} tiles in the store; it holds {STORE}")
    for stored in player.store:
        if not stored.bid:
            raise ValueError(f"{name}: {stored.tile} lies in the store without a bid; it needs 1")
    if player.fields is not None and player.groups is not None:
        sizes = tuple(len(group) for group in board.groups(layout, player.fields))
        if sizes != _sizes(player):
            said = ", ".join(map(str, player.groups)) or "none"
            raise ValueError(
                f"{name}: the fields form groups of {', '.join(map(str, sizes)) or 'none'},"
                f" but `groups` says {said}"
            )


def registry_known(state: Countryside) -> bool:
    """Whether anybody said what lies in the registry."""
    return not state.is_partial or state.is_registry_open
