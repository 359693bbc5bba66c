"""What leaves the program says what was counted, and does no harm where it is read."""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keyhelper import share, sheet_svg
from keyhelper.engine.chance import Chance
from keyhelper.engine.game import Panel, Picture, Shape
from keyhelper.engine.scoring import standings
from keyhelper.engine.sealed import Sealed
from keyhelper.engine.trouble import Trouble, UsageTrouble
from keyhelper.games import SHELF
from keyhelper.games.tiny_towns.pictures import pictures
from keyhelper.plays import Overruling, Play, outcome
from keyhelper.sheet_html import sheet as html_sheet
from tests.contract.walks import walk
from tests.house.evenings import counted, open_game, sheet

NASTY = "<script>alert('x')</script>"
NAMES = (NASTY, '=HYPERLINK("x")', "@everyone", "*bold* [x](y)", "Zoë O'Brien", "李明")


@pytest.fixture(autouse=True)
def _at_greenwich(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if hasattr(time, "tzset"):
        monkeypatch.setenv("TZ", "UTC")
        time.tzset()
    yield
    monkeypatch.undo()
    if hasattr(time, "tzset"):
        time.tzset()


def nasty_play(**more: Any) -> Play:
    sheets = [sheet(name, 10 - index, -index, index) for index, name in enumerate(NAMES)]
    overruled = (Overruling(12, f"{NASTY} builds a Chapel on a1", ("build.layout",)),)
    return counted(*sheets, overruled=overruled, seed="<b>amber</b>", **more)


def tied_play() -> Play:
    return counted(sheet("Ann", 9, 3, 0, turns=4), sheet("Ben", 8, 4, 0, turns=3), first="Ann")


# What is said of a result


@pytest.mark.parametrize(
    ("play", "said"),
    [
        (counted(sheet("Ann", 9), sheet("Ben", 8)), "Ann wins with 9 points"),
        (tied_play(), "Ben wins with 12 points on the tie-break (fewest turns: 3 to Ann's 4)"),
        (counted(sheet("Ann", 1), sheet("Ben", 1)), "Ann and Ben share the win with 1 point"),
        (
            counted(sheet("Ann", 9, turns=None), sheet("Ben", 9)),
            "Ann and Ben are tied with 9 points",
        ),
        (counted(sheet("Ann", 9)), "Ann scores 9 points"),
        (
            counted(sheet("Ann", 9), sheet("Ben", 8), ending=None),
            "Ann leads with 9 points so far",
        ),
        (counted(sheet("Ann", None), sheet("Ben", 8)), "Not decided: points are missing"),
    ],
)
def test_the_outcome_is_one_sentence(play: Play, said: str) -> None:
    assert outcome(play) == said


# JSON


def test_json_is_the_score_document_with_the_play_around_it() -> None:
    document = json.loads(share.write("json", tied_play()))

    assert document["game"] == "tiny-towns"
    assert document["winners"] == ["Ben"]
    assert document["decided_by"] == "fewest-turns"
    assert document["seed"] == "amber otter canyon"
    first = document["players"][0]
    assert (first["name"], first["place"], first["total"]) == ("Ben", 1, 12)
    assert first["lines"][0] == {
        "id": "cottage",
        "label": "Cottage",
        "points": 8,
        "detail": "Cottage counted",
        "rule": "score.cottage",
    }
    assert first["tiebreaks"] == [{"id": "fewest-turns", "label": "Fewest turns", "value": 3}]


# CSV


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_csv_long_has_a_row_for_each_line_of_each_sheet() -> None:
    rows = rows_of(share.write("csv", tied_play()))

    assert len(rows) == 6
    assert rows[0] == {
        "game": "tiny-towns",
        "saved": "tiny-towns-1",
        "ended": "2026-11-18T19:05:09+00:00",
        "minutes": "63",
        "seed": "amber otter canyon",
        "players": "2",
        "player": "Ben",
        "place": "1",
        "winner": "1",
        "first": "0",
        "total": "12",
        "line": "cottage",
        "label": "Cottage",
        "points": "8",
        "detail": "Cottage counted",
    }


def test_csv_wide_has_a_row_for_each_player_and_a_column_for_each_line() -> None:
    rows = rows_of(share.write("csv-wide", tied_play()))

    assert [(r["player"], r["total"], r["Cottage"], r["Tavern"]) for r in rows] == [
        ("Ben", "12", "8", "4"),
        ("Ann", "12", "9", "3"),
    ]


def test_csv_wide_of_several_games_keeps_their_lines_apart() -> None:
    other = counted(sheet("Ann", 5), game="keyper", title="Keyper")

    rows = rows_of(share.write_many("csv-wide", [tied_play(), other]))

    assert rows[2]["Keyper: Cottage"] == "5"
    assert rows[2]["Tiny Towns: Cottage"] == ""


@pytest.mark.parametrize("form", ["csv", "csv-wide"])
@pytest.mark.parametrize("start", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1"])
def test_no_spreadsheet_reads_a_name_as_a_formula(form: str, start: str) -> None:
    play = counted(sheet(start, 3), sheet("Ben", 2), seed=start)

    row = rows_of(share.write(form, play))[0]

    assert row["player"].startswith("'")
    assert row["seed"].startswith("'")


def test_negative_points_stay_numbers() -> None:
    rows = rows_of(share.write("csv", counted(sheet("Ann", -3), sheet("Ben", -4))))

    assert (rows[0]["points"], rows[0]["total"]) == ("-3", "-3")


def test_a_line_that_comes_twice_is_added_up_in_its_column() -> None:
    play = counted(
        sheet("Ann", 3, 4, labels="Boat Boat"), sheet("Ben", 1, None, labels="Boat Boat")
    )

    ann, ben = rows_of(share.write("csv-wide", play))

    assert (ann["Boat"], ben["Boat"]) == ("7", "")


@given(st.text(max_size=12).filter(str.strip))
@settings(max_examples=60, deadline=None)
def test_any_name_comes_back_in_one_cell(name: str) -> None:
    rows = rows_of(share.write("csv", counted(sheet(name, 1), sheet("Ben ", 0))))

    assert len(rows) == 2
    assert rows[0]["points"] == "1"


# Markdown


def test_markdown_is_short_and_tells_the_points() -> None:
    assert share.write("markdown", tied_play()).splitlines() == [
        "**Tiny Towns** · 18 November 2026 · 2 players · 1 h 3 min",
        "Ben wins with 12 points on the tie-break (fewest turns: 3 to Ann's 4)",
        "",
        "- 1st **Ben** 12 (fewest turns: 3 to Ann's 4)",
        "  Cottage 8 · Tavern 4 · Well 0",
        "- 2nd Ann 12",
        "  Cottage 9 · Tavern 3 · Well 0",
        "",
        "Played with seed amber otter canyon",
    ]


def test_markdown_shows_names_as_they_are_and_calls_nobody() -> None:
    text = share.write("markdown", nasty_play())

    assert r"\<script\>alert('x')\</script\>" in text
    assert r"\*bold\* \[x\](y)" in text
    assert "@everyone" not in text
    assert "Recorded against the rules:" in text


def test_markdown_tells_what_is_not_known() -> None:
    text = share.write("markdown", counted(sheet("Ann", 3, None), sheet("Ben", 2, 1)))

    assert "- Ann ?" in text
    assert "- Not proven: Ann: Tavern is not known" in text


# BG Stats


def link_of(play: Play) -> dict[str, Any]:
    link = share.write("bgstats", play)
    start = "https://app.bgstatsapp.com/createPlay.html?data="
    assert link.startswith(start)
    encoded = link.removeprefix(start)
    assert not set(encoded) & set(' +&="<>#')
    document: dict[str, Any] = json.loads(unquote(encoded))
    return document


def test_the_bg_stats_link_holds_what_the_app_reads() -> None:
    document = link_of(tied_play()._replace(chosen={"variant": "town-hall", "cavern": True}))

    assert document["sourceName"] == "keyhelper"
    assert document["playDate"] == "2026-11-18 19:05:09"
    assert document["durationMin"] == 63
    assert document["board"] == "variant town-hall, cavern, seed amber otter canyon"
    assert document["game"] == {
        "name": "Tiny Towns",
        "sourceGameId": "tiny-towns",
        "bggId": 265736,
        "highestWins": True,
        "noPoints": False,
    }
    assert document["players"] == [
        {
            "name": "Ben",
            "sourcePlayerId": "ben",
            "startPlayer": False,
            "winner": True,
            "score": 12,
            "rank": 1,
        },
        {
            "name": "Ann",
            "sourcePlayerId": "ann",
            "startPlayer": True,
            "winner": False,
            "score": 12,
            "rank": 2,
        },
    ]
    assert document["comments"].splitlines()[0] == (
        "Ben 12 (fewest turns: 3 to Ann's 4): Cottage 8, Tavern 4, Well 0"
    )


@pytest.mark.parametrize(
    ("slug", "number"),
    [
        ("tiny-towns", 265736),
        ("keyper", 212516),
        ("keythedral", None),
        ("key-flow", None),
        ("key-harvest", None),
    ],
)
def test_only_numbers_that_were_looked_up_are_sent(slug: str, number: int | None) -> None:
    game = link_of(tied_play()._replace(game=slug))["game"]

    assert game.get("bggId") == number
    assert "bggId" in game or number is None


def test_the_play_keeps_its_id_and_others_have_their_own() -> None:
    play = tied_play()
    again = play._replace(minutes=70, ended="2026-11-18T20:00:00+00:00")

    assert link_of(play)["sourcePlayId"] == link_of(again)["sourcePlayId"]
    assert share.play_id(play) != share.play_id(play._replace(created="2026-11-19T18:00:00+00:00"))
    assert share.play_id(play) != share.play_id(play._replace(saved="tiny-towns-2"))


def test_the_four_booleans_are_there_even_when_nobody_knows_who_began() -> None:
    document = link_of(nasty_play(first=None, minutes=None))

    assert all(player["startPlayer"] is False for player in document["players"])
    assert [player["winner"] for player in document["players"]] == [True, *[False] * 5]
    assert "durationMin" not in document
    assert {player["name"] for player in document["players"]} == set(NAMES)


def test_the_end_of_play_is_told_in_universal_time() -> None:
    play = tied_play()._replace(ended="2026-11-18T23:30:00-05:00")

    assert link_of(play)["playDate"] == "2026-11-19 04:30:00"


@pytest.mark.parametrize(
    "play",
    [
        tied_play()._replace(ending=None),
        counted(sheet("Ann", None), sheet("Ben", 3)),
    ],
)
def test_bg_stats_takes_no_unfinished_game(play: Play) -> None:
    with pytest.raises(Trouble, match="finished games only"):
        share.write("bgstats", play)


def test_an_unknown_form_names_the_known_ones() -> None:
    with pytest.raises(UsageTrouble, match="no form 'pdf'") as caught:
        share.write("pdf", tied_play())
    assert "markdown" in caught.value.hint


# The HTML sheet


class Page(HTMLParser):
    """A page read strictly: elements that are open, all text, and what each kind held."""

    VOID = frozenset({"meta", "link", "br", "polygon"})

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(source)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words += data + "\n"

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def towns(*names: str) -> Any:
    game = open_game()
    chance = Chance("seed", game.info.slug, len(names), "hidden")
    return game.setup(names, game.options(), chance, {})


def test_every_name_is_text_and_nothing_else() -> None:
    page = Page(html_sheet(nasty_play(), open_game(), towns(*NAMES)))

    assert page.all("script") == []
    for name in NAMES:
        assert name in page.words
    assert {tag for tag, _ in page.elements} <= {
        "html", "head", "meta", "link", "title", "style", "body", "main", "footer", "section",
        "h1", "h2", "h3", "p", "div", "table", "thead", "tbody", "tfoot", "tr", "th", "td",
        "figure", "figcaption", "svg", "desc", "g", "polygon", "text", "tspan", "span", "ul", "li",
        "dl", "dt", "dd", "br",
    }  # fmt: skip
    assert not any(name.startswith("on") for _, attrs in page.elements for name in attrs)


def test_the_sheet_asks_for_nothing_from_outside() -> None:
    source = html_sheet(nasty_play(), open_game(), towns(*NAMES))
    page = Page(source)

    policies = [m["content"] for m in page.all("meta") if "http-equiv" in m]
    assert len(policies) == 1
    assert (policies[0] or "").startswith(
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    )
    assert "http:" not in source
    assert "https:" not in source
    assert "url(" not in source
    assert "@import" not in source
    assert [attrs.get("href") for attrs in page.all("link")] == ["data:,"]


def test_tables_have_heads_and_pictures_have_titles() -> None:
    page = Page(html_sheet(tied_play(), open_game(), towns("Ann", "Ben")))

    assert all(head.get("scope") in {"row", "col"} for head in page.all("th"))
    ids = [attrs["id"] for _, attrs in page.elements if "id" in attrs]
    assert len(ids) == len(set(ids))
    for svg in page.all("svg"):
        assert svg["role"] == "img"
        assert svg["aria-labelledby"] in ids
        assert svg["aria-describedby"] in ids
    assert len(page.all("h1")) == 1


def test_the_tie_break_is_explained() -> None:
    words = Page(html_sheet(tied_play())).words

    assert "on the tie-break (fewest turns: 3 to Ann's 4)" in words
    assert "12 points each" in words
    assert "1. Fewest turns" in words


def test_overruled_moves_seed_and_unusual_readings_are_told() -> None:
    play = nasty_play(readings={"tie.castle": "two"}, chosen={"cavern": True})

    words = Page(html_sheet(play)).words

    assert "Recorded against the rules" in words
    assert "builds a Chapel on a1" in words
    assert "build.layout" in words
    assert "<b>amber</b>" in words
    assert "tie.castle = two" in words
    assert "cavern" in words


def test_readings_played_by_default_are_not_told() -> None:
    words = Page(html_sheet(tied_play()._replace(readings={"tie.castle": "no"}))).words

    assert "tie.castle" not in words


def test_light_dark_and_paper_have_their_looks() -> None:
    source = html_sheet(tied_play())

    assert "prefers-color-scheme:dark" in source
    assert "@media print" in source
    assert "@page" in source


def test_a_secret_does_not_leave_with_the_sheet_of_an_unfinished_game() -> None:
    state = towns("Ann", "Ben")
    hidden = {name for dealt in state.dealt.values() if isinstance(dealt, Sealed)
              for name in dealt.value}  # fmt: skip
    assert hidden

    page = Page(html_sheet(tied_play()._replace(ending=None), open_game(), state))

    assert not [name for name in hidden if name in page.words]


@pytest.mark.parametrize("slug", [box.slug for box in SHELF if box.is_open])
@pytest.mark.parametrize("is_over", [True, False])
def test_every_game_on_the_shelf_has_a_sheet(slug: str, is_over: bool) -> None:
    game = open_game(slug)
    steps = walk(slug, game.info.fewest, ())
    state = steps[-1 if is_over else len(steps) // 2][1]
    ending = game.ending(state)
    play = Play(slug, game.info.name, standings(game.score(state)), ending=ending)

    page = Page(html_sheet(play, game, state))

    assert (ending is not None) == is_over
    assert page.all("svg")
    for player in state.players:
        assert player in page.words


def test_a_board_without_pictures_is_set_as_text() -> None:
    panel = Panel("Fields of <b>", ("  a  b", "1 .  李"), spoken=("row 1: 李 on b",))

    page = Page(sheet_svg.written(panel, 3))

    assert "Fields of <b>" in page.words
    assert "row 1: 李 on b" in page.words
    rows = page.all("text")
    assert [row["textlength"] for row in rows] == ["31.2", "54.6"]
    assert rows[0]["x"] == "15.6"


@given(
    st.text("abcdefgh \n", min_size=1, max_size=40).filter(str.strip),
    st.floats(5, 200),
    st.floats(5, 200),
)
@settings(max_examples=80, deadline=None)
def test_a_label_fits_its_shape_whole(label: str, width: float, height: float) -> None:
    lines, size = sheet_svg._fitted(label, width, height)

    assert " ".join(lines).split() == label.split()
    assert len(lines) * size * sheet_svg._LINE <= height + 0.001
    assert max(map(len, lines)) * size * sheet_svg._LETTER <= width + 0.001


def test_a_look_nobody_thought_of_still_has_one() -> None:
    shape = Shape(((0, 0), (1, 0), (1, 1)), "x", "Moon } base", "a moon base")

    rules = sheet_svg.tints([Picture("Sky", 1, 1, (shape,))])

    assert rules.startswith(".is-moon-base{--h:")
    assert rules.count("}") == 1


# Tiny Towns


def test_a_town_is_drawn_with_every_piece_named() -> None:
    state = towns("Ann", "Ben")
    board = ("Cottage", "Farm", "wood", None, *[None] * 10, "Warehouse", "Cottage")
    state = state.with_town("Ann", board=board, stored={"c4": ("glass", "wood")})

    ann, ben = pictures(state)

    told = {shape.title: shape for shape in ann.shapes if shape.title}
    assert told["a1 Cottage, fed by the Farm on b1"].label == "Cottage\nfed"
    assert told["c1 a wood cube"].role == "wood"
    assert told["c4 Warehouse, holding glass and wood"].label == "Warehouse\n(glass, wood)"
    assert "d1 empty" in told
    assert len([shape for shape in ben.shapes if shape.title.endswith("empty")]) == 16
    assert ann.title == "Ann"


def test_a_hungry_cottage_says_so() -> None:
    state = towns("Ann").with_town("Ann", board=("Cottage", *[None] * 15))

    (ann,) = pictures(state)

    assert "a1 Cottage, not fed" in {shape.title for shape in ann.shapes}
