"""The systemd unit starts: its file is one that systemd takes, and its command works under its own filter."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.server import running_server
from tests.browser.session import Session

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "docs/hosting/askcore.service"
FILTERED = (sys.executable, "-m", "tests.hosting.filtered")

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is missing"),
]


def test_systemd_takes_the_unit(tmp_path):
    here = tmp_path / UNIT.name
    unit = UNIT.read_text(encoding="utf-8")
    here.write_text(unit.replace("/opt/askcore/.venv/bin/python", sys.executable), encoding="utf-8")
    done = subprocess.run(["systemd-analyze", "verify", here], capture_output=True, text=True, timeout=60)
    assert (done.returncode, [line for line in done.stderr.splitlines() if here.name in line]) == (0, [])


@pytest.mark.parametrize(
    ("line", "error", "ends_with"),
    [
        ("~@privileged", "EPERM", 0),
        ("~@privileged @resources", "", -31),
    ],  # SIGSYS: the filter before this one
)
def test_the_filter_is_what_decides(tmp_path, line, error, ends_with):
    unit = UNIT.read_text(encoding="utf-8").replace(
        "SystemCallFilter=~@privileged", f"SystemCallFilter={line}"
    )
    unit = unit.replace("SystemCallErrorNumber=EPERM", f"SystemCallErrorNumber={error}")
    here = tmp_path / UNIT.name
    here.write_text(unit, encoding="utf-8")
    traced = "import ctypes; assert ctypes.CDLL(None).ptrace(0, 0, 0, 0) == -1, 'not filtered'"
    command = [*FILTERED, here, sys.executable, "-c", f"import numpy; {traced}"]
    assert subprocess.run(command, cwd=ROOT, timeout=120).returncode == ends_with


def test_the_command_of_the_unit_serves_a_page_and_a_file_under_its_filter(tmp_path):
    unit = UNIT.read_text(encoding="utf-8")
    settings = dict(re.findall(r"^Environment=(\w+)=(.*)$", unit, re.M))
    settings |= {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path), "STREAMLIT_SERVER_PORT": "0"}
    assert "ASKCORE_READ_MB" in settings
    settings["STREAMLIT_SERVER_ALLOWED_HOSTS"] = "127.0.0.1"
    environment = {"PATH": os.environ["PATH"], **settings}
    with (
        running_server(tmp_path, under=[*FILTERED, str(UNIT)], environment=environment) as (address, _),
        Session(address, "decisions", data="Two moons") as visitor,
    ):
        visitor.run()
        visitor.upload("or your own file", "links.csv", b"source,target\na,b\nb,c\nc,a\n")
        visitor.run()
        assert not visitor.errors
        assert "links" in visitor.text
