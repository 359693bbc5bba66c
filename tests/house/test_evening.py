"""Whole evenings at a real terminal, with slips, arguments, a power cut and a finished sheet.

Each is told as a transcript under `golden/`: what stood on the screen and what was typed.
`python -m tests.house.test_evening` plays them again and writes the transcripts; read them as
prose in the diff before accepting them.
"""

from __future__ import annotations

import re
import shlex
import tempfile
from collections.abc import Callable
from difflib import unified_diff
from pathlib import Path

import pytest

from keyhelper.engine import catalogue, store
from keyhelper.engine.ledger import Event
from keyhelper.render import columns_of
from tests.house.terminal import Page, Terminal, pages

GOLDEN = Path(__file__).parent / "golden"
COVERED = "~~~~~~~~ the screen is cleared ~~~~~~~~"
TAB, SKIPPED, TO_HERE = "\ue000", "\ue001", "\ue002"  # signs that no program shows
MONTHS = "January February March April May June July August September October November December"
REWRITE = "`python -m tests.house.test_evening` writes it"
BOX_DRAWING = re.compile("[\u2500-\u259f]")


class Evening:
    """People at one table: command after command, each at its own terminal."""

    def __init__(self, title: str = "", columns: int = 80) -> None:
        self.title = title
        self.columns = columns
        self.events: tuple[Event, ...] = ()
        self.events_at_the_cut: tuple[Event, ...] = ()
        self.pages: list[Page] = []
        self.story: list[str] = []
        self.question = ""  # the one that stands there unanswered

    def tell(self, remark: str) -> None:
        """A stage direction in the transcript."""
        self.story += ["", f"# {remark}"]

    def run(self, line: str) -> None:
        """Type a command in the shell; the program waits at its first question, or ends."""
        self.story += ["", f"$ keyhelper {line}"]
        self.terminal = Terminal(*shlex.split(line), columns=self.columns)

    def answer(self, question: str, *lines: str) -> None:
        """Type these lines, each when the question stands there (again)."""
        for line in lines:
            self._wait_for(question)
            self._type(f"{line}\r")

    def complete(self, question: str, begun: str, rest: str) -> None:
        """Type the beginning of a word and press Tab; the rest of it comes, and is taken."""
        self._wait_for(question)
        self._type(begun)
        self.terminal.wait_for(begun)
        self.terminal.shown += TAB
        self._type("\t")
        self.terminal.wait_for(rest)
        self._type("\r")

    def repeat(self, line: str, until: str) -> None:
        """Type the same line again and again until the question is another; told in brief."""
        self._wait_for("")
        self.terminal.shown += SKIPPED
        while until not in self.question:
            self._type(f"{line}\r")
            self._wait_for("")
        self.terminal.shown += TO_HERE

    def _wait_for(self, question: str) -> None:
        if not self.question:
            self.question = self.terminal.wait_for_question(question)
        assert question in self.question

    def _type(self, keys: str) -> None:
        self.question = ""
        self.terminal.type(keys.encode())

    def leave(self) -> None:
        """The program ends by itself, in peace."""
        assert self.terminal.leave() == 0, self.terminal.shown
        self._turn_pages()

    def pull_the_plug(self, question: str, half_typed: str) -> None:
        """Kill the program while somebody types."""
        self._wait_for(question)
        self._type(half_typed)
        self.terminal.wait_for(half_typed)
        assert self.terminal.kill() < 0
        self.events_at_the_cut = store.load(store.saved_names()[0]).events
        self._turn_pages()
        self.tell("somebody trips over the cable")

    def _turn_pages(self) -> None:
        assert "Traceback" not in self.terminal.shown
        turned = pages(self.terminal.shown, self.columns)
        self.pages += turned
        self.story += f"\n{COVERED}\n".join(page.text.strip("\n") for page in turned).splitlines()

    @property
    def transcript(self) -> str:
        """The evening as prose, without what differs from one day to the next."""
        text = "\n".join(self.story).strip() + "\n"
        text = text.replace(TAB, "<Tab>")
        text = re.sub(f"{SKIPPED}(.*?){TO_HERE}", _in_brief, text, flags=re.DOTALL)
        text = re.sub(rf"\b\d\d? ({MONTHS.replace(' ', '|')}) \d{{4}}\b", "18 November 2026", text)
        text = re.sub(r"\b\d{4}-\d\d-\d\d\b", "2026-11-18", text)
        text = re.sub(r"\b\d+ min\b", "0 min", text)
        return re.sub(r"\n{3,}", "\n\n", text)


def _in_brief(stretch: re.Match[str]) -> str:
    lines = stretch.group(1).split("\n")
    typed = sum(line.endswith(f"> {lines[0]}") for line in lines) + 1
    return f"{lines[0]}\n  ... and so on, {typed} times in all ...\n{lines[-1]}"


