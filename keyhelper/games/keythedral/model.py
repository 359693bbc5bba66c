"""The nouns of Keythedral: options, the pieces on the map, a player's things, the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any, Literal
from unicodedata import east_asian_width

from pydantic import Field

from keyhelper.engine import catalogue, names
from keyhelper.engine.game import Frozen, Options, State
from keyhelper.games.keythedral import board
from keyhelper.games.keythedral.board import Place, Spot
from keyhelper.games.keythedral.cubes import Counts, plus, total

Edition = Literal["pro-ludo", "rnd"]
Length = Literal["full", "short"]
Phase = Literal[
    "placement", "workers", "collect", "actions", "clean-up", "auction", "over", "claim"
]  # `claim`: a position from a file, where nobody said whose turn it is
PHASE_NUMBERS = {"workers": 1, "collect": 2, "actions": 3, "clean-up": 4, "auction": 5}

NUMBERS = (1, 2, 3, 4, 5)
WORKERS = 10
FENCES = 3
LAW_CARDS = 20
LAW_SPACES = 2


class KeythedralOptions(Options):
    """Edition, length and variants."""

    edition: Edition = Field(default="pro-ludo", description="pro-ludo (2004) or rnd (2002)")
    length: Length = Field(default="full", description="full (22 tiles) or short (17 tiles)")
    strategic: bool = Field(default=False, description="All building costs open from the start")
    first: str | None = Field(default=None, description="Who starts; drawn if left out")
    untracked: bool = Field(default=False, description="Do not follow the cubes behind the screens")


class Cottage(Frozen):
    """A cottage or house in its gap."""

    player: str
    number: int
    at: Place
    is_house: bool = False

    @property
    def name(self) -> str:
        return f"{self.player} {self.number}"

    @property
    def workers(self) -> int:
        return 2 if self.is_house else 1

    def says(self) -> str:
        """`Ann's house 3 at 1.5,0.5`."""
        what = "house" if self.is_house else "cottage"
        return f"{self.player}'s {what} {self.number} at {board.key(self.at)}"


class Fence(Frozen):
    """A fence on the edge between a gap and a field; whose colour it has, where known."""

    player: str | None = None
    gap: Place
    field: Place
    is_idle: bool = False  # left behind, and played as binding nobody any more

    def says(self) -> str:
        """`Ben's fence between 1.5,0.5 and 1,0`."""
        whose = f"{self.player}'s fence" if self.player else "the fence"
        return f"{whose} between {board.key(self.gap)} and {board.key(self.field)}"


class Worker(Frozen):
    """A worker on a field."""

    player: str | None = None
    number: int | None = None
    at: Place


class Tile(Frozen):
    """A building tile on the mat: its name there, its cost where somebody read it out."""

    name: str  # row and place: `8b`
    value: int
    cost: Counts | None = None
    is_open: bool = False  # lies with its cost up
    is_asked: bool = False  # somebody was asked for its cost
    dearer: Counts = {}  # by law, until it is bought
    dearer_any: int = 0  # cubes of any kind on top
    cheaper: int = 0  # cubes the buyer may leave out

    @property
    def price(self) -> Counts | None:
        """The cubes named on it, with what laws added; not what a buyer leaves out or adds."""
        return None if self.cost is None else plus(self.cost, self.dearer)

    @property
    def cubes(self) -> int | None:
        """How many cubes a buyer pays in all."""
        if self.price is None:
            return None
        return max(0, total(self.price) + self.dearer_any - self.cheaper)


class Hand(Frozen):
    """What a player has off the map; None where nobody told keyhelper."""

    cubes: Counts | None = None
    cube_points: int | None = None  # only the sum is known (a position)
    tiles: dict[str, int] | None = {}  # value -> tiles
    cottages: tuple[int, ...] = ()  # not yet placed
    fences: int | None = FENCES
    laws: int | None = 0

    @property
    def tile_count(self) -> int | None:
        return None if self.tiles is None else sum(self.tiles.values())


class Lifted(Frozen):
    """A cottage that fences closed in: who places it again, and where it stood."""

    cottage: Cottage
    chooser: str


class Auction(Frozen):
    """The bidding for the start player marker."""

    holder: str  # has been given the marker
    before: str  # start player of the round just played
    turn: str | None  # who bids next; None once the bidding is over
    bid: int = 0
    bidder: str | None = None
    out: tuple[str, ...] = ()  # passed
    is_closing: bool = False  # the holder's last word
    has_matched: bool = False
    is_paid: bool = False


class Keythedral(State):
    """A game of Keythedral on the table."""

    edition: Edition = "pro-ludo"
    length: Length = "full"
    strategic: bool = False
    is_tracked: bool = True  # cubes behind the screens are followed

    phase: Phase = "claim"
    round: int = 0
    start: str | None = None  # start player
    news: tuple[str, ...] = ()  # what happened by itself with the last move

    fields: dict[str, str] | None = None  # `x,y` -> colour
    cottages: tuple[Cottage, ...] | None = None
    keythedral: Place | None = board.KEYTHEDRAL
    fences: tuple[Fence, ...] = ()
    fences_gone: dict[str, int] = {}
    workers: tuple[Worker, ...] = ()
    bag: int | None = None
    likely_bag: dict[str, int] | None = None  # by colour; a likelihood, never a reason
    lifted: Lifted | None = None

    placer: str | None = None  # whose placement it is
    has_laid: bool = False  # the field of this placement
    has_settled: bool = False  # the cottage of this placement

    hands: dict[str, Hand] = {}
    store: Counts | None = None
    mat: Counts | None = None  # crafts on the Keytown mat
    spent: Counts | None = None  # crafts beside it

    tiles: tuple[Tile, ...] | None = None  # on the Keythedral mat
    known_costs: dict[str, tuple[Counts, ...]] = {}  # from the owner's box, by value
    taken: dict[str, str] = {}  # tile -> who took it

    law_deck: int | None = None
    law_offer: int | None = None
    laws_gone: int = 0

    markers: tuple[int, ...] = ()  # numbers in the order of their markers
    fixed_order: tuple[int, ...] = ()  # by law, for all five
    queue: tuple[str, ...] = ()  # still to send workers for the last marker, in order
    sent: int = 0  # workers that the first in the queue has sent in this go
    doubled: tuple[str, ...] = ()  # field colours, by law
    stopped: tuple[str, ...] = ()
    collected: tuple[str, ...] = ()
    actor: str | None = None
    passed: tuple[str, ...] = ()  # in succession
    stopped_acting: tuple[str, ...] = ()  # took a law
    auction: Auction | None = None

    def reads(self, rule: str, default: str) -> str:
        """The reading in force of a contested rule."""
        return self.readings.get(rule, default)

    def seat(self, player: str | None) -> str:
        """The player of that name; Trouble with near names when there is none."""
        if player in self.players and player is not None:
            return player
        return names.choose(player or "", self.players, "player", prefix=True)

    def hand(self, player: str | None) -> Hand:
        """The things of that player."""
        return self.hands.get(self.seat(player), Hand(tiles=None, fences=None, laws=None))

    def clockwise(self, first: str) -> tuple[str, ...]:
        """All players in seating order, beginning with `first`."""
        place = self.players.index(first)
        return self.players[place:] + self.players[:place]

    def left_of(self, player: str) -> str:
        """The next player clockwise."""
        return self.clockwise(player)[1 % len(self.players)]

    def with_hand(self, player: str, **changes: Any) -> Keythedral:
        """The table with some of a player's things changed."""
        hand = self.hand(player).model_copy(update=changes)
        return self.model_copy(update={"hands": self.hands | {player: hand}})

    def field_at(self, spot: Spot) -> str | None:
        """The colour of the field there."""
        return (self.fields or {}).get(board.key(spot))

    def cottage_at(self, spot: Spot) -> Cottage | None:
        """What stands in that gap."""
        return next((c for c in self.cottages or () if c.at == spot), None)

    def cottage_of(self, player: str, number: int) -> Cottage | None:
        """A player's cottage with that number, on the map."""
        return next(
            (c for c in self.cottages or () if c.player == player and c.number == number), None
        )

    def cottage_named(self, reference: str, player: str | None = None) -> Cottage | None:
        """A cottage by owner and number, by its gap, as on the map, or one's own by its number."""
        if "," in reference:
            return next((c for c in self.cottages or () if board.key(c.at) == reference), None)
        called = {c.name: c for c in self.cottages or ()}
        called |= {n: c for n, c in self.short_names().items() if not names.find(n, called)}
        if player is not None:
            called |= {str(c.number): c for c in self.cottages or () if c.player == player}
        name = names.find(reference, called)
        return None if name is None else called[name]

    def short_names(self) -> dict[str, Cottage]:
        """Cottages by the sign on the map, `Z3`, and by the first word of a name, `Zoë 3`."""
        marks = player_marks(self.players)
        words = {player: player.split()[0] for player in self.players if player.split()}
        folded = Counter(names.fold(word) for word in words.values())
        short: dict[str, Cottage] = {}
        for cottage in self.cottages or ():
            owner = cottage.player
            if owner in marks:
                short[f"{marks[owner]}{cottage.number}"] = cottage
            word = words.get(owner, owner)
            if word != owner and folded[names.fold(word)] == 1:
                short[f"{word} {cottage.number}"] = cottage
        return short

    def left_gaps(self) -> dict[str, Spot]:
        """Gaps that a cottage left and fences did not, by the names they go by: `gap 1`."""
        standing = {cottage.at for cottage in self.cottages or ()}
        left = sorted({fence.gap for fence in self.fences} - standing)
        return {f"gap {place}": gap for place, gap in enumerate(left, start=1)}

    def fields_of(self, gap: Spot) -> tuple[Spot, ...]:
        """The fields that touch a gap."""
        return tuple(spot for spot in board.fields_around(gap) if self.field_at(spot))

    def fence_on(self, gap: Spot, field: Spot) -> Fence | None:
        """The fence on an edge."""
        return next((f for f in self.fences if f.gap == gap and f.field == field), None)

    def is_fenced(self, gap: Spot, field: Spot) -> bool:
        """Whether a fence keeps workers of that gap from the field."""
        fence = self.fence_on(gap, field)
        return fence is not None and not fence.is_idle

    def is_closed(self, gap: Spot) -> bool:
        """Whether every field side of the gap is fenced."""
        fields = self.fields_of(gap)
        return bool(fields) and all(self.is_fenced(gap, field) for field in fields)

    def worker_at(self, field: Spot) -> Worker | None:
        """The worker on a field."""
        return next((w for w in self.workers if w.at == field), None)

    def free_fields(self, cottage: Cottage) -> tuple[Spot, ...]:
        """Fields that a worker from there can go to now."""
        return tuple(
            spot
            for spot in self.fields_of(cottage.at)
            if not self.is_fenced(cottage.at, spot) and not self.worker_at(spot)
        )

    def tile_named(self, name: str) -> Tile | None:
        """A tile on the mat."""
        return next((tile for tile in self.tiles or () if tile.name == name), None)

    def row(self) -> int | None:
        """The lowest value that still lies on the mat."""
        return min((tile.value for tile in self.tiles or ()), default=None)

    def uncounted(self) -> tuple[str, ...]:
        """Who still has to say at the end what lies behind the screen."""
        if self.phase != "over" or self.is_tracked or self.edition == "rnd":
            return ()
        return tuple(player for player in self.players if self.hand(player).cubes is None)

    def with_tile(self, tile: Tile) -> Keythedral:
        """The mat with that tile in place of the one of its name."""
        tiles = tuple(tile if old.name == tile.name else old for old in self.tiles or ())
        return self.model_copy(update={"tiles": tiles})


