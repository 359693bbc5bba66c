"""What the table looks like in a terminal: the map, the mats and the players' things."""

from __future__ import annotations

import re
from math import ceil, floor
from unicodedata import east_asian_width

from keyhelper.engine.game import Panel
from keyhelper.engine.names import listed
from keyhelper.games.keythedral import board
from keyhelper.games.keythedral.board import Spot, key
from keyhelper.games.keythedral.building import tile_words
from keyhelper.games.keythedral.cubes import BASICS, CRAFTS, YIELDS, number, say, spoken
from keyhelper.games.keythedral.model import NUMBERS, Cottage, Keythedral, player_marks
from keyhelper.games.keythedral.work import harvest

WIDEST = 11  # columns of fields side by side in 80 characters
NARROW = 48  # columns that a sentence of a panel takes, so that it fits any terminal
_CELL = 3
_SHORT = {"stone": "sto", "timber": "tim", "water": "wat", "food": "foo", "wine": "win"}


def panels(state: Keythedral, viewer: str | None) -> tuple[Panel, ...]:
    """What matters in this phase; cubes are shown only to the player they belong to."""
    players = tuple(player_panel(state, player, viewer) for player in state.players)
    if state.phase in ("clean-up", "auction"):
        return players
    shown = [map_panel(state)]
    if state.phase == "collect":
        shown.append(collect_panel(state))
    elif state.phase != "placement" and state.tiles is not None:
        shown.append(mat_panel(state))
    has_town = state.mat is not None or state.law_offer is not None
    if has_town and state.phase in ("actions", "over", "claim"):
        shown.append(town_panel(state))
    return (*shown, *players)


def map_panel(state: Keythedral) -> Panel:
    """The map: fields with their workers, cottages in the gaps, fences as slashes between."""
    marks = player_marks(state.players)
    spots = [board.spot_of(where) for where in state.fields or {}]
    gaps = [cottage.at for cottage in state.cottages or ()]
    lines: list[str] = []
    if spots or gaps:
        left = min(ceil(spot[0]) for spot in spots or gaps)
        right = max(floor(spot[0]) for spot in spots or gaps)
        for start in range(left, right + 1, WIDEST):
            if lines:
                lines.append("")
            lines += _strip(state, marks, start, min(start + WIDEST - 1, right))
        lines += ["", *_folded(", ".join(f"{mark} {player}" for player, mark in marks.items()))]
        signs = [] if state.phase == "placement" else ["* house", "/ \\ fence"]
        working = ["- no worker"] if _shows_workers(state) else []
        left_gap = ["g1 gap that a cottage left"] if state.left_gaps() else []
        lines += _folded(", ".join((*signs, ". free gap", *working, *left_gap)))
    return Panel("Map", tuple(lines or ("nothing is known of the map",)), tuple(_spoken(state)))


def collect_panel(state: Keythedral) -> Panel:
    """What each player's workers bring, in the order of collecting."""
    lines = []
    for player, brought, missed in harvest(state):
        gap = f"; {say(missed)} missed, the store is dry" if missed else ""
        lines += _folded(f"{player}: {say(brought)}{gap}")
    return Panel("To collect", tuple(lines or ["everybody has collected"]))


def mat_panel(state: Keythedral) -> Panel:
    """The building tiles that lie open, and how many wait."""
    row = state.row()
    tiles = state.tiles or ()
    told = [t for t in tiles if t.is_open and (t.value == row or t.cost is not None)]
    lines = [line for t in told for line in _folded(f"{t.name}  {tile_words(t)}", "     ")]
    rest = [tile.value for tile in tiles if tile not in told]
    waiting = {value: rest.count(value) for value in sorted(set(rest))}
    if waiting:
        lines.append("then " + ", ".join(f"{n} x {value}" for value, n in waiting.items()))
    if state.markers and _shows_workers(state):
        lines.append("markers on " + " ".join(map(str, state.markers)))
    return Panel("Keythedral mat", tuple(lines or ["all tiles are taken"]))


