"""Turns text from people and files into values, or says what is wrong and where."""

from __future__ import annotations

import json
import math
import re
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from keyhelper.engine import names
from keyhelper.engine.trouble import Trouble

B = TypeVar("B", bound=BaseModel)

_MOST_SHOWN = 8
_DEEPEST = 60
_LONGEST = 2_000_000
_MOST_VALUES = 50_000
_LONGEST_TEXT = 10_000
# Texts whole, so that brackets and commas inside them do not count; an open one runs to the end.
# They are compiled on first use: not every command reads a file.
_MARKS = r'(?s)"(?:[^"\\]++|\\.)*+"?|[\[\]{},]'
_SUM = r"(?a)\s*-?\d{1,6}(\s*[+-]\s*\d{1,6}){0,60}\s*"


def read_json(text: str | bytes, source: str) -> Any:
    """The JSON in `text`, strictly: no doubled keys, no NaN, no bottomless nesting."""
    if len(text) > _LONGEST:
        raise Trouble(f"{source} is too long to be read ({len(text):,} bytes)")
    try:
        plain = text.decode("utf-8-sig") if isinstance(text, bytes) else text
    except UnicodeDecodeError as error:
        raise Trouble(
            f"{source} is not text: byte {error.start + 1} is not UTF-8", hint="save it as UTF-8"
        ) from None
    _refuse_bulk(plain, source)
    try:
        content = json.loads(
            plain,
            object_pairs_hook=_unique,
            parse_constant=_no_constant,
            parse_int=_whole,
            parse_float=_fraction,
        )
        if "\\u" in plain or not is_text(plain):
            _refuse_half_letters(content)
        return content
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        what = error.msg.removesuffix(" at")
        raise Trouble(f"{source} is not JSON: {what} at {place}") from None
    except _RefusedError as error:
        raise Trouble(f"{source}: {error}") from None


def read_model(model: type[B], given: Any, source: str) -> B:
    """`given` as a value of the model; Trouble lists every wrong place, found and expected."""
    try:
        return model.model_validate(given)
    except ValidationError as error:
        lines = explain(error, model)
        head = f"{source}: {lines[0]}"
        raise Trouble(head, more=tuple(lines[1:])) from None


def read_answers(model: type[B], given: dict[str, Any], source: str) -> B:
    """As `read_model`, for what people said: a field goes by its description, not its key."""
    try:
        return model.model_validate(given)
    except ValidationError as error:
        first, *rest = error.errors(include_url=False)
        head = _plainly(first, model) or f"{source}: {_sentence(first, model)}"
        more = (_plainly(problem, model) or _sentence(problem, model) for problem in rest)
        raise Trouble(head, more=tuple(more)[: _MOST_SHOWN - 1]) from None


def _plainly(problem: Any, model: type[BaseModel]) -> str | None:
    """What is wrong with one answer, by the name people know; None for what has no such name."""
    place = problem["loc"]
    fields = model.model_fields
    info = next((f for n, f in fields.items() if place[:1] in ((n,), (f.alias,))), None)
    label = re.split(r"[:,(;]", info.description or "")[0].strip() if info else ""
    context = problem.get("ctx", {})
    if not label or len(place) != 1:
        return None
    if problem["type"] == "less_than_equal":
        return f"{label}: {found(problem['input'])} is too much; {context['le']} at most"
    if problem["type"] == "greater_than_equal":
        return f"{label}: {found(problem['input'])} is too little; {context['ge']} at least"
    if problem["type"] == "value_error":
        return f"{label}: {names.safe(str(problem['msg']).removeprefix('Value error, '))}"
    return None


def explain(error: ValidationError, model: type[BaseModel]) -> list[str]:
    """One sentence for each thing that is wrong: the place, what was found, what is expected."""
    problems = [p for p in error.errors(include_url=False) if not _is_echo(p, error)]
    # A misspelt key is the reason why another one is missing, so it is told first.
    problems.sort(key=lambda problem: problem["type"] != "extra_forbidden")
    lines = [_sentence(problem, model) for problem in problems[:_MOST_SHOWN]]
    if len(problems) > _MOST_SHOWN:
        lines.append(f"and {len(problems) - _MOST_SHOWN} more")
    return lines


def read_number(text: str, what: str) -> int:
    """A whole number, or a sum such as `3+6+2`, as people add up at the table."""
    if not re.fullmatch(_SUM, text):
        shown = names.safe(text.strip())[:40]
        raise Trouble(f"{what}: {shown!r} is not a number", hint="a number or a sum such as 3+6+2")
    parts = re.findall(r"[+-]?\d+", re.sub(r"\s+", "", text), re.ASCII)
    return sum(int(part) for part in parts)


def found(value: Any) -> str:
    """A value as it is quoted back to the person who gave it, short and harmless."""
    if isinstance(value, BaseModel):
        value = value.model_dump(mode="json")
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except (TypeError, ValueError, RecursionError):
        text = str(value)
    text = names.safe(text)
    return text if len(text) <= 60 else text[:57] + "..."


def is_text(text: str) -> bool:
    """Whether `text` can be written down; bytes that were no text arrive as half letters."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


class _RefusedError(ValueError):
    """Raised inside the JSON reader for what the standard reader would let pass."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content: dict[str, Any] = {}
    for key, value in pairs:
        if key in content:
            raise _RefusedError(f"the key {found(key)} is given twice")
        content[key] = value
    return content


