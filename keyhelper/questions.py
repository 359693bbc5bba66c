"""Takes a final position by questions: every answer is kept at once and can be given again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from keyhelper.engine import box, catalogue, intake, names
from keyhelper.engine.folders import home
from keyhelper.engine.game import Asked, Counting, Frozen, Position
from keyhelper.engine.trouble import Blank, Closed, Trouble, Unanswered
from keyhelper.prompts import MOST_TRIES, Prompter
from keyhelper.seats import ask_seats, last_seats

TABLE = ""  # whose answers are everybody's


class Draft(Frozen):
    """A count that is being taken: who played, and what was typed so far, word for word."""

    game: str
    players: tuple[str, ...]
    answers: dict[str, dict[str, list[str]]] = {}  # player -> field -> typed lines
    values: tuple[tuple[str, str, str, str], ...] = ()  # catalogue, component, field, value


class Questions:
    """The questions of one game, asked one by one."""

    def __init__(self, prompter: Prompter, counting: Counting[Any]) -> None:
        self.prompter = prompter
        self.counting = counting
        self.shared = asked_fields(counting.position)
        self.player_model = intake.model_in(counting.position.model_fields["players"].annotation)
        self.each = asked_fields(self.player_model)
        self.draft = Draft(game=counting.info.slug, players=())

    def take(self) -> dict[str, Any]:
        """The whole position; goes on with a count that was begun, and lets slips be mended."""
        self.draft = self._begun() or self._new()
        for owner in (TABLE, *self.draft.players):
            self._ask_all(owner, is_again=False)
        return self.mend() if self.prompter.is_terminal else self.content()

    def settle_ties(self) -> dict[str, Any]:
        """The position with what only a tie makes people look up."""
        for owner in self.draft.players:
            for name, asked in self.each.items():
                if asked.for_ties:
                    self._ask(owner, name, asked)
        return self.content()

    def forget(self) -> None:
        """Throw the kept answers away; the count is done."""
        self._path.unlink(missing_ok=True)

    def content(self) -> dict[str, Any]:
        """The answers so far as the position that a file would hold."""
        shared = {name: _read(self.shared[name], typed) for name, typed in self._given(TABLE)}
        players = []
        for player in self.draft.players:
            answers = {name: _read(self.each[name], typed) for name, typed in self._given(player)}
            players.append({"name": player} | answers)
        return {"game": self.draft.game} | shared | {"players": players}

    def _begun(self) -> Draft | None:
        try:
            content = json.loads(self._path.read_bytes())
            draft = Draft.model_validate(content)
        except (OSError, ValueError):
            return None
        if draft.game != self.counting.info.slug or not draft.players:
            return None
        who = names.listed(draft.players)
        if not self.prompter.confirm(f"Go on counting for {who}?", default=True):
            return None
        for value in draft.values:
            catalogue.lend(draft.game, *value)
        return draft

    def _new(self) -> Draft:
        players = ask_seats(self.prompter, 1, self.counting.info.most, last_seats()).players
        return Draft(game=self.counting.info.slug, players=players)

    def _ask_all(self, owner: str, *, is_again: bool) -> None:
        fields = self.each if owner else self.shared
        for name, asked in fields.items():
            is_given = name in self.draft.answers.get(owner, {})
            if not asked.for_ties and (is_again or not is_given):
                self._ask(owner, name, asked)

    def mend(self) -> dict[str, Any]:
        """The position after any player's answers have been opened again."""
        for _ in range(MOST_TRIES):
            answer = self.prompter.ask("Correct anything? A name, `table`, or Enter to count")
            if not answer:
                break
            try:
                choices = (*self.draft.players, "table")
                chosen = names.choose(answer, choices, "player", prefix=True)
            except Trouble as error:
                self.prompter.screen.trouble(error)
                continue
            self._ask_all(TABLE if chosen == "table" else chosen, is_again=True)
        return self.content()

    def _ask(self, owner: str, name: str, asked: Asked) -> None:
        """Ask for one field until it can be read; an empty line leaves it as it is."""
        so_far = self.content()
        entry = next((p for p in so_far["players"] if p["name"] == owner), so_far)
        if asked.when is not None and not asked.when({**entry, "table": so_far}):
            return
        known = self.draft.answers.get(owner, {}).get(name)
        for _ in range(MOST_TRIES):
            typed = self._typed(f"{owner}: " if owner else "", name, asked, known)
            if typed and not self._is_fine(partial(self._check, owner, name, asked, typed)):
                continue
            self._keep(owner, name, typed or known or [])
            return
        raise Closed

    def _typed(self, lead: str, name: str, asked: Asked, known: list[str] | None) -> list[str]:
        option = f"`{name}` in a position file"
        earlier = f" [{' / '.join(known)}]" if known else ""
        if asked.more:
            first = self._line(f"{lead}{asked.text}{earlier}", asked, option)
            lines = [first] if first else []
            while lines and lines[-1]:
                lines.append(self._line(f"{lead}{asked.more}", asked, option))
            return lines[:-1]
        if asked.lines == 1:
            answer = self.prompter.ask(f"{lead}{asked.text}{earlier}", option=option)
            return [answer] if answer else []
        self.prompter.screen.aside(f"{lead}{asked.text}{earlier}")
        first = self._line("  1", asked, option)
        if not first and known:
            return []
        return [first, *(self._line(f"  {n}", asked, option) for n in range(2, asked.lines + 1))]

    def _line(self, question: str, asked: Asked, option: str) -> str:
        """One line of several, asked again by itself when it cannot be read."""
        for _ in range(MOST_TRIES):
            line = self.prompter.ask(question, option=option)
            if not line or self._is_fine(partial(asked.read or str, line)):
                return line
        raise Closed

    def _is_fine(self, read: Callable[[], Any]) -> bool:
        """Whether an answer can be read; a value nobody knew yet is asked for and tried."""
        for _ in range(MOST_TRIES):
            try:
                read()
            except Unanswered:
                raise
            except Blank as blank:
                if not self._learn(blank):
                    return False
                continue
            except (Trouble, ValueError) as error:
                problem = error if isinstance(error, Trouble) else Trouble(str(error))
                self.prompter.screen.trouble(problem)
                return False
            return True
        raise Closed

    def _learn(self, blank: Blank) -> bool:
        """Ask what a component says, use it for this count, and offer to keep it for the next."""
        self.prompter.screen.aside(f"  {blank.text}")
        value = self.prompter.ask(f"  {blank.question}")
        if not value:
            return False
        game = self.draft.game
        place = blank.place
        problem = self.counting.check_value(*place, value) if self.counting.check_value else None
        if problem:
            self.prompter.screen.trouble(problem)
            return self._learn(blank)
        catalogue.lend(game, *place, value)
        self.draft = self.draft.model_copy(update={"values": (*self.draft.values, (*place, value))})
        if self.prompter.confirm("  Keep it in your box for next time?", default=True):
            box.put(game, *place, value)
        return True

    def _check(self, owner: str, name: str, asked: Asked, typed: list[str]) -> None:
        """Hold one answer against its model, whatever else is still missing."""
        value = _read(asked, typed)
        model = self.player_model if owner else self.counting.position
        try:
            model.model_validate({name: value})
        except ValidationError as error:
            wrong = [e for e in error.errors(include_url=False) if e["loc"][:1] == (name,)]
            if wrong:
                raise Trouble(
                    names.safe(str(wrong[0]["msg"]).removeprefix("Value error, "))
                ) from None

    def _keep(self, owner: str, name: str, typed: list[str]) -> None:
        mine = self.draft.answers.get(owner, {}) | {name: typed}
        answers = self.draft.answers | {owner: mine}
        self.draft = self.draft.model_copy(update={"answers": answers})
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            text = json.dumps(self.draft.model_dump(mode="json"), ensure_ascii=False)
            self._path.write_text(text, encoding="utf-8")
        except OSError:
            return  # counting goes on; only going on later would not

    def _given(self, owner: str) -> Iterator[tuple[str, list[str]]]:
        return ((n, typed) for n, typed in self.draft.answers.get(owner, {}).items() if any(typed))

    @property
    def _path(self) -> Path:
        return home() / "counts" / f"{self.counting.info.slug}.json"


