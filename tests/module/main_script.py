"""Boots the board's main.py over a fake `machine` (both interpreters) and prints what it did with it."""

import asyncio
import sys

sys.path.insert(0, "tests/module/fake_machine")

import machine

from boards import module_rp2040_zero as board
from firmware.module import main, registers
from shared_rules import catalog

board.ESCAPE_MS = 60
main.FEED_MS = 10


async def live(ms):
    task = asyncio.create_task(main.main())
    await asyncio.sleep(ms / 1000)
    return task


async def end(task):
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        pass


def first(kind):
    return next(each for each in machine.made if isinstance(each, kind))


async def with_unit():
    task = await live(40)
    print([each for each in machine.made if isinstance(each, tuple) and each[0] in ("target", "irq")])
    print("watchdog before the escape window ends:", any(isinstance(each, machine.WDT) for each in machine.made))
    target = first(machine.I2CTarget)
    block = bytearray(registers.CONTROL_BYTES)
    registers.pack_control(block, 9, catalog.OPERATIONAL, 5)
    target.memory[registers.CONTROL : registers.CONTROL + len(block)] = block
    target.handler(target)
    await asyncio.sleep(0.2)
    state = target.memory[registers.STATE : registers.STATE + registers.STATE_BYTES]
    print("sealed", registers.sealed(state), "applied", registers.unpack_state(state)[1])
    print("last light", [each for each in machine.made if isinstance(each, tuple) and each[0] == "bits"][-1])
    print("watchdog fed", first(machine.WDT).fed > 3)
    await end(task)
    print("target gone", ("deinit",) in machine.made)


async def without_unit():
    del machine.made[:]
    task = await live(50)
    print("kinds", sorted({each[0] for each in machine.made}))
    await end(task)


def try_unit_files():
    for text, unit in (("6", 6), ("32\n", 32), ("0", 0), ("33", 0), ("six", 0)):
        with open(sys.argv[1], "w") as file:
            file.write(text)
        print(repr(text), main.read_unit(sys.argv[1]) == unit)
    print("no file", main.read_unit("/nowhere/unit.txt"))


async def everything():
    main.read_unit = lambda: 6
    await with_unit()
    main.read_unit = lambda: 0
    await without_unit()


try_unit_files()
asyncio.run(everything())
