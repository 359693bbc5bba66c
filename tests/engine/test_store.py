"""What was reported as recorded is always there; the rest is reported; nothing crashes."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from keyhelper.engine import store
from keyhelper.engine.ledger import Event, History
from keyhelper.engine.store import Pen, create, load
from keyhelper.engine.trouble import Trouble
from tests.engine.orchard import ORCHARD, header, plant

AT = "2026-01-01T10:00:00+00:00"
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home of its own for every test, on a disk that need not be waited for."""
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path))
    monkeypatch.setattr("keyhelper.engine.store.os.fsync", lambda descriptor: None)
    return tmp_path


def note(number: int, text: str = "a remark") -> Event:
    return Event(n=number, at=AT, do="note", text=text)


def saved(count: int = 3, name: str = "friday") -> Path:
    """A saved game with that many notes; the path of its file."""
    create(header(), name)
    with Pen(name) as pen:
        for number in range(1, count + 1):
            pen.append(note(number, f"remark {number} of Zoë"))
    return store.path_of(name)


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_what_was_appended_is_read_again() -> None:
    path = saved(5)
    ledger = load("friday")
    assert ledger.header == header()
    assert [event.n for event in ledger.events] == [1, 2, 3, 4, 5]
    assert ledger.damage is None
    assert ledger.good_bytes == path.stat().st_size


def test_a_ledger_can_be_read_by_people() -> None:
    lines = saved(2).read_text(encoding="utf-8").splitlines()
    assert len(lines) == 3
    assert json.loads(lines[0])["players"] == ["Ann", "Ben"]
    assert json.loads(lines[1])["text"] == "remark 1 of Zoë"
    assert "hidden" not in lines[0]


def test_nothing_but_the_ledger_and_its_lock_lies_in_the_folder(home: Path) -> None:
    saved()
    assert files(home) == {"games"}
    assert files(home / "games") == {"friday.jsonl", "friday.lock"}
    assert (home / "games" / "friday.lock").read_bytes() == b""


@pytest.mark.parametrize(
    "name",
    [
        *("", ".", "..", "../x", "a/b", "a\\b", "A", "ä", "-a", "a b", "a\n", "a\0", "x" * 81),
        *("a.jsonl", "/etc/passwd", "friday.", "con:", "\u202ea", "a_b", "~"),
    ],
)
def test_only_a_slug_becomes_a_file_name(name: str, home: Path) -> None:
    for use in (store.path_of, load, store.delete, lambda n: create(header(), n) if n else load(n)):
        with pytest.raises(Trouble) as caught:
            use(name)
        assert "is not a name for a saved game" in caught.value.text
        assert not {"\0", "\n", "\u202e"} & set(caught.value.text)
    with pytest.raises(Trouble):
        Pen(name).__enter__()
    assert not (home / "games").exists() or files(home / "games") == set()


def test_a_missing_game_is_answered_with_did_you_mean() -> None:
    saved(0)
    with pytest.raises(Trouble) as caught:
        load("fridy")
    assert caught.value.text == "There is no saved game called fridy"
    assert caught.value.hint == "did you mean friday?"
    with pytest.raises(Trouble, match="There is no saved game called fridy"):
        Pen("fridy").__enter__()
    with pytest.raises(Trouble, match="There is no saved game"):
        store.delete("fridy")
    assert store.peek("fridy") is None


def test_new_games_are_numbered_and_named_ones_are_never_overwritten() -> None:
    assert [create(header()) for _ in range(3)] == ["orchard-1", "orchard-2", "orchard-3"]
    path = saved(2)
    before = path.read_bytes()
    with pytest.raises(Trouble, match="already a saved game called friday"):
        create(header(), "friday")
    assert path.read_bytes() == before


def test_a_deleted_game_is_gone_and_its_name_free_again() -> None:
    saved()
    store.delete("friday")
    assert store.saved_names() == []
    create(header(), "friday")
    assert load("friday").events == ()


