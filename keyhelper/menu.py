"""What could be typed at the table now: the moves that the rules allow, and the commands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from keyhelper.engine import intake, names, phrases
from keyhelper.engine.catalogue import Rule
from keyhelper.engine.game import Ask, Game, Move, Query
from keyhelper.engine.sealed import Sealed
from keyhelper.engine.trouble import Trouble
from keyhelper.engine.verdict import Ruling
from keyhelper.prompts import Prompter
from keyhelper.render import panels, wrap
from keyhelper.telling import boards_of

COMMANDS = {
    "?": "what is possible now (then a number picks one)",
    "why": "the last refusal again, with the rule's text",
    "!": "record the refused move anyway (or end a line with it)",
    "undo": "take the last entry back; `undo 3` takes three",
    "redo": "put it back",
    "back": "`back 5` takes five entries back",
    "log": "what was recorded; `log 5` the last five",
    "edit": "`edit 12` replaces an earlier entry",
    "note": "`note TEXT` keeps a remark",
    "amend": "`amend PLACE VALUE` corrects the table by hand",
    "score": "the score so far",
    "show": "the table again, or `show Ben`",
    "peek": "`peek Ben` shows Ben what only Ben may see",
    "rules": "`rules WORD` looks a rule up",
    "turn": "how a turn goes, and where we are in it",
    "help": "this list",
    "quit": "leave; everything is saved",
}
# What shows something and changes nothing, so that it may be typed at any question.
LOOKS = frozenset({"help", "why", "log", "score", "show", "peek", "rules", "turn"})
_MOST = 24


def possible_moves(game: Game[Any], state: Any) -> tuple[list[Move], bool]:
    """Moves that are not against the rules and give nothing away; whether there are more."""
    seen: dict[str, Move] = {}
    public = game.view(state, None)  # the menu is on everybody's screen
    for move in _asked_first(game, public):
        if holds_a_secret(move):
            continue
        if game.verify(public, move).ruling is not Ruling.ILLEGAL:
            seen.setdefault(move.says(), move)
        if len(seen) > _MOST:
            break
    return list(seen.values())[:_MOST], len(seen) > _MOST


def _asked_first(game: Game[Any], state: Any) -> Iterator[Move]:
    """The moves of whoever is asked, then everybody else's: a menu may be cut short."""
    asks = game.turn(state).asks
    asked = asks[0].given.get("player") if asks else None
    if asked is None:
        yield from game.candidates(state)
        return
    yield from (move for move in game.candidates(state) if move.player == asked)
    yield from (move for move in game.candidates(state) if move.player != asked)


def holds_a_secret(move: Move | None) -> bool:
    """Whether a move says what only one player may know."""
    return move is not None and any(isinstance(value, Sealed) for _, value in move)


def wants_a_number(game: Game[Any], ask: Ask | None) -> bool:
    """Whether the question itself is answered by a number."""
    if ask is None or ask.choices:
        return False
    fields = game.act(ask.kinds[0]).move.model_fields.items()
    first = next((info for n, info in fields if n != "kind" and n not in ask.given), None)
    return first is not None and phrases.takes_number(first)


def query_lines(query: Query, state: Any, typed: str) -> Sequence[str]:
    """The answer to a question of the game's own; its words stand in order."""
    words = phrases.split(typed)
    given: dict[str, Any] = dict(zip(query.positional, words, strict=False))
    if query.positional and len(words) >= len(query.positional):
        last = query.positional[-1]
        is_list = phrases.takes_several(query.arguments.model_fields[last])
        tail = words[len(query.positional) - 1 :]
        given[last] = tail if is_list else " ".join(tail)
    arguments = intake.read_model(query.arguments, given, query.name)
    lines: Sequence[str] = query.answer(state, arguments).lines
    return lines


def menu_lines(
    moves: Sequence[Move], kinds: Sequence[str], sign: str, width: int, has_more: bool
) -> list[str]:
    """The moves with the numbers that pick them, then the kinds of move that are waited for."""
    lines: list[str] = []
    for index, move in enumerate(moves, start=1):
        lines += wrap(f"  {f'{sign}{index}':>3}  {move.says()}", width, indent="       ")
    if has_more:
        lines.append("       ... and more")
    shown = list(dict.fromkeys([*kinds, *(move.kind for move in moves)]))
    if not shown:
        return lines
    last = f"  Moves now: {', '.join(shown)}. `help` tells how they are typed"
    return [*lines, *wrap(last, width, indent="    ")]


def help_lines(game: Game[Any], commands: Mapping[str, str], width: int) -> list[str]:
    """Every command, then every kind of move with its fields and what it is for."""
    lines: list[str] = []
    for word, meaning in commands.items():
        lines += wrap(f"  {word:6} {meaning}", width, indent="         ")
    lines += ["", *wrap("  Moves; what stands in brackets may be left out:", width, indent="    ")]
    for act in game.acts:
        meaning = (act.move.__doc__ or "").partition("\n")[0].rstrip(".")
        lines += wrap(f"  {phrases.usage(game, act.kind)}", width, indent="         ")
        lines += wrap(f"         {meaning}", width, indent="         ") if meaning else []
    return lines


def why_lines(rule: Rule, readings: Mapping[str, str], width: int) -> list[str]:
    """A rule's text; where it is contested, how this table reads it and how else one may."""
    lines = wrap(f"  {rule.id}: {rule.gist}", width, indent="    ")
    played = readings.get(rule.id, rule.readings[0].id if rule.readings else "")
    for reading in rule.readings:
        lead = "this table plays" if reading.id == played else f"`--reading {rule.id}={reading.id}`"
        lines += wrap(f"    {lead}: {reading.gist}", width, indent="      ")
    return lines


def table_words(game: Game[Any], state: Any) -> list[str]:
    """Every word that Tab may complete at the table."""
    words = {*COMMANDS, *game.kinds, *state.players}
    for act in game.acts:
        for name in act.move.model_fields:
            words.update(game.words(state, act.kind, name))
    return sorted(words)


def peek(prompter: Prompter, game: Game[Any], state: Any, who: str) -> None:
    """Somebody looks again at what only they may see; then the screen is covered."""
    if not who:
        raise Trouble("Who is to look?", hint=f"`peek {state.players[0]}`")
    player = names.choose(who, state.players, "player", prefix=True)
    own = boards_of(game.panels(state, player), player)
    if own == boards_of(game.panels(state, None), player):
        raise Trouble(f"keyhelper keeps nothing secret for {player} now")
    prompter.hand_over(player)
    prompter.screen.lines(panels(own, prompter.screen))
    prompter.take_back(player)
