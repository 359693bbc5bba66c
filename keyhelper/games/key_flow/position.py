"""A position of Key Flow from a file or from prompts: what counts, and what a claim needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

from pydantic import (
    BeforeValidator,
    Field,
    TypeAdapter,
    ValidationError,
    field_validator,
    model_validator,
)

from keyhelper.engine import catalogue, intake, names
from keyhelper.engine.game import Asked, Frozen, Position
from keyhelper.engine.trouble import Blank, Trouble
from keyhelper.games.key_flow import printed, written
from keyhelper.games.key_flow.decks import SLUG, in_box
from keyhelper.games.key_flow.model import (
    HOME_CARD,
    Animal,
    Building,
    Card,
    Claim,
    Colour,
    Count,
    Goods,
    Holdings,
    KeyFlow,
    KeyFlowOptions,
    KeypleCard,
    Location,
    PanelShown,
    Place,
    Skill,
    WinterCard,
    book_of_the_box,
    tidy_name,
    told,
)
from keyhelper.games.key_flow.noting import kinds_wanted
from keyhelper.games.key_flow.printed import RESOURCES, SKILLS
from keyhelper.games.key_flow.scoring import term_of
from keyhelper.games.key_flow.village import HOME, Row, read_place, row_of, side_of

TermText = Annotated[str, BeforeValidator(written.term_text)]

_COUNTED = (
    "panels", "flipped", "locations", "winter", "boats", "keyples",
    "animals", "resources", "skills", "tokens", "transport",
)  # fmt: skip


class KeypleGiven(Frozen):
    """A keyple card under a store."""

    colour: Colour
    animal: Animal | None = None


class LocationGiven(Frozen):
    """An autumn location, what lies on it, and what it scores where the box does not know."""

    card: str = Field(min_length=1, max_length=80)
    resources: Annotated[Goods, BeforeValidator(written.amounts)] = {}
    scores: TermText | None = None


class WinterGiven(Frozen):
    """A winter card, with what it scores where the box does not know."""

    name: str = Field(min_length=1, max_length=80)
    scores: TermText | None = None


class PanelGiven(Frozen):
    """Points showing on a village card, or the card and its upgrades where its panels are known."""

    points: Count | None = None
    card: str | None = Field(default=None, min_length=1, max_length=80)
    upgrades: Count = 0

    @model_validator(mode="after")
    def _is_whole(self) -> PanelGiven:
        if (self.points is None) == (self.card is None):
            raise ValueError("a panel is a number of points, or a card with its upgrades")
        if self.card is not None:
            entries = catalogue.entries(SLUG, "cards")
            name = names.find(self.card, tuple(entries))
            panels = (entries[name]["panels"] if name else None) or ()
            if panels and self.upgrades >= len(panels):
                raise ValueError(
                    f"{name} has {len(panels)} panels, so at most {len(panels) - 1} upgrades; "
                    f"found {self.upgrades}"
                )
        return self


Panels = Annotated[tuple[PanelGiven, ...], BeforeValidator(written.panels)]
Locations = tuple[Annotated[LocationGiven, BeforeValidator(written.location)], ...]
Winter = tuple[Annotated[WinterGiven, BeforeValidator(written.winter)], ...]
Boats = Annotated[
    tuple[Annotated[str, BeforeValidator(written.boat)], ...],
    BeforeValidator(written.names_in_line),
]
Keyples = Annotated[tuple[KeypleGiven, ...], BeforeValidator(written.keyples)]
Animals = Annotated[dict[Animal, Count], BeforeValidator(written.amounts)]
Skills = Annotated[dict[Skill, Count], BeforeValidator(written.amounts)]
Resources = Annotated[Goods, BeforeValidator(written.amounts)]


def _read(annotation: Any, tidy: Callable[[str], Any] = str) -> Callable[[str], Any]:
    """Reads a typed answer as the field itself would, so that a slip is told at once."""

    def read(text: str) -> Any:
        try:
            return TypeAdapter(annotation).validate_python(tidy(text))
        except ValidationError as error:
            message = str(error.errors()[0]["msg"]).removeprefix("Value error, ")
            raise Trouble(message) from None

    return read


def _number(text: str) -> int:
    return intake.read_number(text, "The number")


def _rated(text: str) -> list[str]:
    """Winter cards in a line; one that nobody has described is asked for what it scores."""
    return [_with_rate(part, part.partition(":")[0], ":" in part) for part in written.parts(text)]


def _rated_locations(text: str) -> list[str]:
    return [
        _with_rate(part, part.partition(":")[0], part.count(":") > 1)
        for part in written.parts(text)
    ]


def _with_rate(part: str, name: str, has_term: bool) -> str:
    book = book_of_the_box()
    if not has_term and term_of(name.strip(), None, book, {}) is None:
        near = names.nearest(name, tuple(n for n, card in book.items() if card.scores))
        meant = f"; did you mean {names.either(near)}?" if near else ""
        spelt = tidy_name(name.strip())
        raise Blank(
            f"I do not know what {spelt} scores{meant}",
            catalogue="cards",
            name=names.find(spelt, tuple(book)) or spelt,
            field="scores",
            question="What does it score, as in `5 per iron + stone`? (Enter: type the name again)",
            hint=f"add it after a colon: `{names.safe(part)[:40]}: 5 per iron + stone`",
        )
    return part


def _known_boats(text: str) -> list[str]:
    """Boats in a line; one that nobody has called a boat is asked back, once for each box."""
    book = book_of_the_box()
    line: list[str] = written.names_in_line(text)
    for name in line:
        spelt = tidy_name(name)
        known = names.find(spelt, tuple(book))
        if known is not None and book[known].kind in ("boat", "winter"):
            continue
        boats = tuple(n for n, card in book.items() if card.kind == "boat")
        near = names.nearest(name, boats)
        meant = f"; did you mean {names.either(near)}?" if near else ""
        raise Blank(
            f"I know no boat called {known or spelt}{meant}",
            catalogue="cards",
            name=known or spelt,
            field="kind",
            question="`boat` if it is one, or the right name (Enter: type them again)",
            hint="as in `flipper, keyflower`",
        )
    return line


def _wants(*kinds: str) -> Callable[[Mapping[str, Any]], bool]:
    """Asks only where one of the player's winter cards takes such pieces."""

    def matters(answers: Mapping[str, Any]) -> bool:
        try:
            cards = TypeAdapter(Winter).validate_python(answers.get("winter") or ())
        except ValidationError:
            return True
        book = book_of_the_box()
        terms = [term_of(card.name, card.scores, book, {}) for card in cards]
        known = [term for term in terms if term is not None]
        return len(known) < len(terms) or bool(kinds_wanted(known) & set(kinds))

    return matters


