"""What is shipped is found, overlaid by the owner's box, and cited by rule."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from keyhelper.engine import catalogue
from keyhelper.engine.trouble import Trouble
from tests.engine.pantry import stock


@pytest.fixture
def orchard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    yield from stock(tmp_path, monkeypatch)


def test_the_data_folder_is_found() -> None:
    assert (catalogue.data_folder() / "seed-words.txt").is_file()


@pytest.mark.usefixtures("orchard")
def test_what_nobody_has_read_off_a_component_is_none() -> None:
    oak = catalogue.entries("orchard", "trees")["The Great Oak"]
    assert oak == {
        "name": "The Great Oak", "height": None, "colour": None, "scores": None, "months": None,
        "needs": None,
    }  # fmt: skip


@pytest.mark.usefixtures("orchard")
def test_the_owners_values_lie_over_the_shipped_ones() -> None:
    catalogue.open_box("orchard", {"trees": {"great oak": {"height": 12}, "Fig": {"height": 2}}})
    found = catalogue.entries("orchard", "trees")
    assert list(found) == ["Pear", "The Great Oak", "Fig"]
    assert found["The Great Oak"]["height"] == 12
    assert found["The Great Oak"]["name"] == "The Great Oak"
    assert found["Fig"] | {"height": 2, "name": "Fig", "colour": None} == found["Fig"]


@pytest.mark.usefixtures("orchard")
def test_laying_a_box_over_it_changes_nothing_that_was_shipped() -> None:
    before = repr(catalogue.shipped("orchard", "trees"))
    catalogue.open_box("orchard", {"trees": {"Pear": {"height": 1}}})
    catalogue.entries("orchard", "trees")["Pear"]["colour"] = "spoilt"
    catalogue.open_box("orchard", {})
    assert repr(catalogue.shipped("orchard", "trees")) == before
    assert catalogue.entries("orchard", "trees")["Pear"]["colour"] == "green"


@pytest.mark.usefixtures("orchard")
def test_a_missing_file_of_our_own_is_told() -> None:
    with pytest.raises(Trouble, match=r"data/orchard/weeds\.json is missing"):
        catalogue.shipped("orchard", "weeds")


@pytest.mark.usefixtures("orchard")
def test_rules_are_found_by_id_and_by_a_clear_beginning() -> None:
    assert list(catalogue.rules("orchard")) == ["plant.empty", "plant.oak", "table.talk"]
    assert catalogue.rule("orchard", "plant.oak").is_contested
    assert catalogue.rule("orchard", "table").why
    with pytest.raises(Trouble, match=r"'plant' could be plant\.empty or plant\.oak"):
        catalogue.rule("orchard", "plant")
    with pytest.raises(Trouble, match=r"did you mean plant\.oak"):
        catalogue.rule("orchard", "plant.aok")


@pytest.mark.usefixtures("orchard")
def test_readings_start_with_the_manuals_and_follow_the_tables_choice() -> None:
    assert catalogue.default_readings("orchard") == {"plant.oak": "late"}
    assert catalogue.choose_readings("orchard", {}) == {"plant.oak": "late"}
    assert catalogue.choose_readings("orchard", {"plant": "NEV"}) == {"plant.oak": "never"}


@pytest.mark.usefixtures("orchard")
@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"plant.oak": "soon"}, "There is no reading of plant.oak called 'soon'"),
        ({"plant.empty": "late"}, "There is no contested rule called 'plant.empty'"),
        ({"": "late"}, "There is no contested rule called ''"),
        ({"plant.oak": ""}, "There is no reading of plant.oak called ''"),
    ],
)
def test_a_reading_that_nobody_plays_is_refused(chosen: dict[str, str], message: str) -> None:
    with pytest.raises(Trouble) as caught:
        catalogue.choose_readings("orchard", chosen)
    assert caught.value.text.startswith(message)
