"""The end of a season as a checklist, from the ninth keyple to the final count."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from keyhelper.engine import names
from keyhelper.engine.terms import TermError
from keyhelper.engine.trouble import Trouble
from keyhelper.engine.verdict import Reason, unproven
from keyhelper.games.keyper.checklist import (
    CHECKLIST,
    ORDER,
    advance,
    claimed_team,
    has_fair,
    next_season,
    team,
)
from keyhelper.games.keyper.conditions import read_term, read_value, refuse_counted
from keyhelper.games.keyper.goods import SEASONS, amount, minus, plus, teamed
from keyhelper.games.keyper.model import (
    BOATS,
    BOATS_IN_PLAY,
    DISPLAY,
    Country,
    HeldFair,
    House,
    Keyper,
    Keyple,
    Phase,
    Spot,
    replaced,
    visible,
)
from keyhelper.games.keyper.moves import (
    Counted,
    Fair,
    Finish,
    HouseAnimals,
    Keyp,
    Layouts,
    NewBoats,
    NewDisplay,
    Ninth,
    Rest,
    Retrieve,
    Value,
)
from keyhelper.games.keyper.turns import settle
from keyhelper.games.keyper.working import may_take_from_supply, moved

_IS_CONDITION = re.compile(r"\d{1,3} per \w", re.IGNORECASE)
WINTER_POINTS = {"summer": (4,), "autumn": (4, 6), "winter": (6,)}


def may_ninth(state: Keyper, move: Ninth) -> Iterator[Reason]:
    if state.phase != "ninth" or move.player not in state.queue:
        yield Reason("setup.keyples", f"{move.player} draws no ninth keyple now")
    elif not state.out_of_play.get(move.colour):
        text = f"No {move.colour} keyple is left in the box: {teamed(state.out_of_play)}"
        yield Reason("setup.keyples", text)


def do_ninth(state: Keyper, move: Ninth) -> Keyper:
    player = move.player or ""
    house = state.house(player)
    drawn = {move.colour: min(1, state.out_of_play.get(move.colour, 0))}
    table = state.with_house(
        player,
        house.model_copy(update={"hand": plus(house.hand or {}, drawn)}),
        out_of_play=minus(state.out_of_play, drawn),
    )
    return advance(_done(table, player))


def may_keyp(state: Keyper, move: Keyp) -> Iterator[Reason]:
    player = move.player or ""
    waits = player in state.queue if state.phase == "keyp" else state.keyp_due == player
    if state.is_partial and not waits:
        yield unproven("keyper.keyp", f"Nobody has said whether {player} has just played a keyper")
    elif not any(not keyple.lies for keyple in state.house(player).resting):
        yield Reason("keyper.keyp", f"No keyple stands on {player}'s keyp tile")
    elif not waits:
        yield _why_no_keyp(state, player)
    yield from may_take_from_supply(state, player, move.gain, {})


def _why_no_keyp(state: Keyper, player: str) -> Reason:
    """A keyp tile has two moments: right after the keyper, or after the last lay-downs."""
    if state.house(player).has_keyper:
        text = f"{player}'s keyp tile is laid down when {player} plays the keyper"
        return Reason("keyper.keyp", text)
    if _is_past(state, "keyp"):
        text = f"It is too late for {player}'s keyp tile: forgotten ones came before the fairs"
        return Reason("keyp.forgotten", text)
    text = f"{player}'s keyp tile was forgotten; it comes after the last lay-downs of the season"
    return Reason("keyp.forgotten", text)


def do_keyp(state: Keyper, move: Keyp) -> Keyper:
    player = move.player or ""
    house = state.house(player)
    lying = tuple(Keyple(colour=keyple.colour, lies=True) for keyple in house.resting)
    supply = state.supply
    gain = move.gain
    if supply is not None:
        gain = {kind: min(number, supply.get(kind, 0)) for kind, number in gain.items()}
    table = state.with_house(player, house.model_copy(update={"resting": lying}))
    table = moved(table, player, gain={kind: number for kind, number in gain.items() if number})
    if state.phase == "keyp":
        return advance(_done(table, player))
    return settle(table.model_copy(update={"keyp_due": None}))


def may_fair(state: Keyper, move: Fair) -> Iterator[Reason]:
    player = move.player or ""
    house = state.house(player)
    if state.phase != "fairs" and not state.is_partial:
        now = CHECKLIST.get(state.phase, "the season goes on")
        when = "Fairs are held at the end of a season"
        if _is_past(state, "fairs"):
            when = f"It is too late for a fair of {state.season}"
        yield Reason("season.fairs", f"{when}: {now}")
    for kind, number in move.shown.items():
        have = house.have(kind)
        if have is None:
            yield unproven("season.fairs", f"Nobody has said how many {kind} {player} has")
        elif have < number:
            shown = amount(number, kind)
            yield Reason("season.fairs", f"{player} displays {shown} and has {have or 'none'}")
    held = [fair for fair in house.held or () if fair.season == move.season]
    if move.season == "winter":
        yield from _may_hold_winter_fair(state, move)
    elif held:
        yield Reason("setup.fairs", f"{player} has 1 {move.season} fair and has held it")
    elif move.season != state.season:
        early = SEASONS.index(move.season) > SEASONS.index(state.season)
        text = f"It is {state.season}; the fair is {names.an(move.season)} fair"
        yield Reason("fairs.wait", text) if early else unproven("fairs.wait", text)


def do_fair(state: Keyper, move: Fair) -> Keyper:
    player = move.player or ""
    house = state.house(player)
    fair = HeldFair(season=move.season, points=move.points, held_in=state.season)
    changes: dict[str, Any] = {"held": (*(house.held or ()), fair)}
    if move.season == "winter":
        changes["winter_fairs"] = max(0, house.winter_fairs - 1)
    table = state.with_house(player, house.model_copy(update=changes))
    if state.reading("fairs.goods", "stay") == "pay":
        table = moved(table, player, pay=move.shown)
    if state.phase == "fairs" and not has_fair(table, player):
        return advance(_done(table, player))
    return table


def may_house(state: Keyper, move: HouseAnimals) -> Iterator[Reason]:
    player = move.player or ""
    if state.phase != "house" or player not in state.queue:
        yield Reason("season.house", f"{player} has no animals to house now")
    for kind, number in move.back.items():
        have = state.house(player).have(kind)
        if have is not None and have < number:
            back = amount(number, kind)
            yield Reason("season.house", f"{player} returns {back} and has {have or 'none'}")


def do_house(state: Keyper, move: HouseAnimals) -> Keyper:
    player = move.player or ""
    return advance(_done(moved(state, player, pay=move.back), player))


def may_retrieve(state: Keyper, move: Retrieve) -> Iterator[Reason]:
    yield from _may_step(state, "retrieve", "season.retrieve")


def do_retrieve(state: Keyper, move: Retrieve) -> Keyper:
    """Everybody's team is counted together again."""
    houses = {player: _retrieved(state, player) for player in state.players}
    boats = {country.boat for country in (state.boards or {}).values() if country.boat}
    return advance(
        state.model_copy(
            update={
                "houses": houses,
                "boards": {number: Country() for number in state.boards or {}},
                "boats": tuple(sorted({*state.boats, *boats})),
                "shows": {},
                "phase": "retrieve",
                "queue": (),
                # Nothing of a turn is open any more, even where the table overruled the order.
                "border_due": None,
                "invitation": None,
                "owed": (),
                "keyp_due": None,
                "turn_of": None,
            }
        )
    )


