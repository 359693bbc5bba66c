"""The nouns of Tiny Towns: options, a town, the resource deck, and the game on the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from keyhelper.engine import names
from keyhelper.engine.game import Frozen, Options, State
from keyhelper.engine.sealed import Sealed, Unknown
from keyhelper.engine.trouble import Trouble
from keyhelper.games.tiny_towns import cards
from keyhelper.games.tiny_towns.town import EMPTY, SQUARES, Board, square_index

Variant = Literal["standard", "town-hall", "solo"]

IRONWEED = "Fort Ironweed"
BONDMAKER = "Statue of the Bondmaker"
WATCH = "Opaleye's Watch"
GUILD = "Architect's Guild"
GROVE = "Grove University"
SHRINE = "Shrine of the Elder Tree"
WAREHOUSE = "Warehouse"
FACTORY = "Factory"
BANK = "Bank"
CAVERN_LIMIT = 2


def told(text: Any, choose: Callable[[str], Any]) -> Any:
    """`choose(text)` with its Trouble as the error that a model reports; non-text as it is."""
    if not isinstance(text, str):
        return text
    try:
        return choose(text)
    except Trouble as trouble:
        raise ValueError(f"{trouble}; {trouble.hint}" if trouble.hint else str(trouble)) from None


def _several(given: Any) -> Any:
    """One text as a list: names by comma, or words where there is none."""
    if isinstance(given, str):
        return [part.strip() for part in given.split(",")] if "," in given else given.split()
    return given


def _listed(given: Any) -> Any:
    return split_names(given) if isinstance(given, str) else given


def split_names(text: str) -> list[str]:
    """A line of names as a list: parted by commas, else by spaces that no name contains."""
    if "," in text:
        return [part.strip() for part in text.split(",")]
    known = tuple(c.name for c in (*cards.BUILDINGS(), *cards.MONUMENTS()))
    words, found = text.split(), []
    while words:
        # A dot is an empty square, never the end of the name before it.
        signs = [index for index, word in enumerate(words) if not names.fold(word)]
        longest = min([6, len(words), *signs[:1]])
        runs = [" ".join(words[:length]) for length in range(longest, 1, -1)]
        name = next((run for run in runs if names.find(run, known)), words[0])
        found.append(name)
        words = words[len(name.split()) :]
    return found


Resource = Annotated[str, BeforeValidator(lambda given: told(given, cards.resource))]
CardName = Annotated[str, BeforeValidator(lambda given: told(given, lambda t: cards.card(t).name))]
Colour = Annotated[str, BeforeValidator(lambda given: told(given, cards.colour))]
Square = Annotated[
    str, BeforeValidator(lambda given: told(given, lambda t: SQUARES[square_index(t)]))
]
Squares = Annotated[tuple[Square, ...], BeforeValidator(_several)]
CardNames = Annotated[tuple[CardName, ...], BeforeValidator(_listed)]
Colours = Annotated[tuple[Colour, ...], BeforeValidator(_listed)]


class TinyTownsOptions(Options):
    """Variants, optional rules and wishes for the cards in play."""

    variant: Variant = Field(
        default="standard", description="standard, town-hall or solo (one player is always solo)"
    )
    monuments: bool = Field(default=True, description="Deal two secret monuments to each player")
    first_game: bool = Field(default=False, description="The seven cards recommended to begin")
    cavern: bool = Field(default=False, description="Cavern rule: set aside up to two cubes")
    with_cards: CardNames = Field(
        default=(), alias="with", description="A building card to play with, one a colour"
    )
    without: CardNames = Field(default=(), description="A card to leave in the box")
    redraw: Colours = Field(default=(), description="Draw the next card of that colour's pile")
    deal: Literal["keyhelper", "table"] = Field(
        default="keyhelper", description="Who deals monuments and resource cards"
    )
    first: str | None = Field(default=None, description="Who starts with the hammer")
    mayor: str | None = Field(default=None, description="Town Hall: who draws the cards")


class Town(Frozen):
    """One player's town, and what keyhelper remembers about its player."""

    board: Board = EMPTY
    stored: dict[str, tuple[str, ...]] = {}  # cubes on buildings, by square
    built: dict[str, int] = {}  # the round in which the building on a square came
    has_placed: bool | None = False  # None: nobody said
    choice: str | None = None  # the resource chosen in a free Town Hall round
    turns: int | None = 0  # as Master Builder; None: nobody counted
    aside: tuple[str, ...] = ()  # cubes in the cavern
    times_aside: int = 0
    stock: tuple[str, ...] = ()  # buildings on Opaleye's Watch
    raised: str | None = None  # the monument once built, even if it was replaced since
    completed: int | None = None  # the round in which the town was complete
    finish_place: int | None = None  # as told by a position
    shrine_count: int | None = None
    coins: int | None = None  # only with the Fortune expansion
    neighbour_greens: int | None = None

    @property
    def empty_squares(self) -> tuple[str, ...]:
        return tuple(s for s, item in zip(SQUARES, self.board, strict=True) if item is None)

    @property
    def monument(self) -> str | None:
        """The monument that stands in this town, if any."""
        built = (item for item in self.board if cards.is_building(item))
        return next((item for item in built if item and cards.card(item).is_monument), None)

    def at(self, square: str) -> str | None:
        """What stands on the square."""
        return self.board[square_index(square)]

    def squares_of(self, building: str) -> tuple[str, ...]:
        """The squares where that building stands."""
        return tuple(s for s, item in zip(SQUARES, self.board, strict=True) if item == building)

    def held_by(self, building: str) -> dict[str, tuple[str, ...]]:
        """The cubes on each building of that name, by square."""
        return {square: self.stored.get(square, ()) for square in self.squares_of(building)}


