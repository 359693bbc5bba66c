"""The bag: refills, the event track with its ?, events within events, and the end."""

from __future__ import annotations

import pytest

from keyhelper.games.key_harvest.model import Countryside, Pending, Worker
from keyhelper.games.key_harvest.wiring import GAME
from tests.games.key_harvest.lands import claim, judge, land, play, texts

SIX = ("event",) * 6
RICH = {"Ann": "A1 A2 A3 A4 A5 A6 A7", "Ben": "B1 B2 B3 B4 B5 B6 B7"}


def drawing(**rest: object) -> Countryside:
    """Ann has stored G1 and draws for the registry."""
    fields = rest.pop("fields", RICH)
    workers = rest.pop("workers", {})
    players = rest.pop("players", ("Ann", "Ben"))
    state = land(fields, workers, counters={"Ann": "3 hops"}, players=players, **rest)
    return play(state, "store", tile="G1", bid="1 hops")


def settle(state: Countryside) -> Countryside:
    """Everybody is done with the event."""
    while state.top is not None and state.top.kind == "event":
        state = play(state, "done", state.top.waiting[0])
    return state


# Refilling


def test_a_drawn_field_fills_the_registry() -> None:
    """refill.field"""
    state = drawing()
    after = play(state, "draw", tile="C4", crop="wheat")

    assert after.registry[-1] == "C4"
    assert after.pending == ()
    assert "C4" not in after.bag


def test_a_tile_is_in_one_place_only() -> None:
    """box.tiles"""
    state = drawing()

    assert texts(judge(state, "draw", tile="G1")) == [
        "G1 is in Ann's store, so it cannot come out of the bag"
    ]
    assert judge(state, "draw", tile="A9").rules == ["box.tiles"]


def test_a_tile_grows_one_crop() -> None:
    """box.crop"""
    state = drawing()

    assert judge(state, "draw", tile="C4", crop="wheat").is_legal
    assert judge(state, "draw", tile="C4", crop="hops").rules == ["box.crop"]
    fresh = state.model_copy(update={"crops": {}})
    assert play(fresh, "draw", tile="C4", crop="hops").crops == {"C4": "hops"}
    (learned,) = GAME.learns(fresh, claim(fresh, "draw", tile="C4", crop="hops"))
    assert (learned.catalogue, learned.name, learned.value) == ("fields", "C4", "hops")


def test_a_full_registry_takes_no_more() -> None:
    """box.town-board"""
    assert judge(land(), "draw", tile="C4").rules == ["box.town-board"]


def test_an_event_is_resolved_before_drawing_on() -> None:
    """refill.event, event.track"""
    state = play(drawing(), "event")

    assert state.track == ("event",)
    assert state.events_in_bag == 13
    assert GAME.turn(state).asks[0].prompt == "Ann carries out event 1"
    after = settle(state)
    assert after.top is not None
    assert after.top.kind == "refill"
    assert play(after, "draw", tile="C4").pending == ()


def test_events_come_only_while_somebody_draws() -> None:
    """event.when"""
    assert judge(land(), "event").rules == ["event.when"]
    acting = play(land({"Ann": "C4"}), "worker", number=1, at="D4")
    assert judge(acting, "event").is_legal


def test_no_more_events_than_the_bag_holds() -> None:
    """box.events"""
    assert judge(drawing(events_in_bag=1), "event").is_legal
    assert judge(drawing(events_in_bag=0), "event").rules == ["box.events"]


def test_an_empty_bag_leaves_the_space_empty() -> None:
    """faq.empty-bag"""
    state = drawing()

    assert judge(state, "empty").rules == ["faq.empty-bag"]
    bare = state.model_copy(update={"bag": (), "events_in_bag": 0})
    after = play(bare, "empty")
    assert len(after.registry) == 5
    assert judge(after, "pass").is_legal
    assert judge(after, "empty").rules == ["faq.empty-bag"]


# Carrying an event out


def test_an_event_goes_round_from_the_drawer() -> None:
    """event.order"""
    players = ("Ann", "Ben", "Cy")
    state = play(drawing(players=players, on_turn="Ann"), "event")

    assert state.top is not None
    assert state.top.waiting == players
    assert judge(state, "done", "Ben").rules == ["event.order"]
    assert play(state, "done", "Ann").top.waiting == ("Ben", "Cy")


