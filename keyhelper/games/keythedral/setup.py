"""Setting up: who starts, which tiles and fields are used, and what to do with one's hands."""

from __future__ import annotations

from collections import Counter
from typing import Any

from keyhelper.engine import catalogue, names
from keyhelper.engine.chance import Chance
from keyhelper.engine.game import Step
from keyhelper.engine.names import listed
from keyhelper.engine.trouble import Trouble
from keyhelper.games.keythedral import board
from keyhelper.games.keythedral.cubes import (
    BASICS,
    CRAFTS,
    FIELD_COLOURS,
    LANDSCAPES,
    Counts,
    in_box,
    number,
    read_cubes,
    spoken,
)
from keyhelper.games.keythedral.model import (
    LAW_CARDS,
    LAW_SPACES,
    NUMBERS,
    Hand,
    Keythedral,
    KeythedralOptions,
    Tile,
    boxed_tiles,
    field_counts,
    marker_order,
    mat_rows,
)

SLUG = "keythedral"
EACH = 5  # fields and cottages that each player places
FEWEST, MOST = 2, 5
_WORDS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five"}


def setup(
    players: tuple[str, ...], options: KeythedralOptions, chance: Chance, readings: dict[str, str]
) -> Keythedral:
    """The table before the first field is drawn."""
    if not FEWEST <= len(players) <= MOST:
        raise Trouble(f"Keythedral is for {FEWEST} to {MOST} players; {len(players)} were named")
    if options.first is None:
        first = chance.stream("first").pick(players)
    else:
        first = names.choose(options.first, players, "player", prefix=True)
    rows = mat_rows(options.edition, options.length)
    tiles = tuple(
        Tile(name=f"{value}{'abcdef'[place]}", value=value, is_open=options.strategic)
        for value, count in rows.items()
        for place in range(count)
    )
    tracked = not options.untracked
    hand = Hand(cubes={} if tracked else None, cottages=NUMBERS)
    return Keythedral(
        players=players,
        readings=readings,
        edition=options.edition,
        length=options.length,
        strategic=options.strategic,
        is_tracked=tracked,
        phase="placement",
        start=first,
        placer=first,
        fields=dict(board.START_FIELDS),
        cottages=(),
        bag=bag_size(len(players)),
        likely_bag=bag_by_colour(len(players)),
        hands=dict.fromkeys(players, hand),
        store={kind: in_box()[kind] for kind in BASICS} if tracked else None,
        mat={kind: in_box()[kind] for kind in CRAFTS} if tracked else None,
        spent={} if tracked else None,
        tiles=tiles,
        known_costs=_known_costs(options.edition),
        law_deck=LAW_CARDS - LAW_SPACES,
        law_offer=LAW_SPACES,
    )


def bag_size(players: int) -> int:
    """Fields in the bag: all with a number up to the players', without the four 1s."""
    numbers = catalogue.shipped(SLUG, "fields")["numbers"]
    return sum(count for n, count in numbers.items() if 1 < int(n) <= players)


def bag_by_colour(players: int) -> dict[str, int]:
    """What the bag holds by colour: from the owner's box, else as likely as can be told.

    With five players every field is in play, so the counts are certain.
    """
    start = Counter(board.START_FIELDS.values())
    if players == MOST:
        return {colour: field_counts()[colour] - start[colour] for colour in FIELD_COLOURS}
    known = catalogue.entries(SLUG, "fields")
    used = range(2, players + 1)
    read = {colour: [known[colour][f"number_{n}"] for n in used] for colour in FIELD_COLOURS}
    if all(count is not None for counts in read.values() for count in counts):
        return {colour: sum(counts) for colour, counts in read.items()}
    # Nobody could read which colours bear which numbers. The five 5s, 4s and 3s are supposed to
    # be one of each colour, and the 2s what is left: a likelihood, told as such, never a reason.
    unused = MOST - players
    return {colour: field_counts()[colour] - start[colour] - unused for colour in FIELD_COLOURS}


def is_certain(players: int) -> bool:
    """Whether the colours in the bag are known and not just likely."""
    known = catalogue.entries(SLUG, "fields")
    used = range(2, players + 1)
    read = [known[colour][f"number_{n}"] for colour in FIELD_COLOURS for n in used]
    return players == MOST or None not in read


def table(state: Keythedral, show_secrets: bool) -> dict[str, Any]:
    """The setup as JSON."""
    rows = mat_rows(state.edition, state.length)
    first = state.start or state.players[0]
    return {
        "rows": {str(value): count for value, count in rows.items()},
        "tiles": sum(rows.values()),
        "tile_points": sum(value * count for value, count in rows.items()),
        "bag": bag_size(len(state.players)),
        "bag_by_colour": bag_by_colour(len(state.players)),
        "start_fields": dict(board.START_FIELDS),
        "first": first,
        "marker_order": list(marker_order(state.players, first)),
    }


def steps(state: Keythedral) -> tuple[Step, ...]:
    """The setup as things to do with one's hands, with counts to verify."""
    return (
        Step("Put the Keythedral tile in the middle of the table, with room on all sides"),
        *_tile_steps(state),
        *_town_steps(state),
        *_kit_steps(state),
        *_field_steps(state),
        *_placement_steps(state),
    )


