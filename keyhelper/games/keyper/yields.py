"""What a keyple brings: the table that players call nested if-else, in one place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from keyhelper.engine import names
from keyhelper.games.keyper.goods import RIVER, SPECIALISTS, WHITE


class Yield(NamedTuple):
    """Actions for the active player and for whoever joins, with the rule they rest on."""

    active: int
    joiner: int
    rule: str


def is_coloured(border: str) -> bool:
    """Whether a border gives a colour bonus at all."""
    return border in SPECIALISTS


def fits(colour: str, border: str) -> bool:
    """Whether a keyple of this colour is matched by the border; white is by any coloured one."""
    return is_coloured(border) and colour in (WHITE, border)


def companions(first: str, border: str) -> tuple[str, ...]:
    """The colours that may stand beside the first keyple, whoever plays them."""
    if first != WHITE:
        return (first, WHITE)
    # White stands for the border's colour; without a coloured border it is just white.
    return (border, WHITE) if is_coloured(border) else (WHITE,)


def companion_rule(first: str, border: str, otherwise: str) -> str:
    """The rule that decides who may stand beside the first keyple."""
    if first != WHITE:
        return otherwise
    return "white.coloured" if is_coloured(border) else "white.uncoloured"


def companions_said(first: str, border: str) -> str:
    """The colours that may stand beside the first keyple, as people say it."""
    allowed = companions(first, border)
    return names.either(allowed) + (" only" if len(allowed) == 1 else "")


def alone(colour: str, border: str) -> Yield:
    """A keyple on an empty field that nobody joins."""
    return Yield(2 if fits(colour, border) else 1, 0, "keyple.empty")


def joined(
    first: str, second: str, border: str, readings: Mapping[str, str], field: str = ""
) -> Yield:
    """A keyple on an empty field and the one that joined it."""
    if (
        field == RIVER
        and readings.get("boat.yield") == "shared"
        and _pair_fits((first, second), border)
    ):
        return Yield(2, 1, "boat.yield")
    if WHITE in (first, second) and readings.get("join.misfit") == "own":
        return Yield(_doubled(first, border), _doubled(second, border), "join.misfit")
    both = 3 if _pair_fits((first, second), border) else 2
    return Yield(both, both, "boat.yield" if field == RIVER else "keyple.empty")


def second(
    first: str, new: str, border: str, readings: Mapping[str, str], *, first_lies: bool
) -> Yield:
    """A second keyple played by the same or another player beside one that is there."""
    if first_lies and readings.get("keyple.lying") == "alone":
        return Yield(2 if fits(new, border) else 1, 0, "keyple.lying")
    if WHITE in (first, new) and readings.get("join.misfit") == "own":
        return Yield(_doubled(new, border), 0, "join.misfit")
    rule = "keyple.lying" if first_lies else "keyple.second"
    return Yield(3 if _pair_fits((first, new), border) else 2, 0, rule)


def lay_down(
    standing: Sequence[str], lying: Sequence[str], border: str, readings: Mapping[str, str]
) -> Yield:
    """The standing keyples of one field laid down together; the joiner gets nothing more."""
    if len(standing) > 1:
        return Yield(3 if _pair_fits(standing, border) else 2, 0, "laydown.both")
    if lying and readings.get("laydown.single") != "flat":
        fit = _pair_fits((*standing, *lying), border)
        return Yield(3 if fit else 2, 0, "laydown.single")
    fit = bool(standing) and fits(standing[0], border)
    return Yield(2 if fit else 1, 0, "laydown.single")


def _pair_fits(colours: Sequence[str], border: str) -> bool:
    # White beside a keyple that does not fit stands for that keyple's colour, so one
    # misfit spoils the pair.
    return all(fits(colour, border) for colour in colours)


def _doubled(colour: str, border: str) -> int:
    return 3 if fits(colour, border) else 2
