"""What leaves the program: JSON, CSV, Markdown for a chat, an HTML sheet, a BG Stats link.

Each form guards what it is read by: spreadsheets against formulas, chats against markup and
mentions, browsers against markup of any kind.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, get_args
from urllib.parse import quote

from keyhelper.engine import catalogue, names
from keyhelper.engine.scoring import as_document
from keyhelper.engine.trouble import Trouble, UsageTrouble
from keyhelper.plays import Play, day_in_words, moment, outcome, person, time_in_words

if TYPE_CHECKING:
    from keyhelper.engine.game import Game
    from keyhelper.engine.scoring import Place

Form = Literal["json", "csv", "csv-wide", "markdown", "html", "bgstats"]
FORMS: tuple[str, ...] = get_args(Form)

BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="
# Numbers on boardgamegeek.com that were looked up; a wrong one would file the play elsewhere.
_BGG_IDS = {"tiny-towns": 265736, "keyper": 212516}

# What makes a spreadsheet read a cell as a formula, in both widths.
_FORMULA_STARTS = tuple("=+-@\t\r\n＝＋－＠")
_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|~&])")


def write(
    form: str,
    play: Play,
    *,
    game: Game[Any] | None = None,
    state: Any = None,
    location: str = "",
) -> str:
    """One counted game in that form, without a last line end; the sheet draws `state`'s boards."""
    if form == "html":
        from keyhelper.sheet_html import sheet

        return sheet(play, game, state)
    if form == "bgstats":
        return bgstats_link(play, location)
    if form == "json":
        return _dumped(as_json(play))
    if form == "markdown":
        return markdown(play)
    return write_many(form, [play])


def write_many(form: str, plays: Sequence[Play], *, location: str = "") -> str:
    """Several counted games in that form, without a last line end."""
    if form == "csv":
        return csv_long(plays)
    if form == "csv-wide":
        return csv_wide(plays)
    if form == "json":
        return _dumped({"plays": [as_json(play) for play in plays]})
    if form == "markdown":
        return "\n\n".join(markdown(play) for play in plays)
    if form == "bgstats":
        return "\n".join(bgstats_link(play, location) for play in plays)
    if form == "html":
        raise UsageTrouble(
            "An HTML sheet shows one game", hint="`keyhelper history export NAME --form html`"
        )
    raise UsageTrouble(f"There is no form {form!r}", hint=f"one of: {', '.join(FORMS)}")


def as_json(play: Play) -> dict[str, Any]:
    """The score document with what is known about the play around it."""
    document: dict[str, Any] = {
        "game": play.game,
        "name": play.title,
        "saved": play.saved or None,
        "created": play.created or None,
        "started": play.started,
        "ended": play.ended,
        "minutes": play.minutes,
        "seed": play.seed or None,
        "seating": list(play.seating),
        "colours": dict(play.colours),
        "first": play.first,
        "options": dict(play.options),
        "readings": dict(play.readings),
        "entries": play.entries,
        "overruled": [
            {"entry": o.number, "text": o.text, "rules": list(o.rules)} for o in play.overruled
        ],
        "ending": play.ending,
    }
    return document | as_document(play.game, play.result)


# CSV


def csv_long(plays: Sequence[Play]) -> str:
    """One row for each line of each score sheet: what a pivot table likes."""
    head = [*_PLAY_HEAD, *_SEAT_HEAD, "line", "label", "points", "detail"]
    rows = [
        [*_play_cells(play), *_seat_cells(play, place), n.id, n.label, n.points, n.detail]
        for play in plays
        for place in play.result.places
        for n in place.sheet.lines
    ]
    return _csv([head, *rows])


def csv_wide(plays: Sequence[Play]) -> str:
    """One row for each player, one column for each line of the score sheets."""
    is_mixed = len({play.game for play in plays}) > 1
    labels: dict[tuple[str, str], str] = {}
    for play in plays:
        for place in play.result.places:
            for line in place.sheet.lines:
                label = f"{play.title}: {line.label}" if is_mixed else line.label
                labels.setdefault((play.game, line.id), label)
    head = [*_PLAY_HEAD, *_SEAT_HEAD, *labels.values()]
    rows = []
    for play in plays:
        for place in play.result.places:
            points: dict[tuple[str, str], int | None] = {}
            for line in place.sheet.lines:
                key = (play.game, line.id)
                points[key] = _added(points.get(key, 0), line.points)
            cells = [points.get(key) for key in labels]
            rows.append([*_play_cells(play), *_seat_cells(play, place), *cells])
    return _csv([head, *rows])


