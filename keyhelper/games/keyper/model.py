"""The nouns of Keyper: keyples, country boards, a player's house, and the game on the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from keyhelper.engine import names
from keyhelper.engine.game import Frozen, Options, State
from keyhelper.engine.sealed import Sealed, Unknown
from keyhelper.engine.trouble import Trouble
from keyhelper.games.keyper.goods import (
    ANIMALS,
    GOODS,
    GOODS_IN_BOX,
    NO_BORDER,
    RESOURCES,
    RIVER,
    SPECIALISTS,
    minus,
    plus,
)

Deck = Literal["home", "country"]
Area = Literal["farm", "village"]
Phase = Literal[
    "ninth",  # two players, when the table plays with nine keyples
    "play",
    "final",  # one last lay-down for everybody but the player who ended the season
    "keyp",  # keyp tiles that were forgotten
    "fairs",
    "house",
    "retrieve",
    "display",
    "boats",
    "layouts",
    "rest",  # surplus keyples onto the keyp tiles
    "count",  # after winter: what the tiles score
    "over",
]

DISPLAY = 8
SPRING_TILES = 21
COUNTRY_TILES = 48
WINTER_FAIRS = 8
BOATS = ("1", "2", "3", "4", "5", "6")
BOATS_IN_PLAY = 4
FIELDS_ON_A_BOARD = 13
HOME_TILES: dict[str, int] = {"farm": 6, "village": 6}
OWN = "own"


class KeyperOptions(Options):
    """Keyper has no variants; contested rules are chosen with `--reading`."""


class Keyple(Frozen):
    """One keyple on a field or building: it stands until it is laid down."""

    colour: str
    lies: bool = False


class Spot(Frozen):
    """A field of a country board or a place on a player's own board."""

    border: str = NO_BORDER
    keyples: tuple[Keyple, ...] = ()
    gives: str | None = None  # the good that was last taken here

    @property
    def standing(self) -> tuple[str, ...]:
        return tuple(keyple.colour for keyple in self.keyples if not keyple.lies)

    @property
    def lying(self) -> tuple[str, ...]:
        return tuple(keyple.colour for keyple in self.keyples if keyple.lies)

    def with_keyple(self, colour: str) -> Spot:
        """The spot after a keyple has been put on it."""
        return self.model_copy(update={"keyples": (*self.keyples, Keyple(colour=colour))})

    def laid_down(self, only: str | None = None) -> Spot:
        """The spot after everything on it has been laid down, or one keyple of that colour."""
        keyples = list(self.keyples)
        for index, keyple in enumerate(keyples):
            if not keyple.lies and only in (None, keyple.colour):
                keyples[index] = Keyple(colour=keyple.colour, lies=True)
                if only is not None:
                    break
        return self.model_copy(update={"keyples": tuple(keyples)})


class Country(Frozen):
    """A country board: whose keyper claims it, the boat on its river, the fields seen so far."""

    keyper: str | None = None
    boat: str | None = None
    fields: dict[str, Spot] = {}


class Tile(Frozen):
    """A farm or village tile that a player has taken or built."""

    name: str
    deck: Deck = "country"
    area: Area | None = None
    points: int | None = None
    scores: str | None = None  # a scoring condition as printed
    is_upgraded: bool = False
    is_overbuilt: bool = False
    covers: str | None = None  # the tile under it; a plot is overbuilt once
    spot: Spot = Spot()


class HeldFair(Frozen):
    """A fair that a player has held: the tile's season, when, and for how many points."""

    season: str
    points: int
    held_in: str | None = None


