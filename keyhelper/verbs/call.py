"""One call of a verb: what was given, and where its answer goes."""

from __future__ import annotations

import json
from typing import Any

import click

from keyhelper.engine import box as owner_box
from keyhelper.engine.game import Game
from keyhelper.engine.trouble import UsageTrouble
from keyhelper.games import Box
from keyhelper.prompts import (
    Prompter,
)
from keyhelper.render import Screen


class Call:
    """One call of a verb: what was given, and where its answer goes."""

    def __init__(self, box: Box | None, given: dict[str, Any]) -> None:
        self.given = given
        self.as_json = bool(given.pop("as_json", False))
        no_input = bool(given.pop("no_input", False))
        self.screen = Screen(plain=given.pop("plain", False), no_color=given.pop("no_color", False))
        self.prompter = Prompter(self.screen, may_ask=not no_input)
        self.box = box

    @property
    def game(self) -> Game[Any]:
        """The game this call is about, with the owner's box laid over its values."""
        if self.box is None:
            raise UsageTrouble("No game was named")
        game = self.box.open()
        owner_box.open_for(game.info.slug)
        return game

    def print_json(self, document: Any) -> None:
        click.echo(json.dumps(document, ensure_ascii=False, indent=2))
