"""Which drawings a piece shows: by a word of its title first, then by what its effects do. Data and one look-up."""

from collections.abc import Iterable
from typing import Any

# The first word of a title that is found here gives the main drawing.
TITLES = {
    "dome": "mini:residential_dome", "festival": "glyph:lantern", "courses": "glyph:book", "patrols": "icon:secforce",
    "spare": "icon:tools", "family": "icon:people", "letter": "glyph:letter", "corridors": "icon:corridor",
    "water": "icon:liquid", "shift": "mini:industrial_dome", "laboratories": "mini:laboratory",
    "veterans'": "icon:marines", "drill": "icon:catastrophe", "kitchen": "mini:hydroponics_dome",
    "accounts": "glyph:coins", "pioneers": "icon:ship", "medical": "mini:health_and_sports_center",
    "cellars": "mini:storage", "storm": "glyph:storm", "power": "icon:power", "reservoirs": "glyph:drop_acc",
    "battery": "icon:battery", "air": "glyph:leaf", "gas": "mini:tanks", "round": "icon:table",
    "amnesty": "glyph:scales",
    "chair": "glyph:crown", "night": "glyph:moon", "builders": "glyph:crane", "harvest": "glyph:exchange",
    "children's": "icon:happiness", "tax": "glyph:coins", "curfew": "glyph:moon", "conscription": "icon:marines",
    "police": "icon:secforce", "borders": "glyph:lock", "archive": "glyph:lock", "rationing": "icon:stock",
    "brown-out": "mini:solar_power_plant", "reserves": "mini:storage", "overtime": "icon:phase_3",
    "prison": "mini:prison_dome", "deportation": "mini:spaceport", "penal": "icon:prisoners", "martial": "icon:marines",
    "siege": "mini:bunker", "technical": "icon:technical", "debt": "icon:td", "lottery": "glyph:shuffle",
    "loyalty": "icon:phase_1", "doctrine": "mini:academy", "mining": "glyph:pick", "silent": "icon:eye",
    "luxury": "mini:galactic_marketplace", "freight": "mini:spaceport", "session": "glyph:gavel",
    "walls": "icon:house", "tank": "mini:tanks", "cargo": "mini:landing_pad", "reactor": "mini:nuclear_power_plant",
    "reassignment": "icon:people", "survey": "glyph:compass", "quarantine": "glyph:cross_med",
    "garrison": "mini:security_dome", "prototype": "mini:test_chamber", "monument": "mini:obelisk",
    "trial": "glyph:scales", "terran": "mini:terran_embassy", "market": "mini:galactic_marketplace",
    "classrooms": "mini:academy", "streets": "icon:security", "laughing": "icon:happiness",
    "well-oiled": "icon:technical",
    "room": "mini:residential_dome", "city": "mini:community_tower", "figures": "icon:trend", "earth": "icon:td",
    "watchful": "icon:eye", "chances": "glyph:scales", "breath": "icon:life", "baton": "icon:secforce",
    "pipes": "icon:liquid", "store": "mini:storage", "skyline": "mini:community_tower", "ripe": "icon:technical",
    "builder's": "glyph:crane", "treasure": "glyph:coins", "import": "mini:landing_pad", "eminence": "icon:vote",
    "collector": "grown:fossil", "citizen": "icon:campaign", "talents": "icon:trophy", "ridge": "mini:hangar",
    "questions": "icon:help", "bad": "mini:bunker", "proven": "mini:test_chamber", "come": "mini:obelisk",
    "law": "glyph:gavel", "ministry": "mini:consulate", "middleman": "glyph:exchange", "unsold": "glyph:coins",
    "millionaires": "glyph:coins", "well-stocked": "mini:storage", "cabinet": "grown:mineral", "popular": "icon:vote",
    "harbour": "mini:spaceport", "order": "icon:security", "everything": "icon:technical", "science": "mini:laboratory",
    "republic": "mini:consulate", "coffers": "mini:storage", "plan": "glyph:crane", "generation": "icon:trend",
    "feet": "icon:trophy", "bed": "glyph:bed", "voice": "icon:campaign", "permit": "glyph:crane",
    "salary": "glyph:coins", "methodology": "glyph:flask", "credit": "glyph:coins", "berth": "mini:spaceport",
    "lobby": "glyph:hands", "vaults": "mini:storage", "allowance": "glyph:coins", "circle": "icon:people",
    "memory": "glyph:book", "drones": "glyph:compass", "review": "glyph:flask", "twin": "icon:people",
    "whip's": "glyph:stamp", "staff": "icon:phase_4", "ledger": "icon:phase_1", "hatch": "glyph:copy",
    "curators'": "grown:fossil",
    "pilot": "icon:ship", "ai": "icon:bot", "chief": "glyph:flask", "sergeant": "icon:secforce",
    "quartermaster": "icon:stock", "engineer": "icon:tools", "foreman": "glyph:crane", "draughtsman": "icon:file",
    "patron": "glyph:coins", "operative": "icon:eye", "warden": "icon:prisoners", "attaché": "glyph:letter",
    "kingpin": "glyph:crown", "ambassador": "glyph:hands", "clerk": "glyph:cards", "scout": "glyph:book",
    "auctioneer": "glyph:gavel", "ghostwriter": "icon:file",
    "customs": "icon:stock", "proxy": "icon:vote", "trainer": "glyph:goal",
}  # fmt: skip
# And of the name of an Artifact; the others grow what their theme says.
ARTIFACTS = {
    "worm": "grown:bones", "tooth": "grown:bones", "feather": "grown:bones", "needle": "grown:bones",
    "trackway": "grown:bones", "core": "icon:file", "battery": "icon:battery", "box": "glyph:lock",
}  # fmt: skip
# Kind of an effect -> drawing.
EFFECTS = {
    "stock": "icon:stock", "convert": "icon:people", "invite": "icon:ship", "expel": "icon:ship", "boost": "icon:trend",
    "group": "icon:people", "accumulator": "icon:battery", "fill": "icon:liquid", "td": "icon:td", "riot": "icon:riot",
    "progress": "glyph:crane", "catastrophe": "icon:catastrophe", "governor": "glyph:crown", "gain": "glyph:coins",
    "lose": "glyph:coins", "exchange": "glyph:exchange", "endorse": "glyph:stamp", "expedition": "glyph:compass",
    "research": "glyph:flask", "finish": "glyph:finish", "copy": "glyph:copy", "flip": "glyph:flip",
    "reshuffle": "glyph:shuffle", "change": "glyph:crown", "goals": "glyph:goal", "move": "glyph:exchange",
    "campaign": "icon:campaign", "ambassador": "glyph:hands", "large": "glyph:cards",
}  # fmt: skip


def emblem(title: str, kinds: Iterable[str] = (), fallback: str = "glyph:hub") -> tuple[str, ...]:
    """The main drawing and at most two small ones; none stands twice."""
    found = [TITLES[word] for word in title.lower().split() if word in TITLES][:1]
    found += [EFFECTS[kind] for kind in kinds]
    return tuple(dict.fromkeys(found))[:3] or (fallback,)


def artifact(name: str, theme: str) -> tuple[str, ...]:
    """The drawing of an Artifact."""
    return (next((ARTIFACTS[word] for word in name.lower().split() if word in ARTIFACTS), f"grown:{theme}"),)


def action(effect: list[Any]) -> str:
    """The sign of one action of a socket: "cr 2" for a currency, "swap cr 2 tg 2" for an exchange, else a drawing."""
    if effect[1] == "exchange":
        return "swap " + " ".join(map(str, effect[2:]))
    return f"{effect[2]} {effect[3]}" if effect[1] == "gain" else EFFECTS[effect[1]]
