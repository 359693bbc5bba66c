"""What each player holds at the count, read off the tracked table, and what is still blank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from keyhelper.engine.scoring import ScoreSheet
from keyhelper.engine.terms import Term
from keyhelper.games.key_flow.model import (
    DOUBLE,
    FACE_DOWN,
    Building,
    Holdings,
    KeyFlow,
    Location,
    PanelShown,
    WinterCard,
    readable_panel,
)
from keyhelper.games.key_flow.noting import kinds_wanted
from keyhelper.games.key_flow.printed import ANIMALS, COLOURS, SKILLS
from keyhelper.games.key_flow.scoring import note_last_ties, score_holdings, term_of
from keyhelper.games.key_flow.telling import FLIPPED, HELD_SORTS, POINTS, locations_of, lying_on


class Blank(NamedTuple):
    """Something the count needs and nobody has said: whose, of which card, and what."""

    want: str  # worth, rate, reveal, transport, unread, stock, or a topic of the count
    player: str
    card: str = ""
    number: int = 0  # how many face-down tiles, or unread cards


def score(state: KeyFlow) -> tuple[ScoreSheet, ...]:
    """A sheet for every player of whom something is known."""
    players = [p for p in state.players if state.phase != "any" or p in state.counts]
    sheets = [
        score_holdings(player, holdings_of(state, player), state.book, state.readings)
        for player in players
    ]
    return note_last_ties(sheets, state.readings)


def holdings_of(state: KeyFlow, player: str) -> Holdings:
    """Everything of a player's that counts, as the table stands."""
    told = state.counts.get(player)
    if state.phase == "any" or state.keep == "counts":
        return told or Holdings()
    village = state.villages.get(player, ())
    stocked = {spot.card: spot.resources for spot in told.locations} if told else {}
    under = tuple(card for building in village for card in building.keyples)
    held = Holdings(
        panels=tuple(_panels(state, village)),
        flipped=sum(building.flipped for building in village),
        locations=tuple(
            Location(card=b.card, resources=stocked.get(b.name, b.goods))
            for b in village
            if state.card_of(b).kind == "location"
        ),
        winter=tuple(WinterCard(name=b.card) for b in village if is_scored(state, b)),
        boats=tuple(b.card for b in village if state.card_of(b).kind == "boat"),
        keyples=(*state.stores.get(player, ()), *under),
        animals=_animals(state, village),
        resources=_resources(state, village),
        skills=_skills(state, player),
        tokens=state.tokens.get(player) or 0,
        transport=_transport(state, village),
    )
    if told is None:
        return held
    counted: dict[str, Any] = {
        "transport": told.transport if told.transport is not None else held.transport,
        "panels": told.panels or held.panels,
        "animals": {**held.animals, **told.animals},
    }
    if state.keep == "villages":
        counted |= {field: getattr(told, field) for field in ("resources", "skills", "tokens")}
        if FLIPPED in state.told_at_end.get(player, ()):
            counted["flipped"] = told.flipped
        if not state.asks_at_end:
            counted["animals"] = dict(Counter(held.animals) + Counter(told.animals))
    return held.model_copy(update=counted)


def is_scored(state: KeyFlow, building: Building) -> bool:
    """Whether the card scores by allocation: a winter card, or one rated by the table."""
    card = state.card_of(building)
    if card.kind == "location":
        return False
    return card.kind == "winter" or card.scores is not None


def terms_of(state: KeyFlow, player: str) -> list[Term]:
    """The known conditions of a player's winter cards."""
    held = holdings_of(state, player)
    found = (term_of(w.name, w.scores, state.book, state.readings) for w in held.winter)
    return [term for term in found if term is not None]


