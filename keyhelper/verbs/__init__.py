"""What each verb does: reads what was given, asks the engine, hands the answer to render.

A verb's own module loads when the verb is called, so that no command waits for another's work.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from keyhelper.engine.trouble import Cancelled, Closed, Interrupted, Trouble
from keyhelper.games import Box
from keyhelper.render import wrap
from keyhelper.verbs.call import Call

MODULES = {
    "setup": "starting",
    "track": "starting",
    "resume": "starting",
    "validate": "judging",
    "score": "counting",
    "show": "keeping",
    "log": "keeping",
    "undo": "keeping",
    "redo": "keeping",
    "note": "keeping",
    "saved": "keeping",
    "delete": "keeping",
    "history": "remembering",
    "stats": "remembering",
    "cards": "looking_up",
    "rules": "citing",
    "turn": "looking_up",
}
_RECORDING = frozenset({"setup", "track", "resume", "undo", "redo", "note", "cards"})


def run(verb: str, box: Box | None, given: dict[str, Any]) -> int:
    """Do the verb; every trouble becomes a message on stderr and an exit code."""
    call = Call(box, given)
    try:
        if verb == "score" and box is None:
            from keyhelper.verbs.picking import of_the_last_game

            call = of_the_last_game(call)
        return _work(verb, call)
    except Trouble as error:
        call.screen.trouble(error)
        return error.exit_code
    except (Closed, Cancelled, Interrupted, KeyboardInterrupt) as stop:
        usual = "Stopped; nothing more was recorded" if verb in _RECORDING else "Stopped"
        said = "" if isinstance(stop, Interrupted) else str(stop)
        for line in wrap(said or usual, call.screen.width):
            call.screen.aside(line)
        return 1


def _work(verb: str, call: Call) -> int:
    name, _, query = verb.partition(":")
    if query:
        from keyhelper.verbs.looking_up import answer_query

        return answer_query(call, query)
    module = import_module(f"keyhelper.verbs.{MODULES[name]}")
    code: int = getattr(module, name)(call)
    return code
