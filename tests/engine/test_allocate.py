"""The allocation is the best there is, card by card, and says so."""

import random
from collections.abc import Callable
from itertools import product

import pytest

from keyhelper.engine import transport
from keyhelper.engine.allocate import Allocation, Condition, Given, Leftover, Piece, allocate
from keyhelper.engine.terms import Vocabulary, parse
from keyhelper.engine.transport import deliver
from tests.benchmarks.bench_allocate import (
    EVERY_ORDER_SHORT,
    EndState,
    Model,
    every_order_falls_short,
    keyper_state,
    known_state,
    made_up_state,
)

WORDS = Vocabulary(
    kinds=("red", "yellow", "blue", "cow", "pig", "stone", "wood", "gold", "token", "boat", "hut"),
    groups={"animal": ("cow", "pig"), "keyple": ("red", "yellow", "blue")},
)
GOLD = ("gold", "stone", "wood")


def card(term: str, at_most: int | None = None, name: str = "") -> Condition:
    return Condition(name or term, parse(term, WORDS), at_most)


def plain(name: str, count: int) -> Piece:
    return Piece(name, count, (name,))


def check(state: EndState, best: Allocation) -> None:
    """Recount an allocation from its parts: nothing twice, nothing false, nothing missing."""
    left = {piece.name: piece.count for piece in state.pieces}
    kinds = {piece.name: piece.kinds for piece in state.pieces}
    total = 0
    for condition, use in zip(state.conditions, best.uses, strict=True):
        term = condition.term
        assert use.card == condition.card
        assert use.points == use.times * term.points
        limits = [n for n in (condition.at_most, term.at_most) if n is not None]
        assert all(use.times <= limit for limit in limits)
        given: dict[str, int] = {}
        for part in use.given:
            given[part.kind] = given.get(part.kind, 0) + part.count
            if part.source == "pool":
                left[part.piece] -= part.count
                assert part.kind in kinds[part.piece]
            elif part.source == "itself":
                assert term.itself_counts
                assert part.count == 1
            else:
                assert part.count <= state.counted[part.kind]
        areas = [
            sum(1 << at for at, kind in enumerate(given) if kind in need.kinds)
            for need in term.needs
        ]
        amounts = [need.count * use.times for need in term.needs]
        assert deliver(list(given.values()), areas, amounts)[1] == []
        assert sum(amounts) == sum(given.values())
        for need in term.needs:
            if need.one_kind and len(term.needs) == 1:
                assert len(given) <= 1
        total += use.points
    assert min(left.values(), default=0) >= 0
    for piece in state.pieces:
        total += left[piece.name] * piece.leftover
        if left[piece.name]:
            points = left[piece.name] * piece.leftover
            assert Leftover(piece.name, left[piece.name], points) in best.leftovers
    assert best.total == total


def test_a_piece_serves_one_card() -> None:
    pieces = [plain("cow", 3), plain("token", 2)]

    best = allocate(pieces, [card("5 per cow + token"), card("1 per animal")])

    assert best.total == 11
    assert [use.times for use in best.uses] == [2, 1]
    assert best.is_best
    assert best.proof == "no other allocation gives more"


def test_a_piece_may_stand_for_another_kind() -> None:
    pieces = [Piece("gold", 3, GOLD, leftover=1), plain("stone", 1)]

    best = allocate(pieces, [card("8 per 3 stone")])

    assert best.uses[0].given == (Given("gold", "stone", 2), Given("stone", "stone", 1))
    assert best.uses[0].detail == "1 x 8: 2 gold as stone, 1 stone"
    assert best.leftovers == (Leftover("gold", 1, 1),)
    assert best.total == 9


def test_a_piece_worth_more_left_over_is_left_over() -> None:
    pieces = [Piece("gold", 2, GOLD, leftover=1)]

    assert allocate(pieces, [card("1 per 2 stone")]).uses[0].times == 0
    assert allocate(pieces, [card("3 per 2 stone")]).uses[0].times == 1


def test_plain_pieces_are_given_before_those_with_other_uses() -> None:
    pieces = [Piece("red with cow", 2, ("red", "cow")), plain("red", 2)]

    best = allocate(pieces, [card("3 per 2 red, at most 1")])

    assert best.uses[0].given == (Given("red", "red", 2),)


def test_a_card_shows_one_side_only() -> None:
    pieces = [Piece("red with cow", 3, ("red", "cow"))]

    best = allocate(pieces, [card("2 per red", at_most=2), card("1 per cow")])

    assert best.total == 5
    assert best.uses[1].detail == "1 x 1: 1 red with cow as cow"


def test_of_one_kind_takes_the_best_single_kind() -> None:
    pieces = [plain("red", 2), plain("yellow", 3), plain("blue", 1)]

    best = allocate(pieces, [card("3 per keyple of one kind")])

    assert best.total == 9
    assert best.uses[0].given == (Given("yellow", "yellow", 3),)


