"""A position given by file or prompts: for the final count, or to judge one claim."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from keyhelper.engine import catalogue, intake, names
from keyhelper.engine.game import Asked, Frozen, Position
from keyhelper.engine.terms import TermError
from keyhelper.engine.trouble import Trouble
from keyhelper.games.keyper.answers import (
    read_counted,
    read_fairs,
    read_herd,
    read_store,
    read_sum,
    read_team,
    read_tiles,
    refuse_fairs,
    scores_by_pieces,
)
from keyhelper.games.keyper.conditions import from_box, read_term, refuse_counted
from keyhelper.games.keyper.goods import (
    COLOURS,
    GOODS,
    GOODS_IN_BOX,
    KEYPLES_IN_BOX,
    NO_BORDER,
    PARTED,
    RIVER,
    SPECIALISTS,
    Animals,
    Border,
    Colour,
    Goods,
    Keyples,
    Resources,
    Season,
    read_good,
)
from keyhelper.games.keyper.model import (
    BOATS,
    COUNTRY_TILES,
    FIELDS_ON_A_BOARD,
    HOME_TILES,
    WINTER_FAIRS,
    Area,
    Country,
    HeldFair,
    House,
    Invitation,
    Keyper,
    KeyperOptions,
    Keyple,
    Owed,
    Spot,
    Tile,
    full_supply,
)
from keyhelper.games.keyper.yields import companions

MOST_PLAYERS = 4


def _keyples(given: Any) -> Any:
    """Keyples on a field: colours, or `{"colour", "lies"}`."""
    if isinstance(given, str):
        given = [part for part in PARTED.split(given) if part]
    if isinstance(given, (list, tuple)):
        return [{"colour": entry} if isinstance(entry, str) else entry for entry in given]
    return given


# What a position holds


class KeyplePosition(Frozen):
    """A keyple on a field or building."""

    colour: Colour
    lies: bool = False


KeyplesThere = Annotated[tuple[KeyplePosition, ...], BeforeValidator(_keyples), Field(max_length=2)]


class TilePosition(Frozen):
    """A built tile; without points and scores the owner's box is asked."""

    name: str | None = Field(default=None, max_length=60)
    points: int | None = Field(default=None, ge=0, le=999, strict=True)
    scores: str | None = None
    overbuilt: bool = False
    area: Area | None = None
    upgraded: bool = False
    covers: str | None = None
    keyples: KeyplesThere = ()


class FairPosition(Frozen):
    """A fair that was held."""

    season: Season
    points: int = Field(ge=0, le=99, strict=True)


class ClaimPosition(Frozen):
    """What a player says a tile was given."""

    card: str
    pieces: dict[str, Annotated[int, Field(ge=0, strict=True)]] = {}
    times: int | None = Field(default=None, ge=0, strict=True)
    points: int | None = None  # as a sheet of keyhelper's own may carry it


class HousePosition(Frozen):
    """One player of a position; what is left out is not known."""

    name: str = Field(min_length=1, max_length=40)
    shipping: Annotated[
        int | None,
        Field(ge=0, le=999, strict=True),
        Asked("points on the shipping track?", read=read_sum),
    ] = None
    tiles: Annotated[
        tuple[TilePosition, ...] | None,
        Asked("tiles, such as `3+5+2; Mill 2 per gem; 1 per sheep`, or none?", read=read_tiles),
    ] = None
    fairs: Annotated[
        tuple[FairPosition, ...] | None,
        Asked("fairs held, such as `spring 3, winter 6`, or none?", read=read_fairs),
    ] = None
    resources: Annotated[
        Resources | None,
        Asked(
            "resources, such as `2 clay 1 ruby`, or none?",
            when=scores_by_pieces,
            read=read_store,
        ),
    ] = None
    animals: Annotated[
        Animals | None,
        Asked("animals, such as `3 sheep 1 deer`, or none?", when=scores_by_pieces, read=read_herd),
    ] = None
    keyples: Annotated[
        Keyples | None,
        Asked(
            "keyples, with those on the claimed board, such as `2 white 1 orange`?",
            when=scores_by_pieces,
            read=read_team,
        ),
    ] = None
    counted: Annotated[
        dict[str, Annotated[int, Field(ge=0, le=99, strict=True)]],
        Asked(
            "what tiles count, such as `building 7, river 3`?",
            when=scores_by_pieces,
            read=read_counted,
        ),
    ] = {}
    claimed: tuple[ClaimPosition, ...] | None = None
    hand: Keyples | None = None  # keyples not yet played; `keyples` if left out
    has_keyper: bool | None = None
    resting: KeyplesThere | tuple[KeyplePosition, ...] = ()
    taken: tuple[TilePosition, ...] = ()
    winter_fairs: int = Field(default=0, ge=0, le=WINTER_FAIRS, strict=True)


