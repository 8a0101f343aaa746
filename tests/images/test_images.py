"""Given the manifests, an image is the same bytes each time, runs under MicroPython, and ends softly when cut short."""

import os
import shutil
import struct
import subprocess

import pytest
from dual.harness import find_micropython

from boards import chips
from host.errors import UserError
from tools.emulator import figures
from tools.flash import console, firmware
from tools.images import command, compiled, filesystem, frozen, manifest, report
from tools.images.errors import ImageError

needs_micropython = pytest.mark.skipif(find_micropython() is None, reason="no MicroPython for this platform")


@pytest.fixture(scope="module", params=manifest.ROLES)
def image(request):
    return compiled.build(request.param)


def run(folder, code):
    """What MicroPython prints with only the files of the image to import from."""
    program = find_micropython()
    ended = subprocess.run(
        [program, "-X", "heapsize=512k", "-c", code],
        cwd=folder, capture_output=True, text=True, timeout=30, check=False,
        env={**os.environ, "MICROPYPATH": f"{folder}/lib:.frozen"},
    )  # fmt: skip
    return ended.stdout + ended.stderr


def lay_out(image, folder):
    for path, data in image.files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)


def test_the_same_sources_give_the_same_bytes(image, tmp_path):
    again = compiled.build(image.role)
    assert again == image
    for folder in ("one", "two"):
        command.write(image, tmp_path / folder, "pico")
    for name in ("pico.littlefs", "pico.uf2", "image.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_a_folder_that_holds_something_else_is_left_alone(image, tmp_path):
    """given `colony build arc --out .` beside a folder `arc` of somebody's own"""
    own = tmp_path / "arc" / "notes.txt"
    own.parent.mkdir()
    own.write_text("mine")
    with pytest.raises(UserError, match="something else"):
        command.write(image, tmp_path / "arc", "pico")
    assert own.read_text() == "mine"


def test_another_source_gives_another_name(image, tmp_path, monkeypatch):
    source = tmp_path / "catalog.py"
    source.write_text("CHANGED = 1\n")
    changed = dict(manifest.sources(image.role), **{"shared_rules/catalog.py": source})
    monkeypatch.setattr(manifest, "sources", lambda role: changed)
    assert compiled.build(image.role).name != image.name


@needs_micropython
def test_every_compiled_file_is_read_by_micropython(image, tmp_path):
    lay_out(image, tmp_path)
    modules = [
        path.removeprefix("lib/").removesuffix(".mpy").replace("/", ".")
        for path in image.files
        if path.endswith(".mpy") and not path.endswith(("__init__.mpy", "main.mpy"))
    ]
    assert len(modules) >= 8
    told = run(tmp_path, "\n".join(f"import {name}" for name in modules) + "\nprint('all')")
    assert told.strip() == "all"


@needs_micropython
def test_an_image_that_lacks_a_file_says_so_and_leaves_the_prompt(image, tmp_path):
    lay_out(image, tmp_path)
    (tmp_path / "lib" / "firmware" / image.role / "main.mpy").unlink()
    told = run(tmp_path, "exec(open('main.py').read())\nprint('prompt')")
    assert "not complete" in told
    assert f"Run: colony flash {image.role}" in told
    assert told.strip().endswith("prompt")


@pytest.mark.parametrize("carrier", sorted(chips.CARRIERS))
def test_the_file_system_gives_back_what_was_packed(image, carrier):
    packed = filesystem.pack(image.files, filesystem.FLASH[carrier])
    assert len(packed) == filesystem.FLASH[carrier].sectors * 4096
    assert filesystem.unpack(packed) == image.files


def test_a_uf2_written_onto_erased_flash_is_the_file_system(image):
    flash = filesystem.FLASH["pico"]
    packed = filesystem.pack(image.files, flash)
    written = bytearray(b"\xff" * len(packed))
    data = filesystem.uf2(packed, flash)
    count = len(data) // 512
    for number in range(count):
        block = data[512 * number : 512 * number + 512]
        first, second, flags, at, size, index, of, family = struct.unpack_from("<8I", block)
        assert (first, second, flags, size, index, of, family) == (
            0x0A324655, 0x9E5D5157, 0x2000, 256, number, count, 0xE48BFF56,
        )  # fmt: skip
        assert struct.unpack_from("<I", block, 508)[0] == 0x0AB16F30
        start = at - 0x1000_0000 - flash.start
        written[start : start + size] = block[32 : 32 + size]
    assert bytes(written) == packed


def test_sizes_are_within_their_budget_and_a_larger_image_is_not(image):
    assert report.within_budget(image)
    large = compiled.Image(image.role, dict(image.files, **{"lib/big": bytes(300 * 1024)}), "x")
    assert not report.within_budget(large)
    assert "MISSED" in report.text(large)


def test_a_file_that_does_not_compile_is_named(tmp_path, monkeypatch):
    broken = tmp_path / "broken.py"
    broken.write_text("def :\n")
    monkeypatch.setattr(manifest, "sources", lambda role: {"firmware/broken.py": broken})
    with pytest.raises(ImageError, match=r"firmware/broken\.py does not compile"):
        compiled.build("arc")


def test_a_manifest_that_names_what_is_not_there_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "manifest.py"
    shutil.copy(manifest.path_of("arc"), path)
    path.write_text(f"package('firmware', files=('gone.py',), base_path={str(manifest.ROOT)!r})\n")
    monkeypatch.setattr(manifest, "path_of", lambda role: path)
    with pytest.raises(ImageError, match=r"not there: firmware/gone\.py"):
        manifest.sources("arc")


# -- frozen into MicroPython ------------------------------------------------------------------------------------------


class Freezing:
    """The words of MicroPython's manifests that ours use, as tools/manifestfile.py of MicroPython 1.26 reads them.

    Paths are those of the manifest's folder, files of a package keep its name, and what is not there is an error.
    """

    def __init__(self, path):
        self.folder = path.parent
        self.files = {}
        self.port = []
        words = {"freeze": self.port.append, "include": self.port.append}
        words |= {"package": self.package, "module": self.module}
        exec(compile(path.read_text(), str(path), "exec"), words)

    def package(self, package_path, files=None, base_path=".", opt=None):
        for file in files:
            self.take(f"{package_path}/{file}", base_path, opt)

    def module(self, module_path, base_path=".", opt=None):
        assert module_path.endswith(".py")
        self.take(module_path, base_path, opt)

    def take(self, target, base_path, opt):
        assert target not in self.files, f"{target} is frozen twice"
        assert opt == compiled.OPTIMISE
        self.files[target] = (self.folder / base_path / target).resolve(strict=True)


def test_the_manifest_freezes_every_file_of_the_image_and_nothing_else_of_ours(image, tmp_path):
    command.write(image, tmp_path / image.role, "pico")
    manifest_path = tmp_path / image.role / "manifest.py"
    freezing = Freezing(manifest_path)
    code = {path.removeprefix("lib/").removesuffix(".mpy") + ".py" for path in image.files if path.endswith(".mpy")}
    assert set(freezing.files) == code | {"main.py", frozen.NAME_MODULE}
    sources = manifest.sources(image.role)
    assert all(path.read_bytes() == sources[name].read_bytes() for name, path in freezing.files.items() if name in code)
    assert freezing.files["main.py"].read_bytes() == image.files["main.py"]
    assert all(path.is_relative_to(tmp_path) for path in freezing.files.values())
    assert freezing.port == ["$(PORT_DIR)/modules", "$(MPY_DIR)/extmod/asyncio"]


def test_the_manifest_is_the_same_wherever_it_is_made(image, tmp_path):
    for folder in ("one", "two/three"):
        (tmp_path / folder).mkdir(parents=True)
        command.write(image, tmp_path / folder / image.role, "pico")
    first, second = (tmp_path / folder / image.role / "manifest.py" for folder in ("one", "two/three"))
    assert first.read_bytes() == second.read_bytes()


@needs_micropython
def test_a_frozen_image_tells_its_own_name_whatever_files_lie_beside_it(tmp_path):
    image = compiled.build("arc")
    for path, source in frozen.sources(image).items():
        (tmp_path / "lib" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "lib" / path).write_bytes(source)
    (tmp_path / "image.txt").write_text("arc 9.9.9 copied")
    told = run(tmp_path, f"from firmware.arc import start\nprint(start.firmware_name({str(tmp_path / 'image.txt')!r}))")
    assert told.strip() == image.name


# -- the report of sizes ----------------------------------------------------------------------------------------------


def test_the_report_says_of_which_image_the_ram_was_measured(image):
    measured = {f"{role}_{how}": 0 for role in manifest.ROLES for how in ("ram_bytes", "frozen_ram_bytes")}
    measured |= {"arc_frozen_heap_bytes": 0, f"{image.role}_image": image.name}
    measured |= {f"{image.role}_frozen_image": "older", f"{image.role}_ram_bytes": 50 * 1024 + 1}
    as_files, as_frozen, most = report.ram_lines(image, measured)
    assert as_files == "RAM after boot, as files: 51 KB (emulated RP2040, this image)"
    assert as_frozen.endswith("0 KB (emulated RP2040, not this image but older)")
    assert most.endswith("kept")
    measured[report.HIGHEST[image.role]] = report.RAM_BUDGET_BYTES[image.role] + 1
    assert report.ram_lines(image, measured)[-1].endswith("MISSED")


def test_the_figures_that_are_kept_are_within_the_budget(image):
    assert "MISSED" not in report.text(image)


# -- what the pages say -----------------------------------------------------------------------------------------------


def test_the_page_of_the_emulated_table_gives_the_memory_that_was_measured():
    page = (manifest.ROOT / "docs" / "emulated-table.md").read_text()
    for name, value in figures.kept().items():
        if name.endswith(("ram_bytes", "heap_bytes")):
            assert f" {value:,} |" in page, f"{name} is {value:,}: write it into docs/emulated-table.md"


def test_the_page_of_micropython_names_the_files_that_are_fetched():
    page = (manifest.ROOT / "docs" / "build" / "micropython.md").read_text()
    for flash in filesystem.FLASH.values():
        release = firmware.pinned(flash.family)
        assert release is not None
        assert release.url.rsplit("/", 1)[-1] in page
    assert f"older than {console.OLDEST[0]}.{console.OLDEST[1]}" in page
    assert compiled.OLDEST_MICROPYTHON == console.OLDEST
