"""The final count of Key Flow: panels, flips, locations, winter cards at their best, gold, ties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from keyhelper.engine import catalogue, names
from keyhelper.engine.allocate import Allocation, Condition, Given, Piece, Use, allocate
from keyhelper.engine.scoring import ScoreLine, ScoreSheet, Tiebreak
from keyhelper.engine.terms import Term, TermError, parse
from keyhelper.games.key_flow.decks import SLUG
from keyhelper.games.key_flow.model import (
    ARK,
    FACE_DOWN,
    KEYMELEQUIN,
    VOCABULARY,
    Card,
    Holdings,
    Location,
    PanelShown,
    plenty,
    tidy_name,
)
from keyhelper.games.key_flow.noting import ITSELF, kinds_wanted, notes
from keyhelper.games.key_flow.printed import ANIMALS, COLOURS, RESOURCES, SKILLS

_RULES = {
    "Dairy": "score.dairy",
    "Farmyard": "score.farmyard",
    "Craftsmen's Guild": "score.craftsmen",
    "Jeweller": "score.jeweller",
    "Scholar": "score.scholar",
    "Sea Breese": "score.sea-breese",
}
_TRIO = "1 per sheep + pig + cow"
_WILD = ("iron", "stone", "wood")
_KEYPLE = " keyple with "


class Counted(NamedTuple):
    """One winter card on its way to a line: its name, its line's id, its term if it is known."""

    name: str
    id: str
    term: Term | None
    missing: str = ""


def score_holdings(
    player: str, held: Holdings, book: Mapping[str, Card], readings: Mapping[str, str]
) -> ScoreSheet:
    """A player's whole sheet, with the allocation that no other beats."""
    winter = _winter_cards(held, book, readings)
    scored = [card for card in winter if card.term is not None and not _lacks(card.term, held)]
    best, pieces, conditions = _best(held, scored, readings)
    spots = [_location(spot, book, readings) for spot in held.locations]
    lines = (
        _panels_line(held, book),
        _flipped_line(held),
        _locations_line(spots),
        *_winter_lines(winter, scored, best, held),
        _gold_line(best, spots),
    )
    is_whole = all(line.points is not None for line in lines)
    return ScoreSheet(
        player=player,
        lines=lines,
        tiebreaks=tuple(_tiebreaks(held, best, readings)),
        allocation=tuple(_allocated(use) for use in best.uses),
        notes=tuple(notes(held, book, best, pieces, conditions, is_whole=is_whole)),
    )


def note_last_ties(
    sheets: Sequence[ScoreSheet], readings: Mapping[str, str]
) -> tuple[ScoreSheet, ...]:
    """The sheets, with a word to those whom no step of the ladder parts and who play again."""
    if _reading("tie.last", readings) != "again":
        return tuple(sheets)

    def level(sheet: ScoreSheet) -> tuple[Any, ...]:
        return (sheet.total, *(step.value for step in sheet.tiebreaks))

    word = "Tied to the last step: your table plays again to part you"
    return tuple(
        sheet._replace(notes=(*sheet.notes, word))
        if sheet.total is not None and sum(level(s) == level(sheet) for s in sheets) > 1
        else sheet
        for sheet in sheets
    )


def term_of(
    name: str, given: str | None, book: Mapping[str, Card], readings: Mapping[str, str]
) -> Term | None:
    """What a card scores: as given, else as the box says; None where nobody knows.

    A given text that cannot be read raises TermError; the box's own is then as good as blank.
    """
    if given is not None:
        return parse(given, VOCABULARY)
    known = names.find(name, tuple(book))
    text = book[known].scores if known else None
    if text is None:
        return None
    if known == "Farmyard" and _reading("score.farmyard", readings) == "trio":
        text = _TRIO
    try:
        return parse(text, VOCABULARY)
    except TermError:
        return None


def shown_points(panel: PanelShown, book: Mapping[str, Card]) -> int | None:
    """The points of one village card; None where neither the table nor the box says."""
    if panel.points is not None or panel.card is None:
        return panel.points
    known = names.find(panel.card, tuple(book))
    return book[known].panel(panel.upgrades).points if known else None


