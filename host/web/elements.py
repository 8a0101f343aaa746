"""The two NiceGUI elements of the companion: a page's picture (screen.js) and the virtual table (table.js)."""

from typing import Any

from nicegui import ui


class Screen(ui.element, component="screen.js"):
    """Shows HTML that the companion rendered and reports presses. Events: "press" {do, rev, form}, "shown" serial."""

    def __init__(self) -> None:
        super().__init__()
        self._props["html"] = ""
        self._props["serial"] = 0
        self._props["answered"] = 0

    def show(self, html: str, serial: int, answered: int) -> None:
        """Draw picture number `serial`; presses up to number `answered` are dealt with."""
        self._props["html"] = html
        self._props["serial"] = serial
        self._props["answered"] = answered
        self.update()

    def toast(self, text: str, kind: str) -> None:
        """A short word over the picture; kind is "good" or "bad"."""
        self.run_method("toast", text, kind)

    def remember(self, name: str, value: str) -> None:
        """Let this browser bring a value along to its next page (cookie colony_NAME)."""
        self.run_method("remember", name, value)

    def leave(self, address: str) -> None:
        """Go to another page of the companion."""
        self.run_method("leave", address)


class Table(ui.element, component="table.js"):
    """The virtual table. Events: "doing" {do, ...} for the virtual hardware, "hint" with a sentence."""

    def __init__(self, units: list[Any], pieces: list[Any], rhythms: dict[str, Any], may_act: bool) -> None:
        super().__init__()
        self._props["units"] = units
        self._props["pieces"] = pieces
        self._props["rhythms"] = rhythms
        self._props["mayAct"] = may_act
        self._props["asked"] = {}
        self._props["state"] = None

    def show(self, state: dict[str, Any] | None, asked: dict[str, Any]) -> None:
        """Draw a state of the virtual hardware; `asked` says what the game waits for (views.asked)."""
        self._props["state"] = state
        self._props["asked"] = asked
        self.update()
