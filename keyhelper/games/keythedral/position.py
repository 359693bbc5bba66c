"""Positions from files or questions: the JSON that `score` and `validate` take."""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, model_validator

from keyhelper.engine import names
from keyhelper.engine.game import Asked, Frozen, Position
from keyhelper.engine.intake import read_number
from keyhelper.engine.names import listed
from keyhelper.engine.trouble import Trouble
from keyhelper.games.keythedral import board
from keyhelper.games.keythedral.board import Place
from keyhelper.games.keythedral.cubes import (
    BASICS,
    CRAFTS,
    Colour,
    Cubes,
    in_box,
    read_cubes,
    read_kind,
    spoken,
    worth,
)
from keyhelper.games.keythedral.model import (
    Auction,
    Cottage,
    Edition,
    Fence,
    Hand,
    Keythedral,
    KeythedralOptions,
    Length,
    Tile,
    Worker,
    mat_rows,
)
from keyhelper.games.keythedral.references import CottageName, Number, TileName

MOST_PLAYERS = 5
_EDITIONS = {
    "pro-ludo": "pro-ludo", "rnd": "rnd", "R&D": "rnd", "R and D": "rnd", "2004": "pro-ludo",
    "2002": "rnd",
}  # fmt: skip


def _edition(given: Any) -> Any:
    return _chosen(given, tuple(_EDITIONS), "edition", _EDITIONS)


def _length(given: Any) -> Any:
    return _chosen(given, ("full", "short"), "length", {"full": "full", "short": "short"})


def _chosen(given: Any, choices: tuple[str, ...], what: str, meaning: dict[str, str]) -> Any:
    if not isinstance(given, str):
        return given
    try:
        return meaning[names.choose(given, choices, what, prefix=True)]
    except Trouble as trouble:
        raise ValueError(
            f"{trouble.text} ({trouble.hint})" if trouble.hint else trouble.text
        ) from None


def _tile_counts(given: Any) -> Any:
    """Tiles by value; text such as `4 4 8` or `2x4 1x8` is counted."""
    if isinstance(given, str):
        given = read_tiles(given)
    if not isinstance(given, dict):
        raise ValueError('tiles are counted by value, such as {"4": 2, "8": 1}')
    counts: dict[str, int] = {}
    for value, count in given.items():
        if not re.fullmatch(r"\d{1,2}", str(value), re.ASCII):
            raise ValueError(f"tiles are counted by value; {str(value)[:20]!r} is no value")
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            raise ValueError(f"{value}s: a whole number from 0 is expected; found {count!r}"[:120])
        if str(int(value)) in counts:
            raise ValueError(f"tiles of {int(value)} are given twice")
        counts[str(int(value))] = count
    return counts


def _cubes_once(given: Any) -> Any:
    """Cubes by kind, each kind once however it is spelt; text is added up."""
    if isinstance(given, dict):
        spelt: dict[str, str] = {}
        for word in given:
            kind = read_kind(word)
            if kind in spelt:
                both = f"{names.safe(spelt[kind])[:40]!r} and {names.safe(str(word))[:40]!r}"
                raise ValueError(f"{spoken(kind)} is given twice, as {both}")
            spelt[kind] = str(word)
    return given


CountedCubes = Annotated[Cubes, BeforeValidator(_cubes_once)]


def read_tiles(text: str) -> dict[str, int]:
    """Tiles as people read them out: `4 4 8`, `4+4+8`, `2x4, 8`; nothing is none."""
    counts: dict[str, int] = {}
    if names.fold(text) in {"none", "nothing", "0"}:
        return counts
    for part in re.split(r"[\s,+;]+", text.strip()):
        match = re.fullmatch(r"(?:(\d{1,2})[x×*])?(\d{1,2})s?", part, re.ASCII)
        if match is None:
            raise ValueError(
                f"Tiles are read out like `4 4 8` or `2x4 8`; cannot read {part[:20]!r}"
            )
        counts[str(int(match[2]))] = counts.get(str(int(match[2])), 0) + int(match[1] or 1)
    return counts


