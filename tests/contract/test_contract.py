"""What every game on the shelf promises, shown by random walks over all player counts."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import BaseModel

from keyhelper.engine.game import Game
from keyhelper.engine.ledger import FORMAT, Header, History, read_move, written
from keyhelper.engine.scoring import standings
from keyhelper.engine.sealed import Sealed
from keyhelper.engine.store import Pen, create, load
from keyhelper.engine.verdict import Ruling
from keyhelper.menu import COMMANDS, possible_moves
from keyhelper.telling import boards_of
from tests.contract.walks import open_game, set_up, tables, walk

TABLES = list(tables())
IDS = [
    f"{slug}-{count}-{'-'.join(str(v) for _, v in opts)}".rstrip("-")
    for slug, count, opts in TABLES
]
every_table = pytest.mark.parametrize(("slug", "count", "options"), TABLES, ids=IDS)


def header_of(game: Game[Any], state: Any) -> Header:
    return Header(
        format=FORMAT,
        game=game.info.slug,
        version="test",
        created="2026-01-01T00:00:00+00:00",
        players=state.players,
        options={},
        readings=state.readings,
        seed="walk",
        secret=Sealed[str](owner=None, value="hidden"),
        start=state.model_dump(mode="json", by_alias=True),
    )


def as_saved(state: Any) -> Any:
    return json.loads(json.dumps(state.model_dump(mode="json", by_alias=True)))


@every_table
def test_the_same_seed_gives_the_same_setup(slug: str, count: int, options: Any) -> None:
    first, second = set_up(slug, count, options), set_up(slug, count, options)
    assert first == second
    game = open_game(slug)
    assert game.steps(first) == game.steps(second)
    assert game.table(first, True) == game.table(second, True)


@every_table
def test_a_walk_of_legal_moves_reaches_an_ending(slug: str, count: int, options: Any) -> None:
    game = open_game(slug)
    steps = walk(slug, count, options)
    assert steps
    assert game.ending(steps[-1][1])


@every_table
def test_components_are_conserved(slug: str, count: int, options: Any) -> None:
    game = open_game(slug)
    whole = game.components(set_up(slug, count, options))
    assert whole.total() > 0
    for move, state in walk(slug, count, options):
        assert game.components(state) == whole, f"{move.says()} changed what is in the box"


@every_table
def test_states_survive_saving(slug: str, count: int, options: Any) -> None:
    game = open_game(slug)
    for _, state in _sampled(walk(slug, count, options)):
        assert game.state.model_validate(as_saved(state)) == state


@every_table
def test_moves_survive_saving(slug: str, count: int, options: Any) -> None:
    game = open_game(slug)
    for move, _ in walk(slug, count, options):
        assert read_move(game, json.loads(json.dumps(written(move)))) == move
        assert move.says()
        assert move.says()[-1] != "."


@every_table
def test_judging_changes_nothing(slug: str, count: int, options: Any) -> None:
    game = open_game(slug)
    state = set_up(slug, count, options)
    for _, after in _sampled(walk(slug, count, options)):
        before = as_saved(state)
        for move in list(game.candidates(state))[:40]:
            game.verify(state, move)
            game.warnings(state, move)
        game.score(state)
        game.turn(state)
        assert as_saved(state) == before
        state = after


@every_table
def test_every_reason_cites_an_existing_rule(slug: str, count: int, options: Any) -> None:
    from keyhelper.engine import catalogue

    game = open_game(slug)
    known = catalogue.rules(slug)
    moves = [move for move, _ in walk(slug, count, options)]
    states = [set_up(slug, count, options), *(s for _, s in _sampled(walk(slug, count, options)))]
    for state in states:
        for move in moves[:: max(1, len(moves) // 40)]:
            for reason in game.verify(state, move).reasons:
                assert reason.rule in known, reason
                assert reason.text
                assert not reason.text.endswith("."), reason.text


@every_table
def test_score_lines_cite_existing_rules(slug: str, count: int, options: Any) -> None:
    from keyhelper.engine import catalogue

    game = open_game(slug)
    known = catalogue.rules(slug)
    for sheet in game.score(walk(slug, count, options)[-1][1]):
        for line in sheet.lines:
            assert line.rule in known, line


@every_table
def test_undo_then_redo_is_the_identity(slug: str, count: int, options: Any) -> None:
    game = open_game(slug)
    start = set_up(slug, count, options)
    history = History.replay(game, header_of(game, start), ())
    steps = walk(slug, count, options)[:60]
    for move, _ in steps:
        history.apply(history.move(move, "now"))
    end = history.state
    for _ in steps:
        history.apply(history.undo("now"))
    assert history.state == start
    for _ in steps:
        history.apply(history.redo("now"))
    assert history.state == end == steps[-1][1]


@every_table
def test_a_ledger_replays_to_the_same_table(
    slug: str, count: int, options: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEYHELPER_HOME", str(tmp_path))
    monkeypatch.setattr("keyhelper.engine.store.os.fsync", lambda descriptor: None)
    game = open_game(slug)
    start = set_up(slug, count, options)
    name = create(header_of(game, start))
    history = History.replay(game, load(name).header, ())
    with Pen(name) as pen:
        for move, _ in walk(slug, count, options):
            event = history.move(move, "now")
            pen.append(event)
            history.apply(event)
    ledger = load(name)
    again = History.replay(game, ledger.header, ledger.events)
    assert ledger.damage is None
    assert again.trouble is None
    assert again.state == walk(slug, count, options)[-1][1]


@every_table
def test_no_view_leaks_another_players_secret(slug: str, count: int, options: Any) -> None:
    game = open_game(slug)
    for state in [
        set_up(slug, count, options),
        *(s for _, s in _sampled(walk(slug, count, options))),
    ]:
        for viewer in (None, *state.players):
            for sealed in _sealed_in(game.view(state, viewer)):
                assert viewer is not None
                assert sealed.owner == viewer


@every_table
def test_what_everybody_sees_does_not_depend_on_secrets(
    slug: str, count: int, options: Any
) -> None:
    game = open_game(slug)
    for state in [
        set_up(slug, count, options),
        *(s for _, s in _sampled(walk(slug, count, options))),
    ]:
        veiled = game.view(state, None)
        assert game.panels(veiled, None) == game.panels(state, None)
        assert game.turn(veiled).headline == game.turn(state).headline
        asked = [(ask.prompt, ask.hint) for ask in game.turn(state).asks if not ask.secret_for]
        again = [(ask.prompt, ask.hint) for ask in game.turn(veiled).asks if not ask.secret_for]
        assert asked == again


@every_table
def test_whoever_has_a_secret_can_peek_at_it(slug: str, count: int, options: Any) -> None:
    game = open_game(slug)
    for _, state in walk(slug, count, options):
        turn = game.turn(state)
        if turn.asks and turn.asks[0].secret_for is not None:
            continue  # it is being shown just now
        for player in state.players:
            has_secret = game.view(state, player) != game.view(state, None)
            own = boards_of(game.panels(state, player), player)
            shown = own != boards_of(game.panels(state, None), player)
            assert shown == has_secret, (player, turn.headline)
            assert all("(secret)" not in line for board in own for line in board.lines)


@every_table
def test_a_menu_tells_nothing_that_is_secret(slug: str, count: int, options: Any) -> None:
    game = open_game(slug)
    steps = walk(slug, count, options)
    for _, state in steps[:: max(1, len(steps) // 20)]:
        public = game.view(state, None)
        assert possible_moves(game, state) == possible_moves(game, public)


@every_table
def test_the_score_so_far_can_be_told_without_secrets(slug: str, count: int, options: Any) -> None:
    game = open_game(slug)
    steps = walk(slug, count, options)
    for _, state in steps[:: max(1, len(steps) // 20)]:
        public = standings(game.score(game.view(state, None)))
        assert {place.sheet.player for place in public.places} == set(state.players)


@every_table
def test_a_menu_can_be_made_without_secrets(slug: str, count: int, options: Any) -> None:
    """The menu is on everybody's screen, so it is made of what everybody sees."""
    game = open_game(slug)
    for _, state in _sampled(walk(slug, count, options)):
        for move in game.candidates(game.view(state, None)):
            assert move.says()