def test_effects_need_an_event_or_a_worker() -> None:
    """effect.when"""
    idle = land({"Ann": "C4"}, {"Ann": {"A1": 1}}, counters={"Ann": "1 hops"})
    claims = (
        ("gain", {"crops": "1 hops"}),
        ("lose", {"crops": "1 hops"}),
        ("give", {"to": "Ben", "crops": "1 hops"}),
        ("tile", {"tile": "C4", "to": "fallow"}),
        ("flip", {"fields": "C4"}),
        ("lift", {"at": "A1"}),
        ("done", {}),
    )
    busy = play(
        land({"Ann": "C4"}, {"Ann": {"A1": 1}}, counters={"Ann": "1 hops"}),
        "worker", number=1, at="D4",
    )  # fmt: skip

    for kind, said in claims:
        assert judge(idle, kind, **said).rules == ["effect.when"], kind
        assert judge(busy, kind, **said).is_legal, kind


def test_effects_move_counters() -> None:
    """box.counters"""
    state = play(drawing(supply={"wine": 1}), "event")

    assert texts(judge(state, "gain", crops="2 wine")) == ["The supply has 1 wine; 2 needed"]
    rich = play(state, "gain", crops="1 wine")
    assert rich.countries["Ann"].counters == {"hops": 2, "wine": 1}
    assert judge(rich, "lose", crops="3 hops").rules == ["box.counters"]
    poor = play(rich, "lose", crops="2 hops")
    given = play(poor, "give", to="Ben", crops="1 wine")
    assert given.countries["Ben"].counters == {"wine": 1}
    assert given.supply == {"hops": 2}
    assert judge(given, "give", to="Ann", crops="1 wine").rules == ["effect.when", "box.counters"]
    assert judge(given, "gain", crops={}).rules == ["box.counters"]


def test_effects_move_tiles() -> None:
    """box.tiles, box.town-board, store.limit"""
    state = play(drawing(), "event")
    passed = play(state, "tile", "Ben", tile="A1", to="board")

    assert "A1" in passed.countries["Ben"].fields
    assert "A1" not in passed.countries["Ann"].fields
    assert play(state, "tile", tile="A1", to="fallow").fallow == ("A1",)
    assert "A1" in play(state, "tile", tile="A1", to="bag").bag
    assert play(state, "tile", tile="A1", to="registry").registry[-1] == "A1"
    full = play(play(state, "tile", tile="A1", to="registry"), "tile", tile="A2", to="store")
    assert judge(full, "tile", tile="A3", to="registry").rules == ["box.town-board"]
    assert judge(full, "tile", tile="A3", to="store").rules == ["store.limit"]
    assert judge(full, "tile", tile="A3", to="board").rules == ["box.tiles"]
    assert judge(full, "tile", tile="A9", to="fallow").rules == ["box.tiles"]


def test_a_tile_laid_by_an_effect_lifts_a_worker_too() -> None:
    """displaced.lift"""
    state = play(drawing(workers={"Ann": {"D4": 1}}), "event")
    laid = play(state, "tile", tile="D4", to="board")

    assert laid.top is not None
    assert laid.top.kind == "displaced"
    assert play(laid, "home").top.kind == "event"


def test_effects_turn_fields_and_lift_workers() -> None:
    """effect.when"""
    state = play(drawing(workers={"Ann": {"D4": 1}}), "event")

    assert play(state, "flip", fields="A1 A2").countries["Ann"].fields["A1"] is True
    assert judge(state, "flip", fields="B1").rules == ["effect.when"]
    assert play(state, "lift", at="D4").countries["Ann"].workers == ()
    assert judge(state, "lift", at="D5").rules == ["worker.remove"]


def test_actions_inside_an_event_are_free() -> None:
    """turn.once, event.order: a further harvest costs no action"""
    state = drawing(actions=("harvest",), tiles_moved=1)
    state = play(state, "event")
    after = play(state, "harvest", "Ben", fields="B1")

    assert after.actions == ("harvest", "store")
    assert after.countries["Ben"].fields["B1"] is True


