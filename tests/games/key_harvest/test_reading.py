"""How references, crops and handfuls are read: as people type them, and never with a crash."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from keyhelper.engine.trouble import Trouble
from keyhelper.games.key_harvest import board, crops, typed
from keyhelper.games.key_harvest.wiring import GAME
from tests.games.key_harvest.lands import land

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 60)
    | st.sampled_from(["C4", "A1", "hops", "Ann", "store", "2 hops", "4 B3", "²"])
    | st.text(max_size=4),
    lambda inside: (
        st.lists(inside, max_size=3)
        | st.dictionaries(
            st.sampled_from(["name", "at", "number", "tile", "bid", "hops", "wine"]),
            inside,
            max_size=3,
        )
    ),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("typed_text", "counters"),
    [
        ("2 hops 1 wine", {"hops": 2, "wine": 1}),
        ("hops, hops and wine", {"hops": 2, "wine": 1}),
        ("2x hops + wh", {"hops": 2, "wheat": 1}),
        ("hops=2 veg=1", {"hops": 2, "vegetables": 1}),
        ("3 Barrels of wine", {"wine": 3}),
        ("2 cider apples, 1 orange", {"cider": 3}),
        ("brown green red yellow", {"hops": 1, "vegetables": 1, "wine": 1, "wheat": 1}),
        ("2H 1B w", {"hops": 2, "wine": 1, "wheat": 1}),
        ({"2H": 1, "1W": 1}, {"hops": 2, "wheat": 1}),
        ({"nothing": 1}, {}),
        ("nothing", {}),
        ("", {}),
        ({"HOPS": 2, "wine": 0}, {"hops": 2}),
        (["2", "hops"], {"hops": 2}),
    ],
)
def test_handfuls(typed_text: Any, counters: dict[str, int]) -> None:
    """box.counters"""
    assert crops.read_counters(typed_text) == counters


@pytest.mark.parametrize(
    ("typed_text", "complaint"),
    [
        ("2", "say of which crop"),
        ("2 3 hops", "say of which crop"),
        ("wi wh w z", "no crop called 'z'"),
        ("hopps", "did you mean hops?"),
        ("appels", "did you mean cider?"),
        (7, "is no handful of counters"),
        ({"hops": True}, "whole number"),
        ({"hops": 1, "Hops": 1}, "hops stands there twice"),
    ],
)
def test_what_is_no_handful(typed_text: Any, complaint: str) -> None:
    """box.counters"""
    with pytest.raises(Trouble) as trouble:
        crops.read_counters(typed_text)

    assert complaint in str(trouble.value)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(JSON)
def test_readers_refuse_with_nothing_worse_than_a_sentence(something: Any) -> None:
    for read in (crops.read_counters, crops.read_crop, board.read_reference):
        with suppress(Trouble):
            read(something)
    for listed in (typed.read_tiles, typed.read_growing):
        with suppress(ValueError):
            listed(something)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    st.fixed_dictionaries(
        {"players": st.lists(
            st.fixed_dictionaries(
                {"name": st.sampled_from(["Ann", "Ben", ""])},
                optional=dict.fromkeys(
                    ("fields", "workers", "crops", "store", "groups", "harvested"), JSON
                ),
            ),
            max_size=3,
        )},
        optional=dict.fromkeys(("layout", "turn", "registry", "supply", "options"), JSON),
    )
)  # fmt: skip
def test_any_position_is_counted_or_refused(content: dict[str, Any]) -> None:
    try:
        position = GAME.position.model_validate({"game": "key-harvest"} | content)
    except ValidationError:
        return
    state = GAME.from_position(position)
    assert GAME.score(state)
    assert GAME.panels(state, None)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.sampled_from(GAME.kinds), st.data())
def test_any_move_is_judged_or_refused(kind: str, data: st.DataObject) -> None:
    model = GAME.act(kind).move
    fields = [name for name in model.model_fields if name != "kind"]
    content = data.draw(st.dictionaries(st.sampled_from(fields), JSON, max_size=len(fields)))
    try:
        move = model.model_validate(content)
    except ValidationError:
        return
    state = land({"Ann": "C4"})
    filled = GAME.fill(state, move)
    assert filled.says()
    GAME.verify(state, filled)
    GAME.warnings(state, filled)
    GAME.effects(state, filled)
