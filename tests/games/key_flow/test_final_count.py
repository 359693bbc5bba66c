"""What the final count asks for: animals on cards, unread keyple cards, carts, goods."""

from __future__ import annotations

import pytest

from keyhelper.engine.game import Ask, Move
from keyhelper.engine.phrases import build_move, read_line
from keyhelper.games.key_flow.model import KeyFlow, KeypleCard
from keyhelper.games.key_flow.moves import Carts, Face, Gain, Keyple, Tally
from keyhelper.games.key_flow.wiring import GAME
from tests.games.key_flow.tables import (
    at_the_count,
    entered,
    judge,
    play,
    points,
    printed,
    set_to,
    sheet,
    table,
    with_cards,
)

READ = KeypleCard(keyples=1, colour="red")
UNREAD = KeypleCard(keyples=1)


def counting(keep: str = "everything", store: tuple[KeypleCard, ...] = (), **cards: str) -> KeyFlow:
    """Two villages whose homes show no points, at the count."""
    state = printed(with_cards(table(2, keep=keep), "Ann", **cards), "Home", panels=("0 points",))
    return at_the_count(set_to(state, stores=state.stores | {"Ann": store}, tokens={"Ann": 1}))


def typed(state: KeyFlow, line: str) -> Move:
    ask = GAME.turn(state).asks[0]
    return GAME.fill(state, build_move(GAME, read_line(GAME, state, line, ask)))


def first(state: KeyFlow) -> Ask:
    return GAME.turn(state).asks[0]


def test_every_player_is_asked_once_for_animals_on_cards() -> None:
    """faq.artwork winter.count"""
    state = counting()
    assert first(state).prompt == "Ann: animal icons on village cards, all together"
    assert first(state).hint == "`2 sheep 1 cow`; Enter: nothing"

    state = play(state, typed(state, "2 sheep"))
    assert first(state).prompt.startswith("Ben: animal icons")
    enter = first(state).enter
    assert enter is not None
    assert enter.says() == "Ben has no sheep, pig or cow"
    state = play(state, enter)

    assert GAME.ending(state) is not None
    assert [step.value for step in GAME.score(state)[0].tiebreaks] == [2, 0, 0]


def test_animals_said_at_the_count_score() -> None:
    """score.dairy tie.cows"""
    state = counting(Dairy="R1")
    cow = typed(state, "1 cow")
    assert cow.says() == "Ann has 1 cow"
    state = entered(play(state, cow))

    assert points(GAME.score(state)[0])["dairy"] == 5


def test_animals_read_out_with_a_panel_are_kept() -> None:
    """score.farmyard village.gain"""
    state = with_cards(table(2), "Ann", Market_Hall="R1", Farmyard="L1")
    state = printed(state, "Home", panels=("0 points",))
    keyple = Keyple(player="Ann", keyples=1, colour="red", arrows=("down",), building="Market Hall")
    state = play(state, keyple)
    said = typed(state, "2 stone + 1 cow + 3 points")
    assert said.says() == "Ann gains 2 stone; the card shows 3 points + 1 cow"

    assert GAME.learns(state, said)[0].value == ["3 points + 1 cow + 2 stone", None]
    state = play(state, said)
    assert state.building("Ann", "Market Hall").goods == {"stone": 2}
    count = at_the_count(set_to(state, played=(), tasks={}))
    assert first(count).hint == "`2 sheep 1 cow`; Enter: 1 cow"
    assert points(GAME.score(entered(count))[0])["farmyard"] == 1


def test_animals_at_a_foot_count_and_bring_nothing() -> None:
    """village.gain"""
    state = printed(with_cards(table(2), "Ann", Sty="R1"), "Sty", gains="1 pig + 1 wood")

    assert state.book["Sty"].sure_foot is not None
    assert state.book["Sty"].sure_foot.brings == {"wood": 1}
    assert GAME.score(state)[0].tiebreaks[1].value == 1


def test_an_animal_is_not_turned_in() -> None:
    """skill.convert"""
    with pytest.raises(ValueError, match="a cow stays on its card"):
        Gain(player="Ann", what="cow -> 2 gold")


