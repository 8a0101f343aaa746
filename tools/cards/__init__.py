"""Print-ready sheets of cards, tiles, tokens and boards, made from the content that the rules read.

`deck.py` says what is on each piece, `marks.py` draws signs, `face.py` draws one piece, `sheet.py` puts pieces on paper
with cut marks and mirrored backs, `command.py` is `colony cards`. A text on a card is made from its effects,
so paper and rules can not disagree.
"""
