"""Seeds and named streams of chance; the only file that draws anything.

A seed is normalised (NFKC), case-folded, and its words are joined by single spaces. A stream is
SHAKE-256 over the UTF-8 of `keyhelper 1`, the game, the number of players in decimal, the seed
and the stream's label, each followed by a zero byte; in a secret stream the secret seed follows
the seed and the word `secret` the label, each with its zero byte too. Integers below n are read,
first byte highest, as the fewest whole bytes that hold n - 1 (none when n is 1), masked to its
bit length, and drawn again while they are n or more. A shuffle sorts its input, text by code
point, and then swaps from the last place down to the second with a drawn place not after it
(Fisher and Yates); a pick is one draw from the sorted input. So the same seed gives the same
setup on every machine and in every language.
"""

from __future__ import annotations

import hashlib
import os
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeVar

VERSION = "keyhelper 1"
_CHUNK = 512


class Sortable(Protocol):
    def __lt__(self, other: Any, /) -> bool: ...


T = TypeVar("T")
S = TypeVar("S", bound=Sortable)


def tidy_seed(text: str) -> str:
    """The seed that `text` means: case and spacing do not matter."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def new_seed(words: Sequence[str]) -> str:
    """Three plain words from the machine's own randomness, easy to say across a table."""
    source = Stream(os.urandom(32).hex())
    return " ".join(source.pick(words) for _ in range(3))


def new_secret() -> str:
    """A seed that nobody reads: what is dealt in secret comes from it."""
    return os.urandom(16).hex()


class Chance:
    """All the chance of one setup: independent streams by label, public and secret ones."""

    def __init__(self, seed: str, game: str, players: int, secret: str = "") -> None:
        self.seed = tidy_seed(seed)
        self.game = game
        self.players = players
        self.hidden = secret

    def stream(self, label: str) -> Stream:
        """The stream of that name; anybody with the seed can draw it again."""
        return Stream("\0".join((VERSION, self.game, str(self.players), self.seed, label, "")))

    def secret(self, label: str) -> Stream:
        """A stream that the printed seed does not give away."""
        seed = f"{self.seed}\0{self.hidden}"
        return Stream("\0".join((VERSION, self.game, str(self.players), seed, label, "secret", "")))


class Stream:
    """An endless run of chance read from one text."""

    def __init__(self, text: str) -> None:
        self._hash = hashlib.shake_256(text.encode())
        self._read = 0
        self._bytes = b""

    def integer(self, below: int) -> int:
        """A whole number from 0 up to, not including, `below`."""
        if below < 1:
            raise ValueError("a draw needs at least one possibility")
        bits = (below - 1).bit_length()
        while True:
            number = int.from_bytes(self._take((bits + 7) // 8), "big") & ((1 << bits) - 1)
            if number < below:
                return number

    def pick(self, items: Iterable[S]) -> S:
        """One of the items, whatever order they come in."""
        ordered = sorted(items)
        return ordered[self.integer(len(ordered))]

    def shuffle(self, items: Iterable[S]) -> tuple[S, ...]:
        """All the items in a drawn order that does not depend on the order they come in."""
        deck = sorted(items)
        for last in range(len(deck) - 1, 0, -1):
            other = self.integer(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return tuple(deck)

    def _take(self, count: int) -> bytes:
        while self._read + count > len(self._bytes):
            self._bytes = self._hash.digest(len(self._bytes) + _CHUNK)
        taken = self._bytes[self._read : self._read + count]
        self._read += count
        return taken
