"""Small tables for the tests of Key Flow: players, villages, goods, and the moment of the game."""

from __future__ import annotations

from typing import Any

from keyhelper.engine import catalogue
from keyhelper.engine.chance import Chance
from keyhelper.engine.game import Move
from keyhelper.engine.scoring import ScoreSheet
from keyhelper.engine.verdict import Verdict
from keyhelper.games.key_flow.model import Building, Card, KeyFlow, Task
from keyhelper.games.key_flow.moves import Clear, Gain
from keyhelper.games.key_flow.position import KeyFlowPosition, from_position
from keyhelper.games.key_flow.village import read_place, row_of
from keyhelper.games.key_flow.wiring import GAME

NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Flo")


def table(players: int = 3, keep: str = "everything", **readings: str) -> KeyFlow:
    """A fresh game; readings are given with `__` for the dot and `_` for the hyphen."""
    chosen = {name.replace("__", ".").replace("_", "-"): value for name, value in readings.items()}
    return GAME.setup(
        NAMES[:players],
        GAME.options.model_validate({"keep": keep}),
        Chance("test", "key-flow", players, "hidden"),
        catalogue.choose_readings("key-flow", chosen),
    )


def with_cards(state: KeyFlow, player: str, **cards: str) -> KeyFlow:
    """Old cards in a village: `Gold_Mine="R1"`."""
    for name, place in cards.items():
        state = with_card(state, player, name.replace("_", " "), place)
    return state


def with_card(state: KeyFlow, player: str, name: str, place: str, **changes: Any) -> KeyFlow:
    at = read_place(place)
    building = Building(name=name, card=name, row=row_of(at), at=at)
    building = building.model_copy(update=changes)
    village = (*state.villages[player], building)
    book = state.book if name in state.book else state.book | {name: Card(name=name)}
    return state.model_copy(
        update={
            "villages": state.villages | {player: village},
            "book": book,
            "unplayed": state.unplayed - 1,
        }
    )


def changed(state: KeyFlow, player: str, building: str, **changes: Any) -> KeyFlow:
    """A building with other values: goods, uses, upgrades."""
    found = state.find(player, building)
    assert found is not None
    return state.with_building(player, found.model_copy(update=changes))


def printed(state: KeyFlow, name: str, **changes: Any) -> KeyFlow:
    """A card of the book with other values."""
    card = state.book.get(name) or Card(name=name)
    return state.model_copy(update={"book": state.book | {name: card.model_copy(update=changes)}})


def working(state: KeyFlow, player: str = "Ann", transport: int = 0, upgrades: int = 0) -> KeyFlow:
    """A player in the middle of a transport and upgrade action."""
    task = Task(
        want="work", building="Home", village=player, transport=transport, upgrades=upgrades
    )
    return state.with_task(player, task)


def set_to(state: KeyFlow, **changes: Any) -> KeyFlow:
    return state.model_copy(update=changes)


def judge(state: KeyFlow, move: Move) -> Verdict:
    """The verdict on a move as the table would see it, with what follows filled in."""
    return GAME.verify(state, GAME.fill(state, move))


def play(state: KeyFlow, *moves: Move) -> KeyFlow:
    """The table after legal moves; a refused one fails the test with its reasons."""
    for move in moves:
        filled = GAME.fill(state, move)
        verdict = GAME.verify(state, filled)
        assert verdict.is_legal, (filled.says(), [reason.text for reason in verdict.reasons])
        state = GAME.play(state, filled)
    return state


def entered(state: KeyFlow) -> KeyFlow:
    """The table after Enter at every question that has such an answer, until another one comes."""
    while GAME.ending(state) is None and (move := GAME.turn(state).asks[0].enter) is not None:
        state = play(state, move)
    return state


def at_the_count(state: KeyFlow) -> KeyFlow:
    """The table when winter has been cleared away."""
    return play(set_to(state, season="winter", phase="clear"), Clear())


def nothing(player: str) -> Gain:
    """The answer of a player whose panel or foot brings nothing."""
    return Gain(player=player, what="nothing")


def position(**content: Any) -> KeyFlow:
    """The table that a position file describes."""
    return from_position(KeyFlowPosition.model_validate({"game": "key-flow", **content}))


def sheet(readings: dict[str, str] | None = None, **player: Any) -> ScoreSheet:
    """The sheet of one player's position."""
    state = position(players=[{"name": "Ann", **player}], readings=readings or {})
    return GAME.score(state)[0]


def points(found: ScoreSheet) -> dict[str, int | None]:
    return {line.id: line.points for line in found.lines}
