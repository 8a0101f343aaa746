"""What a companion says of itself to `colony status` and the doctor: nothing that the table's view does not show."""

from __future__ import annotations

from typing import Any

from host.web.hub import Hub


def status(hub: Hub) -> dict[str, Any]:
    """Plain facts: the ARC's link, the game as the table sees it, tablets, notices."""
    link = hub.link()
    _, view = hub.view()
    return {
        "arc": link.words,
        "arc_connected": link.connected,
        "arc_port": link.port,
        "virtual": hub.has_virtual,
        "game": view["title"] if view else None,
        "stage": view["stage"] if view else None,
        "round": view.get("round") if view else None,
        "rounds": view.get("rounds") if view else None,
        "waiting_for": view["dialog"]["title"] if view and view["dialog"] else None,
        "paired_tablets": len(hub.pairing.devices),
        "open_pages": len(hub.watchers),
        # What the rules refused concerns players, not whoever mends the table.
        "notices": [notice["text"] for notice in hub.session.notices if notice["kind"] != "refused"],
    }
