"""Houses, fences, crafts and trades, turn by turn."""

from __future__ import annotations

from keyhelper.engine.verdict import Ruling
from keyhelper.games.keythedral.wiring import GAME
from tests.games.keythedral.tables import after, judge, move, table

PLACED = "Ann 1 -0.5,0.5; Ben 1 1.5,0.5; Cy 1 -0.5,-0.5"


def test_actions_go_clockwise_one_a_turn() -> None:
    """action.turn action.one"""
    state = table(cubes={"Ann": "4 timber", "Ben": "4 timber"})
    assert judge(state, "trade", "Ben", get="wine", give="2 timber").rules == ["action.turn"]
    traded = after(state, "trade", get="wine", give="2 timber")
    assert judge(traded, "trade", get="wine", give="2 timber").rules == ["action.turn"]
    assert judge(traded, "trade", "Ben", get="wine", give="2 timber").is_legal


def test_the_phase_ends_when_all_pass_in_succession() -> None:
    """action.end pass.any pass.later"""
    state = table(cubes={"Ann": "4 timber"})
    for player in ("Ann", "Ben", "Cy"):
        assert state.phase == "actions"
        state = after(state, "pass", player)
    assert state.phase == "clean-up"

    state = table(cubes={"Ann": "4 timber", "Cy": "4 timber"})
    state = after(after(state, "pass"), "pass", "Ben")
    state = after(state, "trade", "Cy", get="wine", give="2 timber")
    assert state.phase == "actions"
    assert judge(state, "trade", get="wine", give="2 timber").is_legal
    for player in ("Ann", "Ben", "Cy"):
        state = after(state, "pass", player)
    assert state.phase == "clean-up"


def test_a_house_costs_a_stone_and_a_timber() -> None:
    """house.cost"""
    state = table(cubes={"Ann": "1 timber 1 stone"}, cottages=PLACED)
    assert judge(state, "house", number=1).is_legal
    poor = table(cubes={"Ann": "2 timber"}, cottages=PLACED)
    verdict = judge(poor, "house", number=1)
    assert verdict.rules == ["house.cost"]
    assert verdict.reasons[0].text == "A house takes 1 stone; Ann has none"


def test_a_cottage_of_ones_own_becomes_a_house_once() -> None:
    """house.flip house.workers box.cottages"""
    state = table(cubes={"Ann": "2 timber 2 stone"}, cottages=PLACED)
    assert judge(state, "house", number=2).rules == ["house.flip"]
    built = after(state, "house", number=1)
    house = built.cottage_of("Ann", 1)
    assert house is not None
    assert (house.is_house, house.workers) == (True, 2)
    again = built.model_copy(update={"actor": "Ann"})
    assert judge(again, "house", number=1).rules == ["house.flip"]


def test_a_fence_costs_a_timber() -> None:
    """fence.cost"""
    state = table(cubes={"Ann": "1 timber"}, cottages=PLACED)
    built = after(state, "fence", cottage="Ben 1", field=[1, 0])
    assert built.hand("Ann").cubes == {}
    assert built.hand("Ann").fences == 2
    poor = table(cottages=PLACED)
    verdict = judge(poor, "fence", cottage="Ben 1", field=[1, 0])
    assert verdict.reasons[0].text == "A fence takes 1 timber; Ann has none"
    assert verdict.rules == ["fence.cost"]


def test_each_player_has_three_fences() -> None:
    """fence.three box.fences"""
    state = table(cubes={"Ann": "4 timber"}, cottages=PLACED)
    one = state.with_hand("Ann", fences=1)
    assert judge(one, "fence", cottage="Ben 1", field=[1, 0]).is_legal
    none = state.with_hand("Ann", fences=0)
    assert judge(none, "fence", cottage="Ben 1", field=[1, 0]).rules == ["fence.three"]


def test_a_fence_stands_between_a_cottage_and_a_field_it_touches() -> None:
    """fence.between fence.blocks"""
    state = table(cubes={"Ann": "4 timber"}, cottages=PLACED, fences="Cy 1.5,0.5 1,1")
    for wrong in ([0, 0], [2, 0], [1, 1]):
        assert judge(state, "fence", cottage="Ben 1", field=wrong).rules == ["fence.between"]
    assert judge(state, "fence", cottage="Ben 4", field=[1, 0]).rules == ["fence.between"]
    assert judge(state, "fence", cottage=[1.5, 0.5], field=[1, 0]).is_legal


def test_ones_own_cottage_may_be_fenced() -> None:
    """faq.own-fence"""
    state = table(cubes={"Ann": "1 timber"}, cottages=PLACED)
    assert judge(state, "fence", cottage="Ann 1", field=[0, 0]).is_legal


