"""What is printed as cards: each piece as words and signs. All of it comes from the content that the rules read."""

from collections.abc import Callable
from typing import Any

from shared_rules.beyond_humanity import content, effects
from shared_rules.beyond_humanity.content import box
from tools.cards import pieces
from tools.cards.emblems import artifact, emblem
from tools.cards.piece import ABILITY_MM, BLUE, CARD_MM, GREEN, INK, RED, SAND, YELLOW, Deck, Piece

GAME = "Beyond Humanity: Colonies"


def _back(band: str, colour: str, tag: bool = False, sign: str = "glyph:hub") -> Piece:
    return Piece(GAME, band, colour, look="back", tag=tag, emblem=(sign,))


def price_of(fee: dict[str, int]) -> tuple[tuple[str, int], ...]:
    """Currencies of a price in the order in which the rules name them."""
    return tuple((name, fee[name]) for name in effects.CURRENCIES if name in fee)


def _with_effects(card: dict[str, Any], band: str, colour: str, foot: str, mark: Any = None) -> Piece:
    lines = [effects.app_words(effect) for effect in card["app"]]
    lines += [effects.action_words(effect) for effect in card["table"]]
    if card.get("blocks"):
        lines.append("Other Managers' Decrees of this Round return to hand.")
    kinds = [effect[0] for effect in card["app"]] + [effect[1] for effect in card["table"]]
    return Piece(
        card["title"], band, colour, price=price_of(card["fee"]), text=" ".join(_sentence(line) for line in lines),
        signs=tuple(card["hst"]), foot=foot, mark=mark, emblem=emblem(card["title"], kinds, "glyph:gavel"),
    )  # fmt: skip


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "."


def decrees() -> Deck:
    """60 Decrees; their backs are alike and carry the tag."""
    colours = {"green": (GREEN, "popular"), "red": (RED, "unpopular")}
    fronts = []
    for card in content.get()["decrees"]:
        colour, words = colours[card["colour"]]
        band = f"{card['colour'].title()} Decree, {words}"
        fronts.append(_with_effects(card, band, colour, f"decree/{card['number']}"))
    return Deck("decrees", *CARD_MM, tuple(fronts), (_back("Decree", INK, True),))


def directives() -> Deck:
    """9 Directives, each with its Manager's sign."""
    managers = {each["number"]: each for each in content.get()["managers"]}
    fronts = []
    for card in content.get()["directives"]:
        manager = managers[card["number"]]
        band, mark = f"Directive of {manager['name']}", (manager["mark"], manager["colour"])
        fronts.append(_with_effects(card, band, BLUE, f"directive/{card['number']}", mark))
    return Deck("directives", *CARD_MM, tuple(fronts), (_back("Directive", BLUE, True),))


def artifacts() -> Deck:
    """40 Artifacts; the back has the fields of Expedition and Research: it lies up while they are filled."""
    fronts = [
        Piece(card["name"], f"Artifact, {card['theme']}", SAND, corner=f"{card['vp']} VP", text=card["words"],
              story=card["text"], foot=f"artifact {card['number']}", emblem=artifact(card["name"], card["theme"]))
        for card in box.get()["artifacts"]
    ]  # fmt: skip
    kinds = box.get()["artifact_back"]
    tracks = tuple(pair for kind in ("expedition", "research") for fee in kinds[kind] for pair in price_of(fee))
    unknown = Piece("Unknown Artifact", "Artifact", SAND, look="fields", tracks=tracks, emblem=("icon:help",))
    return Deck("artifacts", *CARD_MM, tuple(fronts), (unknown,))


def goals() -> Deck:
    """Blue, green and yellow Goals, with what each level brings and what a miss costs."""
    colours = {"blue": BLUE, "green": GREEN, "yellow": YELLOW}
    kinds = {"blue": "Goal", "green": "Private Goal", "yellow": "Common Goal"}
    fronts, backs = [], []
    for colour, cards in box.get()["goals"].items():
        for card in cards:
            results = [("icon:cross", f"−{card['miss']} VP")]
            results += [("icon:check", f"+{level['vp']} VP") for level in card["levels"]]
            if len(results) == 3:
                results[2] = ("icon:trophy", results[2][1])
            fronts.append(Piece(card["name"], kinds[colour], colours[colour], text=card["words"],
                                extras=tuple(results), foot=f"{colour} {card['number']}",
                                emblem=emblem(card["name"], fallback="glyph:goal")))  # fmt: skip
            backs.append(_back(kinds[colour], colours[colour], sign="glyph:goal"))
    return Deck("goals", *CARD_MM, tuple(fronts), tuple(backs))


def abilities() -> Deck:
    """20 Ability tiles, of the size of the slots on the boards."""
    fronts = [
        Piece(card["name"], f"{card['kind'].title()} Ability", INK, text=card["words"],
              foot=f"ability {card['number']}", emblem=emblem(card["name"]))
        for card in box.get()["abilities"]
    ]  # fmt: skip
    return Deck("abilities", *ABILITY_MM, tuple(fronts), (_back("Ability", INK, sign="icon:trophy"),))


def assistants() -> Deck:
    """9 Assistant cards with a face on each side."""
    managers = {each["number"]: each for each in content.get()["managers"]}
    sides: list[list[Piece]] = [[], []]
    for card in box.get()["assistants"]:
        manager = managers[card["number"]]
        for side, face in zip(sides, card["faces"], strict=True):
            side.append(_face(face, f"Assistant of {manager['name']}", BLUE, (manager["mark"], manager["colour"])))
    return Deck("assistants", *CARD_MM, tuple(sides[0]), tuple(sides[1]))


def _face(face: dict[str, Any], band: str, colour: str, mark: Any = None) -> Piece:
    kinds = [action[1] for action in face["socket"]["actions"]]
    return Piece(face["name"], band, colour, look="assistant", price=price_of(face["price"]), text=face["words"],
                 mark=mark, emblem=emblem(face["name"], kinds)[:1])  # fmt: skip


def advisors() -> Deck:
    """3 Advisors; the Ambassador's token waits on its card."""
    fronts = tuple(_face(card, "Advisor", INK) for card in box.get()["advisors"])
    return Deck("advisors", *CARD_MM, fronts, (_back("Advisor", INK, sign="icon:vote"),))


DECKS: dict[str, Callable[[], Deck]] = {
    make.__name__: make
    for make in (
        decrees, directives, artifacts, goals, abilities, assistants, advisors,
        pieces.tiles, pieces.arc, pieces.tokens, pieces.currency, pieces.endorsements, pieces.boards, pieces.solo,
        pieces.reference,
    )
}  # fmt: skip
