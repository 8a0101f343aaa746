"""`colony doctor`: each part is looked at, each fault comes with its cure. The ARC is the real firmware."""

import pytest

from host.commands import doctor
from host.session.outcome import Notices
from host.session.reading import READERS
from host.session.table import Expected, Sensed
from shared_rules import catalog
from tools.virtual.running import Running


@pytest.fixture
async def virtual(tmp_path):
    made = Running(tmp_path, level=1)
    await made.start()
    yield made
    await made.stop()


async def examine(folder, which="virtual"):
    return [finding async for finding in doctor.examine(folder, which)]


def saying(findings, words):
    (found,) = [finding for finding in findings if words in finding.what]
    return found


async def test_a_healthy_table_needs_no_cure(virtual, tmp_path):
    findings = await examine(tmp_path)
    assert all(finding.good for finding in findings), findings
    assert saying(findings, "reader works")
    assert saying(findings, "module bus works")


async def test_a_missing_reader_is_named_with_its_cure(virtual, tmp_path):
    virtual.table.fault("reader_absent", True)
    found = saying(await examine(tmp_path), "reader:")
    assert not found.good
    assert found.cure


async def test_no_arc_at_all(tmp_path):
    found = saying(await examine(tmp_path), "No ARC")
    assert not found.good
    assert "USB cable" in found.cure


async def test_a_port_that_does_not_exist_is_named(tmp_path):
    assert not saying(await examine(tmp_path, "/dev/no-such-port"), "/dev/no-such-port").good


async def test_a_damaged_save_is_named(tmp_path):
    (tmp_path / "colony.db").write_bytes(b"this is no database, whatever its name says" * 100)
    found = saying(await examine(tmp_path, "/dev/no-such-port"), "colony.db")
    assert not found.good
    assert found.cure


def test_every_fault_of_the_catalogue_has_a_cure():
    assert set(doctor.CURES) == set(range(1, len(catalog.FAULT_NAMES)))


@pytest.mark.parametrize("code", doctor.CURES)
async def test_what_a_running_companion_shows_to_players_gets_its_cure(tmp_path, monkeypatch, code):
    """The line sends players to the doctor; the doctor must say more than the line."""
    notices = Notices()
    READERS["FAULT"]({"part": catalog.PART_BUS, "code": code, "detail": ""}, Sensed(), Expected(), notices)
    (notice,) = notices.shown()
    account = {"arc_connected": True, "url": "http://here", "arc": "Talking.", "notices": [notice["text"]]}
    monkeypatch.setattr(doctor, "_companion", lambda folder: account)
    found = saying(await examine(tmp_path), catalog.FAULT_NAMES[code])
    assert (found.good, found.cure) == (False, doctor.CURES[code])
    assert "colony doctor" not in found.what