def _scores_cubes(answers: Any) -> bool:
    table = answers.get("table", {})
    return bool(_edition(table.get("edition") or "pro-ludo") != "rnd")


class PlayerPosition(Frozen):
    """What a player has at the end, or when a claim is made."""

    name: str = Field(min_length=1, max_length=40)
    tiles: Annotated[
        dict[str, int] | None,
        BeforeValidator(lambda given: None if given is None else _tile_counts(given)),
        Asked("building tiles, read out like 4 4 8", when=lambda _: True, read=read_tiles),
    ] = None
    cubes: Annotated[
        CountedCubes | None,
        Asked(
            "cubes left over, such as 2 timber 1 gold (Enter: only their points are known)",
            when=lambda answers: _scores_cubes(answers) and answers.get("cube_points") is None,
            read=read_cubes,
        ),
    ] = None
    cube_points: Annotated[
        int | None,
        Field(ge=0),
        Asked(
            "points of the cubes left over",
            when=lambda answers: _scores_cubes(answers) and answers.get("cubes") is None,
            read=lambda text: read_number(text, "points"),
        ),
    ] = None
    fences: int | None = Field(default=None, ge=0, le=3)
    laws: int | None = Field(default=None, ge=0, le=20)


class CottagePosition(Frozen):
    """A cottage or house on the map."""

    player: str
    number: Number
    at: Place
    house: bool = False


class FencePosition(Frozen):
    """A fence between a cottage, or a gap, and a field."""

    player: str | None = None
    cottage: CottageName
    field: Place


class WorkerPosition(Frozen):
    """A worker on a field."""

    player: str | None = None
    number: Number | None = None
    at: Place


class TilePosition(Frozen):
    """A building tile on the mat."""

    tile: TileName
    cost: CountedCubes | None = None


class AuctionPosition(Frozen):
    """The bidding as it stands."""

    holder: str
    bid: int = Field(default=0, ge=0)
    bidder: str | None = None
    turn: str | None = None


