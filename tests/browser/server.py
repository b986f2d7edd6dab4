"""The dashboard as a process of its own, on a free port, its output in a file."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]


@contextmanager
def running_app(folder: Path, *, patience: float = 60.0) -> Iterator[str]:
    """Address of a server that was just started; it is stopped on the way out."""
    with running_server(folder, patience=patience) as (address, _):
        yield address


@contextmanager
def running_server(
    folder: Path,
    *,
    patience: float = 60.0,
    script: str = "app.py",
    root: Path = ROOT,
    python: str = sys.executable,
) -> Iterator[tuple[str, int]]:
    """Address and process id of a server of the app, or of another script, folder or Python; it is stopped on the
    way out."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address, log = f"http://127.0.0.1:{port}", folder / f"server-{port}.log"
    server = "askcore.commands.serve" if script == "app.py" else "streamlit"
    command = [python, "-m", server, "run", script, "--server.headless=true"]
    command += ["--server.address=127.0.0.1", f"--server.port={port}", "--server.fileWatcherType=none"]
    with log.open("wb") as out:
        process = subprocess.Popen(
            command,
            cwd=root,
            stdout=out,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(root)},
        )
        try:
            _wait(process, address, log, patience)
            yield address, process.pid
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(10)


def _wait(process: subprocess.Popen, address: str, log: Path, patience: float) -> None:
    end = time.monotonic() + patience
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=2) as answer:
                if answer.read() == b"ok":
                    return
        except (urllib.error.URLError, OSError):
            pass
        time.sleep(0.05)
    raise RuntimeError(f"The server did not come up:\n{log.read_text(errors='replace')}")
