"""People who play Keyper sensibly, for recorded games.

Their fields, boats, tiles, costs and values are made up: keyhelper knows none of them, so they
are typed in here as any table would type in what it reads.
"""

from __future__ import annotations

from collections.abc import Iterator

from keyhelper.engine.chance import Stream
from keyhelper.engine.game import Game, Move
from keyhelper.games.keyper import moves
from keyhelper.games.keyper.checklist import layable, next_season
from keyhelper.games.keyper.goods import COLOURS, RIVER
from keyhelper.games.keyper.guide import uncounted, unvalued
from keyhelper.games.keyper.model import OWN, Keyper, Owed
from keyhelper.games.keyper.yields import alone, companions, lay_down

FIELDS = {
    "clay": "orange",
    "logs": "brown",
    "rocks": "grey",
    "wheat": "light-green",
    "sheep": "light-green",
    "cow": "light-green",
    "deer": "brown",
    "gold": "black",
    "ruby": "black",
    "yard": "build",
    "bargain": "discount",
    "market": "tile",
    "workshop": "upgrade",
}
SHOWN = {"1": "wheat", "2": "clay", "3": "sheep", "4": "bricks", "5": "logs", "6": "wood"}
COUNTRY = ("Drainage", "Pavements", "Thatcher", "Statue", "Bracelet maker", "Well", "Forge", "Mill")
WORTH = (
    "3",
    "2 per raw",
    "4",
    "1 per building",
    "2 per animal",
    "5",
    "3 per gem",
    "2 2 per finished",
)
FINISHED_OF = {"clay": "bricks", "logs": "wood", "rocks": "stone"}


def sensible(game: Game[Keyper], state: Keyper, luck: Stream) -> Move:
    """The first legal thing of what a sensible player would think of."""
    for move in (*_ideas(state, luck), *game.candidates(state)):
        if game.verify(state, move).is_legal:
            return move
    raise AssertionError(f"Nobody knows what to do: {game.turn(state)}")


def _ideas(state: Keyper, luck: Stream) -> Iterator[Move]:
    if state.invitation is not None:
        yield from _join(state, luck)
    elif state.keyp_due is not None:
        yield from _keyp(state, state.keyp_due, luck)
    elif state.owed:
        yield from _work(state, state.owed[0], luck)
    elif state.phase == "play" and state.active is not None:
        yield from _play(state, state.active, luck)
    elif state.phase == "boats":
        yield moves.NewBoats(boats=state.boats_to_come[next_season(state)])
    elif state.phase == "count":
        yield from _count(state)
    elif state.queue:
        yield from _end(state, state.queue[0], luck)


def _join(state: Keyper, luck: Stream) -> Iterator[Move]:
    invited = state.invitation
    assert invited is not None
    player = invited.asked[0]
    spot = state.spot(invited.by, invited.board, invited.field)
    assert spot is not None
    if luck.integer(5) < 3:
        for colour in companions(spot.keyples[0].colour, spot.border):
            yield moves.Join(player=player, colour=colour, board=invited.board, field=invited.field)
    yield moves.Decline(player=player)


def _keyp(state: Keyper, player: str, luck: Stream) -> Iterator[Move]:
    if luck.integer(4):
        number = sum(not keyple.lies for keyple in state.house(player).resting)
        yield moves.Keyp(player=player, gain={"wheat": number})
    yield moves.Pass(player=player)


def _work(state: Keyper, owed: Owed, luck: Stream) -> Iterator[Move]:
    player = owed.player
    house = state.house(player)
    if owed.field == RIVER:
        kind = SHOWN[(state.boards or {})[owed.board].boat or "1"]
        held = (house.goods or {}).get(kind, 0)
        if held and not owed.gained:
            yield moves.Sell(player=player, goods={kind: min(held, owed.actions)})
        yield moves.Gain(player=player, goods={kind: owed.actions})
        yield moves.Gain(player=player, goods={kind: 1})
    elif owed.border in ("build", "discount"):
        yield from _build(state, player)
    elif owed.border == "upgrade":
        for tile in house.tiles or ():
            yield moves.Upgrade(player=player, tile=tile.name, pay={"stone": 1}, cost="1 stone")
            yield moves.Upgrade(player=player, tile=tile.name, pay={"wood": 1}, cost="1 wood")
    elif owed.border == "tile":
        yield from _take(state, player, luck)
    elif owed.board == OWN:
        for raw, finished in FINISHED_OF.items():
            yield moves.Convert(player=player, pay={raw: 1}, gain={finished: 1})
    else:
        yield moves.Gain(player=player, goods={owed.field: owed.actions})
        yield moves.Gain(player=player, goods={owed.field: 1})
    yield moves.Skip(player=player)


