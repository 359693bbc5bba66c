"""Which saved game a verb is about, opened and replayed."""

from __future__ import annotations

from typing import Any

from keyhelper.engine import box as owner_box
from keyhelper.engine import names, store
from keyhelper.engine.chance import tidy_seed
from keyhelper.engine.game import Game, Turn
from keyhelper.engine.ledger import DOES_NOT_FIT, History
from keyhelper.engine.trouble import Trouble
from keyhelper.games import box as box_of
from keyhelper.verbs.call import Call


def open_history(call: Call, game: Game[Any]) -> History[Any]:
    ledger = store.load(pick(game, call))
    if ledger.header.game != game.info.slug:
        raise Trouble(f"{ledger.name} is a game of {ledger.header.game}, not {game.info.slug}")
    if ledger.damage is not None:
        call.screen.aside(f"Line {ledger.damage.line} of {ledger.name}: {ledger.damage.why}")
    return replayed(call, game, ledger)


def fitting(game: Game[Any], history: History[Any]) -> Turn:
    """Where the game stands; Trouble where an amended table is none that can be played."""
    try:
        game.ending(history.state)
        return game.turn(history.state)
    except DOES_NOT_FIT as error:
        raise Trouble(
            f"The table cannot be played on as it stands ({names.safe(str(error))[:80]})",
            hint=f"`keyhelper {game.info.slug} undo` goes back",
        ) from None


def pick(game: Game[Any], call: Call) -> str:
    name = call.given.get("saved") or by_seed(game.info.slug, call.given.get("seed"))
    name = name or next(iter(names_of(game.info.slug)), None)
    if name is None:
        raise Trouble(
            f"There is no saved game of {game.info.name}",
            hint=f"`keyhelper {game.info.slug} track` starts one",
        )
    return name


def of_the_last_game(call: Call) -> Call:
    """The call as if it named the game that was played last."""
    name = (
        call.given["saved"] or by_seed(None, call.given["seed"]) or next(iter(names_of(None)), None)
    )
    if name is None:
        raise Trouble("No game is saved", hint="`keyhelper GAME score FILE` counts a position")
    call.given |= {"saved": name, "file": None, "ask": False}
    return call.about(store.load(name).header.game)


def has_saved(call: Call) -> bool:
    wanted = call.given.get("saved") or call.given.get("seed")
    return bool(wanted) or bool(names_of(call.box.slug))


def names_of(slug: str | None) -> list[str]:
    """The saved games of that kind, the one last written to first."""
    found = []
    for name in store.saved_names():
        header = store.peek(name)
        if header is not None and slug in (None, header.game):
            found.append(name)
    return found


def by_seed(slug: str | None, seed: str | None) -> str | None:
    if not seed:
        return None
    for name in names_of(slug):
        header = store.peek(name)
        if header is not None and header.seed == tidy_seed(seed):
            return name
    raise Trouble(f"No saved game has the seed {names.safe(seed)[:60]!r}")


def newest(game: Game[Any], seed: str | None) -> str | None:
    if seed:
        return None  # a seed given to `track` starts a game with it
    return next((name for name in names_of(game.info.slug) if not is_over(name)), None)


def is_over(name: str) -> bool:
    try:
        ledger = store.load(name)
        game = game_of(ledger.header.game)
        history = History.replay(game, ledger.header, ledger.events)
    except Trouble:
        return True  # it cannot be gone on with; opening it by name says why
    return game.ending(history.state) is not None


def game_of(slug: str) -> Game[Any]:
    found = box_of(slug)
    if found is None:
        raise Trouble(f"This keyhelper has no game called {names.safe(slug)[:40]!r} on its shelf")
    owner_box.open_for(slug)
    return found.open()


def say_damage(call: Call, pen: store.Pen) -> None:
    damage = pen.ledger.damage
    if damage is None:
        return
    if damage.is_torn:
        call.screen.aside(f"Line {damage.line} of the ledger was not finished and was left out")
        return
    call.screen.aside(
        f"Line {damage.line} of the ledger is damaged: {damage.why}. The "
        f"{len(pen.ledger.events)} entries before it are good; the rest is kept as {pen.saved_tail}"
    )


def replayed(call: Call, game: Game[Any], ledger: store.Ledger) -> History[Any]:
    history = History.replay(game, ledger.header, ledger.events)
    if history.trouble is not None:
        call.screen.aside(
            f"Entry {history.trouble.number} of {ledger.name} does not hold: {history.trouble.why}"
        )
    return history


def kept_secret(slug: str, seed: str, players: tuple[str, ...]) -> str | None:
    """The secret seed of the same setup not played yet, so that a change of it redeals nothing."""
    for name in names_of(slug)[:1]:
        ledger = store.load(name)
        header = ledger.header
        if not ledger.events and (header.seed, header.players) == (seed, players):
            return header.secret.value
    return None


def go_on(call: Call, game: Game[Any], pen: store.Pen) -> History[Any]:
    """The ledger's history, open for writing; entries that no longer hold are set aside."""
    history = replayed(call, game, pen.ledger)
    if history.trouble is not None:
        pen.go_on_after(len(history.events))
        call.screen.aside(f"The game goes on before it; the rest is kept as {pen.saved_tail}")
    return history
