"""A game in progress as a ledger of events: replay, undo, redo, edit, amend, note, overrule.

Nothing is erased. The line of play is a chain of links, each with the table after it, so that
going back is stepping to an earlier link and recording costs the same early and late.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from pydantic import ValidationError

from keyhelper.engine.game import Frozen, Game, Move, State
from keyhelper.engine.sealed import Sealed
from keyhelper.engine.trouble import Trouble
from keyhelper.engine.verdict import Ruling, Verdict

FORMAT = 1

# What a move that no rule has checked may run into when it is carried out.
DOES_NOT_FIT = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError)

S = TypeVar("S", bound=State)
Deed = Literal["move", "undo", "redo", "edit", "amend", "note"]


class Header(Frozen):
    """The first line of a ledger: what was set up, and everything needed to replay it."""

    format: int
    game: str
    version: str
    created: str
    players: tuple[str, ...]
    colours: dict[str, str] = {}  # of the players' pieces, as far as somebody told them
    options: dict[str, Any]
    readings: dict[str, str]
    seed: str
    secret: Sealed[str]
    start: dict[str, Any]
    components: dict[str, Any] = {}  # values from the owner's box that this game was set up with

    def written(self) -> dict[str, Any]:
        """As it stands in a ledger; what came later than the first format only where it is told."""
        left_out = set() if self.colours else {"colours"}
        return self.model_dump(mode="json", by_alias=True, exclude=left_out)


class Event(Frozen):
    """One line of a ledger: what was done, when, and whether the table overruled keyhelper."""

    n: int
    at: str
    do: Deed
    move: dict[str, Any] | None = None
    of: int | None = None  # the event that is undone, redone or edited
    drop_from: int | None = None  # an edit leaves out the entries from this one on
    changes: dict[str, Any] | None = None  # an amendment: parts of the state, as corrected
    text: str | None = None
    overruled: tuple[str, ...] | None = None  # the rules against it, when it was recorded anyway


class Link(NamedTuple, Generic[S]):
    """One entry on the line of play: the event, the move it stands for, the table after it."""

    before: Link[S] | None
    number: int
    move: Move | None
    changes: dict[str, Any] | None
    overruled: tuple[str, ...] | None
    state: S


class Break(NamedTuple):
    """Where a replay could not go on, and why."""

    number: int
    why: str


class History(Generic[S]):
    """A ledger brought to life: the line of play, what can be undone, what can be redone."""

    def __init__(self, game: Game[S], header: Header) -> None:
        self.game = game
        self.header = header
        self.events: list[Event] = []
        self.trouble: Break | None = None
        start = _read_state(game, header.start)
        _refuse_unplayable(game, start, game.ending, game.turn)
        # The line of play after each event that changed it, with that event's number.
        self._heads: list[tuple[int, Link[S]]] = [(0, Link(None, 0, None, None, None, start))]
        self._undone: list[tuple[int, Link[S]]] = []
        self._tried: tuple[Event, Link[S]] | None = None  # so that nothing is worked out twice

    @classmethod
    def replay(cls, game: Game[S], header: Header, events: Iterable[Event]) -> History[S]:
        """Live through the events again; stops, and says where, at the first that does not hold."""
        history = cls(game, header)
        for event in events:
            try:
                history.apply(event)
            except Trouble as error:
                history.trouble = Break(event.n, error.text)
                break
            except DOES_NOT_FIT as error:
                history.trouble = Break(event.n, f"it does not fit ({error})")
                break
        return history

    @property
    def state(self) -> S:
        return self._heads[-1][1].state

    @property
    def start(self) -> S:
        return self._heads[0][1].state

    @property
    def next_number(self) -> int:
        return self.events[-1].n + 1 if self.events else 1

    @property
    def line(self) -> list[Link[S]]:
        """The entries in force, oldest first."""
        links: list[Link[S]] = []
        link: Link[S] | None = self._heads[-1][1]
        while link is not None and link.number:
            links.append(link)
            link = link.before
        return links[::-1]

    @property
    def can_undo(self) -> bool:
        return len(self._heads) > 1

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    @property
    def last_deed(self) -> Event | None:
        """The event that `undo` would take back: a move, an amendment or an edit."""
        number = self._heads[-1][0]
        return self.events[number - 1] if number else None

    def move(self, move: Move, at: str, overruled: Verdict | None = None) -> Event:
        """The event that records a move; overruled carries the verdict the table set aside."""
        against = tuple(dict.fromkeys(overruled.rules)) if overruled is not None else None
        if against is not None:
            _step(self.game, self._heads[-1][1], self.next_number, move, against)
        return self._event(at, "move", move=written(move), overruled=against)

    def undo(self, at: str) -> Event:
        """The event that takes the last entry back, or the last edit."""
        if not self.can_undo:
            raise Trouble("There is nothing to undo")
        return self._event(at, "undo", of=self._heads[-1][0])

    def redo(self, at: str) -> Event:
        """The event that puts back what was last undone."""
        if not self.can_redo:
            raise Trouble("There is nothing to redo")
        return self._event(at, "redo", of=self._undone[-1][0])

    def note(self, text: str, at: str) -> Event:
        """The event that keeps a remark; it changes nothing on the table."""
        # Bytes that were no text arrive as half letters, which no file can hold.
        return self._event(at, "note", text=text.encode("utf-8", "replace").decode())

    def amend(self, changes: dict[str, Any], at: str, text: str | None = None) -> Event:
        """The event that corrects parts of the state by hand."""
        self.corrected(changes)
        return self._event(at, "amend", changes=changes, text=text)

    def edit(self, number: int, move: Move, at: str, *, drop: bool = False) -> Event:
        """The event that replaces an earlier entry; Trouble names the first later one it breaks.

        With `drop` the entries from that one on are left out instead, and a replacement that
        the rules refuse is overruled.
        """
        verdict = self.game.verify(_before(self.entry(number)), move)
        overruled = tuple(dict.fromkeys(verdict.rules)) if _is_refused(verdict) else None
        if overruled and not drop:
            raise Trouble(_refusal(move, verdict), hint="add `!` to make the change anyway")
        broken = self._rebuilt(number, move, None, overruled)[1]
        if broken is not None and not drop:
            raise Trouble(
                f"With that change entry {broken.number} no longer holds: {broken.why}",
                hint="add `!` to make the change and leave out the entries from there on",
            )
        drop_from = broken.number if broken else None
        return self._event(
            at, "edit", of=number, move=written(move), drop_from=drop_from, overruled=overruled
        )

    def apply(self, event: Event) -> None:
        """Take an event into the history; judges moves that were not overruled."""
        if event.n != self.next_number:
            raise Trouble(f"entry {event.n} stands where {self.next_number} is due")
        if event.do == "undo":
            if not self.can_undo or event.of != self._heads[-1][0]:
                raise Trouble(f"it undoes entry {event.of}, which is not the last one")
            self._undone.append(self._heads.pop())
        elif event.do == "redo":
            if not self.can_redo or event.of != self._undone[-1][0]:
                raise Trouble(f"it redoes entry {event.of}, which was not just undone")
            self._heads.append(self._undone.pop())
        elif event.do != "note":
            self._heads.append((event.n, self._linked(event)))
            self._undone.clear()
        self.events.append(event)

    def try_out(self, event: Event) -> None:
        """Trouble where the event could not be taken in; changes nothing."""
        if event.do not in {"move", "edit", "amend"}:
            return
        try:
            self._tried = (event, self._linked(event))
        except DOES_NOT_FIT as error:
            raise Trouble(f"That does not fit this table ({error})") from None

    def corrected(self, changes: dict[str, Any]) -> S:
        """The present state with parts replaced, checked as a whole."""
        return _amended(self.game, self.state, changes)

    def entry(self, number: int) -> Link[S]:
        """The entry of that number on the line of play."""
        for link in self.line:
            if link.number == number:
                return link
        raise Trouble(f"There is no entry {number} on the line of play", hint="`log` lists them")

    def overruled(self) -> list[Link[S]]:
        """The entries in force that the table recorded against the rules."""
        return [link for link in self.line if link.overruled]

    def _event(self, at: str, do: Deed, **rest: Any) -> Event:
        return Event(n=self.next_number, at=at, do=do, **rest)

    def _linked(self, event: Event) -> Link[S]:
        tried, self._tried = self._tried, None
        if tried is not None and tried[0] is event:
            return tried[1]
        head = self._heads[-1][1]
        if event.do == "amend":
            changes = event.changes or {}
            state = self.corrected(changes)
            return Link(head, event.n, None, changes, None, state)
        move = read_move(self.game, event.move or {})
        if event.do == "edit":
            rebuilt, broken = self._rebuilt(event.of or 0, move, event.drop_from, event.overruled)
            if broken is not None:
                raise Trouble(f"after it entry {broken.number} no longer holds: {broken.why}")
            return rebuilt
        return _step(self.game, head, event.n, move, event.overruled)

    def _rebuilt(
        self, number: int, move: Move, drop_from: int | None, overruled: tuple[str, ...] | None
    ) -> tuple[Link[S], Break | None]:
        """The line with one entry replaced, as far as it holds, and the first that does not."""
        old = self.entry(number)
        link = _step(self.game, old.before, number, move, overruled)
        for later in self.line:
            if later.number <= number:
                continue
            if drop_from is not None and later.number >= drop_from:
                break
            try:
                if later.changes is not None:
                    state = _amended(self.game, link.state, later.changes)
                    link = Link(link, later.number, None, later.changes, None, state)
                elif later.move is not None:
                    move = self.game.carried(_before(later), link.state, later.move)
                    link = _step(self.game, link, later.number, move, later.overruled)
            except Trouble as error:
                return link, Break(later.number, error.text)
        return link, None


def written(move: Move) -> dict[str, Any]:
    """A move as it stands in a ledger: only what was said, secrets scrambled."""
    content = move.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return {"kind": move.kind} | content


def read_move(game: Game[Any], content: dict[str, Any]) -> Move:
    """The move that a ledger's line stands for."""
    move: Move = game.act(str(content.get("kind", ""))).move.model_validate(content)
    return move


