"""Law cards: taking one, its phase, and the effects that are known."""

from __future__ import annotations

import pytest

from keyhelper.engine import catalogue
from keyhelper.engine.verdict import Ruling
from keyhelper.games.keythedral.board import read_spot
from keyhelper.games.keythedral.model import Keythedral, Worker
from keyhelper.games.keythedral.wiring import GAME
from tests.games.keythedral.tables import after, judge, move, table


def holding(phase: str = "actions", **changes: object) -> Keythedral:
    """Ann holds a law card, which is out of the stack."""
    state = table(phase, **changes)  # type: ignore[arg-type]
    return state.with_hand("Ann", laws=1).model_copy(update={"law_deck": 17})


def test_a_law_costs_one_cube_of_any_kind() -> None:
    """law.cost craft.spent"""
    state = table(cubes={"Ann": "1 wine 1 gold"})
    assert judge(state, "law", pay="wine").is_legal
    taken = after(state, "law", pay="gold")
    assert taken.spent == {"gold": 1}
    assert (taken.hand("Ann").laws, taken.law_offer) == (1, 1)
    assert judge(state, "law", pay="stone").rules == ["law.cost"]
    assert GAME.warnings(state, move("law", "Ann", pay="gold"))


def test_a_law_just_taken_may_be_played_although_the_phase_ends() -> None:
    """law.stop law.phase"""
    state = table(cubes={"Ann": "1 wine"}, tiles={"4a": "timber"})
    state = state.model_copy(update={"stopped_acting": ("Ben", "Cy")})
    ended = after(state, "law", pay="wine")
    assert ended.phase == "clean-up"
    assert judge(ended, "play-law", effect="discount", tile="4a").is_legal
    assert judge(ended, "play-law", effect="double", colour="red").rules == ["law.phase"]
    passed = holding("clean-up", tiles={"4a": "timber"})
    assert judge(passed, "play-law", effect="discount", tile="4a").rules == ["law.phase"]


def test_a_law_just_taken_may_be_played_where_it_ends_the_phase_for_all() -> None:
    """law.ends law.stop"""
    readings = {"law.ends": "phase"}
    state = table(cubes={"Ann": "1 wine"}, tiles={"4a": "timber"}, readings=readings)
    ended = after(state, "law", pay="wine")
    assert ended.phase == "clean-up"
    assert judge(ended, "play-law", effect="discount", tile="4a").is_legal


def test_two_laws_are_on_offer_in_a_round() -> None:
    """law.space box.laws"""
    state = table(cubes={"Ann": "1 wine"}).model_copy(update={"law_offer": 0})
    assert judge(state, "law", pay="wine").rules == ["law.space"]


def test_an_empty_stack_leaves_nothing_to_take() -> None:
    """faq.deck-empty"""
    state = table(cubes={"Ann": "1 wine"}).model_copy(update={"law_offer": 0, "law_deck": 0})
    assert judge(state, "law", pay="wine").rules == ["faq.deck-empty"]


def test_a_law_ends_only_the_takers_actions() -> None:
    """law.ends law.stop"""
    state = table(cubes={"Ann": "5 wine", "Ben": "2 wine"})
    taken = after(state, "law", pay="wine")
    assert (taken.phase, taken.actor) == ("actions", "Ben")
    assert judge(taken, "trade", get="stone", give="2 wine").rules == ["law.stop"]
    done = after(after(taken, "pass", "Ben"), "pass", "Cy")
    assert done.phase == "clean-up"


def test_in_the_other_reading_a_law_ends_the_phase() -> None:
    """law.ends"""
    state = table(cubes={"Ann": "1 wine"}, readings={"law.ends": "phase"})
    assert after(state, "law", pay="wine").phase == "clean-up"


def test_a_law_is_played_at_once_or_later_and_is_gone() -> None:
    """law.once law.stop"""
    state = table(cubes={"Ann": "1 wine"}, tiles={"4a": "2 timber", "4b": "2 food"})
    taken = after(state, "law", pay="wine")
    played = after(taken, "play-law", effect="discount", tile="4a")
    assert (played.hand("Ann").laws, played.laws_gone) == (0, 1)
    assert judge(played, "play-law", effect="discount", tile="4a").rules == ["law.once"]


def test_a_law_is_played_in_its_phase() -> None:
    """law.phase core.laws"""
    state = holding(tiles={"4a": "2 timber"})
    assert judge(state, "play-law", effect="double", colour="red").rules == ["law.phase"]
    assert judge(state, "play-law", effect="other", text="x", phase=2).rules == ["law.phase"]
    assert judge(state, "play-law", effect="other", text="x", phase=3).is_legal
    unsure = judge(state, "play-law", effect="other", text="x")
    assert (unsure.rules, unsure.ruling) == (["law.phase"], Ruling.UNPROVEN)


def test_a_law_fixes_the_order_of_the_numbers() -> None:
    """law.effect"""
    state = holding("workers")
    assert judge(state, "play-law", effect="order", numbers=[1, 2, 3]).rules == ["law.effect"]
    fixed = after(state, "play-law", effect="order", numbers=[5, 3, 1, 2, 4])
    assert judge(fixed, "marker", number=1).rules == ["law.effect"]
    assert judge(fixed, "marker", number=5).is_legal
    assert GAME.suggest(fixed, "marker", "number", {}) == "5"
    begun = state.model_copy(update={"markers": (2,)})
    assert judge(begun, "play-law", effect="order", numbers=[5, 3, 1, 2, 4]).rules == ["law.effect"]
    assert judge(begun, "play-law", effect="order", numbers=[2, 5, 3, 1, 4]).is_legal


