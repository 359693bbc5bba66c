"""Rules at hand: finds rules by word or id and shows them, with what is contested or unchecked."""

from __future__ import annotations

from collections.abc import Sequence

from keyhelper import render
from keyhelper.engine import catalogue, names
from keyhelper.engine.catalogue import Rule
from keyhelper.engine.trouble import Trouble
from keyhelper.render import Screen


def search_rules(game: str, words: Sequence[str]) -> list[Rule]:
    """The rule of that id, the rules of that topic, or all that contain every word."""
    index = catalogue.rules(game)
    if not words:
        return list(index.values())
    joined = ".".join(words).casefold()
    if joined in index:
        return [index[joined]]
    wanted = [names.fold(word) for word in words]
    by_id = [rule for rule in index.values() if all(w in names.fold(rule.id) for w in wanted)]
    by_text = [
        rule
        for rule in index.values()
        if rule not in by_id and all(w in names.fold(f"{rule.gist} {rule.heading}") for w in wanted)
    ]
    if by_id or by_text:
        return by_id + by_text
    near = names.nearest(joined, tuple(index))
    hint = f"did you mean {names.either(near)}?" if near else "`rules` alone lists them all"
    raise Trouble(f"No rule mentions {names.safe(' '.join(words))[:60]!r}", hint=hint)


def rule_lines(rules: Sequence[Rule], readings: dict[str, str], screen: Screen) -> list[str]:
    """Each rule with its heading, its readings, and who checks it."""
    lines: list[str] = []
    for rule in rules:
        lines.append(f"{rule.id} · section {rule.section}, {rule.heading}")
        lines += render.wrap(f"  {rule.gist}", screen.width)
        if rule.checked == ("table",):
            lines += render.wrap(f"  Not checked by keyhelper: {rule.why}", screen.width, "    ")
        else:
            lines += render.wrap(f"  Checked by: {', '.join(rule.checked)}", screen.width, "    ")
        for reading in rule.readings:
            is_played = readings.get(rule.id, rule.readings[0].id) == reading.id
            mark = "*" if is_played else " "
            lines += render.wrap(
                f"  {mark} {reading.id}: {reading.gist} ({reading.source})", screen.width, "      "
            )
        lines.append("")
    return lines
