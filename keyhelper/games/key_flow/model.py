"""The nouns of Key Flow: cards, buildings, villages, what a player holds, and the whole table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from keyhelper.engine import catalogue, names
from keyhelper.engine.game import Frozen, Options, State
from keyhelper.engine.terms import Vocabulary
from keyhelper.engine.trouble import Trouble
from keyhelper.games.key_flow import decks, printed
from keyhelper.games.key_flow.decks import SLUG, Season
from keyhelper.games.key_flow.printed import ANIMALS, COLOURS, RESOURCES, SKILLS
from keyhelper.games.key_flow.village import HOME, Row, place_name, read_place, row_of

HOME_CARD = "Home"
BRAINWAVE, FLIPPER, KEYFLOWER, KEYMELEQUIN, ARK = (
    "Brainwave", "Flipper", "Keyflower", "Keymelequin", "Mansfield Ark",
)  # fmt: skip

Phase = Literal["draft", "tokens", "clear", "choose", "count", "over", "any"]
Arrow = Literal["down", "left", "right"]
ARROWS: tuple[Arrow, ...] = ("down", "left", "right")
CardKind = Literal["home", "village", "boat", "location", "winter"]

FACE_DOWN = "face-down"  # a single-sided skill tile that nobody has named
DOUBLE = "double "  # a double-sided skill tile: `double saw`
FULL = 3  # keyple cards that close a building, and the most keyples a card can be raised to

VOCABULARY = Vocabulary(
    kinds=(*RESOURCES, *ANIMALS, *COLOURS, *SKILLS, "token", "boat", "transport"),
    groups={"resource": RESOURCES, "animal": ANIMALS, "keyple": COLOURS, "skill": SKILLS},
    synonyms={
        "keyple token": "token", "keyple card": "keyple", "skill tile": "skill",
        "boat card": "boat", "pick axe": "pick-axe", "pickaxe": "pick-axe", "good": "resource",
        "red keyple": "red", "yellow keyple": "yellow", "blue keyple": "blue",
        "green keyple": "green", "swine": "pig", "cart": "transport",
    },
)  # fmt: skip


def told(given: Any, choose: Any) -> Any:
    """`choose(given)` with its Trouble as the error that a model reports; non-text as it is."""
    if not isinstance(given, str):
        return given
    try:
        return choose(given)
    except Trouble as trouble:
        raise ValueError(f"{trouble}; {trouble.hint}" if trouble.hint else str(trouble)) from None


def one_of(choices: tuple[str, ...], what: str) -> BeforeValidator:
    """Reads one of a closed list of words, however it is spelt."""
    return BeforeValidator(lambda given: told(given, lambda text: singular(text, choices, what)))


def singular(text: str, choices: tuple[str, ...], what: str) -> str:
    """The choice that a word or its plural names."""
    found = names.find(text, choices) or names.find(text.strip().removesuffix("s"), choices)
    return found or names.choose(text, choices, what)


def tidy_name(text: str) -> str:
    """A card's name without stray spaces; typed all small, it gets its capitals."""
    name = " ".join(names.safe(text).split())
    return name.title().replace("'S", "'s").replace("’S", "’s") if name.islower() else name


