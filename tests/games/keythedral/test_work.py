"""Phases 1 and 2: markers, workers and what they bring."""

from __future__ import annotations

from keyhelper.engine.verdict import Ruling
from keyhelper.games.keythedral.board import read_spot
from keyhelper.games.keythedral.model import Keythedral, Worker
from keyhelper.games.keythedral.wiring import GAME
from tests.games.keythedral.tables import after, judge, move, table

SPREAD = "Ann 1 -0.5,0.5; Ben 1 1.5,0.5; Cy 1 0.5,-0.5"


def test_the_start_player_places_the_first_marker() -> None:
    """marker.first setup.begin round.phases"""
    state = table("workers", cottages=SPREAD)
    assert judge(state, "marker", "Ben", number=1).rules == ["marker.first"]
    assert judge(state, "marker", number=1).is_legal


def test_the_next_marker_comes_from_the_left() -> None:
    """marker.next marker.free core.order"""
    state = table("workers", cottages=SPREAD, markers=(3,))
    assert judge(state, "marker", number=1).rules == ["marker.next"]
    assert judge(state, "marker", "Ben", number=1).is_legal
    verdict = judge(state, "marker", "Ben", number=3)
    assert verdict.rules == ["marker.free"]
    assert "Marker 1 already lies on 3" in verdict.reasons[0].text


def test_after_five_markers_the_phase_is_over() -> None:
    """marker.five"""
    state = table("workers", cottages=SPREAD, markers=(3, 4, 5, 2))
    state = after(state, "marker", "Ben", number=1)
    assert judge(state, "marker", "Cy", number=1).rules[0] == "worker.order"
    for player, at in (("Ben", [1, 0]), ("Cy", [0, 0]), ("Ann", [0, 1])):
        assert state.phase == "workers"
        state = after(state, "worker", player, number=1, at=at)
    assert state.phase == "collect"
    full = table("workers", cottages="", markers=(3, 4, 5, 2, 1))
    assert "marker.five" in judge(full, "marker", number=1).rules


def test_whoever_placed_the_marker_sends_first() -> None:
    """worker.order"""
    state = table("workers", cottages=SPREAD, markers=(3,))
    placed = after(state, "marker", "Ben", number=1)
    assert placed.queue == ("Ben", "Cy", "Ann")
    assert judge(placed, "worker", number=1, at=[0, 0]).rules == ["worker.order"]
    other = table(
        "workers", cottages=SPREAD, markers=(3,), readings={"worker.order": "start-player"}
    )
    assert after(other, "marker", "Ben", number=1).queue == ("Ann", "Ben", "Cy")


def test_a_marker_comes_before_workers_and_only_its_number_sends() -> None:
    """worker.number"""
    bare = table("workers", cottages=SPREAD)
    assert judge(bare, "worker", number=1, at=[0, 0]).rules == ["marker.next"]
    state = after(bare, "marker", number=1)
    assert "worker.number" in judge(state, "worker", number=2, at=[0, 0]).rules
    assert judge(state, "worker", number=1, at=[0, 0]).is_legal


def test_a_worker_goes_to_a_field_that_touches_its_cottage() -> None:
    """worker.adjacent core.access"""
    state = after(table("workers", cottages=SPREAD), "marker", number=1)
    verdict = judge(state, "worker", number=1, at=[1, 0])
    assert verdict.rules == ["worker.adjacent"]
    assert "touches 0,0 and 0,1; 1,0 is not one of them" in verdict.reasons[0].text
    assert judge(state, "worker", number=1, at=[5, 5]).rules == ["worker.adjacent"]


def test_a_worker_goes_to_an_empty_field() -> None:
    """worker.empty"""
    state = after(table("workers", cottages=SPREAD), "marker", number=1)
    state = after(state, "worker", number=1, at=[0, 0])
    state = after(state, "worker", "Ben", number=1, at=[1, 1])
    verdict = judge(state, "worker", "Cy", number=1, at=[0, 0])
    assert verdict.rules == ["worker.empty"]
    assert "already holds Ann's worker" in verdict.reasons[0].text
    assert judge(state, "worker", "Cy", number=1, at=[1, 0]).is_legal


def test_a_worker_does_not_cross_a_fence() -> None:
    """worker.fence fence.blocks"""
    state = after(table("workers", cottages=SPREAD, fences="Ben -0.5,0.5 0,0"), "marker", number=1)
    verdict = judge(state, "worker", number=1, at=[0, 0])
    assert verdict.rules == ["worker.fence"]
    assert "Ben's fence between -0.5,0.5 and 0,0" in verdict.reasons[0].text
    assert judge(state, "worker", number=1, at=[0, 1]).is_legal


def test_a_fence_blocks_only_its_own_gap() -> None:
    """worker.fence"""
    state = after(table("workers", cottages=SPREAD, fences="Ben 0.5,-0.5 0,0"), "marker", number=1)
    assert judge(state, "worker", number=1, at=[0, 0]).is_legal