_PLAY_HEAD = ("game", "saved", "ended", "minutes", "seed", "players")
_SEAT_HEAD = ("player", "place", "winner", "first", "total")


def _play_cells(play: Play) -> tuple[Any, ...]:
    count = len(play.result.places)
    return (play.game, play.saved, play.ended or "", play.minutes, play.seed, count)


def _seat_cells(play: Play, place: Place) -> tuple[Any, ...]:
    name = place.sheet.player
    shown = place.place if play.is_decided else None
    is_winner = int(name in play.result.winners)
    return (name, shown, is_winner, int(name == play.first), place.sheet.total)


def _added(so_far: int | None, points: int | None) -> int | None:
    return None if so_far is None or points is None else so_far + points


def _csv(rows: Sequence[Sequence[Any]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([_cell(value) for value in row] for row in rows)
    return text.getvalue().rstrip("\n")


def _cell(value: Any) -> Any:
    """Numbers as they are, texts so that no spreadsheet takes one for a formula."""
    if not isinstance(value, str):
        return value
    guard = "'" if value.startswith(_FORMULA_STARTS) else ""
    return guard + names.safe(value)


# Markdown


def markdown(play: Play) -> str:
    """A short message for a chat: who won, the places, and where the points came from."""
    about = [f"**{_plain(play.title)}**", *map(_plain, _about(play))]
    lines = [" · ".join(about), _plain(outcome(play)), ""]
    for place in play.result.places:
        lines.append(f"- {_placed(play, place)}")
        parts = [f"{_plain(n.label)} {_number(n.points)}" for n in place.sheet.lines]
        lines.append(f"  {' · '.join(parts)}")
    lines += [f"- Not proven: {_plain(gap)}" for gap in play.result.unproven]
    if play.overruled:
        lines += ["", "Recorded against the rules:"]
        lines += [f"- {_plain(o.text)} ({_plain(', '.join(o.rules))})" for o in play.overruled]
    ways = [*chosen_words(play), *reading_words(play)]
    if play.seed:
        ways.append(f"seed {play.seed}")
    if ways:
        lines += ["", f"Played with {_plain('; '.join(ways))}"]
    return "\n".join(lines)


def _about(play: Play) -> Iterator[str]:
    """When, how many, how long."""
    if play.ended:
        yield day_in_words(play.ended)
    count = len(play.result.places)
    yield f"{count} player{'s' * (count != 1)}"
    if play.minutes:
        yield time_in_words(play.minutes)
    if not play.is_over:
        yield "not over yet"


def _placed(play: Play, place: Place) -> str:
    name, total = _plain(place.sheet.player), _number(place.sheet.total)
    who = f"**{name}**" if place.sheet.player in play.result.winners else name
    # Not "1." after the dash: that would begin a list within the list.
    head = f"{ordinal(place.place)} {who} {total}" if play.is_decided else f"{who} {total}"
    return head + (f" ({_plain(place.note)})" if place.note else "")


def ordinal(place: int) -> str:
    """A place as people say it: 1st, 2nd, 3rd, 4th."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(place, "th")
    return f"{place}{ending}"


def _plain(text: str) -> str:
    """Text that a chat shows as it is: no markup, nobody called by an @."""
    marked = _MARKUP.sub(r"\\\1", names.safe(text))
    return marked.replace("@", "@\u200b").replace("://", ":\u200b//")


def _number(points: int | None) -> str:
    return "?" if points is None else str(points)


# What was unusual about a play, in words


def chosen_words(play: Play) -> list[str]:
    """The options that differ from the default: `variant town-hall`, `cavern`, `no monuments`."""
    return [_option_words(name, value) for name, value in play.chosen.items()]


def _option_words(name: str, value: Any) -> str:
    shown = name.replace("_", " ").replace("-", " ")
    if isinstance(value, bool):
        return shown if value else f"no {shown}"
    if isinstance(value, list | tuple):
        said = names.listed([str(item) for item in value])
        return said if name == "with" else f"{shown} {said}"
    return f"{shown} {value}"


def unusual_readings(play: Play) -> Mapping[str, str]:
    """The contested rules that were played another way than by default."""
    try:
        usual = catalogue.default_readings(play.game)
    except Trouble:  # a game that is no longer on the shelf
        return {}
    return {rule: chosen for rule, chosen in play.readings.items() if usual.get(rule) != chosen}


def reading_words(play: Play) -> list[str]:
    return [f"{rule} read as {chosen}" for rule, chosen in unusual_readings(play).items()]


# BG Stats


def bgstats_link(play: Play, location: str = "") -> str:
    """A link that opens the BG Stats app with this play filled in."""
    text = json.dumps(bgstats(play, location), ensure_ascii=False, separators=(",", ":"))
    return BG_STATS + quote(text, safe="")


def bgstats(play: Play, location: str = "") -> dict[str, Any]:
    """The play as BG Stats reads it; its four booleans are always there, or the app refuses."""
    if not play.is_over or not play.is_decided:
        raise Trouble(
            "BG Stats takes finished games only",
            hint="`--share markdown` tells how it stands so far",
        )
    game: dict[str, Any] = {
        "name": play.title,
        "sourceGameId": play.game,
        "highestWins": True,
        "noPoints": False,
    }
    if play.game in _BGG_IDS:
        game["bggId"] = _BGG_IDS[play.game]
    document: dict[str, Any] = {
        "sourceName": "keyhelper",
        "sourcePlayId": play_id(play),
        "playDate": _play_date(play),
        "game": game,
        "players": [_bgstats_player(play, place) for place in play.result.places],
        "comments": _breakdown(play),
    }
    board = [*chosen_words(play), *([f"seed {play.seed}"] if play.seed else [])]
    if board:
        document["board"] = names.safe(", ".join(board))
    if play.minutes is not None:
        document["durationMin"] = play.minutes
    if location:
        document["location"] = names.safe(location)
    return document


def play_id(play: Play) -> str:
    """The same for the same game however often it is shared, and different for every other."""
    parts: list[Any] = [play.game, play.saved, play.created]
    if not play.saved or play.is_counted:  # the same before and after it was kept
        parts = [play.game, "", ""]
        parts += [(p.sheet.player, [tuple(n) for n in p.sheet.lines]) for p in play.result.places]
    text = json.dumps(parts, ensure_ascii=True)
    return hashlib.blake2b(text.encode(), digest_size=10).hexdigest()


def _play_date(play: Play) -> str:
    found = moment(play.ended) or moment(play.created)
    if found is None:
        raise Trouble("BG Stats wants a date, and nobody recorded when this game ended")
    return f"{found:%Y-%m-%d %H:%M:%S}"


def _bgstats_player(play: Play, place: Place) -> dict[str, Any]:
    name = names.safe(place.sheet.player)
    colour = play.colours.get(place.sheet.player)
    role = {"role": names.safe(colour)} if colour else {}
    return {
        "name": name,
        "sourcePlayerId": person(name),
        "startPlayer": place.sheet.player == play.first,
        "winner": place.sheet.player in play.result.winners,
        "score": place.sheet.total,
        "rank": place.place,
    } | role


def _breakdown(play: Play) -> str:
    lines = []
    for place in play.result.places:
        parts = [f"{line.label} {_number(line.points)}" for line in place.sheet.lines]
        note = f" ({place.note})" if place.note else ""
        lines.append(f"{place.sheet.player} {place.sheet.total}{note}: {', '.join(parts)}")
    if play.overruled:
        count = len(play.overruled)
        lines.append(f"{count} move{'s' * (count != 1)} recorded against the rules")
    return "\n".join(names.safe(line) for line in lines)


# The list of plays


def brief_json(play: Play) -> dict[str, Any]:
    """A finished game as `history --json` lists it."""
    return {
        "saved": play.saved,
        "game": play.game,
        "ended": play.ended,
        "minutes": play.minutes,
        "seed": play.seed,
        "entries": play.entries,
        "overruled": len(play.overruled),
        "players": [
            {
                "name": place.sheet.player,
                "place": place.place if play.is_decided else None,
                "total": place.sheet.total,
                "winner": place.sheet.player in play.result.winners,
            }
            for place in play.result.places
        ],
        "decided_by": play.result.decided_by,
    }


def _dumped(document: Any) -> str:
    """JSON in which what could steer a terminal is escaped, as JSON allows."""
    text = json.dumps(document, ensure_ascii=False, indent=2)
    return re.sub(r"[^\x20-\x7e\n]", _escaped, text)


def _escaped(found: re.Match[str]) -> str:
    letter = found.group()
    return letter if names.safe(letter) == letter else json.dumps(letter)[1:-1]