def fill_gaps(prompter: Prompter, model: type[Position], content: dict[str, Any]) -> dict[str, Any]:
    """Ask for what a position left out and its score needs."""
    each = asked_fields(intake.model_in(model.model_fields["players"].annotation))
    filled = []
    for given in content.get("players", []):
        entry = dict(given)
        for name, asked in each.items():
            if entry.get(name) is None and _matters(asked, entry, content):
                answer = prompter.ask(f"{entry.get('name')}: {asked.text}", option=f"`{name}`")
                if answer:
                    entry[name] = _read(asked, [answer])
        filled.append(entry)
    return content | {"players": filled}


def asked_fields(model: Any) -> dict[str, Asked]:
    """The fields of a model that can be asked for, with how to ask."""
    found: dict[str, Asked] = {}
    for name, info in model.model_fields.items():
        for extra in info.metadata:
            if isinstance(extra, Asked):
                found[info.alias or name] = extra
    return found


def _matters(asked: Asked, entry: Mapping[str, Any], content: Mapping[str, Any]) -> bool:
    is_needed = asked.when is not None and asked.when({**entry, "table": content})
    return asked.lines == 1 and (is_needed or asked.for_ties)


def _read(asked: Asked, typed: list[str]) -> Any:
    read: Callable[[str], Any] = asked.read or str
    if asked.more:
        return [item for line in typed for item in read(line)]
    return read(typed[0]) if asked.lines == 1 else [read(line) for line in typed]
