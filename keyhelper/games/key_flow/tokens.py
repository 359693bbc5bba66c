"""After the draft: actions bought with keyple tokens, and clearing the villages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from keyhelper.engine import names
from keyhelper.engine.verdict import Reason, unproven
from keyhelper.games.key_flow.keyples import may_activate, not_there, village_named
from keyhelper.games.key_flow.model import FULL, Building, KeyFlow, Task, plenty
from keyhelper.games.key_flow.moves import Clear, Finish, Token
from keyhelper.games.key_flow.seasons import clear_villages, settle


def price_of(uses: int) -> int:
    """Tokens for one more use of a building used so often before."""
    return 2 if uses >= 2 else 1


def may_token(state: KeyFlow, move: Token) -> Iterator[Reason]:
    player = move.player
    if player not in state.players:
        yield Reason(rule="tokens.own", text=f"{player or 'Nobody'} is not at this table")
        return
    if state.phase not in ("tokens", "any"):
        yield Reason(
            rule="tokens.own", text="Tokens buy actions after all cards of a season are played"
        )
    village = village_named(state, move.village) if move.village else player
    if village != player:
        whose = f"{village}'s" if village else names.safe(move.village or "")[:40]
        yield Reason(
            rule="tokens.own", text=f"Tokens work in one's own village; {whose} is not {player}'s"
        )
    building = state.find(village or player, move.building)
    if building is None:
        yield not_there(state, village or player, move.building)
        return
    yield from may_activate(state, village or player, building)
    yield from _may_price(state, move, building)


def _may_price(state: KeyFlow, move: Token, building: Building) -> Iterator[Reason]:
    uses = building.uses
    if uses is None:
        yield unproven(
            rule="tokens.price", text=f"How often {building.name} was used before is not said"
        )
        return
    most = FULL if state.reading("tokens.limit") == "three" else FULL - 1
    if uses >= most:
        yield Reason(
            rule="tokens.limit",
            text=f"{building.name} was used {plenty(uses, 'time')} this season; "
            + ("3 times is the most" if most == FULL else "tokens never buy a third use here"),
        )
        return
    price = price_of(uses)
    if move.tokens is not None and move.tokens != price:
        yield Reason(
            rule="tokens.price",
            text=f"{building.name} was used {plenty(uses, 'time')}, so it takes "
            f"{plenty(price, 'token')}, "
            f"not {move.tokens}",
        )
    held = state.tokens.get(move.player or "")
    if held is not None and state.keep == "everything" and held < price:
        yield Reason(
            rule="tokens.price",
            text=f"{building.name} was used {plenty(uses, 'time')}, so it takes "
            f"{plenty(price, 'token')}; "
            f"{move.player} has {held}",
        )


def do_token(state: KeyFlow, move: Token) -> KeyFlow:
    player = move.player or ""
    building = state.building(player, move.building)
    is_counted = state.keep == "everything"
    price = (move.tokens or price_of(building.uses or 0)) if is_counted else 0
    state = state.with_building(
        player,
        building.model_copy(
            update={"tokens": building.tokens + price, "uses": (building.uses or 0) + 1}
        ),
    )
    if is_counted:
        held = (state.tokens.get(player) or 0) - price
        state = state.model_copy(update={"tokens": state.tokens | {player: held}}).with_task(
            player, Task(want="action", building=building.name, village=player)
        )
    return settle(state)


def token_effects(state: KeyFlow, move: Token) -> dict[str, Any]:
    building = state.find(move.player or "", move.building)
    price = price_of(building.uses or 0) if building is not None else None
    held = state.tokens.get(move.player or "")
    return {"tokens": price} | ({} if held is None else {"has": held})


def warn_token(state: KeyFlow, move: Token) -> Iterator[str]:
    if state.phase == "any" and state.tokens.get(move.player or "") is None:
        price = token_effects(state, move)["tokens"]
        yield f"It takes {plenty(price, 'token')}; how many {move.player} has is not said"


def may_finish(state: KeyFlow, move: Finish) -> Iterator[Reason]:
    if state.phase != "tokens":
        yield Reason(
            rule="tokens.own", text="Tokens are used after all cards of a season are played"
        )
    elif move.player in state.played:
        yield Reason(rule="tokens.own", text=f"{move.player} has already finished")
    elif move.player not in state.players:
        yield Reason(rule="tokens.own", text=f"{move.player or 'Nobody'} is not at this table")


def do_finish(state: KeyFlow, move: Finish) -> KeyFlow:
    return settle(state.model_copy(update={"played": (*state.played, move.player or "")}))


def may_clear(state: KeyFlow, move: Clear) -> Iterator[Reason]:
    if state.phase != "clear":
        yield Reason(
            rule="clear.store", text="Villages are cleared when all tokens of a season are used"
        )


def do_clear(state: KeyFlow, move: Clear) -> KeyFlow:
    return settle(clear_villages(state))
