"""What the pages explain: chapters, modes and the game's words from `help.toml`, and the words marked in any text.

Rule 1: a word is explained in one place; a page never words an explanation of its own.
Rule 2: marking changes no text: it wraps the first time that a word stands in it, the longest form first.
Rule 3: a card or a Module that has such a word in its name is called by that name, and nothing in it is marked.
Rule 4: what is marked is escaped here, so a marked text stays text whatever a card or a player is called.
"""

import re
import tomllib
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from shared_rules.beyond_humanity import content

FILE = Path(__file__).parent / "help.toml"


@cache
def read() -> dict[str, list[dict[str, Any]]]:
    """{"chapter": [...], "mode": [...], "word": [...]}; words carry an `id` for the help page's anchors."""
    made = tomllib.loads(FILE.read_text(encoding="utf-8"))
    for word in made["word"]:
        word["id"] = "w-" + re.sub(r"[^a-z0-9]+", "-", word["word"].lower())
    return made


@cache
def modes() -> dict[str, dict[str, Any]]:
    """The ways to play by id: title, icon, short (one sentence), text."""
    return {mode["id"]: mode for mode in read()["mode"]}


@cache
def _forms() -> dict[str, dict[str, Any]]:
    return {form: word for word in read()["word"] for form in (word["word"], *word.get("forms", ()))}


@cache
def _names() -> frozenset[str]:
    """Names of several words: Modules, Decrees, Directives, Occurrences."""
    box = content.get()
    named = [module["name"] for module in box["modules"]]
    titled = [card["title"] for kind in ("decrees", "directives", "occurrences") for card in box[kind]]
    return frozenset(name for name in (*named, *titled) if " " in name) - _forms().keys()


@cache
def _pattern() -> re.Pattern[str]:
    longest_first = sorted({*_forms(), *_names()}, key=lambda form: (-len(form), form))
    return re.compile(r"(?<![\w-])(?:" + "|".join(re.escape(form) for form in longest_first) + r")(?![\w-])")


def explain(word: str) -> str:
    """What a word means, or "" where nothing is known of it."""
    known = _forms().get(word)
    return str(known["text"]) if known else ""


def term(word: str, shown: str = "") -> Markup:
    """One word that explains itself: by a tap in full, by the mouse as a tooltip.

    No stop for the Tab key: who plays with keys would have to pass a dozen words before each button; they have /help.
    """
    known = _forms()[word]
    return Markup('<span class="term" data-say="{0}: {1}" title="{1}">{2}</span>').format(
        known["word"], known["text"], shown or word
    )


@lru_cache(maxsize=2048)  # sentences come again with every picture
def marked(text: str) -> Markup:
    """A text in which each of the game's words explains itself where it stands first."""
    seen: set[str] = set()
    made, end = Markup(""), 0
    for match in _pattern().finditer(text):
        form = _forms().get(match.group())
        if form is None or form["word"] in seen:
            continue
        word = form["word"]
        seen.add(word)
        made += escape(text[end : match.start()]) + term(match.group())
        end = match.end()
    return made + escape(text[end:])