def _build(state: Keyper, player: str) -> Iterator[Move]:
    house = state.house(player)
    for tile in house.taken:
        old = next(
            (t for t in house.tiles or () if t.area == tile.area and not t.is_overbuilt), None
        )
        over = old.name if old and len(house.tiles or ()) > 1 else None
        for pay in ({"stone": 1}, {"wood": 1}, {"bricks": 1}, {"wheat": 1}):
            yield moves.Build(
                player=player, tile=tile.name, area=tile.area or "village", pay=pay,
                cost="1 white finished", over=over, deck="country",
            )  # fmt: skip
    for area in ("village", "farm"):
        built = sum(tile.area == area and tile.deck == "home" for tile in house.tiles or ())
        for pay in ({"clay": 1}, {"logs": 1}, {"rocks": 1}, {"wheat": 1}):
            yield moves.Build(
                player=player, tile=f"Home {area} {built + 1}", area=area, pay=pay,
                cost="1 white raw", deck="home",
            )  # fmt: skip


def _take(state: Keyper, player: str, luck: Stream) -> Iterator[Move]:
    if state.season != "spring" and luck.integer(3) == 0:
        yield moves.Take(player=player, area="fair")
    known = {
        tile.name
        for house in state.houses.values()
        for tile in (*house.taken, *(house.tiles or ()))
    }
    left = [name for name in COUNTRY if name not in known]
    if left:
        yield moves.Take(player=player, area="village", tile=luck.pick(left))
    yield moves.Skip(player=player)


def _play(state: Keyper, player: str, luck: Stream) -> Iterator[Move]:
    house = state.house(player)
    hand = house.hand or {}
    boards = tuple(state.boards or {})
    if house.has_keyper and ((sum(hand.values()) < 5 and luck.integer(3) == 0) or not hand):
        free = [n for n in boards if (state.boards or {})[n].keyper is None]
        fullest = sorted(free, key=lambda n: -len((state.boards or {})[n].fields))
        yield from (moves.PlayKeyper(player=player, board=number) for number in fullest)
    if not hand:
        spots = sorted(layable(state, player), key=lambda place: -_gain(state, player, place))
        yield from (moves.LayDown(player=player, board=b, field=f) for b, f in spots)
        yield moves.Pass(player=player)
        return
    plays = [
        play for colour in COLOURS if hand.get(colour) for play in _plays(state, player, colour)
    ]
    best = max(score for score, _ in plays)
    good = [move for score, move in plays if score >= best - 1]
    for _ in range(6):
        yield good[luck.integer(len(good))]


def _plays(state: Keyper, player: str, colour: str) -> Iterator[tuple[int, Move]]:
    for number, country in (state.boards or {}).items():
        for name, spot in country.fields.items():
            if len(spot.keyples) == 1 and colour in companions(spot.keyples[0].colour, spot.border):
                yield 3, moves.PlayKeyple(player=player, colour=colour, board=number, field=name)
        for name, border in FIELDS.items():
            if name not in country.fields:
                move = moves.PlayKeyple(
                    player=player, colour=colour, board=number, field=name, border=border
                )
                yield alone(colour, border).active, move
        if country.boat is None and state.boats and colour == "light-blue":
            boat = state.boats[0]
            shows = {SHOWN[boat]: 1, "gold": 1}
            send = moves.SendBoat(
                player=player, colour=colour, board=number, boat=boat, shows=shows
            )
            yield 3, send
    for tile in state.house(player).tiles or ():
        if not tile.is_overbuilt and not tile.spot.keyples:
            yield 1, moves.PlayKeyple(player=player, colour=colour, board=OWN, field=tile.name)


def _gain(state: Keyper, player: str, place: tuple[str, str]) -> int:
    spot = state.spot(player, *place)
    assert spot is not None
    return lay_down(spot.standing, spot.lying, spot.border, state.readings).active


def _end(state: Keyper, player: str, luck: Stream) -> Iterator[Move]:
    house = state.house(player)
    if state.phase == "ninth":
        yield moves.Ninth(player=player, colour=luck.pick(COLOURS[:6]))
    elif state.phase == "final":
        spots = sorted(layable(state, player), key=lambda place: -_gain(state, player, place))
        yield from (moves.LayDown(player=player, board=b, field=f) for b, f in spots)
    elif state.phase == "keyp":
        yield moves.Keyp(player=player, gain={"wheat": 1})
    elif state.phase == "fairs":
        shown = dict(sorted((house.resources or {}).items())[:2])
        if len(shown) == 2:
            yield moves.Fair(player=player, season=state.season, points=3, shown=shown)
            points = 4 if state.season == "summer" else 6
            yield moves.Fair(player=player, season="winter", points=points, shown=shown)
        yield moves.Pass(player=player)
    elif state.phase == "house":
        back = {kind: number - 4 for kind, number in (house.animals or {}).items() if number > 4}
        yield moves.HouseAnimals(player=player, back=back)


def _count(state: Keyper) -> Iterator[Move]:
    for player, tile in unvalued(state)[:1]:
        scores = WORTH[sum(map(ord, tile.name)) % len(WORTH)]
        yield moves.Value(player=player, tile=tile.name, scores=scores)
    for player, what in uncounted(state)[:1]:
        seen = [tile for tile in state.house(player).tiles or () if not tile.is_overbuilt]
        yield moves.Counted(player=player, what=what, number=len(seen))
