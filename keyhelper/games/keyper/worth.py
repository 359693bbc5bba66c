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
    if beside not in allowed and colour not in yields.companions(beside, border):
        said = f"{start}: {beside} cannot stand beside it, {names.either(allowed)} can"
        return Answer((said,), facts | {"beside": beside, "actions": None}, exit_code=1)
    actions = _actions(colour, beside, border, place, readings)
    return Answer(
        (f"{start}: {_line(actions, colour, beside, place)}",),
        facts | {"beside": beside, "actions": actions},
    )


def _actions(
    colour: str, beside: str, border: str, place: str, readings: dict[str, str]
) -> dict[str, Any]:
    """Who comes first matters: white lets only its own stand-in follow, any colour lets white."""
    actions: dict[str, Any] = {"alone": yields.alone(colour, border).active}
    follows = colour in yields.companions(beside, border)
    if place != OWN:
        is_followed = beside in yields.companions(colour, border)
        joined = yields.joined(colour, beside, border, readings, place)
        joins = yields.joined(beside, colour, border, readings, place)
        actions["joined"] = _both(joined) if is_followed else None
        actions["joins"] = _both(joins) if follows else None
    second = yields.second(beside, colour, border, readings, first_lies=False)
    return actions | {
        "second": second.active if follows else None,
        "lay_down": yields.lay_down((colour,), (), border, readings).active,
        "lay_down_beside": yields.lay_down((colour,), (beside,), border, readings).active,
        "lay_down_both": yields.lay_down((colour, beside), (), border, readings).active,
    }


def _both(got: yields.Yield) -> dict[str, int]:
    return {"active": got.active, "joiner": got.joiner}


def _line(actions: dict[str, Any], colour: str, beside: str, place: str) -> str:
    other = f" by {beside}" if beside != colour else ""
    parts = [f"{actions['alone']} alone"]
    if actions.get("joined"):
        mine, theirs = actions["joined"]["active"], actions["joined"]["joiner"]
        parts.append(f"{_each(mine, theirs)} when joined{other}")
    elif actions.get("joins"):
        mine, theirs = actions["joins"]["joiner"], actions["joins"]["active"]
        parts.append(f"{_each(mine, theirs)} when it joins {beside}")
    if actions["second"] is None:
        parts.append(f"not onto {beside}")
    else:
        parts.append(f"{actions['second']} onto one that stands there")
    # On an own building the second keyple lays the first one down, so two never stand.
    both = "" if place == OWN else f", {actions['lay_down_both']} for both"
    return (
        f"{', '.join(parts)}; laid down {actions['lay_down']}, {actions['lay_down_beside']} "
        f"beside one that lies{both}"
    )


def _each(mine: int, theirs: int) -> str:
    return f"{mine} each" if mine == theirs else f"{mine} and {theirs}"


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