class FieldPosition(Frozen):
    """A field of a country board."""

    border: Border = NO_BORDER
    keyples: KeyplesThere = ()


class BoardPosition(Frozen):
    """A country board: whose keyper is on it, the boat on its river, its fields."""

    keyper: str | None = None
    boat: str | int | None = None
    shows: tuple[Annotated[str, BeforeValidator(read_good)], ...] = ()
    fields: dict[str, FieldPosition] = {}


class InvitedPosition(Frozen):
    """An invitation to join that is open: who played where, and who has declined."""

    by: str
    board: str | int
    field: str
    declined: tuple[str, ...] = ()


class OwedPosition(Frozen):
    """Actions that a player has still to take."""

    player: str
    actions: int = Field(ge=1, le=3)
    board: str | int = "own"
    field: str = ""
    border: Border = NO_BORDER
    gained: Goods = {}
    sold: Goods = {}


class KeyperPosition(Position):
    """A table of Keyper: for a count, or for the judgement of one claim."""

    season: Season = "spring"
    active: str | None = None
    boards: dict[str, BoardPosition] | None = None
    boats: tuple[str | int, ...] = ()
    invited: InvitedPosition | None = None
    owed: tuple[OwedPosition, ...] = ()
    players: tuple[HousePosition, ...] = Field(min_length=1, max_length=MOST_PLAYERS)


# Making a game of it


def from_position(position: KeyperPosition) -> Keyper:
    """The game that a position describes; Trouble says which part of it cannot be."""
    intake.read_model(KeyperOptions, position.options, "The options")
    players = tuple(player.name for player in position.players)
    _refuse_twins(players)
    houses = {player.name: _house(player) for player in position.players}
    _refuse_more_than_the_box(position)
    for player in position.players:
        refuse_fairs(player.name, [(fair.season, fair.points) for fair in player.fairs or ()])
    boards = _boards(position, players)
    return Keyper(
        players=players,
        readings=catalogue.choose_readings("keyper", position.readings),
        is_partial=True,
        season=position.season,
        active=_player(position.active, players),
        boards=boards,
        houses=houses,
        supply=full_supply(houses),
        boats=tuple(_boat(boat) for boat in position.boats),
        shows={
            _boat(board.boat): board.shows
            for board in (position.boards or {}).values()
            if board.boat is not None and board.shows
        },
        invitation=_invitation(position, players, boards),
        owed=tuple(
            Owed(
                player=_player(owed.player, players) or "",
                actions=owed.actions,
                board=str(owed.board),
                field=owed.field,
                border=SPECIALISTS[0] if owed.field == RIVER else owed.border,
                gained=owed.gained,
                sold=tuple(owed.sold),
            )
            for owed in position.owed
        ),
    )


def _house(given: HousePosition) -> House:
    refuse_counted(given.name, given.counted)
    tiles = None
    if given.tiles is not None:
        tiles = tuple(
            _tile(given, number, tile) for number, tile in enumerate(given.tiles, start=1)
        )
    held = None
    if given.fairs is not None:
        held = tuple(HeldFair(season=fair.season, points=fair.points) for fair in given.fairs)
    claimed = None
    if given.claimed is not None:
        claimed = tuple(
            {"card": line.card, "pieces": dict(line.pieces), "times": line.times}
            for line in given.claimed
        )
    return House(
        hand=_hand(given),
        team=given.keyples,
        resting=_there(given.resting),
        has_keyper=given.has_keyper,
        resources=given.resources,
        animals=given.animals,
        shipping=given.shipping,
        taken=tuple(_tile(given, n, tile) for n, tile in enumerate(given.taken, start=1)),
        winter_fairs=given.winter_fairs,
        tiles=tiles,
        held=held,
        counted=dict(given.counted),
        claimed=claimed,
    )


def _tile(player: HousePosition, number: int, given: TilePosition) -> Tile:
    name = (given.name or f"tile {number}").strip()
    points, scores = given.points, given.scores
    if points is None and scores is None and given.name:
        points, scores = from_box(given.name, upgraded=given.upgraded)
    if scores is not None and not given.overbuilt:
        try:
            read_term(scores, player.counted)
        except TermError as error:
            raise Trouble(f"{player.name}: what {name} scores cannot be read: {error}") from None
    return Tile(
        name=name,
        area=given.area,
        points=points,
        scores=scores,
        is_upgraded=given.upgraded,
        is_overbuilt=given.overbuilt,
        covers=given.covers,
        spot=Spot(keyples=_there(given.keyples)),
    )