def test_a_house_sends_two_to_different_fields_and_a_cottage_one() -> None:
    """worker.house house.workers"""
    state = table("workers", cottages=SPREAD.replace("0.5,0.5; Ben", "0.5,0.5 house; Ben"))
    state = after(after(state, "marker", number=1), "worker", number=1, at=[0, 0])
    assert state.queue[0] == "Ann"
    assert judge(state, "worker", number=1, at=[0, 0]).rules == ["worker.empty"]
    state = after(state, "worker", number=1, at=[0, 1])
    assert state.queue[0] == "Ben"
    state = after(state, "worker", "Ben", number=1, at=[1, 0])
    assert "Ben" not in state.queue


def test_a_second_worker_from_a_cottage_is_refused() -> None:
    """worker.house"""
    claim = {
        "game": "keythedral",
        "players": [{"name": "Ann"}],
        "fields": {"0,0": "grey", "0,1": "brown"},
        "cottages": [{"player": "Ann", "number": 1, "at": [-0.5, 0.5]}],
        "workers": [{"player": "Ann", "number": 1, "at": [0, 0]}],
    }
    state = GAME.from_position(GAME.position.model_validate(claim))
    verdict = judge(state, "worker", number=1, at=[0, 1])
    assert verdict.rules == ["worker.house"]
    assert "sends 1; Ann 1 has sent 1" in verdict.reasons[0].text


def test_a_house_with_one_free_field_sends_one() -> None:
    """faq.one-free worker.none faq.idle"""
    state = table(
        "workers",
        cottages="Ann 1 -0.5,-0.5 house; Ben 1 1.5,0.5; Cy 1 -0.5,0.5",
    )
    state = after(after(state, "marker", number=1), "worker", number=1, at=[0, 0])
    assert "Ann 1 finds no free field: Ann's worker stays idle" in state.news
    assert state.queue[0] == "Ben"
    state = after(after(state, "worker", "Ben", number=1, at=[1, 0]), "worker", "Cy", number=1,
                  at=[0, 1])  # fmt: skip
    assert not state.queue


def test_a_worker_that_finds_a_field_is_placed() -> None:
    """worker.decline worker.none"""
    state = after(table("workers", cottages=SPREAD), "marker", number=1)
    verdict = judge(state, "pass")
    assert verdict.rules == ["worker.decline"]
    free = table("workers", cottages=SPREAD, readings={"worker.decline": "may"})
    kept = after(after(free, "marker", number=1), "pass")
    assert kept.queue[0] == "Ben"
    assert not kept.workers


def test_each_player_has_ten_workers() -> None:
    """box.workers"""
    state = table("workers", cottages=SPREAD)
    assert GAME.components(state)["worker Ann"] == 10


def collecting() -> Keythedral:
    """Ann's workers on stone and wine, Ben's on timber and water, Cy's on food."""
    fields = {"2,0": "red", "3,0": "blue", "4,0": "green"}
    places = (("Ann", "0,0"), ("Ann", "2,0"), ("Ben", "1,0"), ("Ben", "3,0"), ("Cy", "4,0"))
    sent = tuple(Worker(player=who, number=1, at=read_spot(at)) for who, at in places)
    return table("collect", fields=fields, workers=sent)


def test_each_worker_brings_a_cube_of_its_field() -> None:
    """collect.worker collect.kind goal.materials"""
    state = after(collecting(), "collect", None)
    assert state.hand("Ann").cubes == {"stone": 1, "wine": 1}
    assert state.hand("Ben").cubes == {"timber": 1, "water": 1}
    assert state.hand("Cy").cubes == {"food": 1}
    assert (state.store or {})["stone"] == 19
    assert (state.phase, state.actor) == ("actions", "Ann")


def test_the_start_player_collects_first() -> None:
    """collect.order"""
    state = collecting()
    assert judge(state, "collect", "Ben").rules == ["collect.order"]
    state = after(state, "collect", "Ann")
    assert judge(state, "collect", "Ann").rules == ["collect.order"]
    assert after(state, "collect", "Ben").phase == "collect"


def test_a_dry_store_gives_nothing() -> None:
    """collect.dry box.resources"""
    state = collecting()
    store = {kind: n for kind, n in (state.store or {}).items() if kind != "wine"}
    dry = GAME.play(state.model_copy(update={"store": store}), move("collect", None))
    assert dry.hand("Ann").cubes == {"stone": 1}
    assert dry.news == ("Ann misses 1 wine: the store is dry",)


def test_the_panel_tells_beforehand_what_is_collected() -> None:
    """collect.worker"""
    panel = GAME.panels(collecting(), None)[1]
    assert panel.lines == ("Ann: 1 stone + 1 wine", "Ben: 1 timber + 1 water", "Cy: 1 food")


def test_cubes_that_are_not_followed_stay_unknown() -> None:
    state = collecting()
    hands = {p: h.model_copy(update={"cubes": None}) for p, h in state.hands.items()}
    hidden = state.model_copy(
        update={"hands": hands, "store": None, "mat": None, "spent": None, "is_tracked": False}
    )
    state = after(hidden, "collect", None)
    assert state.hand("Ann").cubes is None
    assert judge(state, "house", number=1).ruling is Ruling.UNPROVEN
