"""Setting up for two, three and four: numbers, secrets, and draws made by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from keyhelper.engine import catalogue
from keyhelper.engine.chance import Chance
from keyhelper.engine.trouble import Trouble
from keyhelper.games.key_harvest import board, crops
from keyhelper.games.key_harvest.model import Countryside
from keyhelper.games.key_harvest.wiring import GAME
from tests.games.key_harvest.lands import claim, judge, play, texts

NAMES = ("Ann", "Ben", "Cy", "Dee")
SEEDS = ("amber otter canyon", "two", "three", "four", "five")
every_count = pytest.mark.parametrize("count", [2, 3, 4])

PAIRS = {
    "pair 2": {"first": "A1", "second": "G7"},
    "pair 3": {"first": "C8", "second": "F2"},
    "pair 4": {"first": "B2", "second": "G4"},
}


@pytest.fixture
def full_box() -> Iterator[None]:
    """An owner's box that knows all four start pairs and the layout."""
    boards = {"country board": {"layout": "7-8-9-8-9-8-7"}}
    catalogue.open_box("key-harvest", {"start-pairs": PAIRS, "boards": boards})
    yield
    catalogue.open_box("key-harvest", {})


def set_up(count: int, seed: str = SEEDS[0], **options: Any) -> Countryside:
    chance = Chance(seed, "key-harvest", count, secret="hidden")
    chosen = GAME.options.model_validate(options)
    readings = catalogue.default_readings("key-harvest")
    return GAME.setup(NAMES[:count], chosen, chance, readings)


def seen(state: Countryside) -> Countryside:
    """The table after everybody has looked at the counters dealt."""
    for player in state.players:
        state = play(state, "dealt", player)
    return state


def told(state: Countryside) -> str:
    """All public steps in one text."""
    lines = [line for s in GAME.steps(state) if not s.secret for line in (s.text, *s.detail)]
    return "\n".join(lines)


@pytest.mark.parametrize(("count", "events", "fields"), [(2, 14, 46), (3, 12, 44), (4, 12, 42)])
def test_the_bag_holds_what_the_arithmetic_says(count: int, events: int, fields: int) -> None:
    """setup.events, setup.pairs, setup.registry, box.events"""
    state = set_up(count)
    table = GAME.table(state, False)

    assert table["events_in_bag"] == events
    assert table["fields_in_bag"] == fields == 56 - 2 * count - 6
    assert state.events_in_bag + state.removed == 14
    assert f"the bag holds {events + fields} tiles, {fields} fields and {events} events" in told(
        state
    )
    if count > 2:
        assert "put 2 back in the box unseen" in told(state)


@pytest.mark.parametrize("seed", SEEDS)
def test_two_players_share_six_counters(seed: str) -> None:
    """setup.counters-two: 2 + 1 + 1 + 1 + 1, and one of the doubled crop each"""
    table = GAME.table(set_up(2, seed), True)
    bag = table["counters_bag"]

    assert sorted(bag.values()) == [1, 1, 1, 1, 2]
    (doubled,) = [crop for crop, number in bag.items() if number == 2]
    for hand in table["counters"].values():
        assert sum(hand.values()) == 3
        assert hand[doubled] == 1
    assert _together(table["counters"]) == bag


@pytest.mark.parametrize("seed", SEEDS)
def test_three_players_share_nine(seed: str) -> None:
    """setup.counters-three"""
    table = GAME.table(set_up(3, seed), True)

    assert sorted(table["counters_bag"].values()) == [1, 2, 2, 2, 2]
    assert [sum(hand.values()) for hand in table["counters"].values()] == [3, 3, 3]
    assert _together(table["counters"]) == table["counters_bag"]


@pytest.mark.parametrize("seed", SEEDS)
def test_four_players_share_twelve(seed: str) -> None:
    """setup.counters-four"""
    table = GAME.table(set_up(4, seed), True)

    assert sorted(table["counters_bag"].values()) == [2, 2, 2, 3, 3]
    assert [sum(hand.values()) for hand in table["counters"].values()] == [3, 3, 3, 3]
    assert _together(table["counters"]) == table["counters_bag"]


def _together(hands: dict[str, dict[str, int]]) -> dict[str, int]:
    total: dict[str, int] = {}
    for hand in hands.values():
        total = crops.plus(total, hand)
    return total


