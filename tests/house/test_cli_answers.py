"""Commands answer as the formats promise: exit codes, one document, nothing secret, nothing raw."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from keyhelper.engine import store
from tests.house.calling import Answer, call, written

ROOT = Path(__file__).resolve().parents[2]
GAME = "tiny-towns"
EMPTY = [[None] * 4 for _ in range(4)]
POSITION = {
    "game": GAME,
    "cards": ["Cottage", "Farm", "Well", "Chapel", "Tavern", "Theater", "Factory"],
    "players": [
        {"name": "Ann", "board": [["Cottage", "Farm", None, None], *EMPTY[1:]]},
        {"name": "Zoë O'Brien", "board": EMPTY},
    ],
}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


def started(*typed: str) -> None:
    """A saved game called friday in which these lines were typed."""
    words = ("--seed", "amber otter canyon", "--secret-seed", "s", "--save", "friday")
    assert call(GAME, "setup", "Ann", "Ben", *words).code == 0
    if typed:
        call(GAME, "track", "--saved", "friday", typed="\n".join([*typed, "quit", ""]))


def position(tmp_path: Path, **changes: Any) -> str:
    return written(tmp_path, "position.json", POSITION | changes)


def shell(command: str, home: Path) -> subprocess.CompletedProcess[str]:
    """A command line as typed into a shell; `keyhelper` is this checkout's."""
    program = f"{sys.executable} -m keyhelper"
    return subprocess.run(
        ["/bin/sh", "-c", command.replace("keyhelper", program)],
        cwd=ROOT, env=os.environ | {"KEYHELPER_HOME": str(home)}, capture_output=True, text=True,
        check=False, timeout=60,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((), 0),
        (("--help",), 0),
        (("--version",), 0),
        ((GAME, "--help"), 0),
        ((GAME, "setup", "Ann", "Ben"), 0),
        ((GAME, "setup", *(f"p{n}" for n in range(7))), 1),
        ((GAME, "setup", "Ann", "ann"), 1),
        ((GAME, "setup", "Ann", "!!!"), 1),
        ((GAME, "setup", "Ann", "\x1b[2J"), 1),
        ((GAME, "setup", "Ann", "Ben", "--reading", "nonsense"), 2),
        ((GAME, "setup", "Ann", "Ben", "--reading", "a=b"), 1),
        ((GAME, "setup", "Ann", "Ben", "--no-such-option"), 2),
        ((GAME, "setup", "--no-input"), 2),
        ((GAME, "show"), 1),
        ((GAME, "log"), 1),
        ((GAME, "undo"), 1),
        ((GAME, "note", "hello"), 1),
        ((GAME, "score", "--no-input"), 2),
        ((GAME, "score", "nowhere.json"), 1),
        ((GAME, "score", "."), 1),
        ((GAME, "validate", "--no-input"), 1),
        ((GAME, "cards"), 0),
        ((GAME, "cards", "Chapel"), 0),
        ((GAME, "cards", "Chapl"), 1),
        ((GAME, "cards", "set"), 2),
        ((GAME, "cards", "import"), 2),
        ((GAME, "cards", "import", "nowhere.json"), 1),
        ((GAME, "rules", "cottage"), 0),
        ((GAME, "rules", "xyzzy"), 1),
        (("saved",), 0),
        (("resume",), 1),
        (("resume", "friday"), 1),
        (("delete",), 2),
        (("delete", "friday"), 1),
        (("dance",), 2),
    ],
)
def test_exit_codes(words: tuple[str, ...], code: int) -> None:
    answer = call(*words)
    assert answer.code == code, answer
    if code:
        assert answer.out == ""
        assert answer.err


def test_a_setup_that_cannot_be_kept_under_its_name_says_so(home: Path) -> None:
    assert call(GAME, "setup", "Ann", "Ben", "--save", "../x").code == 1
    assert call(GAME, "track", "Ann", "Ben", "--no-input").code == 2
    assert not (home.parent / "x.jsonl").exists()


