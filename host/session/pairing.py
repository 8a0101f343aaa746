"""Without a connected ARC a game can only be looked at (resolution at BHC-5-6). A virtual ARC is an ARC.

At referee level the table is on the screens: no ARC is needed, and if one is there its lights follow.

Rule 1: while the link is down no press moves a running game on: it is refused in words, and the buttons say why.
Rule 2: setup, which asks for the ARC itself, goes on up to the step that begins Round 1 (BHC-3.3-1); counting points
        after the end stays possible; closing a question is no progress.
"""

from typing import Any

from host.store.entries import Action

NO_ARC_WORDS = "The ARC is not connected: until it is back the game can only be looked at."
BUTTONS = ("continue", "next")


def may_act(view: dict[str, Any], action: Action, linked: bool) -> bool:
    """Whether a press may go to the rules now. `view`: the table's view; only its `stage` counts."""
    if view.get("level") == "referee":
        return True
    begins = action.get("choice") == "begin" or "begin" in action
    closes = action.get("kind") == "answer" and action.get("choice") == "no"
    waits = {"setup": begins, "play": not closes}
    return linked or not waits.get(view.get("stage", ""), False)


def as_onlooker(view: dict[str, Any]) -> dict[str, Any]:
    """The view of a running game while the ARC is away: what moves the game on says why it does not."""
    if view.get("stage") != "play" or view.get("level") == "referee":
        return view
    waiting = {name: {**view[name], "enabled": False, "why_not": NO_ARC_WORDS} for name in BUTTONS if name in view}
    return {**view, **waiting}
