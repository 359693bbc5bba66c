"""Plausible moves at any moment: for menus, near misses and random walks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from keyhelper.engine.game import Move
from keyhelper.games.keyper import moves
from keyhelper.games.keyper.checklist import layable, next_season
from keyhelper.games.keyper.costs import UNKNOWN_COST
from keyhelper.games.keyper.goods import (
    COLOURS,
    GOODS,
    LIKELY,
    NO_BORDER,
    PLAIN_FIELDS,
    RIVER,
    SPECIALISTS,
    WHEAT,
    WHITE,
    WHITE_GOODS,
)
from keyhelper.games.keyper.guide import boxed_value, uncounted, uncovered, unvalued
from keyhelper.games.keyper.model import BOATS, OWN, Area, House, Keyper, Owed
from keyhelper.games.keyper.yields import companions

# No layout is known, so the menu offers a field of each kind by what it is.
_FIELDS = tuple(
    (f"{border} field", border) for border in (*SPECIALISTS[1:], *PLAIN_FIELDS, NO_BORDER)
)


def candidates(state: Keyper) -> Iterator[Move]:
    """Moves worth trying now; some may still be refused."""
    if state.border_due is not None:
        yield from (moves.SayBorder(border=border) for border in ("orange", "brown", "build"))
    elif state.invitation is not None:
        yield from _joining(state)
    elif state.keyp_due is not None:
        yield from _keyp(state.keyp_due)
    elif state.owed:
        for owed in state.owed:
            yield from _working(state, owed)
    elif state.phase == "play" and state.active is not None:
        yield from _playing(state, state.active)
    else:
        yield from _ending(state)


def _playing(state: Keyper, player: str) -> Iterator[Move]:
    house = state.house(player)
    boards = state.boards or {}
    for number, country in boards.items():
        if house.has_keyper and country.keyper is None:
            yield moves.PlayKeyper(player=player, board=number)
    colours = [colour for colour in COLOURS if (house.hand or {}).get(colour)]
    # What the table has told of comes first, then fields that it may well have.
    for colour in colours:
        yield from _beside(state, player, colour)
        for tile in (house.tiles or ())[-2:]:
            if not tile.is_overbuilt:
                yield moves.PlayKeyple(player=player, colour=colour, board=OWN, field=tile.name)
    yield from _boats(state, player, colours)
    can_sail = state.boats and any(country.boat is None for country in boards.values())
    for colour in colours:
        if colour != SPECIALISTS[0] or not can_sail:
            yield from _fresh(state, player, colour)
    if not house.hand and not house.has_keyper:
        yield from _laying(state, player)
        yield moves.Pass(player=player)


def _beside(state: Keyper, player: str, colour: str) -> Iterator[Move]:
    """On each board a field where a keyple of a fitting colour is already."""
    for number, country in (state.boards or {}).items():
        for name, spot in country.fields.items():
            if len(spot.keyples) == 1 and colour in companions(spot.keyples[0].colour, spot.border):
                yield moves.PlayKeyple(player=player, colour=colour, board=number, field=name)
                break


def _boats(state: Keyper, player: str, colours: Sequence[str]) -> Iterator[Move]:
    """Every boat on every empty river, with the keyple that works best there."""
    best = next((c for c in (SPECIALISTS[0], WHITE, *colours) if c in colours), None)
    rivers = [number for number, country in (state.boards or {}).items() if country.boat is None]
    for number in rivers if best else ():
        for boat in state.boats:
            yield moves.SendBoat(player=player, colour=best, board=number, boat=boat)


def _fresh(state: Keyper, player: str, colour: str) -> Iterator[Move]:
    """On each board a field that nobody has used: where the colour fits, else of another kind."""
    for number, country in (state.boards or {}).items():
        unused = [entry for entry in _FIELDS if entry[0] not in country.fields]
        fitting = [entry for entry in unused if entry[1] == colour]
        others = [entry for entry in unused if entry[1] != colour]
        if colour == WHITE:  # fits everywhere, so it goes where no other colour does
            others = [entry for entry in others if entry[1] not in SPECIALISTS] or others
        turn = (COLOURS.index(colour) + len(country.fields)) % max(1, len(others))
        for name, border in fitting or others[turn : turn + 1]:
            yield moves.PlayKeyple(
                player=player, colour=colour, board=number, field=name, border=border
            )


def _joining(state: Keyper) -> Iterator[Move]:
    invited = state.invitation
    if invited is None or not invited.asked:
        return
    player = invited.asked[0]
    spot = state.spot(invited.by, invited.board, invited.field)
    if spot is not None and spot.keyples:
        for colour in companions(spot.keyples[0].colour, spot.border):
            yield moves.Join(player=player, colour=colour, board=invited.board, field=invited.field)
    yield moves.Decline(player=player)


def _laying(state: Keyper, player: str) -> Iterator[Move]:
    for board, field in layable(state, player):
        yield moves.LayDown(player=player, board=board, field=field)
        spot = state.spot(player, board, field)
        if spot is not None and len(spot.standing) > 1:
            yield moves.LayDown(player=player, board=board, field=field, only=spot.standing[0])


def _keyp(player: str) -> Iterator[Move]:
    yield moves.Keyp(player=player, gain={"clay": 1})
    yield moves.Keyp(player=player)
    yield moves.Pass(player=player)


def _working(state: Keyper, owed: Owed) -> Iterator[Move]:
    player = owed.player
    house = state.house(player)
    if owed.border in ("build", "discount") or owed.board == OWN:
        yield from _building(house, player)
    if owed.border == "upgrade" or owed.board == OWN:
        for tile in house.tiles or ():
            if not tile.is_upgraded and not tile.is_overbuilt:
                yield moves.Upgrade(player=player, tile=tile.name, pay={}, cost=UNKNOWN_COST[0])
    if owed.board != OWN and owed.border in ("tile", NO_BORDER):
        yield moves.Take(player=player, area="village")  # its name is the table's to say
        yield moves.Take(player=player, area="farm")
        yield moves.Take(player=player, area="fair")
    yield from _trading(owed, house)
    yield moves.Skip(player=player)


def _trading(owed: Owed, house: House) -> Iterator[Move]:
    player = owed.player
    held = house.goods or {}
    likely = (owed.field,) if owed.field in GOODS else LIKELY.get(owed.border, ())
    for kind in likely:
        yield moves.Gain(player=player, goods={kind: owed.actions})
        yield moves.Gain(player=player, goods={kind: 1})
        if owed.field == RIVER and held.get(kind):
            yield moves.Sell(player=player, goods={kind: 1})
    if owed.board == OWN or owed.border == NO_BORDER:
        for raw, finished in zip(WHITE_GOODS["raw"], WHITE_GOODS["finished"], strict=True):
            if held.get(raw):
                yield moves.Convert(player=player, pay={raw: 1}, gain={finished: 1})


def _building(house: House, player: str) -> Iterator[Move]:
    """A tile of the own set, or one that was taken, also over another; costs are the table's."""
    built = [tile for tile in house.tiles or () if not tile.is_overbuilt]
    areas: tuple[Area, ...] = ("farm", "village")
    for area in areas:
        name = f"home {area} tile {len(house.tiles or ()) + 1}"
        yield moves.Build(
            player=player, tile=name, area=area, cost=UNKNOWN_COST[0], pay={}, deck="home"
        )
    for tile in house.taken[:1]:
        if tile.area is None:
            continue
        plots = [old.name for old in built if old.area == tile.area and old.covers is None]
        for over in (None, *plots[:2]):
            yield moves.Build(
                player=player,
                tile=tile.name,
                area=tile.area,
                cost=UNKNOWN_COST[0],
                pay={WHEAT: 1} if (house.resources or {}).get(WHEAT) else {},
                over=over,
                deck="country",
            )


