"""Takes a final position by questions: every answer is kept at once and can be given again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from keyhelper import drafts
from keyhelper.answering import Form, Slot, free_word, kept, with_name, without_enter
from keyhelper.drafts import TABLE, Draft
from keyhelper.engine import box, catalogue, names
from keyhelper.engine.game import Counting
from keyhelper.engine.scoring import Standings
from keyhelper.engine.trouble import Blank, Closed, Trouble, Unanswered
from keyhelper.prompts import MOST_TRIES, Prompter
from keyhelper.render import wrap
from keyhelper.seats import last_seats, read_seats

_MOST_LINES = 200
_PROBES = ("none", "0", "1", "....")  # answers of which one can be read wherever one is missing
_LEAVE = "`back` goes to the question before; `quit` leaves, and the answers are kept"
_FILE = "a position as FILE"


class _Back(Exception):
    """Somebody wants the question before."""


class _Lack(NamedTuple):
    """What a count cannot say yet, as sentences, and whose answers it waits for."""

    gaps: tuple[str, ...]
    owners: tuple[str, ...]
    is_tie: bool = False
    is_refused: bool = False  # it could not be counted at all


class Questions:
    """The questions of one game, asked one by one."""

    def __init__(self, prompter: Prompter, counting: Counting[Any]) -> None:
        self.prompter = prompter
        self.counting = counting
        self.form = Form(counting)
        self.draft = Draft(game=counting.info.slug, players=())
        self._is_kept = False
        self._left_open: set[tuple[str, str]] = set()  # asked twice, and nobody knows

    def take(self) -> dict[str, Any]:
        """The whole position; goes on with a count that was begun, and lets slips be mended."""
        self.draft = self._begun() or self._new()
        self._walk(self._slots, self._is_open)
        return self.mend() if self.prompter.has_person else self.content()

    @property
    def is_kept(self) -> bool:
        """Whether there are answers to go on with another time."""
        return self._is_kept

    def forget(self) -> None:
        """Throw the kept answers away; the count is done."""
        drafts.forget(self.draft.game)

    def content(self) -> dict[str, Any]:
        """The answers so far as the position that a file would hold."""
        return self.form.content(self.draft)

    def mend(self) -> dict[str, Any]:
        """The position after any player's answers, or the names, have been opened again."""
        for _ in range(MOST_TRIES):
            table = free_word(("table", "everybody", "all"), self.draft.players)
            naming = free_word(("names", "players", "seats"), self.draft.players)
            words = (table, naming) if self.form.shared else (naming,)
            offered = ", ".join(f"`{word}`" for word in words)
            told = [
                "A player's name opens their answers again",
                *[f"`{table}` opens those that are the same for everybody"] * (len(words) > 1),
                f"`{naming}` changes who played",
            ]
            try:
                answer = self._line(
                    f"Correct anything? A name, {offered}, or Enter to count", *told
                )
                if not answer:
                    break
                choices = (*self.draft.players, *words)
                chosen = names.choose(answer, choices, "player", prefix=True)
                if chosen == naming:
                    self._mend_names()
                    self._walk(self._slots, self._is_open)
                else:
                    owner = TABLE if chosen == table else chosen
                    self._walk(partial(self.form.slots_of, owner), self._matters)
            except _Back:
                self._walk(self._slots, self._is_open, start=len(self._slots()))
            except Unanswered:
                raise
            except Trouble as error:
                self.prompter.screen.trouble(error)
        return self.content()

    def complete(self, counted: Callable[[Any], Standings]) -> bool:
        """Ask once more for what a count still lacks; whether anything new is known now."""
        lack = self._lack(self.content(), counted)
        wanted = [s for s in self._wanted(lack, counted) if s[:2] not in self._left_open]
        if not wanted:
            return False
        for gap in dict.fromkeys(lack.gaps):
            self._aside(gap)
        self._left_open |= {slot[:2] for slot in wanted}  # whatever is said now is the last word
        try:
            self._walk(
                lambda: wanted,
                lambda s: not self.draft.answer(*s[:2]) and (lack.is_tie or self._matters(s)),
                last=True,
            )
        except Closed:
            if self.prompter.has_person:
                raise
        return any(self.draft.answer(*slot[:2]) for slot in wanted)

    # Who plays, and which questions there are

    def _begun(self) -> Draft | None:
        draft = drafts.load(self.counting.info.slug)
        if draft is None:
            return None
        who = names.listed(draft.players)
        if not self.prompter.confirm(f"Go on counting for {who}?", default=True, option=_FILE):
            return None
        for value in draft.values:
            catalogue.lend(draft.game, *value)
        try:
            self.form.content(draft)
        except (Trouble, ValueError, LookupError):
            self._aside("The answers kept cannot be read any more, so the count begins anew")
            return None
        self._is_kept = True
        return draft

    def _new(self) -> Draft:
        return Draft(game=self.counting.info.slug, players=self._ask_players(()))

    def _ask_players(self, known: tuple[str, ...]) -> tuple[str, ...]:
        most = self.counting.info.most
        last = None if known else last_seats()
        usual = last.players if last is not None else known
        usual = usual if 1 <= len(usual) <= most else ()
        question = f"Who is playing, clockwise? (1 to {most} names)"
        if usual:
            question += f" [{', '.join(usual)}]"
            self.prompter.complete_with(lambda: usual)
        told = "Names with spaces between them, or with commas where a name has two words"
        for _ in range(MOST_TRIES):
            try:
                answer = self._line(question, told, option=_FILE)
                if not answer and usual:
                    return usual
                words = answer.split(",") if "," in answer else answer.split()
                return read_seats(tuple(filter(None, map(str.strip, words))), 1, most).players
            except _Back:
                if known:
                    return known
                self._aside("This is the first question")
            except Unanswered:
                raise
            except Trouble as error:
                self.prompter.screen.trouble(error)
        raise Closed

    def _mend_names(self) -> None:
        players = self._ask_players(self.draft.players)
        if players != self.draft.players:
            self._keep(self.draft.with_players(players))

    def _slots(self) -> list[Slot]:
        return [s for owner in (TABLE, *self.draft.players) for s in self.form.slots_of(owner)]

    def _is_open(self, slot: Slot) -> bool:
        return self.draft.answer(slot.owner, slot.name) is None and self._matters(slot)

    def _matters(self, slot: Slot) -> bool:
        return not slot.asked.for_ties and self.form.is_wanted(self.draft, slot)

    def _walk(
        self,
        slots: Callable[[], Sequence[Slot]],
        is_asked: Callable[[Slot], bool],
        *,
        start: int | None = None,
        last: bool = False,
    ) -> None:
        """Ask one question after the other; `back` opens the one before again."""
        number = 0 if start is None else start
        opened = None
        if start is not None:
            number = opened = self._before(slots(), start)
        while number < len(slots()):
            slot = slots()[number]
            if number == opened or is_asked(slot):
                try:
                    self._ask(slot, last=last)
                except _Back:
                    before = self._before(slots(), number)
                    if before == number and slots() == self._slots():
                        self._mend_names()
                        opened = None
                        continue
                    if before == number:
                        self._aside("This is the first of these questions")
                    number = opened = before
                    continue
            opened = None
            number += 1

    def _before(self, slots: Sequence[Slot], number: int) -> int:
        """The last question before that one which was asked; itself where there is none."""
        earlier = (n for n in reversed(range(number)) if self._was_asked(slots[n]))
        return next(earlier, min(number, len(slots) - 1))

    def _was_asked(self, slot: Slot) -> bool:
        return self.draft.answer(slot.owner, slot.name) is not None and self.form.is_wanted(
            self.draft, slot
        )

    # One question

    def _ask(self, slot: Slot, *, last: bool = False) -> None:
        """Ask for one field until it can be read; an empty line leaves it as it is."""
        known = self.draft.answer(slot.owner, slot.name) or ()
        question = f"{slot.lead}{slot.asked.text}"
        if known:
            question = f"{slot.lead}{without_enter(slot.asked.text)}"
        elif last:
            question += " (Enter: nobody knows)"
        if slot.asked.more:
            typed = self._list(slot, question, known)
        elif slot.asked.lines > 1:
            typed = self._rows(slot, question, known)
        else:
            typed = self._single(slot, question, known)
        self._keep(self.draft.with_answer(slot.owner, slot.name, typed))

    def _single(self, slot: Slot, question: str, known: tuple[str, ...]) -> tuple[str, ...]:
        for _ in range(MOST_TRIES):
            line = self._line(f"{question}{kept(known)}", *self._told(slot, known))
            if not line:
                return known
            if known and line == "-":
                return ()
            if typed := self._fitting(slot, (line,)):
                return typed
        raise Closed

    def _list(self, slot: Slot, question: str, known: tuple[str, ...]) -> tuple[str, ...]:
        """Lines until an empty one; `back` takes the last one off."""
        lines = self.draft.half_typed(slot.owner, slot.name)
        if lines:
            self._aside(f"{slot.lead}so far {'; '.join(lines)}")
        for _ in range(_MOST_LINES):
            asks = f"{slot.lead}{slot.asked.more}" if lines else f"{question}{kept(known)}"
            try:
                line = self._line(asks, *self._told(slot, known))
            except _Back:
                if not lines:
                    raise
                self._aside(f"  Taken off: {lines[-1]}")
                lines = self._keep_half(slot, lines[:-1])
                continue
            if not line:
                return lines or known
            if known and not lines and line == "-":
                return ()
            if typed := self._fitting(slot, (*lines, line)):
                lines = self._keep_half(slot, typed)
        raise Closed

    def _rows(self, slot: Slot, question: str, known: tuple[str, ...]) -> tuple[str, ...]:
        """So many lines; each is checked and kept, and `back` goes to the one before."""
        self._aside(question)
        lines = self.draft.half_typed(slot.owner, slot.name)
        for number, line in enumerate(lines, start=1):
            self._aside(f"  {number} > {line}")
        for _ in range(MOST_TRIES + slot.asked.lines):
            if len(lines) == slot.asked.lines:
                return lines
            now = known[len(lines) : len(lines) + 1]
            try:
                line = self._line(f"  {len(lines) + 1}{kept(now)}", *self._told(slot, known))
            except _Back:
                if not lines:
                    raise
                lines = self._keep_half(slot, lines[:-1])
                continue
            if not line and not now and not lines:
                return ()
            if known and not lines and line == "-":
                return ()
            line = line or "".join(now)
            if not line:
                self._aside(f"  Line {len(lines) + 1} of {slot.asked.lines} is still to come")
            elif typed := self._fitting(slot, (*lines, line)):
                lines = self._keep_half(slot, typed)
        raise Closed

    def _line(self, question: str, *told: str, option: str = "") -> str:
        """One line of answer; asks for help, `back` and `quit` are obeyed."""
        for _ in range(MOST_TRIES):
            line = self.prompter.ask(question, option=option or _FILE)
            match line.casefold():
                case "?" | "help":
                    for text in (*told, _LEAVE):
                        self._aside(f"  {text}")
                case "back" | "undo":
                    raise _Back
                case "quit" | "exit":
                    raise Closed
                case _:
                    return line
        raise Closed

    def _told(self, slot: Slot, known: tuple[str, ...]) -> tuple[str, str]:
        """What `?` tells about a question."""
        if known:
            enter = "Enter keeps what stands there; `-` clears it"
        else:
            enter = "Enter leaves it open; where the count needs it, it is asked again at the end"
        return f"{slot.lead}{without_enter(slot.asked.text)}", enter

    # What an answer must be like

    def _fitting(self, slot: Slot, typed: tuple[str, ...]) -> tuple[str, ...]:
        """The lines, the last of them mended where need be; nothing where they do not do."""
        for _ in range(MOST_TRIES):
            try:
                self.form.check(self.draft, slot, typed)
            except Unanswered:
                raise
            except Blank as blank:
                line = self._learn(blank, typed[-1])
                if not line:
                    return ()
                typed = (*typed[:-1], line)
            except (Trouble, ValueError) as error:
                problem = error if isinstance(error, Trouble) else Trouble(str(error))
                self.prompter.screen.trouble(problem)
                return ()
            else:
                return typed
        raise Closed

    def _learn(self, blank: Blank, line: str) -> str:
        """The line to try next: with what a component says, or with another component's name."""
        self._aside(f"  {blank.text}")
        game = self.draft.game
        kind, name, _ = blank.place
        for _ in range(MOST_TRIES):
            try:
                value = self._line(f"  {blank.question}", blank.text)
            except _Back:
                return ""
            if not value:
                return ""
            meant = names.find(value, tuple(catalogue.entries(game, kind)))
            if meant is not None and meant != name:
                return with_name(line, name, meant)
            check = self.counting.check_value
            problem = check(*blank.place, value) if check else None
            if problem is None:
                break
            self.prompter.screen.trouble(problem)
        else:
            raise Closed
        catalogue.lend(game, *blank.place, value)
        values = (*self.draft.values, (*blank.place, value))
        self.draft = self.draft.model_copy(update={"values": values})
        if self.prompter.confirm("  Keep it in your box for next time?", default=True):
            box.put(game, *blank.place, value)
        return line

    # What a count lacks

    def _lack(self, content: Any, counted: Callable[[Any], Standings]) -> _Lack:
        try:
            result = counted(content)
        except Trouble as error:
            return _Lack((error.text, *error.more), self.draft.players, is_refused=True)
        return _Lack(result.unproven, _unsettled(result), bool(result.winners))

    def _wanted(self, lack: _Lack, counted: Callable[[Any], Standings]) -> list[Slot]:
        """The open questions whose answers would carry this count on."""
        slots = [
            slot
            for owner in (TABLE, *lack.owners)
            for slot in self.form.slots_of(owner)
            if not self.draft.answer(owner, slot.name) and (lack.is_tie or self._matters(slot))
        ]
        helpful = {
            name
            for name in dict.fromkeys(slot.name for slot in slots)
            if self._would_help([s for s in slots if s.name == name], lack, counted)
        }
        return [slot for slot in slots if slot.name in helpful]

    def _would_help(
        self, slots: Sequence[Slot], lack: _Lack, counted: Callable[[Any], Standings]
    ) -> bool:
        """Whether an answer to these would change what is not known."""
        for probe in _PROBES:
            draft = self.draft
            for slot in slots:
                lines = 1 if slot.asked.more else slot.asked.lines
                draft = draft.with_answer(slot.owner, slot.name, [probe] * lines)
            try:
                self.counting.position.model_validate(self.form.content(draft))
            except (Trouble, ValueError):
                continue
            then = self._lack(self.form.content(draft), counted)
            return then.gaps != lack.gaps and (lack.is_refused or not then.is_refused)
        return False

    # Keeping

    def _keep(self, draft: Draft) -> None:
        self.draft = draft
        self._is_kept = drafts.keep(draft)

    def _keep_half(self, slot: Slot, lines: tuple[str, ...]) -> tuple[str, ...]:
        self._keep(self.draft.with_half(slot.owner, slot.name, lines))
        return lines

    def _aside(self, text: str) -> None:
        screen = self.prompter.screen
        for line in wrap(text, screen.width, indent=" " * (len(text) - len(text.lstrip()))):
            screen.aside(line)


def _unsettled(result: Standings) -> tuple[str, ...]:
    """Whose points are missing; where none are, those who share a place."""
    if not result.winners:
        return tuple(p.sheet.player for p in result.places if p.sheet.total is None)
    shared = Counter(place.place for place in result.places)
    return tuple(p.sheet.player for p in result.places if shared[p.place] > 1)
