"""The play history: finished games in one SQLite file, made from the ledgers and remade at will.

The ledgers are the truth. This file only saves reading them all again, so a ledger that changed
since it was last read is read anew, and losing the file loses nothing but deleted games and those
that were counted by questions.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from keyhelper.engine import box as owner_box
from keyhelper.engine import names, store
from keyhelper.engine.folders import home
from keyhelper.engine.ledger import History
from keyhelper.engine.scoring import Place, ScoreLine, ScoreSheet, Standings, Tiebreak
from keyhelper.engine.trouble import Trouble
from keyhelper.games import box as box_of
from keyhelper.plays import Overruling, Play, person, tracked

FORMAT = 1
_PATIENCE = 2.0  # seconds to wait for another keyhelper that is writing
_SCHEMA = (
    """CREATE TABLE plays (
        id INTEGER PRIMARY KEY,
        saved TEXT NOT NULL, created TEXT NOT NULL,
        game TEXT NOT NULL, title TEXT NOT NULL,
        started TEXT, ended TEXT, minutes INTEGER,
        seed TEXT NOT NULL, players INTEGER NOT NULL,
        entries INTEGER NOT NULL, overruled INTEGER NOT NULL,
        decided_by TEXT NOT NULL, ending TEXT NOT NULL,
        more TEXT NOT NULL, -- JSON: what else is known of the play
        UNIQUE (saved, created))""",
    """CREATE TABLE seats (
        play INTEGER NOT NULL REFERENCES plays ON DELETE CASCADE,
        rank INTEGER NOT NULL, -- the row on the score sheet, from 0
        player TEXT NOT NULL, person TEXT NOT NULL,
        place INTEGER, total INTEGER,
        is_winner INTEGER NOT NULL, is_first INTEGER NOT NULL,
        sheet TEXT NOT NULL, -- JSON: lines, tiebreaks, allocation, notes, decided_by, note
        PRIMARY KEY (play, rank))""",
    "CREATE TABLE seen (saved TEXT PRIMARY KEY, size INTEGER NOT NULL, changed INTEGER NOT NULL)",
)
_PLAY_COLUMNS = (
    "saved", "created", "game", "title", "started", "ended", "minutes", "seed", "entries",
    "ending", "decided_by", "more", "id",
)  # fmt: skip


class Report(NamedTuple):
    """What reading the ledgers changed, and those that could not be read."""

    recorded: tuple[str, ...] = ()
    taken_back: tuple[str, ...] = ()  # finished before, and gone on with since
    unreadable: tuple[tuple[str, str], ...] = ()
    kept: int = 0  # plays whose ledger is gone, or that never had one
    set_aside: Path | None = None  # an unreadable history file


class Result(NamedTuple):
    """How one player did in one play: as much as statistics need."""

    play: int
    saved: str
    game: str
    title: str
    ended: str | None
    players: int
    winners: int
    player: str
    person: str
    place: int | None
    total: int | None
    is_winner: bool


def file() -> Path:
    return home() / "history.sqlite3"


def remember(saved: str, played: History[Any] | None = None) -> str | None:
    """Take a saved game into the history if it is over, out of it if it is not any more.

    Returns a warning to show, or None: the game itself is safe in its ledger either way.
    """
    try:
        with _book() as book:
            mark = _mark(saved)
            play = _read(saved) if played is None else tracked(played.game, saved, played)
            _take_in(book, saved, play, mark)
    except (Trouble, OSError) as error:
        why = error.text if isinstance(error, Trouble) else error.strerror or error
        return f"Not in the play history yet ({why}); `keyhelper history` tries again"
    return None


def keep(play: Play) -> str:
    """Take in a play that was counted without a ledger; returns the name it got."""
    with _book() as book:
        taken = {row[0] for row in book.execute("SELECT saved FROM plays")}
        number = 1
        while (saved := f"counted-{number}") in taken or store.path_of(saved).exists():
            number += 1
        _write(book, play._replace(saved=saved, created=play.ended or ""))
    return saved


def catch_up() -> Report:
    """Read every ledger that changed since it was last read."""
    with _book() as book:
        return _look_through(book)


def over() -> frozenset[tuple[str, str | None]]:
    """The saved games that are over, with the time of their setup; None where one is unreadable."""
    with _book() as book:
        report = _look_through(book)
        finished = book.execute("SELECT saved, created FROM plays").fetchall()
    return frozenset([*finished, *((saved, None) for saved, _ in report.unreadable)])


def rebuild() -> Report:
    """Read every ledger again; plays without a ledger are kept as they were."""
    set_aside = _set_aside_if_unreadable()
    with _book() as book:
        book.execute("DELETE FROM seen")
        report = _look_through(book)
        count = book.execute("SELECT count(*) FROM plays").fetchone()[0]
        return report._replace(kept=count - len(report.recorded), set_aside=set_aside)


def forget(saved: str) -> int:
    """Drop the plays of a saved game that was deleted; returns how many there were."""
    if store.path_of(saved).exists():
        raise Trouble(
            f"{saved} is still among the saved games, and would come back",
            hint=f"`keyhelper delete {saved}` first",
        )
    with _book() as book:
        return book.execute("DELETE FROM plays WHERE saved = ?", (saved,)).rowcount


def plays(game: str | None = None, player: str | None = None) -> list[Play]:
    """The finished games, the latest first; of one game or with one player if so asked."""
    with _book() as book:
        rows = book.execute(
            f"""SELECT {", ".join(_PLAY_COLUMNS)} FROM plays
            WHERE (:game IS NULL OR game = :game) AND (:person IS NULL OR id IN
                (SELECT play FROM seats WHERE person = :person))
            ORDER BY coalesce(ended, created) DESC, saved DESC""",
            {"game": game, "person": person(player) if player else None},
        ).fetchall()
        try:
            return [_play(book, dict(zip(_PLAY_COLUMNS, row, strict=True))) for row in rows]
        except (ValueError, LookupError, TypeError):
            raise sqlite3.DatabaseError("a record in it does not fit") from None


def find(saved: str) -> Play:
    """The latest finished game of that name; Trouble that says what it could have been."""
    known = plays()
    if not known:
        raise Trouble("No finished game is in the play history yet")
    wanted = names.choose(
        saved, list(dict.fromkeys(play.saved for play in known)), "finished game", prefix=True
    )
    return next(play for play in known if play.saved == wanted)


def results(game: str | None = None) -> list[Result]:
    """Every player of every play, the earliest play first."""
    with _book() as book:
        rows = book.execute(
            """SELECT p.id, p.saved, p.game, p.title, p.ended, p.players,
                (SELECT sum(is_winner) FROM seats WHERE play = p.id),
                s.player, s.person, s.place, s.total, s.is_winner
            FROM plays p JOIN seats s ON s.play = p.id
            WHERE ? IS NULL OR p.game = ?
            ORDER BY coalesce(p.ended, p.created), p.saved, s.rank""",
            (game, game),
        ).fetchall()
    return [Result(*row)._replace(is_winner=bool(row[-1])) for row in rows]


@contextmanager
def _book() -> Iterator[sqlite3.Connection]:
    """The history open for one whole change: all of it is kept, or nothing."""
    path = file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)) as book:
            book.execute("PRAGMA foreign_keys = ON")
            book.execute("BEGIN IMMEDIATE")
            _prepare(book)
            yield book
            book.execute("COMMIT")
    except sqlite3.OperationalError as error:
        raise Trouble(
            f"The play history cannot be opened: {error}",
            hint="another keyhelper may be writing, or the disk is full; the saved games are safe",
        ) from None
    except sqlite3.Error as error:
        raise Trouble(
            f"The play history cannot be read: {error}",
            hint="`keyhelper history rebuild` makes it anew from the saved games",
        ) from None
    except OSError as error:
        raise Trouble(f"The play history cannot be opened: {error.strerror or error}") from None


def _prepare(book: sqlite3.Connection) -> None:
    found = book.execute("PRAGMA user_version").fetchone()[0]
    if found == FORMAT:
        return
    if found:
        raise Trouble(
            f"The play history has format {found}; this keyhelper reads format {FORMAT}",
            hint="a newer keyhelper wrote it: upgrade to open it",
        )
    for statement in _SCHEMA:
        book.execute(statement)
    book.execute(f"PRAGMA user_version = {FORMAT}")


def _set_aside_if_unreadable() -> Path | None:
    """Move a history file that is damaged out of the way; a newer one is left alone."""
    path = file()
    try:
        with closing(sqlite3.connect(path, timeout=_PATIENCE)) as book:
            healthy = book.execute("PRAGMA quick_check").fetchone() == ("ok",)
    except sqlite3.OperationalError:
        return None
    except sqlite3.DatabaseError:
        healthy = False
    if healthy or not path.exists():
        return None
    number = 1
    while (aside := path.with_name(f"{path.stem}.damaged-{number}")).exists():
        number += 1
    try:
        return path.replace(aside)
    except OSError as error:
        raise Trouble(f"{path} cannot be moved aside: {error.strerror or error}") from None


def _look_through(book: sqlite3.Connection) -> Report:
    seen = {row[0]: row[1:] for row in book.execute("SELECT saved, size, changed FROM seen")}
    recorded: list[str] = []
    taken_back: list[str] = []
    unreadable: list[tuple[str, str]] = []
    for saved in sorted(store.saved_names()):
        try:
            mark = _mark(saved)
            if seen.get(saved) == mark:
                continue
            play = _read(saved)
        except OSError:
            continue  # deleted by another keyhelper just now
        except Trouble as error:
            unreadable.append((saved, error.text))
            continue
        change = _take_in(book, saved, play, mark)
        if play.is_over:
            recorded.append(saved)
        elif change:
            taken_back.append(saved)
    return Report(tuple(recorded), tuple(taken_back), tuple(unreadable))


def _mark(saved: str) -> tuple[int, int]:
    """What shows whether a ledger has changed; taken before it is read."""
    found = store.path_of(saved).stat()
    return found.st_size, found.st_mtime_ns


def _read(saved: str) -> Play:
    ledger = store.load(saved)
    slug = ledger.header.game
    found = box_of(slug)
    if found is None:
        raise Trouble(f"there is no game called {names.safe(slug)[:40]!r} on the shelf")
    owner_box.open_for(slug)
    try:
        game = found.open()
        return tracked(game, saved, History.replay(game, ledger.header, ledger.events))
    except (ImportError, ValueError, LookupError, TypeError, AttributeError) as error:
        # A ledger of an older version may hold what today's rules cannot count.
        raise Trouble(f"it cannot be counted ({error})") from None


def _take_in(book: sqlite3.Connection, saved: str, play: Play, mark: tuple[int, int]) -> int:
    """Put a play in place of its earlier record; returns how many records it replaces."""
    book.execute("INSERT OR REPLACE INTO seen VALUES (?, ?, ?)", (saved, *mark))
    key = (saved, play.created)
    gone = book.execute("DELETE FROM plays WHERE saved = ? AND created = ?", key).rowcount
    if play.is_over:
        _write(book, play)
    return gone


def _write(book: sqlite3.Connection, play: Play) -> None:
    more = {
        "seating": play.seating,
        "colours": play.colours,
        "first": play.first,
        "options": play.options,
        "chosen": play.chosen,
        "readings": play.readings,
        "overruled": play.overruled,
        "winners": play.result.winners,
        "unproven": play.result.unproven,
    } | ({} if play.answers is None else {"answers": play.answers})
    number = book.execute(
        """INSERT INTO plays (saved, created, game, title, started, ended, minutes, seed, players,
            entries, overruled, decided_by, ending, more)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        (
            play.saved, play.created, play.game, play.title, play.started, play.ended,
            play.minutes, play.seed, len(play.result.places), play.entries, len(play.overruled),
            play.result.decided_by, play.ending, json.dumps(more, ensure_ascii=False),
        ),
    ).lastrowid  # fmt: skip
    for rank, place in enumerate(play.result.places):
        name = place.sheet.player
        is_winner, is_first = name in play.result.winners, name == play.first
        shown = place.place if play.is_decided else None
        book.execute(
            "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (number, rank, name, person(name), shown, place.sheet.total, is_winner, is_first,
             _sheet_text(place)),
        )  # fmt: skip


