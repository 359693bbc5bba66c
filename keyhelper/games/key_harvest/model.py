"""The nouns: countries with fields, workers and stores, the town board, the bag, the turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from pydantic import Field

from keyhelper.engine.game import Frozen, State
from keyhelper.engine.sealed import UNKNOWN, Sealed, Unknown, veil
from keyhelper.engine.trouble import Trouble
from keyhelper.games.key_harvest import board, crops
from keyhelper.games.key_harvest.crops import Counters

GAME = "key-harvest"
FARMHANDS = 6  # each player's own
TOWNSFOLK = 6  # everybody's, on the town board
HIGHEST_FARMHAND = 3
REGISTRY = 6
STORE = 2
EVENTS = 14
TRACK = 10
QUESTION = 7  # the space of the event track marked "?"
ENOUGH_TILES = 7  # what everybody needs when an event lands there
DEALT = 3  # counters each player starts with

ACTIONS = ("harvest", "worker", "transfer", "store")
Where = Literal["board", "store", "registry", "fallow", "bag"]


class Worker(Frozen):
    """A worker on a country board; `at` is None where a position gives numbers only."""

    number: int
    at: str | None = None
    name: str | None = None
    symbol: str | None = None  # bell or scroll, where somebody said

    @property
    def is_farmhand(self) -> bool:
        return self.number <= HIGHEST_FARMHAND

    def says(self) -> str:
        return f"worker {self.number}" + (f" ({self.name})" if self.name else "")


class Stored(Frozen):
    """A field tile in a store with the bid beside it."""

    tile: str
    bid: Counters


class Country(Frozen):
    """What one player has: fields and workers on the board, the store, the counters.

    `dealt` is the secret start, `net` everything gained and spent since, which all could see.
    None in `fields` or `workers` means that a position left them out.
    """

    fields: dict[str, bool] | None = {}  # reference -> harvested
    groups: tuple[int, ...] | None = None  # sizes, where the board was not recorded
    workers: tuple[Worker, ...] | None = ()
    store: tuple[Stored, ...] = ()
    dealt: Sealed[dict[str, int]] | Unknown = UNKNOWN
    net: Counters = {}
    # Whoever drew the counters has told them or will not; whoever was dealt them has seen them.
    is_told: bool = False

    @property
    def counters(self) -> Counters | None:
        """What is behind the screen; None while nobody has told keyhelper."""
        if isinstance(self.dealt, Unknown):
            return None
        return crops.plus(self.dealt.value, self.net)

    @property
    def tiles(self) -> int:
        """Field and worker tiles on the board, as the seventh event counts them."""
        return len(self.fields or {}) + len(self.workers or ())

    def worker_at(self, at: str) -> Worker | None:
        return next((worker for worker in self.workers or () if worker.at == at), None)


class Pending(Frozen):
    """Something that must be settled before the turn goes on; the last one is asked first."""

    kind: Literal["refill", "event", "worker", "displaced"]
    player: str  # who draws, or whose worker it is
    name: str = ""  # of the event
    waiting: tuple[str, ...] = ()  # who has still to carry the event out
    worker: Worker | None = None
    did: int = 0  # changes made by it so far


class Countryside(State):
    """The whole table: four countries, the town board, the bag and whose turn it is."""

    layout: str = board.DEFAULT
    is_layout_settled: bool = True
    is_partial: bool = False  # a position, not a game kept from its start
    deal: Literal["keyhelper", "table"] = "table"
    countries: dict[str, Country]
    crops: dict[str, str] = {}  # reference -> what grows there, as far as anybody said
    pairs: tuple[tuple[str, str], ...] = ()  # the start pairs that the box knows
    order: tuple[str, ...] = ()  # drawn references, from which the registry is filled at setup
    registry: tuple[str, ...] = ()
    is_registry_open: bool = False  # its first six tiles are out
    fallow: tuple[str, ...] = ()
    bag: tuple[str, ...] = ()  # field tiles in the bag, in reading order
    supply: Counters = {}
    counters_bag: Counters = {}  # what the first counters were drawn from
    special: tuple[str, ...] = ()  # the crops that differ in number there
    events_in_bag: int = 0
    removed: int = 0  # events taken out unseen
    track: tuple[str, ...] = ()  # events on it, by name or "event"
    aside: int = 0  # drawn during an event; back into the bag after it
    ignored: int = 0  # drawn in the last turns
    first_drawn: str | None = None
    on_turn: str | None = None
    turns: int = 0  # turns finished
    actions: tuple[str, ...] = ()  # taken this turn, in order
    worker_deed: str = ""  # "played" or "removed", once action B is taken
    tiles_moved: int | None = 0  # by the last of them; None where a position does not say
    pending: tuple[Pending, ...] = ()
    drawer: str | None = None  # who drew the tenth event
    turns_left: int | None = None  # after the drawer's turn
    asked_counters: tuple[str, ...] = ()  # players asked for what they drew
    news: str = ""  # what the last move brought about
    is_view: bool = Field(default=False, exclude=True)  # what somebody sees, not the table itself

    @property
    def is_last_turns(self) -> bool:
        return self.drawer is not None

    @property
    def top(self) -> Pending | None:
        return self.pending[-1] if self.pending else None

    @property
    def is_free(self) -> bool:
        """Whether moves belong to an event or a worker's action and cost no action."""
        return self.top is not None and self.top.kind in ("event", "worker")


