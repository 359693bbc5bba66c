"""How a turn goes, step by step, and where a table is in it."""

from __future__ import annotations

from typing import Any

from keyhelper.engine import catalogue
from keyhelper.engine.game import Turn
from keyhelper.render import wrap


def turn_lines(slug: str, now: Turn | None, width: int) -> list[str]:
    """The steps with the rules behind them; the one that the table is at has a mark."""
    sheet: dict[str, Any] = catalogue.shipped(slug, "turn")
    waiting = now.asks[0].kinds[0] if now is not None and now.asks else None
    lines = wrap(sheet["title"], width, indent="  ")
    for number, step in enumerate(sheet["steps"], start=1):
        mark = ">" if waiting in step["kinds"] else " "
        lines += wrap(f"{mark} {number}  {step['text']} ({step['rule']})", width, indent="     ")
    lines += wrap(f"  {sheet['end']['text']} ({sheet['end']['rule']})", width)
    if now is not None and now.asks:
        here = f"You are here: {now.headline}; waiting: {now.asks[0].prompt}"
        lines += ["", *wrap(here, width, indent="  ")]
    return lines
