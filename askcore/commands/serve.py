"""``python -m askcore.commands.serve``: Streamlit's own command, which reads the pages while its server starts.

Streamlit reads a script when the first visitor is there, who would wait two seconds for scikit-learn, pandas
and the rest. ``make run`` and ``askcore`` start here; with ``streamlit run app.py`` all is the same but for that wait.

What the first page is made of comes first; the rest once the first visitor has that page, or nobody has come.
"""

from __future__ import annotations

import gc
import signal
import sys
import time
from importlib import import_module
from pkgutil import walk_packages
from runpy import run_module
from typing import NoReturn

from askcore._machine import beside

COMES = 1.5  # seconds in which the browser that ``make run`` opens has asked for its page
DRAWS = 1.0  # seconds in which a browser draws what a run has sent, perhaps on the same processors


def main() -> None:
    """Run streamlit with the arguments of this process, and read the pages beside it."""
    signal.signal(signal.SIGINT, _end)
    # First of all, and whole: it sets up Plotly, which trips over a pandas that another thread has half imported.
    import_module("streamlit.__main__")
    beside(read_pages, name="reads the pages")
    del sys.modules["streamlit.__main__"]  # it is run, not imported, from here on
    run_module("streamlit", run_name="__main__")


def _end(*_: object) -> NoReturn:
    """Ctrl-C ends the process without a traceback, and without Streamlit's "Aborted!"."""
    sys.exit(130)


def read_pages() -> None:
    """Import what the pages are made of, the first one before all others."""
    # A sixth of the time would go to looking for garbage among what stays.
    gc.disable()
    try:
        frame = import_module("askcore.ui.frame")
        for name in ("pages.home.gallery", "pages.home.page"):
            import_module(f"askcore.ui.{name}")
        for name in ("networkx", "scipy.optimize"):  # which the graph on the first page is laid out with
            import_module(name)
        if frame.first_run.wait(COMES):
            time.sleep(DRAWS)
        frame.read_libraries()
        for room in ("pages", "lessons"):
            package = import_module(f"askcore.ui.{room}")
            for module in walk_packages(package.__path__, f"{package.__name__}."):
                import_module(module.name)
    finally:
        gc.enable()
    gc.collect()
    gc.freeze()  # or the next visitor's run would look at it all


if __name__ == "__main__":
    main()
