"""What goes wrong at the edge, as sentences for the person who typed it."""

from __future__ import annotations


class Trouble(Exception):
    """Something given to keyhelper cannot be used; says what, where, and the way out."""

    exit_code = 1

    def __init__(self, text: str, *, hint: str = "", more: tuple[str, ...] = ()) -> None:
        super().__init__(text)
        self.text = text
        self.hint = hint
        self.more = more
        self.reached = 0  # words of a typed line that were understood before it


class UsageTrouble(Trouble):
    """The command itself was put wrongly: a missing option, an unknown word."""

    exit_code = 2


class Unanswered(UsageTrouble):
    """An answer is needed and nobody may be asked; names the option to give instead."""


class Unproven(Trouble):
    """The answer depends on something only the table can see."""

    exit_code = 3


class Blank(Trouble):
    """A component is named whose value nobody has read off yet; the table can say it now."""

    def __init__(
        self, text: str, *, catalogue: str, name: str, field: str, question: str, hint: str = ""
    ) -> None:
        super().__init__(text, hint=hint)
        self.place = (catalogue, name, field)
        self.question = question


class Closed(Exception):
    """No more answers will come: end of input, or Ctrl-C."""


class Cancelled(Exception):
    """The person thought better of it."""


class Interrupted(Exception):
    """A command was typed where a field was asked for; the command comes first."""

    def __init__(self, line: str) -> None:
        super().__init__(line)
        self.line = line


class NextLine(Interrupted):
    """A line that was no answer to a small question but what people want to do next."""
