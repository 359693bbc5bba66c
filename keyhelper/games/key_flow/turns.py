"""Where the game stands; words, completions, what follows from a move, values worth keeping."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from keyhelper.engine import names
from keyhelper.engine.game import Learned, Move, Turn
from keyhelper.engine.trouble import Trouble
from keyhelper.games.key_flow import moves, printed
from keyhelper.games.key_flow.asks import asks, headline
from keyhelper.games.key_flow.holdings import blanks
from keyhelper.games.key_flow.keyples import left_of, right_of, village_named
from keyhelper.games.key_flow.laying import do_choose, do_lay, known_card
from keyhelper.games.key_flow.model import ARROWS, Card, KeyFlow
from keyhelper.games.key_flow.moves import (
    Choose,
    Clear,
    Gain,
    Hold,
    Keyple,
    Lay,
    Next,
    Number,
    Panels,
    Play,
    Rate,
    Sort,
    Stock,
    Tally,
    Token,
    Upgrade,
    Worth,
)
from keyhelper.games.key_flow.panel_use import do_gain
from keyhelper.games.key_flow.printed import ANIMALS, COLOURS, NOTHING, RESOURCES, SKILLS
from keyhelper.games.key_flow.telling import (
    TOPICS,
    countable,
    do_hold,
    do_panels,
    do_rate,
    do_sort,
    do_worth,
    locations_of,
)
from keyhelper.games.key_flow.tokens import price_of
from keyhelper.games.key_flow.village import open_places, place_name
from keyhelper.games.key_flow.working import do_upgrade

_PLACES = (
    "Places in a village: R1 lies right of the home, L2 is the second on its left; R0.5 and L0.5 "
    "lie below, in the river row, half a card aside. A number on a card is how often it was used "
    "this season"
)


def turn(state: KeyFlow) -> Turn:
    """The headline, every question that is open now, and what the last move brought about."""
    is_first = (state.phase, state.season, state.round, state.played) == ("draft", "spring", 1, ())
    places = (_PLACES,) if is_first and state.keep != "counts" else ()
    return Turn(headline(state), tuple(asks(state)), (*places, *state.news))


def ending(state: KeyFlow) -> str | None:
    return "Winter is over and the villages are counted" if state.phase == "over" else None


def words(state: KeyFlow, kind: str, field: str) -> Sequence[str]:
    """The names that a field of a move takes now; none where any text will do."""
    if field == "building":
        return _buildings(state)
    if field in ("origin", "from", "to"):
        return _buildings(state)
    if field == "at":
        return _places(state)
    if field == "card" and kind in ("sort", "rate", "panels"):
        return tuple(state.book)
    if kind == "play" and field == "card":
        return _of_the_season(state)
    if field == "sort":
        return ("winter", "boat", "location") if kind == "hold" else moves.SORTS
    if field == "amounts":
        return (*countable(state), *moves.NO_PIECES)
    if kind == "stock":
        spots = [spot for player in state.players for spot in locations_of(state, player)]
        goods = (*RESOURCES, *moves.NO_PIECES)
        return {"goods": goods, "on": tuple(dict.fromkeys(spots))}.get(field, ())
    return {
        "colour": COLOURS,
        "animal": ANIMALS,
        "arrows": ARROWS,
        "village": state.players,
        "goods": RESOURCES,
        "tiles": SKILLS,
        "cost": (*moves.PRICE_WORDS, NOTHING),
        "paid": (*moves.PRICE_WORDS, NOTHING),
    }.get(field, ())


def narrow(state: KeyFlow, kind: str, field: str, given: Mapping[str, Any]) -> Sequence[str] | None:
    """The buildings that can be meant: one's own, or those that the arrows reach."""
    player = str(given.get("player") or "")
    if kind in ("upgrade", "carry", "flip") and state.keep == "everything":
        _refuse_early_work(state, kind, is_named=bool(player))
    if field not in ("building", "origin", "to") or player not in state.players:
        return None
    if kind != "keyple":
        return _buildings(state, player)
    named = village_named(state, given.get("village"))
    reach = {"down": player, "left": left_of(state, player), "right": right_of(state, player)}
    arrows = given.get("arrows") or ARROWS
    return _buildings(state, *([named] if named else [reach.get(str(a), player) for a in arrows]))


