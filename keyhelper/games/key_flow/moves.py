"""The moves of Key Flow, as people type them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator

from keyhelper.engine import names
from keyhelper.engine.game import Move
from keyhelper.engine.terms import parse
from keyhelper.games.key_flow import printed, written
from keyhelper.games.key_flow.model import (
    VOCABULARY,
    Animal,
    Arrows,
    Colour,
    Count,
    Place,
    Resource,
    Skill,
    one_of,
    plenty,
    tidy_name,
    told,
)
from keyhelper.games.key_flow.printed import ANIMALS, POINT, RESOURCES, SKILLS

MOST_LETTERS = 60
NO_PIECES = (printed.NOTHING, "none")
SORTS = ("village", "boat", "location", "winter")


def _card_name(given: Any) -> Any:
    if not isinstance(given, str):
        return given
    if not names.fold(given):
        raise ValueError("a card's name has at least one letter")
    return tidy_name(given)


def _deal(given: Any) -> Any:
    """What an action brings, and the animals and points beside it, as tidy text."""

    def read(text: str) -> str:
        deal = printed.read_deal(text)
        still = [word for word in (*ANIMALS, POINT) if word in deal.takes]
        if still:
            raise ValueError(f"a {still[0]} stays on its card; only skill tiles are turned in")
        return str(deal)

    return told(given, read)


def _cost(given: Any) -> Any:
    if isinstance(given, str):
        return told(given, printed.read_amounts)
    if isinstance(given, dict):
        return {key: count for key, count in given.items() if key != printed.NOTHING}
    return given


def _counted(given: Any) -> Any:
    """A tally without the words for nothing at all."""
    if isinstance(given, dict):
        return {word: count for word, count in given.items() if word not in NO_PIECES}
    return given


def _panels(given: Any) -> Any:
    """Panels as tidy text, with `/` between them."""
    return told(given, lambda text: " / ".join(printed.read_panels(text)))


def _term(given: Any) -> Any:
    """A scoring condition, tidied; `nothing` is a card that scores nothing by itself."""
    if not isinstance(given, str):
        return given
    return "0" if names.fold(given) in {"nothing", "none"} else str(parse(given, VOCABULARY))


CardName = Annotated[str, BeforeValidator(_card_name), Field(max_length=MOST_LETTERS)]
PRICE_WORDS = (*RESOURCES, *SKILLS, printed.RESOURCE, printed.SKILL)
PriceWord = Annotated[str, one_of(PRICE_WORDS, "resource or skill")]


class Lay(Move):
    """Play a village card: into the top row by the road, or into the bottom row by the river."""

    kind: Literal["lay"] = "lay"
    at: Place = Field(description="Place")
    card: CardName = Field(description="Name of the card")

    def says(self) -> str:
        return f"{self.player} lays {self.card} at {self.at}"


class LayNew(Lay):
    """A card laid under a name that nobody is to doubt again."""


class Play(Move):
    """Name a card of which keyhelper knows, and be asked where it goes: `gold mine`."""

    kind: Literal["play"] = "play"
    card: CardName = Field(description="Card")

    def says(self) -> str:
        return f"{self.player} plays {self.card}"


class Keyple(Move):
    """Play a keyple card on a building of the top row: `keyple 2 red down gold mine tokens 1`."""

    kind: Literal["keyple"] = "keyple"
    keyples: int = Field(ge=1, le=3, description="Keyples on the card (1 to 3)")
    colour: Colour | None = Field(default=None, description="Colour of the keyples")
    animal: Animal | None = Field(default=None, description="Animal on the card")
    arrows: Arrows = Field(min_length=1, description="Arrow")
    village: str | None = Field(default=None, description="Village")
    building: str = Field(min_length=1, max_length=MOST_LETTERS, description="Building")
    tokens: Count = Field(default=0, description="Keyple tokens added")
    icon: Count = Field(default=0, description="Keyple tokens shown on the card")

    def says(self) -> str:
        words = [word for word in (self.colour, self.animal) if word]
        shown = " ".join([str(self.keyples), *words]) if words else plenty(self.keyples, "keyple")
        tokens = f" with {plenty(self.tokens, 'token')}" if self.tokens else ""
        whose = f"{self.village}'s " if self.village and self.village != self.player else ""
        return f"{self.player} plays {shown} on {whose}{self.building}{tokens}"


class Face(Move):
    """Say the colour, and the animal if any, of a keyple card just played."""

    kind: Literal["face"] = "face"
    colour: Colour | None = Field(default=None, description="Colour of the keyples")
    animal: Animal | None = Field(default=None, description="Animal on the card")

    def says(self) -> str:
        if self.colour is None and self.animal is None:
            return f"{self.player}'s keyple card stays unread"
        return (
            f"{self.player}'s keyple card is {' '.join(filter(None, (self.colour, self.animal)))}"
        )


class Gain(Move):
    """Say what a panel brings: `2 gold`, `saw -> 2 wood`, `3 transport + upgrade`, `nothing`."""

    kind: Literal["gain"] = "gain"
    what: Annotated[str, BeforeValidator(_deal), Field(max_length=120)] = Field(
        description="What it brings, as in `2 gold` or `saw -> 2 wood`"
    )

    def says(self) -> str:
        still = printed.staying(self.what)
        if not still.animals and still.points is None:
            return f"{self.player} gains {self.what}"
        return f"{self.player} gains {printed.brought(self.what)}; the card shows {still}"


class Discard(Move):
    """Put the chosen card back into the box unseen for one keyple token."""

    kind: Literal["discard"] = "discard"

    def says(self) -> str:
        return f"{self.player} discards a card for a token"


class Carry(Move):
    """Move resources from card to card in your village."""

    kind: Literal["carry"] = "carry"
    goods: dict[Resource, Count] = Field(
        min_length=1, description="Resource to carry, as in `2 iron`"
    )
    origin: str = Field(alias="from", max_length=MOST_LETTERS, description="Card to carry from")
    to: str = Field(max_length=MOST_LETTERS, description="Card to carry to")

    def says(self) -> str:
        goods = printed.amounts(self.goods)
        return f"{self.player} carries {goods} from {self.origin} to {self.to}"


class Upgrade(Move):
    """Cover the top panel of a building with an upgrade tile, paying what the arrow shows."""

    kind: Literal["upgrade"] = "upgrade"
    building: str = Field(min_length=1, max_length=MOST_LETTERS, description="Building")
    cost: Annotated[dict[PriceWord, Count], BeforeValidator(_cost)] = Field(
        description="Cost on the arrow, as in `2 wood + saw`"
    )
    paid: Annotated[dict[PriceWord, Count] | None, BeforeValidator(_cost)] = Field(
        default=None, description="What was paid, where it differs"
    )

    def says(self) -> str:
        price = printed.amounts(self.paid or self.cost)
        return f"{self.player} upgrades {self.building} for {price}"


class Flip(Move):
    """Flip an upgrade tile to its point side instead of upgrading."""

    kind: Literal["flip"] = "flip"
    building: str = Field(min_length=1, max_length=MOST_LETTERS, description="Building")
    to: str | None = Field(default=None, description="Card that takes the Flipper's gold")

    def says(self) -> str:
        return f"{self.player} flips an upgrade tile on {self.building}"


class Stop(Move):
    """Leave the rest of the transport and upgrade icons unused."""

    kind: Literal["stop"] = "stop"

    def says(self) -> str:
        return f"{self.player} leaves the rest of the action"


class Token(Move):
    """After the draft: use keyple tokens for one more action in your own village."""

    kind: Literal["token"] = "token"
    building: str = Field(min_length=1, max_length=MOST_LETTERS, description="Building")
    village: str | None = Field(default=None, description="Village")
    tokens: Count | None = Field(default=None, description="Tokens used")

    def says(self) -> str:
        count = f"{self.tokens} tokens" if self.tokens and self.tokens != 1 else "a token"
        return f"{self.player} uses {count} on {self.building}"


class Finish(Move):
    """Use no more tokens this season."""

    kind: Literal["finish"] = "finish"

    def says(self) -> str:
        return f"{self.player} uses no more tokens"


class Clear(Move):
    """Return used tokens, and put keyple cards under the stores of the villages' owners."""

    kind: Literal["clear"] = "clear"

    def says(self) -> str:
        return "The villages are cleared"


