"""Helpers for tests of the content: the loaded box, and a folder whose files may be damaged."""

import shutil

import pytest

from shared_rules.beyond_humanity.content import box as host_content
from shared_rules.beyond_humanity.content.schema import FOLDER, ContentError


@pytest.fixture(scope="session")
def box():
    return host_content.get()


@pytest.fixture
def damaged(tmp_path):
    """damaged(file, old, new) -> the complaint about the whole content once `old` was replaced in that file."""

    def complaint(file, old, new):
        for path in [*FOLDER.glob("*.toml"), *FOLDER.glob("*.csv")]:
            shutil.copy(path, tmp_path)
        text = (tmp_path / file).read_text(encoding="utf-8")
        assert old in text
        (tmp_path / file).write_text(text.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(ContentError) as caught:
            host_content.load(tmp_path)
        return str(caught.value)

    return complaint
