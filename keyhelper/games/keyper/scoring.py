"""Counting Keyper: shipping, tiles with the best allocation, fairs, and the long tie ladder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from keyhelper.engine import names
from keyhelper.engine.allocate import Allocation, Condition, Given, Piece, Use, allocate
from keyhelper.engine.claims import ClaimLine, judge_claim
from keyhelper.engine.scoring import ScoreLine, ScoreSheet, Tiebreak
from keyhelper.engine.terms import Term, TermError, Vocabulary
from keyhelper.games.keyper.checklist import claimed_team, team
from keyhelper.games.keyper.conditions import (
    KEYPLES,
    USED_UP,
    WILD_FINISHED,
    WILD_RAW,
    named_counts,
    read_term,
    vocabulary,
)
from keyhelper.games.keyper.goods import (
    ANIMALS,
    FINISHED,
    GEMS,
    RAW,
    RESOURCES,
    SPECIALISTS,
    WHEAT,
    WHITE,
    amount,
)
from keyhelper.games.keyper.model import House, Keyper, Tile

CAP = 4  # times a building scores resources or keyples

LADDER: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("gems", "Most gems", GEMS),
    ("finished", "Most finished goods", FINISHED),
    ("wheat", "Most wheat", (WHEAT,)),
    ("raw", "Most raw materials", RAW),
    ("deer", "Most deer", ("deer",)),
    ("boar", "Most wild boar", ("boar",)),
    ("goat", "Most goats", ("goat",)),
    ("chicken", "Most chickens", ("chicken",)),
    ("horse", "Most horses", ("horse",)),
    ("cow", "Most cows", ("cow",)),
    ("pig", "Most pigs", ("pig",)),
    ("sheep", "Most sheep", ("sheep",)),
)


def score(state: Keyper) -> tuple[ScoreSheet, ...]:
    """Everybody's sheet, at the end or so far."""
    return tuple(_sheet(state, player) for player in state.players)


def pieces(state: Keyper, player: str, keyples: Mapping[str, int]) -> list[Piece]:
    """What the player's tiles may use up, each piece once."""
    house = state.house(player)
    held = [
        Piece(kind, number, (kind, WILD_RAW, WILD_FINISHED) if kind == WHEAT else (kind,))
        for kind, number in ((house.resources or {}) | (house.animals or {})).items()
    ]
    stands_for_any = state.reading("score.white", "white") == "any"
    for colour, number in keyples.items():
        kinds: tuple[str, ...] = (f"{colour} keyple",)
        if colour == WHITE and stands_for_any:
            kinds += tuple(f"{other} keyple" for other in SPECIALISTS)
        held.append(Piece(f"{colour} keyple", number, kinds))
    return held


def _sheet(state: Keyper, player: str) -> ScoreSheet:
    house = state.house(player)
    count = _count_tiles(state, player)
    lines = (_shipping(house), _tiles_line(count), _fairs(house))
    return ScoreSheet(
        player=player,
        lines=lines,
        tiebreaks=_ladder(state, house),
        allocation=_allocation(count),
        notes=count.notes,
    )


def _shipping(house: House) -> ScoreLine:
    points = house.shipping
    if points is None:
        missing = "points on the shipping track are not known"
        return ScoreLine("shipping", "Shipping", None, "", "score.shipping", missing)
    return ScoreLine("shipping", "Shipping", points, f"{points} on the track", "score.shipping")


def _fairs(house: House) -> ScoreLine:
    if house.held is None:
        missing = "the fairs held are not known"
        return ScoreLine("fairs", "Fairs", None, "", "score.fairs", missing)
    total = sum(fair.points for fair in house.held)
    said = ", ".join(f"{fair.season} {fair.points}" for fair in house.held) or "none held"
    return ScoreLine("fairs", "Fairs", total, said, "score.fairs")


