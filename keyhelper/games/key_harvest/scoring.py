"""Points: workers, the largest group once, the second twice, crop majorities, the tie ladder."""

from __future__ import annotations

from collections.abc import Sequence

from keyhelper.engine import names
from keyhelper.engine.scoring import ScoreLine, ScoreSheet, Tiebreak
from keyhelper.games.key_harvest import board, crops
from keyhelper.games.key_harvest.model import Country, Countryside


def score(state: Countryside) -> tuple[ScoreSheet, ...]:
    """Every player's sheet, at any moment of the game."""
    return tuple(_sheet(state, player) for player in state.players)


def group_sizes(layout: str, country: Country) -> tuple[int, ...] | None:
    """The sizes of a country's groups, the largest first; None where nobody recorded them."""
    if country.groups is not None:
        return tuple(sorted(country.groups, reverse=True))
    if country.fields is None:
        return None
    return tuple(len(group) for group in board.groups(layout, country.fields))


def _sheet(state: Countryside, player: str) -> ScoreSheet:
    country = state.countries[player]
    sizes = group_sizes(state.layout, country)
    counters = None if is_going_on(state) else country.counters
    return ScoreSheet(
        player=player,
        lines=(
            _workers(country),
            _largest(state.layout, country),
            _second(state.layout, country),
            _crops(state, player),
        ),
        tiebreaks=(
            Tiebreak(
                "most-fields",
                "More field tiles",
                None if sizes is None else sum(sizes),
                rule="tie.fields",
            ),
            Tiebreak(
                "most-counters",
                "More crop counters behind the screen",
                None if counters is None else crops.total(counters),
                rule="tie.counters",
            ),
        ),
        notes=(*_notes(state, player), *_replay(state, player)),
    )


def is_going_on(state: Countryside) -> bool:
    """Whether this is a game kept at the table that has turns to come."""
    return not state.is_partial and state.turns_left != 0


def _workers(country: Country) -> ScoreLine:
    if country.workers is None:
        return ScoreLine(
            "workers",
            "Workers",
            None,
            "",
            "score.workers",
            "which workers are on the board (`workers`)?",
        )
    ordered = sorted(country.workers, key=lambda w: (-w.number, w.at or ""))
    each = [str(worker.number) for worker in ordered]
    where = [f"{worker.number} on {worker.at}" for worker in ordered if worker.at]
    detail = " + ".join(each) or "none on the board"
    if where and len(where) == len(each):
        detail += f" ({', '.join(where)})"
    points = sum(worker.number for worker in country.workers)
    return ScoreLine("workers", "Workers", points, detail, "score.workers")


def _largest(layout: str, country: Country) -> ScoreLine:
    sizes = group_sizes(layout, country)
    if sizes is None:
        return _no_groups("largest", "Largest group", "score.largest")
    if not sizes:
        return ScoreLine("largest", "Largest group", 0, "no fields", "score.largest")
    detail = f"{sizes[0]} x 1{_named(layout, country, 0)}"
    return ScoreLine("largest", "Largest group", sizes[0], detail, "score.largest")


def _second(layout: str, country: Country) -> ScoreLine:
    sizes = group_sizes(layout, country)
    if sizes is None:
        return _no_groups("second", "Second largest group", "score.second")
    if len(sizes) < 2:
        return ScoreLine("second", "Second largest group", 0, "no second group", "score.second")
    detail = f"{sizes[1]} x 2{_named(layout, country, 1)}"
    return ScoreLine("second", "Second largest group", 2 * sizes[1], detail, "score.second")


def _no_groups(line: str, label: str, rule: str) -> ScoreLine:
    return ScoreLine(
        line, label, None, "", rule, "which fields are on the board (`fields` or `groups`)?"
    )


def _named(layout: str, country: Country, index: int) -> str:
    """The references of a group, where the board was recorded."""
    if country.fields is None or country.groups is not None:
        return ""
    return f": {' '.join(board.groups(layout, country.fields)[index])}"


def _crops(state: Countryside, player: str) -> ScoreLine:
    label, rule = "Crop majorities", "score.crops"
    if is_going_on(state):
        # A majority would tell what lies behind the screens.
        return ScoreLine("crops", label, 0, "counted at the end, when the screens go", rule)
    held = {name: country.counters for name, country in state.countries.items()}
    unknown = [name for name, counters in held.items() if counters is None]
    if unknown:
        does = "does" if len(unknown) == 1 else "do"
        how = "`crops`" if state.is_partial else f"`count {unknown[0]} 2 hops`"
        missing = f"which counters {does} {names.listed(unknown)} have behind the screen ({how})?"
        return ScoreLine("crops", label, None, "", rule, missing)
    known = {name: counters or {} for name, counters in held.items()}
    won, level = [], []
    for crop in crops.CROPS:
        mine = known[player].get(crop, 0)
        best = max(
            (counters.get(crop, 0) for name, counters in known.items() if name != player), default=0
        )
        if mine > best:
            won.append(f"{crop} {mine} to {best}" if len(known) > 1 else f"{crop} {mine}")
        elif mine and mine == best:
            level.append(f"{crop} level at {mine}")
    detail = ", ".join([*won, *level]) or "no majority"
    return ScoreLine("crops", label, len(won), detail, rule)


def _notes(state: Countryside, player: str) -> tuple[str, ...]:
    """What looks odd on the board but is no reason to refuse a count."""
    workers = [w for w in state.countries[player].workers or () if w.at]
    notes = []
    for index, worker in enumerate(workers):
        for other in workers[index + 1 :]:
            if other.at in board.neighbours(state.layout, worker.at or ""):
                notes.append(f"{player}'s workers on {worker.at} and {other.at} are neighbours")
    return tuple(notes)


def _replay(state: Countryside, player: str) -> tuple[str, ...]:
    """The manual's last word on players who are level in everything."""
    mine = _ladder(state, player)
    equal = [name for name in state.players if name != player and _ladder(state, name) == mine]
    if not equal or mine is None or is_going_on(state):
        return ()
    tied = names.listed([name for name in state.players if name in (*equal, player)])
    return (f"{tied} are level in points, fields and counters; the manual says: play again",)


def _ladder(state: Countryside, player: str) -> Sequence[int] | None:
    country = state.countries[player]
    sizes, counters = group_sizes(state.layout, country), country.counters
    points = [_workers(country).points, _crops(state, player).points]
    if sizes is None or counters is None or None in points:
        return None
    whole = sum(p for p in points if p is not None) + board.group_points(sizes)
    return whole, sum(sizes), crops.total(counters)
