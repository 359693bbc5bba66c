"""A claimed allocation is checked, counted again and compared with the best."""

from keyhelper.engine.allocate import Condition, Piece, allocate
from keyhelper.engine.claims import ClaimLine, Judgement, judge_claim
from keyhelper.engine.terms import Vocabulary, parse
from tests.benchmarks.bench_allocate import keyper_state, made_up_state

WORDS = Vocabulary(
    kinds=("red", "yellow", "blue", "cow", "pig", "stone", "wood", "gold", "token", "boat", "hut"),
)
PIECES = (
    Piece("gold", 3, ("gold", "stone", "wood"), leftover=1),
    Piece("stone", 1, ("stone",)),
    Piece("cow", 1, ("cow",)),
    Piece("red with cow", 2, ("red", "cow")),
    Piece("token", 2, ("token",)),
)
CARDS = tuple(
    Condition(name, parse(term, WORDS), at_most)
    for name, term, at_most in (
        ("Dairy", "5 per cow + token", None),
        ("Mason", "3 per 2 stone", 1),
        ("Banner", "2 per red", 1),
        ("Home", "4", None),
        ("Port", "4 per boat, itself counts", None),
        ("Green", "1 per hut", None),
    )
)


def judge(*lines: ClaimLine, points: int | None = None) -> Judgement:
    return judge_claim(PIECES, CARDS, lines, {"hut": 2}, points=points)


BEST = [
    ClaimLine("Dairy", {"cow": 2, "token": 2}, 2),
    ClaimLine("Mason", {"stone": 1, "gold as stone": 1}),
    ClaimLine("banner", {"red with cow": 1}, 1),
    ClaimLine("Port", {"itself": 1}, 1),
    ClaimLine("Green", {"hut": 2}),
]


def codes(judgement: Judgement) -> list[str]:
    return [problem.code for problem in judgement.problems]


def test_the_best_claim_holds() -> None:
    judgement = judge(*BEST)

    assert judgement.is_sound
    assert judgement.total == judgement.best.total == 10 + 3 + 2 + 4 + 4 + 2 + 2
    assert judgement.missed == 0
    assert judgement.sentences == ("27 points: no other allocation gives more",)


def test_a_sound_claim_may_leave_points_on_the_table() -> None:
    judgement = judge(BEST[0], ClaimLine("Mason", {"gold": 2}), *BEST[3:])

    assert judgement.is_sound
    assert (judgement.total, judgement.missed) == (10 + 3 + 4 + 4 + 2 + 1, 3)
    assert judgement.sentences == (
        "You claimed 24; 27 is possible: Banner 1 x 2: 1 red with cow as red; 2 gold left over",
    )


def test_a_wrong_sum_is_counted_again() -> None:
    judgement = judge(*BEST, points=31)

    assert judgement.sentences[0] == "You claimed 31; those pieces make 27"


def test_pieces_used_twice_are_named_with_both_numbers() -> None:
    judgement = judge(ClaimLine("Dairy", {"cow": 3, "token": 2}), ClaimLine("Banner", {"red": 1}))

    assert codes(judgement) == ["over-used"]
    assert judgement.problems[0].text == "4 cow and red are claimed in all; there are 3"
    assert judgement.total is None
    assert judgement.missed is None
    assert judgement.sentences[-1].startswith("27 is possible: ")


def test_a_kind_may_be_any_piece_that_shows_it_and_the_dear_ones_are_kept() -> None:
    assert judge(ClaimLine("Mason", {"stone": 2})).total == 3 + 4 + 2


def test_pieces_that_do_not_count_for_a_card() -> None:
    judgement = judge(ClaimLine("Dairy", {"cow": 1, "token": 1, "stone": 1}))

    assert codes(judgement) == ["wrong-kind"]
    assert judgement.problems[0].text == "stone does not count for Dairy: 5 per cow + token"
    assert judgement.times[0] == 1


def test_pieces_presented_as_another_kind_count_as_that() -> None:
    assert codes(judge(ClaimLine("Mason", {"gold as wood": 2}))) == ["wrong-kind"]


def test_too_few_pieces_for_the_times() -> None:
    judgement = judge(ClaimLine("Dairy", {"cow": 2, "token": 1}, 2))

    assert codes(judgement) == ["too-few"]
    assert judgement.times[0] == 1


def test_more_often_than_the_card_allows() -> None:
    judgement = judge(ClaimLine("Banner", {"red": 2}, 2))

    assert codes(judgement) == ["too-often"]
    assert judgement.problems[0].text == "Banner scores at most once; 2 times are claimed"
    assert judgement.times[2] == 1


def test_cards_and_pieces_nobody_has() -> None:
    judgement = judge(
        ClaimLine("Dairies", {}),
        ClaimLine("Dairy", {"unicorn": 1, "cow": -1}),
        ClaimLine("Dairy", {}),
    )

    assert codes(judgement) == ["unknown-card", "unknown-piece", "unknown-piece", "unknown-card"]


def test_nothing_claimed_still_scores_flat_points_and_leftovers() -> None:
    assert judge().total == 4 + 3


def test_the_best_allocation_is_a_sound_claim() -> None:
    """What keyhelper prints can be typed back in."""
    for state in [draw(seed) for seed in range(100) for draw in (made_up_state, keyper_state)]:
        best = state.solve()
        lines = [ClaimLine(use.card, use.pieces, use.times) for use in best.uses]
        judgement = judge_claim(state.pieces, state.conditions, lines, state.counted, best=best)
        assert judgement.sentences == (f"{best.total} points: no other allocation gives more",)


def test_the_best_need_not_be_found_again() -> None:
    best = allocate(PIECES, CARDS, {"hut": 2})

    assert judge_claim(PIECES, CARDS, BEST, {"hut": 2}, best=best).best is best
