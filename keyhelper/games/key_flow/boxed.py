"""Values an owner keeps in the box: whether keyhelper will be able to read them again."""

from __future__ import annotations

from typing import Any

from keyhelper.engine import names
from keyhelper.engine.terms import TermError, parse
from keyhelper.engine.trouble import Trouble
from keyhelper.games.key_flow import printed
from keyhelper.games.key_flow.decks import SEASONS
from keyhelper.games.key_flow.model import VOCABULARY

_CLOSED: dict[str, tuple[str, ...]] = {
    "row": ("road", "river"),
    "kind": ("home", "village", "boat", "location", "winter"),
    "season": SEASONS,
}


def check_value(kind: str, name: str, field: str, value: Any) -> Trouble | None:
    """What is wrong with a value typed for a card, or None."""
    try:
        _read(kind, field, value)
    except TermError as error:
        return Trouble(str(error))
    except Trouble as trouble:
        return trouble
    return None


def _read(kind: str, field: str, value: Any) -> None:
    if kind != "cards":
        return
    if field == "scores":
        parse(str(value), VOCABULARY)
    elif field == "gains":
        printed.read_panel(str(value))
    elif field == "panels":
        for panel in value if isinstance(value, (list, tuple)) else str(value).split("/"):
            if panel is not None:  # a blank: a panel that nobody has read yet
                printed.read_panel(str(panel))
    elif field in _CLOSED and names.find(str(value), _CLOSED[field]) is None:
        names.choose(str(value), _CLOSED[field], field)
