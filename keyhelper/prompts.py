"""Asks the questions a model needs; the only file that prompts.

Questions go to the terminal, or to stderr when answers come through a pipe. Where nobody may
be asked, a missing answer is an error that names the option to give instead.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from keyhelper.engine import names, phrases
from keyhelper.engine.game import Game, Move
from keyhelper.engine.trouble import Cancelled, Closed, Interrupted, Trouble, Unanswered
from keyhelper.render import Screen, columns_of, wrap

_LONGEST_ANSWER = 5_000
_MOST_SHOWN = 60  # words offered to a `?`
_ROOM = 16  # columns that an answer should have beside its question
_LONGEST_READ = 50_000
MOST_TRIES = 20  # a pipe that keeps answering nonsense must come to an end


class Prompter:
    """Asks people, one line at a time."""

    def __init__(self, screen: Screen, *, may_ask: bool = True) -> None:
        self.screen = screen
        self.may_ask = may_ask
        # A stream that was closed by the caller is None.
        self.is_terminal = all(s is not None and s.isatty() for s in (sys.stdin, sys.stdout))
        # Somebody sits there even where the answer goes to a file: `score --share html > sheet`.
        self.has_person = self.is_terminal or all(
            s is not None and s.isatty() for s in (sys.stdin, sys.stderr)
        )
        # Bytes that are no text become visible marks instead of the end of the line.
        if isinstance(sys.stdin, io.TextIOWrapper):
            with suppress(io.UnsupportedOperation):  # somebody has begun to read
                sys.stdin.reconfigure(errors="replace")
        self.commands: frozenset[str] = frozenset()  # words that are never answers
        self.look: Callable[[str], bool] = lambda line: False  # obeys what only shows something
        self._words: Callable[[], Sequence[str]] = tuple
        self._readline: Any = None

    def ask(self, question: str, *, option: str = "") -> str:
        """One line of answer, without the spaces around it."""
        if not self.may_ask:
            hint = f"give {option}" if option else "leave out `--no-input` to be asked"
            raise Unanswered(f"An answer is missing: {question.strip()}", hint=hint)
        harmless = names.safe(question)
        while True:
            answer = self._line(harmless)
            if len(answer) <= _LONGEST_ANSWER:
                return answer.strip()
            self.screen.aside(f"  That line has more than {_LONGEST_ANSWER:,} letters; left out")

    def _line(self, question: str) -> str:
        try:
            if not self.is_terminal:
                return self._beside(question) if self.has_person else self._from_pipe(question)
            self._start_readline()
            *above, last = wrap(question, self.screen.width - len(" > _"))
            if columns_of(last) > self.screen.width - _ROOM:
                above, last = [*above, last], " "  # an answer needs room, too
            self.screen.lines(above)
            # Where a terminal's settings name the wrong script, half letters would come through.
            return input(f"{last} > ").encode("utf-8", "replace").decode()
        except (EOFError, KeyboardInterrupt):
            self.screen.aside()
            raise Closed from None
        except UnicodeDecodeError:
            self.screen.aside()
            self.screen.aside("That line was not text that can be read; it was left out")
            return ""

    def confirm(
        self, question: str, *, default: bool, option: str = "", is_passing: bool = False
    ) -> bool:
        """Yes or no; an empty line takes the default; anything else is asked again.

        A question in passing is not insisted on: another line than yes or no comes first.
        """
        for _ in range(MOST_TRIES):
            line = self.ask(f"{question} [{'Y/n' if default else 'y/N'}]", option=option)
            answer = line.casefold()
            if answer in {"", "y", "yes", "n", "no"}:
                return default if not answer else answer in {"y", "yes"}
            if self.look(line):
                continue
            if is_passing or answer.split()[0] in self.commands:
                raise Interrupted(line)
            self.screen.aside("  y or n?")
        raise Closed

    def hand_over(self, player: str) -> None:
        """Cover the screen and wait until the right person sits in front of it."""
        self.screen.clear()
        self._remember_lines(False)
        if not self.is_terminal:
            self.screen.aside(f"For {player}'s eyes only:")
            return
        while line := self.ask(
            f"For {player}'s eyes only: pass the screen to {player}, then press Enter"
        ):
            # Whoever types here is not the one whose secret it is.
            if line.split()[0].casefold() in self.commands:
                self._remember_lines(True)
                raise Interrupted(line)
            self.screen.aside("Only Enter uncovers it; `undo` and `quit` work here too")
        self.screen.clear()

    def take_back(self, player: str) -> None:
        """Wait until the secret has been read, then leave no trace of it on the screen."""
        try:
            if self.is_terminal:
                self.ask(f"{player}, press Enter to cover it again")
        finally:
            self.cover()

    def cover(self) -> None:
        """Leave no trace of a secret: neither on the screen nor under the arrow keys."""
        self.screen.clear()
        self._remember_lines(True)

    def _remember_lines(self, is_wanted: bool) -> None:
        if self.is_terminal:
            self._start_readline()
        if self._readline:
            self._readline.set_auto_history(is_wanted)

    def complete_with(self, words: Callable[[], Sequence[str]]) -> None:
        """Offer these words when Tab is pressed."""
        self._words = words

    def _beside(self, question: str) -> str:
        """A line typed at a terminal whose stdout goes elsewhere; it echoes by itself."""
        width = min(self.screen.width, os.get_terminal_size(sys.stderr.fileno()).columns)
        *above, last = wrap(question, width - len(" > _"))
        for line in above:
            self.screen.aside(line)
        sys.stderr.write(f"{last} > ")
        sys.stderr.flush()
        line = sys.stdin.readline(_LONGEST_READ)
        if not line:
            raise EOFError
        return line

    def _from_pipe(self, question: str) -> str:
        if sys.stderr is not None:
            sys.stderr.write(f"{question} > ")
            sys.stderr.flush()
        line = rest = sys.stdin.readline(_LONGEST_READ) if sys.stdin is not None else ""
        while len(rest) == _LONGEST_READ and not rest.endswith("\n"):
            rest = sys.stdin.readline(_LONGEST_READ)  # a line without end must not fill the memory
        if not line:
            raise EOFError
        # Echo the answer, so that what a script did can be read afterwards.
        self.screen.aside(line.strip()[:200])
        return line

    def _start_readline(self) -> None:
        if self._readline is not None:
            return
        try:
            import readline
        except ImportError:  # Windows has none; editing then is what the terminal offers
            self._readline = False
            return
        self._readline = readline
        readline.set_completer(self._completion)
        readline.set_completer_delims(" ,=")
        readline.parse_and_bind("tab: complete")

    def _completion(self, text: str, number: int) -> str | None:
        start = text.casefold()
        matches = [word for word in self._words() if word.casefold().startswith(start)]
        return f"{matches[number]} " if number < len(matches) else None


def pick(prompter: Prompter, question: str, labels: Sequence[str]) -> int:
    """The number of the label that is chosen, from 0; an empty line calls it off."""
    for number, label in enumerate(labels, start=1):
        for line in wrap(f"  {number}  {label}", prompter.screen.width, indent="     "):
            prompter.screen.say(line)
    for _ in range(MOST_TRIES):
        answer = prompter.ask(f"  {question} (1 to {len(labels)}; Enter: call it off)")
        if not answer:
            raise Cancelled
        if answer.isascii() and answer.isdigit() and 0 < int(answer[:9]) <= len(labels):
            return int(answer) - 1
        if answer.split()[0].casefold() in prompter.commands:
            if prompter.look(answer):
                continue
            raise Interrupted(answer)
        try:
            return labels.index(names.choose(answer, labels, "choice", prefix=True))
        except Trouble as error:
            prompter.screen.trouble(error)
    raise Closed


def settle_doubts(prompter: Prompter, game: Game[Any], state: Any, move: Move) -> Move:
    """The move that is meant, asked for where it could be several."""
    for _ in range(MOST_TRIES):
        doubt = game.doubt(state, move)
        if doubt is None:
            break
        chosen = pick(prompter, doubt.question, [label for label, _ in doubt.choices])
        move = doubt.choices[chosen][1]
    return move


def ask_missing(
    prompter: Prompter, game: Game[Any], state: Any, draft: phrases.Draft
) -> phrases.Draft:
    """Ask for each field of a move that was not said; an empty line calls it off."""
    given = dict(draft.given)
    is_insisted = False
    for name in draft.missing:
        if name == "player" and len(state.players) == 1:
            given[name] = state.players[0]
            continue
        given[name], insists = _ask_field(prompter, game, state, draft.kind, name, given)
        is_insisted = is_insisted or insists
    return phrases.Draft(draft.kind, given, (), is_insisted)


def _say_expected(prompter: Prompter, what: str, choices: Sequence[str]) -> None:
    """What the question takes, for somebody who types `?` there."""
    some = f": {', '.join(choices[:_MOST_SHOWN])}" if choices else ""
    more = ", ..." if len(choices) > _MOST_SHOWN else ""
    for line in wrap(f"  {what}{some}{more}", prompter.screen.width, indent="    "):
        prompter.screen.say(line)


def _ask_field(
    prompter: Prompter, game: Game[Any], state: Any, kind: str, name: str, given: dict[str, Any]
) -> tuple[Any, bool]:
    """The answer, and whether a `!` stood behind it."""
    info = phrases.field_of(game, kind, name)
    choices = tuple(state.players) if name == "player" else tuple(game.words(state, kind, name))
    suggestion = game.suggest(state, kind, name, given)
    few = game.narrow(state, kind, name, given)
    if few is not None:
        choices = tuple(few)
        suggestion = suggestion or (choices[0] if len(choices) == 1 else None)
    question = info.description or name
    if suggestion:
        question += f" [{suggestion}]"
    elif 0 < len(choices) <= 8:
        question += f" ({', '.join(choices)})"
    if suggestion is None:
        question += "; Enter: call it off"
    for _ in range(MOST_TRIES):
        answer = prompter.ask(f"  {question}", option=f"{info.alias or name}=...")
        if not answer:
            if suggestion is None:
                raise Cancelled
            answer = suggestion
        elif answer == "?":
            _say_expected(prompter, info.description or name, choices)
            continue
        elif answer.split()[0].casefold() in prompter.commands:
            if prompter.look(answer):
                continue
            raise Interrupted(answer)
        said = answer.rstrip("! ") or answer
        try:
            return phrases.read_value(game, state, kind, name, said), said != answer
        except Trouble as error:
            prompter.screen.trouble(error)
    raise Closed
