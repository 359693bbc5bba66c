"""At the table: who is asked for what now, the words people may use, what is worth keeping."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from keyhelper.engine import catalogue
from keyhelper.engine.game import Ask, Learned, Move, Turn
from keyhelper.games.keythedral import auction as bidding
from keyhelper.games.keythedral import building
from keyhelper.games.keythedral.board import key
from keyhelper.games.keythedral.cubes import (
    BASICS,
    CRAFTS,
    FIELD_COLOURS,
    KINDS,
    YIELDS,
    number,
    read_cubes,
    say,
)
from keyhelper.games.keythedral.laws import EFFECT_PHASES
from keyhelper.games.keythedral.model import NUMBERS, Keythedral
from keyhelper.games.keythedral.moves import (
    EFFECTS,
    STORE,
    Buy,
    CleanUp,
    Collect,
    Count,
    NameStart,
    Pass,
    PayBid,
    PlaceMarker,
    PlayLaw,
    Reveal,
    SendWorker,
)
from keyhelper.games.keythedral.setup import SLUG
from keyhelper.games.keythedral.work import marker_placer

# A bare word is read as the first of these that it fits: a tile or a number as a purchase, cubes
# as a cost, so that neither is taken for an action that is paid.
ACTIONS = (
    "buy", "reveal", "house", "fence", "remove-fence", "craft", "trade", "law", "pass", "play-law",
    "count",
)  # fmt: skip
_ACTION_HINT = "buy house fence craft trade law; Enter passes"
_SYNONYMS = (
    "brown", "black", "green", "blue", "red", "white", "purple", "yellow", "wood", "iron", "glass",
)  # fmt: skip


def turn(state: Keythedral) -> Turn:
    """Where the game stands and who is asked for what."""
    asks = (*_cost_asks(state), *_asks(state))
    return Turn(_headline(state), asks, state.news if state.phase != "over" else ())


def words(state: Keythedral, kind: str, field: str) -> Sequence[str]:
    """The closed list of words that a field takes now."""
    # A kind that does not fit is for the rules to refuse, so every kind can be said.
    if field in ("pay", "give", "cost", "extra", "cubes", "cube", "get"):
        return (*KINDS, *_SYNONYMS)
    if field == "colour":
        return (*FIELD_COLOURS, *YIELDS.values())
    if field == "tile" and state.tiles is not None:
        return _tile_words(state, kind)
    if field == "when":
        return ("later",)
    if field == "cottage":
        return _cottage_words(state, kind)
    if field == "effect":
        return EFFECTS
    if field == "numbers":
        return tuple(map(str, NUMBERS))
    if field == "to":
        return (*state.players, STORE)
    if field == "start":
        return state.players
    return ()


def _tile_words(state: Keythedral, kind: str) -> tuple[str, ...]:
    """Tiles that can be named; in a purchase also those that only the rules refuse."""
    tiles = state.tiles or ()
    lying = tuple(tile.name for tile in tiles if tile.is_open)
    if kind != "buy":
        return lying
    waiting = tuple(tile.name for tile in tiles if not tile.is_open)
    values = sorted({*NUMBERS, *(tile.value for tile in tiles)})
    return (*lying, *waiting, *state.taken, *map(str, values))


def _cottage_words(state: Keythedral, kind: str) -> tuple[str, ...]:
    """Cottages by their names, as on the map, or one's own by the number; gaps that were left."""
    standing = tuple(cottage.name for cottage in state.cottages or ())
    gaps = () if kind == "fence" else tuple(state.left_gaps())
    on_map = tuple(name.replace("gap ", "g") for name in gaps)
    numbers = sorted({str(cottage.number) for cottage in state.cottages or ()})
    return (*standing, *gaps, *state.short_names(), *on_map, *numbers)


def suggest(state: Keythedral, kind: str, field: str, given: Mapping[str, Any]) -> str | None:
    """A likely answer: the next number by law, the only known cost, the usual payee."""
    if (kind, field) == ("marker", "number") and state.fixed_order:
        due = state.fixed_order[len(state.markers) : len(state.markers) + 1]
        return str(due[0]) if due else None
    if (kind, field) == ("play-law", "phase"):
        phase = EFFECT_PHASES.get(str(given.get("effect")))
        return str(phase) if phase else None
    if (kind, field) == ("name-start", "start") and state.auction is not None:
        return state.auction.bidder
    return None


