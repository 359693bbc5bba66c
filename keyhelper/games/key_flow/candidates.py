"""Plausible moves: for menus, near misses and seeded walks through whole games."""

from __future__ import annotations

from collections.abc import Iterator

from keyhelper.engine.game import Move
from keyhelper.games.key_flow.holdings import Blank, blanks, holdings_of
from keyhelper.games.key_flow.keyples import left_of, right_of
from keyhelper.games.key_flow.model import Building, KeyFlow, Task
from keyhelper.games.key_flow.moves import (
    Carry,
    Carts,
    Choose,
    Clear,
    Discard,
    Face,
    Finish,
    Flip,
    Gain,
    Hold,
    Keyple,
    Lay,
    Next,
    Number,
    Rate,
    Reveal,
    Sort,
    Stock,
    Stop,
    Tally,
    Token,
    Upgrade,
    Worth,
)
from keyhelper.games.key_flow.panel_use import open_panel
from keyhelper.games.key_flow.printed import ANIMALS, COLOURS, NOTHING, SKILLS
from keyhelper.games.key_flow.telling import HELD_SORTS, TOPICS
from keyhelper.games.key_flow.tokens import price_of
from keyhelper.games.key_flow.village import open_places, place_name, touching

_SOME_GAINS = (
    "2 gold", "1 iron + 1 wood", "1 stone", "1 skill", "1 saw", "1 token", "2 transport",
    "3 transport + 1 upgrade", "1 upgrade", "1 skill -> 2 wood",
)  # fmt: skip
_SOME_TERMS = ("3 per wood + stone", "2 per blue", "1 per animal", "0")
_SOME_FACES = (("red", None), ("yellow", "sheep"), ("blue", "pig"), ("green", "cow"))


def candidates(state: KeyFlow) -> Iterator[Move]:
    """Moves that answer what is open now, likely ones first."""
    for player in state.players:
        for task in state.tasks.get(player, ()):
            yield from _answers(state, player, task)
    if state.keep == "counts" and state.phase == "draft":
        yield from _count_moves(state)
    elif state.phase in ("draft", "choose"):
        for player in state.players:
            if player not in state.played:
                yield from _plays(state, player)
    elif state.phase == "tokens":
        for player in state.players:
            yield from _token_uses(state, player)
    elif state.phase == "clear":
        yield Clear()
    elif state.phase == "count":
        yield from _fillings(state)


def _token_uses(state: KeyFlow, player: str) -> Iterator[Move]:
    is_counted = state.keep == "everything"
    for building in state.villages[player]:
        if building.row == "road":
            price = price_of(building.uses or 0) if is_counted else None
            yield Token(player=player, building=building.name, village=player, tokens=price)
    yield Finish(player=player)


def _plays(state: KeyFlow, player: str) -> Iterator[Move]:
    if state.is_shown:  # nobody has said which cards are in a hand
        if state.phase == "draft":
            yield Discard(player=player)
        return
    if state.phase == "choose":
        yield from (Choose(player=player, at=at, card=c) for c, at in _lays(state, player))
        return
    targets = {"down": player, "left": left_of(state, player), "right": right_of(state, player)}
    for arrow, village in targets.items():
        for building in state.villages[village]:
            if building.row != "road" or building.is_new:
                continue
            needed = min(3, (building.uses_before or 0) + 1)
            for keyples in {needed, 3}:
                yield Keyple(
                    player=player, keyples=keyples, arrows=(arrow,), village=village,
                    building=building.name,
                )  # fmt: skip
            if needed > 1:
                yield Keyple(
                    player=player, keyples=1, arrows=(arrow,), village=village,
                    building=building.name, tokens=1,
                )  # fmt: skip
    yield Discard(player=player)
    yield from (Lay(player=player, at=at, card=card) for card, at in _lays(state, player))


def _lays(state: KeyFlow, player: str) -> Iterator[tuple[str, str]]:
    """Cards of the season with places for them."""
    season = "winter" if state.phase == "choose" else state.season
    taken = {b.at for b in state.villages[player] if b.at is not None}
    here = {b.card for b in state.villages[player]}
    for name, card in state.book.items():
        is_now = card.season in (None, season) and card.kind != "home"
        if state.phase == "choose":
            is_now = card.kind == "winter"
        if is_now and (name not in here or len(here) > 8):
            for place in open_places(taken, card.row)[: 2 if card.row else 3]:
                yield name, place_name(place)