def test_an_event_within_an_event_is_set_aside() -> None:
    """event.within"""
    state = play(drawing(), "event")
    inner = play(state, "event")

    assert inner.track == ("event",)
    assert (inner.aside, inner.events_in_bag) == (1, 12)
    assert "set aside" in GAME.turn(inner).news[0]
    said = "Ann draws an event: Frost (set aside, during an event)"
    assert claim(state, "event", name="Frost").says() == said
    after = settle(inner)
    assert GAME.turn(after).news == ("Put the 1 event set aside back into the bag",)
    assert (after.aside, after.events_in_bag) == (0, 13)
    assert GAME.effects(state, claim(state, "event")) == {"set_aside": True}


def test_an_event_from_a_workers_action_is_a_real_one() -> None:
    """event.when, event.track"""
    acting = play(land({"Ann": "C4"}), "worker", number=1, at="D4")
    state = play(acting, "event")

    assert state.track == ("event",)
    assert settle(state).top.kind == "worker"


def test_events_may_be_named_and_remembered() -> None:
    """event.track"""
    state = drawing()
    move = claim(state, "event", name="Great storm: everybody loses a worker")

    assert GAME.play(state, move).track == ("Great storm",)
    (learned,) = GAME.learns(state, move)
    assert (learned.name, learned.field) == ("Great storm", "effect")
    assert learned.value == "everybody loses a worker"


# The seventh space


def test_the_seventh_event_stays_when_everybody_has_seven_tiles() -> None:
    """event.seventh: fields and workers count together"""
    fields = {"Ann": "A1 A2 A3 A4 A5 A6", "Ben": RICH["Ben"]}
    state = drawing(fields=fields, workers={"Ann": {"D4": 1}}, track=SIX, events_in_bag=8)
    after = play(state, "event")

    assert len(after.track) == 7
    assert after.events_in_bag == 7


def test_the_seventh_event_shifts_when_anybody_is_short() -> None:
    """event.shift"""
    fields = {"Ann": "A1 A2 A3 A4 A5 A6", "Ben": RICH["Ben"]}
    track = ("one", "two", "three", "four", "five", "six")
    state = drawing(fields=fields, track=track, events_in_bag=8)
    after = play(state, "event", name="seven")

    assert after.track == ("three", "four", "five", "six", "seven")
    assert after.events_in_bag == 9
    assert "Ann has 6 of 7 tiles" in GAME.turn(after).news[0]
    assert "tiles" not in GAME.turn(after).asks[0].hint
    assert GAME.effects(state, claim(state, "event")) == {
        "space": 7,
        "shifts": True,
        "brings_end": False,
    }


def test_the_check_is_made_every_time() -> None:
    """event.again"""
    state = drawing(fields={"Ann": "A1"}, track=SIX, events_in_bag=8)
    for _ in range(3):
        while len(state.track) < 6:
            state = settle(play(state, "event"))
        state = settle(play(state, "event"))
        assert len(state.track) == 5
    assert state.events_in_bag + len(state.track) == 14


@pytest.mark.parametrize("space", [6, 8, 9])
def test_other_spaces_are_not_checked(space: int) -> None:
    """event.seventh"""
    track = ("event",) * (space - 1)
    state = drawing(fields={}, track=track, events_in_bag=14 - space + 1)

    assert len(play(state, "event").track) == space


# The end


def nine(players: tuple[str, ...] = ("Ann", "Ben", "Cy")) -> Countryside:
    return drawing(players=players, track=("event",) * 9, events_in_bag=3)


def test_the_tenth_event_is_carried_out_and_the_turn_finished() -> None:
    """event.tenth, end.tenth, end.drawer"""
    state = play(nine(), "event")

    assert state.drawer == "Ann"
    assert GAME.ending(state) is None
    after = play(settle(state), "draw", tile="C4")
    assert after.on_turn == "Ann"
    assert judge(after, "harvest", fields="A1").is_legal


