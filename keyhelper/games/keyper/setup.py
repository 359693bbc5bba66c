"""Setting up Keyper: what is drawn, what each player takes, told as things to do by hand."""

from __future__ import annotations

from typing import Any

from keyhelper.engine.chance import Chance
from keyhelper.engine.game import Step
from keyhelper.engine.names import listed
from keyhelper.engine.sealed import Sealed, unsealed
from keyhelper.games.keyper.goods import (
    COLOURS,
    FINISHED,
    GOODS_IN_BOX,
    JOBS,
    KEYPLES_IN_BOX,
    SEASONS,
    SPECIALISTS,
    WHITE,
    minus,
)
from keyhelper.games.keyper.model import (
    BOATS,
    BOATS_IN_PLAY,
    COUNTRY_TILES,
    DISPLAY,
    SPRING_TILES,
    WINTER_FAIRS,
    Country,
    House,
    Keyper,
    KeyperOptions,
)

TEAM = dict.fromkeys(SPECIALISTS, 1) | {WHITE: 2}
DEALT_SEASONS = SEASONS[:3]  # winter fairs are not dealt
FAIRS_A_SEASON = 6
SECOND_ROW = "second-row"  # the ninth keyple, drawn by hand from colours keyhelper cannot see


def setup(
    players: tuple[str, ...], options: KeyperOptions, chance: Chance, readings: dict[str, str]
) -> Keyper:
    """The table before the first turn."""
    drawn = {season: _boats(chance, season) for season in SEASONS}
    dealt = _fairs(players, chance)
    first = players[chance.stream("first").integer(len(players))]
    houses = {
        player: House(
            hand=dict(TEAM),
            has_keyper=True,
            resources=dict.fromkeys(FINISHED, 1),
            animals={},
            shipping=0,
            dealt=Sealed[dict[str, int]](owner=player, value=dealt[player]),
        )
        for player in players
    }
    in_play = {colour: TEAM[colour] * len(players) for colour in COLOURS}
    draws_ninth = len(players) == 2 and readings.get("setup.keyples") == "nine"
    winter_in_bag = readings.get("fairs.bag", "bag") == "bag"
    return Keyper(
        players=players,
        readings=readings,
        phase="ninth" if draws_ninth else "play",
        active=first,
        first=first,
        queue=players if draws_ninth else (),
        boards={str(number): Country() for number in range(1, len(players) + 1)},
        houses=houses,
        supply={
            kind: count - (len(players) if kind in FINISHED else 0)
            for kind, count in GOODS_IN_BOX.items()
        },
        out_of_play=minus(KEYPLES_IN_BOX, in_play),
        display=(None,) * DISPLAY,
        bag=SPRING_TILES - DISPLAY,
        aside=COUNTRY_TILES - SPRING_TILES + (WINTER_FAIRS if winter_in_bag else 0),
        fairs_aside=0 if winter_in_bag else WINTER_FAIRS,
        boats=drawn["spring"],
        boats_aside=tuple(boat for boat in BOATS if boat not in drawn["spring"]),
        boats_to_come={season: drawn[season] for season in SEASONS[1:]},
        spring_draw=tuple(
            sorted(chance.stream("display").shuffle(range(1, SPRING_TILES + 1))[:DISPLAY])
        ),
    )


def steps(state: Keyper) -> tuple[Step, ...]:
    """The setup as things to do, with counts to check."""
    number = len(state.players)
    boards = listed([str(board) for board in range(1, number + 1)])
    return (
        Step(
            f"Fold {number} country boards to the spring keyp field and lay them in the middle: "
            f"they show {boards} player icons",
            detail=("the icons number the boards and mean nothing else",),
        ),
        Step(
            f"Put the {SPRING_TILES} country tiles with the leaf icon into the bag and draw "
            f"{DISPLAY}: two rows of four, cost side up; {SPRING_TILES - DISPLAY} stay in the bag",
            detail=(
                "to let the seed draw, lay the 21 in a row face down and take "
                f"number {listed([str(place) for place in state.spring_draw])}",
            ),
        ),
        Step(
            f"Set aside the other {COUNTRY_TILES - SPRING_TILES} country tiles and the "
            f"{WINTER_FAIRS} winter fairs"
        ),
        Step(
            "Lay the six boats in a row and number them 1 to 6 for this game: boats "
            f"{listed(state.boats)} lie ready, spring side up; {listed(state.boats_aside)} "
            "are set aside",
        ),
        Step(
            "Sort the supply: 16 each of clay, logs, rocks, bricks, wood and stone, 20 wheat, "
            "16 each of four gems, 12 each of eight animals",
        ),
        *_kit_steps(state),
        *_fair_steps(state),
        Step(f"{state.first} goes first; play goes clockwise", player=state.first),
    )


