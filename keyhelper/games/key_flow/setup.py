"""Setting up: decks sorted and counted, homes drawn, and what to do when a season begins."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from keyhelper.engine import names
from keyhelper.engine.chance import Chance
from keyhelper.engine.game import Answer, Frozen, Query, Step
from keyhelper.games.key_flow import decks
from keyhelper.games.key_flow.decks import SEASONS, Season, in_box
from keyhelper.games.key_flow.model import (
    DOUBLE,
    KeyFlow,
    KeyFlowOptions,
    book_of_the_box,
    home_building,
    told,
)
from keyhelper.games.key_flow.printed import RESOURCES, SKILLS


def set_up(
    players: tuple[str, ...], options: KeyFlowOptions, chance: Chance, readings: dict[str, str]
) -> KeyFlow:
    """The table before the first card: homes drawn, villages of one card, full supplies."""
    drawn = chance.stream("homes").shuffle(range(1, in_box("home cards") + 1))
    single, double = (
        in_box(f"{side}-sided skill tiles of each kind") for side in ("single", "double")
    )
    supply = {resource: in_box(resource) for resource in RESOURCES}
    supply |= {"token": in_box("keyple tokens"), "upgrade": in_box("upgrade tiles")}
    supply |= {"skill": single * len(SKILLS)} | {DOUBLE + kind: double for kind in SKILLS}
    is_village = options.keep != "counts"
    return KeyFlow(
        players=players,
        readings=readings,
        keep=options.keep,
        homes=dict(zip(players, drawn, strict=False)),
        villages={player: (home_building(),) if is_village else () for player in players},
        stores=dict.fromkeys(players, ()) if is_village else {},
        tokens=dict.fromkeys(players, 0),
        skills={player: {} for player in players},
        supply=supply,
        unplayed=decks.cards_in_play(len(players)),
        book=book_of_the_box(),
        asks_at_end=True,
        edition=1,
    )


def table(state: KeyFlow, show_secrets: bool) -> dict[str, Any]:
    """The setup as other programs read it; nothing in it is secret."""
    return {
        "decks": {season: decks.deck(season, len(state.players)) for season in SEASONS},
        "homes": dict(state.homes),
    }


def steps(state: KeyFlow) -> tuple[Step, ...]:
    """The setup as things to do with your hands, each pile with a count to verify."""
    count = len(state.players)
    each = decks.winter_k_each(count)
    spring = decks.deck("spring", count)
    goods = ", ".join(f"{in_box(resource)} {resource}" for resource in RESOURCES)
    return (
        Step(
            "Put within everybody's reach",
            detail=(
                f"resources: {goods}",
                f"{in_box('keyple tokens')} keyple tokens, {in_box('upgrade tiles')} upgrade tiles",
                f"9 double-sided skill tiles, 3 of each; {in_box('multiplier tiles')} multipliers",
            ),
        ),
        Step(
            "Shuffle the 45 single-sided skill tiles face down: the draw pile",
            detail=("15 anvils, 15 pick axes, 15 saws",),
        ),
        Step(
            "Sort the season cards by back, and each season into K and numbered cards",
            detail=tuple(_sorting(season) for season in SEASONS),
        ),
        *(_deck_step(season, count) for season in SEASONS[:3]),
        _winter_step(count),
        Step(
            "Lay out the six home cards face up, count from the left, and take",
            detail=tuple(f"{player}: home {number}" for player, number in state.homes.items()),
        ),
        Step(f"Each takes a store card; {6 - count} homes and {6 - count} stores go to the box"),
        Step(
            f"Deal {spring['hand']} spring cards to each ({spring['cards']} cards, none left over)"
        ),
        Step(
            f"Deal {each} winter K cards to each to look at, and keep them apart from the hand",
            detail=(f"the other {decks.deck('winter', count)['k_boxed']} go to the box unseen",),
        ),
        Step("Lay the summer and autumn decks and the numbered winter cards ready"),
        Step(f"Spring hands are passed to the {spring['pass']}; everybody plays at once"),
    )


def _sorting(season: str) -> str:
    back = decks.box_of(season)
    numbered = sum(decks.marked(season, mark) for mark in range(2, 7))
    return f"{season} ({back['back']}): {back['k'] + numbered} cards, {back['k']} of them K"


def _deck_step(season: str, count: int) -> Step:
    deck = decks.deck(season, count)
    numbered = decks.numbered_boxed(season, count)
    gone = sum(numbered.values())
    marks = ", ".join(f"{n} marked {mark}" for mark, n in numbered.items())
    return Step(
        f"{season.title()} deck: {deck['cards']} cards",
        detail=(
            f"to the box: {_number(deck['k_boxed'])} of the K cards, drawn unseen; "
            f"{deck['k_used']} stay",
            f"to the box: {f'{gone} numbered cards ({marks})' if gone else 'no numbered card'}; "
            f"{deck['numbered_used']} stay",
            f"shuffle both: {deck['k_used']} + {deck['numbered_used']} = {deck['cards']} = "
            f"{count} players x {deck['hand']}",
        ),
    )


def _winter_step(count: int) -> Step:
    deck = decks.deck("winter", count)
    numbered = decks.numbered_boxed("winter", count)
    gone = sum(numbered.values())
    marks = ", ".join(f"{n} marked {mark}" for mark, n in numbered.items())
    return Step(
        f"Winter: two piles, not shuffled together yet ({deck['cards']} cards in the end)",
        detail=(
            f"K pile: shuffle all 30; {count} x {deck['k_dealt_each']} will be dealt, "
            f"{deck['k_boxed']} go to the box",
            f"numbered pile: to the box {f'{gone} cards ({marks})' if gone else 'none'}; "
            f"{deck['numbered_used']} stay",
            f"later: {deck['k_kept']} K left in hand + {deck['numbered_used']} = "
            f"{deck['cards']} = {count} players x {deck['hand']}",
        ),
    )


def _number(count: int) -> str:
    return str(count) if count else "none"


def _season(given: Any) -> Any:
    """A season by its name or the start of it; fall is autumn."""
    if isinstance(given, str) and given.strip().casefold() == "fall":
        return "autumn"
    return told(given, lambda text: names.choose(text, SEASONS, "season", prefix=True))


class SeasonAsked(Frozen):
    """How a season begins: what is dealt, where hands go, what to remember."""

    season: Annotated[Season | None, BeforeValidator(_season)] = Field(
        default=None,
        description="spring, summer, autumn or winter; the saved game's next if left out",
    )
    players: int | None = Field(default=None, ge=2, le=6, description="How many are playing")


def answer_season(state: KeyFlow | None, asked: SeasonAsked) -> Answer:
    """A season's deal and reminders, for the saved game's players or for every number of them."""
    season = asked.season or (state.season if state is not None else "spring")
    count = asked.players or (len(state.players) if state is not None else None)
    counts = [count] if count else list(range(2, 7))
    data = {
        "season": season,
        "players": {str(n): decks.deck(season, n) for n in counts},
        "reminders": list(reminders(season)),
    }
    lines = [f"{season.title()} ({decks.box_of(season)['back']} backs)", ""]
    lines += [f"  {_deal(season, n)}" for n in counts]
    lines += ["", *(f"  {line}" for line in reminders(season))]
    return Answer(tuple(lines), data)


def _deal(season: str, count: int) -> str:
    deck = decks.deck(season, count)
    k = deck["k_kept"] if season == "winter" else deck["k_used"]
    return (
        f"{count} players: deal {deck['hand']} each, {deck['cards']} cards in all "
        f"({k} K + {deck['numbered_used']} numbered), pass {deck['pass']}"
    )


def reminders(season: str) -> tuple[str, ...]:
    """What a table forgets when a season begins."""
    common = (
        f"Turns: one for each card dealt; hands go to the {decks.passing(season)}",
        "After the last card: token actions in one's own village, then clear",
        "Clear: tokens to the supply, keyple cards under the village owner's store",
    )
    before = {
        "spring": ("Spring was dealt at setup, with the winter K cards to look at",),
        "summer": ("Boats come now: bottom row, never activated, lasting abilities",),
        "autumn": ("Locations come now: carry goods to them",),
        "winter": (
            "Before the deal: shuffle the winter K cards left over with the numbered ones",
            "Winter cards are not activated; they score at the end",
        ),
    }[season]
    after = {
        "autumn": "Then each plays one winter K card into the village; none may be discarded",
        "winter": "Then the final count: `keyhelper key-flow score`",
    }.get(season)
    return (*before, *common, *([after] if after else []))


SEASON = Query(name="season", arguments=SeasonAsked, answer=answer_season, positional=("season",))
