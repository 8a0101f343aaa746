"""What was measured on emulated chips, and for which images: `figures.json`, written by tests/emulated on request."""

import json
from pathlib import Path

KEPT = Path(__file__).with_name("figures.json")
Figure = int | float | str


def kept() -> dict[str, Figure]:
    """Figures by name; units are in the names. `..._image` is the name of the image that was measured."""
    found: dict[str, Figure] = json.loads(KEPT.read_text(encoding="utf-8"))
    return found


def keep(name: str, value: Figure) -> None:
    """Replace one figure."""
    figures = dict(sorted({**kept(), name: value}.items()))
    KEPT.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
