"""Real games at chosen places, and stand-ins for a browser and a session at the edge of the pages."""

from typing import Any

from shared_rules.beyond_humanity import game

SEED = 7


def played(*actions: dict[str, Any], mode: str = "semi", managers: tuple[int, ...] = (1, 3, 8)) -> dict[str, Any]:
    """The table's view after some actions in a new game of three Managers."""
    state = game.setup({"mode": mode, "managers": list(managers), "planet": "trappist-1-e"}, SEED)
    for action in actions:
        state = game.apply(state, action)
    return with_session(game.view(state, "table"))


def with_session(view: dict[str, Any]) -> dict[str, Any]:
    """What the session adds to a view."""
    return {**view, "revision": 1, "link": "The ARC is connected.", "notices": []}


def round_trip(state: dict[str, Any]) -> dict[str, Any]:
    """Through all phases, NEXT and its confirmation."""
    while state["stage"] == "play" and state["phase"] < 6:
        state = game.apply(state, {"kind": "phase"})
    state = game.apply(state, {"kind": "next"})
    return game.apply(state, {"kind": "answer", "choice": "yes"})


def thriving(state: dict[str, Any]) -> dict[str, Any]:
    """The same game with a Colony that stands firm, whatever the balance of the content is."""
    return {**state, "colony": {**state["colony"], "h": 800, "s": 800, "t": 800, "stock": 150, "riot": 0, "td": 0}}


def ended(mode: str = "semi") -> dict[str, Any]:
    """A state in which the game has ended, one way or the other."""
    state = game.setup({"mode": mode, "managers": [1, 3, 8], "planet": "trappist-1-e"}, SEED)
    while state["stage"] == "play":
        state = round_trip(state)
    return state


class Outcome:
    def __init__(self, ok: bool, code: str = "", sentence: str = "") -> None:
        self.ok, self.code, self.sentence = ok, code, sentence


class Table:
    """The session's outside: a view, a revision, and what was pressed."""

    def __init__(self, view: dict[str, Any] | None) -> None:
        self.shown = view
        self.revision = 5
        self.pressed: list[dict[str, Any]] = []
        self.notices: list[dict[str, Any]] = []
        self.unknown_uid: bytes | None = None
        self.game_id = "game-one"
        self.asked = 0

    def view(self, audience: str) -> dict[str, Any] | None:
        assert audience == "table"
        self.asked += 1
        return self.shown

    async def act(self, action: dict[str, Any], revision: int, actor: str) -> Outcome:
        if revision != self.revision:
            return Outcome(False, "stale", "internal words")
        self.pressed.append(action)
        return Outcome(True)


class Link:
    words, connected = "The ARC is connected.", True


class Canvas:
    """Keeps what is drawn; `shown` answers like a browser."""

    def __init__(self) -> None:
        self.drawn: list[tuple[str, int]] = []
        self.toasts: list[tuple[str, str]] = []
        self.left: list[str] = []

    def show(self, html: str, serial: int, answered: int) -> None:
        self.drawn.append((html, serial))

    def toast(self, text: str, kind: str) -> None:
        self.toasts.append((text, kind))

    def leave(self, address: str) -> None:
        self.left.append(address)

    def remember(self, name: str, value: str) -> None:
        pass