def may_display(state: Keyper, move: NewDisplay) -> Iterator[Reason]:
    yield from _may_step(state, "display", "season.refill")


def do_display(state: Keyper, move: NewDisplay) -> Keyper:
    summer = next_season(state) == "summer"
    bag = state.bag + (state.aside if summer else 0)
    drawn = min(DISPLAY, bag)
    return advance(
        state.model_copy(
            update={
                "discarded": state.discarded + len(state.display),
                "display": (None,) * drawn,
                "bag": bag - drawn,
                "aside": 0 if summer else state.aside,
                "phase": "display",
                "queue": (),
            }
        )
    )


def may_boats(state: Keyper, move: NewBoats) -> Iterator[Reason]:
    yield from _may_step(state, "boats", "season.boats")
    drawn = set(move.boats)
    if len(move.boats) != BOATS_IN_PLAY or len(drawn) != len(move.boats):
        text = f"{BOATS_IN_PLAY} different boats are drawn; {len(drawn)} are named"
        yield Reason("season.boats", text)
    for boat in drawn - set(BOATS):
        yield Reason("season.boats", f"There is no boat {boat}; the boats are 1 to {len(BOATS)}")


def do_boats(state: Keyper, move: NewBoats) -> Keyper:
    ready = tuple(boat for boat in BOATS if boat in move.boats)
    aside = tuple(boat for boat in BOATS if boat not in move.boats)
    changes = {"boats": ready, "boats_aside": aside, "phase": "boats", "queue": ()}
    return advance(state.model_copy(update=changes))


def may_layouts(state: Keyper, move: Layouts) -> Iterator[Reason]:
    yield from _may_step(state, "layouts", "season.layout")


def do_layouts(state: Keyper, move: Layouts) -> Keyper:
    return advance(state.model_copy(update={"phase": "layouts", "queue": ()}))


def may_rest(state: Keyper, move: Rest) -> Iterator[Reason]:
    player = move.player or ""
    hand = state.house(player).hand or {}
    if state.phase != "rest" or player not in state.queue:
        yield Reason("season.surplus", f"{player} has no surplus keyples to rest now")
    surplus = max(0, sum(hand.values()) - state.team_limit)
    number = sum(move.keyples.values())
    if number != surplus:
        team_is = f"{sum(hand.values())} keyples, {state.team_limit} play"
        yield Reason("season.surplus", f"{player} has {team_is}: {surplus} rest, not {number}")
    for colour, count in move.keyples.items():
        if hand.get(colour, 0) < count:
            have = names.counted(hand.get(colour, 0), f"{colour} keyple", f"{colour} keyples")
            yield Reason("season.surplus", f"{player} has {have}, not {count}")


