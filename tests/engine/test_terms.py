"""Scoring conditions are read, printed back and refused with the place."""

import random

import pytest

from keyhelper.engine.terms import MOST_NUMBER, Need, Term, TermError, Vocabulary, parse

WORDS = Vocabulary(
    kinds=(
        *("red", "yellow", "blue", "green", "sheep", "pig", "cow", "iron", "wood", "stone", "gold"),
        *("anvil", "pick-axe", "saw", "token", "boat", "bricks", "ruby", "wild boar"),
    ),
    groups={
        "animal": ("sheep", "pig", "cow"),
        "keyple": ("red", "yellow", "blue", "green"),
        "skill": ("anvil", "pick-axe", "saw"),
    },
    synonyms={"keyple token": "token", "worker": "keyple"},
)


def one(name: str, count: int = 1) -> Need:
    return Need(count, (name,), (name,))


FORMS = {
    "5": Term(5),
    "2 per gold": Term(2, (one("gold"),)),
    "5 per cow + token": Term(5, (one("cow"), one("token"))),
    "1 per sheep or pig or cow": Term(
        1, (Need(1, ("sheep", "pig", "cow"), ("sheep", "pig", "cow")),)
    ),
    "3 per 5 keyple": Term(3, (Need(5, ("keyple",), ("red", "yellow", "blue", "green")),)),
    "3 per skill of one kind": Term(
        3, (Need(1, ("skill",), ("anvil", "pick-axe", "saw"), one_kind=True),)
    ),
    "4 per boat, itself counts": Term(4, (one("boat"),), itself_counts=True),
    "2 per bricks, at most 4": Term(2, (one("bricks"),), at_most=4),
    "3 per 2 sheep + token, at most 4": Term(3, (one("sheep", 2), one("token")), at_most=4),
    "3 per red + yellow + blue": Term(3, (one("red"), one("yellow"), one("blue"))),
    "2 per cow or pig + 2 pick-axe": Term(
        2, (Need(1, ("cow", "pig"), ("cow", "pig")), one("pick-axe", 2))
    ),
    "6 per 2 skill of one kind + wild boar, itself counts, at most 3": Term(
        6,
        (
            Need(2, ("skill",), ("anvil", "pick-axe", "saw"), one_kind=True),
            one("wild boar"),
        ),
        itself_counts=True,
        at_most=3,
    ),
    "0 per cow": Term(0, (one("cow"),)),
}


@pytest.mark.parametrize("text", FORMS)
def test_every_form_is_read_and_printed_back(text: str) -> None:
    assert parse(text, WORDS) == FORMS[text]
    assert str(parse(text, WORDS)) == text


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("  5  POINTS  per Cows+Tokens ", "5 per cow + token"),
        ("5pts for each cow and keyple tokens", "5 per cow + token"),
        ("2 per brick at most 4 times", "2 per bricks, at most 4"),
        ("2 per rubies", "2 per ruby"),
        ("3 per 2xsheep + 1 × token, up to 4x", "3 per 2 sheep + token, at most 4"),
        ("3 per 2 x pick axes", "3 per 2 pick-axe"),
        ("3 per Pick-Axe/saw", "3 per pick-axe or saw"),
        ("2 per wild boars", "2 per wild boar"),
        ("3 per 5 workers", "3 per 5 keyple"),
        ("3 per skill, of one type", "3 per skill of one kind"),
        ("4 per boat, at most 3, itself counts", "4 per boat, itself counts, at most 3"),
        ("4 per boat including itself", "4 per boat, itself counts"),
        ("7 per cow + cow", "7 per 2 cow"),
        ("7 per cow or cow", "7 per cow"),
        ("7 per gold of one kind", "7 per gold"),
        ("0005 per 02 cow", "5 per 2 cow"),
        ("five per iron", "5 per iron"),
        ("5 points for each iron, stone and wood", "5 per iron + stone + wood"),
        ("5 points for each iron stone and wood", "5 per iron + stone + wood"),
        ("5 each iron, 2 stone, and wood", "5 per iron + 2 stone + wood"),
        ("ten for every set of iron, stone, wood", "10 per iron + stone + wood"),
        ("one point each sheep, pig or cow", "1 per sheep or pig or cow"),
        ("1 for a sheep, pig, or cow", "1 per sheep or pig or cow"),
        ("3 points for two cows and a token, at most four", "3 per 2 cow + token, at most 4"),
    ],
)
def test_what_is_clear_is_tolerated(typed: str, canonical: str) -> None:
    assert str(parse(typed, WORDS)) == canonical