def narrow(
    state: Keythedral, kind: str, field: str, given: Mapping[str, Any]
) -> Sequence[str] | None:
    """The few answers that fit what was said before."""
    player = given.get("player")
    if (kind, field) == ("marker", "number"):
        return tuple(str(n) for n in NUMBERS if n not in state.markers)
    if (kind, field) == ("cottage", "number") and player in state.hands:
        return tuple(map(str, state.hand(player).cottages))
    if (kind, field) == ("house", "number"):
        own = [c for c in state.cottages or () if c.player == player and not c.is_house]
        return tuple(str(n) for n in sorted(c.number for c in own))
    if (kind, field) == ("worker", "at") and player in state.hands:
        cottage = state.cottage_of(str(player), int(given.get("number") or 0))
        return tuple(map(key, state.free_fields(cottage))) if cottage else None
    if (kind, field) == ("craft", "cube"):
        return CRAFTS
    if (kind, field) == ("trade", "get"):
        return BASICS
    if (kind, field) == ("buy", "tile"):
        return tuple(tile.name for tile in state.tiles or () if tile.value == state.row())
    if field == "field" and kind in ("fence", "remove-fence"):
        return _sides(state, kind, str(given.get("cottage", "")), player)
    return None


def _sides(
    state: Keythedral, kind: str, reference: str, player: str | None
) -> Sequence[str] | None:
    """The sides of a cottage that can be fenced, or whose fence can go."""
    cottage = state.cottage_named(reference, player)
    if cottage is None:
        return None
    has_fence = kind == "remove-fence"
    return tuple(
        key(spot)
        for spot in state.fields_of(cottage.at)
        if (state.fence_on(cottage.at, spot) is not None) == has_fence
    )


def learns(state: Keythedral, move: Move) -> tuple[Learned, ...]:
    """Costs and laws read out at the table, for the owner's box."""
    if isinstance(move, Reveal | Buy) and move.cost and move.tile and state.edition == "pro-ludo":
        tile = state.tile_named(move.tile)
        name = _blank_tile(tile.value, move.cost) if tile else None
        return (Learned("tiles", name, "cost", say(move.cost)),) if name else ()
    if isinstance(move, PlayLaw) and move.title:
        known = {"effect": move.effect, "phase": move.phase, "text": move.text}
        return tuple(
            Learned("laws", move.title, field, value)
            for field, value in known.items()
            if value is not None
        )
    return ()


def _blank_tile(value: int, cost: Mapping[str, int]) -> str | None:
    """The first tile of that value whose cost nobody read; None when this cost is known."""
    entries = [e for e in catalogue.entries(SLUG, "tiles").values() if e.get("value") == value]
    for entry in entries:
        try:
            if entry["cost"] and read_cubes(entry["cost"]) == dict(cost):
                return None
        except ValueError:
            continue
    return next((str(entry["name"]) for entry in entries if not entry["cost"]), None)


def _headline(state: Keythedral) -> str:
    if state.phase == "placement":
        placed = len(state.cottages or ())
        every = len(NUMBERS) * len(state.players)
        return f"Placement · {placed + 1} of {every} · {state.placer} draws and places"
    if state.phase == "over":
        return "The game is over"
    if state.phase == "claim":
        return "A position"
    phase = {
        "workers": "phase 1, workers",
        "collect": "phase 2, collect",
        "actions": "phase 3, actions",
        "clean-up": "phase 4, clean-up",
        "auction": "phase 5, auction",
    }[state.phase]
    more = ""
    if state.phase == "workers" and state.markers:
        more = f" · markers {' '.join(map(str, state.markers))}"
    elif state.phase == "actions" and state.row() is not None:
        more = f" · the {state.row()}s are for sale"
    return f"Round {state.round} · {phase} · {state.start} starts{more}"


def _cost_asks(state: Keythedral) -> tuple[Ask, ...]:
    """Costs of open tiles that nobody has been asked for, first of all."""
    tile = building.next_unread(state)
    if state.phase in ("over", "claim") or tile is None:
        return ()
    known = state.known_costs.get(str(tile.value), ())
    return (
        Ask(
            f"What does tile {tile.name} cost",
            ("reveal",),
            enter=Reveal(when="later"),
            hint="such as 1 food 1 wine; Enter: later",
            choices=tuple((say(cost), Reveal(tile=tile.name, cost=cost)) for cost in known),
        ),
    )


def _asks(state: Keythedral) -> tuple[Ask, ...]:
    if state.lifted is not None:
        chooser, cottage = state.lifted.chooser, state.lifted.cottage
        prompt = f"{chooser} places {cottage.name} again, in which gap"
        given = {"player": chooser}
        return (Ask(prompt, ("reposition",), given=given, hint="such as 1.5,0.5"),)
    if state.phase == "placement":
        return _placement_asks(state)
    if state.phase == "workers":
        return _worker_asks(state)
    if state.phase == "collect":
        prompt = "Everybody collects one cube a worker (Enter)"
        return (Ask(prompt, ("collect", "play-law"), enter=Collect()),)
    if state.phase == "actions" and state.actor is not None:
        is_new = state.round == 1
        law = ("play-law " if is_new else "play-law; ") if state.hand(state.actor).laws else ""
        return (
            Ask(
                f"{state.actor} acts"
                if is_new
                else f"{state.actor} acts, {_on_sale(state)} on the mat",
                ACTIONS,
                given={"player": state.actor},
                enter=Pass(player=state.actor),
                hint=f"{law}{_ACTION_HINT if is_new else 'Enter passes'}",
            ),
        )
    if state.phase == "clean-up":
        laws = bidding.laws_to_refill(state)
        new = f", {number(laws, 'new law card')} on offer" if laws else ""
        prompt = f"Workers and markers go back{new} (Enter)"
        return (Ask(prompt, ("clean-up", "play-law"), enter=CleanUp()),)
    if state.phase == "auction":
        return _auction_asks(state)
    return _count_asks(state)