def _refuse_early_work(state: KeyFlow, kind: str, *, is_named: bool) -> None:
    """Nobody is asked what to carry or upgrade while the panel itself is still to be said."""
    waiting = [player for player in state.players if state.task(player, "action")]
    what = "transport" if kind == "carry" else "upgrade"
    if any(state.task(player, "work") for player in state.players) or state.phase == "any":
        return
    if not waiting and not is_named:
        raise Trouble(
            f"Nobody has any {what} to use now",
            hint=f"the name goes first, as in `{state.players[0]} {kind} ...`",
        )
    if waiting:
        raise Trouble(
            f"{waiting[0]} has no {what} to use yet",
            hint=f"does the open panel show it? say `1 {what}` first",
        )


def _of_the_season(state: KeyFlow) -> tuple[str, ...]:
    """The known cards that can be played now; of some the season is not known."""
    season = "winter" if state.phase == "choose" else state.season
    cards = [card for card in state.book.values() if card.kind != "home"]
    return tuple(card.name for card in cards if card.season in (None, season))


def _buildings(state: KeyFlow, *owners: str) -> tuple[str, ...]:
    villages = [state.villages.get(owner, ()) for owner in owners or state.players]
    found = [b.name for village in villages for b in village]
    places = [b.where for village in villages for b in village if b.where]
    known = {names.fold(name) for name in found}
    return tuple(dict.fromkeys((*found, *(p for p in places if names.fold(p) not in known))))


def _places(state: KeyFlow) -> tuple[str, ...]:
    """Every place near any village, open or not: a taken one is refused with its reason."""
    found: set[int] = set()
    for village in state.villages.values():
        taken = [b.at for b in village if b.at is not None] or [0]
        found.update(range(min(taken) - 4, max(taken) + 5))
    return tuple(place_name(place) for place in sorted(found, key=lambda p: (abs(p), -p)))


def fill(state: KeyFlow, move: Move) -> Move:
    """The move with its names as the table spells them, and what follows from the rest."""
    if move.player is None and not isinstance(move, (Clear, Sort, Rate, Panels, Next)):
        move = move.model_copy(update={"player": _whose(state, move.kind)})
    if isinstance(move, (Lay, Choose, Play, Sort, Rate, Panels)):
        known = known_card(state, move.card)
        return move.model_copy(update={"card": known.name}) if known else move
    if isinstance(move, Keyple):
        return _filled_keyple(state, move)
    if isinstance(move, Tally) and not move.amounts and state.phase == "count":
        return _none_of_what_is_asked(state, move)
    if isinstance(move, Hold) and names.fold(move.card) in moves.NO_PIECES:
        return Number(player=move.player, what=move.sort, number=0)
    if isinstance(move, Stock):
        found = names.find(move.on, locations_of(state, move.player or ""))
        return move.model_copy(update={"on": found}) if found else move
    if isinstance(move, (Token, Upgrade, Worth)):
        building = state.find(move.player or "", move.building)
        changed: dict[str, Any] = {"building": building.name} if building is not None else {}
        is_open = isinstance(move, Token) and move.tokens is None and state.keep == "everything"
        if is_open and building is not None and building.uses is not None:
            changed["tokens"] = price_of(building.uses)
        return move.model_copy(update=changed)
    return move


def _none_of_what_is_asked(state: KeyFlow, move: Tally) -> Tally:
    """`nothing` as an answer: none of all that the player is being asked for."""
    wanted = [b.want for b in blanks(state) if b.player == move.player and b.want in TOPICS]
    amounts = dict.fromkeys(TOPICS[wanted[0]], 0) if wanted else {}
    return move.model_copy(update={"amounts": amounts})


_TASKS = {
    "face": ("face",), "gain": ("foot", "action"), "carry": ("work",), "upgrade": ("work",),
    "flip": ("work",), "stop": ("work",),
}  # fmt: skip


_PHASES = {
    "draft": ("lay", "keyple", "discard", "play"), "choose": ("choose", "play"),
    "tokens": ("token", "finish"),
}  # fmt: skip


