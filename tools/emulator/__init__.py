"""The real firmware image on emulated RP2040s: chips, buses, pins and USB in emulated time, driven from Python.

`js/` is the emulator: npm's rp2040js with what it lacks (I2C target, several chips, flash writes, resets). `process.py`
speaks to it, `loop.py` lets asyncio live in its time, `devices.py` lends it the simulated parts of `tools/virtual`,
`table.py` puts a whole table together.

It proves logic, protocol, memory use and repeatable counts of cycles. It proves nothing electrical, no absolute time:
flash cache misses and USB timing are not modelled, and the I2C target was written from the block's description.
"""