def _ending(state: Keyper) -> Iterator[Move]:
    """The steps of the checklist, for whoever is in the queue and for the whole table."""
    phase = state.phase
    if phase == "retrieve":
        yield moves.Retrieve()
    elif phase == "display":
        yield moves.NewDisplay()
    elif phase == "boats":
        yield moves.NewBoats(boats=state.boats_to_come.get(next_season(state), BOATS[:4]))
    elif phase == "layouts":
        yield moves.Layouts()
    elif phase == "count":
        for player, tile in unvalued(state)[:1]:
            boxed = boxed_value(tile)
            if boxed is not None:
                yield moves.Value(player=player, tile=tile.name, scores=boxed)
        for player, what in uncounted(state)[:1]:
            number = uncovered(state, player, what)
            if number is not None:
                yield moves.Counted(player=player, what=what, number=number)
        yield moves.Finish()
    for player in state.queue:
        yield from _step(state, player)


def _step(state: Keyper, player: str) -> Iterator[Move]:
    house = state.house(player)
    if state.phase == "final":
        yield from _laying(state, player)
        yield moves.Pass(player=player)
    elif state.phase == "keyp":
        yield from _keyp(player)
    elif state.phase == "fairs":
        yield from _fairs(state, player)
        yield moves.Pass(player=player)
    elif state.phase == "house":
        animals = house.animals or {}
        yield moves.HouseAnimals(player=player)
        yield moves.HouseAnimals(player=player, back=dict(list(animals.items())[:1]))
    elif state.phase == "rest":
        hand = house.hand or {}
        surplus = sum(hand.values()) - state.team_limit
        for order in (COLOURS, COLOURS[::-1]):
            chosen = [c for c in order for _ in range(hand.get(c, 0))][:surplus]
            counts = {colour: chosen.count(colour) for colour in chosen}
            yield moves.Rest(player=player, keyples=counts)
    elif state.phase == "ninth":
        for colour in COLOURS:
            yield moves.Ninth(player=player, colour=colour)


def _fairs(state: Keyper, player: str) -> Iterator[Move]:
    house = state.house(player)
    shown = dict(list((house.resources or {}).items())[:1])
    if house.winter_fairs:
        yield moves.Fair(player=player, season="winter", points=4, shown=shown)
        yield moves.Fair(player=player, season="winter", points=6, shown=shown)