def _tile_steps(state: Keythedral) -> tuple[Step, ...]:
    rows = mat_rows(state.edition, state.length)
    boxed = boxed_tiles(state.edition)
    lay = listed([_tiles_of(value, count) for value, count in rows.items()])
    if state.edition == "rnd":
        spaces = "on every space of the mat"
    elif state.length == "short":
        spaces = "on the grey spaces only"
    else:
        spaces = "on the grey and the orange spaces"
    side = "cost side up" if state.strategic else "number side up, nobody looks at the costs"
    back = [_tiles_of(value, count - rows[value]) for value, count in boxed.items() if count]
    unused = (
        f"Put the others back in the box unseen: {listed(back)}"
        if back
        else "Put the others back in the box unseen"
    )
    points = sum(value * count for value, count in rows.items())
    return (
        Step(
            f"Lay the Keythedral mat beside it; sort the building tiles by value, shuffle each "
            f"value, and lay {lay} {spaces}, {side}",
            detail=(
                unused,
                f"Check: {sum(rows.values())} tiles lie on the mat, {points} points in all",
            ),
        ),
    )


def _tiles_of(value: int, count: int) -> str:
    return f"one {value}" if count == 1 else f"{_WORDS[count]} {value}s"


def _town_steps(state: Keythedral) -> tuple[Step, ...]:
    crafts = listed([f"{in_box()[kind]} {spoken(kind)}" for kind in CRAFTS])
    basics = listed([f"{in_box()[kind]} {kind}" for kind in BASICS])
    total = sum(in_box()[kind] for kind in BASICS)
    lie = "face up" if state.reads("setup.laws", "face-down") == "face-up" else "face down"
    deck = LAW_CARDS - LAW_SPACES
    return (
        Step(f"Lay the Keytown mat on the other side, with {crafts} on their areas"),
        Step(
            f"Shuffle the {LAW_CARDS} law cards into a face-down stack; lay two {lie} on the New "
            f"Law spaces",
            detail=(f"Check: {deck} cards are left in the stack",),
        ),
        Step(f"Make a store within reach: {basics}", detail=(f"Check: {total} cubes",)),
        Step("Lay the work order markers 1 to 5 next to the Keythedral mat"),
    )


def _kit_steps(state: Keythedral) -> tuple[Step, ...]:
    kit = "5 cottages (1 to 5), 10 workers, 3 fences, a screen and a turn order card"
    return (
        Step(f"Each player chooses a colour and takes {kit}"),
        Step(_first_words(state)),
    )


def _first_words(state: Keythedral) -> str:
    if state.reads("setup.first", "drawn") == "youngest-names":
        return (
            f"The youngest names the start player, who takes the green marker; keyhelper goes on "
            f"with {state.start}, `--first NAME` says otherwise"
        )
    return f"{state.start} starts and takes the green start player marker"


def _field_steps(state: Keythedral) -> tuple[Step, ...]:
    count = len(state.players)
    numbers = catalogue.shipped(SLUG, "fields")["numbers"]
    out = [(n, numbers[n]) for n in numbers if int(n) > count]
    colours = listed([f"{n} {colour}" for colour, n in bag_by_colour(count).items()])
    likely = "" if is_certain(count) else "probably "
    note = "" if is_certain(count) else " (only the total is certain)"
    away = (
        f"Put the fields numbered {listed([n for n, _ in out])} back in the box: "
        f"{number(sum(n for _, n in out), 'tile')}"
        if out
        else "All fields are used with five players; none goes back"
    )
    return (
        Step(away),
        Step(
            "Lay the four fields numbered 1 around the Keythedral, number down: the two grey "
            "quarries opposite each other, the two brown woods opposite each other",
            detail=(
                *(f"{where}  {c} ({LANDSCAPES[c]})" for where, c in board.START_FIELDS.items()),
                f"The Keythedral is at {board.key(board.KEYTHEDRAL)}; x counts to the right, "
                "y downwards",
            ),
        ),
        Step(
            f"Mix the other fields in the bag. You should hold {bag_size(count)} tiles: count them",
            detail=(f"{EACH} for each of {_WORDS[count]} players; {likely}{colours}{note}",),
        ),
    )


def _placement_steps(state: Keythedral) -> tuple[Step, ...]:
    order = listed(state.clockwise(state.start or state.players[0]))
    if state.reads("place.clockwise", "field-first") == "free":
        turn = "draw a field and lay it, and place a cottage, in either order"
    else:
        turn = "draw a field and lay it, then place a cottage"
    touch = (
        "side by side with any field"
        if state.reads("field.touch", "field-or-cottage") == "field-only"
        else "side by side with any field, or touching any cottage"
    )
    markers = marker_order(state.players, state.start or state.players[0])
    after = (
        "The costs are open already; the row of lowest value is sold first"
        if state.strategic
        else f"Then turn over the row of {min(mat_rows(state.edition, state.length))}s"
    )
    return (
        Step(
            f"In turn ({order}), {turn}, until everybody has placed {EACH} of each",
            detail=(
                f"A field goes {touch}",
                "A cottage goes light side up into a free gap at the corner of any field",
                "The bag is empty afterwards",
            ),
        ),
        Step(after),
        Step(f"In round 1 the markers 1 to 5 are placed by {listed(markers)}"),
    )


def _known_costs(edition: str) -> dict[str, tuple[Counts, ...]]:
    """Costs that the owner's box knows, by value; a cost that cannot be read is left out."""
    known: dict[str, tuple[Counts, ...]] = {}
    if edition != "pro-ludo":
        return known
    for entry in catalogue.entries(SLUG, "tiles").values():
        value, cost = entry.get("value"), entry.get("cost")
        if value is None or not cost:
            continue
        try:
            counts = read_cubes(cost)
        except ValueError:
            continue
        known[str(value)] = (*known.get(str(value), ()), counts)
    return known
