"""Looking things up: cards, how a turn goes, and a game's own questions."""

from __future__ import annotations

from keyhelper import render
from keyhelper.engine import catalogue, intake
from keyhelper.engine.game import Turn
from keyhelper.turn_sheet import turn_lines
from keyhelper.verbs.call import Call
from keyhelper.verbs.options import chosen_options
from keyhelper.verbs.picking import (
    fitting,
    has_saved,
    names_of,
    open_history,
)


def cards(call: Call) -> int:
    """List the box, or fill a blank, or share the owner's values."""
    from keyhelper import boxes

    words = list(call.given["words"])
    action = words[0].casefold() if words else ""
    if action == "set":
        return boxes.fill_in(call, words[1:])
    if action == "export":
        return boxes.export(call, words[1:])
    if action == "import":
        return boxes.take_over(call, words[1:])
    return boxes.list_cards(call, " ".join(words), only_blank=call.given["blank"])


def turn(call: Call) -> int:
    """Show how a turn goes and, in a tracked game, where the table is in it."""
    game = call.game
    now: Turn | None = None
    if has_saved(call):
        history = open_history(call, game)
        now = fitting(game, history)
        now = now if game.ending(history.state) is None else None
    if call.as_json:
        sheet = catalogue.shipped(game.info.slug, "turn")
        headline = now.headline if now is not None else None
        prompt = now.asks[0].prompt if now is not None and now.asks else None
        call.print_json({**sheet, "headline": headline, "waiting": prompt})
        return 0
    title, *lines = turn_lines(game.info.slug, now, call.screen.width)
    call.screen.say(title, bold=True)
    call.screen.lines(lines)
    return 0


def answer_query(call: Call, name: str) -> int:
    """Answer one of the game's own questions."""
    game = call.game
    query = next(query for query in game.queries if query.name == name)
    given = chosen_options(query.arguments, call.given)
    arguments = intake.read_model(query.arguments, given, name)
    state = None
    if call.given.get("saved") or call.given.get("seed") or names_of(game.info.slug):
        state = open_history(call, game).state
    answer = query.answer(state, arguments)
    if call.as_json:
        call.print_json(answer.data)
    else:
        for line in answer.lines:
            call.screen.lines(render.wrap(line, call.screen.width, indent="    "))
    return answer.exit_code
