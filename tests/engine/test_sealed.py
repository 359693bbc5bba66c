"""Secrets are scrambled where they are written, and only their owner's view holds them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from keyhelper.engine.game import Frozen
from keyhelper.engine.sealed import UNKNOWN, Sealed, Unknown, scramble, unscramble, unsealed, veil
from tests.engine.orchard import Keep, Orchard, header, table


class Fruit(Frozen):
    name: str
    weight: int = 1


class Larder(Frozen):
    """Sealed values in every place a state may hold them."""

    shelf: Sealed[str] | Unknown
    drawers: tuple[Sealed[str] | Unknown, ...] = ()
    by_owner: dict[str, Sealed[str] | Unknown] = {}
    inner: Larder | None = None


def sealed(owner: str | None, value: str) -> Sealed[str]:
    return Sealed[str](owner=owner, value=value)


@pytest.mark.parametrize(
    "text", ["", "x", "Cathedral of Caterina", "李明 👩\u200d👧", "a" * 1000, '"\\\n\t']
)
def test_scrambled_text_comes_back(text: str) -> None:
    hidden = scramble(json.dumps(text, ensure_ascii=False))
    assert json.loads(unscramble(hidden)) == text
    assert not text or text not in hidden


def test_the_length_of_a_short_secret_tells_nothing() -> None:
    names = ("Inn", "Obelisk of the Crescent", "Cathedral of Caterina", "x", "")
    assert len({len(sealed("Ann", name).model_dump()["sealed"]) for name in names}) == 1


def test_a_secret_shows_neither_in_print_nor_in_the_file() -> None:
    secret = sealed("Ann", "Obelisk")
    assert "Obelisk" not in repr(secret)
    assert "Obelisk" not in str(secret)
    assert "Obelisk" not in f"{secret}"
    assert "Obelisk" not in secret.model_dump_json()
    assert "Obelisk" not in repr(table(kept={"Ann": secret}))
    assert "Obelisk" not in str(Keep(player="Ann", fruit=secret))
    assert "hidden" not in header().model_dump_json()


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Sealed[str], "Obelisk"),
        (Sealed[tuple[str, ...]], ("Obelisk", "Inn")),
        (Sealed[dict[str, int]], {"plum": 2, "pear": 0}),
        (Sealed[int | None], None),
        (Sealed[Fruit], Fruit(name="plum")),
        (Sealed[tuple[Fruit, ...]], (Fruit(name="plum"), Fruit(name="pear", weight=3))),
        (Sealed[dict[str, Fruit]], {"Ann": Fruit(name="plum")}),
    ],
)
def test_sealed_values_survive_saving(kind: Any, value: Any) -> None:
    secret = kind(owner="Ann", value=value)
    written = json.loads(json.dumps(secret.model_dump(mode="json")))
    assert set(written) == {"owner", "sealed"}
    assert kind.model_validate(written) == secret
    assert kind.model_validate_json(secret.model_dump_json()) == secret


@pytest.mark.parametrize(
    "content",
    [
        {"owner": "Ann", "sealed": "%%%"},
        {"owner": "Ann", "sealed": ""},
        {"owner": "Ann", "sealed": 7},
        {"owner": "Ann", "sealed": ["a"]},
        {"owner": "Ann", "sealed": "AAAA"},
        {"owner": "Ann", "sealed": scramble("not json")},
        {"owner": "Ann", "sealed": scramble("[" * 100_000)},
        {"owner": "Ann", "sealed": scramble("7")},
        {"owner": "Ann", "sealed": scramble('"x"'), "more": 1},
        {"owner": 7, "sealed": scramble('"x"')},
        {"sealed": scramble('"x"')},
        {"owner": "Ann"},
        "text",
        None,
    ],
)
def test_a_broken_seal_is_refused_as_a_wrong_value(content: Any) -> None:
    with pytest.raises(ValidationError):
        Sealed[str].model_validate(content)


def test_a_view_keeps_only_what_the_viewer_owns() -> None:
    larder = Larder(
        shelf=sealed("Ann", "plum"),
        drawers=(sealed("Ann", "pear"), sealed("Ben", "fig")),
        by_owner={"Ann": sealed("Ann", "nut"), "Ben": sealed("Ben", "kiwi")},
        inner=Larder(shelf=sealed("Ben", "date")),
    )
    ann = veil(larder, "Ann")
    assert unsealed(ann.shelf) == "plum"
    assert ann.drawers[1] == UNKNOWN
    assert ann.by_owner == {"Ann": sealed("Ann", "nut"), "Ben": UNKNOWN}
    assert ann.inner is not None
    assert ann.inner.shelf == UNKNOWN
    for view, hidden in (
        (veil(larder, "Ben"), ("plum", "pear", "nut")),
        (veil(larder, None), ("plum", "pear", "nut", "fig", "kiwi", "date")),
        (veil(larder, "ann"), ("plum", "pear", "nut")),
    ):
        assert not any(word in json.dumps(_plain(view)) for word in hidden)


def test_what_nobody_may_see_is_in_no_view() -> None:
    larder = Larder(shelf=sealed(None, "plum"))
    for viewer in (None, "Ann", "None", ""):
        assert veil(larder, viewer).shelf == UNKNOWN


def test_a_view_can_be_saved_and_read_again() -> None:
    state = table(kept={"Ann": sealed("Ann", "plum"), "Ben": sealed("Ben", "pear")})
    view = veil(state, "Ann")
    content = json.loads(json.dumps(view.model_dump(mode="json")))
    assert Orchard.model_validate(content) == view
    assert content["kept"]["Ben"] == {"unknown": True}


def test_looking_changes_nothing() -> None:
    state = table(kept={"Ann": sealed("Ann", "plum")})
    before = state.model_dump_json()
    veil(state, None)
    assert state.model_dump_json() == before


def _plain(value: Any) -> Any:
    if isinstance(value, Sealed):
        return value.value
    if isinstance(value, BaseModel):
        return {name: _plain(item) for name, item in value}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return value
