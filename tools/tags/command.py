"""`colony tags`: teach a box its tags, write them, look at them, keep the table."""

import argparse
from pathlib import Path

from host import paths

READERS = ("auto", "arc", "usb")


def register(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `colony tags`."""
    parser = commands.add_parser("tags", help="teach, write and check the tags of a box")
    actions = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    learn = actions.add_parser("learn", help="lay each piece once: its tag's number goes into the table")
    write = actions.add_parser("write", help="write each piece onto its tag, so that any ARC knows it, and learn it")
    check = actions.add_parser("check", help="say what each tag is that is laid on the reader")
    for each in (learn, write):
        words = "decree/17, decree/5-9 or a kind (all of the box without any)"
        each.add_argument("pieces", nargs="*", metavar="PIECE", help=words)
        each.add_argument("--more", action="store_true", help="give one more tag to pieces that have one")
    write.add_argument("--over", action="store_true", help="replace what is on a tag: other pieces, texts, addresses")
    write.add_argument("--lock", action="store_true", help="lock NTAG tags for ever once written (asks first)")
    for each in (learn, write, check):
        each.add_argument("--reader", choices=READERS, default="auto", help="the ARC's, or a PN532 on a serial cable")
        each.add_argument("--port", metavar="NAME", help="its serial port, if it is not found by itself")
    listed = actions.add_parser("list", help="list the table")
    export = actions.add_parser("export", help="write the table into a file")
    export.add_argument("file", type=Path, metavar="FILE")
    imported = actions.add_parser("import", help="take the table from a file; all of it or nothing")
    imported.add_argument("file", type=Path, metavar="FILE")
    imported.add_argument("--replace", action="store_true", help="where tags are other pieces here, the file is right")
    forget = actions.add_parser("forget", help="free a tag (by its number) or a piece")
    forget.add_argument("tag", metavar="UID|PIECE")
    for each in (learn, write, check, forget):
        each.add_argument("--box", metavar="NAME", help="which of several boxes this is (default: the first)")
    for each in (learn, write, check, listed, export, imported, forget):
        paths.add_data_option(each)
        each.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    from tools.tags import session  # readers and the rules' content are needed by no other command

    return session.run(args)
