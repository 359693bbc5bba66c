"""Where the game stands and who is asked for what; words, completions, values worth keeping."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from keyhelper.engine import names
from keyhelper.engine.game import Ask, Learned, Move, Turn
from keyhelper.engine.trouble import Trouble
from keyhelper.games.key_flow import moves, printed
from keyhelper.games.key_flow.decks import deck, passing
from keyhelper.games.key_flow.holdings import Blank, blanks
from keyhelper.games.key_flow.keyples import left_of, right_of, village_named
from keyhelper.games.key_flow.laying import do_choose, do_lay, known_card
from keyhelper.games.key_flow.model import ARROWS, Card, KeyFlow, Task, plenty
from keyhelper.games.key_flow.moves import (
    Choose,
    Clear,
    Face,
    Finish,
    Gain,
    Keyple,
    Lay,
    Next,
    Panels,
    Rate,
    Sort,
    Stop,
    Token,
    Upgrade,
    Worth,
)
from keyhelper.games.key_flow.panel_use import do_gain, may_gain, open_panel
from keyhelper.games.key_flow.printed import ANIMALS, COLOURS, NOTHING, RESOURCES, SKILLS
from keyhelper.games.key_flow.telling import countable, do_panels, do_rate, do_sort, do_worth
from keyhelper.games.key_flow.tokens import price_of
from keyhelper.games.key_flow.village import open_places, place_name
from keyhelper.games.key_flow.working import do_upgrade


def turn(state: KeyFlow) -> Turn:
    """The headline, and every question that is open now, those of started plays first."""
    return Turn(_headline(state), tuple(_asks(state)))


def ending(state: KeyFlow) -> str | None:
    return "Winter is over and the villages are counted" if state.phase == "over" else None


def _headline(state: KeyFlow) -> str:
    season = state.season.title()
    if state.phase == "any":
        return "A position"
    if state.keep == "counts" and state.phase == "draft":
        return f"{season} · only counts are kept"
    hands = f"hands go {passing(state.season)}"
    return {
        "draft": f"{season} · turn {state.round} of {state.hand} · {hands}",
        "tokens": f"{season} · keyple tokens",
        "clear": f"{season} · clear the villages",
        "choose": "End of autumn · winter K cards",
        "count": "Winter is over · the final count",
        "over": "The game is over",
    }[state.phase]


def _asks(state: KeyFlow) -> Iterator[Ask]:
    for player in state.players:
        for task in state.tasks.get(player, ()):
            yield _task_ask(state, player, task)
    if state.phase == "draft" and state.keep == "counts":
        yield Ask(
            "What has changed?", ("count", "gain", "hold", "rate", "next"), enter=Next(),
            hint="`count ann 3 iron 2 red`; Enter: the season is over",
        )  # fmt: skip
    elif state.phase == "clear":
        yield _clear_ask(state)
    elif state.phase == "count":
        yield from map(_blank_ask, blanks(state))
    else:
        asking = {"draft": _draft_asks, "tokens": _token_asks, "choose": _choose_asks}
        yield from asking[state.phase](state) if state.phase in asking else ()


def _token_asks(state: KeyFlow) -> Iterator[Ask]:
    for player in state.players:
        has_some = state.tokens.get(player) or state.keep != "everything"
        if player not in state.played and has_some:
            yield _token_ask(state, player)


def _choose_asks(state: KeyFlow) -> Iterator[Ask]:
    for player in state.players:
        if player not in state.played:
            yield Ask(
                f"{player} plays the winter K card", ("choose",), {"player": player},
                hint=_place_hint(state, player),
            )  # fmt: skip


def _draft_asks(state: KeyFlow) -> Iterator[Ask]:
    first = not state.played and state.round == 1
    dealt = deck(state.season, len(state.players))
    for player in state.players:
        if player in state.played:
            continue
        hint = _place_hint(state, player)
        if first and state.season != "spring":
            hint = f"{dealt['hand']} cards are dealt to each, {dealt['cards']} in all"
            first = False
        elif state.round == 1 and state.season == "spring" and player == state.players[0]:
            hint = "`R1 gold mine`, `keyple 2 red down home`, or `discard`"
        yield Ask(f"{player} plays", ("lay", "keyple", "discard"), {"player": player}, hint=hint)


def _place_hint(state: KeyFlow, player: str) -> str:
    taken = [b.at for b in state.villages.get(player, ()) if b.at is not None]
    road = [place_name(p) for p in open_places(taken, "road")[:2]]
    river = [place_name(p) for p in open_places(taken, "river")[:2]]
    return f"road {' '.join(road)}, river {' '.join(river)}" if taken else ""


def _token_ask(state: KeyFlow, player: str) -> Ask:
    held = state.tokens.get(player)
    have = plenty(held or 0, "token") if state.keep == "everything" else "tokens"
    return Ask(
        f"{player} uses {have} on", ("token", "finish"), {"player": player},
        enter=Finish(player=player), hint="a building; Enter: no more",
    )  # fmt: skip


def _clear_ask(state: KeyFlow) -> Ask:
    piles = ", ".join(
        f"{owner} {sum(len(b.keyples) for b in village)}"
        for owner, village in state.villages.items()
    )
    return Ask(
        "Clear the villages", ("clear",), enter=Clear(),
        hint=f"keyple cards under the stores: {piles}; Enter when done",
    )  # fmt: skip


def _task_ask(state: KeyFlow, player: str, task: Task) -> Ask:
    building = state.find(task.village, task.building)
    given: dict[str, Any] = {"player": player}
    card = building.card if building is not None else task.building
    whose = "" if task.village == player else f"{task.village}'s "
    if task.want == "face":
        return Ask(
            f"{player}'s keyple card: colour, and animal if any", ("face",), given,
            enter=Face(player=player), hint="`red` or `blue cow`; Enter: not kept",
        )  # fmt: skip
    if task.want == "sort":
        return Ask(
            f"{card} in the river row: what sort of card", ("sort",), {"card": card},
            enter=Sort(card=card, sort="village"), hint="boat, location; Enter: neither",
        )  # fmt: skip
    if task.want == "rate":
        return Ask(
            f"What does {card} score", ("rate",), {"card": card},
            enter=Rate(card=card, scores="0"), hint="`5 per cow + token`; Enter: nothing",
        )  # fmt: skip
    if task.want == "work":
        left = printed.amounts({"transport": task.transport, "upgrade": task.upgrades})
        return Ask(
            f"{player} has {left}", ("carry", "upgrade", "stop"), given,
            enter=Stop(player=player), hint=_work_hint(state, player, task),
        )  # fmt: skip
    known = _known_gain(state, task)
    if known is not None and any(may_gain(state, Gain(player=player, what=known))):
        known = None  # such as transport in a neighbour's village, or a skill nobody has
    what = "round panel" if task.want == "foot" else "open panel"
    example = "`2 iron`, `1 skill`" if task.want == "foot" else "`2 gold`, `saw -> 2 wood`"
    return Ask(
        f"{player}: {what} of {whose}{task.building}", ("gain",), given,
        enter=Gain(player=player, what=known or NOTHING),
        hint=f"Enter: {known}" if known else f"{example}; Enter: nothing",
    )  # fmt: skip


def _work_hint(state: KeyFlow, player: str, task: Task) -> str:
    """Examples of what can be done with what is left of an action."""
    village = state.villages.get(player, ())
    laden = next((b for b in village if b.goods), None)
    tiled = next((b for b in village if b.flipped < b.upgrades), None)
    said: list[str] = []
    start = laden or village[0]
    end = next((b for b in village if b.name != start.name), None)
    if task.transport and end is not None:
        resource = next(iter(start.goods), "iron")
        said.append(f"`1 {resource} from {start.name} to {end.name}`")
    if task.upgrades:
        said.append("`upgrade home`")
        said += [f"`flip {tiled.name}`"] if tiled else []
    return "; ".join(filter(None, (", ".join(said), "Enter: done")))


def _known_gain(state: KeyFlow, task: Task) -> str | None:
    """What the panel or the foot is known to bring, where there is no choice about it."""
    building = state.find(task.village, task.building)
    if building is None:
        return None
    if task.want == "foot":
        sure = state.card_of(building).sure_foot
        return str(sure) if sure is not None else None
    deals = open_panel(state, building).deals
    is_open = any(word in {**d.takes, **d.brings} for d in deals for word in ("resource",))
    return str(deals[0]) if len(deals) == 1 and not is_open else None


def _blank_ask(blank: Blank) -> Ask:
    who, card = blank.player, blank.card
    if blank.want == "worth":
        return Ask(
            f"{who}: points showing on {card}", ("worth", "next"),
            {"player": who, "building": card},
            hint=f"0 if none; `count {who} 22 points` gives all at once",
        )  # fmt: skip
    if blank.want == "rate":
        return Ask(
            f"What does {card} score", ("rate", "next"), {"card": card},
            hint="`2 per iron`, or `nothing`; `next` leaves the blanks",
        )  # fmt: skip
    if blank.want == "reveal":
        return Ask(
            f"{who}: which skills are the face-down tiles", ("reveal", "next"), {"player": who},
            hint="`2 saw 1 anvil`",
        )  # fmt: skip
    what = "transport value" if blank.want == "transport" else "resources, skills and tokens"
    hint = "`3 transport`" if blank.want == "transport" else "`3 iron 2 gold 1 saw 2 token`"
    return Ask(
        f"{who}: {what}", ("count", "next"), {"player": who}, enter=Next(),
        hint=f"{hint}; Enter: leave all blanks",
    )  # fmt: skip


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
    if field == "sort":
        return ("winter", "boat", "location") if kind == "hold" else moves.SORTS
    if field == "amounts":
        return countable(state)
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
    if field not in ("building", "origin", "to") or player not in state.players:
        return None
    if kind != "keyple":
        return _buildings(state, player)
    named = village_named(state, given.get("village"))
    reach = {"down": player, "left": left_of(state, player), "right": right_of(state, player)}
    arrows = given.get("arrows") or ARROWS
    return _buildings(state, *([named] if named else [reach.get(str(a), player) for a in arrows]))


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
    if isinstance(move, (Lay, Choose, Sort, Rate, Panels)):
        known = known_card(state, move.card)
        return move.model_copy(update={"card": known.name}) if known else move
    if isinstance(move, Keyple):
        return _filled_keyple(state, move)
    if isinstance(move, (Token, Upgrade, Worth)):
        building = state.find(move.player or "", move.building)
        changed: dict[str, Any] = {"building": building.name} if building is not None else {}
        is_open = isinstance(move, Token) and move.tokens is None and state.keep == "everything"
        if is_open and building is not None and building.uses is not None:
            changed["tokens"] = price_of(building.uses)
        return move.model_copy(update=changed)
    return move


_TASKS = {
    "face": ("face",), "gain": ("foot", "action"), "carry": ("work",), "upgrade": ("work",),
    "flip": ("work",), "stop": ("work",),
}  # fmt: skip


def _whose(state: KeyFlow, kind: str) -> str:
    """The only player who can mean a move that came without a name; Trouble if there are more."""
    if kind in _TASKS:  # the first of them is the one who is being asked
        able = [player for player in state.players if state.task(player, *_TASKS[kind])]
        # Nobody can: the refusal is best told to whoever is being asked.
        able = (able or [player for player in state.players if state.tasks.get(player)])[:1]
    elif kind in ("lay", "keyple", "discard", "choose", "token", "finish"):
        able = [player for player in state.players if player not in state.played]
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
    return None