def _there(keyples: tuple[KeyplePosition, ...]) -> tuple[Keyple, ...]:
    return tuple(Keyple(colour=keyple.colour, lies=keyple.lies) for keyple in keyples)


def _boards(position: KeyperPosition, players: tuple[str, ...]) -> dict[str, Country] | None:
    if position.boards is None:
        return None
    boards: dict[str, Country] = {}
    for number, board in position.boards.items():
        fields = {
            names.find(name, (RIVER,)) or name: Spot(
                border=SPECIALISTS[0] if names.find(name, (RIVER,)) else field.border,
                keyples=_there(field.keyples),
            )
            for name, field in board.fields.items()
        }
        if sum(name != RIVER for name in fields) > FIELDS_ON_A_BOARD:
            used = len(fields) - (RIVER in fields)
            raise Trouble(f"Board {number} has {used} fields; there are {FIELDS_ON_A_BOARD}")
        boards[number] = Country(
            keyper=_player(board.keyper, players),
            boat=None if board.boat is None else _boat(board.boat),
            fields=fields,
        )
    claimed = [board.keyper for board in boards.values() if board.keyper]
    for player in claimed:
        if claimed.count(player) > 1:
            raise Trouble(f"{player} has 1 keyper; it stands on {claimed.count(player)} boards")
    return boards


def _boat(given: str | int | None) -> str:
    text = str(given).casefold().removeprefix("boat").strip()
    return names.choose(text, BOATS, "boat")


def _player(given: str | None, players: tuple[str, ...]) -> str | None:
    return None if given is None else names.choose(given, players, "player")


def _invitation(
    position: KeyperPosition, players: tuple[str, ...], boards: dict[str, Country] | None
) -> Invitation | None:
    """Who is asked now; whoever is known to have no keyple that may join is passed over."""
    given = position.invited
    if given is None:
        return None
    by = _player(given.by, players) or ""
    declined = {_player(name, players) for name in given.declined}
    place = players.index(by) + 1
    others = (players[place:] + players[:place])[:-1]
    fields = (boards or {}).get(str(given.board), Country()).fields
    field = names.find(given.field, fields) or given.field
    spot = fields.get(field, Spot())
    allowed = companions(spot.keyples[0].colour, spot.border) if spot.keyples else COLOURS
    hands = {player.name: _hand(player) for player in position.players}
    cannot = {p for p, hand in hands.items() if hand is not None and not hand.keys() & {*allowed}}
    asked = [player for player in others if player not in declined | cannot]
    return Invitation(by=by, board=str(given.board), field=field, asked=tuple(asked))


def _hand(player: HousePosition) -> dict[str, int] | None:
    return player.hand if player.hand is not None else player.keyples


# Refusing what cannot be


def _refuse_twins(players: tuple[str, ...]) -> None:
    twin = names.twin(players)
    if twin is not None:
        raise Trouble(f"Two players are called {names.safe(twin)}")


def _refuse_more_than_the_box(position: KeyperPosition) -> None:
    players = position.players
    for kind in GOODS:
        held = sum(((p.resources or {}) | (p.animals or {})).get(kind, 0) for p in players)
        if held > GOODS_IN_BOX[kind]:
            raise Trouble(f"{held} {kind} are held in all; the box has {GOODS_IN_BOX[kind]}")
    for colour in COLOURS:
        held = sum((p.keyples or p.hand or {}).get(colour, 0) for p in players)
        if held > KEYPLES_IN_BOX[colour]:
            raise Trouble(
                f"{held} {colour} keyples are held in all; the box has {KEYPLES_IN_BOX[colour]}"
            )
    built = [len(player.tiles or ()) for player in players]
    own = sum(HOME_TILES.values())
    for player, number in zip(players, built, strict=True):
        if number > own + COUNTRY_TILES:
            raise Trouble(
                f"{player.name} has {number} tiles; {own} home and {COUNTRY_TILES} country tiles"
                f" make {own + COUNTRY_TILES}"
            )
    country = sum(max(0, number - own) for number in built)
    if country > COUNTRY_TILES:
        raise Trouble(
            f"At least {country} country tiles are built in all; the box has {COUNTRY_TILES}"
        )
    winter = sum(_winter_fairs(player) for player in players)
    if winter > WINTER_FAIRS:
        raise Trouble(f"At least {winter} winter fairs are held; the box has {WINTER_FAIRS}")


def _winter_fairs(player: HousePosition) -> int:
    """The winter fairs a player must have held; the season may be the tile's or when it was."""
    seasons = [fair.season for fair in player.fairs or ()]
    more = sum(max(0, seasons.count(season) - 1) for season in ("summer", "autumn"))
    return seasons.count("winter") + more
