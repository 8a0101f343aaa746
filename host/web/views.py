"""One view function per audience: plain data in, HTML out. No function here does I/O or knows who is connected.

Templates are Jinja2 with autoescape: whatever a player or a card is called, it stays text. Undefined names are errors,
so a template that asks the session for something that it does not say fails in a test and not at the table.
"""

import json
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

FOLDER = Path(__file__).parent / "templates"


def icon(name: str, words: str = "") -> Markup:
    """An inline icon; `words` make it speak to a screen reader, otherwise it is decoration."""
    label = Markup(' role="img" aria-label="{}"').format(words) if words else Markup(' aria-hidden="true"')
    return Markup('<svg class="ic"{}><use href="#i-{}"/></svg>').format(label, name)


def do(**press: Any) -> str:
    """What a button does, for its data-do attribute."""
    return json.dumps(press, separators=(",", ":"))


def environment() -> Environment:
    """The template environment of all pages."""
    made = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(icon=icon, do=do)
    return made


ENVIRONMENT = environment()


def render(template: str, **names: Any) -> str:
    """Render one page."""
    return ENVIRONMENT.get_template(template).render(**names)


def running(view: dict[str, Any] | None) -> dict[str, str] | None:
    """The running game in a few words, for the start page."""
    return None


def asked_pieces(view: dict[str, Any] | None) -> list[str]:
    """The pieces that the game waits for, so that the virtual table shows them first."""
    return []