def test_saved_games_are_listed_last_written_first() -> None:
    for age, name in enumerate(("new", "middle", "old")):
        path = saved(0, name)
        os.utime(path, ns=(10**18 - age * 10**9,) * 2)
    (store.games_folder() / "NOT A NAME.jsonl").write_text("x")
    (store.games_folder() / "other.txt").write_text("x")
    assert store.saved_names() == ["new", "middle", "old"]


def test_no_folder_yet_is_no_error() -> None:
    assert store.saved_names() == []
    with pytest.raises(Trouble, match="There is no saved game"):
        load("friday")


def test_truncation_at_every_byte_loses_only_the_torn_line() -> None:
    """A power cut leaves any beginning of the file; every whole line of it is read."""
    path = saved(3)
    whole = path.read_bytes()
    first = whole.index(b"\n") + 1
    for length in range(len(whole) + 1):
        path.write_bytes(whole[:length])
        if length < first - 1:
            with pytest.raises(Trouble, match="no readable first line"):
                load("friday")
            with pytest.raises(Trouble, match="no readable first line"):
                Pen("friday").__enter__()
            assert path.read_bytes() == whole[:length]
            continue
        ends = [end for end in range(first, len(whole) + 1) if whole[end - 1 : end] == b"\n"]
        # A line that misses only its line end is complete: its checksum says so.
        expected = sum(length >= end - 1 for end in ends[1:])
        ledger = load("friday")
        assert len(ledger.events) == expected, length
        is_clean = whole[length - 1 : length] == b"\n"
        assert (ledger.damage is None) == is_clean
        assert is_clean or (ledger.damage is not None and ledger.damage.is_torn)


def test_after_any_truncation_the_game_goes_on() -> None:
    path = saved(2)
    whole = path.read_bytes()
    first = whole.index(b"\n")
    for length in range(first, len(whole) + 1):
        path.write_bytes(whole[:length])
        with Pen("friday") as pen:
            count = len(pen.ledger.events)
            assert pen.saved_tail is None
            pen.append(note(count + 1, "going on"))
        ledger = load("friday")
        assert ledger.damage is None
        assert len(ledger.events) == count + 1
        assert ledger.events[-1].text == "going on"
    assert files(path.parent) == {"friday.jsonl", "friday.lock"}


def test_any_changed_byte_is_noticed() -> None:
    path = saved(3)
    whole = path.read_bytes()
    for place in range(whole.index(b"\n") + 1, len(whole), 3):
        changed = bytes([whole[place] ^ 1])
        path.write_bytes(whole[:place] + changed + whole[place + 1 :])
        ledger = load("friday")
        line = whole[:place].count(b"\n")
        assert ledger.damage is not None, place
        assert len(ledger.events) <= line, place
        assert [e.text for e in ledger.events] == [f"remark {n} of Zoë" for n in range(1, line)][
            : len(ledger.events)
        ]


@pytest.mark.parametrize(
    ("spoil", "line", "why"),
    [
        (lambda lines: [*lines[:2], b"garbage", *lines[3:]], 3, "it is cut short"),
        (lambda lines: [*lines[:2], *lines[3:]], 3, "checksum"),
        (lambda lines: [*lines[:3], lines[2], *lines[3:]], 4, "checksum"),
        (lambda lines: [*lines[:2], lines[3], lines[2], *lines[4:]], 3, "checksum"),
        (lambda lines: [*lines[:2], lines[2].replace(b"2", b"3", 1), *lines[3:]], 3, "checksum"),
        (lambda lines: [*lines[:2], b"", *lines[2:]], 3, "it is cut short"),
        (lambda lines: [*lines[:2], b"\0" * 40, *lines[2:]], 3, "it is cut short"),
    ],
)
def test_a_damaged_middle_keeps_the_good_part_and_saves_the_tail(
    spoil: Any, line: int, why: str
) -> None:
    path = saved(5)
    lines = spoil(path.read_bytes().split(b"\n"))
    path.write_bytes(b"\n".join(lines))
    ledger = load("friday")
    assert ledger.damage is not None
    assert ledger.damage.line == line
    assert why in ledger.damage.why
    assert not ledger.damage.is_torn
    with Pen("friday") as pen:
        assert pen.saved_tail is not None
        assert pen.saved_tail.read_bytes() == b"\n".join(lines[line - 1 :])
        pen.append(note(line - 1, "going on"))
    ledger = load("friday")
    assert ledger.damage is None
    assert ledger.events[-1].text == "going on"


