"""Whether a wheel works where nothing else is: ``python -m tests.commands.wheel dist``, the last step of ``make dist``.

The wheel of a folder is installed into a new environment, far from the checkout: bare, then with every extra. Every
command runs there, the dashboard answers, and its first page is drawn. Further arguments are the interpreters to try,
by path or version; this one by default.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

PATIENCE = 60.0  # seconds for a server to answer
FIRST_PAGE = """
from streamlit.testing.v1 import AppTest
from askcore.commands.dashboard import app
from askcore.ui.contents import PAGES
at = AppTest.from_file(str(app()), default_timeout=60).run()
assert not at.exception, at.exception
for page in PAGES:
    assert (app().parent / page.path).is_file(), page.path
print(f"FIRST PAGE {app()}|{at.title[0].value}")
"""
SAMPLE = "import askcore.datasets.samples as s; print(s._folder())"
# Names by which the packages of the extras are imported; a bare installation has none of them.
EXTRA = [
    "dask",
    "defusedxml",
    "distributed",
    "networkx",
    "openpyxl",
    "PIL",
    "plotly",
    "pooch",
    "pyarrow",
    "skops",
    "streamlit",
]
FOUND = f"import importlib.util as u; print([name for name in {EXTRA} if u.find_spec(name)])"
MODEL = """
import askcore, numpy as np
X, y = np.random.default_rng(0).normal(size=(20, 2)), np.arange(20) % 2
askcore.save_model(askcore.AsKLSClassifier().fit(X, y), "model.skops")
print(type(askcore.load_model("model.skops")).__name__)
"""


class Clean:
    """A new environment in a folder; commands run in that folder."""

    def __init__(self, folder: Path, python: str) -> None:
        self.folder = folder
        self._uv("venv", "--python", python, str(folder / "env"))
        self.bin = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
        self.variables = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}

    def run(self, *call: str | Path, code: int = 0) -> str:
        """What a command of the environment says; it has to end with ``code``."""
        done = subprocess.run(
            [self.bin / call[0], *call[1:]],
            capture_output=True,
            text=True,
            cwd=self.folder,
            env=self.variables,
            check=False,
        )
        said = done.stdout + done.stderr
        if done.returncode != code:
            raise SystemExit(f"{' '.join(map(str, call))} ended with {done.returncode}:\n{said}")
        return said

    def install(self, what: str) -> None:
        self._uv("pip", "install", "--python", str(self.bin / "python"), what)

    def _uv(self, *arguments: str) -> None:
        subprocess.run([sys.executable, "-m", "uv", "--quiet", *arguments], cwd=self.folder, check=True)


def served(clean: Clean, *arguments: str) -> float:
    """Seconds until the dashboard answers; it is ended by Ctrl-C, as people do."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    began = time.monotonic()
    call = [clean.bin / "askcore", "--port", str(port), "--no-browser", *arguments]
    with subprocess.Popen(
        call, cwd=clean.folder, env=clean.variables, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            while time.monotonic() - began < PATIENCE and server.poll() is None:
                try:
                    with urllib.request.urlopen(
                        f"http://127.0.0.1:{port}/_stcore/health", timeout=2
                    ) as answer:
                        assert answer.read() == b"ok"
                        return time.monotonic() - began
                except (urllib.error.URLError, OSError):
                    time.sleep(0.05)
        finally:
            server.send_signal(signal.SIGINT)
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()
    raise SystemExit("The dashboard does not answer.")


def tell(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main(folder: Path, python: str) -> None:
    """Install the wheel of a folder for an interpreter, and run what it brings."""
    (wheel,) = folder.absolute().glob("*.whl")
    version = wheel.name.split("-")[1]
    with tempfile.TemporaryDirectory() as elsewhere:
        clean = Clean(Path(elsewhere), python)
        began = time.monotonic()
        tell(clean.run("python", "--version").strip())
        clean.install(str(wheel))
        assert clean.run("python", "-c", FOUND).strip() == "[]"
        assert clean.run("askcore", "--version").strip() == f"askcore {version}"
        assert 'extra "app"' in clean.run("askcore", code=2)
        assert re.search(rf"^askcore +{re.escape(version)}$", clean.run("askcore", "info"), re.M)
        assert "usage: askcore" in clean.run("askcore", "--help")
        samples = Path(clean.run("python", "-c", SAMPLE).strip())
        assert samples.is_relative_to(clean.folder)
        asked = [str(samples / f"teaching_graph_{part}.csv") for part in ("edges", "nodes")]
        said = clean.run("askcore", "compare", asked[0], "--labels", asked[1])
        assert "AsK-LS" in said
        assert "III" in clean.run("askcore", "papers", "--list", "--table", "III")
        assert 'extra "models"' in clean.run("python", "-c", MODEL, code=1)
        tell(
            "bare: askcore info, compare and papers run; the dashboard and a model's file say what they lack"
        )
        clean.install(f"{wheel}[all]")
        assert clean.run("python", "-c", FOUND).strip() == str(EXTRA)
        assert clean.run("python", "-c", MODEL).strip() == "AsKLSClassifier"
        (drawn,) = re.findall(r"^FIRST PAGE (.*)\|(.*)$", clean.run("python", "-c", FIRST_PAGE), re.M)
        place, title = drawn
        assert Path(place).is_relative_to(clean.folder)
        tell(f"with the dashboard: all pages are there, and the first one is drawn: {title}")
        seconds = served(clean, "--data", asked[0], "--labels", asked[1])
        tell(f"askcore --data FILE answers after {seconds:.1f} s")
        clean.run("askcore", "compare", asked[0], "--labels", asked[1], "--out", "report.html")
        size = (clean.folder / "report.html").stat().st_size
        tell(f"askcore compare --out report.html writes {size / 1e6:.1f} MB")
        tell(f"all of it in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    for interpreter in sys.argv[2:] or [sys.executable]:
        main(Path(sys.argv[1]), interpreter)
