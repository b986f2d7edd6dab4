"""``python -m askcore.commands.serve``: Streamlit's own command, which reads the pages while its server starts.

Top floor. Streamlit reads a script when the first visitor is there, who would wait two seconds for scikit-learn, pandas
and the rest. ``make run`` and ``askcore`` start here; with ``streamlit run app.py`` all is the same but for that wait.

What the first page is made of comes first. The rest is read when nobody waits: once the first visitor has that page, or
nobody has come, and between the runs of pages.
"""

from __future__ import annotations

import gc
import time
from functools import partial
from importlib import import_module
from math import inf
from pkgutil import walk_packages
from types import ModuleType

from askcore._machine import beside

COMES = 1.5  # seconds in which the browser that ``make run`` opens has asked for its page
DRAWS = 1.0  # seconds in which a browser draws what a run has sent, perhaps on the same processors
LOOKS = 0.05  # seconds between two looks whether it is time
PATIENCE = 10.0  # seconds after which all is read, however many visitors there are


def main() -> None:
    """Run streamlit with the arguments of this process, and read the pages beside it."""
    # First of all, and whole: it sets up Plotly, which trips over a pandas that another thread has half imported.
    from streamlit.web import cli

    beside(read_pages, name="reads the pages")
    cli.main(prog_name="streamlit")


def read_pages() -> None:
    """Import what the pages are made of, the first one before all others."""
    # A sixth of the time would go to looking for garbage among what stays.
    gc.disable()
    try:
        import_module("askcore.ui.frame")
        for name in ("pages.home.panels", "turning.panels"):
            import_module(f"askcore.ui.{name}")
        for name in ("networkx", "scipy.optimize"):  # which the graph on the first page is laid out with
            import_module(name)
        _read_between_runs(import_module("askcore.ui.work.starting"))
    finally:
        gc.enable()
    # Or the next visitor's run would look at it all.
    import_module("askcore.ui.work.garbage").set_aside(now=True)


def _read_between_runs(starting: ModuleType) -> None:
    """scikit-learn, then all other pages and lessons."""
    began = time.monotonic()
    while starting.idle_for() == inf and time.monotonic() - began < COMES:
        time.sleep(LOOKS)
    rooms = [import_module(f"askcore.ui.{room}") for room in ("pages", "lessons")]
    names = [each.name for room in rooms for each in walk_packages(room.__path__, f"{room.__name__}.")]
    for read in (starting.whole_libraries, *(partial(import_module, name) for name in names)):
        while starting.idle_for() < DRAWS and time.monotonic() - began < PATIENCE:
            time.sleep(LOOKS)
        read()


if __name__ == "__main__":
    main()