def _reading(rule: str, readings: Mapping[str, str]) -> str:
    return readings.get(rule) or catalogue.default_readings(SLUG)[rule]


def _winter_cards(
    held: Holdings, book: Mapping[str, Card], readings: Mapping[str, str]
) -> list[Counted]:
    cards: list[Counted] = []
    seen: dict[str, int] = {}
    for card in held.winter:
        name = names.find(card.name, tuple(book)) or tidy_name(card.name)
        slug = names.slug(name) or "winter-card"
        seen[slug] = seen.get(slug, 0) + 1
        line = slug if seen[slug] == 1 else f"{slug}-{seen[slug]}"
        shown = name if seen[slug] == 1 else f"{name} {seen[slug]}"
        term = term_of(name, card.scores, book, readings)
        missing = ""
        if term is None:
            missing = _why_unknown(name, book)
        cards.append(Counted(shown, line, term, missing))
    return cards


def _why_unknown(name: str, book: Mapping[str, Card]) -> str:
    """What to do about a card whose condition is not known, as a sentence."""
    card = book.get(name)
    if card is not None and card.scores:
        return f"your box says {name} scores `{names.safe(card.scores)[:60]}`, which cannot be read"
    if card is not None and card.panel(0).points is not None:
        return f"{name} scores by its panels; give it under `panels` with its upgrades"
    near = names.nearest(name, tuple(n for n, c in book.items() if c.scores))
    meant = f" (did you mean {names.either(near)}?)" if near and card is None else ""
    return f"what {names.safe(name)} scores is not known{meant}"


def _lacks(term: Term, held: Holdings) -> bool:
    """Whether the term needs something of which nobody has said how many there are."""
    wanted = kinds_wanted([term])
    hidden = held.skills.get(FACE_DOWN, 0) and wanted & set(SKILLS)
    return ("transport" in wanted and held.transport is None) or bool(hidden)


def _best(
    held: Holdings, cards: Sequence[Counted], readings: Mapping[str, str]
) -> tuple[Allocation, list[Piece], list[Condition]]:
    """The best allocation over every way the boats allow animals and colours to be swapped."""
    conditions = [
        Condition(card.name, card.term, itself_in_pool=_is_boat(card.term))
        for card in cards
        if card.term is not None
    ]
    found: list[tuple[Allocation, list[Piece]]] = []
    for animals, colours in product(
        _swaps(held, ARK, "boat.ark", "sheep", "pig", readings),
        _swaps(held, KEYMELEQUIN, "boat.keymelequin", "green", "yellow", readings),
    ):
        pieces = list(_pieces(held, cards, {**animals, **colours}))
        found.append((allocate(pieces, conditions), pieces))
    # The first of equals: nothing is swapped unless that brings points.
    best, pieces = max(found, key=lambda pair: pair[0].total)
    return best, pieces, conditions


def _is_boat(term: Term | None) -> bool:
    """Whether a card that counts itself is a boat like the others, which any card may take."""
    return bool(term and term.itself_counts and term.needs and term.needs[0].kinds == ("boat",))


def _swaps(
    held: Holdings, boat: str, rule: str, one: str, other: str, readings: Mapping[str, str]
) -> Iterator[Mapping[str, tuple[str, ...]]]:
    """Each way of presenting two kinds that a boat allows."""
    if not _has_boat(held, boat):
        yield {}
    elif _reading(rule, readings) == "each":
        yield {one: (one, other), other: (other, one)}
    else:
        yield from ({}, {one: (other,)}, {other: (one,)})


