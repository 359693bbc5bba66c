"""What is printed on a card, as a table types it in: panels, round-ended feet and costs.

2 gold                              brings two gold
3 transport + upgrade               three steps with a cart and one upgrade icon
saw -> 2 wood                       turns a skill tile into wood
iron or wood                        one of the two
2 points + 3 gold costs 2 wood      a lower panel: its points, and the price of reaching it
1 transport / 3 transport costs 2 iron     all panels of a card, from the top
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from keyhelper.engine import names
from keyhelper.engine.trouble import Trouble

RESOURCES = ("iron", "wood", "stone", "gold")
SKILLS = ("anvil", "pick-axe", "saw")
ANIMALS = ("sheep", "pig", "cow")
COLOURS = ("red", "yellow", "blue", "green")
RESOURCE, SKILL, TOKEN, TRANSPORT, UPGRADE, POINT = (
    "resource", "skill", "token", "transport", "upgrade", "point",
)  # fmt: skip
NOTHING = "nothing"

_WORDS = {name: name for name in (*RESOURCES, *SKILLS, *ANIMALS)} | {
    "resource": RESOURCE, "good": RESOURCE, "any resource": RESOURCE,
    "skill": SKILL, "skill tile": SKILL, "random skill": SKILL, "any skill": SKILL,
    "token": TOKEN, "keyple token": TOKEN, "pick axe": "pick-axe", "pickaxe": "pick-axe",
    "transport": TRANSPORT, "cart": TRANSPORT, "move": TRANSPORT,
    "upgrade": UPGRADE, "point": POINT, "pt": POINT, "swine": "pig", "timber": "wood",
}  # fmt: skip
_PART = re.compile(
    r"\s*(?P<count>[0-9]{1,2})?\s*[x×]?\s*(?P<word>[^\W\d_]+(?:[ '’-][^\W\d_]+)*)\s*"
)
_EXAMPLE = "for example `2 gold`, `saw -> 2 wood` or `3 transport + upgrade`"


class Deal(NamedTuple):
    """One way of using a panel: what it takes, and what it brings."""

    takes: Mapping[str, int] = {}
    brings: Mapping[str, int] = {}

    def __str__(self) -> str:
        price = f"{amounts(self.takes)} -> " if self.takes else ""
        return price + amounts(self.brings)


class Panel(NamedTuple):
    """One panel of a card: points, the ways of using it, animals, and the price of reaching it.

    Points and cost are None, and the ways of using it empty, while nobody has read them out.
    """

    points: int | None = None
    deals: tuple[Deal, ...] = ()
    animals: Mapping[str, int] = {}
    cost: Mapping[str, int] | None = None

    @property
    def transport(self) -> int:
        """Steps this panel gives, the most of its ways."""
        return max((deal.brings.get(TRANSPORT, 0) for deal in self.deals), default=0)

    def __str__(self) -> str:
        parts = [] if self.points is None else [f"{self.points} points"]
        parts += [f"{count} {animal}" for animal, count in self.animals.items()]
        if self.deals:
            parts.append(" or ".join(map(str, self.deals)))
        shown = " + ".join(parts)
        return shown if self.cost is None else f"{shown} costs {amounts(self.cost)}".strip()


@lru_cache(maxsize=1024)
def read_panel(text: str) -> Panel:
    """The panel that a text describes; Trouble says which word is not understood."""
    body, _, price = _parted(text, "costs")
    cost = read_amounts(price) if price is not None else None
    if price is not None and set(cost or {}) - {*RESOURCES, *SKILLS, RESOURCE, SKILL}:
        raise Trouble(f"A cost is paid in resources and skill tiles, not {price.strip()!r}")
    points: int | None = None
    animals: dict[str, int] = {}
    deals: list[Deal] = []
    for option in re.split(r"\s+or\s+", body.strip()) if body.strip() else []:
        deal = read_deal(option)
        takes, brings = dict(deal.takes), dict(deal.brings)
        # `2 points + saw -> wood` reads the points before the arrow; they belong to the panel.
        for side in (takes, brings):
            points = side.pop(POINT, points)
            animals |= {animal: side.pop(animal) for animal in ANIMALS if animal in side}
        if brings or takes or not deal.brings:
            deals.append(Deal(takes, brings))
    return Panel(points, tuple(deals), animals, cost)


def read_panels(text: str) -> tuple[str, ...]:
    """All panels of a card from the top, written with `/` between them, as tidy texts."""
    return tuple(str(read_panel(part)) for part in text.split("/"))


def read_deal(text: str) -> Deal:
    """`2 gold`, `saw -> 2 wood` or `nothing`."""
    price, arrow, result = text.replace("→", "->").partition("->")
    if not arrow:
        return Deal({}, read_amounts(text))
    return Deal(read_amounts(price), read_amounts(result))


def brought(text: str) -> Deal:
    """What `2 stone + 1 cow` brings: the stone, for animals and points stay on the card."""
    deal = read_deal(text)
    return Deal(deal.takes, {w: n for w, n in deal.brings.items() if w not in (*ANIMALS, POINT)})


def staying(text: str) -> Panel:
    """What `2 stone + 1 cow` says of the card itself: its points and its animals."""
    brings = read_deal(text).brings
    animals = {animal: brings[animal] for animal in ANIMALS if animal in brings}
    return Panel(brings.get(POINT), (), animals)


def read_amounts(text: str) -> dict[str, int]:
    """`2 wood + saw` as numbers by word; `nothing` and an empty text are none."""
    found: dict[str, int] = {}
    if names.fold(text) in {"", NOTHING, "none", "no", "0"}:
        return found
    for part in re.split(r"\s*(?:\+|,|&|\band\b)\s*", text.strip()):
        for count, word in _parts(part, text):
            found[word] = found.get(word, 0) + count
    return found


def amounts(found: Mapping[str, int]) -> str:
    """Numbers by word as people write them: `2 wood + 1 saw`."""
    return " + ".join(f"{count} {word}" for word, count in found.items() if count) or NOTHING


def fits(printed: Deal, claimed: Deal) -> bool:
    """Whether a claimed use is what the panel says, `skill` and `resource` being open choices."""
    return _covers(printed.takes, claimed.takes, {SKILL: SKILLS, RESOURCE: RESOURCES}) and _covers(
        printed.brings, claimed.brings, {RESOURCE: RESOURCES}
    )


def _covers(
    printed: Mapping[str, int],
    claimed: Mapping[str, int],
    open_words: Mapping[str, tuple[str, ...]],
) -> bool:
    rest = {word: claimed.get(word, 0) for word in {*printed, *claimed}}
    for word, count in printed.items():
        if word in open_words:
            continue
        if rest[word] < count:
            return False
        rest[word] -= count
    for word, members in open_words.items():
        for member in (word, *members):
            if member not in printed or member == word:
                rest.setdefault(member, 0)
        wanted = printed.get(word, 0)
        for member in (word, *members):
            used = min(wanted, rest.get(member, 0))
            rest[member] = rest.get(member, 0) - used
            wanted -= used
        if wanted:
            return False
    return not any(rest.values())


def _parted(text: str, word: str) -> tuple[str, str, str | None]:
    match = re.search(rf"(?:^|\s){word}?\s", f" {text} ", re.IGNORECASE)
    if match is None:
        return text, "", None
    spaced = f" {text} "
    return spaced[: match.start()].strip().rstrip("+,").strip(), word, spaced[match.end() :]


def _parts(part: str, whole: str) -> Iterator[tuple[int, str]]:
    """The amounts in a text without plus signs: `2 wood 1 saw` is two of them."""
    if not part:
        raise Trouble(f"A word is missing in {names.safe(whole)[:40]!r}", hint=_EXAMPLE)
    position = 0
    while position < len(part):
        match = _PART.match(part, position)
        if match is None:
            shown = names.safe(part[position:]).strip()[:30]
            raise Trouble(f"{shown!r} is nothing a card of Key Flow shows", hint=_EXAMPLE)
        first, *others = _run(match["word"])
        yield int(match["count"] or 1), first
        yield from ((1, word) for word in others)
        position = match.end()


def _run(text: str) -> list[str]:
    """The things named in a row of words: `wood random skill` is two of them."""
    words, found = text.split(), list[str]()
    while words:
        lengths = range(len(words), 0, -1)
        known = next((n for n in lengths if _is_known(" ".join(words[:n]))), None)
        if known is None:
            return [*found, _known(" ".join(words) if not found else words[0])]
        found.append(_known(" ".join(words[:known])))
        words = words[known:]
    return found


def _is_known(text: str) -> bool:
    try:
        _known(text)
    except Trouble:
        return False
    return True


def _known(text: str) -> str:
    plain = text.casefold().replace("’", "'").strip()
    for candidate in (plain, plain.replace("-", " "), plain.removesuffix("s")):
        if candidate in _WORDS:
            return _WORDS[candidate]
    found = names.find(plain, tuple(_WORDS)) or names.find(plain.removesuffix("s"), tuple(_WORDS))
    if found is not None:
        return _WORDS[found]
    near = names.nearest(plain, tuple(_WORDS))
    meant = f"; did you mean {names.either(near)}?" if near else ""
    raise Trouble(
        f"{names.safe(text)[:30]!r} is nothing a card of Key Flow shows{meant}", hint=_EXAMPLE
    )