def view(state: Countryside, viewer: str | None) -> Countryside:
    """The table as that viewer may see it."""
    return veil(state, viewer).model_copy(update={"is_view": True})


def effect_name(state: Countryside) -> str | None:
    """What is being carried out, as people say it: `event 3`, `worker 2 on C5`."""
    top = state.top
    if top is not None and top.kind == "event":
        return f"event {len(state.track)}" + (f", {top.name}" if top.name else "")
    if top is not None and top.kind == "worker" and top.worker is not None:
        return f"{top.worker.says()} on {top.worker.at}"
    return None


def unseen_deals(state: Countryside) -> tuple[str, ...]:
    """Players who have not yet looked at the counters that keyhelper dealt them."""
    if state.deal != "keyhelper" or state.is_partial or state.turns:
        return ()
    return tuple(player for player, country in state.countries.items() if not country.is_told)


def country_of(state: Countryside, player: str | None) -> Country:
    """That player's country; Trouble when nobody of that name plays."""
    if player is None or player not in state.countries:
        raise Trouble(f"{player or 'Nobody'} is not at the table", hint=", ".join(state.players))
    return state.countries[player]


def with_country(state: Countryside, player: str, **update: Any) -> Countryside:
    """The table with that player's country changed."""
    country = country_of(state, player).model_copy(update=update)
    return state.model_copy(update={"countries": state.countries | {player: country}})


def pay(state: Countryside, player: str, counters: Mapping[str, int]) -> Countryside:
    """The table after counters left that player's screen; where to is up to the caller."""
    net = crops.minus(country_of(state, player).net, counters)
    return with_country(state, player, net=net)


def gain(state: Countryside, player: str, counters: Mapping[str, int]) -> Countryside:
    """The table after counters went behind that player's screen."""
    net = crops.plus(country_of(state, player).net, counters)
    return with_country(state, player, net=net)


def to_supply(state: Countryside, counters: Mapping[str, int]) -> Countryside:
    return state.model_copy(update={"supply": crops.plus(state.supply, counters)})


def from_supply(state: Countryside, counters: Mapping[str, int]) -> Countryside:
    return state.model_copy(update={"supply": crops.minus(state.supply, counters)})


def place_of(state: Countryside, tile: str) -> tuple[Where, str | None] | None:
    """Where a field tile is, and whose board or store that is; None where nobody knows."""
    for player, country in state.countries.items():
        if tile in (country.fields or {}):
            return "board", player
        if any(stored.tile == tile for stored in country.store):
            return "store", player
    if tile in state.registry:
        return "registry", None
    if tile in state.fallow:
        return "fallow", None
    if tile in state.bag:
        return "bag", None
    return None


