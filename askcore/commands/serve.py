"""``python -m askcore.commands.serve``: Streamlit's own command, which reads the pages while its server starts.

Top floor. Streamlit reads a script when the first visitor is there, who would wait two seconds for scikit-learn, pandas
and the rest. ``make run`` and ``askcore`` start here; with ``streamlit run app.py`` all is the same but for that wait.
"""

from __future__ import annotations

import gc
from importlib import import_module
from pkgutil import iter_modules

from askcore._machine import beside

__all__ = ["main", "read_pages"]


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
        for name in ("pages.home", "turning.panels"):
            import_module(f"askcore.ui.{name}")
        import_module("networkx")  # which the graph on the first page is laid out with
        for room in ("pages", "lessons"):
            for each in iter_modules(import_module(f"askcore.ui.{room}").__path__, f"askcore.ui.{room}."):
                import_module(each.name)
    finally:
        gc.enable()


if __name__ == "__main__":
    main()