def test_two_free_choices_are_not_one_pair() -> None:
    """Two `of one kind` may settle on different kinds; `2 skill of one kind` may not."""
    term = parse("5 per skill of one kind + skill of one kind", WORDS)

    assert [need.count for need in term.needs] == [1, 1]


@pytest.mark.parametrize(
    ("typed", "column", "expected"),
    [
        ("", 1, "the points come first"),
        ("per cow", 1, "the points come first"),
        ("-2 per cow", 1, "the points come first"),
        ("² per cow", 1, "the points come first"),
        ("٣ per cow", 1, "the points come first"),
        ("99999 per cow", 1, "numbers go from 0 to 9999"),
        ("5 cow", 3, "expected `per`"),
        ("5 per", 6, "expected what is counted"),
        ("5 per cow +", 12, "expected what is counted"),
        ("5 per cow or", 13, "expected what is counted"),
        ("5 per 0 cow", 7, "numbers go from 1 to 9999"),
        ("5 per unicorn", 7, "`unicorn` is nothing this game counts"),
        ("5 per cow token", 11, "expected `+`, `or`"),
        ("5 per keyple of a kind", 14, "expected `of one kind`"),
        ("5 per cow, at most", 19, "expected how many times"),
        ("5 per cow, at most 0", 20, "numbers go from 1"),
        ("5 per cow, at most 2, at most 3", 23, "said twice"),
        ("4 per boat, itself counts, itself counts", 28, "said twice"),
        ("5, at most 4", 4, "flat points are scored once"),
        ("5 per cow,", 11, "expected `itself counts` or `at most`"),
        ("5 per 9999 cow + cow", 18, "at most 9999 of a kind"),
        ("1 per sheep, pig, cow", 14, "expected `+`, `or` between"),
        ("1 per cow, pig or sheep and token", 12, "expected `+`, `or` between"),
        ("eleven per cow", 1, "the points come first"),
    ],
)
def test_a_refusal_shows_the_column_and_an_example(typed: str, column: int, expected: str) -> None:
    with pytest.raises(TermError) as refusal:
        parse(typed, WORDS)

    error = refusal.value
    assert error.column == column
    assert expected in error.sentence
    assert error.text == typed
    assert error.pointer().endswith("\n" + " " * (column - 1) + "^")
    assert f"`{error.example}`" in str(error)
    assert parse(error.example, WORDS)


def test_a_refusal_says_what_can_be_written() -> None:
    with pytest.raises(TermError) as refusal:
        parse("lots per cow", WORDS)

    assert str(refusal.value) == (
        "the points come first, as a number from 0 to 9999 at `lots per cow` (for example "
        "`2 per red + yellow` where all are needed, `2 per red or yellow` where any will do, "
        "or only `5`)"
    )


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("5 per cwo", "cow"),
        ("5 per cow + tokne", "token"),
        ("5 per pick axs", "pick-axe"),
        ("5 par cow", "per"),
        ("5 per animls of one kind", "animal"),
    ],
)
def test_a_near_miss_is_suggested(typed: str, meant: str) -> None:
    with pytest.raises(TermError, match=f"did you mean `{meant}`") as refusal:
        parse(typed, WORDS)

    assert refusal.value.suggestion == meant


def test_a_refusal_is_safe_to_print() -> None:
    with pytest.raises(TermError) as refusal:
        parse("5 per \x1b[31mcow\x07", WORDS)

    shown = str(refusal.value) + refusal.value.pointer().replace("\n", "")
    assert shown.isprintable()


def test_a_huge_text_is_refused_at_once() -> None:
    for text in ("1" * 1_000_000, "5 per " + "cow + " * 200_000, " " * 1_000_000):
        with pytest.raises(TermError) as refusal:
            parse(text, WORDS)
        assert len(str(refusal.value)) < 300
        assert len(refusal.value.pointer()) < 200


