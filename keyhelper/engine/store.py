"""Where ledgers live: one JSON Lines file a game; append, fsync, lock, recover.

A line is an event's JSON with a checksum over it and over the checksum of the line before,
so that a torn, doubled or missing line shows. What `append` returned from is on the disk.
"""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

from pydantic import ValidationError

from keyhelper.engine import names
from keyhelper.engine.folders import home
from keyhelper.engine.ledger import FORMAT, Event, Header
from keyhelper.engine.trouble import Trouble

_SUM = re.compile(rb',"sum":"([0-9a-f]{16})"\}$')
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,79}")


class Damage(NamedTuple):
    """What could not be read of a ledger: from which line on, why, and whether it was the tail."""

    line: int
    why: str
    is_torn: bool  # an unfinished last line: what a power cut leaves behind


class Ledger(NamedTuple):
    """A ledger as read from its file: the header, the good events, and what was wrong after."""

    name: str
    path: Path
    header: Header
    events: tuple[Event, ...]
    damage: Damage | None
    good_bytes: int
    last_sum: str


def games_folder() -> Path:
    return home() / "games"


def path_of(name: str) -> Path:
    """The file of a saved game; only plain slugs become file names."""
    if not _NAME.fullmatch(name):
        raise Trouble(
            f"{names.safe(name)[:60]!r} is not a name for a saved game",
            hint="letters a-z, digits and hyphens, such as `friday-evening`",
        )
    return games_folder() / f"{name}.jsonl"


def saved_names() -> list[str]:
    """The saved games, the one last written to first."""
    found: list[tuple[int, str]] = []
    try:
        for path in games_folder().glob("*.jsonl"):
            # Another keyhelper may delete a game while the folder is being read.
            with suppress(FileNotFoundError):
                found.append((path.stat().st_mtime_ns, path.stem))
    except OSError as error:
        raise Trouble(f"The saved games cannot be listed: {error.strerror}") from None
    return [name for _, name in sorted(found, reverse=True) if _NAME.fullmatch(name)]


def free_name(game: str) -> str:
    """The next unused `<game>-<number>`."""
    taken = {path.stem for path in games_folder().glob(f"{game}-*")}
    number = 1
    while f"{game}-{number}" in taken:
        number += 1
    return f"{game}-{number}"


def create(header: Header, name: str | None = None) -> str:
    """Write a new ledger with its first line and return its name."""
    with _clear_sentences(games_folder()):
        games_folder().mkdir(parents=True, exist_ok=True)
        line = _line(header.written(), "")
        while True:
            chosen = name or free_name(header.game)
            if _place(path_of(chosen), line):
                return chosen
            if name is not None:
                raise Trouble(
                    f"There is already a saved game called {name}",
                    hint=f"`keyhelper delete {name}` removes it",
                )


def _place(path: Path, line: bytes) -> bool:
    """A complete file appears under its name at once, or not at all; False if it is taken."""
    draft = path.with_name(f".{path.stem}.{os.getpid()}.new")
    try:
        _write_whole(draft, line)
        try:
            os.link(draft, path)
        except FileExistsError:
            return False
        except OSError:  # a file system without hard links
            if path.exists():
                return False
            os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    _sync_folder(path.parent)
    return True


def refuse_taken(name: str) -> None:
    """Trouble when a game cannot be saved under that name."""
    if path_of(name).exists():
        raise Trouble(
            f"There is already a saved game called {name}",
            hint=f"`keyhelper delete {name}` removes it",
        )


def load(name: str) -> Ledger:
    """Read a ledger as far as it is good; only a bad first line is fatal."""
    path = path_of(name)
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        near = names.nearest(name, saved_names())
        hint = f"did you mean {names.either(near)}?" if near else "`keyhelper saved` lists them"
        raise Trouble(f"There is no saved game called {name}", hint=hint) from None
    except OSError as error:
        raise Trouble(f"The saved game {name} cannot be read: {error.strerror}") from None
    return _parse(name, path, content)


def peek(name: str) -> Header | None:
    """The first line of a saved game, or None where it cannot be read."""
    try:
        with path_of(name).open("rb") as file:
            return _first_line(name, file.readline().rstrip(b"\n"))[0]
    except (OSError, Trouble):
        return None


def delete(name: str) -> None:
    """Remove a saved game; refused while somebody has it open."""
    path = path_of(name)
    if not path.exists():
        raise Trouble(f"There is no saved game called {name}", hint="`keyhelper saved` lists them")
    with _clear_sentences(path), _lock(path):
        path.unlink()


