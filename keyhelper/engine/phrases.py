"""Reads a move typed on one line: `ann build chapel a1 b1 c1 c2 at a1`.

Kind, then fields in order; unique prefixes are enough; `field value` or `field=value` names a
field; what is left out stays missing and can be asked for. No game words in here.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from keyhelper.engine import intake, names
from keyhelper.engine.game import Ask, Game, Move
from keyhelper.engine.trouble import Trouble

_LONGEST_NAME = 6  # words
_FILLERS = frozenset({"+", "and", "&", "the", "a", "an", "on", "with", "from"})
_YES = frozenset({"yes", "y", "true", "1"})
_NO = frozenset({"no", "n", "false", "0"})
_SPOKEN_TRUTH = frozenset({"yes", "y", "true", "no", "n", "false"})


class Draft(NamedTuple):
    """A move as far as it has been said: its kind, the fields given, the fields still missing."""

    kind: str
    given: dict[str, Any]
    missing: tuple[str, ...]


def read_line(game: Game[Any], state: Any, text: str, ask: Ask | None = None) -> Draft:
    """The move that a typed line means, in the light of what was asked."""
    tokens = split(text)
    if not tokens:
        raise Trouble("Nothing was said", hint="`?` lists what is possible now")
    player, rest = _leading_player(state.players, tokens)
    kind = names.find(tokens[0], game.kinds)
    ways: list[Callable[[], Draft]] = []
    # People may be called like a move: whichever reading makes a whole move is meant.
    if kind is not None:
        ways.append(partial(_kind_first, game, state, kind, tokens[1:], ask))
    if kind is None or player is not None:
        ways.append(partial(_player_first, game, state, player, rest, ask, tokens))
    return _clearest(ways)


def read_fields(game: Game[Any], state: Any, kind: str, words: Sequence[str]) -> Draft:
    """The move that a kind and `field=value` words mean, as given on the command line."""
    tokens = [token for word in words for token in ([word] if "=" in word else split(word))]
    kind = names.choose(kind, game.kinds, "move", prefix=True)
    return _draft(game, state, kind, tokens, {})


def split(text: str) -> list[str]:
    """The words of a line; quotes keep words together, an apostrophe inside a word does not."""
    spaced = text.replace(",", " ").replace(";", " ")
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


def build_move(game: Game[Any], draft: Draft) -> Move:
    """The move itself; Trouble names each field that does not fit."""
    model = game.act(draft.kind).move
    content = {"kind": draft.kind} | draft.given
    move: Move = intake.read_model(model, content, f"The move `{draft.kind}`")
    return move


def field_of(game: Game[Any], kind: str, name: str) -> FieldInfo:
    """The field of a kind of move."""
    fields: dict[str, FieldInfo] = game.act(kind).move.model_fields
    return fields[name]


def read_value(game: Game[Any], state: Any, kind: str, name: str, text: str) -> Any:
    """The answer to a question about one field."""
    tokens = split(text)
    if _shape(field_of(game, kind, name).annotation) is dict:
        tokens = [word for token in tokens for word in _turned(token)]
    value, used = _consume(game, state, kind, name, tokens, {}, is_last=True)
    if used < len(tokens):
        raise Trouble(f"{names.safe(tokens[used])[:40]!r} does not belong there")
    return value


def _clearest(ways: Sequence[Callable[[], Draft]]) -> Draft:
    """The first reading that leaves nothing open; else the first that holds at all."""
    incomplete: Draft | None = None
    trouble: Trouble | None = None
    for way in ways:
        try:
            draft = way()
        except Trouble as error:
            trouble = error
            continue
        if not draft.missing:
            return draft
        incomplete = incomplete or draft
    if incomplete is not None:
        return incomplete
    raise trouble or Trouble("Nothing was said")


def _kind_first(
    game: Game[Any], state: Any, kind: str, words: Sequence[str], ask: Ask | None
) -> Draft:
    """`plant pear b2`, or `plant ann pear b2` although somebody else was asked."""
    asked = dict(ask.given) if ask and kind in ask.kinds else {}
    ways = [partial(_draft, game, state, kind, words, asked)]
    player, rest = _leading_player(state.players, words)
    if player is not None and "player" in asked:
        ways.append(partial(_draft, game, state, kind, rest, asked | {"player": player}))
    return _clearest(ways)


def _player_first(
    game: Game[Any],
    state: Any,
    player: str | None,
    rest: list[str],
    ask: Ask | None,
    tokens: list[str],
) -> Draft:
    """`ann plant pear b2`, `ann pear b2`, or only the answer to what was asked."""
    given = dict(ask.given) if ask else {}
    if player is not None:
        given["player"] = player
    if not rest:
        if ask is None:
            raise Trouble(f"What does {player} do?", hint=names.either(game.kinds))
        # Somebody may be called like a square: alone it can be the answer that is missing.
        ways = [partial(_draft, game, state, ask.kinds[0], (), given)]
        if "player" in ask.given:
            ways += [partial(_draft, game, state, kind, tokens, ask.given) for kind in ask.kinds]
        return _clearest(ways)
    kind = names.find(rest[0], game.kinds)
    if kind is not None:
        asked = dict(ask.given) if ask and kind in ask.kinds else {}
        if player is not None:
            asked["player"] = player
        return _draft(game, state, kind, rest[1:], asked)
    return _guess_kind(game, state, rest, given, ask, tokens)


def _guess_kind(
    game: Game[Any],
    state: Any,
    rest: list[str],
    given: dict[str, Any],
    ask: Ask | None,
    tokens: list[str],
) -> Draft:
    """Read the line as an answer to what was asked; else by the start of a kind's name."""
    first: Trouble | None = None
    incomplete: Draft | None = None
    for kind in ask.kinds if ask else ():
        # "b2" may look like the start of a player's name; without the name it may be an answer.
        for words, known in ((rest, given), (tokens, dict(ask.given) if ask else {})):
            try:
                draft = _draft(game, state, kind, words, known)
            except Trouble as error:
                first = first or error
                continue
            if not draft.missing:
                return draft
            incomplete = incomplete or draft
    kinds = names.complete(rest[0], game.kinds)
    if ask is not None and len(rest[0]) == 1:
        # A single letter is too little to mean a move that nobody asked for.
        kinds = tuple(kind for kind in kinds if kind in ask.kinds)
    if len(kinds) == 1 and (incomplete is None or len(rest[0]) > 2):
        player = {"player": given["player"]} if "player" in given else {}
        return _draft(game, state, kinds[0], rest[1:], player)
    if incomplete is not None:
        return incomplete
    players = names.complete(tokens[0], state.players)
    if len(players) > 1 and len(tokens) > 1:
        names.choose(tokens[0], players, "player", prefix=True)
    if first is not None and "player" in given:
        near = names.nearest(rest[0], game.kinds)
        if near and not first.hint:
            raise Trouble(first.text, hint=f"or did you mean the move {names.either(near)}?")
        raise first
    return _not_understood(game, state, rest[0])


