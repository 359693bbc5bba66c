"""Looking back: the play history, one finished game of it, what to export, statistics."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from keyhelper import history as book
from keyhelper import render, share
from keyhelper import stats as statistics
from keyhelper.engine import names, store
from keyhelper.engine.ledger import History
from keyhelper.engine.trouble import Trouble, UsageTrouble
from keyhelper.games import SHELF
from keyhelper.plays import Play, day, day_in_words, outcome, time_in_words
from keyhelper.render import Screen
from keyhelper.verbs.call import Call
from keyhelper.verbs.picking import game_of

_WAYS = "`history`, `history show NAME`, `history export [NAME]`, `history rebuild`, " \
        "`history forget NAME`"  # fmt: skip


def history(call: Call) -> int:
    """List the finished games, or do what the first word says."""
    words = list(call.given["words"])
    if not words:
        return _list(call)
    task = {"show": _show, "export": _export, "rebuild": _rebuild, "forget": _forget}.get(
        words[0].lower()
    )
    if task is None:
        raise UsageTrouble(f"`history` has no {names.safe(words[0])[:40]!r}", hint=_WAYS)
    return task(call, words[1:])


def stats(call: Call) -> int:
    """Plays, wins, averages and bests of everybody or of one player."""
    _catch_up(call)
    results = book.results(_slug(call))
    name = " ".join(call.given["words"])
    if name:
        document = statistics.of_player(results, name)
        lines = _player_lines(document, call.screen)
    else:
        document = statistics.everybody(results)
        lines = _everybody_lines(document, call.screen) if results else [_nothing(call)]
    if call.as_json:
        call.print_json(document)
        return 0
    call.screen.lines(lines)
    if not results:
        _hint_at_the_first_game(call)
    return 0


def _list(call: Call) -> int:
    _catch_up(call)
    plays = book.plays(_slug(call), call.given["player"])
    if call.as_json:
        call.print_json({"plays": [share.brief_json(play) for play in plays]})
        return 0
    if not plays:
        call.screen.say(_nothing(call))
        _hint_at_the_first_game(call)
        return 0
    for play in plays:
        line = f"{day(play.ended)}  {play.title}: {_points_of(play)} ({play.saved})"
        if call.screen.plain:
            call.screen.say(line)
        else:
            call.screen.lines(render.wrap(line, call.screen.width, indent=" " * 12))
    call.screen.hint("`keyhelper history show NAME` tells one; `keyhelper stats` adds them up")
    return 0


def _show(call: Call, words: list[str]) -> int:
    play = _named(call, words)
    if call.as_json:
        call.print_json(share.as_json(play))
        return 0
    screen = call.screen
    about = [play.title, day_in_words(play.ended), time_in_words(play.minutes)]
    if play.seed:
        about.append(f"seed {play.seed}")
    screen.lines(render.wrap(" · ".join(filter(None, about)), screen.width))
    screen.lines(render.wrap(outcome(play), screen.width))
    screen.say()
    screen.lines(render.standings(play.result, screen))
    ways = [*share.chosen_words(play), *share.reading_words(play)]
    if ways:
        screen.say()
        screen.lines(render.wrap(f"Played with {'; '.join(ways)}", screen.width))
    if play.overruled:
        screen.say()
        screen.say("Recorded against the rules:")
        for each in play.overruled:
            said = f"{each.number:4}   {each.text} ({', '.join(each.rules)})"
            screen.lines(render.wrap(said, screen.width, indent="       "))
    if play.is_counted:
        screen.hint("counted by questions, so there is no ledger of its moves")
    elif _ledger_of(play) is None:
        screen.hint("its ledger was deleted; this is what the play history kept")
    return 0


def _export(call: Call, words: list[str]) -> int:
    form = call.given["form"] or ("json" if call.as_json else "csv")
    if call.as_json and form != "json":
        raise UsageTrouble("`--json` is the form json", hint="give one of `--json` and `--form`")
    if words:
        _put_one(call, form, _named(call, words))
        return 0
    _catch_up(call)
    plays = book.plays(_slug(call), call.given["player"])
    if form == "html":
        if not plays:
            raise Trouble(_nothing(call))
        call.screen.aside(f"The sheet of {plays[0].saved}, the latest of {len(plays)}")
        _put_one(call, form, plays[0])
        return 0
    if form == "bgstats":
        plays = [play for play in plays if play.is_decided]
    put(share.write_many(form, plays, location=call.given.get("location") or ""))
    return 0


def _put_one(call: Call, form: str, play: Play) -> None:
    game, state = _table_of(call, play) if form == "html" else (None, None)
    location = call.given.get("location") or ""
    put(share.write(form, play, game=game, state=state, location=location))


def _rebuild(call: Call, words: list[str]) -> int:
    _no_more(words)
    report = book.rebuild()
    if call.as_json:
        call.print_json(
            {
                "recorded": list(report.recorded),
                "kept": report.kept,
                "unreadable": [{"saved": name, "why": why} for name, why in report.unreadable],
            }
        )
        return 0
    if report.set_aside is not None:
        call.screen.aside(f"The damaged history is kept as {report.set_aside}")
    call.screen.say(f"{_many(len(report.recorded), 'finished game')} read from the saved games")
    if report.kept:
        call.screen.say(f"{_many(report.kept, 'play')} kept that no saved game tells")
    _say_unreadable(call, report)
    return 0


def _forget(call: Call, words: list[str]) -> int:
    play = _named(call, words)
    if _ledger_of(play) is None and not call.given["yes"]:
        question = f"Forget {play.saved} ({outcome(play)}) for good?"
        if not call.prompter.confirm(question, default=False, option="--yes"):
            call.screen.say("Kept")
            return 1
    count = book.forget(play.saved)
    if call.as_json:
        call.print_json({"forgotten": count, "saved": play.saved})
    else:
        call.screen.say(f"Forgot {_many(count, 'play')} of {play.saved}")
    return 0


def put(text: str) -> None:
    """A document to stdout as UTF-8, whatever the system's own encoding is."""
    if sys.stdout is None:  # the caller closed it
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "replace") + b"\n")
    sys.stdout.buffer.flush()


