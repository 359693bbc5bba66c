"""A position given by file or prompts: the towns as they stand, and the game made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from keyhelper.engine import catalogue, names
from keyhelper.engine.game import Asked, Frozen, Position
from keyhelper.engine.sealed import Sealed
from keyhelper.engine.trouble import Trouble
from keyhelper.games.tiny_towns import cards
from keyhelper.games.tiny_towns.cards import (
    BUILDINGS,
    COTTAGE,
    CUBE_LETTERS,
    MONUMENTS,
    RESOURCES,
    card,
)
from keyhelper.games.tiny_towns.model import (
    BANK,
    BONDMAKER,
    CAVERN_LIMIT,
    FACTORY,
    CardName,
    Resource,
    Square,
    TinyTowns,
    TinyTownsOptions,
    Town,
    split_names,
    told,
)
from keyhelper.games.tiny_towns.panels import MONUMENT_SIGN, letters
from keyhelper.games.tiny_towns.town import SIDE, SQUARES, square_index

EMPTY_SIGNS = frozenset({"", ".", "-", "_", "empty", "none", "0"})
_CUBES = {letter: cube for cube, letter in CUBE_LETTERS.items()}


# Reading a board


def read_row(given: Any) -> Any:
    """A row of a board: a list of four, or a line such as `Cottage . wheat Well`."""
    cells = _cells(given) if isinstance(given, str) else given
    if not isinstance(cells, (list, tuple)):
        return cells
    if len(cells) != SIDE:
        shown = names.safe(", ".join(map(str, cells)))[:60]
        raise ValueError(f"a row has {SIDE} squares, not {len(cells)} ({shown})")
    return [_read_cell(cell) for cell in cells]


def _cells(line: str) -> list[str]:
    """The four squares of a typed line; `....` and `w.hb` are fine too."""
    packed = line.strip()
    if len(packed) == SIDE and all(c in _CUBES or c in EMPTY_SIGNS for c in packed):
        return list(packed)
    for sign in ("|", "/"):
        line = line.replace(sign, ",")
    return split_names(line)


def _read_cell(cell: Any) -> Any:
    if not isinstance(cell, str):
        return cell
    if cell.strip().casefold() in EMPTY_SIGNS:
        return None
    sign = cell.strip()
    if sign in _CUBES:
        return _CUBES[sign]
    if sign == MONUMENT_SIGN or (len(sign) == 1 and sign.isupper()):
        return sign  # as on keyhelper's own boards; settled later, by the cards in play
    try:
        return cards.piece(cell)
    except Trouble:
        # A beginning such as "fa" is settled later, by the cards in play.
        if len(names.complete(cell, _known())) > 0:
            return told(cell, _one_or_open)
        raise


def _one_or_open(text: str) -> str:
    matches = names.complete(text, _known())
    return matches[0] if len(matches) == 1 else text.strip()


def _known() -> tuple[str, ...]:
    return (*RESOURCES, *(c.name for c in (*BUILDINGS(), *MONUMENTS())))


def _read_board(given: Any) -> Any:
    """Four rows; one text may hold all four."""
    rows = given.strip().splitlines() if isinstance(given, str) else given
    if not isinstance(rows, (list, tuple)):
        return rows
    if len(rows) != SIDE:
        raise ValueError(f"a board has {SIDE} rows, not {len(rows)}")
    return [_placed_row(number, row) for number, row in enumerate(rows, start=1)]


def _placed_row(number: int, row: Any) -> Any:
    try:
        return read_row(row)
    except (Trouble, ValueError) as error:
        raise ValueError(f"row {number}: {error}") from None


def _read_stored(given: Any) -> Any:
    """`{"b2": ["wood"]}`, with one cube as plain text too; or a line `b2 wood, c1 stone`."""
    if isinstance(given, str):
        return read_stored(given)
    if isinstance(given, dict):
        return {k: [v] if isinstance(v, str) else v for k, v in given.items()}
    return given


def read_stored(line: str) -> dict[str, list[str]]:
    """Cubes on buildings as typed: `b2 wood wood, c1 stone`."""
    found: dict[str, list[str]] = {}
    square = ""
    for word in line.replace(",", " ").replace(":", " ").split():
        if word.lower() in SQUARES:
            square = word.lower()
            found.setdefault(square, [])
        elif square:
            found[square].append(word)
        else:
            raise Trouble("Say the square first", hint="`b2 wood, c1 stone stone`")
    return found


def _number(text: str) -> int:
    from keyhelper.engine.intake import read_number

    return read_number(text, "The answer")


Row = tuple[str | None, str | None, str | None, str | None]
BoardRows = Annotated[tuple[Row, Row, Row, Row], BeforeValidator(_read_board)]
Stored = Annotated[dict[Square, tuple[Resource, ...]], BeforeValidator(_read_stored)]
CardList = Annotated[
    tuple[CardName, ...],
    BeforeValidator(lambda given: split_names(given) if isinstance(given, str) else given),
]


def _stands(*buildings: str) -> Any:
    """Whether one of these stands on the board given so far."""

    def check(answers: Mapping[str, Any]) -> bool:
        rows = answers.get("board") or ()
        cells = [cell for row in rows for cell in (row if isinstance(row, (list, tuple)) else ())]
        return any(cell in buildings for cell in cells)

    return check


class TownPosition(Frozen):
    """One player of a position; what is left out is not known."""

    name: str = Field(min_length=1)
    board: Annotated[
        BoardRows | None,
        Asked(
            "four rows from the top, four squares each, such as `Cottage . wheat Well`",
            lines=SIDE,
            read=read_row,
        ),
    ] = None
    stored: Annotated[
        Stored,
        Asked(
            "cubes on the Warehouses, such as `b2 wood stone`",
            when=_stands("Warehouse"),
            read=read_stored,
        ),
    ] = {}
    master_builder_turns: Annotated[
        int | None,
        Field(ge=0),
        Asked("turns as Master Builder?", read=_number, for_ties=True),
    ] = None
    finish_place: Annotated[
        int | None,
        Field(ge=1, le=6),
        Asked("in which place was the town complete?", when=_stands("The Starloom"), read=_number),
    ] = None
    shrine_count: Annotated[
        int | None,
        Field(ge=1, le=16),
        Asked(
            "buildings when the Shrine was built, itself included?",
            when=_stands("Shrine of the Elder Tree"),
            read=_number,
        ),
    ] = None
    coins: int | None = Field(default=None, ge=0)
    neighbour_greens: int | None = Field(default=None, ge=0, le=16)
    monument: CardName | None = None
    placed: bool | None = None
    aside: tuple[Resource, ...] = Field(default=(), max_length=CAVERN_LIMIT)


class TinyTownsPosition(Position):
    """Towns on the table: for a count, or for the judgement of one claim."""

    cards: Annotated[
        CardList | None, Asked("Which cards are in play besides the Cottage?", read=split_names)
    ] = None
    named: Resource | None = None
    hammer: str | None = None
    round: int = Field(default=1, ge=1)
    players: tuple[TownPosition, ...] = Field(min_length=1, max_length=6)


# Making a game of it


def from_position(position: TinyTownsPosition) -> TinyTowns:
    """The game that a position describes; Trouble says which part of it cannot be."""
    seats = tuple(player.name for player in position.players)
    _refuse_twins(seats)
    options = _options(position)
    variant = "solo" if len(seats) == 1 and options.variant == "solo" else options.variant
    if variant == "solo" and len(seats) > 1:
        raise Trouble(f"Solo is for one player; the position has {len(seats)}")
    given = _given_cards(position.cards)
    boards = {p.name: _settled(p, given) for p in position.players}
    in_play = _cards_in_play(boards, given)
    hammer = None
    if position.hammer is not None:
        hammer = names.choose(position.hammer, seats, "player")
    _refuse_shared_monuments(boards, position)
    return TinyTowns(
        players=seats,
        readings=_readings(position),
        variant=variant,
        cards=in_play,
        towns={p.name: _town(p, boards[p.name]) for p in position.players},
        has_monuments=options.monuments,
        kept={
            p.name: Sealed[str](owner=p.name, value=p.monument)
            for p in position.players
            if p.monument is not None
        },
        has_cavern=options.cavern,
        hammer=hammer,
        round=position.round,
        named=position.named,
        is_partial=True,
    )


def _options(position: TinyTownsPosition) -> TinyTownsOptions:
    from keyhelper.engine.intake import read_model

    return read_model(TinyTownsOptions, position.options, "The position's options")


def _readings(position: TinyTownsPosition) -> dict[str, str]:
    """The readings the position asks for; without any, the rules need not be opened."""
    if not position.readings:
        return {}
    return catalogue.choose_readings(cards.GAME, position.readings)


def _refuse_twins(seats: Sequence[str]) -> None:
    twin = names.twin(seats)
    if twin is not None:
        raise Trouble(f"Two players of the position are called {names.safe(twin)}")


def _given_cards(given: Sequence[str] | None) -> tuple[str, ...] | None:
    """The cards the position names, one a colour, the Cottage always among them."""
    if given is None:
        return None
    by_colour: dict[str, str] = {"blue": COTTAGE}
    for name in given:
        of = card(name)
        if of.is_monument:
            raise Trouble(f"`cards`: {name} is a monument; it belongs to a player")
        other = by_colour.setdefault(of.colour, name)
        if other != name:
            raise Trouble(f"`cards`: {other} and {name} are both {of.colour}; one is in play")
    return _ordered(by_colour)


def _ordered(by_colour: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(by_colour[c] for c in cards.COLOURS if c in by_colour)


def _settled(player: TownPosition, in_play: tuple[str, ...] | None) -> tuple[str | None, ...]:
    """The player's board with beginnings such as "fa" read as a card in play."""
    if player.board is None:
        raise Trouble(f"{names.safe(player.name)} has no `board`", hint="four rows of four squares")
    flat = [item for row in player.board for item in row]
    for index, item in enumerate(flat):
        if item is not None and item not in RESOURCES:
            flat[index] = _settled_item(player, SQUARES[index], item, in_play)
    monuments = [
        f"{item} on {SQUARES[i]}"
        for i, item in enumerate(flat)
        if item and cards.is_building(item) and card(item).is_monument
    ]
    if len(monuments) > 1:
        raise Trouble(f"{player.name}'s board has {names.listed(monuments)}; a town has one")
    return tuple(flat)