class PlayerPosition(Frozen):
    """One player's village and supply at the end, as far as they were written down."""

    name: str = Field(min_length=1, max_length=60)
    panels: Annotated[
        Panels | None,
        Asked("points showing on village cards (5+12+3)", read=_read(Panels, written.total)),
    ] = None
    flipped: Annotated[
        Count | None, Asked("upgrade tiles on their point side", read=_read(Count, _number))
    ] = None
    locations: Annotated[
        Locations | None,
        Asked(
            "locations with their goods (`barn: 3 iron: 2 per iron`)",
            read=_read(Locations, _rated_locations),
        ),
    ] = None
    winter: Annotated[
        Winter | None,
        Asked(
            "winter cards, one a line (Enter when done)",
            read=_read(Winter, _rated),
            more="next winter card",
        ),
    ] = None
    boats: Annotated[
        Boats | None, Asked("boats (`flipper, keyflower`)", read=_read(Boats, _known_boats))
    ] = None
    keyples: Annotated[
        Keyples | None,
        Asked("keyple cards under the store (`3 red, 1 blue cow`)", read=_read(Keyples)),
    ] = None
    animals: Annotated[
        Animals | None,
        Asked("animals apart from keyple cards (`2 sheep 1 cow`)", read=_read(Animals)),
    ] = None
    resources: Annotated[
        Resources | None,
        Asked("resources that lie on no location (`3 iron 2 gold`)", read=_read(Resources)),
    ] = None
    skills: Annotated[
        Skills | None,
        Asked("skill tiles (`2 saw 1 anvil`)", when=_wants(*SKILLS), read=_read(Skills)),
    ] = None
    tokens: Annotated[
        Count | None, Asked("keyple tokens", when=_wants("token"), read=_read(Count, _number))
    ] = None
    transport: Annotated[
        Count | None,
        Asked(
            "transport value of the village",
            when=_wants("transport"),
            read=_read(Count, _number),
        ),
    ] = None
    claimed: tuple[Claim, ...] | None = None

    def holdings(self, *, knows_animals: bool) -> Holdings:
        """What counts of this, with what was left out named as such."""
        absent = tuple(field for field in _COUNTED if getattr(self, field) is None)
        return Holdings(
            panels=tuple(PanelShown(**panel.model_dump()) for panel in self.panels or ()),
            flipped=self.flipped or 0,
            locations=tuple(Location(**spot.model_dump()) for spot in self.locations or ()),
            winter=tuple(WinterCard(**card.model_dump()) for card in self.winter or ()),
            boats=self.boats or (),
            keyples=tuple(
                KeypleCard(colour=card.colour, animal=card.animal) for card in self.keyples or ()
            ),
            animals=self.animals or {},
            resources=self.resources or {},
            skills={str(skill): count for skill, count in (self.skills or {}).items()},
            tokens=self.tokens or 0,
            transport=self.transport or 0,
            claimed=self.claimed,
            absent=absent,
            knows_animals=knows_animals,
        )