@every_count
def test_the_rest_is_the_supply(count: int) -> None:
    """setup.supply, box.counters"""
    state = set_up(count)

    assert crops.plus(state.supply, state.counters_bag) == dict.fromkeys(crops.CROPS, 12)
    assert f"{60 - 3 * count} counters are left, the general supply" in told(state)


@every_count
def test_secrets_are_left_out(count: int) -> None:
    """setup.counters-two"""
    state = set_up(count)

    assert "counters" not in GAME.table(state, False)
    secret = [step for step in GAME.steps(state) if step.secret]
    assert [step.player for step in secret] == list(NAMES[:count])
    assert all(step.text.startswith("Take ") for step in secret)


def test_the_printed_seed_does_not_give_counters_away() -> None:
    """setup.counters-three"""
    readings: dict[str, str] = {}
    hands = set()
    for secret in ("one", "two", "three", "four", "five", "six"):
        chance = Chance("same", "key-harvest", 3, secret=secret)
        state = GAME.setup(NAMES[:3], GAME.options(), chance, readings)
        hands.add(str(GAME.table(state, True)["counters"]))
        assert GAME.table(state, False) == GAME.table(
            GAME.setup(NAMES[:3], GAME.options(), Chance("same", "key-harvest", 3), readings), False
        )

    assert len(hands) > 1


@every_count
def test_steps_name_everything_that_is_taken(count: int) -> None:
    """setup.town-board, setup.players, setup.townsfolk, setup.fallow, box.town-board"""
    steps = told(set_up(count))

    for words in ("town board in the middle", "fallow", "6 farmhands", "6 townsfolk", "screen"):
        assert words in steps


@every_count
def test_the_registry_is_six_tiles(count: int) -> None:
    """setup.registry, box.town-board"""
    table = GAME.table(set_up(count), False)

    assert len(set(table["registry"])) == 6
    assert set(table["registry"]) <= set(board.references(board.DEFAULT))


@every_count
def test_somebody_may_choose_the_start_player(count: int) -> None:
    """setup.start-player"""
    state = set_up(count)

    assert GAME.table(state, False)["first_drawn"] in state.players
    assert f"{state.first_drawn} was drawn and chooses who starts" in told(state)


def test_the_special_crops_may_be_wished_for() -> None:
    """setup.counters-two, setup.counters-four"""
    assert set_up(2, special="wine").counters_bag["wine"] == 2
    bag = set_up(4, special="wine, hops").counters_bag
    assert [bag["wine"], bag["hops"], bag["wheat"]] == [3, 3, 2]
    with pytest.raises(Trouble, match="With 4 players 2 crops differ in number; 1 named"):
        set_up(4, special="wine")


def test_unknown_pairs_are_drawn_by_hand() -> None:
    """setup.pairs"""
    state = set_up(3)

    assert GAME.table(state, False)["pairs"] == {"Ann": None, "Ben": None, "Cy": None}
    assert "each player draws one, takes the other of that colour" in told(state)
    assert "take the next of" in told(state)


@pytest.mark.usefixtures("full_box")
@every_count
def test_known_pairs_are_drawn_by_keyhelper(count: int) -> None:
    """setup.pairs, setup.place-pair, box.tiles"""
    state = set_up(count)
    known = {frozenset(pair) for pair in (("E4", "B7"), ("A1", "G7"), ("C8", "F2"), ("B2", "G4"))}
    pairs = GAME.table(state, False)["pairs"]

    assert {frozenset(tiles) for tiles in pairs.values()} <= known
    assert len({frozenset(tiles) for tiles in pairs.values()}) == count
    assert not any(cut for c in state.countries.values() for cut in c.fields.values())
    assert len(state.registry) == 6
    assert len(state.bag) == 56 - 2 * count - 6
    assert GAME.components(state)["field"] == 56
    laid = {tile for tiles in pairs.values() for tile in tiles}
    assert not laid & {*state.registry, *state.bag}


def test_a_pair_that_turns_up_in_the_registry_is_skipped() -> None:
    """setup.registry: the drawn order goes on where a tile lies on a board"""
    state = set_up(2, layout=board.DEFAULT)
    planned = GAME.table(state, False)["registry"]
    spare = next(ref for ref in state.order if ref in state.bag and ref not in planned)
    other = next(ref for ref in ("A1", "A2", "A3") if ref not in (*planned, spare))
    state = play(state, "pair", "Ann", first=planned[0], second=other)
    free = [ref for ref in state.bag if ref not in (*planned, spare, "E4", "B7")]
    state = play(state, "pair", "Ben", first=free[0], second=free[1])

    assert planned[0] not in state.registry
    assert spare in state.registry
    assert len(state.registry) == 6
    assert len(state.bag) == 46