def say_place(place: tuple[Where, str | None] | None) -> str:
    """A place as people say it: `in Ann's store`."""
    if place is None:
        return "nowhere that keyhelper knows of"
    where, player = place
    return {
        "board": f"on {player}'s board",
        "store": f"in {player}'s store",
        "registry": "in the registry",
        "fallow": "among the fallow fields",
        "bag": "in the bag",
    }[where]


def lift_tile(state: Countryside, tile: str) -> Countryside:
    """The table with that tile in nobody's place; a bid beside it goes to the supply."""
    place = place_of(state, tile)
    if place is None:
        return state
    where, player = place
    if where == "board" and player is not None:
        fields = {ref: cut for ref, cut in (fields_of(state, player)).items() if ref != tile}
        return with_country(state, player, fields=fields)
    if where == "store" and player is not None:
        country = state.countries[player]
        bid = next(stored.bid for stored in country.store if stored.tile == tile)
        left = tuple(stored for stored in country.store if stored.tile != tile)
        return to_supply(with_country(state, player, store=left), bid)
    old: tuple[str, ...] = getattr(state, where)
    return state.model_copy(update={where: tuple(ref for ref in old if ref != tile)})


def lay_field(state: Countryside, player: str, tile: str, harvested: bool = False) -> Countryside:
    """The table with that tile on its reference; a worker there is lifted and waits."""
    state = lift_tile(state, tile)
    country = country_of(state, player)
    worker = country.worker_at(tile)
    fields = fields_of(state, player) | {tile: harvested}
    state = with_country(state, player, fields=in_order(state.layout, fields))
    if worker is None:
        return state
    left = tuple(other for other in country.workers or () if other != worker)
    state = with_country(state, player, workers=left)
    lifted = Pending(kind="displaced", player=player, worker=worker)
    return state.model_copy(update={"pending": (*state.pending, lifted)})


def filled_up(state: Countryside) -> Countryside:
    """The table after a tile came to the registry: nobody draws for a full one."""
    if len(state.registry) < REGISTRY:
        return state
    left = tuple(pending for pending in state.pending if pending.kind != "refill")
    return state.model_copy(update={"pending": left})


def in_order(layout: str, fields: Mapping[str, bool]) -> dict[str, bool]:
    """Fields in reading order, so that equal boards are equal values."""
    rank = {ref: index for index, ref in enumerate(board.references(layout))}
    return dict(sorted(fields.items(), key=lambda item: rank.get(item[0], board.SPACES)))


def sorted_tiles(layout: str, tiles: Iterable[str]) -> tuple[str, ...]:
    """References in reading order; those of another layout, laid against the rules, come last."""
    rank = {ref: index for index, ref in enumerate(board.references(layout))}
    return tuple(sorted(set(tiles), key=lambda ref: (rank.get(ref, board.SPACES), ref)))


def fields_of(state: Countryside, player: str) -> dict[str, bool]:
    return dict(country_of(state, player).fields or {})


def farmhands_left(state: Countryside, player: str) -> int:
    """Farmhands beside that player's board."""
    placed = country_of(state, player).workers or ()
    waiting = [p.worker for p in state.pending if p.kind == "displaced" and p.player == player]
    away = [worker for worker in (*placed, *waiting) if worker and worker.is_farmhand]
    return FARMHANDS - len(away)


def townsfolk_left(state: Countryside) -> int:
    """Townsfolk on the town board."""
    placed = [worker for country in state.countries.values() for worker in country.workers or ()]
    waiting = [p.worker for p in state.pending if p.kind == "displaced"]
    return TOWNSFOLK - sum(1 for w in (*placed, *waiting) if w and not w.is_farmhand)


def left_of(state: Countryside, player: str) -> str:
    """Who sits to the left: the next in the order of play."""
    return state.players[(state.players.index(player) + 1) % len(state.players)]


def clockwise(state: Countryside, player: str) -> tuple[str, ...]:
    """All players in order of play, beginning with that one."""
    start = state.players.index(player) if player in state.players else 0
    return state.players[start:] + state.players[:start]
