"""Offers to keep values that were read off components in the owner's box."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from keyhelper.engine import box, catalogue, intake, names
from keyhelper.engine.folders import home
from keyhelper.engine.game import Learned
from keyhelper.prompts import Prompter
from keyhelper.render import Screen

_YES, _NO = frozenset({"", "y", "yes", "always"}), frozenset({"n", "no", "never"})
_FOR_GOOD = frozenset({"always", "never"})
_MOST_REMEMBERED = 100
_LONGEST = 300


class BoxKeeper:
    """Asks at most once a move, and not at all once this table said always or never."""

    def __init__(self, game: str, saved: str, screen: Screen, prompter: Prompter) -> None:
        self.game = game
        self.saved = saved
        self.screen = screen
        self.prompter = prompter
        self.answer = _remembered().get(saved, "")

    def offer(self, learned: Sequence[Learned]) -> str:
        """Keep what was read off components; returns a line that was no answer but a next move."""
        new = [item for item in learned if not _is_known(self.game, item)]
        if not new or self.answer == "never":
            return ""
        line = "" if self.answer == "always" else self.prompter.ask(_question(new))
        answer = line.casefold()
        if answer in _FOR_GOOD:
            self.answer = answer
            self._remember(answer)
        if answer in _YES:
            for item in new:
                for warning in box.put(
                    self.game, item.catalogue, item.name, item.field, item.value
                ):
                    self.screen.aside(f"  {warning}")
            return ""
        if answer in _NO:
            return ""
        self.screen.aside("  Not kept in your box")
        return line

    def _remember(self, answer: str) -> None:
        """So that the same game does not ask again after a break."""
        known = {**_remembered(), self.saved: answer}
        latest = dict(list(known.items())[-_MOST_REMEMBERED:])
        try:
            (home() / "keeping.json").write_text(json.dumps(latest), encoding="utf-8")
        except OSError as error:
            self.screen.aside(f"  Only remembered until you leave: {error.strerror or error}")


def _remembered() -> dict[str, str]:
    """What each saved game answered for good; nothing where the file is missing or spoilt."""
    try:
        content = json.loads((home() / "keeping.json").read_bytes())
    except (OSError, ValueError):
        return {}
    if not isinstance(content, dict):
        return {}
    return {name: said for name, said in content.items() if said in ("always", "never")}


def _question(new: Sequence[Learned]) -> str:
    field = new[0].field.replace("_", " ")
    what = f"{new[0].name}, {field} {_shown(new[0].value)}"
    more = f" and {len(new) - 1} more" if len(new) > 1 else ""
    return f"  Keep {what}{more} in your box for next time? [Y/n/always/never]"


def _is_known(game: str, learned: Learned) -> bool:
    known = catalogue.entries(game, learned.catalogue).get(learned.name, {})
    return bool(known.get(learned.field) == learned.value)


def _shown(value: Any) -> str:
    """A value as people read it, whole; blanks in a list are left out."""
    if isinstance(value, list):
        value = " / ".join(str(item) for item in value if item is not None)
    return f'"{names.safe(value)[:_LONGEST]}"' if isinstance(value, str) else intake.found(value)