@pytest.mark.parametrize(
    "words",
    [
        (GAME, "setup", "Ann", "Ben", "--seed", "x"),
        (GAME, "show"),
        (GAME, "log"),
        (GAME, "score"),
        (GAME, "cards"),
        (GAME, "cards", "Chapel"),
        (GAME, "rules"),
        (GAME, "rules", "cottage"),
        (GAME, "validate", "name", "ann", "wood"),
        ("saved",),
    ],
)
def test_json_is_one_document_and_nothing_else(words: tuple[str, ...]) -> None:
    started("1", "1")
    answer = call(*words, "--json")
    assert answer.code in {0, 1, 3}
    assert isinstance(answer.document, dict)


def test_the_same_seed_gives_the_same_setup_whatever_its_case_and_spacing() -> None:
    documents = [
        call(GAME, "setup", "Ann", "Ben", "--seed", seed, "--json").document
        for seed in ("amber otter canyon", "  AMBER otter\tCanyon ")
    ]
    assert documents[0] == documents[1]
    assert documents[0]["seed"] == "amber otter canyon"


def test_secrets_are_told_only_when_asked_for(home: Path) -> None:
    """Nothing that is said, listed or written before the end names a monument dealt."""
    started("1", "1", "wood")
    shown = call(GAME, "setup", "Ann", "Ben", "--seed", "amber otter canyon", "--secret-seed", "s",
                 "--json", "--show-secrets", "--no-save").document  # fmt: skip
    dealt = {name for pair in shown["table"]["monuments"].values() for name in pair}
    assert len(dealt) == 4
    said = [
        call(*words)
        for words in (
            (GAME, "setup", "Ann", "Ben", "--seed", "amber otter canyon", "--secret-seed", "s"),
            (GAME, "setup", "Ann", "Ben", "--seed", "amber otter canyon", "--secret-seed", "s",
             "--json"),
            (GAME, "show", "--saved", "friday"),
            (GAME, "show", "--saved", "friday", "--json"),
            (GAME, "log", "--saved", "friday"),
            (GAME, "log", "--saved", "friday", "--json"),
            (GAME, "score", "--saved", "friday"),
            ("saved", "--json"),
        )
    ]  # fmt: skip
    for answer in said:
        assert answer.code == 0
        assert not [name for name in dealt if name in answer.out + answer.err]
    for path in home.rglob("*"):
        if path.is_file():
            assert not [name for name in dealt if name.encode() in path.read_bytes()], path


def test_a_printed_seed_alone_does_not_deal_the_same_secrets() -> None:
    deals = [
        call(GAME, "setup", "Ann", "Ben", "--seed", "x", "--json", "--show-secrets").document
        for _ in range(6)
    ]
    assert len({json.dumps(deal["table"]["cards"]) for deal in deals}) == 1
    assert len({json.dumps(deal["table"]["monuments"]) for deal in deals}) > 1


