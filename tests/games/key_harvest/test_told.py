"""What players are shown, told and asked: hands in private, news for the hands, honest menus."""

from __future__ import annotations

from typing import Any

import pytest

from keyhelper.engine import phrases
from keyhelper.engine.game import Move
from keyhelper.engine.trouble import Trouble
from keyhelper.games.key_harvest import board, crops
from keyhelper.games.key_harvest.model import Countryside, Pending, Worker
from keyhelper.games.key_harvest.opening import seal
from keyhelper.games.key_harvest.wiring import GAME
from keyhelper.menu import possible_moves
from tests.games.key_harvest.lands import claim, judge, land, play, texts
from tests.games.key_harvest.test_setup import seen, set_up, told


def typed(state: Countryside, line: str) -> Move:
    """The move that a line typed at the present question means."""
    draft = phrases.read_line(GAME, state, line, GAME.turn(state).asks[0])
    return GAME.fill(state, phrases.build_move(GAME, draft))


# The counters that keyhelper dealt


@pytest.mark.parametrize("count", [2, 3, 4])
def test_everybody_is_shown_the_counters_dealt_before_anything_else(count: int) -> None:
    """setup.counters-two, setup.counters-three, setup.counters-four"""
    state = set_up(count)
    for player in state.players:
        ask = GAME.turn(state).asks[0]
        hand = state.countries[player].counters
        assert ask.secret_for == player
        assert hand is not None
        assert crops.total(hand) == 3
        assert crops.say(hand) in ask.secret_lines[0]
        assert ask.enter is not None
        state = GAME.play(state, ask.enter)
    assert GAME.turn(state).asks[0].secret_for is None
    assert "keyhelper shows each player in private which 3 of them to take" in told(state)


def test_counters_dealt_are_taken_once_and_can_be_looked_at_again() -> None:
    """setup.counters-two"""
    state = set_up(2)
    taken = play(state, "dealt", "Ann")

    assert judge(taken, "dealt", "Ann").rules == ["setup.counters-two"]
    assert judge(set_up(2, deal="table"), "dealt", "Ann").rules == ["setup.counters-two"]
    assert any(line.startswith("Screen: ") for line in GAME.panels(taken, "Ann")[0].lines)
    assert claim(state, "dealt", "Ann").says() == ("Ann takes the counters dealt behind the screen")


def test_a_game_that_was_begun_without_showing_them_goes_on() -> None:
    """setup.counters-two: such a table counts as told from its start"""
    state = set_up(2)
    old = {p: c.model_copy(update={"is_told": True}) for p, c in state.countries.items()}
    begun = state.model_copy(update={"countries": old})

    assert GAME.turn(begun).asks[0].kinds == ("layout",)
    assert judge(begun, "layout", None, rows=board.DEFAULT).is_legal


def test_the_menu_is_the_same_whatever_lies_behind_the_screen() -> None:
    """score.screen, store.have"""
    menus = []
    for hand in ("3 hops", "1 wine 1 wheat 1 cider"):
        state = land({"Ann": "C4"}, stores={"Ben": {"C5": "1 hops"}}, counters={"Ann": hand})
        net = state.countries["Ann"].model_copy(update={"net": {"vegetables": 1}})
        state = state.model_copy(update={"countries": state.countries | {"Ann": net}})
        menus.append([move.says() for move in possible_moves(GAME, state)[0]])

    assert menus[0] == menus[1]
    assert "Ann stores G1 with a bid of 1 vegetables" in menus[0]


def test_a_menu_offers_only_pairs_that_somebody_has_read_off_a_tile() -> None:
    """setup.pairs"""
    state = seen(set_up(3, layout=board.DEFAULT))
    after = play(state, "pair", "Ann", first="E4", second="B7")

    assert [m.says() for m in possible_moves(GAME, state)[0]] == ["Ann starts with E4 and B7"]
    assert possible_moves(GAME, after) == ([], False)
    assert list(GAME.candidates(after))


# News for the hands


def test_an_empty_supply_gives_nothing() -> None:
    """harvest.instead"""
    dry = land({"Ann": "C4"}, supply={})

    assert GAME.turn(play(dry, "harvest", fields="C4")).news == ("The supply has nothing to take",)


