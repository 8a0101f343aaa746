"""Prints the heap that 32 modules take on the ARC: MicroPython only. The boards' own memory is left out."""

import gc
import sys

sys.path.insert(0, "tests/module")

gc.collect()
BEFORE_CODE = gc.mem_alloc()

from dual_rig import Table  # noqa: E402 - measured from here on

EDGES = [(unit - 1, 1, unit, 0) for unit in range(1, 18)]

gc.collect()
code = gc.mem_alloc() - BEFORE_CODE

table = Table(EDGES)
for unit in range(1, 33):
    table.plug(unit)
table.run(1)  # first objects of the simulation itself
gc.collect()
empty = gc.mem_alloc()
while len(table.bus.edges) < 17:
    table.run(50)
gc.collect()
held = gc.mem_alloc() - empty
print(code, held, len(table.bus.present))
