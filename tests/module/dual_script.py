"""Runs the module bus with the firmware of its boards and prints all that can be seen; the interpreters must agree."""

import sys

sys.path.insert(0, "tests/module")

from dual_rig import Table

from shared_rules import catalog

EDGES = ((0, 0, 1, 0), (1, 1, 2, 0), (2, 1, 3, 0), (3, 1, 0, 5), (2, 2, 2, 3))


def say(name, fields):
    print(name, sorted((key, fields[key]) for key in fields))


table = Table(EDGES, say)
for unit in (1, 2, 3, 30):
    table.plug(unit)
table.bus.set_light(2, catalog.CONSTRUCTION)
table.run(3000)
for unit in (1, 2, 3, 30):
    app = table.wire.boards[catalog.BUS_BASE + unit]
    print(unit, app.light.pattern, bytes(app.memory))
print("transfers", table.wire.transfers)
table.pull(3)
table.run(4000)
table.bus.flash_light(1, catalog.IDENTIFY, 1000)
for _ in range(40):
    table.run(50)
    app = table.wire.boards[catalog.BUS_BASE + 1]
    app.step()
    print(app.light.pattern, app.light._pixels.rgb)
print("edges", table.bus.edges, "transfers", table.wire.transfers)
