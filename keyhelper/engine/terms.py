"""The small language of scoring conditions, as players read them off a card.

    5                            flat
    2 per gold                   each
    5 per cow + token            a set
    1 per sheep or pig or cow    any of
    3 per 5 keyple               five of them
    3 per skill of one kind      best single kind, chosen once for the card
    4 per boat, itself counts    the card is one of the first thing it names
    2 per brick, at most 4       no more than four times

The forms combine: `3 per 2 sheep + token, at most 4`. In `cow or pig + token` the `or` binds
first. Which words name pieces is the game's business: it passes in a `Vocabulary`.

What people say is read as well: `five points for each iron, stone and wood` is a set, `one each
sheep, pig or cow` any of them. A list without a last `and` or `or` could mean either.
"""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple, NoReturn

MOST_NUMBER = 9999
MOST_LETTERS = 500
MOST_NEEDS = 12
MOST_CHOICES = 2


class Need(NamedTuple):
    """One part of a set: so many pieces, each of any of these kinds."""

    count: int  # type: ignore[assignment]  # hides a method of tuples that nobody needs
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    one_kind: bool = False

    def __str__(self) -> str:
        number = f"{self.count} " if self.count > 1 else ""
        chosen = " of one kind" if self.one_kind else ""
        return f"{number}{' or '.join(self.names)}{chosen}"


class Term(NamedTuple):
    """What a card scores: points once, or points each time all its needs are met."""

    points: int
    needs: tuple[Need, ...] = ()
    itself_counts: bool = False
    at_most: int | None = None

    def __str__(self) -> str:
        per = " per " + " + ".join(map(str, self.needs)) if self.needs else ""
        itself = ", itself counts" if self.itself_counts else ""
        at_most = f", at most {self.at_most}" if self.at_most is not None else ""
        return f"{self.points}{per}{itself}{at_most}"


class TermError(ValueError):
    """A scoring condition that cannot be read: where, what was expected, and an example."""

    def __init__(
        self, text: str, column: int, sentence: str, example: str, suggestion: str | None = None
    ) -> None:
        self.text = text
        self.column = column
        self.sentence = sentence
        self.example = example
        self.suggestion = suggestion
        rest = _printable(text[column - 1 : column + 19]).strip()
        where = "" if sentence.startswith("`") else f" at `{rest}`" if rest else " at the end"
        meant = f"; did you mean `{suggestion}`?" if suggestion else ""
        shapes = f"`{example}` where all are needed"
        if " + " in example:
            shapes += f", `{example.replace(' + ', ' or ')}` where any will do"
        super().__init__(f"{sentence}{where}{meant} (for example {shapes}, or only `5`)")

    def pointer(self) -> str:
        """Show the text with a mark under the place, safe to print on a terminal."""
        start = max(0, self.column - 40)
        shown = _printable(self.text[start : start + 70])
        return f"{shown}\n{' ' * (self.column - 1 - start)}^"


_WORD = r"[^\W\d_]+(?:['’-][^\W\d_]+)*"
# Compiled on first use, because the table starts often and reads few conditions.
_TOKEN = rf"(?P<number>[0-9]+)|(?P<times>[×*]|(?<=[0-9])[xX])|(?P<word>{_WORD})|\S"
_NAME = rf"{_WORD}(?:[ _]{_WORD})*"
_RESERVED = frozenset(
    {"per", "or", "and", "of", "x", "for", "each", "every", "at", "most", "up", "max", "itself"}
    | {"including"}
)
_POINTS = frozenset({"point", "points", "pt", "pts"})
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_AND, _OR, _LIST = "and", "or", ","  # what stands between two parts of a set


def _key(name: str) -> str:
    return re.sub(r"[\s_-]+", " ", name.casefold().replace("’", "'")).strip()


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else "·" for letter in text)


def _other_numbers(key: str) -> Iterator[str]:
    """Guess the plural and the singular of an English noun."""
    yield key + "s"
    if key.endswith(("s", "x", "ch", "sh")):
        yield key + "es"
    if key.endswith("y"):
        yield key[:-1] + "ies"
    if key.endswith("ies"):
        yield key[:-3] + "y"
    if key.endswith("es"):
        yield key[:-2]
    if key.endswith("s") and not key.endswith("ss"):
        yield key[:-1]


