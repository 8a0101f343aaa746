"""The commands of `colony`, one file each.

A command is a function `register(subparsers)` that adds its parser and sets `run`, which turns parsed arguments into
an exit code. Commands are found by the entry point group `colony.commands`, so those of `tools` need no import here.
Heavy imports belong inside `run`: `colony --help` must answer at once.
"""
