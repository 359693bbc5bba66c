"""Buying building tiles: exact payment, rows, and the end."""

from __future__ import annotations

from keyhelper.engine.verdict import Ruling
from keyhelper.games.keythedral.model import Tile
from keyhelper.games.keythedral.wiring import GAME
from tests.games.keythedral.tables import after, judge, move, opening, table

PAIR = {"4a": "timber stone", "4b": "food water", "6a": "stone food"}


def test_a_tile_is_paid_exactly() -> None:
    """buy.exact"""
    state = table(cubes={"Ann": "1 timber 1 stone 1 food"}, tiles=PAIR)
    assert judge(state, "buy", tile="4a").is_legal
    assert judge(state, "buy", tile="4a", pay="timber stone").is_legal
    verdict = judge(state, "buy", tile="4a", pay="timber stone food")
    assert verdict.rules == ["buy.exact"]
    assert "1 food is too much" in verdict.reasons[0].text
    assert "1 stone is missing" in judge(state, "buy", tile="4a", pay="timber").reasons[0].text


def test_need_and_have_are_said() -> None:
    """buy.exact"""
    state = table(cubes={"Ann": "1 timber"}, tiles=PAIR)
    verdict = judge(state, "buy", tile="4a")
    assert [reason.text for reason in verdict.reasons] == ["Tile 4a takes 1 stone; Ann has none"]


def test_paid_cubes_return_and_the_tile_is_kept() -> None:
    """buy.store buy.keep craft.spent core.craft"""
    state = table(cubes={"Ann": "1 food 1 gold"}, tiles={"12a": "food gold", "12b": "gold"})
    bought = after(state, "buy", tile="12a")
    assert bought.hand("Ann").cubes == {}
    assert bought.hand("Ann").tiles == {"12": 1}
    assert (bought.store or {})["food"] == 15
    assert bought.spent == {"gold": 1}
    assert (bought.mat or {})["gold"] == 9


def test_only_the_lowest_row_is_sold() -> None:
    """buy.bottom-row"""
    state = table(cubes={"Ann": "2 stone 2 food"}, tiles=PAIR)
    verdict = judge(state, "buy", tile="6a")
    assert verdict.rules == ["buy.bottom-row"]
    assert "2 tiles of 4 still there" in verdict.reasons[0].text


def test_only_a_tile_that_lies_open_is_sold() -> None:
    """buy.face-up"""
    tiles = (Tile(name="4a", value=4, cost={"timber": 1}), Tile(name="6a", value=6))
    state = table(cubes={"Ann": "2 timber"}).model_copy(update={"tiles": tiles})
    assert "buy.face-up" in judge(state, "buy", tile="4a", pay="timber").rules
    assert "buy.face-up" in judge(state, "buy", tile="8a", pay="timber").rules
    assert judge(state, "reveal", None, tile="6a", cost="stone").rules == ["buy.face-up"]


def test_the_next_row_turns_over_when_a_row_is_gone() -> None:
    """buy.next-row"""
    closed = Tile(name="6a", value=6)
    state = table(cubes={"Ann": "timber stone"}, tiles={"4a": "timber stone"})
    state = state.model_copy(update={"tiles": (*(state.tiles or ()), closed)})
    bought = after(state, "buy", tile="4a")
    assert bought.tile_named("6a") == closed.model_copy(update={"is_open": True})
    assert "Turn over the row of 6s: 1 tile" in bought.news
    assert GAME.turn(bought).asks[0].prompt.endswith("What does tile 6a cost")


def test_the_game_ends_at_once_with_the_last_tile() -> None:
    """buy.ends end.immediate"""
    state = table(cubes={"Ann": "2 gold", "Ben": "1 wine"}, tiles={"12a": "gold", "12b": "gold"})
    once = after(state, "buy", tile="12a")
    assert GAME.ending(once) is None
    ready = once.model_copy(update={"actor": "Ann"})
    over = after(ready, "buy", tile="12b")
    assert GAME.ending(over) == "Ann took the last building tile"
    assert judge(over, "pass", "Ben").rules == ["end.immediate"]


