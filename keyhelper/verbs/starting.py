"""Setting a game up, tracking it, going on with it."""

from __future__ import annotations

from typing import Any

from keyhelper import __version__, render
from keyhelper.engine import box as owner_box
from keyhelper.engine import catalogue, intake, names, store
from keyhelper.engine.chance import Chance, new_secret, new_seed, tidy_seed
from keyhelper.engine.game import Game, Step
from keyhelper.engine.ledger import FORMAT, Header, History
from keyhelper.engine.sealed import Sealed
from keyhelper.engine.trouble import Closed, Interrupted, Trouble, Unanswered
from keyhelper.games import box as box_of
from keyhelper.seats import (
    Seats,
    ask_seats,
    colours_said,
    last_seats,
    read_seats,
    with_last_colours,
)
from keyhelper.table import Table, now
from keyhelper.verbs.call import Call
from keyhelper.verbs.options import chosen_options, pairs
from keyhelper.verbs.picking import (
    by_seed,
    game_of,
    go_on,
    is_over,
    kept_secret,
    newest,
    say_damage,
)


def setup(call: Call) -> int:
    """Draw a setup, keep it, and tell it."""
    game = call.game
    if call.given["save"]:
        store.refuse_taken(call.given["save"])
    header, state = _new_game(call, game)
    keep = not call.given["no_save"] and (not call.as_json or call.given["save"])
    if call.as_json:
        name = store.create(header, call.given["save"]) if keep else None
        call.print_json(setup_json(game, header, state, show=call.given["show_secrets"]))
        if name:
            call.screen.aside(f"Saved as {name}")
        return 0
    steps = game.steps(state)
    told = _told(call, game, header, steps)
    call.screen.lines(told)
    asks = game.turn(state).asks
    _say_secrets(call, steps, goes_round=any(ask.secret_for for ask in asks))
    if keep:
        _keep_setup(call, game, header, told)
    return 0


def _told(call: Call, game: Game[Any], header: Header, steps: tuple[Step, ...]) -> list[str]:
    players = names.counted(len(header.players), "player", "players")
    title = [f"{game.info.name} · {players} · seed {header.seed}"]
    if call.given["draw_seats"]:
        title.append(f"Seats, clockwise: {', '.join(header.players)}")
    if header.colours:
        title.append(_colours(header))
    return render.setup(title, steps, call.screen)


def _colours(header: Header) -> str:
    return f"Colours: {colours_said(Seats(header.players, header.colours))}"


def _keep_setup(call: Call, game: Game[Any], header: Header, told: list[str]) -> None:
    try:
        name = store.create(header, call.given["save"])
    except Trouble as error:
        # The setup itself is told already; only keeping it failed.
        if call.given["save"]:
            raise
        call.screen.trouble(error)
        return
    if call.prompter.is_terminal and call.may_ask and not call.given["show_secrets"]:
        with store.Pen(name) as pen:
            history = History.replay(game, header, ())
            table = Table(game, pen, history, call.screen, call.prompter)
            if table.has_secrets_to_show() and _is_now(call):
                table.settle_secrets()
                call.screen.lines(told)  # the screen was cleared between players
    call.screen.hint(f"`keyhelper {game.info.slug} track` keeps this game (saved as {name})")


def _is_now(call: Call) -> bool:
    """Whether the secrets go round now; `track` shows them otherwise."""
    try:
        return call.prompter.confirm("Hand the screen round now?", default=True)
    except (Closed, Interrupted):
        return False


def _say_secrets(call: Call, steps: tuple[Step, ...], *, goes_round: bool) -> None:
    secret = [step for step in steps if step.secret]
    if not secret:
        return
    call.screen.say()
    if call.given["show_secrets"]:
        for step in secret:
            call.screen.lines(
                render.wrap(f"  {step.player}: {step.text}", call.screen.width, "    ")
            )
            for detail in step.detail:
                call.screen.lines(render.wrap(f"    {detail}", call.screen.width))
        return
    owners = list(dict.fromkeys(step.player for step in secret if step.player))
    if owners:
        how = "shown to each in private" if goes_round else "`peek NAME` in `track` shows it"
        call.screen.lines(
            render.wrap(f"Secret, for {names.listed(owners)}: {how}", call.screen.width)
        )


def track(call: Call) -> int:
    """Go on with the newest unfinished game, or start one."""
    _must_ask(call)
    game = call.game
    given = call.given
    wants_new = given["new"] or given["players"] or chosen_options(game.options, given)
    name = given["saved"] or (None if wants_new else newest(game, call.given.get("seed")))
    if name is None:
        header, state = _new_game(call, game)
        name = store.create(header, given["save"])
        call.screen.lines(_told(call, game, header, game.steps(state)))
        asks = game.turn(state).asks
        if call.prompter.is_terminal and asks and asks[0].secret_for is not None:
            # Secrets clear the screen, and with it the setup.
            call.screen.say()
            if not _is_set_up(call):
                call.screen.say(f"Saved as {name}; `keyhelper resume {name}` goes on")
                return 0
    elif not given["saved"]:
        _say_which(call, name)
    return _keep_playing(call, game, name)


