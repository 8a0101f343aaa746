"""docs/protocol.md: the wire in words and numbers. The words are here, every number comes from the code."""

from typing import Any

from shared_rules.wire import cbor, frames, messages
from shared_rules.wire.version import PROTOCOL

DIRECTIONS = {messages.TO_ARC: "to the ARC", messages.TO_HOST: "to the companion", messages.BOTH: "both ways"}


def page() -> str:
    """The whole page."""
    text = _PAGE.format(
        protocol=PROTOCOL,
        table=f"{messages.table_crc():08X}",
        packet=messages.PACKET_BYTES,
        frame=frames.frame_bytes(messages.PACKET_BYTES),
        check=f"{frames.crc32(b'123456789'):08X}",
        check_frame=_hex(frames.encode_frame(b"\x00")),
        dropped=_list(frames.DROPPED),
        refusals=_list(cbor.REASONS),
        depth=cbor.DEPTH,
        items=cbor.ITEMS,
        key=cbor.KEY_MAX,
        results=_results(),
        messages="\n".join(_message(*row) for row in messages.TABLE),
    )
    return text.rstrip("\n") + "\n"


def largest(kind: tuple[Any, ...]) -> Any:
    """A value of a field type that takes the most bytes."""
    name, *rest = kind
    match name:
        case "uint":
            return rest[1]
        case "int":
            return max(rest, key=lambda number: len(cbor.encode(number)))
        case "bool":
            return True
        case "bytes":
            return b"\xff" * rest[1]
        case "text":
            return "x" * rest[0]
        case "list":
            return [largest(rest[0])] * rest[1]
        case "tuple":
            return [largest(part) for part in rest]
    raise ValueError(f"the table has an unknown field type: {name}")


def largest_packet_bytes(name: str) -> int:
    """The length of the longest packet of message `name`."""
    fields = messages.BY_NAME[name][3]
    return len(cbor.encode([messages.BY_NAME[name][1], *(largest(kind) for _, kind in fields)], limit=65536))


def _message(name: str, number: int, direction: int, fields: Any, meaning: str) -> str:
    lines = [
        f"### {number} {name}",
        "",
        f"{DIRECTIONS[direction].capitalize()}: {meaning}. At most {largest_packet_bytes(name)} bytes.",
        "",
        "| field | type |",
        "|---|---|",
        *(f"| `{field}` | {_type(kind)} |" for field, kind in fields),
        "",
    ]
    return "\n".join(lines)


def _type(kind: tuple[Any, ...]) -> str:
    name, *rest = kind
    match name:
        case "uint" | "int":
            return f"integer {rest[0]} to {rest[1]}"
        case "bool":
            return "true or false"
        case "bytes":
            return f"{rest[0]} bytes" if rest[0] == rest[1] else f"{rest[0]} to {rest[1]} bytes"
        case "text":
            return f"text, at most {rest[0]} bytes of UTF-8"
        case "list":
            return f"at most {rest[1]} of: {_type(rest[0])}"
        case "tuple":
            return "array of " + "; ".join(_type(part) for part in rest)
    raise ValueError(f"the table has an unknown field type: {name}")


def _results() -> str:
    return "\n".join(f"| {code} | {words} |" for code, words in enumerate(messages.RESULT_NAMES))


def _list(words: tuple[str, ...]) -> str:
    return "\n".join(f"* {word}" for word in words)


def _hex(data: bytes) -> str:
    return data.hex(" ").upper()


_PAGE = """\
# The protocol between ARC and companion

<!-- Generated from shared_rules/wire by `make docs`; do not edit. -->

Protocol {protocol}, table checksum {table}. Bytes flow over USB CDC serial, TCP or a pseudo-terminal; the protocol is
the same on each. `protocol.cddl` beside this page says the packets in CDDL (RFC 8610).

## Frames

    00  COBS( packet, CRC )  00  COBS( packet, CRC )  00 ...

* A sender writes one `00` before its first frame and one `00` after each frame. More of them do no harm.
* A receiver drops everything before the first `00`, and any `00` resets it fully: damage costs the frame that it hit.
* A packet has 1 to {packet} bytes, a frame at most {frame} with its delimiter. A longer one is dropped up to the next
  `00`; the receiver never reserves more than that.
* COBS is Cheshire and Baker's (IEEE/ACM Transactions on Networking 7(2), 1999). A last block of 254 bytes has no empty
  block behind it.
* The CRC is over the packet, 4 bytes, least significant byte first: **CRC-32/ISO-HDLC**, as in zlib, Ethernet and PNG.

| parameter | value |
|---|---|
| width | 32 |
| polynomial | 04C11DB7 (reflected: EDB88320) |
| start value | FFFFFFFF |
| input reflected | yes |
| output reflected | yes |
| final XOR | FFFFFFFF |
| check: CRC of the nine bytes "123456789" | {check} |

The packet `00` is the frame `{check_frame}`.

Nothing answers a dropped frame; the sender repeats what was not acknowledged. The receiver counts it as one of:

{dropped}

The length of a frame carries no meaning for USB: frames of 63, 64, 65, 127 and 128 bytes arrive like any other, and
where a port holds back a last full USB packet, one more `00` is the remedy.

## Packets

A packet is one CBOR array (RFC 8949) `[id, field, field, ...]` in a strict profile:

* integers from -2^63 to 2^64-1, byte strings, text, arrays, maps, false, true, null; nothing else;
* integers, lengths and counts in their shortest form; definite lengths only; so equal values have equal bytes;
* map keys are unsigned integers up to {key}, in ascending order, each once;
* at most {depth} arrays and maps inside each other, at most {items} items, nothing after the value;
* text is valid UTF-8 without surrogates. A sender that must shorten text cuts at a character border.

A refused packet costs that packet, never the link. Both ends refuse by name:

{refusals}

## Sessions, events, commands

* The companion opens a session with HELLO and a new random `session`. The ARC answers WELCOME with the same number.
  Either end compares `protocol`, `table` and `catalogue` and names a mismatch. HELLO and WELCOME keep their id and
  first two fields in every version. Frames of another session are not answered.
* `boot` is new at each start of the ARC. `seq` counts the events of one boot from 1, without gaps, and is compared as a
  32-bit serial number (over half the range; the window of unacknowledged events is far smaller).
* An event stays in the ARC's journal until EVENT_ACK names it or a later one of its boot. Until then it is sent again,
  **the same bytes with the same (boot, seq)**. The companion commits an event before it acknowledges it. An event that
  comes again is not executed again, but is acknowledged again.
* A command carries (session, command); the ARC answers RESULT. The same command again gets the same RESULT again and is
  not executed again.

| RESULT code | meaning |
|---|---|
{results}

## Messages

{messages}"""
