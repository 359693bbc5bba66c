"""Law cards: taken in phase 3, played in the phase printed on them, with what is known of them."""

from __future__ import annotations

from collections.abc import Iterator

from keyhelper.engine import catalogue, names
from keyhelper.engine.verdict import Reason, unproven
from keyhelper.games.keythedral.board import key
from keyhelper.games.keythedral.cubes import plus, spoken
from keyhelper.games.keythedral.model import NUMBERS, PHASE_NUMBERS, Keythedral
from keyhelper.games.keythedral.moves import PlayLaw, TakeLaw
from keyhelper.games.keythedral.town import find_fence, without_fence
from keyhelper.games.keythedral.turns import may_act, may_now, may_pay, paid, pass_on
from keyhelper.games.keythedral.work import skip_idle

EFFECT_PHASES = {"order": 1, "double": 2, "stop": 2, "surcharge": 3, "discount": 3}


def may_law(state: Keythedral, move: TakeLaw) -> Iterator[Reason]:
    player = state.seat(move.player)
    yield from may_act(state, player, "Taking a law card")
    if state.law_offer == 0:
        text = "Both law cards on offer were taken"
        if state.law_deck == 0:
            yield Reason(rule="faq.deck-empty", text=f"{text}, and the stack is empty")
        else:
            yield Reason(rule="law.space", text=f"{text} in this round")
    have = state.hand(player).cubes
    if have is not None and not have.get(move.pay):
        yield Reason(
            rule="law.cost",
            text=f"{player} has no {spoken(move.pay)}; any one cube pays for a law card",
        )
    elif have is None:
        yield from may_pay(state, player, {move.pay: 1}, "law.cost", "A law card")


def do_law(state: Keythedral, move: TakeLaw) -> Keythedral:
    player = state.seat(move.player)
    state = paid(state, player, {move.pay: 1})
    laws = state.hand(player).laws
    offer = state.law_offer
    taken = state.with_hand(player, laws=None if laws is None else laws + 1).model_copy(
        update={
            "law_offer": None if offer is None else max(0, offer - 1),
            "stopped_acting": (*state.stopped_acting, player),
            "passed": (),
            "news": (),
        }
    )
    if state.phase == "actions" and state.reads("law.ends", "own") == "phase":
        return taken.model_copy(update={"phase": "clean-up", "actor": None})
    return pass_on(taken, player)


def may_play_law(state: Keythedral, move: PlayLaw) -> Iterator[Reason]:
    player = state.seat(move.player)
    before = tuple(
        may_now(
            state, ("workers", "collect", "actions", "clean-up", "auction"), "Playing a law card"
        )
    )
    yield from before
    if before:
        return
    if state.hand(player).laws == 0:
        yield Reason(rule="law.once", text=f"A law card is needed; {player} holds 0")
    yield from _may_be_its_phase(state, move)
    yield from _may_do_what_it_says(state, move)


def do_play_law(state: Keythedral, move: PlayLaw) -> Keythedral:
    player = state.seat(move.player)
    laws = state.hand(player).laws
    state = state.with_hand(player, laws=None if laws is None else max(0, laws - 1)).model_copy(
        update={"laws_gone": state.laws_gone + 1, "passed": (), "news": ()}
    )
    tile = state.tile_named(move.tile or "")
    if move.effect == "order":
        return skip_idle(state.model_copy(update={"fixed_order": move.numbers}))
    if move.effect == "double" and move.colour:
        return state.model_copy(update={"doubled": (*state.doubled, move.colour)})
    if move.effect == "stop" and move.colour:
        return state.model_copy(update={"stopped": (*state.stopped, move.colour)})
    if move.effect == "surcharge" and tile:
        dearer = plus(tile.dearer, move.extra or {})
        on_top = tile.dearer_any + move.any_cubes
        return state.with_tile(tile.model_copy(update={"dearer": dearer, "dearer_any": on_top}))
    if move.effect == "discount" and tile:
        return state.with_tile(tile.model_copy(update={"cheaper": tile.cheaper + 1}))
    if move.effect == "fence" and move.cottage and move.field:
        return without_fence(state, find_fence(state, move.cottage, move.field))
    return state


