"""What people and files give is read strictly; what is wrong is named with its place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import Field

from keyhelper.engine import intake
from keyhelper.engine.game import Frozen
from keyhelper.engine.trouble import Trouble


class Tree(Frozen):
    name: str
    height: int
    fruit: dict[str, int] = {}


class Grove(Frozen):
    game: str
    trees: tuple[Tree, ...] = ()
    owner: str | None = None
    width: float = 1.0


class Row(Frozen):
    trees: tuple[Tree, ...] = Field(min_length=1)


def refusal(text: str | bytes) -> str:
    with pytest.raises(Trouble) as caught:
        intake.read_json(text, "grove.json")
    return caught.value.text


def misfit(content: Any, model: type[Frozen] = Grove) -> list[str]:
    with pytest.raises(Trouble) as caught:
        intake.read_model(model, content, "grove.json")
    return [caught.value.text.removeprefix("grove.json: "), *caught.value.more]


@pytest.mark.parametrize(
    "value", [None, True, 0, -7, 1.5, "", "李明 👩\u200d👧 \u0000", [], {}, {"a": [1, {"b": None}]}]
)
def test_good_json_is_read_as_it_is(value: Any) -> None:
    for ascii_only in (True, False):
        text = json.dumps(value, ensure_ascii=ascii_only)
        assert intake.read_json(text, "x") == value
        assert intake.read_json(text.encode(), "x") == value
        assert intake.read_json(b"\xef\xbb\xbf" + text.encode(), "x") == value


def test_a_key_given_twice_is_refused() -> None:
    assert refusal('{"a": 1, "b": {"c": 1, "c": 2}}') == 'grove.json: the key "c" is given twice'


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_numbers_that_cannot_be_counted_are_refused(word: str) -> None:
    assert (
        refusal(f'{{"a": [{word}]}}') == f"grove.json: {word} is not a number that can be counted"
    )


@pytest.mark.parametrize("number", ["1e999", "-1e999", "9" * 400 + ".0", "1E+400"])
def test_a_fraction_that_would_become_infinite_is_refused(number: str) -> None:
    assert "is too large" in refusal(f"[{number}]")


@pytest.mark.parametrize("number", ["9" * 19, "-" + "9" * 18, "1" + "0" * 5000])
def test_a_huge_number_is_refused_shortly(number: str) -> None:
    message = refusal(f'{{"height": {number}}}')
    assert "is too large" in message
    assert len(message) < 80


def test_numbers_of_eighteen_digits_are_read() -> None:
    assert intake.read_json("9" * 18, "x") == int("9" * 18)


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":[', "[[[{"])
def test_bottomless_nesting_is_refused_before_it_is_read(opening: str) -> None:
    assert refusal(opening * 50_000) == "grove.json is nested more than 60 levels deep"


def test_brackets_inside_texts_are_not_nesting() -> None:
    text = json.dumps(["[" * 500, '"\\' * 500 + "{" * 100])
    assert intake.read_json(text, "x") == json.loads(text)


def test_sixty_levels_are_enough_and_allowed() -> None:
    assert intake.read_json("[" * 60 + "]" * 60, "x") is not None


@pytest.mark.parametrize(
    "text",
    [
        '"' + '\\"' * 500_000,
        '"' + "\\" * 999_999,
        '{"' * 500_000,
        '"a' * 600_000,
        "[" + '"",' * 40_000,
        "\\" * 1_000_000,
        '"' + "x" * 1_900_000 + '"',
        "[" + "[]," * 40_000 + "1]",
    ],
)
def test_a_megabyte_of_anything_is_answered(text: str) -> None:
    """Reading that grows with the square of the length would never come back from these."""
    with pytest.raises(Trouble) as caught:
        intake.read_model(Grove, intake.read_json(text, "x"), "x")
    assert len(caught.value.text) < 300


def test_a_file_too_long_or_too_full_is_refused() -> None:
    assert "too long" in refusal(" " * 2_000_001)
    assert "values" in refusal("[" + "0," * 50_001 + "0]")


def test_bytes_that_are_no_text_are_refused_with_their_place() -> None:
    assert refusal(b'{"a": "\xff"}') == "grove.json is not text: byte 8 is not UTF-8"
    assert "not UTF-8" in refusal(b"\xff\xfe{\x00}\x00")


@pytest.mark.parametrize("text", ['"\\ud800"', '{"\\udc00": 1}', '[["\\ud800x"]]', '"\ud800"'])
def test_half_a_letter_is_refused(text: str) -> None:
    """Python would read it, and then could neither print it nor save it."""
    assert "is not readable text" in refusal(text)


def test_a_letter_written_as_two_halves_is_whole() -> None:
    assert intake.read_json('"\\ud83d\\ude00"', "x") == "😀"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "line 1, column 1"),
        ("{'a': 1}", "line 1, column 2"),
        ('{"a": 1,}', "line 1, column 9"),
        ('{\n "a" 1}', "line 2, column 6"),
        ("[1] 2", "line 1, column 5"),
        ('"open', "line 1, column 1"),
        ("\x00", "line 1, column 1"),
    ],
)
def test_what_is_not_json_is_refused_with_its_place(text: str, place: str) -> None:
    message = refusal(text)
    assert message.startswith("grove.json is not JSON: ")
    assert message.endswith(place) or "," in text
    assert " at at " not in message


def test_a_wrong_value_is_named_with_place_found_and_expected() -> None:
    content = {"game": "orchard", "trees": [{"name": "Pear", "height": 1},
                                            {"name": "Plum", "height": "tall"}]}  # fmt: skip
    (line,) = misfit(content)
    assert line.startswith('trees[1].height: found "tall", expected a whole number')


def test_a_missing_value_is_named() -> None:
    assert misfit({"trees": [{"name": "Pear"}], "game": "x"}) == ["trees[0].height is missing"]


def test_every_wrong_place_is_told_at_once() -> None:
    lines = misfit({"game": 1, "trees": [{}, 7], "owner": []})
    assert len(lines) == 5
    assert {line.split(":")[0].split(" ")[0] for line in lines} == {
        "game", "trees[0].name", "trees[0].height", "trees[1]", "owner"
    }  # fmt: skip


def test_a_list_with_a_wrong_item_is_not_called_too_short_besides() -> None:
    assert misfit({"trees": [{"name": "Pear"}]}, Row) == ["trees[0].height is missing"]
    (line,) = misfit({"trees": []}, Row)
    assert "at least 1 item" in line


def test_a_flood_of_wrong_places_is_cut() -> None:
    lines = misfit({"game": "x", "trees": [7] * 1000})
    assert len(lines) == 9
    assert lines[-1] == "and 992 more"


def test_an_unknown_key_is_answered_with_did_you_mean() -> None:
    assert misfit({"game": "x", "ownr": "Ann"}) == [
        "ownr is not a key that is known here; did you mean owner?"
    ]
    content = {"game": "x", "trees": [{"name": "Pear", "height": 1, "hight": 2}]}
    assert "did you mean height?" in misfit(content)[0]


def test_a_misspelt_key_is_told_before_what_it_leaves_missing() -> None:
    lines = misfit({"gmae": "x"})
    assert lines == ["gmae is not a key that is known here; did you mean game?", "game is missing"]


@pytest.mark.parametrize("content", [3, [], "text", None, True, [{"game": "x"}]])
def test_a_file_of_the_wrong_kind_altogether_is_named(content: Any) -> None:
    (line,) = misfit(content)
    assert line.startswith("the whole: found ")


def test_infinite_and_boolean_numbers_are_no_lengths() -> None:
    assert misfit({"game": "x", "width": float("inf")})[0].startswith("width: found Infinity")
    assert misfit({"game": "x", "width": "wide"})


def test_hostile_keys_and_values_are_quoted_short_and_harmless() -> None:
    content = {"game": "x", "\x1b[2J\u202e" + "k" * 100_000: 1, "a" * 100_000: 2,
               "owner": ["\x1b]0;title\x07" * 1000]}  # fmt: skip
    for line in misfit(content):
        assert len(line) < 300
        assert not {"\x1b", "\x07", "\u202e"} & set(line)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("7", 7),
        (" 3+6+2 ", 11),
        ("3 + 6 - 2", 7),
        ("-4", -4),
        ("-4+4", 0),
        ("007", 7),
        ("10 - 12", -2),
    ],
)
def test_numbers_are_read_as_sums(text: str, number: int) -> None:
    assert intake.read_number(text, "Coins") == number


@pytest.mark.parametrize(
    "text",
    [
        *("", "x", "3+", "+3", "3++4", "1.5", "1e3", "٣", "３", "3*4", "1234567", "--3", "0x10"),
        *("1+" * 70 + "1", "9" * 100_000, "1" + "+1" * 100_000, "NaN", "1_000", "\x1b[2J", "3 4"),
    ],
)
def test_what_is_no_sum_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(Trouble) as caught:
        intake.read_number(text, "Coins")
    assert caught.value.text.startswith("Coins: ")
    assert "3+6+2" in caught.value.hint
    assert len(caught.value.text) < 100
    assert "\x1b" not in caught.value.text


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"name": "", "seats": [1]}, 'name: found "", expected a text that is not empty'),
        ({"name": "Annabel", "seats": [1]}, 'name: found "Annabel", expected at most 5 letters'),
        ({"name": "Ann", "seats": []}, "seats: found [], expected at least 1 item"),
        ({"name": "Ann", "seats": [1, 2, 3]}, "seats: found [1, 2, 3], expected at most 2 items"),
    ],
)
def test_a_length_is_told_in_the_words_of_people(given: dict[str, Any], told: str) -> None:
    class Bench(Frozen):
        name: str = Field(min_length=1, max_length=5)
        seats: list[int] = Field(min_length=1, max_length=2)

    with pytest.raises(Trouble) as caught:
        intake.read_model(Bench, given, "stdin")

    assert caught.value.text == f"stdin: {told}"
