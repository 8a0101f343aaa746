"""What the tests of the wire share: data files, values inside the profile, packets of the table."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from shared_rules.wire import messages

HERE = Path(__file__).parent


def rows(name: str) -> list[list[str]]:
    """The lines of a data file, split at tabs, without its comment."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


TEXT = st.text(st.characters(exclude_categories=["Cs"]))
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**64 - 1),
    st.sampled_from([0, 23, 24, 255, 256, 65535, 65536, 2**32 - 1, 2**32, 2**63, -24, -25, -257, -(2**63)]),
    st.binary(max_size=300),
    TEXT,
)
# Eight containers at most: six drawn here, and room for two put around them by a test.
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=6),
        st.dictionaries(st.integers(0, 255), inner, max_size=6).map(lambda d: dict(sorted(d.items()))),
    ),
    max_leaves=20,
).filter(lambda value: depth(value) <= 8)


def depth(value: Any) -> int:
    """How many containers `value` has inside each other."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(depth, inner), default=0)


def field_values(kind: tuple[Any, ...]) -> st.SearchStrategy[Any]:
    """Values that a field type of the table allows."""
    name, *rest = kind
    makers: dict[str, Callable[..., st.SearchStrategy[Any]]] = {
        "uint": st.integers,
        "int": st.integers,
        "bool": st.booleans,
        "bytes": lambda low, high: st.binary(min_size=low, max_size=high),
        "text": lambda most: TEXT.filter(lambda text: len(text.encode()) <= most),
        "list": lambda item, most: st.lists(field_values(item), max_size=most),
        "tuple": lambda *parts: st.tuples(*map(field_values, parts)),
    }
    return makers[name](*rest)


def wrong_values(kind: tuple[Any, ...]) -> list[Any]:
    """Values just outside a field type, and of other types."""
    name, *rest = kind
    outside: dict[str, Callable[..., list[Any]]] = {
        "uint": lambda low, high: [low - 1, high + 1, True, b"\x01", "1", [1]],
        "int": lambda low, high: [low - 1, high + 1, False, None],
        "bool": lambda: [0, 1, None],
        "bytes": lambda low, high: [bytes(high + 1), "x" * low, None, *([bytes(low - 1)] if low else [])],
        "text": lambda most: ["x" * (most + 1), "ü" * (most // 2 + 1), b"x", 1, None],
        "list": lambda item, most: [[_right(item)] * (most + 1), None, 1, *([wrong] for wrong in wrong_values(item))],
        "tuple": lambda *parts: [
            [],
            [*map(_right, parts), 0],
            *([*map(_right, parts[:i]), wrong, *map(_right, parts[i + 1 :])]
              for i, part in enumerate(parts) for wrong in wrong_values(part)),
        ],
    }  # fmt: skip
    return outside[name](*rest)


def _right(kind: tuple[Any, ...]) -> Any:
    name, *rest = kind
    right = {"uint": lambda: rest[0], "int": lambda: rest[0], "bool": lambda: True, "bytes": lambda: bytes(rest[0]),
             "text": lambda: "", "list": list, "tuple": lambda: [_right(part) for part in rest]}  # fmt: skip
    return right[name]()


def right_fields(name: str) -> dict[str, Any]:
    """The smallest fields of message `name`."""
    return {field: _right(kind) for field, kind in messages.BY_NAME[name][3]}


def plain(value: Any) -> Any:
    """Tuples as lists, as they come back from the wire."""
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value


def shuffled_chunks(data: bytes, seed: int) -> list[bytes]:
    """`data` cut at random places."""
    chance = random.Random(seed)
    cuts = sorted(chance.randrange(len(data) + 1) for _ in range(chance.randrange(8)))
    return [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True)]
