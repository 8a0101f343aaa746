"""`colony tags`: the tag table of a box, and what is written on its tags.

Theory: the drivers that run on the ARC (`firmware/drivers/pn532*.py`) run here as well; only the way of one PN532
command and its answer is another (`reader.py`). Two ways there are: a PN532 on a USB-serial cable (`usb.py`), and the
ARC's own reader, asked over MicroPython's prompt (`arc.py`). What a tag holds is decided by the same code as in play.
"""
