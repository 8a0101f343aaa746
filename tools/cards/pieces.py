"""What is printed beside cards: tiles, tokens, currency, boards, reference cards. All of it comes from the content."""

from typing import Any

from shared_rules.beyond_humanity import content, effects, sockets, table_effects, words
from shared_rules.beyond_humanity.content import box
from shared_rules.beyond_humanity.referee.rounds import SLOT_PRICES
from shared_rules.beyond_humanity.referee.work import BANK, PA_EXTRA
from tools.cards import marks
from tools.cards.emblems import action
from tools.cards.piece import (
    ARC_MM,
    BLUE,
    BOARD_MM,
    COIN_MM,
    ENDORSE_MM,
    GREEN,
    INK,
    REFERENCE_MM,
    SOLO_MM,
    TILE_MM,
    TOKEN_MM,
    Deck,
    Piece,
    Socket,
)

MOST_MANAGERS = 5
TIERS = {1: (GREEN, "tier 1, green light"), 2: (BLUE, "tier 2, blue light")}
CLOCKS = {0: "", 1: "short", 2: "middle", 3: "long"}
LEVELS = (
    ("power", "icon:power", "Power"), ("life_support", "icon:life", "Life Support"), ("gas", "icon:gas", "Gas"),
    ("liquid", "icon:liquid", "Liquids"), ("stock", "icon:stock", "STOCK"),
    ("happiness", "icon:happiness", "Happiness"), ("security", "icon:security", "Security"),
    ("technical", "icon:technical", "Technical"),
)  # fmt: skip
GROUPS = {**effects.GROUP_WORDS, "citizens": "Citizens"}
ICONS = {"citizens": "icon:people", "power": "icon:power", "life_support": "icon:life", "gas": "icon:gas",
         "liquid": "icon:liquid"}  # fmt: skip


def socket_of(text: str) -> Socket:
    """An Action Socket of a tile from its text in the content."""
    parsed = sockets.parse_socket(text)
    join = "large" if parsed["large"] else "copy" if parsed["actions"][0][1] == "copy" else parsed["join"]
    parts = tuple((action(each), table_effects.phrase(each)) for each in parsed["actions"])
    return Socket(join, parts, sockets.socket_words(parsed))


def _levels(side: dict[str, Any]) -> tuple[tuple[str, str, int], ...]:
    rows = [(sign, name, side[key]) for key, sign, name in LEVELS if side.get(key)]
    rows += [(ICONS.get(group, f"icon:{group}"), f"{GROUPS[group]} in", level)
             for group, level in side.get("immigration", {}).items()]  # fmt: skip
    return tuple(rows)


