"""The shelf: the only list of games; their modules load when they are used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from keyhelper.engine.game import Counting, Game


class Box(NamedTuple):
    """A game on the shelf, as much as the greeting needs."""

    slug: str
    name: str
    players: str
    summary: str
    is_open: bool = True  # False: keyhelper does not know this game yet
    queries: tuple[tuple[str, str], ...] = ()  # the game's own questions: name and one-line help

    def open(self) -> Game[Any]:
        """The game itself; its modules are imported here and not before."""
        game: Game[Any] = import_module(f"keyhelper.games.{self.package}.wiring").GAME
        return game

    def counting(self) -> Counting[Any]:
        """What counts a position of this game; lighter than the whole game."""
        counting: Counting[Any] = import_module(f"keyhelper.games.{self.package}.counting").COUNTING
        return counting

    @property
    def package(self) -> str:
        return self.slug.replace("-", "_")


SHELF = (
    Box(
        "keythedral",
        "Keythedral",
        "2-5",
        "Build the cathedral, seat by seat",
        queries=(("afford", "Whether a building tile can be paid, and how"),),
    ),
    Box(
        "key-flow",
        "Key Flow",
        "2-6",
        "Draft a village along the river",
        queries=(("season", "How a season begins: what is dealt, where hands go"),),
    ),
    Box("tiny-towns", "Tiny Towns", "1-6", "Sixteen squares and one named cube"),
    Box(
        "key-harvest",
        "Key Harvest",
        "2-4",
        "Fields, bids and workers",
        queries=(("where", "Where every field tile is"),),
    ),
    Box(
        "keyper",
        "Keyper",
        "2-4",
        "Four seasons of keyples",
        queries=(("worth", "What a keyple brings on a field with that border"),),
    ),
)


def box(slug: str) -> Box | None:
    """The box with that slug, or None."""
    return next((entry for entry in SHELF if entry.slug == slug), None)
