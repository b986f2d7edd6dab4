"""Results of long work serve every session of a server: here, every test begins on a server of its own."""

import pytest

from askcore.ui.work import job
from tests.framed import frame_every_run

frame_every_run()


@pytest.fixture(autouse=True)
def _nothing_is_computed_yet(monkeypatch):
    shelves = {}
    monkeypatch.setattr(job, "_shelf", lambda key, plan: shelves.setdefault((key, plan), []))
