"""Keyple cards and tokens: where they may go, how many they need, and what they set to work."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from keyhelper.engine import names
from keyhelper.engine.verdict import Reason, unproven
from keyhelper.games.key_flow.laying import may_play
from keyhelper.games.key_flow.model import (
    BRAINWAVE,
    FULL,
    Building,
    KeyFlow,
    KeypleCard,
    Task,
    plenty,
)
from keyhelper.games.key_flow.moves import Face, Keyple
from keyhelper.games.key_flow.seasons import settle
from keyhelper.games.key_flow.village import HOME


def may_keyple(state: KeyFlow, move: Keyple) -> Iterator[Reason]:
    yield from may_play(state, move.player)
    village = village_named(state, move.village)
    if move.player not in state.players:
        return
    if village is None:
        yield _no_village(state, move)
        return
    building = state.find(village, move.building)
    yield from _may_reach(state, move, village, building)
    if building is None:
        yield not_there(state, village, move.building)
    else:
        yield from may_activate(state, village, building)
        if building.is_new:
            yield Reason(
                rule="turn.new-building",
                text=f"{building.name} was laid this turn; it works from the next on",
            )
    yield from _may_number(state, move, village, building)
    yield from _may_spend(state, move)


def _no_village(state: KeyFlow, move: Keyple) -> Reason:
    """A position may simply not say whose village is meant; a table that is kept knows them all."""
    shown = names.safe(move.building)[:40]
    if move.village:
        called = names.safe(move.village)[:40]
        return unproven(rule="keyple.arrow", text=f"No village at this table is called {called!r}")
    if state.phase == "any":
        return unproven(rule="keyple.arrow", text=f"Whose {shown} is meant is not said")
    return Reason(rule="keyple.road", text=f"The arrows reach no village that has {shown}")


def do_keyple(state: KeyFlow, move: Keyple) -> KeyFlow:
    player = move.player or ""
    village = village_named(state, move.village) or player
    building = state.building(village, move.building)
    card = KeypleCard(
        keyples=move.keyples,
        colour=move.colour,
        animal=move.animal,
        is_read=move.colour is not None,
    )
    is_counted = state.keep == "everything"
    spent = move.tokens if is_counted else 0
    icon = move.icon if is_counted else 0
    state = state.with_building(
        village,
        building.model_copy(
            update={
                "keyples": (*building.keyples, card),
                "tokens": building.tokens + spent,
                "uses": (building.uses or 0) + 1,
                "landed": building.landed + 1,
            }
        ),
    )
    held = (state.tokens.get(player) or 0) - spent + icon
    tasks = [Task(want="face", building=building.name, village=village)] if not card.is_read else []
    if is_counted:
        tasks.append(Task(want="action", building=building.name, village=village))
    state = state.with_task(player, *tasks).model_copy(
        update={
            "tokens": state.tokens | {player: held},
            "supply": state.supply | {"token": state.supply.get("token", 0) - icon},
            "unplayed": state.unplayed - 1,
            "played": (*state.played, player),
        }
    )
    return settle(state)


def keyple_effects(state: KeyFlow, move: Keyple) -> dict[str, Any]:
    """What `validate` says about a play that may be made."""
    village = village_named(state, move.village)
    building = state.find(village or "", move.building)
    needed = (building.uses_before or 0) + 1 if building is not None else None
    own = village == move.player
    return {
        "keyples": raised(state, move),
        "needed": needed,
        "tokens": move.tokens,
        "goods_go_to": building.name if own and building is not None else f"{move.player}'s home",
        "store": village,
    }


def warn_keyple(state: KeyFlow, move: Keyple) -> Iterator[str]:
    building = state.find(village_named(state, move.village) or "", move.building)
    if building is not None and move.tokens and (building.uses_before or 0) + 1 <= move.keyples:
        yield f"{plenty(move.keyples, 'keyple')} would do there without tokens"


def village_named(state: KeyFlow, text: str | None) -> str | None:
    """The player whose village is meant."""
    return names.find(text, state.players) if text else None


def left_of(state: KeyFlow, player: str) -> str:
    """The neighbour on the left: the next in seating order."""
    return state.players[(state.players.index(player) + 1) % len(state.players)]


def right_of(state: KeyFlow, player: str) -> str:
    return state.players[state.players.index(player) - 1]


def raised(state: KeyFlow, move: Keyple) -> int:
    """The keyples of the card with its tokens, three at most."""
    worth = 1 if state.reading("token.worth") == "one" else 2
    return min(FULL, move.keyples + worth * move.tokens)


def _may_reach(
    state: KeyFlow, move: Keyple, village: str, building: Building | None
) -> Iterator[Reason]:
    player = move.player or ""
    arrows = set(move.arrows)
    shown = names.listed([arrow for arrow in ("down", "left", "right") if arrow in arrows])
    if village == player:
        freed = _is_freed(state, move) and state.reading("boat.brainwave") == "own-too"
        if "down" not in arrows and not freed:
            yield Reason(
                rule="keyple.arrow",
                text=f"The card shows {shown}; {player}'s own village needs a down arrow",
                hint=_brainwave(state, move, own=True),
            )
        return
    sides = [
        side
        for side, neighbour in (
            ("left", left_of(state, player)),
            ("right", right_of(state, player)),
        )
        if neighbour == village
    ]
    if not sides:
        yield Reason(
            rule="keyple.arrow",
            text=f"{village} is no neighbour of {player}; on the left sits "
            f"{left_of(state, player)}, on the right {right_of(state, player)}",
            hint="Brainwave reaches the two neighbours only" if _is_freed(state, move) else "",
        )
    elif _is_freed(state, move):
        return
    elif not arrows & set(sides):
        yield Reason(
            rule="keyple.arrow",
            text=f"The card shows {shown}; {village} sits to the {names.either(sides)} of {player}",
            hint=_brainwave(state, move, own=False),
        )
    elif len(sides) == 2 and not {"left", "right"} <= arrows and building is not None:
        yield from _may_reach_side(state, move, village, building)


def _may_reach_side(
    state: KeyFlow, move: Keyple, village: str, building: Building
) -> Iterator[Reason]:
    """Two players: one arrow opens the home and the cards on one side of it."""
    arrow = "left" if "left" in move.arrows else "right"
    across = state.reading("keyple.two-players") == "across"
    wanted = {"left": "right", "right": "left"}[arrow] if across else arrow
    side = building.side or (None if building.at is None else _side(building.at))
    seen = f"as {village} sees the village"
    if across:
        seen += f", which is {move.player}'s {arrow} from across the table"
    reach = f"A {arrow} arrow reaches {village}'s home and the cards {wanted} of it, {seen}"
    if side is None:
        yield unproven(
            rule="keyple.two-players",
            text=f"{reach}; on which side {building.name} lies is not said",
        )
    elif side not in ("home", wanted):
        yield Reason(rule="keyple.two-players", text=f"{reach}; {building.name} lies on the {side}")


def _side(place: int) -> str:
    return "home" if place == HOME else "right" if place > HOME else "left"


def _is_freed(state: KeyFlow, move: Keyple) -> bool:
    """Whether Brainwave lets this card go to any neighbour; the printed keyples decide."""
    return move.keyples <= 2 and state.has_boat(move.player or "", BRAINWAVE)


def _brainwave(state: KeyFlow, move: Keyple, *, own: bool) -> str:
    """Why the boat does not help a player who has it."""
    if not state.has_boat(move.player or "", BRAINWAVE):
        return ""
    if move.keyples > 2:
        shows = plenty(move.keyples, "keyple")
        return f"Brainwave is for cards that show 1 or 2 keyples; this one shows {shows}"
    return "Brainwave opens the neighbours' villages, not one's own" if own else ""


def not_there(state: KeyFlow, village: str, name: str) -> Reason:
    shown = names.safe(name)[:40]
    if state.phase == "any":
        return unproven(
            rule="keyple.number", text=f"The position lists no {shown} in {village}'s village"
        )
    here = tuple(b.name for b in state.villages.get(village, ()))
    near = names.nearest(name, here)
    hint = f"did you mean {names.either(near)}?" if near else f"it has {names.listed(here)}"
    return Reason(rule="keyple.road", text=f"{village}'s village has no {shown}", hint=hint)


def may_activate(state: KeyFlow, village: str, building: Building) -> Iterator[Reason]:
    """Only the top row works, and neither boats nor winter cards do."""
    kind = state.card_of(building).kind
    if kind == "boat":
        yield Reason(
            rule="boat.river", text=f"{building.name} is a boat; keyples do not activate boats"
        )
    elif building.row == "river":
        yield Reason(
            rule="keyple.road",
            text=f"{building.name} lies in the river row; keyples go on the road row",
        )
    elif building.row is None:
        yield unproven(rule="keyple.road", text=f"In which row {building.name} lies is not said")
    if kind == "winter":
        yield Reason(
            rule="winter.played",
            text=f"{building.name} is a winter card; keyples do not activate it",
        )


def _may_number(
    state: KeyFlow, move: Keyple, village: str, building: Building | None
) -> Iterator[Reason]:
    if building is None:
        return
    before = building.uses_before
    whose = "" if village == move.player else f"{village}'s "
    if before is None:
        yield unproven(
            rule="keyple.number",
            text=f"How many keyple cards lay on {building.name} before is not said",
        )
        return
    total = raised(state, move)
    if before >= FULL:
        yield Reason(
            rule="keyple.number",
            text=f"{whose}{building.name} had {before} keyple cards before this turn; "
            f"{FULL} close it to everybody",
        )
    elif total < before + 1:
        yield Reason(
            rule="keyple.number",
            text=f"{whose}{building.name} had {_cards(before)} before this turn, so {before + 1} "
            f"keyples are needed; the play has {total}",
            hint=_way_out(state, move, before + 1),
        )


def _cards(count: int) -> str:
    return plenty(count, "keyple card")


def _way_out(state: KeyFlow, move: Keyple, needed: int) -> str:
    """How many tokens would do, to a player who may have them."""
    worth = 1 if state.reading("token.worth") == "one" else 2
    missing = -(-(needed - move.keyples) // worth)
    held = state.tokens.get(move.player or "")
    if held is not None and state.keep == "everything" and held + move.icon < missing:
        return ""
    shown = f"{plenty(missing, 'token')} would raise the card enough"
    return shown if state.phase == "any" else f"{shown}: end the line with `tokens {missing}`"


def _may_spend(state: KeyFlow, move: Keyple) -> Iterator[Reason]:
    if not move.tokens:
        return
    one_less = raised(state, move.model_copy(update={"tokens": move.tokens - 1}))
    if one_less == FULL:
        # Whether so many tokens are too many may hang on what a token is worth at this table.
        by_worth = FULL - move.keyples >= move.tokens
        worth = "; a token adds 2 keyples at this table" if by_worth else ""
        yield Reason(
            rule="token.worth" if by_worth else "token.raise",
            text=f"A keyple card is raised to {FULL} at most; {plenty(move.keyples, 'keyple')} and "
            f"{plenty(move.tokens - 1, 'token')} already make {FULL}{worth}",
            hint="the manual does not say what a token adds; `--reading token.worth=one` starts a "
            "game where it adds 1"
            if by_worth
            else "",
        )
    held = state.tokens.get(move.player or "")
    if held is None or state.keep != "everything":
        return
    at_once = state.reading("token.at-once") == "at-once"
    have = held + (move.icon if at_once else 0)
    if have < move.tokens:
        is_late = held + move.icon >= move.tokens
        later = "; the one on the card can be spent from the next choice on" if is_late else ""
        yield Reason(
            rule="token.at-once" if is_late else "token.raise",
            text=f"{plenty(move.tokens, 'token')} to be spent; {move.player} has {have}{later}",
        )


def may_face(state: KeyFlow, move: Face) -> Iterator[Reason]:
    is_counted = state.phase == "count" and state.unread(move.player or "")
    if state.task(move.player, "face") is None and not is_counted:
        yield Reason(rule="draft.choose", text=f"No keyple card of {move.player} waits to be read")


def do_face(state: KeyFlow, move: Face) -> KeyFlow:
    player = move.player or ""
    task = state.task(player, "face")
    building = state.find(task.village, task.building) if task else None
    if task is None and state.phase == "count":
        return settle(_faced_at_end(state, player, move))
    if task is None or building is None:
        return state
    cards = list(building.keyples)
    unread = max(place for place, card in enumerate(cards) if not card.is_read)
    cards[unread] = cards[unread].model_copy(
        update={
            "colour": move.colour,
            "animal": move.animal or cards[unread].animal,
            "is_read": True,
        }
    )
    state = state.with_building(task.village, building.model_copy(update={"keyples": tuple(cards)}))
    return settle(state.without_task(player, task))


def _faced_at_end(state: KeyFlow, player: str, move: Face) -> KeyFlow:
    """A card under the store is read after all, or the unread ones are left at that."""
    if move.colour is None:
        return state.with_told(player, "unread")
    return state.with_store(player, [(move.colour, move.animal)])
