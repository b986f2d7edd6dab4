"""The server's command: streamlit's own, with the pages read beside it."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from askcore.commands import serve

PAGES = {each.name for each in (Path(serve.__file__).parents[1] / "ui" / "pages").iterdir() if each.is_dir()}


def test_all_pages_are_read():
    """In a process of its own: here they are there already."""
    code = "import gc, sys; from askcore.commands import serve; serve.read_pages(); print(gc.isenabled(), *sys.modules)"
    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert said[0] == "True"
    assert {f"askcore.ui.pages.{page}" for page in PAGES - {"__pycache__"}} < set(said)
    assert {"askcore.ui.frame", "networkx"} < set(said)


def test_garbage_is_collected_again_where_a_page_cannot_be_read(monkeypatch):
    monkeypatch.setattr(serve, "import_module", lambda name: (_ for _ in ()).throw(ImportError(name)))
    with pytest.raises(ImportError, match="frame"):
        serve.read_pages()
    assert gc.isenabled()


def test_streamlit_runs_and_is_whole_before_pages_are_read(monkeypatch):
    """Else Plotly, which it sets up, meets a half-imported pandas."""
    seen, ran = threading.Event(), []
    monkeypatch.setattr(
        serve, "read_pages", lambda: (ran.append("streamlit.web.cli" in sys.modules), seen.set())
    )
    monkeypatch.setattr("streamlit.web.cli.main", lambda prog_name: ran.append(prog_name))
    serve.main()
    assert seen.wait(10)
    assert sorted(map(str, ran)) == ["True", "streamlit"]
