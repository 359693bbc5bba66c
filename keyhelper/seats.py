"""Who sits at the table: names in seating order, and the colour each of them plays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from keyhelper.engine import names, store
from keyhelper.engine.ledger import Header
from keyhelper.engine.trouble import Closed, Trouble
from keyhelper.prompts import MOST_TRIES, Prompter

_LONGEST_NAME = 40
_LONGEST_COLOUR = 20
_FAR_BACK = 200  # saved games that are looked through for a colour


class Seats(NamedTuple):
    """The players clockwise, and their colours as far as somebody has told them."""

    players: tuple[str, ...]
    colours: Mapping[str, str] = {}

    def written(self) -> str:
        """As a person types it: `Ann=red, Ben`."""
        told = (f"{p}={self.colours[p]}" if p in self.colours else p for p in self.players)
        return ", ".join(told)


def ask_seats(
    prompter: Prompter, fewest: int, most: int, last: Seats | None = None, *, coloured: bool = False
) -> Seats:
    """The players on one line; an empty line means those of last time."""
    telling = "; Ann=red tells a colour" if coloured else ""
    question = f"Who is playing, clockwise? ({fewest} to {most} names, with commas{telling})"
    fits = last is not None and fewest <= len(last.players) <= most
    if last is not None and fits:
        question += f" [{last.written() if coloured else ', '.join(last.players)}]"
        prompter.complete_with(lambda: last.players)
    for _ in range(MOST_TRIES):
        answer = prompter.ask(question, option="the players' names as arguments")
        if not answer and last is not None and fits:
            return last
        found = [part.strip() for part in answer.split(",")] if "," in answer else answer.split()
        try:
            return read_seats(tuple(filter(None, found)), fewest, most)
        except Trouble as error:
            prompter.screen.trouble(error)
    raise Closed


def read_seats(words: tuple[str, ...], fewest: int, most: int) -> Seats:
    """Players as they were typed, `Ann` or `Ann=red`; Trouble says which does not do."""
    split = [word.partition("=") for word in words]
    players = check_players(tuple(name for name, _, _ in split), fewest, most)
    colours: dict[str, str] = {}
    for player, (_, equals, colour) in zip(players, split, strict=True):
        if equals:
            colours[player] = _check_colour(player, " ".join(colour.split()), colours)
    return Seats(players, colours)


def check_players(players: tuple[str, ...], fewest: int, most: int) -> tuple[str, ...]:
    """The names, tidy; Trouble when they are too few, too many, doubled or unreadable."""
    tidy = tuple(" ".join(name.split()) for name in players)
    if not fewest <= len(tidy) <= most:
        wanted = str(fewest) if fewest == most else f"{fewest} to {most}"
        raise Trouble(f"This game is for {wanted} players; {len(tidy)} were named")
    for name in tidy:
        shown = names.safe(name)
        if not name or shown != name or len(name) > _LONGEST_NAME or not names.fold(name):
            raise Trouble(
                f"{shown[:_LONGEST_NAME]!r} cannot be a player's name",
                hint=f"letters and digits of any script, {_LONGEST_NAME} at most",
            )
    folded = [names.fold(name) for name in tidy]
    for index, name in enumerate(tidy):
        if folded[index] in folded[:index]:
            other = tidy[folded.index(folded[index])]
            raise Trouble(f"{other} and {name} would be mixed up", hint="add an initial")
    return tidy


def last_seats() -> Seats | None:
    """Who played last time, in their seats, with their last colours."""
    newest = next(_headers(), None)
    return None if newest is None else Seats(newest.players, last_colours(newest.players))


def last_colours(players: tuple[str, ...]) -> dict[str, str]:
    """The colour that each of them played last; where two had the same, the first keeps it."""
    wanted = {names.fold(player): player for player in players}
    found: dict[str, str] = {}
    for header in _headers():
        for name, colour in header.colours.items():
            player = wanted.get(names.fold(name))
            if player is not None:
                found.setdefault(player, colour)
        if len(found) == len(players):
            break
    return _without_clashes(players, {}, found)


def with_last_colours(seats: Seats) -> Seats:
    """The same seats; whoever told no colour has their last one, unless somebody else has it."""
    last = last_colours(seats.players)
    return Seats(seats.players, _without_clashes(seats.players, seats.colours, last))


def colours_said(seats: Seats) -> str:
    """`Ann red, Ben blue, Cy to choose`; empty where nobody has a colour."""
    if not seats.colours:
        return ""
    return ", ".join(f"{p} {seats.colours.get(p, 'to choose')}" for p in seats.players)


def _check_colour(player: str, colour: str, taken: Mapping[str, str]) -> str:
    if not names.fold(colour) or names.safe(colour) != colour or len(colour) > _LONGEST_COLOUR:
        raise Trouble(
            f"{names.safe(colour)[:_LONGEST_COLOUR]!r} cannot be {player}'s colour",
            hint=f"a word of at most {_LONGEST_COLOUR} letters, such as {player}=red",
        )
    for other, theirs in taken.items():
        if names.fold(theirs) == names.fold(colour):
            raise Trouble(f"{other} and {player} cannot both be {colour}")
    return colour


def _without_clashes(
    players: tuple[str, ...], given: Mapping[str, str], last: Mapping[str, str]
) -> dict[str, str]:
    colours = dict(given)
    for player in players:
        taken = {names.fold(colour) for colour in colours.values()}
        if player not in colours and player in last and names.fold(last[player]) not in taken:
            colours[player] = last[player]
    return {player: colours[player] for player in players if player in colours}


def _headers() -> Iterator[Header]:
    """The first lines of the saved games, the one last written to first."""
    for name in store.saved_names()[:_FAR_BACK]:
        header = store.peek(name)
        if header is not None:
            yield header