def _extras(side: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    found = [("glyph:bed", f"{100 * side['beds']:,} beds")] if side.get("beds") else []
    found += [(ICONS[name], f"stores +{units}") for name, units in side.get("accumulators", {}).items()]
    for group, level in side.get("convert", {}).items():
        found.append((f"icon:{group}", f"trains {GROUPS[group]}{', many' if level > 1 else ''}"))
    texts = {
        "once_stock": ("icon:stock", "+{} STOCK once"), "once_td": ("icon:td", "−{} Dependence once"),
        "prisoners_to_stock": ("icon:prisoners", "work for STOCK"), "surplus_to_stock": ("icon:trend", "sells surplus"),
    }  # fmt: skip
    found += [(sign, text.format(side[key])) for key, (sign, text) in texts.items() if side.get(key)]
    return tuple(found)


def _tile(tile: dict[str, Any], tier: int, unit: int) -> Piece:
    side, (colour, band) = tile[f"tier{tier}"], TIERS[tier]
    clock = CLOCKS[tile["clock"]]
    return Piece(
        tile["name"], f"Module, {band}", colour, look="arc" if unit == 0 else "tile",
        corner="" if unit == 0 else f"+{tile['endorse']}", text=clock,
        levels=_levels(side), extras=_extras(side), sockets=tuple(map(socket_of, sockets.sockets_of(side))),
        foot="the hub" if unit == 0 else f"unit {unit}",
        emblem=("glyph:hub",) if unit == 0 else (f"mini:{tile['type']}",),
    )  # fmt: skip


def _sides(of_arc: bool) -> tuple[tuple[Piece, ...], ...]:
    units = sorted((unit, tile) for tile in content.get()["modules"] for unit in tile["units"])
    return tuple(
        tuple(_tile(tile, tier, unit) for unit, tile in units if (unit == 0) == of_arc) for tier in (1, 2)
    )  # fmt: skip


def tiles() -> Deck:
    """32 Module tiles, a tier on each side; a type with several units is there as often."""
    return Deck("tiles", *TILE_MM, *_sides(False))


def arc() -> Deck:
    """The ARC's tile with its five sockets."""
    return Deck("arc", *ARC_MM, *_sides(True))


def tokens() -> Deck:
    """What is tapped and is no card: ID tokens of the Managers, Governor, Ambassador. The tag is inside."""
    fronts = [
        Piece(manager["name"], "Manager", manager["colour"], "token", mark=(manager["mark"], manager["colour"]),
              tag=True, foot=f"manager/{manager['number']}")
        for manager in content.get()["managers"]
    ]  # fmt: skip
    fronts += [Piece(name, "Token", INK, "token", tag=True, foot=name.lower(), emblem=(sign,))
               for name, sign in (("Governor", "glyph:crown"), ("Ambassador", "glyph:hands"))]  # fmt: skip
    backs = [Piece(each.title, each.band, each.colour, "token_back", tag=True, mark=each.mark, emblem=each.emblem)
             for each in fronts]  # fmt: skip
    return Deck("tokens", *TOKEN_MM, tuple(fronts), tuple(backs))


def currency() -> Deck:
    """The bank: Credits, Terran Goods, Political Advantages and Experience, as many as the rules have."""
    counts = {**BANK, "pa": MOST_MANAGERS + PA_EXTRA}
    made = [
        Piece(marks.CURRENCIES[name][3], "Currency", marks.CURRENCIES[name][1], "coin", tracks=((name, 1),))
        for name in ("cr", "tg", "pa", "xp") for _ in range(counts[name])
    ]  # fmt: skip
    return Deck("currency", *COIN_MM, tuple(made), tuple(made))


def endorsements() -> Deck:
    """Two tiles with the base number of endorsements for 2 to 5 Managers on their four faces."""
    faces = [
        Piece("Base endorsements", f"with {count} Managers" + (", and alone" if count == 3 else ""), INK, "number",
              corner=str(count - 1), emblem=("glyph:stamp",))
        for count in range(2, MOST_MANAGERS + 1)
    ]  # fmt: skip
    return Deck("endorsements", *ENDORSE_MM, tuple(faces[::2]), tuple(faces[1::2]))


def boards() -> Deck:
    """The boards of the nine Managers: Repositories with a slot for every token, Abilities, and what lies beside."""
    names = {each["type"]: each["name"] for each in content.get()["modules"]}
    return Deck("boards", *BOARD_MM, tuple(_board(manager, names) for manager in content.get()["managers"]))


def _board(manager: dict[str, Any], names: dict[str, str]) -> Piece:
    return Piece(
        manager["name"], manager["profile"], manager["colour"], "board", corner=str(manager["order"]),
        text=f"Adds {' and '.join(names[each] for each in manager['modules'])} to the pool.",
        tracks=tuple(manager["capacity"].items()), slots=(tuple(f"{price} XP" for price in SLOT_PRICES),),
        mark=(manager["mark"], manager["colour"]), foot=f"manager/{manager['number']}",
    )  # fmt: skip


def solo() -> Deck:
    """The board of a player alone: three columns of tokens, Abilities for rows and columns, Repositories."""
    known = box.get()["solo"]
    prices = tuple(tuple((name, fee[name]) for name in effects.CURRENCIES if name in fee) for fee in known["columns"])
    board = Piece(
        "Alone on the Colony", "Solo board: all nine ID tokens act for you", INK, "solo",
        tracks=tuple(known["capacity"].items()),
        slots=tuple(tuple(f"{price} XP" for price in known[key]) for key in ("row_xp", "column_xp")),
        sockets=tuple(Socket("column", tuple((name, str(count)) for name, count in fee), "") for fee in prices),
        text="Upkeep: the first column is free. Pay for each further column that you fill; then take what stands "
        "above each column that you leave empty. An active Ability works for the tokens of its row or column.",
    )  # fmt: skip
    return Deck("solo", *SOLO_MM, (board,))


def reference() -> Deck:
    """A card for each of five Managers: the phases of a Round on one side, the signs on the other."""
    rows = tuple((words.PHASES[number], words.PHASE_HELP[number]) for number in range(1, 7))
    phases = Piece("A Round", "The six phases", INK, "phases", extras=rows, foot="reference")
    signs = Piece("Signs", "What stands on cards and tiles", INK, "legend", extras=LEGEND, foot="reference")
    return Deck("reference", *REFERENCE_MM, (phases,) * MOST_MANAGERS, (signs,) * MOST_MANAGERS)


LEGEND = (
    *marks.STATUSES,
    *((sign, name) for _, sign, name in LEVELS[:5]),
    *((f"{name} 1", row[3]) for name, row in marks.CURRENCIES.items()),
    ("glyph:stamp", "Endorsement"), ("icon:campaign", "Campaign"), ("glyph:compass", "Expedition"),
    ("glyph:flask", "Research"), ("glyph:finish", "End Research"), ("glyph:copy", "Copy a socket"),
    ("glyph:exchange", "Exchange"), ("glyph:flip", "Flip Assistant"), ("glyph:shuffle", "Reshuffle"),
    ("glyph:goal", "Draw Goals"), ("glyph:crown", "Governor"), ("glyph:hands", "Ambassador"),
    ("icon:phase_3", "Building time"), ("icon:people", "Citizens"), ("icon:secforce", "SecForce"),
    ("icon:marines", "Marines"),
    ("icon:prisoners", "Prisoners"), ("glyph:bed", "Beds"), ("icon:td", "Dependence"),
)  # fmt: skip
