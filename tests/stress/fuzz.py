"""Throws seeded nonsense at every command: `python -m tests.stress.fuzz [COUNT] [SEED] [GAME]`.

No traceback, no hang, exit codes as documented, one document for `--json`, nothing that steers
a terminal, no file outside the data folder. Prints a table of what was tried; exits 1 and shows
the call when a promise is broken.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import traceback
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from keyhelper.engine import store
from keyhelper.engine.ledger import History
from keyhelper.games import SHELF
from tests.house.calling import Answer, call
from tests.stress import hostile

LONGEST_SECONDS = 20
FLAGS = ("--json", "--no-input", "--plain", "--no-color")
JSON_VERBS = {"setup", "validate", "score", "show", "log", "cards", "rules", "saved"}
SQUARES = tuple(f"{column}{row}" for column in "abcd" for row in "1234")
NAMES = ("Ann", "Ben", "Zoë O'Brien", "李明", "Build", "B2")
ANSWERS = (
    "", "?", "1", "undo", "redo", "back 3", "log", "score", "show", "show ann", "why", "!", "help",
    "rules cottage", "note hello", "amend day 3", "edit 1 b2", "quit", "y", "n", "wood", "b2",
    "ann b2", "ben c3", "name ben wheat", "next", "build cottage a1", "place ann a1", "decline",
)  # fmt: skip


class Broken(NamedTuple):
    """A promise that did not hold, with what is needed to see it again."""

    number: int
    arguments: tuple[str, ...]
    typed: bytes
    why: str


class Case(NamedTuple):
    """One call to make."""

    arguments: tuple[str, ...]
    typed: bytes = b""


class Room:
    """A data folder with a saved game in it, a folder for position files, and what they hold."""

    def __init__(self, folder: Path, slug: str) -> None:
        self.slug = slug
        self.home = folder / "home"
        self.desk = folder / "desk"
        self.desk.mkdir(parents=True)
        os.environ["KEYHELPER_HOME"] = str(self.home)
        call(slug, "setup", "Ann", "Ben", "--seed", "fuzz", "--secret-seed", "s", "--save", "one")
        typed = "1\n1\nwood\na1\na1\nwheat\nb1\nb1\n"
        call(slug, "track", "--saved", "one", typed=typed)
        self.ledger = store.path_of("one").read_bytes()
        self.position = json.loads(POSITIONS.get(slug, '{"game": "x", "players": []}'))
        game = next(box for box in SHELF if box.slug == slug).open()
        self.kinds = game.kinds
        self.parts = tuple(game.state.model_fields)
        history = History.replay(game, store.load("one").header, store.load("one").events)
        self.words = {
            kind: tuple(
                word
                for field in game.act(kind).move.model_fields
                for word in game.words(history.state, kind, field)
            )
            or ("x",)
            for kind in game.kinds
        }

    def tidy(self) -> None:
        """The saved game as it was, no box, no other games."""
        shutil.rmtree(self.home, ignore_errors=True)
        store.games_folder().mkdir(parents=True)
        store.path_of("one").write_bytes(self.ledger)


POSITIONS = {
    "tiny-towns": json.dumps(
        {
            "game": "tiny-towns",
            "cards": ["Cottage", "Farm", "Well", "Chapel", "Tavern", "Theater", "Factory"],
            "players": [
                {
                    "name": name,
                    "board": [
                        ["Cottage", "Farm", None, "wood"],
                        ["Well", "Chapel", "Tavern", None],
                        [None, "Theater", "Factory", "glass"],
                        ["Cottage", None, None, "stone"],
                    ],
                    "master_builder_turns": 3,
                }
                for name in ("Ann", "Ben")
            ],
        }
    )
}


def cases(draw: random.Random, room: Room) -> Iterator[tuple[str, Case]]:
    """An endless run of calls, each with the name of what it tries."""
    makers = (
        ("arguments", _any_arguments), ("arguments", _any_arguments), ("setup", _setup),
        ("position", _position), ("position", _position), ("validate", _validate),
        ("table", _table), ("table", _table), ("overruling", _overruling),
        ("overruling", _overruling), ("questions", _questions), ("ledger", _ledger),
        ("ledger", _ledger), ("box", _box), ("saved games", _saved),
    )  # fmt: skip
    while True:
        name, make = draw.choice(makers)
        yield name, make(draw, room)


def _flags(draw: random.Random) -> list[str]:
    return [flag for flag in FLAGS if draw.random() < 0.25]


def _any_arguments(draw: random.Random, room: Room) -> Case:
    verbs = ("setup", "track", "validate", "score", "show", "log", "undo", "redo", "note", "cards")
    verb = draw.choice((*verbs, "rules", "afford", hostile.word(draw)))
    words = [room.slug, verb] if draw.random() < 0.9 else [hostile.word(draw)]
    for _ in range(draw.randint(0, 4)):
        pool = (*NAMES, *SQUARES, *room.kinds, "--seed", "--saved", "--save", "--position", "set")
        words.append(draw.choice(pool) if draw.random() < 0.5 else hostile.word(draw))
    return Case((*words, *_flags(draw)), _lines(draw, 3))


def _setup(draw: random.Random, room: Room) -> Case:
    players = [draw.choice(NAMES) for _ in range(draw.randint(0, 7))]
    words = [room.slug, "setup", *players]
    for option in ("--seed", "--secret-seed", "--save", "--reading", "--with", "--redraw"):
        if draw.random() < 0.3:
            words += [option, hostile.word(draw)]
    if draw.random() < 0.4:
        words.append(hostile.word(draw))
    return Case((*words, *_flags(draw)), _lines(draw, 3))


def _position(draw: random.Random, room: Room) -> Case:
    content = room.position
    for _ in range(draw.randint(0, 3)):
        content = hostile.spoilt(draw, content)
    made = hostile.as_bytes(draw, content)
    verb = draw.choice((["score"], ["validate", "build", "ann", "cottage", "a1"]))
    if draw.random() < 0.4:
        file, typed = "-", made
    else:
        (room.desk / "position.json").write_bytes(made)
        file, typed = str(room.desk / "position.json"), _lines(draw, 4)
    where = [file] if verb == ["score"] else ["--position", file]
    return Case((room.slug, *verb, *where, *_flags(draw)), typed)


def _validate(draw: random.Random, room: Room) -> Case:
    kind = draw.choice(room.kinds)
    if draw.random() < 0.5:
        move = {"kind": kind, "player": "Ann", "square": "a1", "building": "Cottage"}
        text = hostile.as_bytes(draw, hostile.spoilt(draw, move)).decode("utf-8", "surrogateescape")
        return Case((room.slug, "validate", "--move", text[:100_000], *_flags(draw)))
    words = [draw.choice((*NAMES, *SQUARES, "wood", "cottage", hostile.word(draw)))
             for _ in range(draw.randint(0, 6))]  # fmt: skip
    fields = [f"{draw.choice(('player', 'square', 'building', 'at', 'squares'))}={w}"
              if draw.random() < 0.3 else w for w in words]  # fmt: skip
    return Case((room.slug, "validate", kind, *fields, *_flags(draw)), _lines(draw, 5))


def _lines(draw: random.Random, most: int) -> bytes:
    made = []
    for _ in range(draw.randint(0, most)):
        line = draw.choice(ANSWERS) if draw.random() < 0.7 else hostile.word(draw)
        if draw.random() < 0.1:
            line += " " + hostile.word(draw)
        made.append(line.encode("utf-8", "surrogatepass" if draw.random() < 0.5 else "replace"))
    if draw.random() < 0.05:
        made.append(draw.randbytes(50))
    if draw.random() < 0.01:
        made.append(draw.choice((b"x", b"a1 ", b"[", b'"', b"=", b"1+")) * 1_000_000)
    return b"\n".join(made)


def _table(draw: random.Random, room: Room) -> Case:
    flags = [flag for flag in _flags(draw) if flag != "--no-input"]
    return Case((room.slug, "track", "--saved", "one", *flags), _lines(draw, 25))


def _overruling(draw: random.Random, room: Room) -> Case:
    """Moves of every kind, most of them against the rules and insisted on; tables amended."""
    lines = []
    for _ in range(draw.randint(1, 20)):
        deed = draw.random()
        if deed < 0.6:
            kind = draw.choice(room.kinds)
            words = [draw.choice(room.words[kind]) for _ in range(draw.randint(0, 5))]
            lines.append(" ".join([draw.choice(("ann", "ben", "")), kind, *words]) + "!")
        elif deed < 0.75:
            path = draw.choice(room.parts)
            depth = draw.choice(("", "", ".Ann", ".Ben", ".0", ".a1"))
            content = json.dumps(hostile.value(draw))[:3000]
            lines.append(f"amend {path}{depth} {content}")
        elif deed < 0.85:
            lines.append(f"edit {draw.randint(0, 9)} {draw.choice(ANSWERS)}!")
        else:
            lines.append(draw.choice(ANSWERS[:-6]))
    typed = "\n".join(lines).encode("utf-8", "replace")
    return Case((room.slug, "track", "--saved", "one"), typed)


def _questions(draw: random.Random, room: Room) -> Case:
    return Case((room.slug, "score", "--ask", *_flags(draw)), b"Ann Ben\n" + _lines(draw, 20))


def _ledger(draw: random.Random, room: Room) -> Case:
    """A ledger with damage, or with good checksums over spoilt content."""
    lines = room.ledger.split(b"\n")[:-1]
    if draw.random() < 0.3:
        made = hostile.torn(draw, room.ledger)
    else:
        contents = [json.loads(line) for line in lines]
        place = draw.randrange(len(contents))
        for content in contents:
            content.pop("sum", None)
        contents[place] = hostile.spoilt(draw, contents[place])
        made, last = b"", ""
        for content in contents:
            line = _summed(content, last)
            last, made = store._sum_of(line), made + line
    store.path_of("one").write_bytes(made)
    verb = draw.choice(
        (
            [room.slug, "show", "--saved", "one"], [room.slug, "log", "--saved", "one"],
            [room.slug, "undo", "--saved", "one"], [room.slug, "note", "hello"], ["saved"],
            [room.slug, "score"], ["resume", "one"], ["resume"], [room.slug, "track"],
        )
    )  # fmt: skip
    return Case((*verb, *(f for f in _flags(draw) if f != "--no-input")), _lines(draw, 5))


def _summed(content: Any, last: str) -> bytes:
    body = json.dumps(content, ensure_ascii=False).encode("utf-8", "surrogatepass")
    if not isinstance(content, dict):
        return body + b"\n"
    return body[:-1] + f',"sum":"{store._digest(body, last)}"}}\n'.encode()


def _box(draw: random.Random, room: Room) -> Case:
    content: Any = {
        "format": 1,
        "game": room.slug,
        "catalogues": {
            draw.choice(("buildings", "monuments")): {
                draw.choice(("Chapel", "Farm", "The Starloom")): {
                    "colour": "orange",
                    "layout": [["glass", None], ["stone", "brick"]],
                    "score": "x",
                    "rule": {"kind": "flat", "vp": 3},
                }
            }
        },
    }
    for _ in range(draw.randint(0, 2)):
        content = hostile.spoilt(draw, content)
    made = hostile.as_bytes(draw, content)
    deed = draw.random()
    if deed < 0.4:
        boxes = room.home / "boxes"
        boxes.mkdir(exist_ok=True)
        (boxes / f"{room.slug}.json").write_bytes(made)
        verbs = (["cards"], ["show"], ["setup", "Ann"], ["score"], ["validate", "build"], ["log"])
        return Case((room.slug, *draw.choice(verbs), *_flags(draw)), _lines(draw, 4))
    if deed < 0.7:
        return Case((room.slug, "cards", "import", "-", *_flags(draw)), made)
    pairs = [f"{draw.choice(('colour', 'score', 'layout', 'rule', 'x'))}={hostile.word(draw)}"]
    return Case((room.slug, "cards", "set", draw.choice(("Chapel", hostile.word(draw))), *pairs))


def _saved(draw: random.Random, room: Room) -> Case:
    verb = draw.choice(("saved", "resume", "delete", hostile.word(draw)))
    words = [draw.choice(("one", "--yes", "--all", "--seed", hostile.word(draw)))
             for _ in range(draw.randint(0, 3))]  # fmt: skip
    return Case((verb, *words, *_flags(draw)), _lines(draw, 4))


def judge(case: Case, answer: Answer) -> str:
    """What is wrong with an answer, or nothing."""
    if answer.code not in {0, 1, 2, 3}:
        return f"exit code {answer.code}"
    if "Traceback" in answer.err:
        return "a traceback"
    for name, text in (("stdout", answer.out), ("stderr", answer.err)):
        steering = {c for c in text if c != "\n" and _steers(c)}
        if steering:
            return f"{name} holds {sorted(map(ascii, steering))}"
    if _promises_json(case.arguments) and answer.out:
        try:
            json.loads(answer.out)
        except ValueError:
            return "stdout is not one JSON document"
    return ""


def _promises_json(arguments: tuple[str, ...]) -> bool:
    asked = set(arguments)
    before = arguments[arguments.index("--json") - 1] if "--json" in asked else ""
    if "--" in asked or (before.startswith("--") and before not in FLAGS):
        return False  # the word is an argument or an option's value there
    is_other = asked & {"--help", "-h", "--version", "set", "import", "export"}
    return "--json" in asked and not is_other and set(arguments[:2]) & JSON_VERBS != set()


def _steers(character: str) -> bool:
    return (
        unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}
        and character not in "\u200c\u200d"
    )


def run(count: int, seed: int, slug: str = "tiny-towns") -> tuple[Counter[str], list[Broken]]:
    """That many calls; how many of each kind and what broke."""
    draw = random.Random(seed)
    tried: Counter[str] = Counter()
    broken: list[Broken] = []
    with tempfile.TemporaryDirectory() as name, _kept_environment():
        folder = Path(name).resolve()
        room = Room(folder, slug)
        os.chdir(room.desk)
        maker = cases(draw, room)
        for number in range(count):
            room.tidy()
            kind, case = next(maker)
            tried[kind] += 1
            why = _attempt(case, folder, room)
            if why:
                broken.append(Broken(number, case.arguments, case.typed, f"{kind}: {why}"))
    return tried, broken


def _attempt(case: Case, folder: Path, room: Room) -> str:
    signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(LONGEST_SECONDS)
    try:
        with contextlib.chdir(room.desk):
            why = judge(case, call(*case.arguments, typed=case.typed))
    except Exception:
        why = traceback.format_exc(limit=-3)
    finally:
        signal.alarm(0)
    strays = {path.name for path in folder.iterdir()} - {"home", "desk"}
    strays |= {path.name for path in room.desk.iterdir()} - {"position.json"}
    for stray in strays:
        (room.desk / stray).unlink(missing_ok=True)
    is_export = "export" in case.arguments
    return why or (f"files outside the data folder: {strays}" if strays and not is_export else "")


def _too_long(number: int, frame: Any) -> None:
    raise TimeoutError(f"no answer after {LONGEST_SECONDS} seconds")


@contextlib.contextmanager
def _kept_environment() -> Iterator[None]:
    kept, place = dict(os.environ), Path.cwd()
    fsync, os.fsync = os.fsync, lambda descriptor: None
    try:
        yield
    finally:
        os.fsync = fsync
        os.chdir(place)
        os.environ.clear()
        os.environ.update(kept)


def main() -> int:
    """Run and print the table."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    slug = sys.argv[3] if len(sys.argv) > 3 else "tiny-towns"
    tried, broken = run(count, seed, slug)
    for kind, number in tried.most_common():
        print(f"{kind:14} {number:6} calls")
    print(f"{'in all':14} {tried.total():6} calls, {len(broken)} broken promises (seed {seed})")
    shown: set[str] = set()
    for one in broken:
        key = one.why[-120:]
        if key in shown:
            continue
        shown.add(key)
        print(f"\ncall {one.number}: {[ascii(a)[:120] for a in one.arguments]}")
        print(f"typed {one.typed[:200]!r}\n{one.why}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
