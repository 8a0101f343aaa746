"""A board's wiring as a table of text: from pin to pin, for the one who solders."""

from types import ModuleType

from tools.boards import catalogue

# Where the other end of a wire is: use of the pin -> what it is called there.
_ENDS = {
    "module bus sda": "corridor SDA (blue)", "module bus scl": "corridor SCL (yellow)", "reader sda": "PN532 SDA",
    "reader scl": "PN532 SCL", "reader sck": "PN532 SCK", "reader mosi": "PN532 MOSI", "reader miso": "PN532 MISO",
    "reader cs": "PN532 SS", "reader tx": "PN532 RX (its SDA pad)", "reader rx": "PN532 TX (its SCL pad)",
    "reader irq": "PN532 IRQ", "reader reset": "PN532 RSTPDN (pad on the back, not RSTO)",
    "light pin": "first pixel DIN",
    "battery adc": "middle of the battery divider",
}


def rows(board: ModuleType, reader: str | None = None) -> list[tuple[str, str, str]]:
    """(GP number, pin of the header, goes to) in soldering order."""
    carrier = catalogue.carrier(board)
    found = []
    for use, pin in catalogue.pins(board, reader):
        where = carrier.get("on_board", {}).get(pin) or f"pin {carrier['header'].get(pin, '?')}"
        end = _ENDS.get(use, f"sense line of {use}")
        found.append((f"GP{pin}", where, end))
    return found


def table(board: ModuleType, reader: str | None = None) -> str:
    """The rows as aligned text with a heading."""
    carrier = catalogue.carrier(board)
    lines = [("on the chip", f"on the {carrier['title']}", "to"), *rows(board, reader)]
    widths = [max(len(line[place]) for line in lines) for place in range(3)]
    text = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines]
    text.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(text)