def test_a_second_damage_does_not_overwrite_the_first_tail() -> None:
    path = saved(3)
    for word in (b"first", b"second"):
        path.write_bytes(path.read_bytes() + word + b"\n")
        with Pen("friday") as pen:
            assert pen.saved_tail is not None
            assert pen.saved_tail.read_bytes() == word + b"\n"
    tails = sorted(p.read_bytes() for p in path.parent.glob("friday.damaged-*"))
    assert tails == [b"first\n", b"second\n"]


def test_reading_a_damaged_ledger_changes_nothing() -> None:
    path = saved(3)
    path.write_bytes(path.read_bytes()[:-20] + b"\ngarbage")
    before = path.read_bytes()
    load("friday")
    store.peek("friday")
    store.saved_names()
    assert path.read_bytes() == before
    assert files(path.parent) == {"friday.jsonl", "friday.lock"}


@pytest.mark.parametrize("number", [2, 0, -1, "1", None, [1]])
def test_another_format_is_refused_with_the_way_out(number: Any) -> None:
    content = header().model_dump(mode="json") | {"format": number}
    path = saved(0)
    path.write_bytes(store._line(content, ""))
    with pytest.raises(Trouble) as caught:
        load("friday")
    assert f"has format {number!r}; this keyhelper reads format 1" in caught.value.text
    assert "upgrade" in caught.value.hint
    assert store.peek("friday") is None


@pytest.mark.parametrize(
    "content",
    [{}, {"format": 1}, {"format": 1, "game": 7}, {"format": 1, "secret": {"sealed": "%%"}}],
)
def test_a_first_line_that_does_not_fit_is_told(content: dict[str, Any]) -> None:
    path = saved(0)
    path.write_bytes(store._line(content, ""))
    with pytest.raises(Trouble, match="friday"):
        load("friday")


@pytest.mark.parametrize(
    "content",
    [
        {"n": 1, "at": AT, "do": "dance"},
        {"n": 2, "at": AT, "do": "note"},
        {"n": 1, "at": AT, "do": "note", "more": 1},
        {"n": 1, "do": "note"},
        {"n": 10**30, "at": AT, "do": "note"},
    ],
)
def test_a_line_with_a_good_checksum_and_bad_content_is_damage(content: dict[str, Any]) -> None:
    path = saved(0)
    path.write_bytes(path.read_bytes() + store._line(content, load("friday").last_sum))
    ledger = load("friday")
    assert ledger.events == ()
    assert ledger.damage is not None
    assert ledger.damage.line == 2


@pytest.mark.parametrize(
    "content",
    [b"", b"\n", b"\0" * 100, b"{}\n", b"[" * 100_000, b"\xff" * 100, b"not json\n", b"null\n"],
)
def test_a_file_that_is_no_ledger_is_told(content: bytes) -> None:
    path = saved(0)
    path.write_bytes(content)
    with pytest.raises(Trouble, match="friday has no readable first line"):
        load("friday")
    assert store.peek("friday") is None


def test_a_folder_or_a_dead_link_in_place_of_a_game_is_told() -> None:
    saved(0)
    (store.games_folder() / "folder.jsonl").mkdir()
    (store.games_folder() / "dead.jsonl").symlink_to("nowhere")
    assert "friday" in store.saved_names()
    with pytest.raises(Trouble, match="The saved game folder cannot be read"):
        load("folder")
    with pytest.raises(Trouble):
        load("dead")


def test_a_file_in_place_of_the_folder_is_told(home: Path) -> None:
    (home / "games").write_text("in the way")
    for use in (lambda: create(header()), lambda: load("friday"), lambda: store.delete("friday")):
        with pytest.raises(Trouble):
            use()
    assert store.saved_names() == []


