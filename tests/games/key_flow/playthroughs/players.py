"""People who play Key Flow sensibly, for recorded games.

Most cards of the box are not known to keyhelper. These tables therefore lay cards called by
their season and a number, and what they read off them is made up.
"""

from __future__ import annotations

from typing import Any

from keyhelper.engine.chance import Stream
from keyhelper.engine.game import Game, Move
from keyhelper.games.key_flow.model import KeyFlow
from keyhelper.games.key_flow.moves import (
    Carry,
    Carts,
    Choose,
    Discard,
    Finish,
    Flip,
    Gain,
    Keyple,
    Lay,
    Rate,
    Reveal,
    Stop,
    Token,
    Upgrade,
    Worth,
)
from keyhelper.games.key_flow.village import open_places, place_name, row_of

# What the made-up cards bring, cost and score, by the number in their name.
BRINGS = (
    "2 gold", "2 iron", "1 skill + 1 wood", "2 transport + 1 upgrade", "1 token", "2 stone",
    "3 transport + 1 upgrade", "1 saw", "2 wood", "1 skill -> 2 stone",
)  # fmt: skip
FEET = ("nothing", "1 wood", "nothing", "1 anvil", "1 iron", "nothing", "1 skill")
COSTS: tuple[dict[str, int], ...] = ({"iron": 1}, {"wood": 1}, {"stone": 1}, {"gold": 1})
TERMS = (
    "3 per iron + wood", "2 per red", "4 per blue + yellow", "1 per animal", "5 per 3 token",
    "3 per sheep or pig", "1 per transport", "6 per saw + anvil", "2 per keyple of one kind",
    "4 per boat + gold, at most 3", "3 per 2 green", "5",
)  # fmt: skip
FACES = (
    ("red", None), ("yellow", "sheep"), ("blue", None), ("green", "cow"), ("red", "pig"),
    ("blue", "cow"), ("yellow", None), ("red", "cow"),
)  # fmt: skip


def sensible(game: Game[Any], state: KeyFlow, luck: Stream) -> Move:
    """A legal move as people make them: one player after the other, questions first."""
    ask = game.turn(state).asks[0]
    moves = [move for move in _thoughts(state, ask.kinds[0], ask.given, luck) if move is not None]
    if ask.enter is not None:
        moves.append(ask.enter)
    for move in moves:
        filled = game.fill(state, move)
        if game.verify(state, filled).is_legal:
            return filled
    raise AssertionError(f"nothing to do: {ask.prompt}")


def _thoughts(state: KeyFlow, kind: str, given: Any, luck: Stream) -> list[Move | None]:
    player = str(given.get("player") or "")
    if kind == "lay":
        return _play(state, player, luck)
    if kind == "choose":
        place = _place(state, player, luck)
        card = luck.pick(["Dairy", "Jeweller", "Scholar", "Farmyard", "Sea Breese"])
        return [Choose(player=player, at=place, card=card), _new_winter(state, player, luck)]
    if kind == "gain":
        return [_gain(state, player, luck)]
    if kind == "carry":
        return _work(state, player, luck)
    if kind == "token":
        return [_token(state, player, luck), Finish(player=player)]
    if kind == "rate":
        card = str(given["card"])
        if state.book[card].kind == "location":
            return [Rate(card=card, scores="2 per resource")]
        return [Rate(card=card, scores=TERMS[luck.integer(len(TERMS))])]
    if kind == "worth":
        return [Worth(player=player, building=str(given["building"]), points=luck.integer(4))]
    if kind == "reveal":
        hidden = state.skills[player]["face-down"]
        return [Reveal(player=player, tiles={luck.pick(["saw", "anvil", "pick-axe"]): hidden})]
    if kind == "carts":
        return [Carts(player=player, value=4)]
    return []


def _play(state: KeyFlow, player: str, luck: Stream) -> list[Move | None]:
    ticket = luck.integer(20)
    keyples = [_keyple(state, player, luck) for _ in range(6)]
    lays = [_lay(state, player, luck), _lay(state, player, luck)]
    if ticket == 0:
        return [Discard(player=player)]
    wishes = [*lays, *keyples] if ticket < 10 else [*keyples, *lays]
    return [*wishes, Discard(player=player)]