def player_marks(players: Iterable[str]) -> dict[str, str]:
    """One letter for each player: the first of the name, or another that nobody has."""
    seats = tuple(players)
    own = {
        player: [c.upper()[0] for c in player if c.isalnum() and east_asian_width(c) not in "WF"]
        for player in seats
    }
    marks: dict[str, str] = {}
    # Whoever is called Ann has the A, even behind somebody whose script has no such letters.
    for player in sorted(seats, key=lambda player: not own[player]):
        letters = (*own[player], *"ABCDEFGHIJ")
        marks[player] = next(letter for letter in letters if letter not in marks.values())
    return {player: marks[player] for player in seats}


@cache
def mat_rows(edition: str, length: str) -> dict[int, int]:
    """How many tiles of each value lie on the mat."""
    return {row["value"]: row[length] for row in _rows() if row["edition"] == edition}


@cache
def boxed_tiles(edition: str) -> dict[int, int | None]:
    """How many tiles of each value the box holds; None where no source tells."""
    return {row["value"]: row["in_box"] for row in _rows() if row["edition"] == edition}


@cache
def field_counts() -> Counter[str]:
    """How many fields of each colour the box holds."""
    entries = catalogue.shipped("keythedral", "fields")["entries"]
    return Counter({entry["name"]: entry["count"] for entry in entries})


def marker_order(players: tuple[str, ...], start: str) -> tuple[str, ...]:
    """Who places each of the five markers: clockwise from the start player, and round again."""
    place = players.index(start)
    return tuple(players[(place + index) % len(players)] for index in range(len(NUMBERS)))


def _rows() -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = catalogue.shipped("keythedral", "mat")["entries"]
    return entries
