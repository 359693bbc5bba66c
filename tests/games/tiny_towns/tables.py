"""Small tables: a game of Tiny Towns with just what a test needs."""

from __future__ import annotations

from typing import Any

from keyhelper.engine.game import Move
from keyhelper.engine.sealed import UNKNOWN, Sealed
from keyhelper.games.tiny_towns.model import TinyTowns, Town
from keyhelper.games.tiny_towns.town import EMPTY, Board
from keyhelper.games.tiny_towns.wiring import GAME
from tests.games.tiny_towns.drawn import town

CARDS = ("Cottage", "Farm", "Well", "Chapel", "Tavern", "Theater", "Factory")
COTTAGE_CUBES = town(". h . .", "b g . .")


def cards(*others: str) -> tuple[str, ...]:
    """The first-game cards with others in the places of their colours."""
    from keyhelper.games.tiny_towns.cards import card

    chosen = {card(name).colour: name for name in (*CARDS, *others)}
    return tuple(chosen.values())


def table(
    players: str = "Ann Ben Cy",
    *,
    boards: dict[str, Board] | None = None,
    towns: dict[str, dict[str, Any]] | None = None,
    kept: dict[str, str] | None = None,
    **changes: Any,
) -> TinyTowns:
    """A tracked game in the middle of play; Ann has the hammer unless told otherwise."""
    seats = tuple(players.split())
    made: dict[str, Town] = {}
    for seat in seats:
        board = (boards or {}).get(seat, EMPTY)
        known = (towns or {}).get(seat, {})
        made[seat] = with_monument(Town(board=board, **known))
    hands = {s: Sealed[str](owner=s, value=(kept or {})[s]) for s in seats if s in (kept or {})}
    content: dict[str, Any] = {
        "players": seats,
        "cards": CARDS,
        "towns": made,
        "hammer": seats[0],
        "first": seats[0],
        "has_monuments": kept is not None or any(t.raised for t in made.values()),
        "kept": dict.fromkeys(seats, UNKNOWN) | hands,
        "round": 5,
    }
    return TinyTowns(**(content | changes))


def with_monument(its_town: Town) -> Town:
    return its_town.model_copy(update={"raised": its_town.monument})


def move(kind: str, **fields: Any) -> Move:
    made: Move = GAME.act(kind).move.model_validate({"kind": kind} | fields)
    return made


def rules(state: TinyTowns, kind: str, **fields: Any) -> list[str]:
    """The rules that stand against a move."""
    return GAME.verify(state, move(kind, **fields)).rules


def reason(state: TinyTowns, kind: str, **fields: Any) -> str:
    """The first reason against a move, in words."""
    return GAME.verify(state, move(kind, **fields)).reasons[0].text


def ruling(state: TinyTowns, kind: str, **fields: Any) -> str:
    return GAME.verify(state, move(kind, **fields)).ruling.value


def play(state: TinyTowns, kind: str, **fields: Any) -> TinyTowns:
    """The table after a move that must be legal."""
    claimed = GAME.fill(state, move(kind, **fields))
    verdict = GAME.verify(state, claimed)
    assert verdict.is_legal, verdict.reasons
    return GAME.play(state, claimed)


def position(players: list[dict[str, Any]], **top: Any) -> TinyTowns:
    """The game that a position file describes."""
    content = {"game": "tiny-towns", "players": players} | top
    return GAME.from_position(GAME.position.model_validate(content))
