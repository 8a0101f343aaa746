"""The checklist of a box: which of the 32 modules are flashed. Kept in the data folder, so it may be resumed."""

import json
from pathlib import Path

from host.errors import UserError
from shared_rules.catalog import UNIT_COUNT, UNIT_TYPES

FILE = "flashed_modules.json"


class Checklist:
    """Unit -> what was read back from it. `image`: only units with this image count as done."""

    def __init__(self, folder: Path, image: str) -> None:
        self.path = folder / FILE
        self.image = image
        self._done: dict[str, dict[str, str]] = self._load()

    def _load(self) -> dict[str, dict[str, str]]:
        if not self.path.exists():
            return {}
        try:
            found = json.loads(self.path.read_text(encoding="utf-8"))
            return {str(unit): {"image": str(row["image"]), "told": str(row["told"])} for unit, row in found.items()}
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise UserError(f"{self.path} is damaged.", "Delete it to start the list anew.") from error

    @property
    def left(self) -> list[int]:
        """Units that are still to be flashed with this image, in order."""
        return [unit for unit in range(1, UNIT_COUNT + 1) if self._done.get(str(unit), {}).get("image") != self.image]

    def done(self, unit: int, told: str) -> None:
        """A unit was flashed and read back; on the disk when this returns."""
        self._done[str(unit)] = {"image": self.image, "told": told}
        part = self.path.with_suffix(".part")
        part.write_text(json.dumps(self._done, indent=1), encoding="utf-8")
        part.replace(self.path)

    def same_chip(self, unit: int, told: str) -> int | None:
        """Another unit that was flashed onto the very same chip: a board that was not changed."""
        chip = told.rpartition("chip ")[2]
        if not chip.strip("0"):
            return None
        for other, row in self._done.items():
            if int(other) != unit and row["told"].endswith(chip):
                return int(other)
        return None


def name_of(unit: int) -> str:
    """A unit as it is called on the box's list."""
    return f"{unit} {UNIT_TYPES[unit].replace('_', ' ')}"