def _pieces(
    held: Holdings, cards: Sequence[Counted], swaps: Mapping[str, tuple[str, ...]]
) -> Iterator[Piece]:
    for resource in RESOURCES:
        wild = _WILD if resource == "gold" else ()
        count = held.resources.get(resource, 0)
        yield Piece(resource, count, (resource, *wild), leftover=int(resource == "gold"))
    for animal in ANIMALS:
        yield Piece(animal, held.animals.get(animal, 0), swaps.get(animal, (animal,)))
    alike: dict[tuple[str | None, str | None], int] = {}
    for card in held.keyples:
        key = (card.colour, card.animal)
        alike[key] = alike.get(key, 0) + 1
    for (colour, creature), count in alike.items():
        kinds = [
            presented
            for kind in (colour, creature)
            if kind is not None
            for presented in swaps.get(kind, (kind,))
        ]
        name = colour or "unread"
        yield Piece(name if creature is None else f"{name}{_KEYPLE}{creature}", count, tuple(kinds))
    for skill in SKILLS:
        yield Piece(skill, held.skills.get(skill, 0), (skill,))
    yield Piece("token", held.tokens, ("token",))
    yield Piece("transport", held.transport or 0, ("transport",))
    selves = [card.name for card in cards if _is_boat(card.term)]
    own = {names.fold(name) for name in selves}
    yield Piece("boat", sum(names.fold(boat) not in own for boat in held.boats), ("boat",))
    for name in selves:
        yield Piece(name + ITSELF, 1, ("boat",))


class _Spot(NamedTuple):
    """A location counted: its points, the gold it leaves, and how to say so."""

    name: str
    points: int | None
    gold_left: int
    detail: str
    missing: str = ""


def _location(spot: Location, book: Mapping[str, Card], readings: Mapping[str, str]) -> _Spot:
    """A location alone decides what its goods score; gold it cannot use is still gold."""
    name = names.find(spot.card, tuple(book)) or tidy_name(spot.card)
    term = term_of(name, spot.scores, book, readings)
    gold = spot.resources.get("gold", 0)
    goods = ", ".join(f"{count} {r}" for r, count in spot.resources.items() if count) or "empty"
    if term is None:
        is_laden = any(spot.resources.values())
        why = f"{_why_unknown(name, book)}, such as `2 per iron`"
        return _Spot(name, None if is_laden else 0, gold, f"{name}: {goods}", why)
    wild = _WILD if _reading("score.location-gold", readings) == "wild" else ()
    pieces = [
        Piece(resource, count, (resource, *(wild if resource == "gold" else ())),
              leftover=int(resource == "gold"))
        for resource, count in spot.resources.items()
    ]  # fmt: skip
    best = allocate(pieces, [Condition(name, term)])
    use = best.uses[0]
    left = sum(left.count for left in best.leftovers if left.piece == "gold")
    return _Spot(name, use.points, left, f"{name} {_used(use)}")


def _panels_line(held: Holdings, book: Mapping[str, Card]) -> ScoreLine:
    points = [shown_points(panel, book) for panel in held.panels]
    unknown = [
        names.safe(panel.card)
        + (f" with {plenty(panel.upgrades, 'upgrade')}" * bool(panel.upgrades))
        for panel, shown in zip(held.panels, points, strict=True)
        if shown is None and panel.card
    ]
    known = [shown for shown in points if shown is not None]
    return ScoreLine(
        id="panels",
        label="Village panels",
        points=None if unknown else sum(known),
        detail="+".join(str(shown) for shown in known if shown) or "none",
        rule="score.panels",
        missing=f"the points showing on {names.listed(unknown)}" if unknown else "",
    )


def _flipped_line(held: Holdings) -> ScoreLine:
    detail = f"{held.flipped} x 1" if held.flipped else "none"
    return ScoreLine("flipped", "Flipped upgrades", held.flipped, detail, "score.flipped")


def _locations_line(spots: Sequence[_Spot]) -> ScoreLine:
    unknown = [spot.missing for spot in spots if spot.points is None]
    return ScoreLine(
        id="locations",
        label="Autumn locations",
        points=None if unknown else sum(spot.points or 0 for spot in spots),
        detail="; ".join(spot.detail for spot in spots) or "none",
        rule="score.locations",
        missing="; ".join(unknown),
    )


