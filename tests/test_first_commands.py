"""The first commands of README work as they stand, in a folder with nothing but the tracked files."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
INDEX = "https://pypi.org/simple/threadpoolctl/"
FEW = " TESTS=tests/test_random.py WORKERS=1"  # all tests would take minutes, and run this one again
PATIENCE = 600.0  # seconds, of an installation on a busy machine


@pytest.fixture(scope="module")
def clone(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("clone")
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in tracked.stdout.split("\0"):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return folder


def environment(python: Path, **more: str) -> dict[str, str]:
    """That of a new shell in which ``python`` comes first; a make or pytest around this test has no say."""
    foreign = ("PYTEST", "MAKE", "MFLAGS", "PYTHONPATH", "VIRTUAL_ENV", "ASKCORE")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
    return {**kept, "PATH": f"{python.parent}{os.pathsep}{kept['PATH']}", **more}


def answer(server: subprocess.Popen[bytes], address: str) -> str:
    """What the server says of its health, once it is up; empty where it ended or never came up."""
    end = time.monotonic() + PATIENCE
    while server.poll() is None and time.monotonic() < end:
        try:
            return urllib.request.urlopen(address, timeout=5).read().decode()
        except OSError:
            time.sleep(0.5)
    return ""


def served(command: str, folder: Path) -> str:
    """Run the dashboard until it answers, then stop it with all its processes."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    settings = {"STREAMLIT_SERVER_PORT": str(port), "STREAMLIT_SERVER_HEADLESS": "true"}
    server = subprocess.Popen(
        command,
        shell=True,
        cwd=folder,
        env=environment(Path(sys.executable), **settings),
        start_new_session=True,
    )
    try:
        return answer(server, f"http://127.0.0.1:{port}/_stcore/health")
    finally:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait(30)


@pytest.mark.long
def test_the_first_commands_of_readme_work(clone, tmp_path):
    try:
        urllib.request.urlopen(INDEX, timeout=20).close()
    except urllib.error.URLError as error:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"PyPI cannot be reached: {error.reason}")
    lines = re.findall(
        r"^    (.+)\n", (clone / "README.md").read_text(encoding="utf-8").partition("```")[0], re.M
    )
    run, test, *others = [line.partition("#")[0].strip() for line in lines]
    assert (run, test) == ("make run", "make test")
    for part in ("edges", "nodes"):
        shutil.copy(clone / "sample_data" / f"teaching_graph_{part}.csv", clone / f"{part}.csv")
    assert served(run, clone) == "ok"
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    inside = tmp_path / "venv" / "bin" / "python"
    for command, python in [(test + FEW, Path(sys.executable)), *((each, inside) for each in others)]:
        done = subprocess.run(
            command, shell=True, cwd=clone, env=environment(python), capture_output=True, text=True
        )
        assert done.returncode == 0, f"{command}: {done.stdout[-1000:]}{done.stderr[-1000:]}"
    assert "AsK-LS" in done.stdout
    assert (clone / "report.html").stat().st_size > 1e6
