"""`python -m tools.virtual run --data DIR`: the same as `colony virtual run`."""

import sys

from host.cli import main

sys.exit(main(["virtual", *sys.argv[1:]]))
