"""What people say at the table: every kind of move as a value that can say itself."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, model_validator

from keyhelper.engine.game import Move
from keyhelper.engine.names import listed
from keyhelper.engine.sealed import Sealed
from keyhelper.games.tiny_towns.cards import card
from keyhelper.games.tiny_towns.model import (
    CardName,
    CardNames,
    Resource,
    Square,
    Squares,
    told,
)
from keyhelper.games.tiny_towns.town import named


class PlayerMove(Move):
    """A move that somebody makes."""

    player: str = Field(description="Player")


class SecretMove(PlayerMove):
    """A move about a monument that only its player may know."""

    monument: Sealed[str] = Field(description="Monument card")

    @model_validator(mode="before")
    @classmethod
    def _sealed(cls, given: Any) -> Any:
        """Plain text is accepted and sealed for the player who gives it."""
        if isinstance(given, dict) and isinstance(given.get("monument"), str):
            name = told(given["monument"], lambda text: card(text).name)
            return given | {"monument": {"owner": given.get("player"), "value": name}}
        return given


class Keep(SecretMove):
    """Keep one of your two monument cards, in secret."""

    kind: Literal["keep"] = "keep"

    def says(self) -> str:
        return f"{self.player} keeps a monument card"


class Reveal(SecretMove):
    """Tell keyhelper, in secret, which monument card you hold when the table dealt them."""

    kind: Literal["reveal"] = "reveal"

    def says(self) -> str:
        return f"{self.player} shows keyhelper a monument card"


class Name(PlayerMove):
    """Name the resource of the round, as Master Builder."""

    kind: Literal["name"] = "name"
    resource: Resource = Field(description="Resource")

    def says(self) -> str:
        return f"{self.player} names {self.resource}"


class Draw(PlayerMove):
    """Town Hall: draw the resource card of the round, as Mayor."""

    kind: Literal["draw"] = "draw"
    resource: Resource | None = Field(default=None, description="Resource")

    def says(self) -> str:
        return f"{self.player} draws {self.resource or 'a resource card'}"


class Pick(PlayerMove):
    """Choose a resource: one of three cards when alone, any in a free Town Hall round."""

    kind: Literal["pick"] = "pick"
    resource: Resource = Field(description="Resource")
    square: Square | None = Field(default=None, description="Square it goes on")

    def says(self) -> str:
        where = f" and puts it on {self.square}" if self.square else ""
        return f"{self.player} picks {self.resource}{where}"


class Place(PlayerMove):
    """Put the cube of the round on a square of your board (or on a Warehouse or Cottage)."""

    kind: Literal["place"] = "place"
    cube: Resource | None = Field(default=None, description="Cube, if not the named one")
    square: Square = Field(description="Square")
    swap: Square | None = Field(default=None, description="Warehouse square to swap on")

    def says(self) -> str:
        cube = self.cube or "the cube"
        swapped = f", swapped on the Warehouse on {self.swap}" if self.swap else ""
        return f"{self.player} puts {cube} on {self.square}{swapped}"


class Aside(PlayerMove):
    """Cavern rule: set the named cube aside instead of placing it."""

    kind: Literal["aside"] = "aside"

    def says(self) -> str:
        return f"{self.player} sets the cube aside"


class Recall(PlayerMove):
    """Cavern rule: place a cube that you set aside earlier."""

    kind: Literal["recall"] = "recall"
    resource: Resource = Field(description="Cube set aside")
    square: Square = Field(description="Square")

    def says(self) -> str:
        return f"{self.player} puts {self.resource} from the cavern on {self.square}"


class Build(PlayerMove):
    """Construct a building from the cubes on your board: `chapel a1 b1 c1 c2 at a1`."""

    kind: Literal["build"] = "build"
    building: CardName = Field(description="Building or monument")
    at: Square = Field(description="Square to build on")
    squares: Squares | None = Field(default=None, description="Squares of the layout")
    holds: Resource | None = Field(default=None, description="Cube on a new Factory or Bank")

    def says(self) -> str:
        cubes = f" from {' '.join(self.squares)}" if self.squares else ""
        holding = f", holding {self.holds}" if self.holds else ""
        return f"{self.player} builds {named(card(self.building))} on {self.at}{cubes}{holding}"


class Hold(PlayerMove):
    """Put a cube on your new Factory or Bank."""

    kind: Literal["hold"] = "hold"
    resource: Resource = Field(description="Cube it holds")
    square: Square | None = Field(default=None, description="Square of the building")

    def says(self) -> str:
        where = f" on {self.square}" if self.square else ""
        return f"{self.player}'s new building{where} holds {self.resource}"


class Grove(PlayerMove):
    """Grove University: place one building from the supply on an empty square."""

    kind: Literal["grove"] = "grove"
    building: CardName = Field(description="Building to place")
    square: Square = Field(description="Square")

    def says(self) -> str:
        what = named(card(self.building))
        return f"{self.player} places {what} on {self.square} for Grove University"


class Guild(PlayerMove):
    """Architect's Guild: replace a building of your town by another."""

    kind: Literal["guild"] = "guild"
    square: Square = Field(description="Square of the old building")
    building: CardName = Field(description="New building")

    def says(self) -> str:
        return (
            f"{self.player} replaces the building on {self.square} by {named(card(self.building))}"
        )


class Stock(PlayerMove):
    """Opaleye's Watch: set three different buildings on its card."""

    kind: Literal["stock"] = "stock"
    buildings: CardNames = Field(description="Building")

    def says(self) -> str:
        return f"{self.player} sets {listed(self.buildings)} on Opaleye's Watch"


class Watch(PlayerMove):
    """Opaleye's Watch: place the stocked building that your neighbour has just built."""

    kind: Literal["watch"] = "watch"
    square: Square = Field(description="Square")
    building: CardName | None = Field(default=None, description="Building on the Watch")

    def says(self) -> str:
        what = named(card(self.building)) if self.building else "the building"
        return f"{self.player} places {what} from Opaleye's Watch on {self.square}"


class Decline(PlayerMove):
    """Do without the effect you are asked about."""

    kind: Literal["decline"] = "decline"
    effect: CardName | None = Field(default=None, description="Monument")

    def says(self) -> str:
        return f"{self.player} does without {self.effect or 'it'}"


class Finish(PlayerMove):
    """Declare your town complete; you are out and wait for the scoring."""

    kind: Literal["finish"] = "finish"

    def says(self) -> str:
        return f"{self.player}'s town is complete"


class Next(Move):
    """Everybody has finished building: the hammer goes on and the next round begins."""

    kind: Literal["next"] = "next"

    def says(self) -> str:
        return "The round ends"