def listing(headers: Sequence[str], rows: Sequence[Sequence[Any]], screen: Screen) -> list[str]:
    """A table where it fits; else, and for a screen reader, a sentence for each row."""
    if not screen.plain:
        columns = [_set(*column) for column in zip(headers, *rows, strict=True)]
        lines = render.table(list(zip(*columns, strict=True)))
        if max(render.columns_of(line) for line in lines) <= screen.width:
            return lines
    lines = []
    for row in rows:
        told = [f"{head} {cell}" for head, cell in zip(headers, row, strict=True) if cell != ""]
        what = _many(row[0], headers[0].removesuffix("s")) if isinstance(row[0], int) else row[0]
        line = f"{what}: {', '.join(told[1:])}"
        lines += [line] if screen.plain else render.wrap(line, screen.width, indent="    ")
    return lines


def _set(head: str, *cells: Any) -> list[str]:
    """A column with its head: figures flush right, words as they are."""
    texts = [head, *map(str, cells)]
    if not any(isinstance(cell, int | Figure) for cell in cells):
        return texts
    width = max(len(each) for each in texts)
    return [each.rjust(width) for each in texts]


class Figure(str):
    """A number that is already set as text, such as `61.5` or `50 %`."""

    __slots__ = ()


def _everybody_lines(document: dict[str, Any], screen: Screen) -> list[str]:
    games = [
        (g["name"], g["plays"], _count_words(g), _decimal(g["average"]),
         _decimal(g["winning_average"]), _best_words(g["best"], with_name=True))
        for g in document["games"]
    ]  # fmt: skip
    players = [
        (p["name"], p["plays"], p["wins"], _shared(p), _percent(p["win_rate"]),
         _decimal(p["average_place"]))
        for p in document["players"]
    ]  # fmt: skip
    bests = [
        (p["name"], g["name"], g["plays"], g["wins"], _decimal(g["average"]),
         _best_words(g["best"]))
        for p in document["players"]
        for g in p["games"]
    ]  # fmt: skip
    counts = [
        (c["name"], c["players"], c["plays"], _decimal(c["average"]),
         _decimal(c["winning_average"]), _best_words(c["best"], with_name=True))
        for c in document["player_counts"]
    ]  # fmt: skip
    # Where every game had one number of players, the table of games has told it all.
    by_count = listing(("game", "players", "plays", "average", "won with", "best"), counts, screen)
    return [
        f"{_many(document['plays'], 'play')}, {_span(document)}",
        "",
        *listing(("game", "plays", "players", "average", "won with", "best"), games, screen),
        "",
        *listing(("player", "plays", "wins", "shared", "rate", "average place"), players, screen),
        "",
        *listing(("player", "game", "plays", "wins", "average", "best"), bests, screen),
        *(["", *by_count] if len(counts) > len(games) else []),
    ]