class Choose(Move):
    """At the end of autumn: play one of your winter K cards into your village."""

    kind: Literal["choose"] = "choose"
    at: Place = Field(description="Place")
    card: CardName = Field(description="Name of the winter card")

    def says(self) -> str:
        return f"{self.player} chooses {self.card} and lays it at {self.at}"


class ChooseNew(Choose):
    """A winter card chosen under a name that nobody is to doubt again."""


class Sort(Move):
    """Say what sort of card a new one is."""

    kind: Literal["sort"] = "sort"
    card: str = Field(max_length=MOST_LETTERS, description="Card")
    sort: Literal["village", "boat", "location", "winter"] = Field(description="Sort of card")

    def says(self) -> str:
        return f"{self.card} is a {self.sort} card"


class Rate(Move):
    """Say what a card scores at the end: `rate trader 5 per iron + stone + wood`."""

    kind: Literal["rate"] = "rate"
    card: str = Field(max_length=MOST_LETTERS, description="Card")
    scores: Annotated[str, BeforeValidator(_term), Field(max_length=200)] = Field(
        description="What it scores, as in `5 per cow + token`"
    )

    def says(self) -> str:
        return f"{self.card} scores {self.scores}"


class Panels(Move):
    """Read out a card's panels from the top: `panels mill 2 gold / 3 gold costs 2 wood`.

    A single panel is the top one; more may lie below it.
    """

    kind: Literal["panels"] = "panels"
    card: str = Field(max_length=MOST_LETTERS, description="Card")
    shows: Annotated[str, BeforeValidator(_panels), Field(max_length=200)] = Field(
        description="Panels from the top, with `/` between"
    )

    def says(self) -> str:
        return f"{self.card} shows {self.shows}"


