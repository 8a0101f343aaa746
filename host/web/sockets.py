"""What comes over a page's web socket without being from our pages: an odd or hostile browser talks to the framework.

Theory: the framework takes a message apart before any of our code sees it, and expects it in the form in which its own
script sends it. What has another form fails there, in a task that nobody waits for. It changes nothing, so it is worth
one quiet line, not a report.
"""

import inspect
import logging
from collections.abc import Callable
from typing import Any

from nicegui import core
from starlette.types import ASGIApp, Receive, Scope, Send

log = logging.getLogger(__name__)

MALFORMED = (TypeError, ValueError, LookupError, AttributeError, RecursionError)
GUARDED = "_colony_guarded"
# A socket's end holds nothing that a browser wrote. Its handler has to fail with a TypeError when it is called with a
# reason, for then it is called again without: were that error kept back, no page would ever be known to be closed.
NOT_SENT = frozenset({"disconnect"})
Handler = Callable[..., Any]


class OddSockets:
    """Ends a web socket on which something came that is no packet at all."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self.app(scope, receive, send)
        except MALFORMED as error:
            if scope["type"] != "websocket":
                raise
            log.info("a browser sent no packet (%s)", type(error).__name__)


def guard() -> None:
    """Let malformed messages end where they are taken apart. Once a process is enough; more often does no harm."""
    handlers: dict[str, Handler] = core.sio.handlers["/"]
    for name, handler in handlers.items():
        if name not in NOT_SENT and not hasattr(handler, GUARDED):
            handlers[name] = guarded(name, handler)


def guarded(name: str, handler: Handler) -> Handler:
    """The same handler, which passes over what it can not take apart; a connection that it refuses stays refused."""

    def told(error: Exception) -> None:
        log.info("a browser sent a malformed %s (%s)", name, type(error).__name__)

    async def wait(*arguments: Any) -> Any:
        try:
            return await handler(*arguments)
        except MALFORMED as error:
            told(error)

    def call(*arguments: Any) -> Any:
        try:
            return handler(*arguments)
        except MALFORMED as error:
            told(error)

    made = wait if inspect.iscoroutinefunction(handler) else call
    setattr(made, GUARDED, True)
    return made