class House(Frozen):
    """What one player has; None is what nobody has told keyhelper."""

    hand: dict[str, int] | None = None  # keyples not yet played
    team: dict[str, int] | None = None  # all keyples, where a position gives them at once
    resting: tuple[Keyple, ...] = ()  # on the keyp tile
    has_keyper: bool | None = None  # not yet played this season
    resources: dict[str, int] | None = None
    animals: dict[str, int] | None = None
    shipping: int | None = None
    home: dict[str, int] = HOME_TILES  # own tiles not yet built
    taken: tuple[Tile, ...] = ()  # country tiles not yet built
    winter_fairs: int = 0  # taken and not yet held
    tiles: tuple[Tile, ...] | None = ()
    places: dict[str, Spot] = {}  # places printed on the own board
    dealt: Sealed[dict[str, int]] | Unknown | None = None  # fair tiles by season
    held: tuple[HeldFair, ...] | None = ()
    counted: dict[str, int] = {}  # what tiles count without using it up
    claimed: tuple[dict[str, Any], ...] | None = None  # an allocation the player claims

    @property
    def goods(self) -> dict[str, int] | None:
        """Resources and animals together; None while either is unknown."""
        if self.resources is None or self.animals is None:
            return None
        return self.resources | self.animals

    def have(self, kind: str) -> int | None:
        """How many of a resource or animal the player has, where that is known."""
        store = self.resources if kind in RESOURCES else self.animals
        return None if store is None else store.get(kind, 0)

    def gains(self, goods: Mapping[str, int]) -> House:
        """The house with these goods added."""
        return self._with_goods(goods, plus)

    def pays(self, goods: Mapping[str, int]) -> House:
        """The house with these goods gone."""
        return self._with_goods(goods, minus)

    def _with_goods(self, goods: Mapping[str, int], change: Any) -> House:
        parts: dict[str, Any] = {}
        for name, kinds in (("resources", RESOURCES), ("animals", ANIMALS)):
            mine = {kind: count for kind, count in goods.items() if kind in kinds}
            store = getattr(self, name)
            if mine and store is not None:
                parts[name] = change(store, mine)
        return self.model_copy(update=parts)


class Invitation(Frozen):
    """A keyple on an empty field, and the players still to be asked whether they join."""

    by: str
    board: str
    field: str
    asked: tuple[str, ...]


class Owed(Frozen):
    """Actions that a keyple brought and that have not been taken yet."""

    player: str
    actions: int
    board: str
    field: str
    border: str = NO_BORDER
    gained: dict[str, int] = {}  # taken with these actions so far
    sold: tuple[str, ...] = ()  # on a boat this turn


