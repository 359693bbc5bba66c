"""What was reported as recorded is always there: `python -m tests.stress.nothing_lost [KILLS]`.

Kills a scripted game at random moments, cuts a ledger at every byte, fills the disk at every
size, takes the right to write away, and sets several processes on one game. Prints a table;
exits 1 when something was lost, crashed or was told unclearly.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import keyhelper.history  # noqa: F401  loaded now: an unprivileged child may not read it later
from keyhelper.engine import store
from keyhelper.engine.ledger import Event
from keyhelper.engine.store import Pen
from keyhelper.engine.trouble import Trouble
from tests.house.calling import Answer, call

GAME = "tiny-towns"
AT = "2026-01-01T10:00:00+00:00"
SQUARES = tuple(f"{column}{row}" for row in "1234" for column in "abcd")


class Report(NamedTuple):
    """What a stress tried, what it saw, and what was wrong."""

    title: str
    seen: Counter[str]
    wrong: list[str]


@contextlib.contextmanager
def fresh_home() -> Iterator[Path]:
    """A data folder of its own that anybody may look into; the environment comes back."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    before = os.environ.get("KEYHELPER_HOME")
    os.environ["KEYHELPER_HOME"] = str(folder / "home")
    try:
        yield folder / "home"
    finally:
        if before is None:
            del os.environ["KEYHELPER_HOME"]
        else:
            os.environ["KEYHELPER_HOME"] = before
        shutil.rmtree(folder, ignore_errors=True)


def script() -> str:
    """A game typed at the table, with remarks and second thoughts in every round."""
    lines = ["1", "1"]
    for number, square in enumerate(SQUARES[:12]):
        lines += ["wood", square, square, f"note round {number}", "undo", "redo", ""]
    return "\n".join([*lines, "quit", ""])


def set_up(name: str = "one") -> None:
    words = ("--seed", "stress", "--secret-seed", "s", "--save", name, "--plain")
    answer = call(GAME, "setup", "Ann", "Ben", *words)
    assert answer.code == 0, answer.err


def in_a_child(work: Callable[[], int]) -> int:
    """Run in a forked child; its exit code, or minus the signal that ended it."""
    child = os.fork()
    if child == 0:
        code = 99
        with contextlib.suppress(BaseException):
            code = work()
        os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def kills(count: int, seed: int = 1) -> Report:
    """Children append and report each entry; each is killed at a random moment."""
    draw = random.Random(seed)
    seen: Counter[str] = Counter()
    wrong: list[str] = []
    with fresh_home():
        set_up()
        for number in range(count):
            before = len(store.load("one").events)
            reported = _killed_while_appending(draw)
            ledger = store.load("one")
            seen["kills"] += 1
            seen["entries reported"] += len(reported) - before
            seen["torn lines found"] += ledger.damage is not None
            there = [event.text for event in ledger.events]
            if ledger.damage is not None and not ledger.damage.is_torn:
                wrong.append(f"kill {number}: {ledger.damage}")
            if there[: len(reported)] != reported:
                wrong.append(f"kill {number}: {len(reported)} reported, {len(there)} there")
            if len(there) > len(reported) + 1:
                wrong.append(f"kill {number}: entries that nobody reported")
            if len(there) > 400:
                store.path_of("one").unlink()
                set_up()
    return Report("kill -9 while appending", seen, wrong)


def _killed_while_appending(draw: random.Random) -> list[str]:
    """The remarks that were there before, and those the child reported before it died."""
    before = [event.text or "" for event in store.load("one").events]
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        with contextlib.suppress(BaseException), Pen("one") as pen:
            start = len(pen.ledger.events) + 1
            for number in range(start, start + 500):
                text = f"{number} " + "x" * draw.randrange(200)
                pen.append(Event(n=number, at=AT, do="note", text=text))
                os.write(write, text.encode() + b"\n")
        os._exit(0)
    os.close(write)
    with contextlib.closing(os.fdopen(read, "rb")) as pipe:
        time.sleep(draw.random() * 0.02)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        lines = pipe.read().decode().split("\n")
    return before + lines[:-1]


def kills_at_the_table(count: int, seed: int = 1) -> Report:
    """Whole programs playing a scripted game; each is killed, and the next one goes on."""
    draw = random.Random(seed)
    seen: Counter[str] = Counter()
    wrong: list[str] = []
    with fresh_home():
        for number in range(count):
            set_up(f"game-{number}")
            heard, killed = _killed_at_the_table(f"game-{number}", draw)
            seen["programs"] += 1
            seen["killed in the middle"] += killed
            reported = len(re.findall(r"^ +(?:Noted|Undone|Redone)", heard, re.MULTILINE))
            ledger = store.load(f"game-{number}")
            kept = sum(event.do in {"note", "undo", "redo"} for event in ledger.events)
            seen["entries reported"] += reported
            if kept < reported:
                wrong.append(f"program {number}: {reported} reported, {kept} there")
            if ledger.damage is not None and not ledger.damage.is_torn:
                wrong.append(f"program {number}: {ledger.damage}")
            again = call("resume", f"game-{number}", typed="note after all\nquit\n")
            if again.code != 0 or "Noted" not in again.out:
                wrong.append(f"program {number}: could not go on: {again.err[-300:]}")
    return Report("kill -9 at the table", seen, wrong)


