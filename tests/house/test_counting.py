"""A count by questions loses no answer, takes no nonsense, and asks again for what it lacks."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from keyhelper import history
from keyhelper.answering import read, with_name, without_enter
from keyhelper.drafts import Draft
from keyhelper.engine.game import Asked
from tests.house.calling import Answer, call, written

TOWN = ("....",) * 4


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path / "home"


def score(game: str, *answers: str, words: tuple[str, ...] = ()) -> Answer:
    """A count by these answers, each typed on a line of its own."""
    return call(game, "score", "--ask", *words, typed="".join(f"{line}\n" for line in answers))


def said(answer: Answer) -> str:
    return " ".join(answer.err.split())


def draft(home: Path, game: str) -> Draft | None:
    path = home / "counts" / f"{game}.json"
    return Draft.model_validate(json.loads(path.read_text())) if path.exists() else None


# What is missing at the end is asked for again


def test_what_a_count_lacks_is_named_and_asked_for_again() -> None:
    first = ("Ann Ben", "12", "3+5", "", "20", "2", "none")
    answer = score("keyper", *first, "spring 3", words=("--json",))
    assert answer.code == 0
    assert "Ann: the fairs held are not known Ann: fairs held" in said(answer)
    assert answer.err.count("fairs held, such as") == 3  # Ben is not asked twice
    assert answer.document["players"][0]["total"] == 12 + 8 + 3


@pytest.mark.parametrize(
    ("game", "answers"),
    [
        ("keyper", ("Ann", "12", "3+5", "", "")),
        ("key-harvest", ("Ann", "", "C4", "", "", "", "")),
        ("keythedral", ("Ann", "", "", "", "2 gold", "")),
    ],
)
def test_answers_of_a_count_that_proves_nothing_are_kept(
    game: str, answers: tuple[str, ...], home: Path
) -> None:
    answer = score(game, *answers)
    assert answer.code == 3
    assert "(Enter: nobody knows)" in answer.err
    assert f"The answers are kept; `keyhelper {game} score --ask` goes on" in said(answer)
    kept = draft(home, game)
    assert kept is not None
    assert kept.players == ("Ann",)


def test_a_count_gone_on_with_asks_only_for_what_is_missing() -> None:
    score("keyper", "Ann", "12", "3+5", "", "")
    answer = score("keyper", "y", "spring 4", words=("--json",))
    assert answer.document["players"][0]["total"] == 24
    assert "shipping" not in answer.err


def test_a_question_left_open_twice_is_not_asked_a_third_time() -> None:
    answer = score("keyper", "Ann", "12", "3+5", "", "", "", "", "")
    assert answer.code == 3
    assert answer.err.count("fairs held, such as") == 2


def test_a_board_left_out_is_asked_for_again() -> None:
    answer = score("tiny-towns", "Ann", "farm", "", *TOWN, words=("--json",))
    assert answer.code == 0
    assert "Ann has no `board`" in answer.err
    assert answer.document["players"][0]["total"] == -16


def test_a_tie_is_told_before_it_is_asked_about() -> None:
    answer = score("tiny-towns", "Ann Ben", "farm", *TOWN, *TOWN, "3", "4", words=("--json",))
    assert answer.document["winners"] == ["Ann"]
    told, asked = "Ann and Ben are tied on points", "Ann: turns as Master Builder?"
    assert answer.err.index(told) < answer.err.index(asked)
    assert "Shrine" not in answer.err  # it would settle nothing


def test_only_those_who_are_tied_are_asked_about_it() -> None:
    town = ("Cottage Farm . .", *TOWN[1:])
    typed = ("Ann Ben Cy", "farm", *TOWN, *town, *TOWN, "3", "4")
    answer = score("tiny-towns", *typed, words=("--json",))
    assert [player["name"] for player in answer.document["players"]] == ["Ben", "Ann", "Cy"]
    assert "Ben: turns" not in answer.err


def test_a_tie_of_keyper_is_settled_step_by_step() -> None:
    """tie.order: what no tile needed is asked for when it parts people."""
    shipped = ("12", "none", "none")
    typed = ("Ann Ben", *shipped, *shipped, "2 ruby", "2 ruby", "3 sheep", "1 deer")
    answer = score("keyper", *typed, words=("--json",))
    assert answer.code == 0
    assert answer.document["winners"] == ["Ben"]
    assert answer.document["decided_by"] == "deer"


# Help, back and quit


@pytest.mark.parametrize("word", ["?", "help", "HELP"])
def test_a_question_mark_tells_what_is_expected(word: str) -> None:
    typed = ("Ann", "", "C4", "none", word, "2 hops")
    answer = score("key-harvest", *typed, words=("--json",))
    assert answer.code == 0
    assert "Enter leaves it open" in answer.err
    assert "`back` goes to the question before" in answer.err
    assert answer.document["players"][0]["total"] > 1  # the hops were counted


def test_help_is_nobodys_name() -> None:
    answer = score("keyper", "help", "Ann", "12", "none", "none", words=("--json",))
    assert [player["name"] for player in answer.document["players"]] == ["Ann"]
    assert "Names with spaces between them" in answer.err


@pytest.mark.parametrize("word", ["back", "undo"])
def test_back_opens_the_question_before(word: str) -> None:
    typed = ("Ann Ben", "12", "3", "none", "20", word, "21", "2", word, "4", "none")
    answer = score("keyper", *typed, words=("--json",))
    assert "points on the shipping track? [20] (Enter keeps it)" in answer.err
    assert {p["name"]: p["total"] for p in answer.document["players"]} == {"Ann": 15, "Ben": 25}


def test_back_at_the_first_question_changes_the_names() -> None:
    answer = score("keyper", "An", "back", "Ann", "12", "none", "none", words=("--json",))
    assert [player["name"] for player in answer.document["players"]] == ["Ann"]


def test_quit_leaves_with_the_answers_kept(home: Path) -> None:
    answer = score("keyper", "Ann", "12", "quit")
    assert (answer.code, answer.out) == (1, "")
    assert "Stopped. The answers are kept; `keyhelper keyper score --ask` goes on" in said(answer)
    kept = draft(home, "keyper")
    assert kept is not None
    assert kept.answers == {"Ann": {"shipping": ("12",)}}


def test_a_count_that_was_never_begun_just_stops(home: Path) -> None:
    answer = score("keyper", "quit")
    assert answer.err.splitlines()[-1] == "Stopped"
    assert draft(home, "keyper") is None


def test_a_claim_that_is_broken_off_had_nothing_to_record() -> None:
    call("tiny-towns", "setup", "Ann", "Ben", "--seed", "x", "--save", "friday")
    answer = call("tiny-towns", "validate", "place")
    assert answer.err.splitlines()[-1] == "Stopped"


def test_who_may_not_be_asked_is_told_of_a_file() -> None:
    answer = call("keyper", "score", "--no-input")
    assert answer.code == 2
    assert "give a position as FILE" in answer.err
    assert "arguments" not in answer.err


# Every line is checked and kept


def test_each_row_is_checked_when_it_is_typed_and_kept_at_once(home: Path) -> None:
    answer = score("tiny-towns", "Ann", "farm", "Cottage . .", "Cottage . . .", "", "w...")
    assert answer.code == 1
    assert answer.err.count("a row has 4 squares, not 3") == 1
    assert "Line 2 of 4 is still to come" in answer.err
    kept = draft(home, "tiny-towns")
    assert kept is not None
    assert kept.half == ("Ann", "board", ("Cottage . . .", "w..."))
    on = score("tiny-towns", "y", "....", "....", words=("--json",))
    assert on.document["players"][0]["total"] == -15
    assert "  2 > w..." in on.err


def test_back_goes_to_the_row_before() -> None:
    typed = ("Ann", "farm", "....", "w...", "back", "Cottage . . .", "....", "....")
    answer = score("tiny-towns", *typed, words=("--json",))
    assert answer.document["players"][0]["total"] == -15


def test_cards_typed_one_a_line_are_kept_at_once_and_can_be_taken_off(home: Path) -> None:
    begun = ("Ann", "5", "2", "", "dairy", "jeweller", "back")
    answer = score("key-flow", *begun)
    assert "Taken off: jeweller" in answer.err
    kept = draft(home, "key-flow")
    assert kept is not None
    assert kept.half == ("Ann", "winter", ("dairy",))
    on = score("key-flow", "y", "", "", "", "", "3 gold", "0", words=("--json",))
    assert "so far dairy" in on.err
    assert [line["id"] for line in on.document["players"][0]["lines"]].count("dairy") == 1


@pytest.mark.parametrize("tiles", ["3+6+2", "12x2", "9x4"])
def test_tiles_that_cannot_be_are_refused_at_once(tiles: str) -> None:
    answer = score("keythedral", "Ann", "", "", tiles, "4 4 8", "none", words=("--json",))
    assert answer.document["players"][0]["total"] == 16
    assert answer.err.count("building tiles, read out like") == 2
    assert "hint" not in answer.err  # no earlier answer could be at fault


def test_an_answer_against_an_earlier_one_tells_the_way_back() -> None:
    answer = score("keythedral", "Ann Ben", "", "", "4x4", "none", "2x4", "4", "none")
    assert "6 tiles of 4 are counted, but the full game has 5" in answer.err
    assert "`back` opens an earlier answer" in answer.err
    assert answer.code == 0


def test_an_answer_without_a_word_in_it_is_no_answer() -> None:
    answer = score("key-harvest", "Ann", "", "C4", "none", "!!", "2 hops", words=("--json",))
    assert "'!!' says nothing" in answer.err
    assert answer.code == 0


def test_heaps_are_added_up() -> None:
    typed = ("Ann", "", "C4", "none", "3+1 hops 2 wine")
    answer = score("key-harvest", *typed, words=("--json",))
    assert "4" in answer.document["players"][0]["lines"][-1]["detail"]


@pytest.mark.parametrize(
    ("typed", "read_as"),
    [("3+1 hops", "4 hops"), ("5+12+3", "5+12+3"), ("3+5; Mill 2 per gem", "3+5; Mill 2 per gem"),
     ("4+4+8", "4+4+8"), ("2+2x4", "2+2x4"), ("1 + 2 gold 1+1 ruby", "3 gold 2 ruby")],
)  # fmt: skip
def test_only_a_sum_of_things_is_added_up(typed: str, read_as: str) -> None:
    assert read(Asked("?"), (typed,)) == read_as


def test_the_name_that_was_meant_may_be_typed_where_a_value_is_asked() -> None:
    typed = ("Ann", "5", "2", "", "dary", "dairy", "", "", "", "2 cow", "", "2")
    answer = score("key-flow", *typed, words=("--json",))
    assert "did you mean Dairy?" in answer.err
    assert "Column 1" not in answer.err
    assert "dairy" in [line["id"] for line in answer.document["players"][0]["lines"]]


@pytest.mark.parametrize(
    ("line", "then"),
    [("dary", "Dairy"), ("barn: 3 iron; DARY: 2 wood", "barn: 3 iron; Dairy: 2 wood")],
)
def test_a_name_is_put_right_within_its_line(line: str, then: str) -> None:
    assert with_name(line, "Dary", "Dairy") == then


def test_a_question_asked_again_says_what_enter_means_now() -> None:
    assert without_enter("fields (C4 C5 ...; Enter: sizes only)") == "fields (C4 C5 ...)"
    assert without_enter("cubes, as in 2 gold (Enter: only their points)") == "cubes, as in 2 gold"
    typed = ("Ann", "", "", "4", "3 gold", "back")
    answer = score("keythedral", "Ann Ben", *typed[1:], "", "none", "none", "none")
    assert "[3 gold] (Enter keeps it) >" in answer.err


def test_a_dash_clears_an_answer() -> None:
    typed = ("Ann Ben", "", "", "4", "", "12", "back", "-", "back", "back", "1 gold", "4", "none")
    answer = score("keythedral", *typed, words=("--json",))
    assert {p["name"]: p["total"] for p in answer.document["players"]} == {"Ann": 8, "Ben": 4}


# Keeping it


def test_a_proven_count_can_be_kept_as_a_play(home: Path) -> None:
    answer = score("keyper", "Ann Ben", "12", "3", "none", "20", "2", "none", "y")
    assert answer.code == 0
    assert "Kept as counted-1" in answer.err
    assert draft(home, "keyper") is None
    assert "Keyper: Ben won with 22, Ann 15 (counted-1)" in call("history").out
    assert "no ledger of its moves" in call("history", "show", "counted-1").out
    exported = call("history", "export", "counted-1", "--form", "json").document
    assert (exported["saved"], exported["seating"]) == ("counted-1", ["Ann", "Ben"])
    assert call("stats", "--json").document["plays"] == 1
    assert "1 play kept" in call("history", "rebuild").out
    assert history.find("counted-1").result.winners == ("Ben",)


@pytest.mark.parametrize("last", [(), ("n",)])
def test_no_and_a_closed_pipe_keep_nothing(last: tuple[str, ...], home: Path) -> None:
    answer = score("keyper", "Ann", "12", "3", "none", *last, words=("--json",))
    assert answer.code == 0
    assert answer.document["players"][0]["total"] == 15
    assert history.plays() == []
    assert draft(home, "keyper") is None


def test_counts_kept_have_names_of_their_own() -> None:
    call("tiny-towns", "setup", "Ann", "Ben", "--save", "counted-2")
    for _ in range(3):
        score("keyper", "Ann", "12", "3", "none", "y")
    assert {play.saved for play in history.plays()} == {"counted-1", "counted-3", "counted-4"}
    assert call("history", "forget", "counted-3", "--yes").code == 0
    assert len(history.plays()) == 2


def test_the_sheet_of_a_kept_count_shows_its_boards() -> None:
    score("tiny-towns", "Ann", "farm", "Cottage . . .", *TOWN[1:], "y")
    sheet = call("history", "export", "counted-1", "--form", "html")
    assert sheet.err == ""
    assert "<figure" in sheet.out


def test_values_typed_for_a_kept_count_are_kept_with_it() -> None:
    """Nobody kept the Trader in the box, and the sheet still has its table."""
    score("key-flow", "Ann", "5", "2", "", "trader", "5 per iron", "n", *[""] * 4, "3 iron", "y")
    sheet = call("history", "export", "counted-1", "--form", "html")
    assert sheet.err == ""
    assert "Trader" in sheet.out


def test_a_play_is_the_same_to_bg_stats_before_and_after_it_was_kept() -> None:
    shared = score("keyper", "Ann", "12", "3", "none", "y", words=("--share", "bgstats"))
    kept = call("history", "export", "counted-1", "--form", "bgstats")
    ids = [out.partition("sourcePlayId")[2][:40] for out in (shared.out, kept.out)]
    assert ids[0] == ids[1] != ""


# Who played


def test_mended_names_keep_their_answers() -> None:
    begun = Draft(game="keyper", players=("An", "Ben"), answers={"An": {"shipping": ("12",)}})
    assert begun.with_players(("Ann", "Ben")).answers == {"Ann": {"shipping": ("12",)}}
    assert begun.with_players(("Ben", "An")).answers == {"An": {"shipping": ("12",)}}
    assert begun.with_players(("Ben",)).answers == {}
    assert begun.with_players(("An", "Ben", "Cy")).answers == begun.answers


def test_answers_that_mean_nothing_any_more_are_not_gone_on_with(home: Path) -> None:
    (home / "counts").mkdir(parents=True)
    begun = Draft(game="keyper", players=("Ann",), answers={"Ann": {"shipping": ("x",)}})
    (home / "counts" / "keyper.json").write_text(begun.model_dump_json())
    answer = score("keyper", "y", "Ann", "12", "none", "none", words=("--json",))
    assert "the count begins anew" in said(answer)
    assert answer.code == 0


# Where the words go


def test_what_is_not_proven_fits_a_narrow_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    answer = score("tiny-towns", "Ann Ben", "farm", *TOWN, *TOWN, "", "")
    lines = [line for line in answer.err.splitlines() if " > " not in line]
    assert [line for line in lines if line.startswith("Not proven: Ann and Ben are tied")]
    assert max(map(len, lines)) <= 50


def test_a_tie_in_a_file_is_told_too(tmp_path: Path) -> None:
    players = [{"name": n, "board": list(TOWN)} for n in ("Ann", "Ben")]
    path = written(tmp_path, "tie.json", {"game": "tiny-towns", "players": players})
    assert call("tiny-towns", "score", path, "--no-input").code == 3


def test_a_person_is_asked_though_the_sheet_goes_to_a_file(tmp_path: Path, home: Path) -> None:
    """Each answer stands there once, slips can be mended, and the prompts fit the terminal."""
    pty, fcntl, termios = map(pytest.importorskip, ("pty", "fcntl", "termios"))
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, (24).to_bytes(2, sys.byteorder)
                + (50).to_bytes(2, sys.byteorder) + bytes(4))  # fmt: skip
    os.write(master, b"Ann\n12\n2+17\nnone\n\nn\n")
    environment = {k: v for k, v in os.environ.items() if k != "COLUMNS"}
    with (tmp_path / "sheet.html").open("wb") as sheet:
        done = subprocess.run(
            [sys.executable, "-m", "keyhelper", "keyper", "score", "--ask", "--share", "html"],
            stdin=slave, stdout=sheet, stderr=slave, timeout=60, check=False,
            env=environment | {"KEYHELPER_HOME": str(home)},
            cwd=Path(__file__).resolve().parents[2],
        )  # fmt: skip
    os.close(slave)
    shown = os.read(master, 65_536).decode().replace("\r\n", "\n")
    os.close(master)
    assert done.returncode == 0
    assert "<h1>Keyper</h1>" in (tmp_path / "sheet.html").read_text()
    assert shown.count("2+17") == 1
    assert "Correct anything?" in shown
    assert "Keep it in the play history?" in shown
    assert max(len(part) for part in re.split(r"\n|(?<= > )", shown)) <= 50


# At the terminal


def answer_all(terminal: Any, *pairs: tuple[str, str]) -> None:
    for question, answer in pairs:
        terminal.wait_for_question(question)
        terminal.type(f"{answer}\r".encode())


def test_slips_are_mended_by_name_even_for_a_player_called_table() -> None:
    from tests.house.terminal import Terminal

    terminal = Terminal("keythedral", "score", "--ask", "--json")
    answer_all(
        terminal,
        ("Who is playing", "Table Bn"),
        *(("Edition", ""), ("Length", "")),
        *(("Table: building tiles", "4"), ("Table: cubes", "1 gold")),
        *(("Bn: building tiles", "6"), ("Bn: cubes", "")),
        ("Bn: points of the cubes", "3"),
        ("`everybody`, `names`, or Enter to count", "table"),
        ("Table: building tiles, read out like 4 4 8 [4] (Enter keeps it)", "4 4"),
        ("[1 gold] (Enter keeps it)", ""),
        ("Correct anything?", "names"),
        ("[Table, Bn]", "Tom Ben"),
        ("A name, `table`, `names`", "back"),
        ("Ben: points of the cubes left over [3]", "5"),
        ("Correct anything?", ""),
    )
    terminal.wait_for_question("Keep it in the play history?")
    terminal.type(b"y\r")
    assert terminal.leave() == 0
    assert '"name": "Tom"' in terminal.shown
    assert "Ben won with 11" not in call("history").out
    assert "Tom won with 12, Ben 11 (counted-1)" in call("history").out


def test_control_c_says_that_the_answers_are_kept(home: Path) -> None:
    from tests.house.terminal import Terminal

    terminal = Terminal("keyper", "score", columns=50)
    answer_all(terminal, ("Who is playing", "Ann"), ("shipping", "12"))
    terminal.wait_for_question("tiles")
    terminal.interrupt(b"\x03")
    assert terminal.leave() == 1
    shown = " ".join(terminal.shown.split())
    assert "The answers are kept; `keyhelper keyper score --ask` goes on with them" in shown
    assert draft(home, "keyper") is not None