def test_a_pair_is_two_free_tiles() -> None:
    """setup.pairs, box.tiles"""
    state = set_up(2, layout=board.DEFAULT)

    assert judge(state, "pair", first="A1", second="A1").rules == ["box.tiles"]
    assert judge(state, "pair", first="A1").rules == ["setup.pairs"]
    assert judge(state, "pair", first="A9", second="A1").rules == ["box.tiles"]
    taken = play(state, "pair", first="A1", second="G7")
    assert judge(taken, "pair", "Ben", first="A1", second="C4").rules == ["box.tiles"]
    assert judge(taken, "pair", "Ann", first="C5", second="C4").rules == ["setup.pairs"]


def test_a_known_pair_belongs_together() -> None:
    """setup.pairs"""
    state = set_up(2, layout=board.DEFAULT)

    verdict = judge(state, "pair", first="E4", second="A1")
    assert texts(verdict) == ["E4 and B7 are a pair; E4 and A1 are not"]
    assert set(play(state, "pair", first="B7").countries["Ann"].fields) == {"B7", "E4"}


def test_the_layout_is_asked_once_and_can_change_before_the_start() -> None:
    """box.board"""
    state = seen(set_up(2))
    ask = GAME.turn(state).asks[0]

    assert ask.kinds == ("layout",)
    wide = play(state, "layout", None, rows="9 8 7 8 9 8 7")
    assert wide.layout == "9-8-7-8-9-8-7"
    assert "A9" in wide.bag
    assert len(wide.bag) == 56
    assert GAME.turn(wide).asks[0].kinds == ("pair",)
    begun = wide.model_copy(update={"on_turn": "Ann"})
    assert judge(begun, "layout", None, rows=board.DEFAULT).rules == ["box.board"]
    laid = play(wide, "pair", first="A9", second="G7")
    assert judge(laid, "layout", None, rows=board.DEFAULT).rules == ["box.board"]
    (learned,) = GAME.learns(state, ask.enter)
    assert (learned.catalogue, learned.field, learned.value) == ("boards", "layout", board.DEFAULT)


@pytest.mark.usefixtures("full_box")
def test_a_settled_layout_is_not_asked_again() -> None:
    """box.board"""
    assert GAME.turn(seen(set_up(2))).asks[0].kinds == ("crops",)


def test_crops_are_asked_when_tiles_turn_up() -> None:
    """box.crop"""
    state = seen(set_up(2, layout=board.DEFAULT))
    state = play(state, "pair", "Ann", first="E4")
    free = [ref for ref in state.bag if ref not in GAME.table(state, False)["registry"]]
    state = play(state, "pair", "Ben", first=free[0], second=free[1])
    ask = GAME.turn(state).asks[0]

    assert ask.kinds == ("crops",)
    assert free[0] in ask.prompt
    assert "E4" not in ask.prompt
    assert judge(state, "crops", None, tiles={"A9": "wine"}).rules == ["box.crop"]
    assert judge(state, "crops", None, tiles=[]).rules == ["box.crop"]
    named = f"{free[0]} wine, {free[1]} yellow"
    state = play(state, "crops", None, tiles=named)
    assert (state.crops[free[0]], state.crops[free[1]]) == ("wine", "wheat")


@every_count
def test_the_table_may_draw_by_hand(count: int) -> None:
    """setup.registry, setup.events, setup.start-player"""
    state = set_up(count, deal="table", layout=board.DEFAULT)
    table = GAME.table(state, True)

    assert "counters" not in table
    assert table["registry"] == []
    assert table["first_drawn"] is None
    assert not [step for step in GAME.steps(state) if step.secret]
    assert judge(state, "draw", None, tile="C4").rules == ["setup.registry"]
    for player, first, second in zip(state.players, "ABCD", "EFGD", strict=False):
        state = play(state, "pair", player, first=f"{first}1", second=f"{second}7")
    assert judge(state, "event").rules[0] == "setup.events"
    assert judge(state, "first", None, starts="Ann").rules == ["setup.registry"]
    for number in range(1, 7):
        state = play(state, "draw", None, tile=f"C{number + 2}", crop="hops")
    assert judge(state, "draw", None, tile="C2").rules == ["box.town-board"]
    assert state.is_registry_open
    assert len(state.bag) == 56 - 2 * count - 6


