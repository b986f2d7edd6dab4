"""The server's command: streamlit's own, with the pages read beside it."""

from __future__ import annotations

import gc
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

from askcore.commands import serve

ROOT = Path(__file__).parents[2]
PAGES = {
    ".".join(each.relative_to(ROOT).with_suffix("").parts)
    for each in ROOT.glob("askcore/ui/pages/**/*.py")
    if each.stem != "__init__"
}


def printed(code: str) -> list[str]:
    """The words that a fresh Python prints."""
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()


def test_all_pages_are_read():
    """In a process of its own: here they are there already."""
    said = printed(
        "import gc, sys; from askcore.commands import serve; serve.read_pages(); print(gc.isenabled(), *sys.modules)"
    )
    assert said[0] == "True"
    assert len(PAGES) > 10
    assert set(said) >= PAGES
    assert {
        "askcore.ui.frame",
        "askcore.ui.pages.home.page",
        "askcore.ui.lessons.krein_space",
        "networkx",
    } < set(said)


def test_a_first_look_at_home_waits_for_no_scikit_learn():
    """It takes as long to read as all else; with another sample it is there, whole."""
    code = f"""
import sys
from streamlit.testing.v1 import AppTest
at = AppTest.from_file({str(ROOT / "app.py")!r}, default_timeout=60).run()
print(len(at.exception), len(at.title), "sklearn" in sys.modules)
at = AppTest.from_file({str(ROOT / "app.py")!r}, default_timeout=60)
at.query_params["data"] = "Cyclic communities"
at.run()
print(len(at.exception), "sklearn.base" in sys.modules)
"""
    assert printed(code) == ["0", "1", "False", "0", "True"]


@pytest.mark.parametrize(("came", "slept"), [(True, [serve.DRAWS]), (False, [])])
def test_what_is_left_is_read_once_the_first_visitor_has_a_page_or_nobody_came(monkeypatch, came, slept):
    order, paused = [], []
    frame = SimpleNamespace(
        first_run=SimpleNamespace(wait=lambda seconds: order.append(seconds) or came),
        read_libraries=lambda: order.append("sklearn"),
    )

    def read(name):
        order.append(name)
        return frame if name == "askcore.ui.frame" else import_module(name)

    monkeypatch.setattr(serve, "import_module", read)
    monkeypatch.setattr(serve.time, "sleep", paused.append)
    serve.read_pages()
    waited = order.index(serve.COMES)
    assert order.index("askcore.ui.pages.home.page") < waited < order.index("sklearn")
    assert order.index("sklearn") < min(at for at, name in enumerate(order) if "pages.spectra" in str(name))
    assert paused == slept


def test_garbage_is_collected_again_where_a_page_cannot_be_read(monkeypatch):
    monkeypatch.setattr(serve, "import_module", lambda name: (_ for _ in ()).throw(ImportError(name)))
    with pytest.raises(ImportError, match="frame"):
        serve.read_pages()
    assert gc.isenabled()


def test_streamlit_is_whole_before_pages_are_read_and_ends_quietly_on_ctrl_c():
    """Else Plotly, which it sets up, meets a half-imported pandas."""
    code = """
import signal, sys
from askcore.commands import serve

def beside(work, name):
    cli = sys.modules["streamlit.web.cli"]
    print(work is serve.read_pages, "streamlit.elements.plotly_chart" in sys.modules, "pandas" in sys.modules)
    cli.main = lambda prog_name: print(prog_name) or signal.raise_signal(signal.SIGINT)

serve.beside = beside
try:
    serve.main()
except SystemExit as end:  # of Ctrl-C, where Streamlit would print "Aborted!"
    print(end.code)
"""
    assert printed(code) == ["True", "True", "False", "streamlit", "130"]
