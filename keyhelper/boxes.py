"""The box on the screen: lists components, fills blanks in, shares the owner's values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from keyhelper import games, render
from keyhelper.engine import box as owner_box
from keyhelper.engine import catalogue, intake, names
from keyhelper.engine.trouble import Trouble, UsageTrouble
from keyhelper.verbs.call import Call
from keyhelper.verbs.positions import read_bytes

_ABOUT_THE_ENTRY = frozenset({"name", "confidence", "sources"})


def list_cards(call: Call, wanted: str, *, only_blank: bool) -> int:
    """Every component with what is known of it; or one of them, in full."""
    game = call.game
    slug = game.info.slug
    found = {kind: catalogue.entries(slug, kind) for kind in game.info.catalogues}
    if wanted:
        found = _named(found, wanted)
    if only_blank:
        found = {
            kind: {name: entry for name, entry in entries.items() if _blanks(slug, kind, entry)}
            for kind, entries in found.items()
        }
    if call.as_json:
        catalogues = {kind: list(entries.values()) for kind, entries in found.items()}
        call.print_json({"game": slug, "catalogues": catalogues})
        return 0
    if wanted:
        for kind, entries in found.items():
            for entry in entries.values():
                call.screen.lines(_in_full(slug, kind, entry, call.screen))
        return 0
    for kind, entries in found.items():
        if not entries:
            continue
        blank = sum(bool(_blanks(slug, kind, entry)) for entry in entries.values())
        note = f", {blank} with blanks" if blank else ""
        call.screen.say(f"{kind.capitalize()} ({len(entries)}{note})", bold=True)
        for name, entry in entries.items():
            text = f"  {name}: {_in_short(slug, kind, entry)}"
            call.screen.lines(render.wrap(text, call.screen.width, indent="      "))
    if any(_blanks(slug, k, e) for k, entries in found.items() for e in entries.values()):
        call.screen.hint(f"`keyhelper {slug} cards set NAME FIELD=VALUE` fills a blank in")
    return 0


def fill_in(call: Call, words: list[str]) -> int:
    """Keep values that the owner read off a component."""
    game = call.game
    slug = game.info.slug
    pairs = [word for word in words if "=" in word]
    name = " ".join(word for word in words if "=" not in word)
    if not name or not pairs:
        raise UsageTrouble(
            "What is to be kept?", hint=f"`keyhelper {slug} cards set NAME FIELD=VALUE`"
        )
    kind, spelt = _where(slug, game.info.catalogues, name, pairs)
    fields = catalogue.shipped(slug, kind)["fields"]
    fixed = catalogue.shipped(slug, kind).get("fixed")
    if fixed:
        call.screen.aside(f"Careful: {fixed}")
    for pair in pairs:
        field, _, text = pair.partition("=")
        value = _value(fields.get(field, {}).get("type", "text"), text, field)
        problem = _problem(slug, kind, spelt, field, value)
        if problem is not None:
            raise problem
        for warning in owner_box.put(slug, kind, spelt, field, value):
            call.screen.aside(f"Careful: {warning}")
        call.screen.say(f"Kept in your box: {spelt}, {field} {intake.found(value)}")
    return 0


def export(call: Call, words: list[str]) -> int:
    """Write the owner's values to a file or to stdout, for another owner of the same game."""
    content = owner_box.open_for(call.game.info.slug).model_dump(mode="json")
    text = json.dumps(content, ensure_ascii=False, indent=1, sort_keys=True)
    if not words or words[0] == "-":
        click.echo(text)
        return 0
    path = Path(" ".join(words))
    if path.exists() and not call.prompter.confirm(
        f"{path} exists; write over it?", default=False, option="another file name"
    ):
        return 1
    try:
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise Trouble(f"{path} cannot be written: {error.strerror}") from None
    call.screen.say(f"Written to {path}")
    return 0


