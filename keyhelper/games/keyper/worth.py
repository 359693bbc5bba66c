"""`worth`: what do I get for a keyple of this colour on a field with that border?"""

from __future__ import annotations

from typing import Any

from pydantic import Field

from keyhelper.engine.game import Answer, Frozen
from keyhelper.engine.names import an, either
from keyhelper.games.keyper import yields
from keyhelper.games.keyper.goods import Border, Colour
from keyhelper.games.keyper.model import Keyper


class Worth(Frozen):
    """A keyple, a border, and perhaps the keyple beside it."""

    colour: Colour = Field(description="Colour of the keyple")
    border: Border = Field(
        description="Border colour, or tile, build, discount, upgrade, none or own for a building"
    )
    beside: Colour | None = Field(
        default=None, description="Colour of the keyple that is there or joins (default: fitting)"
    )


def worth(state: Keyper | None, asked: Worth) -> Answer:
    """The whole table for one keyple and one border, as one line each way of working."""
    readings = state.readings if state is not None else {}
    colour, border = asked.colour, asked.border
    beside = asked.beside or colour
    allowed = yields.companions(colour, border)
    fits_text = "fits" if yields.fits(colour, border) else "does not fit"
    edge = an(f"{border} border") if yields.is_coloured(border) else "a field without colour"
    ways: dict[str, Any] = {"alone": yields.alone(colour, border).active}
    lines = [f"{colour.capitalize()} on {edge} ({fits_text}): {ways['alone']} alone"]
    if beside in allowed:
        joined = yields.joined(colour, beside, border, readings)
        second = yields.second(beside, colour, border, readings, first_lies=False)
        one = yields.lay_down((colour,), (beside,), border, readings)
        both = yields.lay_down((colour, beside), (), border, readings)
        ways |= {
            "joined": {"active": joined.active, "joiner": joined.joiner},
            "second": second.active,
            "lay-down": yields.lay_down((colour,), (), border, readings).active,
            "lay-down beside a lying one": one.active,
            "both laid down": both.active,
        }
        other = f" with {beside}" if beside != colour else ""
        if joined.active == joined.joiner:
            lines[0] += f", {joined.active} each when joined{other}"
        else:
            lines[0] += f", {joined.active} and {joined.joiner} when joined{other}"
        lines[0] += f", {second.active} onto one that stands there"
        lines.append(
            f"Laid down later: {ways['lay-down']} alone, {one.active} beside one that lies, "
            f"{both.active} for both together"
        )
        lines.append("On an own building: 1, or 2 when it lays one down")
    else:
        lines.append(f"{beside.capitalize()} cannot stand beside it: {either(allowed)} can")
    return Answer(
        lines=tuple(lines),
        data={
            "colour": colour,
            "border": border,
            "fits": yields.fits(colour, border),
            "companions": list(allowed),
            "actions": ways,
        },
        exit_code=0 if beside in allowed else 1,
    )
