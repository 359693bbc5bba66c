"""Setting up: what is drawn, as a state, as things to do with one's hands, and as JSON."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from keyhelper.engine import catalogue, names
from keyhelper.engine.chance import Chance
from keyhelper.engine.game import Options, Step
from keyhelper.engine.sealed import Unknown
from keyhelper.engine.trouble import Trouble
from keyhelper.games.key_harvest import board, crops
from keyhelper.games.key_harvest.crops import Counters, Crop
from keyhelper.games.key_harvest.model import (
    DEALT,
    EVENTS,
    FARMHANDS,
    GAME,
    REGISTRY,
    TOWNSFOLK,
    Country,
    Countryside,
)
from keyhelper.games.key_harvest.opening import open_registry, planned_registry, seal
from keyhelper.games.key_harvest.position import box_layout, is_layout_settled
from keyhelper.games.key_harvest.typed import Layout, read_list

# Players -> how many of most crops are in the first bag, how many crops differ, and how many
# of those there are.
FIRST_BAG = {2: (1, 1, 2), 3: (2, 1, 1), 4: (2, 2, 3)}
EVENTS_OUT = {2: 0, 3: 2, 4: 2}
PAIRS = 4


class KeyHarvestOptions(Options):
    """What the table may decide about a setup."""

    layout: Layout | None = Field(
        default=None, description="Lengths of the board's rows A to G, such as 7-8-9-8-9-8-7"
    )
    deal: Literal["keyhelper", "table"] = Field(
        default="keyhelper",
        description="Who draws counters, registry and the start player: keyhelper, or you by hand",
    )
    special: Annotated[tuple[Crop, ...], BeforeValidator(read_list)] = Field(
        default=(), description="The crops that differ in number among the first counters"
    )


def setup(
    players: tuple[str, ...], options: KeyHarvestOptions, chance: Chance, readings: dict[str, str]
) -> Countryside:
    """The table before the first turn: what keyhelper drew, and what the table still says."""
    layout = options.layout or box_layout()
    special = _special(len(players), options.special, chance)
    counters_bag = _counters_bag(len(players), special)
    by_hand = options.deal == "table"
    pairs = _known_pairs(layout)
    out = EVENTS_OUT[len(players)]
    state = Countryside(
        players=players,
        readings=readings,
        layout=layout,
        is_layout_settled=options.layout is not None or is_layout_settled(),
        deal=options.deal,
        countries={player: Country() for player in players},
        crops=_known_crops(layout),
        pairs=pairs,
        order=_order(chance),
        bag=board.references(layout),
        supply=crops.minus(dict.fromkeys(crops.CROPS, crops.EACH), counters_bag),
        counters_bag=counters_bag,
        special=special,
        events_in_bag=EVENTS - out,
        removed=out,
        first_drawn=None if by_hand else chance.stream("start player").pick(players),
    )
    if by_hand:
        return state
    return open_registry(_lay_pairs(_deal(state, chance), chance))


def _special(count: int, wished: tuple[str, ...], chance: Chance) -> tuple[str, ...]:
    """The crops that differ in number from the others in the first bag."""
    _, how_many, _ = FIRST_BAG[count]
    if not wished:
        drawn = chance.stream("counters bag").shuffle(crops.CROPS)[:how_many]
        return tuple(crop for crop in crops.CROPS if crop in drawn)
    if len(set(wished)) != how_many:
        raise Trouble(
            f"With {count} players {how_many} crop{'s' * (how_many > 1)} differ in number;"
            f" {len(set(wished))} named"
        )
    return tuple(crop for crop in crops.CROPS if crop in wished)


def _counters_bag(count: int, special: tuple[str, ...]) -> Counters:
    most, _, differing = FIRST_BAG[count]
    return {crop: differing if crop in special else most for crop in crops.CROPS}


def _known_crops(layout: str) -> dict[str, str]:
    known = catalogue.entries(GAME, "fields")
    spaces = board.spots(layout)
    return {
        board.read_reference(ref): crops.read_crop(values["crop"])
        for ref, values in known.items()
        if values["crop"] is not None and ref.upper() in spaces
    }


def _known_pairs(layout: str) -> tuple[tuple[str, str], ...]:
    """The start pairs that the box knows and that this board has room for."""
    found = []
    for values in catalogue.entries(GAME, "start-pairs").values():
        if values["first"] and values["second"]:
            pair = (board.read_reference(values["first"]), board.read_reference(values["second"]))
            if set(pair) <= set(board.spots(layout)):
                found.append(pair)
    return tuple(found)


def _order(chance: Chance) -> tuple[str, ...]:
    """All references of any layout in a drawn order, so that the layout can be settled later."""
    every = [f"{row}{number}" for row in board.ROWS for number in range(1, 10)]
    return chance.stream("registry").shuffle(every)


def _deal(state: Countryside, chance: Chance) -> Countryside:
    """Three counters for everybody, from the seed that only the ledger holds."""
    stream = chance.secret("counters")
    loose = [
        crop
        for crop, count in state.counters_bag.items()
        for _ in range(count)
        if len(state.players) > 2 or crop not in state.special
    ]
    drawn = stream.shuffle(loose)
    size = len(drawn) // len(state.players)
    dealt = {}
    for index, player in enumerate(state.players):
        hand = [(crop, 1) for crop in drawn[index * size : (index + 1) * size]]
        # Of two players each takes one of the doubled crop.
        doubled = [(crop, 1) for crop in state.special] if len(state.players) == 2 else []
        counters = crops.tidy([*hand, *doubled])
        hidden = {"dealt": seal(player, counters)}
        dealt[player] = state.countries[player].model_copy(update=hidden)
    return state.model_copy(update={"countries": dealt})


def _lay_pairs(state: Countryside, chance: Chance) -> Countryside:
    """Start tiles for everybody, where the box knows all four pairs; else the table draws."""
    if len(state.pairs) < PAIRS:
        return state
    drawn = chance.stream("start pairs").shuffle(state.pairs)
    countries = {}
    laid: list[str] = []
    for player, pair in zip(state.players, drawn, strict=False):
        fields = dict.fromkeys((ref for ref in state.bag if ref in pair), False)
        countries[player] = state.countries[player].model_copy(update={"fields": fields})
        laid += pair
    bag = tuple(ref for ref in state.bag if ref not in laid)
    return state.model_copy(update={"countries": countries, "bag": bag})


# As things to do


def steps(state: Countryside) -> tuple[Step, ...]:
    """The setup step by step, with counts to check."""
    found = [
        Step("Put the town board in the middle; its fallow fields are for discarded tiles"),
        Step(
            "Each player takes a country board, a screen, a store card, a turn option card and"
            f" the {FARMHANDS} farmhands of one colour"
        ),
        Step(f"Set the {TOWNSFOLK} townsfolk (numbers 4 and 5) on their spaces of the town board"),
        *_pair_steps(state),
        *_counter_steps(state),
        _registry_step(state),
        _event_step(state),
        _first_step(state),
    ]
    if not state.is_layout_settled:
        found.append(
            Step(
                f"Look at the rows of a country board: keyhelper takes them to be {state.layout}"
                " spaces long, from A to G, until you say otherwise"
            )
        )
    return tuple(found)


def fields_in_bag(state: Countryside) -> int:
    """Field tiles in the bag once everything is laid out."""
    return board.SPACES - 2 * len(state.players) - REGISTRY


def _pair_steps(state: Countryside) -> list[Step]:
    left = board.SPACES - 2 * len(state.players)
    check = f"Check: {left} field tiles are in the bag"
    laid = {p: tuple(c.fields or {}) for p, c in state.countries.items()}
    if all(laid.values()):
        pairs = tuple(f"{player}: {' and '.join(tiles)}" for player, tiles in laid.items())
        text = "Lay these start tiles on their references, large crop up; the others go in the bag"
        return [Step(text, detail=(*pairs, check))]
    return [
        Step(
            "Four pairs of field tiles have coloured references: put one of each pair in the bag;"
            " each player draws one, takes the other of that colour and lays both on their"
            " references, large crop up",
            detail=("`track` asks which ones they are",),
        ),
        Step("Put all other field tiles into the bag", detail=(check,)),
    ]


def _counter_steps(state: Countryside) -> list[Step]:
    number = crops.total(state.counters_bag)
    handful = f"{crops.say(state.counters_bag)}, {number} counters in all"
    supply = f"Check: {5 * crops.EACH - number} counters are left, the general supply"
    if state.deal == "table":
        text = f"Mix {handful}; each player takes {DEALT} behind the screen without showing them"
        extra = (f"each of you takes 1 {state.special[0]}",) if len(state.players) == 2 else ()
        return [Step(text, detail=(*extra, supply))]
    public = Step(
        f"Set {handful}, apart for the first hands: keyhelper shows each player in private which"
        f" {DEALT} of them to take behind the screen",
        detail=(supply,),
    )
    hands = [
        Step(f"Take {crops.say(hand)} behind your screen", player=player, secret=True)
        for player, hand in dealt(state).items()
    ]
    return [public, *hands]


def dealt(state: Countryside) -> dict[str, Counters]:
    """What keyhelper dealt to each player."""
    return {
        player: country.dealt.value
        for player, country in state.countries.items()
        if not isinstance(country.dealt, Unknown)
    }


def _registry_step(state: Countryside) -> Step:
    check = f"Check: {fields_in_bag(state)} field tiles are left in the bag"
    tiles = planned_registry(state)
    if state.deal == "table" and not tiles:
        text = f"Draw {REGISTRY} field tiles from the bag for the registry, large crop up"
        return Step(text, detail=(check,))
    text = f"Lay {names.listed(tiles)} on the registry, large crop up"
    if state.is_registry_open:
        return Step(text, detail=(check,))
    spare = [ref for ref in state.order if ref in state.bag and ref not in tiles]
    spares = f"Where one of them is a start tile on a board, take the next of {' '.join(spare[:8])}"
    return Step(text, detail=(spares, check))


def _event_step(state: Countryside) -> Step:
    total = fields_in_bag(state) + state.events_in_bag
    check = f"Check: the bag holds {total} tiles, {fields_in_bag(state)} fields and"
    check += f" {state.events_in_bag} events"
    if state.removed:
        text = f"Turn the {EVENTS} events face down and put {state.removed} back in the box unseen"
        return Step(f"{text}; the other {state.events_in_bag} go into the bag", detail=(check,))
    return Step(f"Put all {EVENTS} events into the bag", detail=(check,))


def _first_step(state: Countryside) -> Step:
    if state.first_drawn is None:
        return Step(
            "Each player puts a counter of their colour in the bag; the player to the left of"
            " whoever read the rules draws one, and its owner chooses who starts"
        )
    return Step(f"{state.first_drawn} was drawn and chooses who starts")


# As JSON


def table(state: Countryside, show_secrets: bool) -> dict[str, Any]:
    """The setup for other programs; the counters dealt only where secrets may be shown."""
    pairs = {p: list(c.fields) if c.fields else None for p, c in state.countries.items()}
    found: dict[str, Any] = {"counters_bag": dict(state.counters_bag)}
    if show_secrets and dealt(state):
        found["counters"] = {player: dict(hand) for player, hand in dealt(state).items()}
    return found | {
        "events_in_bag": state.events_in_bag,
        "fields_in_bag": fields_in_bag(state),
        "pairs": pairs,
        "registry": list(planned_registry(state)),
        "first_drawn": state.first_drawn,
    }