class Keyper(State):
    """A game of Keyper as far as keyhelper knows it; None is unknown."""

    is_partial: bool = False  # from a position file: what it leaves out is unknown
    season: str = "spring"
    phase: Phase = "play"
    active: str | None = None
    first: str | None = None
    boards: dict[str, Country] | None = None
    houses: dict[str, House]
    supply: dict[str, int] | None = None
    out_of_play: dict[str, int] = {}  # keyples that stay in the box
    display: tuple[str | None, ...] = ()  # a tile nobody has named is None
    bag: int = 0
    aside: int = 0  # country tiles that wait for summer
    fairs_aside: int = 0  # winter fairs outside the bag
    discarded: int = 0
    boats: tuple[str, ...] = ()  # ready, not yet on a river
    boats_aside: tuple[str, ...] = ()
    boats_to_come: dict[str, tuple[str, ...]] = {}  # drawn from the seed, shown when they come
    spring_draw: tuple[int, ...] = ()  # the display as places in a row of spring tiles
    shows: dict[str, tuple[str, ...]] = {}  # what a boat shows this season
    border_due: Invitation | None = None  # a first keyple on a field whose border nobody said
    invitation: Invitation | None = None
    owed: tuple[Owed, ...] = ()
    keyp_due: str | None = None  # has just played a keyper with keyples on the keyp tile
    turn_of: str | None = None  # whose turn the owed actions belong to
    last_played: str | None = None
    queue: tuple[str, ...] = ()  # players still to do this step of the season's end

    @property
    def team_limit(self) -> int:
        return 9 if len(self.players) == 2 else 8

    def reading(self, rule: str, default: str) -> str:
        """The reading in force of a contested rule."""
        return self.readings.get(rule, default)

    def house(self, player: str) -> House:
        """What this player has; Trouble when nobody has said who it is."""
        if player not in self.houses:
            raise Trouble("Who does it?", hint=f"`player=` one of {', '.join(self.players)}")
        return self.houses[player]

    def with_house(self, player: str, house: House, **more: Any) -> Keyper:
        """The table with one player's house replaced, and whatever else changes."""
        return self.model_copy(update={"houses": self.houses | {player: house}} | more)

    def with_spot(self, player: str, board: str, field: str, spot: Spot) -> Keyper:
        """The table with one field or own building replaced."""
        if board != OWN:
            boards = self.boards or {}
            country = boards.get(board, Country())
            fields = country.fields | {field: spot}
            changed = country.model_copy(update={"fields": fields})
            return self.model_copy(update={"boards": boards | {board: changed}})
        house = self.house(player)
        tile = visible(house, field)
        if tile is None:
            return self.with_house(
                player, house.model_copy(update={"places": house.places | {field: spot}})
            )
        worked = tile.model_copy(update={"spot": spot})
        return self.with_house(player, replaced(house, tile, worked))

    def spot(self, player: str, board: str, field: str) -> Spot | None:
        """The field or own building of that name, or None where nobody has used it yet."""
        if board != OWN:
            return (self.boards or {}).get(board, Country()).fields.get(field)
        tile = visible(self.house(player), field)
        return tile.spot if tile else self.house(player).places.get(field)

    def field_name(self, board: str, typed: str) -> str:
        """A field as it was first called, however it is spelt now."""
        known = (self.boards or {}).get(board, Country()).fields
        return names.find(typed, (RIVER, *known)) or typed

    def clockwise_from(self, player: str) -> tuple[str, ...]:
        """All players from the left of this one, ending with this one."""
        place = self.players.index(player) + 1
        return self.players[place:] + self.players[:place]

    def left_of(self, player: str) -> str:
        return self.clockwise_from(player)[0]

    def claims(self, player: str) -> str | None:
        """The country board this player's keyper stands on."""
        return next((n for n, b in (self.boards or {}).items() if b.keyper == player), None)


def visible(house: House, name: str) -> Tile | None:
    """The built tile of that name that nothing covers."""
    built = [tile for tile in house.tiles or () if not tile.is_overbuilt]
    found = names.find(name, [tile.name for tile in built])
    return next((tile for tile in built if tile.name == found), None)


def free_name(house: House, name: str) -> str:
    """The name, or `Mill 2` where the player has a Mill already: tiles are found by name."""
    known = [tile.name for tile in (*(house.tiles or ()), *house.taken)]
    free, number = name, 1
    while names.find(free, known) is not None:
        number += 1
        free = f"{name} {number}"
    return free


def replaced(house: House, old: Tile, new: Tile) -> House:
    """The house with one built tile changed."""
    tiles = list(house.tiles or ())
    tiles[tiles.index(old)] = new
    return house.model_copy(update={"tiles": tuple(tiles)})


def own_spots(house: House) -> Iterator[tuple[str, Spot]]:
    """The places of a player's own board where keyples may be."""
    yield from ((tile.name, tile.spot) for tile in house.tiles or () if not tile.is_overbuilt)
    yield from house.places.items()


def border_of(board: str, field: str, spot: Spot | None, given: str | None) -> str | None:
    """A field's border: the river is the boatmen's, own buildings have none; else as known."""
    if board == OWN:
        return NO_BORDER
    if field == RIVER:
        return SPECIALISTS[0]
    return spot.border if spot is not None else given


def full_supply(houses: Mapping[str, House]) -> dict[str, int] | None:
    """What the box still holds; None while anybody's goods are unknown."""
    held: dict[str, int] = {}
    for house in houses.values():
        if house.goods is None:
            return None
        held = plus(held, house.goods)
    return {kind: GOODS_IN_BOX[kind] - held.get(kind, 0) for kind in GOODS}
