"""What happens when some buildings rise: Factory, Bank, Grove University, Guild, Watch."""

from __future__ import annotations

from collections.abc import Iterator

from keyhelper.engine.names import listed
from keyhelper.engine.trouble import Trouble
from keyhelper.engine.verdict import Reason, unproven
from keyhelper.games.tiny_towns import cards
from keyhelper.games.tiny_towns.cards import card
from keyhelper.games.tiny_towns.construction import HOLDERS, bank_is_new, may_take_cube, settle
from keyhelper.games.tiny_towns.model import BANK, GROVE, GUILD, WATCH, Pending, TinyTowns
from keyhelper.games.tiny_towns.moves import Decline, Grove, Guild, Hold, Stock, Watch
from keyhelper.games.tiny_towns.rounds import item_words
from keyhelper.games.tiny_towns.town import with_item

STOCK = 3
_SHORT = {GROVE: "grove", GUILD: "guild", WATCH: "watch"}
OPTIONAL = {"guild": GUILD, "watch": WATCH}  # the effects that may be declined


def due_for(state: TinyTowns, player: str, kind: str) -> Pending | None:
    """The effect of that kind that this player is asked about now."""
    return next((p for p in state.pending if p.player == player and p.kind == kind), None)


def _just_built(state: TinyTowns, player: str, kind: str, monument: str) -> Iterator[Reason]:
    """Reasons why the player is not asked about that monument's effect."""
    if due_for(state, player, kind) is not None:
        return
    rule = {"grove": "grove.place", "guild": "guild.replace", "stock": "watch.stock"}[kind]
    if state.is_partial and state.towns[player].monument == monument:
        yield unproven(rule, f"It is not told whether {player} has just built {monument}")
    else:
        text = f"The effect of {monument} is not open: {player} has not just built it"
        yield Reason(rule=rule, text=text, hint=to_build_it(state, player, monument))


def to_build_it(state: TinyTowns, player: str, monument: str) -> str:
    """How to claim the monument itself: its short name is also that of its effect.

    It promises nothing, because who holds the card is a secret.
    """
    if state.towns[player].raised is not None:
        return ""
    return f"to build the monument itself, say `{player} build {_SHORT[monument]}`"


def _from_supply(state: TinyTowns, player: str, building: str) -> Iterator[Reason]:
    of = card(building)
    if of.is_monument:
        yield Reason(rule="monument.supply", text=f"{of.name} is a monument, not in the supply")
    elif building not in state.cards:
        text = f"The {building} is not in this game; {listed(state.cards)} are"
        yield Reason(rule="build.displayed", text=text)
    elif building == BANK and state.reading("effects.placed", "yes") == "yes":
        yield from may_take_cube(state, player, building, None)


def _on_empty(state: TinyTowns, player: str, square: str, rule: str) -> Iterator[Reason]:
    item = state.towns[player].at(square)
    if item is not None:
        yield Reason(rule=rule, text=f"{square} already holds {item_words(item)}")


def _put(state: TinyTowns, player: str, building: str, square: str) -> TinyTowns:
    """The building from the supply on that square; its cubes of before are gone."""
    town = state.towns[player]
    after = state.with_town(
        player,
        board=with_item(town.board, square, building),
        built=town.built | {square: state.round},
        stored={s: cubes for s, cubes in town.stored.items() if s != square},
    )
    if state.reading("effects.placed", "yes") == "no":
        return after
    return settle(after, player, building, square, None)


def _without(state: TinyTowns, due: Pending | None) -> TinyTowns:
    pending = list(state.pending)
    if due in pending and due is not None:
        pending.remove(due)
    return state.model_copy(update={"pending": tuple(pending)})


def _room(state: TinyTowns, player: str, square: str) -> None:
    item = state.towns[player].at(square)
    if item is not None:
        raise Trouble(f"{square} already holds {item_words(item)}; there is no room")


# Hold


def may_hold(state: TinyTowns, move: Hold) -> Iterator[Reason]:
    player = state.seat(move.player)
    due = _hold_due(state, move)
    if due is None and state.is_partial:
        yield unproven("factory.holds", f"It is not told whether {player} has just built one")
    elif due is None:
        text = f"{player} has no new Factory or Bank that waits for a cube"
        yield Reason(rule="factory.holds", text=text)
    elif due.building == BANK:
        yield from bank_is_new(state, player, move.resource)


def do_hold(state: TinyTowns, move: Hold) -> TinyTowns:
    player = state.seat(move.player)
    due = _hold_due(state, move)
    square = move.square or (due.square if due else None)
    if square is None or state.towns[player].at(square) not in HOLDERS:
        raise Trouble(f"{player} has no Factory or Bank there to put a cube on")
    stored = state.towns[player].stored | {square: (move.resource,)}
    pending = tuple(p for p in state.pending if p != due)
    return state.with_town(player, stored=stored).model_copy(update={"pending": pending})


def _hold_due(state: TinyTowns, move: Hold) -> Pending | None:
    player = state.seat(move.player)
    return next(
        (
            due
            for due in state.pending
            if due.kind == "hold"
            and due.player == player
            and (move.square is None or move.square == due.square)
        ),
        None,
    )


# Grove University


