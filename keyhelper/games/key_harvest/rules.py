"""A turn's actions: what any of them needs, the harvest, and workers played or removed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from keyhelper.engine import names
from keyhelper.engine.game import Move
from keyhelper.engine.trouble import Trouble
from keyhelper.engine.verdict import Reason, unproven
from keyhelper.games.key_harvest import board, crops
from keyhelper.games.key_harvest.model import (
    DEALT,
    FARMHANDS,
    HIGHEST_FARMHAND,
    TOWNSFOLK,
    Country,
    Countryside,
    Pending,
    Worker,
    country_of,
    farmhands_left,
    fields_of,
    from_supply,
    gain,
    townsfolk_left,
    with_country,
)
from keyhelper.games.key_harvest.moves import HarvestCrops, PlayWorker, RemoveWorker
from keyhelper.games.key_harvest.ripe import bridged_by, ripe_groups, standing
from keyhelper.games.key_harvest.typed import ALL

_DONE = {"harvest": "harvested", "worker": "played or removed a worker", "store": "stored"}
_DONE["transfer"] = "transferred"
OVER = "The last turn is over; only the count is left"
NOT_BEGUN = "Nobody has been chosen to start yet"
TWO_TILES = ("transfer", "store")


# Any action


def may_act(
    state: Countryside, player: str | None, action: str, deed: str = ""
) -> Iterator[Reason]:
    """Whether it is this player's turn and the action is still to be had.

    `deed` tells playing a worker and removing one apart, which are the same action.
    """
    if state.turns_left == 0:
        yield Reason("end.two-turns", OVER)
        return
    if player is None or player not in state.players:
        yield nobody(state, player, "turn.order")
        return
    # Events and workers' actions may allow what a turn does not, to anybody.
    if state.is_free:
        return
    yield from may_go_on(state, player)
    if _continues(state, action):
        return
    yield from _may_begin(state, player, action, deed)


def absent(player: str | None) -> str:
    """Why a move by that player, or by nobody in particular, cannot be judged."""
    return f"{player} is not at the table" if player else "It is not said who does this"


def nobody(state: Countryside, player: str | None, rule: str) -> Reason:
    """Why nobody at the table can be meant; before the first turn nobody is on turn."""
    if player is None and state.on_turn is None and not state.is_partial:
        return Reason("setup.start-player", NOT_BEGUN)
    return Reason(rule, absent(player))


def may_go_on(state: Countryside, player: str) -> Iterator[Reason]:
    """Whether the turn is this player's and nothing else must be settled first."""
    if state.turns_left == 0:
        yield Reason("end.two-turns", OVER)
        return
    if not state.is_partial and state.on_turn is None:
        yield Reason("setup.start-player", NOT_BEGUN)
    elif state.on_turn not in (None, player):
        yield Reason("turn.order", f"It is {state.on_turn}'s turn, not {player}'s")
    top = state.top
    if top is not None and top.kind == "refill":
        yield Reason(
            "store.refill",
            "The registry has a free space; it is filled from the bag first",
            hint="a field tile with its crop (`draw A1 wheat`), `event`, or `empty`",
        )
    elif top is not None and top.kind == "displaced" and top.worker is not None:
        yield Reason(
            "displaced.lift",
            f"{top.player}'s {top.worker.says()} was pushed off {top.worker.at} and waits",
            hint="`reposition D4` puts it down again, `home` sends it home",
        )


