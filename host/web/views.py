"""One view function per audience: plain data in, HTML out. No function here does I/O or knows who is connected.

Templates are Jinja2 with autoescape: whatever a player or a card is called, it stays text. Undefined names are errors,
so a template that asks the session for something that it does not say fails in a test and not at the table.
"""

import json
import marshal
import re
from collections import OrderedDict
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from host.plurals import counted
from host.web import glossary, planets
from host.web.pieces import initials

FOLDER = Path(__file__).parent / "templates"
TEMPLATES = {"setup": "setup.html", "play": "play.html", "points": "end.html", "over": "end.html"}
PHASE_SHORT = ("", "Summary", "Upkeep", "Actions", "Assistants", "Building", "Decrees")
PHASE_TABS = {5: "modules", 6: "decrees"}  # the dock tab of the virtual table that a phase needs
RESOURCE_ICONS = {"power": "power", "life_support": "life", "gas": "gas", "liquids": "liquid"}
STEP_WORDS = {"level": "Table", "mode": "Mode", "arc": "ARC", "managers": "Managers", "seats": "Seats",
              "planet": "Planet", "extras": "Extras", "story": "Story", "rules": "Rules", "begin": "Ready"}  # fmt: skip
EXTRA_STEPS = ("extras", "story", "rules")  # come and go, so they have no number of their own: the others keep theirs
NUMBER = re.compile(r"[+-][0-9]{1,9}")
LEVELS = {"green": 4, "yellow": 3, "orange": 2, "red": 1}  # of 4: a status as a filled gauge
TAKE_OFF = ("Take it off.", "Take it off until then.")  # ends of what is said of a refused Module
TONE_ICONS = {"green": "check", "good": "check", "yellow": "dash", "orange": "catastrophe", "warn": "catastrophe",
              "red": "cross", "bad": "cross"}  # fmt: skip


@lru_cache(maxsize=1024)  # a page has a hundred
def icon(name: str, words: str = "") -> Markup:
    """An inline icon; `words` make it speak to a screen reader, otherwise it is decoration."""
    label = Markup(' role="img" aria-label="{}"').format(words) if words else Markup(' aria-hidden="true"')
    return Markup('<svg class="ic"{}><use href="#i-{}"/></svg>').format(label, name)


_COMPACT = json.JSONEncoder(separators=(",", ":"))


def do(**press: Any) -> str:
    """What a button does, for its data-do attribute."""
    return _COMPACT.encode(press)


def signed(value: Any) -> str:
    """A number with its sign, a true minus and no sign at zero; words stay words."""
    if isinstance(value, str) and NUMBER.fullmatch(value):
        value = int(value)
    if not isinstance(value, int):
        return str(value)
    return f"{value:+,d}".replace("-", "\u2212") if value else "0"


def thousands(value: int) -> str:
    """1500 -> "1,500"."""
    return f"{value:,}"


def tone_icon(tone: str) -> str:
    """A shape for each colour, so that nothing is told by colour alone."""
    return TONE_ICONS.get(tone, "next")


def grouped(rows: list[dict[str, Any]], field: str) -> list[dict[str, Any]]:
    """Rows that follow each other with the same `field`, together: [{"name", "rows"}]. The order stays."""
    return [{"name": name, "rows": list(part)} for name, part in groupby(rows, key=lambda row: row.get(field, ""))]


def asks_screen(view: dict[str, Any]) -> bool:
    """Whether the open question is answered on the screen (NEXT, UNDO) and not with a piece on the ARC."""
    dialog = view["dialog"]
    return view["stage"] == "play" and dialog is not None and dialog["id"] in ("next", "undo")


def news(view: dict[str, Any]) -> list[dict[str, Any]]:
    """What happened lately, newest first, without what is to be done by hand: that has a place of its own."""
    asks = {line["text"] if isinstance(line, dict) else line for line in view["put_back"]}
    return [one for one in view["events"] if one["text"] not in asks and not one["text"].endswith(TAKE_OFF)]


