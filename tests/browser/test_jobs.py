"""Long work of a real server: Cancel ends its process, and nothing outlives a server that is killed."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from pathlib import Path

import pytest

from tests.browser.conftest import watched
from tests.browser.server import running_server

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(sys.platform != "linux", reason="processes are looked at in /proc"),
]
SOON = 20.0  # seconds on a busy machine; it takes a moment, and the job itself minutes
LONG = "/direction?data=Python+imports&effort=Full"


def below(pid: int) -> set[int]:
    """The living processes that a process has started, and those that they have."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_text(errors="replace").rsplit(")", 1)[1].split()[:2]
        except OSError:  # it has just ended
            continue
        if state != "Z":
            parents[int(stat.parent.name)] = int(parent)
    found, more = set(), {pid}
    while more:
        more = {child for child, parent in parents.items() if parent in more} - found
        found |= more
    return found


def until(true, seconds: float) -> float:
    """Seconds until something became true."""
    began = time.monotonic()
    while not true():
        assert time.monotonic() - began < seconds, "it did not happen"
        time.sleep(0.01)
    return time.monotonic() - began


def started(app) -> None:
    app.page.get_by_role("button", name=re.compile("^Compare")).click()
    app.page.get_by_test_id("stProgress").get_by_text("left").wait_for()


@pytest.mark.long
def test_cancel_ends_the_process_and_a_killed_server_leaves_none(context, tmp_path):
    with running_server(tmp_path) as (address, server), watched(context, address) as app:
        app.page.set_default_timeout(120_000)
        app.open(LONG)
        started(app)
        until(lambda: len(below(server)) == 2, 60)  # the nursery and the job
        app.page.get_by_role("button", name="Cancel").click()
        until(lambda: len(below(server)) == 1, SOON)
        app.page.get_by_role("button", name=re.compile("^Compare")).wait_for()
        started(app)
        until(lambda: len(below(server)) == 2, 60)
        left = below(server)
        os.kill(server, signal.SIGKILL)
        until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in left), SOON)
        app.page.goto("about:blank")
        app.page.wait_for_timeout(0)