def test_of_one_kind_gives_way_to_better_cards() -> None:
    pieces = [plain("red", 2), plain("yellow", 3), plain("cow", 3)]

    best = allocate(pieces, [card("3 per keyple of one kind"), card("5 per yellow + cow")])

    assert best.total == 15 + 6


def test_a_card_that_counts_itself_needs_nothing_else() -> None:
    best = allocate([], [card("4 per boat, itself counts", name="Sea Breese")])

    assert best.total == 4
    assert best.uses[0].given == (Given("Sea Breese", "boat", 1, "itself"),)
    assert best.uses[0].detail == "1 x 4: itself"


def test_its_own_piece_serves_only_itself() -> None:
    cards = [card("4 per boat, itself counts", name="Sea Breese"), card("9 per boat")]

    assert allocate([], cards).total == 4


def test_a_game_may_put_the_cards_own_piece_into_the_pool() -> None:
    term = parse("4 per boat, itself counts", WORDS)
    cards = [Condition("Sea Breese", term, itself_in_pool=True), card("9 per boat")]

    assert allocate([plain("boat", 1)], cards).total == 9


def test_what_is_counted_is_not_used_up() -> None:
    cards = [card("2 per hut"), card("1 per 2 hut"), card("3 per hut + stone")]

    best = allocate([plain("stone", 9)], cards, {"hut": 5})

    assert [use.times for use in best.uses] == [5, 2, 5]
    assert best.uses[0].detail == "5 x 2: 5 hut counted"
    assert best.leftovers == (Leftover("stone", 4, 0),)


def test_both_limits_hold() -> None:
    """Four times at most for any Keyper tile, whatever its own text allows."""
    pieces = [plain("stone", 20)]

    assert allocate(pieces, [card("1 per stone", at_most=4)]).total == 4
    assert allocate(pieces, [card("1 per stone, at most 3", at_most=4)]).total == 3
    assert allocate(pieces, [card("1 per stone, at most 6", at_most=4)]).total == 4
    assert allocate(pieces, [card("1 per stone", at_most=0)]).total == 0


def test_flat_points_always_count() -> None:
    best = allocate([], [card("7"), card("2 per cow")])

    assert best.total == 7
    assert [use.detail for use in best.uses] == ["flat", "nothing given"]


def test_nothing_at_all() -> None:
    best = allocate([], [])

    assert (best.total, best.uses, best.leftovers, best.is_best) == (0, (), (), True)


def test_very_large_numbers_stay_exact() -> None:
    pieces = [plain("cow", 9_999), plain("token", 9_998), Piece("gold", 9_999, GOLD, leftover=1)]
    cards = [card("9999 per cow + token"), card("7 per 5 stone"), card("1 per 9999 wood")]

    best = allocate(pieces, cards)

    assert best.total == 9_999 * 9_998 + 7 * 1_999 + 4
    assert best.is_best


@pytest.mark.parametrize(
    "pieces",
    [
        [plain("cow", 1), plain("cow", 2)],
        [plain("cow", -1)],
        [Piece("cow", 1, ("cow",), leftover=-1)],
    ],
)
def test_pieces_that_cannot_be_are_refused(pieces: list[Piece]) -> None:
    with pytest.raises(ValueError, match=r"pieces|Pieces"):
        allocate(pieces, [])


def test_the_same_question_gets_the_same_answer() -> None:
    for seed in range(20):
        assert made_up_state(seed).solve() == made_up_state(seed).solve()


def test_a_search_cut_short_says_so() -> None:
    for seed in range(40):
        state = made_up_state(seed)
        exact = state.solve()
        short = allocate(state.pieces, state.conditions, patience=1)
        assert short.total <= exact.total <= short.upper_bound
        check(state, short)
        if not short.is_best:
            assert short.proof.startswith("no allocation gives more than")
            return
    pytest.fail("every search was over at once")


def test_every_order_by_hand_can_fall_short() -> None:
    best = EVERY_ORDER_SHORT.solve()

    assert best.total == 13
    assert every_order_falls_short(EVERY_ORDER_SHORT)
    assert best.uses[0].given == (
        Given("blue with cow", "cow", 1),
        Given("red with cow", "cow", 1),
        Given("token", "token", 2),
    )


def brute_force(state: EndState) -> int:
    """Try every way to hand out every piece, one piece after the other."""
    choices = [
        [(kind,) for kind in need.kinds] if need.one_kind else [need.kinds]
        for condition in state.conditions
        for need in condition.term.needs
    ]
    return max(_brute_force(state, chosen) for chosen in product(*choices))


