"""Score sheets and the only ranking code: who is placed where, and what decided it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from keyhelper.engine import names

SHARED = "shared"
POINTS = "points"


class ScoreLine(NamedTuple):
    """One line of a sheet; `points` is None while something needed is unknown."""

    id: str
    label: str
    points: int | None
    detail: str
    rule: str
    missing: str = ""  # what to give, as a sentence, when points is None


class Tiebreak(NamedTuple):
    """One step of the tie ladder with this player's value; None where nobody recorded it."""

    id: str
    label: str
    value: int | None
    best: Literal["most", "fewest"] = "most"
    rule: str = ""


class ScoreSheet(NamedTuple):
    """A player's whole count; the total is always computed, never stored."""

    player: str
    lines: tuple[ScoreLine, ...]
    tiebreaks: tuple[Tiebreak, ...] = ()
    allocation: tuple[dict[str, Any], ...] | None = None
    notes: tuple[str, ...] = ()

    @property
    def total(self) -> int | None:
        points = [line.points for line in self.lines]
        return None if None in points else sum(p for p in points if p is not None)


class Place(NamedTuple):
    """A sheet with its place; `decided_by` says what set it above the next place."""

    place: int
    sheet: ScoreSheet
    decided_by: str
    note: str = ""


class Standings(NamedTuple):
    """All places in order, who won, what decided the win, and what is still unknown."""

    places: tuple[Place, ...]
    winners: tuple[str, ...]
    decided_by: str
    unproven: tuple[str, ...] = ()


def standings(sheets: Sequence[ScoreSheet]) -> Standings:
    """Rank sheets by total, then down their tie ladder; equal to the last step is shared."""
    gaps = [
        f"{sheet.player}: {line.missing or line.label + ' is not known'}"
        for sheet in sheets
        for line in sheet.lines
        if line.points is None
    ]
    if gaps:
        return Standings(
            places=tuple(Place(1, sheet, "unproven") for sheet in sheets),
            winners=(),
            decided_by="unproven",
            unproven=tuple(gaps),
        )
    groups = _ranked(list(sheets), step=-1)
    places: list[Place] = []
    unknown: list[str] = []
    for index, (group, reason) in enumerate(groups):
        place = len(places) + 1
        decided = reason
        if len(group) > 1:
            step = _unknown_step(group)
            decided = SHARED if step is None else step.id
            if step is not None:
                tied = names.listed([sheet.player for sheet in group])
                unknown.append(f"{tied} are tied on points; {_inside(step.label)} is not recorded")
        elif index + 1 < len(groups):
            decided = _what_parts(group[0], groups[index + 1][0][0])
        note = _note(group, groups[index + 1][0] if index + 1 < len(groups) else [])
        places.extend(Place(place, sheet, decided, note) for sheet in group)
    first = groups[0][0] if groups else []
    return Standings(
        places=tuple(places),
        winners=tuple(sheet.player for sheet in first),
        decided_by=places[0].decided_by if places else POINTS,
        unproven=tuple(unknown),
    )


def as_document(game: str, result: Standings) -> dict[str, Any]:
    """Final scores as other programs read them."""
    document: dict[str, Any] = {
        "game": game,
        "players": [_as_entry(place, result) for place in result.places],
        "winners": list(result.winners),
        "decided_by": result.decided_by,
    }
    if result.unproven:
        document["unproven"] = list(result.unproven)
    return document


def _as_entry(place: Place, result: Standings) -> dict[str, Any]:
    sheet = place.sheet
    entry: dict[str, Any] = {
        "name": sheet.player,
        "place": place.place if result.winners else None,
        "total": sheet.total,
        "lines": [
            {"id": n.id, "label": n.label, "points": n.points, "detail": n.detail, "rule": n.rule}
            for n in sheet.lines
        ],
        "tiebreaks": [{"id": t.id, "label": t.label, "value": t.value} for t in sheet.tiebreaks],
    }
    if sheet.allocation is not None:
        entry["allocation"] = list(sheet.allocation)
        entry["notes"] = list(sheet.notes)  # the proof, and how a claim compares
    return entry


def _ranked(sheets: list[ScoreSheet], step: int) -> list[tuple[list[ScoreSheet], str]]:
    """Groups of equally placed sheets, best first; step -1 is the total."""
    if not sheets:
        return []
    if len(sheets) == 1:
        return [(sheets, POINTS)]
    if step >= 0 and (
        step >= len(sheets[0].tiebreaks) or any(s.tiebreaks[step].value is None for s in sheets)
    ):
        return [(sheets, SHARED)]
    keys = sorted({_key(sheet, step) for sheet in sheets}, reverse=True)
    groups: list[tuple[list[ScoreSheet], str]] = []
    for key in keys:
        groups.extend(_ranked([s for s in sheets if _key(s, step) == key], step + 1))
    return groups


def _key(sheet: ScoreSheet, step: int) -> int:
    if step < 0:
        return sheet.total or 0
    tiebreak = sheet.tiebreaks[step]
    value = tiebreak.value or 0
    return value if tiebreak.best == "most" else -value


def _unknown_step(group: list[ScoreSheet]) -> Tiebreak | None:
    """The step at which a group could not be parted because a value is missing."""
    for index, step in enumerate(group[0].tiebreaks):
        if any(sheet.tiebreaks[index].value is None for sheet in group):
            return step
    return None


def _what_parts(better: ScoreSheet, worse: ScoreSheet) -> str:
    if better.total != worse.total:
        return POINTS
    for mine, theirs in zip(better.tiebreaks, worse.tiebreaks, strict=True):
        if mine.value != theirs.value:
            return mine.id
    return SHARED


def _note(group: list[ScoreSheet], after: list[ScoreSheet]) -> str:
    """Why this place is above the next when points alone do not say so."""
    if len(group) > 1:
        return "shared" if _unknown_step(group) is None else "tied; a tie-break is not recorded"
    if not after or group[0].total != after[0].total:
        return ""
    decided = _what_parts(group[0], after[0])
    for mine, theirs in zip(group[0].tiebreaks, after[0].tiebreaks, strict=True):
        if mine.id == decided:
            others = names.listed([sheet.player for sheet in after])
            return f"{_inside(mine.label)}: {mine.value} to {others}'s {theirs.value}"
    return ""


def _inside(label: str) -> str:
    """A label as it stands inside a sentence; names in it keep their capitals."""
    return label[:1].lower() + label[1:]
