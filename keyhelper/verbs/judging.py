"""Judging a claimed move, and counting a final score."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from keyhelper import render
from keyhelper.engine import catalogue, intake, names, phrases
from keyhelper.engine.game import Game, Position
from keyhelper.engine.scoring import Standings, standings
from keyhelper.engine.trouble import Trouble, UsageTrouble
from keyhelper.engine.verdict import Ruling
from keyhelper.prompts import (
    ask_missing,
    ask_players,
    ask_position,
    fill_gaps,
)
from keyhelper.table import overruled_lines
from keyhelper.verbs.call import Call
from keyhelper.verbs.picking import (
    has_saved,
    open_history,
)


EXITS = {Ruling.LEGAL: 0, Ruling.ILLEGAL: 1, Ruling.UNPROVEN: 3}


def validate(call: Call) -> int:
    """Judge a claimed move on a position or on the saved game."""
    game = call.game
    if call.given["position"]:
        position = _read_position(game, call.given["position"])
        state = game.from_position(position)
    else:
        state = open_history(call, game).state
    move = game.fill(state, _claimed(call, game, state))
    verdict = game.verify(state, move)
    if call.as_json:
        call.print_json(
            {
                "game": game.info.slug,
                "move": {"kind": move.kind} | move.model_dump(mode="json", by_alias=True),
                "ruling": verdict.ruling.value,
                "reasons": [_reason_json(game, reason) for reason in verdict.reasons],
                "effects": game.effects(state, move)
                if verdict.ruling is not Ruling.ILLEGAL
                else {},
            }
        )
        return EXITS[verdict.ruling]
    lines = render.verdict(game, move.says(), verdict, state.readings, call.screen)
    call.screen.lines(lines)
    if verdict.reasons:
        rule = verdict.reasons[0].rule
        call.screen.hint(f"`keyhelper {game.info.slug} rules {rule}` explains it")
    else:
        effects = game.effects(state, move)
        for label, value in effects.items():
            call.screen.say(f"  {label}: {_plain(value)}")
        for warning in game.warnings(state, move):
            call.screen.lines(render.wrap(f"  {warning}", call.screen.width))
    return EXITS[verdict.ruling]


def _claimed(call: Call, game: Game[Any], state: Any) -> Any:
    if call.given["move"]:
        content = intake.read_json(call.given["move"], "--move")
        if not isinstance(content, dict):
            raise Trouble("--move is a JSON object with a `kind`")
        kind = names.choose(str(content.get("kind", "")), game.kinds, "move")
        content = content | {"kind": kind}
        if isinstance(content.get("player"), str):
            content["player"] = names.choose(content["player"], state.players, "player")
        return intake.read_model(game.act(kind).move, content, "--move")
    if not call.given["kind"]:
        raise UsageTrouble(
            "Which move is claimed?", hint=f"one of: {', '.join(game.kinds)}; or --move JSON"
        )
    draft = phrases.read_fields(game, state, call.given["kind"], call.given["fields"])
    draft = ask_missing(call.prompter, game, state, draft)
    return phrases.build_move(game, draft)


def _reason_json(game: Game[Any], reason: Any) -> dict[str, Any]:
    rule = catalogue.rules(game.info.slug).get(reason.rule)
    return {
        "rule": reason.rule,
        "text": reason.text,
        "ruling": reason.ruling.value,
        "heading": rule.heading if rule else "",
        "contested": rule.is_contested if rule else False,
    }


def score(call: Call) -> int:
    """Count a position file, the saved game, or what people answer."""
    game = call.game
    overruled: list[str] = []
    if call.given["file"]:
        state = _position_to_score(call, game, call.given["file"])
    elif call.given["ask"] or not has_saved(game, call):
        state = _asked_position(call, game)
    else:
        history = open_history(call, game)
        state = history.state
        overruled = overruled_lines(history)
        if game.ending(state) is None and not call.as_json:
            call.screen.say("So far; the game is not over (`score --ask` counts by questions)")
            call.screen.say()
    result = standings(game.score(state))
    if call.as_json:
        call.print_json(score_json(game, result))
    else:
        call.screen.lines(render.standings(result, call.screen))
        call.screen.lines(overruled)
    for gap in result.unproven:
        call.screen.aside(f"Not proven: {gap}")
    return 3 if result.unproven else 0


def score_json(game: Game[Any], result: Standings) -> dict[str, Any]:
    """Final scores as other programs read them."""
    document: dict[str, Any] = {
        "game": game.info.slug,
        "players": [_place_json(place) for place in result.places],
        "winners": list(result.winners),
        "decided_by": result.decided_by,
    }
    if result.unproven:
        document["unproven"] = list(result.unproven)
    return document


def _place_json(place: Any) -> dict[str, Any]:
    sheet = place.sheet
    entry: dict[str, Any] = {
        "name": sheet.player,
        "place": place.place,
        "total": sheet.total,
        "lines": [
            {
                "id": line.id,
                "label": line.label,
                "points": line.points,
                "detail": line.detail,
                "rule": line.rule,
            }
            for line in sheet.lines
        ],
        "tiebreaks": [{"id": t.id, "label": t.label, "value": t.value} for t in sheet.tiebreaks],
    }
    if sheet.allocation is not None:
        entry["allocation"] = list(sheet.allocation)
    if sheet.notes:
        entry["notes"] = list(sheet.notes)
    return entry


def _position_to_score(call: Call, game: Game[Any], file: str) -> Any:
    content = _read_content(file)
    position = _as_position(game, content, _shown(file))
    state = game.from_position(position)
    may_ask = call.prompter.may_ask and call.prompter.is_terminal and not call.as_json
    if may_ask and standings(game.score(state)).unproven:
        content = fill_gaps(call.prompter, game, content)
        state = game.from_position(_as_position(game, content, _shown(file)))
    return state


def _asked_position(call: Call, game: Game[Any]) -> Any:
    players = ask_players(call.prompter, 1, game.info.most)
    content = ask_position(call.prompter, game, players)
    return game.from_position(_as_position(game, content, "The answers"))


def _read_position(game: Game[Any], file: str) -> Position:
    return _as_position(game, _read_content(file), _shown(file))


def _as_position(game: Game[Any], content: Any, source: str) -> Position:
    if isinstance(content, dict) and isinstance(content.get("game"), str):
        slug = names.slug(content["game"])
        if slug != game.info.slug:
            raise Trouble(f"{source} is a position of {slug or 'no game'}, not of {game.info.slug}")
        content = content | {"game": slug}
    if isinstance(content, dict) and isinstance(content.get("readings"), dict):
        chosen = {str(k): str(v) for k, v in content["readings"].items()}
        content = content | {"readings": catalogue.choose_readings(game.info.slug, chosen)}
    return intake.read_model(game.position, content, source)


def _read_content(file: str) -> Any:
    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise Trouble(
            f"{_shown(file)} cannot be read: {error.strerror or error}", hint="give a path, or `-`"
        ) from None
    except ValueError:
        raise Trouble(f"{_shown(file)} is not a path") from None
    return intake.read_json(content, _shown(file))


def _shown(file: str) -> str:
    return "stdin" if file == "-" else names.safe(file)[-80:]


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_plain(item)}" for key, item in value.items()) or "none"
    if isinstance(value, (list, tuple)):
        return ", ".join(_plain(item) for item in value) or "none"
    return str(value)