def _settled_item(
    player: TownPosition, square: str, item: str, in_play: tuple[str, ...] | None
) -> str:
    where = f"{player.name}'s board, {square}"
    if item == MONUMENT_SIGN:
        if player.monument is None:
            raise Trouble(f"{where}: say which monument stands there, or give `monument`")
        return player.monument
    by_letter = {letter: name for name, letter in letters(in_play or ()).items()}
    item = by_letter.get(item, item)
    if item in _known():
        of = card(item)
        if in_play is not None and not of.is_monument and item not in in_play:
            rival = next((c for c in in_play if card(c).colour == of.colour), None)
            if rival is None:
                raise Trouble(f"{where}: the {item} is not among `cards`: {names.listed(in_play)}")
            raise Trouble(f"{where}: the {item} is not in play; the {of.colour} card is {rival}")
        return item
    choices = (*in_play, *RESOURCES, *(m.name for m in MONUMENTS())) if in_play else _known()
    try:
        return names.choose(item, choices, "building, monument or resource", prefix=True)
    except Trouble as trouble:
        raise Trouble(f"{where}: {trouble}", hint=trouble.hint) from None


def _cards_in_play(
    boards: Mapping[str, Sequence[str | None]], given: tuple[str, ...] | None
) -> tuple[str, ...]:
    """The cards given, or those that stand in the towns; two of a colour cannot be."""
    if given is not None:
        return given
    by_colour: dict[str, str] = {"blue": COTTAGE}
    for player, board in boards.items():
        for square, item in zip(SQUARES, board, strict=True):
            if item and cards.is_building(item) and not card(item).is_monument:
                other = by_colour.setdefault(card(item).colour, item)
                if other != item:
                    raise Trouble(
                        f"{player}'s board, {square}: {item} and {other} are both "
                        f"{card(item).colour}; one card of a colour is in play"
                    )
    return _ordered(by_colour)


