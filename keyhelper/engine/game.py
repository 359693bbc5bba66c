"""The contract: what a game is made of, and the only way the rest of the house talks to one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from keyhelper.engine import names
from keyhelper.engine.chance import Chance
from keyhelper.engine.scoring import ScoreSheet
from keyhelper.engine.sealed import veil
from keyhelper.engine.trouble import Trouble
from keyhelper.engine.verdict import Reason, Verdict


class Frozen(BaseModel):
    """A value that does not change; unknown keys are refused; built on first use."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", defer_build=True, populate_by_name=True, allow_inf_nan=False
    )

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """A copy with parts replaced: as pydantic's, several times faster, for long replays."""
        if deep:
            return super().model_copy(update=update, deep=True)
        changed = update or {}
        copied = object.__new__(type(self))
        object.__setattr__(copied, "__dict__", {**self.__dict__, **changed})
        object.__setattr__(copied, "__pydantic_fields_set__", {*self.model_fields_set, *changed})
        object.__setattr__(copied, "__pydantic_extra__", None)
        object.__setattr__(copied, "__pydantic_private__", None)
        return copied


class Options(Frozen):
    """A game's variants and modules, chosen at setup; field names become command options."""


class State(Frozen):
    """A game on the table at one moment, as far as keyhelper knows it."""

    players: tuple[str, ...]
    readings: dict[str, str] = {}  # contested rules: rule id -> reading in force


class Move(Frozen):
    """Something a player claims to do; fields are asked for in the order they stand here."""

    kind: str
    player: str | None = Field(default=None, description="Who does it")

    def says(self) -> str:
        """The move as a sentence without a full stop: `Ben builds a Chapel on b2`."""
        return f"{self.player or 'The table'}: {self.kind}"


class Position(Frozen):
    """A position given by file or prompts; each game adds what it needs to score and judge."""

    game: str
    options: dict[str, Any] = {}
    readings: dict[str, str] = {}


S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


class Act(NamedTuple, Generic[S, M]):
    """A kind of move: its model, every reason against it, and what it does to the table."""

    move: type[M]
    may: Callable[[S, M], Iterable[Reason]]
    do: Callable[[S, M], S]
    effects: Callable[[S, M], dict[str, Any]] | None = None  # what `validate` says would happen
    warns: Callable[[S, M], Iterable[str]] | None = None  # worth a second thought, though legal
    also: tuple[str, ...] = ()  # other words that people use for it

    @property
    def kind(self) -> str:
        return str(self.move.model_fields["kind"].default)


class Ask(NamedTuple):
    """One question the table must answer next, and the moves that answer it.

    A typed line without a kind is read as the first of `kinds`, with `given` filled in.
    `enter` is what an empty line means. `choices` are moves picked by their number, each with
    its label. `secret_for` hands the screen to that player first.
    """

    prompt: str
    kinds: tuple[str, ...]
    given: Mapping[str, Any] = {}
    enter: Move | None = None
    hint: str = ""
    choices: tuple[tuple[str, Move], ...] = ()
    secret_for: str | None = None
    secret_lines: tuple[str, ...] = ()  # shown to that player only, while the screen is theirs


class Doubt(NamedTuple):
    """A move that could mean several things: what to ask, and the moves it may be."""

    question: str
    choices: tuple[tuple[str, Move], ...]  # each with its label


class Turn(NamedTuple):
    """Where the game stands: a headline, and who is asked for what, in order."""

    headline: str
    asks: tuple[Ask, ...] = ()
    news: tuple[str, ...] = ()  # what the last entry brought about, told once


class Panel(NamedTuple):
    """A board or a list to show: a title and ready lines, set side by side where they fit."""

    title: str
    lines: tuple[str, ...]
    spoken: tuple[str, ...] = ()  # the same for a screen reader; the lines themselves if empty


class Shape(NamedTuple):
    """A polygon of a drawn board: its corners, what is written in it, what it shows."""

    corners: tuple[tuple[float, float], ...]
    label: str = ""
    role: str = ""  # a word for its look, such as `wheat` or `cottage`; never its only meaning
    title: str = ""  # what it is, in words


class Picture(NamedTuple):
    """A board drawn from shapes on a field of the given size."""

    title: str
    width: float
    height: float
    shapes: tuple[Shape, ...]


class Step(NamedTuple):
    """One thing to do with your hands at setup; a secret one is for one player's eyes."""

    text: str
    player: str | None = None
    secret: bool = False
    detail: tuple[str, ...] = ()
    listed: tuple[str, ...] = ()  # small things to look out, set in columns


class Learned(NamedTuple):
    """A value read off a component at the table, worth keeping in the owner's box."""

    catalogue: str
    name: str
    field: str
    value: Any


class Asked(NamedTuple):
    """Metadata of a position's field: how to ask for it (`Annotated[int | None, Asked(...)]`).

    `lines` takes that many lines as a list. `when` gets the answers so far (the player's, as
    validated values, with the shared ones under `"table"`) and says whether it matters here.
    """

    text: str
    lines: int = 1
    when: Callable[[Mapping[str, Any]], bool] | None = None
    read: Callable[[str], Any] | None = None  # turns the typed text into what the model takes
    for_ties: bool = False  # asked only when points are equal
    more: str = ""  # asks on with this until an empty line; the lines become one list