def test_removing_a_fence_costs_two_wine_and_the_fence_is_gone() -> None:
    """fence.remove fence.gone"""
    state = table(cubes={"Ann": "2 wine"}, cottages=PLACED, fences="Ben 1.5,0.5 1,0")
    removed = after(state, "remove-fence", cottage="Ben 1", field=[1, 0])
    assert removed.fences == ()
    assert removed.fences_gone == {"Ben": 1}
    assert removed.hand("Ben").fences == 3  # the table gave three; none comes back
    poor = table(cubes={"Ann": "1 wine"}, cottages=PLACED, fences="Ben 1.5,0.5 1,0")
    verdict = judge(poor, "remove-fence", cottage="Ben 1", field=[1, 0])
    assert verdict.reasons[0].text == "Removing a fence takes 2 wine; Ann has fewer"
    assert verdict.rules == ["fence.remove"]
    assert judge(state, "remove-fence", cottage="Ben 1", field=[1, 1]).rules == ["fence.remove"]


CLOSING = {"cubes": {"Ann": "3 timber"}, "cottages": PLACED, "fences": "Ben 1.5,0.5 1,1"}


def test_a_cottage_closed_in_is_lifted_and_placed_again_by_its_owner() -> None:
    """fence.full"""
    state = table(**CLOSING)  # type: ignore[arg-type]
    fence = move("fence", "Ann", cottage="Ben 1", field=[1, 0])
    assert GAME.effects(state, fence) == {"closes_in": True}
    assert "lifted and placed again" in GAME.warnings(state, fence)[0]
    lifted = after(state, "fence", cottage="Ben 1", field=[1, 0])
    assert lifted.cottage_of("Ben", 1) is None
    assert judge(lifted, "pass", "Ben").rules == ["fence.full"]
    assert judge(lifted, "reposition", "Ann", at=[0.5, 1.5]).rules == ["fence.full"]
    again = after(lifted, "reposition", "Ben", at=[0.5, 1.5])
    assert again.cottage_of("Ben", 1) is not None
    assert again.actor == "Ben"
    assert judge(again, "reposition", "Ben", at=[0.5, 1.5]).rules == ["fence.full"]


def test_in_another_reading_the_builder_chooses_the_gap() -> None:
    """fence.full"""
    state = table(**CLOSING, readings={"fence.full": "builder"})  # type: ignore[arg-type]
    lifted = after(state, "fence", cottage="Ben 1", field=[1, 0])
    assert judge(lifted, "reposition", "Ben", at=[0.5, 1.5]).rules == ["fence.full"]
    assert judge(lifted, "reposition", "Ann", at=[0.5, 1.5]).is_legal


def test_the_new_gap_is_free_and_touches_a_field() -> None:
    """faq.beside-field cottage.free"""
    lifted = after(table(**CLOSING), "fence", cottage="Ben 1", field=[1, 0])  # type: ignore[arg-type]
    assert judge(lifted, "reposition", "Ben", at=[5.5, 5.5]).rules == ["faq.beside-field"]
    assert judge(lifted, "reposition", "Ben", at=[-0.5, 0.5]).rules == ["cottage.free"]
    assert "fence.full" in judge(lifted, "reposition", "Ben", at=[1.5, 0.5]).rules


def test_fences_stay_and_bind_whoever_comes_later() -> None:
    """fence.stay"""
    cottages = PLACED + "; Cy 2 1.5,1.5"
    fences = "Ben 1.5,0.5 1,1; Ben 1.5,-0.5 1,0"
    state = table(cubes={"Ann": "3 timber"}, cottages=cottages, fences=fences)
    lifted = after(state, "fence", cottage="Ben 1", field=[1, 0])
    assert len(lifted.fences) == 3
    assert judge(lifted, "reposition", "Ben", at=[1.5, -0.5]).rules == ["fence.stay"]
    idle = table(
        cubes={"Ann": "3 timber"}, cottages=PLACED, fences="Ben 1.5,0.5 1,1",
        readings={"fence.stay": "idle"},
    )  # fmt: skip
    lifted = after(idle, "fence", cottage="Ben 1", field=[1, 0])
    assert all(fence.is_idle for fence in lifted.fences)
    assert not lifted.is_fenced((1.5, 0.5), (1, 0))


def test_a_fence_at_a_gap_that_was_left_can_be_named_and_removed() -> None:
    """fence.remove fence.stay"""
    state = table(cubes={"Ann": "2 wine"}, cottages=PLACED, fences="Ben 0.5,1.5 0,1")
    assert state.left_gaps() == {"gap 1": (0.5, 1.5)}
    assert any("g1" in line for line in GAME.panels(state, None)[0].lines)
    removed = after(state, "remove-fence", cottage="gap 1", field=[0, 1])
    assert removed.fences == ()
    assert judge(state, "remove-fence", cottage="gap 2", field=[0, 1]).rules == ["fence.remove"]


