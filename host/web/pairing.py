"""Who may take part: a browser on this computer always, any other after scanning a QR code that a paired screen shows.

Rule 1: joining the network is not joining the game. An unknown browser watches; every press of it is refused.
Rule 2: an invitation works once and for ten minutes. What a tablet keeps is a random secret in a cookie; here only
        its hash is kept, so a copied data folder lets nobody in.
Rule 3: "this computer" needs a loopback peer and a loopback name in the Host header, because a web page elsewhere can
        point its own name at 127.0.0.1 (DNS rebinding).
"""

import hashlib
import ipaddress
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "colony_tablet"
COOKIE_AGE_S = 400 * 24 * 3600  # what browsers keep at most
INVITATION_AGE_S = 600.0
INVITATIONS_OPEN = 8
DEVICES_MAX = 32

# First match names the tablet in the list from which it can be sent away.
DEVICE_WORDS = (
    ("iPad", "iPad"),
    ("iPhone", "iPhone"),
    ("Android", "Android tablet or phone"),
    ("CrOS", "Chromebook"),
    ("Macintosh", "Mac"),
    ("Windows", "Windows computer"),
    ("Linux", "Linux computer"),
)


@dataclass(frozen=True)
class Access:
    """What one browser may do. `device` is "" for this computer and for watchers.

    `holder` is what a browser that may act is known by when it takes a seat (host/session/seats.py).
    """

    may_act: bool
    local: bool = False
    device: str = ""
    holder: str = ""


WATCHER = Access(may_act=False)
LOCAL = Access(may_act=True, local=True)


@dataclass
class Device:
    """A paired tablet: id (the hash of its secret), a name for people, when it was paired (seconds, wall clock)."""

    device: str
    name: str
    paired_s: float


def hashed(secret: str) -> str:
    """The form in which secrets are kept."""
    return hashlib.sha256(secret.encode()).hexdigest()


def device_name(user_agent: str) -> str:
    """A name for people from what the browser says about itself."""
    return next((words for sign, words in DEVICE_WORDS if sign in user_agent), "Tablet")


def is_loopback(peer: str, host_header: str) -> bool:
    """Whether a request comes from this computer and was addressed to it as such."""
    name = host_header.rsplit("@", 1)[-1]
    name = name[1:].split("]")[0] if name.startswith("[") else name.split(":")[0]
    try:
        peer_is_loopback = ipaddress.ip_address(peer).is_loopback
        name_is_loopback = name == "localhost" or ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
    return peer_is_loopback and name_is_loopback


@dataclass
class Pairing:
    """Invitations and paired tablets. `keep` is called with plain data after each change of the tablets."""

    keep: Callable[[list[dict[str, Any]]], None] = lambda devices: None
    now_s: Callable[[], float] = time.time
    ticks_s: Callable[[], float] = time.monotonic  # a small computer sets its clock by years, once online
    devices: dict[str, Device] = field(default_factory=dict)
    invitations: dict[str, float] = field(default_factory=dict)

    def load(self, devices: list[dict[str, Any]]) -> None:
        """Take over what `keep` stored earlier."""
        self.devices = {entry["device"]: Device(**entry) for entry in devices}

    def invite(self) -> str:
        """A new invitation token (text for a URL); the oldest open ones lapse."""
        ticks_s = self.ticks_s()
        self.invitations = {token: end for token, end in self.invitations.items() if end > ticks_s}
        while len(self.invitations) >= INVITATIONS_OPEN:
            del self.invitations[min(self.invitations, key=lambda token: self.invitations[token])]
        token = secrets.token_urlsafe(18)
        self.invitations[token] = ticks_s + INVITATION_AGE_S
        return token

    def is_open(self, token: str) -> bool:
        """Whether an invitation can still be used."""
        return self.invitations.get(token, 0.0) > self.ticks_s()

    def accept(self, token: str, user_agent: str) -> str | None:
        """Use up an invitation. Returns the secret for the tablet's cookie, or None where the token is not open."""
        found = next((open_ for open_ in self.invitations if secrets.compare_digest(open_, token)), None)
        if found is None or self.invitations.pop(found) <= self.ticks_s():
            return None
        secret = secrets.token_urlsafe(32)
        device = Device(hashed(secret), device_name(user_agent), self.now_s())
        if len(self.devices) >= DEVICES_MAX:
            del self.devices[min(self.devices, key=lambda known: self.devices[known].paired_s)]
        self.devices[device.device] = device
        self._kept()
        return secret

    def revoke(self, device: str) -> bool:
        """Send a tablet away: it watches from now on. False where it is not known (already sent away)."""
        known = self.devices.pop(device, None)
        self._kept()
        return known is not None

    def access(self, peer: str, host_header: str, cookie: str | None) -> Access:
        """What the browser behind a request may do."""
        device = hashed(cookie) if cookie else ""
        if is_loopback(peer, host_header):
            return replace(LOCAL, holder=f"here:{device}" if device else "")
        return Access(True, device=device, holder=f"tablet:{device}") if device in self.devices else WATCHER

    def still(self, access: Access) -> Access:
        """The same browser's access now: a tablet may have been sent away since its page was opened."""
        if access.local or access.device in self.devices:
            return access
        return WATCHER

    def _kept(self) -> None:
        self.keep([vars(device).copy() for device in self.devices.values()])


class OwnBrowsers:
    """Gives each browser on this computer a secret of its own, as paired tablets have one: two of them, and a tablet
    that is passed around, must not share their seats. Browsers elsewhere get theirs by an invitation only."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        peer = scope.get("client") or ("", 0)
        if scope["type"] != "http" or scope["path"].startswith("/_nicegui") or scope["path"].startswith("/colony/"):
            return await self.app(scope, receive, send)
        headers = Headers(scope=scope)
        known = cookie_parser(headers.get("cookie", ""))
        if COOKIE in known or not is_loopback(str(peer[0]), headers.get("host", "")):
            return await self.app(scope, receive, send)
        secret = secrets.token_urlsafe(32)
        cookie = "; ".join([*(f"{name}={value}" for name, value in known.items()), f"{COOKIE}={secret}"])
        others = [(name, value) for name, value in scope["headers"] if name != b"cookie"]
        scope = {**scope, "headers": [*others, (b"cookie", cookie.encode())]}

        async def with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start" and COOKIE not in str(message.get("headers")):
                told = f"{COOKIE}={secret}; Max-Age={COOKIE_AGE_S}; Path=/; HttpOnly; SameSite=lax"
                MutableHeaders(scope=message).append("set-cookie", told)
            await send(message)

        return await self.app(scope, receive, with_cookie)