def _sheet_text(place: Place) -> str:
    sheet = place.sheet._asdict() | {"place": place.place, "decided_by": place.decided_by}
    return json.dumps(sheet | {"note": place.note}, ensure_ascii=False)


def _play(book: sqlite3.Connection, row: dict[str, Any]) -> Play:
    more = json.loads(row.pop("more"))
    number, decided_by = row.pop("id"), row.pop("decided_by")
    sheets = book.execute("SELECT sheet FROM seats WHERE play = ? ORDER BY rank", (number,))
    result = Standings(
        places=tuple(_place(json.loads(text)) for (text,) in sheets),
        winners=tuple(more.pop("winners")),
        decided_by=decided_by,
        unproven=tuple(more.pop("unproven")),
    )
    overruled = tuple(Overruling(n, text, tuple(rules)) for n, text, rules in more.pop("overruled"))
    seating = tuple(more.pop("seating"))
    return Play(result=result, overruled=overruled, seating=seating, **row, **more)


def _place(content: dict[str, Any]) -> Place:
    sheet = ScoreSheet(
        player=content["player"],
        lines=tuple(ScoreLine(*line) for line in content["lines"]),
        tiebreaks=tuple(Tiebreak(*step) for step in content["tiebreaks"]),
        allocation=tuple(content["allocation"]) if content["allocation"] is not None else None,
        notes=tuple(content["notes"]),
    )
    return Place(content["place"], sheet, content["decided_by"], content["note"])
