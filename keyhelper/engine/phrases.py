"""Reads a move typed on one line: `ann build chapel a1 b1 c1 c2 at a1`.

Kind, then fields in order; unique prefixes are enough; `field value` or `field=value` names a
field; what is left out stays missing and can be asked for. No game words in here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from pydantic.fields import FieldInfo

from keyhelper.engine import intake, names
from keyhelper.engine.game import Ask, Game, Move
from keyhelper.engine.trouble import Trouble
from keyhelper.engine.wording import (
    consume,
    field_of,
    is_count,
    leading_player,
    shape_of,
    split,
    takes_number,
    takes_several,
    turned,
)

__all__ = [
    "Draft",
    "build_move",
    "field_of",
    "read_fields",
    "read_line",
    "read_value",
    "split",
    "takes_number",
    "takes_several",
    "usage",
]

_SPOKEN_TRUTH = frozenset({"yes", "y", "true", "no", "n", "false"})


class Draft(NamedTuple):
    """A move as far as it has been said: its kind, the fields given, the fields still missing."""

    kind: str
    given: dict[str, Any]
    missing: tuple[str, ...]
    is_insisted: bool = False  # a `!` behind an answer: to be recorded whatever the rules say


def read_line(game: Game[Any], state: Any, text: str, ask: Ask | None = None) -> Draft:
    """The move that a typed line means, in the light of what was asked."""
    tokens = split(text)
    if not tokens:
        raise Trouble("Nothing was said", hint="`?` lists what is possible now")
    player, rest = leading_player(state.players, tokens)
    kind = game.kind_called(tokens[0])
    ways: list[Callable[[], Draft]] = []
    if ask is not None and kind is not None and _is_the_answer(game, state, kind, tokens, ask):
        ways.append(partial(_draft, game, state, ask.kinds[0], tokens, ask.given))
    # People may be called like a move: whichever reading makes a whole move is meant.
    if kind is not None:
        ways.append(partial(_kind_first, game, state, kind, tokens[1:], ask))
    if kind is None or player is not None:
        ways.append(partial(_player_first, game, state, player, rest, ask, tokens))
    return _clearest(ways)


def _is_the_answer(game: Game[Any], state: Any, kind: str, tokens: Sequence[str], ask: Ask) -> bool:
    """Whether a word is called like a move that nobody asked for, and is what was asked for."""
    if kind in ask.kinds or len(tokens) > 1:
        return False
    fields = game.act(ask.kinds[0]).move.model_fields
    first = next((name for name in fields if name != "kind" and name not in ask.given), None)
    return first is not None and bool(names.find(tokens[0], game.words(state, ask.kinds[0], first)))


def read_fields(game: Game[Any], state: Any, kind: str, words: Sequence[str]) -> Draft:
    """The move that a kind and `field=value` words mean, as given on the command line."""
    tokens = [token for word in words for token in ([word] if "=" in word else split(word))]
    kind = names.choose(kind, game.kinds, "move", prefix=True)
    return _draft(game, state, kind, tokens, {})


def build_move(game: Game[Any], draft: Draft) -> Move:
    """The move itself; Trouble names each field that does not fit."""
    model = game.act(draft.kind).move
    content = {"kind": draft.kind} | draft.given
    move: Move = intake.read_answers(model, content, f"The move `{draft.kind}`")
    return move


def read_value(game: Game[Any], state: Any, kind: str, name: str, text: str) -> Any:
    """The answer to a question about one field."""
    tokens = split(text)
    if shape_of(field_of(game, kind, name).annotation) is dict:
        tokens = [word for token in tokens for word in turned(token)]
    value, used = consume(game, state, kind, name, tokens, {}, is_last=True)
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
    player, rest = leading_player(state.players, words)
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
    kind = game.kind_called(rest[0])
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
                # The reading that understood the most words is the one to complain about.
                if first is None or error.reached > first.reached:
                    first = error
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
    skipped: list[str] = []  # optional fields that may still come, out of order
    index = 0
    while index < len(open_fields) and position < len(leading):
        name, is_last = open_fields[index], index == len(open_fields) - 1
        words = leading[position:]
        try:
            value, used = consume(game, state, kind, name, words, filled, is_last=is_last)
        except Trouble as error:
            error.reached = position
            late = _late(game, state, kind, skipped, words, filled)
            if late is not None:
                late_name, value, used = late
                skipped.remove(late_name)
                filled[late_name] = value
                position += used
                continue
            if _is_required(fields[name]) and not (name == "player" and len(state.players) == 1):
                raise
            skipped.append(name)  # an optional field that this word does not fit
            index += 1
            continue
        if used:
            filled[name] = value
            position += used
        index += 1
    if position < len(leading):
        word = names.safe(leading[position])[:40]
        raise Trouble(f"{word!r} is not understood in `{kind}`", hint=usage(game, kind))
    for name, words in named:
        if not words and not _is_required(fields[name]) and not _is_switch(fields[name]):
            raise Trouble(f"What stands behind `{name}` is missing", hint=usage(game, kind))
        value, used = consume(game, state, kind, name, words, filled, is_last=True)
        if used < len(words):
            raise Trouble(f"{names.safe(words[used])[:40]!r} does not belong to {name}")
        if value is not None:
            filled[name] = value
    missing = tuple(n for n, info in fields.items() if n not in filled and _is_required(info))
    return Draft(kind, filled, missing)


def _late(
    game: Game[Any],
    state: Any,
    kind: str,
    skipped: Sequence[str],
    words: Sequence[str],
    filled: Mapping[str, Any],
) -> tuple[str, Any, int] | None:
    """An optional field said later than it stands: `2 red left pig home`."""
    for name in skipped:
        if name == "player" or not game.words(state, kind, name):
            continue  # only words from a closed list can be told apart
        try:
            value, used = consume(game, state, kind, name, words, filled, is_last=False)
        except Trouble:
            continue
        if used:
            return name, value, used
    return None


def usage(game: Game[Any], kind: str) -> str:
    """How a kind of move is typed: `build PLAYER BUILDING SQUARES at AT`."""
    words = [kind]
    for name, info in game.act(kind).move.model_fields.items():
        if name != "kind" and (info.description or _is_required(info)):
            label = (info.alias or name).upper()
            words.append(label if _is_required(info) else f"[{label}]")
    return " ".join(words)


def _segments(
    fields: Mapping[str, FieldInfo], tokens: Sequence[str]
) -> tuple[list[str], list[tuple[str, list[str]]]]:
    """Words before any field's name, and the words that follow each name."""
    by_label = {info.alias or name: name for name, info in fields.items()} | {n: n for n in fields}
    tokens = _numbers_named(fields, by_label, tokens)
    takes_amounts = any(shape_of(info.annotation) is dict for info in fields.values())
    leading: list[str] = []
    named: list[tuple[str, list[str]]] = []
    current = leading
    for index, token in enumerate(tokens):
        label, equals, value = token.partition("=")
        key = label.casefold()
        name = by_label.get(key) or by_label.get(key.replace("-", "_"))
        if name is not None and name not in dict(named):
            words = [word for part in split(value) for word in turned(part)]
            named.append((name, words))
            shape = shape_of(fields[name].annotation)
            after = tokens[index + 1].casefold() if index + 1 < len(tokens) else ""
            is_bare_switch = shape is bool and after not in _SPOKEN_TRUTH
            ends_here = bool(equals) and shape not in (tuple, dict)
            current = leading if ends_here or is_bare_switch else words
        elif equals and label.isidentifier() and not takes_amounts:
            near = names.nearest(label, tuple(by_label))
            hint = f"did you mean {names.either(near)}?" if near else ", ".join(by_label)
            raise Trouble(f"There is no field called {names.safe(label)[:40]!r}", hint=hint)
        elif equals and takes_amounts:
            current.extend(turned(token))
        else:
            current.append(token)
    return leading, named


def _numbers_named(
    fields: Mapping[str, FieldInfo], by_label: Mapping[str, str], tokens: Sequence[str]
) -> list[str]:
    """`with 1 token` as `tokens=1`, where a number is followed by the name of its field."""
    counts = {
        form: label
        for label, name in by_label.items()
        if shape_of(fields[name].annotation) is int
        for form in (label, label.removesuffix("s"))
    }
    found: list[str] = []
    for index, token in enumerate(tokens):
        label = counts.get(token.casefold())
        has_own = index + 1 < len(tokens) and is_count(tokens[index + 1])  # `phase 3`
        if label is not None and not has_own and found and is_count(found[-1]):
            number = found.pop()
            if found and found[-1].casefold() == "with":
                found.pop()
            found.append(f"{label}={number}")
        else:
            found.append(token)
    return found


def _is_switch(info: FieldInfo) -> bool:
    return shape_of(info.annotation) is bool


def _is_required(info: FieldInfo) -> bool:
    return info.is_required()
