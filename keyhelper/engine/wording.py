"""Reads the words of one field of a move: names, lists, amounts, numbers, yes and no."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from keyhelper.engine import intake, names
from keyhelper.engine.game import Game
from keyhelper.engine.trouble import Trouble

_LONGEST_NAME = 6  # words
_FILLERS = frozenset({"+", "and", "&", "the", "a", "an", "on", "with", "from"})
_JOINED = r"(?<=[^\W\d_])\+|\+(?=[^\W\d_])"  # `timber+stone`, but not the sum `3+6`
_YES = frozenset({"yes", "y", "true", "1"})
_NO = frozenset({"no", "n", "false", "0"})


def split(text: str) -> list[str]:
    """The words of a line; quotes keep words together, an apostrophe inside a word does not."""
    spaced = re.sub(_JOINED, " + ", text.replace(",", " ").replace(";", " "))
    if '"' not in spaced:
        return spaced.split()
    reader = shlex.shlex(spaced, posix=True)
    reader.whitespace_split = True
    reader.quotes = '"'
    reader.escape = ""
    reader.commenters = ""
    try:
        return list(reader)
    except ValueError:
        raise Trouble("A quotation mark is left open", hint='close it with another "') from None


def field_of(game: Game[Any], kind: str, name: str) -> FieldInfo:
    """The field of a kind of move."""
    fields: dict[str, FieldInfo] = game.act(kind).move.model_fields
    return fields[name]


def consume(
    game: Game[Any],
    state: Any,
    kind: str,
    name: str,
    tokens: Sequence[str],
    given: Mapping[str, Any],
    *,
    is_last: bool,
) -> tuple[Any, int]:
    """The value of a field from the front of the words, and how many it took."""
    info = field_of(game, kind, name)
    label = (info.description or name).partition(",")[0].lower()  # without its example
    shape = shape_of(info.annotation)
    choices = tuple(state.players) if name == "player" else tuple(game.words(state, kind, name))
    if name == "player":
        player, rest = leading_player(state.players, tokens, loosely=True)
        if player is None and tokens:
            names.choose(tokens[0], choices, "player", prefix=True)
        return player, len(tokens) - len(rest)
    if shape is bool:
        return _truth(tokens, name)
    if shape is int:
        return (intake.read_number(tokens[0], label), 1) if tokens else (None, 0)
    if shape is dict:
        return _amounts(tokens, choices, label)
    if shape is tuple:
        return _many(tokens, choices, label)
    if choices and tokens:
        likely = _likely(game, state, kind, name, given)
        if len(names.complete(tokens[0], likely)) == 1 and not names.find(tokens[0], choices):
            return _one(tokens, likely, label)
        return _one(tokens, choices, label)
    if not tokens:
        return None, 0
    return (" ".join(tokens), len(tokens)) if is_last else (tokens[0], 1)


def _likely(
    game: Game[Any], state: Any, kind: str, name: str, given: Mapping[str, Any]
) -> tuple[str, ...]:
    """The few answers that fit what was said; a short beginning means one of them first."""
    try:
        return tuple(game.narrow(state, kind, name, given) or ())
    except Trouble:
        return ()


def _one(tokens: Sequence[str], choices: Sequence[str], label: str) -> tuple[str, int]:
    # `1 wine` is a wine, where nothing is called 1.
    is_one = tokens[0] == "1" and not names.complete("1", choices)
    skipped = 1 if len(tokens) > 1 and (is_one or tokens[0].casefold() in _FILLERS) else 0
    words = tokens[skipped:]
    for length in range(min(_LONGEST_NAME, len(words)), 0, -1):
        exact = names.find(" ".join(words[:length]), choices)
        if exact is not None and names.fold(words[length - 1]):
            return exact, skipped + length
    for length in range(min(_LONGEST_NAME, len(words)), 0, -1):
        matches = names.complete(" ".join(words[:length]), choices)
        if len(matches) == 1:
            return matches[0], skipped + length
    return names.choose(words[0], choices, label, prefix=True), skipped + 1


def _many(tokens: Sequence[str], choices: Sequence[str], label: str) -> tuple[list[str], int]:
    if not choices:
        return list(tokens), len(tokens)
    found: list[str] = []
    used = 0
    while used < len(tokens):
        if found and tokens[used].casefold() in _FILLERS:
            used += 1
            continue
        try:
            value, length = _one(tokens[used:], choices, label)
        except Trouble:
            if not found:
                raise
            break
        found.append(value)
        used += length
    return found, used


def _amounts(
    tokens: Sequence[str], choices: Sequence[str], label: str
) -> tuple[dict[str, int], int]:
    """`2 timber 1 stone`, `2 timber + stone`, `timber=2`: how many of each."""
    found: dict[str, int] = {}
    used = 0
    while used < len(tokens):
        if tokens[used].casefold() in _FILLERS:
            used += 1
            continue
        count: int | None = None
        start, word = used, tokens[used]
        glued = re.fullmatch(r"([0-9]{1,4})([^\W\d].*)", word)
        if glued is not None:
            count, word = int(glued[1]), glued[2]
        elif is_count(word):
            count, start = intake.read_number(word, label), start + 1
            if start >= len(tokens):
                raise Trouble(f"{label}: {word} of what?")
            word = tokens[start]
        word = word.rstrip("=:")
        try:
            words = _singular([word, *tokens[start + 1 :]], choices)
            name, length = _one(words, choices or (word,), label)
        except Trouble:
            if not found:
                raise
            break
        used = start + length
        if count is None and used == len(tokens) - 1 and is_count(tokens[used]):
            count, used = intake.read_number(tokens[used], label), used + 1  # `rock 2`
        found[name] = found.get(name, 0) + (1 if count is None else count)
    return found, used


def is_count(word: str) -> bool:
    """Whether a word is a number, or a sum such as `5+7`."""
    return re.fullmatch(r"[0-9]{1,6}(\+[0-9]{1,6}){0,60}", word) is not None


def _singular(words: Sequence[str], choices: Sequence[str]) -> list[str]:
    """`2 tokens` means two of what is called token, `1 blue cows` one called blue cow."""
    for length in range(min(_LONGEST_NAME, len(words)), 0, -1):
        phrase = " ".join(words[:length])
        if names.find(phrase, choices):
            break
        if names.find(phrase.removesuffix("s"), choices):
            return [*words[: length - 1], words[length - 1].removesuffix("s"), *words[length:]]
    return list(words)


def turned(token: str) -> tuple[str, ...]:
    """`timber=2` as `2 timber`."""
    name, equals, count = token.partition("=")
    return (count, name) if equals and name and count else (token,)


def _truth(tokens: Sequence[str], name: str) -> tuple[bool, int]:
    if not tokens:
        return True, 0
    word = tokens[0].casefold()
    if word in _YES or names.fold(word) == names.fold(name):
        return True, 1
    if word in _NO:
        return False, 1
    raise Trouble(f"{names.safe(tokens[0])[:40]!r} is neither yes nor no")


def leading_player(
    players: Sequence[str], tokens: Sequence[str], *, loosely: bool = False
) -> tuple[str | None, list[str]]:
    """A player named at the front of the words, by full name or a clear beginning."""
    for length in range(min(_LONGEST_NAME, len(tokens)), 0, -1):
        found = names.find(" ".join(tokens[:length]), players)
        if found is not None:
            return found, list(tokens[length:])
    if tokens and (loosely or len(tokens) > 1):
        matches = names.complete(tokens[0], players)
        if len(matches) == 1:
            return matches[0], list(tokens[1:])
    return None, list(tokens)


def takes_number(info: FieldInfo) -> bool:
    """Whether a field is answered by a number."""
    return shape_of(info.annotation) is int


def takes_several(info: FieldInfo) -> bool:
    """Whether a field is a list that takes all the words that follow."""
    return shape_of(info.annotation) is tuple


def shape_of(annotation: Any) -> Any:
    """What kind of answer an annotation wants: bool, int, dict, tuple or str."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return shape_of(get_args(annotation)[0])
    if origin in (Union, UnionType):
        shapes = [shape_of(part) for part in get_args(annotation) if part is not NoneType]
        return next((shape for shape in (dict, tuple, int) if shape in shapes), shapes[0])
    if origin in (tuple, list, frozenset) or annotation in (tuple, list):
        return tuple
    if origin is dict or annotation is dict:
        return dict
    return annotation if annotation in (bool, int) else str
