"""Answers to the questions of a count: where one goes, how it is read and asked for again."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from keyhelper.engine import intake, names
from keyhelper.engine.game import Asked, Position
from keyhelper.prompts import Prompter

_SUM = re.compile(r"\b\d{1,3}(?:\s*\+\s*\d{1,3})+(?=\s*[^\W\d_]{2})")


class Slot(NamedTuple):
    """One question of one count: whose answer it is, where it goes, how to ask."""

    owner: str
    name: str
    asked: Asked

    @property
    def lead(self) -> str:
        return f"{self.owner}: " if self.owner else ""


def fill_gaps(prompter: Prompter, model: type[Position], content: dict[str, Any]) -> dict[str, Any]:
    """Ask for what a position left out and its score needs."""
    each = asked_fields(intake.model_in(model.model_fields["players"].annotation))
    filled = []
    for given in content.get("players", []):
        entry = dict(given)
        for name, asked in each.items():
            if entry.get(name) is None and _is_needed(asked, entry, content):
                question = f"{entry.get('name')}: {asked.text} (Enter: nobody knows)"
                answer = prompter.ask(question, option=f"`{name}`")
                if answer:
                    entry[name] = read(asked, (answer,))
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