def resume(call: Call) -> int:
    """Go on with a saved game of any kind."""
    _must_ask(call)
    name = call.given["name"] or by_seed(None, call.given["seed"])
    if name is None:
        unfinished = [n for n in store.saved_names() if not is_over(n)]
        if not unfinished:
            raise Trouble(
                "There is no saved game to go on with",
                hint="`keyhelper tiny-towns track` starts one",
            )
        name = unfinished[0]
        _say_which(call, name)
    game = game_of(store.load(name).header.game)
    return _keep_playing(call, game, name)


def _say_which(call: Call, name: str) -> None:
    """Nobody named the game that goes on, so say which one it is."""
    header = store.load(name).header
    box = box_of(header.game)
    title = box.name if box is not None else header.game
    text = f"Going on with {name}: {title}, {names.listed(header.players)}"
    call.screen.lines(render.wrap(text, call.screen.width, "  "))


def _is_set_up(call: Call) -> bool:
    """Wait until the table stands; only Enter goes on, since the screen is cleared then."""
    try:
        while line := call.prompter.ask("Set the table up; then Enter hands the screen round"):
            if line.casefold() in {"quit", "exit", "q"}:
                return False
            call.screen.aside("Enter when the table stands, or `quit`")
    except Closed:
        return False
    return True


def _must_ask(call: Call) -> None:
    if not call.may_ask:
        raise Unanswered(
            "`track` asks at the table", hint="leave out `--no-input`; a pipe may answer instead"
        )


def _keep_playing(call: Call, game: Game[Any], name: str) -> int:
    with store.Pen(name) as pen:
        if pen.ledger.header.game != game.info.slug:
            raise Trouble(f"{name} is a game of {pen.ledger.header.game}, not {game.info.slug}")
        say_damage(call, pen)
        history = go_on(call, game, pen)
        if pen.ledger.header.colours and history.events:
            call.screen.lines(render.wrap(_colours(pen.ledger.header), call.screen.width, "  "))
        Table(game, pen, history, call.screen, call.prompter).run()
    return 0


def _new_game(call: Call, game: Game[Any]) -> tuple[Header, Any]:
    given = call.given
    info = game.info
    players, colours = _seats(call, game)
    options = intake.read_model(game.options, chosen_options(game.options, given), "The options")
    readings = catalogue.choose_readings(info.slug, pairs(given["readings"], "--reading"))
    seed = tidy_seed(given["seed"] or "") or new_seed(catalogue.seed_words())
    hidden = given["secret_seed"] or ""
    if not intake.is_text(hidden):
        raise Trouble("The secret seed is not text that can be kept", hint="give plain words")
    if names.safe(seed) != seed or len(seed) > 200:
        raise Trouble("A seed is words of at most 200 letters", hint="such as amber otter canyon")
    if given["draw_seats"]:
        players = Chance(seed, info.slug, len(players)).stream("seats").shuffle(players)
    secret = hidden or kept_secret(info.slug, seed, players) or new_secret()
    state = game.setup(players, options, Chance(seed, info.slug, len(players), secret), readings)
    header = Header(
        format=FORMAT,
        game=info.slug,
        version=__version__,
        created=now(),
        players=players,
        colours=dict(colours),
        options=options.model_dump(mode="json", by_alias=True),
        readings=readings,
        seed=seed,
        secret=Sealed[str](owner=None, value=secret),
        start=state.model_dump(mode="json", by_alias=True),
        components=dict(owner_box.open_for(info.slug).catalogues),
    )
    return header, state


def _seats(call: Call, game: Game[Any]) -> Seats:
    """Who plays, as named or asked; each with their last colour where the game has colours."""
    info = game.info
    named = tuple(call.given["players"])
    if named:
        seats = read_seats(named, info.fewest, info.most)
    else:
        last = last_seats() if call.may_ask else None
        seats = ask_seats(
            call.prompter, info.fewest, info.most, last, coloured=info.has_player_colours
        )
    return with_last_colours(seats) if info.has_player_colours else seats


def setup_json(game: Game[Any], header: Header, state: Any, *, show: bool) -> dict[str, Any]:
    """A setup as other programs read it."""
    steps: list[dict[str, Any]] = []
    for step in game.steps(state):
        text = {} if step.secret and not show else {"text": _whole_text(step)}
        steps.append({**text, "for": step.player, "secret": step.secret})
    return {
        "game": header.game,
        "seed": header.seed,
        "players": list(header.players),
        "options": header.options,
        "readings": header.readings,
        "steps": steps,
        "table": game.table(state, show),
    }


def _whole_text(step: Step) -> str:
    listed = (", ".join(step.listed),) if step.listed else ()
    return "\n".join((step.text, *listed, *step.detail))