def test_whoever_sells_is_told_what_to_take() -> None:
    """transfer.owner-keeps, transfer.own"""
    stores = {"Ben": {"C4": "1 hops"}, "Ann": {"C5": "2 wine"}}
    state = land(stores=stores, counters={"Ann": "2 hops"})

    assert GAME.turn(play(state, "transfer", tile="C4")).news == (
        "Ben takes the payment and the bid, 2 hops in all, behind the screen",
    )
    assert GAME.turn(play(state, "transfer", tile="C5")).news == (
        "The bid, 2 wine, goes to the supply",
    )


def test_what_is_taken_or_drawn_is_told() -> None:
    """refill.field, effect.when"""
    acting = play(land({"Ann": "C4"}), "worker", number=1, at="D4")
    drawing = land(registry="G1 G2 G3 G4 G5", pending=(Pending(kind="refill", player="Ann"),))

    assert GAME.turn(play(acting, "gain", crops="1 hops")).news == (
        "Ann takes 1 hops from the supply, behind the screen",
    )
    assert GAME.turn(play(drawing, "draw", tile="C4")).news == ("C4 (wheat) goes to the registry",)


@pytest.mark.parametrize(
    ("reading", "who"),
    [
        ("new-acts", "the new one acts"),
        ("nobody-acts", "this table has decided that neither acts"),
    ],
)
def test_a_replaced_worker_is_said_to_go_home(reading: str, who: str) -> None:
    """worker.replaced-home, faq.replace-action"""
    readings = {"faq.replace-action": reading}
    state = land({"Ann": "C4 C5 D3"}, {"Ann": {"D4": 2}}, readings=readings)
    after = play(state, "worker", number=3, at="D4", symbol="bell")

    assert GAME.turn(after).news == (
        f"Worker 2 goes back to Ann's farmhands without acting; {who}",
    )


def test_workers_that_leave_are_said_to_go_home() -> None:
    """worker.remove, displaced.home, displaced.reposition"""
    state = land({"Ann": "C4 C5 D3 D5 B4"}, {"Ann": {"D4": 4}})
    waits = Pending(kind="displaced", player="Ann", worker=Worker(number=1, at="C4"))
    pushed = land({"Ann": "C4"}, pending=(waits,))

    assert GAME.turn(play(state, "remove", at="D4")).news == (
        "Worker 4 goes back to the town board",
    )
    assert GAME.turn(play(pushed, "home")).news == ("Worker 1 goes back to Ann's farmhands",)
    assert GAME.turn(play(pushed, "reposition", at="C5")).news == ("Worker 1 stands on C5 now",)


def test_news_is_of_the_last_move_only() -> None:
    acting = play(land({"Ann": "C4"}), "worker", number=1, at="D4", symbol="bell")
    gained = play(acting, "gain", crops="1 hops")

    assert GAME.turn(acting).news == ()
    assert GAME.turn(gained).news
    assert GAME.turn(play(gained, "done")).news == ()


def test_start_tiles_that_open_the_registry_tell_it() -> None:
    """setup.registry, setup.place-pair"""
    state = seen(set_up(2, layout=board.DEFAULT))
    first = play(state, "pair", "Ann", first="E4", second="B7")
    last = play(first, "pair", "Ben", first="A1", second="A2")

    assert first.news == "E4 and B7 lie on Ann's board"
    assert last.news.startswith("A1 and A2 lie on Ben's board; the registry is ")
    assert all(tile in last.news for tile in last.registry)


def test_the_last_two_rounds_are_announced() -> None:
    """end.two-turns"""
    after = play(land(track=("event",) * 10, drawer="Ann"), "pass")

    assert after.news == "Everybody has two more turns; Ann's second is the last"


# Words and questions


