"""What people see: the map, the mats, and sentences for a screen reader."""

from __future__ import annotations

import pytest

from keyhelper.games.keythedral.model import Worker, player_marks
from keyhelper.games.keythedral.wiring import GAME
from tests.games.keythedral.tables import opening, table


def test_the_map_is_drawn() -> None:
    state = table(
        "workers",
        cottages="Ann 3 1.5,0.5 house; Ben 1 -0.5,0.5",
        fields={"2,0": "red"},
        fences="Ben 1.5,0.5 1,0; Cy -0.5,0.5 0,1",
        workers=(Worker(player="Ann", number=3, at=(2, 0)),),
    )
    panel = GAME.panels(state, None)[0]
    assert panel.lines == (
        "          0     1     2",
        "     -0.5  0.5   1.5   2.5",
        "-0.5  .     .     .     .",
        "   0    sto   tim   win",
        "         -     - /   A",
        " 0.5 B1    KEY   A3*    .",
        "   1   /tim   sto",
        "         -     -",
        " 1.5  .     .     .",
        "",
        "A Ann, B Ben, C Cy",
        "* house, / \\ fence, . free gap, - no worker",
    )
    assert "Field 2,0: wine, Ann's worker" in panel.spoken
    assert "Ann's house 3 at 1.5,0.5 reaches wine 2,0 and stone 1,1" in panel.spoken
    assert "Ben's fence between 1.5,0.5 and 1,0" in panel.spoken


def test_once_cubes_are_collected_the_map_takes_a_line_less_for_each_row() -> None:
    state = table(
        cottages="Ann 3 1.5,0.5 house; Ben 1 -0.5,0.5",
        fields={"2,0": "red"},
        fences="Ben 1.5,0.5 1,0; Cy -0.5,0.5 0,1",
        workers=(Worker(player="Ann", number=3, at=(2, 0)),),
    )
    assert GAME.panels(state, None)[0].lines[2:] == (
        "-0.5  .     .     .     .",
        "   0    sto   tim   win",
        "                 /",
        " 0.5 B1    KEY   A3*    .",
        "   1   /tim   sto",
        " 1.5  .     .     .",
        "",
        "A Ann, B Ben, C Cy",
        "* house, / \\ fence, . free gap",
    )


def test_the_words_of_every_panel_fit_50_columns() -> None:
    fields = {"2,0": "red", "3,0": "blue", "4,0": "green"}
    names = ("Zoë O'Brien the Elder", "李雷", "Max")
    spots = ((0, 0), (1, 0), (2, 0), (3, 0), (4, 0))
    workers = tuple(Worker(player=names[0], number=1, at=spot) for spot in spots)
    state = table("collect", fields=fields, fences="Ben 0.5,1.5 0,1").model_copy(
        update={"players": names, "hands": {}, "workers": workers, "start": names[0], "fences": ()}
    )
    for phase in ("workers", "collect", "actions"):
        shown = GAME.panels(state.model_copy(update={"phase": phase}), None)
        assert max(len(line) for panel in shown for line in panel.lines) <= 50
    assert GAME.panels(state, None)[1].lines[:2] == (
        "Zoë O'Brien the Elder: 1 timber + 1 stone +",
        "  1 food + 1 water + 1 wine",
    )
    left = table(fences="Ben 0.5,1.5 0,1")
    assert GAME.panels(left, None)[0].lines[-2:] == (
        "* house, / \\ fence, . free gap,",
        "  g1 gap that a cottage left",
    )


def test_the_placement_says_how_many_cottages_reach_what() -> None:
    """tip.three"""
    state = table("placement", cottages="Ann 1 1.5,0.5; Ann 2 -0.5,0.5", placer="Ben", bag=5)
    assert GAME.panels(state, None)[1].lines[1] == "cottages at timber 2, stone 2"
    assert GAME.panels(state, None)[2].lines[1] == "none placed yet"


@pytest.mark.parametrize("length", [8, 29])
def test_a_long_map_fits_80_columns(length: int) -> None:
    fields = {f"{x},0": "red" for x in range(2, length)}
    panel = GAME.panels(table(fields=fields), None)[0]
    assert max(map(len, panel.lines)) <= 80
    if length == 8:
        assert max(map(len, panel.lines)) <= 60


