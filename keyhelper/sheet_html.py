"""The score sheet as one HTML file: no script, nothing loaded from anywhere, fit for a printer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from keyhelper import __version__, share
from keyhelper.engine import catalogue
from keyhelper.engine.trouble import Trouble
from keyhelper.plays import Play, day_in_words, outcome, time_in_words
from keyhelper.sheet_svg import drawn, text, tints, written

if TYPE_CHECKING:
    from keyhelper.engine.game import Game
    from keyhelper.engine.scoring import Place, ScoreSheet, Tiebreak

_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'"
)
_STYLE = """
:root{color-scheme:light dark;--paper:#fbfaf7;--ink:#23211d;--soft:#6a665d;--rule:#dedad0;
--band:#f2efe8;--mark:#8a5a12;--fill:86%;--edge:64%;--calm:1}
@media (prefers-color-scheme:dark){:root{--paper:#1b1a18;--ink:#ebe7de;--soft:#a7a196;
--rule:#3b3833;--band:#252320;--mark:#e3b567;--fill:26%;--edge:42%;--calm:.62}}
*{box-sizing:border-box}
body{margin:0 auto;padding:3rem 1.5rem 4rem;max-width:56rem;background:var(--paper);
color:var(--ink);font:1rem/1.55 system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;
overflow-wrap:break-word}
h1{margin:0;font-size:1.9rem;line-height:1.2;font-weight:650;letter-spacing:-.01em}
h2{margin:3rem 0 .9rem;font-size:1.15rem;font-weight:650}
h3{margin:1.9rem 0 .4rem;font-size:1rem;font-weight:650}
.about{margin:.35rem 0 0;color:var(--soft)}
.outcome{margin:1.6rem 0 0;font-size:1.3rem;line-height:1.35}
.wide{overflow-x:auto}
.wide:focus-visible{outline:2px solid var(--mark);outline-offset:3px}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums lining-nums}
th,td{padding:.45rem .9rem .45rem 0;text-align:left;vertical-align:baseline;font-weight:400;
border-bottom:1px solid var(--rule)}
th:last-child,td:last-child{padding-right:0}
thead th{color:var(--soft);font-size:.875rem;border-bottom-color:var(--soft)}
.n{text-align:right;white-space:nowrap;width:1%;padding-left:.9rem}
.matrix .n{min-width:3.6rem;white-space:normal;overflow-wrap:anywhere;width:auto}
.matrix tbody th{min-width:6.5rem}
tfoot th,tfoot td{font-weight:650;border-bottom:0}
tfoot .detail,th .detail{font-weight:400}
.places{width:auto;min-width:min(100%,24rem)}
.places .n{width:auto}
.places td:first-child{min-width:4rem;white-space:nowrap}
.won,.won th{font-weight:650}
.detail{color:var(--soft);overflow-wrap:anywhere}
.none{color:var(--soft)}
caption{text-align:left;padding:0 0 .3rem;font-weight:650}
.sheets{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));
column-gap:2.5rem}
.boards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));
gap:2rem 2.5rem;align-items:start}
figure{margin:0}
figcaption{margin:0 0 .4rem;font-weight:650}
svg{display:block;max-width:100%;height:auto}
.board svg{width:100%;max-width:32rem}
svg text{fill:var(--ink)}
.board text{text-anchor:middle;dominant-baseline:central}
.text svg{font:13px ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
.text text{white-space:pre}
polygon{fill:hsl(var(--h,40) calc(var(--s,8%)*var(--calm)) var(--fill));
stroke:hsl(var(--h,40) calc(var(--s,8%)*var(--calm)) var(--edge));stroke-width:1.2;
stroke-linejoin:round}
.is-bare text{fill:var(--soft)}
.is-empty polygon{fill:none;stroke:var(--rule)}
ul,dl{margin:0;padding:0}
ul{padding-left:1.1rem}
li{margin:.25rem 0}
dt{margin-top:.7rem;color:var(--soft);font-size:.875rem}
dd{margin:0}
.rule{color:var(--soft);font-size:.9em}
footer{margin-top:3.5rem;padding-top:1rem;border-top:1px solid var(--rule);color:var(--soft);
font-size:.875rem}
@media (max-width:34rem){body{padding:1.8rem 1.1rem 3rem}h1{font-size:1.6rem}
.outcome{font-size:1.15rem}.n{padding-left:.3rem}
th,td{padding-right:.6rem}.matrix .n{min-width:3.8rem;padding:.45rem .3rem .45rem .2rem}
.matrix thead .n{font-size:.8rem}}
@media print{:root{color-scheme:light;--paper:#fff;--ink:#000;--soft:#444;--rule:#bbb;
--band:#fff;--mark:#000;--fill:88%;--edge:55%;--calm:1}
html{font-size:11px}body{max-width:none;padding:0}h2{margin-top:1.6rem;break-after:avoid}
h3{break-after:avoid}.wide{overflow:visible}th,td{padding-top:.2rem;padding-bottom:.2rem}
.sheets{grid-template-columns:1fr 1fr}.boards{grid-template-columns:1fr 1fr;gap:1.2rem 2rem}
dl{columns:2}dt{break-after:avoid}footer{display:none}
table,figure,li{break-inside:avoid}
polygon{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
@page{margin:16mm}
"""


def sheet(play: Play, game: Game[Any] | None = None, state: Any = None) -> str:
    """The whole page; boards are drawn when the game and its state are given."""
    boards, looks = _boards(play, game, state)
    parts = [
        *_head(play),
        *_places(play),
        *_matrix(play),
        *_ties(play),
        *boards,
        *_details(play),
        *_overruled(play),
        *_how(play),
    ]
    title = f"{play.title}, {day_in_words(play.ended)}" if play.ended else play.title
    body = "\n".join(parts)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n<link rel="icon" href="data:,">\n'
        f"<title>{text(title)}</title>\n<style>{_STYLE}{looks}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n"
        f"<footer>Counted by keyhelper {text(__version__)}</footer>\n</body>\n</html>"
    )


def _head(play: Play) -> Iterator[str]:
    yield f"<h1>{text(play.title)}</h1>"
    about = [day_in_words(play.ended)] if play.ended else []
    count = len(play.result.places)
    about.append(f"{count} player{'s' * (count != 1)}")
    if play.minutes:
        about.append(time_in_words(play.minutes))
    if play.saved and not play.is_over:
        about.append("not over yet")
    yield f'<p class="about">{text(" · ".join(about))}</p>'
    yield f'<p class="outcome">{text(outcome(play))}</p>'
    for gap in play.result.unproven:
        yield f"<p>Not proven: {text(gap)}</p>"


def _places(play: Play) -> Iterator[str]:
    if len(play.result.places) < 2:
        return
    yield _heading("Places")
    rows = "".join(_place_row(play, place) for place in play.result.places)
    yield (
        '<table class="places"><thead><tr><th scope="col">Place</th><th scope="col">Player</th>'
        f'<th scope="col" class="n">Points</th></tr></thead><tbody>{rows}</tbody></table>'
    )


def _place_row(play: Play, place: Place) -> str:
    shown = share.ordinal(place.place) if play.is_decided else "open"
    note = f'<div class="detail">{text(place.note)}</div>' if place.note else ""
    colour = play.colours.get(place.sheet.player)
    plays = f'<span class="detail"> ({text(colour)})</span>' if colour else ""
    won = ' class="won"' if place.sheet.player in play.result.winners else ""
    return (
        f'<tr{won}><td>{shown}</td><th scope="row">{text(place.sheet.player)}{plays}{note}</th>'
        f'<td class="n">{_points(place.sheet.total)}</td></tr>'
    )


def _matrix(play: Play) -> Iterator[str]:
    """Every line of every sheet side by side."""
    sheets = [place.sheet for place in play.result.places]
    if len(sheets) < 2:
        return
    labels: dict[str, str] = {}
    for each in sheets:
        for line in each.lines:
            labels.setdefault(line.id, line.label)
    head = "".join(f'<th scope="col" class="n">{text(each.player)}</th>' for each in sheets)
    rows = "".join(
        f'<tr><th scope="row">{text(label)}</th>{"".join(_cell(s, key) for s in sheets)}</tr>'
        for key, label in labels.items()
    )
    total = "".join(f'<td class="n">{_points(each.total)}</td>' for each in sheets)
    yield _heading("Points")
    yield (
        '<div class="wide" tabindex="0" role="region" aria-label="Points of all players">'
        f'<table class="matrix"><thead><tr><th scope="col">From</th>{head}</tr></thead>'
        f'<tbody>{rows}</tbody><tfoot><tr><th scope="row">Total</th>{total}</tr></tfoot>'
        "</table></div>"
    )


def _cell(of: ScoreSheet, line_id: str) -> str:
    found = [line.points for line in of.lines if line.id == line_id]
    if not found:
        return '<td class="n none"><span aria-label="none">·</span></td>'
    known = [points for points in found if points is not None]
    return f'<td class="n">{_points(sum(known) if len(known) == len(found) else None)}</td>'


def _boards(play: Play, game: Game[Any] | None, state: Any) -> tuple[list[str], str]:
    """The boards as figures, and the style rules of their looks."""
    if game is None or state is None:
        return [], ""
    # What is still secret must not leave the table with the sheet.
    pictures = game.pictures(state if play.is_over else game.view(state, None))
    if pictures:
        figures = [drawn(picture, number) for number, picture in enumerate(pictures)]
    else:
        panels = game.panels(state, None)
        figures = [written(panel, number) for number, panel in enumerate(panels) if panel.lines]
    if not figures:
        return [], ""
    return [_heading("Boards"), f'<div class="boards">{"".join(figures)}</div>'], tints(pictures)


def _details(play: Play) -> Iterator[str]:
    yield _heading("Line by line")
    tables = "".join(_detail(place.sheet) for place in play.result.places)
    yield f'<div class="sheets">{tables}</div>'


def _detail(of: ScoreSheet) -> str:
    rows = "".join(
        f'<tr><th scope="row">{text(line.label)}</th><td class="n">{_points(line.points)}</td>'
        f'<td class="detail">{text(line.detail if line.points is not None else line.missing)}</td>'
        "</tr>"
        for line in of.lines
    )
    notes = "; ".join(of.notes)
    return (
        f"<section><h3>{text(of.player)}</h3>"
        '<table><thead><tr><th scope="col">Line</th><th scope="col" class="n">Points</th>'
        f'<th scope="col">How</th></tr></thead><tbody>{rows}</tbody>'
        f'<tfoot><tr><th scope="row">Total</th><td class="n">{_points(of.total)}</td>'
        f'<td class="detail">{text(notes)}</td></tr></tfoot></table></section>'
    )


def _ties(play: Play) -> Iterator[str]:
    """The tie ladder of those with equal points: what was compared, and where it parted them."""
    groups: dict[int, list[Place]] = {}
    for place in play.result.places:
        if place.sheet.total is not None:
            groups.setdefault(place.sheet.total, []).append(place)
    tied = [(total, group) for total, group in groups.items() if len(group) > 1]
    if not tied:
        return
    yield _heading("Ties")
    for total, group in tied:
        yield f"<h3>{total} points each</h3>"
        yield _ladder(group)
        notes = [f"{place.sheet.player}: {place.note}" for place in group if place.note]
        yield f"<p>{text('; '.join(notes))}</p>" if notes else ""


def _ladder(group: Sequence[Place]) -> str:
    sheets = [place.sheet for place in group]
    head = "".join(f'<th scope="col" class="n">{text(each.player)}</th>' for each in sheets)
    rows = []
    for index, step in enumerate(_steps_taken(sheets)):
        values = [each.tiebreaks[index].value for each in sheets]
        cells = "".join(f'<td class="n">{_points(value)}</td>' for value in values)
        rows.append(f'<tr><th scope="row">{index + 1}. {text(step.label)}</th>{cells}</tr>')
    return (
        '<div class="wide" tabindex="0" role="region" aria-label="Tie-breaks">'
        f'<table class="matrix"><thead><tr><th scope="col">Compared in this order</th>{head}</tr>'
        f"</thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def _steps_taken(sheets: Sequence[ScoreSheet]) -> Sequence[Tiebreak]:
    """The ladder down to the step that parted everybody, or that nobody can say."""
    ladder = sheets[0].tiebreaks
    for count in range(1, len(ladder) + 1):
        values = [tuple(step.value for step in each.tiebreaks[:count]) for each in sheets]
        if len(set(values)) == len(sheets) or any(None in each for each in values):
            return ladder[:count]
    return ladder


def _overruled(play: Play) -> Iterator[str]:
    if not play.overruled:
        return
    yield _heading("Recorded against the rules")
    items = "".join(
        f'<li>{text(each.text)} <span class="rule">entry {each.number}, '
        f"{text(', '.join(each.rules))}</span></li>"
        for each in play.overruled
    )
    yield f"<ul>{items}</ul>"


def _how(play: Play) -> Iterator[str]:
    """What it takes to set the same game up again."""
    facts: list[tuple[str, str]] = []
    if play.first:
        facts.append(("Start player", text(play.first)))
    if play.seed:
        facts.append(("Seed", text(play.seed)))
    chosen = share.chosen_words(play)
    if chosen:
        facts.append(("Options", text("; ".join(chosen))))
    readings = [_reading(play.game, *pair) for pair in share.unusual_readings(play).items()]
    if readings:
        facts.append(("Contested rules, read another way than by default", "<br>".join(readings)))
    if play.entries:
        facts.append(("Entries", str(play.entries)))
    if play.saved:
        facts.append(("Saved as", text(play.saved)))
    if facts:
        yield _heading("How it was played")
        yield f"<dl>{''.join(f'<dt>{name}</dt><dd>{value}</dd>' for name, value in facts)}</dl>"


def _reading(game: str, rule_id: str, chosen: str) -> str:
    try:
        rule = catalogue.rules(game).get(rule_id)
    except Trouble:
        rule = None
    gist = next((r.gist for r in rule.readings if r.id == chosen), "") if rule else ""
    cited = f'<span class="rule">{text(rule_id)} = {text(chosen)}</span>'
    return f"{text(gist)} {cited}" if gist else cited


def _heading(words: str) -> str:
    return f"<h2>{words}</h2>"


def _points(points: int | None) -> str:
    """A number with a real minus sign, or a question mark while it is unknown."""
    if points is None:
        return '<span aria-label="unknown">?</span>'
    return str(points).replace("-", "\N{MINUS SIGN}")
