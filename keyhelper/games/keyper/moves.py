"""The moves of Keyper as players say them; docstrings and descriptions are shown at the table."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from keyhelper.engine.game import Move
from keyhelper.engine.names import an
from keyhelper.games.keyper.goods import (
    RIVER,
    Animals,
    Border,
    Colour,
    Goods,
    Keyples,
    Resources,
    Season,
    counted,
    teamed,
)
from keyhelper.games.keyper.model import OWN, Area, Deck

INTO = ("to", "into", "for")  # stands between what goes and what comes


def place(player: str | None, board: str, field: str) -> str:
    """A field or building as people point at it."""
    if board == OWN:
        return f"{player}'s {field}"
    return f"the river of board {board}" if field == RIVER else f"{field} on board {board}"


class Ninth(Move):
    """Say which ninth keyple a player drew (two players, when the table plays with nine)."""

    kind: Literal["ninth"] = "ninth"
    colour: Colour = Field(description="Keyple colour")

    def says(self) -> str:
        return f"{self.player} draws {an(self.colour)} keyple as the ninth"


class PlayKeyper(Move):
    """Play your keyper onto an empty keyp field and claim that board."""

    kind: Literal["keyper"] = "keyper"
    board: str = Field(description="Country board")

    def says(self) -> str:
        return f"{self.player} plays the keyper onto board {self.board}"


class PlayKeyple(Move):
    """Play a keyple onto a field of a country board, or onto a building of your own."""

    kind: Literal["keyple"] = "keyple"
    colour: Colour = Field(description="Keyple colour")
    board: str = Field(description="Board")
    field: str = Field(description="Field (as you call it; river for a boat) or own building")
    border: Border | None = Field(
        default=None,
        description="Border, a colour or tile, build, discount, upgrade or none",
    )

    def says(self) -> str:
        where = place(self.player, self.board, self.field)
        return f"{self.player} plays {an(self.colour)} keyple on {where}"


class SayBorder(Move):
    """Say which border a field has, when it was left out."""

    kind: Literal["border"] = "border"
    border: Border = Field(description="Border, a colour or tile, build, discount, upgrade or none")

    def says(self) -> str:
        return f"The field's border is {self.border}"


class SendBoat(Move):
    """Place a boat on an empty river, then a keyple on it."""

    kind: Literal["boat"] = "boat"
    colour: Colour = Field(description="Keyple colour")
    board: str = Field(description="Country board with an empty river")
    boat: str = Field(description="Boat")
    shows: Goods = Field(default={}, description="Good, each that the boat shows")

    def says(self) -> str:
        keyple = f"{an(self.colour)} keyple"
        return f"{self.player} sends boat {self.boat} to board {self.board} with {keyple}"


class ShowBoat(Move):
    """Say what a boat shows this season."""

    kind: Literal["shows"] = "shows"
    boat: str = Field(description="Boat")
    goods: Goods = Field(description="Good, each that it shows, such as wheat bricks sheep")

    def says(self) -> str:
        if not self.goods:
            return f"What boat {self.boat} shows is not checked"
        return f"Boat {self.boat} shows {', '.join(self.goods)}"


class Join(Move):
    """Join the keyple that has just been played on an empty field."""

    kind: Literal["join"] = "join"
    colour: Colour = Field(description="Keyple colour")
    board: str | None = Field(default=None, description="Country board")
    field: str | None = Field(default=None, description="Field where the first keyple is")

    def says(self) -> str:
        where = f" on {place(self.player, self.board, self.field or '')}" if self.board else ""
        return f"{self.player} joins with {an(self.colour)} keyple{where}"


class Decline(Move):
    """Do not join."""

    kind: Literal["decline"] = "decline"
    answer: str | None = Field(default=None, description="No, as people answer")

    def says(self) -> str:
        return f"{self.player} does not join"


class LayDown(Move):
    """Lay down what stands on a field or own building, so that it works a second time."""

    kind: Literal["lay-down"] = "lay-down"
    board: str = Field(description="Board")
    field: str = Field(description="Field or own building")
    only: Colour | None = Field(
        default=None, description="Keyple colour, to lay down just one of two that stand there"
    )

    def says(self) -> str:
        what = f" only the {self.only} keyple" if self.only else ""
        return f"{self.player} lays down{what} on {place(self.player, self.board, self.field)}"


class Pass(Move):
    """Leave a last lay-down, a forgotten keyp tile or further fairs; or have nothing to do."""

    kind: Literal["pass"] = "pass"
    answer: str | None = Field(default=None, description="No, as people answer")

    def says(self) -> str:
        return f"{self.player} passes"


class Keyp(Move):
    """Lay down the keyples on your keyp tile and take what they bring."""

    kind: Literal["keyp"] = "keyp"
    gain: Goods = Field(default={}, description="Good, what they bring, such as 2 clay")

    def says(self) -> str:
        return f"{self.player} lays down the keyp tile for {counted(self.gain)}"


class Gain(Move):
    """Take resources or animals with your actions, one for each."""

    kind: Literal["gain"] = "gain"
    goods: Goods = Field(description="Good to take, such as 2 clay")

    def says(self) -> str:
        return f"{self.player} takes {counted(self.goods)}"


class Convert(Move):
    """Turn goods into others, or work a building: what goes and what comes for it."""

    kind: Literal["convert"] = "convert"
    pay: Goods = Field(description="Good, such as 1 clay to 1 brick, or 1 clay to none")
    gain: Goods | None = Field(  # None: nobody has said it
        default=None, description="Good, what comes for it, such as 1 brick, or none"
    )
    actions: int = Field(default=1, ge=1, le=3, description="How many actions it takes")
    shipping: int = Field(default=0, ge=0, le=50, description="Shipping points it brings")

    @model_validator(mode="before")
    @classmethod
    def _parted(cls, given: Any) -> Any:
        """`1 clay to 1 brick` in one breath; of two kinds without `to`, the second comes."""
        pay = given.get("pay") if isinstance(given, dict) else None
        if not isinstance(pay, dict) or given.get("gain") is not None:
            return given
        kinds = list(pay)
        at = next((kinds.index(kind) for kind in kinds if kind in INTO), None)
        if at is None and len(kinds) != 2:
            return given
        goes, comes = (kinds[:1], kinds[1:]) if at is None else (kinds[:at], kinds[at + 1 :])
        if not goes or not comes:
            raise ValueError("say what goes and what comes, such as `1 clay to 1 brick`")
        parts = {"pay": {k: pay[k] for k in goes}, "gain": {k: pay[k] for k in comes}}
        return given | parts

    def says(self) -> str:
        track = f" and {self.shipping} on the shipping track" if self.shipping else ""
        return f"{self.player} turns {counted(self.pay)} into {counted(self.gain or {})}{track}"


class Sell(Move):
    """Sell goods on a boat for 2 shipping points each."""

    kind: Literal["sell"] = "sell"
    goods: Goods = Field(description="Good to sell, such as 1 wheat")

    def says(self) -> str:
        return f"{self.player} sells {counted(self.goods)}"


def _kind_of_tile(given: Any) -> Any:
    """`fair` alone would be read as holding one, so people say `winter` for a winter fair."""
    return "fair" if given in ("winter", "winter fair") else given


class Take(Move):
    """Take a tile from the display."""

    kind: Literal["take"] = "take"
    area: Annotated[Literal["farm", "village", "fair"], BeforeValidator(_kind_of_tile)] = Field(
        description="Kind of tile"
    )
    tile: str = Field(default="", max_length=60, description="Name of the tile")

    def says(self) -> str:
        if self.area == "fair":
            return f"{self.player} takes a winter fair"
        if not self.tile:
            return f"{self.player} takes a {self.area} tile"
        return f"{self.player} takes the {self.area} tile {self.tile}"


class Build(Move):
    """Build a tile of your own or one you have taken, perhaps over another."""

    kind: Literal["build"] = "build"
    tile: str = Field(min_length=1, max_length=60, description="Name of the tile")
    area: Area = Field(description="Area")
    pay: Resources = Field(description="Resource to pay, such as 1 brick 1 wood, or none")
    cost: str = Field(
        max_length=100, description="Cost on the tile, such as 1 brick + 2 white finished, or none"
    )
    over: str | None = Field(default=None, description="Tile it covers")
    deck: Deck | None = Field(default=None, description="Deck")

    def says(self) -> str:
        over = f" over {self.over}" if self.over else ""
        paid = f" for {counted(self.pay)}" if self.pay else ""
        return f"{self.player} builds {self.tile}{over}{paid}"


class Upgrade(Move):
    """Turn a built tile over to its better side."""

    kind: Literal["upgrade"] = "upgrade"
    tile: str = Field(description="Tile to turn over")
    pay: Resources = Field(description="Resource to pay, such as 1 brick 1 wood, or none")
    cost: str = Field(max_length=100, description="Cost of the upgrade, such as 1 stone, or none")

    def says(self) -> str:
        paid = f" for {counted(self.pay)}" if self.pay else ""
        return f"{self.player} upgrades {self.tile}{paid}"


class Skip(Move):
    """Leave the rest of your actions."""

    kind: Literal["skip"] = "skip"
    answer: str | None = Field(default=None, description="No, as people answer")

    def says(self) -> str:
        return f"{self.player} leaves the rest"


class Fair(Move):
    """Hold a fair: display what it asks for and count its points."""

    kind: Literal["fair"] = "fair"
    season: Season = Field(description="Season of the fair tile")
    points: int = Field(ge=0, le=50, description="Points it gives")
    shown: Goods = Field(default={}, description="Good to display, such as 2 gold")

    def says(self) -> str:
        return f"{self.player} holds {an(self.season)} fair for {self.points}"


class HouseAnimals(Move):
    """House your animals; those without a place go back to the supply."""

    kind: Literal["house"] = "house"
    back: Animals = Field(default={}, description="Animal without a place, such as 1 sheep")

    def says(self) -> str:
        if not self.back:
            return f"{self.player} houses every animal"
        return f"{self.player} returns {counted(self.back)}"


class Retrieve(Move):
    """Everybody takes back the keyper, the claimed board and the keyples on it."""

    kind: Literal["retrieve"] = "retrieve"

    def says(self) -> str:
        return "Everybody takes back keyper, board and keyples"


class NewDisplay(Move):
    """Discard the display and draw eight new tiles."""

    kind: Literal["display"] = "display"

    def says(self) -> str:
        return "Eight new tiles are drawn"


class NewBoats(Move):
    """Lay out four boats for the new season."""

    kind: Literal["boats"] = "boats"
    boats: tuple[str, ...] = Field(description="Boat, four of the six")

    def says(self) -> str:
        return f"The boats are {', '.join(self.boats)}"


class Layouts(Move):
    """Everybody has chosen how to fold the country board."""

    kind: Literal["layouts"] = "layouts"

    def says(self) -> str:
        return "Everybody has folded the country board"


class Rest(Move):
    """Put surplus keyples onto your keyp tile."""

    kind: Literal["rest"] = "rest"
    keyples: Keyples = Field(description="Keyple to rest, such as 1 white")

    def says(self) -> str:
        return f"{self.player} rests {teamed(self.keyples)}"


class Value(Move):
    """Say what a built tile gives at the end, as its visible side shows it."""

    kind: Literal["value"] = "value"
    tile: str = Field(description="Tile")
    scores: str = Field(
        max_length=200, description="Points (5), a condition (2 per sheep), or both (5 2 per sheep)"
    )

    def says(self) -> str:
        return f"{self.player}'s {self.tile} gives {self.scores}"


class Counted(Move):
    """Say how many buildings, rivers or the like your tiles count at the end."""

    kind: Literal["count"] = "count"
    what: str = Field(max_length=40, description="What is counted, such as river")
    number: int = Field(ge=0, le=99, description="How many")

    def says(self) -> str:
        return f"{self.player} counts {self.what}: {self.number}"


class Finish(Move):
    """The count is complete."""

    kind: Literal["finish"] = "finish"

    def says(self) -> str:
        return "The count is complete"
