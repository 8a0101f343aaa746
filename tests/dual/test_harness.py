"""The harness itself: it must notice a difference, a failure and a script that says nothing."""

import pytest


def write(folder, text):
    script = folder / "script.py"
    script.write_text(text)
    return script


def test_equal_output_passes_and_comes_back(run_both, tmp_path):
    script = write(
        tmp_path, "import sys\nfrom shared_rules.wire.frames import crc32\nprint(sys.argv[1], crc32(b'123456789'))"
    )
    assert run_both(script, "word") == f"word {0xCBF43926}\n"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("import sys\nprint(sys.implementation.name)", "differs"),
        ("x = 1", "printed nothing"),
        ("print('so far')\nassert 1 == 2, 'sums are wrong'", "sums are wrong"),
        ("import typing\nprint('ok')", "typing"),
        ("print(len(bytearray(1000000)))", "memory allocation failed"),
    ],
)
def test_everything_else_fails(run_both, tmp_path, text, complaint):
    with pytest.raises((AssertionError, pytest.fail.Exception), match=complaint):
        run_both(write(tmp_path, text))
