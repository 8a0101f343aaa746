"""Packets on the host: cbor2 decodes, then the strict profile of `shared_rules.wire.cbor` is checked.

Two codecs by different hands judge the same bytes: the device's own and cbor2. They must agree on every input (tested).
cbor2 is held to the profile beforehand where it can be: a tag never reaches its decoders, which make anything from a
regular expression to an e-mail of a packet's bytes, and nesting stops at the profile's depth.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

import cbor2

from shared_rules.wire import cbor, messages
from shared_rules.wire.errors import CborError

DISPUTED = "refused by cbor2, not by the profile"


def unpack_packet(packet: bytes, direction: int = messages.TO_HOST) -> tuple[str, dict[str, Any]]:
    """(name, fields) of a packet. Raises CborError, MessageError."""
    name, fields = messages.check(decode_packet(packet), direction)
    return name, fields


def decode_packet(data: bytes) -> Any:
    """The value of `data`. Raises CborError with the reason that the device's codec gives for the same bytes."""
    try:
        value = cbor2.loads(
            data,
            max_depth=cbor.DEPTH,
            allow_indefinite=False,
            allow_duplicate_keys=False,
            semantic_decoders=_EveryTag(),
        )
    except cbor2.CBORDecodeError as error:
        raise _named(data, DISPUTED) from error
    fault = _profile_fault(value, data)
    if fault:
        raise _named(data, fault)
    return value


def _profile_fault(value: Any, data: bytes) -> str:
    """Why `value`, which cbor2 made of `data`, is outside the profile, or ""."""
    items = 0
    for item, depth in _walk(value, 0):
        items += 1
        # cbor2's own limit lets an empty container lie one level deeper.
        fault = cbor.TOO_DEEP if depth > cbor.DEPTH else _item_fault(item)
        if fault:
            return fault
    if items > cbor.ITEMS:
        return cbor.TOO_MANY
    # cbor2 writes the shortest form, so other bytes mean a longer form, or something behind the value.
    again = cbor2.dumps(value)
    if again == data:
        return ""
    return cbor.TRAILING if data.startswith(again) else cbor.NON_CANONICAL


def _item_fault(item: Any) -> str:
    kind = type(item)
    if kind is int:
        return "" if cbor.INT_LOWEST <= item <= cbor.INT_HIGHEST else cbor.INT_RANGE
    if kind is dict:
        if not all(type(key) is int and 0 <= key <= cbor.KEY_MAX for key in item):
            return cbor.KEY_TYPE
        return "" if list(item) == sorted(item) else cbor.KEY_ORDER
    if kind is float:
        return cbor.FLOAT
    return "" if item is None or kind in (bool, bytes, str, list) else cbor.SIMPLE


def _walk(value: Any, depth: int) -> Iterator[tuple[Any, int]]:
    """`value` and everything in it, map keys too, each with the containers that it counts: itself and those around."""
    if type(value) is not list and type(value) is not dict:
        yield value, depth
        return
    yield value, depth + 1
    for item in value:
        yield from _walk(item, depth + 1)
    if type(value) is dict:
        for item in value.values():
            yield from _walk(item, depth + 1)


def _named(data: bytes, fallback: str) -> CborError:
    """The refusal in the device's words, which name kind and place."""
    try:
        cbor.decode(data)
    except CborError as error:
        return error
    return CborError(fallback)


class _EveryTag(Mapping[int, Any]):
    """A decoder for every tag there is, which refuses: cbor2 finds it before its own."""

    def __getitem__(self, tag: int) -> Any:
        return _refuse_tag

    def __iter__(self) -> Iterator[int]:
        return iter(())

    def __len__(self) -> int:
        return 1


def _refuse_tag(*_: Any) -> NoReturn:
    raise CborError(cbor.TAG)