def fill_law(move: PlayLaw) -> PlayLaw:
    """The phase of an effect whose phase is known."""
    known = EFFECT_PHASES.get(move.effect)
    if move.phase is not None or known is None:
        return move
    return move.model_copy(update={"phase": known})


def with_phase_from_box(move: PlayLaw) -> PlayLaw:
    """The phase of a law that the owner's box knows by its title."""
    if move.phase is not None or not move.title:
        return move
    known = catalogue.entries("keythedral", "laws")
    name = names.find(move.title, known)
    phase = known[name].get("phase") if name is not None else None
    return move.model_copy(update={"phase": phase}) if phase in range(1, 6) else move


def _may_be_its_phase(state: Keythedral, move: PlayLaw) -> Iterator[Reason]:
    now = PHASE_NUMBERS.get(state.phase)
    if now is None:
        return
    printed = fill_law(move).phase
    if printed is None:
        yield unproven(
            "law.phase",
            f"Only the table sees whether the card is for phase {now}",
            hint=f"`phase {now}` says so",
        )
    elif printed == PHASE_NUMBERS["actions"] and _has_just_taken(state, move):
        return
    elif printed != now:
        yield Reason(rule="law.phase", text=f"The law is for phase {printed}; this is phase {now}")


def _has_just_taken(state: Keythedral, move: PlayLaw) -> bool:
    """Whether the phase ended while its player may still play a law taken in it."""
    return state.phase == "clean-up" and state.seat(move.player) in state.stopped_acting


def _may_do_what_it_says(state: Keythedral, move: PlayLaw) -> Iterator[Reason]:
    """Whether the law's details are told and make sense."""
    if move.effect == "order":
        yield from _may_fix_order(state, move.numbers)
    elif move.effect in ("double", "stop"):
        if move.colour is None:
            yield Reason(rule="law.effect", text="Say which fields the law is about, such as red")
    elif move.effect in ("surcharge", "discount"):
        tile = state.tile_named(move.tile or "")
        if tile is None:
            none = f"; {move.tile} is none" if move.tile else ", such as 4a"
            yield Reason(rule="law.effect", text=f"The law is about a tile on the mat{none}")
        elif not tile.is_open:
            yield Reason(
                rule="law.effect", text=f"The law is about an open tile; {tile.name} is face down"
            )
        if move.effect == "surcharge" and not move.extra and not move.any_cubes:
            yield Reason(
                rule="law.effect",
                text="Say by how much the tile becomes dearer, such as 1 wine",
            )
    elif move.effect == "fence":
        if move.cottage is None or move.field is None:
            yield Reason(
                rule="law.effect",
                text="Say which fence: beside which cottage, at which field",
            )
        elif find_fence(state, move.cottage, move.field) is None:
            yield Reason(
                rule="law.effect",
                text=f"No fence stands between {move.cottage} and {key(move.field)}",
            )


def _may_fix_order(state: Keythedral, order: tuple[int, ...]) -> Iterator[Reason]:
    if sorted(order) != list(NUMBERS):
        said = " ".join(map(str, order)) or "nothing"
        yield Reason(
            rule="law.effect", text=f"The order names each of 1 to 5 once; {said} was said"
        )
    elif order[: len(state.markers)] != state.markers:
        lying = " ".join(map(str, state.markers))
        lie = "A marker lies" if len(state.markers) == 1 else "Markers lie"
        yield Reason(
            rule="law.effect", text=f"{lie} on {lying} already; the order begins with {lying}"
        )


def warn_law(state: Keythedral, move: TakeLaw) -> Iterator[str]:
    """A craft cube is a dear price for a law."""
    if move.pay in ("stained-glass", "gold"):
        yield f"A basic cube would do as well as {spoken(move.pay)}"
