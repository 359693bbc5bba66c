"""The arithmetic of the season decks: what goes back to the box, what is dealt, who is next."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

from keyhelper.engine import catalogue

SLUG = "key-flow"
Season = Literal["spring", "summer", "autumn", "winter"]
SEASONS: tuple[Season, ...] = ("spring", "summer", "autumn", "winter")

# K cards that go back in spring, summer and autumn, by players.
K_RETURNED = {2: 6, 3: 6, 4: 4, 5: 2, 6: 0}
_MARKS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


@cache
def in_box(name: str) -> int:
    """How many pieces of that name the box holds."""
    return int(_entry("components", name)["count"])


@cache
def box_of(season: str) -> dict[str, Any]:
    """A season's cards as they lie in the box."""
    return _entry("decks", season)


def hand_size(season: str, players: int) -> int:
    """Cards dealt to each player, which is also the number of turns in the season."""
    return int(box_of(season)["hand_two" if players == 2 else "hand"])


def passing(season: str) -> str:
    """Where hands go: left or right."""
    return str(box_of(season)["pass"])


def marked(season: str, mark: int) -> int:
    """Cards with that smallest number of players."""
    return int(box_of(season)[_MARKS[mark]])


def numbered_used(season: str, players: int) -> int:
    """Numbered cards that are played with so many players."""
    return sum(marked(season, mark) for mark in _MARKS if mark <= players)


def numbered_boxed(season: str, players: int) -> dict[str, int]:
    """Numbered cards that go back, by what is printed on them."""
    return {f"{mark}+": marked(season, mark) for mark in _MARKS if mark > players}


def winter_k_each(players: int) -> int:
    """Winter K cards dealt to each player at setup."""
    return 7 if players == 2 else 5


def deck(season: str, players: int) -> dict[str, Any]:
    """One season's deck for so many players, in numbers to sort and to verify by."""
    hand = hand_size(season, players)
    numbered = numbered_used(season, players)
    if season == "winter":
        each = winter_k_each(players)
        kept = (each - 1) * players
        return {
            "k_dealt_each": each,
            "k_boxed": int(box_of(season)["k"]) - each * players,
            "k_kept": kept,
            "numbered_used": numbered,
            "cards": kept + numbered,
            "hand": hand,
            "pass": passing(season),
        }
    used = int(box_of(season)["k"]) - K_RETURNED[players]
    return {
        "k_used": used,
        "k_boxed": K_RETURNED[players],
        "numbered_used": numbered,
        "cards": used + numbered,
        "hand": hand,
        "pass": passing(season),
    }


def cards_in_play(players: int) -> int:
    """All season cards that will be played: four decks and the first winter cards."""
    return sum(int(deck(season, players)["cards"]) for season in SEASONS) + players


def _entry(kind: str, name: str) -> dict[str, Any]:
    entries = catalogue.shipped(SLUG, kind)["entries"]
    found: dict[str, Any] = next(entry for entry in entries if entry["name"] == name)
    return found
