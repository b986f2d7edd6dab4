"""The dashboard as a process of its own, on a free port, its output in a file."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0  # seconds until it must have come up


@contextmanager
def running_app(folder: Path) -> Iterator[str]:
    """Address of a server that was just started; it is stopped on the way out."""
    with running_server(folder) as (address, _):
        yield address


def free_port() -> int:
    """A port that nobody listens at just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running_server(
    folder: Path, *, port: int = 0, under: Sequence[str] = (), environment: Mapping[str, str] = os.environ
) -> Iterator[tuple[str, int]]:
    """Address and process id of a server of the app, which is stopped on the way out.

    ``under`` : a command that runs the one that follows it, as "nice". The base path is that of the environment.
    """
    port = port or free_port()
    base = environment.get("STREAMLIT_SERVER_BASE_URL_PATH", "")
    address, log = f"http://127.0.0.1:{port}/{base}".rstrip("/"), folder / f"server-{port}.log"
    command = [*under, sys.executable, "-m", "askcore.commands.serve", "run", "app.py"]
    command += ["--server.headless=true", "--server.address=127.0.0.1", f"--server.port={port}"]
    command += ["--server.fileWatcherType=none"]
    with log.open("wb") as out:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            stdout=out,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            env={**environment, "PYTHONPATH": str(ROOT)},
        )
        try:
            _wait(process, address, log)
            yield address, process.pid
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(10)


def _wait(process: subprocess.Popen, address: str, log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=2) as answer:
                if answer.read() == b"ok":
                    return
        except (urllib.error.URLError, OSError):
            pass
        time.sleep(0.05)
    raise RuntimeError(f"The server did not come up:\n{log.read_text(errors='replace')}")
