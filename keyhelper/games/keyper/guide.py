"""Who is asked for what now: the turn, the invitation, the actions, the season's checklist."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from keyhelper.engine import names
from keyhelper.engine.game import Ask, Move, Turn
from keyhelper.engine.terms import TermError
from keyhelper.games.keyper import moves
from keyhelper.games.keyper.checklist import layable, next_season, team
from keyhelper.games.keyper.conditions import (
    USED_UP,
    USUAL_COUNTED,
    from_box,
    named_counts,
    read_term,
)
from keyhelper.games.keyper.goods import (
    BORDERS,
    LIKELY,
    SPECIALISTS,
    WHITE,
    amount,
    counted,
    teamed,
)
from keyhelper.games.keyper.model import (
    COUNTRY_TILES,
    DISPLAY,
    FIELDS_ON_A_BOARD,
    SPRING_TILES,
    House,
    Keyper,
    Tile,
)
from keyhelper.games.keyper.moves import place
from keyhelper.games.keyper.work_asks import work_asks
from keyhelper.games.keyper.yields import companions, joined, lay_down


def turn(state: Keyper) -> Turn:
    """Where the game stands, and the next question."""
    return Turn(_headline(state), _asks(state))


def ending(state: Keyper) -> str | None:
    """The game is over when winter has been counted."""
    return "Winter is over and everything is counted" if state.phase == "over" else None


def unvalued(state: Keyper) -> list[tuple[str, Tile]]:
    """The built tiles that nobody has given a value yet."""
    return [
        (player, tile)
        for player in state.players
        for tile in state.house(player).tiles or ()
        if not tile.is_overbuilt and tile.points is None and tile.scores is None
    ]


def uncounted(state: Keyper) -> list[tuple[str, str]]:
    """What tiles count without using it up, and nobody has counted yet."""
    found: list[tuple[str, str]] = []
    for player in state.players:
        house = state.house(player)
        known = named_counts(house.counted)
        for tile in house.tiles or ():
            if tile.scores is None or tile.is_overbuilt:
                continue
            try:
                term = read_term(tile.scores, house.counted)
            except TermError:
                continue
            kinds = [kind for need in term.needs for kind in need.kinds]
            found += [(player, k) for k in kinds if k not in USED_UP and k not in known]
    return list(dict.fromkeys(found))


def _headline(state: Keyper) -> str:
    season = state.season.capitalize()
    if state.phase == "play" and state.active:
        return f"{season} · {state.turn_of or state.active}'s turn"
    if state.phase in ("count", "over"):
        return "The count"
    if state.phase == "ninth":
        return "Before the first turn"
    return f"End of {state.season}"


def _asks(state: Keyper) -> tuple[Ask, ...]:
    if state.phase == "over":
        return ()
    if state.border_due is not None:
        where = place(state.border_due.by, state.border_due.board, state.border_due.field)
        prompt = f"Which border does {where} have?"
        given = {"player": state.border_due.by}
        return (Ask(prompt, ("border",), given, hint=", ".join(BORDERS)),)
    if state.invitation is not None:
        return _invitation_asks(state)
    if state.keyp_due is not None:
        return (_keyp_ask(state, state.keyp_due),)
    if state.owed:
        return work_asks(state)
    if state.phase == "play":
        return (_turn_ask(state),) if state.active else ()
    if state.phase in _STEP_ASKS:
        return (_STEP_ASKS[state.phase](state),)
    return tuple(_PLAYER_ASKS[state.phase](state, player) for player in state.queue)


def _turn_ask(state: Keyper) -> Ask:
    player = state.active or ""
    house = state.house(player)
    given = {"player": player}
    if house.hand or house.has_keyper:
        hint = "; ".join(_ways_to_play(state, house))
        return Ask(f"{player} plays", ("keyple", "keyper", "boat"), given, hint=hint)
    spots = layable(state, player)
    if not spots:
        nothing = moves.Pass(player=player)
        return Ask(f"{player} has nothing to lay down", ("pass",), given, nothing, "Enter goes on")
    return Ask(
        f"{player} lays down",
        ("lay-down", "pass"),
        given,
        hint=_how_to_lay_down(state, player, spots),
        choices=_spot_choices(state, player, spots),
    )


def _ways_to_play(state: Keyper, house: House) -> list[str]:
    """What could be typed now: a keyple, board, field and border; a boat; the keyper."""
    hand = house.hand or {}
    colour = next((c for c in (*SPECIALISTS[1:], WHITE, SPECIALISTS[0]) if hand.get(c)), None)
    where = _unused_field(state, colour) if colour else None
    ways = [f"keyple board field border: `{colour} {where}`"] if where else []
    rivers = [number for number, country in (state.boards or {}).items() if not country.boat]
    if colour and rivers and state.boats:
        sailor = next((c for c in (SPECIALISTS[0], WHITE) if hand.get(c)), colour)
        ways.append(f"`boat {sailor} {rivers[0]} {state.boats[0]}`")
    free = [number for number, country in (state.boards or {}).items() if not country.keyper]
    if house.has_keyper and free:
        ways.append(f"`keyper {free[0]}`")
    return ways


def _unused_field(state: Keyper, colour: str) -> str | None:
    """A board, a field that nobody has named yet, and its border, as an example."""
    border = colour if colour in SPECIALISTS[1:] else SPECIALISTS[1]
    for name in LIKELY[border]:
        for number, country in (state.boards or {}).items():
            if names.find(name, country.fields) is None and len(country.fields) < FIELDS_ON_A_BOARD:
                return f"{number} {name} {border}"
    return None


def _how_to_lay_down(state: Keyper, player: str, spots: Sequence[tuple[str, str]]) -> str:
    hint = "a number or a place"
    for board, field in spots:
        spot = state.spot(player, board, field)
        if spot is not None and len(spot.standing) > 1:
            if state.reading("laydown.both", "choice") == "choice":
                hint += f"; just one of two: `{board} {field} only {spot.standing[0]}`"
            break
    return hint


def _spot_choices(
    state: Keyper, player: str, spots: Sequence[tuple[str, str]]
) -> tuple[tuple[str, Move], ...]:
    choices = []
    for board, field in spots[:12]:
        spot = state.spot(player, board, field)
        if spot is None:
            continue
        got = lay_down(spot.standing, spot.lying, spot.border, state.readings)
        label = f"{place(player, board, field)}: {names.listed(spot.standing)}, for {got.active}"
        choices.append((label, moves.LayDown(player=player, board=board, field=field)))
    return tuple(choices)


def _invitation_asks(state: Keyper) -> tuple[Ask, ...]:
    """Those who could join, in the order they are asked; the first is asked now."""
    invited = state.invitation
    if invited is None:
        return ()
    spot = state.spot(invited.by, invited.board, invited.field)
    first = spot.keyples[0].colour if spot and spot.keyples else ""
    allowed = companions(first, spot.border if spot else "")
    where = place(invited.by, invited.board, invited.field)
    asks = []
    for player in invited.asked:
        hand = state.house(player).hand or {}
        could = [colour for colour in allowed if hand.get(colour)]
        brings = [
            joined(first, colour, spot.border, state.readings, invited.field).joiner
            for colour in could
            if spot is not None
        ]
        each = f", for {names.either([str(n) for n in sorted(set(brings))])}" if brings else ""
        after = [other for other in invited.asked if other != player]
        then = f"; then {names.listed(after)}" if after else ""
        asks.append(
            Ask(
                f"{player}, join {invited.by}'s {first} on {where}?",
                ("join", "decline"),
                {"player": player, "board": invited.board, "field": invited.field},
                moves.Decline(player=player),
                f"{names.either(could) or 'its colour'}{each}; Enter: no{then}",
            )
        )
    return tuple(asks)


def _keyp_ask(state: Keyper, player: str) -> Ask:
    standing = [keyple.colour for keyple in state.house(player).resting if not keyple.lies]
    late = "Enter: leave them" if state.phase == "keyp" else "Enter: later"
    return Ask(
        f"{player} lays down the keyp tile ({names.listed(standing)}): what does it bring?",
        ("keyp", "pass"),
        {"player": player},
        moves.Pass(player=player),
        f"such as `2 clay`, or none; {late}",
    )


def _final_ask(state: Keyper, player: str) -> Ask:
    return Ask(
        f"{player}'s last lay-down of the season",
        ("lay-down", "pass"),
        {"player": player},
        moves.Pass(player=player),
        f"{_how_to_lay_down(state, player, layable(state, player))}; Enter: none",
        _spot_choices(state, player, layable(state, player)),
    )


def _fair_ask(state: Keyper, player: str) -> Ask:
    house = state.house(player)
    held = [fair.season for fair in house.held or ()]
    could = [state.season] if state.season != "winter" and state.season not in held else []
    could += [f"winter ({house.winter_fairs} taken)"] if house.winter_fairs else []
    fairs = names.either(could) if could else "none left this season"
    tile = could[0].split()[0] if could else state.season
    return Ask(
        f"{player} holds a fair",
        ("fair", "pass"),
        {"player": player},
        moves.Pass(player=player),
        f"{fairs}; its points, such as `{tile} {6 if state.season == 'winter' else 4}`;"
        " Enter: no more",
    )


def _house_ask(state: Keyper, player: str) -> Ask:
    animals = state.house(player).animals or {}
    return Ask(
        f"{player} has {counted(animals)}: which find no place?",
        ("house",),
        {"player": player},
        moves.HouseAnimals(player=player),
        f"such as `{amount(1, next(iter(animals), 'sheep'))}`; Enter: all are housed",
    )


def _rest_ask(state: Keyper, player: str) -> Ask:
    hand = state.house(player).hand or {}
    number = sum(hand.values())
    surplus = number - state.team_limit
    return Ask(
        f"{player} has {number} keyples ({teamed(hand)}): which {surplus} rest on the keyp tile?",
        ("rest",),
        {"player": player},
        hint=f"such as `{_most_of(hand, surplus)}`; {state.team_limit} play",
    )


def _most_of(hand: dict[str, int], number: int) -> str:
    """That many keyples, of the colours that the player has most of."""
    chosen: list[str] = []
    for colour in sorted(hand, key=lambda colour: -hand[colour]):
        part = min(hand[colour], number)
        number -= part
        chosen += [f"{part} {colour}"] if part else []
    return " ".join(chosen)


def _ninth_ask(state: Keyper, player: str) -> Ask:
    return Ask(
        f"{player}'s ninth keyple, drawn from the second row",
        ("ninth",),
        {"player": player},
        hint="its colour, such as `white`",
    )


def _retrieve_ask(state: Keyper) -> Ask:
    teams = ", ".join(f"{p} {sum(team(state, p).values())}" for p in state.players)
    return Ask(
        "Take back keypers, claimed boards and all keyples on them and on your own boards",
        ("retrieve",),
        enter=moves.Retrieve(),
        hint=f"keyples then: {teams}; Enter: done",
    )


def _display_ask(state: Keyper) -> Ask:
    summer = next_season(state) == "summer"
    tiles = COUNTRY_TILES - SPRING_TILES
    fairs = f" and {state.aside - tiles} winter fairs" if state.aside > tiles else ""
    first = f"put the {tiles} country tiles{fairs} set aside into the bag, " if summer else ""
    left = state.bag + (state.aside if summer else 0)
    return Ask(
        f"Discard the display, {first}draw {min(DISPLAY, left)} new tiles",
        ("display",),
        enter=moves.NewDisplay(),
        hint=f"{left} in the bag before drawing; Enter: done",
    )


def _boats_ask(state: Keyper) -> Ask:
    drawn = state.boats_to_come.get(next_season(state), ())
    enter = moves.NewBoats(boats=drawn) if drawn else None
    hint = f"Enter: {names.listed(drawn)}; or type those you drew" if drawn else "four of six"
    return Ask(f"Which four boats for {next_season(state)}?", ("boats",), {}, enter, hint)


def _layouts_ask(state: Keyper) -> Ask:
    return Ask(
        f"Everybody at once: fold your country board to show the {next_season(state)} icon",
        ("layouts",),
        enter=moves.Layouts(),
        hint="Enter: done",
    )


def _count_ask(state: Keyper) -> Ask:
    """Tiles without a value, then numbers that tiles count, then the end of the count."""
    for player, tile in unvalued(state):
        boxed = boxed_value(tile)
        enter = moves.Value(player=player, tile=tile.name, scores=boxed) if boxed else None
        hint = "`5` points or `2 per sheep`; `finish` leaves the rest open"
        if boxed:
            hint = f"Enter: {boxed}, as in your box"
        side = " (upgraded side)" if tile.is_upgraded else ""
        given = {"player": player, "tile": tile.name}
        prompt = f"{player}: what does {tile.name}{side} give?"
        return Ask(prompt, ("value", "count", "finish"), given, enter, hint)
    for player, what in uncounted(state):
        given = {"player": player, "what": what}
        many = f"{what}s" if what in USUAL_COUNTED else f"of {what}"
        prompt = f"{player}: how many {many} do the tiles count?"
        return Ask(prompt, ("count", "value", "finish"), given, hint=_built(state, player, what))
    return Ask(
        "Every tile has its value",
        ("finish", "value", "count"),
        enter=moves.Finish(),
        hint=f"Enter: count{_how_to_put_right(state)}",
    )


def _how_to_put_right(state: Keyper) -> str:
    for player in state.players:
        for tile in state.house(player).tiles or ():
            if not tile.is_overbuilt:
                return f"; `value {player} {tile.name} 5` puts one right"
    return ""


def _built(state: Keyper, player: str, what: str) -> str:
    """How many buildings stand there, for a tile that counts them; what it counts is printed."""
    number = uncovered(state, player, what)
    if number is None:
        return "a number"
    return f"a number; {number} uncovered on the own board, this tile included"


def uncovered(state: Keyper, player: str, what: str) -> int | None:
    """How many buildings nothing covers, where that is what is counted; else None."""
    if not what.endswith("building"):
        return None
    area = what.removesuffix("building").strip()
    seen = [tile for tile in state.house(player).tiles or () if not tile.is_overbuilt]
    return len([tile for tile in seen if not area or tile.area == area])


def boxed_value(tile: Tile) -> str | None:
    """What the owner's box says a tile gives, as people say it; None where it is blank."""
    points, scores = from_box(tile.name, upgraded=tile.is_upgraded)
    said = [str(part) for part in (points, scores) if part is not None]
    return " ".join(said) or None


_STEP_ASKS: dict[str, Any] = {
    "retrieve": _retrieve_ask,
    "display": _display_ask,
    "boats": _boats_ask,
    "layouts": _layouts_ask,
    "count": _count_ask,
}
_PLAYER_ASKS: dict[str, Any] = {
    "ninth": _ninth_ask,
    "final": _final_ask,
    "keyp": _keyp_ask,
    "fairs": _fair_ask,
    "house": _house_ask,
    "rest": _rest_ask,
}
