"""How people write down what they hold: sums, amounts, keyple cards, winter cards, boats."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from keyhelper.engine import catalogue, intake, names
from keyhelper.engine.terms import parse
from keyhelper.engine.trouble import Trouble
from keyhelper.games.key_flow import printed
from keyhelper.games.key_flow.decks import SLUG
from keyhelper.games.key_flow.model import VOCABULARY, tidy_name, told
from keyhelper.games.key_flow.printed import ANIMALS, COLOURS


def term_text(given: Any) -> Any:
    """A scoring condition, kept as written; one that cannot be read is refused here."""
    if isinstance(given, str):
        parse(given, VOCABULARY)  # TermError is a ValueError: the place and an example
    return given


def amounts(given: Any) -> Any:
    """`2 sheep 1 cow` or {"sheep": 2}; a word spelt in two ways is refused."""
    if isinstance(given, str):
        return told(given, printed.read_amounts)
    if isinstance(given, Mapping):
        seen: dict[str, Any] = {}
        for key in given:
            other = seen.setdefault(names.fold(str(key)), key)
            if other is not key:
                raise ValueError(f"{other!r} and {key!r} name the same thing")
    return given


def panels(given: Any) -> Any:
    """Numbers, sums as text, or cards with their upgrades, alone or in a list."""
    if given is None:
        return None
    items = given if isinstance(given, (list, tuple)) else [given]
    found: list[Any] = []
    for item in items:
        if isinstance(item, str) and re.fullmatch(r"[\d\s+]+", item):
            found += [{"points": int(number)} for number in re.findall(r"\d{1,3}", item)]
        elif isinstance(item, str):
            found.append({"card": item})
        elif isinstance(item, int) and not isinstance(item, bool):
            found.append({"points": item})
        elif item is None or isinstance(item, (bool, float, list)):
            raise ValueError(
                f"found {intake.found(item)}, expected points as a whole number, or a card"
            )
        else:
            found.append(item)
    return found


def keyples(given: Any) -> Any:
    """A list of cards, {"red": 3}, or a line such as `3 red, 1 blue cow`."""
    if isinstance(given, str):
        return told(given, read_keyples)
    if isinstance(given, Mapping):
        cards: list[Any] = []
        for colour, count in amounts(given).items():
            if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= 999:
                raise ValueError(f"{colour}: found {intake.found(count)}, expected a count")
            cards += [{"colour": colour}] * count
        return cards
    if isinstance(given, (list, tuple)):
        read = [told(item, read_keyples) if isinstance(item, str) else [item] for item in given]
        return [card for cards in read for card in cards]
    return given


def read_keyples(text: str) -> list[dict[str, Any]]:
    """`3 red, 1 blue cow` as single keyple cards."""
    cards: list[dict[str, Any]] = []
    for part in re.split(r"\s*[,+;]\s*", text.strip()):
        words = part.split()
        count = int(words.pop(0)) if words and re.fullmatch(r"\d{1,3}", words[0]) else 1
        found: dict[str, Any] = {}
        for word in words:
            if word.casefold().startswith("keyple") or word.casefold() in ("with", "card", "cards"):
                continue
            name = names.choose(word.removesuffix("s"), (*COLOURS, *ANIMALS), "colour or animal")
            found["animal" if name in ANIMALS else "colour"] = name
        if "colour" not in found:
            raise Trouble(
                f"{names.safe(part)[:40]!r} has no colour", hint="as in `3 red, 1 blue cow`"
            )
        cards += [found] * count
    return cards


def total(text: str) -> str:
    """A number or a sum of points, as typed at a prompt."""
    if not re.fullmatch(r"\s*\d{1,3}(\s*\+\s*\d{1,3})*\s*", text):
        raise Trouble(f"{names.safe(text)[:40]!r} is no sum of points", hint="as in 5+12+3")
    return text


def parts(text: str) -> list[str]:
    """The cards of a line: parted by semicolons, or by commas where no condition is given."""
    sign = ";" if ";" in text or ":" in text else ","
    return [part.strip() for part in text.split(sign) if part.strip()]


def winter(given: Any) -> Any:
    if isinstance(given, str):
        name, colon, term = given.partition(":")
        return {"name": name.strip(), "scores": term.strip()} if colon else {"name": given.strip()}
    return given


def location(given: Any) -> Any:
    """`barn: 3 iron: 2 per iron`, or the object of the format."""
    if not isinstance(given, str):
        return given
    name, _, rest = given.partition(":")
    goods, colon, term = rest.partition(":")
    found: dict[str, Any] = {"card": name.strip(), "resources": goods}
    return found | ({"scores": term.strip()} if colon else {})


def names_in_line(given: Any) -> Any:
    return (
        [part.strip() for part in given.split(",") if part.strip()]
        if isinstance(given, str)
        else given
    )


def boat(given: Any) -> Any:
    """A boat's name; one spelt almost like a known boat is asked back, for its ability matters."""
    if not isinstance(given, str):
        return given
    entries = catalogue.entries(SLUG, "cards")
    known = tuple(name for name, entry in entries.items() if entry["kind"] == "boat")
    exact = names.find(given, tuple(entries))
    if exact is not None:
        return exact
    folded = {names.fold(name): name for name in known}
    from difflib import get_close_matches  # only a near miss needs it

    near = get_close_matches(names.fold(given)[:60], folded, n=1, cutoff=0.8)
    if near:
        raise ValueError(
            f"{names.safe(given)[:40]!r} is no boat I know; did you mean {folded[near[0]]}?"
        )
    return tidy_name(given)
