"""Chance gives the same draws for ever, and can be written again from its description."""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from keyhelper.engine import catalogue, chance
from keyhelper.engine.chance import Chance, Stream, new_secret, new_seed, tidy_seed

GOLDEN = json.loads(Path(__file__).with_name("golden").joinpath("chance.json").read_text("utf-8"))


class Rewritten:
    """The streams written again from the module's description alone, one byte at a time."""

    def __init__(
        self, seed: str, game: str, players: int, label: str, secret: str | None = None
    ) -> None:
        words = unicodedata.normalize("NFKC", seed).casefold().split()
        parts = ["keyhelper 1", game, str(players), " ".join(words)]
        parts += [label] if secret is None else [secret, label, "secret"]
        text = b"".join(part.encode("utf-8") + b"\x00" for part in parts)
        self.source = hashlib.shake_256(text)
        self.place = 0

    def integer(self, below: int) -> int:
        largest = below - 1
        length = 0
        while largest >= 256**length:
            length += 1
        mask = 0
        while mask < largest:
            mask = mask * 2 + 1
        while True:
            number = 0
            for byte in self.source.digest(self.place + length)[self.place :]:
                number = number * 256 + byte
            self.place += length
            if number & mask < below:
                return number & mask

    def shuffle(self, items: Any) -> tuple[Any, ...]:
        deck = sorted(items)
        for end in reversed(range(1, len(deck))):
            drawn = self.integer(end + 1)
            deck[end], deck[drawn] = deck[drawn], deck[end]
        return tuple(deck)

    def pick(self, items: Any) -> Any:
        ordered = sorted(items)
        return ordered[self.integer(len(ordered))]


def stream_of(case: dict[str, Any]) -> Stream:
    source = Chance(case["seed"], case["game"], case["players"], case.get("secret", ""))
    return source.secret(case["label"]) if "secret" in case else source.stream(case["label"])


def draws(stream: Any, case: dict[str, Any]) -> dict[str, Any]:
    """The draws of a golden case, in the order in which they stand there."""
    return {
        "integers": [stream.integer(below) for below in case["below"]],
        "shuffle": list(stream.shuffle(case["deck"])),
        "picks": [stream.pick(case["deck"]) for _ in range(4)],
    }


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: f"{case['seed']}-{case['label']}")
def test_draws_never_change(case: dict[str, Any]) -> None:
    assert draws(stream_of(case), case) == case["draws"]


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: f"{case['seed']}-{case['label']}")
def test_draws_can_be_made_in_any_language(case: dict[str, Any]) -> None:
    rewritten = Rewritten(
        case["seed"], case["game"], case["players"], case["label"], case.get("secret")
    )
    assert draws(rewritten, case) == case["draws"]


def test_the_rewritten_streams_agree_over_long_runs() -> None:
    for below in (1, 2, 3, 6, 255, 256, 257, 40_000, 65_536, 65_537, 10**12):
        mine = Chance("long run", "orchard", 3).stream(str(below))
        theirs = Rewritten("long run", "orchard", 3, str(below))
        assert [mine.integer(below) for _ in range(300)] == [
            theirs.integer(below) for _ in range(300)
        ]


@pytest.mark.parametrize(
    "typed",
    [
        "Amber Otter Canyon",
        "  amber   otter\tcanyon\n",
        "AMBER OTTER CANYON",
        "ａｍｂｅｒ otter canyon",
    ],
)
def test_case_and_spacing_of_a_seed_do_not_matter(typed: str) -> None:
    assert tidy_seed(typed) == "amber otter canyon"
    one = Chance(typed, "orchard", 2).stream("deck").shuffle(range(40))
    assert one == Chance("amber otter canyon", "orchard", 2).stream("deck").shuffle(range(40))


def test_a_tidy_seed_stays_as_it_is() -> None:
    for code in range(0x20000):
        once = tidy_seed(f"a {chr(code)} b") if not 0xD800 <= code < 0xE000 else ""
        assert tidy_seed(once) == once, hex(code)


def test_words_that_run_together_are_another_seed() -> None:
    assert tidy_seed("ambero tter") != tidy_seed("amber otter")
    assert tidy_seed("amber-otter") != tidy_seed("amber otter")


