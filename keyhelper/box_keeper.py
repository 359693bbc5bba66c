"""Offers to keep values that were read off components in the owner's box."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from keyhelper.engine import box, catalogue, intake
from keyhelper.engine.game import Learned
from keyhelper.engine.trouble import Interrupted
from keyhelper.prompts import Prompter
from keyhelper.render import Screen


class BoxKeeper:
    """Asks at most once a move, and not at all once people said always or never."""

    def __init__(self, game: str, screen: Screen, prompter: Prompter) -> None:
        self.game = game
        self.screen = screen
        self.prompter = prompter
        self.answer = ""  # "always" or "never", once people are tired of being asked

    def offer(self, learned: Sequence[Learned]) -> None:
        """Keep what was read off components in the owner's box; one question a move at most."""
        new = [item for item in learned if not _is_known(self.game, item)]
        if not new or self.answer == "never":
            return
        if self.answer != "always":
            what = f"{new[0].name}, {new[0].field} {_shown(new[0].value)}"
            more = f" and {len(new) - 1} more" if len(new) > 1 else ""
            question = f"  Keep {what}{more} in your box? [Y/n/always/never]"
            answer = self._yes_or_no(question)
            if answer in {"always", "never"}:
                self.answer = answer
            if answer not in {"", "y", "yes", "always"}:
                return
        for item in new:
            for warning in box.put(self.game, item.catalogue, item.name, item.field, item.value):
                self.screen.aside(f"  {warning}")

    def _yes_or_no(self, question: str) -> str:
        """The answer about the box; a move or a command typed instead is not swallowed."""
        while True:
            line = self.prompter.ask(question)
            answer = line.casefold()
            if answer in {"", "y", "yes", "n", "no", "always", "never"}:
                return answer
            if line.split()[0].casefold() in self.prompter.commands:
                raise Interrupted(line)
            self.screen.aside("  y, n, always or never?")


def _is_known(game: str, learned: Learned) -> bool:
    known = catalogue.entries(game, learned.catalogue).get(learned.name, {})
    return bool(known.get(learned.field) == learned.value)


def _shown(value: Any) -> str:
    """A value as people read it; blanks in a list are left out."""
    if isinstance(value, list):
        return intake.found(" / ".join(str(item) for item in value if item is not None))
    return intake.found(value)