def take_over(call: Call, words: list[str]) -> int:
    """Add another owner's values; where both know one, this owner's stays."""
    if not words:
        raise UsageTrouble("Which file?", hint="`cards import FILE`, or `-` for stdin")
    file = " ".join(words)
    content = read_bytes(file)
    slug = call.game.info.slug
    added, differences = owner_box.merge(slug, owner_box.read(content, slug, names.safe(file)))
    call.screen.say(f"{added} value{'s' * (added != 1)} added to your box")
    for difference in differences:
        call.screen.aside(f"Careful: {difference}")
    return 0


def _named(
    found: dict[str, dict[str, dict[str, Any]]], wanted: str
) -> dict[str, dict[str, dict[str, Any]]]:
    every = [name for entries in found.values() for name in entries]
    name = names.choose(wanted, every, "component", prefix=True)
    return {k: {name: entries[name]} for k, entries in found.items() if name in entries}


def _where(game: str, catalogues: tuple[str, ...], name: str, pairs: list[str]) -> tuple[str, str]:
    """The catalogue a component belongs to; a new one goes where its fields fit."""
    for kind in catalogues:
        spelt = names.find(name, tuple(catalogue.entries(game, kind)))
        if spelt is not None:
            return kind, spelt
    wanted = {pair.partition("=")[0] for pair in pairs}
    for kind in catalogues:
        shipped = catalogue.shipped(game, kind)
        if shipped.get("open") and wanted <= set(shipped.get("fields", {})):
            return kind, name
    every = [entry for kind in catalogues for entry in catalogue.entries(game, kind)]
    names.choose(name, every, "component")
    raise Trouble(f"There is no component called {names.safe(name)!r}")


def _value(wanted: str, text: str, field: str) -> Any:
    if wanted == "integer":
        return intake.read_number(text, field)
    if wanted == "list" and not text.lstrip().startswith("["):
        return [part.strip() for part in text.split("/") if part.strip()]
    if wanted in {"list", "object"}:
        return intake.read_json(text, field)
    return text


def _problem(slug: str, kind: str, name: str, field: str, value: Any) -> Trouble | None:
    """What the game itself has against a value, such as a condition it cannot read."""
    shelf = games.box(slug)
    check = shelf.counting().check_value if shelf is not None else None
    return check(kind, name, field, value) if check is not None else None


def _blanks(game: str, kind: str, entry: dict[str, Any]) -> list[str]:
    fields = catalogue.shipped(game, kind).get("fields", {})
    return [field for field in fields if entry.get(field) is None]


def _in_short(game: str, kind: str, entry: dict[str, Any]) -> str:
    summary = catalogue.shipped(game, kind).get("summary", [])
    known = [_shown(entry[f]) for f in summary if entry.get(f)]
    if not summary:
        said = [f for f in _known(game, kind, entry) if entry.get(f)]
        known = [f"{f} {_shown(entry[f])}" for f in said]
    blanks = _blanks(game, kind, entry)
    if blanks:
        known.append(f"blank: {', '.join(blanks)}")
    return "; ".join(known)


def _known(game: str, kind: str, entry: dict[str, Any]) -> list[str]:
    fields = catalogue.shipped(game, kind).get("fields", {})
    return [field for field in fields if field in entry]


def _in_full(game: str, kind: str, entry: dict[str, Any], screen: render.Screen) -> list[str]:
    lines = [f"{entry['name']} ({kind})"]
    fields = catalogue.shipped(game, kind).get("fields", {})
    for field, value in entry.items():
        is_told = field not in _ABOUT_THE_ENTRY and not fields.get(field, {}).get("internal")
        if is_told and value not in ([], "", False):
            shown = "blank" if value is None else _shown(value)
            lines += render.wrap(f"  {field}: {shown}", screen.width, indent="      ")
    if entry.get("sources"):
        sources = "; ".join(str(source) for source in entry["sources"])
        lines += render.wrap(f"  sources: {sources}", screen.width, indent="      ")
    return lines


def _shown(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], list):
        rows = [" ".join(cell or "." for cell in row) for row in value]
        return " / ".join(rows)
    if isinstance(value, list):
        items = ["blank" if item is None else str(item) for item in value]
        return (" " if any(item.endswith(".") for item in items) else ", ").join(items)
    if isinstance(value, dict):
        return ", ".join(f"{key} {_shown(item)}" for key, item in value.items())
    return str(value)