def refuse_the_impossible(game: Game[S], state: S, move: Move) -> None:
    """A move not proven legal is tried on a copy first; some cannot be carried out at all."""
    try:
        after = game.play(state, move)
        game.state.model_validate(after.model_dump(mode="json"))
    except (Trouble, *DOES_NOT_FIT) as error:
        raise Trouble(
            f"That cannot be carried out even against the rules: {error}",
            hint="`amend PLACE VALUE` puts the table right by hand",
        ) from None


def _step(
    game: Game[S],
    head: Link[S] | None,
    number: int,
    move: Move,
    overruled: tuple[str, ...] | None,
) -> Link[S]:
    if head is None:
        raise Trouble("the setup itself cannot be edited")
    if overruled is None:
        verdict = game.verify(head.state, move)
        if _is_refused(verdict):
            raise Trouble(_refusal(move, verdict))
    try:
        state = game.play(head.state, move)
    except DOES_NOT_FIT as error:
        raise Trouble(f"{move.says()}: it cannot be carried out ({error})") from None
    if overruled is not None:
        _refuse_unplayable(game, _read_state(game, state.model_dump(mode="json")))
    return Link(head, number, move, None, overruled, state)


def _is_refused(verdict: Verdict) -> bool:
    return verdict.ruling is Ruling.ILLEGAL


