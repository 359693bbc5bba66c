"""Small helpings of the stress tests, so that no day passes without them."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from tests.stress import fuzz

nothing_lost = pytest.importorskip("tests.stress.nothing_lost")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="forks and signals of Unix")


def assert_nothing_wrong(report: Any) -> None:
    assert report.wrong == [], report.title
    assert report.seen


def test_entries_reported_before_a_kill_are_there() -> None:
    assert_nothing_wrong(nothing_lost.kills(15, seed=4))


def test_a_program_killed_at_the_table_goes_on() -> None:
    assert_nothing_wrong(nothing_lost.kills_at_the_table(2, seed=4))


def test_a_cut_ledger_is_read_as_far_as_it_goes() -> None:
    assert_nothing_wrong(nothing_lost.truncations(step=53))


def test_a_full_disk_is_told_and_leaves_ledgers_whole() -> None:
    assert_nothing_wrong(nothing_lost.full_disks(step=97))


def test_a_folder_that_may_only_be_read_is_told() -> None:
    assert_nothing_wrong(nothing_lost.no_right_to_write())


def test_several_processes_share_one_game_without_loss() -> None:
    report = nothing_lost.two_at_one_table(3, 12)
    assert_nothing_wrong(report)
    assert report.seen["recorded"] == 36


def test_nonsense_is_answered_and_breaks_nothing() -> None:
    tried, broken = fuzz.run(250, seed=11)
    assert tried.total() == 250
    assert [(case.arguments, case.why) for case in broken] == []