def _lay(state: KeyFlow, player: str, luck: Stream) -> Move:
    known = [
        name
        for name, card in state.book.items()
        if card.season in (None, state.season)
        and card.kind != "home"
        and not any(b.card == name for village in state.villages.values() for b in village)
    ]
    place = _place(state, player, luck)
    if known and luck.integer(3) == 0:
        name = luck.pick(known)
        row = state.book[name].row
        taken = [b.at for b in state.villages[player] if b.at is not None]
        spots = open_places(taken, row)[:3]
        return Lay(player=player, at=place_name(luck.pick(spots)), card=name)
    return Lay(player=player, at=place, card=f"{state.season.title()} card {_number(state)}")


def _number(state: KeyFlow) -> int:
    return 1 + sum("card" in b.name for village in state.villages.values() for b in village)


def _new_winter(state: KeyFlow, player: str, luck: Stream) -> Move:
    place = _place(state, player, luck)
    return Choose(player=player, at=place, card=f"Winter card {_number(state)}")


def _place(state: KeyFlow, player: str, luck: Stream) -> str:
    taken = [b.at for b in state.villages[player] if b.at is not None]
    return place_name(luck.pick(open_places(taken)[:4]))


def _keyple(state: KeyFlow, player: str, luck: Stream) -> Move:
    seat = state.players.index(player)
    reach = {
        "down": player,
        "left": state.players[(seat + 1) % len(state.players)],
        "right": state.players[seat - 1],
    }
    arrow = luck.pick(["down", "down", "down", "left", "right"])
    village = reach[arrow]
    road = [b.name for b in state.villages[village] if b.at is not None and row_of(b.at) == "road"]
    colour, animal = FACES[luck.integer(len(FACES))]
    tokens = min(1, state.tokens.get(player) or 0) if luck.integer(6) == 0 else 0
    return Keyple(
        player=player, keyples=1 + luck.integer(3 - tokens), colour=colour, animal=animal,
        arrows=(arrow,), village=village, building=luck.pick(road), tokens=tokens,
    )  # fmt: skip


def _gain(state: KeyFlow, player: str, luck: Stream) -> Move:
    task = state.task(player, "foot", "action")
    assert task is not None
    building = state.find(task.village, task.building)
    assert building is not None
    number = sum(map(ord, building.card))
    card = state.card_of(building)
    if task.want == "foot":
        return Gain(player=player, what=FEET[number % len(FEET)])
    deals = card.panel(building.upgrades - building.raised).deals
    if deals:
        what = str(deals[0])
    elif building.card == "Home":
        what = "1 transport + 1 upgrade" if not building.upgrades else "3 transport + 1 upgrade"
    else:
        what = BRINGS[(number + building.upgrades) % len(BRINGS)]
    return Gain(player=player, what=what.replace("1 skill ->", "saw ->"))


def _work(state: KeyFlow, player: str, luck: Stream) -> list[Move | None]:
    task = state.task(player, "work")
    assert task is not None
    village = state.villages[player]
    moves: list[Move | None] = []
    for building in village:
        price = state.card_of(building).panel(building.upgrades + 1).cost
        cost = price if price is not None else COSTS[sum(map(ord, building.name)) % len(COSTS)]
        if task.upgrades and state.card_of(building).kind in (None, "home", "village"):
            if building.upgrades < 2:
                moves.append(
                    Upgrade.model_validate(
                        {"player": player, "building": building.name, "cost": dict(cost)}
                    )
                )
            if building.flipped < building.upgrades:
                moves.append(Flip(player=player, building=building.name))
    if task.transport:
        laden = [b for b in village if any(b.goods.values())]
        if laden and len(village) > 1:
            start = luck.pick([b.name for b in laden])
            end = luck.pick([b.name for b in village if b.name != start])
            held = state.find(player, start)
            assert held is not None
            resource = luck.pick([r for r, count in held.goods.items() if count])
            carried = {"player": player, "goods": {resource: 1}, "from": start, "to": end}
            moves.append(Carry.model_validate(carried))
    return [*moves, Stop(player=player)]


def _token(state: KeyFlow, player: str, luck: Stream) -> Move | None:
    road = [b.name for b in state.villages[player] if b.at is not None and row_of(b.at) == "road"]
    return Token(player=player, building=luck.pick(road)) if luck.integer(4) else None