class BuildingGiven(Frozen):
    """A card of a village, as far as a claim needs it."""

    village: str
    name: str = Field(min_length=1, max_length=80)
    row: Row | None = None
    cards_before: Count | None = None
    new: Annotated[bool, Field(strict=True)] = False
    at: Place | None = None
    side: Literal["home", "left", "right"] | None = None
    upgrades: Count = 0
    flipped: Count = 0
    goods: Annotated[Goods | None, BeforeValidator(written.amounts)] = None
    panels: tuple[str, ...] | None = None

    @model_validator(mode="after")
    def _lies_in_one_row(self) -> BuildingGiven:
        if self.at is not None and self.row not in (None, row_of(read_place(self.at))):
            raise ValueError(f"{self.at} is not in the {self.row} row")
        return self

    @field_validator("panels", mode="before")
    @classmethod
    def _panels_read(cls, given: Any) -> Any:
        if isinstance(given, str):
            return told(given, printed.read_panels)
        if isinstance(given, (list, tuple)):
            return [told(text, lambda t: str(printed.read_panel(t))) for text in given]
        return given


class KeyFlowPosition(Position):
    """A final position to count, or the part of a table that a claim needs."""

    game: Literal["key-flow"] = "key-flow"
    seating: tuple[Annotated[str, Field(min_length=1, max_length=60)], ...] = ()
    buildings: tuple[BuildingGiven, ...] = ()
    players: tuple[PlayerPosition, ...] = ()

    @model_validator(mode="after")
    def _fits_the_box(self) -> KeyFlowPosition:
        KeyFlowOptions.model_validate(self.options)
        _check_names(self)
        check_counts([player.holdings(knows_animals=True) for player in self.players])
        return self


def _check_names(position: KeyFlowPosition) -> None:
    present = [player.name for player in position.players]
    seats = list(position.seating) or present
    if not seats:
        raise ValueError("players is missing: name at least one, or give seating")
    for listing in (present, seats):
        twin = names.twin(listing)
        if twin is not None:
            raise ValueError(f"{names.safe(twin)[:40]!r} is there twice")
    for name in present:
        if names.find(name, seats) is None:
            raise ValueError(f"{names.safe(name)[:40]!r} has no place in seating")
    if len(seats) > 6:
        raise ValueError(f"Key Flow is for 2 to 6 players; found {len(seats)}")
    owners = [
        told(building.village, lambda text: names.choose(text, seats, "player"))
        for building in position.buildings
    ]
    _check_places(list(zip(owners, position.buildings, strict=True)))


