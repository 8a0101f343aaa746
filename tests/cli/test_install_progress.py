"""The first `make play` shows that it works, and says why when it does not."""

import io
import sys

import pytest

from tools import install

SAYS = "print('Collecting nicegui<4,>=3 (from colony-arc==0.1.0)'); print('Installing collected packages: a, b, c')"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Collecting nicegui<4,>=3 (from colony-arc==0.1.0)\n", "looking at nicegui<4,>=3"),
        ("  Downloading http://x/numpy-2.0-cp311.whl (18 MB)\n", "fetching numpy-2.0-cp311.whl"),
        ("Building wheel for ledger (setup.py): started\n", "building ledger"),
        ("Installing collected packages: a, b, c\n", "installing 3 packages"),
        ("Requirement already satisfied: six\n", "before"),
        ("\n", "before"),
    ],
)
def test_a_line_of_pip_tells_the_stage(line, said):
    assert install.stage(line, "before") == said


def test_a_run_that_succeeds_leaves_an_empty_line():
    out = io.StringIO()
    assert install.run([sys.executable, "-c", SAYS], out) == 0
    told = out.getvalue()
    assert "0 s  starting pip" in told
    assert "Collecting" not in told
    assert told.endswith("\r")


def test_a_run_that_fails_says_why():
    out = io.StringIO()
    code = "import sys; print('ERROR: No matching distribution', file=sys.stderr); sys.exit(3)"
    assert install.run([sys.executable, "-c", code], out) == 3
    assert out.getvalue().endswith("ERROR: No matching distribution\n")
