"""What people say at the table: every kind of move as a value that can say itself."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from keyhelper.engine.game import Move
from keyhelper.games.keythedral import board
from keyhelper.games.keythedral.board import Place
from keyhelper.games.keythedral.cubes import Colour, Cubes, Kind, number, say, spoken
from keyhelper.games.keythedral.references import CottageName, Number, TileName

Effect = Literal["order", "double", "stop", "surcharge", "discount", "fence", "other"]
EFFECTS: tuple[str, ...] = (
    "order", "double", "stop", "surcharge", "discount", "fence", "other",
)  # fmt: skip
STORE = "store"


def _where(spot: board.Spot | None) -> str:
    return "a field" if spot is None else board.key(spot)


class PlayerMove(Move):
    """A move that somebody makes."""

    player: str = Field(description="Who does it")


class LayField(PlayerMove):
    """Draw a field from the bag and lay it."""

    kind: Literal["field"] = "field"
    colour: Colour = Field(description="Colour")
    at: Place = Field(description="Where: x,y in whole numbers, such as 2,0")

    def says(self) -> str:
        return f"{self.player} lays a {self.colour} field at {board.key(self.at)}"


class Settle(PlayerMove):
    """Place one of your cottages in a gap at the corner of a field."""

    kind: Literal["cottage"] = "cottage"
    number: Number = Field(description="Number of the cottage, 1 to 5")
    at: Place = Field(description="Which gap: x,y on halves, such as 1.5,0.5")

    def says(self) -> str:
        return f"{self.player} places cottage {self.number} at {board.key(self.at)}"


class PlaceMarker(PlayerMove):
    """Phase 1: put the next work order marker on a number."""

    kind: Literal["marker"] = "marker"
    number: Number = Field(description="Number on the mat, 1 to 5")

    def says(self) -> str:
        return f"{self.player} puts the next marker on {self.number}"


class SendWorker(PlayerMove):
    """Phase 1: send a worker from the cottage with the marker's number to a field."""

    kind: Literal["worker"] = "worker"
    number: Number = Field(description="Number of the cottage, 1 to 5")
    at: Place = Field(description="Which field: x,y in whole numbers")

    def says(self) -> str:
        return f"{self.player} sends a worker from {self.number} to {board.key(self.at)}"


class Collect(Move):
    """Phase 2: everybody who has not collected does so, or only the player who is next."""

    kind: Literal["collect"] = "collect"

    def says(self) -> str:
        return f"{self.player} collects" if self.player else "Everybody collects"


class Reveal(Move):
    """Tell what an open building tile costs: `reveal 8a 2 food`; `reveal later` leaves it."""

    kind: Literal["reveal"] = "reveal"
    tile: TileName | None = Field(default=None, description="Tile")
    cost: Cubes | None = Field(default=None, description="Cube it shows, such as 1 food 1 wine")
    when: Literal["later"] | None = None  # left for later on purpose

    def says(self) -> str:
        if self.cost is None:
            return f"The cost of {self.tile or 'the open tiles'} is left for later"
        return f"{f'Tile {self.tile}' if self.tile else 'A tile'} costs {say(self.cost)}"


class Buy(PlayerMove):
    """A. Acquire a building tile of the lowest row for the cubes it shows."""

    kind: Literal["buy"] = "buy"
    tile: TileName = Field(description="Tile")
    pay: Cubes | None = Field(default=None, description="Cube paid, such as 1 food 1 wine")
    cost: Cubes | None = Field(default=None, description="Cube it shows, such as 1 food 1 wine")

    def says(self) -> str:
        price = f" for {say(self.pay)}" if self.pay is not None else ""
        return f"{self.player} takes tile {self.tile}{price}"


class BuildHouse(PlayerMove):
    """B. Turn one of your cottages into a house for 1 stone and 1 timber."""

    kind: Literal["house"] = "house"
    number: Number = Field(description="Number of the cottage, 1 to 5")

    def says(self) -> str:
        return f"{self.player} turns cottage {self.number} into a house"


class BuildFence(PlayerMove):
    """C. Build a fence between a cottage and a field for 1 timber."""

    kind: Literal["fence"] = "fence"
    cottage: CottageName = Field(description="Cottage")
    field: Place = Field(description="Which field: x,y in whole numbers")

    def says(self) -> str:
        where = f"between {self.cottage} and {board.key(self.field)}"
        return f"{self.player} builds a fence {where}"


class RemoveFence(PlayerMove):
    """C. Remove anybody's fence for 2 wine."""

    kind: Literal["remove-fence"] = "remove-fence"
    cottage: CottageName = Field(description="Cottage")
    field: Place = Field(description="Which field: x,y in whole numbers")

    def says(self) -> str:
        where = f"between {self.cottage} and {board.key(self.field)}"
        return f"{self.player} removes the fence {where}"


class Reposition(PlayerMove):
    """Place a cottage again that fences closed in."""

    kind: Literal["reposition"] = "reposition"
    at: Place = Field(description="Which gap: x,y on halves, such as 1.5,0.5")

    def says(self) -> str:
        return f"{self.player} places the fenced cottage again at {board.key(self.at)}"