def recorded(count: int) -> Countryside:
    """A table that draws by hand, at the moment of the counters."""
    special = ["hops", "wine"][: count // 2]
    state = set_up(count, deal="table", layout=board.DEFAULT, special=special)
    return state.model_copy(update={"is_registry_open": True})


def test_two_players_record_one_of_the_doubled_crop() -> None:
    """setup.counters-two"""
    state = recorded(2)

    good = judge(state, "counters", crops="hops wine wheat")
    assert good.is_legal
    assert texts(judge(state, "counters", crops="wine wheat cider")) == [
        "Each of two players takes 1 hops, the doubled crop; Ann has 0"
    ]
    assert judge(state, "counters", crops="2 hops 1 wine").rules == ["setup.counters-two"]
    assert texts(judge(state, "counters", crops="hops wine")) == [
        "Everybody starts with 3 counters; Ann has 2"
    ]
    taken = play(state, "counters", "Ann", crops="hops wine wheat")
    assert texts(judge(taken, "counters", "Ben", crops="hops wine cider")) == [
        "The bag had 0 wine to draw; Ben has 1"
    ]


@pytest.mark.parametrize("count", [3, 4])
def test_more_players_record_any_three(count: int) -> None:
    """setup.counters-three, setup.counters-four"""
    state = recorded(count)
    rule = {3: "setup.counters-three", 4: "setup.counters-four"}[count]

    assert judge(state, "counters", crops="2 wheat 1 cider").is_legal
    assert judge(state, "counters", crops="4 wheat").rules == [rule, rule]
    assert judge(state, "counters", crops="3 wheat").rules == [rule]


def test_recorded_counters_are_sealed_and_asked_for_in_secret() -> None:
    """setup.counters-two"""
    state = recorded(2)
    state = state.model_copy(
        update={"countries": {p: c.model_copy(update={"fields": {"E4": False}})
                              for p, c in state.countries.items()}}
    )  # fmt: skip
    ask = GAME.turn(state).asks[0]
    assert ask.secret_for == "Ann"
    after = play(state, "counters", crops="hops wine wheat")
    assert after.countries["Ann"].counters == {"hops": 1, "wine": 1, "wheat": 1}
    move = GAME.fill(state, GAME.act("counters").move(player="Ann", crops="hops wine wheat"))
    assert "hops" not in move.model_dump_json() + move.says()
    quiet = play(state, "counters")
    assert quiet.countries["Ann"].counters is None
    assert GAME.turn(quiet).asks[0].secret_for == "Ben"


def test_only_the_drawn_player_chooses_who_starts() -> None:
    """setup.start-player"""
    state = recorded(2).model_copy(update={"first_drawn": "Ben"})

    assert judge(state, "first", "Ann", starts="Ann").rules == ["setup.start-player"]
    assert judge(state, "first", "Ben", starts="Zoe").rules == ["setup.start-player"]
    alone = claim(state, "first", "Ann")
    assert (alone.player, alone.starts) == ("Ben", "Ann")
    begun = play(state, "first", "Ben", starts="ann")
    assert begun.on_turn == "Ann"
    assert judge(begun, "first", "Ben", starts="Ben").rules == ["setup.start-player"]


GOLDEN = {
    2: (
        "F8 B2 C6 C8 A6 D7; first Ben; "
        "Ann 1 hops, 1 cider and 1 wine; "
        "Ben 1 hops, 1 vegetables and 1 wheat"
    ),
    3: (
        "E2 E4 C7 A6 C1 D2; first Cy; "
        "Ann 1 vegetables, 1 cider and 1 wine; "
        "Ben 1 hops, 1 cider and 1 wine; "
        "Cy 1 vegetables and 2 wheat"
    ),
    4: (
        "F4 B3 D1 B5 F7 C7; first Cy; "
        "Ann 2 cider and 1 wheat; "
        "Ben 1 vegetables, 1 wine and 1 wheat; "
        "Cy 1 vegetables, 1 wine and 1 wheat; "
        "Dee 2 hops and 1 vegetables"
    ),
}


@every_count
def test_a_seed_gives_the_same_setup_for_ever(count: int) -> None:
    """setup.registry, setup.counters-two, setup.start-player: pinned, never to change"""
    table = GAME.table(set_up(count), True)
    hands = "; ".join(f"{player} {crops.say(hand)}" for player, hand in table["counters"].items())
    told = f"{' '.join(table['registry'])}; first {table['first_drawn']}; {hands}"

    assert told == GOLDEN[count]
