# What a module board carries, for `colony build` and so for the flash tool: paths from the repository root.
# `package` has the meaning that it has in a manifest of MicroPython; it is given by the build; this file is data and is
# never imported.
package("boards", files=("__init__.py", "module_rp2040_zero.py"), base_path="../..")  # noqa: F821
package("firmware", files=(  # noqa: F821
    "__init__.py", "module/__init__.py", "module/app.py", "module/main.py", "module/registers.py",
    "drivers/__init__.py", "drivers/lights.py", "drivers/openports.py", "drivers/ws2812.py",
), base_path="../..")
package("shared_rules", files=("__init__.py", "catalog.py", "compat.py"), base_path="../..")  # noqa: F821