class Worth(Move):
    """Say the points showing on a village card."""

    kind: Literal["worth"] = "worth"
    building: str = Field(min_length=1, max_length=MOST_LETTERS, description="Building")
    points: Count = Field(description="Points on its topmost uncovered panel")

    def says(self) -> str:
        return f"{self.player}'s {self.building} shows {plenty(self.points, 'point')}"


class Reveal(Move):
    """Turn face-down skill tiles over."""

    kind: Literal["reveal"] = "reveal"
    tiles: dict[Skill, Count] = Field(min_length=1, description="Skill, as in `2 saw 1 anvil`")

    def says(self) -> str:
        return f"{self.player} turns over {printed.amounts(self.tiles)}"


class Tally(Move):
    """Say how many of something a player has: `count ann 3 iron 2 red 1 token`."""

    kind: Literal["count"] = "count"
    amounts: Annotated[dict[str, Count], BeforeValidator(_counted)] = Field(
        description="Piece, as in `3 iron 2 gold`"
    )

    def says(self) -> str:
        if not self.amounts:
            return f"{self.player} has nothing"
        if not any(self.amounts.values()):
            return f"{self.player} has no {names.either(tuple(self.amounts))}"
        return f"{self.player} has {printed.amounts(self.amounts)}"


class Carts(Move):
    """Say the transport value of a village: the numbers on all its uncovered carts, added up."""

    kind: Literal["carts"] = "carts"
    value: Count = Field(description="Transport value")

    def says(self) -> str:
        return f"{self.player}'s carts come to {self.value}"


class Hold(Move):
    """Where only counts are kept: note a winter card, a boat or a location.

    `hold ann location barn: 3 iron: 2 per iron` says what lies there and what it scores.
    """

    kind: Literal["hold"] = "hold"
    sort: Literal["winter", "boat", "location"] = Field(description="Sort of card")
    card: str = Field(max_length=400, description="Name of the card")

    @field_validator("card", mode="before")
    @classmethod
    def _is_written(cls, given: Any, info: ValidationInfo) -> Any:
        if not isinstance(given, str):
            return given
        cards = [held_card(str(info.data.get("sort")), part) for part in written.parts(given)]
        if not cards or not all(names.fold(card.name) for card in cards):
            raise ValueError("a card's name has at least one letter")
        return "; ".join(map(str, cards))

    @property
    def cards(self) -> tuple[HeldCard, ...]:
        """The cards named, each with what was said about it."""
        return tuple(held_card(self.sort, part) for part in written.parts(self.card))

    def says(self) -> str:
        several = len(self.cards) > 1
        what = f"{self.sort} cards" if several else f"{names.an(self.sort)} card"
        return f"{self.player} has {what}: {self.card}"


class HeldCard(NamedTuple):
    """A card as people write it: its name, what lies on it, what it scores."""

    name: str
    goods: Mapping[str, int] = {}
    scores: str | None = None

    def __str__(self) -> str:
        goods = printed.amounts(self.goods) if self.goods else ""
        parts = [self.name, *filter(None, (goods, self.scores))]
        return ": ".join(parts)


def held_card(sort: str, text: str) -> HeldCard:
    """`barn: 3 iron: 2 per iron`, `trader: 5 per cow`, or only a name."""
    name, *said = (part.strip() for part in text.split(":"))
    if len(said) > (2 if sort == "location" else 0 if sort == "boat" else 1):
        raise ValueError(f"{names.safe(text)[:60]!r} has more colons than a {sort} card needs")
    goods: dict[str, int] = {}
    if sort == "location" and said and not re.search(r"\bper\b", said[0]):
        goods = told(said.pop(0), printed.read_amounts)
        if set(goods) - set(RESOURCES):
            raise ValueError(f"on a location lie resources: {', '.join(RESOURCES)}")
    return HeldCard(tidy_name(name), goods, _term(said[-1]) if said else None)


class Stock(Move):
    """Where goods are not kept: say what lies on a location: `2 iron on barn`."""

    kind: Literal["stock"] = "stock"
    goods: Annotated[dict[Resource, Count], BeforeValidator(_counted)] = Field(
        description="Resource, as in `2 iron`"
    )
    on: str = Field(min_length=1, max_length=MOST_LETTERS, description="Location")

    def says(self) -> str:
        return f"On {self.player}'s {self.on} lies {printed.amounts(self.goods)}"


class Number(Move):
    """At the final count: a number for what is being asked."""

    kind: Literal["number"] = "number"
    what: str = Field(max_length=MOST_LETTERS, description="What is counted")
    number: Count = Field(description="Number")

    def says(self) -> str:
        if self.what in ("winter", "boat", "location"):
            return f"{self.player} has no further {self.what} cards"
        return f"{self.player} has {self.number or 'no'} {self.what}"


class Next(Move):
    """Go on: to the next season where only counts are kept, or to the end with blanks left."""

    kind: Literal["next"] = "next"

    def says(self) -> str:
        return "The table goes on"