def _on_sale(state: Keythedral) -> str:
    row = [tile.name for tile in state.tiles or () if tile.value == state.row()]
    return " ".join(row) or "nothing"


def _placement_asks(state: Keythedral) -> tuple[Ask, ...]:
    player = state.placer or state.players[0]
    given = {"player": player}
    field = Ask(
        f"{player} draws a field: colour and place",
        ("field",),
        given=given,
        hint="" if state.cottages else "such as red 2,0",
    )
    left = " ".join(map(str, state.hand(player).cottages))
    cottage = Ask(
        f"{player} places a cottage ({left}): number and gap",
        ("cottage",),
        given=given,
        hint="" if state.cottages else "such as 3 1.5,0.5",
    )
    is_free = state.reads("place.clockwise", "field-first") == "free"
    if state.has_laid:
        return (cottage,)
    if state.has_settled:
        return (field,)
    return (field, cottage) if is_free else (field,)


def _worker_asks(state: Keythedral) -> tuple[Ask, ...]:
    if not state.queue:
        player = marker_placer(state)
        free = [n for n in NUMBERS if n not in state.markers]
        due = state.fixed_order[len(state.markers) : len(state.markers) + 1]
        fixed = f"; a law says {due[0]}" if due else ""
        numbers = " ".join(map(str, free))
        prompt = f"{player} puts marker {len(state.markers) + 1} on ({numbers}{fixed})"
        only = due or free if len(free) == 1 or due else ()
        enter = PlaceMarker(player=player, number=only[0]) if only and player else None
        hint = f"Enter: {only[0]}" if enter else ""
        given = {"player": player}
        return (Ask(prompt, ("marker", "play-law"), given=given, enter=enter, hint=hint),)
    player, used = state.queue[0], state.markers[-1]
    cottage = state.cottage_of(player, used)
    free_fields = state.free_fields(cottage) if cottage else ()
    second = "a second worker" if state.sent else "a worker"
    choices = tuple(
        (
            f"{YIELDS[state.field_at(spot) or 'grey']} {key(spot)}",
            SendWorker(player=player, number=used, at=spot),
        )
        for spot in free_fields
    )
    return (
        Ask(
            f"{player} sends {second} from {used} to",
            ("worker", "play-law", "pass"),
            given={"player": player, "number": used},
            enter=choices[0][1] if len(choices) == 1 else None,
            hint="Enter sends it there" if len(choices) == 1 else "",
            choices=choices,
        ),
    )


def _auction_asks(state: Keythedral) -> tuple[Ask, ...]:
    auction = state.auction
    if auction is None:
        return ()
    stands = bidding.bidding_words(state)
    if auction.turn is not None:
        given = {"player": auction.turn}
        if auction.is_closing:
            prompt = f"{auction.turn} holds the marker: match {auction.bid}, or Enter to pass"
            kinds: tuple[str, ...] = ("match", "pass", "play-law")
            stands = f"{auction.bidder} bids {auction.bid}"
        else:
            prompt = f"{auction.turn} bids more than {auction.bid}, or Enter to pass"
            kinds = ("bid", "pass", "play-law")
        enter = Pass(player=auction.turn)
        return (Ask(prompt, kinds, given=given, enter=enter, hint=stands),)
    winner = auction.bidder or auction.holder
    if not auction.is_paid:
        to = bidding.payee(state)
        given = {"player": winner}
        if not state.is_tracked:
            prompt = f"{winner} pays {bidding.bid_words(state, auction.bid)} to {to} (Enter)"
            return (Ask(prompt, ("pay-bid",), given=given, enter=PayBid(player=winner)),)
        prompt = f"{winner} pays {bidding.bid_words(state, auction.bid)} to {to}: which"
        return (Ask(prompt, ("pay-bid",), given=given, hint="such as 2 wine 1 food"),)
    prompt = f"{winner} names the next start player"
    named = NameStart(player=winner, start=winner)
    return (Ask(prompt, ("name-start",), {"player": winner}, named, f"Enter: {winner}"),)


def _count_asks(state: Keythedral) -> tuple[Ask, ...]:
    """Cubes that were not followed are told at the end."""
    return tuple(
        Ask(
            f"{player} has behind the screen",
            ("count",),
            given={"player": player},
            enter=Count(player=player, cubes={}),
            hint="such as 2 timber 1 gold; Enter: nothing",
        )
        for player in state.uncounted()
    )
