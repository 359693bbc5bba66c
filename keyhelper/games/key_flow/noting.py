"""What a sheet says besides its lines: the proof, what was left out, a claim and the best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from keyhelper.engine import names
from keyhelper.engine.allocate import Allocation, Condition, Piece
from keyhelper.engine.claims import ClaimLine, judge_claim
from keyhelper.engine.terms import Term
from keyhelper.games.key_flow.model import Card, Holdings
from keyhelper.games.key_flow.printed import ANIMALS, COLOURS, SKILLS

ITSELF = " itself"  # a boat that counts itself, as a piece: `Sea Breese itself`


def notes(
    held: Holdings,
    book: Mapping[str, Card],
    best: Allocation,
    pieces: list[Piece],
    conditions: list[Condition],
    *,
    is_whole: bool = True,
) -> Iterator[str]:
    """Sentences that stand beside a player's total."""
    if conditions and is_whole:  # a total that is still open proves nothing
        yield best.proof[0].upper() + best.proof[1:]
    absent = [field for field in held.absent if _matters(field, conditions)]
    if absent:
        yield f"Not given, so counted as none: {', '.join(absent)}"
    unread = sum(card.colour is None for card in held.keyples)
    if unread:
        are = "is 1 keyple card" if unread == 1 else f"are {unread} keyple cards"
        yield f"There {are} of no known colour, counted for none"
    yield from _boat_notes(held, book)
    if held.claimed is not None:
        yield from _claim_notes(held, best, pieces, conditions)


def _boat_notes(held: Holdings, book: Mapping[str, Card]) -> Iterator[str]:
    """Boats that keyhelper does not know as such, and boats whose own condition was left out."""
    scored = {names.fold(card.name) for card in held.winter}
    strange: list[str] = []
    for boat in held.boats:
        known = book.get(names.find(boat, tuple(book)) or "")
        if known is not None and known.kind == "winter" and names.fold(boat) not in scored:
            yield f"{known.name} stands among the boats only; under winter cards it scores, too"
        elif known is None or known.kind not in ("boat", "winter"):
            strange.append(names.safe(boat))
    if strange:
        yield f"Counted as boats, though keyhelper does not know them as such: {', '.join(strange)}"


def _claim_notes(
    held: Holdings, best: Allocation, pieces: list[Piece], conditions: list[Condition]
) -> Iterator[str]:
    """What is wrong with a claimed allocation, and what it leaves on the table."""
    spots = {names.fold(spot.card) for spot in held.locations}
    seen: dict[str, int] = {}
    lines: list[ClaimLine] = []
    for claim in held.claimed or ():
        folded = names.fold(claim.card)
        if folded in spots:
            yield f"{names.safe(claim.card)} scores what lies on it; nothing is allocated to it"
            continue
        # A second copy of a card is claimed under the same name.
        seen[folded] = seen.get(folded, 0) + 1
        card = claim.card if seen[folded] == 1 else f"{claim.card} {seen[folded]}"
        lines.append(ClaimLine(card, _claimed_pieces(card, claim.pieces), claim.times))
    yield from judge_claim(pieces, conditions, lines, best=best).sentences


def _matters(field: str, conditions: Sequence[Condition]) -> bool:
    """Whether something left out could have scored, given the winter cards."""
    kinds: set[str] | None = {
        "flipped": set(),
        "locations": set(),
        "winter": set(),
        "boats": {"boat", "green", "yellow", "sheep", "pig"},
        "keyples": {*COLOURS, *ANIMALS},
        "animals": set(ANIMALS),
        "skills": set(SKILLS),
        "tokens": {"token"},
        "transport": {"transport"},
    }.get(field)
    # Panels and resources score by themselves, so leaving them out is always worth a word.
    return kinds is None or bool(kinds & kinds_wanted([card.term for card in conditions]))


def _claimed_pieces(card: str, pieces: Mapping[str, int]) -> dict[str, int]:
    """A claim in the words of the pieces: `itself` is the boat of that name."""
    return {(card + ITSELF if key == "itself" else key): n for key, n in pieces.items()}


def kinds_wanted(terms: Sequence[Term]) -> frozenset[str]:
    """Every kind of piece that any of the terms takes."""
    return frozenset(kind for term in terms for need in term.needs for kind in need.kinds)
