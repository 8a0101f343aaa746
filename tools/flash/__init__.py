"""Puts the image onto a board, whatever runs on it now: nothing, MicroPython, or an older Colony.

`finding.py` sees what is plugged in, `firmware.py` puts MicroPython on an empty board, `console.py` gets to the prompt,
`copying.py` brings the files over, `checking.py` reads back, `batch.py` walks through a box, `command.py` is `colony
flash`. MicroPython is spoken to by mpremote, used as a library.
"""
