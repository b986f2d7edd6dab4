"""A server that is told to stop, and one whose disk is full."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from tests.browser.server import running_server
from tests.browser.session import Session

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are listed in /proc"),
]
LARGEST_FILE = ["bash", "-c", 'ulimit -f 64; exec "$@"', "-"]  # in KB: what is longer cannot be written


def parents() -> dict[int, int]:
    """The parent of each process that has not ended."""
    found = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = entry.read_text().rsplit(")", 1)[1].split()[:2]
        except OSError:  # it has just ended
            continue
        if state != "Z":
            found[int(entry.parent.name)] = int(parent)
    return found


def started_by(pid: int) -> list[int]:
    """A process and all that it has started."""
    every, found = parents(), [pid]
    for one in found:
        found += [child for child, parent in every.items() if parent == one]
    return found


def wait_until(holds, seconds: float) -> bool:
    end = time.monotonic() + seconds
    while not (found := holds()) and time.monotonic() < end:
        time.sleep(0.05)
    return found


def test_sigterm_in_the_middle_of_a_run_ends_all_processes_within_two_seconds(tmp_path):
    with (
        running_server(tmp_path) as (address, pid),
        Session(address, "decisions", data="Two moons") as visitor,
    ):
        visitor.run()
        visitor.click("Run the full test")
        visitor.start()
        assert wait_until(lambda: len(started_by(pid)) > 1, 60)
        time.sleep(1)
        every = started_by(pid)
        os.kill(pid, signal.SIGTERM)
        assert wait_until(lambda: not set(every) & set(parents()), 2)


def test_a_disk_that_takes_no_more_files_refuses_no_upload(tmp_path):
    """Files of visitors stay in memory."""
    content = "a,b,class\n" + "".join(f"{i}.25,{i % 7}.125,{i % 2}\n" for i in range(200_000))
    with (
        running_server(tmp_path, under=LARGEST_FILE) as (address, _),
        Session(address, "data", data="Two moons") as visitor,
    ):
        visitor.run()
        visitor.upload("or your own file", "long.csv", content.encode())
        visitor.run()
        assert visitor.errors == []
        assert "long.csv" in visitor.text