class _Count(NamedTuple):
    """The tiles of one player, counted as far as they are known."""

    best: Allocation | None = None
    flat: frozenset[str] = frozenset()  # cards that only bring plain points
    missing: tuple[str, ...] = ()
    overbuilt: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def uses(self) -> list[Use]:
        """What each scoring tile was given, without the plain points."""
        return [use for use in self.best.uses if use.card not in self.flat] if self.best else []


def _count_tiles(state: Keyper, player: str) -> _Count:
    house = state.house(player)
    if house.tiles is None:
        return _Count(missing=("the tiles built are not known",))
    seen = [tile for tile in house.tiles if not tile.is_overbuilt]
    missing = [
        f"what {tile.name} scores is not known"
        for tile in seen
        if tile.points is None and tile.scores is None
    ]
    cards = _cards(seen)
    plain = [
        Condition(card if tile.scores is None else f"{card} points", Term(tile.points))
        for card, tile in cards
        if tile.points is not None
    ]
    conditions, gaps = _conditions(state, player, cards)
    held = pieces(state, player, team_for_scoring(state, player) or {})
    counted = named_counts(house.counted)
    best = allocate(held, [*plain, *conditions], counted)
    notes = list(_judged(house, held, [*plain, *conditions], counted, best))
    if not best.is_best:
        notes.append(f"Tiles: {best.proof}")
    return _Count(
        best=best,
        flat=frozenset(condition.card for condition in plain),
        missing=(*missing, *gaps),
        overbuilt=tuple(tile.name for tile in house.tiles if tile.is_overbuilt),
        notes=tuple(notes),
    )


def _cards(seen: Sequence[Tile]) -> list[tuple[str, Tile]]:
    """Every tile under a name of its own; of two Mills the second is `Mill 2`."""
    cards: list[tuple[str, Tile]] = []
    used: set[str] = set()
    for tile in seen:
        card, number = tile.name, 1
        while names.fold(card) in used:
            number += 1
            card = f"{tile.name} {number}"
        used.add(names.fold(card))
        cards.append((card, tile))
    return cards


def _conditions(
    state: Keyper, player: str, cards: Sequence[tuple[str, Tile]]
) -> tuple[list[Condition], list[str]]:
    house = state.house(player)
    conditions: list[Condition] = []
    gaps: list[str] = []
    for card, tile in cards:
        if tile.scores is None:
            continue
        try:
            term = read_term(tile.scores, house.counted)
        except TermError as error:
            gaps.append(f"what {tile.name} scores cannot be read: {error}")
            continue
        gaps += _unknown_amounts(state, player, tile, term)
        kinds = {kind for need in term.needs for kind in need.kinds}
        # Only what scores resources or keyples is capped; counting buildings is not.
        conditions.append(Condition(card, term, CAP if kinds & set(USED_UP) else None))
    return conditions, gaps


def _unknown_amounts(state: Keyper, player: str, tile: Tile, term: Term) -> list[str]:
    """What a tile scores by and nobody has said."""
    house = state.house(player)
    kinds = {kind for need in term.needs for kind in need.kinds}
    counted = named_counts(house.counted)
    gaps = []
    if house.resources is None and kinds & {*RESOURCES, WILD_RAW, WILD_FINISHED}:
        gaps.append(f"the resources that {tile.name} scores are not known")
    if house.animals is None and kinds & set(ANIMALS):
        gaps.append(f"the animals that {tile.name} scores are not known")
    if team_for_scoring(state, player) is None and kinds & set(KEYPLES):
        gaps.append(f"the keyples that {tile.name} scores are not known")
    gaps += [
        f"how many `{kind}` {tile.name} counts is not known"
        for kind in sorted(kinds - set(USED_UP))
        if kind not in counted
    ]
    return gaps


def team_for_scoring(state: Keyper, player: str) -> dict[str, int] | None:
    """The keyples that may score: the whole team, or the claimed board's where that is played."""
    house = state.house(player)
    if house.team is not None:
        return house.team
    if state.boards is not None and state.reading("score.keyples", "team") == "claimed":
        return claimed_team(state, player)
    return None if house.hand is None else team(state, player)