def _winter_lines(
    winter: Sequence[Counted], scored: Sequence[Counted], best: Allocation, held: Holdings
) -> Iterator[ScoreLine]:
    uses = dict(zip((card.id for card in scored), best.uses, strict=True))
    for card in winter:
        rule = _RULES.get(card.name.rstrip(" 0123456789"), "score.winter")
        if card.id in uses:
            use = uses[card.id]
            yield ScoreLine(card.id, card.name, use.points, _used(use), rule)
            continue
        missing = card.missing
        if card.term is not None:
            hidden = held.skills.get(FACE_DOWN, 0)
            missing = (
                f"which skills {_tiles(hidden)}" if hidden else "the transport value"
            ) + f", which {card.name} counts"
        yield ScoreLine(card.id, card.name, None, str(card.term or ""), rule, missing)


def _gold_line(best: Allocation, spots: Sequence[_Spot]) -> ScoreLine:
    left = sum(left.count for left in best.leftovers if left.piece == "gold")
    there = sum(spot.gold_left for spot in spots)
    detail = f"{left + there} left" + (f", {there} of it at locations" if there else "")
    return ScoreLine("gold", "Gold", left + there, detail, "score.gold")


def _tiebreaks(held: Holdings, best: Allocation, readings: Mapping[str, str]) -> Iterator[Tiebreak]:
    ladder = (
        ("sheep", "most-sheep", "Most sheep", "tie.sheep"),
        ("pig", "most-pigs", "Most pigs", "tie.pigs"),
        ("cow", "most-cows", "Most cows", "tie.cows"),
    )
    found = _animals_for_ties(held, best, readings)
    for animal, step, label, rule in ladder:
        yield Tiebreak(step, label, found[animal] if held.knows_animals else None, "most", rule)


def _animals_for_ties(
    held: Holdings, best: Allocation, readings: Mapping[str, str]
) -> dict[str, int]:
    """The animals that part a tie: every icon, unless the table reads the rule more narrowly."""
    found = {
        animal: held.animals.get(animal, 0) + sum(card.animal == animal for card in held.keyples)
        for animal in ANIMALS
    }
    if _reading("tie.keyples", readings) == "unused":
        for given in (given for use in best.uses for given in use.given):
            _, is_keyple, animal = given.piece.partition(_KEYPLE)
            if is_keyple and given.kind in COLOURS:
                found[animal] -= given.count
    if _reading("tie.ark", readings) == "swapped" and _has_boat(held, ARK):
        found = found | {"sheep": found["sheep"] + found["pig"], "pig": 0}
    return found


def _has_boat(held: Holdings, boat: str) -> bool:
    return any(names.fold(name) == names.fold(boat) for name in held.boats)


def _allocated(use: Use) -> dict[str, Any]:
    pieces: dict[str, int] = {}
    for given in use.given:
        key = given.piece if given.kind == given.piece else f"{given.piece} as {given.kind}"
        if given.piece == use.card + ITSELF or given.source == "itself":
            key = "itself"
        pieces[key] = pieces.get(key, 0) + given.count
    return {"card": use.card, "pieces": pieces, "times": use.times}


def _used(use: Use) -> str:
    """What a card was given, as people say it: `2 x 5: 2 cows, 2 tokens`."""
    if not use.times:
        return "nothing given"
    if not use.given:
        return "points in any case" if use.points else "scores nothing"
    return f"{use.times} x {use.points // use.times}: {', '.join(map(_said, use.given))}"


def _said(given: Given) -> str:
    if given.source == "itself" or given.piece.endswith(ITSELF):
        return given.piece if given.source == "pool" else "itself"
    if _KEYPLE in given.piece:
        colour, _, animal = given.piece.partition(_KEYPLE)
        shown = f"{given.count} {colour} {_plural('keyple', given.count)} showing {animal}"
        return shown if given.kind in (colour, animal) else f"{shown} as {given.kind}"
    presented = "" if given.kind == given.piece else f" as {given.kind}"
    return f"{given.count} {_plural(given.piece, given.count)}{presented}"


def _tiles(hidden: int) -> str:
    return "the face-down tile is" if hidden == 1 else f"the {hidden} face-down tiles are"


def _plural(word: str, count: int) -> str:
    plain = count == 1 or word in {*RESOURCES, "sheep", "transport"}
    if word in ("red", "yellow", "blue", "green"):
        return f"{word} {_plural('keyple', count)}"
    return word if plain else f"{word}s"
