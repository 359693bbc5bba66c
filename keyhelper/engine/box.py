"""The owner's own box: values read off real components, kept for next time and shared."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from keyhelper.engine import catalogue, intake, names
from keyhelper.engine.folders import home
from keyhelper.engine.game import Frozen
from keyhelper.engine.trouble import Trouble

FORMAT = 1


class BoxFile(Frozen):
    """What the owner typed in: catalogue -> component -> field -> value."""

    format: int
    game: str
    catalogues: dict[str, dict[str, dict[str, Any]]] = {}


def path_of(game: str) -> Path:
    return home() / "boxes" / f"{game}.json"


def open_for(game: str) -> BoxFile:
    """The owner's box of a game, laid over the shipped values from now on."""
    path = path_of(game)
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        catalogue.open_box(game, {})
        return BoxFile(format=FORMAT, game=game)
    except OSError as error:
        raise Trouble(f"Your box {path} cannot be read: {error.strerror}") from None
    box = read(content, game, f"Your box {path}")
    catalogue.open_box(game, box.catalogues)
    return box


def read(content: bytes, game: str, source: str) -> BoxFile:
    """A box from a file, its values checked for their type."""
    box = intake.read_model(BoxFile, intake.read_json(content, source), source)
    if box.format != FORMAT:
        raise Trouble(f"{source} has format {box.format}; this keyhelper reads format {FORMAT}")
    if box.game != game:
        raise Trouble(f"{source} is for {names.safe(box.game)[:40]!r}, not for {game}")
    for kind, components in box.catalogues.items():
        fields = _fields(game, kind, source)
        for component, values in components.items():
            for field, value in values.items():
                _check(fields, field, value, f"{source}: {kind}.{names.safe(component)[:60]}")
    return box


def put(game: str, kind: str, component: str, field: str, value: Any) -> list[str]:
    """Keep one value in the owner's box; returns warnings about values that look unlikely."""
    box = open_for(game)
    fields = _fields(game, kind, f"The {kind} of {game}")
    if not names.fold(component) or not intake.is_text(component):
        raise Trouble(f"{names.safe(component)[:60]!r} cannot be a component's name")
    warnings = _check(fields, field, value, component)
    components = dict(box.catalogues.get(kind, {}))
    spelt = names.find(component, tuple(components)) or component
    components[spelt] = components.get(spelt, {}) | {field: value}
    save(box.model_copy(update={"catalogues": box.catalogues | {kind: components}}))
    return warnings


def merge(game: str, other: BoxFile) -> tuple[int, list[str]]:
    """Take over another owner's values; what both know stays, and differences are reported."""
    box = open_for(game)
    merged = {kind: dict(components) for kind, components in box.catalogues.items()}
    added, differences = 0, []
    for kind, components in other.catalogues.items():
        for component, values in components.items():
            known = merged.setdefault(kind, {})
            spelt = names.find(component, tuple(known)) or component
            mine = dict(known.get(spelt, {}))
            for field, value in values.items():
                if field not in mine:
                    mine[field] = value
                    added += 1
                elif mine[field] != value:
                    differences.append(
                        f"{component}, {field}: yours is {intake.found(mine[field])}, "
                        f"theirs {intake.found(value)}; yours is kept"
                    )
            known[spelt] = mine
    save(box.model_copy(update={"catalogues": merged}))
    return added, differences


def save(box: BoxFile) -> None:
    """Write the box so that a power cut leaves the old or the new one, never half of it."""
    path = path_of(box.game)
    text = json.dumps(box.model_dump(mode="json"), ensure_ascii=False, indent=1, sort_keys=True)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.{os.getpid()}.new")
        try:
            with draft.open("w", encoding="utf-8") as file:
                file.write(text + "\n")
                file.flush()
                os.fsync(file.fileno())
            os.replace(draft, path)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise Trouble(
            f"Your box was not saved: {error.strerror} ({path})", hint="the old one is unharmed"
        ) from None
    catalogue.open_box(box.game, box.catalogues)


def _fields(game: str, kind: str, source: str) -> dict[str, dict[str, Any]]:
    try:
        if names.slug(kind) != kind or len(kind) > 60:  # it becomes part of a path
            raise KeyError(kind)
        fields: dict[str, dict[str, Any]] = catalogue.shipped(game, kind)["fields"]
    except (Trouble, KeyError, TypeError):
        raise Trouble(f"{source}: there is no catalogue called {names.safe(kind)[:40]!r}") from None
    return fields


def _check(fields: dict[str, dict[str, Any]], field: str, value: Any, where: str) -> list[str]:
    """Refuse a value of the wrong type; warn about one outside known limits."""
    if field not in fields:
        near = names.nearest(field, tuple(fields))
        hint = f"did you mean {names.either(near)}?" if near else f"one of: {', '.join(fields)}"
        raise Trouble(f"{where} has no field called {names.safe(field)[:40]!r}", hint=hint)
    wanted = fields[field].get("type", "text")
    types: dict[str, tuple[type, ...]] = {
        "integer": (int,), "text": (str,), "term": (str,), "list": (list,), "object": (dict,)
    }  # fmt: skip
    if value is not None and (not isinstance(value, types[wanted]) or isinstance(value, bool)):
        raise Trouble(f"{where}, {field}: found {intake.found(value)}, expected {wanted}")
    if isinstance(value, str) and not intake.is_text(value):
        raise Trouble(f"{where}, {field}: {intake.found(value)} is not readable text")
    low, high = fields[field].get("min"), fields[field].get("max")
    if isinstance(value, int) and low is not None and value < low:
        return [f"{where}, {field}: {value} is less than the {low} that is known"]
    if isinstance(value, int) and high is not None and value > high:
        return [f"{where}, {field}: {value} is more than the {high} that is known"]
    return []