def _no_constant(text: str) -> Any:
    raise _RefusedError(f"{text} is not a number that can be counted")


def _whole(text: str) -> int:
    if len(text) > 18:
        raise _RefusedError(f"the number {text[:20]}... is too large")
    return int(text)


def _fraction(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise _RefusedError(f"the number {text[:20]} is too large")
    return number


def _refuse_half_letters(content: Any) -> None:
    """A lone surrogate is no letter and could not be written to any file."""
    if isinstance(content, str) and not is_text(content):
        raise _RefusedError(f"the text {found(content)} is not readable text")
    if isinstance(content, dict):
        for key, value in content.items():
            _refuse_half_letters(key)
            _refuse_half_letters(value)
    elif isinstance(content, list):
        for value in content:
            _refuse_half_letters(value)


def _refuse_bulk(text: str, source: str) -> None:
    """Bound depth and number before parsing: Python's reader recurses, and errors pile up."""
    depth = values = 0
    for match in re.finditer(_MARKS, text):
        mark = match.group()
        if mark in "[{":
            depth += 1
        elif mark in "]}":
            depth -= 1
        elif mark == ",":
            values += 1
        if depth > _DEEPEST:
            raise Trouble(f"{source} is nested more than {_DEEPEST} levels deep")
        if len(mark) > _LONGEST_TEXT:
            raise Trouble(f"{source} holds a text of {len(mark):,} letters")
        if values > _MOST_VALUES:
            raise Trouble(f"{source} holds more than {_MOST_VALUES:,} values")


def _is_echo(problem: Any, error: ValidationError) -> bool:
    """A list that is too short only because its items were wrong, which is told already."""
    if problem["type"] != "too_short":
        return False
    place = problem["loc"]
    return any(
        len(other["loc"]) > len(place) and other["loc"][: len(place)] == place
        for other in error.errors(include_url=False, include_input=False, include_context=False)
    )


# What a file should hold there, in the words of JSON instead of Python's.
_EXPECTED = {
    "model_type": "an object",
    "dict_type": "an object",
    "tuple_type": "a list",
    "list_type": "a list",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "string_type": "a text",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
}
_LENGTHS = frozenset({"string_too_short", "string_too_long", "too_short", "too_long"})


def _sentence(problem: Any, model: type[BaseModel]) -> str:
    place = _place(problem["loc"]) or "the whole"
    kind = problem["type"]
    if kind == "missing":
        return f"{place} is missing"
    if kind == "extra_forbidden":
        return f"{place} is not a key that is known here{_did_you_mean(problem['loc'], model)}"
    if kind in {"value_error", "assertion_error"}:
        return f"{place}: {complaint(problem)}" if problem["loc"] else complaint(problem)
    return f"{place}: {complaint(problem)}"


def complaint(problem: Any) -> str:
    """What is wrong with one value: what was found and what is expected, without the place."""
    kind = problem["type"]
    message = str(problem["msg"]).removeprefix("Value error, ").removeprefix("Assertion failed, ")
    if kind in {"value_error", "assertion_error"}:
        return names.safe(message)
    if kind in _EXPECTED:
        message = f"expected {_EXPECTED[kind]}"
    elif kind in _LENGTHS:
        message = _length(kind, problem["ctx"])
    message = message.replace("Input should be", "expected").replace("Input ", "it ")
    return f"found {found(problem['input'])}, {names.safe(message)}"


def _length(kind: str, limits: Any) -> str:
    is_text = kind.startswith("string")
    side, number = ("most", "max_length") if kind.endswith("long") else ("least", "min_length")
    count = limits[number]
    if is_text and (side, count) == ("least", 1):
        return "expected a text that is not empty"
    return f"expected at {side} {count} {'letter' if is_text else 'item'}{'s' * (count != 1)}"


def _place(path: tuple[int | str, ...]) -> str:
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        elif re.fullmatch(r"[\w-]{1,40}", part):
            text += f".{part}" if text else part
        else:
            text += f"[{found(part)}]"
    return text


def _did_you_mean(path: tuple[int | str, ...], model: type[BaseModel]) -> str:
    known = _keys_at(path[:-1], model)
    near = names.nearest(str(path[-1]), known)
    return f"; did you mean {names.either(near)}?" if near else ""


def _keys_at(path: tuple[int | str, ...], model: type[BaseModel]) -> tuple[str, ...]:
    """The keys of the model that a path leads to, as far as annotations tell."""
    current: Any = model
    for part in path:
        if isinstance(part, int) or not hasattr(current, "model_fields"):
            continue
        fields = current.model_fields
        named = fields.get(part) or next((f for f in fields.values() if f.alias == part), None)
        current = model_in(named.annotation) if named else None
    if current is None or not hasattr(current, "model_fields"):
        return ()
    return tuple(info.alias or name for name, info in current.model_fields.items())


def model_in(annotation: Any) -> Any:
    """The first model inside an annotation such as `tuple[Player, ...]`, or None."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for inner in getattr(annotation, "__args__", ()):
        model = model_in(inner)
        if model is not None:
            return model
    return None
