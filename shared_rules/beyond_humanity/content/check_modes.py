"""Scenarios and tutorials: schemas, what else must hold, and the words of rule changes and progress bars."""

import copy
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from shared_rules.beyond_humanity import goals, scenarios, tutorials
from shared_rules.beyond_humanity.content.schema import (
    ContentError,
    Entries,
    Kinds,
    check_table,
    expect,
    full_stop,
    read,
    unique,
    vocabulary,
)
from shared_rules.beyond_humanity.rules import taps
from shared_rules.catalog import UNIT_COUNT
from shared_rules.engine.reasons import Refusal

MODES = ("semi", "coop", "solo")
STORY_WORDS = (80, 150)
ROUNDS_MOST = 40
BAR: tuple[Any, ...] = (
    "entry",
    {
        "label": ("text", 40),
        "condition": ("text", 60),
        "kind": ("text",),
        "rounds": ("int", 1, 20),
        "by_round": ("int", 1, ROUNDS_MOST),
        "missed": ("text", 20),
    },
    {},
)
SCENARIO: Kinds = {
    "id": ("text", 24),
    "name": ("text", 32),
    "difficulty": ("int", 1, 5),
    "planet": ("text",),
    "rules": ("list", ("text",), 1, 8),
    "progress": BAR,
    "story": ("text", 1200),
}
SCENARIO_MAY: Kinds = {"mode": ("text",)}
USUAL_MODE = "coop"  # of a scenario that does not say otherwise (BHC-A4.1-4)
STEP: tuple[Any, ...] = (
    "entry",
    {"text": ("text", 200), "what": ("text", 120), "do": ("list", ("text",), 0, 6), "check": ("text", 40)},
    {},
)
TUTORIAL: Kinds = {
    "id": ("text", 24),
    "name": ("text", 32),
    "text": ("text", 120),
    "mode": ("text",),
    "planet": ("text",),
    "managers": ("list", ("int", 1, 9), 2, 5),
    "seed": ("int", 0, 1 << 30),
    "steps": ("list", STEP, 3, 30),
}


def names_of(core: Mapping[str, Any], planets: list[dict[str, Any]]) -> dict[str, Any]:
    """What scenarios and tutorials may name. core: as content.get() or the loader give it."""
    return {
        "tiles": {tile["type"]: tile["name"] for tile in core["modules"]},
        "occurrences": {item["id"]: item["title"] for item in core["occurrences"]},
        "planets": {planet["id"]: planet for planet in planets},
    }


def all_scenarios(folder: Path | str, known: Mapping[str, Any]) -> Entries:
    """The scenarios. known: as `names_of` gives it."""
    entries = read(folder, "scenarios", "scenario", SCENARIO, SCENARIO_MAY)
    unique(entries, "id", "name")
    for entry in entries:
        finish_scenario(entries.where(entry), entry, known)
    return entries


def finish_scenario(where: str, entry: dict[str, Any], known: Mapping[str, Any]) -> None:
    """Parse rules and bar of one scenario, and make their words; ContentError says what is wrong."""
    names = {"every": known["occurrences"], "add": known["tiles"], "remove": known["tiles"]}
    titles = {**known["occurrences"], **known["tiles"]}
    entry.setdefault("mode", USUAL_MODE)
    _place(where, entry, known["planets"])
    entry["story"] = " ".join(entry["story"].split())
    full_stop(entry["story"], f"{where}: story")
    count = len(entry["story"].split())
    expect(STORY_WORDS[0] <= count <= STORY_WORDS[1], f"{where}: the story has {count} words, not 80 to 150")
    entry["rules"] = vocabulary(where, entry["rules"], lambda text: scenarios.parse_rule(text, names))
    solo = entry["mode"] == "solo"
    expect(not solo or all(rule[0] != "actions" for rule in entry["rules"]), f"{where}: in solo columns give actions")
    entry["words"] = [scenarios.rule_words(rule, titles) for rule in entry["rules"]]
    for sentence in entry["words"]:
        full_stop(sentence, f"{where}: words")
    _bar(f"{where}: progress", entry["progress"], known["tiles"])


