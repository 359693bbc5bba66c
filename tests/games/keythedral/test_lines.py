"""Moves as people type them: every move of the recorded games is understood on one line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from keyhelper.engine import phrases
from keyhelper.engine.game import Ask, Move
from keyhelper.engine.ledger import History, read_move
from keyhelper.games.keythedral.board import key
from keyhelper.games.keythedral.cubes import say
from keyhelper.games.keythedral.wiring import GAME
from tests.games.keythedral.playthroughs.recording import RECORDINGS
from tests.games.keythedral.tables import table
from tests.playthroughs.recording import Recording, load


def typed(state: Any, move: Any) -> str:
    """The words after player and kind, as short as people would type them."""
    gaps = {key(gap): name for name, gap in state.left_gaps().items()}
    if getattr(move, "cottage", None) in gaps:
        move = move.model_copy(update={"cottage": gaps[move.cottage]})
    words = {
        "field": lambda: f"{move.colour} {key(move.at)}",
        "cottage": lambda: f"{move.number} {key(move.at)}",
        "marker": lambda: f"{move.number}",
        "worker": lambda: f"{move.number} {key(move.at)}",
        "reveal": lambda: f"{move.tile} {say(move.cost)}",
        "buy": lambda: f"{move.tile} {say(move.pay)}",
        "house": lambda: f"{move.number}",
        "fence": lambda: f"{move.cottage} {key(move.field)}",
        "remove-fence": lambda: f"{move.cottage} {key(move.field)}",
        "reposition": lambda: key(move.at),
        "craft": lambda: f"{move.cube} {say(move.pay)}",
        "trade": lambda: f"{move.get} {say(move.give)}",
        "law": lambda: f"{move.pay}",
        "play-law": lambda: _law(move),
        "bid": lambda: f"{move.amount}",
        "pay-bid": lambda: f"{move.to} {say(move.pay)}",
        "name-start": lambda: f"{move.start}",
    }
    return words.get(move.kind, lambda: "")()


def _law(move: Any) -> str:
    words = [move.effect, *map(str, move.numbers)]
    words += [word for word in (move.tile, move.colour) if word]
    if move.any_cubes:
        words.append(f"any_cubes={move.any_cubes}")
    if move.cottage:
        words.append(f"cottage {move.cottage} field {key(move.field)} phase {move.phase}")
    return " ".join(words)


def moves_of(recording: Recording, home: Path) -> Iterator[tuple[Any, Move]]:
    ledger = load(recording, home)
    history: History[Any] = History(GAME, ledger.header)
    for event in ledger.events:
        if event.move is not None:
            yield history.state, GAME.fill(history.state, read_move(GAME, event.move))
        history.apply(event)


def understood(state: Any, line: str, ask: Ask | None) -> Move:
    draft = phrases.read_line(GAME, state, line, ask)
    assert not draft.missing, (line, draft)
    return GAME.fill(state, phrases.build_move(GAME, draft))


@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda r: r.title)
def test_every_recorded_move_is_understood(
    recording: Recording, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path))
    for state, move in moves_of(recording, tmp_path):
        asks = GAME.turn(state).asks
        ask = next((ask for ask in asks if move.kind in ask.kinds), None)
        lead = f"{move.player} " if move.player else ""
        assert understood(state, f"{lead}{move.kind} {typed(state, move)}", None) == move
        is_asked = ask is not None and ask.given.get("player") == move.player
        if is_asked and move.kind != "worker":
            assert understood(state, f"{move.kind} {typed(state, move)}".strip(), ask) == move


@pytest.mark.parametrize(
    ("line", "kind", "fields"),
    [
        ("trade 2 timber get stone", "trade", {"give": {"timber": 2}, "get": "stone"}),
        ("craft gold 2 red 2 brown", "craft", {"cube": "gold", "pay": {"timber": 2, "wine": 2}}),
        ("craft stained glass 3 wine", "craft", {"cube": "stained-glass", "pay": {"wine": 3}}),
        ("fence ben 1 1,0", "fence", {"cottage": "Ben 1", "field": (1, 0)}),
        ("fence ben1 field 1,0", "fence", {"cottage": "Ben 1", "field": (1, 0)}),
        ("law glass", "law", {"pay": "stained-glass"}),
        ("4a", "buy", {"tile": "4a"}),
        ("buy 4a timber stone", "buy", {"tile": "4a", "pay": {"timber": 1, "stone": 1}}),
    ],
)
def test_short_forms(line: str, kind: str, fields: dict[str, Any]) -> None:
    state = table(
        cottages="Ann 1 -0.5,0.5; Ben 1 1.5,0.5", tiles={"4a": "timber stone", "4b": "wine"}
    )
    move = understood(state, line, GAME.turn(state).asks[0])
    assert move.kind == kind
    assert move.player == "Ann"
    for name, value in fields.items():
        assert getattr(move, name) == value


def test_an_answer_without_its_kind() -> None:
    state = table("workers", cottages="Ann 1 -0.5,0.5; Ben 1 1.5,0.5", markers=(1,),
                  queue=("Ann", "Ben"), tiles={"4a": "wine"})  # fmt: skip
    ask = GAME.turn(state).asks[0]
    assert understood(state, "0,1", ask) == understood(state, "worker at=0,1", ask)
    unread = table(tiles={"4a": "wine", "4b": ""})
    told = understood(unread, "2 stone", GAME.turn(unread).asks[0])
    assert told == understood(unread, "reveal 4b 2 stone", GAME.turn(unread).asks[0])
