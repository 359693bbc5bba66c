"""Building and upgrading: which tile, where, over what, and what pays for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from keyhelper.engine import names
from keyhelper.engine.trouble import Trouble
from keyhelper.engine.verdict import Reason, Ruling, unproven
from keyhelper.games.keyper.costs import UNKNOWN_COST, against_payment, read_cost
from keyhelper.games.keyper.model import (
    HOME_TILES,
    House,
    Keyper,
    Spot,
    Tile,
    free_name,
    replaced,
    visible,
)
from keyhelper.games.keyper.moves import Build, Upgrade
from keyhelper.games.keyper.working import may_do_here, may_pay, may_work, moved, owed_to, spend


def taken_tile(house: House, name: str) -> Tile | None:
    """The country tile of that name that the player has taken and not built."""
    found = names.find(name, [tile.name for tile in house.taken])
    return next((tile for tile in house.taken if tile.name == found), None)


def deck_of(house: House, move: Build) -> str:
    """The deck a tile comes from: said, or else country if it was taken, home if not."""
    return move.deck or ("country" if taken_tile(house, move.tile) else "home")


def may_build(state: Keyper, move: Build) -> Iterator[Reason]:
    player = move.player or ""
    yield from may_work(state, player, 1)
    yield from may_do_here(state, player, "build", "discount")
    yield from _may_use_tile(state, move)
    yield from _may_cover(state.house(player), move)
    yield from may_pay(state, player, move.pay)
    owed = owed_to(state, player)
    yield from _may_cost(
        move.tile, move.cost, move.pay, discount=owed is not None and owed.border == "discount"
    )


def do_build(state: Keyper, move: Build) -> Keyper:
    player = move.player or ""
    table = moved(state, player, pay=move.pay)
    house = table.house(player)
    taken = taken_tile(house, move.tile)
    deck = deck_of(house, move)
    tile = Tile(
        name=taken.name if taken else free_name(house, move.tile.strip()),
        deck="country" if deck == "country" else "home",
        area=move.area,
    )
    covered = visible(house, move.over) if move.over else None
    if covered is not None:
        # A keyple on the old tile moves up onto the new one, as it was.
        tile = tile.model_copy(update={"covers": covered.name, "spot": covered.spot})
        buried = covered.model_copy(update={"is_overbuilt": True, "spot": Spot()})
        house = replaced(house, covered, buried)
    changes: dict[str, object] = {"tiles": (*(house.tiles or ()), tile)}
    if deck == "country":
        changes["taken"] = tuple(entry for entry in house.taken if entry is not taken)
    else:
        changes["home"] = house.home | {move.area: max(0, house.home.get(move.area, 0) - 1)}
    return spend(table.with_house(player, house.model_copy(update=changes)), player, 1)


def may_upgrade(state: Keyper, move: Upgrade) -> Iterator[Reason]:
    player = move.player or ""
    yield from may_work(state, player, 1)
    yield from may_do_here(state, player, "upgrade")
    tile = visible(state.house(player), move.tile)
    if tile is None:
        yield from _may_find(state, player, move.tile)
    else:
        yield from _may_turn_over(tile)
    yield from may_pay(state, player, move.pay)
    yield from _may_cost(f"Upgrading {move.tile}", move.cost, move.pay, discount=False)


def do_upgrade(state: Keyper, move: Upgrade) -> Keyper:
    player = move.player or ""
    table = moved(state, player, pay=move.pay)
    house = table.house(player)
    tile = visible(house, move.tile)
    if tile is None:
        raise Trouble(f"{player} has built no {names.safe(move.tile)} to turn over")
    # The other side has its own points and its own scoring.
    turned = tile.model_copy(update={"is_upgraded": True, "points": None, "scores": None})
    return spend(table.with_house(player, replaced(house, tile, turned)), player, 1)


def against_tile(
    state: Keyper, kind: str, player: str, said: Mapping[str, Any]
) -> Iterator[Reason]:
    """What speaks against a tile whatever is paid, so that nobody is asked for the payment."""
    house = state.house(player)
    tile = str(said.get("tile", ""))
    if kind == "upgrade":
        found = visible(house, tile)
        reasons = _may_find(state, player, tile) if found is None else _may_turn_over(found)
    else:
        whole = {"pay": {}, "cost": UNKNOWN_COST[0], **said}
        try:
            move = Build.model_validate({"player": player, **whole})
        except ValueError:
            return  # the question about that field will say so
        reasons = chain(_may_use_tile(state, move), _may_cover(house, move))
    yield from (reason for reason in reasons if reason.ruling is Ruling.ILLEGAL)


def _may_use_tile(state: Keyper, move: Build) -> Iterator[Reason]:
    player = move.player or ""
    house = state.house(player)
    if state.is_partial and not house.taken and house.tiles is None:
        yield unproven("build.tile", f"Nobody has said which tiles {player} has")
        return
    taken = taken_tile(house, move.tile)
    if deck_of(house, move) == "home":
        if house.home.get(move.area, 0) < 1:
            number = HOME_TILES[move.area]
            text = f"{player} has built all {number} {move.area} tiles of the own set"
            yield Reason("build.tile", text)
        yield from _may_be_home(state, player, move.tile)
    elif taken is None:
        lie = names.listed([tile.name for tile in house.taken]) or "none"
        text = f"{player} has not taken {move.tile}; the country tiles taken are: {lie}"
        yield Reason("build.tile", text)
    elif taken.area is not None and taken.area != move.area:
        text = f"{taken.name} is a {taken.area} tile and is not built in the {move.area}"
        yield Reason("build.area", text)


def _may_be_home(state: Keyper, player: str, name: str) -> Iterator[Reason]:
    """Whether a tile of the own set is called like one that came from the display."""
    for other in state.players:
        house = state.house(other)
        tiles = (*house.taken, *(house.tiles or ()))
        found = names.find(name, [tile.name for tile in tiles if tile.deck == "country"])
        if found is not None and not state.is_partial:
            yield unproven(
                "build.tile",
                f"{other} took {found} from the display and {player} has not; that is fine if"
                f" {player}'s own set has one of that name",
            )
            return


def _may_cover(house: House, move: Build) -> Iterator[Reason]:
    if move.over is None:
        return
    below = visible(house, move.over)
    if below is None:
        name = names.find(move.over, [tile.name for tile in house.tiles or ()])
        if name is not None:
            yield Reason("overbuild.once", f"{name} is covered already; a plot is overbuilt once")
        else:
            yield Reason("overbuild.once", f"{move.player} has built no {move.over} to cover")
    elif below.covers is not None:
        yield Reason(
            "overbuild.once",
            f"{below.name} already covers {below.covers}; a plot is overbuilt once",
        )
    elif below.area is not None and below.area != move.area:
        yield Reason("build.area", f"{below.name} stands on the {below.area}")


def _may_turn_over(tile: Tile) -> Iterator[Reason]:
    if tile.is_upgraded:
        yield Reason("upgrade.once", f"{tile.name} shows its upgraded side already")


def _may_find(state: Keyper, player: str, name: str) -> Iterator[Reason]:
    house = state.house(player)
    covered = names.find(name, [tile.name for tile in house.tiles or ()])
    if covered is not None:
        yield Reason("overbuild.inactive", f"{covered} is covered and no longer works")
    elif house.tiles is None:
        yield unproven("build.tile", f"Nobody has said which tiles {player} has")
    else:
        built = names.listed([tile.name for tile in house.tiles]) or "none"
        yield Reason("build.tile", f"{player} has built no {name}; built: {built}")


def _may_cost(tile: str, cost: str, pay: dict[str, int], *, discount: bool) -> Iterator[Reason]:
    if cost.strip().casefold() in UNKNOWN_COST:
        yield unproven(
            "pay.cost",
            f"Nobody has said what {tile.replace('Upgrading', 'upgrading')} costs",
            hint="such as `cost 1 brick + 1 wood`",
        )
        return
    try:
        needed = read_cost(cost)
    except Trouble as trouble:
        yield unproven("pay.cost", str(trouble), hint=trouble.hint)
        return
    yield from against_payment(tile, needed, pay, discount=discount)