def tiny_towns(evening: Evening) -> None:
    """Two players, their monuments, three rounds and an early end."""
    sit_down_to_tiny_towns(evening)
    evening.run("tiny-towns track")
    evening.complete("Ann names", "gl", "ass")
    evening.answer("Ann puts glass on", "z9", "b2")
    evening.answer("Ben puts glass on", "b2")
    evening.answer("Anyone build?", "")
    evening.answer("Ben names", "wheat")
    evening.answer("Ann puts wheat on", "b2", "why", "b1")
    evening.answer("Ben puts wheat on", "d4")
    evening.answer("Anyone build?", "undo")
    evening.answer("Ben puts wheat on", "redo")
    evening.answer("Anyone build?", "back 2")
    evening.answer("Ann puts wheat on", "?", "2")
    evening.answer("Ben puts wheat on", "d4")
    evening.answer("Anyone build?", "edit 5 c3", "note Ben had moved his cube", "")
    evening.answer("Ann names", "brick")
    evening.answer("Ann puts brick on", "a2")
    evening.answer("Ben puts brick on", "c4")
    evening.answer("Anyone build?", "ann cottage")
    evening.answer("Square", "b2")
    evening.answer("Anyone build?", "ben cottage c3 c4 d4 at d4", "why", "!", "show ben", "score")
    evening.pull_the_plug("Anyone build?", "ann fin")
    evening.run("resume")
    evening.answer("Anyone build?", "log", "peek ben")
    evening.answer("pass the screen to Ben", "let me see", "")
    evening.answer("cover it again", "")
    evening.answer("Anyone build?", "turn", "ann finish")
    evening.answer("Do it all the same?", "y")
    evening.answer("Anyone build?", "ben finish")
    evening.answer("Do it all the same?", "")
    evening.answer("Anyone build?", "ben finish")
    evening.answer("Do it all the same?", "y")
    evening.answer("The game is over", "")
    evening.leave()
    evening.run("history")
    evening.leave()
    evening.run("score --share markdown")
    evening.leave()


def sit_down_to_tiny_towns(evening: Evening, options: str = "", ann: str = "Ann") -> None:
    """The setup, and the screen goes round."""
    seeds = '--seed "amber otter canyon" --secret-seed evening'
    evening.run(f"tiny-towns setup {ann} Ben {seeds} --save friday{options}")
    evening.answer("Hand the screen round now?", "y")
    evening.answer("press Enter", "")
    evening.answer(f"{ann} keeps", "1")
    evening.answer("press Enter", "")
    evening.answer("Ben keeps", "2")
    evening.leave()


def key_flow(evening: Evening) -> None:
    """Two villages in a hurry: most cards are discarded for tokens."""
    seed = '--seed "copper heron willow"'
    evening.run(f"key-flow track Ann Ben --keep villages {seed} --save sunday")
    evening.answer("Ann plays", "R9 tithe barn", "R2 tithe barn", "why", "R1 tithe barn")
    evening.answer("in your box", "always")
    evening.answer("Ben plays", "R2 smithy", "!")
    evening.answer("Ann plays", "undo")
    evening.answer("Ben plays", "redo")
    evening.answer("Ann plays", "keyple 2 red down home")
    evening.pull_the_plug("Ben plays", "disc")
    evening.run("resume")
    evening.answer("Ben plays", "log")
    for _ in range(3):  # spring, summer, autumn
        evening.repeat("discard", until="uses tokens")
        evening.answer("Ann uses tokens on", "tithe barn")
        evening.answer("Ann uses tokens on", "")
        evening.answer("Ben uses tokens on", "")
        evening.answer("Clear the villages", "")
    evening.answer("Ann plays the winter K card", "L1 trader")
    evening.answer("What does Trader score", "5 per iron + stone + wood")
    evening.answer("Ben plays the winter K card", "R1 dairy")
    evening.repeat("discard", until="uses tokens")
    evening.answer("Ann uses tokens on", "")
    evening.answer("Ben uses tokens on", "")
    evening.answer("Clear the villages", "")
    evening.answer("Ann: points showing on Home", "3")
    evening.answer("Ann: points showing on Tithe Barn", "1")
    evening.answer("animals on village cards", "2 iron 1 stone 1 wood 2 gold")
    evening.answer("", "1")
    evening.answer("", "1 saw 2 gold")
    evening.answer("The game is over", "")
    evening.leave()
    evening.run("key-flow cards trader")
    evening.leave()
    evening.run("history show sunday")
    evening.leave()
    evening.run("score --share markdown")
    evening.leave()


EVENINGS: dict[str, Callable[[Evening], None]] = {
    "evening-tiny-towns": tiny_towns,
    "evening-key-flow": key_flow,
}


@pytest.fixture(autouse=True)
def an_empty_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path))