@every_table
def test_a_setup_shows_secrets_only_when_asked(slug: str, count: int, options: Any) -> None:
    game = open_game(slug)
    state = set_up(slug, count, options)
    public = json.dumps(game.table(state, False))
    everything = json.dumps(game.table(state, True))
    has_secrets = any(step.secret for step in game.steps(state))
    assert (public != everything) >= has_secrets
    assert [s for s in game.steps(state) if not s.secret] == [
        s for s in game.steps(game.view(state, None)) if not s.secret
    ]


@every_table
def test_standings_are_consistent(slug: str, count: int, options: Any) -> None:
    game = open_game(slug)
    for _, state in _sampled(walk(slug, count, options)):
        result = standings(game.score(state))
        assert sorted(p.sheet.player for p in result.places) == sorted(state.players)
        if result.unproven:
            continue
        totals = [place.sheet.total or 0 for place in result.places]
        assert totals == sorted(totals, reverse=True)
        assert [p.sheet.player for p in result.places if p.place == 1] == list(result.winners)
        ids = {t.id for p in result.places for t in p.sheet.tiebreaks}
        assert result.decided_by in ids | {"points", "shared"}


@every_table
def test_every_ask_can_be_answered(slug: str, count: int, options: Any) -> None:
    """Whatever is asked, some candidate of one of the asked kinds is allowed."""
    game = open_game(slug)
    for state in [
        set_up(slug, count, options),
        *(s for _, s in _sampled(walk(slug, count, options))),
    ]:
        if game.ending(state) is not None:
            continue
        turn = game.turn(state)
        assert turn.asks, turn
        kinds = {kind for ask in turn.asks for kind in ask.kinds}
        assert kinds <= set(game.kinds)
        rulings = [
            game.verify(state, move).ruling for move in game.candidates(state) if move.kind in kinds
        ]
        assert any(ruling is not Ruling.ILLEGAL for ruling in rulings), turn


def test_no_move_is_called_like_a_command_of_the_table() -> None:
    for slug in {slug for slug, _, _ in TABLES}:
        assert not set(open_game(slug).kinds) & set(COMMANDS)


def _sampled(steps: Any) -> list[Any]:
    """About a dozen steps spread over a walk, the last one included."""
    stride = max(1, len(steps) // 12)
    return [*steps[::stride], steps[-1]]


def _sealed_in(value: Any) -> list[Sealed[Any]]:
    if isinstance(value, Sealed):
        return [value]
    if isinstance(value, dict):
        return [found for item in value.values() for found in _sealed_in(item)]
    if isinstance(value, (tuple, list)):
        return [found for item in value for found in _sealed_in(item)]
    if isinstance(value, BaseModel):
        return [found for _, item in value for found in _sealed_in(item)]
    return []
