"""Say clearly what this machine lacks before anything is installed.

Runs under whatever `python3` there is, so it must parse under old versions and use nothing but the standard library.
"""

import sys

NEEDED = (3, 11)


def problems():  # type: ignore[no-untyped-def] # parsed by Pythons that know no annotations
    """Return a list of (what is missing, what to do) pairs; empty when setup can go on."""
    found = []
    if sys.version_info < NEEDED:
        have = "%d.%d" % sys.version_info[:2]  # noqa: UP031
        found.append(
            (
                "Python %d.%d or newer is needed, this is %s" % (NEEDED + (have,)),  # noqa: UP031, RUF005
                "install a newer Python and run: make PYTHON=python3.11 play",
            )
        )
    for module, package in (("venv", "python3-venv"), ("ensurepip", "python3-venv")):
        try:
            __import__(module)
        except ImportError:
            found.append(("Python's module '%s' is missing" % module, "install the package %s" % package))  # noqa: UP031
    return found


if __name__ == "__main__":
    missing = problems()  # type: ignore[no-untyped-call]
    for what, cure in missing:
        sys.stderr.write("colony: %s.\n        %s.\n" % (what, cure))  # noqa: UP031
    sys.exit(1 if missing else 0)
