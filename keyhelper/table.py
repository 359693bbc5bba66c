"""The tracking loop at the table: prompts, one-line moves, undo, secrets, overruling."""

from __future__ import annotations

import gc
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from keyhelper import amending, menu, render
from keyhelper.box_keeper import BoxKeeper
from keyhelper.engine import catalogue, intake, ledger, names, phrases
from keyhelper.engine.game import Ask, Game, Move, Turn
from keyhelper.engine.ledger import Event, History, Link, read_move
from keyhelper.engine.scoring import standings
from keyhelper.engine.store import Pen
from keyhelper.engine.trouble import Cancelled, Closed, Interrupted, NextLine, Trouble
from keyhelper.engine.verdict import Ruling, Verdict
from keyhelper.prompts import Prompter, ask_missing, settle_doubts
from keyhelper.render import Screen
from keyhelper.telling import boards_of, event_text, log_lines, overruled_lines, said_of
from keyhelper.turn_sheet import turn_lines

_MOST = 8  # rules shown whole
_FAR = 9  # entries; taking back more is worth a question


def now() -> str:
    """The time as it stands in a ledger."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Table:
    """One game open at the table."""

    def __init__(
        self, game: Game[Any], pen: Pen, history: History[Any], screen: Screen, prompter: Prompter
    ) -> None:
        self.game = game
        self.pen = pen
        self.history = history
        self.screen = screen
        self.prompter = prompter
        self.refused: tuple[Move, Verdict] | None = None
        self.menu: list[Move] = []
        self.headline = ""
        self.told: Any = None  # the table whose news was told
        self.counted: Any = None  # the table whose final sheet was shown
        self.keeper = BoxKeeper(game.info.slug, pen.name, screen, prompter)
        prompter.complete_with(self._words)
        prompter.commands = frozenset({*menu.COMMANDS, "exit", "q"})
        prompter.look = self._look

    def run(self) -> None:
        """Ask, judge, record, until the game is over or people leave."""
        gc.enable()  # an evening is long; see `cli.main`
        try:
            while self._one_round_of_asking():
                pass
        except Closed:
            pass
        name = self.pen.name
        is_over = self.game.ending(self.history.state) is not None
        on = f"`keyhelper history show {name}`" if is_over else f"`keyhelper resume {name}` goes on"
        self._say(f"Saved as {name}, {self._entries()}; {on}")

    def has_secrets_to_show(self) -> bool:
        """Whether somebody is to look at something in private next."""
        asks = self.game.turn(self.history.state).asks
        return bool(asks) and asks[0].secret_for is not None

    def settle_secrets(self) -> None:
        """Let everybody look at what was dealt to them, and answer, before anything else."""
        try:
            while self.has_secrets_to_show():
                if not self._answer(self.game.turn(self.history.state).asks[0]):
                    return
        except Closed:
            return

    def record(self, event: Event) -> None:
        """Tried out, then on the disk, then in memory: what is said to be recorded is."""
        self.history.try_out(event)
        self.pen.append(event)
        self.history.apply(event)

    def _one_round_of_asking(self) -> bool:
        state = self.history.state
        try:
            over, turn = self.game.ending(state), self.game.turn(state)
        except ledger.DOES_NOT_FIT as error:  # an amended table may be none that can be played
            return self._at_a_loss(f"The table cannot be played on as it stands ({error})")
        if over is not None:
            return self._at_the_end(over)
        is_secret = bool(turn.asks) and turn.asks[0].secret_for is not None
        if turn.headline != self.headline and not is_secret:
            self.show_table(turn)
        if turn.news and self.told is not state:
            self.told = state
            for line in turn.news:
                self._say(f"  {line}")
        if not turn.asks:
            return self._at_a_loss("The game waits for nothing, and is not over")
        return self._answer(turn.asks[0])

    def _at_a_loss(self, why: str) -> bool:
        self.screen.aside(names.safe(why))
        return self._obey(self.prompter.ask("`undo` goes back, `amend` puts it right"), None)

    def _at_the_end(self, over: str) -> bool:
        if self.history.state is not self.counted:
            self.counted = self.history.state
            self.screen.say()
            self._say(over, bold=True)
            self.screen.say()
            self.say_score()
            self._remember()
        answer = self.prompter.ask("The game is over; Enter to leave, `undo` to go back")
        return bool(answer) and self._obey(answer, None)

    def _remember(self) -> None:
        """Put the finished game into the play history; the ledger is safe whatever happens."""
        from keyhelper.history import remember

        warning = remember(self.pen.name, self.history)
        if warning:
            self.screen.aside(warning)

    def _answer(self, ask: Ask) -> bool:
        """Put one question and deal with the line typed; False when people leave."""
        hint = f" ({ask.hint})" if ask.hint else ""
        question = f"{ask.prompt}{hint}"
        if ask.secret_for is None:
            self._say_choices(ask)
            return self._obey(self.prompter.ask(question), ask)
        before = self.history.state
        try:
            self.prompter.hand_over(ask.secret_for)
        except Interrupted as instead:
            return self._obey(instead.line, None)
        try:
            for line in ask.secret_lines:
                self.screen.lines(render.wrap(line, self.screen.width))
            self._say_choices(ask)
            while self.history.state is before:
                if not self._obey(self.prompter.ask(question), ask):
                    return False
        finally:
            self.prompter.cover()
            self.headline = ""  # the screen is empty now: show the table again
        return True

    def _say_choices(self, ask: Ask) -> None:
        for number, (label, _) in enumerate(ask.choices, start=1):
            self._say(f"  {number}  {label}")

    def _obey(self, line: str, ask: Ask | None) -> bool:
        """Do what the line says; troubles are told and nothing is lost."""
        word, _, rest = line.partition(" ")
        try:
            if word.casefold() in {"quit", "exit", "q"} and not rest:
                return False
            command = self._command(word.casefold()) or self._query(word.casefold())
            if command is None:
                self.refused = None  # `!` means the line before it, not one long ago
            if command is not None:
                command(rest.strip())
            elif not line:
                self._on_enter(ask)
            elif (picked := self._picked(line, ask)) is not None:
                self._judge(self.game.fill(self.history.state, picked), ask, overrule=False)
            else:
                self._read(line, ask)
        except Cancelled:
            self.screen.aside("  Called off; nothing was recorded")
        except NextLine as after:
            asks = self.game.turn(self.history.state).asks
            return self._obey(after.line, asks[0] if asks else None)
        except Interrupted as instead:
            self.screen.aside("  Called off; nothing was recorded")
            if instead.line.casefold() in {"undo", "back"}:
                return True  # what was begun is what they want to be rid of
            return self._obey(instead.line, ask)
        except Trouble as error:
            self.screen.trouble(error)
        except ledger.DOES_NOT_FIT as error:  # a table that was amended may be judged by no rule
            self._say(
                f"  That does not fit this table ({names.safe(str(error))}); nothing recorded"
            )
        return True

    def _command(self, word: str) -> Callable[[str], None] | None:
        return {
            "?": self._say_menu,
            "help": self._say_help,
            "why": self._say_why,
            "!": self._overrule,
            "undo": self._go_far_back,
            "redo": lambda rest: self.go_forward(_at_least_one(rest)),
            "back": self._go_far_back,
            "log": self._say_log,
            "edit": self._edit,
            "note": self._note,
            "amend": self._amend,
            "score": lambda rest: self.say_score(),
            "show": self._show,
            "peek": self._peek,
            "rules": self._say_rules,
            "turn": self._say_turn,
        }.get(word)

    def _look(self, line: str) -> bool:
        """Obey a command that only shows something, in the middle of another question."""
        word, _, rest = line.partition(" ")
        show = self._command(word.casefold()) if word.casefold() in menu.LOOKS else None
        if show is None:
            return False
        try:
            show(rest.strip())
        except Trouble as error:
            self.screen.trouble(error)
        return True

    def _query(self, word: str) -> Callable[[str], None] | None:
        """A question of this game's own, such as `where`; its words stand in order."""
        query = next((query for query in self.game.queries if query.name == word), None)
        if query is None:
            return None

        def answer(rest: str) -> None:
            for line in menu.query_lines(query, self.history.state, rest):
                self.screen.lines(render.wrap(line, self.screen.width, indent="    "))

        return answer

    def _picked(self, line: str, ask: Ask | None) -> Move | None:
        """The move that a number stands for: of the menu just shown, else of the question."""
        number = line.removeprefix("#")
        if not (number.isascii() and number.isdigit() and len(number) < 4):
            return None
        if number == line and menu.wants_a_number(self.game, ask):
            return None  # the digits answer the question itself; `#2` picks from the menu
        moves = self.menu or [move for _, move in (ask.choices if ask else ())]
        if 0 < int(number) <= len(moves):
            return moves[int(number) - 1]
        if ask is not None and ask.choices and not self.menu:
            raise Trouble(f"There is no {number} to choose", hint=f"1 to {len(moves)}")
        return None

    def _on_enter(self, ask: Ask | None) -> None:
        if ask is None or ask.enter is None:
            self.screen.aside("  `?` lists what is possible now, `quit` leaves")
            return
        self._judge(self.game.fill(self.history.state, ask.enter), ask, overrule=False)

    def _read(self, line: str, ask: Ask | None) -> None:
        state = self.history.state
        draft = phrases.read_line(self.game, state, line.rstrip("!").strip(), ask)
        draft = ask_missing(self.prompter, self.game, state, draft)
        move = self.game.fill(state, phrases.build_move(self.game, draft))
        self._judge(move, ask, overrule=draft.is_insisted or line.endswith("!"))

    def _judge(self, move: Move, ask: Ask | None, *, overrule: bool) -> None:
        state = self.history.state
        move = settle_doubts(self.prompter, self.game, state, move)
        verdict = self.game.verify(state, move)
        if verdict.ruling is Ruling.ILLEGAL and not overrule:
            self.refused = (move, verdict)
            self.screen.lines(
                render.verdict(self.game, move.says(), verdict, state.readings, self.screen, "  ")
            )
            self._say("  hint: `why` explains the rule; `!` records it anyway")
            return
        if verdict.ruling is not Ruling.ILLEGAL and not self._heed_warnings(move):
            return
        self._record_move(move, verdict, ask)

    def _heed_warnings(self, move: Move) -> bool:
        warnings = self.game.warnings(self.history.state, move)
        for warning in warnings:
            self._say(f"  {warning}")
        if not warnings or self.prompter.confirm(
            "  Do it all the same?", default=False, is_passing=True
        ):
            return True
        raise Cancelled

    def _record_move(self, move: Move, verdict: Verdict, ask: Ask | None) -> None:
        overruled = verdict if verdict.ruling is Ruling.ILLEGAL else None
        if verdict.ruling is not Ruling.LEGAL:
            ledger.refuse_the_impossible(self.game, self.history.state, move)
        before = self.history.state
        self.record(self.history.move(move, now(), overruled))
        self.refused, self.menu = None, []
        is_plain_answer = ask is not None and (
            (ask.given.get("player") == move.player is not None and move.kind == ask.kinds[0])
            or (ask.enter is not None and move.kind == ask.enter.kind)
        )
        said = names.safe(move.says())
        if overruled is not None:
            self._say(f"  Recorded against the rules: {said}")
        elif verdict.ruling is Ruling.UNPROVEN:
            self._say(f"  Recorded, not proven: {said}")
            for reason in verdict.reasons:
                self._say(f"    {reason.text}")
        elif not is_plain_answer:
            self._say(f"  Recorded: {said}")
        instead = self.keeper.offer(self.game.learns(before, move))
        if instead:
            raise NextLine(instead)

    def _overrule(self, rest: str) -> None:
        if self.refused is None:
            raise Trouble("There is no refused move to record")
        move, verdict = self.refused
        self._record_move(move, verdict, None)

    def _go_far_back(self, rest: str) -> None:
        count = _at_least_one(rest)
        there = min(count, len(self.history.line))
        if there > _FAR and not self.prompter.confirm(
            f"  Take {there} entries back?", default=False
        ):
            raise Cancelled
        self.go_back(count)

    def go_back(self, count: int) -> None:
        """Undo that many entries, saying what each was."""
        for _ in range(max(1, min(count, 1000))):
            deed = self.history.last_deed
            self.record(self.history.undo(now()))
            self._look_again()
            if deed is None:
                continue
            self._say(f"  Undone: {names.safe(event_text(self.game, deed))}")
            if deed.move is not None and menu.holds_a_secret(read_move(self.game, deed.move)):
                self._say("    it held a secret that somebody may have seen meanwhile")

    def go_forward(self, count: int) -> None:
        """Redo that many entries."""
        for _ in range(max(1, min(count, 1000))):
            self.record(self.history.redo(now()))
            self._look_again()
            deed = self.history.last_deed
            if deed is not None:
                self._say(f"  Redone: {names.safe(event_text(self.game, deed))}")

    def _look_again(self) -> None:
        """The table is another: show it; what was refused or listed before means nothing now."""
        self.headline, self.refused, self.menu = "", None, []

    def _say_log(self, rest: str) -> None:
        last = intake.read_number(rest, "How many") if rest else None
        self.screen.lines(log_lines(self.game, self.history, self.screen.width, last))

    def _edit(self, rest: str) -> None:
        number, _, line = rest.partition(" ")
        if not number:
            raise Trouble("Which entry?", hint="`log` shows their numbers; `edit 12` changes one")
        entry = self.history.entry(intake.read_number(number, "The entry"))
        if entry.before is None:
            raise Trouble("The setup cannot be edited", hint="`amend` puts the table right by hand")
        if menu.holds_a_secret(entry.move):
            raise Trouble("That entry is a secret", hint="`undo` back to it; it is asked again")
        if not line.strip():
            line = self._ask_instead(entry)
        if not line:
            raise Cancelled
        state = entry.before.state
        given = {"player": entry.move.player} if entry.move and entry.move.player else {}
        ask = Ask("", (entry.move.kind,), given) if entry.move else None
        draft = phrases.read_line(self.game, state, line.rstrip("!").strip(), ask)
        draft = ask_missing(self.prompter, self.game, state, draft)
        move = self.game.fill(state, phrases.build_move(self.game, draft))
        move = settle_doubts(self.prompter, self.game, state, move)
        drop = line.rstrip().endswith("!")
        event = self.history.edit(entry.number, move, now(), drop=drop)
        self.record(event)
        self._look_again()
        self._say(f"  Entry {entry.number} is now: {names.safe(move.says())}")
        if event.drop_from is not None:
            self.screen.say(f"  Entries from {event.drop_from} on are left out")

    def _ask_instead(self, entry: Link[Any]) -> str:
        """The move that shall stand in an entry's place."""
        while True:
            line = self.prompter.ask(f"  Instead of: {said_of(entry)}; Enter: as it is")
            if self._look(line):
                continue
            if line and line.split()[0].casefold() in self.prompter.commands:
                raise Interrupted(line)
            return line

    def _note(self, text: str) -> None:
        if not text:
            raise Trouble("A note needs a text", hint="`note Ben took his turn back`")
        self.record(self.history.note(text, now()))
        self.screen.say("  Noted")

    def _amend(self, text: str) -> None:
        if not text:
            parts = ", ".join(self.game.state.model_fields)
            raise Trouble("What should be put right?", hint=f"`amend PLACE VALUE`; one of: {parts}")
        state = self.history.state
        public = self.game.view(state, None).model_dump(mode="json")
        made = amending.read(text, state.model_dump(mode="json"), public)
        self.record(self.history.amend(made.changes, now()))
        self._look_again()
        self._say(f"  Amended {names.safe(made.says())}")

    def show_table(self, turn: Turn) -> None:
        """The headline and every board, compactly."""
        self.headline = turn.headline
        self.screen.say()
        for line in render.headline(f"{turn.headline} · {self._entries()}, saved", self.screen):
            self.screen.say(line, bold=True)
        boards = self.game.panels(self.history.state, None)
        self.screen.lines(render.panels(boards, self.screen))
        self.screen.say()

    def _say(self, text: str, *, bold: bool = False) -> None:
        """A sentence on as many lines as it needs; all but the first stand further in."""
        indent = " " * (len(text) - len(text.lstrip(" ")) + 2)
        for line in render.wrap(text, self.screen.width, indent):
            self.screen.say(line, bold=bold)

    def _entries(self) -> str:
        return names.counted(len(self.history.line), "entry", "entries")

    def _show(self, who: str) -> None:
        state = self.history.state
        player = names.choose(who, state.players, "player", prefix=True) if who else None
        boards = boards_of(self.game.panels(state, None), player)
        self.screen.lines(render.panels(boards, self.screen))

    def _peek(self, who: str) -> None:
        self.headline = ""  # the screen will be empty: show the table again
        menu.peek(self.prompter, self.game, self.history.state, who)

    def say_score(self) -> None:
        """The sheet so far, or the final one with what the table overruled."""
        state = self.history.state
        is_over = self.game.ending(state) is not None
        # What lies behind a screen stays there until the end, whoever asks for the score.
        seen = state if is_over else self.game.view(state, None)
        result = standings(self.game.score(seen))
        self.screen.lines(render.standings(result, self.screen))
        if seen != state and standings(self.game.score(state)) != result:
            self.screen.say("So far, without what is secret")
        self.screen.lines(overruled_lines(self.history, self.screen.width))

    def _say_menu(self, rest: str) -> None:
        state = self.history.state
        asks = self.game.turn(state).asks
        for ask in asks:
            self._say(f"  Waiting: {names.safe(ask.prompt)}")
        self.menu, has_more = menu.possible_moves(self.game, state)
        sign = "#" if asks and menu.wants_a_number(self.game, asks[0]) else ""
        kinds = [kind for ask in asks for kind in ask.kinds]
        self.screen.lines(menu.menu_lines(self.menu, kinds, sign, self.screen.width, has_more))

    def _say_help(self, rest: str) -> None:
        self.screen.lines(menu.help_lines(self.game, menu.COMMANDS, self.screen.width))

    def _say_why(self, rest: str) -> None:
        if self.refused is None:
            raise Trouble("Nothing was refused just now")
        for rule_id in dict.fromkeys(self.refused[1].rules):
            rule = catalogue.rule(self.game.info.slug, rule_id)
            self.screen.lines(menu.why_lines(rule, self.history.state.readings, self.screen.width))

    def _say_rules(self, word: str) -> None:
        from keyhelper.rulebook import rule_lines, search_rules

        found = search_rules(self.game.info.slug, word.split())
        self.screen.lines(rule_lines(found[:_MOST], self.history.state.readings, self.screen))
        if len(found) > _MOST:
            rest = f"and {len(found) - _MOST} more: " + ", ".join(r.id for r in found[_MOST:][:40])
            self._say(f"  {rest}")

    def _say_turn(self, rest: str) -> None:
        now = self.game.turn(self.history.state)
        self.screen.lines(turn_lines(self.game.info.slug, now, self.screen.width))

    def _words(self) -> list[str]:
        return menu.table_words(self.game, self.history.state)


def _at_least_one(text: str) -> int:
    count = intake.read_number(text or "1", "How many")
    if count < 1:
        raise Trouble("How many? At least one")
    return count