@pytest.mark.parametrize(("effect", "brought"), [("double", {"stone": 2}), ("stop", {})])
def test_a_law_doubles_or_stops_a_kind_of_field(effect: str, brought: dict[str, int]) -> None:
    """law.effect"""
    worker = Worker(player="Ben", number=1, at=read_spot("0,0"))
    state = holding("collect", workers=(worker,))
    assert judge(state, "play-law", effect=effect).rules == ["law.effect"]
    played = after(state, "play-law", effect=effect, colour="grey")
    assert after(played, "collect", None).hand("Ben").cubes == brought


def test_stopped_fields_leave_what_was_collected() -> None:
    """law.effect"""
    worker = Worker(player="Ann", number=1, at=read_spot("0,0"))
    state = after(holding("collect", workers=(worker,)), "collect", "Ann")
    played = after(state, "play-law", effect="stop", colour="grey")
    assert played.hand("Ann").cubes == {"stone": 1}


def test_a_discount_stays_on_the_tile_and_the_buyer_picks_the_cube() -> None:
    """law.effect buy.exact"""
    state = holding(cubes={"Ann": "2 timber 1 food"}, tiles={"8a": "timber food ironwork"})
    played = after(state, "play-law", effect="discount", tile="8a")
    assert judge(played, "buy", tile="8a", pay="timber food").is_legal
    assert judge(played, "buy", tile="8a").ruling is Ruling.UNPROVEN
    asked = GAME.doubt(played, move("buy", "Ann", tile="8a"))
    assert asked is not None
    ways = ["1 food + 1 ironwork", "1 timber + 1 ironwork", "1 timber + 1 food"]
    assert [label for label, _ in asked.choices] == ways
    assert [judge(played, "buy", tile="8a", pay=way).rules for way in ways[2:]] == [[]]
    assert GAME.doubt(played, move("buy", "Ann", tile="8a", pay="timber food")) is None
    assert judge(played, "buy", tile="8a", pay="2 timber").rules == ["buy.exact"]
    assert "less 1 cube of the buyer's choice" in "".join(GAME.panels(played, None)[1].lines)


def test_a_surcharge_stays_on_the_tile() -> None:
    """law.effect buy.exact"""
    state = holding(cubes={"Ann": "2 timber 1 wine"}, tiles={"4a": "timber", "4b": "wine"})
    assert judge(state, "play-law", effect="surcharge", tile="4a").rules == ["law.effect"]
    assert judge(state, "play-law", effect="surcharge", tile="9z").rules[0] == "law.effect"
    named = after(state, "play-law", effect="surcharge", tile="4a", extra="wine")
    assert judge(named, "buy", tile="4a", pay="timber").rules == ["buy.exact"]
    assert judge(named, "buy", tile="4a").is_legal
    free = after(state, "play-law", effect="surcharge", tile="4a", any_cubes=1)
    assert judge(free, "buy", tile="4a", pay="timber wine").is_legal
    assert judge(free, "buy", tile="4a", pay="2 timber").is_legal
    assert judge(free, "buy", tile="4a", pay="timber").rules == ["buy.exact"]


def test_a_law_removes_a_fence_without_wine() -> None:
    """law.effect fence.gone"""
    state = holding(cottages="Ben 1 1.5,0.5", fences="Cy 1.5,0.5 1,0")
    gone = after(state, "play-law", effect="fence", cottage="Ben 1", field=[1, 0], phase=3)
    assert (gone.fences, gone.fences_gone) == ((), {"Cy": 1})
    assert judge(state, "play-law", effect="fence", phase=3).rules == ["law.effect"]
    wrong = judge(state, "play-law", effect="fence", cottage="Ben 1", field=[1, 1], phase=3)
    assert wrong.rules == ["law.effect"]


def test_a_law_read_out_goes_into_the_owners_box() -> None:
    """law.once"""
    state = holding()
    law = move("play-law", "Ann", effect="other", title="Harvest home", text="Feast", phase=3)
    learned = GAME.learns(state, law)
    assert {(item.field, item.value) for item in learned} == {
        ("effect", "other"), ("phase", 3), ("text", "Feast"),
    }  # fmt: skip


def test_a_law_that_the_box_knows_brings_its_phase(monkeypatch: pytest.MonkeyPatch) -> None:
    """law.phase"""
    box = {"keythedral": {"laws": {"Harvest home": {"phase": 2}}}}
    monkeypatch.setattr(catalogue, "_boxes", box)
    law = move("play-law", "Ann", effect="other", title="harvest home", text="Feast")
    filled = GAME.fill(holding(), law)
    assert GAME.verify(holding(), filled).rules == ["law.phase"]
    assert GAME.verify(holding("collect"), filled).is_legal


def test_somebody_else_may_play_between_turns_and_passes_count_anew() -> None:
    """law.phase pass.later"""
    state = holding(tiles={"4a": "2 timber", "4b": "food"}, actor="Cy", passed=("Ann", "Ben"))
    played = after(state, "play-law", effect="discount", tile="4a")
    assert after(played, "pass", "Cy").phase == "actions"
