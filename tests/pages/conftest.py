"""Every run of a page has its frame."""

import pytest

from askcore.ui import background
from tests.framed import frame_every_run

frame_every_run()


@pytest.fixture
def results(monkeypatch):
    """What jobs of the page have found, in order."""
    found, keep = [], background.keep_result
    monkeypatch.setattr(background, "keep_result", lambda *of: (found.append(of[-1]), keep(*of)))
    return found