class KeythedralPosition(Position):
    """A position of Keythedral; what is left out is not known."""

    edition: Annotated[
        Edition, BeforeValidator(_edition), Asked("Edition, pro-ludo or rnd (Enter: pro-ludo)")
    ] = "pro-ludo"
    length: Annotated[
        Length, BeforeValidator(_length), Asked("Length, full or short (Enter: full)")
    ] = "full"
    players: tuple[PlayerPosition, ...]
    fields: dict[str, Colour] | None = None
    cottages: tuple[CottagePosition, ...] | None = None
    keythedral: Place | None = None
    fences: tuple[FencePosition, ...] = ()
    workers: tuple[WorkerPosition, ...] = ()
    markers: tuple[Number, ...] = ()
    on_mat: tuple[TilePosition, ...] | None = None
    store: CountedCubes | None = None
    mat: CountedCubes | None = None
    spent: CountedCubes | None = None
    laws_on_offer: int | None = Field(default=None, ge=0, le=2)
    bag: int | None = Field(default=None, ge=0, le=25)
    auction: AuctionPosition | None = None

    @model_validator(mode="before")
    @classmethod
    def _options_too(cls, given: Any) -> Any:
        """Edition and length may stand among the options, as a setup writes them."""
        if not isinstance(given, dict) or not isinstance(given.get("options"), dict):
            return given
        merged = dict(given)
        known = tuple(KeythedralOptions.model_fields)
        for name in given["options"]:
            if name not in known:
                near = names.nearest(str(name), known)
                hint = f"did you mean {names.either(near)}?" if near else f"known: {listed(known)}"
                shown = names.safe(str(name))[:40]
                raise ValueError(f"options.{shown} is not a key that is known here; {hint}")
        for name in ("edition", "length"):
            told = given["options"].get(name)
            if told is not None and merged.setdefault(name, told) != told:
                raise ValueError(f"{name} is {merged[name]!r} here and {told!r} in options")
        return merged

    @model_validator(mode="after")
    def _can_be(self) -> KeythedralPosition:
        problems = [
            *self._player_problems(),
            *self._tile_problems(),
            *self._cube_problems(),
            *self._map_problems(),
        ]
        if problems:
            raise ValueError("; ".join(problems))
        return self

    def _player_problems(self) -> list[str]:
        if not 1 <= len(self.players) <= MOST_PLAYERS:
            return [f"{len(self.players)} players are given; this game is for 2 to {MOST_PLAYERS}"]
        twin = names.twin([player.name for player in self.players])
        return [f"two players are called {twin}"] if twin is not None else []

    def _tile_problems(self) -> list[str]:
        rows = mat_rows(self.edition, self.length)
        problems: list[str] = []
        held: dict[str, int] = {}
        for player in self.players:
            for value, count in (player.tiles or {}).items():
                if int(value) not in rows:
                    known = listed([str(row) for row in rows])
                    problems.append(
                        f"{player.name}: no building tile is worth {value} in the "
                        f"{self.edition} edition, only {known}"
                    )
                held[value] = held.get(value, 0) + count
        for value, count in held.items():
            most = rows.get(int(value))
            if most is not None and count > most:
                who = [p.name for p in self.players if (p.tiles or {}).get(value)]
                problems.append(
                    f"{count} tiles of {value} are counted, but the {self.length} game has {most}; "
                    f"ask {listed(who)}"
                )
        return problems

    def _cube_problems(self) -> list[str]:
        problems: list[str] = []
        everywhere = [self.store or {}, self.mat or {}, self.spent or {}]
        for kind, most in in_box().items():
            held = [(p.name, (p.cubes or {}).get(kind, 0)) for p in self.players]
            count = sum(n for _, n in held) + sum(place.get(kind, 0) for place in everywhere)
            if count > most:
                who = listed([name for name, n in held if n])
                ask = f"; ask {who}" if who else ""
                problems.append(f"{count} {spoken(kind)} are counted, but the box has {most}{ask}")
        most_points = sum(in_box()[kind] * worth()[kind] for kind in in_box())
        told = 0
        for player in self.players:
            points = sum(worth()[k] * n for k, n in (player.cubes or {}).items())
            if player.cubes is not None and player.cube_points not in (None, points):
                problems.append(
                    f"{player.name}: cube_points is {player.cube_points}, "
                    f"but the cubes are worth {points}"
                )
            told += points if player.cubes is not None else player.cube_points or 0
        if told > most_points:
            problems.append(
                f"the cubes of all players are worth {told}, but those in the box {most_points}"
            )
        return problems

    def _map_problems(self) -> list[str]:
        problems: list[str] = []
        places: set[board.Spot] = set()
        for where in self.fields or {}:
            shown = names.safe(where)[:20]
            try:
                place = board.read_spot(where)
            except ValueError:
                place = board.KEYTHEDRAL
            if not board.is_field_place(place):
                problems.append(f"fields: {shown!r} is no place for a field, such as 1,0")
            elif place in places:
                problems.append(f"fields: {board.key(place)} is given twice, once as {shown!r}")
            places.add(place)
        taken: dict[str, str] = {}
        for cottage in self.cottages or ():
            where, name = board.key(cottage.at), f"{cottage.player} {cottage.number}"
            if not board.is_gap(cottage.at):
                problems.append(f"cottages: {name} is at {where}, which is no gap such as 1.5,0.5")
            if where in taken:
                problems.append(f"cottages: {taken[where]} and {name} are both at {where}")
            if name in taken.values():
                problems.append(f"cottages: {name} is given twice")
            taken[where] = name
        return problems


