"""A bench whose time is virtual for adafruit's library as well, and a table of tags."""

import adafruit_pn532.adafruit_pn532
import adafruit_pn532.uart
import pytest
from tag_bench import Bench, Clock

from host.store.store import Store
from tools.tags.ledger import Ledger


@pytest.fixture
def bench(monkeypatch):
    """A started reader."""
    clock = Clock()
    for module in (adafruit_pn532.adafruit_pn532, adafruit_pn532.uart):
        monkeypatch.setattr(module, "time", clock.as_module)
    return Bench(clock)


@pytest.fixture
async def ready(bench):
    """The same, with its chip configured."""
    await bench.desk.start()
    return bench


@pytest.fixture
def store(tmp_path):
    """A save."""
    made = Store.open(tmp_path / "colony.db")
    yield made
    made.close()


@pytest.fixture
def ledger(store):
    """The table of the first box."""
    return Ledger(store)
