"""Print-ready sheets of cards, tiles, tokens and boards, made from the content that the rules read.

`deck.py` and `pieces.py` say what is on each piece (`piece.py`), `emblems.py` which drawing it shows; `drawings.py`,
`marks.py` and `nature.py` draw signs and pictures with the `pen.py`; `card.py`, `tile.py`, `board.py` and `token.py`
draw pieces, `face.py` chooses among them, `sheet.py` puts them on paper with cut marks, bleed and mirrored backs,
`command.py` is `colony cards`. A text on a card is made from its effects, so paper and rules can not disagree.
"""