@pytest.mark.parametrize(
    ("line", "complaint"),
    [("7-8-9-8", "The board has 7 rows"), ("8-8-8-8-8-8-8", "say where row B starts")],
)
def test_half_a_layout_is_none(line: str, complaint: str) -> None:
    """box.board"""
    state = seen(set_up(2))

    with pytest.raises(Trouble, match=complaint):
        typed(state, line)
    assert typed(state, "9 8 7 8 9 8 7").rows == "9-8-7-8-9-8-7"  # type: ignore[attr-defined]
    labels = tuple(label for label, _ in GAME.turn(state).asks[0].choices)
    assert labels == board.CANDIDATES


@pytest.mark.parametrize("line", ["give Ben wheat", "give Ben 1 wheat", "give wheat to Ben"])
def test_counters_are_given_in_any_order_of_words(line: str) -> None:
    """effect.when"""
    event = Pending(kind="event", player="Ann", waiting=("Ann", "Ben"))
    state = land(pending=(event,), track=("event",), counters={"Ann": "1 wheat"})

    assert typed(state, line).says() == "Ann gives Ben 1 wheat"


def test_a_whole_group_is_harvested_by_one_word() -> None:
    """harvest.connected, harvest.unharvested"""
    one = land({"Ann": "C4 C5* C6"})
    two = land({"Ann": "C4 C5 G6"})

    assert typed(one, "harvest all").says() == "Ann harvests C4 and C6"
    assert typed(two, "harvest c4 all").says() == "Ann harvests C4 and C5"
    doubt = GAME.doubt(two, typed(two, "harvest all"))
    assert doubt is not None
    assert [label for label, _ in doubt.choices] == ["C4 C5", "G6"]
    assert all(GAME.verify(two, move).is_legal for _, move in doubt.choices)
    assert GAME.doubt(one, typed(one, "harvest all")) is None
    assert judge(two, "harvest", fields="all").rules == ["harvest.connected"]
    assert judge(two, "harvest", fields="E1 all").rules == ["harvest.connected"]
    assert judge(land({"Ann": "C4*"}), "harvest", fields="all").rules == ["harvest.unharvested"]


def test_a_whole_group_follows_the_reading() -> None:
    """harvest.connected: two readings"""
    fields = {"Ann": "C4 C5* C6"}
    state = land(fields, readings={"harvest.connected": "unharvested"})

    doubt = GAME.doubt(state, typed(state, "harvest all"))
    assert doubt is not None
    assert [label for label, _ in doubt.choices] == ["C4", "C6"]


def test_before_the_first_turn_nobody_is_on_turn() -> None:
    """setup.start-player"""
    state = seen(set_up(2))

    for kind, said in (("harvest", {"fields": "A1"}), ("pass", {})):
        verdict = judge(state, kind, None, **said)
        assert verdict.rules[0] == "setup.start-player"
        assert texts(verdict)[0] == "Nobody has been chosen to start yet"


def test_the_log_names_what_is_done() -> None:
    """event.order"""
    event = Pending(kind="event", player="Ann", name="Frost", waiting=("Ann", "Ben"))
    storm = land(pending=(event,), track=("event", "Frost"))
    acting = play(land({"Ann": "C4"}), "worker", number=1, at="D4")

    assert typed(storm, "done").says() == "Ann is done with event 2, Frost"
    assert (
        typed(storm, "done lost a field").says() == "Ann is done with event 2, Frost: lost a field"
    )
    assert typed(acting, "done").says() == "Ann is done with worker 1 on D4"
    assert typed(acting, "done bell it slept").says() == "Ann is done with worker 1 on D4: it slept"


def test_an_ignored_event_is_called_that() -> None:
    """end.ignored"""
    refill = (Pending(kind="refill", player="Ann"),)
    state = land(pending=refill, registry="G1", track=("event",) * 10, drawer="Ann", turns_left=2)

    assert typed(state, "event Great storm").says() == (
        "Ann draws an event: Great storm (ignored in the last turns)"
    )


def test_an_example_of_a_draw_can_still_come() -> None:
    """refill.field, box.tiles"""
    refill = (Pending(kind="refill", player="Ann"),)
    hint = GAME.turn(land({"Ann": "A1"}, pending=refill)).asks[0].hint
    no_events = GAME.turn(land(pending=refill, events_in_bag=0)).asks[0].hint
    no_fields = GAME.turn(land(pending=refill, bag=())).asks[0].hint

    assert hint == "such as A2 wheat, or `event`"
    assert no_events == "such as A1 wheat"
    assert no_fields == "`event`"