def _place(where: str, entry: dict[str, Any], planets: Mapping[str, Any]) -> None:
    expect(entry["mode"] in MODES, f"{where}: mode is one of: {', '.join(MODES)}")
    expect(entry["planet"] in planets, f"{where}: there is no planet '{entry['planet']}'")


def _bar(where: str, bar: dict[str, Any], tiles: Mapping[str, str]) -> None:
    condition = vocabulary(where, [bar["condition"]], lambda text: goals.parse_condition(text, tiles))[0]
    expect(condition[0] == "colony", f"{where}: the companion sees the Colony only: 'colony ...'")
    expect(bar["kind"] in scenarios.KINDS, f"{where}: kind is one of: {', '.join(scenarios.KINDS)}")
    expect(bar["kind"] == "hold" or bar["rounds"] == 1, f"{where}: only 'hold' counts Rounds")
    expect(bar["rounds"] <= bar["by_round"], f"{where}: more Rounds than there are until by_round")
    bar["missed"] = vocabulary(where, [bar["missed"]], scenarios.parse_missed)[0]
    bar["condition"] = condition
    bar["words"] = scenarios.progress_words(bar, goals.condition_words(condition, tiles))


def own_scenarios(given: Any, core: Mapping[str, Any], taken: list[str]) -> list[dict[str, Any]]:
    """Scenarios from outside the box (BHC-A4.1-6), as texts and tables like those of scenarios.toml; Refusal in words.

    core: content.get(); taken: ids that the box has.
    """
    made: list[dict[str, Any]] = []
    try:
        expect(isinstance(given, list), "scenarios: must be a list")
        for entry in copy.deepcopy(given):
            expect(isinstance(entry, dict), "scenarios: each must be a table")
            where = f"scenario {entry.get('id')}"
            check_table(entry, SCENARIO, SCENARIO_MAY, where)
            expect(entry["id"] not in [*taken, *(one["id"] for one in made)], f"{where}: there is one of that name")
            finish_scenario(where, entry, names_of(core, list(core["planet"].values())))
            made.append(entry)
    except ContentError as error:
        raise Refusal("bad_scenario", f"{str(error)[0].upper()}{str(error)[1:]}.") from None
    return made


def all_tutorials(folder: Path | str, planets: Mapping[str, Any]) -> Entries:
    """The tutorials with parsed actions and checks."""
    entries = read(folder, "tutorials", "tutorial", TUTORIAL, {"screen": ("list", STEP, 3, 30)})
    unique(entries, "id", "name")
    for entry in entries:
        where = entries.where(entry)
        _place(where, entry, planets)
        full_stop(entry["text"], f"{where}: text")
        for number, step in enumerate(entry["steps"], 1):
            _step(f"{where}: step {number}", step, lambda text: tutorials.parse_do(text, _is_piece))
        for number, step in enumerate(entry.get("screen", ()), 1):
            _step(f"{where}: step {number} at the screen", step, tutorials.parse_screen)
        entry["levels"] = ["companion", "referee"] if "screen" in entry else ["companion"]
    return entries


def _step(where: str, step: dict[str, Any], parse_do: Callable[[str], Any]) -> None:
    full_stop(step["text"], f"{where}: text")
    full_stop(step["what"], f"{where}: what")
    step["do"] = vocabulary(where, step["do"], parse_do)
    step["check"] = vocabulary(where, [step["check"]], tutorials.parse_check)[0]
    for unit in [action.get("unit", 1) for action in step["do"] if isinstance(action, dict)]:
        expect(unit <= UNIT_COUNT, f"{where}: there is no Module number {unit}")


def _is_piece(name: str) -> bool:
    try:
        taps.parse_piece(name)
    except Refusal:
        return False
    return True
