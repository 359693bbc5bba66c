"""Counting a final score: from a position file, from the saved game, or by questions."""

from __future__ import annotations

from typing import Any

from keyhelper import render
from keyhelper.engine.game import Counting
from keyhelper.engine.scoring import Place, Standings, standings
from keyhelper.engine.trouble import Trouble
from keyhelper.verbs.call import Call
from keyhelper.verbs.positions import as_position, read_content, shown


def score(call: Call) -> int:
    """Count a position file, the saved game, or what people answer."""
    more: list[str] = []
    if call.given["file"]:
        result = _counted_file(call, call.given["file"])
    elif call.given["ask"] or not _has_saved(call):
        result = _counted_answers(call)
    else:
        result, more = _counted_game(call)
    if call.as_json:
        call.print_json(score_json(call.box.slug, result))
    else:
        call.screen.lines(render.standings(result, call.screen))
        call.screen.lines(more)
    for gap in result.unproven:
        call.screen.aside(f"Not proven: {gap}")
    return 3 if result.unproven else 0


def _counted_file(call: Call, file: str) -> Standings:
    counting = call.counting
    content = read_content(file)
    result = _count(counting, content, shown(file))
    is_asked = result.unproven and call.may_ask and not call.as_json and file != "-"
    if is_asked and call.prompter.is_terminal:
        from keyhelper.questions import fill_gaps

        content = fill_gaps(call.prompter, counting.position, content)
        result = _count(counting, content, shown(file))
    return result


def _counted_answers(call: Call) -> Standings:
    from keyhelper.questions import Questions

    counting = call.counting
    questions = Questions(call.prompter, counting)
    content = questions.take()
    while True:
        try:
            result = _count(counting, content, "The answers")
            break
        except Trouble as error:
            if not call.prompter.is_terminal:
                raise
            call.screen.trouble(error)
            content = questions.mend()
    if result.unproven and result.winners:
        result = _count(counting, questions.settle_ties(), "The answers")
    questions.forget()
    return result


def _counted_game(call: Call) -> tuple[Standings, list[str]]:
    from keyhelper.telling import overruled_lines
    from keyhelper.verbs.picking import open_history

    history = open_history(call, call.game)
    if call.game.ending(history.state) is None and not call.as_json:
        call.screen.say("So far; the game is not over (`score --ask` counts by questions)")
        call.screen.say()
    return standings(call.game.score(history.state)), overruled_lines(history)


def _has_saved(call: Call) -> bool:
    from keyhelper.verbs.picking import has_saved

    return has_saved(call)


def _count(counting: Counting[Any], content: Any, source: str) -> Standings:
    position = as_position(counting.info.slug, counting.position, content, source)
    return standings(counting.score(counting.from_position(position)))


def score_json(slug: str, result: Standings) -> dict[str, Any]:
    """Final scores as other programs read them."""
    document: dict[str, Any] = {
        "game": slug,
        "players": [_place_json(place) for place in result.places],
        "winners": list(result.winners),
        "decided_by": result.decided_by,
    }
    if result.unproven:
        document["unproven"] = list(result.unproven)
    return document


def _place_json(place: Place) -> dict[str, Any]:
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
    return entry
