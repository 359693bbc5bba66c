"""Whole games by walks, what is asked and shown, and what is remembered."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from keyhelper.engine import catalogue
from keyhelper.engine.chance import Chance, Stream
from keyhelper.engine.game import Move
from keyhelper.games.key_harvest import board, crops
from keyhelper.games.key_harvest.model import Countryside
from keyhelper.games.key_harvest.moves import WhereArguments
from keyhelper.games.key_harvest.panels import board_lines
from keyhelper.games.key_harvest.wiring import GAME
from tests.games.key_harvest.lands import claim, land, play

NAMES = ("Ann", "Ben", "Cy", "Dee")
TABLES = [
    (2, {}),
    (3, {}),
    (4, {}),
    (2, {"deal": "table"}),
    (3, {"deal": "table", "layout": "9-8-7-8-9-8-7"}),
    (4, {"deal": "table", "layout": "9-8-9-8-7-8-7"}),
]
SEEDS = ("amber", "otter", "canyon")
every_walk = pytest.mark.parametrize(
    ("table", "seed"), [(number, seed) for number in range(len(TABLES)) for seed in SEEDS]
)


@cache
def walk(table: int, seed: str) -> tuple[tuple[Move, Countryside], ...]:
    """A seeded walk of legal moves from setup to the end."""
    count, options = TABLES[table]
    chance = Chance(seed, "key-harvest", count, secret=seed)
    readings = catalogue.default_readings("key-harvest")
    state = GAME.setup(NAMES[:count], GAME.options.model_validate(options), chance, readings)
    stream = Stream(f"{table} {seed}")
    steps: list[tuple[Move, Countryside]] = []
    while GAME.ending(state) is None:
        assert GAME.turn(state).asks
        assert len(steps) < 3000, GAME.turn(state)
        legal = [m for m in GAME.candidates(state) if GAME.verify(state, m).is_legal]
        assert legal, GAME.turn(state)
        move = legal[stream.integer(len(legal))]
        state = GAME.play(state, move)
        steps.append((move, state))
    return tuple(steps)


@every_walk
def test_a_walk_ends_and_loses_nothing(table: int, seed: str) -> None:
    """box.counters, box.tiles, box.events: 60 counters, 56 tiles and 14 events all the way"""
    for move, state in walk(table, seed):
        whole = GAME.components(state)
        assert all(whole[f"counter {crop}"] == 12 for crop in crops.CROPS), move
        assert (whole["field"], whole["field in two places"], whole["event"]) == (56, 0, 14), move
        assert whole["townsfolk"] == 6


@every_walk
def test_a_walk_keeps_the_limits(table: int, seed: str) -> None:
    """store.limit, worker.neighbours, box.town-board, end.two-turns"""
    steps = walk(table, seed)
    for _, state in steps[::7]:
        assert len(state.registry) <= 6
        assert len(state.track) <= 10
        for country in state.countries.values():
            assert len(country.store) <= 2
            assert all(count >= 0 for count in (country.counters or {}).values())
            spots = {worker.at for worker in country.workers}
            assert not spots & set(country.fields)
            for at in spots:
                assert not spots & set(board.neighbours(state.layout, at))
    last = steps[-1][1]
    assert len(last.track) == 10
    passes = [move.player for move, state in steps if move.kind == "pass" and state.drawer]
    assert passes[0] == passes[-1] == last.drawer
    assert len(passes) == 1 + 2 * len(last.players)


@every_walk
def test_states_survive_json(table: int, seed: str) -> None:
    for _, state in walk(table, seed)[::25]:
        assert Countryside.model_validate(json.loads(state.model_dump_json())) == state


def test_some_walk_shifts_the_track() -> None:
    """event.shift, event.again"""
    shifts = 0
    for table in range(len(TABLES)):
        for seed in SEEDS:
            before = 0
            for move, state in walk(table, seed):
                shifts += move.kind == "event" and len(state.track) < before
                before = len(state.track)

    assert shifts


def test_walks_play_every_kind_of_move() -> None:
    seen = {move.kind for t in range(len(TABLES)) for s in SEEDS for move, _ in walk(t, s)}

    assert set(GAME.kinds) - seen <= {"crops", "layout"}


# What is shown


def test_the_board_is_drawn_in_rows_that_shift() -> None:
    """box.board"""
    state = land({"Ann": "A1 C4* C9"}, {"Ann": {"B1": 4}}, growing={"A1": "hops", "C9": "wine"})
    lines = board_lines(state, "Ann")

    assert lines[0] == "    A1H a2  a3  a4  a5  a6  a7"
    assert lines[1] == "  [4] b2  b3  b4  b5  b6  b7  b8"
    assert lines[2] == "c1  c2  c3  C4w c5  c6  c7  c8  C9B"
    assert len(lines) == 4


def test_empty_rows_are_left_out_but_for_one() -> None:
    """box.board"""
    low = board_lines(land({"Ann": "F2"}), "Ann")
    wide = board_lines(land({"Ann": "B2"}, {"Ann": {"F2": 1}}), "Ann")

    assert [line.strip()[:1] for line in low] == ["e", "f", "g"]
    assert len(wide) == 7
    assert len(board_lines(land(), "Ann")) == 7


@pytest.mark.parametrize("layout", board.CANDIDATES)
def test_panels_fit_narrow_screens(layout: str) -> None:
    stores = {"Ann": {"C4": "2 hops 1 wine", "C5": "3 wheat"}}
    state = land({"Ann": "A1"}, stores=stores, counters={"Ann": "3 hops"}, layout=layout)
    for panel in GAME.panels(state, None):
        assert max(len(line) for line in panel.lines) <= 50
        assert panel.spoken


def test_counters_are_shown_to_their_owner_only() -> None:
    """score.screen"""
    state = land({"Ann": "A1"}, counters={"Ann": "3 hops"})

    assert "Screen: 3 hops" in GAME.panels(state, "Ann")[0].lines
    for viewer in (None, "Ben"):
        assert not any("Screen" in line for line in GAME.panels(state, viewer)[0].lines)


def test_a_screen_reader_hears_the_same() -> None:
    state = land(
        {"Ann": "C4 C5*"}, {"Ann": {"G7": 1}}, {"Ann": {"A1": "1 hops"}}, {"Ann": "2 wine"}
    )

    assert GAME.panels(state, "Ann")[0].spoken == (
        "Group 1, 2: C4 wheat, C5 wheat harvested",
        "Workers: worker 1 on G7",
        "Store: A1 wheat with a bid of 1 hops",
        "Farmhands left: 5",
        "Behind the screen: 2 wine",
    )


def test_where_every_reference_is() -> None:
    """box.tiles"""
    state = land({"Ann": "C4"}, stores={"Ben": {"D5": "1 hops"}}, fallow=())
    query = GAME.queries[0]
    everything = query.answer(state, WhereArguments())
    some = query.answer(state, WhereArguments(tiles="c4 d5 g1 a1"))

    assert sum(int(re.findall(r"\((\d+)\)", line)[0]) for line in everything.lines) == 56
    assert len(everything.data["tiles"]) == 56
    assert some.lines == (
        "C4 is on Ann's board",
        "D5 is in Ben's store",
        "G1 is in the registry",
        "A1 is in the bag",
    )
    assert some.data["tiles"]["D5"] == {"where": "store", "player": "Ben"}
    assert query.answer(state, WhereArguments(tiles="a9")).exit_code == 1
    assert query.answer(None, WhereArguments()).exit_code == 1


def test_the_headline_counts_the_last_turns() -> None:
    """end.two-turns"""
    state = land(track=("event",) * 10, drawer="Ann")

    assert "then two more turns each" in GAME.turn(state).headline
    later = state.model_copy(update={"turns_left": 3})
    assert "last turns: 3 left" in GAME.turn(later).headline
    last = state.model_copy(update={"turns_left": 1})
    assert "the last turn" in GAME.turn(last).headline


def test_the_turn_offers_a_second_tile() -> None:
    """transfer.tiles"""
    stored = {"Ben": {"C4": "1 hops"}}
    state = land(stores=stored, actions=("transfer",), tiles_moved=1)
    ask = GAME.turn(state).asks[0]

    assert ask.prompt == "Ann: another transfer, or one of harvest, worker, store"
    none = GAME.turn(land(actions=("transfer",), tiles_moved=1)).asks[0]
    assert none.prompt == "Ann: one more of harvest, worker, store"
    assert ask.enter is not None
    assert ask.enter.kind == "pass"
    full = land(actions=("transfer", "harvest"))
    assert GAME.turn(full).asks[0].prompt == "Ann has taken transfer and harvest"


def test_the_menu_tells_nothing_from_behind_the_screens() -> None:
    """score.screen"""
    state = land({"Ann": "C4"}, stores={"Ben": {"C5": "1 hops"}}, counters={"Ann": "3 hops"})
    veiled = GAME.view(state, None)

    shown, again = (
        [m.says() for m in GAME.candidates(s) if GAME.verify(s, m).is_legal]
        for s in (state, veiled)
    )
    assert shown == again
    assert not any("hops" in said for said in shown)
    rich = play(play(state, "worker", number=1, at="D4"), "gain", crops="1 hops")
    said = [move.says() for move in GAME.candidates(play(rich, "done"))]
    assert "Ann transfers C5, paying 1 hops" in said


def test_pictures_draw_every_hex() -> None:
    """box.board"""
    state = land({"Ann": "C4 C5*"}, {"Ann": {"G7": 2}})
    (picture,) = GAME.pictures(state)

    assert len(picture.shapes) == 56
    titles = [shape.title for shape in picture.shapes]
    assert "C5, wheat, harvested" in titles
    assert "worker 2 on G7" in titles
    for shape in picture.shapes:
        assert len(shape.corners) == 6
        assert all(0 <= x <= picture.width and 0 <= y <= picture.height for x, y in shape.corners)


def test_a_question_lists_the_few_answers_that_fit() -> None:
    state = land({"Ann": "C4 C5*"}, {"Ann": {"G7": 1}}, {"Ben": {"A1": "1 hops"}})

    assert GAME.narrow(state, "transfer", "tile", {}) == ("A1",)
    assert GAME.narrow(state, "store", "tile", {}) == state.registry
    assert GAME.narrow(state, "harvest", "fields", {"player": "Ann"}) == ("C4",)
    ripe = land({"Ann": "C4 C5"})
    assert GAME.narrow(ripe, "harvest", "fields", {"player": "Ann"}) == ("C4", "C5", "all")
    assert GAME.narrow(state, "remove", "at", {"player": "Ann"}) == ("G7",)
    assert GAME.narrow(state, "worker", "at", {}) is None


# Words, filling in, remembering


def test_words_are_those_of_the_field() -> None:
    state = land()

    assert "C9" in GAME.words(state, "worker", "at")
    assert "hops" in GAME.words(state, "draw", "crop")
    # Amounts are read by the game itself, which knows more names than a list would hold.
    assert GAME.words(state, "store", "bid") == ()
    assert GAME.words(state, "give", "to") == ("Ann", "Ben")
    assert "fallow" in GAME.words(state, "tile", "to")
    assert GAME.words(state, "worker", "symbol") == ("bell", "scroll")
    assert GAME.words(state, "layout", "rows") == ()
    assert "all" in GAME.words(state, "harvest", "fields")
    assert GAME.words(state, "event", "name") == ()


def test_suggestions_come_from_the_table() -> None:
    state = land(stores={"Ben": {"C4": "2 hops"}}, pairs=(("E4", "B7"),), first_drawn="Ben")

    assert GAME.suggest(state, "transfer", "pay", {"tile": "c4"}) == "2 hops"
    assert GAME.suggest(state, "draw", "crop", {"tile": "C5"}) == "wheat"
    assert GAME.suggest(state, "pair", "second", {"first": "B7"}) == "E4"
    assert GAME.suggest(state, "first", "starts", {}) == "Ben"
    assert GAME.suggest(state, "layout", "rows", {}) == board.DEFAULT
    assert GAME.suggest(state, "draw", "crop", {"tile": "??"}) is None


def test_whoever_is_asked_is_filled_in() -> None:
    state = land({"Ann": "C4"}, stores={"Ben": {"C5": "1 hops"}})

    assert claim(state, "harvest", None, fields="C4").player == "Ann"
    assert claim(state, "transfer", None, tile="C5").pay == {"hops": 1}


def learned(state: Countryside, kind: str, **said: Any) -> list[tuple[str, str, str, Any]]:
    found = GAME.learns(state, claim(state, kind, **said))
    return [(item.catalogue, item.name, item.field, item.value) for item in found]


def test_the_box_learns_what_turns_up() -> None:
    """box.crop, setup.pairs"""
    state = land({"Ann": "C4"})

    assert learned(state, "pair", first="A1", second="G7") == [
        ("start-pairs", "pair 2", "first", "A1"),
        ("start-pairs", "pair 2", "second", "G7"),
    ]
    assert learned(state, "pair", first="E4", second="B7") == []
    assert learned(state, "crops", tiles="C4 wheat D5 hops") == [
        ("fields", "C4", "crop", "wheat"),
        ("fields", "D5", "crop", "hops"),
    ]
    assert learned(state, "worker", number=1, at="D4", name="harvester", symbol="bell") == [
        ("workers", "Harvester", "number", 1),
        ("workers", "Harvester", "symbol", "bell"),
    ]
    assert learned(state, "worker", number=1, at="D4") == []
    assert learned(state, "harvest", fields="C4") == []


def test_every_rule_named_in_the_code_is_in_the_index() -> None:
    package = Path(GAME.setup.__code__.co_filename).parent
    source = "\n".join(path.read_text(encoding="utf-8") for path in package.glob("*.py"))
    cited = set(re.findall(r'"((?:[a-z]+)\.[a-z-]+)"', source))

    assert len(cited) > 40
    assert cited <= set(catalogue.rules("key-harvest"))
