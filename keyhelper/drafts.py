"""A count that is being taken by questions: what was typed so far, kept word for word."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from keyhelper.engine import names
from keyhelper.engine.folders import home
from keyhelper.engine.game import Frozen

TABLE = ""  # whose answers are everybody's


class Draft(Frozen):
    """Who played, and what was typed so far; an answer without lines was left open."""

    game: str
    players: tuple[str, ...]
    answers: dict[str, dict[str, tuple[str, ...]]] = {}  # player -> field -> typed lines
    values: tuple[tuple[str, str, str, str], ...] = ()  # catalogue, component, field, value
    half: tuple[str, str, tuple[str, ...]] | None = None  # an answer of several lines, unfinished

    def answer(self, owner: str, field: str) -> tuple[str, ...] | None:
        """The lines of an answer, none where it was left open; None where nobody was asked."""
        return self.answers.get(owner, {}).get(field)

    def given(self, owner: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The fields with an answer, and what was typed."""
        return ((name, typed) for name, typed in self.answers.get(owner, {}).items() if typed)

    def half_typed(self, owner: str, field: str) -> tuple[str, ...]:
        """The first lines of an answer that was broken off."""
        return self.half[2] if self.half is not None and self.half[:2] == (owner, field) else ()

    def with_answer(self, owner: str, field: str, typed: Iterable[str]) -> Draft:
        mine = self.answers.get(owner, {}) | {field: tuple(typed)}
        return self.model_copy(update={"answers": self.answers | {owner: mine}, "half": None})

    def with_half(self, owner: str, field: str, typed: Iterable[str]) -> Draft:
        return self.model_copy(update={"half": (owner, field, tuple(typed))})

    def with_players(self, players: tuple[str, ...]) -> Draft:
        """The same answers for people whose names were mended, who came late or who left."""
        came_from = _renamed(self.players, players)
        answers = {TABLE: self.answers[TABLE]} if TABLE in self.answers else {}
        answers |= {new: self.answers[old] for new, old in came_from.items() if old in self.answers}
        return self.model_copy(update={"players": players, "answers": answers, "half": None})


def load(game: str) -> Draft | None:
    """The count of that game that was broken off, if there is one."""
    try:
        draft = Draft.model_validate(json.loads(_path(game).read_bytes()))
    except (OSError, ValueError):
        return None
    return draft if draft.game == game and draft.players else None


def keep(draft: Draft) -> bool:
    """Write it down whole or not at all; counting goes on where that fails."""
    path = _path(draft.game)
    text = json.dumps(draft.model_dump(mode="json"), ensure_ascii=False)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_suffix(".new")
        beside.write_text(text, encoding="utf-8")
        os.replace(beside, path)
    except OSError:
        return False
    return True


def forget(game: str) -> None:
    """Throw the kept answers away."""
    _path(game).unlink(missing_ok=True)


def _path(game: str) -> Path:
    return home() / "counts" / f"{game}.json"


def _renamed(old: tuple[str, ...], new: tuple[str, ...]) -> Mapping[str, str]:
    """Whose answers each of the new names has: the same name's, or those of the same seat."""
    by_name = {names.fold(name): name for name in old}
    found = {name: by_name[names.fold(name)] for name in new if names.fold(name) in by_name}
    if len(old) == len(new):
        for before, after in zip(old, new, strict=True):
            if after not in found and before not in found.values():
                found[after] = before
    return found
