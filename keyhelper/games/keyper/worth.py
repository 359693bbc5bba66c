"""`worth`: what do I get for a keyple of this colour on a field with that border?"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from keyhelper.engine import names
from keyhelper.engine.game import Answer, Frozen
from keyhelper.games.keyper import yields
from keyhelper.games.keyper.goods import NO_BORDER, RIVER, SPECIALISTS, Colour, read_border
from keyhelper.games.keyper.model import OWN, Keyper


def read_place(given: Any) -> Any:
    """A border, or `river` for a boat, or `own` for an own building."""
    if isinstance(given, str):
        place = names.find(given, (OWN, "building", "own building", RIVER, "boat"))
        if place is not None:
            return OWN if place in (OWN, "building", "own building") else RIVER
    return read_border(given)


class Worth(Frozen):
    """A keyple, a border, and perhaps the keyple beside it."""

    colour: Colour = Field(description="Colour of the keyple")
    border: Annotated[str, BeforeValidator(read_place)] = Field(
        description="Border colour; or tile, build, discount, upgrade, none, river or own"
    )
    beside: Colour | None = Field(
        default=None, description="Colour of the keyple that is there or joins"
    )


def worth(state: Keyper | None, asked: Worth) -> Answer:
    """Every way a keyple can work there, as one line."""
    readings = state.readings if state is not None else {}
    colour, place = asked.colour, asked.border
    border = {RIVER: SPECIALISTS[0], OWN: NO_BORDER}.get(place, place)
    allowed = yields.companions(colour, border)
    beside = asked.beside or (colour if colour in allowed else allowed[0])
    facts: dict[str, Any] = {
        "colour": colour,
        "border": place,
        "fits": yields.fits(colour, border),
        "companions": list(allowed),
    }
    start = f"{colour.capitalize()} on {_said(place)}{_fit(colour, border)}"
    if beside not in allowed:
        said = f"{start}: {beside} cannot stand beside it, {names.either(allowed)} can"
        return Answer((said,), facts | {"beside": beside, "actions": None}, exit_code=1)
    actions = _actions(colour, beside, border, place, readings)
    return Answer(
        (f"{start}: {_line(actions, colour, beside)}",),
        facts | {"beside": beside, "actions": actions},
    )


def _actions(
    colour: str, beside: str, border: str, place: str, readings: dict[str, str]
) -> dict[str, Any]:
    actions: dict[str, Any] = {"alone": yields.alone(colour, border).active}
    if place != OWN:
        joined = yields.joined(colour, beside, border, readings, place)
        actions["joined"] = {"active": joined.active, "joiner": joined.joiner}
    second = yields.second(beside, colour, border, readings, first_lies=False)
    return actions | {
        "second": second.active,
        "lay_down": yields.lay_down((colour,), (), border, readings).active,
        "lay_down_beside": yields.lay_down((colour,), (beside,), border, readings).active,
        "lay_down_both": yields.lay_down((colour, beside), (), border, readings).active,
    }


def _line(actions: dict[str, Any], colour: str, beside: str) -> str:
    other = f" by {beside}" if beside != colour else ""
    parts = [f"{actions['alone']} alone"]
    if "joined" in actions:
        mine, theirs = actions["joined"]["active"], actions["joined"]["joiner"]
        parts.append(f"{mine} each" if mine == theirs else f"{mine} and {theirs}")
        parts[-1] += f" when joined{other}"
    parts.append(f"{actions['second']} onto one that stands there")
    return (
        f"{', '.join(parts)}; laid down {actions['lay_down']}, {actions['lay_down_beside']} "
        f"beside one that lies, {actions['lay_down_both']} for both"
    )


def _said(place: str) -> str:
    if place in (RIVER, OWN):
        return "a boat" if place == RIVER else "an own building"
    if place in SPECIALISTS:
        return names.an(f"{place} border")
    return "a field without colour" if place == NO_BORDER else names.an(f"{place} field")


def _fit(colour: str, border: str) -> str:
    if not yields.is_coloured(border):
        return ""
    return " (fits)" if yields.fits(colour, border) else " (does not fit)"
