"""`python -m tools.docs` writes the generated pages; with `--check` it only says which are out of date (exit code 1).

A page is added by one line in PAGES.
"""

import argparse
from collections.abc import Callable
from pathlib import Path

from tools import registers_doc
from tools.docs import build_pages, cddl, colony_model, protocol, wear_page

ROOT = Path(__file__).resolve().parents[2]
PAGES: dict[str, Callable[[], str]] = {
    "docs/protocol.md": protocol.page,
    "docs/protocol.cddl": cddl.schema,
    "docs/module-bus.md": registers_doc.markdown,
    "docs/colony-model.md": colony_model.page,
    "docs/build/wiring.md": build_pages.wiring,
    "docs/build/power.md": build_pages.power_page,
    "docs/build/wear.md": wear_page.page,
    "docs/build/lights.md": build_pages.lights,
    "docs/build/field-faults.md": build_pages.field_faults,
    **build_pages.pictures(),
}


def stale(root: Path = ROOT) -> list[str]:
    """Paths of PAGES whose file is missing or differs from what the code gives now."""
    return [path for path, make in PAGES.items() if not _holds(root / path, make())]


def _holds(path: Path, text: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == text


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.docs", description="write the generated pages of docs/")
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 if a page is out of date")
    check = parser.parse_args().check
    old = stale()
    for path in old:
        print(f"{path} is out of date: run `make docs`" if check else f"wrote {path}")
        if not check:
            (ROOT / path).write_text(PAGES[path](), encoding="utf-8")
    return 1 if check and old else 0


if __name__ == "__main__":
    raise SystemExit(main())
