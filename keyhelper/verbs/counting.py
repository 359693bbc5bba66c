"""Counting a final score: from a position file, from the saved game, or by questions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from keyhelper import render
from keyhelper.engine.game import Counting
from keyhelper.engine.scoring import Standings, as_document, standings
from keyhelper.engine.trouble import Trouble, UsageTrouble
from keyhelper.verbs.call import Call
from keyhelper.verbs.positions import as_position, read_content, shown

if TYPE_CHECKING:
    from keyhelper.engine.ledger import History


class Count(NamedTuple):
    """A result with the table it was counted from, and the ledger where there is one."""

    result: Standings
    state: Any
    history: History[Any] | None = None


def score(call: Call) -> int:
    """Count a position file, the saved game, or what people answer."""
    form = call.given.get("share")
    if form and call.as_json:
        raise UsageTrouble("Give `--json` or `--share`, not both", hint="`--share json` has more")
    if call.given["file"]:
        count = _counted_file(call, call.given["file"])
    elif call.given["ask"] or not _has_saved(call):
        count = _counted_answers(call)
    else:
        count = _counted_game(call)
    if form:
        _share(call, count, form)
    elif call.as_json:
        call.print_json(as_document(call.box.slug, count.result))
    else:
        _show(call, count)
    for gap in dict.fromkeys(count.result.unproven):
        call.screen.aside(f"Not proven: {gap}")
    return 3 if count.result.unproven else 0


def _show(call: Call, count: Count) -> None:
    history = count.history
    if history is not None and call.game.ending(count.state) is None:
        call.screen.say("So far; the game is not over (`score --ask` counts by questions)")
        call.screen.say()
    call.screen.lines(render.standings(count.result, call.screen))
    if history is not None:
        from keyhelper.telling import overruled_lines

        call.screen.lines(overruled_lines(history, call.screen.width))


def _share(call: Call, count: Count, form: str) -> None:
    from keyhelper import plays, share
    from keyhelper.table import now
    from keyhelper.verbs.picking import pick
    from keyhelper.verbs.remembering import put

    game = call.game
    if count.history is not None:
        play = plays.tracked(game, pick(game, call), count.history)
    else:
        readings = count.state.readings
        play = plays.counted(game.info, count.result, readings=readings, at=now())
    put(share.write(form, play, game=game, state=count.state))


def _counted_file(call: Call, file: str) -> Count:
    counting = call.counting
    content = read_content(file)
    count = _count(counting, content, shown(file))
    is_asked = count.result.unproven and call.may_ask and not call.as_json and file != "-"
    if is_asked and call.prompter.is_terminal:
        from keyhelper.questions import fill_gaps

        content = fill_gaps(call.prompter, counting.position, content)
        count = _count(counting, content, shown(file))
    return count


def _counted_answers(call: Call) -> Count:
    from keyhelper.questions import Questions

    counting = call.counting
    questions = Questions(call.prompter, counting)
    content = questions.take()
    while True:
        try:
            count = _count(counting, content, "The answers")
            break
        except Trouble as error:
            if not call.prompter.is_terminal:
                raise
            call.screen.trouble(error)
            content = questions.mend()
    if count.result.unproven and count.result.winners:
        count = _count(counting, questions.settle_ties(), "The answers")
    questions.forget()
    return count


def _counted_game(call: Call) -> Count:
    from keyhelper.verbs.picking import open_history

    history = open_history(call, call.game)
    return Count(standings(call.game.score(history.state)), history.state, history)


def _has_saved(call: Call) -> bool:
    from keyhelper.verbs.picking import has_saved

    return has_saved(call)


def _count(counting: Counting[Any], content: Any, source: str) -> Count:
    position = as_position(counting.info.slug, counting.position, content, source)
    state = counting.from_position(position)
    return Count(standings(counting.score(state)), state)
