"""Village cards: laying them in two rows, discarding instead, the winter card after autumn."""

from __future__ import annotations

from collections.abc import Iterator

from keyhelper.engine import names
from keyhelper.engine.verdict import Reason, unproven
from keyhelper.games.key_flow.gains import apply_deal, may_take
from keyhelper.games.key_flow.model import (
    Building,
    Card,
    KeyFlow,
    Task,
)
from keyhelper.games.key_flow.moves import Choose, Discard, Lay
from keyhelper.games.key_flow.seasons import settle
from keyhelper.games.key_flow.village import open_places, place_name, read_place, row_of, touching


def may_play(state: KeyFlow, player: str | None) -> Iterator[Reason]:
    """Everybody plays one card a turn, while a season is drafted."""
    if player not in state.players:
        yield Reason(rule="draft.choose", text=f"{player or 'Nobody'} is not at this table")
        return
    if state.phase == "any":
        return
    if state.keep == "counts":
        yield Reason(rule="draft.choose", text="This table keeps only counts, not single plays")
    elif state.phase != "draft":
        yield Reason(rule="draft.choose", text=f"No cards are drafted now: {_phase(state)}")
    elif player in state.played:
        yield Reason(
            rule="draft.once",
            text=f"{player} has already played a card in turn {state.round} of {state.hand}",
        )


def may_lay(state: KeyFlow, move: Lay) -> Iterator[Reason]:
    yield from may_play(state, move.player)
    yield from may_put(state, move.player, move.card, move.at)


def do_lay(state: KeyFlow, move: Lay) -> KeyFlow:
    player = move.player or ""
    laid = put(state, player, move.card, move.at)
    return settle(laid.model_copy(update={"played": (*laid.played, player)}))


def warn_lay(state: KeyFlow, move: Lay | Choose) -> Iterator[str]:
    card = known_card(state, move.card)
    if state.phase == "any":
        near = near_name(state, move.card)  # nobody is there to be asked which one is meant
        if near is not None:
            yield f"{move.card} is new to your box; did you mean {near}?"
        return
    if card is None:
        return
    season = "winter" if isinstance(move, Choose) else state.season
    if card.season and card.season != season:
        yield f"{card.name} is a {card.season} card, and this is {state.season}"
    owners = [o for o, village in state.villages.items() for b in village if b.card == card.name]
    # How many copies a box holds is not known; where two lie already, somebody has said so.
    if len(owners) == 1:
        yield f"{card.name} lies in {owners[0]}'s village already; is this another copy?"


def may_put(state: KeyFlow, player: str | None, name: str, at: str) -> Iterator[Reason]:
    """What speaks against a card in a place, whatever brings it there."""
    place = read_place(at)
    taken = {b.at: b for b in state.villages.get(player or "", ()) if b.at is not None}
    row = row_of(place)
    card = known_card(state, name)
    if card is not None and card.row and card.row != row:
        free = [place_name(p) for p in open_places(tuple(taken), card.row)[:4]]
        yield Reason(
            rule="village.row",
            text=f"{card.name} shows a {card.row}; {at} is in the {row} row",
            hint=f"{card.row} places: {', '.join(free)}" if free else "",
        )
    elif card is not None and card.kind == "boat" and row != "river":
        yield Reason(
            rule="boat.river", text=f"{card.name} is a boat and lies in the river row; {at} is not"
        )
    if place in taken:
        yield Reason(rule="village.place", text=f"{taken[place].name} lies at {at} already")
    elif taken and not set(touching(place)) & set(taken):
        free = [place_name(p) for p in open_places(tuple(taken), row)[:6]]
        yield Reason(
            rule="village.connect",
            text=f"{at} touches no card of {player}'s village",
            hint=f"open places in that row: {', '.join(free)}",
        )
    if not taken and state.phase == "any":
        yield unproven(
            rule="village.connect", text=f"The position lists no cards of {player}'s village"
        )


