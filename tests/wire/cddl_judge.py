"""pycddl as judge over packets: for every test in which something emits them.

    from wire.cddl_judge import violation
    assert not violation(packet, messages.TO_HOST)

pycddl 0.6.4 is a lenient judge in some places, so each packet is held against two schemas of its own id:
* after an alternative with a list in it, a choice takes almost anything: no choice here, the id names the rule;
* a range takes byte strings, and `.size` takes any type: a schema of bare types stands beside the one with bounds.
What it still misses: an array with more arrays in it than its rule allows.
"""

import cbor2
import pycddl

from shared_rules.wire import messages
from tools.docs import cddl

BOUNDS = {row[1]: pycddl.Schema(cddl.message_schema(row[0])) for row in messages.TABLE}
TYPES = {row[1]: pycddl.Schema(cddl.message_schema(row[0], bounds=False)) for row in messages.TABLE}


def violation(packet: bytes, direction: int | None = None) -> str:
    """What the CDDL has against `packet` (travelling in `direction`, where given), or ""."""
    values = cbor2.loads(packet)
    number = values[0] if isinstance(values, list) and values else None
    if type(number) is not int or number not in BOUNDS:
        return f"no message has the id {number}"
    if direction is not None and messages.BY_ID[number][2] not in (direction, messages.BOTH):
        return f"{messages.BY_ID[number][0]} travels the other way"
    try:
        TYPES[number].validate_cbor(packet)
        BOUNDS[number].validate_cbor(packet)
    except pycddl.ValidationError as error:
        return str(error)
    return ""
