"""The message table as CDDL (RFC 8610), for tools that know nothing of this program."""

from typing import Any

from shared_rules.wire import messages
from shared_rules.wire.version import PROTOCOL

_HEAD = """\
; Packets between ARC and companion, protocol {protocol}, table {table:08X}.
; Generated from shared_rules/wire/messages.py by `make docs`; do not edit.
; The profile is stricter than CDDL can say: see protocol.md.

packet = to-arc / to-host
to-arc = {to_arc}
to-host = {to_host}

"""


def schema() -> str:
    """The whole file: first rule `packet`, then `to-arc` and `to-host`, then one rule for each message."""
    head = _HEAD.format(
        protocol=PROTOCOL,
        table=messages.table_crc(),
        to_arc=_choice(messages.TO_ARC),
        to_host=_choice(messages.TO_HOST),
    )
    return head + "\n".join(f"; {row[4]}\n{message_schema(row[0])}" for row in messages.TABLE)


def message_schema(name: str, bounds: bool = True) -> str:
    """The rule of message `name` alone; without `bounds` it says types only."""
    _, number, _, fields, _ = messages.BY_NAME[name]
    parts = [str(number), *(f"{field}: {type_of(kind, bounds)}" for field, kind in fields)]
    # Rules in capitals, fields in small letters: pycddl takes a field named like a rule for that rule.
    return f"{name} = [{', '.join(parts)}]\n"


def type_of(kind: tuple[Any, ...], bounds: bool = True) -> str:
    """CDDL for a field type of the table."""
    name, *rest = kind
    match name:
        case "uint" | "int":
            return f"{rest[0]}..{rest[1]}" if bounds else str(name)
        case "bool":
            return "bool"
        case "bytes":
            return f"bytes .size ({rest[0]}..{rest[1]})" if bounds else str(name)
        case "text":
            return f"text .size (0..{rest[0]})" if bounds else str(name)
        case "list":
            return f"[0*{rest[1]} {type_of(rest[0], bounds)}]"
        case "tuple":
            return "[" + ", ".join(type_of(part, bounds) for part in rest) + "]"
    raise ValueError(f"the table has a field type that CDDL generation does not know: {name}")


def _choice(direction: int) -> str:
    return " / ".join(row[0] for row in messages.TABLE if row[2] in (direction, messages.BOTH))