def _killed_at_the_table(name: str, draw: random.Random) -> tuple[str, bool]:
    command = [sys.executable, "-m", "keyhelper", GAME, "track", "--saved", name]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write(script().encode())
        program.stdin.flush()
        heard = b""
        # Loading takes its time and records nothing; the clock starts with the first word.
        deadline = None
        while True:
            left = 10.0 if deadline is None else deadline - time.monotonic()
            if left <= 0 or not select.select([program.stdout], [], [], left)[0]:
                break
            piece = os.read(program.stdout.fileno(), 65_536)
            if not piece:
                break
            heard += piece
            deadline = deadline or time.monotonic() + draw.random() * 0.12
        killed = program.poll() is None
        program.kill()
        heard += program.stdout.read()
        with contextlib.suppress(BrokenPipeError):
            program.stdin.close()
    return heard.decode("utf-8", "replace"), killed


def truncations(step: int = 1) -> Report:
    """A ledger cut after every byte, and every verb that reads it."""
    seen: Counter[str] = Counter()
    wrong: list[str] = []
    with fresh_home():
        set_up()
        call(GAME, "track", "--saved", "one", typed=script())
        path = store.path_of("one")
        whole = path.read_bytes()
        first = whole.index(b"\n")
        for length in range(0, len(whole) + 1, step):
            path.write_bytes(whole[:length])
            entries = max(0, whole[:length].count(b"\n") - 1)
            entries += (
                length < len(whole) and whole[length : length + 1] == b"\n" and length > first
            )
            shown = call(GAME, "log", "--saved", "one", "--json")
            seen["cuts"] += 1
            if length < first:
                if shown.code != 1 or "no readable first line" not in " ".join(shown.err.split()):
                    wrong.append(f"cut at {length}: {shown}")
                continue
            if shown.code != 0 or len(shown.document["events"]) != entries:
                wrong.append(f"cut at {length}: {entries} due, {shown.err or shown.out[:200]}")
            elif length % 7 == 0:
                wrong += _goes_on(f"cut at {length}", entries, path)
                seen["gone on with"] += 1
    return Report("truncation at every byte", seen, wrong)


def _goes_on(where: str, entries: int, path: Path) -> list[str]:
    answer = call(GAME, "note", "--saved", "one", "after", "all")
    ledger = store.load("one")
    if answer.code != 0 or ledger.damage is not None or len(ledger.events) != entries + 1:
        return [f"{where}: cannot go on: {answer.err[-300:]}"]
    return []


def full_disks(step: int = 1) -> Report:
    """A disk that is full after every number of bytes, by the system's limit on file sizes."""
    seen: Counter[str] = Counter()
    wrong: list[str] = []
    with fresh_home() as home:
        set_up()
        path = store.path_of("one")
        start = path.read_bytes()
        for room in range(0, 2500, step):
            path.write_bytes(start)
            limit = room if room < 600 else len(start) + room - 600
            code = in_a_child(lambda limit=limit: _with_little_room(limit))  # type: ignore[misc]
            seen["sizes"] += 1
            if code not in {0, 1}:
                wrong.append(f"room for {limit} bytes: exit code {code}")
            ledger = store.load("one")
            if ledger.damage is not None:
                wrong.append(f"room for {limit} bytes: {ledger.damage}")
            told = json.loads((home.parent / "told.json").read_text())
            seen["refusals told"] += told["refused"]
            if len(ledger.events) != told["recorded"]:
                wrong.append(f"room for {limit}: {told}, {len(ledger.events)} there")
            strays = {p.name for p in path.parent.iterdir()} - {"one.jsonl", "one.lock"}
            if limit < len(start) and strays:
                wrong.append(f"room for {limit} bytes: left {strays}")
            for stray in strays:
                (path.parent / stray).unlink()
    return Report("full disk", seen, wrong)