@pytest.mark.parametrize(
    "other",
    [
        Chance("amber", "orchard", 3).stream("deck"),
        Chance("amber", "vineyard", 2).stream("deck"),
        Chance("ambers", "orchard", 2).stream("deck"),
        Chance("amber", "orchard", 2).stream("decks"),
        Chance("amber", "orchard", 2).secret("deck"),
        Chance("", "orchard", 2).stream("deck"),
    ],
)
def test_anything_else_gives_another_stream(other: Stream) -> None:
    one = Chance("amber", "orchard", 2).stream("deck")
    assert [one.integer(1000) for _ in range(20)] != [other.integer(1000) for _ in range(20)]


def test_streams_do_not_disturb_each_other() -> None:
    """What is drawn from one stream leaves the others alone, in whatever order they are asked."""
    alone = Chance("amber", "orchard", 2).stream("monuments").shuffle(range(30))
    busy = Chance("amber", "orchard", 2)
    busy.stream("cards").shuffle(range(500))
    busy.secret("monuments").shuffle(range(500))
    assert busy.stream("monuments").shuffle(range(30)) == alone
    assert busy.stream("monuments").shuffle(range(30)) == alone


def test_a_printed_seed_does_not_give_secrets_away() -> None:
    deals = {
        Chance("amber", "orchard", 2, secret).secret("hands").shuffle(range(30))
        for secret in ("", "a", "b", "c", new_secret(), new_secret())
    }
    assert len(deals) == 6
    public = Chance("amber", "orchard", 2).stream("hands").shuffle(range(30))
    assert public not in deals


def test_a_secret_can_be_dealt_again_by_who_holds_both_seeds() -> None:
    one = Chance("amber", "orchard", 2, "hidden").secret("hands").shuffle(range(30))
    assert one == Chance(" AMBER ", "orchard", 2, "hidden").secret("hands").shuffle(range(30))
    assert one != Chance("otter", "orchard", 2, "hidden").secret("hands").shuffle(range(30))


def test_a_shuffle_does_not_depend_on_the_order_it_is_given() -> None:
    deck = ["wood", "wheat", "brick", "glass", "stone"]
    orders = {
        Chance("amber", "orchard", 2).stream("deck").shuffle(order)
        for order in (deck, deck[::-1], sorted(deck), deck[2:] + deck[:2])
    }
    assert len(orders) == 1
    assert sorted(orders.pop()) == sorted(deck)


def test_a_shuffle_keeps_doubles_and_empty_decks() -> None:
    stream = Stream("any")
    assert stream.shuffle([]) == ()
    assert stream.shuffle(["one"]) == ("one",)
    assert Counter(stream.shuffle("aabbbc")) == Counter("aabbbc")


def test_a_draw_needs_a_possibility() -> None:
    for below in (0, -1):
        with pytest.raises(ValueError, match="at least one"):
            Stream("any").integer(below)
    with pytest.raises(ValueError, match="at least one"):
        Stream("any").pick([])


def test_one_possibility_takes_nothing_from_the_stream() -> None:
    one, other = Stream("any"), Stream("any")
    assert [one.integer(1) for _ in range(10)] == [0] * 10
    assert one.integer(1000) == other.integer(1000)


@pytest.mark.parametrize("below", [2, 3, 6, 10, 40])
def test_every_outcome_is_about_as_likely(below: int) -> None:
    """Chi squared over a fixed stream: far from both the impossible and the suspicious."""
    stream = Chance("fair", "orchard", 2).stream(str(below))
    count = 400 * below
    seen = Counter(stream.integer(below) for _ in range(count))
    assert set(seen) == set(range(below))
    chi = sum((seen[n] - 400) ** 2 / 400 for n in range(below))
    freedom = below - 1
    assert chi < freedom + 4 * (2 * freedom) ** 0.5 + 4


def test_every_order_of_four_comes_up() -> None:
    stream = Chance("orders", "orchard", 2).stream("deck")
    seen = Counter(stream.shuffle("abcd") for _ in range(2400))
    assert len(seen) == 24
    assert min(seen.values()) > 60
    assert max(seen.values()) < 150


def test_a_drawn_seed_is_three_sayable_words() -> None:
    words = catalogue.seed_words()
    assert len(words) == len(set(words)) >= 256
    assert all(word.isascii() and word.isalpha() and word.islower() for word in words)
    seeds = {new_seed(words) for _ in range(20)}
    assert len(seeds) == 20
    for seed in seeds:
        assert len(seed.split(" ")) == 3
        assert set(seed.split(" ")) <= set(words)
        assert tidy_seed(seed) == seed


def test_the_version_is_part_of_every_stream() -> None:
    assert chance.VERSION == "keyhelper 1"
