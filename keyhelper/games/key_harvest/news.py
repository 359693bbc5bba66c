"""What a move means for the hands: counters to take, pieces that go home; told once after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from keyhelper.engine import names
from keyhelper.engine.game import Act, Move
from keyhelper.games.key_harvest import crops, moves
from keyhelper.games.key_harvest.effects import lifted_worker
from keyhelper.games.key_harvest.model import Countryside, Worker, country_of
from keyhelper.games.key_harvest.stores import find_stored

M = TypeVar("M", bound=Move)


def telling(act: Act[Countryside, M]) -> Act[Countryside, M]:
    """The act, whose deed leaves in `news` what it brought about and nothing older."""

    def do(state: Countryside, move: M) -> Countryside:
        after = act.do(state.model_copy(update={"news": ""}), move)
        if after.news:
            return after
        return after.model_copy(update={"news": news(state, after, move)})

    return act._replace(do=do)


def news(before: Countryside, after: Countryside, move: Move) -> str:
    """What the table must know or do after the move, as a sentence; often nothing."""
    return _TOLD[move.kind](before, after, move) if move.kind in _TOLD else ""


# Counters


def _gained(before: Countryside, after: Countryside, move: Move) -> str:
    player = str(move.player)
    taken = crops.minus(country_of(after, player).net, country_of(before, player).net)
    if not taken:
        return "The supply has nothing to take"
    return f"{player} takes {crops.say(taken)} from the supply, behind the screen"


def _transferred(before: Countryside, after: Countryside, move: moves.TransferTile) -> str:
    found = find_stored(before, move.tile)
    if found is None:
        return ""
    owner, stored = found
    if owner == move.player:
        return f"The bid, {crops.say(stored.bid)}, goes to the supply"
    paid = stored.bid if move.pay is None else move.pay
    both = crops.say(crops.plus(paid, stored.bid))
    return f"{owner} takes the payment and the bid, {both} in all, behind the screen"


def _moved(before: Countryside, after: Countryside, move: moves.MoveTile) -> str:
    found = find_stored(before, move.tile)
    is_bid = found is not None and bool(found[1].bid)
    return f"Its bid, {crops.say(found[1].bid)}, goes to the supply" if found and is_bid else ""


# Tiles


def _paired(before: Countryside, after: Countryside, move: moves.TakePair) -> str:
    laid = [tile for tile in (move.first, move.second) if tile]
    text = f"{names.listed(laid)} lie{'s' * (len(laid) == 1)} on {move.player}'s board"
    is_open = after.is_registry_open and not before.is_registry_open
    return text + (f"; the registry is {names.listed(after.registry)}" if is_open else "")


def _drawn(before: Countryside, after: Countryside, move: moves.DrawTile) -> str:
    if move.player is None:
        return ""  # the entry says as much
    crop = after.crops.get(move.tile)
    return f"{move.tile}{f' ({crop})' if crop else ''} goes to the registry"


# Workers


def _played(before: Countryside, after: Countryside, move: moves.PlayWorker) -> str:
    told = []
    replaced = country_of(before, move.player).worker_at(move.at)
    acts = after.top is not None and after.top.kind == "worker" and after.top not in before.pending
    if replaced is not None:
        home = _sent_home(replaced, str(move.player))
        who = "the new one acts" if acts else "this table has decided that neither acts"
        told.append(f"{home} without acting; {who}")
    if acts and move.symbol is None:
        told.append("What it does is on its tile: with a bell it may, with a scroll it must")
    return ". ".join(told)


def _left(
    before: Countryside, after: Countryside, move: moves.RemoveWorker | moves.LiftWorker
) -> str:
    worker = country_of(before, move.player).worker_at(move.at)
    return _sent_home(worker, str(move.player)) if worker else ""


def _went_home(before: Countryside, after: Countryside, move: Move) -> str:
    lifted = lifted_worker(before)
    return _sent_home(lifted[1], lifted[0]) if lifted else ""


def _put_down(before: Countryside, after: Countryside, move: moves.RepositionWorker) -> str:
    lifted = lifted_worker(before)
    return f"{_called(lifted[1])} stands on {move.at} now" if lifted else ""


def _sent_home(worker: Worker, player: str) -> str:
    home = f"{player}'s farmhands" if worker.is_farmhand else "the town board"
    return f"{_called(worker)} goes back to {home}"


def _called(worker: Worker) -> str:
    """A worker at the beginning of a sentence."""
    said = worker.says()
    return said[:1].upper() + said[1:]


# The end of an event, of a turn


def _finished(before: Countryside, after: Countryside, move: Move) -> str:
    if not before.aside or after.aside:
        return ""
    tiles = names.counted(before.aside, "event", "events")
    return f"Put the {tiles} set aside back into the bag"


def _passed(before: Countryside, after: Countryside, move: Move) -> str:
    if before.turns_left is not None or not after.turns_left:
        return ""
    return f"Everybody has two more turns; {after.drawer}'s second is the last"


_TOLD: dict[str, Callable[[Countryside, Countryside, Any], str]] = {
    "harvest": _gained,
    "gain": _gained,
    "transfer": _transferred,
    "tile": _moved,
    "pair": _paired,
    "draw": _drawn,
    "worker": _played,
    "remove": _left,
    "lift": _left,
    "home": _went_home,
    "reposition": _put_down,
    "done": _finished,
    "pass": _passed,
}