def test_unread_keyple_cards_are_asked_for_before_the_count() -> None:
    """clear.store score.craftsmen"""
    state = counting(store=(READ, UNREAD, UNREAD, UNREAD))
    assert first(state).prompt == "Ann: 3 keyple cards under the store nobody has read"
    assert first(state).hint == "`2 red 1 blue cow`; Enter: left unread"

    too_many = Tally(player="Ann", amounts={"red": 4})
    assert judge(state, too_many).reasons[0].text == (
        "4 keyple cards to be read; Ann's store has 3 that nobody has read"
    )
    state = play(state, typed(state, "1 yellow 1 blue cow"))
    assert first(state).prompt == "Ann: 1 keyple card under the store nobody has read"
    assert [(c.colour, c.animal) for c in state.stores["Ann"]] == [
        ("red", None), ("yellow", None), ("blue", "cow"), (None, None),
    ]  # fmt: skip
    state = play(state, Face(player="Ann"))
    assert first(state).prompt.startswith("Ann: animal icons")
    state = entered(state)
    assert "There is 1 keyple card of no known colour, counted for none" in (
        GAME.score(state)[0].notes
    )


def test_a_colour_can_be_said_by_itself_at_the_count() -> None:
    """clear.store"""
    state = counting(store=(UNREAD,))

    after = play(state, typed(state, "face green"))

    assert after.stores["Ann"][0].colour == "green"
    assert judge(after, Face(player="Ann", colour="red")).rules == ["draft.choose"]


def test_a_table_without_goods_is_asked_for_all_at_once() -> None:
    """winter.count"""
    state = counting(keep="villages")
    assert first(state).prompt.startswith("Ann: resources (not on locations), skills")
    # The points alone say nothing about goods.
    state = play(state, Tally(player="Ann", amounts={"points": 9}))
    assert first(state).prompt.startswith("Ann: resources")

    state = play(state, typed(state, "2 gold 1 cow"))

    assert first(state).prompt.startswith("Ben: resources")
    assert GAME.score(entered(state))[0].total == 11


def test_the_transport_value_is_a_number() -> None:
    """score.winter"""
    state = printed(
        with_cards(table(2), "Ann", Carter="R1"),
        "Carter",
        kind="winter",
        scores="2 per transport",
    )
    state = at_the_count(printed(state, "Home", panels=("0 points", None)))
    state = set_to(state, villages=with_cards(state, "Ann", Mill="L1").villages)
    asks = [ask for ask in GAME.turn(state).asks if ask.kinds[0] == "carts"]
    assert asks[0].prompt == (
        "Ann: transport, the numbers on all uncovered carts of the village added up"
    )

    for line in ("5", "5 transport"):
        draft = read_line(GAME, state, line, asks[0])
        told = play(state, build_move(GAME, draft))
        assert told.counts["Ann"].transport == 5
    assert Carts(player="Ann", value=5).says() == "Ann's carts come to 5"


def test_a_game_begun_before_these_questions_ends_without_them() -> None:
    """game.seasons"""
    state = printed(set_to(table(2), asks_at_end=False), "Home", panels=("0 points",))
    state = set_to(state, stores=state.stores | {"Ann": (UNREAD,)})

    assert GAME.ending(at_the_count(state)) is not None


def test_where_only_counts_are_kept_animals_are_asked_for_if_nobody_said_any() -> None:
    """winter.count"""
    state = table(2, keep="counts")
    state = play(state, Tally(player="Ann", amounts={"cow": 2}))
    state = play(state, Gain(player="Ann", what="1 cow"), *[Gain(player="Ben", what="1 gold")])
    assert state.counts["Ann"].animals == {"cow": 3}
    state = set_to(state, season="winter", phase="count")

    animals = [ask for ask in GAME.turn(state).asks if ask.given.get("what") == "animals"]
    assert [ask.given["player"] for ask in animals] == ["Ben"]


def test_points_without_a_condition_are_called_so() -> None:
    """score.winter score.locations"""
    found = sheet(
        winter=[{"name": "Inn", "scores": "7"}, {"name": "Shed", "scores": "0"}],
        locations=[{"card": "Timber Yard", "resources": {"wood": 1}, "scores": "0"}],
    )
    details = {line.id: line.detail for line in found.lines}

    assert details["inn"] == "points in any case"
    assert details["shed"] in ("scores nothing", "nothing given")
    assert details["locations"].startswith("Timber Yard ")
    assert "flat" not in " ".join(details.values())


def test_boats_nobody_knows_are_named() -> None:
    """score.sea-breese"""
    found = sheet(boats=["Flipper", "Sea Breese", "Quinqe"], winter=["Jeweller"])

    assert "Sea Breese stands among the boats only; under winter cards it scores, too" in (
        found.notes
    )
    assert any(note.endswith("does not know them as such: Quinqe") for note in found.notes)
    quiet = sheet(boats=["Flipper", "Sea Breese"], winter=["Sea Breese"])
    assert not any("boats" in note for note in quiet.notes)
