"""Command options and arguments made from a model's fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import NoneType
from typing import Any, Literal, get_args, get_origin

import click
from pydantic.fields import FieldInfo

from keyhelper.engine import names
from keyhelper.engine.game import Frozen, Game, Options
from keyhelper.engine.trouble import UsageTrouble


def game_options(game: Game[Any]) -> list[Callable[[Any], Any]]:
    """A command option for every field of the game's options."""
    return [_option(name, info) for name, info in reversed(game.options.model_fields.items())]


def query_parameters(game: Game[Any], name: str) -> list[Callable[[Any], Any]]:
    """Options and arguments for a game's own question."""
    query = next(query for query in game.queries if query.name == name)
    fields = query.arguments.model_fields
    made = [_option(n, info) for n, info in fields.items() if n not in query.positional]
    for positional in reversed(query.positional):
        is_list = _is_list(fields[positional].annotation)
        required = fields[positional].is_required()
        made.append(
            click.argument(positional, nargs=-1 if is_list else 1, required=required)
        )  # fmt: skip
    return made


def _option(name: str, info: FieldInfo) -> Callable[[Any], Any]:
    label = (info.alias or name).replace("_", "-")
    text = (info.description or "").rstrip(".") + "."
    annotation = _without_none(info.annotation)
    if annotation is bool:
        switch = f"--{label}/--no-{label}" if info.default is True else f"--{label}"
        return click.option(switch, name, default=None, is_flag=True, help=text)
    if get_origin(annotation) is Literal:
        choice = click.Choice([str(c) for c in get_args(annotation)], case_sensitive=False)
        return click.option(f"--{label}", name, type=choice, default=None, help=text)
    if _is_list(annotation):
        return click.option(f"--{label}", name, multiple=True, help=text)
    kind = int if annotation is int else str
    return click.option(f"--{label}", name, type=kind, default=None, help=text)


def chosen_options(model: type[Options] | type[Frozen], given: Mapping[str, Any]) -> dict[str, Any]:
    """What was given on the command line for a model's fields; the rest keeps its default."""
    chosen: dict[str, Any] = {}
    for name, info in model.model_fields.items():
        value = given.get(name)
        if value is not None and value != ():
            chosen[info.alias or name] = list(value) if isinstance(value, tuple) else value
    return chosen


def _without_none(annotation: Any) -> Any:
    parts = [part for part in get_args(annotation) if part is not NoneType]
    has_none = NoneType in get_args(annotation)
    return parts[0] if has_none and len(parts) == 1 else annotation


def _is_list(annotation: Any) -> bool:
    return get_origin(_without_none(annotation)) in (tuple, list)


def pairs(words: tuple[str, ...], option: str) -> dict[str, str]:
    pairs = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key or not value:
            raise UsageTrouble(f"{option} takes RULE=READING, not {names.safe(word)[:60]!r}")
        pairs[key] = value
    return pairs
