"""Answers to the questions of a count: where one goes, how it is read and asked for again."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import ValidationError

from keyhelper.drafts import TABLE, Draft
from keyhelper.engine import catalogue, intake, names
from keyhelper.engine.game import Asked, Counting, Position
from keyhelper.engine.trouble import Blank, Closed, Trouble
from keyhelper.prompts import MOST_TRIES, Prompter

_SUM = re.compile(r"\b\d{1,3}(?:\s*\+\s*\d{1,3})+(?=\s*[^\W\d_]{2})")


class Slot(NamedTuple):
    """One question of one count: whose answer it is, where it goes, how to ask."""

    owner: str
    name: str
    asked: Asked

    @property
    def lead(self) -> str:
        return f"{self.owner}: " if self.owner else ""


class Form:
    """All the questions of one game, and what their answers must be like."""

    def __init__(self, counting: Counting[Any]) -> None:
        self.counting = counting
        self.shared = asked_fields(counting.position)
        self.player_model = intake.model_in(counting.position.model_fields["players"].annotation)
        self.each = asked_fields(self.player_model)

    def slots_of(self, owner: str) -> list[Slot]:
        """The questions about a player, or about the table."""
        fields = self.each if owner else self.shared
        return [Slot(owner, name, asked) for name, asked in fields.items()]

    def is_wanted(self, draft: Draft, slot: Slot) -> bool:
        """Whether a question matters after these answers."""
        if slot.asked.when is None:
            return True
        so_far = self.content(draft)
        entry = next((p for p in so_far["players"] if p["name"] == slot.owner), so_far)
        return slot.asked.when({**entry, "table": so_far})

    def content(self, draft: Draft) -> dict[str, Any]:
        """The answers as the position that a file would hold."""
        shared = {name: read(self.shared[name], typed) for name, typed in draft.given(TABLE)}
        players = []
        for player in draft.players:
            answers = {name: read(self.each[name], typed) for name, typed in draft.given(player)}
            players.append({"name": player} | answers)
        return {"game": draft.game} | shared | {"players": players}

    def check(self, draft: Draft, slot: Slot, typed: tuple[str, ...]) -> None:
        """Hold an answer against its field, and against the answers before it."""
        asked = slot.asked
        if asked.lines > 1 and not asked.more and len(typed) < asked.lines:
            (asked.read or str)(typed[-1])
            return
        if asked.lines == 1 and not re.search(r"[^\W_]", typed[-1]):
            shown = names.safe(typed[-1])[:40]
            raise Trouble(f"{shown!r} says nothing", hint="`?` tells what is expected")
        value = read(asked, typed)
        model = self.player_model if slot.owner else self.counting.position
        try:
            model.model_validate({slot.name: value})
        except ValidationError as error:
            wrong = [e for e in error.errors(include_url=False) if e["loc"][:1] == (slot.name,)]
            if wrong:
                raise Trouble(intake.complaint(wrong[0])) from None
        after = self._problems(draft.with_answer(slot.owner, slot.name, typed))
        if after:
            before = self._problems(draft.with_answer(slot.owner, slot.name, ()))
            new = [problem for problem in after if problem not in before]
            bare = draft.model_copy(update={"answers": {}})
            alone = self._problems(bare.with_answer(slot.owner, slot.name, typed))
            if new:
                hint = "" if new[0] in alone else "`back` opens an earlier answer"
                raise Trouble(new[0], more=tuple(new[1:]), hint=hint)

    def _problems(self, draft: Draft) -> list[str]:
        """What speaks against the position of these answers, whoever is still to be asked."""
        heard = tuple(player for player in draft.players if any(draft.given(player)))
        if not heard:
            return []
        try:
            content = self.content(draft.model_copy(update={"players": heard}))
            position = self.counting.position.model_validate(content)
            self.counting.from_position(position)
        except ValidationError as error:
            return intake.explain(error, self.counting.position)
        except Blank:
            raise
        except Trouble as error:
            return [error.text, *error.more]
        return []


def table_of(counting: Counting[Any], answers: Any) -> Any:
    """The table that answers kept as a draft tell, with the values that were typed for them."""
    draft = Draft.model_validate(answers)
    for value in draft.values:
        catalogue.lend(draft.game, *value)
    position = counting.position.model_validate(Form(counting).content(draft))
    return counting.from_position(position)


def fill_gaps(prompter: Prompter, model: type[Position], content: dict[str, Any]) -> dict[str, Any]:
    """Ask for what a position left out and its score needs."""
    each = asked_fields(intake.model_in(model.model_fields["players"].annotation))
    filled = []
    for given in content.get("players", []):
        entry = dict(given)
        for name, asked in each.items():
            if entry.get(name) is None and _is_needed(asked, entry, content):
                value = _filled(prompter, f"{entry.get('name')}: {asked.text}", name, asked)
                entry |= {} if value is None else {name: value}
        filled.append(entry)
    return content | {"players": filled}


def _filled(prompter: Prompter, question: str, name: str, asked: Asked) -> Any:
    for _ in range(MOST_TRIES):
        answer = prompter.ask(f"{question} (Enter: nobody knows)", option=f"`{name}`")
        if not answer:
            return None
        try:
            return read(asked, (answer,))
        except (Trouble, ValueError) as error:
            prompter.screen.trouble(error if isinstance(error, Trouble) else Trouble(str(error)))
    raise Closed


def asked_fields(model: Any) -> dict[str, Asked]:
    """The fields of a model that can be asked for, with how to ask."""
    found: dict[str, Asked] = {}
    for name, info in model.model_fields.items():
        for extra in info.metadata:
            if isinstance(extra, Asked):
                found[info.alias or name] = extra
    return found


def _is_needed(asked: Asked, entry: Mapping[str, Any], content: Mapping[str, Any]) -> bool:
    is_needed = asked.when is not None and asked.when({**entry, "table": content})
    return asked.lines == 1 and (is_needed or asked.for_ties)


def read(asked: Asked, typed: Sequence[str]) -> Any:
    """What the typed lines of an answer mean, as the position takes it."""
    meaning: Callable[[str], Any] = asked.read or str
    lines = [_SUM.sub(_added, line) for line in typed]
    if asked.more:
        return [item for line in lines for item in meaning(line)]
    return meaning(lines[0]) if asked.lines == 1 else [meaning(line) for line in lines]


def _added(found: re.Match[str]) -> str:
    """`3+1` before a word, as people add up heaps: `3+1 hops`."""
    return str(sum(int(part) for part in found.group().split("+")))


def kept(known: Sequence[str]) -> str:
    """An answer as it stands behind its question."""
    return f" [{' / '.join(known)}] (Enter keeps it)" if known else ""


def without_enter(text: str) -> str:
    """A question without what Enter means at first: `cubes left over (Enter: ...)`."""
    return re.sub(r" \(Enter: [^)]*\)|; Enter: [^)]*(?=\))", "", text)


def with_name(line: str, old: str, new: str) -> str:
    """The line with one component's name in place of another's."""
    pattern = r"\s+".join(map(re.escape, old.split()))
    replaced = re.sub(pattern, lambda _: new, line, count=1, flags=re.IGNORECASE)
    return replaced if replaced != line else new


def free_word(words: Sequence[str], players: Sequence[str]) -> str:
    """The first of these words that is nobody's name."""
    return next((word for word in words if names.find(word, players) is None), words[-1])