def _not_understood(game: Game[Any], state: Any, word: str) -> Draft:
    """Nothing fits the first word: say so, with what is spelt like it."""
    if names.complete(word, game.kinds):
        names.choose(word, game.kinds, "move", prefix=True)
    near = names.nearest(word, (*game.kinds, *state.players))
    hint = f"did you mean {names.either(near)}? " if near else ""
    shown = names.safe(word)[:40]
    raise Trouble(
        f"{shown!r} is neither a player, a move nor a command",
        hint=f"{hint}`?` lists what is possible now",
    )


def _draft(
    game: Game[Any], state: Any, kind: str, tokens: Sequence[str], given: Mapping[str, Any]
) -> Draft:
    fields: dict[str, FieldInfo] = {
        name: info for name, info in game.act(kind).move.model_fields.items() if name != "kind"
    }
    filled = {name: value for name, value in given.items() if name in fields}
    leading, named = _segments(fields, tokens)
    position = 0
    open_fields = [name for name in fields if name not in filled and name not in dict(named)]
    for index, name in enumerate(open_fields):
        if position >= len(leading):
            break
        is_last = index == len(open_fields) - 1
        try:
            words = leading[position:]
            value, used = _consume(game, state, kind, name, words, filled, is_last=is_last)
        except Trouble:
            if _is_required(fields[name]) and not (name == "player" and len(state.players) == 1):
                raise
            continue  # an optional field that this word does not fit
        if used:
            filled[name] = value
            position += used
    if position < len(leading):
        word = names.safe(leading[position])[:40]
        raise Trouble(f"{word!r} is not understood in `{kind}`", hint=usage(game, kind))
    for name, words in named:
        value, used = _consume(game, state, kind, name, words, filled, is_last=True)
        if used < len(words):
            raise Trouble(f"{names.safe(words[used])[:40]!r} does not belong to {name}")
        if value is not None:
            filled[name] = value
    missing = tuple(n for n, info in fields.items() if n not in filled and _is_required(info))
    return Draft(kind, filled, missing)


