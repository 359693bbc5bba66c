"""What each verb does: reads what was given, asks the engine, hands the answer to render."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from keyhelper.engine.trouble import Trouble
from keyhelper.games import Box
from keyhelper.prompts import Cancelled, Closed
from keyhelper.verbs import judging, keeping, looking_up, starting
from keyhelper.verbs.call import Call
from keyhelper.verbs.options import game_options, query_parameters

__all__ = ["game_options", "query_parameters", "run"]


VERBS: dict[str, Callable[[Call], int]] = {
    "setup": starting.set_up,
    "track": starting.track,
    "validate": judging.validate,
    "score": judging.score,
    "show": keeping.show,
    "log": keeping.log,
    "undo": keeping.undo,
    "redo": keeping.redo,
    "note": keeping.note,
    "cards": looking_up.cards,
    "rules": looking_up.rules,
    "saved": keeping.saved,
    "resume": starting.resume,
    "delete": keeping.delete,
}


def run(verb: str, box: Box | None, given: dict[str, Any]) -> int:
    """Do the verb; every trouble becomes a message on stderr and an exit code."""
    call = Call(box, given)
    try:
        if verb.startswith("query:"):
            return looking_up.answer_query(call, verb.removeprefix("query:"))
        return VERBS[verb](call)
    except Trouble as error:
        call.screen.trouble(error)
        return error.exit_code
    except (Closed, Cancelled, KeyboardInterrupt):
        call.screen.aside("Stopped; nothing more was recorded")
        return 1