def town_panel(state: Keythedral) -> Panel:
    """Crafts, the store and the laws."""
    lines = []
    if state.mat is not None:
        crafts = ", ".join(f"{state.mat.get(kind, 0)} {spoken(kind)}" for kind in CRAFTS)
        lines.append(crafts)
        if state.spent:
            lines.append(f"beside it {say(state.spent)}")
    if state.store is not None:
        parts = [f"{state.store.get(kind, 0)} {kind}" for kind in BASICS]
        lines += [f"store {', '.join(parts[:3])},", f"      {', '.join(parts[3:])}"]
    if state.law_offer is not None:
        left = f", {state.law_deck} in the stack" if state.law_deck is not None else ""
        lines.append(f"{number(state.law_offer, 'law card')} on offer{left}")
    return Panel("Keytown mat", tuple(lines))


def player_panel(state: Keythedral, player: str, viewer: str | None) -> Panel:
    """What a player has; cubes stay hidden from everybody else to the end."""
    hand = state.hand(player)
    title = f"{player} (start player)" if player == state.start else player
    behind = hand.cubes if viewer == player or state.phase == "over" else None
    if state.phase == "placement":
        left = " ".join(map(str, hand.cottages))
        waiting = f"to place {left}" if left else "all placed"
        screen = () if behind is None else (f"behind the screen {say(behind)}",)
        return Panel(title, (waiting, _access(state, player), *screen))
    lines = []
    if hand.tile_count:
        lines.append(number(hand.tile_count, "tile"))
    houses = [c.number for c in state.cottages or () if c.player == player and c.is_house]
    if houses:
        lines.append(f"house {' '.join(map(str, sorted(houses)))}")
    if hand.fences is not None:
        lines.append(f"{number(hand.fences, 'fence')} left")
    if hand.laws:
        lines.append(number(hand.laws, "law"))
    if behind is not None:
        lines.append(say(behind))
    return Panel(title, tuple(_folded(", ".join(lines) or "nothing yet")))


def _access(state: Keythedral, player: str) -> str:
    """How many of a player's cottages reach each resource."""
    reach = dict.fromkeys(BASICS, 0)
    for cottage in state.cottages or ():
        if cottage.player == player:
            for kind in {YIELDS[state.field_at(s) or "grey"] for s in _reached(state, cottage)}:
                reach[kind] += 1
    reached = ", ".join(f"{kind} {count}" for kind, count in reach.items() if count)
    return f"cottages at {reached}" if reached else "none placed yet"


def _strip(state: Keythedral, marks: dict[str, str], left: int, right: int) -> list[str]:
    """A part of the map, from column `left` to column `right`."""
    spots = [board.spot_of(where) for where in state.fields or {}]
    ys = [y for _, y in spots or [cottage.at for cottage in state.cottages or ()]]
    top, bottom = ceil(min(ys)), floor(max(ys))
    columns = range(left, right + 1)
    head = "".join(f"{x:>{_CELL}}{'':{_CELL}}" for x in columns)
    halves = "".join(f"{x - 0.5:^{2 * _CELL}}" for x in (*columns, right + 1))
    lines = [f"{'':8}{head}".rstrip(), f"{'':4}{halves}".rstrip()]
    for y in range(top, bottom + 1):
        above = _gap_row(state, marks, columns, y - 0.5)
        if above.strip():
            lines.append(f"{y - 0.5:>4} {above}".rstrip())
        names = "".join(
            f"{_field_name(state, (x, y))}{_edges(state, (x + 0.5, y - 0.5), 'south')}"
            for x in columns
        )
        workers = "".join(
            f"{_worker_name(state, marks, (x, y))}{_edges(state, (x + 0.5, y + 0.5), 'north')}"
            for x in columns
        )
        first = _edges(state, (left - 0.5, y - 0.5), "south")
        second = _edges(state, (left - 0.5, y + 0.5), "north")
        lines.append(f"{y:>4} {first}{names}".rstrip())
        below = f"{'':5}{second}{workers}".rstrip()
        if _shows_workers(state) or below:
            lines.append(below)
    last = _gap_row(state, marks, columns, bottom + 0.5)
    if last.strip():
        lines.append(f"{bottom + 0.5:>4} {last}".rstrip())
    return lines