def usage(game: Game[Any], kind: str) -> str:
    """How a kind of move is typed: `build PLAYER BUILDING SQUARES at AT`."""
    words = [kind]
    for name, info in game.act(kind).move.model_fields.items():
        if name != "kind":
            label = (info.alias or name).upper()
            words.append(label if _is_required(info) else f"[{label}]")
    return " ".join(words)


def _segments(
    fields: Mapping[str, FieldInfo], tokens: Sequence[str]
) -> tuple[list[str], list[tuple[str, list[str]]]]:
    """Words before any field's name, and the words that follow each name."""
    by_label = {info.alias or name: name for name, info in fields.items()} | {n: n for n in fields}
    takes_amounts = any(_shape(info.annotation) is dict for info in fields.values())
    leading: list[str] = []
    named: list[tuple[str, list[str]]] = []
    current = leading
    for index, token in enumerate(tokens):
        label, equals, value = token.partition("=")
        key = label.casefold()
        name = by_label.get(key) or by_label.get(key.replace("-", "_"))
        if name is not None and name not in dict(named):
            words = [word for part in split(value) for word in _turned(part)]
            named.append((name, words))
            shape = _shape(fields[name].annotation)
            after = tokens[index + 1].casefold() if index + 1 < len(tokens) else ""
            is_bare_switch = shape is bool and after not in _SPOKEN_TRUTH
            ends_here = bool(equals) and shape not in (tuple, dict)
            current = leading if ends_here or is_bare_switch else words
        elif equals and label.isidentifier() and not takes_amounts:
            near = names.nearest(label, tuple(by_label))
            hint = f"did you mean {names.either(near)}?" if near else ", ".join(by_label)
            raise Trouble(f"There is no field called {names.safe(label)[:40]!r}", hint=hint)
        elif equals and takes_amounts:
            current.extend(_turned(token))
        else:
            current.append(token)
    return leading, named


def _consume(
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
    label = (info.description or name).lower()
    shape = _shape(info.annotation)
    choices = tuple(state.players) if name == "player" else tuple(game.words(state, kind, name))
    if name == "player":
        player, rest = _leading_player(state.players, tokens, loosely=True)
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
    skipped = 1 if len(tokens) > 1 and tokens[0].casefold() in _FILLERS else 0
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
        count, start = 1, used
        if tokens[start].isascii() and tokens[start].isdigit():
            count, start = intake.read_number(tokens[start], label), start + 1
        if start >= len(tokens):
            raise Trouble(f"{label}: {tokens[used]} of what?")
        word = tokens[start].rstrip("=:")
        try:
            name, length = _one([word, *tokens[start + 1 :]], choices or (word,), label)
        except Trouble:
            if not found:
                raise
            break
        found[name] = found.get(name, 0) + count
        used = start + length
    return found, used


def _turned(token: str) -> tuple[str, ...]:
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


def _leading_player(
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


def _is_required(info: FieldInfo) -> bool:
    return info.is_required()


def takes_several(info: FieldInfo) -> bool:
    """Whether a field is a list that takes all the words that follow."""
    return _shape(info.annotation) is tuple


def _shape(annotation: Any) -> Any:
    """What kind of answer an annotation wants: bool, int, dict, tuple or str."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return _shape(get_args(annotation)[0])
    if origin in (Union, UnionType):
        shapes = [_shape(part) for part in get_args(annotation) if part is not NoneType]
        return next((shape for shape in (dict, tuple, int) if shape in shapes), shapes[0])
    if origin in (tuple, list, frozenset) or annotation in (tuple, list):
        return tuple
    if origin is dict or annotation is dict:
        return dict
    return annotation if annotation in (bool, int) else str