def _check_places(cards: list[tuple[str, BuildingGiven]]) -> None:
    """Refuses two cards of one name, or in one place, in a village: a claim could mean either."""
    seen: set[tuple[str, str]] = set()
    for owner, building in cards:
        name, place = names.fold(building.name), f"at {building.at}"
        if (owner, name) in seen:
            shown = names.safe(building.name)[:40]
            raise ValueError(f"{owner}'s village has {shown} twice; number them, as in `{shown} 2`")
        if building.at is not None and (owner, place) in seen:
            raise ValueError(f"Two cards of {owner}'s village lie {place}")
        seen |= {(owner, name), (owner, place)}


def check_counts(held: list[Holdings]) -> None:
    """Refuses more pieces than the box holds, with both numbers."""
    for resource in RESOURCES:
        there = sum(
            h.resources.get(resource, 0)
            + sum(spot.resources.get(resource, 0) for spot in h.locations)
            for h in held
        )
        # Every multiplier tile stands for six counters, which are then free again.
        most = in_box(resource) + in_box("multiplier tiles") * in_box(
            "counters a multiplier stands for"
        )
        _refuse_more(there, most, f"{resource} counters, multiplier tiles included")
    for skill in SKILLS:
        most = sum(
            in_box(f"{side}-sided skill tiles of each kind") for side in ("single", "double")
        )
        _refuse_more(sum(h.skills.get(skill, 0) for h in held), most, f"{skill} tiles")
    _refuse_more(sum(h.tokens for h in held), in_box("keyple tokens"), "keyple tokens")
    _refuse_more(sum(h.flipped for h in held), in_box("upgrade tiles"), "upgrade tiles")
    _refuse_more(sum(len(h.winter) for h in held), 60, "winter cards")
    cards = sum(len(h.winter) + len(h.keyples) + len(h.locations) for h in held)
    _refuse_more(cards, 186, "season cards")


def _refuse_more(there: int, most: int, what: str) -> None:
    if there > most:
        raise ValueError(f"{there} {what} are given; the box holds {most}")


def from_position(position: KeyFlowPosition) -> KeyFlow:
    """The table that a position describes; what it leaves out stays unknown."""
    seats = position.seating or tuple(player.name for player in position.players)
    knows = any(p.animals is not None or p.keyples is not None for p in position.players)
    book = book_of_the_box()
    villages: dict[str, tuple[Building, ...]] = dict.fromkeys(seats, ())
    for given in position.buildings:
        owner = names.choose(given.village, seats, "player")
        plain = given.name.rstrip("0123456789 ") or given.name
        card = names.find(given.name, tuple(book)) or names.find(plain, tuple(book)) or given.name
        if given.panels is not None:
            known = book.get(card) or Card(name=card)
            book[card] = known.model_copy(update={"panels": given.panels})
        villages[owner] = (*villages[owner], _building(given, card, book.get(card)))
    by_seat = {names.find(player.name, seats) or player.name: player for player in position.players}
    return KeyFlow(
        players=tuple(seats),
        readings=catalogue.choose_readings(SLUG, position.readings),
        phase="any",
        villages=villages,
        book=book,
        tokens={seat: by_seat[seat].tokens if seat in by_seat else None for seat in seats},
        skills={
            seat: {str(k): v for k, v in (by_seat[seat].skills or {}).items()}
            for seat in seats
            if seat in by_seat and by_seat[seat].skills is not None
        },
        counts={seat: p.holdings(knows_animals=knows) for seat, p in by_seat.items()},
    )


def _building(given: BuildingGiven, card: str, known: Card | None) -> Building:
    at = read_place(given.at) if given.at is not None else None
    side = given.side
    if at is None and (names.fold(given.name) == names.fold(HOME_CARD) or side == "home"):
        at = HOME
    row = given.row or (row_of(at) if at is not None else None) or (known.row if known else None)
    return Building(
        name=given.name,
        card=card,
        row=row,
        at=at,
        side=side or (side_of(at) if at is not None else None),
        upgrades=given.upgrades,
        flipped=given.flipped,
        goods={str(resource): count for resource, count in (given.goods or {}).items()},
        knows_goods=given.goods is not None,
        uses=given.cards_before,
        is_new=given.new,
    )
