"""Points at the end: building tiles, cubes left over, the tie by most tiles."""

from __future__ import annotations

from keyhelper.engine.names import listed
from keyhelper.engine.scoring import ScoreLine, ScoreSheet, Tiebreak
from keyhelper.games.keythedral.cubes import BASICS, CRAFTS, number, spoken, total, worth
from keyhelper.games.keythedral.model import Hand, Keythedral, mat_rows


def score(state: Keythedral) -> tuple[ScoreSheet, ...]:
    """A sheet for each player; at any moment, so also `so far`."""
    remark = missing_tiles(state)
    return tuple(
        ScoreSheet(
            player=player,
            lines=(_tiles_line(state.hand(player)), *_cube_lines(state, player)),
            tiebreaks=(_most_tiles(state.hand(player)),),
            notes=(
                *((remark[1],) if remark and remark[0] == player else ()),
                *_unscored_cubes(state, player),
            ),
        )
        for player in state.players
        if state.phase != "claim" or player in state.hands
    )


def missing_tiles(state: Keythedral) -> tuple[str, str] | None:
    """Whom to ask first, and a sentence, when the tiles do not add up to the mat's."""
    hands = {player: hand for player, hand in state.hands.items() if hand.tiles is not None}
    if state.phase not in ("over", "claim") or len(hands) < max(2, len(state.hands)):
        return None
    rows = mat_rows(state.edition, state.length)
    short = {
        value: count - sum((hand.tiles or {}).get(str(value), 0) for hand in hands.values())
        for value, count in rows.items()
    }
    if not any(short.values()):
        return None
    points = sum(value * count for value, count in rows.items())
    lacking = [f"{count} of {value}" for value, count in short.items() if count]
    counted = points - sum(value * count for value, count in short.items())
    first = min(hands, key=lambda player: hands[player].tile_count or 0)
    have = number(hands[first].tile_count or 0, "tile")
    return first, (
        f"The tiles of all players add up to {counted} points; the mat held {points}. Not "
        f"counted: {listed(lacking)}. Ask {first} first, who has {have}, the fewest"
    )


def _unscored_cubes(state: Keythedral, player: str) -> tuple[str, ...]:
    """Cubes that were counted although this edition scores none."""
    hand = state.hand(player)
    if state.edition != "rnd" or not (hand.cubes or hand.cube_points):
        return ()
    return ("The edition of 2002 scores building tiles only; the cubes left over count nothing",)


def _tiles_line(hand: Hand) -> ScoreLine:
    if hand.tiles is None:
        return ScoreLine(
            id="tiles",
            label="Building tiles",
            points=None,
            detail="",
            rule="score.tiles",
            missing="say which building tiles were taken (`tiles`)",
        )
    held = sorted((int(value), count) for value, count in hand.tiles.items() if count)
    return ScoreLine(
        id="tiles",
        label="Building tiles",
        points=sum(value * count for value, count in held),
        detail=" + ".join(f"{count} x {value}" for value, count in held) or "none",
        rule="score.tiles",
    )


def _cube_lines(state: Keythedral, player: str) -> tuple[ScoreLine, ...]:
    """Cubes by kind; the 2002 edition does not score them."""
    hand = state.hand(player)
    if state.edition == "rnd":
        return ()
    if hand.cubes is None:
        return (
            ScoreLine(
                id="cubes",
                label="Cubes left over",
                points=hand.cube_points,
                detail="" if hand.cube_points is None else "as added up at the table",
                rule="score.cubes",
                missing="" if hand.cube_points is not None else _missing_cubes(state, player),
            ),
        )
    lines = []
    for kind in reversed(CRAFTS):
        count = hand.cubes.get(kind, 0)
        lines.append(
            ScoreLine(
                id=kind,
                label=spoken(kind).capitalize(),
                points=count * worth()[kind],
                detail=f"{count} x {worth()[kind]}",
                rule=f"score.{kind}",
            )
        )
    basics = total(hand.cubes, BASICS)
    parts = [f"{hand.cubes[kind]} {kind}" for kind in BASICS if hand.cubes.get(kind)]
    lines.append(
        ScoreLine(
            id="basic",
            label="Basic cubes",
            points=basics,
            detail=listed(parts) or "none",
            rule="score.basic",
        )
    )
    return tuple(lines)


def _missing_cubes(state: Keythedral, player: str) -> str:
    if state.phase == "claim":
        return "say which cubes are left (`cubes`), or what they are worth (`cube_points`)"
    return f"say which cubes are left (`{player} count 2 timber 1 gold`)"


def _most_tiles(hand: Hand) -> Tiebreak:
    return Tiebreak(
        id="most-tiles",
        label="Most building tiles",
        value=hand.tile_count,
        best="most",
        rule="score.tie",
    )
