"""The server's command: streamlit's own, with the pages read beside it."""

from __future__ import annotations

import gc
import subprocess
import sys
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
    assert {
        "askcore.ui.frame",
        "askcore.ui.turning.panels",
        "askcore.ui.lessons.krein_space",
        "networkx",
    } < set(said)


def test_garbage_is_collected_again_where_a_page_cannot_be_read(monkeypatch):
    monkeypatch.setattr(serve, "import_module", lambda name: (_ for _ in ()).throw(ImportError(name)))
    with pytest.raises(ImportError, match="frame"):
        serve.read_pages()
    assert gc.isenabled()


def test_streamlit_is_whole_before_pages_are_read_and_runs():
    """Else Plotly, which it sets up, meets a half-imported pandas."""
    code = """
import sys
from askcore.commands import serve

def beside(work, name):
    cli = sys.modules["streamlit.web.cli"]
    print(work is serve.read_pages, "streamlit.elements.plotly_chart" in sys.modules, "pandas" in sys.modules)
    cli.main = lambda prog_name: print(prog_name)

serve.beside = beside
serve.main()
"""
    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert said == ["True", "True", "False", "streamlit"]
