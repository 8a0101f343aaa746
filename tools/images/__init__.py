"""What goes onto a board: compiled files, a littlefs image, a frozen manifest; reproducible, with sizes.

`manifest.py` reads which files belong to a board, `compiled.py` turns them into the files of the board, `filesystem.py`
packs those, `report.py` weighs them, `command.py` is `colony build`.
"""
