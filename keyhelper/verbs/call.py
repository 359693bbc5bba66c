"""One call of a verb: what was given, and where its answer goes."""

from __future__ import annotations

import json
import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

from keyhelper.engine import names
from keyhelper.engine.trouble import UsageTrouble
from keyhelper.games import SHELF, Box
from keyhelper.render import Screen

if TYPE_CHECKING:
    from keyhelper.engine.game import Counting, Game
    from keyhelper.prompts import Prompter


def _escaped(found: re.Match[str]) -> str:
    letter = found.group()
    return letter if names.safe(letter) == letter else json.dumps(letter)[1:-1]


class Call:
    """One call of a verb: what was given, and where its answer goes."""

    def __init__(self, box: Box | None, given: dict[str, Any]) -> None:
        self.given = given
        self.as_json = bool(given.pop("as_json", False))
        self.may_ask = not given.pop("no_input", False)
        self.screen = Screen(plain=given.pop("plain", False), no_color=given.pop("no_color", False))
        self._box = box

    def about(self, slug: str) -> Call:
        """This call, about the game of that slug."""
        self._box = next((entry for entry in SHELF if entry.slug == slug), None)
        return self

    @property
    def box(self) -> Box:
        if self._box is None:
            raise UsageTrouble("No game was named")
        return self._box

    @cached_property
    def prompter(self) -> Prompter:
        from keyhelper.prompts import Prompter

        return Prompter(self.screen, may_ask=self.may_ask)

    @cached_property
    def game(self) -> Game[Any]:
        """The game this call is about, with the owner's box laid over its values."""
        self._open_box()
        return self.box.open()

    @cached_property
    def counting(self) -> Counting[Any]:
        """What counts a position of this game, with the owner's box laid over its values."""
        self._open_box()
        return self.box.counting()

    def print_json(self, document: Any) -> None:
        """One document on stdout; what could steer a terminal is escaped as JSON allows."""
        text = json.dumps(document, ensure_ascii=False, indent=2)
        click.echo(re.sub(r"[^\x20-\x7e\n]", _escaped, text))

    def _open_box(self) -> None:
        from keyhelper.engine.box import open_for

        open_for(self.box.slug)