def _player_lines(document: dict[str, Any], screen: Screen) -> list[str]:
    wins = _many(document["wins"], "win")
    if document["shared_wins"]:
        wins += f" ({document['shared_wins']} shared)"
    rate = document["win_rate"]
    about = [_many(document["plays"], "play"), wins]
    if rate is not None:
        about.append(f"{_percent(rate)} of the games against others")
    games = [
        (g["name"], g["plays"], g["wins"], _percent(g["win_rate"]), _decimal(g["average"]),
         _best_words(g["best"]))
        for g in document["games"]
    ]  # fmt: skip
    counts = [
        (c["players"], c["plays"], c["wins"], _percent(c["win_rate"]),
         _decimal(c["average_place"]))
        for c in document["player_counts"]
    ]  # fmt: skip
    return [
        *render.wrap(f"{document['player']}: {', '.join(about)}", screen.width),
        _span(document),
        "",
        *listing(("game", "plays", "wins", "rate", "average", "best"), games, screen),
        "",
        *listing(("players", "plays", "wins", "rate", "average place"), counts, screen),
    ]


def _points_of(play: Play) -> str:
    """Who won, and what everybody had: `Ann won with 24, Ben 7`."""
    winners = play.result.winners if len(play.result.places) > 1 else ()
    told = [
        f"{place.sheet.player} {'?' if place.sheet.total is None else place.sheet.total}"
        for place in play.result.places
        if place.sheet.player not in winners
    ]
    if winners:
        verb = "won" if len(winners) == 1 else "shared the win"
        if play.result.unproven and len(winners) > 1:
            verb = "tied"
        told.insert(0, f"{names.listed(winners)} {verb} with {play.result.places[0].sheet.total}")
    return ", ".join(told)


def _count_words(game: dict[str, Any]) -> str:
    fewest, most = game["fewest_players"], game["most_players"]
    return str(fewest) if fewest == most else f"{fewest}-{most}"


def _best_words(best: dict[str, Any] | None, *, with_name: bool = False) -> str:
    if best is None:
        return ""
    return f"{best['points']} {best['name']}" if with_name else Figure(best["points"])


def _shared(player: dict[str, Any]) -> Any:
    return player["shared_wins"] or ""


def _decimal(value: float | None) -> str:
    return Figure("" if value is None else f"{value:.1f}")


def _percent(rate: float | None) -> str:
    return Figure("" if rate is None else f"{100 * rate:.0f} %")


def _span(document: dict[str, Any]) -> str:
    first, last = day(document["from"]), day(document["to"])
    return first if first == last else f"{first} to {last}"


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"


def _named(call: Call, words: list[str]) -> Play:
    if not words:
        raise UsageTrouble("Which finished game?", hint="`keyhelper history` lists them")
    _no_more(words[1:])
    _catch_up(call)
    return book.find(words[0])


def _no_more(words: list[str]) -> None:
    if words:
        raise UsageTrouble(f"There is a word too many: {names.safe(words[0])[:40]!r}", hint=_WAYS)


def _slug(call: Call) -> str | None:
    """The game that `--game` means, by slug or by name."""
    given = call.given["game"]
    if not given:
        return None
    return names.choose(given, [entry.slug for entry in SHELF], "game", prefix=True)


def _ledger_of(play: Play) -> store.Ledger | None:
    """The saved game that this play was read from, if it is still there."""
    try:
        ledger = store.load(play.saved)
    except Trouble:
        return None
    return ledger if ledger.header.created == play.created else None


def _table_of(call: Call, play: Play) -> tuple[Any, Any]:
    """The game and its last table, for the boards of a sheet; nothing where they are gone."""
    if play.answers is not None:
        return _table_of_answers(call, play)
    ledger = _ledger_of(play)
    if ledger is None:
        call.screen.aside("Its ledger was deleted, so the sheet has no boards")
        return None, None
    game = game_of(play.game)
    return game, History.replay(game, ledger.header, ledger.events).state


def _table_of_answers(call: Call, play: Play) -> tuple[Any, Any]:
    from keyhelper.answering import table_of

    try:
        game = game_of(play.game)
        return game, table_of(game.counting(), play.answers)
    except (Trouble, ValueError) as error:  # what was typed then may mean nothing now
        call.screen.aside(f"The sheet has no boards: {error}")
        return None, None


def _catch_up(call: Call) -> None:
    _say_unreadable(call, book.catch_up())


def _say_unreadable(call: Call, report: book.Report) -> None:
    for name, why in report.unreadable:
        call.screen.aside(f"{name} is left out: {why}")


def _nothing(call: Call) -> str:
    """Why there is nothing to list: no game at all, or none of those asked for."""
    slug, player = _slug(call), call.given.get("player")
    title = next((entry.name for entry in SHELF if entry.slug == slug), "")
    of = f" of {title}" * bool(title) + f" with {names.safe(player or '')[:40]}" * bool(player)
    return f"No finished game{of} is in the play history{' yet' * (not player)}"


def _hint_at_the_first_game(call: Call) -> None:
    call.screen.hint(
        "a game kept with `track` is remembered when it ends; `score --ask` offers to keep a count"
    )
