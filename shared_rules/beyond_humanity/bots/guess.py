"""A whole state made up from a sight: what is shown as it is shown, what is hidden by chance (`guess`).

Theory: `game.setup` with the public options gives a state of the right shape; everything in it is then replaced by
what the sight shows. Hidden cards are all those that are seen nowhere, shuffled and dealt to the places where cards
must lie; hidden values are drawn so that the words shown stay true. The queue of steps is what must follow the choice
that the seat is asked for, as far as anybody at the table knows.

Rule 1: nothing but the sight and the dice go in, so a guess can not know more than the player (tested: what a view does
not show changes no guess).
Rule 2: where the table does not show which of several queues it is (the second or third regular action), it is guessed.
"""

import random
from typing import Any

from shared_rules.beyond_humanity import colony as model
from shared_rules.beyond_humanity import content, game
from shared_rules.beyond_humanity.bots import sight as sights
from shared_rules.beyond_humanity.bots.needs import Land
from shared_rules.beyond_humanity.referee import pieces, solo
from shared_rules.beyond_humanity.referee import play as table
from shared_rules.beyond_humanity.referee.sockets import OFF
from shared_rules.beyond_humanity.rules.building import MODULE_SUPPORT
from shared_rules.beyond_humanity.rules.start import pace
from shared_rules.beyond_humanity.rules.taps import CAMPAIGN_SUPPORT
from shared_rules.beyond_humanity.tables import A_ACC, A_STATUS
from shared_rules.beyond_humanity.votes import GREEN_SUPPORT

FALLBACK_PLANET = "trappist-1-e"  # for one that only its owner's profile knows
GOOD, POOR, ALARMING = model.GOOD, model.POOR, model.ALARMING
BANDS = ((GOOD, GOOD + 160), (POOR, GOOD - 1), (ALARMING, POOR - 1), (60, ALARMING - 1))  # of a status by its word
KNOWN_STEPS = ("regular", "assistant", "choose", "ability", "upkeep")  # those whose queue can be told
GOALS_OFFERED = 5
Dice = random.Random
_BASES: dict[tuple[Any, ...], Any] = {}


def guess(sight: sights.Sight, dice: Dice, campaigned: list[int] | None = None) -> Any:
    """A state in which the seat sees what it sees now. After choices other than KNOWN_STEPS the next phase follows.

    `campaigned`: Campaigns of each seat in the whole game, for those who remember; else those of this Round count.
    """
    state = dict(_base(sight))
    state.update(round=sight.round, phase=sight.phase, chance=[dice.randrange(65536) for _ in range(4)], undo=[])
    state["colony"] = _colony(sight, dice)
    state["report"] = dict(
        state["report"],
        production=sight.production,
        consumption=sight.consumption,
        imported=[0, 0, 0, 0],
        limit=sight.limit,
        beds=sight.beds,
        crowded=1 if sight.crowded else 0,
    )
    units = [unit for unit in range(1, 33) if sight.percent[unit]]
    state["table"] = {"units": units, "seen": units, "edges": sight.edges}
    state["pool"] = sight.pool
    state["desk"] = _desk(state["desk"], sight, dice, campaigned or sight.campaigns)
    state["board"] = _board(state["board"], sight, dice)
    state["board"]["todo"] = _queue(sight, dice)
    return state if sight.do in _QUEUES else table.settled(state)


def _base(sight: sights.Sight) -> Any:
    """The first state of such a game, made once."""
    known = content.get()["planet"]
    planet = sight.planet if sight.planet in known else FALLBACK_PLANET
    key = (sight.mode, tuple(sight.managers), planet, sight.fleet, sight.scenario)
    if key not in _BASES:
        if len(_BASES) > 64:
            _BASES.clear()
        options = {"level": "referee", "mode": sight.mode, "planet": planet, "fleet": sight.fleet}
        if sight.mode != "solo":
            options["managers"] = sight.managers
        if sight.scenario:
            options = {"level": "referee", "managers": sight.managers, "scenario": sight.scenario}
        _BASES[key] = game.setup(options, 0)
    return _BASES[key]


# -- the Colony ----------------------------------------------------------------------------------------------------