def put(state: KeyFlow, player: str, name: str, at: str) -> KeyFlow:
    """The card in its place, with what its foot gives and what is still to be said about it."""
    place = read_place(at)
    known = known_card(state, name)
    card = known or Card(name=name, season=state.season)
    if card.row is None:
        card = card.model_copy(update={"row": row_of(place)})
    village = state.villages.get(player, ())
    building = Building(
        name=_unique(card.name, village),
        card=card.name,
        row=row_of(place),
        at=place,
        is_new=True,
    )
    state = state.model_copy(
        update={
            "villages": state.villages | {player: (*village, building)},
            "book": state.book | {card.name: card},
            "unplayed": state.unplayed - 1,
        }
    )
    is_winter = state.season == "winter" or state.phase == "choose"
    tasks: list[Task] = []
    if card.kind is None and card.row == "river" and not is_winter:
        tasks.append(Task(want="sort", building=building.name, village=player))
    if card.scores is None and card.kind in (None, "winter") and is_winter:
        tasks.append(Task(want="rate", building=building.name, village=player))
    if state.keep == "everything":
        foot = card.sure_foot
        # A supply that has run out hinders nobody from laying the card; the table says what it got.
        if foot is not None and not any(may_take(state, player, foot)):
            state = apply_deal(state, player, foot, player, building.name)
            if any(foot.brings.values()):
                state = state.with_news(f"{building.name} gives {player} {foot} at once")
        elif card.foot or not is_winter:
            tasks.append(Task(want="foot", building=building.name, village=player))
    return state.with_task(player, *tasks)


def known_card(state: KeyFlow, name: str) -> Card | None:
    """The card of that name, however it is spelt."""
    found = names.find(name, tuple(state.book))
    return state.book[found] if found else None


def near_name(state: KeyFlow, name: str) -> str | None:
    """The known card that a new name looks like; most cards of a box are new at first."""
    if known_card(state, name) is not None:
        return None
    folded = {names.fold(known): known for known in state.book}
    from difflib import get_close_matches  # only a near miss needs it

    near = get_close_matches(names.fold(name), folded, n=1, cutoff=0.85)
    return folded[near[0]] if near else None


def may_discard(state: KeyFlow, move: Discard) -> Iterator[Reason]:
    if state.phase == "choose":
        yield Reason(
            rule="faq.winter-discard",
            text="The winter K card cannot be discarded; one must be played",
        )
        return
    yield from may_play(state, move.player)


def do_discard(state: KeyFlow, move: Discard) -> KeyFlow:
    player = move.player or ""
    is_empty = state.edition > 0 and state.supply.get("token", 0) < 1
    if state.keep == "everything" and is_empty:
        state = state.with_news(f"The supply has no keyple tokens; {player} gains none")
    elif state.keep == "everything":
        state = state.model_copy(
            update={
                "tokens": state.tokens | {player: (state.tokens.get(player) or 0) + 1},
                "supply": state.supply | {"token": state.supply.get("token", 0) - 1},
            }
        )
    state = state.model_copy(
        update={
            "unplayed": state.unplayed - 1,
            "boxed": state.boxed + 1,
            "played": (*state.played, player),
        }
    )
    return settle(state)


def may_choose(state: KeyFlow, move: Choose) -> Iterator[Reason]:
    if state.phase not in ("choose", "any"):
        yield Reason(
            rule="winter.choose",
            text=f"Winter K cards are chosen at the end of autumn: {_phase(state)}",
        )
    elif move.player in state.played:
        yield Reason(rule="winter.choose", text=f"{move.player} has already chosen a winter K card")
    card = known_card(state, move.card)
    if card is not None and card.kind not in (None, "winter"):
        yield Reason(
            rule="winter.choose", text=f"{card.name} is a {card.kind} card, not a winter card"
        )
    yield from may_put(state, move.player, move.card, move.at)


def do_choose(state: KeyFlow, move: Choose) -> KeyFlow:
    player = move.player or ""
    laid = put(state, player, move.card, move.at)
    card = laid.book[(known_card(laid, move.card) or Card(name=move.card)).name]
    winter = card.model_copy(update={"kind": card.kind or "winter", "season": "winter"})
    laid = laid.model_copy(
        update={"book": laid.book | {card.name: winter}, "played": (*laid.played, player)}
    )
    return settle(laid)


def _unique(name: str, village: tuple[Building, ...]) -> str:
    """The card's name in this village; a second copy gets a number."""
    taken = {names.fold(building.name) for building in village}
    number, unique = 1, name
    while names.fold(unique) in taken:
        number += 1
        unique = f"{name} {number}"
    return unique


def _phase(state: KeyFlow) -> str:
    """What goes on now, for a sentence."""
    return {
        "draft": f"{state.season}, turn {state.round} of {state.hand}",
        "tokens": f"{state.season}, tokens are used",
        "clear": f"{state.season} is cleared away",
        "choose": "winter K cards are chosen",
        "count": "the final count",
        "over": "the game is over",
        "any": "a position",
    }[state.phase]