def _may_begin(state: Countryside, player: str, action: str, deed: str) -> Iterator[Reason]:
    taken = state.actions
    if action in taken:
        if deed and state.worker_deed not in ("", deed):
            text = f"{player} has {state.worker_deed} a worker this turn; one action does not both"
            hint = "only a worker that takes a lower one's place sends that home and is played"
            yield Reason("worker.not-both", f"{text} remove and play", hint=hint)
        elif taken[-1] == action and action in TWO_TILES and state.tiles_moved is not None:
            moved = f"{player} has {_DONE[action]} {state.tiles_moved} tiles this turn"
            yield Reason(f"{action}.tiles", f"{moved}; 2 is the most")
        else:
            hint = ""
            if action in TWO_TILES and state.tiles_moved is None:
                hint = f"a second tile of the same action: leave `{action}` out of `turn`"
            text = f"{player} has already {_DONE[action]} this turn; each action is taken once"
            yield Reason("turn.once", text, hint=hint)
    if len(taken) >= 2:
        text = f"{player} has taken 2 actions ({names.listed(taken)}); a turn has 2"
        yield Reason("turn.two", text)
    if action == "transfer" and "store" in taken:
        text = f"{player} has stored this turn; after that a transfer waits for the next turn"
        yield Reason("turn.store-last", text)


def _continues(state: Countryside, action: str) -> bool:
    """Whether this is the second tile of the action going on."""
    if action not in TWO_TILES or state.tiles_moved is None:
        return False
    return state.actions[-1:] == (action,) and state.tiles_moved < 2


def take_action(state: Countryside, action: str) -> Countryside:
    """The table with the action on record, or the effect that allowed it marked as used."""
    if state.is_free:
        return mark_used(state)
    if _continues(state, action):
        moved = (state.tiles_moved or 0) + 1
        return state.model_copy(update={"tiles_moved": moved})
    update = {"actions": (*state.actions, action), "tiles_moved": 1}
    return state.model_copy(update=update)


def free_warns(state: Countryside, move: Move) -> Iterator[str]:
    """Whoever forgets to finish an effect gets no third action without noticing."""
    top = state.top
    if state.is_free and top is not None:
        worker = top.worker.says() if top.worker else "worker"
        is_event = top.kind == "event"
        what = "The event goes on" if is_event else f"{top.player}'s {worker} is still acting"
        yield (
            f"{what}: this would be its effect and cost no action;"
            " type `done` first to make it an action of the turn"
        )


def mark_used(state: Countryside) -> Countryside:
    """The event or worker's action on top has done something."""
    if not state.pending:
        return state
    top = state.pending[-1]
    used = top.model_copy(update={"did": top.did + 1})
    return state.model_copy(update={"pending": (*state.pending[:-1], used)})


def may_pay(
    state: Countryside, player: str, counters: Mapping[str, int], rule: str
) -> Iterator[Reason]:
    """Whether the counters can come from behind this player's screen.

    What is paid is laid on the table for all to see, so a screen that keyhelper does not know
    is no reason to doubt it, unless the player cannot possibly have that many.
    """
    if not state.is_partial and state.top is None and state.on_turn not in (None, player):
        return  # whoever is not even on turn need not show what they could pay
    country = country_of(state, player)
    held = country.counters
    for crop, count in counters.items():
        if held is not None:
            if held.get(crop, 0) < count:
                have = f"has {max(held.get(crop, 0), 0)} {crop} behind the screen; {count} needed"
                if not state.is_partial:
                    # How many there are is for that player's eyes; a position told everybody.
                    have = f"has fewer than the {count} {crop} needed behind the screen"
                if count == 1:
                    have = f"has no {crop} behind the screen; 1 needed"
                yield Reason(rule, f"{player} {have}")
        elif not state.is_partial:
            most = country.net.get(crop, 0) + min(DEALT, state.counters_bag.get(crop, 0))
            if most < count:
                text = f"{player} can have at most {max(most, 0)} {crop}; {count} needed"
                yield Reason(rule, text)


# Action A


