"""Every run of a page has its frame."""

import pytest

from askcore.ui.background import OfferedJob
from tests.framed import frame_every_run

frame_every_run()


@pytest.fixture
def results(monkeypatch):
    """What jobs of the page have found, in order."""
    found, keep = [], OfferedJob.keep
    monkeypatch.setattr(
        OfferedJob, "keep", lambda job, plan, result: (found.append(result), keep(job, plan, result))
    )
    return found