def may_grove(state: TinyTowns, move: Grove) -> Iterator[Reason]:
    player = state.seat(move.player)
    yield from _just_built(state, player, "grove", GROVE)
    yield from _from_supply(state, player, move.building)
    yield from _on_empty(state, player, move.square, "grove.place")


def do_grove(state: TinyTowns, move: Grove) -> TinyTowns:
    player = state.seat(move.player)
    _room(state, player, move.square)
    after = _without(state, due_for(state, player, "grove"))
    return _put(after, player, move.building, move.square)


# Architect's Guild


def may_guild(state: TinyTowns, move: Guild) -> Iterator[Reason]:
    player = state.seat(move.player)
    yield from _just_built(state, player, "guild", GUILD)
    yield from _from_supply(state, player, move.building)
    item = state.towns[player].at(move.square)
    if item is None or not cards.is_building(item):
        text = f"{move.square} holds {item or 'nothing'}, no building to replace"
        yield Reason(rule="guild.replace", text=text)
    elif item == move.building:
        text = f"{move.square} already holds {item_words(item)}; it must become another type"
        yield Reason(rule="guild.replace", text=text)
    elif item == GUILD and state.reading("guild.itself", "no") == "no":
        yield Reason(rule="guild.itself", text="The Architect's Guild does not replace itself")
    elif card(item).is_monument and item != GUILD:
        yield Reason(rule="monument.supply", text=f"{item} is a monument and stays")


def do_guild(state: TinyTowns, move: Guild) -> TinyTowns:
    player = state.seat(move.player)
    due = due_for(state, player, "guild")
    after = _without(state, due)
    if due is not None and due.left > 1:
        left = due.model_copy(update={"left": due.left - 1})
        after = after.model_copy(update={"pending": (left, *after.pending)})
    return _put(after, player, move.building, move.square)


# Opaleye's Watch


def may_stock(state: TinyTowns, move: Stock) -> Iterator[Reason]:
    player = state.seat(move.player)
    yield from _just_built(state, player, "stock", WATCH)
    different = len(set(move.buildings))
    if different != len(move.buildings) or different != STOCK:
        text = f"The Watch takes {STOCK} different buildings; {different} different are named"
        yield Reason(rule="watch.stock", text=text)
    for building in dict.fromkeys(move.buildings):
        yield from _from_supply(state, player, building)


def do_stock(state: TinyTowns, move: Stock) -> TinyTowns:
    player = state.seat(move.player)
    after = _without(state, due_for(state, player, "stock"))
    return after.with_town(player, stock=tuple(dict.fromkeys(move.buildings)))


def claim_due(state: TinyTowns, move: Watch) -> Pending | None:
    """The stocked building that this claim is about."""
    player = state.seat(move.player)
    return next(
        (
            due
            for due in state.pending
            if due.kind == "watch"
            and due.player == player
            and move.building in {None, due.building}
        ),
        None,
    )


def may_watch(state: TinyTowns, move: Watch) -> Iterator[Reason]:
    player = state.seat(move.player)
    town = state.towns[player]
    due = claim_due(state, move)
    if town.monument != WATCH:
        text = f"{player} has not built Opaleye's Watch"
        hint = to_build_it(state, player, WATCH)
        yield Reason(rule="watch.claim", text=text, hint=hint)
    elif due is None and state.is_partial:
        yield unproven("watch.claim", f"It is not told what lies on {player}'s Watch")
    elif due is None:
        stock = listed(town.stock) or "nothing"
        text = f"No neighbour has just built one of the buildings on {player}'s Watch: {stock}"
        yield Reason(rule="watch.claim", text=text)
    else:
        yield from _from_supply(state, player, due.building or "")
    if not town.empty_squares:
        yield Reason(rule="watch.full", text=f"{player} has no empty square for it")
    else:
        yield from _on_empty(state, player, move.square, "watch.claim")


def do_watch(state: TinyTowns, move: Watch) -> TinyTowns:
    player = state.seat(move.player)
    due = claim_due(state, move)
    building = move.building or (due.building if due else None)
    if building is None:
        raise Trouble("Say which building comes from Opaleye's Watch")
    _room(state, player, move.square)
    stock = tuple(b for b in state.towns[player].stock if b != building)
    after = state.with_town(player, stock=stock)
    # Both neighbours may have built it; the Watch has one of each.
    spent = (p for p in state.pending if p.player == player and p.kind == "watch")
    for claim in [p for p in spent if p.building == building]:
        after = _without(after, claim)
    return _put(after, player, building, move.square)


# Doing without


def may_decline(state: TinyTowns, move: Decline) -> Iterator[Reason]:
    player = state.seat(move.player)
    due = declined(state, move)
    if due is None:
        yield Reason(rule="monument.effect", text=f"{player} is not asked about any effect")
    elif not due.is_optional:
        text = f"{player} must carry this effect out: it says no may"
        yield Reason(rule="monument.effect", text=text)


def do_decline(state: TinyTowns, move: Decline) -> TinyTowns:
    return _without(state, declined(state, move))


def declined(state: TinyTowns, move: Decline) -> Pending | None:
    """The effect that its player does without: the one named, else the first that is asked."""
    due = [p for p in state.pending if p.player == state.seat(move.player)]
    named = [p for p in due if move.effect and move.effect == OPTIONAL.get(p.kind)]
    return next(iter(named or due), None)