def test_every_panel_of_an_opening_fits_50_columns() -> None:
    for panel in GAME.panels(opening(5), None):
        for line in panel.lines:
            assert len(line) <= 50, line


def test_each_player_has_a_letter() -> None:
    assert player_marks(("Ann", "Anna", "Ben", "李明", "Zoë")) == {
        "Ann": "A", "Anna": "N", "Ben": "B", "李明": "C", "Zoë": "Z",
    }  # fmt: skip
    assert len(set(player_marks(("A", "AA", "AAA", "a1", "a 1")).values())) == 5


def test_cubes_are_shown_to_their_owner_only() -> None:
    """collect.screen"""
    state = table(cubes={"Ann": "3 wine"})
    for viewer, is_shown in (("Ann", True), ("Ben", False), (None, False)):
        shown = [line for panel in GAME.panels(state, viewer) for line in panel.lines]
        assert any("3 wine" in line and "timber" not in line for line in shown) == is_shown


def test_nobody_sees_behind_another_screen() -> None:
    """collect.screen"""
    state = table(cubes={"Ann": "3 wine", "Ben": "1 gold"})
    seen = GAME.view(state, "Ann")
    assert seen.hand("Ann").cubes == {"wine": 3}
    assert seen.hand("Ben").cubes is None
    assert GAME.view(state, None).hand("Ann").cubes is None


@pytest.mark.parametrize(
    "phase", ["placement", "workers", "collect", "actions", "clean-up", "auction", "over"]
)
def test_every_player_has_a_panel_in_every_phase(phase: str) -> None:
    titles = [panel.title for panel in GAME.panels(table(phase), None)]
    assert {"Ann (start player)", "Ben", "Cy"} <= set(titles)


def test_the_map_is_drawn_from_shapes() -> None:
    state = table(cottages="Ann 3 1.5,0.5", fences="Ben 1.5,0.5 1,0")
    (picture,) = GAME.pictures(state)
    roles = [shape.role for shape in picture.shapes]
    assert roles.count("stone") == roles.count("timber") == 2
    assert {"keythedral", "cottage", "fence"} <= set(roles)
    octagons = [shape for shape in picture.shapes if shape.role == "stone"]
    assert all(len(shape.corners) == 8 for shape in octagons)
    for shape in picture.shapes:
        for x, y in shape.corners:
            assert 0 <= x <= picture.width
            assert 0 <= y <= picture.height
    assert GAME.pictures(state.model_copy(update={"fields": None})) == ()


def test_the_mat_tells_what_is_sold_and_what_waits() -> None:
    state = opening(strategic=True).model_copy(update={"phase": "workers", "start": "Ann"})
    lines = GAME.panels(state, None)[1].lines
    assert lines[0] == "4a  cost not told"
    assert lines[-1] == "then 5 x 6, 5 x 8, 4 x 10, 3 x 12"


def test_words_and_narrowed_answers() -> None:
    state = table("workers", cottages="Ann 3 1.5,0.5; Ben 1 -0.5,0.5", markers=(3,))
    assert "gold" in GAME.words(state, "buy", "pay")
    assert GAME.words(state, "fence", "cottage") == ("Ann 3", "Ben 1", "A3", "B1", "1", "3")
    assert GAME.narrow(state, "marker", "number", {}) == ("1", "2", "4", "5")
    given = {"player": "Ann", "number": 3}
    assert GAME.narrow(state, "worker", "at", given) == ("1,0", "1,1")
    assert GAME.narrow(state, "house", "number", given) == ("3",)
    assert GAME.narrow(state, "fence", "field", {"cottage": "Ben 1"}) == ("0,0", "0,1")


def test_a_letter_goes_to_whoever_is_called_by_it() -> None:
    """setup.kit"""
    assert player_marks(("Zoë O'Brien", "李雷", "Ann")) == {
        "Zoë O'Brien": "Z", "李雷": "B", "Ann": "A",
    }  # fmt: skip
    assert player_marks(("Ann", "Amy", "Al")) == {"Ann": "A", "Amy": "M", "Al": "L"}
