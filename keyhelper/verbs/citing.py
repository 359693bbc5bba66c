"""Rules at hand, by word or id; loads neither the game nor the saved games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from keyhelper.rulebook import coverage, coverage_lines, rule_lines, search_rules
from keyhelper.verbs.call import Call

if TYPE_CHECKING:
    from keyhelper.engine.catalogue import Rule


def rules(call: Call) -> int:
    """Find rules by word and id, or count who checks them."""
    slug = call.box.slug
    found = search_rules(slug, call.given["words"])
    if call.given["unchecked"]:
        found = [rule for rule in found if rule.checked == ("table",)]
    if call.given["contested"]:
        found = [rule for rule in found if rule.is_contested]
    if call.given.get("coverage"):
        return _cover(call, found)
    if call.as_json:
        call.print_json({"game": slug, "rules": [_rule_json(rule) for rule in found]})
        return 0
    if not found:
        call.screen.say("No rule is like that")
        return 0
    call.screen.lines(rule_lines(found, {}, call.screen))
    return 0


def _cover(call: Call, found: list[Rule]) -> int:
    game = call.game
    queries = tuple(query.name for query in game.queries)
    cover = coverage(found, game.kinds, queries, call.box.package)
    if call.as_json:
        call.print_json({"game": call.box.slug} | cover._asdict())
    else:
        call.screen.lines(coverage_lines(game.info.name, cover, call.screen))
    return 0


def _rule_json(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "section": rule.section,
        "heading": rule.heading,
        "gist": rule.gist,
        "checked": list(rule.checked),
        "why": rule.why,
        "contested": rule.is_contested,
        "readings": [
            {"id": reading.id, "gist": reading.gist, "source": reading.source}
            for reading in rule.readings
        ],
    }
