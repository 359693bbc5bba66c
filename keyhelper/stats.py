"""Statistics over the play history: plays, wins, averages and bests, as one plain document."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, TypeVar

from keyhelper.engine import names
from keyhelper.engine.trouble import Trouble
from keyhelper.history import Result
from keyhelper.plays import person

K = TypeVar("K", bound=Hashable)


def everybody(results: Sequence[Result]) -> dict[str, Any]:
    """The statistics of a whole history: by game, by player, by number of players."""
    ended = [r.ended for r in results if r.ended]
    return {
        "plays": _plays(results),
        "from": min(ended, default=None),
        "to": max(ended, default=None),
        "games": [
            {"game": slug, "name": of_game[0].title} | _points(of_game) | _length(of_game)
            for slug, of_game in _by_game(results)
        ],
        "players": [
            {"name": _spelling(own)} | _wins(own) | {"games": _own_games(own)}
            for _, own in _grouped(results, lambda r: r.person)
        ],
        "player_counts": [
            {"game": slug, "name": of_game[0].title, "players": count} | _points(same)
            for slug, of_game in _by_game(results)
            for count, same in sorted(_split(of_game, lambda r: r.players).items())
        ],
    }


def of_player(results: Sequence[Result], name: str) -> dict[str, Any]:
    """The statistics of one person, by whatever spelling; Trouble names those there are."""
    spellings = {who: _spelling(own) for who, own in _grouped(results, lambda r: r.person)}
    if not spellings:
        raise Trouble("No finished game is in the play history yet")
    found = person(name)
    if found not in spellings:
        found = person(names.choose(name, list(spellings.values()), "player", prefix=True))
    own = [r for r in results if r.person == found]
    ended = [r.ended for r in own if r.ended]
    return {
        "player": spellings[found],
        "from": min(ended, default=None),
        "to": max(ended, default=None),
        **_wins(own),
        "games": _own_games(own),
        "player_counts": [
            {"players": count} | _wins(same)
            for count, same in sorted(_split(own, lambda r: r.players).items())
        ],
    }


def _points(results: Sequence[Result]) -> dict[str, Any]:
    """How a table scores: all players, the winners, and the best ever."""
    return {
        "plays": _plays(results),
        "average": _average(r.total for r in results),
        "winning_average": _average(r.total for r in results if r.is_winner),
        "best": _best(results),
    }


def _length(results: Sequence[Result]) -> dict[str, Any]:
    counts = [r.players for r in results]
    return {"fewest_players": min(counts), "most_players": max(counts)}


def _wins(results: Sequence[Result]) -> dict[str, Any]:
    """How often somebody won; a game alone is neither won nor lost."""
    rivals = [r for r in results if r.players > 1 and r.winners]
    won = [r for r in rivals if r.is_winner]
    places = [r.place for r in rivals if r.place is not None]
    return {
        "plays": _plays(results),
        "wins": len(won),
        "shared_wins": sum(r.winners > 1 for r in won),
        "win_rate": round(len(won) / len(rivals), 3) if rivals else None,
        "average_place": _average(places),
    }


def _own_games(own: Sequence[Result]) -> list[dict[str, Any]]:
    return [
        {"game": slug, "name": of_game[0].title}
        | _wins(of_game)
        | {"average": _average(r.total for r in of_game), "best": _best(of_game)}
        for slug, of_game in _by_game(own)
    ]


def _best(results: Iterable[Result]) -> dict[str, Any] | None:
    """The highest total; the first to reach it keeps it."""
    best: Result | None = None
    for each in results:
        if each.total is not None and (best is None or each.total > (best.total or 0)):
            best = each
    if best is None:
        return None
    return {"points": best.total, "name": best.player, "saved": best.saved, "ended": best.ended}


def _average(values: Iterable[int | None]) -> float | None:
    known = [value for value in values if value is not None]
    return round(sum(known) / len(known), 2) if known else None


def _spelling(own: Sequence[Result]) -> str:
    """The name as it was last written."""
    return own[-1].player


def _plays(results: Iterable[Result]) -> int:
    return len({r.play for r in results})


def _by_game(results: Sequence[Result]) -> list[tuple[str, list[Result]]]:
    return _grouped(results, lambda r: r.game)


def _grouped(
    results: Sequence[Result], key: Callable[[Result], str]
) -> list[tuple[str, list[Result]]]:
    """Groups with most plays first; equally many by name."""
    groups = _split(results, key)
    return sorted(groups.items(), key=lambda item: (-_plays(item[1]), item[0]))


def _split(results: Sequence[Result], key: Callable[[Result], K]) -> dict[K, list[Result]]:
    groups: dict[K, list[Result]] = {}
    for each in results:
        groups.setdefault(key(each), []).append(each)
    return groups
