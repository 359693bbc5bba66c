"""The owner's box keeps what was read off real components, and never half of it."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from keyhelper.engine import box, catalogue
from keyhelper.engine.trouble import Trouble
from tests.engine.pantry import stock


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    yield from stock(tmp_path, monkeypatch)


def tree(name: str) -> dict[str, Any]:
    return catalogue.entries("orchard", "trees")[name]


def content(trees: Any, **other: Any) -> bytes:
    document = {"format": 1, "game": "orchard", "catalogues": {"trees": trees}} | other
    return json.dumps(document).encode()


def refusal(given: bytes) -> str:
    with pytest.raises(Trouble) as caught:
        box.read(given, "orchard", "friend.json")
    return caught.value.text


def test_no_box_yet_is_an_empty_box() -> None:
    assert box.open_for("orchard").catalogues == {}
    assert tree("The Great Oak")["height"] is None


def test_a_value_is_kept_and_laid_over_what_was_shipped() -> None:
    assert box.put("orchard", "trees", "the great oak", "height", 12) == []
    assert tree("The Great Oak")["height"] == 12
    catalogue.open_box("orchard", {})
    assert tree("The Great Oak")["height"] is None
    box.open_for("orchard")
    assert tree("The Great Oak")["height"] == 12
    assert tree("Pear")["height"] == 9


def test_one_component_has_one_entry_however_it_is_spelt() -> None:
    box.put("orchard", "trees", "Fig", "height", 3)
    box.put("orchard", "trees", "FIG", "colour", "blue")
    assert box.open_for("orchard").catalogues["trees"] == {"Fig": {"height": 3, "colour": "blue"}}


def test_a_box_that_was_removed_no_longer_counts() -> None:
    box.put("orchard", "trees", "Pear", "height", 4)
    box.path_of("orchard").unlink()
    box.open_for("orchard")
    assert tree("Pear")["height"] == 9


@pytest.mark.parametrize(("height", "word"), [(0, "less than the 1"), (31, "more than the 30")])
def test_an_unlikely_value_gets_a_warning_not_a_refusal(height: int, word: str) -> None:
    (warning,) = box.put("orchard", "trees", "Pear", "height", height)
    assert word in warning
    assert tree("Pear")["height"] == height


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("height", "tall"),
        ("height", 1.5),
        ("height", True),
        ("colour", 7),
        ("colour", ["green"]),
        ("scores", {}),
        ("months", "May"),
        ("needs", []),
        ("colour", "caf\udce9"),
    ],
)
def test_a_value_of_the_wrong_type_is_refused(field: str, value: Any, home: Path) -> None:
    with pytest.raises(Trouble) as caught:
        box.put("orchard", "trees", "Pear", field, value)
    assert caught.value.text.startswith(f"Pear, {field}: ")
    assert not (home / "boxes").exists()


def test_an_unknown_field_is_answered_with_did_you_mean() -> None:
    with pytest.raises(Trouble) as caught:
        box.put("orchard", "trees", "Pear", "hight", 3)
    assert caught.value.text == "Pear has no field called 'hight'"
    assert caught.value.hint == "did you mean height?"


@pytest.mark.parametrize("name", ["", "!!!", "\ud800", "\u200d"])
def test_a_component_needs_a_name(name: str) -> None:
    with pytest.raises(Trouble, match="cannot be a component's name"):
        box.put("orchard", "trees", name, "height", 3)


@pytest.mark.parametrize(
    "kind",
    [
        *("", "weeds", "rules", "notes", "../orchard/trees", "/etc/x", "a\0b", "x" * 5000),
        *("Trees", "..", "\u202e", "trees/", "con"),
    ],
)
def test_only_a_catalogue_of_this_game_can_be_filled_in(kind: str) -> None:
    """The name of a catalogue comes from a stranger's file and must never become a path."""
    given = json.dumps(
        {"format": 1, "game": "orchard", "catalogues": {kind: {"Pear": {"height": 1}}}}
    )
    assert "there is no catalogue called" in refusal(given.encode())
    with pytest.raises(Trouble, match="there is no catalogue called"):
        box.put("orchard", kind, "Pear", "height", 1)


def test_a_box_of_another_format_or_game_is_refused() -> None:
    assert "has format 2; this keyhelper reads format 1" in refusal(content({}, format=2))
    assert "is for 'vineyard', not for orchard" in refusal(content({}, game="vineyard"))


@pytest.mark.parametrize(
    "given",
    [
        b"",
        b"[]",
        b"null",
        b'{"format": 1}',
        b'{"format": 1, "game": "orchard", "catalogues": []}',
        b'{"format": 1, "game": "orchard", "extra": 1}',
        b'{"format": 1, "game": "orchard", "game": "orchard"}',
        content({"Pear": 7}),
        content({"Pear": {"height": "tall"}}),
        content({"Pear": {"weight": 1}}),
        content({"\x1b[2J" * 999: {"weight": 1}}),
        b'{"format":1,"game":"orchard","catalogues":{"trees":{"Pear":{"months":[1e999]}}}}',
        b'{"format":1,"game":"orchard","catalogues":{"trees":{"Pear":{"colour":"\\ud800"}}}}',
        b"\xff\xfe",
        b"[" * 100_000,
    ],
)
def test_a_strangers_box_is_read_strictly(given: bytes) -> None:
    message = refusal(given)
    assert message.startswith("friend.json")
    assert len(message) < 400


def test_a_damaged_box_is_told_and_not_overwritten() -> None:
    path = box.path_of("orchard")
    path.parent.mkdir(parents=True)
    path.write_bytes(b"{ half a box")
    for use in (
        lambda: box.open_for("orchard"),
        lambda: box.put("orchard", "trees", "Pear", "height", 3),
        lambda: box.merge("orchard", box.BoxFile(format=1, game="orchard")),
    ):
        with pytest.raises(Trouble, match=r"Your box .* is not JSON"):
            use()
    assert path.read_bytes() == b"{ half a box"


def test_another_owners_values_are_added_and_mine_stay() -> None:
    box.put("orchard", "trees", "Pear", "height", 8)
    friend = box.read(
        content({"PEAR": {"height": 7, "colour": "gold"}, "Fig": {"height": 2}}), "orchard", "f"
    )
    added, differences = box.merge("orchard", friend)
    assert added == 2
    assert differences == ["PEAR, height: yours is 8, theirs 7; yours is kept"]
    assert box.open_for("orchard").catalogues["trees"] == {
        "Pear": {"height": 8, "colour": "gold"}, "Fig": {"height": 2}
    }  # fmt: skip
    assert box.merge("orchard", friend)[0] == 0


def test_an_exported_box_is_a_box() -> None:
    box.put("orchard", "trees", "Zoë's Fig", "months", ["May", "June"])
    written = box.path_of("orchard").read_bytes()
    assert box.read(written, "orchard", "again") == box.open_for("orchard")


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO])
def test_a_box_that_cannot_be_saved_leaves_the_old_one(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    box.put("orchard", "trees", "Pear", "height", 8)
    before = box.path_of("orchard").read_bytes()

    def fail(descriptor: int) -> None:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr("keyhelper.engine.box.os.fsync", fail)
        with pytest.raises(Trouble, match="Your box was not saved") as caught:
            box.put("orchard", "trees", "Pear", "height", 3)
        assert "unharmed" in caught.value.hint
    assert box.path_of("orchard").read_bytes() == before
    assert [p.name for p in box.path_of("orchard").parent.iterdir()] == ["orchard.json"]
