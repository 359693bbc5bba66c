"""The forty cards of the base game as values, read from data/tiny-towns when first needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from keyhelper.engine import catalogue, names

GAME = "tiny-towns"
RESOURCES = ("wood", "wheat", "brick", "glass", "stone")
# Wood and wheat share a first letter; as on the cards' layouts wheat is h.
CUBE_LETTERS = dict(zip(RESOURCES, "whbgs", strict=True))
COLOURS = ("blue", "red", "gray", "orange", "green", "yellow", "black")  # the seven types
MONUMENT = "monument"
COTTAGE = "Cottage"

Layout = tuple[tuple[str | None, ...], ...]

# Other spellings and the short names people use at the table.
_SYNONYMS = {
    "theatre": "Theater",
    "merchant": "Market",
    "guild": "Architect's Guild",
    "archive": "Archive of the Second Age",
    "castle": "Barrett Castle",
    "cathedral": "Cathedral of Caterina",
    "fort": "Fort Ironweed",
    "ironweed": "Fort Ironweed",
    "mausoleum": "Grand Mausoleum of the Rodina",
    "grandmausoleum": "Grand Mausoleum of the Rodina",
    "university": "Grove University",
    "palace": "Mandras Palace",
    "mandras": "Mandras Palace",
    "obelisk": "Obelisk of the Crescent",
    "watch": "Opaleye's Watch",
    "opaleye": "Opaleye's Watch",
    "shrine": "Shrine of the Elder Tree",
    "forum": "Silva Forum",
    "baths": "The Sky Baths",
    "statue": "Statue of the Bondmaker",
    "bondmaker": "Statue of the Bondmaker",
}
_COLOUR_SYNONYMS = {
    "grey": "gray",
    "navy": "black",
    "pink": MONUMENT,
    "purple": MONUMENT,
    "magenta": MONUMENT,
}


@dataclass(frozen=True, slots=True, eq=False)  # one value a card, so the same means identical
class Card:
    """A building or monument card: its layout, what it scores, and what sets it apart."""

    name: str
    slug: str
    colour: str
    layout: Layout
    text: str  # what it scores and does, in our own words
    rulings: tuple[str, ...]
    rule: Mapping[str, Any]  # the scoring rule: a kind with its numbers
    is_monument: bool = False
    is_feedable: bool = False
    is_wild: bool = False  # stands for any resource in later layouts
    is_out_in_solo: bool = False
    is_placed_anywhere: bool = False  # goes on any empty square when built
    frees_placement: bool = False  # lets later buildings go on any empty square
    on_build: str | None = None  # what happens at once when it is built
    capacity: int = 0  # cubes it can store

    @property
    def needs(self) -> tuple[str, ...]:
        """The cubes of its layout, in the order of `RESOURCES`."""
        cubes = [cell for row in self.layout for cell in row if cell is not None]
        return tuple(sorted(cubes, key=RESOURCES.index))

    @property
    def type(self) -> str:
        """Its type for scoring: its colour, but Barrett Castle is a Cottage and no monument."""
        return "blue" if self.cottages else self.colour

    @property
    def cottages(self) -> int:
        """As how many Cottages it counts when buildings are scored."""
        return int(self.rule.get("counts_as_cottages", self.name == COTTAGE))


def card(name: str) -> Card:
    """The card of that name, loosely spelt; Trouble that says what was near otherwise."""
    known = _by_name()
    return known[name] if name in known else known[choose(name, tuple(known))]


def choose(text: str, choices: Sequence[str], what: str = "card", *, prefix: bool = False) -> str:
    """The card among `choices` that `text` names, synonyms and short names included."""
    meant = _SYNONYMS.get(names.fold(text))
    found = None if names.find(text, choices) else meant
    return names.choose(found or text, choices, what, prefix=prefix and not found)


def short_names() -> tuple[str, ...]:
    """Short names and other spellings that no card's name begins with."""
    return tuple(
        short
        for short, name in _SYNONYMS.items()
        if not any(names.fold(known).startswith(short) for known in (name, name.split()[0]))
    )


def resource(text: str) -> str:
    """The resource that `text` names: by its beginning, or by its letter on keyhelper's boards."""
    by_letter = {letter: cube for cube, letter in CUBE_LETTERS.items()}
    known = by_letter.get(text.strip().casefold())
    return known or names.choose(text, RESOURCES, "resource", prefix=True)


def piece(text: str) -> str:
    """What stands on a square: the resource or the card that `text` names."""
    cube = names.find(text, RESOURCES)
    if cube is not None:
        return cube
    known = tuple(_by_name())
    if names.find(text, known) or names.fold(text) in _SYNONYMS:
        return choose(text, known)
    return names.choose(text, (*known, *RESOURCES), "building, monument or resource")


def colour(text: str) -> str:
    """The type colour that `text` names: grey is gray, navy is black, pink a monument."""
    meant = _COLOUR_SYNONYMS.get(names.fold(text), text)
    return names.choose(meant, (*COLOURS, MONUMENT), "colour", prefix=True)


def is_building(item: str | None) -> bool:
    """Whether that item of a board is a building or monument, not a cube or nothing."""
    return item is not None and item not in RESOURCES


@cache
def BUILDINGS() -> tuple[Card, ...]:  # noqa: N802 - a constant that is read when first needed
    """The Cottage and the 24 other building cards, pile by pile."""
    return tuple(_card(entry, False) for entry in catalogue.shipped(GAME, "buildings")["entries"])


@cache
def MONUMENTS() -> tuple[Card, ...]:  # noqa: N802 - a constant that is read when first needed
    """The 15 monument cards."""
    return tuple(_card(entry, True) for entry in catalogue.shipped(GAME, "monuments")["entries"])


@cache
def pile(of_colour: str) -> tuple[str, ...]:
    """The names of the building cards of one colour."""
    return tuple(c.name for c in BUILDINGS() if c.colour == of_colour)


def facts() -> dict[str, Any]:
    """What the setup needs besides the cards: resource deck, first game, solo."""
    return catalogue.shipped(GAME, "facts")


@cache
def _by_name() -> dict[str, Card]:
    return {c.name: c for c in (*BUILDINGS(), *MONUMENTS())}


def _card(entry: Mapping[str, Any], is_monument: bool) -> Card:
    rule = entry["rule"]
    return Card(
        name=entry["name"],
        slug=names.slug(entry["name"]),
        colour=entry["colour"],
        layout=tuple(tuple(row) for row in entry["layout"]),
        text=entry["score"],
        rulings=tuple(entry["rulings"]),
        rule=rule,
        is_monument=is_monument,
        is_feedable=rule.get("feedable", False),
        is_wild=rule.get("wild", False),
        is_out_in_solo=rule.get("solo") == "removed",
        is_placed_anywhere=rule.get("placement") == "any_empty_square",
        frees_placement=rule.get("grants") == "build_anywhere",
        on_build=rule.get("on_build"),
        capacity=rule.get("capacity", 0),
    )
