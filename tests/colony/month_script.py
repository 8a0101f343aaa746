"""Runs on both interpreters: settles random colonies and prints digests. Arguments: how many, first seed."""

import sys

from shared_rules.beyond_humanity import colony, content
from shared_rules.engine.canonical import digest
from tools import colony_samples as samples

count, seed = int(sys.argv[1]), int(sys.argv[2])
tables = content.get()["tables"]
for number in range(count):
    dice = samples.Dice(seed + number)
    planet = samples.planet(dice)
    before = samples.colony(dice)
    after, report = colony.month(colony.Ints, tables, planet, before, samples.roll(dice), samples.masks(dice))
    again, second = colony.month(colony.Ints, tables, planet, after, samples.roll(dice), samples.masks(dice))
    print(number, digest([after, report, again, second]))
