"""What is asked: the next question to the table, with what an empty line means."""

from __future__ import annotations

from keyhelper.engine import names
from keyhelper.engine.game import Ask, Turn
from keyhelper.games.key_harvest import board, moves
from keyhelper.games.key_harvest.bag import event_number
from keyhelper.games.key_harvest.model import (
    ACTIONS,
    REGISTRY,
    STORE,
    Countryside,
    Pending,
    country_of,
    left_of,
)
from keyhelper.games.key_harvest.rules import may_stand

# Without its word a line may be one of these. `transfer` and `remove` need theirs: of the few
# tiles and workers that fit, a single letter would pick one.
ACTION_KINDS = ("harvest", "worker", "store", "pass")
# A line without a kind is read as the first of these: counters gained.
EFFECT_KINDS = ("gain",)
# These need their own word: `done` and `event` take any text, and a slip of the finger must
# not end an event.
WORDED_KINDS = ("done", "lose", "give", "tile", "flip", "lift", "event", "draw", "crops")
MOST_SPACES = 4  # named in a question
FREE_KINDS = ("harvest", "worker", "remove", "transfer", "store")


def turn(state: Countryside) -> Turn:
    """The question the table must answer next."""
    asks = (
        _opening_asks(state)
        or _crop_asks(state)
        or _hands_asks(state)
        or _pending_asks(state)
        or _turn_asks(state)
        or _count_asks(state)
    )
    return Turn(_headline(state), asks)


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


def _opening_asks(state: Countryside) -> tuple[Ask, ...]:
    if state.is_partial:
        return ()
    if not state.is_layout_settled:
        ask = Ask(
            "How long are the rows A to G of your boards?",
            ("layout",),
            enter=moves.SetLayout(rows=state.layout),
            hint=f"Enter: {state.layout}",
        )
        return (ask,)
    for player, country in state.countries.items():
        if not country.fields and not state.is_registry_open:
            hint = "both references, such as E4 B7"
            return (Ask(f"{player}'s start tiles", ("pair",), {"player": player}, hint=hint),)
    if not state.is_registry_open:
        number = len(state.registry) + 1
        hint = "reference and crop: C4 wheat"
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
                f"{player}, which three counters did you draw?",
                ("counters",),
                {"player": player},
                enter=moves.DrawCounters(player=player),
                hint="such as 2 hops 1 wine; Enter keeps them to yourself",
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
    news = f"{state.news}. " if state.news else ""
    if top.kind == "refill":
        return _refill_asks(state, top, news)
    if top.kind == "displaced":
        return (_displaced_ask(state, top),)
    return _effect_asks(state, top, news)


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


def _refill_asks(state: Countryside, top: Pending, news: str) -> tuple[Ask, ...]:
    given = {"player": top.player}
    prompt = f"{top.player} draws for the registry"
    if not state.bag and not state.events_in_bag:
        empty = moves.BagEmpty(player=top.player)
        hint = f"{news}Enter: the bag is empty"
        return (Ask(prompt, ("empty",), given, enter=empty, hint=hint),)
    hint = f"{news}C4 wheat, or `event`"
    # `event` takes any text: a crop spelt wrong must not become an event's name.
    return (
        Ask(prompt, ("draw",), given, hint=hint),
        Ask("or what else came out of the bag", ("event", "empty"), given),
    )


def _effect_asks(state: Countryside, top: Pending, news: str) -> tuple[Ask, ...]:
    who = top.waiting[0] if top.waiting else top.player
    if top.kind == "event":
        named = f", {top.name}" if top.name else ""
        prompt = f"{who} carries out event {len(state.track)}{named}"
        news = "" if state.news == event_number(state.track) else news
        hint = f"{news}`gain hops`, `tile C4 fallow` ...; Enter: done"
    else:
        worker = top.worker.says() if top.worker else "the worker"
        symbols = {"bell": "bell: it may", "scroll": "scroll: it must"}
        known = top.worker.symbol if top.worker else None
        symbol = symbols.get(known or "", "a bell may, a scroll must")
        prompt = f"{who}'s {worker} acts"
        hint = f"{news}{symbol}; `gain hops` ...; Enter: done"
    given = {"player": who}
    return (
        Ask(prompt, EFFECT_KINDS, given, enter=moves.Done(player=who), hint=hint),
        Ask("or what else it does", (*WORDED_KINDS, *FREE_KINDS), given),
    )


# A turn


def _turn_asks(state: Countryside) -> tuple[Ask, ...]:
    player = state.on_turn
    if player is None or state.turns_left == 0:
        return ()
    passes = moves.PassBag(player=player)
    to = left_of(state, player)
    taken = state.actions
    if not taken:
        # Without Enter: nobody ends a turn by chance before it has begun.
        prompt = f"{player}: two of {', '.join(ACTIONS)}"
        return (Ask(prompt, ACTION_KINDS, {"player": player}, hint=f"or `pass` the bag to {to}"),)
    second = f"a second tile to {taken[-1]}" if _may_take_second(state, player) else ""
    kinds: tuple[str, ...] = ACTION_KINDS
    if len(taken) == 1:
        left = [a for a in ACTIONS if a not in taken and (a, *taken) != ("transfer", "store")]
        prompt = f"{player}: one more of {', '.join(left)}" + (f", or {second}" if second else "")

    else:
        prompt = f"{player} has taken {names.listed(taken)}" + (f"; {second}?" if second else "")
        kinds = ("store", "pass") if second and taken[-1] == "store" else ("pass",)
    took = f"{state.news}; " if taken[-1] == "harvest" and state.news else ""
    hint = f"{took}Enter: bag to {to}"
    return (Ask(prompt, kinds, {"player": player}, enter=passes, hint=hint),)


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
            f"{player}, how many counters are behind your screen?",
            ("count",),
            {"player": player},
            enter=moves.CountScreen(player=player),
            hint="such as 2 hops 1 wine; Enter: not counted",
        )
        return (ask,)
    return ()


def uncounted(state: Countryside) -> tuple[str, ...]:
    """Players to be asked for their counters once the game is over."""
    if state.turns_left != 0:
        return ()
    return tuple(player for player, country in state.countries.items() if not country.is_told)


def ending(state: Countryside) -> str | None:
    """Why the game is over; None while there is a turn or a count to come."""
    if state.turns_left != 0 or uncounted(state):
        return None
    return f"The game is over: everybody has had two turns since {state.drawer}'s tenth event"