def may_harvest(state: Countryside, move: HarvestCrops) -> Iterator[Reason]:
    yield from may_act(state, move.player, "harvest")
    if move.player not in state.players:
        return
    country = country_of(state, move.player)
    if country.fields is None:
        yield unproven("harvest.own", f"Nobody has said which fields {move.player} has")
        return
    if not move.fields:
        yield Reason("harvest.own", "No field is named to harvest")
    if ALL in move.fields:
        yield from _which_group(state, country, move)
        return
    for tile in move.fields:
        if tile not in country.fields:
            yield Reason("harvest.own", _not_there(state, tile, str(move.player)))
        elif country.fields[tile]:
            yield Reason("harvest.unharvested", f"{tile} is harvested already")
    yield from _may_be_one_group(state, country, move)
    if all(country.fields.get(tile) is False for tile in move.fields):
        yield from _may_take_instead(state, country, move)


def _which_group(state: Countryside, country: Country, move: HarvestCrops) -> Iterator[Reason]:
    named = [tile for tile in move.fields if tile != ALL]
    groups = ripe_groups(state, country)
    if not groups:
        yield Reason("harvest.unharvested", f"{move.player} has no unharvested field")
    elif named:
        text = f"{names.listed(named)} {'is' if len(named) == 1 else 'are'} in no such group"
        yield Reason("harvest.connected", text)
    else:
        text = f"{move.player} has {len(groups)} groups to harvest, and a harvest takes one"
        hint = f"name a field of it: `harvest {groups[0][0]} all`"
        yield Reason("harvest.connected", text, hint=hint)


def _not_there(state: Countryside, tile: str, player: str) -> str:
    if tile not in board.spots(state.layout):
        return _off_board(state, tile)
    worker = country_of(state, player).worker_at(tile)
    if worker is not None:
        return f"{tile} holds {worker.says()}, not a field"
    return f"{player} has no field on {tile}"


def _off_board(state: Countryside, tile: str) -> str:
    try:
        board.read_space(tile, state.layout)
    except Trouble as trouble:
        return str(trouble)
    return f"There is nothing on {tile}"


def _may_be_one_group(state: Countryside, country: Country, move: HarvestCrops) -> Iterator[Reason]:
    fields = country.fields or {}
    named = [tile for tile in move.fields if tile in fields]
    if len(named) < 1:
        return
    through = state.readings.get("harvest.connected", "through") == "through"
    # Harvested fields keep a group together; one that is ripe and left standing does not.
    ground = [tile for tile in fields if tile in named or (through and fields[tile])]
    parts = [set(group) & set(named) for group in board.groups(state.layout, ground)]
    parts = [part for part in parts if part]
    if len(parts) > 1:
        shown = " / ".join(" ".join(sorted(part)) for part in parts)
        workers = [worker.at for worker in country.workers or () if worker.at]
        with_workers = board.groups(state.layout, [*ground, *workers])
        if any(set(named) <= set(group) for group in with_workers):
            text = f"Only workers join {shown}, and workers do not connect fields"
            yield Reason("harvest.workers", text)
        else:
            yield Reason(
                "harvest.connected",
                f"The fields are not one connected group: {shown}",
                hint=bridged_by(state, fields, named),
            )
    elif state.readings.get("harvest.whole", "any") == "whole":
        left = standing(state, country, move.fields)
        if left:
            text = f"The whole group is harvested at once; {names.listed(left)} would be left"
            yield Reason("harvest.whole", text)


def _may_take_instead(state: Countryside, country: Country, move: HarvestCrops) -> Iterator[Reason]:
    if state.is_partial and not state.supply:
        return
    named = [tile for tile in move.fields if tile in (country.fields or {})]
    for tile in named:
        if tile not in state.crops and not state.is_partial:
            yield unproven(
                "harvest.counter",
                f"Nobody has said what grows on {tile}",
                hint=f"`crops {tile} wheat` says it",
            )
    taken, short = _yields(state, named)
    left = crops.minus(state.supply, taken)
    need = min(crops.total(short), crops.total(left))
    have = crops.total(move.instead)
    if have != need:
        if need:
            text = (
                f"The supply is short of {crops.say(short)}: {need} other"
                f" counter{'s' * (need > 1)} to take instead, {have} named"
            )
            hint = f"end the line with them, such as {_example(left, need)}"
            yield Reason("harvest.instead", text, hint=hint)
        else:
            text = f"Nothing is taken instead: the supply has what these fields give; {have} named"
            yield Reason("harvest.instead", text)
    for crop, count in move.instead.items():
        if left.get(crop, 0) < count:
            text = f"The supply has {left.get(crop, 0)} {crop} left to take instead; {count} named"
            yield Reason("harvest.instead", text)


