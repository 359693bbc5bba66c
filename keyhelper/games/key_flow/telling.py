"""What a table tells keyhelper about cards and counts: sorts, terms, panels, points, tallies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from keyhelper.engine import names
from keyhelper.engine.terms import parse
from keyhelper.engine.verdict import Reason
from keyhelper.games.key_flow import decks, printed
from keyhelper.games.key_flow.laying import known_card
from keyhelper.games.key_flow.model import (
    FACE_DOWN,
    VOCABULARY,
    Card,
    Holdings,
    KeyFlow,
    KeypleCard,
    Location,
    PanelShown,
    Task,
    WinterCard,
    plenty,
)
from keyhelper.games.key_flow.moves import (
    Carts,
    HeldCard,
    Hold,
    Next,
    Number,
    Panels,
    Rate,
    Reveal,
    Sort,
    Stock,
    Tally,
    Worth,
)
from keyhelper.games.key_flow.printed import ANIMALS, COLOURS, RESOURCES, SKILLS, Deal, Panel
from keyhelper.games.key_flow.seasons import next_season, settle

POINTS, FLIPPED = "points", "flipped"
TOPICS: Mapping[str, tuple[str, ...]] = {  # what the count asks for, and the words for it
    "points": (POINTS,),
    "flipped": (FLIPPED,),
    "resources": RESOURCES,
    "skills": SKILLS,
    "tokens": ("token",),
    "animals": ANIMALS,
    "keyples": COLOURS,
    "goods": (*RESOURCES, *SKILLS, "token", *ANIMALS),
}
HELD_SORTS = ("winter", "location", "boat")


def lying_on(location: str) -> str:
    """The topic of what lies on a location."""
    return f"on {location}"


def may_sort(state: KeyFlow, move: Sort) -> Iterator[Reason]:
    card = known_card(state, move.card)
    if card is None:
        yield _no_card(state, move.card, "village.row")
    elif card.kind not in (None, move.sort):
        yield Reason(
            rule="village.row", text=f"{card.name} is a {card.kind} card, as your box says"
        )
    elif move.sort == "boat" and card.row == "road":
        yield Reason(
            rule="boat.river", text=f"Boats lie in the river row; {card.name} lies by the road"
        )


def do_sort(state: KeyFlow, move: Sort) -> KeyFlow:
    card = known_card(state, move.card) or Card(name=move.card)
    state = _with_card(state, card.model_copy(update={"kind": move.sort}))
    return settle(_without_tasks(state, "sort", card.name))


def may_rate(state: KeyFlow, move: Rate) -> Iterator[Reason]:
    card = known_card(state, move.card)
    if card is None:
        yield _no_card(state, move.card, "score.winter")
    elif card.scores is not None and _term(card.scores) != _term(move.scores):
        yield Reason(
            rule="score.winter",
            text=f"{card.name} scores {card.scores}, as your box says, not {move.scores}",
        )


def do_rate(state: KeyFlow, move: Rate) -> KeyFlow:
    card = known_card(state, move.card) or Card(name=move.card)
    kind = card.kind
    if kind is None:
        kind = "winter" if _term(move.scores) != "0" else "village"
    rated = card.model_copy(update={"scores": _term(move.scores), "kind": kind})
    asked = [
        (player, task)
        for player, tasks in state.tasks.items()
        for task in tasks
        if task.want == "rate" and _is_of(state, task, card.name)
    ]
    state = _without_tasks(_with_card(state, rated), "rate", card.name)
    if asked and rated.scores != "0":
        state = state.with_news(f"{card.name} scores {rated.scores}")
    # A card laid in winter that scores nothing by itself may have a round-ended panel instead.
    if kind == "village" and not rated.foot and state.keep == "everything":
        for player, task in asked:
            state = state.with_task(player, task.model_copy(update={"want": "foot"}))
    return settle(state)


def may_panels(state: KeyFlow, move: Panels) -> Iterator[Reason]:
    if known_card(state, move.card) is None:
        yield _no_card(state, move.card, "score.panels")


def do_panels(state: KeyFlow, move: Panels) -> KeyFlow:
    card = known_card(state, move.card) or Card(name=move.card)
    panels: tuple[str | None, ...] = printed.read_panels(move.shows)
    if len(panels) == 1:  # a slip put right: what lies below stays as it was
        panels += card.panels[1:] or (None,)
    return settle(_with_card(state, card.model_copy(update={"panels": panels})))


def may_worth(state: KeyFlow, move: Worth) -> Iterator[Reason]:
    building = state.find(move.player or "", move.building)
    if building is None:
        shown = names.safe(move.building)[:40]
        yield Reason(rule="score.panels", text=f"{move.player}'s village has no {shown}")
        return
    points = state.card_of(building).panel(building.upgrades).points
    if points is not None and points != move.points:
        yield Reason(
            rule="score.panels",
            text=f"{building.name} with {plenty(building.upgrades, 'upgrade')} shows "
            f"{plenty(points, 'point')}, as your box says, not {move.points}",
        )


def do_worth(state: KeyFlow, move: Worth) -> KeyFlow:
    building = state.building(move.player or "", move.building)
    card = state.card_of(building)
    panel = card.panel(building.upgrades)
    read = Panel(move.points, panel.deals, panel.animals, panel.cost)
    alike = [
        owner
        for owner, village in state.villages.items()
        for b in village
        if owner != move.player and (b.card, b.upgrades) == (building.card, building.upgrades)
    ]
    if alike and state.phase == "count" and panel.points is None:
        state = state.with_news(
            f"{card.name} counts {plenty(move.points, 'point')} for {names.listed(alike)} as well; "
            f"`count {alike[0]} 22 points` gives all of a village's points where it differs"
        )
    return settle(_with_card(state, card.with_panel(building.upgrades, read)))


def may_reveal(state: KeyFlow, move: Reveal) -> Iterator[Reason]:
    have = state.skills.get(move.player or "", {}).get(FACE_DOWN, 0)
    count = sum(move.tiles.values())
    if count > have:
        yield Reason(
            rule="skill.kept",
            text=f"{plenty(count, 'tile')} to be turned over; {move.player} has {have} face down",
        )


def do_reveal(state: KeyFlow, move: Reveal) -> KeyFlow:
    player = move.player or ""
    tiles = dict(state.skills.get(player, {}))
    for kind, count in move.tiles.items():
        turned = min(count, tiles.get(FACE_DOWN, 0))
        tiles[FACE_DOWN] = tiles.get(FACE_DOWN, 0) - turned
        tiles[kind] = tiles.get(kind, 0) + turned
    left = {name: count for name, count in tiles.items() if count}
    return settle(state.model_copy(update={"skills": state.skills | {player: left}}))


def countable(state: KeyFlow) -> tuple[str, ...]:
    """The words a tally takes at this table."""
    cards = (*COLOURS, *(f"{colour} {animal}" for colour in COLOURS for animal in ANIMALS))
    goods: tuple[str, ...] = (*ANIMALS, "transport", POINTS)
    if state.keep != "everything":
        goods = (*RESOURCES, *ANIMALS, *SKILLS, "token", "transport", POINTS, FLIPPED)
    if state.keep != "counts":
        has_unread = state.phase == "count" and any(map(state.unread, state.players))
        return (*goods, *cards) if has_unread else goods
    held = {spot.card for count in state.counts.values() for spot in count.locations}
    spots = tuple(f"{card} {resource}" for card in sorted(held) for resource in RESOURCES)
    return (*goods, *cards, *spots)


def may_count(state: KeyFlow, move: Tally) -> Iterator[Reason]:
    if move.player not in state.players:
        yield Reason(rule="winter.count", text=f"{move.player or 'Nobody'} is not at this table")
    words = countable(state)
    if not move.amounts:
        yield Reason(rule="winter.count", text="Nothing of what? Nothing is being asked for")
    for word in move.amounts:
        if names.find(word, words) is None and names.find(word.removesuffix("s"), words) is None:
            kept = "follows from the plays" if state.keep == "everything" else "is not counted here"
            yield Reason(
                rule="winter.count", text=f"{names.safe(word)[:40]} {kept}", hint=", ".join(words)
            )
    read = len(_read_cards(state, move))
    if read > state.unread(move.player or ""):
        yield Reason(
            rule="winter.count",
            text=f"{plenty(read, 'keyple card')} to be read; {move.player}'s store has "
            f"{state.unread(move.player or '')} that nobody has read",
        )


def do_count(state: KeyFlow, move: Tally) -> KeyFlow:
    player = move.player or ""
    amounts = _amounts(state, move)
    state = _settled(state.with_store(player, _read_cards(state, move)), player, amounts)
    held = state.counts.get(player, Holdings(transport=None))
    for word, count in amounts.items():
        if state.keep == "counts" or word.partition(" ")[0] not in COLOURS:
            held = _counted(held, word, count)
    return settle(state.model_copy(update={"counts": state.counts | {player: held}}))


def _amounts(state: KeyFlow, move: Tally) -> dict[str, int]:
    """What is counted, in the words of this table; what it does not count is left out."""
    words = countable(state)
    found = {
        names.find(word, words) or names.find(word.removesuffix("s"), words): count
        for word, count in move.amounts.items()
    }
    return {word: count for word, count in found.items() if word is not None}


def _read_cards(state: KeyFlow, move: Tally) -> list[tuple[str, str | None]]:
    """The keyple cards under a store that a count reads: their colours and animals."""
    if state.keep == "counts":
        return []
    cards: list[tuple[str, str | None]] = []
    for word, count in _amounts(state, move).items():
        colour, _, animal = word.partition(" ")
        if colour in COLOURS:
            cards += [(colour, animal or None)] * count
    return cards


def _settled(state: KeyFlow, player: str, amounts: Mapping[str, int]) -> KeyFlow:
    """The table with what the final count need not ask this player for any more."""
    topics: list[str] = []
    at_once = state.keep == "villages" or not state.edition  # one question asks for all of them
    if {*amounts} & {*RESOURCES, *SKILLS, "token"} and state.phase == "count" and at_once:
        topics += ["goods", "animals"]
    if {*amounts} & {*ANIMALS} and (state.phase == "count" or state.keep == "counts"):
        topics += ["animals", *(["goods"] if state.phase == "count" else [])]
    topics += [
        topic
        for topic, words in TOPICS.items()
        if topic != "animals" and any(word.partition(" ")[0] in words for word in amounts)
    ]
    spots = {spot.card for spot in state.counts.get(player, Holdings()).locations}
    topics += [lying_on(spot) for spot in spots if any(w.startswith(f"{spot} ") for w in amounts)]
    return state.with_told(player, *topics) if topics and state.asks_at_end else state


def may_carts(state: KeyFlow, move: Carts) -> Iterator[Reason]:
    if move.player not in state.players:
        yield Reason(rule="winter.count", text=f"{move.player or 'Nobody'} is not at this table")


def do_carts(state: KeyFlow, move: Carts) -> KeyFlow:
    player = move.player or ""
    held = state.counts.get(player, Holdings(transport=None))
    held = _counted(held, "transport", move.value)
    return settle(state.model_copy(update={"counts": state.counts | {player: held}}))


def add_to_counts(state: KeyFlow, player: str, deal: Deal) -> KeyFlow:
    """Where only counts are kept: what a panel takes and brings, added up."""
    held = state.counts.get(player, Holdings(transport=None))
    for amounts, sign in ((deal.takes, -1), (deal.brings, 1)):
        for word, count in amounts.items():
            now = _count_of(held, word)
            if now is not None:
                held = _counted(held, word, max(0, now + sign * count))
    return state.model_copy(update={"counts": state.counts | {player: held}})


def may_hold(state: KeyFlow, move: Hold) -> Iterator[Reason]:
    if state.keep != "counts":
        yield Reason(
            rule="draft.choose", text="This table keeps whole villages; `lay` puts a card there"
        )
    for name in (said.name for said in move.cards):
        if len(names.fold(name)) < 2 or name[0].isdigit():  # an answer to something else
            yield Reason(rule="winter.count", text=f"{names.safe(name)[:40]} is no name of a card")


def do_hold(state: KeyFlow, move: Hold) -> KeyFlow:
    player = move.player or ""
    for said in move.cards:
        state = _holding(state, player, move.sort, said)
    # At the count the question stays until somebody says that there are no more.
    if state.season == "winter" and state.phase == "draft" and state.edition:
        state = state.with_told(player, move.sort)
    return settle(state)


def _holding(state: KeyFlow, player: str, sort: str, said: HeldCard) -> KeyFlow:
    """The table with one more card of a player's, and what was written behind its name."""
    card = known_card(state, said.name) or Card(name=said.name)
    if card.kind is None:
        card = card.model_copy(update={"kind": sort})
    if card.scores is None and said.scores is not None:
        card = card.model_copy(update={"scores": said.scores})
    held = state.counts.get(player, Holdings(transport=None))
    if sort == "winter":
        one = WinterCard(name=card.name, scores=said.scores)
        held = held.model_copy(update={"winter": (*held.winter, one)})
    elif sort == "boat":
        held = held.model_copy(update={"boats": (*held.boats, card.name)})
    else:
        spot = Location(card=card.name, resources=dict(said.goods), scores=said.scores)
        held = held.model_copy(update={"locations": (*held.locations, spot)})
    if said.goods:
        state = state.with_told(player, lying_on(card.name))
    state = _with_card(state, card)
    return state.model_copy(update={"counts": state.counts | {player: held}})


