"""Given the manifests, an image is the same bytes each time, runs under MicroPython, and ends softly when cut short."""

import os
import shutil
import struct
import subprocess

import pytest
from dual.harness import find_micropython

from boards import chips
from host.errors import UserError
from tools.images import command, compiled, filesystem, manifest, report
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
