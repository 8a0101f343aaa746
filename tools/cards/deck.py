"""What is printed: every kind of piece with its size, and each piece as words. All of it comes from the content."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from shared_rules.beyond_humanity import content, effects, sockets
from shared_rules.beyond_humanity.content import box

GREEN, RED, BLUE, YELLOW, INK, SAND = "#2e7d4f", "#a8323e", "#2d5f9a", "#b98a1e", "#26323f", "#c9b58b"


@dataclass(frozen=True)
class Piece:
    """One piece. `signs`: Happiness, Security, Technical, -3 to 3; `rows`: label, value; `mark`: sign, colour."""

    title: str
    band: str
    colour: str
    corner: str = ""
    price: str = ""
    text: str = ""
    story: str = ""
    foot: str = ""
    signs: tuple[int, int, int] = (0, 0, 0)
    rows: tuple[tuple[str, str], ...] = ()
    mark: tuple[str, str] | None = None
    tag: bool = False  # an RFID tag goes under it


@dataclass(frozen=True)
class Deck:
    """Pieces of one size; `backs` are as many as the fronts, one for all, or none."""

    name: str
    width_mm: float
    height_mm: float
    fronts: tuple[Piece, ...]
    backs: tuple[Piece, ...] = field(default=())


CARD_MM = (63, 88)
TILE_MM = (80, 80)
TOKEN_MM = (38, 38)
BOARD_MM = (180, 120)


def _back(band: str, colour: str, text: str = "", tag: bool = False) -> Piece:
    return Piece("Beyond Humanity: Colonies", band, colour, text=text, tag=tag)


def _with_effects(card: dict[str, Any], band: str, colour: str, foot: str, mark: Any = None) -> Piece:
    lines = [effects.app_words(effect) for effect in card["app"]]
    lines += [effects.action_words(effect) for effect in card["table"]]
    if card.get("blocks"):
        lines.append("Other Managers' Decrees of this Round return to hand.")
    return Piece(
        card["title"], band, colour, corner=str(card["number"]), price=effects.fee_words(card["fee"]),
        text=" ".join(_sentence(line) for line in lines), signs=tuple(card["hst"]), foot=foot, mark=mark,
    )  # fmt: skip


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "."


def decrees() -> Deck:
    """60 Decrees; their backs are alike and carry the tag."""
    colours = {"green": GREEN, "red": RED}
    fronts = [
        _with_effects(card, f"{card['colour'].title()} Decree", colours[card["colour"]], f"decree/{card['number']}")
        for card in content.get()["decrees"]
    ]
    return Deck("decrees", *CARD_MM, tuple(fronts), (_back("Decree", INK, tag=True),))


def directives() -> Deck:
    """9 Directives, each with its Manager's sign."""
    managers = {each["number"]: each for each in content.get()["managers"]}
    fronts = []
    for card in content.get()["directives"]:
        manager = managers[card["number"]]
        band, mark = f"Directive of {manager['name']}", (manager["mark"], manager["colour"])
        fronts.append(_with_effects(card, band, BLUE, f"directive/{card['number']}", mark))
    return Deck("directives", *CARD_MM, tuple(fronts), (_back("Directive", BLUE, tag=True),))


def artifacts() -> Deck:
    """40 Artifacts; the back has the fields of Expedition and Research: it lies up while they are filled."""
    fronts = [
        Piece(card["name"], f"Artifact, {card['theme']}", SAND, corner=f"{card['vp']} VP", text=card["words"],
              story=card["text"], foot=f"artifact {card['number']}")
        for card in box.get()["artifacts"]
    ]  # fmt: skip
    fields = box.get()["artifact_back"]
    rows = tuple((kind.title(), " / ".join(effects.fee_words(fee) for fee in fees)) for kind, fees in fields.items())
    return Deck("artifacts", *CARD_MM, tuple(fronts), (Piece("Unknown Artifact", "Artifact", SAND, rows=rows),))


def goals() -> Deck:
    """Blue, green and yellow Goals."""
    colours = {"blue": BLUE, "green": GREEN, "yellow": YELLOW}
    kinds = {"blue": "Goal", "green": "Private Goal", "yellow": "Common Goal"}
    fronts, backs = [], []
    for colour, cards in box.get()["goals"].items():
        for card in cards:
            foot = f"{colour} {card['number']}"
            fronts.append(Piece(card["name"], kinds[colour], colours[colour], text=card["words"], foot=foot))
            backs.append(_back(kinds[colour], colours[colour]))
    return Deck("goals", *CARD_MM, tuple(fronts), tuple(backs))


