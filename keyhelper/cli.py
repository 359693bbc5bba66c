"""The front door: one group for the house, one identical set of verbs for every game.

Help and completion must come up at once, so nothing heavier than Click is imported here; a
verb's own work is in verbs.py, which loads when the verb is used.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from keyhelper import __version__
from keyhelper.games import SHELF, Box

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Verb = Callable[..., None]

GAME_VERBS = {
    "setup": "Draw a setup and say what to do with your hands",
    "track": "Keep the game as you play it, with undo; starts or goes on",
    "validate": "Judge a claimed move and say why, with the rule",
    "score": "Count the final score line by line",
    "show": "Show the table as it stands",
    "log": "List what was recorded",
    "undo": "Take the last entry back",
    "redo": "Put back what was undone",
    "note": "Write a remark into the ledger",
    "cards": "What is in the box, and what you filled in yourself",
    "rules": "Look a rule up by word or id",
    "turn": "How a turn goes, and where you are in it",
}
HOUSE_VERBS = {
    "saved": "List the saved games",
    "resume": "Go on with a saved game where it stopped",
    "delete": "Remove a saved game (asks first)",
    "score": "Count the saved game last played, or share its sheet",
    "history": "The games you finished",
    "stats": "Plays, wins, averages and bests",
}
FORMS = ("html", "markdown", "csv", "csv-wide", "json", "bgstats")


def _completes(what: str) -> Callable[[click.Context, click.Parameter, str], list[str]]:
    """What Tab offers there; looked up only when it is pressed."""

    def offer(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
        from keyhelper import completing

        return completing.words(what, ctx, incomplete)

    return offer


def shared_options(command: Verb) -> Verb:
    """The options that every command takes."""
    for decorate in (
        click.option("--no-color", is_flag=True, help="No colour (NO_COLOR works too)."),
        click.option("--plain", is_flag=True, help="Flat lines for a screen reader."),
        click.option("--no-input", is_flag=True, help="Never ask; a missing answer is an error."),
        click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout."),
    ):
        command = decorate(command)
    return command


def saved_options(command: Verb) -> Verb:
    """The options that pick a saved game."""
    command = click.option("--seed", help="The saved game with this seed.")(command)
    return click.option(
        "--saved", metavar="NAME", help="The saved game of this name.",
        shell_complete=_completes("saved"),
    )(command)  # fmt: skip


def _do(verb: str, box: Box | None = None) -> Verb:
    """The work of a verb, loaded when it is called; troubles become messages and exit codes."""

    def work(**given: Any) -> None:
        from keyhelper import verbs

        raise click.exceptions.Exit(verbs.run(verb, box, given))

    return work


def _setup(box: Box) -> click.Command:
    from keyhelper.verbs.options import game_options

    command = shared_options(_do("setup", box))
    for option in game_options(box.open()):
        command = option(command)
    command = click.option("--no-save", is_flag=True, help="Do not keep this setup.")(command)
    command = click.option("--save", metavar="NAME", help="Keep it under this name.")(command)
    command = click.option("--show-secrets", is_flag=True, help="Show secret deals too.")(command)
    command = _setup_seeds(command)
    command = click.argument("players", nargs=-1, shell_complete=_completes("players"))(command)
    return click.command("setup", help=GAME_VERBS["setup"] + ".")(command)


def _setup_seeds(command: Verb) -> Verb:
    command = click.option("--draw-seats", is_flag=True, help="Draw who sits where.")(command)
    command = click.option("--secret-seed", help="Seed of what is dealt in secret.")(command)
    command = click.option(
        "--reading", "readings", multiple=True, metavar="RULE=READING",
        help="Play a contested rule another way (`rules --contested` lists them).",
        shell_complete=_completes("readings"),
    )(command)  # fmt: skip
    return click.option("--seed", help="Any words; the same seed gives the same setup.")(command)


def _track(box: Box) -> click.Command:
    from keyhelper.verbs.options import game_options

    command = shared_options(_do("track", box))
    for option in game_options(box.open()):
        command = option(command)
    command = click.option("--new", is_flag=True, help="Start a new game.")(command)
    command = click.option(
        "--saved", metavar="NAME", help="Go on with this one.", shell_complete=_completes("saved")
    )(command)
    command = click.option("--save", metavar="NAME", help="Keep a new game under it.")(command)
    command = _setup_seeds(command)
    command = click.argument("players", nargs=-1, shell_complete=_completes("players"))(command)
    return click.command("track", help=GAME_VERBS["track"] + ".")(command)


def _validate(box: Box) -> click.Command:
    command = saved_options(shared_options(_do("validate", box)))
    command = click.option("--move", metavar="JSON", help="The whole move as JSON.")(command)
    command = click.option(
        "--position", metavar="FILE", help="Judge on this position; `-` reads stdin."
    )(command)
    command = click.argument(
        "fields", nargs=-1, metavar="[FIELD=VALUE]...", shell_complete=_completes("fields")
    )(command)
    command = click.argument("kind", required=False, shell_complete=_completes("kinds"))(command)
    return click.command("validate", help=GAME_VERBS["validate"] + ".")(command)


def _score(box: Box) -> click.Command:
    command = saved_options(shared_options(_do("score", box)))
    command = click.option("--ask", is_flag=True, help="Count by questions.")(command)
    command = _share_option(command)
    command = click.argument("file", required=False)(command)
    return click.command("score", help=GAME_VERBS["score"] + " (FILE, saved game or questions).")(
        command
    )


def _share_option(command: Verb) -> Verb:
    command = _location_option(command)
    return click.option(
        "--share", type=click.Choice(FORMS), help="Write the sheet to stdout in this form."
    )(command)


def _location_option(command: Verb) -> Verb:
    return click.option("--location", metavar="TEXT", help="Where it was played, for bgstats.")(
        command
    )


def _last_score() -> click.Command:
    command = saved_options(shared_options(_do("score")))
    return click.command("score", help=HOUSE_VERBS["score"] + ".")(_share_option(command))


def _history() -> click.Command:
    command = shared_options(_do("history"))
    command = click.option("--yes", is_flag=True, help="Do not ask.")(command)
    command = click.option(
        "--player",
        metavar="NAME",
        help="Only games with them.",
        shell_complete=_completes("players"),
    )(command)
    command = click.option(
        "--game", metavar="GAME", help="Only this game.", shell_complete=_completes("games")
    )(command)
    command = _location_option(command)
    command = click.option(
        "--form", type=click.Choice(FORMS), help="What `export` writes; csv unless given."
    )(command)
    metavar = "[show NAME | export [NAME] | rebuild | forget NAME]"
    command = click.argument(
        "words", nargs=-1, metavar=metavar, shell_complete=_completes("history")
    )(command)
    return click.command("history", help=HOUSE_VERBS["history"] + ".")(command)


def _stats() -> click.Command:
    command = shared_options(_do("stats"))
    command = click.option(
        "--game", metavar="GAME", help="Only this game.", shell_complete=_completes("games")
    )(command)
    command = click.argument(
        "words", nargs=-1, metavar="[PLAYER]", shell_complete=_completes("players")
    )(command)
    return click.command("stats", help=HOUSE_VERBS["stats"] + ".")(command)


def _with_words(verb: str, box: Box, metavar: str) -> click.Command:
    """A verb that takes free words and a saved game."""
    command = saved_options(shared_options(_do(verb, box)))
    command = click.argument("words", nargs=-1, metavar=metavar)(command)
    return click.command(verb, help=GAME_VERBS[verb] + ".")(command)


def _cards(box: Box) -> click.Command:
    command = shared_options(_do("cards", box))
    command = click.option("--blank", is_flag=True, help="Only what is not filled in.")(command)
    command = click.option("--seed", hidden=True)(command)
    metavar = "[NAME | set NAME FIELD=VALUE | export [FILE] | import FILE]"
    command = click.argument(
        "words", nargs=-1, metavar=metavar, shell_complete=_completes("cards")
    )(command)
    return click.command("cards", help=GAME_VERBS["cards"] + ".")(command)


def _rules(box: Box) -> click.Command:
    command = shared_options(_do("rules", box))
    command = click.option("--seed", hidden=True)(command)
    command = click.option("--coverage", is_flag=True, help="Count who checks them.")(command)
    command = click.option("--contested", is_flag=True, help="Only where sources differ.")(command)
    command = click.option(
        "--unchecked", is_flag=True, help="Only what keyhelper cannot check."
    )(command)  # fmt: skip
    command = click.argument(
        "words", nargs=-1, metavar="[WORD]...", shell_complete=_completes("rules")
    )(command)
    return click.command("rules", help=GAME_VERBS["rules"] + ".")(command)


def _query(box: Box, name: str) -> click.Command:
    from keyhelper.verbs.options import query_parameters

    command = saved_options(shared_options(_do(f"query:{name}", box)))
    for parameter in query_parameters(box.open(), name):
        command = parameter(command)
    return click.command(name, help=dict(box.queries)[name] + ".")(command)


def _saved() -> click.Command:
    command = shared_options(_do("saved"))
    command = click.option("--seed", help="Only the game with this seed.")(command)
    command = click.option("--all", "every", is_flag=True, help="Also setups never played.")(
        command
    )
    return click.command("saved", help=HOUSE_VERBS["saved"] + ".")(command)


def _resume() -> click.Command:
    command = shared_options(_do("resume"))
    command = click.option("--seed", help="The game with this seed.")(command)
    command = click.argument("name", required=False, shell_complete=_completes("saved"))(command)
    return click.command("resume", help=HOUSE_VERBS["resume"] + ".")(command)


def _delete() -> click.Command:
    command = shared_options(_do("delete"))
    command = click.option("--seed", help="The game with this seed.")(command)
    command = click.option("--yes", is_flag=True, help="Do not ask.")(command)
    command = click.argument("name", required=False, shell_complete=_completes("saved"))(command)
    return click.command("delete", help=HOUSE_VERBS["delete"] + ".")(command)


class GameGroup(click.Group):
    """The verbs of one game; the game's modules load when a verb needs them."""

    def __init__(self, box: Box) -> None:
        super().__init__(
            box.slug, help=f"{box.name}, {box.players} players: {box.summary.lower()}."
        )
        self.box = box
        self.makers: dict[str, Callable[[], click.Command]] = {
            "setup": lambda: _setup(box),
            "track": lambda: _track(box),
            "validate": lambda: _validate(box),
            "score": lambda: _score(box),
            "show": lambda: _with_words("show", box, "[PLAYER]"),
            "log": lambda: _with_words("log", box, ""),
            "undo": lambda: _with_words("undo", box, "[HOW MANY]"),
            "redo": lambda: _with_words("redo", box, "[HOW MANY]"),
            "note": lambda: _with_words("note", box, "TEXT..."),
            "cards": lambda: _cards(box),
            "rules": lambda: _rules(box),
            "turn": lambda: _with_words("turn", box, ""),
        }

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.makers, *(name for name, _ in self.box.queries)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in self.makers:
            return self.makers[cmd_name]()
        if cmd_name in dict(self.box.queries):
            return _query(self.box, cmd_name)
        return None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        return super().resolve_command(ctx, _spelt(ctx, self, args))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        _write_commands(formatter, "Commands", [*GAME_VERBS.items(), *self.box.queries])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Names and helps as they stand here: making every command would load the game."""
        from click.shell_completion import CompletionItem

        rows = [*GAME_VERBS.items(), *self.box.queries]
        found = [CompletionItem(name, help=text) for name, text in rows]
        found = [item for item in found if str(item.value).startswith(incomplete)]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]


class House(click.Group):
    """All games and what works across them."""

    makers: dict[str, Callable[[], click.Command]] = {
        "saved": _saved,
        "resume": _resume,
        "delete": _delete,
        "score": _last_score,
        "history": _history,
        "stats": _stats,
    }

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*(box.slug for box in _open_boxes()), *self.makers]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        for box in _open_boxes():
            if box.slug == cmd_name:
                return GameGroup(box)
        return self.makers[cmd_name]() if cmd_name in self.makers else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        closed = {box.slug: box.name for box in SHELF if box not in _open_boxes()}
        if args and args[0] in closed:
            ctx.fail(f"{closed[args[0]]} is on the shelf, but keyhelper does not know it yet.")
        return super().resolve_command(ctx, _spelt(ctx, self, args))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        _write_commands(formatter, "Games", [(b.slug, b.summary) for b in _open_boxes()])
        _write_commands(formatter, "Across games", list(HOUSE_VERBS.items()))


def _spelt(ctx: click.Context, group: click.Group, args: list[str]) -> list[str]:
    """The arguments with a loosely typed command put right; a near miss is answered."""
    known = group.list_commands(ctx)
    if not args or args[0] in known or args[0].startswith("-"):
        return args
    from keyhelper.engine import names

    found = names.find(args[0], known)
    if found is not None:
        return [found, *args[1:]]
    near = names.nearest(args[0], known)
    if near:
        shown = names.safe(args[0])[:40]
        ctx.fail(f"There is no command {shown!r}; did you mean {names.either(near)}?")
    return args


def _open_boxes() -> list[Box]:
    every = bool(os.environ.get("KEYHELPER_OPEN_ALL"))
    return [box for box in SHELF if box.is_open or every]


def _write_commands(
    formatter: click.HelpFormatter, title: str, rows: list[tuple[str, str]]
) -> None:
    with formatter.section(title):
        formatter.write_dl(rows)


@click.group(
    cls=House,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, message="keyhelper %(version)s")
@click.pass_context
def house(ctx: click.Context) -> None:
    """A companion at the table: sets up, keeps, judges and counts board games."""
    if ctx.invoked_subcommand is None:
        greet()


def greet() -> None:
    """Say what is on the shelf and what to type next."""
    width = max(len(box.name) for box in SHELF)
    click.echo("keyhelper: set up, keep, judge and count the game on your table\n")
    for box in SHELF:
        works = "setup, track, validate, score" if box in _open_boxes() else "not yet"
        click.echo(f"  {box.name:{width}}  {box.players} players   {works}")
    click.echo("\nhint: `keyhelper tiny-towns setup Ann Ben Cy` lays out a game to begin with")
    if _has_saved_games():
        click.echo("      `keyhelper resume` goes on with the game you kept last")


def _has_saved_games() -> bool:
    from keyhelper.engine.folders import home

    try:
        return any(name.endswith(".jsonl") for name in os.listdir(home() / "games"))
    except OSError:
        return False


def main() -> None:
    """Run the front door; a closed pipe or a full disk is no reason for a traceback."""
    # One short command makes no garbage worth looking for, neither now nor when Python leaves;
    # looking costs a fifth of its time.
    gc.disable()
    atexit.register(gc.freeze)
    try:
        code = house.main(prog_name="keyhelper", standalone_mode=False)
        if sys.stdout is not None:  # as it is where the caller closed it: `keyhelper history >&-`
            sys.stdout.flush()
    except click.ClickException as error:
        code = _explained(error)
    except click.Abort:
        code = 1
    except BrokenPipeError:
        # The reader has gone (`keyhelper log | head`); nothing more can be said to it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        click.echo(f"The answer could not be written: {error.strerror or error}", err=True)
        code = 1
    sys.exit(code if isinstance(code, int) else 0)


def _explained(error: click.ClickException) -> int:
    """Click's own message, with nothing in it that could steer a terminal."""
    from keyhelper.engine import names

    context = error.ctx if isinstance(error, click.UsageError) else None
    click.UsageError(names.safe(error.format_message()), context).show()
    return error.exit_code
