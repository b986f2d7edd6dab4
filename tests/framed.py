"""AppTest as a server that is in use: every run of a page has its frame, whichever test comes first.

AppTest forgets before each run that the app calls ``st.navigation``: from the second run of a session on, a page would
run alone, without what the frame does before and after it.
"""

from __future__ import annotations

from typing import Any

from streamlit.runtime.pages_manager import PagesManager

__all__ = ["frame_every_run"]


def frame_every_run() -> None:
    """From here on, in this process; a second call changes nothing."""
    start = PagesManager.__init__
    if getattr(start, "framed", False):
        return

    def init(self: Any, *args: Any, **more: Any) -> None:
        PagesManager.uses_pages_directory = False
        start(self, *args, **more)

    init.framed = True  # type: ignore[attr-defined]
    PagesManager.__init__ = init  # type: ignore[method-assign]