def test_setup_with_json_saves_nothing_unless_told(home: Path) -> None:
    call(GAME, "setup", "Ann", "Ben", "--json")
    assert not (home / "games").exists()
    call(GAME, "setup", "Ann", "Ben", "--json", "--save", "friday")
    assert store.saved_names() == ["friday"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is not JSON"),
        (b"\xff\xfe", "is not text: byte 1 is not UTF-8"),
        (b"[" * 100_000, "nested more than 60 levels"),
        (b"[]", "the whole: found []"),
        (b'{"game": "keyper", "players": []}', "is a position of keyper, not of tiny-towns"),
        (b'{"game": "tiny-towns", "game": "tiny-towns"}', 'the key "game" is given twice'),
        (b'{"game": "tiny-towns", "players": NaN}', "NaN is not a number"),
        (b'{"game": "tiny-towns", "playrs": []}', "did you mean players?"),
    ],
)
def test_a_bad_position_is_told_with_its_place(tmp_path: Path, content: bytes, words: str) -> None:
    path = written(tmp_path, "bad.json", content)
    for answer in (call(GAME, "score", path), call(GAME, "score", "-", typed=content)):
        assert answer.code == 1
        assert answer.out == ""
        assert words in " ".join(answer.err.split())


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"cards": ["Cotage"]}, "cards"),
        ({"cards": 7}, "cards"),
        ({"players": [{"name": "Ann", "board": [[None] * 4] * 3}]}, "players[0].board"),
        ({"players": [{"name": "Ann", "board": [["Pagoda", None, None, None], *EMPTY[1:]]}]},
         "players[0].board: row 1"),
        ({"players": [{"name": "Ann", "board": EMPTY, "coins": "many"}]}, "players[0].coins"),
        ({"players": [{"name": "Ann", "board": EMPTY, "coin": 3}]}, "players[0].coin"),
        ({"players": [{"board": EMPTY}]}, "players[0].name"),
        ({"players": "Ann"}, "players"),
    ],
)  # fmt: skip
def test_a_wrong_value_in_a_position_is_named(
    tmp_path: Path, changes: dict[str, Any], place: str
) -> None:
    answer = call(GAME, "score", position(tmp_path, **changes), "--no-input")
    assert answer.code == 1
    assert f" {place}" in " ".join(answer.err.split())


def test_a_score_file_with_names_of_any_script_is_counted(tmp_path: Path) -> None:
    names = ["Zoë O'Brien", "李明", "שלום", "नीता"]
    players = [{"name": name, "board": EMPTY, "master_builder_turns": 1} for name in names]
    path = position(tmp_path, players=players)
    document = call(GAME, "score", path, "--json").document
    assert sorted(player["name"] for player in document["players"]) == sorted(names)
    text = call(GAME, "score", path)
    assert text.code == 0
    assert all(name in text.out for name in names)


def test_hostile_names_in_a_position_never_reach_the_terminal(tmp_path: Path) -> None:
    players = [{"name": "\x1b[31mAnn\u202e\x9b", "board": EMPTY, "master_builder_turns": 1}]
    answer = call(GAME, "score", position(tmp_path, players=players))
    assert not {"\x1b", "\u202e", "\x9b"} & set(answer.out + answer.err)


def test_a_claim_is_ruled_with_reasons_and_an_exit_code(tmp_path: Path) -> None:
    path = position(tmp_path)
    wrong = call(GAME, "validate", "build", "player=Ann", "building=Well", "squares=c1,d1",
                 "at=c1", "--position", path, "--json")  # fmt: skip
    assert wrong.code == 1
    document = wrong.document
    assert document["ruling"] == "illegal"
    for reason in document["reasons"]:
        assert set(reason) == {"rule", "text", "ruling", "heading", "contested"}
        assert reason["heading"]
    text = call(GAME, "validate", "build", "Ann", "Well", "c1", "--position", path)
    assert text.out.startswith("Not allowed: ")


@pytest.mark.parametrize(
    "move", ["", "[]", "7", "{}", '{"kind": "dance"}', '{"kind": "build"}', "{", '{"kind": []}']
)
def test_a_move_given_as_json_is_read_strictly(tmp_path: Path, move: str) -> None:
    answer = call(GAME, "validate", "--move", move, "--position", position(tmp_path), "--no-input")
    assert answer.code in {1, 2}
    assert answer.err
    assert answer.out == ""


def test_deleting_asks_first_and_takes_no_for_an_answer() -> None:
    started()
    kept = call("delete", "friday", typed="\n")
    assert kept.code == 1
    assert store.saved_names() == ["friday"]
    assert call("delete", "friday", "--no-input").code == 2
    assert store.saved_names() == ["friday"]
    assert call("delete", "friday", typed="y\n").code == 0
    assert store.saved_names() == []