def _gap_row(state: Keythedral, marks: dict[str, str], columns: range, y: float) -> str:
    gaps: list[Spot] = [(columns[0] - 0.5, y), *((x + 0.5, y) for x in columns)]
    return f"{'':{_CELL}}".join(_gap_name(state, marks, gap) for gap in gaps)


def _gap_name(state: Keythedral, marks: dict[str, str], gap: Spot) -> str:
    if gap == state.keythedral:
        return "KEY"
    cottage = state.cottage_at(gap)
    if cottage is None:
        left = [name for name, spot in state.left_gaps().items() if spot == gap]
        if left:
            return f"g{left[0].removeprefix('gap ')} "
        return " . " if state.fields_of(gap) else "   "
    return f"{marks[cottage.player]}{cottage.number}{'*' if cottage.is_house else ' '}"


def _field_name(state: Keythedral, spot: Spot) -> str:
    colour = state.field_at(spot)
    return _SHORT[YIELDS[colour]] if colour else "   "


def _worker_name(state: Keythedral, marks: dict[str, str], spot: Spot) -> str:
    worker = state.worker_at(spot)
    if not _shows_workers(state):
        return "   "
    if worker is None:
        return " - " if state.field_at(spot) else "   "
    return f" {marks.get(worker.player or '', '?')} "


def _edges(state: Keythedral, gap: Spot, side: str) -> str:
    """The fences on the two edges of a gap that face this line of the map."""
    x, y = gap
    row = y - 0.5 if side == "north" else y + 0.5
    west, east = (x - 0.5, row), (x + 0.5, row)
    marks = ("/", "\\") if side == "north" else ("\\", "/")
    left = marks[0] if state.fence_on(gap, west) else " "
    right = marks[1] if state.fence_on(gap, east) else " "
    return f"{left} {right}"


def _shows_workers(state: Keythedral) -> bool:
    """Whether it matters where workers stand: once they brought their cubes it does not."""
    return state.phase in ("workers", "collect", "claim")


def _folded(text: str, indent: str = "  ") -> list[str]:
    """A list on lines that fit a narrow terminal, broken between its parts."""
    lines: list[str] = []
    for part in re.split(r"(?<=[,;+]) ", text):
        longer = f"{lines[-1]} {part}" if lines else part
        if lines and _cells(longer) > NARROW:
            lines.append(indent + part)
        else:
            lines[-1:] = [longer]
    return lines


def _cells(text: str) -> int:
    """Columns that a text takes on a terminal; letters of some scripts take two."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _reached(state: Keythedral, cottage: Cottage) -> list[Spot]:
    fields = state.fields_of(cottage.at)
    return [spot for spot in fields if not state.is_fenced(cottage.at, spot)]


def _spoken(state: Keythedral) -> list[str]:
    """The map in sentences."""
    lines = []
    by_row = sorted((state.fields or {}).items(), key=lambda item: board.spot_of(item[0])[::-1])
    for where, colour in by_row:
        worker = state.worker_at(board.spot_of(where))
        whose = f", {worker.player}'s worker" if worker else ""
        lines.append(f"Field {where}: {YIELDS[colour]}{whose}")
    for number_ in NUMBERS:
        for cottage in state.cottages or ():
            if cottage.number == number_:
                reach = [
                    f"{YIELDS[state.field_at(spot) or 'grey']} {key(spot)}"
                    for spot in _reached(state, cottage)
                ]
                lines.append(f"{cottage.says()} reaches {listed(reach) or 'no field'}")
    lines += [fence.says()[:1].upper() + fence.says()[1:] for fence in state.fences]
    return lines
