"""Secrets that keyhelper dealt, unknowns that the table dealt, and views of a state.

A sealed value is scrambled where it is written down, so that a glance at a file spoils
nothing. It is a guard against spoilers, not against cheats: the scramble has no key.
"""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any, Generic, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    ModelWrapValidatorHandler,
    model_serializer,
    model_validator,
)
from pydantic_core import to_jsonable_python

T = TypeVar("T")
B = TypeVar("B", bound=BaseModel)

_BLOCK = 48  # scrambled values are padded to this many bytes, so that length tells nothing


class Sealed(BaseModel, Generic[T]):
    """A value that only `owner` may see; None as owner means nobody before the end."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    owner: str | None
    value: T

    def __repr__(self) -> str:
        return f"Sealed(owner={self.owner!r})"

    def __str__(self) -> str:
        return "(secret)"

    @model_serializer(mode="plain")
    def _scrambled(self) -> dict[str, Any]:
        plain = to_jsonable_python(self.value)
        return {"owner": self.owner, "sealed": scramble(json.dumps(plain, ensure_ascii=False))}

    @model_validator(mode="wrap")
    @classmethod
    def _unscrambled(cls, given: Any, read: ModelWrapValidatorHandler[Sealed[T]]) -> Sealed[T]:
        if isinstance(given, dict) and "sealed" in given:
            if not isinstance(given["sealed"], str):
                raise ValueError("a sealed value is scrambled text")
            rest = {key: value for key, value in given.items() if key != "sealed"}
            try:
                value = json.loads(unscramble(given["sealed"]))
            except (ValueError, RecursionError):
                raise ValueError("a sealed value cannot be read") from None
            return read(rest | {"value": value})
        return read(given)


class Unknown(BaseModel):
    """A value that exists on the table and that nobody has told keyhelper."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    unknown: bool = True

    def __str__(self) -> str:
        return "(unknown)"


UNKNOWN = Unknown()


def scramble(text: str) -> str:
    """`text` as a block of letters that no reader recognises at a glance."""
    plain = text.encode()
    padded = plain + b"\0" * (-len(plain) % _BLOCK)
    return base64.b64encode(_mask(padded)).decode()


def unscramble(text: str) -> str:
    """The text behind a scrambled block; ValueError when it is none."""
    return _mask(base64.b64decode(text, validate=True)).rstrip(b"\0").decode()


def veil(state: B, viewer: str | None) -> B:
    """`state` as `viewer` may see it: everybody else's sealed values become unknown."""
    seen = {name: _veiled(value, viewer) for name, value in state}
    return state.model_copy(update=seen)


def unsealed(value: Any) -> Any:
    """The plain value behind a sealed one; anything else as it is."""
    return value.value if isinstance(value, Sealed) else value


def _veiled(value: Any, viewer: str | None) -> Any:
    if isinstance(value, Sealed):
        return value if viewer is not None and value.owner == viewer else UNKNOWN
    if isinstance(value, BaseModel):
        return veil(value, viewer)
    if isinstance(value, tuple):
        return tuple(_veiled(item, viewer) for item in value)
    if isinstance(value, dict):
        return {key: _veiled(item, viewer) for key, item in value.items()}
    return value


def _mask(plain: bytes) -> bytes:
    stream = hashlib.shake_256(b"keyhelper spoiler guard").digest(len(plain))
    return bytes(a ^ b for a, b in zip(plain, stream, strict=True))