def _yields(state: Countryside, tiles: list[str]) -> tuple[crops.Counters, crops.Counters]:
    """What the supply gives for these fields, and what it is short of."""
    wanted = crops.tidy((state.crops[tile], 1) for tile in tiles if tile in state.crops)
    taken = {crop: min(count, state.supply.get(crop, 0)) for crop, count in wanted.items()}
    return crops.tidy(taken.items()), crops.minus(wanted, taken)


def _example(left: Mapping[str, int], need: int) -> str:
    some: dict[str, int] = {}
    for crop, count in left.items():
        if crops.total(some) < need:
            some[crop] = min(count, need - crops.total(some))
    return crops.say(some)


def do_harvest(state: Countryside, move: HarvestCrops) -> Countryside:
    player = str(move.player)
    fields = fields_of(state, player)
    named = [tile for tile in move.fields if tile in fields and not fields[tile]]
    taken, _ = _yields(state, named)
    state = gain(from_supply(state, taken), player, taken)
    # An overruled claim cannot take more than there is.
    instead = {c: min(n, state.supply.get(c, 0)) for c, n in move.instead.items()}
    state = gain(from_supply(state, instead), player, instead)
    state = with_country(state, player, fields=fields | dict.fromkeys(named, True))
    return take_action(state, "harvest")


def harvest_effects(state: Countryside, move: HarvestCrops) -> dict[str, Any]:
    named = list(move.fields)
    if state.is_partial and not state.supply:
        return {"fields": named, "counters": len(named)}
    taken, short = _yields(state, named)
    return {"fields": named, "counters": len(named), "gains": taken, "instead": short}


def harvest_warns(state: Countryside, move: HarvestCrops) -> Iterator[str]:
    """What a partial harvest leaves standing in the same group."""
    yield from free_warns(state, move)
    if move.player in state.players:
        left = standing(state, country_of(state, move.player), move.fields)
        if left:
            verb = "belongs" if len(left) == 1 else "belong"
            yield f"{names.listed(left)} {verb} to the same group and would stay unharvested"


# Action B


def may_worker(state: Countryside, move: PlayWorker) -> Iterator[Reason]:
    yield from may_act(state, move.player, "worker", "played")
    if move.player not in state.players:
        return
    yield from may_stand(state, str(move.player), move.number, move.at)
    # Numbers alone in a position are workers on the board as well.
    if move.number <= HIGHEST_FARMHAND and farmhands_left(state, str(move.player)) < 1:
        text = f"All {FARMHANDS} farmhands of {move.player} are on the board; one is needed"
        yield Reason("box.farmhands", text)
    if move.number > HIGHEST_FARMHAND and townsfolk_left(state) < 1:
        text = f"All {TOWNSFOLK} townsfolk are on country boards; one is needed"
        yield Reason("box.townsfolk", text)