class BuyCraft(PlayerMove):
    """D. Purchase one craft cube: ironwork 2, stained glass 3, gold 4 basic cubes of any mix."""

    kind: Literal["craft"] = "craft"
    cube: Kind = Field(description="Craft")
    pay: Cubes = Field(description="Basic cube paid, such as 2 wine")

    def says(self) -> str:
        return f"{self.player} buys {spoken(self.cube)} for {say(self.pay)}"


class Trade(PlayerMove):
    """E. Trade two basic cubes for one of any kind: `trade stone 2 wine`."""

    kind: Literal["trade"] = "trade"
    get: Kind = Field(description="Cube to take")
    give: Cubes = Field(description="Cube to give, such as 2 wine")

    def says(self) -> str:
        return f"{self.player} trades {say(self.give)} for 1 {spoken(self.get)}"


class TakeLaw(PlayerMove):
    """F. Take a new law card for one cube; you act no more in this phase."""

    kind: Literal["law"] = "law"
    pay: Kind = Field(description="Cube paid")
    title: str | None = Field(
        default=None, max_length=80, description="Its title, where laws lie face up"
    )

    def says(self) -> str:
        which = f"the law card {self.title}" if self.title else "a law card"
        return f"{self.player} takes {which} for 1 {spoken(self.pay)}"


class PlayLaw(PlayerMove):
    """Play a law card in its phase: `play-law discount 8a`, `play-law double red`."""

    kind: Literal["play-law"] = "play-law"
    effect: Effect = Field(description="Effect")
    numbers: tuple[Number, ...] = Field(default=(), description="Number, all five in order")
    tile: TileName | None = Field(default=None, description="Tile")
    colour: Colour | None = Field(default=None, description="Colour of the fields")
    extra: Cubes | None = Field(default=None, description="Cube on top, such as 1 wine")
    any_cubes: int = Field(default=0, ge=0, le=9, description="Cubes of any kind on top")
    cottage: CottageName | None = Field(default=None, description="Cottage beside the fence")
    field: Place | None = Field(default=None, description="Field beside the fence, such as 1,0")
    phase: Number | None = Field(default=None, description="Phase printed on the card")
    title: str | None = Field(default=None, max_length=80, description="Title on the card")
    text: str | None = Field(default=None, max_length=400, description="What it says")

    def says(self) -> str:
        what = {
            "order": f"the numbers are used {self._order()}",
            "double": f"{self.colour or 'some'} fields bring two cubes",
            "stop": f"{self.colour or 'some'} fields bring nothing",
            "surcharge": f"{self._tile()} costs {self._on_top()} more",
            "discount": f"{self._tile()} costs one cube less",
            "fence": f"the fence between {self.cottage or 'a cottage'} and "
            f"{_where(self.field)} goes",
            "other": self.text or "see the card",
        }[self.effect]
        return f"{self.player} plays a law{f' ({self.title})' if self.title else ''}: {what}"

    def _order(self) -> str:
        return f"as {' '.join(map(str, self.numbers))}" if self.numbers else "in another order"

    def _tile(self) -> str:
        return f"tile {self.tile}" if self.tile else "a tile"

    def _on_top(self) -> str:
        named = [say(self.extra)] if self.extra else []
        free = [f"{number(self.any_cubes, 'cube')} of any kind"] if self.any_cubes else []
        return " and ".join((*named, *free)) or "something"


class Pass(PlayerMove):
    """Pass: no action now, no higher bid, or no field for a worker."""

    kind: Literal["pass"] = "pass"

    def says(self) -> str:
        return f"{self.player} passes"


class CleanUp(Move):
    """Phase 4: workers and markers back, new laws on offer."""

    kind: Literal["clean-up"] = "clean-up"

    def says(self) -> str:
        return "Workers and markers go back"


class Bid(PlayerMove):
    """Phase 5: bid cubes for the start player marker; a bid must rise."""

    kind: Literal["bid"] = "bid"
    amount: int = Field(ge=1, le=200, description="How many cubes")

    def says(self) -> str:
        return f"{self.player} bids {self.amount}"


class Match(PlayerMove):
    """Phase 5: as holder of the marker, match the last bid."""

    kind: Literal["match"] = "match"

    def says(self) -> str:
        return f"{self.player} matches the last bid"


class PayBid(PlayerMove):
    """Phase 5: the winner of the auction pays."""

    kind: Literal["pay-bid"] = "pay-bid"
    to: str | None = Field(default=None, description="Receiver: a player or the store")
    pay: Cubes | None = Field(default=None, description="Cube paid, such as 2 wine 1 food")

    def says(self) -> str:
        what = say(self.pay) if self.pay is not None else "the bid"
        return f"{self.player} pays {what}{f' to {self.to}' if self.to else ''}"


class NameStart(PlayerMove):
    """Phase 5: the winner names the next start player."""

    kind: Literal["name-start"] = "name-start"
    start: str = Field(description="Next start player")

    def says(self) -> str:
        if self.start == self.player:
            return f"{self.player} will be start player"
        return f"{self.player} makes {self.start} start player"


class Count(PlayerMove):
    """Say what lies behind your screen; it puts right what keyhelper followed."""

    kind: Literal["count"] = "count"
    cubes: Cubes = Field(description="Cube behind the screen, such as 2 timber 1 gold")

    def says(self) -> str:
        return f"{self.player} holds {say(self.cubes)}"
