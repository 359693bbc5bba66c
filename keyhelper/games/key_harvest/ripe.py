"""Which fields stand ripe together, and which a harvest would leave standing."""

from __future__ import annotations

from collections.abc import Mapping

from keyhelper.engine import names
from keyhelper.games.key_harvest import board
from keyhelper.games.key_harvest.model import Country, Countryside, country_of
from keyhelper.games.key_harvest.typed import ALL


def ripe_groups(state: Countryside, country: Country) -> tuple[tuple[str, ...], ...]:
    """What can be harvested at once: the unharvested fields of each group, the largest first."""
    fields = country.fields or {}
    through = state.readings.get("harvest.connected", "through") == "through"
    ground = [tile for tile in fields if through or not fields[tile]]
    ripe = (
        tuple(tile for tile in group if not fields[tile])
        for group in board.groups(state.layout, ground)
    )
    return tuple(group for group in ripe if group)


def whole_group(
    state: Countryside, player: str | None, fields: tuple[str, ...]
) -> tuple[tuple[str, ...], ...]:
    """The groups that `all`, or a field and `all`, may mean."""
    named = set(fields) - {ALL}
    groups = ripe_groups(state, country_of(state, player))
    return tuple(group for group in groups if named <= set(group))


def bridged_by(state: Countryside, fields: Mapping[str, bool], named: list[str]) -> str:
    """The ripe fields that would join what was named, if they join it at all."""
    for group in board.groups(state.layout, fields):
        if set(named) <= set(group):
            ripe = [tile for tile in group if not fields[tile] and tile not in named]
            return f"{names.listed(ripe)} would join them" if ripe else ""
    return ""


def standing(state: Countryside, country: Country, harvested: tuple[str, ...]) -> tuple[str, ...]:
    """Unharvested fields of the same group that this harvest would leave standing."""
    fields = country.fields or {}
    for group in board.groups(state.layout, fields):
        if set(group) & set(harvested):
            return tuple(t for t in group if not fields[t] and t not in harvested)
    return ()