def do_rest(state: Keyper, move: Rest) -> Keyper:
    player = move.player or ""
    house = state.house(player)
    hand = house.hand or {}
    resting = {c: min(count, hand.get(c, 0)) for c, count in move.keyples.items()}
    tile = tuple(Keyple(colour=colour) for colour, count in resting.items() for _ in range(count))
    changes = {"hand": minus(hand, resting), "resting": (*house.resting, *tile)}
    return advance(_done(state.with_house(player, house.model_copy(update=changes)), player))


def may_value(state: Keyper, move: Value) -> Iterator[Reason]:
    player = move.player or ""
    house = state.house(player)
    tile = visible(house, move.tile)
    if tile is None:
        covered = names.find(move.tile, [entry.name for entry in house.tiles or ()])
        if covered:
            yield Reason("score.overbuilt", f"{covered} is overbuilt and scores nothing")
        else:
            yield Reason("score.tiles", f"{player} has built no {move.tile}")
    _, scores = read_value(move.scores)
    if scores is not None:
        try:
            read_term(scores, house.counted)
        except TermError as error:
            text = f"{names.safe(move.scores)[:40]!r} cannot be read: {error.sentence}"
            if _IS_CONDITION.match(scores):  # the table may count something of its own
                text += "; `count` says how many there are"
                yield unproven("score.tiles", text)
            else:
                hint = "points `5`, a condition `2 per sheep`, or both `5 2 per sheep`"
                yield Reason("score.tiles", text, hint=hint)


def do_value(state: Keyper, move: Value) -> Keyper:
    player = move.player or ""
    house = state.house(player)
    tile = visible(house, move.tile)
    if tile is None:
        return state
    points, scores = read_value(move.scores)
    valued = tile.model_copy(update={"points": points, "scores": scores})
    return state.with_house(player, replaced(house, tile, valued))


def may_count(state: Keyper, move: Counted) -> Iterator[Reason]:
    try:
        refuse_counted(move.player or "", {move.what: move.number})
    except Trouble as trouble:
        yield Reason("score.counted", str(trouble), hint=trouble.hint)


def do_count(state: Keyper, move: Counted) -> Keyper:
    player = move.player or ""
    house = state.house(player)
    refuse_counted(player, {move.what: move.number})
    what = names.find(move.what, house.counted) or move.what.strip().casefold()
    counted = house.counted | {what: move.number}
    return state.with_house(player, house.model_copy(update={"counted": counted}))


def may_finish(state: Keyper, move: Finish) -> Iterator[Reason]:
    yield from _may_step(state, "count", "end.winter")


def do_finish(state: Keyper, move: Finish) -> Keyper:
    return state.model_copy(update={"phase": "over", "queue": ()})


def _done(state: Keyper, player: str) -> Keyper:
    queue = tuple(other for other in state.queue if other != player)
    return state.model_copy(update={"queue": queue})


def _may_step(state: Keyper, phase: Phase, rule: str) -> Iterator[Reason]:
    if state.phase != phase:
        now = CHECKLIST.get(state.phase, "the season goes on")
        when = "is done" if _is_past(state, phase) else "comes later"
        yield Reason(rule, f"That {when}: {now}")


def _is_past(state: Keyper, phase: Phase) -> bool:
    """Whether the season's end has gone beyond a step."""
    if state.phase in ("count", "over"):
        return phase != "count"
    return state.phase in ORDER and phase in ORDER[: ORDER.index(state.phase)]


def _may_hold_winter_fair(state: Keyper, move: Fair) -> Iterator[Reason]:
    allowed = WINTER_POINTS.get(state.season, ())
    if not allowed:
        yield Reason("fairs.winter", f"Winter fairs are held from summer on; it is {state.season}")
    elif move.points not in allowed:
        points = names.either([str(number) for number in allowed])
        yield Reason(
            "fairs.winter",
            f"A winter fair held in {state.season} gives {points}, not {move.points}",
        )
    if not state.house(move.player or "").winter_fairs:
        text = f"{move.player} has taken no winter fair that is still to be held"
        yield unproven("fairs.winter", text) if state.is_partial else Reason("fairs.winter", text)


def _scoring_team(state: Keyper, player: str) -> dict[str, int] | None:
    """The keyples of the claimed board, where only they score; else the hand is all there is."""
    is_last = state.season == SEASONS[-1]
    only_claimed = state.reading("score.keyples", "team") == "claimed"
    return claimed_team(state, player) if is_last and only_claimed else None


def _retrieved(state: Keyper, player: str) -> House:
    house = state.house(player)
    tiles = tuple(tile.model_copy(update={"spot": Spot()}) for tile in house.tiles or ())
    places = {name: Spot() for name in house.places}
    return house.model_copy(
        update={
            "hand": team(state, player),
            "team": _scoring_team(state, player),
            "resting": (),
            "has_keyper": True,
            "tiles": tiles,
            "places": places,
        }
    )
