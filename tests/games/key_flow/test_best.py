"""The count against every possible allocation, on small villages that can be tried out in full."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from keyhelper.engine.chance import Stream
from keyhelper.engine.terms import Term, parse
from keyhelper.games.key_flow.model import VOCABULARY
from tests.games.key_flow.tables import sheet

TERMS = (
    "5 per cow + token", "1 per sheep or pig or cow", "3 per red + yellow + blue", "2 per gold",
    "3 per skill of one kind", "5 per iron + stone + wood", "4 per 2 keyple", "2 per red",
    "3 per animal of one kind", "4 per wood + pig", "7 per 3 resource", "2 per green, at most 1",
)  # fmt: skip
WILD = ("gold", "iron", "stone", "wood")


def kinds_of(name: str, boats: tuple[str, ...]) -> frozenset[str]:
    """What one piece may be presented as, written down a second time, plainly."""
    kinds = set(WILD if name == "gold" else name.split())
    if "Mansfield Ark" in boats and kinds & {"sheep", "pig"}:
        kinds |= {"sheep", "pig"}
    if "Keymelequin" in boats and kinds & {"green", "yellow"}:
        kinds |= {"green", "yellow"}
    return frozenset(kinds)


def choices(term: Term) -> list[Term]:
    """A card with `of one kind` as one card for each kind."""
    for place, need in enumerate(term.needs):
        if need.one_kind:
            return [
                parse(f"{term.points} per {need.count} {kind}", VOCABULARY)
                for kind in need.kinds
                if place == 0
            ]
    return [term]


def most_points(pieces: tuple[str, ...], terms: tuple[Term, ...], boats: tuple[str, ...]) -> int:
    """The best total by trying out every way of filling one set after the other."""
    shown = {name: kinds_of(name, boats) for name in set(pieces)}

    @cache
    def best(left: tuple[str, ...], place: int, times: int) -> int:
        if place == len(terms):
            return left.count("gold")
        term = terms[place]
        total = best(left, place + 1, 0)
        if term.at_most is None or times < term.at_most:
            slots = [need.kinds for need in term.needs for _ in range(need.count)]
            for rest in takings(left, slots):
                total = max(total, term.points + best(rest, place, times + 1))
        return total

    def takings(left: tuple[str, ...], slots: list[tuple[str, ...]]) -> set[tuple[str, ...]]:
        found = {left}
        for slot in slots:
            found = {
                rest[:at] + rest[at + 1 :]
                for rest in found
                for at, name in enumerate(rest)
                if shown[name] & set(slot)
            }
        return found

    return best(tuple(sorted(pieces)), 0, 0)


def drawn(luck: Stream) -> tuple[dict[str, Any], tuple[str, ...]]:
    """A small village as a position, and its pieces one by one."""
    pieces: list[str] = []
    given: dict[str, Any] = {"keyples": []}
    fields = {
        "resources": ["gold", "iron", "stone", "wood"],
        "animals": ["cow", "sheep", "pig"],
        "skills": ["saw", "anvil"],
    }
    for _ in range(3 + luck.integer(5)):
        field = luck.pick(["resources", "animals", "skills", "tokens", "keyples", "resources"])
        if field == "keyples":
            colour = luck.pick(["red", "yellow", "blue", "green"])
            animal = luck.pick(["", "", "cow", "sheep", "pig"])
            given["keyples"].append({"colour": colour} | ({"animal": animal} if animal else {}))
            pieces.append(f"{colour} {animal}".strip())
        elif field == "tokens":
            given["tokens"] = given.get("tokens", 0) + 1
            pieces.append("token")
        else:
            name = luck.pick(fields[field])
            given.setdefault(field, {})[name] = given.get(field, {}).get(name, 0) + 1
            pieces.append(name)
    return given, tuple(pieces)


@pytest.mark.parametrize("number", range(60))
def test_no_allocation_beats_the_count(number: int) -> None:
    """winter.allocate winter.gold-wild winter.either-or boat.ark boat.keymelequin score.gold"""
    luck = Stream(f"village {number}")
    given, pieces = drawn(luck)
    texts = [luck.pick(TERMS) for _ in range(1 + luck.integer(3))]
    boats = tuple(boat for boat in ("Mansfield Ark", "Keymelequin") if luck.integer(3) == 0)
    winter = [{"name": f"Card {place}", "scores": text} for place, text in enumerate(texts)]

    found = sheet(winter=winter, boats=list(boats), **given)

    variants: list[tuple[Term, ...]] = [()]
    for text in texts:
        options = choices(parse(text, VOCABULARY))
        variants = [(*chosen, option) for chosen in variants for option in options]
    assert found.total == max(most_points(pieces, terms, boats) for terms in variants)


def test_taking_the_dearest_set_first_falls_short() -> None:
    """winter.allocate"""
    cards = [
        {"name": "Dearest", "scores": "7 per red + blue"},
        {"name": "One", "scores": "5 per red + yellow"},
        {"name": "Two", "scores": "5 per blue + green"},
    ]

    found = sheet(winter=cards, keyples="1 red, 1 yellow, 1 blue, 1 green")

    assert found.total == 10


def test_a_large_village_is_counted_at_once() -> None:
    """winter.allocate"""
    winter = [{"name": f"Card {n}", "scores": TERMS[n % len(TERMS)]} for n in range(14)]

    found = sheet(
        winter=winter,
        boats=["Mansfield Ark", "Keymelequin"],
        keyples="4 red cow, 3 yellow sheep, 4 blue, 5 green pig, 4 red, 3 blue cow",
        resources={"iron": 7, "wood": 6, "stone": 8, "gold": 9},
        skills={"saw": 5, "anvil": 4, "pick-axe": 3},
        tokens=15,
    )

    assert "No other allocation gives more" in found.notes