class Answer(NamedTuple):
    """What a game answers to one of its own questions: lines to print, the same as JSON."""

    lines: tuple[str, ...]
    data: dict[str, Any]
    exit_code: int = 0


class Query(NamedTuple):
    """A question of this game only, such as `afford`: its arguments and its answer.

    `arguments` is a model; the fields named in `positional` stand on the command line without
    a dash. `answer` gets the saved game's state, or None where there is none, and the model.
    """

    name: str
    arguments: type[Frozen]
    answer: Callable[[Any, Any], Answer]
    positional: tuple[str, ...] = ()


class GameInfo(NamedTuple):
    """What a box says on its lid."""

    slug: str
    name: str
    fewest: int
    most: int
    catalogues: tuple[str, ...] = ()
    has_player_colours: bool = False  # whether each player has pieces of a colour of their own


class Counting(NamedTuple, Generic[S]):
    """The part of a game that counts a given position; loads without its moves."""

    info: GameInfo
    position: type[Position]
    from_position: Callable[[Any], S]
    score: Callable[[S], tuple[ScoreSheet, ...]]
    # Trouble against a value typed for a component (catalogue, name, field, value), or None.
    check_value: Callable[[str, str, str, Any], Trouble | None] | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Game(Generic[S]):
    """A game as a record of plain functions over frozen values."""

    info: GameInfo
    options: type[Options]
    state: type[S]
    acts: tuple[Act[S, Any], ...]
    setup: Callable[[tuple[str, ...], Any, Chance, dict[str, str]], S]
    steps: Callable[[S], tuple[Step, ...]]  # the setup as things to do with your hands
    table: Callable[[S, bool], dict[str, Any]]  # the setup as JSON; True shows secrets
    turn: Callable[[S], Turn]
    candidates: Callable[[S], Iterable[Move]]  # plausible moves: menus, walks, near misses
    ending: Callable[[S], str | None]  # why the game is over, as a sentence, or None
    score: Callable[[S], tuple[ScoreSheet, ...]]
    counting: Callable[[], Counting[S]]  # what counts a position; loaded when one is given
    components: Callable[[S], Counter[str]]  # no move may change it
    panels: Callable[[S, str | None], tuple[Panel, ...]]
    words: Callable[[S, str, str], Sequence[str]]  # names a field of a kind of move takes now
    view: Callable[[S, str | None], S] = veil
    learns: Callable[[S, Move], tuple[Learned, ...]] = lambda state, move: ()
    fill: Callable[[S, Move], Move] = lambda state, move: move  # adds what follows from the rest
    # A later move when an entry is edited: what followed from the table before follows from now.
    carried: Callable[[S, S, Move], Move] = lambda before, now, move: move
    doubt: Callable[[S, Move], Doubt | None] = lambda state, move: None  # asked before judging
    suggest: Callable[[S, str, str, Mapping[str, Any]], str | None] = (
        lambda state, kind, field, given: None  # a likely answer, such as a value from the box
    )
    narrow: Callable[[S, str, str, Mapping[str, Any]], Sequence[str] | None] = (
        lambda state, kind, field, given: None  # the few answers that fit what was said before
    )
    pictures: Callable[[S], tuple[Picture, ...]] = lambda state: ()  # boards for a shared sheet
    queries: tuple[Query, ...] = ()

    LEGAL: ClassVar[Verdict] = Verdict()

    @property
    def position(self) -> type[Position]:
        return self.counting().position

    @property
    def from_position(self) -> Callable[[Any], S]:
        return self.counting().from_position

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(self._by_kind)

    @cached_property
    def _by_kind(self) -> dict[str, Act[S, Any]]:
        return {act.kind: act for act in self.acts}

    @cached_property
    def _by_word(self) -> dict[str, str]:
        return {word: act.kind for act in self.acts for word in act.also}

    def kind_called(self, word: str) -> str | None:
        """The kind of move that a word names: `build`, `builds`, or another word for it."""
        for said in (word, word.removesuffix("s")):
            found = names.find(said, self.kinds) or self._by_word.get(said.casefold())
            if found is not None:
                return found
        return None

    def act(self, kind: str) -> Act[S, Any]:
        """The act of that kind; Trouble when this game has none."""
        found = self._by_kind.get(kind)
        if found is not None:
            return found
        raise Trouble(f"{self.info.name} has no move called {kind!r}", hint=", ".join(self.kinds))

    def verify(self, state: S, move: Move) -> Verdict:
        """What the rules say about the move; changes nothing."""
        reasons = tuple(self.act(move.kind).may(state, move))
        return Verdict(reasons) if reasons else self.LEGAL

    def play(self, state: S, move: Move) -> S:
        """The table after the move; judges nothing."""
        return self.act(move.kind).do(state, move)

    def warnings(self, state: S, move: Move) -> tuple[str, ...]:
        """Sentences worth hearing before a legal move is made."""
        warns = self.act(move.kind).warns
        return tuple(warns(state, move)) if warns else ()

    def effects(self, state: S, move: Move) -> dict[str, Any]:
        """What the move would bring, for `validate`; empty where the game adds nothing."""
        effects = self.act(move.kind).effects
        return effects(state, move) if effects else {}
