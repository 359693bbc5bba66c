"""Counting a final score: from a position file, from the saved game, or by questions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from keyhelper import render
from keyhelper.engine.game import Counting
from keyhelper.engine.scoring import Standings, as_document, standings
from keyhelper.engine.trouble import Closed, Trouble, UsageTrouble
from keyhelper.verbs.call import Call
from keyhelper.verbs.positions import as_position, read_content, shown

if TYPE_CHECKING:
    from keyhelper.engine.ledger import History
    from keyhelper.plays import Play
    from keyhelper.questions import Questions


class Count(NamedTuple):
    """A result with the table it was counted from, and the ledger or questions behind it."""

    result: Standings
    state: Any
    history: History[Any] | None = None
    questions: Questions | None = None


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
        _aside(call, f"Not proven: {gap}")
    if count.questions is not None:
        _see_off(call, count, count.questions)
    return 3 if count.result.unproven else 0


def _show(call: Call, count: Count) -> None:
    history, result = count.history, count.result
    if history is not None and call.game.ending(count.state) is None:
        call.screen.say("So far; the game is not over (`score --ask` counts by questions)")
        call.screen.say()
        # What lies behind a screen stays there until the end, whoever asks for the score.
        result = standings(call.game.score(call.game.view(count.state, None)))
    call.screen.lines(render.standings(result, call.screen))
    if history is not None:
        from keyhelper.telling import overruled_lines

        call.screen.lines(overruled_lines(history, call.screen.width))


def _share(call: Call, count: Count, form: str) -> None:
    from keyhelper import plays, share
    from keyhelper.verbs.picking import pick
    from keyhelper.verbs.remembering import put

    game = call.game
    if count.history is not None:
        play = plays.tracked(game, pick(game, call), count.history)
    else:
        play = _as_play(call, count)
    location = call.given.get("location") or ""
    put(share.write(form, play, game=game, state=count.state, location=location))


def _as_play(call: Call, count: Count) -> Play:
    from keyhelper import plays
    from keyhelper.table import now

    state = count.state
    return plays.counted(
        call.counting.info, count.result,
        readings=state.readings, seating=state.players, at=now(),
        answers=count.questions.draft.model_dump(mode="json") if count.questions else None,
    )  # fmt: skip


def _see_off(call: Call, count: Count, questions: Questions) -> None:
    """Offer to keep a count by questions; answers that prove nothing yet stay where they are."""
    if count.result.unproven:
        _aside(call, _kept_words(call))
        return
    try:
        is_wanted = call.prompter.confirm("Keep it in the play history?", default=True)
    except Closed:
        is_wanted = False
        if call.prompter.has_person:
            return  # nobody said no; the answers are there for another time
    if is_wanted:
        from keyhelper import history

        saved = history.keep(_as_play(call, count))
        _aside(call, f"Kept as {saved}; `keyhelper history export {saved} --form html` shares it")
    questions.forget()


def _aside(call: Call, text: str) -> None:
    for line in render.wrap(text, call.screen.width, indent="  "):
        call.screen.aside(line)


def _kept_words(call: Call) -> str:
    return f"The answers are kept; `keyhelper {call.box.slug} score --ask` goes on with them"


def _counted_file(call: Call, file: str) -> Count:
    counting = call.counting
    content = read_content(file)
    count = _count(counting, content, shown(file))
    is_asked = count.result.unproven and call.may_ask and not call.as_json and file != "-"
    if is_asked and call.prompter.has_person:
        from keyhelper.answering import fill_gaps

        for gap in dict.fromkeys(count.result.unproven):
            _aside(call, gap)
        content = fill_gaps(call.prompter, counting.position, content)
        count = _count(counting, content, shown(file))
    return count


def _counted_answers(call: Call) -> Count:
    from keyhelper.questions import Questions

    questions = Questions(call.prompter, call.counting)
    try:
        return _asked(call, questions)._replace(questions=questions)
    except Closed:
        raise Closed(f"Stopped. {_kept_words(call)}" if questions.is_kept else "") from None


def _asked(call: Call, questions: Questions) -> Count:
    """The count of what people answer, with everything that they know in the end."""
    content = questions.take()

    def counted(answers: Any) -> Standings:
        return _count(call.counting, answers, "The answers").result

    while True:
        try:
            count = _count(call.counting, content, "The answers")
        except Trouble as error:
            if questions.complete(counted):
                content = questions.content()
                continue
            if not call.prompter.has_person:
                raise
            call.screen.trouble(error)
            content = questions.mend()
            continue
        if not count.result.unproven or not questions.complete(counted):
            return count
        content = questions.content()


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
