"""One typed line becomes a move: kind, then fields; names and beginnings as people say them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pydantic import Field

from keyhelper.engine import phrases
from keyhelper.engine.game import Ask
from keyhelper.engine.phrases import Draft
from keyhelper.engine.trouble import Trouble
from tests.engine.orchard import ORCHARD, Plant, Prune, Sell, table

ASK = Ask("Ann: which tree, and where?", ("plant", "next"), {"player": "Ann"})


def heard(text: str, *players: str, ask: Ask | None = None) -> Draft:
    return phrases.read_line(ORCHARD, table(*players), text, ask)


def refusal(text: str, *players: str, ask: Ask | None = None) -> Trouble:
    with pytest.raises(Trouble) as caught:
        heard(text, *players, ask=ask)
    return caught.value


def pear(player: str, plot: str) -> Draft:
    return Draft("plant", {"player": player, "tree": "Pear", "plot": plot}, ())


@pytest.mark.parametrize(
    "text",
    [
        "ben plant pear b2",
        "plant ben pear b2",
        "Ben PLANT Pear B2",
        "plant, ben; pear b2",
        "b plant pear b2",
        "ben plant a pear on b2",
        "ben plant plot b2 tree pear",
        "ben plant plot=b2 tree=pear",
        "plant player=ben tree=pear plot=b2",
        "plant plot=b2 ben pear",
        "ben plant pear plot b2",
        '"ben" "plant" "pear" "b2"',
        "ben plan pear b2",
    ],
)
def test_a_move_can_be_said_in_many_ways(text: str) -> None:
    draft = heard(text)
    assert draft == pear("Ben", "b2")
    assert phrases.build_move(ORCHARD, draft) == Plant(player="Ben", tree="Pear", plot="b2")


@pytest.mark.parametrize(
    ("text", "draft"),
    [
        ("pear b2", pear("Ann", "b2")),
        ("plant pear b2", pear("Ann", "b2")),
        ("ann pear b2", pear("Ann", "b2")),
        ("ben pear b2", pear("Ben", "b2")),
        ("plant ben pear b2", pear("Ben", "b2")),
        ("ben", Draft("plant", {"player": "Ben"}, ("tree", "plot"))),
        ("plant", Draft("plant", {"player": "Ann"}, ("tree", "plot"))),
        ("pear", Draft("plant", {"player": "Ann", "tree": "Pear"}, ("plot",))),
        ("next", Draft("next", {"player": "Ann"}, ())),
        ("next ben", Draft("next", {"player": "Ben"}, ())),
        ("ben next", Draft("next", {"player": "Ben"}, ())),
        ("ne", Draft("next", {"player": "Ann"}, ())),
    ],
)
def test_a_line_is_read_as_the_answer_to_what_was_asked(text: str, draft: Draft) -> None:
    assert heard(text, ask=ASK) == draft


def test_a_move_that_was_not_asked_for_does_not_inherit_the_player_asked() -> None:
    assert heard("pick ben 2 plum", ask=ASK) == Draft(
        "pick", {"player": "Ben", "fruit": {"plum": 2}}, ()
    )
    assert refusal("pick 2 plum", ask=ASK).text == "There is no player called '2'"


@pytest.mark.parametrize("tree", ["great oak", "the great oak", "The-Great-Oak", '"great oak"'])
def test_a_name_of_several_words_is_taken_whole(tree: str) -> None:
    assert heard(f"ben plant {tree} c1").given["tree"] == "The Great Oak"
    assert heard(f"{tree} c1", ask=ASK).given == {
        "player": "Ann", "tree": "The Great Oak", "plot": "c1"
    }  # fmt: skip


def test_a_clear_beginning_is_enough() -> None:
    assert heard("be plan crab c1").given == {"player": "Ben", "tree": "Crab Apple", "plot": "c1"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("p", "'p' could be plant, pick or prune"),
        ("ben plant pe a1", "'pe' could be Pear or Peach"),
        ("ben plant pear a", "'a' could be a1, a2 or a3"),
    ],
)
def test_an_unclear_beginning_is_answered_with_what_it_could_be(text: str, message: str) -> None:
    assert refusal(text).text == message


def test_an_unclear_player_is_answered_with_who_it_could_be() -> None:
    ask = Ask("?", ("plant",), {"player": "Cy"})
    assert refusal("be pear a1", "Ben", "Bella", "Cy", ask=ask).text == "'be' could be Ben or Bella"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("ben plant pear b2 b3", "b3"),
        ("ben plant pear b2 quickly", "quickly"),
        ("next ben please", "please"),
        ("ben prune at b1 a1", "a1"),
    ],
)
def test_a_word_too_many_is_pointed_at(text: str, word: str) -> None:
    assert refusal(text).text.startswith(f"{word!r} ")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Nothing was said"),
        (" , ; ", "Nothing was said"),
        ("ben", "What does Ben do?"),
        ("xyzzy", "'xyzzy' is neither a player, a move nor a command"),
        ("ben plant xyzzy b2", "There is no tree called 'xyzzy'"),
        ("ben plant pear b2 tre=plum", "There is no field called 'tre'"),
        ("ben sell many", "price: 'many' is not a number"),
        ("ben sell 3 openly=perhaps", "'perhaps' is neither yes nor no"),
        ("ben pick 2", "fruit: 2 of what?"),
        ('ben plant "pear', "A quotation mark is left open"),
        ('ben plant "" b2', "There is no tree called ''"),
    ],
)
def test_what_is_not_understood_is_said_with_a_way_out(text: str, message: str) -> None:
    error = refusal(text)
    assert error.text == message
    assert error.hint or "yes nor no" in message or "of what" in message


def test_a_misspelt_move_is_answered_with_did_you_mean() -> None:
    assert "did you mean plant?" in refusal("plnat pear b2").hint


def test_an_empty_field_stays_missing() -> None:
    assert heard("ben plant plot= tree=pear") == Draft(
        "plant", {"player": "Ben", "tree": "Pear"}, ("plot",)
    )
    assert heard("ben plant tree pear plot").missing == ("plot",)


@pytest.mark.parametrize(
    ("text", "fruit"),
    [
        ("2 pear 1 plum", {"pear": 2, "plum": 1}),
        ("2 pear + plum", {"pear": 2, "plum": 1}),
        ("pear and plum and 2 pear", {"pear": 3, "plum": 1}),
        ("pear", {"pear": 1}),
        ("pear=2 plum=1", {"pear": 2, "plum": 1}),
        ("fruit=pear=2", {"pear": 2}),
        ("fruit 2 plu", {"plum": 2}),
        ("fruit=2 plum", {"plum": 2}),
        ("pear 2", {"pear": 2}),
        ("2pear 1plum", {"pear": 2, "plum": 1}),
        ("0 pear 1 plum", {"pear": 0, "plum": 1}),
    ],
)
def test_amounts_are_read_as_people_count(text: str, fruit: dict[str, int]) -> None:
    assert heard(f"ben pick {text}").given["fruit"] == fruit


@pytest.mark.parametrize(
    ("text", "plots", "at"),
    [
        ("a1 a2 at b1", ["a1", "a2"], "b1"),
        ("a1,a2 at=b1", ["a1", "a2"], "b1"),
        ("plots=a1,a2 at b1", ["a1", "a2"], "b1"),
        ("plots a1 and a2 at b1", ["a1", "a2"], "b1"),
        ("at=b1 a1 a2", ["a1", "a2"], "b1"),
    ],
)
def test_lists_end_where_the_next_field_is_named(text: str, plots: list[str], at: str) -> None:
    draft = heard(f"ben prune {text}")
    assert draft.given == {"player": "Ben", "plots": plots, "at": at}
    assert phrases.build_move(ORCHARD, draft) == Prune(player="Ben", plots=tuple(plots), at=at)


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("3", {"price": 3}),
        ("3+4", {"price": 7}),
        ("3 yes", {"price": 3, "openly": True}),
        ("3 no", {"price": 3, "openly": False}),
        ("3 openly", {"price": 3, "openly": True}),
        ("openly 3", {"price": 3, "openly": True}),
        ("3 openly=no", {"price": 3, "openly": False}),
        ("3 the baker", {"price": 3, "buyer": "the baker"}),
        ('price=3 buyer="the old baker"', {"price": 3, "buyer": "the old baker"}),
        ("3 buyer the old baker", {"price": 3, "buyer": "the old baker"}),
    ],
)
def test_what_may_be_left_out_is_skipped_when_it_does_not_fit(
    text: str, given: dict[str, Any]
) -> None:
    draft = heard(f"ben sell {text}")
    assert draft == Draft("sell", {"player": "Ben"} | given, ())
    assert isinstance(phrases.build_move(ORCHARD, draft), Sell)


HARD = ("Plant", "Next", "B2", "Zoë O'Brien")
ZOE = Ask("?", ("plant", "next"), {"player": "Zoë O'Brien"})


@pytest.mark.parametrize(
    ("text", "draft"),
    [
        ("plant pear b2", pear("Zoë O'Brien", "b2")),
        ("plant plant pear b2", pear("Plant", "b2")),
        ("plant next pear b2", pear("Next", "b2")),
        ("plant b2 pear b2", pear("B2", "b2")),
        ("next pear b2", pear("Next", "b2")),
        ("next plant pear b2", pear("Next", "b2")),
        ("b2 pear b2", pear("B2", "b2")),
        ("b2 plant pear b2", pear("B2", "b2")),
        ("zoe o'brien pear b2", pear("Zoë O'Brien", "b2")),
        ("ZOË O’BRIEN plant pear b2", pear("Zoë O'Brien", "b2")),
        ("zoe pear b2", pear("Zoë O'Brien", "b2")),
        ("next", Draft("next", {"player": "Zoë O'Brien"}, ())),
        ("next next", Draft("next", {"player": "Next"}, ())),
        ("plant", Draft("plant", {"player": "Zoë O'Brien"}, ("tree", "plot"))),
    ],
)
def test_people_may_be_called_like_moves_and_squares(text: str, draft: Draft) -> None:
    assert heard(text, *HARD, ask=ZOE) == draft


def test_a_square_alone_answers_although_somebody_is_called_so() -> None:
    ask = Ask("?", ("plant",), {"player": "Zoë O'Brien", "tree": "Pear"})
    assert heard("b2", *HARD, ask=ask) == pear("Zoë O'Brien", "b2")


def test_a_tree_called_like_the_start_of_a_player_is_still_a_tree() -> None:
    ask = Ask("?", ("plant",), {"player": "Ann"})
    assert heard("crab apple a1", "Ann", "Crab", ask=ask).given == {
        "player": "Ann", "tree": "Crab Apple", "plot": "a1"
    }  # fmt: skip


def test_what_was_asked_for_goes_only_where_the_move_has_room_for_it() -> None:
    ask = Ask("?", ("plant", "next"), {"player": "Ann", "tree": "Pear"})
    draft = heard("next", ask=ask)
    assert draft == Draft("next", {"player": "Ann"}, ())
    phrases.build_move(ORCHARD, draft)


def test_fields_from_the_command_line_are_read_like_a_line() -> None:
    state = table()
    for words in (
        ["player=ben", "tree=great oak", "plot=b2"],
        ["ben", "great oak", "b2"],
        ["ben", "great", "oak", "b2"],
    ):
        draft = phrases.read_fields(ORCHARD, state, "pla", words)
        assert draft == Draft("plant", {"player": "Ben", "tree": "The Great Oak", "plot": "b2"}, ())


@pytest.mark.parametrize(
    ("kind", "name", "text", "value"),
    [
        ("plant", "plot", " B2 ", "b2"),
        ("plant", "tree", "crab", "Crab Apple"),
        ("plant", "player", "an", "Ann"),
        ("pick", "fruit", "pear=2 plum=1", {"pear": 2, "plum": 1}),
        ("prune", "plots", "a1, a2", ["a1", "a2"]),
        ("sell", "price", "3+4", 7),
        ("sell", "buyer", "the old baker", "the old baker"),
        ("sell", "openly", "y", True),
    ],
)
def test_an_answer_to_one_question(kind: str, name: str, text: str, value: Any) -> None:
    assert phrases.read_value(ORCHARD, table(), kind, name, text) == value


def test_an_answer_with_a_word_too_many_is_refused() -> None:
    with pytest.raises(Trouble, match="'b3' does not belong there"):
        phrases.read_value(ORCHARD, table(), "plant", "plot", "b2 b3")


def test_how_a_move_is_typed_is_told() -> None:
    assert phrases.usage(ORCHARD, "sell") == "sell PLAYER PRICE [OPENLY] [BUYER]"
    assert phrases.usage(ORCHARD, "next") == "next [PLAYER]"


def test_a_missing_field_is_named_when_a_move_is_built_without_it() -> None:
    with pytest.raises(Trouble) as caught:
        phrases.build_move(ORCHARD, Draft("plant", {"player": "Ann"}, ("tree", "plot")))
    assert caught.value.text == "The move `plant`: tree is missing"
    assert caught.value.more == ("plot is missing",)


@pytest.mark.parametrize(
    "text",
    [
        "\x1b[2J" * 20,
        "\u202eplant",
        "ben " * 5000,
        "plant " * 5000,
        "a1 " * 5000,
        "=" * 5000,
        '"' * 5001,
        "plot=" * 3000,
        "ben pick " + "9" * 5000 + " pear",
        "ben prune " + "a1 " * 5000,
        "x" * 200_000,
        "\0",
        "ben plant \ud800 b2",
        "李明 plant pear b2",
        "ben sell " + "1+" * 5000,
    ],
)
def test_hostile_lines_are_answered_shortly_and_harmlessly(text: str) -> None:
    for ask in (None, ASK):
        answer = ""
        try:
            heard(text, ask=ask)
        except Trouble as error:
            answer = error.text + error.hint
        assert len(answer) < 400
        assert not {"\x1b", "\u202e", "\0"} & set(answer)


def test_a_word_that_was_asked_for_is_the_answer_even_if_a_move_is_called_so() -> None:
    def words(state: object, kind: str, field: str) -> tuple[str, ...]:
        return ("Pear", "Sell") if field == "tree" else ("b2",)

    game = replace(ORCHARD, words=words)
    ask = Ask("Which tree?", ("plant",), {"player": "Ann", "plot": "b2"})
    draft = phrases.read_line(game, table("Ann", "Ben"), "sell", ask)
    assert (draft.kind, draft.given["tree"]) == ("plant", "Sell")
    assert phrases.read_line(game, table("Ann", "Ben"), "sell ben 3", ask).kind == "sell"


def test_other_words_for_a_move_are_understood() -> None:
    acts = tuple(
        act._replace(also=("put",)) if act.kind == "plant" else act for act in ORCHARD.acts
    )
    game = replace(ORCHARD, acts=acts)
    for line in ("put ann pear b2", "ann puts pear b2", "ann plants pear b2", "Plants ann pear b2"):
        assert phrases.read_line(game, table("Ann", "Ben"), line).kind == "plant"
    assert game.kind_called("pears") is None


def test_an_optional_field_that_is_named_needs_a_value() -> None:
    with pytest.raises(Trouble, match="What stands behind `buyer` is missing"):
        heard("ann sell 3 buyer", "Ann", "Ben")
    assert heard("ann sell 3 openly", "Ann", "Ben").given["openly"] is True


def test_joined_words_come_apart_and_sums_do_not() -> None:
    assert phrases.split("2 pear+1 plum") == ["2", "pear", "+", "1", "plum"]
    assert phrases.split("pear+plum") == ["pear", "+", "plum"]
    assert phrases.split("3+6+2") == ["3+6+2"]


def test_a_wrong_number_is_told_by_the_name_of_its_field() -> None:
    class Climb(Sell):
        price: int = Field(le=5, ge=1, description="Price, in pennies")

    game = replace(ORCHARD, acts=(ORCHARD.act("sell")._replace(move=Climb),))
    for price, told in ((6, "Price: 6 is too much; 5 at most"), (0, "Price: 0 is too little")):
        with pytest.raises(Trouble) as caught:
            phrases.build_move(game, Draft("sell", {"player": "Ann", "price": price}, ()))
        assert told in caught.value.text


@pytest.mark.parametrize("line", ["ann sell 3 price", "ann sell with 3 price", "ann sell price 3"])
def test_a_number_may_be_followed_by_the_name_of_its_field(line: str) -> None:
    assert heard(line, "Ann", "Ben").given["price"] == 3


def test_amounts_take_sums() -> None:
    assert heard("ann pick 5+7 pear 1 plum", "Ann", "Ben").given["fruit"] == {"pear": 12, "plum": 1}


def test_one_of_something_is_that_thing() -> None:
    draft = heard("ann plant 1 pear b2", "Ann", "Ben")
    assert draft.given["tree"] == "Pear"
