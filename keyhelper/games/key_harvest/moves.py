"""Every kind of move as a model: its fields are what players are asked for, in this order."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from keyhelper.engine import names
from keyhelper.engine.game import Frozen, Move
from keyhelper.engine.sealed import Sealed
from keyhelper.games.key_harvest import crops
from keyhelper.games.key_harvest.crops import Crop, Handful
from keyhelper.games.key_harvest.typed import (
    Destination,
    Growing,
    Harvest,
    Layout,
    Number,
    Symbol,
    Tile,
    Tiles,
    Title,
)


class Doing(Move):
    """A move of this game; whoever does it is called somebody until it is said."""

    @property
    def who(self) -> str:
        return self.player or "Somebody"


# Before the first turn


class SetLayout(Doing):
    """Say how long the rows A to G of your country boards are; kept for good."""

    kind: Literal["layout"] = "layout"
    rows: Layout = Field(description="Lengths of the rows, from A to G such as 7-8-9-8-9-8-7")

    def says(self) -> str:
        return f"The rows of the country boards are {self.rows}"


class TakePair(Doing):
    """Say which two start tiles a player has: the one drawn and the other of its colour."""

    kind: Literal["pair"] = "pair"
    first: Tile = Field(description="Start tile")
    second: Tile | None = Field(default=None, description="Other tile of its colour")

    def says(self) -> str:
        return f"{self.who} starts with {self.first} and {self.second or 'its partner'}"


class SayCrops(Doing):
    """Say what grows on field tiles; each reference once, then the box remembers."""

    kind: Literal["crops"] = "crops"
    tiles: Growing = Field(description="Tiles and crops, such as C4 wheat D5 hops")

    def says(self) -> str:
        said = names.listed([f"{tile} grows {crop}" for tile, crop in self.tiles if tile])
        return said or "Nothing is said to grow anywhere"


class DrawCounters(Doing):
    """Record the three crop counters that a player drew by hand; they stay secret."""

    kind: Literal["counters"] = "counters"
    crops: Handful | None = Field(default=None, description="Counters drawn, such as 2 hops 1 wine")
    sealed: Sealed[dict[str, int]] | None = None  # the same; keyhelper fills it in

    def says(self) -> str:
        kept = "keeps quiet about" if self.drawn is None else "records"
        return f"{self.who} {kept} the counters drawn"

    @property
    def drawn(self) -> dict[str, int] | None:
        return self.sealed.value if self.sealed else self.crops


class TakeDealt(Doing):
    """Take the three counters that keyhelper dealt behind your screen, unseen by the others."""

    kind: Literal["dealt"] = "dealt"

    def says(self) -> str:
        return f"{self.who} takes the counters dealt behind the screen"


class ChooseFirst(Doing):
    """Choose who takes the first turn."""

    kind: Literal["first"] = "first"
    starts: str | None = Field(default=None, description="Player to start")

    def says(self) -> str:
        return f"{self.player or 'The table'} chooses {self.starts or 'somebody'} to start"


# The four actions


class HarvestCrops(Doing):
    """Action A: harvest connected fields of your board, a counter for each."""

    kind: Literal["harvest"] = "harvest"
    fields: Harvest = Field(description="Field to harvest")
    instead: Handful = Field(
        default={}, description="Counters for a crop that the supply lacks, such as 1 wine"
    )

    def says(self) -> str:
        more = f", taking {crops.say(self.instead)} instead" if self.instead else ""
        return f"{self.who} harvests {names.listed(self.fields) or 'nothing'}{more}"


class PlayWorker(Doing):
    """Action B: play a farmhand (1 to 3) or one of the townsfolk (4 or 5) on your board."""

    kind: Literal["worker"] = "worker"
    number: Number = Field(description="Number on the worker")
    at: Tile = Field(description="Space for the worker")
    symbol: Symbol | None = Field(default=None, description="Symbol, bell (may) or scroll (must)")
    name: Title = Field(default=None, description="Name on the tile, if you like")

    def says(self) -> str:
        named = f" ({self.name})" if self.name else ""
        return f"{self.who} plays worker {self.number}{named} on {self.at}"


class RemoveWorker(Doing):
    """Action B: take a worker off your board, home to your farmhands or the town board."""

    kind: Literal["remove"] = "remove"
    at: Tile = Field(description="Space of the worker")

    def says(self) -> str:
        return f"{self.who} removes the worker on {self.at}"


class TransferTile(Doing):
    """Action C: move a tile from any store to your board; do it once or twice."""

    kind: Literal["transfer"] = "transfer"
    tile: Tile = Field(description="Tile in a store")
    pay: Handful | None = Field(
        default=None, description="Payment, the bid beside it such as 2 hops 1 wine"
    )

    def says(self) -> str:
        paid = "" if self.pay is None else f", paying {crops.say(self.pay)}"
        return f"{self.who} transfers {self.tile}{paid}"


class StoreTile(Doing):
    """Action D: take a tile from the registry into your store with a bid; once or twice."""

    kind: Literal["store"] = "store"
    tile: Tile = Field(description="Tile in the registry")
    bid: Handful = Field(description="Counters put beside it, such as 1 wheat")

    def says(self) -> str:
        return f"{self.who} stores {self.tile} with a bid of {crops.say(self.bid)}"


class PassBag(Doing):
    """Pass the bag to the left: your turn is over."""

    kind: Literal["pass"] = "pass"

    def says(self) -> str:
        return f"{self.who} passes the bag"


# The bag


class DrawTile(Doing):
    """A field tile came out of the bag, for the registry."""

    kind: Literal["draw"] = "draw"
    tile: Tile = Field(description="Field tile")
    crop: Crop | None = Field(default=None, description="Crop, if it is not known yet")

    def says(self) -> str:
        grows = f" ({self.crop})" if self.crop else ""
        if self.player is None:
            return f"{self.tile}{grows} goes to the registry"
        return f"{self.player} draws {self.tile}{grows} for the registry"


class DrawEvent(Doing):
    """An event tile came out of the bag."""

    kind: Literal["event"] = "event"
    # Before the name, which takes all words to the end of the line; keyhelper fills it in.
    fate: Literal["set aside", "ignored"] | None = None
    name: Title = Field(
        default=None, description="Its name, if you like; after a colon what it does"
    )

    def says(self) -> str:
        why = {"set aside": "set aside, during an event", "ignored": "ignored in the last turns"}
        fate = f" ({why[self.fate]})" if self.fate else ""
        return f"{self.who} draws an event" + (f": {self.title}" if self.title else "") + fate

    @property
    def title(self) -> str:
        return (self.name or "").partition(":")[0].strip()

    @property
    def wording(self) -> str:
        return (self.name or "").partition(":")[2].strip()


class BagEmpty(Doing):
    """The bag is empty: the space of the registry stays free."""

    kind: Literal["empty"] = "empty"

    def says(self) -> str:
        return "The bag is empty; the registry stays short"


# What events and workers' actions do


class GainCounters(Doing):
    """An effect gives a player counters from the supply."""

    kind: Literal["gain"] = "gain"
    crops: Handful = Field(description="Counters gained, such as 1 wheat")

    def says(self) -> str:
        return f"{self.who} gains {crops.say(self.crops)}"


class LoseCounters(Doing):
    """An effect costs a player counters; they go to the supply."""

    kind: Literal["lose"] = "lose"
    crops: Handful = Field(description="Counters given up, such as 1 wheat")

    def says(self) -> str:
        return f"{self.who} gives up {crops.say(self.crops)}"


class GiveCounters(Doing):
    """An effect makes a player hand counters to another."""

    kind: Literal["give"] = "give"
    to: str = Field(description="Player who gets them")
    crops: Handful = Field(description="Counters handed over, such as 1 wheat")

    def says(self) -> str:
        return f"{self.who} gives {self.to} {crops.say(self.crops)}"


class MoveTile(Doing):
    """An effect moves a field tile to a board, a store, the registry, the fallow or the bag."""

    kind: Literal["tile"] = "tile"
    tile: Tile = Field(description="Field tile")
    to: Destination = Field(description="Destination")
    harvested: bool = Field(default=False, description="Whether it lies with the small crop up")

    def says(self) -> str:
        place = {"board": f"{self.who}'s board", "store": f"{self.who}'s store"}
        where = place.get(self.to, f"the {self.to}" + (" fields" if self.to == "fallow" else ""))
        return f"{self.tile} goes to {where}"


class FlipFields(Doing):
    """An effect turns fields over, from large crop to small or back."""

    kind: Literal["flip"] = "flip"
    fields: Tiles = Field(description="Field turned over")

    def says(self) -> str:
        return f"{self.who} turns over {names.listed(self.fields) or 'nothing'}"


class LiftWorker(Doing):
    """An effect takes a worker off a board, home to the farmhands or the town board."""

    kind: Literal["lift"] = "lift"
    at: Tile = Field(description="Space of the worker")

    def says(self) -> str:
        return f"{self.who} loses the worker on {self.at}"


class Done(Doing):
    """The event or the worker's action is carried out, or not used."""

    kind: Literal["done"] = "done"
    # Before the note, which takes all words to the end of the line; keyhelper fills it in.
    of: Title = None
    symbol: Symbol | None = Field(default=None, description="Symbol, bell (may) or scroll (must)")
    note: Title = Field(default=None, description="What it did, if you like")

    def says(self) -> str:
        what = f" with {self.of}" if self.of else ""
        return f"{self.who} is done{what}" + (f": {self.note}" if self.note else "")


# A worker pushed away by a field


class RepositionWorker(Doing):
    """Put the worker that a field pushed away on another space; it acts again, free."""

    kind: Literal["reposition"] = "reposition"
    at: Tile = Field(description="Space for the worker")

    def says(self) -> str:
        return f"{self.who} puts the lifted worker on {self.at}"


class WorkerHome(Doing):
    """The worker that a field pushed away goes home."""

    kind: Literal["home"] = "home"

    def says(self) -> str:
        return f"{self.who} takes the lifted worker home"


# After the last turn


class CountScreen(Doing):
    """Count the counters behind a player's screen, once the game is over."""

    kind: Literal["count"] = "count"
    crops: Handful | None = Field(
        default=None, description="Counters behind the screen, such as 2 hops"
    )

    def says(self) -> str:
        if self.crops is None:
            return f"{self.who} does not count"
        return f"{self.who} counts {crops.say(self.crops)} behind the screen"


class WhereArguments(Frozen):
    """Which field tiles to look for; none means all 56."""

    tiles: Tiles = Field(default=(), description="References, such as C4 D5; all when left out")