@pytest.fixture(scope="module", params=EVENINGS)
def evening(request: pytest.FixtureRequest) -> Evening:
    """One of the evenings, played once for all tests."""
    return played(request.param)


def played(title: str) -> Evening:
    """The evening of that title, in a home of its own."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("KEYHELPER_HOME", folder)
        evening = Evening(title)
        EVENINGS[title](evening)
        evening.events = store.load(store.saved_names()[0]).events
    return evening


def test_an_evening_goes_as_it_is_told(evening: Evening) -> None:
    told = (GOLDEN / f"{evening.title}.txt").read_text(encoding="utf-8").splitlines()
    differences = unified_diff(told, evening.transcript.splitlines(), "told", "seen", lineterm="")
    text = "\n".join(differences)
    assert not text, f"{text}\nIf that is better, {REWRITE}"


def test_the_power_cut_costs_nothing(evening: Evening) -> None:
    """What had been recorded is in the ledger, and what was half typed is not."""
    kept = evening.events_at_the_cut
    assert kept
    assert evening.events[: len(kept)] == kept
    assert len(kept) < len(evening.events)


def test_the_table_s_own_way_is_remembered(evening: Evening) -> None:
    """The final sheet and the shared one list the move that was overruled."""
    overruled = [event for event in evening.events if event.overruled]
    assert len(overruled) == 1
    assert overruled[0] in evening.events_at_the_cut
    final = next(page.text for page in evening.pages if "The game is over" in page.text)
    for text in (final, evening.pages[-1].text):
        assert overruled[0].overruled[0] in text.split("Recorded against the rules:")[1]


@pytest.mark.parametrize("evening", ["evening-tiny-towns"], indirect=True)
def test_nobody_else_sees_a_monument(evening: Evening) -> None:
    """Each name stands only between two clearings, on a page of its owner's."""
    known = catalogue.entries("tiny-towns", "monuments")
    found = [({name for name in known if name in page.text}, page) for page in evening.pages]
    with_some = [(names, page.text) for names, page in found if names]
    assert [len(names) for names, _ in with_some] == [2, 2, 1]
    (of_ann, for_ann), (of_ben, for_ben), (kept, peeked) = with_some
    assert kept < of_ben
    assert "Ben, press Enter to cover it again" in peeked
    assert "Ann keeps > " in for_ann
    assert "Ben keeps > " in for_ben
    assert not of_ann & of_ben


def test_fifty_columns_are_enough() -> None:
    evening = Evening(columns=50)
    sit_down_to_tiny_towns(evening, ann="李明")
    evening.run("tiny-towns track")
    evening.answer("names", "wood")
    evening.answer("puts wood on", "a1")
    evening.answer("Ben puts wood on", "nowhere", "a1")
    evening.answer("Anyone build?", "ben inn a1 at a1", "why", "!", "?", "score", "help")
    evening.answer("Anyone build?", "rules build", "log", "show ben", "quit")
    evening.leave()
    for page in evening.pages:
        assert not page.spilled, page.text
        assert all(columns_of(line) <= 50 for line in page.text.splitlines())


@pytest.mark.parametrize("line", ["?", "quit", "undo"])
def test_a_command_at_the_offer_to_hand_round_leaves_it_for_later(line: str) -> None:
    evening = Evening()
    evening.run("tiny-towns setup Ann Ben --save friday")
    evening.answer("Hand the screen round now?", line)
    evening.leave()
    assert "`keyhelper tiny-towns track` keeps this game" in evening.pages[-1].text


def test_only_enter_clears_the_setup_away() -> None:
    evening = Evening()
    evening.run("tiny-towns track Ann Ben --save friday")
    evening.answer("Set the table up", "what?", "quit")
    evening.leave()
    assert "a town board for each player" in evening.pages[-1].text
    evening.run("resume friday")
    evening.answer("For Ann's eyes only", "undo", "quit")
    evening.leave()
    assert not any("monument" in page.text for page in evening.pages[1:])


def test_plain_is_for_listening() -> None:
    evening = Evening()
    sit_down_to_tiny_towns(evening, " --plain")
    evening.run("tiny-towns track --plain")
    evening.answer("names", "wood")
    evening.answer("puts wood on", "a1", "a1")
    evening.answer("Anyone build?", "ben cottage a1 a2 at a1", "show", "score", "quit")
    evening.leave()
    text = "\n".join(page.text for page in evening.pages)
    assert not BOX_DRAWING.search(text)
    assert "\x1b" not in evening.terminal.shown.replace("\x1b[?2004h", "")
    for line in text.splitlines():
        assert not ("Ann" in line and "Ben" in line and "   " in line.strip()), line


def write() -> None:
    """Play every evening again and keep its transcript."""
    GOLDEN.mkdir(exist_ok=True)
    for title in EVENINGS:
        (GOLDEN / f"{title}.txt").write_text(played(title).transcript, encoding="utf-8")


if __name__ == "__main__":
    write()