def may_stand(state: Countryside, player: str, number: int, at: str) -> Iterator[Reason]:
    """Whether a worker of that number may stand on that space of the player's board."""
    if at not in board.spots(state.layout):
        yield Reason("worker.space", _off_board(state, at))
        return
    country = country_of(state, player)
    if country.fields is None:
        yield unproven("worker.adjacency", f"Nobody has said which fields {player} has")
    else:
        if at in country.fields:
            text = f"{at} holds a field; a worker needs an empty space or a lower worker's"
            yield Reason("worker.space", text)
        near = [ref for ref in board.neighbours(state.layout, at) if ref in country.fields]
        if len(near) < number:
            listing = f" ({', '.join(near)})" if near else ""
            tiles = f"{len(near)} field tile{'' if len(near) == 1 else 's'}{listing}"
            text = f"{at} touches {tiles}; worker {number} needs {number}"
            yield Reason("worker.adjacency", text)
    if country.workers is None or any(worker.at is None for worker in country.workers):
        yield unproven("worker.neighbours", f"Nobody has said where {player}'s workers stand")
    there = country.worker_at(at)
    if there is not None and there.number >= number:
        text = f"{at} holds {there.says()}; worker {number} replaces only a lower number"
        yield Reason("worker.replace", text)
    for ref in board.neighbours(state.layout, at):
        worker = country.worker_at(ref)
        if worker is not None:
            yield Reason("worker.neighbours", f"{ref} next to it holds {worker.says()}")


def do_worker(state: Countryside, move: PlayWorker) -> Countryside:
    player = str(move.player)
    replaces = country_of(state, player).worker_at(move.at) is not None
    worker = Worker(number=move.number, at=move.at, name=move.name, symbol=move.symbol)
    state = take_worker_action(stand(state, player, worker), "played")
    reading = state.readings.get("faq.replace-action", "new-acts")
    if state.is_partial or (replaces and reading == "nobody-acts"):
        return state
    return begin_action(state, player, worker)


def take_worker_action(state: Countryside, deed: str) -> Countryside:
    """The table with action B on record, and which half of it was done."""
    deed = state.worker_deed if state.is_free else deed
    return take_action(state, "worker").model_copy(update={"worker_deed": deed})


def stand(state: Countryside, player: str, worker: Worker) -> Countryside:
    """The table with the worker on its space; one that stood there goes home."""
    others = [w for w in country_of(state, player).workers or () if w.at != worker.at]
    return with_country(state, player, workers=(*others, worker))


def begin_action(state: Countryside, player: str, worker: Worker) -> Countryside:
    """The worker's own action waits to be carried out."""
    acts = Pending(kind="worker", player=player, worker=worker)
    return state.model_copy(update={"pending": (*state.pending, acts)})


def worker_effects(state: Countryside, move: PlayWorker) -> dict[str, Any]:
    near = board.neighbours(state.layout, move.at)
    if move.player not in state.players:
        return {}
    country = country_of(state, move.player)
    replaced = country.worker_at(move.at)
    beside = [ref for ref in near if ref in (country.fields or {})]
    gained = move.number - (replaced.number if replaced else 0)
    reading = state.readings.get("faq.replace-action", "new-acts")
    acts = replaced is None or reading == "new-acts"
    brings: dict[str, Any] = {"fields": beside, "points": gained, "acts": acts}
    return brings if replaced is None else brings | {"replaces": replaced.number}


def may_remove(state: Countryside, move: RemoveWorker) -> Iterator[Reason]:
    yield from may_act(state, move.player, "worker", "removed")
    if move.player in state.players:
        yield from may_leave(state, str(move.player), move.at)


def may_leave(state: Countryside, player: str, at: str) -> Iterator[Reason]:
    """Whether there is a worker of that player on the space."""
    country = country_of(state, player)
    if country.workers is None:
        yield unproven("worker.remove", f"Nobody has said which workers {player} has")
    elif country.worker_at(at) is None:
        where = ", ".join(sorted(worker.at for worker in country.workers if worker.at)) or "none"
        yield Reason("worker.remove", f"{player} has no worker on {at}; workers stand on: {where}")


def do_remove(state: Countryside, move: RemoveWorker) -> Countryside:
    return take_worker_action(leave(state, str(move.player), move.at), "removed")


def leave(state: Countryside, player: str, at: str) -> Countryside:
    """The table with that space free of its worker."""
    left = tuple(w for w in country_of(state, player).workers or () if w.at != at)
    return with_country(state, player, workers=left)