def table(state: Keyper, shows_secrets: bool) -> dict[str, Any]:
    """The setup as JSON."""
    content: dict[str, Any] = {
        "country_boards": [int(board) for board in state.boards or {}],
        "boats": [int(boat) for boat in state.boats],
        "boats_aside": [int(boat) for boat in state.boats_aside],
        "display": list(state.spring_draw),
        "keyples": {
            player: (house.hand or {}) | ({SECOND_ROW: 1} if state.phase == "ninth" else {})
            for player, house in state.houses.items()
        },
    }
    if shows_secrets:
        content["fairs"] = {
            player: dict(unsealed(house.dealt)) for player, house in state.houses.items()
        }
    content["first"] = state.first
    return content


def _boats(chance: Chance, season: str) -> tuple[str, ...]:
    drawn = chance.stream(f"boats {season}").shuffle(BOATS)[:BOATS_IN_PLAY]
    return tuple(sorted(drawn))


def _fairs(players: tuple[str, ...], chance: Chance) -> dict[str, dict[str, int]]:
    dealt: dict[str, dict[str, int]] = {player: {} for player in players}
    for season in DEALT_SEASONS:
        row = chance.secret(f"fairs {season}").shuffle(range(1, FAIRS_A_SEASON + 1))
        for player, number in zip(players, row, strict=False):
            dealt[player][season] = number
    return dealt


def _kit_steps(state: Keyper) -> tuple[Step, ...]:
    number = len(state.players)
    jobs = {colour: job for job, colour in JOBS.items()}
    team = [f"{TEAM[colour]} {colour} ({jobs[colour]})" for colour in COLOURS]
    left = sum(state.out_of_play.values())
    ninth = (
        Step(
            "Each player draws a ninth keyple at random from the colours in the second row "
            "printed on the player board",
            detail=("keyhelper asks for its colour when the game starts",),
        ),
    )
    return (
        Step(
            "Each player takes a player board with its 6 farm and 6 village tiles, a keyp tile "
            "beside its top right corner, the keyper onto the keyp area, and two markers onto 0",
            detail=(
                "keyhelper ships no tile's cost or value: it asks when one matters and keeps it "
                "in your box",
            ),
        ),
        Step(
            f"Each player takes 8 keyples: {listed(team)}",
            detail=(f"{8 * number} in play, {left} stay in the box",),
        ),
        *(ninth if state.phase == "ninth" else ()),
        Step(
            "Each player takes 1 brick, 1 wood and 1 stone",
            detail=(f"{16 - number} of each are left in the supply",),
        ),
    )


def _fair_steps(state: Keyper) -> tuple[Step, ...]:
    shuffle = Step(
        "Lay the 6 spring, 6 summer and 6 autumn fairs face down, a row for each season; each "
        "player takes one of each, face down onto the fairground spaces, and the rest go back to "
        "the box",
        detail=(
            f"{3 * len(state.players)} dealt, {18 - 3 * len(state.players)} back",
            "take any, since nobody sees them; or those of the seed: `peek NAME` in `track` tells",
        ),
    )
    secret = tuple(
        Step(
            "Your fairs, counted from the left of each row: "
            + ", ".join(f"{season} {place}" for season, place in unsealed(house.dealt).items()),
            player=player,
            secret=True,
        )
        for player, house in state.houses.items()
        if isinstance(house.dealt, Sealed)
    )
    return (shuffle, *secret)
