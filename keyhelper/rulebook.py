"""Rules at hand: finds rules by word or id and shows them, with what is contested or unchecked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from keyhelper import render
from keyhelper.engine import catalogue, names
from keyhelper.engine.catalogue import Rule
from keyhelper.engine.trouble import Trouble
from keyhelper.render import Screen


def search_rules(game: str, words: Sequence[str]) -> list[Rule]:
    """The rule of that id, those of that topic, all with every word, those that a move checks."""
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
    by_move = [
        rule
        for rule in index.values()
        if rule not in by_id + by_text and names.find(joined, rule.checked)
    ]
    if by_id or by_text or by_move:
        return by_id + by_text + by_move
    near = names.nearest(joined, tuple(index))
    hint = f"did you mean {names.either(near)}?" if near else "`rules` alone lists them all"
    raise Trouble(f"No rule mentions {names.safe(' '.join(words))[:60]!r}", hint=hint)


def rule_lines(rules: Sequence[Rule], readings: dict[str, str], screen: Screen) -> list[str]:
    """Each rule with its heading, its readings, and who checks it."""
    lines: list[str] = []
    for rule in rules:
        heading = f"{rule.id} · section {rule.section}, {rule.heading}"
        lines += render.wrap(heading, screen.width, "    ")
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


class Coverage(NamedTuple):
    """How many rules are checked by what; a rule may be checked by several."""

    rules: int
    moves: int
    scoring: int
    setup: int
    questions: int  # the game's own, such as `afford`
    table: int  # only people can check these, and the index says why
    contested: int
    tested: int | None  # None without the tests of a checkout
    untested: tuple[str, ...] = ()  # neither a test nor a reason


def coverage(
    rules: Sequence[Rule], kinds: Sequence[str], queries: Sequence[str], package: str
) -> Coverage:
    """Count who checks the rules: kinds of move, score lines, setup, questions, or the table."""
    elsewhere = {*kinds, *queries, "setup", "table"}
    named = _named_by_tests(package)
    return Coverage(
        rules=len(rules),
        moves=sum(not set(kinds).isdisjoint(rule.checked) for rule in rules),
        scoring=sum(not elsewhere.issuperset(rule.checked) for rule in rules),
        setup=sum("setup" in rule.checked for rule in rules),
        questions=sum(not set(queries).isdisjoint(rule.checked) for rule in rules),
        table=sum(rule.checked == ("table",) for rule in rules),
        contested=sum(rule.is_contested for rule in rules),
        tested=None if named is None else sum(rule.id in named for rule in rules),
        untested=() if named is None else tuple(
            rule.id
            for rule in rules
            if rule.id not in named and not (rule.checked == ("table",) and rule.why)
        ),
    )  # fmt: skip


def coverage_lines(game: str, cover: Coverage, screen: Screen) -> list[str]:
    """The counts as a list, with the way to what stands behind them."""
    rows = [
        ("checked by moves", cover.moves, ""),
        ("checked by scoring", cover.scoring, ""),
        ("checked by setup", cover.setup, ""),
        ("answered by questions", cover.questions, ""),
        ("only the table can check", cover.table, "`rules --unchecked` says why"),
        ("contested among these", cover.contested, "`rules --contested` gives the readings"),
    ]
    if cover.tested is not None:
        rows.append(("named by a test", cover.tested, ""))
    lines = [f"{game}: {cover.rules} rule{'s' * (cover.rules != 1)}"]
    for label, count, hint in rows:
        lines += _coverage_row(label, count, hint, screen)
    if cover.moves + cover.scoring + cover.setup + cover.questions + cover.table > cover.rules:
        text = "  A rule may be checked in several places, so these add up to more"
        lines += render.wrap(text, screen.width, "  ")
    if cover.untested:
        text = f"  Neither a test nor a reason: {', '.join(cover.untested)}"
        lines += render.wrap(text, screen.width, "    ")
    return lines


def _coverage_row(label: str, count: int, hint: str, screen: Screen) -> list[str]:
    if screen.plain:
        return [f"{label}: {count}" + f" ({hint})" * bool(hint)]
    line = f"  {label:24} {count:5}   {hint}".rstrip()
    if len(line) <= screen.width:
        return [line]
    return [f"  {label:24} {count:5}", *render.wrap(f"    {hint}", screen.width)]


def _named_by_tests(package: str) -> frozenset[str] | None:
    """The rule ids that stand in the game's tests; None where there are no tests."""
    folder = Path(__file__).resolve().parent.parent / "tests" / "games" / package
    if not folder.is_dir():
        return None
    texts = (path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py")))
    return frozenset(
        found for text in texts for found in re.findall(r"[a-z0-9-]+(?:\.[a-z0-9-]+)+", text)
    )