def _whose(state: KeyFlow, kind: str) -> str:
    """The only player who can mean a move that came without a name; Trouble if there are more."""
    if kind in _TASKS:  # the first of them is the one who is being asked
        able = [player for player in state.players if state.task(player, *_TASKS[kind])]
        # Nobody can: the refusal is best told to whoever is being asked.
        able = (able or [player for player in state.players if state.tasks.get(player)])[:1]
    elif kind in ("lay", "keyple", "discard", "choose", "play", "token", "finish"):
        able = [player for player in state.players if player not in state.played]
        if state.phase != "any" and kind not in _PHASES.get(state.phase, ()):
            able = able[:1]  # refused in any case, to whoever is asked
    else:
        able = list(state.players)
    if len(able) == 1:
        return able[0]
    who = (able or list(state.players))[0]
    raise Trouble(
        f"Whose `{kind}` is that?",
        hint=f"the name goes first, as in `{who} {kind} ...`; or `player={who}`",
    )


def _filled_keyple(state: KeyFlow, move: Keyple) -> Keyple:
    player = move.player or ""
    village = village_named(state, move.village)
    if move.village is None and player in state.players:
        reach = {"down": player, "left": left_of(state, player), "right": right_of(state, player)}
        reached = list(dict.fromkeys(reach[arrow] for arrow in move.arrows))
        having = [owner for owner in reached if state.find(owner, move.building)]
        if len(reached) == 1 or len(having) == 1:
            village = having[0] if having else reached[0]
        elif having and state.phase != "any":
            raise Trouble(
                f"Whose {names.safe(move.building)[:40]}: {names.either(having)}?",
                hint=f"name the village, as in `{' '.join(move.arrows)} {having[-1]} "
                f"{names.safe(move.building)[:40]}`",
            )
    if village is None:
        return move
    building = state.find(village, move.building)
    name = building.name if building is not None else move.building
    return move.model_copy(update={"village": village, "building": name})


def suggest(state: KeyFlow, kind: str, field: str, given: Mapping[str, Any]) -> str | None:
    """A likely answer, from the box or the table."""
    player = str(given.get("player") or "")
    if kind == "upgrade" and field == "cost":
        building = state.find(player, str(given.get("building") or ""))
        if building is None:
            return None
        cost = state.card_of(building).panel(building.upgrades + 1).cost
        if cost is not None:
            return printed.amounts(cost)
        return NOTHING if state.keep == "villages" else None
    if kind in ("lay", "choose") and field == "at":
        taken = [b.at for b in state.villages.get(player, ()) if b.at is not None]
        card = known_card(state, str(given.get("card") or ""))
        free = open_places(taken, card.row if card else "road")
        return place_name(free[0]) if free else None
    return None


def learns(state: KeyFlow, move: Move) -> tuple[Learned, ...]:
    """What a move tells about a card for good; `state` is the table before it."""
    try:
        after = _told(state, move)
    except Trouble:
        return ()
    if after is None:
        return ()
    found: list[Learned] = []
    for name, card in after.book.items():
        before = state.book.get(name) or Card(name=name)
        if card == before:
            continue
        for field in ("row", "kind", "gains", "scores"):
            value = getattr(card, field)
            # Winter and village cards are told apart by what they score; one question less.
            if field == "kind" and value in ("winter", "village"):
                continue
            # That a card scores nothing is said by pressing Enter: too lightly to be kept.
            if field == "scores" and value == "0":
                continue
            if value is not None and value != getattr(before, field):
                found.append(Learned("cards", name, field, value))
        if card.panels != before.panels:
            found.append(Learned("cards", name, "panels", list(card.panels)))
    return tuple(found)


def _told(state: KeyFlow, move: Move) -> KeyFlow | None:
    """The table after a move that says something about a card."""
    if isinstance(move, Lay):
        return do_lay(state, move)
    if isinstance(move, Choose):
        return do_choose(state, move)
    if isinstance(move, Gain) and state.keep != "counts":
        return do_gain(state, move)
    if isinstance(move, Upgrade):
        return do_upgrade(state, move)
    if isinstance(move, Sort):
        return do_sort(state, move)
    if isinstance(move, Rate):
        return do_rate(state, move)
    if isinstance(move, Panels):
        return do_panels(state, move)
    if isinstance(move, Worth):
        return do_worth(state, move)
    if isinstance(move, Hold):
        return do_hold(state, move)
    return None
