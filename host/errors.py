"""Errors of the `colony` command itself. A user error is a sentence that says what is wrong and what to do."""

EXIT_OK = 0
EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_OUR_BUG = 70  # EX_SOFTWARE of sysexits.h
EXIT_INTERRUPTED = 130


class UserError(Exception):
    """Something that the person at the keyboard can mend; its text is shown as it is, without a traceback."""

    def __init__(self, what: str, cure: str = "") -> None:
        super().__init__(f"{what} {cure}".strip())
        self.what = what
        self.cure = cure