def from_position(position: KeythedralPosition) -> Keythedral:
    """The table as far as the position tells it."""
    seats = _Seats([player.name for player in position.players])
    cottages = None
    if position.cottages is not None:
        cottages = tuple(
            Cottage(player=seats.named(c.player), number=c.number, at=c.at, is_house=c.house)
            for c in position.cottages
        )
    workers = tuple(
        Worker(player=seats.maybe(w.player), number=w.number, at=w.at) for w in position.workers
    )
    # Owners of fences are seated too, so the fences are read before the players are listed.
    fences = tuple(_fence(fence, cottages or (), seats) for fence in position.fences)
    auction = _auction(position.auction, seats)
    fields = None
    if position.fields is not None:
        fields = {board.key(board.read_spot(w)): c for w, c in position.fields.items()}
    hands = {player.name: _hand(player, fences) for player in position.players}
    return Keythedral(
        players=tuple(seats.players),
        readings=position.readings,
        edition=position.edition,
        length=position.length,
        fields=fields,
        cottages=cottages,
        keythedral=position.keythedral or board.KEYTHEDRAL,
        fences=fences,
        workers=workers,
        markers=position.markers,
        bag=position.bag,
        hands=hands,
        store=_only(position.store, BASICS),
        mat=_only(position.mat, CRAFTS),
        spent=_only(position.spent, CRAFTS) if position.spent is not None else _no_spent(position),
        tiles=_tiles(position),
        law_offer=position.laws_on_offer,
        auction=auction,
    )


class _Seats:
    """Players by the names given, joined by others that the map mentions."""

    def __init__(self, players: list[str]) -> None:
        self.players = players

    def named(self, name: str) -> str:
        found = names.find(name, self.players)
        if found is not None:
            return found
        near = names.nearest(name, tuple(self.players))
        if near:
            shown = names.safe(name)[:40]
            raise Trouble(f"Nobody called {shown!r} is given; did you mean {names.either(near)}?")
        self.players.append(name)
        return name

    def maybe(self, name: str | None) -> str | None:
        return None if name is None else self.named(name)


def _hand(player: PlayerPosition, fences: tuple[Fence, ...]) -> Hand:
    left = player.fences
    built = sum(fence.player == player.name for fence in fences)
    if left is None and built >= 3:
        left = 0
    return Hand(
        cubes=player.cubes,
        cube_points=player.cube_points,
        tiles=player.tiles,
        fences=left,
        laws=player.laws,
    )


def _fence(fence: FencePosition, cottages: tuple[Cottage, ...], seats: _Seats) -> Fence:
    standing = Keythedral(players=(), cottages=cottages).cottage_named(fence.cottage)
    try:
        gap = standing.at if standing else board.read_spot(fence.cottage)
    except ValueError:
        raise Trouble(
            f"A fence stands at {fence.cottage!r}, but no such cottage is given"
        ) from None
    return Fence(player=seats.maybe(fence.player), gap=gap, field=fence.field)


def _tiles(position: KeythedralPosition) -> tuple[Tile, ...] | None:
    if position.on_mat is None:
        return None
    tiles: list[Tile] = []
    for entry in position.on_mat:
        value = int(re.sub(r"\D", "", entry.tile))
        letter = "abcdefgh"[sum(tile.value == value for tile in tiles) % 8]
        name = entry.tile if entry.tile[-1].isalpha() else f"{value}{letter}"
        tiles.append(Tile(name=name, value=value, cost=entry.cost, is_open=True))
    return tuple(tiles)


def _only(cubes: dict[str, int] | None, kinds: tuple[str, ...]) -> dict[str, int] | None:
    if cubes is None:
        return None
    return {kind: count for kind, count in cubes.items() if kind in kinds}


def _no_spent(position: KeythedralPosition) -> dict[str, int] | None:
    return {} if position.mat is not None else None


def _auction(given: AuctionPosition | None, seats: _Seats) -> Auction | None:
    if given is None:
        return None
    holder = seats.named(given.holder)
    turn = seats.maybe(given.turn)
    is_closing = turn == holder and given.bid > 0
    return Auction(
        holder=holder,
        before=holder,
        turn=turn,
        bid=given.bid,
        bidder=seats.maybe(given.bidder),
        is_closing=is_closing,
    )