class Pen:
    """A ledger open for writing by one process at a time; use it in a `with`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.ledger: Ledger
        self.saved_tail: Path | None = None
        self._file: io.FileIO | None = None
        self._is_clean = True  # False while half a line may stand behind the good end

    def __enter__(self) -> Pen:
        path = path_of(self.name)
        if not os.path.exists(path):
            load(self.name)
        self._locked = _lock(path)
        self._locked.__enter__()
        try:
            self.ledger = load(self.name)
            with _clear_sentences(path):
                self._file = path.open("r+b", buffering=0)
                if self.ledger.damage is not None:
                    self._cut_damage()
        except BaseException:
            if self._file is not None:
                self._file.close()
            self._locked.__exit__(None, None, None)
            raise
        self._sum = self.ledger.last_sum
        self._end = self.ledger.good_bytes
        self._next = len(self.ledger.events) + 1
        return self

    def __exit__(self, *error: object) -> None:
        if self._file is not None:
            self._file.close()
        self._locked.__exit__(None, None, None)

    def append(self, event: Event) -> None:
        """Write one event and wait until it is on the disk; a failed write leaves no trace."""
        file = self._open_file()
        if event.n != self._next:
            raise Trouble(
                f"Not recorded: entry {event.n} cannot follow entry {self._next - 1} "
                f"of {self.name}",
                hint=f"`keyhelper resume {self.name}` opens it again as it stands",
            )
        content = event.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        line = _line(content, self._sum)
        path = self.ledger.path
        with _clear_sentences(path):
            try:
                if not self._is_clean:
                    file.truncate(self._end)
                self._is_clean = False
                file.seek(self._end)
                if file.write(line) != len(line):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                os.fsync(file.fileno())
            except OSError:
                self._take_back()
                raise
        self._is_clean = True
        self._end += len(line)
        self._sum = _sum_of(line)
        self._next += 1

    def go_on_after(self, number: int) -> None:
        """Keep the entries up to that one; the later ones are set aside in a file of their own.

        For entries that are whole in the file but no longer hold when they are replayed.
        """
        file = self._open_file()
        path = self.ledger.path
        lines = path.read_bytes().split(b"\n")
        if len(lines) <= number + 2:
            return
        good = sum(len(line) + 1 for line in lines[: number + 1])
        with _clear_sentences(path):
            self._set_aside(good)
            file.truncate(good)
            os.fsync(file.fileno())
        self.ledger = load(self.name)
        self._sum = self.ledger.last_sum
        self._end = self.ledger.good_bytes
        self._next = len(self.ledger.events) + 1

    def _open_file(self) -> io.FileIO:
        if self._file is None or self._file.closed:
            raise Trouble(f"{self.name} is not open for writing")
        return self._file

    def _take_back(self) -> None:
        """Cut a half-written line off again; the next append tries once more if this fails."""
        with suppress(OSError):
            self._open_file().truncate(self._end)
            self._is_clean = True

    def _cut_damage(self) -> None:
        """Keep what cannot be read beside the ledger, then go on from the good part."""
        file = self._open_file()
        good = self.ledger.good_bytes
        damage = self.ledger.damage
        if damage is not None and not damage.is_torn:
            self._set_aside(good)
        file.truncate(good)
        file.seek(good - 1)
        if file.read(1) != b"\n":
            file.write(b"\n")
            self.ledger = load(self.name)
        os.fsync(file.fileno())

    def _set_aside(self, good: int) -> None:
        """Write what stands behind the good part to a file of its own, before it is cut off."""
        path = self.ledger.path
        number = 1
        while (tail := path.with_name(f"{self.name}.damaged-{number}")).exists():
            number += 1
        _write_whole(tail, path.read_bytes()[good:])
        _sync_folder(path.parent)
        self.saved_tail = tail


def _parse(name: str, path: Path, content: bytes) -> Ledger:
    lines = content.split(b"\n")
    header, last = _first_line(name, lines[0])
    good = min(len(lines[0]) + 1, len(content))
    events: list[Event] = []
    damage: Damage | None = None
    if len(lines) == 1:
        damage = Damage(1, "the line end is missing", is_torn=True)
    for number, line in enumerate(lines[1:], start=2):
        is_last = number == len(lines)
        if is_last and not line:
            break
        try:
            event, last = _event_line(line, last, len(events) + 1)
        except ValueError as error:
            damage = Damage(number, str(error), is_torn=is_last)
            break
        events.append(event)
        good = min(good + len(line) + 1, len(content))
        if is_last:
            damage = Damage(number, "the line end is missing", is_torn=True)
    return Ledger(name, path, header, tuple(events), damage, good, last)


def _first_line(name: str, line: bytes) -> tuple[Header, str]:
    try:
        content, checksum = _checked(line, "")
    except ValueError as error:
        raise Trouble(
            f"The saved game {name} has no readable first line: {error}",
            hint=f"without it nothing can be replayed; `keyhelper delete {name}` removes the file",
        ) from None
    if content.get("format") != FORMAT:
        raise Trouble(
            f"The saved game {name} has format {content.get('format')!r}; this keyhelper reads "
            f"format {FORMAT}",
            hint="a newer keyhelper wrote it: upgrade to open it",
        )
    try:
        return Header.model_validate(content), checksum
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in problem["loc"])
        raise Trouble(f"The first line of the saved game {name} does not fit at {place}") from None


def _event_line(line: bytes, before: str, number: int) -> tuple[Event, str]:
    content, checksum = _checked(line, before)
    try:
        event = Event.model_validate(content)
    except ValidationError as error:
        place = ".".join(str(part) for part in error.errors(include_url=False)[0]["loc"])
        raise ValueError(f"it does not fit at {place}") from None
    if event.n != number:
        raise ValueError(f"it is numbered {event.n} where {number} is due")
    return event, checksum


def _checked(line: bytes, before: str) -> tuple[dict[str, Any], str]:
    match = _SUM.search(line)
    if match is None:
        raise ValueError("it is cut short")
    body = line[: match.start()] + b"}"
    checksum = match.group(1).decode()
    if _digest(body, before) != checksum:
        raise ValueError("its checksum does not match")
    try:
        content = json.loads(body)
    except (ValueError, RecursionError):
        raise ValueError("it is not JSON") from None
    if not isinstance(content, dict):
        raise ValueError("it is not an object")
    return content, checksum


def _line(content: dict[str, Any], before: str) -> bytes:
    body = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    return body[:-1] + f',"sum":"{_digest(body, before)}"}}\n'.encode()


def _sum_of(line: bytes) -> str:
    match = _SUM.search(line.rstrip(b"\n"))
    return match.group(1).decode() if match else ""


def _digest(body: bytes, before: str) -> str:
    return hashlib.blake2b(before.encode() + body, digest_size=8).hexdigest()


def _write_whole(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Make a new name in the folder last; not every system lets folders be opened."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _clear_sentences(path: Path) -> Iterator[None]:
    """Turn what a disk can refuse into a sentence with the way out."""
    try:
        yield
    except PermissionError:
        raise Trouble(
            f"keyhelper may not write to {path}",
            hint="set KEYHELPER_HOME to a folder of yours; what was recorded before is unharmed",
        ) from None
    except OSError as error:
        raise Trouble(
            f"Not recorded: {error.strerror or error} ({path})",
            hint="what was recorded before is unharmed; make room and try again",
        ) from None


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Hold a saved game alone; the system lets go by itself when the process dies."""
    lock_path = path.with_suffix(".lock")
    with _clear_sentences(lock_path):
        file = lock_path.open("a+b", buffering=0)
    try:
        with _clear_sentences(lock_path):
            is_mine = _try_lock(file)
        if not is_mine:
            file.seek(0)
            holder = names.safe((file.read(200) or b"").decode("utf-8", "replace")).strip()
            raise Trouble(
                f"{path.stem} is open in another keyhelper ({holder or 'unknown process'})",
                hint="finish there, or close that window",
            )
        # Who holds it is a courtesy to the others; a full disk must not prevent reading.
        with suppress(OSError):
            file.seek(0)
            file.truncate(0)
            file.write(f"process {os.getpid()} since {time.strftime('%H:%M')}".encode())
        yield
        with suppress(OSError):
            file.truncate(0)
    finally:
        file.close()


def _lock_with_fcntl(file: IO[bytes]) -> bool:
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _lock_with_msvcrt(file: IO[bytes]) -> bool:
    import importlib

    msvcrt: Any = importlib.import_module("msvcrt")
    try:
        # Far past the holder's line, which must stay readable for the others.
        file.seek(1 << 20)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    except OSError:
        return False
    return True


_try_lock: Callable[[IO[bytes]], bool] = _lock_with_msvcrt if os.name == "nt" else _lock_with_fcntl