def blanks(state: KeyFlow) -> Iterator[Blank]:
    """What the count still needs, player by player."""
    for player in state.players:
        yield from _uncounted(state, player)
        held = holdings_of(state, player)
        seen: set[str] = set()
        for panel in held.panels:
            if panel.points is None and panel.card is not None:
                yield Blank("worth", player, panel.card)
        laden = [spot.card for spot in held.locations if any(spot.resources.values())]
        for card in (*(w.name for w in held.winter), *laden):
            if card not in seen and term_of(card, _scores(held, card), state.book, {}) is None:
                yield Blank("rate", player, card)
            seen.add(card)
        wanted = kinds_wanted(terms_of(state, player))
        if held.skills.get(FACE_DOWN) and wanted & set(SKILLS):
            yield Blank("reveal", player, number=held.skills[FACE_DOWN])
        if held.transport is None and "transport" in wanted:
            yield Blank("transport", player)
        yield from _untracked(state, player)


def _uncounted(state: KeyFlow, player: str) -> Iterator[Blank]:
    """Where goods or whole villages are not kept: what nobody has said yet, one thing at a time."""
    if not state.edition or state.keep == "everything":
        return
    settled = state.told_at_end.get(player, ())
    if state.keep == "counts":
        wanted = kinds_wanted(terms_of(state, player))
        for topic in (POINTS, FLIPPED, *HELD_SORTS, "resources", "skills", "tokens", "keyples"):
            # As `score --ask`: what no winter card of the player's takes is not worth a question.
            is_idle = topic in _FOR_WINTER and not wanted & _FOR_WINTER[topic]
            if topic not in settled and not is_idle:
                yield Blank(topic, player)
    for location in locations_of(state, player):
        if lying_on(location) not in settled:
            yield Blank("stock", player, location)


_FOR_WINTER: Mapping[str, frozenset[str]] = {
    "boat": frozenset({"boat", "green", "yellow", "sheep", "pig"}),
    "skills": frozenset(SKILLS),
    "tokens": frozenset({"token"}),
    "keyples": frozenset({*COLOURS, *ANIMALS}),
}


def _untracked(state: KeyFlow, player: str) -> Iterator[Blank]:
    """What no play has told: goods where they are not kept, unread cards, animals on cards."""
    if not state.asks_at_end:
        if state.keep == "villages" and player not in state.counts:
            yield Blank("goods", player)
        return
    settled = state.told_at_end.get(player, ())
    if state.unread(player) and "unread" not in settled:
        yield Blank("unread", player, number=state.unread(player))
    if state.keep == "villages" and "goods" not in settled:
        yield Blank("goods", player)
    elif "animals" not in settled:
        yield Blank("animals", player)


def _scores(held: Holdings, card: str) -> str | None:
    listed = [(w.name, w.scores) for w in held.winter] + [
        (s.card, s.scores) for s in held.locations
    ]
    return next((scores for name, scores in listed if name == card), None)


def _panels(state: KeyFlow, village: tuple[Building, ...]) -> Iterator[PanelShown]:
    for building in village:
        card = state.card_of(building)
        points = card.panel(building.upgrades).points
        # Winter cards and locations score by their conditions; points on them are a bonus
        # that is counted when somebody reads it out, and not asked for.
        if points is None and (card.kind == "location" or is_scored(state, building)):
            continue
        yield PanelShown(points=points, card=building.name, upgrades=building.upgrades)


def _animals(state: KeyFlow, village: tuple[Building, ...]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for building in village:
        card = state.card_of(building)
        found.update(card.panel(building.upgrades).animals)
        found.update(readable_panel(card.gains).animals)
    return dict(found)


def _resources(state: KeyFlow, village: tuple[Building, ...]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for building in village:
        if state.card_of(building).kind != "location":
            found.update(building.goods)
    return dict(found)


def _skills(state: KeyFlow, player: str) -> dict[str, int]:
    found: Counter[str] = Counter()
    for name, count in state.skills.get(player, {}).items():
        found[name.removeprefix(DOUBLE)] += count
    return dict(found)


def _transport(state: KeyFlow, village: tuple[Building, ...]) -> int | None:
    """All carts showing in the village; None while a card that may show one is unread."""
    total = 0
    for building in village:
        card = state.card_of(building)
        panel = card.panel(building.upgrades)
        if not panel.deals and panel.points is None and card.kind in (None, "home", "village"):
            return None
        total += panel.transport
    return total
