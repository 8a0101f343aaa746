"""Abilities, Assistants, Advisors and Artifacts: their schemas, what else must hold, and the words on the cards.

Each entry gets its parsed effects and a field `words`: the instruction that is printed on it, made from the effects.
"""

from pathlib import Path
from typing import Any

from shared_rules.beyond_humanity import effects, modifiers, sockets, table_effects
from shared_rules.beyond_humanity.content.schema import (
    ContentError,
    Entries,
    check_table,
    expect,
    full_stop,
    numbered,
    parsed_toml,
    read,
    take,
    unique,
    vocabulary,
)

NAME = ("text", 32)
LINE = ("text", 90)  # a story line fits one line of a small card
WORDS_MOST = 200  # characters of an instruction
THEMES = ("fossil", "protoflora", "satellite", "mineral")
ROLES = ("ambassador", "proxy", "trainer")
FACE: tuple[Any, ...] = (
    "entry",
    {"name": NAME, "socket": ("text", 60), "price": ("text", 20)},
    {},
)
ABILITY = {"number": ("int", 1, 20), "name": NAME, "kind": ("text",), "rules": ("list", ("text",), 1, 3)}
ASSISTANT = {"number": ("int", 1, 9), "faces": ("list", FACE, 2, 2)}
ADVISOR = {"id": ("text",), "name": NAME, "socket": ("text", 60), "price": ("text", 20)}
ARTIFACT = {
    "number": ("int", 1, 40),
    "name": NAME,
    "theme": ("text",),
    "vp": ("int", 0, 5),
    "gain": ("text", 20),
    "commands": ("list", ("text",), 0, 3),
    "later": ("text",),
    "text": LINE,
}
BACK = {"expedition": ("list", ("text",), 2, 2), "research": ("list", ("text",), 2, 2)}


def abilities(folder: Path | str) -> Entries:
    """The 20 Ability tiles."""
    entries = read(folder, "abilities", "ability", ABILITY, {})
    numbered(entries, 20)
    unique(entries, "name")
    for entry in entries:
        where = entries.where(entry)
        entry["rules"] = vocabulary(where, entry["rules"], modifiers.parse_rule)
        kinds = {"active" if modifiers.active(rule) else "passive" for rule in entry["rules"]}
        expect(kinds == {entry["kind"]}, f"{where}: kind must be {' and '.join(sorted(kinds))}, as its rules are")
        entry["words"] = _instruction(where, [modifiers.rule_words(rule) for rule in entry["rules"]])
    return entries


def assistants(folder: Path | str) -> tuple[Entries, Entries]:
    """(the nine Assistant cards, the three Advisors)."""
    data, text = parsed_toml(folder, "assistants")
    cards = take(data, text, "assistants.toml", "assistant", ASSISTANT, {})
    advisors = take(data, text, "assistants.toml", "advisor", ADVISOR, {})
    expect(not data, "assistants.toml: holds [[assistant]] and [[advisor]] entries and nothing else")
    numbered(cards, 9)
    expect(
        [entry["id"] for entry in advisors] == list(ROLES),
        f"assistants.toml: advisors are {', '.join(ROLES)} in order",
    )
    names: set[str] = set()
    for entries in (cards, advisors):
        for entry in entries:
            for face in entry.get("faces", [entry]):
                where = f"{entries.where(entry)}: {face['name']}"
                expect(face["name"] not in names, f"{where}: name '{face['name']}' stands twice")
                names.add(face["name"])
                _paid_socket(where, face)
    return cards, advisors


def _paid_socket(where: str, face: dict[str, Any]) -> None:
    face["socket"] = vocabulary(where, [face["socket"]], sockets.parse_socket)[0]
    face["price"] = vocabulary(where, [face["price"]], effects.parse_fee)[0]
    expect(face["price"], f"{where}: the price must not be empty")
    expect(not face["socket"]["large"], f"{where}: the large socket is the ARC's alone")
    face["words"] = _instruction(where, [sockets.socket_words(face["socket"])])


def artifacts(folder: Path | str) -> tuple[Entries, dict[str, Any]]:
    """(the 40 Artifacts, the back: {"expedition": [fee, fee], "research": [fee, fee]})."""
    data, text = parsed_toml(folder, "artifacts")
    entries = take(data, text, "artifacts.toml", "artifact", ARTIFACT, {})
    back = data.pop("back", None)
    if data or not isinstance(back, dict):
        raise ContentError("artifacts.toml: holds one [back] and [[artifact]] entries and nothing else")
    check_table(back, BACK, {}, "artifacts.toml: back")
    numbered(entries, 40)
    unique(entries, "name")
    for entry in entries:
        _artifact(entries.where(entry), entry)
    return entries, {key: vocabulary("artifacts.toml: back", fees, effects.parse_fee) for key, fees in back.items()}


def _artifact(where: str, entry: dict[str, Any]) -> None:
    expect(entry["theme"] in THEMES, f"{where}: theme is one of: {', '.join(THEMES)}")
    expect(
        entry["later"] in ("", modifiers.TURN, *modifiers.OCCASIONS),
        f"{where}: later '{entry['later']}' is not one of: turn, {', '.join(sorted(modifiers.OCCASIONS))}",
    )
    entry["gain"] = vocabulary(where, [entry["gain"]], effects.parse_fee)[0]
    entry["commands"] = vocabulary(where, entry["commands"], _command)
    expect(entry["gain"] or entry["commands"] or entry["vp"], f"{where}: has no reward")
    expect(entry["commands"] or not entry["later"], f"{where}: has nothing to do later")
    full_stop(entry["text"], f"{where}: text")
    entry["words"] = _instruction(where, artifact_sentences(entry))


def _command(text: str) -> list[Any]:
    """ "others lose dec 1" names who; "lose dec 1" and "cr 2" are of the owner."""
    words = text.split()
    if len(words) > 1 and words[0] in table_effects.WHO:
        return list(table_effects.parse_table(text))
    return list(table_effects.parse_action(text))


def artifact_sentences(entry: dict[str, Any]) -> list[str]:
    """The sentences on the front of an Artifact."""
    made = [modifiers.gain_words(entry["gain"])] if entry["gain"] else []
    if entry["later"]:
        phrases = [table_effects.phrase(effect) for effect in entry["commands"]]
        return [*made, f"{modifiers.later_words(entry['later'])} {', then '.join(phrases)}."]
    return made + [_command_words(effect) for effect in entry["commands"]]


def _command_words(effect: list[Any]) -> str:
    if effect[0] == "owner" and effect[1] in table_effects.OPTIONAL:
        return f"You may {table_effects.phrase(effect)}."
    return str(effects.action_words(effect))


def _instruction(where: str, sentences: list[str]) -> str:
    for sentence in sentences:
        full_stop(sentence, f"{where}: words")
    text = " ".join(sentences)
    expect(len(text) <= WORDS_MOST, f"{where}: its instruction is longer than {WORDS_MOST} characters")
    return text