def test_everybody_has_two_more_turns_the_drawer_last() -> None:
    """end.two-turns"""
    state = play(settle(play(nine(), "event")), "draw", tile="C4")
    state = play(state, "pass", "Ann")
    order = []
    while GAME.ending(state) is None:
        order.append(state.on_turn)
        state = play(state, "pass", state.on_turn)

    assert order == ["Ben", "Cy", "Ann"] * 2
    assert judge(state, "harvest", fields="A1").rules == ["end.two-turns"]
    assert judge(state, "pass").rules == ["end.two-turns"]


def test_events_in_the_last_turns_do_nothing_but_fields_are_drawn() -> None:
    """end.ignored, end.fields"""
    state = play(settle(play(nine(), "event")), "event")

    assert len(state.track) == 10
    assert state.ignored == 1
    assert state.top is not None
    assert state.top.kind == "refill"
    assert play(state, "draw", tile="C4").registry[-1] == "C4"
    assert GAME.effects(state, claim(state, "event")) == {"ignored": True}


def test_screens_are_counted_when_nobody_told_the_start() -> None:
    """score.screen, box.counters"""
    over = land(registry="", turns=20, turns_left=0, drawer="Ann", on_turn=None)
    over = over.model_copy(
        update={"countries": {"Ann": over.countries["Ann"].model_copy(
            update={"net": {"hops": 2, "wine": -1}}), "Ben": over.countries["Ben"]}}
    )  # fmt: skip

    assert GAME.ending(over) is None
    assert GAME.turn(over).asks[0].kinds == ("count",)
    assert texts(judge(over, "count", crops="1 hops")) == [
        "Ann should have 4 counters by what was recorded; 1 counted",
        "Ann must have at least 3 hops (1 counted) by what was recorded",
    ]
    assert texts(judge(over, "count", crops="3 hops")) == [
        "Ann should have 4 counters by what was recorded; 3 counted"
    ]
    # Of the first bag, 1 of the 2 hops was Ann's.
    assert texts(judge(over, "count", crops="4 hops")) == [
        "Ann can have at most 3 hops (4 counted) by what was recorded"
    ]
    assert texts(judge(over, "count", crops="99 hops"))[0] == (
        "Ann should have 4 counters by what was recorded; 99 counted"
    )
    counted = play(over, "count", crops="3 hops 1 cider")
    assert counted.countries["Ann"].counters == {"hops": 3, "cider": 1}
    assert judge(counted, "count", crops="3 hops 1 cider").rules == ["score.screen"]
    assert judge(land(), "count", crops="3 hops").rules[0] == "score.screen"
    done = play(counted, "count", "Ben")
    assert GAME.ending(done) is not None
    assert GAME.score(done)[1].total is None


def test_a_refill_goes_on_until_the_registry_is_full() -> None:
    """store.refill, refill.field"""
    state = drawing(registry="G1 G2 G3 G4 G5")
    once = play(state, "draw", tile="C4")

    assert once.top is not None
    assert once.top.kind == "refill"
    assert play(once, "draw", tile="C5").pending == ()


def test_a_tile_that_an_effect_lays_in_the_registry_fills_it() -> None:
    """store.refill, effect.when"""
    state = play(drawing(), "event")
    for kind, said in (("draw", {}), ("tile", {"to": "registry"})):
        after = settle(play(state, kind, tile="C4", **said))
        assert after.pending == (), kind


def test_nothing_is_drawn_while_a_worker_waits() -> None:
    """displaced.lift"""
    worker = Worker(number=1, at="C4")
    waits = Pending(kind="displaced", player="Ben", worker=worker)
    state = drawing()
    state = state.model_copy(update={"pending": (*state.pending, waits)})

    assert judge(state, "draw", tile="D4").rules == ["displaced.lift"]


def test_an_event_is_finished_before_crops_are_asked_for() -> None:
    """box.crop, event.order"""
    state = play(drawing(), "event").model_copy(update={"crops": {}})

    assert GAME.turn(state).asks[0].prompt == "Ann carries out event 1"
    assert GAME.turn(settle(state)).asks[0].kinds == ("crops",)


def test_an_overruled_store_from_elsewhere_waits_for_no_draw() -> None:
    """store.registry"""
    state = land(counters={"Ann": "1 hops"})
    move = claim(state, "store", tile="C4", bid="1 hops")

    assert GAME.verify(state, move).rules == ["store.registry"]
    assert GAME.play(state, move).pending == ()
