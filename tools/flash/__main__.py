"""Flashing for a program: one JSON object per line on standard output. The companion's page updates the ARC with it.

`image` prints {"image": name}; `arc --port P [--reader R]` prints {"done", "total", "path"} as it goes, then {"told"},
or {"error"} and exit code 1.
"""

import argparse
import json
import sys

import boards
from host.errors import UserError
from tools.flash.process import Job, flash
from tools.images import compiled

# The cures are written for who types commands; on the page, the same is a press.
ON_A_PAGE = (
    ("run this again with", "run `colony flash arc` with"),
    ("run this again", "press Update again"),
    ("run the same command", "press Update again"),
    ("run the command again", "press Update again"),
    ("Run the command again", "Press Update again"),
)


def on_a_page(text: str) -> str:
    """An error of flashing in the words of the ARC's page."""
    for typed, pressed in ON_A_PAGE:
        text = text.replace(typed, pressed)
    return text


def _say(**fields: object) -> None:
    print(json.dumps(fields), flush=True)


def main(argv: list[str] | None = None) -> int:
    """Do what `argv` says."""
    parser = argparse.ArgumentParser(prog="python -m tools.flash", description=__doc__)
    parser.add_argument("what", choices=("image", "arc"))
    parser.add_argument("--port")
    parser.add_argument("--reader", choices=boards.READERS)
    args = parser.parse_args(argv)
    image = compiled.build("arc")
    if args.what == "image":
        _say(image=image.name)
        return 0
    own = {"reader.txt": args.reader.encode()} if args.reader else {}
    job = Job(image, own, port=args.port, say=lambda words: _say(words=words),
              progress=lambda done, total, path: _say(done=done, total=total, path=path))  # fmt: skip
    try:
        _say(told=flash(job))
    except UserError as error:
        print(f"cause: {error.__cause__!r}", file=sys.stderr)  # for the companion's log
        _say(error=on_a_page(str(error)))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