def test_a_refused_move_records_nothing_and_an_overruled_one_says_so() -> None:
    started("1", "1", "ann place a1", "wood", "a1", "a1")
    before = len(store.load("friday").events)
    typed = "place ann a1\nwhy\nquit\n"
    refused = call(GAME, "track", "--saved", "friday", typed=typed)
    assert "Not allowed" in refused.out
    assert len(store.load("friday").events) == before
    overruled = call(GAME, "track", "--saved", "friday", typed="place ann b1 wood!\nquit\n")
    assert "Recorded against the rules" in overruled.out
    assert "[overruled:" in call(GAME, "log").out


def test_undo_and_redo_work_from_the_shell() -> None:
    started("1", "1", "wood", "a1", "a1")
    assert call(GAME, "undo", "2").code == 0
    assert call(GAME, "redo").code == 0
    events = call(GAME, "log", "--json").document["events"]
    assert [event["do"] for event in events[-3:]] == ["undo", "undo", "redo"]
    assert call(GAME, "redo", "9").code == 1


def test_a_game_open_elsewhere_is_told_and_can_still_be_looked_at() -> None:
    started("1", "1")
    with store.Pen("friday"):
        held = call(GAME, "note", "hello")
        assert held.code == 1
        assert f"process {os.getpid()}" in held.err
        assert call(GAME, "show").code == 0
        assert call("delete", "friday", "--yes").code == 1
    assert call(GAME, "note", "hello").code == 0


def test_an_unreadable_game_does_not_hide_the_others(home: Path) -> None:
    started()
    (home / "games" / "broken.jsonl").write_bytes(b"\x1b[2J garbage")
    (home / "games" / "newer.jsonl").write_bytes(store._line({"format": 99}, ""))
    answer = call("saved", "--all")
    assert answer.code == 0
    assert "friday" in answer.out
    assert "broken" in answer.out
    assert "upgrade" in answer.out or "format 99" in answer.out
    assert call("resume", typed="quit\n").code == 0


def test_answers_end_with_the_input_and_everything_is_saved() -> None:
    started()
    answer = call(GAME, "track", "--saved", "friday", typed="1\n1\nwood\n")
    assert answer.code == 0
    assert "Saved as friday, 3 entries" in answer.out


def test_a_pipe_of_nonsense_comes_to_an_end() -> None:
    answer = call(GAME, "score", "--ask", typed="xyzzy\n" * 500)
    assert answer.code in {0, 1, 3}


def test_a_closed_stdin_is_no_reason_to_crash(home: Path) -> None:
    done = shell("keyhelper tiny-towns setup Ann Ben --seed x --save friday <&-", home)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    track = shell("keyhelper tiny-towns track --saved friday <&-", home)
    assert "Traceback" not in track.stderr
    assert track.returncode in {0, 1}
    for words in ("score -", "cards import -"):
        done = shell(f"keyhelper tiny-towns {words} <&-", home)
        assert (done.returncode, "stdin is closed" in done.stderr) == (1, True)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="nothing here is without end")
def test_a_file_without_end_is_told() -> None:
    for words in (("score",), ("cards", "import")):
        answer = call(GAME, *words, "/dev/zero")
        assert (answer.code, "has more than" in answer.err) == (1, True)


def test_a_reader_that_leaves_early_is_no_reason_to_crash(home: Path) -> None:
    done = shell("keyhelper tiny-towns rules | head -1", home)
    assert "Traceback" not in done.stderr
    assert done.stdout.count("\n") == 1


def test_nothing_is_written_outside_the_data_folder(home: Path, tmp_path: Path) -> None:
    started("1", "1", "wood", "note hello")
    call(GAME, "cards", "set", "Chapel", "score=my own words")
    call(GAME, "cards", "export")
    call(GAME, "score", position(tmp_path))
    call("delete", "friday", "--yes")
    assert {path.name for path in tmp_path.iterdir()} <= {"home", "position.json"}


def test_help_says_what_every_verb_does() -> None:
    answer: Answer = call(GAME, "--help")
    for verb in ("setup", "track", "validate", "score", "show", "log", "undo", "redo", "note"):
        assert f"  {verb} " in answer.out
        assert call(GAME, verb, "--help").code == 0
