"""Names are matched as people type them, shown without harm, and turned into safe slugs."""

from __future__ import annotations

import unicodedata

import pytest

from keyhelper.engine import names
from keyhelper.engine.trouble import Trouble

BUILDINGS = ("Theater", "The Starloom", "Tavern", "Trading Post", "Architect's Guild", "Inn")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("zoe obrien", "Zoë O'Brien"),
        ("ZOË O’BRIEN", "Zoë O'Brien"),
        ("Zoe\u0308 O'Brien", "Zoë O'Brien"),
        ("STRASSE", "Straße"),
        ("strasse", "STRAẞE"),
        ("isil", "Işıl"),
        ("IŞIL", "ışıl"),
        ("istanbul", "İstanbul"),
        ("lodz", "Łódź"),
        ("soren", "Søren"),
        ("aeon", "Æon"),
        ("oeuvre", "Œuvre"),
        ("ﬁnn", "finn"),
        ("tiny-towns", "Tiny Towns"),
        ("tiny_towns", "Tiny Towns"),
        ("starloom", "The Starloom"),
        ("the starloom", "Starloom"),
        ("the-starloom", "Starloom"),
        ("  THE   Starloom ", "starloom"),
        ("１２", "12"),
        ("Анна", "анна"),
    ],
)
def test_spelling_habits_do_not_matter(typed: str, meant: str) -> None:
    assert names.fold(typed) == names.fold(meant)
    assert names.find(typed, ["Nobody", meant]) == meant


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Theater", "ater"),
        ("Theo", "O"),
        ("The", ""),
        ("राम", "रमा"),
        ("かき", "がき"),
        ("はな", "ぱな"),
        ("李明", "李朋"),
        ("กา", "กี"),
        ("Ann", "Anne"),
        ("한나", "한니"),
    ],
)
def test_different_names_stay_different(one: str, other: str) -> None:
    assert names.fold(one) != names.fold(other)


@pytest.mark.parametrize(
    "text", ["", " ", "!!!", "...", "'", "\u200d", "\ufe0f", "👩\u200d👧", "—"]
)
def test_a_name_without_letters_matches_nothing(text: str) -> None:
    assert names.fold(text) == ""
    assert names.find(text, [text, "Ann"]) is None
    assert names.complete(text, ["Ann", "Ben"]) == ()
    with pytest.raises(Trouble):
        names.choose(text, ["Ann", "Ben"], "player", prefix=True)


def test_folding_twice_is_folding_once() -> None:
    for code in [*range(0x3000), *range(0xA000, 0xD800, 7), *range(0xE000, 0x20000, 5)]:
        once = names.fold(chr(code))
        assert names.fold(once) == once, hex(code)


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("Zoë O'Brien", "zoe-obrien"),
        ("The Starloom", "starloom"),
        ("Theater", "theater"),
        ("The", "the"),
        ("Architect’s Guild", "architects-guild"),
        ("../../etc/passwd", "etc-passwd"),
        ("a/b\\c:d\0e\n", "a-b-c-d-e"),
        ("Straße 7", "strasse-7"),
        ("李明", ""),
        ("👩\u200d👧", ""),
        ("-- --", ""),
        ("CON.txt", "con-txt"),
        ("Ⅳ", "iv"),
    ],
)
def test_a_slug_is_plain_words_and_hyphens(text: str, slug: str) -> None:
    assert names.slug(text) == slug
    assert names.slug(slug) == slug


def test_a_slug_never_holds_anything_but_words() -> None:
    for code in range(0x11000):
        made = names.slug(f"x{chr(code)}y")
        assert all(c.isascii() and (c.isalnum() or c == "-") for c in made), hex(code)
        assert made == made.lower()


def test_an_exact_name_wins_over_a_longer_one() -> None:
    assert names.complete("inn", ["Inn", "Inner Court"]) == ("Inn",)
    assert names.choose("INN", ["Inner Court", "Inn"], "card", prefix=True) == "Inn"


