"""Frozen values copy as pydantic's do, only faster."""

from __future__ import annotations

import pickle

from pydantic import BaseModel, Field

from keyhelper.engine.game import Frozen


class Basket(Frozen):
    """Something to copy: plain, defaulted and nested parts."""

    owner: str
    pears: int = 0
    inner: Basket | None = None
    plums: tuple[int, ...] = Field(default=(), alias="violet-plums")


def test_a_copy_is_as_pydantic_makes_it() -> None:
    basket = Basket(owner="Ann", inner=Basket(owner="Ben", pears=2))
    for update in (None, {}, {"pears": 3}, {"pears": 3, "plums": (1, 2), "inner": None}):
        ours, theirs = basket.model_copy(update=update), BaseModel.model_copy(basket, update=update)
        assert ours == theirs
        assert ours.model_fields_set == theirs.model_fields_set
        assert ours.model_dump(by_alias=True) == theirs.model_dump(by_alias=True)
        assert ours.model_dump(exclude_unset=True) == theirs.model_dump(exclude_unset=True)
        assert hash(ours) == hash(theirs)
        assert repr(ours) == repr(theirs)
        assert pickle.loads(pickle.dumps(ours)) == theirs


def test_a_copy_leaves_the_original_alone() -> None:
    basket = Basket(owner="Ann", inner=Basket(owner="Ben"))
    assert basket.model_copy(update={"pears": 3}).inner is basket.inner
    assert basket.model_copy(deep=True).inner is not basket.inner
    assert basket == Basket(owner="Ann", inner=Basket(owner="Ben"))
    assert basket.model_fields_set == {"owner", "inner"}
