"""Finished games stay in the play history, once each, and can always be read again."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from keyhelper import history, plays, stats
from keyhelper.engine import store
from keyhelper.engine.trouble import Trouble, Unanswered, UsageTrouble
from keyhelper.verbs import remembering
from keyhelper.verbs.call import Call
from tests.house.evenings import SIX_O_CLOCK, begin, counted, finish, note, play, sheet, take_back


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "80")


def call(*words: str, **given: Any) -> Call:
    usual = {"words": words, "form": None, "game": None, "player": None, "yes": False}
    return Call(None, usual | given)


# What is kept


def test_a_finished_game_is_kept_with_all_that_is_known_of_it() -> None:
    saved = play(
        "Ann", "Ben", seed="quiet lamp meadow", options={"monuments": False, "first": "Ben"}
    )

    assert history.remember(saved) is None

    (kept,) = history.plays()
    ledger = store.load(saved)
    assert (kept.game, kept.title, kept.saved) == ("tiny-towns", "Tiny Towns", saved)
    assert kept.seed == "quiet lamp meadow"
    assert kept.created == ledger.header.created
    assert kept.started == ledger.events[0].at
    assert kept.ended == ledger.events[-1].at
    assert kept.minutes == round(30 * (len(ledger.events) - 1) / 60)
    assert kept.first == "Ben"
    assert kept.chosen == {"monuments": False, "first": "Ben"}
    assert kept.entries == len(ledger.events)
    assert kept.overruled == ()
    assert kept.result.places[0].sheet.player in kept.result.winners
    assert {place.sheet.player for place in kept.result.places} == {"Ann", "Ben"}


def test_what_is_kept_equals_what_the_ledger_tells() -> None:
    saved = begin("Ann", "Ben", "Zoë O'Brien")
    done = finish(saved)

    history.remember(saved)

    assert history.find(saved) == plays.tracked(done.game, saved, done)


def test_a_game_is_kept_once_however_often_it_is_remembered() -> None:
    saved = play("Ann", "Ben")

    for _ in range(3):
        history.remember(saved)
        history.catch_up()

    assert len(history.plays()) == 1


def test_a_game_that_goes_on_is_not_kept() -> None:
    saved = begin("Ann", "Ben")

    assert history.remember(saved) is None

    assert history.plays() == []


def test_a_finished_game_that_is_taken_back_leaves_the_history_until_it_ends_again() -> None:
    saved = play("Ann", "Ben")
    history.remember(saved)

    take_back(saved)
    report = history.catch_up()
    assert report.taken_back == (saved,)
    assert history.plays() == []

    finish(saved)
    assert history.catch_up().recorded == (saved,)
    assert len(history.plays()) == 1


def test_a_remark_made_later_does_not_move_the_end_of_the_game() -> None:
    saved = play("Ann", "Ben")
    ended = store.load(saved).events[-1].at

    note(saved, "what a game", SIX_O_CLOCK + timedelta(days=2))
    history.remember(saved)

    assert history.find(saved).ended == ended


def test_a_night_between_two_sittings_is_no_playing_time() -> None:
    saved = begin("Ann", "Ben")
    finish(saved)
    lines = store.load(saved).events
    sittings = [event.model_copy(update={"at": _two_evenings(event.n)}) for event in lines]

    assert plays._minutes(sittings) == round((len(lines) - 2) / 2)


def _two_evenings(number: int) -> str:
    later = timedelta(days=number > 5, seconds=30 * number)
    return (SIX_O_CLOCK + later).isoformat()


def test_points_that_nobody_knows_make_no_winner() -> None:
    with history._book() as book:
        history._write(book, counted(sheet("Ann", 3, None), sheet("Ben", 2, 1)))

    (kept,) = history.plays()
    ann, ben = history.results()
    assert kept.result.winners == ()
    assert (ann.total, ann.place, ann.is_winner) == (None, None, False)
    assert (ben.total, ben.place, ben.is_winner) == (3, None, False)


# Reading again


def test_only_ledgers_that_changed_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = play("Ann", "Ben"), play("Ann", "Cy")
    history.catch_up()
    read: list[str] = []
    honest = history._read
    monkeypatch.setattr(history, "_read", lambda saved: read.append(saved) or honest(saved))

    assert history.catch_up() == history.Report()
    take_back(second)
    history.catch_up()

    assert read == [second]
    assert [kept.saved for kept in history.plays()] == [first]


def test_the_history_can_be_made_again_from_the_ledgers() -> None:
    for others in ("Ben", "Cy"):
        play("Ann", others)
    history.catch_up()
    before = history.plays()
    history.file().unlink()

    report = history.rebuild()

    assert report.recorded == ("tiny-towns-1", "tiny-towns-2")
    assert history.plays() == before


def test_a_deleted_game_stays_in_the_history_until_it_is_forgotten() -> None:
    saved = play("Ann", "Ben")
    history.remember(saved)
    store.delete(saved)

    assert history.rebuild().kept == 1
    assert history.find(saved).saved == saved
    assert history.forget(saved) == 1
    assert history.plays() == []


def test_a_game_that_is_still_saved_cannot_be_forgotten() -> None:
    saved = play("Ann", "Ben")
    history.remember(saved)

    with pytest.raises(Trouble, match="still among the saved games"):
        history.forget(saved)


def test_a_name_used_again_is_another_play() -> None:
    history.remember(play("Ann", "Ben", name="friday"))
    store.delete("friday")
    history.remember(play("Ann", "Ben", name="friday", at=SIX_O_CLOCK + timedelta(days=7)))

    assert [kept.saved for kept in history.plays()] == ["friday", "friday"]
    assert history.find("friday") == history.plays()[0]
    assert history.rebuild().kept == 1


# What can go wrong


def test_a_broken_history_never_costs_a_game_and_is_made_anew() -> None:
    saved = play("Ann", "Ben")
    history.file().write_bytes(b"this was a history once" * 400)

    warning = history.remember(saved)
    assert warning is not None
    assert "cannot be read" in warning
    with pytest.raises(Trouble, match="cannot be read") as caught:
        history.plays()
    assert "history rebuild" in caught.value.hint

    report = history.rebuild()
    assert report.set_aside is not None
    assert report.set_aside.read_bytes().startswith(b"this was")
    assert [kept.saved for kept in history.plays()] == [saved]


def test_a_history_that_another_keyhelper_is_writing_is_a_warning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    saved = play("Ann", "Ben")
    history.catch_up()
    monkeypatch.setattr(history, "_PATIENCE", 0.01)

    with closing(sqlite3.connect(history.file(), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        warning = history.remember(saved)

    assert warning is not None
    assert "locked" in warning


def test_a_folder_that_cannot_be_written_is_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = play("Ann", "Ben")
    monkeypatch.setattr(
        history, "file", lambda: tmp_path / "home" / "games" / f"{saved}.jsonl" / "x"
    )

    assert "Not in the play history yet" in (history.remember(saved) or "")


def test_a_history_of_a_newer_keyhelper_is_left_alone() -> None:
    saved = play("Ann", "Ben")
    history.remember(saved)
    with closing(sqlite3.connect(history.file())) as book:
        book.execute(f"PRAGMA user_version = {history.FORMAT + 1}")

    for attempt in (history.plays, history.catch_up, history.rebuild):
        with pytest.raises(Trouble, match="this keyhelper reads format 1") as caught:
            attempt()
        assert "upgrade" in caught.value.hint
    assert "format" in (history.remember(saved) or "")


def test_a_record_that_does_not_fit_is_a_sentence() -> None:
    history.remember(play("Ann", "Ben"))
    with closing(sqlite3.connect(history.file())) as book:
        book.execute("UPDATE seats SET sheet = '{}'")
        book.commit()

    with pytest.raises(Trouble, match="does not fit"):
        history.plays()


def test_an_unreadable_ledger_is_named_and_the_others_are_kept() -> None:
    good, bad = play("Ann", "Ben"), play("Ann", "Cy")
    store.path_of(bad).write_bytes(b"{}\n")

    report = history.catch_up()

    assert report.recorded == (good,)
    assert [name for name, _ in report.unreadable] == [bad]


def test_a_name_that_is_nearly_right_is_asked_about() -> None:
    history.remember(play("Ann", "Ben", name="friday-evening"))

    assert history.find("friday").saved == "friday-evening"
    with pytest.raises(Trouble, match="did you mean friday-evening"):
        history.find("fryday-evening")


# Statistics


def result(number: int, player: str, total: int | None, *, place: int = 1, players: int = 2,
           winners: int = 1, game: str = "tiny-towns") -> history.Result:  # fmt: skip
    return history.Result(
        play=number,
        saved=f"{game}-{number}",
        game=game,
        title=game.replace("-", " ").title(),
        ended=f"2026-11-{number:02}T20:00:00+00:00",
        players=players,
        winners=winners,
        player=player,
        person=plays.person(player),
        place=place,
        total=total,
        is_winner=place == 1 and winners > 0,
    )


def test_plays_wins_averages_and_bests() -> None:
    document = stats.everybody(
        [
            result(1, "Ann", 30),
            result(1, "Ben", 20, place=2),
            result(2, "Ben", 41),
            result(2, "Ann", 40, place=2),
            result(3, "Ann", 12, players=3, game="keyper"),
            result(3, "Ben", 10, place=2, players=3, game="keyper"),
            result(3, "Cy", 8, place=3, players=3, game="keyper"),
        ]
    )

    assert document["plays"] == 3
    assert (document["from"][:10], document["to"][:10]) == ("2026-11-01", "2026-11-03")
    towns, keyper = document["games"]
    assert (towns["plays"], towns["average"], towns["winning_average"]) == (2, 32.75, 35.5)
    assert (towns["best"]["points"], towns["best"]["name"]) == (41, "Ben")
    assert (keyper["fewest_players"], keyper["most_players"]) == (3, 3)
    ann = document["players"][0]
    assert (ann["name"], ann["plays"], ann["wins"], ann["win_rate"]) == ("Ann", 3, 2, 0.667)
    assert ann["games"][0]["average"] == 35
    assert [(c["game"], c["players"], c["plays"]) for c in document["player_counts"]] == [
        ("tiny-towns", 2, 2),
        ("keyper", 3, 1),
    ]


def test_a_shared_win_counts_for_everybody_who_shares_it() -> None:
    both = [result(1, "Ann", 30, winners=2), result(1, "Ben", 30, winners=2)]

    for name in ("Ann", "Ben"):
        own = stats.of_player(both, name)
        assert (own["wins"], own["shared_wins"], own["win_rate"]) == (1, 1, 1.0)


def test_a_game_alone_is_neither_won_nor_lost() -> None:
    own = stats.of_player([result(1, "Ann", 30, players=1)], "ann")

    assert (own["plays"], own["wins"], own["win_rate"]) == (1, 0, None)
    assert own["games"][0]["best"]["points"] == 30


def test_one_person_however_spelt_under_the_latest_spelling() -> None:
    both = [result(1, "Zoe", 10), result(2, "Zoë", 14), result(3, "ZOË", 12)]

    document = stats.everybody(both)

    assert [(p["name"], p["plays"]) for p in document["players"]] == [("ZOË", 3)]
    assert stats.of_player(both, "zoe")["games"][0]["best"]["points"] == 14


def test_names_without_letters_are_people_too() -> None:
    document = stats.everybody([result(1, "🦊", 3), result(1, "🐻", 2, place=2)])

    assert sorted(p["name"] for p in document["players"]) == ["🐻", "🦊"]


def test_unknown_points_are_left_out_of_averages_and_bests() -> None:
    document = stats.everybody([result(1, "Ann", None, winners=0), result(2, "Ann", 8)])

    assert document["games"][0]["average"] == 8
    assert document["players"][0]["win_rate"] == 1
    assert stats.everybody([result(1, "Ann", None, winners=0)])["games"][0]["best"] is None


def test_the_first_to_reach_a_best_keeps_it() -> None:
    document = stats.everybody([result(1, "Ben", -3), result(2, "Ann", -3)])

    assert document["games"][0]["best"]["name"] == "Ben"


def test_statistics_of_a_stranger_name_those_there_are() -> None:
    with pytest.raises(Trouble, match="did you mean Ann"):
        stats.of_player([result(1, "Ann", 3)], "Anne")


# On the screen


def test_the_list_has_a_line_for_each_game_latest_first(capsys: pytest.CaptureFixture[str]) -> None:
    play("Ann", "Ben", name="friday")
    play("Cy", "Ben", name="saturday", at=SIX_O_CLOCK + timedelta(days=1))

    assert remembering.history(call()) == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("(saturday)")
    assert lines[1].endswith("(friday)")
    assert "Tiny Towns: " in lines[1]


@pytest.mark.parametrize("words", [(), ("show", "friday"), ("export",), ("rebuild",)])
def test_json_is_one_document(words: tuple[str, ...], capsysbinary: Any) -> None:
    play("Ann", "Ben", name="friday")

    assert remembering.history(call(*words, as_json=True)) == 0

    shown = capsysbinary.readouterr()
    assert isinstance(json.loads(shown.out), dict)
    assert shown.err == b""


def test_the_list_of_one_player_or_one_game(capsys: pytest.CaptureFixture[str]) -> None:
    play("Zoë", "Ben", name="friday")
    play("Ann", "Ben", name="saturday")

    remembering.history(call(player="zoe", as_json=True))
    assert [p["saved"] for p in json.loads(capsys.readouterr().out)["plays"]] == ["friday"]
    remembering.history(call(game="keyper", as_json=True))
    assert json.loads(capsys.readouterr().out) == {"plays": []}


def test_show_tells_the_sheet_and_how_it_was_played(capsys: pytest.CaptureFixture[str]) -> None:
    play("Ann", "Ben", name="friday", options={"monuments": False, "cavern": True})

    assert remembering.history(call("show", "friday")) == 0

    shown = capsys.readouterr().out
    assert "seed amber otter canyon" in shown
    assert "Played with no monuments; cavern" in shown
    assert "Empty squares" in shown


def test_show_still_tells_a_game_whose_ledger_is_gone(capsys: pytest.CaptureFixture[str]) -> None:
    saved = play("Ann", "Ben")
    history.remember(saved)
    store.delete(saved)

    assert remembering.history(call("show", saved)) == 0

    assert "its ledger was deleted" in capsys.readouterr().out


@pytest.mark.parametrize("form", ["csv", "csv-wide", "json", "markdown", "bgstats"])
def test_every_form_exports_the_whole_history(form: str, capsysbinary: Any) -> None:
    play("Ann", "Ben")
    play("Ann", "Zoë")

    assert remembering.history(call("export", form=form)) == 0

    text = capsysbinary.readouterr().out.decode()
    assert "Zoë" in text or "Zo%C3%AB" in text


def test_a_sheet_of_one_game_is_exported_with_its_boards(capsysbinary: Any) -> None:
    play("Ann", "Ben", name="friday")

    assert remembering.history(call("export", "friday", form="html")) == 0

    text = capsysbinary.readouterr().out.decode()
    assert text.startswith("<!doctype html>")
    assert text.count("<svg") == 2


def test_a_sheet_without_a_name_is_of_the_latest_game(capsysbinary: Any) -> None:
    play("Ann", "Ben", name="friday")
    play("Ann", "Cy", name="saturday", at=SIX_O_CLOCK + timedelta(days=1))

    assert remembering.history(call("export", form="html")) == 0

    shown = capsysbinary.readouterr()
    assert b"saturday" in shown.out
    assert shown.err == b"The sheet of saturday, the latest of 2\n"


def test_a_sheet_of_nothing_is_refused() -> None:
    with pytest.raises(Trouble, match="No finished game"):
        remembering.history(call("export", form="html"))


def test_forgetting_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    saved = play("Ann", "Ben")
    history.remember(saved)
    store.delete(saved)

    with pytest.raises(Unanswered, match="Forget") as caught:
        remembering.history(call("forget", saved, no_input=True))
    assert "--yes" in caught.value.hint
    assert remembering.history(call("forget", saved, yes=True)) == 0

    assert capsys.readouterr().out == f"Forgot 1 play of {saved}\n"


def test_an_unknown_word_is_a_usage_error() -> None:
    with pytest.raises(UsageTrouble, match="has no 'frobnicate'"):
        remembering.history(call("frobnicate"))


def test_an_empty_history_says_how_to_begin(capsys: pytest.CaptureFixture[str]) -> None:
    remembering.history(call())
    remembering.stats(call())

    assert capsys.readouterr().out.count("No finished game is in the play history yet") == 2


@pytest.mark.parametrize("width", [50, 80])
def test_statistics_fit_the_screen(
    width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    play("Ann", "Ben", "Bartholomäus")

    remembering.stats(call())
    remembering.stats(call("barth"))

    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= width
    assert "Bartholomäus: 1 play, " in shown


def test_a_screen_reader_gets_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    play("Ann", "Ben")

    remembering.stats(call(plain=True))

    assert "Ann: plays 1, wins " in capsys.readouterr().out


def test_statistics_are_the_same_every_time(capsys: pytest.CaptureFixture[str]) -> None:
    play("Ann", "Ben")
    play("Cy", "Dee", "Ann")

    shown = set()
    for _ in range(2):
        history.rebuild()
        remembering.stats(call(as_json=True))
        shown.add(capsys.readouterr().out)

    assert len(shown) == 1