def may_stock(state: KeyFlow, move: Stock) -> Iterator[Reason]:
    if state.keep == "everything":
        yield Reason(rule="score.locations", text="What lies on a location follows from the plays")
    elif move.on not in locations_of(state, move.player or ""):
        yield Reason(
            rule="score.locations",
            text=f"{move.player} has no location called {names.safe(move.on)[:40]}",
            hint=", ".join(locations_of(state, move.player or "")),
        )


def do_stock(state: KeyFlow, move: Stock) -> KeyFlow:
    player = move.player or ""
    held = state.counts.get(player, Holdings(transport=None))
    spots = list(held.locations)
    place = next((place for place, spot in enumerate(spots) if spot.card == move.on), None)
    if place is None:
        spots.append(Location(card=move.on, resources=move.goods))
    else:
        spots[place] = spots[place].model_copy(update={"resources": move.goods})
    held = held.model_copy(update={"locations": tuple(spots)})
    state = state.model_copy(update={"counts": state.counts | {player: held}})
    return settle(state.with_told(player, lying_on(move.on)))


def locations_of(state: KeyFlow, player: str) -> tuple[str, ...]:
    """The locations of a player, by the names of their village or of the count."""
    if state.keep == "counts":
        return tuple(spot.card for spot in state.counts.get(player, Holdings()).locations)
    village = state.villages.get(player, ())
    return tuple(b.name for b in village if state.card_of(b).kind == "location")


