"""What people type in few words at the table, and what they are asked and told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from keyhelper.engine import phrases, store
from keyhelper.engine.game import Doubt, Move
from keyhelper.engine.ledger import FORMAT, Header
from keyhelper.engine.sealed import Sealed
from keyhelper.engine.trouble import Trouble
from keyhelper.games.keythedral.model import Keythedral
from keyhelper.games.keythedral.moves import PlayLaw
from keyhelper.games.keythedral.wiring import GAME
from keyhelper.menu import possible_moves
from tests.games.keythedral.tables import after, judge, move, opening, table
from tests.house.calling import Answer, call

PLACED = "Ann 1 -0.5,0.5; Ann 3 0.5,-0.5; Ben 1 1.5,0.5; Ben 3 0.5,1.5"
RICH = "5 timber 5 stone 5 food 5 wine"


def typed(state: Keythedral, line: str) -> Move:
    """The move that a line means at the question that is open."""
    draft = phrases.read_line(GAME, state, line, GAME.turn(state).asks[0])
    assert not draft.missing, draft
    return GAME.fill(state, phrases.build_move(GAME, draft))


def asked(state: Keythedral, line: str) -> Doubt:
    found = GAME.doubt(state, typed(state, line))
    assert found is not None
    return found


def track(state: Keythedral, *lines: str) -> Answer:
    """What the table answers to these lines, typed in a game that stands like this."""
    header = Header(
        format=FORMAT, game="keythedral", version="test", created="2026-01-02T19:00:00+00:00",
        players=state.players, options={}, readings=state.readings, seed="talk",
        secret=Sealed[str](owner=None, value="hidden"), start=state.model_dump(mode="json"),
    )  # fmt: skip
    name = store.create(header)
    return call("keythedral", "track", "--saved", name, typed="\n".join((*lines, "quit", "")))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path))


@pytest.mark.parametrize("line", ["wine", "3", "1", "5", "2 wine", "red", "gold 4 wine", "ann 3"])
def test_a_stray_word_at_the_action_prompt_is_no_action(line: str) -> None:
    """buy.exact box.mat"""
    state = table(cubes={"Ann": RICH}, cottages=PLACED, tiles={"6a": "food", "6b": "wine"})
    meant = typed(state, line)
    assert meant.kind in ("buy", "reveal")
    assert not GAME.verify(state, meant).is_legal


def test_a_tile_alone_is_bought_and_a_value_asks_which() -> None:
    """buy.exact"""
    state = table(cubes={"Ann": RICH}, tiles={"6a": "food", "6b": "wine"})
    assert typed(state, "6b") == move("buy", "Ann", tile="6b", pay="wine")
    which = asked(state, "6")
    assert which.choices == (
        ("6a, 1 food", move("buy", "Ann", tile="6a", pay="food")),
        ("6b, 1 wine", move("buy", "Ann", tile="6b", pay="wine")),
    )
    assert GAME.doubt(state, which.choices[0][1]) is None


def test_a_purchase_says_what_was_paid() -> None:
    """buy.exact"""
    state = table(cubes={"Ann": RICH}, tiles={"4a": "timber stone", "6a": "food"})
    assert after(state, "buy", tile="4a").news == ("Ann pays 1 timber + 1 stone for tile 4a",)
    told = track(state, "4a")
    assert "  Ann pays 1 timber + 1 stone for tile 4a\n" in told.out


def test_a_tile_whose_cost_nobody_told_is_not_given_away() -> None:
    """buy.exact"""
    state = table(cubes={"Ann": RICH}, tiles={"10a": "", "10b": ""})
    later = after(state, "reveal", None, when="later")
    told = track(later, "buy 10b", "10b")
    assert told.err.count("What does tile 10b cost? Nobody has told it yet") == 2
    assert "`buy 10b 1 food 1 wine`" in told.err
    assert "0 entries" in told.out.splitlines()[-1]
    assert "1 entry" in track(later, "buy 10b 1 food 1 wine").out.splitlines()[-1]
    unfollowed = later.with_hand("Ann", cubes=None)
    assert GAME.doubt(unfollowed, move("buy", "Ann", tile="10b")) is None


def test_costs_that_the_box_knows_are_offered_with_the_purchase() -> None:
    """buy.exact"""
    known = {"10": ({"food": 1, "gold": 1},)}
    state = table(cubes={"Ann": RICH}, tiles={"10a": ""}, known_costs=known)
    later = after(state, "reveal", None, when="later")
    ((label, meant),) = asked(later, "buy 10a").choices
    assert (label, meant) == (
        "1 food + 1 gold",
        move("buy", "Ann", tile="10a", pay="food gold", cost="food gold"),
    )
    ((_, cost),) = asked(later, "reveal 10a").choices
    assert cost == move("reveal", "Ann", tile="10a", cost="food gold")


def test_a_bare_reveal_asks_what_it_costs() -> None:
    """setup.turn-over"""
    state = table(tiles={"4a": "wine", "4b": "", "4c": ""})
    for line in ("reveal", "reveal 4b"):
        with pytest.raises(Trouble, match="`reveal 4b 1 food 1 wine`"):
            asked(after(state, "reveal", None, when="later"), line)
    ask = GAME.turn(state).asks[0]
    assert (ask.prompt, ask.hint) == (
        "What does tile 4b cost",
        "such as 1 food 1 wine; Enter: later",
    )
    assert ask.enter is not None
    assert GAME.doubt(state, ask.enter) is None
    assert typed(state, "reveal later") == ask.enter
    old = move("reveal", None)  # as ledgers keep it that were written before `when`
    assert GAME.play(state, old) == GAME.play(state, ask.enter)


def test_a_tile_that_somebody_took_is_known_to_be_taken() -> None:
    """buy.face-up"""
    state = table(cubes={"Ann": RICH}, tiles={"4a": "timber", "4b": "wine"}, count=2)
    bought = after(state, "buy", tile="4a")
    verdict = GAME.verify(bought, typed(bought, "ben buy 4a"))
    assert verdict.reasons[0].text == "Ann has taken tile 4a"
    assert verdict.rules == ["buy.face-up"]
    assert judge(bought, "reveal", None, tile="4a", cost="wine").reasons[0].text == (
        "Ann has taken tile 4a"
    )


@pytest.mark.parametrize(
    ("said", "cottage"),
    [
        ("z3", "Zoë O'Brien 3"),
        ("Z1", "Zoë O'Brien 1"),
        ("zoe 3", "Zoë O'Brien 3"),
        ("zoë o'brien 3", "Zoë O'Brien 3"),
        ("a1", "李雷 1"),
        ("3", "Max 3"),
        ("m1", "Max 1"),
        ("max 1", "Max 1"),
    ],
)
def test_a_cottage_is_understood_as_the_map_shows_it(said: str, cottage: str) -> None:
    """fence.between"""
    names = {"Ann": "Zoë O'Brien", "Ben": "李雷", "Cy": "Max"}
    places = table(cottages="Ann 1 -0.5,0.5; Ann 3 0.5,-0.5; Ben 1 1.5,0.5; Cy 3 0.5,1.5; "
                   "Cy 1 1.5,1.5")  # fmt: skip
    cottages = tuple(
        c.model_copy(update={"player": names[c.player]}) for c in places.cottages or ()
    )
    state = places.model_copy(
        update={
            "players": tuple(names.values()),
            "hands": {names[p]: hand for p, hand in places.hands.items()},
            "cottages": cottages,
            "actor": "Max",
        }
    )
    meant = typed(state, f"fence {said} 1,1")
    assert meant == move("fence", "Max", cottage=cottage, field=[1, 1])
    given = {"player": "Max", "cottage": said}
    assert GAME.narrow(state, "fence", "field", given)


def test_a_gap_that_was_left_is_understood_as_the_map_shows_it() -> None:
    """fence.remove"""
    state = table(cubes={"Ann": RICH}, cottages=PLACED, fences="Ben -0.5,-0.5 0,0")
    assert typed(state, "remove-fence g1 0,0") == typed(state, "remove-fence gap 1 0,0")
    assert judge(state, "remove-fence", cottage="g1", field=[0, 0]).is_legal


def test_hidden_hands_are_not_told_by_refusals() -> None:
    """auction.cubes trade.two law.cost"""
    state = table(cubes={"Ann": "3 wine", "Ben": "4 food"})
    probes = [
        judge(state, "trade", "Ben", get="wine", give="20 food"),
        judge(state, "buy", "Ben", tile="4a", pay="9 food"),
        judge(state.model_copy(update={"phase": "auction"}), "bid", "Ben", amount=99),
    ]
    for verdict in probes:
        for reason in verdict.reasons:
            assert "has 4" not in reason.text
    effects = GAME.effects(
        table(cubes={"Ann": RICH}, tiles={"4a": "wine"}), move("buy", "Ann", tile="4a")
    )
    assert "leaves" not in effects
    text = judge(state, "law", "Ann", pay="gold").reasons[0].text
    assert text == "Ann has no gold; any one cube pays for a law card"


def test_what_lies_behind_a_screen_is_asked_for_with_an_example() -> None:
    """collect.screen"""
    told = track(table(cubes={"Ann": "1 wine"}), "count", "banana", "2 timber", "y")
    assert "There is no cube behind the screen called 'banana'" in told.err
    assert "Cube behind the screen, such as 2 timber 1 gold" in told.err
    assert "Recorded: Ann holds 2 timber" in told.out


def law(effect: str, phase: str = "actions", **changes: Any) -> tuple[Keythedral, Move]:
    state = table(phase, **changes).with_hand("Ann", laws=1)
    return state, GAME.fill(state, move("play-law", "Ann", effect=effect))


def test_a_law_is_asked_what_it_is_about() -> None:
    """law.effect"""
    for effect in ("double", "stop"):
        state, played = law(effect, "collect")
        doubt = GAME.doubt(state, played)
        assert doubt is not None
        assert doubt.choices[4] == ("red, wine", move("play-law", "Ann", effect=effect,
                                                      colour="red", phase=2))  # fmt: skip
        assert all(GAME.verify(state, chosen).is_legal for _, chosen in doubt.choices)
    state, played = law("discount", tiles={"4a": "wine", "4b": "food"})
    doubt = GAME.doubt(state, played)
    assert doubt is not None
    assert [label for label, _ in doubt.choices] == ["4a, 1 wine", "4b, 1 food"]


def test_a_surcharge_asks_for_the_tile_and_then_by_how_much() -> None:
    """law.effect"""
    state, played = law("surcharge", tiles={"4a": "wine", "4b": "food"})
    tile = GAME.doubt(state, played)
    assert tile is not None
    dearer = GAME.doubt(state, tile.choices[0][1])
    assert dearer is not None
    assert dearer.choices[0][0] == "1 cube of any kind"
    for _, chosen in dearer.choices:
        assert GAME.verify(state, chosen).is_legal
        assert GAME.doubt(state, chosen) is None


def test_a_law_about_a_fence_offers_those_that_stand() -> None:
    """law.effect"""
    state, played = law("fence", cottages=PLACED, fences="Ben 1.5,0.5 1,0; Cy -0.5,-0.5 0,0")
    doubt = GAME.doubt(state, played)
    assert doubt is not None
    gone = [GAME.play(state, chosen).fences for _, chosen in doubt.choices]
    assert [len(fences) for fences in gone] == [1, 1]


def test_an_order_is_asked_for_number_by_number() -> None:
    """law.effect"""
    state, played = law("order", "workers", markers=(2,))
    for wanted in ("5", "1", "3 4"):
        doubt = GAME.doubt(state, played)
        assert doubt is not None
        played = dict(doubt.choices)[wanted]
    assert isinstance(played, PlayLaw)
    assert played.numbers == (2, 5, 1, 3, 4)
    assert GAME.doubt(state, played) is None
    assert GAME.verify(state, played).is_legal
    wrong = judge(state, "play-law", effect="order", numbers=[5, 4, 3, 2, 1])
    assert wrong.reasons[0].text == "A marker lies on 2 already; the order begins with 2"


def test_a_law_that_cannot_be_played_is_refused_before_anything_is_asked() -> None:
    """law.once law.phase"""
    state, played = law("double", "collect")
    assert GAME.doubt(state.with_hand("Ann", laws=0), played) is None
    poor = table(tiles={"4a": "wine"})
    assert GAME.verify(poor, typed(poor, "play-law discount 4a")).rules == ["law.once"]
    state, played = law("double")
    assert GAME.doubt(state, played) is None
    state, played = law("other")
    with pytest.raises(Trouble, match="What does the card say"):
        GAME.doubt(state, played)


def test_a_law_told_in_part_says_nothing_of_none() -> None:
    """law.effect law.phase"""
    for effect in ("order", "double", "stop", "surcharge", "discount", "fence", "other"):
        state, played = law(effect)
        assert "None" not in played.says()
        for reason in GAME.verify(state, played).reasons:
            assert "None" not in reason.text
            assert "=" not in reason.text


def test_the_menu_offers_no_field_that_nobody_drew() -> None:
    """field.drawn"""
    assert possible_moves(GAME, opening()) == ([], False)
    laid = after(opening(), "field", colour="red", at=[2, 0])
    assert {move.kind for move in possible_moves(GAME, laid)[0]} == {"cottage"}


def test_the_menu_offers_cubes_to_pay_a_bid_with() -> None:
    """auction.pays"""
    state = table("actions", cubes={"Ann": "1 wine", "Ben": "1 wine"})
    for player in state.players:
        state = after(state, "pass", player)
    state = after(after(state, "clean-up", None), "bid", "Ben", amount=1)
    for player in ("Cy", "Ann"):
        state = after(state, "pass", player)
    told = [move.says() for move in possible_moves(GAME, state)[0]]
    assert "Ben pays 1 wine to Ann" in told
    assert len(told) == 8


def test_prompts_and_headlines_are_short_and_plain() -> None:
    """action.turn worker.decline"""
    state = table(cubes={"Ann": RICH}, tiles={"4a": "wine"})
    turn = GAME.turn(state)
    assert turn.headline.endswith("the 4s are for sale")
    assert len(f"{turn.asks[0].prompt} ({turn.asks[0].hint})") < 60
    waiting = table("workers", cottages=PLACED, markers=(1,), queue=("Ann", "Ben"))
    assert judge(waiting, "pass").reasons[0].text == (
        "A worker that can go to a field must go; 2 fields can be reached"
    )


def test_rules_are_found_by_the_name_of_a_move() -> None:
    """fence.full setup.turn-over clean.workers"""
    for word, rule in (
        ("reposition", "fence.full"),
        ("reveal", "setup.turn-over"),
        ("clean-up", "clean.workers"),
    ):
        assert rule in call("keythedral", "rules", word).out