def _guesses(found: Mapping[str, str]) -> dict[str, str]:
    """List plurals and singulars that hide no listed word and can mean one thing only."""
    meanings: dict[str, set[str]] = {}
    for key, name in found.items():
        for guess in _other_numbers(key):
            if guess and guess not in found and guess not in _RESERVED:
                meanings.setdefault(guess, set()).add(name)
    return {guess: names.pop() for guess, names in meanings.items() if len(names) == 1}


class Vocabulary:
    """The words a game's scoring conditions may use.

    `kinds` are what pieces can be presented as, `groups` name several kinds at once and
    `synonyms` lead to either. Plurals and singulars are understood without being listed.
    """

    def __init__(
        self,
        kinds: tuple[str, ...],
        groups: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
        synonyms: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.kinds = kinds
        self.groups = groups
        self.synonyms = synonyms
        self._found = self._words()
        self._longest = max((key.count(" ") + 1 for key in self._found), default=0)

    def _words(self) -> dict[str, str]:
        """Every word that can be understood, and the name it leads to."""
        found: dict[str, str] = {}
        for name in (*self.kinds, *self.groups):
            self._check_name(name)
            if _key(name) in found:
                raise ValueError(f"Two names read the same: {name!r} and {found[_key(name)]!r}")
            found[_key(name)] = name
        for group, members in self.groups.items():
            if not members or not set(members) <= set(self.kinds):
                raise ValueError(f"The group {group!r} must name kinds and nothing else")
        for synonym, name in self.synonyms.items():
            self._check_name(synonym)
            if _key(name) not in found:
                raise ValueError(f"The synonym {synonym!r} leads to {name!r}, which is no name")
            if found.setdefault(_key(synonym), found[_key(name)]) != found[_key(name)]:
                raise ValueError(f"The synonym {synonym!r} already names something else")
        return found | _guesses(found)

    @staticmethod
    def _check_name(name: str) -> None:
        if not re.fullmatch(_NAME, name) or _RESERVED & set(_key(name).split()):
            raise ValueError(f"{name!r} cannot be a word of scoring conditions")

    def find(self, words: list[str]) -> tuple[str, int] | None:
        """Find the name that the first words spell, and how many words it takes."""
        for length in range(min(len(words), self._longest), 0, -1):
            name = self._found.get(_key(" ".join(words[:length])))
            if name is not None:
                return name, length
        return None

    def kinds_of(self, name: str) -> tuple[str, ...]:
        """Give the kinds behind a kind's or a group's name."""
        return self.groups.get(name, (name,))

    def nearest(self, word: str) -> str | None:
        """Guess which name a misspelt word was meant to be."""
        # Imported here because only a refusal needs it, and the table starts often.
        from difflib import get_close_matches

        close = get_close_matches(_key(word[:40]), self._found, n=1, cutoff=0.6)
        return self._found[close[0]] if close else None

    def example(self) -> str:
        """Give a condition that can be read, in the game's own words."""
        names = [*self.kinds, *self.groups]
        return f"2 per {names[0]}" + (f" + {names[1]}" if len(names) > 1 else "") if names else "5"


def parse(text: str, vocabulary: Vocabulary) -> Term:
    """Read a scoring condition; raise `TermError`, and nothing else, when it cannot be read."""
    return _Reader(text, vocabulary).read()


class _Token(NamedTuple):
    sort: str
    text: str
    column: int


class _Reader:
    """Reads one condition from left to right."""

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        self.text = text
        self.vocabulary = vocabulary
        if len(text) > MOST_LETTERS:
            self.refuse(
                f"a condition has at most {MOST_LETTERS} letters; this one has {len(text)}",
                MOST_LETTERS + 1,
            )
        self.tokens = [
            _Token(match.lastgroup or "sign", match.group().casefold(), match.start() + 1)
            for match in re.finditer(_TOKEN, text)
        ]
        self.place = 0

    def read(self) -> Term:
        points = self.number("the points come first", least=0)
        if self.sort == "word" and self.word in _POINTS:
            self.place += 1
        needs: list[Need] = []
        if self.per():
            needs = self.needs()
        elif not self.at_end and self.word != ",":
            self.refuse("expected `per` after the points", suggestion=self._near({"per"}))
        term = self.modifiers(Term(points, tuple(needs)))
        if len(str(term)) > MOST_LETTERS:
            self.refuse(f"a condition has at most {MOST_LETTERS} letters when written out", 1)
        return term

    def per(self) -> bool:
        """Take the word before what is counted: `per`, `each`, `for each`, `for every`, `for`."""
        if self.take("per"):
            return True
        is_for = self.take("for")
        return self.take("each") or self.take("every") or is_for

    def needs(self) -> list[Need]:
        needs: list[Need] = []
        choices = 0
        for need, column in self.parts():
            choices += need.one_kind
            names = [old.names for old in needs if not old.one_kind and not need.one_kind]
            if need.names in names:
                # "cow + cow" is "2 cow"; two free choices may differ, so those stay apart.
                place = [old.names for old in needs].index(need.names)
                total = needs[place].count + need.count
                if total > MOST_NUMBER:
                    self.refuse(f"a set takes at most {MOST_NUMBER} of a kind", column)
                needs[place] = need._replace(count=total)
            else:
                needs.append(need)
            if len(needs) > MOST_NEEDS:
                self.refuse(f"a set has at most {MOST_NEEDS} parts", column)
            if choices > MOST_CHOICES:
                self.refuse(f"`of one kind` can stand at most {MOST_CHOICES} times", column)
        return needs

    def parts(self) -> list[tuple[Need, int]]:
        """The parts of a set with their columns; a list of any-of becomes one part."""
        is_set = self.take("set", "of") or self.take("a", "set", "of")
        column = self.column
        parts = [(self.need(), column)]
        joints: list[str] = []
        while joint := self.joint():
            column = self.column
            joints.append(joint)
            parts.append((self.need(), column))
        if not {_LIST, _OR} & {*joints}:
            return parts
        first = parts[[joint in (_LIST, _OR) for joint in joints].index(True) + 1][1]
        plain = [need for need, _ in parts if need.count == 1 and not need.one_kind]
        has_or = [len(need.names) > 1 for need, _ in parts]
        any_of = _AND not in joints and len(plain) == len(parts) and not any(has_or[:-1])
        if any_of and (joints[-1] == _OR or has_or[-1]):
            names = tuple(dict.fromkeys(name for need in plain for name in need.names))
            kinds = tuple(dict.fromkeys(kind for need in plain for kind in need.kinds))
            return [(Need(1, names, kinds), parts[0][1])]
        if _OR in joints or any(has_or) or not (joints[-1] == _AND or is_set):
            self.refuse("expected `+`, `or` between the things that are counted", first)
        return parts

    def joint(self) -> str:
        """Take what stands before a further part: `+`, a comma, or nothing; "" if none comes."""
        start = self.place
        is_list = self.take(",")
        if self.take("+") or self.take("and") or self.take("&"):
            return _AND
        if is_list and (self.take("or") or self.take("/")):
            return _OR
        if self.is_at_need():
            return _LIST
        self.place = start
        return ""

    def is_at_need(self) -> bool:
        words = self.words_at(self.place + (self.is_at_number()))
        return self.vocabulary.find(words) is not None

    def is_at_number(self) -> bool:
        if self.sort == "number":
            return True
        return self.word in _NUMBERS and self.vocabulary.find([self.word]) is None

    def need(self) -> Need:
        count = 1
        if self.word in {"a", "an"} and self.vocabulary.find([self.word]) is None:
            self.place += 1
        elif self.is_at_number():
            count = self.number("expected a number of pieces", least=1)
            if self.sort == "times" or self.word == "x":
                self.place += 1
        names = [self.name()]
        while self.take("or") or self.take("/"):
            names.append(self.name())
        names = list(dict.fromkeys(names))
        kinds = tuple(dict.fromkeys(k for name in names for k in self.vocabulary.kinds_of(name)))
        return Need(count, tuple(names), kinds, self.of_one_kind() and len(kinds) > 1)

    def of_one_kind(self) -> bool:
        return any(
            self.take("of", "one", word) for word in ("kind", "type", "colour", "color", "sort")
        )

    def words_at(self, place: int) -> list[str]:
        """The words from there on that may name something."""
        words: list[str] = []
        for token in self.tokens[place : place + MOST_NEEDS]:
            if token.sort != "word" or token.text in _RESERVED:
                break
            words.append(token.text)
        return words

    def name(self) -> str:
        words = self.words_at(self.place)
        found = self.vocabulary.find(words)
        if found is not None:
            # A name of two words may stand as one token ("pick-axe") or as two.
            self.place += found[1]
            return found[0]
        if not words:
            self.refuse("expected what is counted, such as " + self._some_names())
        wrong = _printable(words[0][:30])
        near = self.vocabulary.nearest(" ".join(words[:2])) or self.vocabulary.nearest(words[0])
        return self.refuse(f"`{wrong}` is nothing this game counts", suggestion=near)

    def modifiers(self, term: Term) -> Term:
        while not self.at_end:
            comma = self.take(",")
            column = self.column
            if (
                self.take("itself", "counts")
                or self.take("counts", "itself")
                or self.take("including", "itself")
            ):
                if term.itself_counts:
                    self.refuse("`itself counts` is said twice", column)
                term = term._replace(itself_counts=True)
            elif self.take("at", "most") or self.take("up", "to") or self.take("max"):
                if term.at_most is not None:
                    self.refuse("`at most` is said twice", column)
                limit = self.number("expected how many times at most", least=1)
                if self.word in {"time", "times", "x"} or self.sort == "times":
                    self.place += 1
                term = term._replace(at_most=limit)
            elif comma and len(term.needs) == 1 and self.of_one_kind():
                need = term.needs[0]
                term = term._replace(needs=(need._replace(one_kind=len(need.kinds) > 1),))
            else:
                self.refuse(self._expected_here(comma, term))
            if not term.needs:
                self.refuse("flat points are scored once, so nothing can follow them", column)
        return term

    def _expected_here(self, comma: bool, term: Term) -> str:
        if self.take("of"):
            self.place -= 1
            return "expected `of one kind`"
        more = "" if comma or not term.needs else "`+`, `or`, `of one kind`, "
        return f"expected {more}`itself counts` or `at most` and a number"

    def number(self, expected: str, least: int) -> int:
        if self.word in _NUMBERS[least:]:
            self.place += 1
            return _NUMBERS.index(self.tokens[self.place - 1].text)
        if self.sort != "number":
            self.refuse(f"{expected}, as a number from {least} to {MOST_NUMBER}")
        digits = self.word.lstrip("0") or "0"
        # Length first: turning a very long row of digits into a number is slow or refused.
        if len(digits) > len(str(MOST_NUMBER)) or not least <= int(digits) <= MOST_NUMBER:
            self.refuse(f"numbers go from {least} to {MOST_NUMBER} here")
        self.place += 1
        return int(digits)

    def take(self, *words: str) -> bool:
        ahead = self.tokens[self.place : self.place + len(words)]
        if [token.text for token in ahead] != list(words):
            return False
        self.place += len(words)
        return True

    @property
    def at_end(self) -> bool:
        return self.place >= len(self.tokens)

    @property
    def sort(self) -> str:
        return "end" if self.at_end else self.tokens[self.place].sort

    @property
    def word(self) -> str:
        return "" if self.at_end else self.tokens[self.place].text

    @property
    def column(self) -> int:
        if self.at_end:
            return len(self.text.rstrip()) + 1
        return self.tokens[self.place].column

    def _near(self, words: set[str]) -> str | None:
        from difflib import get_close_matches

        close = get_close_matches(self.word[:20], sorted(words), n=1, cutoff=0.5)
        return close[0] if close else None

    def _some_names(self) -> str:
        names = [*self.vocabulary.groups, *self.vocabulary.kinds][:4]
        return ", ".join(f"`{name}`" for name in names) or "nothing: this game counts no pieces"

    def refuse(
        self, sentence: str, column: int | None = None, suggestion: str | None = None
    ) -> NoReturn:
        place = self.column if column is None else column
        raise TermError(self.text, place, sentence, self.vocabulary.example(), suggestion)