def test_a_cost_nobody_told_is_unproven() -> None:
    """buy.exact"""
    state = table(cubes={"Ann": "timber stone"}, tiles={"4a": "", "4b": ""})
    assert judge(state, "buy", tile="4a").ruling is Ruling.UNPROVEN
    assert judge(state, "buy", tile="4a", pay="timber").ruling is Ruling.UNPROVEN
    assert judge(state, "buy", tile="4a", cost="timber stone").is_legal
    told = after(state, "reveal", None, tile="4a", cost="timber stone")
    assert judge(told, "buy", tile="4a").is_legal
    assert judge(told, "buy", tile="4a", cost="wine").rules == ["buy.exact"]


def test_costs_may_be_left_for_later() -> None:
    """setup.turn-over"""
    state = table(tiles={"4a": "", "4b": ""})
    assert GAME.turn(state).asks[0].kinds == ("reveal",)
    later = after(state, "reveal", None, when="later")
    assert GAME.turn(later).asks[0].kinds[0] == "buy"
    assert judge(state, "reveal", None, cost="timber").rules == ["buy.exact"]


def test_a_doubtful_cost_is_a_warning_not_a_refusal() -> None:
    """buy.exact"""
    state = table(tiles={"4a": "", "12a": ""})
    assert GAME.warnings(state, move("reveal", None, tile="4a", cost="timber stone")) == ()
    assert GAME.warnings(state, move("reveal", None, tile="4a", cost="gold"))
    assert "craft" in GAME.warnings(state, move("reveal", None, tile="12a", cost="2 food"))[0]
    assert "Stone" in GAME.warnings(state, move("reveal", None, tile="12a", cost="stone gold"))[0]
    assert "Timber" in GAME.warnings(state, move("reveal", None, tile="12a", cost="timber gold"))[0]
    assert judge(state, "reveal", None, tile="4a", cost="gold").is_legal


def test_a_cost_read_out_goes_into_the_owners_box() -> None:
    """setup.strategic"""
    state = opening(strategic=True)
    learned = GAME.learns(state, move("reveal", None, tile="12a", cost="gold food"))
    assert learned[0][:3] == ("tiles", "B12-1", "cost")
    assert learned[0].value == "1 food + 1 gold"
    assert GAME.learns(opening(edition="rnd"), move("reveal", None, tile="1a", cost="food")) == ()


def test_costs_known_from_the_box_are_offered_again(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """setup.strategic"""
    from keyhelper.engine import catalogue

    known = {"B04-1": {"cost": "1 stone + 1 timber"}, "B04-2": {"cost": "what?"}}
    monkeypatch.setattr(catalogue, "_boxes", {"keythedral": {"tiles": known}})
    state = opening(strategic=True)
    assert state.known_costs == {"4": ({"timber": 1, "stone": 1},)}
    assert [label for label, _ in GAME.turn(state).asks[0].choices] == ["1 timber + 1 stone"]
    again = move("reveal", None, tile="4a", cost="timber stone")
    assert GAME.learns(state, again) == ()


def test_there_is_no_tile_of_another_value() -> None:
    """box.mat"""
    claim = {"game": "keythedral", "players": [{"name": "Ann", "cubes": {"food": 2}}]}
    state = GAME.from_position(GAME.position.model_validate(claim))
    assert judge(state, "buy", tile="8", cost="2 food").is_legal
    assert judge(state, "buy", tile="7", cost="2 food").rules == ["box.mat"]
    assert judge(state, "buy", tile="8", cost="3 food").rules == ["buy.exact"]


def test_tiles_of_a_row_are_told_apart_where_a_position_lists_them() -> None:
    """buy.face-up"""
    claim = {
        "game": "keythedral",
        "players": [{"name": "Ann", "cubes": {"food": 2}}],
        "on_mat": [{"tile": "8", "cost": "2 food"}, {"tile": "8", "cost": "2 wine"}],
    }
    state = GAME.from_position(GAME.position.model_validate(claim))
    assert judge(state, "buy", tile="8a").is_legal
    assert judge(state, "buy", tile="8", cost="2 food").is_legal
    assert "say which of 8a and 8b" in judge(state, "buy", tile="8").reasons[0].text