def _colony(sight: sights.Sight, dice: Dice) -> dict[str, Any]:
    tables = content.get()["tables"]
    progress = [(percent * model.FULL + 99) // 100 for percent in sight.percent]
    under_way = [bool(share) and share < model.FULL for share in progress]
    land = Land(sight)
    h, s, t = [
        _status(band, 64 * land.then[A_STATUS + index] + land.status[index], dice)
        for index, band in enumerate(sight.bands)
    ]
    room = [8 + (land.then[A_ACC + index] if not any(under_way) else 0) for index in range(4)]
    return {
        "h": h, "s": s, "t": t, "stock": sight.stock, "td": sight.td, "loans": sight.td, "riot": sight.riot,
        "red": 1 if 3 in sight.bands[:2] else 0, "boost": 0,
        "standing": sum(1 << (unit - 1) for unit in range(1, 33) if progress[unit]),
        "pop": sight.groups,
        "acc": [_stored(word, limit, dice) for word, limit in zip(sight.stored, sight.limit)],
        "acc_extra": [max(0, limit - least) if limit > least else 0 for limit, least in zip(sight.limit, room)]
        if not any(under_way)
        else [0, 0, 0, 0],
        "group_boost": [0, 0, 0, 0, 0], "progress": progress,
        "rate": [pace(unit) if under_way[unit] else 0 for unit in sights.UNITS],
        "tier": sight.tier,
        "age": [
            dice.randrange(tables.ripe[unit]) if progress[unit] == model.FULL and not sight.tier[unit] else 0
            for unit in sights.UNITS
        ],
        "damaged": [1 if unit in sight.rebuilding else 0 for unit in sights.UNITS],
    }  # fmt: skip


def _status(band: int, target: float, dice: Dice) -> int:
    """A value in the band: near the end that the status is heading for."""
    least, most = BANDS[band]
    third = (most - least) // 3
    if target >= most:
        least = most - 2 * third
    elif target <= least:
        most = least + 2 * third
    return dice.randint(least, most)


def _stored(word: int, limit: int, dice: Dice) -> int:
    if word == sights.FULL_UP or limit < 2:
        return int(limit)
    return 0 if word == sights.EMPTY else dice.randrange(1, limit)


# -- desk and table ------------------------------------------------------------------------------------------------


def _desk(desk: dict[str, Any], sight: sights.Sight, dice: Dice, campaigned: list[int]) -> dict[str, Any]:
    managers = []
    cards = [entry for entry in sight.laid if entry]
    for seat, manager in enumerate(desk["managers"]):
        modules = [unit for unit, owner in enumerate(sight.owners) if owner == seat]
        support = MODULE_SUPPORT * len(modules) + CAMPAIGN_SUPPORT * campaigned[seat]
        support += sum(dice.randrange(GREEN_SUPPORT + 1) for _ in range(sight.round))
        laid = sight.laid[seat]
        managers.append(
            dict(
                manager,
                support=support,
                modules=modules,
                campaigns=sight.campaigns[seat],
                submitted=seat in sight.submitted,
                card=[laid["kind"], laid["number"]] if laid else None,
            )
        )
    own = sight.managers[sight.seat]
    spent = [entry["number"] for entry in cards if entry["kind"] == "directive"]
    if own and sight.directive is None and own not in spent:
        spent.append(own)
    return dict(desk, managers=managers, governor=sight.order[0], claim=sight.claim, cards=cards, spent=spent)


class _Cards:
    """Cards that are seen nowhere, in a random order, to be dealt."""

    def __init__(self, every: list[Any], seen: list[Any], dice: Dice) -> None:
        known = set(seen)
        self.left = [card for card in every if card not in known]
        dice.shuffle(self.left)

    def deal(self, count: int) -> list[Any]:
        """So many of them, or as many as there are."""
        dealt = self.left[:count]
        self.left = self.left[count:]
        return dealt


def _board(board: dict[str, Any], sight: sights.Sight, dice: Dice) -> dict[str, Any]:
    box, decks = pieces.box(), sight.decks
    laid = [entry["number"] for entry in sight.laid if entry and entry["kind"] == "decree"]
    decrees = _Cards(sorted(content.get()["decree"]), sight.hand + laid, dice)
    trophies = [number for own in sight.seats for number in own["trophies"]]
    mine = [number for number in (sight.expedition, sight.research) if number]
    artifacts = _Cards(sorted(box["by_artifacts"]), sight.public + trophies + mine, dice)
    goals = _Cards(pieces.goals(sight.mode), sight.goals + sight.offered + sight.common, dice)
    seats = {}
    for seat, shown in enumerate(sight.seats):
        seats[str(seat)] = _seat(board["seats"]["0"], sight, seat, shown, (decrees, artifacts, goals), dice)
    tokens = dict.fromkeys(board["tokens"], OFF)
    tokens.update(sight.tokens)
    made = dict(board, bank=sight.bank, seats=seats, public=sight.public, tokens=tokens, assistants=sight.faces)
    made.update(
        discard=decrees.deal(decks["discard"]),
        decrees=decrees.deal(decks["decrees"]),
        artifacts=artifacts.deal(decks["artifacts"]),
        goals=goals.deal(decks["goals"]),
        common=sight.common if sight.do != "goals_kept" else [],
        offered=sight.common if sight.do == "goals_kept" else [],
        abilities=sight.bank_abilities,
    )
    if sight.columns is not None:
        made["columns"] = sight.columns
    return made


def _seat(
    blank: dict[str, Any],
    sight: sights.Sight,
    seat: int,
    shown: dict[str, Any],
    hidden: tuple[_Cards, _Cards, _Cards],
    dice: Dice,
) -> dict[str, Any]:
    decrees, artifacts, goals = hidden
    own = seat == sight.seat
    hand = sight.hand if own else sorted(decrees.deal(shown["cards"]))
    made = dict(blank, hand=hand, later=shown["kept"], trophies=shown["trophies"], abilities=shown["abilities"])
    made.update(
        {currency: shown[currency] for currency in ("cr", "tg", "pa", "xp")}, offered=[], drawn=[], shared=False
    )
    made["goals"] = sight.goals if own else goals.deal(shown["goals"])
    if sight.do == "goals_kept" and sight.mode == "semi" and seat in sight.asked:
        made["offered"] = sight.offered if own else goals.deal(GOALS_OFFERED)
    for slot, known in (("expedition", sight.expedition), ("research", sight.research)):
        filled = shown[slot]
        card = known if own else None
        made[slot] = None
        if filled is not None:
            prices = pieces.fields(slot)
            made[slot] = {
                "artifact": card or (artifacts.deal(1) or [1])[0],
                "paid": {str(index): prices[index] for index in filled},
            }
    proposal = sight.proposals[seat]
    made["proposal"] = None
    if proposal:
        unit, need, given, xp = proposal
        made["proposal"] = {"unit": unit, "need": need, "cards": decrees.deal(given), "xp": xp}
    made["secret"] = sight.secret if own else "none" if shown["chosen"] else None
    laid = sight.laid[seat]
    made["laid"] = dict(content.get()[laid["kind"]][laid["number"]]["fee"]) if laid else None
    return made


# -- the queue of steps --------------------------------------------------------------------------------------------


def _queue(sight: sights.Sight, dice: Dice) -> list[dict[str, Any]]:
    if sight.do in _QUEUES:
        return _QUEUES[sight.do](sight, dice)
    return [_phase(min(6, sight.phase + 1))]


def _each(seats: list[int], kind: str) -> list[dict[str, Any]]:
    return [{"do": kind, "seat": seat, "token": str(seat)} for seat in seats]


def _phase(number: int) -> dict[str, Any]:
    return {"do": "phase", "phase": number}


def _from_here(sight: sights.Sight) -> list[int]:
    """The seats that follow in turn order, the own one first."""
    order: list[int] = sight.order
    return order[order.index(sight.seat) :]


def _goals_kept(sight: sights.Sight, _dice: Dice) -> list[dict[str, Any]]:
    asked: dict[str, Any] = {"do": "goals_kept", "seats": sight.asked}
    if sight.mode != "semi":
        asked["named"] = {str(seat): sight.common[:3] for seat in sight.order if seat not in sight.asked}
    after = solo.hiring() if sight.mode == "solo" else _each(sight.order, "face")
    return [asked, *after, _phase(3)]


def _regular(sight: sights.Sight, dice: Dice) -> list[dict[str, Any]]:
    if sight.mode == "solo":
        in_use = [str(token) for token in range(9) if token // solo.ROWS in sight.columns]
        unused = sum(1 for token in in_use if token not in sight.tokens)
        return _each([0], "regular") * max(1, unused) + [_phase(4)]
    each = 3 if len(sight.managers) == 2 else 2
    passed = 0 if str(sight.seat) not in sight.tokens else dice.randrange(1, each)
    return _each(_from_here(sight), "regular") + _each(sight.order, "regular") * (each - 1 - passed) + [_phase(4)]


def _assistant(sight: sights.Sight, _dice: Dice) -> list[dict[str, Any]]:
    if sight.mode == "solo":
        used = sum(1 for name in sight.tokens.values() if name.startswith(("assistant/", "advisor/")))
        return _each([0], "assistant") * max(1, len(sight.columns) - used) + [_phase(5)]
    return [*_each(_from_here(sight), "assistant"), _phase(5)]


def _choose(sight: sights.Sight, _dice: Dice) -> list[dict[str, Any]]:
    return [{"do": "choose", "seats": sight.asked}]


def _after_abilities(sight: sights.Sight) -> list[dict[str, Any]]:
    columns = _each([0], "columns") if sight.mode == "solo" else []
    return [{"do": "clear"}, *columns, _phase(3)]


def _ability(sight: sights.Sight, _dice: Dice) -> list[dict[str, Any]]:
    return _each(_from_here(sight), "ability") + _after_abilities(sight)


def _upkeep(sight: sights.Sight, _dice: Dice) -> list[dict[str, Any]]:
    return _each(_from_here(sight), "upkeep") + _each(sight.order, "ability") + _after_abilities(sight)


_QUEUES = {
    "goals_kept": _goals_kept,
    "regular": _regular,
    "assistant": _assistant,
    "choose": _choose,
    "ability": _ability,
    "upkeep": _upkeep,
}