class Fragments:
    """Parts of pictures, drawn once: most of what four pages show is the same, and stays the same from press to press.

    A part is known by its macro and by all that it is drawn from, which has to be plain data (no view: it holds more
    than the part shows, and changes with every press). So a page gets what it would have drawn, hidden cards included.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._drawn: OrderedDict[tuple[Any, bytes], str] = OrderedDict()

    def __len__(self) -> int:
        return len(self._drawn)

    def kept(self, macro: Any, *drawn_from: Any) -> str:
        """What `macro(*drawn_from)` draws."""
        key = (macro, marshal.dumps(drawn_from, 2))  # 2: the last version that does not look at who is whose copy
        found = self._drawn.get(key)
        if found is None:
            found = self._drawn[key] = macro(*drawn_from)
            if len(self._drawn) > self.most:
                self._drawn.popitem(last=False)
        else:
            self._drawn.move_to_end(key)
        return found


FRAGMENTS = Fragments(4096)  # of some hundred bytes each


def environment() -> Environment:
    """The template environment of all pages."""
    made = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(
        icon=icon,
        do=do,
        kept=FRAGMENTS.kept,
        signed=signed,
        thousands=thousands,
        tone_icon=tone_icon,
        levels=LEVELS,
        asks_screen=asks_screen,
        news=news,
        initials=initials,
        phase_short=PHASE_SHORT,
        resource_icon=RESOURCE_ICONS,
        step_words=STEP_WORDS,
        extra_steps=EXTRA_STEPS,
        term=glossary.term,
        explain=glossary.explain,
        modes=glossary.modes(),
        planets=planets,
    )
    made.filters["groupby_kept"] = grouped
    made.filters["marked"] = glossary.marked
    return made


ENVIRONMENT = environment()


def render(template: str, **names: Any) -> str:
    """Render one page."""
    return ENVIRONMENT.get_template(template).render(**names)


def template_of(view: dict[str, Any] | None) -> str:
    """The template that shows a view at its stage."""
    return TEMPLATES[view["stage"]] if view else "nogame.html"


def running(view: dict[str, Any] | None) -> dict[str, str] | None:
    """The running game in a few words, for the start page."""
    if view is None:
        return None
    if view["stage"] == "setup":
        count = len(view["setup"]["joined"])
        words = f"{counted(count, 'Manager')} {'has' if count == 1 else 'have'} registered."
        return {"title": "A game is being set up", "words": words}
    names = ", ".join(manager["name"] for manager in view["managers"])
    if view["stage"] == "play":
        return {"title": view["planet"]["name"], "words": f"Round {view['round']} of {view['rounds']} · {names}"}
    return {"title": view["planet"]["name"], "words": f"The game is over: {view['ending']['title']} · {names}"}


def asked(view: dict[str, Any] | None) -> dict[str, Any]:
    """What the game waits for or will take next, so that the virtual table lays it at hand.

    {"pieces": to be lit, "players": pieces of those who play, "pool": module types in the game or None, "tab": dock}.
    """
    if view is None or view["stage"] in ("points", "over"):
        return {"pieces": [], "players": [], "pool": None, "tab": ""}
    if view["stage"] == "setup":
        free = [manager["piece"] for manager in view["setup"]["free"]]
        wanted = free if view["setup"]["step"] == "managers" else []
        return {"pieces": wanted, "players": free, "pool": None, "tab": "tokens" if wanted else ""}
    managers = [manager["piece"] for manager in view["managers"]]
    dialog = view["dialog"]["id"] if view["dialog"] else ""
    return {
        "pieces": managers if dialog in ("owner", "ambassador", "submit") else [],
        "players": managers + [piece.replace("manager", "directive") for piece in managers],
        "pool": sorted({module["type"] for module in view["modules"] if module["state"] != "box"}),
        "tab": "tokens" if dialog else PHASE_TABS.get(view["phase"], "tokens"),
    }