def _with_little_room(limit: int) -> int:
    """In a child: remarks and a new game with room for that many bytes in any file."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    told = Path(os.environ["KEYHELPER_HOME"]).parent / "told.json"
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, old[1]))
    recorded = refused = 0
    unclear = ""
    answers = [call(GAME, "note", "--saved", "one", f"remark {n}" * 5) for n in range(4)]
    answers.append(call(GAME, "setup", "Ann", "Ben", "--save", "two"))
    for answer in answers[:4]:
        recorded += "Noted" in answer.out
        refused += answer.code == 1 and "Not recorded" in answer.err
    for answer in answers:
        unclear = unclear or _unclear(answer)
    resource.setrlimit(resource.RLIMIT_FSIZE, (old[1], old[1]))
    told.write_text(json.dumps({"recorded": recorded, "refused": refused, "unclear": unclear}))
    return 2 if unclear or recorded + refused != 4 else 0


def _unclear(answer: Answer) -> str:
    if answer.code not in {0, 1} or "Traceback" in answer.err:
        return answer.err[-500:] or f"exit code {answer.code}"
    if answer.code == 1 and "hint:" not in answer.err:
        return answer.err
    return ""


def no_right_to_write() -> Report:
    """A folder that may only be read: games open for looking, everything else is told."""
    seen: Counter[str] = Counter()
    wrong: list[str] = []
    with fresh_home() as home:
        set_up()
        call(GAME, "note", "--saved", "one", "before")
        call(GAME, "score", "--saved", "one")
        before = store.path_of("one").read_bytes()
        for path in (home, *home.rglob("*")):
            path.chmod(0o555 if path.is_dir() else 0o444)
        for words, due in (
            ((GAME, "show"), 0),
            ((GAME, "log"), 0),
            (("saved",), 0),
            ((GAME, "note", "hello"), 1),
            ((GAME, "undo"), 1),
            (("delete", "one", "--yes"), 1),
            ((GAME, "track", "--saved", "one"), 1),
            ((GAME, "setup", "Ann", "Ben", "--save", "two"), 1),
            ((GAME, "cards", "set", "Chapel", "score=x"), 1),
        ):
            code = in_a_child(lambda words=words: _as_a_guest(words))  # type: ignore[misc]
            seen["verbs"] += 1
            if code != due:
                wrong.append(f"{' '.join(words)}: exit code {code}, {due} is due")
        for path in (home, *home.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)
        if store.path_of("one").read_bytes() != before:
            wrong.append("the ledger was changed")
    return Report("read-only folder", seen, wrong)


def _as_a_guest(words: tuple[str, ...]) -> int:
    if os.getuid() == 0:
        os.setgid(65_534)
        os.setuid(65_534)
    answer = call(*words, typed="quit\n")
    return 50 if _unclear(answer) else answer.code


def two_at_one_table(processes: int, each: int) -> Report:
    """Several processes write remarks into one game as fast as they can."""
    seen: Counter[str] = Counter()
    wrong: list[str] = []
    with fresh_home():
        set_up()
        read, write = os.pipe()
        children = []
        for number in range(processes):
            child = os.fork()
            if child == 0:
                with contextlib.suppress(BaseException):
                    os.write(write, _hammer(number, each).encode())
                os._exit(0)
            children.append(child)
        os.close(write)
        with os.fdopen(read) as pipe:
            told = [line.split("\t") for line in pipe.read().splitlines()]
        for child in children:
            os.waitpid(child, 0)
        ledger = store.load("one")
        noted = {text for kind, text in told if kind == "noted"}
        seen["calls"] = len(told)
        seen["recorded"] = len(noted)
        seen["told who holds it"] = sum(kind == "held" for kind, _ in told)
        wrong += [f"told unclearly: {text}" for kind, text in told if kind == "unclear"]
        if len(noted) != processes * each:
            wrong.append(f"{processes * each - len(noted)} remarks never got their turn")
        if ledger.damage is not None or len(ledger.events) != len(noted):
            wrong.append(f"{len(noted)} recorded, {len(ledger.events)} there, {ledger.damage}")
        if {event.text for event in ledger.events} != noted:
            wrong.append("other remarks are there than were recorded")
    return Report("several processes, one game", seen, wrong)


def _hammer(number: int, each: int) -> str:
    """Write so many remarks, waiting a little whenever somebody else holds the game."""
    lines: list[str] = []
    done = 0
    deadline = time.monotonic() + 120
    while done < each and time.monotonic() < deadline:
        text = f"process {number} turn {done}"
        try:
            with Pen("one") as pen:
                count = len(pen.ledger.events)
                pen.append(Event(n=count + 1, at=AT, do="note", text=text))
            lines.append(f"noted\t{text}")
            done += 1
        except Trouble as error:
            clear = re.search(r"is open in another keyhelper \((process \d+|unknown)", error.text)
            lines.append(f"{'held' if clear else 'unclear'}\t{error.text}")
            time.sleep(0.001)
    return "\n".join(lines) + "\n"


def main() -> int:
    """Run everything and print a table."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    failed = 0
    for work in (
        lambda: kills(count),
        lambda: kills_at_the_table(max(10, count // 20)),
        truncations,
        full_disks,
        no_right_to_write,
        lambda: two_at_one_table(4, 150),
    ):
        start = time.monotonic()
        report = work()
        seen = ", ".join(f"{number} {what}" for what, number in report.seen.items())
        state = "ok" if not report.wrong else f"{len(report.wrong)} wrong"
        print(f"{report.title:28} {state:8} {time.monotonic() - start:6.1f} s  {seen}", flush=True)
        for line in report.wrong[:5]:
            print(f"    {line}")
        failed += bool(report.wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
