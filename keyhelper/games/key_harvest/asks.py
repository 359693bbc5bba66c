"""What is asked: the next question to the table, with what an empty line means."""

from __future__ import annotations

from keyhelper.engine import names
from keyhelper.engine.game import Ask, Turn
from keyhelper.engine.sealed import Unknown
from keyhelper.games.key_harvest import board, crops, moves
from keyhelper.games.key_harvest.model import (
    ACTIONS,
    REGISTRY,
    STORE,
    Countryside,
    Pending,
    country_of,
    effect_name,
    left_of,
    unseen_deals,
)
from keyhelper.games.key_harvest.rules import may_stand

# Without its word only a number and a space are an action: a reference alone might be harvested,
# transferred or stored, and a single letter must not pass the bag.
BARE_KINDS = ("worker",)
WORDED_ACTIONS = ("harvest", "transfer", "store", "remove", "pass")
# A line without a kind is read as the first of these, counters gained; no line without its word
# looks like the second.
EFFECT_KINDS = ("gain", "give")
# These need their own word: `done` and `event` take any text, and a slip of the finger must
# not end an event.
WORDED_KINDS = ("done", "lose", "tile", "flip", "lift", "event", "draw", "crops")
MOST_SPACES = 4  # named in a question
FREE_KINDS = ("harvest", "worker", "remove", "transfer", "store")


def turn(state: Countryside) -> Turn:
    """The question the table must answer next."""
    asks = (
        _dealt_asks(state)
        or _opening_asks(state)
        or _crop_asks(state)
        or _hands_asks(state)
        or _pending_asks(state)
        or _turn_asks(state)
        or _count_asks(state)
    )
    return Turn(_headline(state), asks, (state.news,) if state.news else ())


def _headline(state: Countryside) -> str:
    if state.turns_left == 0:
        return "Key Harvest · the last turn is over"
    if state.on_turn is None:
        return "Key Harvest · before the first turn"
    parts = [f"Turn {state.turns + 1}", f"{state.on_turn} has the bag"]
    if state.turns_left is not None:
        left = state.turns_left
        parts.append(f"last turns: {left} left" if left > 1 else "the last turn")
    elif state.is_last_turns:
        parts.append("then two more turns each")
    return " · ".join(parts)


# Before the first turn


def _dealt_asks(state: Countryside) -> tuple[Ask, ...]:
    """Everybody looks in private at the counters that keyhelper dealt."""
    for player in unseen_deals(state):
        dealt = state.countries[player].dealt
        hand = {} if isinstance(dealt, Unknown) else dealt.value
        lines = (
            f"{player}, keyhelper drew for you: {crops.say(hand)}",
            "Take exactly these counters behind your screen, unseen by the others",
            f"`peek {player}` shows what you have there again, at any time",
        )
        ask = Ask(
            "Taken?",
            ("dealt",),
            {"player": player},
            enter=moves.TakeDealt(player=player),
            hint="Enter: yes",
            secret_for=player,
            secret_lines=lines,
        )
        return (ask,)
    return ()


def _opening_asks(state: Countryside) -> tuple[Ask, ...]:
    if state.is_partial:
        return ()
    if not state.is_layout_settled:
        rows = dict.fromkeys((state.layout, *board.CANDIDATES))
        ask = Ask(
            "How long are the rows A to G?",
            ("layout",),
            enter=moves.SetLayout(rows=state.layout),
            hint="1 to 3, or seven lengths; Enter: 1",
            choices=tuple((layout, moves.SetLayout(rows=layout)) for layout in rows),
        )
        return (ask,)
    for player, country in state.countries.items():
        if not country.fields and not state.is_registry_open:
            known = [" ".join(pair) for pair in state.pairs if set(pair) <= set(state.bag)]
            hint = f"such as {known[0]}" if known else "both references"
            return (Ask(f"{player}'s start tiles", ("pair",), {"player": player}, hint=hint),)
    if not state.is_registry_open:
        number = len(state.registry) + 1
        hint = f"such as {_from_bag(state)}"
        return (Ask(f"Registry, tile {number} of {REGISTRY}", ("draw",), hint=hint),)
    return ()


def _crop_asks(state: Countryside) -> tuple[Ask, ...]:
    """What grows on open tiles; an event or a worker is finished first."""
    blank = unknown_crops(state)
    is_busy = state.top is not None and state.top.kind != "refill"
    if state.is_partial or is_busy or not blank:
        return ()
    hint = "wheat hops ... in this order" if len(blank) > 1 else "the large symbol: wheat"
    return (Ask(f"What grows on {names.listed(blank)}?", ("crops",), hint=hint),)


def unknown_crops(state: Countryside) -> tuple[str, ...]:
    """Face-up tiles of which nobody has said what grows on them."""
    seen = list(state.registry)
    for country in state.countries.values():
        seen += [*(country.fields or {}), *(stored.tile for stored in country.store)]
    return tuple(ref for ref in board.references(state.layout)
                 if ref in seen and ref not in state.crops)  # fmt: skip


def _hands_asks(state: Countryside) -> tuple[Ask, ...]:
    if state.on_turn is not None or state.turns or state.is_partial:
        return ()
    for player, country in state.countries.items():
        if not country.is_told and player not in state.asked_counters:
            ask = Ask(
                f"{player}, which counters did you draw?",
                ("counters",),
                {"player": player},
                enter=moves.DrawCounters(player=player),
                hint="such as 2 hops 1 wine; Enter: not told",
                secret_for=player,
            )
            return (ask,)
    chooser = state.first_drawn
    if chooser is None:
        return (Ask("Who takes the first turn?", ("first",), hint="as the drawn player chose"),)
    ask = Ask(
        f"{chooser} chooses who takes the first turn",
        ("first",),
        {"player": chooser},
        enter=moves.ChooseFirst(player=chooser, starts=chooser),
        hint=f"Enter: {chooser}",
    )
    return (ask,)


