"""What the recorded games of Key Harvest show."""

from __future__ import annotations

from tests.games.key_harvest.playthroughs.recording import RECORDINGS


def test_one_of_them_shifts_the_track() -> None:
    """event.shift, event.seventh"""
    assert any("so events 1 and 2 go back into" in r.told for r in RECORDINGS)
    assert {len(r.players) for r in RECORDINGS} == {2, 3, 4}
