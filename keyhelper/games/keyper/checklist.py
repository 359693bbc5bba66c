"""The checklist at the end of a season: which step comes next, and who has something to do."""

from __future__ import annotations

from keyhelper.games.keyper.goods import COLOURS, SEASONS, plus
from keyhelper.games.keyper.model import OWN, Keyper, Phase, own_spots

CHECKLIST: dict[str, str] = {
    "ninth": "the ninth keyples are drawn first",
    "final": "the last lay-downs come now",
    "keyp": "forgotten keyp tiles come now",
    "fairs": "the fairs come now",
    "house": "the animals are housed now",
    "retrieve": "keypers, boards and keyples are taken back now",
    "display": "the new display comes first",
    "boats": "the new boats come first",
    "layouts": "the country boards are folded first",
    "rest": "surplus keyples go onto the keyp tiles first",
    "count": "the game is being counted",
    "over": "the game is over",
}
ORDER: tuple[Phase, ...] = (
    "final",
    "keyp",
    "fairs",
    "house",
    "retrieve",
    "display",
    "boats",
    "layouts",
    "rest",
)
# Steps that the whole table does together, so nobody is queued for them.
_TABLE_STEPS: tuple[Phase, ...] = ("retrieve", "display", "boats", "layouts", "count")


def advance(state: Keyper) -> Keyper:
    """The next step once everybody has done this one; steps with nobody to ask are left out."""
    while not state.queue and state.phase not in ("play", "count", "over"):
        before, after = state.phase, _after(state)
        state = state.model_copy(update={"phase": after, "queue": _queue(state, after)})
        if after in _TABLE_STEPS:
            return state
        if after == "play":
            return _opened(state) if before == "rest" else state
    return state


def closer(state: Keyper) -> str | None:
    """Who played the last keyple or keyper, so ends the season and starts the next one."""
    return state.last_played


def next_season(state: Keyper) -> str:
    """The season after this one; winter has none after it."""
    return SEASONS[min(SEASONS.index(state.season) + 1, len(SEASONS) - 1)]


def layable(state: Keyper, player: str) -> tuple[tuple[str, str], ...]:
    """Where this player may lay down: own board and claimed board, else any country board."""
    claimed = state.claims(player)
    near = [(OWN, name) for name, spot in own_spots(state.house(player)) if spot.standing]
    standing = [
        (number, name)
        for number, country in (state.boards or {}).items()
        for name, spot in country.fields.items()
        if spot.standing
    ]
    near += [(number, name) for number, name in standing if number == claimed]
    return tuple(near or standing)


def final_queue(state: Keyper) -> tuple[str, ...]:
    """Who has a last lay-down: all but whoever ended the season, if anything stands for them."""
    last = closer(state)
    others = state.clockwise_from(last)[:-1] if last else state.players
    return tuple(player for player in others if layable(state, player))


def has_fair(state: Keyper, player: str) -> bool:
    """Whether a fair of this season, or a winter fair, is still to be held by this player."""
    house = state.house(player)
    if house.winter_fairs and state.season != "spring":
        return True
    held = [fair.season for fair in house.held or ()]
    return state.season != "winter" and state.season not in held


def team(state: Keyper, player: str) -> dict[str, int]:
    """All the keyples a player has, or will take back with the claimed board."""
    house = state.house(player)
    spots = [tile.spot for tile in house.tiles or ()] + list(house.places.values())
    own = [*house.resting, *(keyple for spot in spots for keyple in spot.keyples)]
    total = plus(house.hand or {}, claimed_team(state, player))
    for keyple in own:
        total[keyple.colour] = total.get(keyple.colour, 0) + 1
    return {colour: total[colour] for colour in COLOURS if total.get(colour)}


def claimed_team(state: Keyper, player: str) -> dict[str, int]:
    """The keyples on the country board that a player's keyper claims."""
    claimed = state.claims(player)
    spots = (state.boards or {})[claimed].fields.values() if claimed is not None else ()
    there = [keyple.colour for spot in spots for keyple in spot.keyples]
    return {colour: there.count(colour) for colour in COLOURS if colour in there}


def _after(state: Keyper) -> Phase:
    if state.phase == "retrieve" and state.season == "winter":
        return "count"
    if state.phase in ("ninth", "rest"):
        return "play"
    return ORDER[ORDER.index(state.phase) + 1]


def _queue(state: Keyper, phase: Phase) -> tuple[str, ...]:
    """Who has something to do in this step, from the left of whoever ended the season."""
    last = closer(state)
    order = state.clockwise_from(last) if last else state.players
    houses = state.houses
    if phase == "keyp":
        return tuple(p for p in order if any(not keyple.lies for keyple in houses[p].resting))
    if phase == "fairs":
        return tuple(player for player in order if has_fair(state, player))
    if phase == "house":
        return tuple(player for player in order if houses[player].animals)
    if phase == "rest":
        limit = state.team_limit
        return tuple(p for p in order if sum((houses[p].hand or {}).values()) > limit)
    return ()


def _opened(state: Keyper) -> Keyper:
    """The first turn of a new season; whoever ended the last one starts."""
    start = closer(state) or state.first
    return state.model_copy(
        update={"season": next_season(state), "active": start, "first": start, "last_played": None}
    )