def may_number(state: KeyFlow, move: Number) -> Iterator[Reason]:
    words = TOPICS.get(move.what, ())
    if move.number and (move.what in HELD_SORTS or len(words) > 1):
        said = names.either(words) if words else "name the cards"
        yield Reason(rule="winter.count", text=f"{move.number} of what: {said}?")
    elif words:
        yield from may_count(state, _tally(move))
    elif move.what not in HELD_SORTS:
        yield Reason(rule="winter.count", text=f"{names.safe(move.what)[:40]} is not counted here")


def do_number(state: KeyFlow, move: Number) -> KeyFlow:
    if move.what in TOPICS:
        return do_count(state, _tally(move))
    return settle(state.with_told(move.player or "", move.what))


def _tally(move: Number) -> Tally:
    return Tally(player=move.player, amounts=dict.fromkeys(TOPICS[move.what], move.number))


def may_next(state: KeyFlow, move: Next) -> Iterator[Reason]:
    if state.phase == "count":
        return
    if state.keep != "counts" or state.phase == "over":
        yield Reason(rule="draft.once", text="A turn ends by itself when everybody has played")


def warn_next(state: KeyFlow, move: Next) -> Iterator[str]:
    if state.phase == "count":
        from keyhelper.games.key_flow.holdings import blanks  # the count itself is not needed here

        left = plenty(sum(1 for _ in blanks(state)), "question")
        yield f"{left} of the count would stay open, and the game would be over"