def _tiles_line(count: _Count) -> ScoreLine:
    label, rule = "Tiles", "score.tiles"
    if count.missing or count.best is None:
        return ScoreLine("tiles", label, None, "", rule, "; ".join(count.missing))
    said = [f"{use.card}: {use.points}" for use in count.best.uses if use.card in count.flat]
    said += [f"{use.card}: {use.points} ({_used(use)})" for use in count.uses]
    said += [f"{name}: 0, overbuilt" for name in count.overbuilt]
    detail = "; ".join(said) or "none built"
    if count.uses and count.best.is_best:
        detail += f"; {count.best.proof}"
    return ScoreLine("tiles", label, count.best.total, detail, rule)


def _used(use: Use) -> str:
    """What a tile was given, as people say it: `2 x 5: 1 brick, 1 wheat as white finished`."""
    if not use.times or not use.given:
        return use.detail
    given = ", ".join(_said(part) for part in use.given)
    return f"{use.times} x {use.points // use.times}: {given}"


def _said(given: Given) -> str:
    if given.source == "counted" or given.piece in KEYPLES:
        # Keyples and what is counted are English words with a plain plural.
        many = "" if given.count == 1 or given.piece.endswith("s") else "s"
        said = f"{given.count} {given.piece}{many}"
    else:
        said = amount(given.count, given.piece)
    if given.source == "counted":
        return f"{said} counted"
    return said if given.piece == given.kind else f"{said} as {given.kind}"


def _allocation(count: _Count) -> tuple[dict[str, Any], ...] | None:
    if count.best is None:
        return None
    return tuple(
        {"card": use.card, "pieces": _presented(use.given), "times": use.times}
        for use in count.uses
    )


def _presented(given: Sequence[Given]) -> dict[str, int]:
    handed: dict[str, int] = {}
    for part in given:
        handed[part.label] = handed.get(part.label, 0) + part.count
    return handed


def _judged(
    house: House,
    held: Sequence[Piece],
    conditions: Sequence[Condition],
    counted: Mapping[str, int],
    best: Allocation,
) -> tuple[str, ...]:
    """A claimed allocation checked, and compared with the best."""
    if house.claimed is None:
        return ()
    cards = [condition.card for condition in conditions]
    covered = [tile.name for tile in house.tiles or () if tile.is_overbuilt]
    claim: list[ClaimLine] = []
    said: list[str] = []
    for line in house.claimed:
        below = names.find(line["card"], covered)
        if below is not None and names.find(line["card"], cards) is None:
            said.append(f"{below} is overbuilt and scores nothing")
        else:
            claim.append(_claim_line(line, cards, held, counted))
    return (*said, *judge_claim(held, conditions, claim, counted, best=best).sentences)


def _claim_line(
    line: Mapping[str, Any],
    cards: Sequence[str],
    held: Sequence[Piece],
    counted: Mapping[str, int],
) -> ClaimLine:
    words = vocabulary(counted)
    known = {piece.name for piece in held}
    given: dict[str, int] = {}
    for name, number in line.get("pieces", {}).items():
        spelt = names.find(name, known) or _as_kind(words, name)
        given[spelt] = given.get(spelt, 0) + number
    card = names.find(line["card"], cards) or line["card"]
    return ClaimLine(card, given, line.get("times"))


def _as_kind(words: Vocabulary, name: str) -> str:
    found = words.find(name.casefold().replace("-", " ").split())
    return name if found is None else found[0]


def _ladder(state: Keyper, house: House) -> tuple[Tiebreak, ...]:
    steps = LADDER
    if state.reading("tie.order", "manual") == "yucata":
        # Yucata's list starts with finished goods and does not say where gems would stand.
        steps = LADDER[1:]
    return tuple(
        Tiebreak(step, label, _held(house, kinds), rule="tie.order") for step, label, kinds in steps
    )


def _held(house: House, kinds: tuple[str, ...]) -> int | None:
    numbers = [house.have(kind) for kind in kinds]
    known = [number for number in numbers if number is not None]
    return sum(known) if len(known) == len(numbers) else None
