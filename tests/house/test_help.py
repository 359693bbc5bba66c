"""Every command's help stands in the README, word for word.

The verbs are the same for every game, so they are shown once, for Tiny Towns; a game's own
setup options and questions are shown for each.
"""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from keyhelper.cli import House, house
from keyhelper.games import SHELF, Box
from tests.house.test_readme import README, tidy

FIRST = "tiny-towns"
OWN = ("setup", "track")  # verbs whose options differ from game to game


def commands() -> list[tuple[str, ...]]:
    """Every command shown: the house's, the first game's, and what others have of their own."""
    shown: list[tuple[str, ...]] = [(), *((name,) for name in House.makers)]
    context = click.Context(house)
    for box in SHELF:
        group = house.get_command(context, box.slug)
        assert isinstance(group, click.Group)
        shown.append((box.slug,))
        queries = [name for name, _ in box.queries]
        verbs = group.list_commands(context) if box.slug == FIRST else ["setup", *queries]
        shown += [(box.slug, verb) for verb in verbs]
    return shown


def help_of(*words: str) -> str:
    result = CliRunner().invoke(
        house, [*words, "--help"], prog_name="keyhelper", env={"COLUMNS": "80"}, terminal_width=78
    )
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("words", commands(), ids=lambda words: " ".join(words) or "keyhelper")
def test_the_help_of_a_command_is_in_the_readme(words: tuple[str, ...]) -> None:
    command = " ".join(("$ keyhelper", *words, "--help"))
    assert f"{command}\n{tidy(help_of(*words))}\n" in README


@pytest.mark.parametrize("box", [b for b in SHELF if b.slug != FIRST], ids=lambda box: box.slug)
def test_the_verbs_are_the_same_for_every_game(box: Box) -> None:
    group = house.get_command(click.Context(house), FIRST)
    assert isinstance(group, click.Group)
    for verb in group.list_commands(click.Context(group)):
        if verb not in OWN:
            mine = help_of(box.slug, verb)
            assert mine.replace(box.slug, FIRST).split() == help_of(FIRST, verb).split()


def section() -> str:
    """The README's section with all the help, as it should be now."""
    blocks = "\n\n".join(
        f"$ {' '.join(('keyhelper', *words, '--help'))}\n{tidy(help_of(*words))}"
        for words in commands()
    )
    return (
        f"<details>\n<summary>All the help</summary>\n\n```console\n{blocks}\n```\n\n</details>\n"
    )


if __name__ == "__main__":
    from pathlib import Path

    readme = Path(__file__).resolve().parents[2] / "README.md"
    head = README.partition("<details>\n<summary>All the help</summary>")[0]
    readme.write_text(head + section(), encoding="utf-8")