def plenty(count: int, noun: str) -> str:
    """A number with its noun: 1 token, 2 tokens."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def words_of(given: Any) -> Any:
    """One text as a list of words."""
    return given.replace(",", " ").split() if isinstance(given, str) else given


Count = Annotated[int, Field(ge=0, le=999, strict=True)]
Colour = Annotated[str, one_of(COLOURS, "keyple colour")]
Animal = Annotated[str, one_of(ANIMALS, "animal")]
Resource = Annotated[str, one_of(RESOURCES, "resource")]
Skill = Annotated[str, one_of(SKILLS, "skill")]
ArrowWord = Annotated[str, one_of(ARROWS, "arrow")]
Arrows = Annotated[tuple[ArrowWord, ...], BeforeValidator(words_of)]
Place = Annotated[
    str, BeforeValidator(lambda given: told(given, lambda text: place_name(read_place(text))))
]
Goods = dict[Resource, Count]


class KeyFlowOptions(Options):
    """How much of the game the table wants to keep."""

    keep: Literal["everything", "villages", "counts"] = Field(
        default="everything",
        description="everything; villages without goods and tokens; or only counts",
    )


class Card(Frozen):
    """A village card as far as it has been read: from the box, or typed in at the table."""

    name: str
    kind: str | None = None
    season: str | None = None
    row: Row | None = None
    panels: tuple[str | None, ...] = ()  # from the top; empty while nobody has read them
    gains: str | None = None
    scores: str | None = None

    def panel(self, upgrades: int) -> printed.Panel:
        """The topmost open panel after so many upgrades, blank where nobody has read it."""
        text = self.panels[upgrades] if upgrades < len(self.panels) else None
        return readable_panel(text)

    @property
    def foot(self) -> tuple[printed.Deal, ...]:
        """What the round-ended panel may give; empty while nobody has read it."""
        return readable_panel(self.gains).deals

    @property
    def sure_foot(self) -> printed.Deal | None:
        """What the foot gives when there is no choice about it."""
        deals = self.foot
        is_plain = len(deals) == 1 and printed.RESOURCE not in deals[0].brings
        return deals[0] if is_plain and not deals[0].takes else None

    def with_panel(self, upgrades: int, panel: printed.Panel) -> Card:
        """This card with one panel read out; a blank at the end says there may be more."""
        panels = list(self.panels) or [None]
        is_open = panels[-1] is None
        panels += [None] * (upgrades + 1 + is_open - len(panels))
        panels[upgrades] = str(panel)
        return self.model_copy(update={"panels": tuple(panels)})

    @property
    def most_upgrades(self) -> int | None:
        """How often the card can be upgraded; None until all its panels have been read."""
        is_whole = self.panels and self.panels[-1] is not None
        return len(self.panels) - 1 if is_whole else None

    @property
    def is_activated(self) -> bool:
        """Whether keyples can ever work here: boats, locations and winter cards lie still."""
        return self.kind not in ("boat", "winter")


def readable_panel(text: str | None) -> printed.Panel:
    """The panel of a text; a blank or unreadable one is a panel of which nothing is known."""
    try:
        return printed.read_panel(text) if text else printed.Panel()
    except Trouble:
        return printed.Panel()


class KeypleCard(Frozen):
    """A keyple card: its keyples, colour and animal, as far as they were said."""

    keyples: int | None = None
    colour: Colour | None = None
    animal: Animal | None = None
    is_read: bool = True  # False: colour and animal are still to be asked for


class Building(Frozen):
    """A card lying in a village."""

    name: str  # unique in its village
    card: str  # its name in the box
    row: Row | None
    at: int | None  # half cards from the home; None where a position does not say
    side: Literal["home", "left", "right"] | None = None
    upgrades: int = 0
    flipped: int = 0
    goods: dict[str, int] = {}
    knows_goods: bool = True  # False: a position that does not say what lies here
    keyples: tuple[KeypleCard, ...] = ()
    tokens: int = 0  # lying here until the season is cleared
    uses: int | None = 0  # this season, by cards and by tokens
    is_new: bool = False  # laid this turn
    landed: int = 0  # uses of this turn, which do not count before it is over
    raised: int = 0  # upgrades of this turn

    @property
    def uses_before(self) -> int | None:
        return None if self.uses is None else self.uses - self.landed

    @property
    def where(self) -> str:
        return "" if self.at is None else place_name(self.at)


class Task(Frozen):
    """Something a play leaves open: a colour to say, a panel to use, steps to walk."""

    want: Literal["face", "sort", "foot", "action", "rate", "work"]
    building: str = ""
    village: str = ""
    transport: int = 0
    upgrades: int = 0


class PanelShown(Frozen):
    """The points a village card shows: a plain number, or a card whose panels are known."""

    points: int | None = Field(default=None, ge=0, le=999)
    card: str | None = None
    upgrades: Count = 0


class Location(Frozen):
    """An autumn location with the resources carried to it."""

    card: str
    resources: Goods = {}
    scores: str | None = None


class WinterCard(Frozen):
    """A winter card and, where the box does not know it, what it scores."""

    name: str
    scores: str | None = None


class Claim(Frozen):
    """What a player says a winter card was given."""

    card: str
    pieces: dict[str, Count]
    times: Count | None = None


class Holdings(Frozen):
    """Everything of one player's that counts at the end."""

    panels: tuple[PanelShown, ...] = ()
    flipped: int = 0
    locations: tuple[Location, ...] = ()
    winter: tuple[WinterCard, ...] = ()
    boats: tuple[str, ...] = ()
    keyples: tuple[KeypleCard, ...] = ()
    animals: dict[Animal, int] = {}
    resources: Goods = {}
    skills: dict[str, int] = {}  # by kind, and `face-down` where nobody has named them
    tokens: int = 0
    transport: int | None = 0
    claimed: tuple[Claim, ...] | None = None
    absent: tuple[str, ...] = ()  # what a position did not mention
    knows_animals: bool = True  # False: no tie can be parted


