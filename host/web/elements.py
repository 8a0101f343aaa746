"""The two NiceGUI elements of the companion: a page's picture (screen.js) and the virtual table (table.js)."""

import json
from typing import Any

from nicegui import ui

from host.web.changes import changes


class Screen(ui.element, component="screen.js"):
    """Shows HTML that the companion rendered, and reports presses.

    Events: "press" {do, rev, form}, "shown" serial, "whole". A page comes with its newest picture; of each later one
    only the changes are sent. A browser that lacks the picture before (its connection was away) asks for the "whole".
    """

    def __init__(self) -> None:
        super().__init__()
        self._props["html"] = ""
        self._props["serial"] = 0
        self._props["answered"] = 0

    def show(self, html: str, serial: int, answered: int) -> None:
        """Draw picture number `serial`; presses up to number `answered` are dealt with."""
        before, base = self._props["html"], self._props["serial"]
        with self._props.suspend_updates():  # what a page that is opened anew, or asks for the whole, gets
            self._props.update(html=html, serial=serial, answered=answered)
        if before:
            self.run_method("patch", base, serial, answered, changes(before, html))
        else:
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
    """The virtual table. Events: "doing" {do, ...} for the virtual hardware, "hint" with a sentence, "drawn" number.

    What never changes (the box and the light language) comes once with the page, as window.colonyBox.
    """

    def __init__(self) -> None:
        super().__init__()
        self.show(None, {}, False, 0)

    def show(self, state: dict[str, Any] | None, asked: dict[str, Any], may_act: bool, number: int) -> None:
        """Draw a state of the virtual hardware; `asked` says what the game waits for (views.asked)."""
        self._props["state"] = state
        self._props["asked"] = asked
        self._props["mayAct"] = may_act
        self._props["number"] = number
        self.update()


def box_script(box: dict[str, Any]) -> str:
    """The script that brings the box's contents along with a page."""
    data = json.dumps(box).replace("</", "<\\/")  # no name in it can end the script
    return f"<script>window.colonyBox = {data};</script>"
