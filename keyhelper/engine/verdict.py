"""Rulings on a claimed move: legal, illegal or unproven, with every reason at once."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Ruling(StrEnum):
    """The three answers keyhelper gives about a move."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNPROVEN = "unproven"


class Reason(NamedTuple):
    """One sentence against a move, with the rule it rests on and, at times, a way out."""

    rule: str
    text: str
    ruling: Ruling = Ruling.ILLEGAL
    hint: str = ""


def unproven(rule: str, text: str, hint: str = "") -> Reason:
    """A reason that only the table can settle."""
    return Reason(rule=rule, text=text, ruling=Ruling.UNPROVEN, hint=hint)


class Verdict(NamedTuple):
    """What the rules say about one move: the ruling follows from the reasons."""

    reasons: tuple[Reason, ...] = ()

    @property
    def ruling(self) -> Ruling:
        rulings = {reason.ruling for reason in self.reasons}
        if Ruling.ILLEGAL in rulings:
            return Ruling.ILLEGAL
        return Ruling.UNPROVEN if rulings else Ruling.LEGAL

    @property
    def is_legal(self) -> bool:
        return not self.reasons

    @property
    def rules(self) -> list[str]:
        """The rule ids cited, in the order the reasons were given."""
        return [reason.rule for reason in self.reasons]
