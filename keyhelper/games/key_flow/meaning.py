"""What a line may mean: names that are slips of the pen, and cards without a place."""

from __future__ import annotations

from collections.abc import Iterator

from keyhelper.engine.game import Doubt, Move
from keyhelper.engine.trouble import Trouble
from keyhelper.engine.verdict import Reason, unproven
from keyhelper.games.key_flow.laying import known_card, near_name
from keyhelper.games.key_flow.model import Building, KeyFlow
from keyhelper.games.key_flow.moves import (
    Choose,
    ChooseNew,
    Lay,
    LayNew,
    Panels,
    Play,
    Rate,
    Sort,
)
from keyhelper.games.key_flow.village import open_places, place_name

_MOST_PLACES = 10
_WHERE = "R is right of the home, L left; .5 lies in the river row"


def doubt(state: KeyFlow, move: Move) -> Doubt | None:
    """What to ask before a move is judged, or None where it is clear."""
    if isinstance(move, Play):
        return _place_doubt(state, move)
    if isinstance(move, (Lay, Choose)) and not isinstance(move, (LayNew, ChooseNew)):
        return _name_doubt(state, move)
    return None


def _name_doubt(state: KeyFlow, move: Lay | Choose) -> Doubt | None:
    """Only a slip of the pen is worth a question."""
    meant = near_name(state, move.card)
    if meant is None:
        return None
    sure = LayNew if isinstance(move, Lay) else ChooseNew
    return Doubt(
        "Which card is it?",
        (
            (meant, move.model_copy(update={"card": meant})),
            (f"a new card, {move.card}", sure.model_validate(move.model_dump())),
        ),
    )


def _place_doubt(state: KeyFlow, move: Play) -> Doubt | None:
    """A card that was named alone: where it can go."""
    card = known_card(state, move.card)
    taken = [b.at for b in state.villages.get(move.player or "", ()) if b.at is not None]
    laid = Choose if state.phase == "choose" else Lay
    choices = tuple(
        (at, laid(player=move.player, at=at, card=move.card))
        for at in map(place_name, open_places(taken, card.row if card else None)[:_MOST_PLACES])
    )
    return Doubt(f"Where does {move.card} go? {_WHERE}", choices) if choices else None


def carried(before: KeyFlow, now: KeyFlow, move: Move) -> Move:
    """Where a card was laid under another name after all, later moves mean the one there."""
    if isinstance(move, (Sort, Rate, Panels)):
        if known_card(now, move.card) is not None:
            return move
        owners = [o for o in before.players for b in before.villages[o] if b.card == move.card]
        cards = [_in_place(before, now, owner, move.card) for owner in owners]
        renamed = next((card.card for card in cards if card is not None), move.card)
        return move.model_copy(update={"card": renamed})
    owner = getattr(move, "village", None) or move.player or ""
    changed: dict[str, str] = {}
    for field in ("building", "origin", "to", "on"):
        name = getattr(move, field, None)
        card = _in_place(before, now, owner, name) if name else None
        if card is not None:
            changed[field] = card.name
    return move.model_copy(update=changed) if changed else move


def _in_place(before: KeyFlow, now: KeyFlow, owner: str, name: str) -> Building | None:
    """The card that lies where one of that name lay, if the village now has none so called."""
    old = before.find(owner, name)
    if old is None or old.at is None or now.find(owner, name) is not None:
        return None
    return next((b for b in now.villages.get(owner, ()) if b.at == old.at), None)


def may_place(state: KeyFlow, move: Play) -> Iterator[Reason]:
    yield unproven(rule="village.place", text=f"Where {move.card} goes is not said")


def do_place(state: KeyFlow, move: Play) -> KeyFlow:
    raise Trouble(f"Where does {move.card} go?", hint=f"as in `R1 {move.card.casefold()}`")
