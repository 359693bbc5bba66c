"""Words that a shell offers when Tab is pressed; loaded only then."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

import click

from keyhelper.engine import catalogue, names, store
from keyhelper.engine.game import GameInfo
from keyhelper.engine.trouble import Trouble
from keyhelper.games import SHELF, Box


def words(what: str, ctx: click.Context, incomplete: str) -> list[str]:
    """What could stand there, of those that begin as typed; nothing where that cannot be known."""
    try:
        offered = list(_OFFERS[what](ctx))
    except (OSError, Trouble):
        return []
    start = incomplete.casefold()
    harmless = (word for word in dict.fromkeys(offered) if names.safe(word) == word)
    return [word for word in harmless if word.casefold().startswith(start)]


def _saved(ctx: click.Context) -> Iterable[str]:
    box = _box(ctx)
    for name in store.saved_names():
        header = store.peek(name)
        if header is not None and (box is None or header.game == box.slug):
            yield name


def _players(ctx: click.Context) -> Iterable[str]:
    for name in store.saved_names()[:100]:
        header = store.peek(name)
        yield from header.players if header is not None else ()


def _rules(ctx: click.Context) -> Iterable[str]:
    box = _box(ctx)
    return catalogue.rules(box.slug) if box is not None else ()


def _readings(ctx: click.Context) -> Iterable[str]:
    box = _box(ctx)
    rules = catalogue.rules(box.slug).values() if box is not None else ()
    return (f"{rule.id}={reading.id}" for rule in rules for reading in rule.readings)


def _cards(ctx: click.Context) -> Iterable[str]:
    box = _box(ctx)
    if box is None:
        return
    yield from ("set", "export", "import")
    info: GameInfo = import_module(f"keyhelper.games.{box.package}").INFO
    for name in info.catalogues:
        yield from catalogue.entries(box.slug, name)


def _kinds(ctx: click.Context) -> Iterable[str]:
    box = _box(ctx)
    return box.open().kinds if box is not None else ()


def _fields(ctx: click.Context) -> Iterable[str]:
    box, kind = _box(ctx), ctx.params.get("kind")
    if box is None or kind not in box.open().kinds:
        return ()
    fields: dict[str, Any] = box.open().act(kind).move.model_fields
    return (f"{info.alias or name}=" for name, info in fields.items() if name != "kind")


def _history(ctx: click.Context) -> Iterable[str]:
    typed = ctx.params.get("words") or ()
    return _saved(ctx) if typed else ("show", "export", "rebuild", "forget")


def _games(ctx: click.Context) -> Iterable[str]:
    return (box.slug for box in SHELF if box.is_open)


def _box(ctx: click.Context) -> Box | None:
    """The game that the command line is about, if any."""
    wanted = ctx.parent.info_name if ctx.parent is not None else None
    return next((box for box in SHELF if box.slug == wanted), None)


_OFFERS: dict[str, Callable[[click.Context], Iterable[str]]] = {
    "saved": _saved,
    "players": _players,
    "rules": _rules,
    "readings": _readings,
    "cards": _cards,
    "kinds": _kinds,
    "fields": _fields,
    "history": _history,
    "games": _games,
}
