"""How the game goes on: turns close, seasons are cleared, winter ends the game."""

from __future__ import annotations

from collections import Counter

from keyhelper.games.key_flow import decks
from keyhelper.games.key_flow.decks import SEASONS
from keyhelper.games.key_flow.model import Building, KeyFlow


def settle(state: KeyFlow) -> KeyFlow:
    """The table once everything that follows by itself has followed."""
    while True:
        after = _advance(state)
        if after is state:
            return state
        state = after


def clear_villages(state: KeyFlow) -> KeyFlow:
    """Tokens to the supply, keyple cards under the store of each village's owner."""
    returned = sum(b.tokens for village in state.villages.values() for b in village)
    stores = {
        owner: (*state.stores.get(owner, ()), *(c for b in village for c in b.keyples))
        for owner, village in state.villages.items()
    }
    villages = {
        owner: tuple(
            b.model_copy(update={"keyples": (), "tokens": 0, "uses": 0, "landed": 0})
            for b in village
        )
        for owner, village in state.villages.items()
    }
    cleared = state.model_copy(
        update={
            "villages": villages,
            "stores": stores,
            "supply": state.supply | {"token": state.supply.get("token", 0) + returned},
        }
    )
    return next_season(cleared)


def next_season(state: KeyFlow) -> KeyFlow:
    """The next season's first turn; winter's cards first after autumn; the count after winter."""
    if state.season == "winter":
        return state.model_copy(update={"phase": "count", "played": ()})
    if state.season == "autumn" and state.phase != "choose" and state.keep != "counts":
        return state.model_copy(update={"phase": "choose", "played": ()})
    season = SEASONS[SEASONS.index(state.season) + 1]
    return state.model_copy(update={"season": season, "phase": "draft", "round": 1, "played": ()})


def components(state: KeyFlow) -> Counter[str]:
    """Every piece of the box, wherever it lies; no move changes it."""
    found: Counter[str] = Counter(state.supply)
    found["season cards"] = state.unplayed + state.boxed
    for village in state.villages.values():
        for building in village:
            found.update(_on(building))
            found["season cards"] += building.card != "Home"
    for store in state.stores.values():
        found["season cards"] += len(store)
    if state.keep == "everything":
        found["token"] += sum(count or 0 for count in state.tokens.values())
    for tiles in state.skills.values():
        for name, count in tiles.items():
            found[name if name.startswith("double") else "skill"] += count
    return found


def _on(building: Building) -> dict[str, int]:
    lying = Counter(building.goods)
    lying["token"] += building.tokens
    lying["upgrade"] += building.upgrades
    lying["season cards"] += len(building.keyples)
    return lying


def _advance(state: KeyFlow) -> KeyFlow:
    if state.phase == "any" or any(state.tasks.values()):
        return state
    if state.phase in ("draft", "tokens", "choose") and state.keep == "counts":
        return state
    everybody = all(player in state.played for player in state.players)
    if state.phase == "draft" and everybody:
        return _close_turn(state)
    if state.phase == "tokens":
        idle = tuple(
            player
            for player in state.players
            if state.keep == "everything" and not state.tokens.get(player)
        )
        if everybody or {*state.played, *idle} >= {*state.players}:
            return state.model_copy(update={"phase": "clear", "played": ()})
    if state.phase == "choose" and everybody:
        return next_season(_fresh(state))
    if state.phase == "count" and (state.is_closed or not _has_blanks(state)):
        return state.model_copy(update={"phase": "over"})
    return state


def _close_turn(state: KeyFlow) -> KeyFlow:
    """What was laid and upgraded this turn can be used from now on."""
    state = _fresh(state)
    if state.round < decks.hand_size(state.season, len(state.players)):
        return state.model_copy(update={"round": state.round + 1, "played": ()})
    return state.model_copy(update={"phase": "tokens", "played": ()})


def _fresh(state: KeyFlow) -> KeyFlow:
    villages = {
        owner: tuple(
            b.model_copy(update={"is_new": False, "landed": 0, "raised": 0})
            if b.is_new or b.landed or b.raised
            else b
            for b in village
        )
        for owner, village in state.villages.items()
    }
    return state.model_copy(update={"villages": villages})


def _has_blanks(state: KeyFlow) -> bool:
    # Imported here: what is blank depends on how the count is made.
    from keyhelper.games.key_flow.holdings import blanks

    return next(iter(blanks(state)), None) is not None
