"""One spelling of a state: canonical JSON, and its SHA-256 digest. Equal states have equal bytes on every interpreter.

Rule 1: keys are text, sorted by code point; no spaces; only integers, text, true, false, null, lists and maps.
Rule 2: floats are refused: they would print differently on different machines.
"""

import hashlib
import json

from shared_rules.compat import MICROPYTHON


def _write(value, parts):
    if value is None:
        parts.append("null")
    elif value is True:
        parts.append("true")
    elif value is False:
        parts.append("false")
    elif isinstance(value, int):
        parts.append(str(value))
    elif isinstance(value, str):
        parts.append(json.dumps(value))
    elif isinstance(value, (list, tuple)):
        _write_list(value, parts)
    elif isinstance(value, dict):
        _write_map(value, parts)
    else:
        raise TypeError("not part of a state: " + type(value).__name__)


def _write_list(value, parts):
    parts.append("[")
    for index, item in enumerate(value):
        if index:
            parts.append(",")
        _write(item, parts)
    parts.append("]")


def _write_map(value, parts):
    parts.append("{")
    for index, key in enumerate(sorted(value)):
        if not isinstance(key, str):
            raise TypeError("a key of a state is text")
        if index:
            parts.append(",")
        parts.append(json.dumps(key))
        parts.append(":")
        _write(value[key], parts)
    parts.append("}")


def _refuse_floats(value):
    if isinstance(value, float):
        raise TypeError("not part of a state: float")
    if isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                raise TypeError("a key of a state is text")
            _refuse_floats(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            _refuse_floats(item)


def canonical_portable(value):
    """The canonical bytes by our own writer: what MicroPython runs, and what the fast path is tested against."""
    parts = []
    _write(value, parts)
    return "".join(parts).encode()


def canonical(value):
    """The canonical UTF-8 bytes of a value made of plain data. TypeError for anything else."""
    if MICROPYTHON:
        return canonical_portable(value)
    _refuse_floats(value)
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def digest(value):
    """SHA-256 of the canonical bytes, as 64 hex digits."""
    return hashlib.sha256(canonical(value)).digest().hex()