def abilities() -> Deck:
    """20 Ability tiles."""
    fronts = [
        Piece(
            card["name"], f"{card['kind'].title()} Ability", INK, text=card["words"], foot=f"ability {card['number']}"
        )
        for card in box.get()["abilities"]
    ]
    return Deck("abilities", *CARD_MM, tuple(fronts), (_back("Ability", INK),))


def assistants() -> Deck:
    """9 Assistant cards with a face on each side."""
    managers = {each["number"]: each for each in content.get()["managers"]}
    sides: list[list[Piece]] = [[], []]
    for card in box.get()["assistants"]:
        manager = managers[card["number"]]
        for side, face in zip(sides, card["faces"], strict=True):
            side.append(_face(face, f"Assistant of {manager['name']}", (manager["mark"], manager["colour"])))
    return Deck("assistants", *CARD_MM, tuple(sides[0]), tuple(sides[1]))


def _face(face: dict[str, Any], band: str, mark: Any = None) -> Piece:
    return Piece(face["name"], band, SAND, price=effects.fee_words(face["price"]), text=face["words"], mark=mark)


def advisors() -> Deck:
    """3 Advisors."""
    fronts = tuple(_face(card, "Advisor") for card in box.get()["advisors"])
    return Deck("advisors", *CARD_MM, fronts, (_back("Advisor", SAND),))


_LEVELS = ("power", "life_support", "gas", "liquid", "stock", "happiness", "security", "technical")
_LABELS = {"life_support": "Life Support", "gas": "Gas", "liquid": "Liquids", "stock": "STOCK"}


def _tile(tile: dict[str, Any], tier: int) -> Piece:
    side = tile[f"tier{tier}"]
    rows = [(_LABELS.get(name, name.title()), _signed(side[name])) for name in _LEVELS if side.get(name)]
    if side.get("beds"):
        rows.append(("Beds", str(100 * side["beds"])))
    text = " ".join(socket_text(each) for each in side.get("sockets", [side.get("socket")]) if each)
    corner = f"{tile['endorse']} XP" if tile["endorse"] else ""
    foot = f"unit {', '.join(map(str, tile['units']))}"
    return Piece(tile["name"], f"Module, tier {tier}", INK if tier == 1 else BLUE, corner, rows=tuple(rows), text=text,
                 foot=foot)  # fmt: skip


def _signed(level: int) -> str:
    return ("+" if level > 0 else "−") * abs(level)


def socket_text(socket: str) -> str:
    """An Action Socket in words."""
    return str(sockets.socket_words(sockets.parse_socket(socket)))


def tiles() -> Deck:
    """32 Module tiles and the ARC's, a tier on each side; a type with several units is there as often."""
    units = sorted((unit, tile) for tile in content.get()["modules"] for unit in tile["units"])
    sides = tuple(tuple(_tile(dict(tile, units=[unit]), tier) for unit, tile in units) for tier in (1, 2))
    return Deck("tiles", *TILE_MM, *sides)


def tokens() -> Deck:
    """What is tapped and is no card: ID tokens of the Managers, Governor, Ambassador. The tag is inside."""
    fronts = [
        Piece(manager["name"], "Manager", manager["colour"], mark=(manager["mark"], manager["colour"]), tag=True,
              foot=f"manager/{manager['number']}")
        for manager in content.get()["managers"]
    ]  # fmt: skip
    fronts += [Piece(name, "Token", INK, tag=True, foot=name.lower()) for name in ("Governor", "Ambassador")]
    return Deck("tokens", *TOKEN_MM, tuple(fronts))


def boards() -> Deck:
    """The boards of the nine Managers: Repositories with their limits, slots for Abilities and what lies beside."""
    names = {each["type"]: each["name"] for each in content.get()["modules"]}
    return Deck("boards", *BOARD_MM, tuple(_board(manager, names) for manager in content.get()["managers"]))


def _board(manager: dict[str, Any], names: dict[str, str]) -> Piece:
    words = {"cr": "Credits", "tg": "Terran Goods", "pa": "Political Advantage", "xp": "Experience"}
    rows = [(words[name], f"up to {count}") for name, count in manager["capacity"].items()]
    rows.append(("Abilities", "5 XP, 10 XP, 15 XP"))
    return Piece(
        manager["name"], "Manager", manager["colour"], corner=f"Order of Command {manager['order']}", rows=tuple(rows),
        text=f"Adds {' and '.join(names[each] for each in manager['modules'])} to the pool of Modules.",
        story=manager["profile"], mark=(manager["mark"], manager["colour"]), foot=f"manager/{manager['number']}",
    )  # fmt: skip


DECKS: dict[str, Callable[[], Deck]] = {
    make.__name__: make
    for make in (decrees, directives, artifacts, goals, abilities, assistants, advisors, tiles, tokens, boards)
}