class FailingFile:
    """A file that fails as a disk does, after writing some of what it was given."""

    def __init__(self, file: Any, number: int, after: int, *, also_truncate: bool = False) -> None:
        self.file = file
        self.number = number
        self.after = after
        self.also_truncate = also_truncate

    def write(self, content: bytes) -> int:
        self.file.write(content[: self.after])
        raise OSError(self.number, os.strerror(self.number))

    def truncate(self, size: int) -> int:
        if self.also_truncate:
            raise OSError(self.number, os.strerror(self.number))
        return self.file.truncate(size)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG])
@pytest.mark.parametrize("after", [0, 1, 40, 10_000])
def test_a_write_that_fails_leaves_the_file_whole(number: int, after: int) -> None:
    path = saved(2)
    before = path.read_bytes()
    with Pen("friday") as pen:
        good = pen._file
        pen._file = FailingFile(good, number, after)  # type: ignore[assignment]
        with pytest.raises(Trouble) as caught:
            pen.append(note(3))
        assert caught.value.text.startswith(f"Not recorded: {os.strerror(number)}")
        assert "unharmed" in caught.value.hint
        assert path.read_bytes() == before
        pen._file = good
        pen.append(note(3, "after all"))
    assert [event.text for event in load("friday").events][-1] == "after all"
    assert load("friday").damage is None


def test_a_write_that_fails_and_cannot_be_taken_back_is_taken_back_later() -> None:
    saved(2)
    with Pen("friday") as pen:
        good = pen._file
        pen._file = FailingFile(good, errno.EIO, 10_000, also_truncate=True)  # type: ignore[assignment]
        with pytest.raises(Trouble):
            pen.append(note(3, "a long remark that will not be there" * 3))
        pen._file = good
        pen.append(note(3, "short"))
    ledger = load("friday")
    assert ledger.damage is None
    assert [event.text for event in ledger.events][2:] == ["short"]


