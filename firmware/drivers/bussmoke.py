"""A smoke test of short writes on real hardware, to be run before MicroPython's version is moved (B66).

On the ARC, from the REPL: `from firmware.drivers.bussmoke import failing_writes; failing_writes(i2c, unit)`.
"""

from firmware.module import registers
from shared_rules.catalog import BUS_BASE


def failing_writes(i2c, unit, counts=(1, 2, 3, 8)):
    """Lengths of writes to the scratch register of `unit` that fail or come back changed."""
    failing = []
    for count in counts:
        data = bytes((0xA5 + count + place) & 0xFF for place in range(count))
        back = bytearray(count)
        try:
            i2c.writeto_mem(BUS_BASE + unit, registers.SCRATCH, data)
            i2c.readfrom_mem_into(BUS_BASE + unit, registers.SCRATCH, back)
        except OSError:
            back = None
        if back != data:
            failing.append(count)
    return failing
