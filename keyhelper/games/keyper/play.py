"""The keyper, a keyple and a boat: what a player may play, and what it brings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from keyhelper.engine import names
from keyhelper.engine.verdict import Reason, unproven
from keyhelper.games.keyper import yields
from keyhelper.games.keyper.goods import NO_BORDER, RIVER
from keyhelper.games.keyper.joining import could_join, may_stand_beside, unjoined
from keyhelper.games.keyper.model import (
    BOATS,
    FIELDS_ON_A_BOARD,
    OWN,
    Country,
    Invitation,
    Keyper,
    Spot,
    border_of,
)
from keyhelper.games.keyper.moves import (
    PlayKeyper,
    PlayKeyple,
    SayBorder,
    SendBoat,
    ShowBoat,
    place,
)
from keyhelper.games.keyper.turns import (
    may_name_board,
    may_turn,
    may_use_hand,
    out_of_hand,
    owing,
    settle,
)


def may_keyper(state: Keyper, move: PlayKeyper) -> Iterator[Reason]:
    yield from may_turn(state, move.player)
    player = move.player or ""
    if state.house(player).has_keyper is False:
        where = state.claims(player)
        at = f" on board {where}" if where else ""
        yield Reason("keyper.once", f"{player}'s keyper has already been played{at} this season")
    elif state.house(player).has_keyper is None:
        yield unproven("keyper.once", f"Nobody has said whether {player}'s keyper is still there")
    yield from may_name_board(state, move.board)
    country = (state.boards or {}).get(move.board)
    if country is not None and country.keyper is not None:
        taken = f"The keyp field of board {move.board} holds {country.keyper}'s keyper"
        free = [number for number, board in (state.boards or {}).items() if board.keyper is None]
        hint = f"board {names.either(free)} is free" if free else ""
        yield Reason("keyper.empty", taken, hint=hint)


def do_keyper(state: Keyper, move: PlayKeyper) -> Keyper:
    player = move.player or ""
    house = state.house(player).model_copy(update={"has_keyper": False})
    boards = state.boards or {}
    country = boards.get(move.board, Country()).model_copy(update={"keyper": player})
    rests = any(not keyple.lies for keyple in house.resting)
    return settle(
        state.with_house(
            player,
            house,
            boards=boards | {move.board: country},
            last_played=player,
            turn_of=player,
            keyp_due=player if rests else None,
        )
    )


def may_keyple(state: Keyper, move: PlayKeyple) -> Iterator[Reason]:
    yield from may_turn(state, move.player)
    player = move.player or ""
    yield from may_use_hand(state, player, move.colour)
    if move.board == OWN:
        yield from _may_use_building(state, player, move.field)
    else:
        yield from _may_use_field(state, move)
    spot, border = _spot_and_border(state, move)
    if len(spot.keyples) > 1:
        there = names.listed([keyple.colour for keyple in spot.keyples])
        where = place(player, move.board, move.field)
        yield Reason("keyple.full", f"2 keyples fill {where}: {there} are there already")
    elif spot.keyples and border is not None:
        yield from may_stand_beside(spot, border, move, "keyple.second")


def do_keyple(state: Keyper, move: PlayKeyple) -> Keyper:
    spot, border = _spot_and_border(state, move)
    field = state.field_name(move.board, move.field)
    placed = spot.model_copy(update={"border": border or NO_BORDER})
    player = move.player or ""
    if border is None and not spot.keyples:
        table = _put_down(state, player, move.colour, move.board, field, placed)
        due = Invitation(by=player, board=move.board, field=field, asked=())
        return table.model_copy(update={"border_due": due})
    return _played(state, player, move.colour, move.board, field, placed)


def may_border(state: Keyper, move: SayBorder) -> Iterator[Reason]:
    if state.border_due is None:
        yield Reason("colour.border", "No field waits for its border to be said")


def do_border(state: Keyper, move: SayBorder) -> Keyper:
    due = state.border_due
    if due is None:
        return state
    spot = state.spot(due.by, due.board, due.field) or Spot()
    table = state.model_copy(update={"border_due": None}).with_spot(
        due.by, due.board, due.field, spot.model_copy(update={"border": move.border})
    )
    return _invited(table, due.by, spot.keyples[-1].colour, due.board, due.field, move.border)


def keyple_brings(state: Keyper, move: PlayKeyple) -> dict[str, Any]:
    """What `validate` says of a keyple: the actions alone, and if somebody joins."""
    spot, border = _spot_and_border(state, move)
    return _brings(state, move.player or "", move.colour, move.board, move.field, spot, border)


def may_boat(state: Keyper, move: SendBoat) -> Iterator[Reason]:
    yield from may_turn(state, move.player)
    yield from may_use_hand(state, move.player or "", move.colour)
    yield from may_name_board(state, move.board)
    country = (state.boards or {}).get(move.board)
    if country is not None and country.boat is not None:
        taken = f"Boat {country.boat} lies on the river of board {move.board} already"
        yield Reason("boat.river", taken, hint=f"`keyple {move.colour} {move.board} river` uses it")
    if state.boats or not state.is_partial:
        if move.boat not in state.boats:
            ready = f"{names.listed(state.boats)} lie ready" if state.boats else "none is left"
            yield Reason("boat.river", f"Boat {move.boat} does not lie ready; {ready}")
    else:
        yield unproven("boat.river", f"Nobody has said whether boat {move.boat} lies ready")


def do_boat(state: Keyper, move: SendBoat) -> Keyper:
    boards = state.boards or {}
    country = boards.get(move.board, Country()).model_copy(update={"boat": move.boat})
    known = {move.boat: tuple(move.shows)} if move.shows else {}
    moored = state.model_copy(
        update={
            "boards": boards | {move.board: country},
            "boats": tuple(boat for boat in state.boats if boat != move.boat),
            "shows": state.shows | known,
        }
    )
    border = border_of(move.board, RIVER, None, None) or NO_BORDER
    spot = Spot(border=border)
    return _played(moored, move.player or "", move.colour, move.board, RIVER, spot)


def may_show(state: Keyper, move: ShowBoat) -> Iterator[Reason]:
    if move.boat not in BOATS:
        text = f"There is no boat {move.boat}; the boats are 1 to {len(BOATS)}"
        yield Reason("boat.shown", text)


def do_show(state: Keyper, move: ShowBoat) -> Keyper:
    return state.model_copy(update={"shows": state.shows | {move.boat: tuple(move.goods)}})


def boat_brings(state: Keyper, move: SendBoat) -> dict[str, Any]:
    """What `validate` says of a boat: the actions alone, and if somebody joins."""
    border = border_of(move.board, RIVER, None, None)
    spot = Spot(border=border or NO_BORDER)
    return _brings(state, move.player or "", move.colour, move.board, RIVER, spot, border)


def _may_use_building(state: Keyper, player: str, field: str) -> Iterator[Reason]:
    house = state.house(player)
    if state.spot(player, OWN, field) is not None:
        return
    taken = names.find(field, [tile.name for tile in house.taken])
    if taken is not None:
        yield Reason("keyple.own", f"{taken} has been taken and not built, so nobody works there")
        return
    covered = names.find(field, [tile.name for tile in house.tiles or () if tile.is_overbuilt])
    if covered is not None:
        over = next((tile.name for tile in house.tiles or () if tile.covers == covered), "a tile")
        yield Reason("overbuild.inactive", f"{covered} lies under {over} and no longer works")
        return
    yield unproven(
        "keyple.own",
        f"{player} has built no {field}; that is fine if it is printed on the player board",
    )


def _may_use_field(state: Keyper, move: PlayKeyple) -> Iterator[Reason]:
    yield from may_name_board(state, move.board)
    country = (state.boards or {}).get(move.board)
    if country is None:
        return
    field = state.field_name(move.board, move.field)
    spot = country.fields.get(field)
    if field == RIVER:
        if country.boat is None:
            yield Reason(
                "boat.river",
                f"No boat lies on the river of board {move.board}",
                hint="`boat` places one first",
            )
        return
    if spot is None:
        used = sum(name != RIVER for name in country.fields)
        if used >= FIELDS_ON_A_BOARD:
            text = f"Board {move.board} has {FIELDS_ON_A_BOARD} fields; {field} would be one more"
            yield Reason("board.fields", text, hint="is it spelt as before?")
        if move.border is None:
            yield unproven(
                "colour.border",
                f"Nobody has said which border {field} on board {move.board} has",
                hint="add its colour, or tile, build, discount, upgrade or none",
            )
    elif move.border is not None and move.border != spot.border:
        yield unproven(
            "colour.border",
            f"{field} on board {move.board} was entered with border {spot.border},"
            f" not {move.border}",
            hint=f"`amend boards.{move.board}.fields.{field}.border {move.border}` puts it right",
        )


def _spot_and_border(state: Keyper, move: PlayKeyple) -> tuple[Spot, str | None]:
    field = state.field_name(move.board, move.field)
    spot = state.spot(move.player or "", move.board, field)
    return spot or Spot(), border_of(move.board, field, spot, move.border)


def _played(state: Keyper, player: str, colour: str, board: str, field: str, spot: Spot) -> Keyper:
    """A keyple put down: an invitation on an empty field, else actions at once."""
    table = _put_down(state, player, colour, board, field, spot)
    if board != OWN and not spot.keyples:
        return _invited(table, player, colour, board, field, spot.border)
    if not spot.keyples:
        actions = yields.alone(colour, spot.border).active
    else:
        first = spot.keyples[0]
        got = yields.second(
            first.colour, colour, spot.border, state.readings, first_lies=first.lies
        )
        actions = got.active
    owed = owing(player, actions, board, field, spot.border)
    return table.model_copy(update={"owed": (owed,)})


def _put_down(
    state: Keyper, player: str, colour: str, board: str, field: str, spot: Spot
) -> Keyper:
    """The keyple on its place; one that stood there is laid down under it."""
    laid = spot.laid_down().with_keyple(colour)
    table = out_of_hand(state, player, colour).with_spot(player, board, field, laid)
    return table.model_copy(update={"last_played": player, "turn_of": player})


def _invited(
    state: Keyper, player: str, colour: str, board: str, field: str, border: str
) -> Keyper:
    """Those who could join are asked in turn; if nobody could, the actions come at once."""
    asked = could_join(state, player, colour, border)
    invited = Invitation(by=player, board=board, field=field, asked=asked)
    if asked:
        return state.model_copy(update={"invitation": invited})
    return unjoined(state, invited)


def _brings(
    state: Keyper,
    player: str,
    colour: str,
    board: str,
    field: str,
    spot: Spot,
    border: str | None,
) -> dict[str, Any]:
    if border is None or len(spot.keyples) > 1:
        return {}
    if spot.keyples:
        first = spot.keyples[0]
        got = yields.second(first.colour, colour, border, state.readings, first_lies=first.lies)
        rule = "keyple.own" if board == OWN and not first.lies else got.rule
        down = [] if first.lies else [first.colour]
        return {"actions": {"active": got.active, "joiner": 0}, "rule": rule, "lays_down": down}
    got = yields.alone(colour, border)
    effects: dict[str, Any] = {"actions": {"active": got.active, "joiner": 0}, "rule": got.rule}
    if board == OWN:
        return effects | {"rule": "keyple.own"}
    if field == RIVER:
        effects["rule"] = "boat.yield"
    with_joiner = yields.joined(colour, colour, border, state.readings, field)
    return effects | {
        "if_joined": {"active": with_joiner.active, "joiner": with_joiner.joiner},
        "joiners": list(yields.companions(colour, border)),
        "invites": list(could_join(state, player, colour, border)),
    }
