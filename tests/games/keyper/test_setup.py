"""Setting up Keyper: the counts add up for every number of players."""

from __future__ import annotations

import json

import pytest

from keyhelper.engine.sealed import unsealed
from keyhelper.games.keyper.goods import (
    ANIMALS,
    FINISHED,
    GEMS,
    GOODS_IN_BOX,
    KEYPLES_IN_BOX,
    RAW,
)
from keyhelper.games.keyper.moves import Ninth
from keyhelper.games.keyper.setup import SECOND_ROW, TEAM
from keyhelper.games.keyper.wiring import GAME
from tests.games.keyper.tables import NAMES, done, fresh, hand_of, judged

every_count = pytest.mark.parametrize("count", [2, 3, 4])


def test_the_box_is_as_the_manual_lists_it() -> None:
    """box.keyples box.goods box.animals box.tiles box.boards"""
    assert sum(KEYPLES_IN_BOX.values()) == 32
    assert sum(GOODS_IN_BOX[kind] for kind in RAW) == 48
    assert sum(GOODS_IN_BOX[kind] for kind in FINISHED) == 48
    assert sum(GOODS_IN_BOX[kind] for kind in GEMS) == 64
    assert sum(GOODS_IN_BOX[kind] for kind in ANIMALS) == 96
    assert GOODS_IN_BOX["wheat"] == 20
    pieces = GAME.components(fresh(4))
    assert pieces["country tiles and winter fairs"] == 48 + 8
    assert pieces["home tiles of Ann"] == 12
    assert pieces["boats"] == 6
    assert pieces["keypers"] == 4


@every_count
def test_the_setup_as_json(count: int) -> None:
    """setup.boards setup.display setup.boats setup.keyples setup.fairs setup.first"""
    state = fresh(count)
    content = GAME.table(state, True)
    assert list(content) == [
        "country_boards", "boats", "boats_aside", "display", "keyples", "fairs", "first",
    ]  # fmt: skip
    assert content["country_boards"] == list(range(1, count + 1))
    assert sorted(content["boats"] + content["boats_aside"]) == [1, 2, 3, 4, 5, 6]
    assert len(content["boats"]) == 4
    assert len(set(content["display"])) == 8
    assert all(1 <= number <= 21 for number in content["display"])
    assert content["keyples"] == {player: dict(TEAM) for player in NAMES[:count]}
    assert sum(TEAM.values()) == 8
    for season in ("spring", "summer", "autumn"):
        dealt = [content["fairs"][player][season] for player in NAMES[:count]]
        assert len(set(dealt)) == count
        assert all(1 <= number <= 6 for number in dealt)
    assert content["first"] in NAMES[:count]
    json.dumps(content)


@every_count
def test_kits_and_supply(count: int) -> None:
    """setup.kit setup.goods setup.supply setup.aside"""
    state = fresh(count)
    for player in state.players:
        house = state.house(player)
        assert house.has_keyper
        assert house.resources == {"bricks": 1, "wood": 1, "stone": 1}
        assert house.shipping == 0
    assert state.supply is not None
    assert state.supply["bricks"] == 16 - count
    assert state.supply["clay"] == 16
    assert state.bag == 13
    assert state.aside == 27 + 8
    assert sum(state.out_of_play.values()) == 32 - 8 * count


@every_count
def test_steps_are_things_to_do_with_counts(count: int) -> None:
    state = fresh(count)
    steps = GAME.steps(state)
    text = " ".join(step.text for step in steps if not step.secret)
    assert f"Fold {count} country boards" in text
    assert "13 stay in the bag" in text
    assert "27 country tiles" in text
    details = [line for step in steps for line in step.detail]
    assert f"{8 * count} in play, {32 - 8 * count} stay in the box" in details
    assert f"{16 - count} of each are left in the supply" in details


def test_fairs_are_secret() -> None:
    """setup.fairs"""
    state = fresh(3)
    assert "fairs" not in GAME.table(state, False)
    secret = [step for step in GAME.steps(state) if step.secret]
    assert [step.player for step in secret] == ["Ann", "Ben", "Cy"]
    seen = GAME.view(state, "Ben")
    assert unsealed(seen.house("Ben").dealt) == unsealed(state.house("Ben").dealt)
    assert "unknown" in str(seen.house("Ann").dealt)


def test_the_seed_does_not_give_the_fairs_away() -> None:
    assert fresh(3, "same").spring_draw == fresh(3, "same").spring_draw
    assert fresh(3, "same").spring_draw != fresh(3, "other").spring_draw


def test_two_players_start_with_eight_as_the_manual_lists() -> None:
    """setup.keyples"""
    state = fresh(2)
    assert state.phase == "play"
    assert sum(hand_of(state, "Ann").values()) == 8
    assert state.team_limit == 9


def test_a_ninth_keyple_is_drawn_where_the_table_plays_so() -> None:
    """setup.keyples"""
    state = fresh(2, setup__keyples="nine")
    assert GAME.table(state, False)["keyples"]["Ann"][SECOND_ROW] == 1
    assert GAME.turn(state).asks[0].kinds == ("ninth",)
    both = done(state, Ninth(player="Ann", colour="black"), Ninth(player="Ben", colour="white"))
    assert hand_of(both, "Ann")["black"] == 2
    assert sum(hand_of(both, "Ben").values()) == 9
    assert both.phase == "play"
    assert both.active == state.first
    assert GAME.components(both) == GAME.components(state)


def test_the_ninth_keyple_comes_from_the_box() -> None:
    """setup.keyples"""
    state = fresh(2, setup__keyples="nine").model_copy(update={"out_of_play": {"white": 1}})
    verdict = judged(state, Ninth(player="Ann", colour="black"))
    assert verdict.rules == ["setup.keyples"]
    assert "1 white" in verdict.reasons[0].text
    assert judged(fresh(2), Ninth(player="Ann", colour="black")).rules == ["setup.keyples"]


def test_three_players_draw_no_ninth() -> None:
    assert fresh(3, setup__keyples="nine").phase == "play"