# What must be settled first


def _pending_asks(state: Countryside) -> tuple[Ask, ...]:
    top = state.top
    if top is None:
        return ()
    if top.kind == "refill":
        return _refill_asks(state, top)
    if top.kind == "displaced":
        return (_displaced_ask(state, top),)
    return _effect_asks(state, top)


def _displaced_ask(state: Countryside, top: Pending) -> Ask:
    """Players forget that this is free: the question names where the worker may stand."""
    worker = top.worker.says() if top.worker else "the worker"
    number = top.worker.number if top.worker else 1
    every = board.references(state.layout)
    stands = [at for at in every if not any(may_stand(state, top.player, number, at))]
    shown = " ".join(stands[:MOST_SPACES]) + " ..." * (len(stands) > MOST_SPACES)
    hint = f"{shown}: free, and it acts again; Enter: home"
    return Ask(
        f"{top.player}'s {worker} was pushed off: where to?",
        ("reposition", "home"),
        {"player": top.player},
        enter=moves.WorkerHome(player=top.player),
        hint=hint if stands else "it may stand nowhere; Enter: home",
    )


def _refill_asks(state: Countryside, top: Pending) -> tuple[Ask, ...]:
    given = {"player": top.player}
    prompt = f"{top.player} draws for the registry"
    if not state.bag and not state.events_in_bag:
        empty = moves.BagEmpty(player=top.player)
        return (Ask(prompt, ("empty",), given, enter=empty, hint="Enter: the bag is empty"),)
    left = [_from_bag(state)] if state.bag else []
    left += ["`event`"] if state.events_in_bag else []
    # `event` takes any text: a crop spelt wrong must not become an event's name.
    return (
        Ask(prompt, ("draw",), given, hint="such as " * bool(state.bag) + ", or ".join(left)),
        Ask("or what else came out of the bag", ("event", "empty"), given),
    )


def _from_bag(state: Countryside) -> str:
    """An example of a draw: a tile that can still come, and its crop."""
    tile = state.bag[0] if state.bag else "C4"
    return f"{tile} {state.crops.get(tile, 'wheat')}"


def _effect_asks(state: Countryside, top: Pending) -> tuple[Ask, ...]:
    who = top.waiting[0] if top.waiting else top.player
    if top.kind == "event":
        prompt = f"{who} carries out {effect_name(state)}"
    else:
        worker = top.worker.says() if top.worker else "the worker"
        symbol = (top.worker.symbol if top.worker else None) or ""
        acts = {"bell": "may act, it has a bell", "scroll": "must act, it has a scroll"}
        prompt = f"{who}'s {worker} {acts.get(symbol, 'acts')}"
    given = {"player": who}
    hint = "`gain hops` or `?`; Enter: done"
    return (
        Ask(prompt, EFFECT_KINDS, given, enter=moves.Done(player=who), hint=hint),
        Ask("or what else it does", (*WORDED_KINDS, *FREE_KINDS), given),
    )


# A turn


def _turn_asks(state: Countryside) -> tuple[Ask, ...]:
    player = state.on_turn
    if player is None or state.turns_left == 0:
        return ()
    taken = state.actions
    others = Ask("or another action", WORDED_ACTIONS)
    is_last = state.turns_left == 1
    if not taken:
        # Without Enter: nobody ends a turn by chance before it has begun.
        prompt = f"{player}: two of {', '.join(ACTIONS)}"
        return (Ask(prompt, BARE_KINDS, hint="or `pass`" + ": the end" * is_last), others)
    second = f"another {taken[-1]}" if _may_take_second(state, player) else ""
    if len(taken) == 1:
        left = [a for a in ACTIONS if a not in taken and (a, *taken) != ("transfer", "store")]
        more = f"{second}, or one of" if second else "one more of"
        prompt = f"{player}: {more} {', '.join(left)}"
    elif second:
        prompt = f"{player}: {second}?"
    else:
        prompt = f"{player} has taken {names.listed(taken)}"
    passes = moves.PassBag(player=player)
    hint = "Enter: the game ends" if is_last else f"Enter: bag to {left_of(state, player)}"
    if len(taken) > 1 and not second:
        return (Ask(prompt, ("pass",), enter=passes, hint=hint),)
    return (Ask(prompt, BARE_KINDS, enter=passes, hint=hint), others)


def _may_take_second(state: Countryside, player: str) -> bool:
    """Whether the last action can go on with another tile."""
    if state.actions[-1] not in ("transfer", "store") or (state.tiles_moved or 0) >= 2:
        return False
    if state.actions[-1] == "transfer":
        return any(country.store for country in state.countries.values())
    return len(country_of(state, player).store) < STORE and bool(state.registry)


# The count


def _count_asks(state: Countryside) -> tuple[Ask, ...]:
    for player in uncounted(state):
        ask = Ask(
            f"Behind {player}'s screen",
            ("count",),
            {"player": player},
            enter=moves.CountScreen(player=player),
            hint="such as 2 hops 1 wine; Enter: uncounted",
        )
        return (ask,)
    return ()


def uncounted(state: Countryside) -> tuple[str, ...]:
    """Players to be asked for their counters once the game is over."""
    if state.turns_left != 0:
        return ()
    every = state.countries.items()
    return tuple(p for p, country in every if not country.is_told and country.counters is None)


def ending(state: Countryside) -> str | None:
    """Why the game is over; None while there is a turn or a count to come."""
    if state.turns_left != 0 or uncounted(state):
        return None
    return f"The game is over: everybody has had two turns since {state.drawer}'s tenth event"