def _answers(state: KeyFlow, player: str, task: Task) -> Iterator[Move]:
    building = state.find(task.village, task.building)
    if building is None:
        return
    if task.want == "face":
        faces = [(colour, None) for colour in COLOURS] if state.is_shown else _SOME_FACES
        yield from (Face(player=player, colour=c, animal=a) for c, a in faces)
    elif task.want == "sort":
        yield from (Sort(card=building.card, sort=sort) for sort in ("boat", "village"))
        if state.is_shown:
            yield Sort(card=building.card, sort="location")
    elif task.want == "rate":
        terms = ("0",) if state.is_shown else _SOME_TERMS
        yield from (Rate(card=building.card, scores=term) for term in terms)
    elif task.want == "work":
        yield from _works(state, player, task)
    else:
        known = open_panel(state, building).deals if task.want == "action" else ()
        said = tuple(map(str, known)) or (() if state.is_shown else _SOME_GAINS)
        yield from (Gain(player=player, what=what) for what in (*said, NOTHING))


def _works(state: KeyFlow, player: str, task: Task) -> Iterator[Move]:
    village = {b.at: b for b in state.villages[player]}
    for building in state.villages[player]:
        if task.transport:
            yield from _carries(player, building, village)
        if task.upgrades:
            cost = state.card_of(building).panel(building.upgrades + 1).cost
            guesses: list[dict[str, int]] = [] if state.is_shown else [{}, {"wood": 1}]
            for price in [dict(cost)] if cost is not None else guesses:
                yield Upgrade(player=player, building=building.name, cost=price)
            if building.flipped < building.upgrades:
                yield Flip(player=player, building=building.name)
    yield Stop(player=player)


def _carries(
    player: str, building: Building, village: dict[int | None, Building]
) -> Iterator[Move]:
    for resource in building.goods:
        for place in touching(building.at or 0):
            if place in village:
                yield Carry.model_validate(
                    {"player": player, "goods": {resource: 1}, "from": building.name}
                    | {"to": village[place].name}
                )


def _count_moves(state: KeyFlow) -> Iterator[Move]:
    for player in () if state.is_shown else state.players:
        yield Gain(player=player, what="2 gold")
        yield Tally(player=player, amounts={"red": 2, "iron": 3, "points": 12})
        yield Hold(player=player, sort="winter", card="Jeweller")
        yield Hold(player=player, sort="boat", card="Keyflower")
    yield Next()


def _fillings(state: KeyFlow) -> Iterator[Move]:
    """Answers to what the count still needs; leaving it blank is no likely answer."""
    for blank in blanks(state):
        if blank.want == "unread":
            yield Face(player=blank.player)
        elif blank.want == "animals":
            icons = holdings_of(state, blank.player).animals
            yield Tally(player=blank.player, amounts={a: icons.get(a, 0) for a in ANIMALS})
        elif blank.want in ("stock", *HELD_SORTS):
            yield from _nothing_more(blank)
        elif state.is_shown:
            continue  # nobody has said it, and a guess is no help
        elif blank.want == "worth":
            yield Worth(player=blank.player, building=blank.card, points=1)
        elif blank.want == "rate":
            yield from (Rate(card=blank.card, scores=term) for term in _SOME_TERMS)
        elif blank.want == "reveal":
            yield from (Reveal(player=blank.player, tiles={skill: 1}) for skill in SKILLS)
        elif blank.want == "transport":
            yield Carts(player=blank.player, value=3)
        elif blank.want in TOPICS and blank.want != "goods":
            yield Tally(player=blank.player, amounts=dict.fromkeys(TOPICS[blank.want], 1))
        else:
            yield Tally(player=blank.player, amounts={"iron": 2, "gold": 1})


def _nothing_more(blank: Blank) -> Iterator[Move]:
    """That nothing lies on a location, or that no further cards are held."""
    if blank.want == "stock":
        yield Stock(player=blank.player, goods={}, on=blank.card)
    else:
        yield Number(player=blank.player, what=blank.want, number=0)