def do_next(state: KeyFlow, move: Next) -> KeyFlow:
    if state.phase == "count":
        return settle(state.model_copy(update={"is_closed": True}))
    seats = len(state.players)
    first = seats if state.season == "winter" else 0
    dealt = int(decks.deck(state.season, seats)["cards"]) + first
    state = state.model_copy(
        update={"unplayed": state.unplayed - dealt, "boxed": state.boxed + dealt}
    )
    return settle(next_season(state))


def _counted(held: Holdings, word: str, count: int) -> Holdings:
    """The holdings with one number set."""
    for field, words in (("resources", RESOURCES), ("animals", ANIMALS), ("skills", SKILLS)):
        if word in words:
            return held.model_copy(update={field: getattr(held, field) | {word: count}})
    if word in ("token", "transport", FLIPPED):
        return held.model_copy(update={{"token": "tokens"}.get(word, word): count})
    if word == POINTS:
        return held.model_copy(update={"panels": (PanelShown(points=count),)})
    colour, _, animal = word.partition(" ")
    if colour in COLOURS:
        others = [c for c in held.keyples if (c.colour, c.animal or "") != (colour, animal)]
        cards = [KeypleCard(colour=colour, animal=animal or None)] * count
        return held.model_copy(update={"keyples": (*others, *cards)})
    card, _, resource = word.rpartition(" ")
    spots = list(held.locations)
    for place, spot in enumerate(spots):
        if spot.card == card:
            goods = spot.resources | {resource: count}
            spots[place] = spot.model_copy(update={"resources": goods})
            break
    return held.model_copy(update={"locations": tuple(spots)})


def _count_of(held: Holdings, word: str) -> int | None:
    amounts = {**held.resources, **held.skills, **held.animals, "token": held.tokens}
    if word in (*RESOURCES, *SKILLS, *ANIMALS, "token"):
        return amounts.get(word, 0)
    return None


def _term(text: str) -> str:
    return str(parse(text, VOCABULARY))


def _with_card(state: KeyFlow, card: Card) -> KeyFlow:
    return state.model_copy(update={"book": state.book | {card.name: card}})


def _without_tasks(state: KeyFlow, want: str, card: str) -> KeyFlow:
    """The table without questions about a card that have just been answered."""
    for player, tasks in state.tasks.items():
        for task in tasks:
            if task.want == want and _is_of(state, task, card):
                state = state.without_task(player, task)
    return state


def _is_of(state: KeyFlow, task: Task, card: str) -> bool:
    building = state.find(task.village, task.building)
    return building is not None and building.card == card


def _no_card(state: KeyFlow, name: str, rule: str) -> Reason:
    near = names.nearest(name, tuple(state.book))
    hint = f"did you mean {names.either(near)}?" if near else "lay it first"
    return Reason(
        rule=rule, text=f"No card called {names.safe(name)[:40]} is known at this table", hint=hint
    )