class KeyFlow(State):
    """A game of Key Flow on the table."""

    keep: Literal["everything", "villages", "counts"] = "everything"
    homes: dict[str, int] = {}
    season: Season = "spring"
    phase: Phase = "draft"
    round: int = 1
    played: tuple[str, ...] = ()  # who has played this turn, used up tokens, or chosen
    tasks: dict[str, tuple[Task, ...]] = {}
    villages: dict[str, tuple[Building, ...]] = {}
    stores: dict[str, tuple[KeypleCard, ...]] = {}
    tokens: dict[str, int | None] = {}
    skills: dict[str, dict[str, int]] = {}
    supply: dict[str, int] = {}
    unplayed: int = 0  # season cards in hands and decks
    boxed: int = 0  # cards discarded during play
    book: dict[str, Card] = {}  # cards as this table knows them
    counts: dict[str, Holdings] = {}  # told by a position, or kept as counts
    is_closed: bool = False  # the table left the last blanks open
    asks_at_end: bool = False  # False: a game begun before the count asked for all it needs
    edition: int = 0  # 1: the count asks for all that no play told; a discard may go unpaid
    told_at_end: dict[str, tuple[str, ...]] = {}  # by player: what the count need not ask again
    news: tuple[str, ...] = ()  # what the last move did without being told to
    is_shown: bool = Field(default=False, exclude=True)  # a view for the screen, to choose from

    @property
    def hand(self) -> int:
        """Turns in this season."""
        return decks.hand_size(self.season, len(self.players))

    def card_of(self, building: Building) -> Card:
        return self.book.get(building.card) or Card(name=building.card)

    def find(self, village: str, text: str) -> Building | None:
        """The building of that name, or at that place, in a village."""
        buildings = self.villages.get(village, ())
        by_name = {building.name: building for building in buildings}
        name = names.find(text, tuple(by_name))
        if name is not None:
            return by_name[name]
        try:
            place = read_place(text)
        except Trouble:
            return None
        return next((building for building in buildings if building.at == place), None)

    def building(self, village: str, text: str) -> Building:
        """The building of that name, where something must be done to it; Trouble if none."""
        found = self.find(village, text)
        if found is None:
            raise Trouble(f"{village or 'Nobody'}'s village has no {names.safe(text)[:40]}")
        return found

    def has_boat(self, player: str, boat: str) -> bool:
        """Whether that boat lies in the player's village or is counted among their cards."""
        counted = self.counts.get(player)
        if counted is not None and any(names.fold(b) == names.fold(boat) for b in counted.boats):
            return True
        return any(building.card == boat for building in self.villages.get(player, ()))

    def reading(self, rule: str) -> str:
        """The reading of a contested rule that this table plays."""
        return self.readings.get(rule) or catalogue.default_readings(SLUG)[rule]

    def with_building(self, village: str, building: Building) -> KeyFlow:
        """The table with that building in place of the one of its name."""
        buildings = tuple(
            building if old.name == building.name else old for old in self.villages[village]
        )
        return self.model_copy(update={"villages": self.villages | {village: buildings}})

    def with_task(self, player: str, *tasks: Task) -> KeyFlow:
        """The table with more left open by that player."""
        if not tasks:
            return self
        return self.model_copy(
            update={"tasks": self.tasks | {player: (*self.tasks.get(player, ()), *tasks)}}
        )

    def without_task(self, player: str, task: Task) -> KeyFlow:
        """The table with one task done."""
        left = list(self.tasks.get(player, ()))
        if task in left:
            left.remove(task)
        rest = {name: tasks for name, tasks in self.tasks.items() if name != player}
        return self.model_copy(update={"tasks": rest | ({player: tuple(left)} if left else {})})

    def with_told(self, player: str, *topics: str) -> KeyFlow:
        """The table with topics of the count that the player has settled."""
        settled = tuple(dict.fromkeys((*self.told_at_end.get(player, ()), *topics)))
        return self.model_copy(update={"told_at_end": self.told_at_end | {player: settled}})

    def with_news(self, text: str) -> KeyFlow:
        """The table with one more sentence to tell about the last move."""
        return self.model_copy(update={"news": (*self.news, text)})

    def with_store(self, player: str, read: Sequence[tuple[str, str | None]]) -> KeyFlow:
        """The table with unread cards under a store turned up: their colours and animals."""
        waiting = list(read)
        cards = list(self.stores.get(player, ()))
        for place, card in enumerate(cards):
            if card.colour is None and waiting:
                colour, animal = waiting.pop(0)
                seen = {"colour": colour, "animal": animal or card.animal, "is_read": True}
                cards[place] = card.model_copy(update=seen)
        return self.model_copy(update={"stores": self.stores | {player: tuple(cards)}})

    def unread(self, player: str) -> int:
        """Keyple cards under the player's store whose colour nobody has said."""
        return sum(card.colour is None for card in self.stores.get(player, ()))

    def task(self, player: str | None, *wants: str) -> Task | None:
        """The first task of those sorts that the player has left open."""
        return next((t for t in self.tasks.get(player or "", ()) if t.want in wants), None)


def book_of_the_box() -> dict[str, Card]:
    """All cards the box knows, shipped and the owner's own, as setup copies them."""
    return {
        name: Card(
            name=name,
            kind=(entry.get("kind") or "").casefold()
            or ("winter" if entry.get("scores") else None),
            season=entry.get("season"),
            row=_row(entry.get("row")),
            panels=tuple(entry.get("panels") or ()),
            gains=entry.get("gains"),
            scores=entry.get("scores"),
        )
        for name, entry in catalogue.entries(SLUG, "cards").items()
    }


def _row(text: str | None) -> Row | None:
    """A row as an owner may have typed it."""
    rows: dict[str, Row] = {"road": "road", "river": "river"}
    return rows.get(names.fold(text or ""))


def home_building() -> Building:
    """The home card in its place."""
    return Building(name=HOME_CARD, card=HOME_CARD, row=row_of(HOME), at=HOME)