class Deck(Frozen):
    """The fifteen resource cards; what lies face down is sealed or, dealt by hand, unknown."""

    pile: Sealed[tuple[str, ...]] | Unknown  # the next card first
    shuffles: Sealed[tuple[str, ...]] | Unknown  # the orders of this and all later shuffles
    shuffle: int = 0  # which of them is in use
    drawn: tuple[str, ...] = ()  # Town Hall: open cards since the last shuffle
    offer: tuple[str, ...] = ()  # solo: the three open cards


class Pending(Frozen):
    """An effect that its player is asked about before the game goes on."""

    kind: Literal["hold", "grove", "guild", "stock", "watch"]
    player: str
    square: str | None = None
    building: str | None = None
    left: int = 1

    @property
    def is_optional(self) -> bool:
        return self.kind in {"guild", "watch"}


class TinyTowns(State):
    """The game on the table: the seven cards, the towns, and where the round stands."""

    variant: Variant = "standard"
    cards: tuple[str, ...] = ()
    towns: dict[str, Town] = {}
    has_monuments: bool = True
    is_dealt_by_hand: bool = False  # the table deals monuments and resource cards itself
    dealt: dict[str, Sealed[tuple[str, ...]] | Unknown] = {}
    kept: dict[str, Sealed[str] | Unknown] = {}
    has_cavern: bool = False
    first: str | None = None
    hammer: str | None = None  # the Master Builder; in Town Hall the Mayor; None: not told
    round: int = 1
    named: str | None = None  # the resource of the round, once named, drawn or picked
    deck: Deck | None = None
    pending: tuple[Pending, ...] = ()
    is_first_chosen: bool = False  # people said who starts
    news: tuple[str, ...] = ()  # what the last entry brought about
    is_partial: bool = False  # from a position: what it leaves out is unknown

    @property
    def active(self) -> tuple[str, ...]:
        """The players whose towns are not complete, in seating order."""
        return tuple(p for p in self.players if self.towns[p].completed is None)

    @property
    def is_free_round(self) -> bool:
        """Whether everybody chooses a resource: every third round of Town Hall."""
        return self.variant == "town-hall" and self.round % 3 == 0

    def reading(self, rule: str, default: str) -> str:
        """The reading in force for a contested rule."""
        return self.readings.get(rule, default)

    def seat(self, player: str | None) -> str:
        """The player of that name; Trouble when nobody here is called so."""
        if player in self.towns:
            return player
        return names.choose(player or "", self.players, "player", prefix=True)

    def town(self, player: str | None) -> Town:
        return self.towns[self.seat(player)]

    def with_town(self, player: str | None, **changes: Any) -> TinyTowns:
        """The table with that player's town changed."""
        name = self.seat(player)
        town = self.towns[name].model_copy(update=changes)
        return self.model_copy(update={"towns": self.towns | {name: town}})

    def card_of(self, colour: str) -> str | None:
        """The card in play of that colour, or None when the position does not say."""
        return next((c for c in self.cards if cards.card(c).colour == colour), None)


def neighbour_seats(players: Sequence[str], player: str) -> tuple[str, ...]:
    """Who sits left and right of the player; one name with two players, none alone."""
    index = players.index(player)
    left, right = players[(index + 1) % len(players)], players[index - 1]
    return tuple(dict.fromkeys(p for p in (left, right) if p != player))
