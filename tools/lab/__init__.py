"""`colony lab`: plays many games with bots over all cores and reports what a designer wants to know about the balance.

series.py says which games are played, table.py plays one and watch.py notes what happened in it; pool.py does that over
all cores; figures.py turns the notes into figures, targets.py judges them, plots.py and report.py show them.

Rule 1: a game depends on the seed and its index alone: the figures are the same with any number of workers.
Rule 2: the lab sees whole states; the bots that play see only their seat's view.
"""