def test_a_clear_beginning_is_enough_where_beginnings_are_taken() -> None:
    assert names.choose("arch", BUILDINGS, "card", prefix=True) == "Architect's Guild"
    with pytest.raises(Trouble):
        names.choose("arch", BUILDINGS, "card")


def test_a_beginning_that_several_share_is_answered_with_all_of_them() -> None:
    with pytest.raises(Trouble) as caught:
        names.choose("t", ("Theater", "Tavern", "Trading Post"), "card", prefix=True)
    assert caught.value.text == "'t' could be Theater, Tavern or Trading Post"
    assert caught.value.hint


def test_the_before_a_name_is_no_beginning_of_theater() -> None:
    assert names.complete("the st", BUILDINGS) == ("The Starloom",)
    assert names.complete("thea", BUILDINGS) == ("Theater",)


def test_a_near_miss_is_answered_with_did_you_mean() -> None:
    with pytest.raises(Trouble) as caught:
        names.choose("Tavren", BUILDINGS, "card")
    assert caught.value.text == "There is no card called 'Tavren'; did you mean Tavern?"


def test_a_far_miss_lists_what_there_is() -> None:
    with pytest.raises(Trouble) as caught:
        names.choose("zzz", ["Ann", "Ben"], "player")
    assert caught.value.hint == "one of: Ann, Ben"
    with pytest.raises(Trouble) as caught:
        names.choose("zzz", [str(n) * 3 for n in range(40)], "number")
    assert caught.value.hint.endswith("...")
    with pytest.raises(Trouble) as caught:
        names.choose("zzz", [], "player")
    assert caught.value.hint == ""


def test_a_quoted_name_is_short_and_harmless() -> None:
    with pytest.raises(Trouble) as caught:
        names.choose("\x1b[31m\u202e" + "x" * 100_000, ["Ann"], "player")
    assert len(caught.value.text) < 200
    assert "\x1b" not in caught.value.text
    assert "\u202e" not in caught.value.text


@pytest.mark.parametrize(
    "character",
    [
        *("\x00", "\x07", "\b", "\n", "\r", "\t", "\x1b", "\x7f", "\x80", "\x9b", "\x9d"),
        *("\u00ad", "\u061c", "\u200b", "\u200e", "\u200f", "\u202a", "\u202e", "\u2028"),
        *("\u2029", "\u2066", "\u2069", "\ufeff", "\ufff9", "\ud800", "\udfff", "\ue000"),
        *("\U000e0041", "\U0010ffff"),
    ],
)
def test_what_could_steer_a_terminal_becomes_a_mark(character: str) -> None:
    assert names.safe(f"a{character}b") == "a\ufffdb"


@pytest.mark.parametrize(
    "name",
    ["Zoë O'Brien", "李明", "שלום", "سارة", "नी\u200dता", "👩\u200d👩\u200d👧", "❤\ufe0f", "a·b"],
)
def test_names_of_every_script_are_shown_as_they_are(name: str) -> None:
    assert names.safe(name) == name


def test_nothing_safe_is_a_control_or_format_character() -> None:
    for code in range(0x110000):
        for shown in names.safe(chr(code)):
            kept = unicodedata.category(shown) not in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
            assert kept or shown in "\u200c\u200d", hex(code)


def test_lists_read_as_people_say_them() -> None:
    assert names.either([]) == ""
    assert names.either(["a"]) == "a"
    assert names.either(["a", "b"]) == "a or b"
    assert names.listed(["a", "b", "c"]) == "a, b and c"
    assert names.an("Inn") == "an Inn"
    assert names.an("Chapel") == "a Chapel"


def test_twins_are_told_apart_from_names_without_letters() -> None:
    assert names.twin(("Zoë", "Ann", "zoe")) == "zoe"
    assert names.twin(("🐶", "🏡", "Ann")) is None
    assert names.twin(("🐶", "Ann", "🐶")) == "🐶"