def test_a_short_write_counts_as_a_full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved(2)
    before = path.read_bytes()
    with Pen("friday") as pen:

        class Short(FailingFile):
            def write(self, content: bytes) -> int:
                return self.file.write(content[:5])

        pen._file = Short(pen._file, 0, 0)  # type: ignore[assignment]
        with pytest.raises(Trouble, match="No space left"):
            pen.append(note(3))
    assert path.read_bytes() == before


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO])
def test_what_could_not_be_made_to_last_is_not_recorded(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(2)
    before = path.read_bytes()

    def fail(descriptor: int) -> None:
        raise OSError(number, os.strerror(number))

    with Pen("friday") as pen:
        with monkeypatch.context() as patch:
            patch.setattr("keyhelper.engine.store.os.fsync", fail)
            with pytest.raises(Trouble, match="Not recorded"):
                pen.append(note(3))
        assert path.read_bytes() == before
        pen.append(note(3, "after all"))
    assert load("friday").events[-1].text == "after all"


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EACCES])
def test_a_game_that_cannot_be_created_leaves_nothing_behind(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A first line that failed half-way must never appear under the game's name."""
    saved(0, "other")

    def fail(path: Path, content: bytes) -> None:
        path.write_bytes(content[:20])
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr("keyhelper.engine.store._write_whole", fail)
        with pytest.raises(Trouble):
            create(header(), "friday")
        with pytest.raises(Trouble):
            create(header())
    assert files(store.games_folder()) == {"other.jsonl", "other.lock"}
    assert create(header(), "friday") == "friday"


def test_a_file_system_without_hard_links_is_good_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(source: Any, target: Any) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr("keyhelper.engine.store.os.link", fail)
    assert create(header(), "friday") == "friday"
    with pytest.raises(Trouble, match="already a saved game"):
        create(header(), "friday")
    assert create(header()) == "orchard-1"
    assert create(header()) == "orchard-2"
    assert load("friday").header == header()
    assert files(store.games_folder()) == {"friday.jsonl", "orchard-1.jsonl", "orchard-2.jsonl"}


def test_a_full_disk_does_not_prevent_opening(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who holds the lock is a courtesy; where it cannot be written, the game still opens."""
    saved(2)
    lock = store.games_folder() / "friday.lock"
    lock.unlink()
    if not Path("/dev/full").exists():
        pytest.skip("this system has no disk that is always full")
    lock.symlink_to("/dev/full")
    with Pen("friday") as pen:
        assert len(pen.ledger.events) == 2


def test_the_second_at_the_table_is_told_who_holds_the_game() -> None:
    saved(1)
    with Pen("friday"):
        for use in (lambda: Pen("friday").__enter__(), lambda: store.delete("friday")):
            with pytest.raises(Trouble) as caught:
                use()
            assert "friday is open in another keyhelper" in caught.value.text
            assert f"process {os.getpid()}" in caught.value.text
        assert len(load("friday").events) == 1
    with Pen("friday") as pen:
        pen.append(note(2))


def test_a_process_that_dies_lets_go_of_its_game() -> None:
    saved(1)
    code = (
        "import os\nfrom keyhelper.engine.store import Pen\n"
        "Pen('friday').__enter__()\nos.kill(os.getpid(), 9)"
    )
    died = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False)
    assert died.returncode == -9
    with Pen("friday") as pen:
        pen.append(note(2))
    assert len(load("friday").events) == 2


def test_a_lock_left_with_hostile_text_is_quoted_harmlessly() -> None:
    saved(0)
    lock = store.games_folder() / "friday.lock"
    with Pen("friday"):
        lock.write_bytes(b"\x1b[2J\xff\xfe evil" * 1000)
        with pytest.raises(Trouble) as caught:
            Pen("friday").__enter__()
    assert "\x1b" not in caught.value.text
    assert len(caught.value.text) < 400


def test_an_error_inside_lets_go_of_the_game() -> None:
    saved(0)

    def fail() -> None:
        with Pen("friday"):
            raise RuntimeError("the table fell over")

    with pytest.raises(RuntimeError):
        fail()
    with Pen("friday") as pen:
        pen.append(note(1))


def test_an_entry_that_would_not_be_read_again_is_not_written() -> None:
    path = saved(2)
    before = path.read_bytes()
    with Pen("friday") as pen:
        for number in (1, 2, 4, 0):
            with pytest.raises(Trouble, match="Not recorded: entry"):
                pen.append(note(number))
    assert path.read_bytes() == before


def test_a_ledger_that_no_longer_holds_goes_on_from_its_good_part() -> None:
    """Entries that are whole but do not replay are set aside, so that new ones can be read."""
    create(header(), "friday")
    with Pen("friday") as pen:
        history = History.replay(ORCHARD, pen.ledger.header, ())
        for move in (plant("a1"), plant("a2")):
            event = history.move(move, AT)
            history.apply(event)
            pen.append(event)
        pen.append(history.move(plant("a1"), AT))
        pen.append(note(4))
    with Pen("friday") as pen:
        history = History.replay(ORCHARD, pen.ledger.header, pen.ledger.events)
        assert history.trouble is not None
        pen.go_on_after(len(history.events))
        assert pen.saved_tail is not None
        assert pen.saved_tail.read_bytes().count(b"\n") == 2
        pen.append(history.move(plant("c3"), AT))
    ledger = load("friday")
    assert ledger.damage is None
    again = History.replay(ORCHARD, ledger.header, ledger.events)
    assert again.trouble is None
    assert set(again.state.trees) == {"a1", "a2", "c3"}


def test_going_on_after_the_last_entry_sets_nothing_aside() -> None:
    path = saved(2)
    before = path.read_bytes()
    with Pen("friday") as pen:
        pen.go_on_after(2)
        assert pen.saved_tail is None
    assert path.read_bytes() == before


def test_texts_of_every_kind_survive() -> None:
    texts = ["", "\n\r\t", '"\\', "\x00\x1b[2J", "\u2028\u202e", "李明 👩\u200d👧", "x" * 200_000, ',"sum":"0123456789abcdef"}']  # noqa: E501  # fmt: skip
    create(header(), "friday")
    with Pen("friday") as pen:
        for number, text in enumerate(texts, start=1):
            pen.append(note(number, text))
    ledger = load("friday")
    assert ledger.damage is None
    assert [event.text for event in ledger.events] == texts
