# What the ARC carries, for `colony build` and so for the flash tool: paths from the repository root. `package` has the
# meaning that it has in a manifest of MicroPython; it is given by the build; this file is data and is never imported.
package("boards", files=("__init__.py", "arc_pico.py", "arc_pico_w.py", "arc_pico_2.py"), base_path="../..")  # noqa: F821
package("firmware", files=(  # noqa: F821
    "__init__.py", "arc/__init__.py", "arc/app.py", "arc/commands.py", "arc/journal.py", "arc/link.py", "arc/main.py",
    "arc/reading.py", "arc/registry.py", "arc/signals.py", "arc/snapshot.py", "arc/start.py", "arc/usb.py",
    "arc/wear.py",
    "drivers/__init__.py", "drivers/battery.py", "drivers/buslines.py", "drivers/busmodule.py", "drivers/busreports.py",
    "drivers/bussense.py", "drivers/lights.py", "drivers/modulebus.py", "drivers/openports.py", "drivers/pn532.py",
    "drivers/pn532_errors.py", "drivers/pn532_exchange.py", "drivers/pn532_frame.py", "drivers/pn532_hsu.py",
    "drivers/pn532_i2c.py", "drivers/pn532_spi.py", "drivers/pn532_tags.py",
    "drivers/pn532_target.py", "drivers/pn532_watch.py", "drivers/taps.py",
    "drivers/topology.py", "drivers/ws2812.py", "module/__init__.py", "module/registers.py",
), base_path="../..")
package("shared_rules", files=(  # noqa: F821
    "__init__.py", "catalog.py", "compat.py", "ndef.py", "wire/__init__.py", "wire/cbor.py", "wire/errors.py",
    "wire/frames.py", "wire/messages.py", "wire/version.py",
), base_path="../..")