def test_a_short_word_may_not_write_out_too_long() -> None:
    """What is accepted can be printed and read again, whatever the synonyms stand for."""
    words = Vocabulary(kinds=("a" * 300, "b" * 300), synonyms={"a": "a" * 300, "b": "b" * 300})

    assert parse(str(parse("5 per a", words)), words)
    with pytest.raises(TermError, match="written out"):
        parse("5 per a + b", words)


def test_fuzzed_text_raises_only_the_refusal() -> None:
    """What is read round-trips; everything else is a `TermError` inside the text."""
    rng = random.Random("terms")
    parts = [
        *("5", "2", "0", "9999", "10000", "per", "for each", "+", "and", "or", "/", ",", "x", "×"),
        *("of one kind", "of", "itself counts", "at most", "at most 4", "up to", "points", "pts"),
        *("cow", "Cows", "token", "keyple token", "pick", "axe", "pick-axe", "skill", "wild boar"),
        *("five", "one", "each", "for", "set of", "a", "every", "ten", "zero", "the", "points"),
        *("²", "٣", "-", "\x00", "\ud800", "ß", "İ", "’", "'", "\n", "\t", "¾", "_", "(", ".", "é"),
    ]
    read = 0
    for _ in range(20_000):
        if rng.random() < 0.8:
            text = rng.choice(("", " ")).join(rng.choices(parts, k=rng.randint(0, 9)))
            if rng.random() < 0.6:
                text = f"{rng.randint(0, 12)} per {rng.choice(WORDS.kinds)} {text}"
        else:
            text = "".join(chr(rng.randrange(0x11000)) for _ in range(rng.randint(0, 12)))
        answer = read_or_refused(text)
        if isinstance(answer, TermError):
            assert 1 <= answer.column <= len(text) + 1
            assert (str(answer) + answer.pointer().replace("\n", "")).isprintable()
        else:
            read += 1
            assert parse(str(answer), WORDS) == answer
            assert answer.points <= MOST_NUMBER
    assert read > 500


def read_or_refused(text: str) -> Term | TermError:
    try:
        return parse(text, WORDS)
    except TermError as error:
        return error


def test_random_terms_round_trip() -> None:
    rng = random.Random("round trip")
    names = [*WORDS.kinds, *WORDS.groups]
    for _ in range(2_000):
        needs: list[Need] = []
        for name in rng.sample(names, rng.randint(1, 4)):
            several = list(dict.fromkeys([name, *rng.choices(names, k=rng.choice((0, 0, 1, 2)))]))
            kinds = tuple(dict.fromkeys(k for each in several for k in WORDS.kinds_of(each)))
            one_kind = not needs and len(kinds) > 1 and rng.random() < 0.3
            needs.append(Need(rng.randint(1, 5), tuple(several), kinds, one_kind))
        term = Term(
            rng.randint(0, 30),
            tuple(needs),
            itself_counts=rng.random() < 0.2,
            at_most=rng.choice((None, 4, 12)),
        )
        assert parse(str(term), WORDS) == term


@pytest.mark.parametrize(
    "faulty",
    [
        {"kinds": ("cow", "cow")},
        {"kinds": ("pick-axe", "pick axe")},
        {"kinds": ("cow", "at most")},
        {"kinds": ("cow", "c0w")},
        {"kinds": ("cow", "")},
        {"kinds": ("cow",), "groups": {"animal": ("pig",)}},
        {"kinds": ("cow",), "groups": {"cow": ("cow",)}},
        {"kinds": ("cow",), "synonyms": {"ox": "bull"}},
        {"kinds": ("cow", "ox"), "synonyms": {"ox": "cow"}},
    ],
)
def test_a_vocabulary_has_no_two_meanings(faulty: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        Vocabulary(**faulty)  # type: ignore[arg-type]


def test_an_unclear_plural_is_not_guessed() -> None:
    words = Vocabulary(kinds=("ax", "axe"))

    assert str(parse("1 per ax", words)) == "1 per ax"
    with pytest.raises(TermError):
        parse("1 per axes", words)
