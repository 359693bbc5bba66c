"""The HTML sheet opened by a real browser: no console message, no request, names as text."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import zlib
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import NamedTuple

import pytest

from keyhelper import share
from keyhelper.engine import store
from keyhelper.engine.ledger import History
from keyhelper.plays import Overruling, tracked
from tests.house.evenings import open_game, play

NASTY = "<script>document.title='gone'</script>"
IMAGE = '"><img src=http://127.0.0.1:9/x onerror=alert(1)>'

# Without these a browser talks to its maker and to the desktop; the page itself must be silent.
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--hide-scrollbars",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--enable-logging=stderr",
    "--v=0",
)


class Visit(NamedTuple):
    """What a browser made of a page: its elements as text, what it complained of and asked for."""

    dom: str
    console: list[str]
    requests: list[str]


@pytest.fixture(scope="module")
def browser() -> str:
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is not None:
        return found
    sentence = "no chromium on this machine; `apt-get install chromium` brings it"
    if os.environ.get("CI") == "true":
        pytest.fail(f"The sheet must be opened in a browser here, and there is {sentence}")
    # The only test that needs a program from outside Python; whoever changes the sheet on a
    # machine without it still gets every other test, and CI has it.
    pytest.skip(sentence)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A sheet of a whole game whose players have tried everything."""
    folder = tmp_path_factory.mktemp("sheet")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KEYHELPER_HOME", str(folder / "home"))
        saved = play(NASTY, IMAGE, "Zoë O'Brien", "李明", seed=NASTY)
        ledger, game = store.load(saved), open_game()
        history = History.replay(game, ledger.header, ledger.events)
        told = tracked(game, saved, history)
        overruled = (Overruling(7, f"{IMAGE} builds a Chapel on a1", ("build.layout",)),)
        sheet = share.write(
            "html", told._replace(overruled=overruled), game=game, state=history.state
        )
        path = folder / "evening.html"
        path.write_text(sheet, encoding="utf-8")
        yield path


def visit(browser: str, page: Path, folder: Path) -> Visit:
    log = folder / "net.json"
    done = subprocess.run(
        [browser, *FLAGS, f"--user-data-dir={folder / 'profile'}", f"--log-net-log={log}",
         "--dump-dom", page.as_uri()],
        capture_output=True,
        timeout=60,
        check=True,
    )  # fmt: skip
    said = done.stderr.decode("utf-8", "replace").splitlines()
    console = [line for line in said if "CONSOLE" in line]
    return Visit(done.stdout.decode(), console, requests_in(log))


def requests_in(log: Path) -> list[str]:
    """The addresses that a page from a file asked for, read off the browser's own record."""
    record = json.loads(log.read_text(encoding="utf-8"))
    start = record["constants"]["logEventTypes"]["URL_REQUEST_START_JOB"]
    return [
        event["params"]["url"]
        for event in record["events"]
        if event["type"] == start
        # The browser's own errands are not made on behalf of a file.
        and "file:" in event.get("params", {}).get("network_isolation_key", "")
    ]


def test_the_sheet_is_silent_and_shows_names_as_text(
    browser: str, page: Path, tmp_path: Path
) -> None:
    seen = visit(browser, page, tmp_path)

    assert seen.console == []
    assert seen.requests == []
    assert "<script" not in seen.dom
    assert "<img" not in seen.dom
    assert "<title>Tiny Towns, " in seen.dom
    for name in (NASTY, IMAGE, "Zoë O'Brien", "李明"):
        assert name in unescape(seen.dom)
    assert seen.dom.count("<svg") == 4


def test_a_page_that_is_not_silent_is_noticed(browser: str, tmp_path: Path) -> None:
    """Without this a browser that reports nothing would pass for a page that does nothing."""
    loud = tmp_path / "loud.html"
    loud.write_text(
        "<!doctype html><title>loud</title><img src='http://127.0.0.1:9/x.png'>"
        "<script>console.error('ouch')</script>",
        encoding="utf-8",
    )

    seen = visit(browser, loud, tmp_path)

    assert seen.requests == ["http://127.0.0.1:9/x.png"]
    assert any("ouch" in line for line in seen.console)


def test_the_policy_itself_stops_what_slips_in(browser: str, page: Path, tmp_path: Path) -> None:
    """Should an escape ever be forgotten, nothing runs and nothing is sent."""
    broken = tmp_path / "broken.html"
    slipped = "<main><img src='http://127.0.0.1:9/x.png'><script>document.title='gone'</script>"
    text = page.read_text(encoding="utf-8").replace("<main>", slipped, 1)
    broken.write_text(text, encoding="utf-8")

    seen = visit(browser, broken, tmp_path)

    assert seen.requests == []
    assert "<title>gone" not in seen.dom
    assert len(seen.console) == 2


@pytest.mark.parametrize(("look", "scheme"), [("dark", 0), ("light", 1)])
def test_the_sheet_follows_the_readers_light(
    look: str, scheme: int, browser: str, page: Path, tmp_path: Path
) -> None:
    """The first pixel of a screenshot is paper: nearly white by day, nearly black by night."""
    shot = tmp_path / f"{look}.png"

    subprocess.run(
        [browser, *FLAGS, f"--user-data-dir={tmp_path / 'profile'}", "--window-size=400,300",
         f"--blink-settings=preferredColorScheme={scheme}", f"--screenshot={shot}", page.as_uri()],
        capture_output=True,
        timeout=60,
        check=True,
    )  # fmt: skip

    is_bright = first_pixel(shot) > 128
    assert is_bright == (look == "light")


def first_pixel(png: Path) -> int:
    """The brightness of the top left pixel; no filter changes the first pixel of a PNG."""
    content, place, packed = png.read_bytes(), 8, b""
    while place < len(content):
        length = int.from_bytes(content[place : place + 4])
        kind = content[place + 4 : place + 8]
        if kind == b"IDAT":
            packed += content[place + 8 : place + 8 + length]
        place += 12 + length
    red, green, blue = zlib.decompressobj().decompress(packed, 4)[1:4]
    return (red + green + blue) // 3
