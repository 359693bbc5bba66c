"""Who is asked for what: every question of a game, with the examples that fit the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from keyhelper.engine import names
from keyhelper.engine.game import Ask
from keyhelper.games.key_flow import printed
from keyhelper.games.key_flow.decks import deck, passing
from keyhelper.games.key_flow.gains import what_is_left
from keyhelper.games.key_flow.holdings import Blank, blanks, holdings_of
from keyhelper.games.key_flow.model import Building, KeyFlow, Task, plenty
from keyhelper.games.key_flow.moves import (
    Clear,
    Face,
    Finish,
    Gain,
    Next,
    Number,
    Rate,
    Sort,
    Stock,
    Stop,
    Tally,
)
from keyhelper.games.key_flow.panel_use import may_gain, open_panel
from keyhelper.games.key_flow.printed import ANIMALS, NOTHING, brought
from keyhelper.games.key_flow.telling import TOPICS
from keyhelper.games.key_flow.village import Row, open_places, place_name


def headline(state: KeyFlow) -> str:
    """The season, and what it has come to."""
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


def asks(state: KeyFlow) -> Iterator[Ask]:
    """Every question that is open now, those of started plays first."""
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
        yield from (_blank_ask(state, blank) for blank in blanks(state))
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
                f"{player} plays the winter K card", ("choose", "play"), {"player": player},
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
            hint = "`R1 gold mine`, `2 red down home`, `discard`"
        kinds = ("lay", "keyple", "discard", "play")
        yield Ask(f"{player} plays", kinds, {"player": player}, hint=hint)


def _place_hint(state: KeyFlow, player: str) -> str:
    taken = [b.at for b in state.villages.get(player, ()) if b.at is not None]
    return f"{_places(taken, 'road')}, {_places(taken, 'river')}" if taken else ""


def _places(taken: list[int], row: Row) -> str:
    """The nearest open places of a row, and whether there are more."""
    free = [place_name(place) for place in open_places(taken, row)]
    return f"{row} {' '.join(free[:2])}{' ...' if len(free) > 2 else ''}"


def _token_ask(state: KeyFlow, player: str) -> Ask:
    held = plenty(state.tokens.get(player) or 0, "token")
    does = f"has {held} to use" if state.keep == "everything" else "uses tokens"
    return Ask(
        f"{player} {does} on", ("token", "finish"), {"player": player},
        enter=Finish(player=player), hint="a building; Enter: no more",
    )  # fmt: skip


def _clear_ask(state: KeyFlow) -> Ask:
    piles = ", ".join(
        f"{owner} {sum(len(b.keyples) for b in village)}"
        for owner, village in state.villages.items()
    )
    return Ask(
        "Clear the villages", ("clear",), enter=Clear(),
        hint=f"keyple cards under the stores: {piles}; Enter: it is done",
    )  # fmt: skip


def _task_ask(state: KeyFlow, player: str, task: Task) -> Ask:
    building = state.find(task.village, task.building)
    given: dict[str, Any] = {"player": player}
    card = building.card if building is not None else task.building
    if task.want == "face":
        return Ask(
            f"{player}'s keyple card: colour, and animal if any", ("face",), given,
            enter=Face(player=player), hint="`red` or `blue cow`; Enter: not kept",
        )  # fmt: skip
    if task.want == "sort":
        return Ask(
            f"{card} in the river row: what sort of card", ("sort",), given | {"card": card},
            enter=Sort(card=card, sort="village"), hint="boat, location; Enter: neither",
        )  # fmt: skip
    if task.want == "rate":
        return Ask(
            f"What does {card} score", ("rate",), {"card": card},
            enter=Rate(card=card, scores="0"), hint="`5 per cow + token`; Enter: nothing",
        )  # fmt: skip
    if task.want == "work":
        upgrades = plenty(task.upgrades, "upgrade") if task.upgrades else ""
        carts = f"{task.transport} transport" if task.transport else ""
        return Ask(
            f"{player} has {' and '.join(filter(None, (carts, upgrades)))}",
            ("carry", "upgrade", "stop"), given,
            enter=Stop(player=player), hint=_work_hint(state, player, task),
        )  # fmt: skip
    return _gain_ask(state, player, task, building)


def _gain_ask(state: KeyFlow, player: str, task: Task, building: Building | None) -> Ask:
    """What a panel or a foot brings: what is known of it, or examples of what it may be."""
    whose = "" if task.village == player else f"{task.village}'s "
    what = "round panel" if task.want == "foot" else "open panel"
    known = _known_gain(state, task)
    against = [*may_gain(state, Gain(player=player, what=known))] if known else []
    shown = _shown(state, task, building)
    less = str(what_is_left(state, brought(known))) if known and against else NOTHING
    if less != NOTHING and not any(may_gain(state, Gain(player=player, what=less))):
        return Ask(
            f"{player}: {what} of {whose}{task.building}", ("gain",), {"player": player},
            enter=Gain(player=player, what=less),
            hint=f"it shows {shown}; {against[0].text}; Enter: {less}",
        )  # fmt: skip
    if known and not against:
        hint = f"Enter: {known}"
    elif shown:
        # Such as transport in a neighbour's village, or a skill that nobody has.
        why = f"; {against[0].text}" if against else ""
        hint = f"it shows {shown}{why}; Enter: {NOTHING}"
    else:
        hint = f"{_examples(state, player, task, building)}; Enter: {NOTHING}"
    return Ask(
        f"{player}: {what} of {whose}{task.building}", ("gain",), {"player": player},
        enter=Gain(player=player, what=known if known and not against else NOTHING), hint=hint,
    )  # fmt: skip


def _shown(state: KeyFlow, task: Task, building: Building | None) -> str:
    """The ways of using the panel or the foot, as far as they are known."""
    if building is None:
        return ""
    card = state.card_of(building)
    deals = card.foot if task.want == "foot" else open_panel(state, building).deals
    return " or ".join(map(str, deals))


def _examples(state: KeyFlow, player: str, task: Task, building: Building | None) -> str:
    if task.want == "foot":
        return "`2 iron`, `1 skill`"
    works_here = task.village == player or state.reading("transport.own") != "activated"
    if not works_here:
        return "`2 gold`; transport and upgrades come only from one's own buildings"
    if building is not None and state.card_of(building).kind == "home":
        return "`1 transport`, `1 transport + 1 upgrade`"
    return "`2 gold`, `saw -> 2 wood`, `2 transport + 1 upgrade`"


def _work_hint(state: KeyFlow, player: str, task: Task) -> str:
    """Examples of what can be done with what is left of an action."""
    village = state.villages.get(player, ())
    laden = next((b for b in village if any(b.goods.values())), None)
    tiled = next((b for b in village if b.flipped < b.upgrades), None)
    said: list[str] = []
    end = next((b for b in village if laden is not None and b.name != laden.name), None)
    if task.transport and laden is not None and end is not None:
        resource = next(word for word, count in laden.goods.items() if count)
        said.append(f"`1 {resource} from {laden.name} to {end.name}`")
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


def _blank_ask(state: KeyFlow, blank: Blank) -> Ask:
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
        tiles = "face-down tile" if blank.number == 1 else f"{blank.number} face-down tiles"
        verb = "skill is" if blank.number == 1 else "skills are"
        return Ask(
            f"{who}: which {verb} the {tiles}", ("reveal", "next"), {"player": who},
            hint="`saw`" if blank.number == 1 else "`1 saw 1 anvil`",
        )  # fmt: skip
    if blank.want == "transport":
        return Ask(
            f"{who}: transport, the numbers on all uncovered carts of the village added up",
            ("carts", "count", "next"), {"player": who}, hint="`5`; `next` leaves the blanks",
        )  # fmt: skip
    if blank.want == "unread":
        return Ask(
            f"{who}: {plenty(blank.number, 'keyple card')} under the store nobody has read",
            ("count", "face", "next"), {"player": who}, enter=Face(player=who),
            hint=f"{'`blue cow`' if blank.number == 1 else '`2 red 1 blue cow`'}; Enter: "
            "left unread",
        )  # fmt: skip
    return _holding_ask(state, blank)


def _holding_ask(state: KeyFlow, blank: Blank) -> Ask:
    """What the plays do not tell: animals on village cards, or all a player holds."""
    who = blank.player
    if blank.want != "animals" and (blank.want != "goods" or state.edition):
        return _topic_ask(state, blank)
    icons = holdings_of(state, who).animals
    nothing = Tally(player=who, amounts={animal: icons.get(animal, 0) for animal in ANIMALS})
    if blank.want == "goods":
        return Ask(
            f"{who}: resources, skills and tokens, and animals on village cards",
            ("count", "next"), {"player": who}, enter=nothing,
            hint=f"`3 iron 1 saw 2 token 1 cow`; Enter: {printed.amounts(icons)}",
        )  # fmt: skip
    return Ask(
        f"{who}: animal icons on village cards, all together",
        ("count", "number", "next"), {"player": who, "what": "animals"}, enter=nothing,
        hint=f"`2 sheep 1 cow`; Enter: {printed.amounts(icons)}",
    )  # fmt: skip


_HELD_PROMPTS = {"winter": "winter cards", "location": "autumn locations", "boat": "boats"}
_HELD_EXAMPLES = {
    "winter": "`trader: 5 per iron`, one at a time",
    "location": "`barn: 3 iron: 2 per iron`, one at a time",
    "boat": "`flipper`, one at a time",
}  # fmt: skip


def _topic_ask(state: KeyFlow, blank: Blank) -> Ask:
    """One thing that nobody has said, where goods or whole villages are not kept."""
    who, what = blank.player, blank.want
    held = holdings_of(state, who)
    given = {"player": who, "what": what}
    if what == "stock":
        return Ask(
            f"{who}: resources lying on {blank.card}", ("stock", "next"),
            {"player": who, "on": blank.card}, enter=Stock(player=who, goods={}, on=blank.card),
            hint="`2 iron`; they score there and nowhere else; Enter: nothing",
        )  # fmt: skip
    if what in _HELD_PROMPTS:
        noted = {
            "winter": [card.name for card in held.winter],
            "location": [spot.card for spot in held.locations],
            "boat": list(held.boats),
        }[what]
        besides = f" besides {names.listed(noted)}" if noted else ""
        return Ask(
            f"{who}: {_HELD_PROMPTS[what]}{besides}", ("number", "hold", "next"),
            given | {"sort": what}, enter=Number(player=who, what=what, number=0),
            hint=f"{_HELD_EXAMPLES[what]}; Enter: {'no more' if noted else 'none'}",
        )  # fmt: skip
    if what == "goods":
        known = held.animals | ({"flipped": held.flipped} if held.flipped else {})
        return Ask(
            f"{who}: resources (not on locations), skills, tokens, flipped tiles, and animals on "
            "village cards",
            ("count", "number", "stock", "next"), given,
            enter=Tally(player=who, amounts={a: held.animals.get(a, 0) for a in ANIMALS}),
            hint=f"`3 iron 1 saw 2 token 1 flipped 1 cow`; Enter: {printed.amounts(known)}",
        )  # fmt: skip
    if what in ("points", "flipped", "tokens"):
        prompt, example = {
            "points": ("points showing on all village cards", "`5+12+3`"),
            "flipped": ("upgrade tiles flipped to their point side", "`2`"),
            "tokens": ("keyple tokens", "`2`"),
        }[what]
        now = held.tokens if what == "tokens" else 0
        return Ask(
            f"{who}: {prompt}", ("number", "count", "next"), given,
            enter=Number(player=who, what=what, number=now),
            hint=f"{example}; Enter: {now or 'none'}",
        )  # fmt: skip
    prompt, example = {
        "resources": ("resources, without those on locations", "`3 iron 2 gold`"),
        "skills": ("skill tiles", "`1 saw 2 anvil`"),
        "keyples": ("keyple cards under the store", "`3 red 1 blue cow`"),
    }[what]
    now_held = {"resources": held.resources, "skills": held.skills}.get(what, {})
    amounts = {word: now_held.get(word, 0) for word in TOPICS[what]}
    return Ask(
        f"{who}: {prompt}", ("count", "number", "next"), given,
        enter=Tally(player=who, amounts=amounts),
        hint=f"{example}; Enter: {printed.amounts(amounts)}",
    )  # fmt: skip