def test_the_last_turn_offers_the_bag_to_nobody() -> None:
    """end.two-turns"""
    last: dict[str, Any] = {"track": ("event",) * 10, "drawer": "Ann", "turns_left": 1}

    assert GAME.turn(land(**last)).asks[0].hint == "or `pass`: the end"
    assert GAME.turn(land(**last, actions=("harvest",))).asks[0].hint == "Enter: the game ends"


@pytest.mark.parametrize("actions", [(), ("harvest",), ("transfer",), ("harvest", "store")])
def test_a_turns_question_fits_a_line(actions: tuple[str, ...]) -> None:
    stores = {"Ben": {"C4": "1 hops"}}
    ask = GAME.turn(land(stores=stores, actions=actions, tiles_moved=1)).asks[0]

    assert len(f"{ask.prompt} ({ask.hint}) > ") <= 80


def test_a_tile_that_is_there_already_is_worth_a_question() -> None:
    """box.tiles"""
    event = Pending(kind="event", player="Ann", waiting=("Ann", "Ben"))
    state = land({"Ann": "C4"}, pending=(event,), track=("event",))

    there = claim(state, "tile", tile="B5", to="bag")
    assert GAME.warnings(state, there) == ("B5 is in the bag already",)
    assert GAME.warnings(state, claim(state, "tile", tile="B5", to="fallow")) == ()


def test_a_crop_that_nobody_asked_for_is_worth_a_question() -> None:
    """box.crop"""
    known = {ref: "hops" for ref in board.references(board.DEFAULT) if ref not in ("C4", "A2")}
    state = land({"Ann": "C4 C5"}).model_copy(update={"crops": known})

    slip = claim(state, "crops", None, tiles="A2 wine")
    assert GAME.warnings(state, slip) == ("A2 is in the bag; C4 waits for its crop",)
    assert GAME.warnings(state, claim(state, "crops", None, tiles="C4 wine")) == ()
    assert GAME.warnings(state, claim(state, "crops", None, tiles="C5 wine")) == ()


def test_a_missing_count_names_the_command_of_the_table() -> None:
    """score.crops"""
    over = land(registry="", turns=20, turns_left=0, drawer="Ann", on_turn=None)
    (line,) = (line for line in GAME.score(over)[0].lines if line.id == "crops")

    assert line.missing == (
        "which counters do Ann and Ben have behind the screen (`count Ann 2 hops`)?"
    )


def test_an_empty_screen_is_counted_as_nothing() -> None:
    """score.screen"""
    over = land(turns=20, turns_left=0, drawer="Ann", on_turn=None, counters_bag={"hops": 3})
    spent = over.countries["Ann"].model_copy(update={"net": {"hops": -3}})
    countries = over.countries | {"Ann": spent}
    over = over.model_copy(update={"countries": countries, "special": ()})

    assert GAME.verify(over, typed(over, "nothing")).is_legal


def test_counts_that_the_box_cannot_hold_are_refused() -> None:
    """box.counters: both together would have 13 hops"""
    over = land(turns=20, turns_left=0, drawer="Ann", on_turn=None, special=("wine",))
    net = {"Ann": {"hops": 6}, "Ben": {"hops": 4}}
    countries = {p: c.model_copy(update={"net": net[p]}) for p, c in over.countries.items()}
    bag = {"hops": 2, "vegetables": 1, "cider": 1, "wine": 2, "wheat": 1}
    over = over.model_copy(update={"countries": countries, "counters_bag": bag})
    ann = play(over, "count", crops="8 hops 1 wine")

    assert texts(judge(ann, "count", "Ben", crops="5 hops 1 wine 1 wheat")) == [
        "Ben can have at most 4 hops (5 counted) by what was recorded"
    ]
    assert judge(ann, "count", "Ben", crops="4 hops 1 wine 1 wheat 1 cider").is_legal
    assert ann.countries["Ann"].dealt == seal("Ann", {"hops": 2, "wine": 1})