def _brute_force(state: EndState, chosen: tuple[tuple[str, ...], ...]) -> int:
    owners = [
        place for place, condition in enumerate(state.conditions) for _ in condition.term.needs
    ]
    first = [owners.index(owner) for owner in owners]
    hands: dict[tuple[int, ...], int] = {(0,) * len(owners): 0}

    def hand_out(needs: list[int], leftover: int) -> None:
        nonlocal hands
        after: dict[tuple[int, ...], int] = {}
        for hand, points in hands.items():
            after[hand] = max(after.get(hand, 0), points + leftover)
            for need in needs:
                more = (*hand[:need], hand[need] + 1, *hand[need + 1 :])
                after[more] = max(after.get(more, 0), points)
        hands = after

    for piece in state.pieces:
        for _ in range(piece.count):
            takers = [at for at, kinds in enumerate(chosen) if set(kinds) & set(piece.kinds)]
            hand_out(takers, piece.leftover)
    for place, condition in enumerate(state.conditions):
        own = [at for at, owner in enumerate(owners) if owner == place]
        if condition.term.itself_counts:
            hand_out([at for at in own if at == first[at]], 0)
        for kind, amount in state.counted.items():
            for _ in range(amount):
                hand_out([at for at in own if kind in chosen[at]], 0)
    best = 0
    for hand, points in hands.items():
        for place, condition in enumerate(state.conditions):
            term = condition.term
            times = [n for n in (term.at_most, condition.at_most) if n is not None]
            own = [at for at, owner in enumerate(owners) if owner == place]
            times += [hand[at] // need.count for at, need in zip(own, term.needs, strict=True)]
            points += term.points * (min(times) if term.needs else 1)
        best = max(best, points)
    return best


SMALL_FORMS = (
    *("2 per gold", "1 per stone", "3 per 2 wood", "2 per cow", "1 per keyple", "3 per 2 keyple"),
    *(
        "5 per cow + token",
        "3 per red + yellow + blue",
        "4 per stone + wood",
        "5 per 2 stone + cow",
    ),
    *("1 per cow or pig or stone", "2 per animal of one kind", "3 per keyple of one kind"),
    *("4 per boat, itself counts", "3 per token + keyple of one kind", "2 per hut + wood", "6"),
    *("2 per hut or stone, itself counts", "4 per red + animal, at most 1", "1 per 2 hut + token"),
)


ONE_KIND_FORMS = ("2 per keyple of one kind", "3 per 2 keyple of one kind", "2 per red + blue")


def small_state(seed: int, forms: tuple[str, ...] = SMALL_FORMS) -> EndState:
    rng = random.Random(f"small {seed}")
    faces = [
        *[(kind,) for kind in ("red", "yellow", "blue", "cow", "stone", "wood", "token", "boat")],
        *[("red", "cow"), ("blue", "pig"), ("yellow", "cow"), GOLD, GOLD, ("cow", "pig")],
    ]
    counts: dict[tuple[str, ...], int] = {}
    for _ in range(rng.randint(2, 9)):
        drawn = rng.choice(faces)
        counts[drawn] = counts.get(drawn, 0) + 1
    pieces = tuple(
        Piece("/".join(kinds), count, kinds, leftover=1 if kinds == GOLD else 0)
        for kinds, count in counts.items()
    )
    cards = tuple(
        card(rng.choice(forms), rng.choice((None, None, 2))) for _ in range(rng.randint(1, 4))
    )
    return EndState(pieces, cards, {"hut": rng.randint(1, 2)} if rng.random() < 0.5 else {})


def test_small_states_equal_brute_force() -> None:
    """The second half has cards that are alike and choose a kind, which the search orders."""
    states = [small_state(seed) for seed in range(400)]
    states += [small_state(seed, ONE_KIND_FORMS) for seed in range(400, 800)]
    for seed, state in enumerate(states):
        best = state.solve()
        assert best.total == best.upper_bound == brute_force(state), seed
        check(state, best)


def test_without_the_table_of_sums_the_answer_is_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Many kinds that stand for each other would make the table too large."""
    states = [small_state(seed) for seed in range(60)] + [made_up_state(3), keyper_state(3)]
    totals = [state.solve().total for state in states]

    monkeypatch.setattr(transport, "MOST_GROUPS", 0)

    for state, total in zip(states, totals, strict=True):
        best = state.solve()
        assert best.total == best.upper_bound == total
        check(state, best)


@pytest.mark.parametrize(
    ("draw", "states"), [(known_state, 200), (made_up_state, 1000), (keyper_state, 1000)]
)
def test_random_end_states_equal_highs(draw: Callable[[int], EndState], states: int) -> None:
    """An independent solver, on a model built from the state and not from our search."""
    for seed in range(states):
        state = draw(seed)
        best = state.solve()
        assert best.total == best.upper_bound == Model(state).solve()[0], seed
        check(state, best)
