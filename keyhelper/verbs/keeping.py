"""What can be done with saved games besides playing on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from keyhelper import render
from keyhelper.engine import intake, names, store
from keyhelper.engine.chance import tidy_seed
from keyhelper.engine.ledger import read_move
from keyhelper.engine.trouble import Trouble, UsageTrouble
from keyhelper.telling import boards_of, log_lines
from keyhelper.verbs.call import Call
from keyhelper.verbs.picking import (
    by_seed,
    fitting,
    go_on,
    is_over,
    open_history,
    pick,
    say_damage,
)

if TYPE_CHECKING:
    from keyhelper.table import Table


def show(call: Call) -> int:
    """Show the table as everybody may see it."""
    game = call.game
    history = open_history(call, game)
    state = game.view(history.state, None)
    words = " ".join(call.given["words"])
    player = names.choose(words, state.players, "player", prefix=True) if words else None
    turn = fitting(game, history)
    if call.as_json:
        call.print_json(
            {
                "game": game.info.slug,
                "players": list(state.players),
                "headline": turn.headline,
                "waiting": [ask.prompt for ask in turn.asks],
                "ending": game.ending(history.state),
                "entries": len(history.line),
                "state": state.model_dump(mode="json", by_alias=True),
            }
        )
        return 0
    entries = names.counted(len(history.line), "entry", "entries")
    call.screen.say(f"{turn.headline} · {entries}", bold=True)
    boards = boards_of(game.panels(history.state, None), player)
    call.screen.lines(render.panels(boards, call.screen))
    if turn.asks and game.ending(history.state) is None:
        call.screen.say(f"\nWaiting: {turn.asks[0].prompt}".lstrip("\n"))
    return 0


def log(call: Call) -> int:
    """List the events of the saved game."""
    game = call.game
    history = open_history(call, game)
    if not call.as_json:
        call.screen.lines(log_lines(game, history, call.screen.width))
        return 0
    in_force = {link.number for link in history.line}
    events = []
    for event in history.events:
        entry = event.model_dump(mode="json", exclude_defaults=True)
        if event.move is not None:
            entry["says"] = read_move(game, event.move).says()
        events.append({**entry, "in_force": event.n in in_force})
    header = history.header
    call.print_json({"game": header.game, "seed": header.seed, "events": events})
    return 0


def undo(call: Call) -> int:
    """Take entries of the saved game back."""
    return _with_table(call, lambda table: table.go_back(_how_many(call)))


def redo(call: Call) -> int:
    """Put undone entries of the saved game back."""
    return _with_table(call, lambda table: table.go_forward(_how_many(call)))


def note(call: Call) -> int:
    """Write a remark into the ledger."""
    from keyhelper.table import now

    text = " ".join(call.given["words"]) or call.prompter.ask("Note", option="the text")
    if not text:
        raise UsageTrouble("A note needs a text")

    def write(table: Table) -> None:
        table.record(table.history.note(text, now()))
        table.screen.say(f"Noted in {table.pen.name}")

    return _with_table(call, write)


def _with_table(call: Call, work: Callable[[Table], None]) -> int:
    from keyhelper.table import Table

    game = call.game
    with store.Pen(pick(game, call)) as pen:
        say_damage(call, pen)
        work(Table(game, pen, go_on(call, game, pen), call.screen, call.prompter))
    return 0


def _how_many(call: Call) -> int:
    words = call.given["words"]
    return intake.read_number(words[0], "How many") if words else 1


def saved(call: Call) -> int:
    """List saved games, the one last touched first."""
    rows: list[dict[str, Any]] = []
    found = store.saved_names()
    over = _over() if found else None
    for name in found:
        try:
            ledger = store.load(name)
        except Trouble as error:
            rows.append({"name": name, "problem": error.text})
            continue
        header = ledger.header
        seed = call.given["seed"]
        if seed and header.seed != tidy_seed(seed):
            continue
        rows.append(
            {
                "name": name,
                "game": header.game,
                "players": list(header.players),
                "seed": header.seed,
                "created": header.created,
                "entries": len(ledger.events),
                "over": _is_over(name, header.created, over),
            }
        )
    if call.as_json:
        call.print_json({"saved": rows})
        return 0
    _say_saved(call, rows)
    return 0


def _is_over(name: str, created: str, over: frozenset[tuple[str, str | None]] | None) -> bool:
    return is_over(name) if over is None else bool(over & {(name, created), (name, None)})


def _over() -> frozenset[tuple[str, str | None]] | None:
    """The games that are over, as the play history knows without replaying each of them again."""
    from keyhelper import history

    try:
        return history.over()
    except Trouble:
        return None


def _say_saved(call: Call, rows: list[dict[str, Any]]) -> None:
    unplayed = [row for row in rows if row.get("entries") == 0]
    shown = rows if call.given["every"] or len(unplayed) == len(rows) else [
        row for row in rows if row not in unplayed
    ]  # fmt: skip
    for row in shown:
        if "problem" in row:
            line = f"{row['name']}: {row['problem']}"
        else:
            entries = names.counted(row["entries"], "line in its log", "lines in its log")
            state = "over" if row["over"] else entries
            line = f"{row['name']}: {', '.join(row['players'])}; {state}; seed {row['seed']}"
        call.screen.lines(render.wrap(line, call.screen.width, indent="    "))
    if not rows:
        call.screen.say("No game is saved yet")
        call.screen.hint("`keyhelper tiny-towns track` starts one")
    elif len(shown) < len(rows):
        count = len(rows) - len(shown)
        call.screen.hint(f"{count} setup{'s' * (count > 1)} never played: `keyhelper saved --all`")
    else:
        call.screen.hint("`keyhelper resume NAME` goes on with one")


def delete(call: Call) -> int:
    """Remove a saved game after asking."""
    name = call.given["name"] or by_seed(None, call.given["seed"])
    if not name:
        raise UsageTrouble("Which saved game?", hint="`keyhelper saved` lists them")
    if not store.path_of(name).exists():
        store.load(name)
    if not call.given["yes"]:
        question = f"Delete {name} for good?"
        if not call.prompter.confirm(question, default=False, option="--yes"):
            call.screen.say("Kept")
            return 1
    store.delete(name)
    call.screen.say(f"Deleted {name}")
    return 0