def _refuse_shared_monuments(
    boards: Mapping[str, Sequence[str | None]], position: TinyTownsPosition
) -> None:
    """There is one card of each monument, so one owner."""
    owners: dict[str, str] = {}
    for player in position.players:
        standing = [i for i in boards[player.name] if i and cards.is_building(i)]
        built = next((i for i in standing if card(i).is_monument), None)
        if player.monument is not None and not card(player.monument).is_monument:
            raise Trouble(f"{player.name}'s `monument`: the {player.monument} is no monument")
        if built is not None and player.monument not in {None, built}:
            raise Trouble(
                f"{player.name} holds {player.monument} but has built {built}; a player has one"
            )
        for name in {built, player.monument} - {None}:
            other = owners.setdefault(name or "", player.name)
            if other != player.name:
                raise Trouble(f"{name} belongs to both {other} and {player.name}; there is one")


def _town(player: TownPosition, board: tuple[str | None, ...]) -> Town:
    _refuse_stored(player, board)
    monument = next((i for i in board if i and cards.is_building(i) and card(i).is_monument), None)
    standing = sum(cards.is_building(item) for item in board)
    if player.shrine_count is not None and player.shrine_count > standing:
        raise Trouble(
            f"{player.name}'s `shrine_count` is {player.shrine_count}, "
            f"but {standing} buildings stand in the town"
        )
    return Town(
        board=board,
        stored=dict(player.stored),
        has_placed=player.placed,
        turns=player.master_builder_turns,
        aside=player.aside,
        times_aside=len(player.aside),
        raised=monument,
        finish_place=player.finish_place,
        shrine_count=player.shrine_count,
        coins=player.coins,
        neighbour_greens=player.neighbour_greens,
    )


def _refuse_stored(player: TownPosition, board: tuple[str | None, ...]) -> None:
    has_bondmaker = BONDMAKER in board
    banked: dict[str, str] = {}
    for square, cubes in player.stored.items():
        where = f"{player.name}'s `stored`, {square}"
        item = board[square_index(square)]
        limit = _capacity(item, has_bondmaker)
        if limit == 0:
            raise Trouble(f"{where}: {item or 'an empty square'} stores no cubes")
        if len(cubes) > limit:
            raise Trouble(f"{where}: the {item} holds {limit} at most; {len(cubes)} are given")
        for cube in cubes if item == BANK else ():
            other = banked.setdefault(cube, square)
            if other != square:
                raise Trouble(f"{where}: the Bank on {other} holds {cube} already")


def _capacity(item: str | None, has_bondmaker: bool) -> int:
    if item in {BANK, FACTORY}:
        return 1
    if item == COTTAGE:
        return 1 if has_bondmaker else 0
    return card(item).capacity if item and cards.is_building(item) else 0
