"""A counted game as one value: what the play history keeps and what `share` sends out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from keyhelper.engine import names
from keyhelper.engine.scoring import Standings, standings

if TYPE_CHECKING:
    from keyhelper.engine.game import Game, GameInfo
    from keyhelper.engine.ledger import Event, History, Link

COUNTED = "counted from a position"  # why a play without a ledger is over
# A longer silence means that the table went home; it is no playing time.
_PAUSE = timedelta(hours=2)
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July",
    "August", "September", "October", "November", "December",
)  # fmt: skip


class Overruling(NamedTuple):
    """A move that the table recorded against the rules."""

    number: int
    text: str
    rules: tuple[str, ...]


class Play(NamedTuple):
    """One game that was counted: its standings, and what is known about how it was played."""

    game: str  # the slug
    title: str  # the name on the lid
    result: Standings
    saved: str = ""  # the saved game's name; empty for a position that nobody kept
    created: str = ""
    started: str | None = None  # the first entry, UTC
    ended: str | None = None  # the last entry that changed the table, UTC
    minutes: int | None = None  # without long pauses
    seed: str = ""
    seating: tuple[str, ...] = ()
    colours: Mapping[str, str] = {}
    first: str | None = None  # the start player, where the setup says so
    options: Mapping[str, Any] = {}
    chosen: Mapping[str, Any] = {}  # the options that differ from the default
    readings: Mapping[str, str] = {}
    entries: int = 0
    overruled: tuple[Overruling, ...] = ()
    ending: str | None = None  # why it is over; None: these are the points so far
    answers: Mapping[str, Any] | None = None  # what was typed for a count by questions

    @property
    def is_over(self) -> bool:
        return self.ending is not None

    @property
    def is_counted(self) -> bool:
        """Whether it was counted at the end, without a ledger of its moves."""
        return self.ending == COUNTED

    @property
    def is_decided(self) -> bool:
        """Whether somebody has won: not while points are missing."""
        return bool(self.result.winners)


def tracked(game: Game[Any], saved: str, history: History[Any]) -> Play:
    """The play that a ledger tells, as it stands."""
    header = history.header
    changes = [event for event in history.events if event.do != "note"]
    first = game.table(history.start, False).get("first")
    usual = game.options().model_dump(mode="json", by_alias=True)
    return Play(
        game=game.info.slug,
        title=game.info.name,
        result=standings(game.score(history.state)),
        saved=saved,
        created=header.created,
        started=_utc(changes[0].at) if changes else None,
        ended=_utc(changes[-1].at) if changes else _utc(header.created),
        minutes=_minutes(changes),
        seed=header.seed,
        seating=header.players,
        colours=header.colours,
        first=first if first in header.players else None,
        options=header.options,
        chosen={k: v for k, v in header.options.items() if k not in usual or v != usual[k]},
        readings=header.readings,
        entries=len(history.line),
        overruled=tuple(_overruling(link) for link in history.overruled()),
        ending=game.ending(history.state),
    )


def counted(
    info: GameInfo,
    result: Standings,
    *,
    readings: Mapping[str, str],
    at: str,
    seating: Sequence[str] = (),
    answers: Mapping[str, Any] | None = None,
) -> Play:
    """The play that a final position tells; `at` is when it was counted."""
    return Play(
        game=info.slug,
        title=info.name,
        result=result,
        ended=_utc(at),
        seating=tuple(seating) or tuple(place.sheet.player for place in result.places),
        readings=readings,
        ending=COUNTED,
        answers=answers,
    )


def person(name: str) -> str:
    """Who a name means, however it is spelt; a name without letters stands for itself."""
    return names.fold(name) or name


def moment(text: str | None) -> datetime | None:
    """The time that stands in a ledger, or None where it is none."""
    try:
        found = datetime.fromisoformat(text or "")
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def day(text: str | None) -> str:
    """The date on the players' own calendar: `2026-11-18`."""
    found = _at_home(text)
    return found.date().isoformat() if found else "undated"


def day_in_words(text: str | None) -> str:
    """The date on the players' own calendar as people write it: `18 November 2026`."""
    found = _at_home(text)
    return f"{found.day} {_MONTHS[found.month - 1]} {found.year}" if found else ""


def time_in_words(minutes: int | None) -> str:
    """A duration as people say it: `1 h 5 min`."""
    if minutes is None:
        return ""
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if hours else f"{rest} min"


def outcome(play: Play) -> str:
    """Who won, with how much, and by what where points alone do not say: one sentence."""
    result = play.result
    if not result.winners:
        return "Not decided: points are missing"
    best = result.places[0]
    points = f"{best.sheet.total} point{'s' * (best.sheet.total != 1)}"
    who = names.listed(result.winners)
    if len(result.places) == 1:
        return f"{who} scores {points}"
    if not play.is_over:
        return f"{who} {'leads' if len(result.winners) == 1 else 'lead'} with {points} so far"
    if len(result.winners) > 1:
        verb = "share the win" if not result.unproven else "are tied"
        return f"{who} {verb} with {points}"
    by = f" on the tie-break ({best.note})" if best.note else ""
    return f"{who} wins with {points}{by}"


def _overruling(link: Link[Any]) -> Overruling:
    text = link.move.says() if link.move is not None else "an amendment"
    return Overruling(link.number, text, link.overruled or ())


def _utc(text: str) -> str | None:
    found = moment(text)
    return found.isoformat(timespec="seconds") if found else None


def _minutes(events: Sequence[Event]) -> int | None:
    times = [found for event in events if (found := moment(event.at)) is not None]
    if len(times) < 2:
        return None
    gaps = (later - earlier for earlier, later in pairwise(times))
    played = sum((gap for gap in gaps if timedelta() < gap <= _PAUSE), timedelta())
    return round(played.total_seconds() / 60)


def _at_home(text: str | None) -> datetime | None:
    found = moment(text)
    try:
        return found.astimezone() if found else None
    except (OverflowError, OSError):  # a year that this system's clock does not know
        return found