def _refusal(move: Move, verdict: Verdict) -> str:
    reason = next(r for r in verdict.reasons if r.ruling is Ruling.ILLEGAL)
    return f"{move.says()}: {reason.text} ({reason.rule})"


def _before(link: Link[S]) -> S:
    if link.before is None:
        raise Trouble("the setup itself cannot be edited")
    return link.before.state


def _amended(game: Game[S], state: S, changes: dict[str, Any]) -> S:
    amended = _read_state(game, state.model_dump(mode="json") | changes)
    if amended.players != state.players:
        raise Trouble("Who plays cannot be amended", hint="set the game up again with those names")
    _refuse_unplayable(game, amended)
    return amended


def _refuse_unplayable(game: Game[S], state: S, *uses: Callable[[S], Any]) -> None:
    """What no rule has checked may leave a table that can be neither shown nor counted."""
    try:
        for use in uses or (game.ending, game.turn, game.score, lambda s: game.panels(s, None)):
            use(state)
    except DOES_NOT_FIT as error:
        raise Trouble(f"the table cannot be played on like that ({error})") from None


def _read_state(game: Game[S], content: dict[str, Any]) -> S:
    try:
        return game.state.model_validate(content)
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in problem["loc"])
        raise Trouble(f"the table's state does not fit at {place}: {problem['msg']}") from None
