"""The record of a game: what a laboratory counts (docs/bots.md has its shape). Plain data.

Rule 1: it is taken from what happens, so a game is recorded in passing and its history is not kept.
"""

from typing import Any

from shared_rules.beyond_humanity import content, game

EMERGENCIES = (
    "riot_1", "riot_2", "critical", "crowded", "catastrophe", "shortage", "loan", "dependence_1", "dependence_2",
)  # fmt: skip
# Actions that may complete an Artifact: the last field, or an effect that finishes the Research.
COMPLETING = {"research", "place", "assistant", "artifact", "copy", "expedition"}


class Recorder:
    """Notes what happened, one action after the other."""

    def __init__(self, state: Any, seed: int, names: list[str]) -> None:
        self._managers = [manager["manager"] for manager in state["desk"]["managers"]]
        self._names = names
        self.record: dict[str, Any] = {
            "seed": seed,
            "mode": state["mode"],
            "planet": state["planet"],
            "fleet": state["fleet"],
            "scenario": state["scenario"] and state["scenario"]["id"],
            "players": len(names),
            "bots": names,
            "choices": 0,
            "modules": [],
            "decrees": [],
            "directives": [],
            "abilities": [],
            "artifacts": [],
            "assistants": {},
            "sockets": {},
            "dropped": 0,
            "occurrences": [],
            "emergencies": dict.fromkeys(EMERGENCIES, 0),
        }

    def note(self, before: Any, action: Any, work: Any) -> None:
        """One action, the state before it and the work that carried it out."""
        self.record["choices"] += 1
        kind = action["kind"]
        noted = _NOTED.get(kind)
        if noted:
            noted(self.record, before, action, work)
        if kind in COMPLETING:
            self._artifacts(before, action["seat"], work)

    def _artifacts(self, before: Any, seat: int, work: Any) -> None:
        """Artifacts that the action has completed."""
        old = before["board"]["seats"][str(seat)]["trophies"]
        for number in work.state["board"]["seats"][str(seat)]["trophies"][len(old) :]:
            self.record["artifacts"].append({"artifact": number, "seat": seat, "round": before["round"]})

    def close(self, state: Any) -> dict[str, Any]:
        """The record of the finished game."""
        result, record = game.result(state), self.record
        record.update(
            rounds=state["round"],
            endings=result["endings"],
            positive=result["positive"],
            won=result.get("won", result["positive"]),
            winners=result["winners"],
            president=result["president"],
            total=result.get("total"),
            common=result.get("common"),
            population=sum(state["colony"]["pop"]),
            stock=state["colony"]["stock"],
            loans=state["colony"]["loans"],
            built=sum(1 for progress in state["colony"]["progress"][1:] if progress == 128),
            seats=[self._seat(state, result, seat) for seat in range(len(self._managers))],
        )
        record["common_goals"] = result["table"]["common"] if result["positive"] else []
        return record

    def _seat(self, state: Any, result: Any, seat: int) -> dict[str, Any]:
        own = state["board"]["seats"][str(seat)]
        row = {
            "seat": seat,
            "manager": self._managers[seat],
            "bot": self._names[seat],
            "vp": {},
            "total": None,
            "goals": [{"goal": name, "vp": None, "level": None} for name in own["goals"]],
            "support": state["desk"]["managers"][seat]["support"],
            "trophies": own["trophies"],
            "abilities": [number for number in own["abilities"] if number],
        }
        if result["positive"]:
            table = result["table"]["seats"][str(seat)]
            points = dict(result["seats"][seat]["points"])
            del points["table"]
            points.update(goals=sum(goal["vp"] for goal in table["goals"]))
            points.update(artifacts=table["artifacts"], abilities=table["abilities"])
            row.update(vp=points, total=result["seats"][seat]["total"], goals=table["goals"])
        return row


# -- what is noted of each kind of action --------------------------------------------------------------------------


def _build(record: Any, before: Any, action: Any, work: Any) -> None:
    unit = action["unit"]
    kind = content.get()["tile"][unit]["type"]
    record["modules"].append({"unit": unit, "type": kind, "seat": action["seat"], "round": before["round"]})


def _ability(record: Any, before: Any, action: Any, work: Any) -> None:
    row = {"ability": action["ability"], "slot": action["slot"], "seat": action["seat"], "round": before["round"]}
    record["abilities"].append(row)


def _assistant(record: Any, before: Any, action: Any, work: Any) -> None:
    kind, _, name = action["socket"].partition("/")
    if kind == "assistant":
        name = "%s/%d" % (name, before["board"]["assistants"][name])
    record["assistants"][name] = record["assistants"].get(name, 0) + 1


def _place(record: Any, before: Any, action: Any, work: Any) -> None:
    kind, _, rest = action["socket"].partition("/")
    name = kind if kind != "arc" else "arc/" + rest.partition("/")[2]
    record["sockets"][name] = record["sockets"].get(name, 0) + 1


def _drop(record: Any, before: Any, action: Any, work: Any) -> None:
    record["dropped"] += 1


def _next(record: Any, before: Any, action: Any, work: Any) -> None:
    """A Round was settled: votes, and the emergencies of the month."""
    after = work.state
    for entry in work.results:
        row = {"number": entry["number"], "seat": entry["seat"], "round": before["round"], "passed": entry["passed"]}
        if entry["kind"] == "decree":
            row["stopped"] = entry["stopped"]
        record[entry["kind"] + "s"].append(row)
    record["occurrences"].append(work.occurrence)
    colony, old, report, seen = after["colony"], before["colony"], after["report"], record["emergencies"]
    seen["riot_1"] += colony["riot"] == 1
    seen["riot_2"] += colony["riot"] == 2
    seen["critical"] += min(colony["h"], colony["s"], colony["t"]) < 200
    seen["crowded"] += bool(report["crowded"])
    seen["catastrophe"] += bool(report["struck"])
    seen["shortage"] += any(report["imported"])
    seen["loan"] += colony["loans"] > old["loans"]
    seen["dependence_1"] += colony["td"] == 1
    seen["dependence_2"] += colony["td"] == 2


_NOTED = {
    "build": _build,
    "ability": _ability,
    "assistant": _assistant,
    "place": _place,
    "drop": _drop,
    "next": _next,
}