def test_a_house_stays_a_house() -> None:
    """fence.house-stays"""
    state = table(
        cubes={"Ann": "3 timber"}, cottages="Ben 1 1.5,0.5 house", fences="Ben 1.5,0.5 1,1"
    )
    lifted = after(state, "fence", cottage="Ben 1", field=[1, 0])
    house = after(lifted, "reposition", "Ben", at=[0.5, 1.5]).cottage_of("Ben", 1)
    assert house is not None
    assert house.is_house


def test_a_craft_costs_basic_cubes_of_any_mix() -> None:
    """craft.price craft.one goal.materials"""
    state = table(cubes={"Ann": "2 timber 1 wine 1 food 1 gold"})
    for craft, pay in (
        ("ironwork", "timber wine"),
        ("stained-glass", "2 timber 1 food"),
        ("gold", "2 timber 1 wine 1 food"),
    ):
        assert judge(state, "craft", cube=craft, pay=pay).is_legal
    bought = after(state, "craft", cube="ironwork", pay="timber wine")
    assert (bought.hand("Ann").cubes or {})["ironwork"] == 1
    assert (bought.mat or {})["ironwork"] == 9
    verdict = judge(state, "craft", cube="gold", pay="2 timber 1 wine")
    assert verdict.rules == ["craft.price"]
    assert verdict.reasons[0].text == "Gold costs 4 basic cubes; 3 given"
    assert judge(state, "craft", cube="ironwork", pay="3 timber").rules[0] == "craft.price"
    assert "craft.price" in judge(state, "craft", cube="ironwork", pay="1 gold 1 wine").rules
    assert judge(state, "craft", cube="wine", pay="2 timber").rules == ["craft.price"]


def test_spent_crafts_are_sold_only_when_the_mat_is_empty() -> None:
    """craft.empty faq.buy-spent core.craft box.crafts"""
    state = table(cubes={"Ann": "4 timber"})
    buy = {"cube": "ironwork", "pay": "2 timber"}
    some = state.model_copy(update={"mat": {"ironwork": 1}, "spent": {"ironwork": 1}})
    bought = after(some, "craft", **buy)
    assert (bought.mat, bought.spent) == ({}, {"ironwork": 1})
    bought = after(bought.model_copy(update={"actor": "Ann"}), "craft", **buy)
    assert (bought.mat, bought.spent) == ({}, {})
    none = state.model_copy(update={"mat": {}, "spent": {}})
    verdict = judge(none, "craft", **buy)
    assert verdict.rules == ["craft.empty"]
    assert GAME.effects(some, move("craft", "Ann", **buy)) == {"from": "mat"}


def test_two_basic_cubes_buy_one() -> None:
    """trade.two"""
    state = table(cubes={"Ann": "2 timber 1 wine"})
    traded = after(state, "trade", get="stone", give="timber wine")
    assert traded.hand("Ann").cubes == {"timber": 1, "stone": 1}
    assert judge(state, "trade", get="stone", give="timber").rules == ["trade.two"]
    assert judge(state, "trade", get="stone", give="2 timber 1 wine").rules == ["trade.two"]
    verdict = judge(state, "trade", get="stone", give="2 wine")
    assert verdict.reasons[0].text == "The trade takes 2 wine; Ann has fewer"
    assert GAME.warnings(state, move("trade", "Ann", get="timber", give="2 timber"))


def test_crafts_are_not_traded() -> None:
    """trade.basic faq.no-craft-trade"""
    state = table(cubes={"Ann": "2 timber 1 gold"})
    assert judge(state, "trade", get="gold", give="2 timber").rules == ["trade.basic"]
    assert judge(state, "trade", get="wine", give="1 timber 1 gold").rules == ["trade.basic"]


def test_a_trade_needs_the_cube_in_the_store() -> None:
    """box.resources"""
    state = table(cubes={"Ann": "2 timber"}).model_copy(update={"store": {"timber": 3}})
    assert judge(state, "trade", get="wine", give="2 timber").rules == ["box.resources"]


def test_hidden_cubes_make_payments_unproven() -> None:
    """house.cost fence.cost trade.two"""
    state = table(cottages=PLACED).with_hand("Ann", cubes=None)
    for kind, fields in (
        ("house", {"number": 1}),
        ("fence", {"cottage": "Ben 1", "field": [1, 0]}),
        ("trade", {"get": "wine", "give": "2 timber"}),
        ("craft", {"cube": "gold", "pay": "4 wine"}),
        ("law", {"pay": "wine"}),
    ):
        assert judge(state, kind, **fields).ruling is Ruling.UNPROVEN


def test_an_overruled_payment_takes_what_is_there() -> None:
    """house.cost"""
    state = table(cubes={"Ann": "1 timber"}, cottages=PLACED)
    built = GAME.play(state, move("house", "Ann", number=1))
    assert built.hand("Ann").cubes == {}
    assert GAME.components(built) == GAME.components(state)
