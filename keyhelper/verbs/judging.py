"""Judging a claimed move on a position or on the saved game."""

from __future__ import annotations

from typing import Any

from keyhelper import render
from keyhelper.engine import catalogue, intake, names, phrases
from keyhelper.engine.game import Game
from keyhelper.engine.trouble import Trouble, UsageTrouble
from keyhelper.engine.verdict import Reason, Ruling
from keyhelper.prompts import ask_missing
from keyhelper.verbs.call import Call
from keyhelper.verbs.positions import as_position, read_content, shown

EXITS = {Ruling.LEGAL: 0, Ruling.ILLEGAL: 1, Ruling.UNPROVEN: 3}


def validate(call: Call) -> int:
    """Judge a claimed move on a position or on the saved game."""
    game = call.game
    if call.given["position"]:
        file = call.given["position"]
        position = as_position(game.info.slug, game.position, read_content(file), shown(file))
        state = game.from_position(position)
    else:
        from keyhelper.verbs.picking import open_history

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


def _reason_json(game: Game[Any], reason: Reason) -> dict[str, Any]:
    rule = catalogue.rules(game.info.slug).get(reason.rule)
    return {
        "rule": reason.rule,
        "text": reason.text,
        "ruling": reason.ruling.value,
        "heading": rule.heading if rule else "",
        "contested": rule.is_contested if rule else False,
    }


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_plain(item)}" for key, item in value.items()) or "none"
    if isinstance(value, (list, tuple)):
        return ", ".join(_plain(item) for item in value) or "none"
    return str(value)
