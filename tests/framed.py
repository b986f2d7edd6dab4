"""AppTest as a server that is in use: every run of a page has its frame, whichever test comes first.

AppTest forgets before each run that the app calls ``st.navigation``: from the second run of a session on, a page would
run alone, without what the frame does before and after it.
"""

from __future__ import annotations

from typing import Any

from streamlit.runtime.pages_manager import PagesManager

from askcore.datasets.own_file import UploadedFile
from askcore.ui.charts import in_place
from askcore.ui.data.dataset import UPLOAD
from askcore.ui.data.session import UPLOADS, LoadedFile, Uploads


def the_same_everywhere() -> None:
    """From here on, in this process, a page says the same where no browser is.

    A chart is sent as it is: where no browser draws changes into it, it would be what it began with.
    """
    in_place.DRAWS = False


def give(at: Any, data: Any, *, as_it_is: bool = False, **more: Any) -> None:
    """Data of one's own in a session that begins, as if a file of theirs had just been read; ``more`` of ``Given``.

    ``as_it_is`` : the controls stand where they are, and nothing is searched.
    """
    given = LoadedFile(more.pop("file", UploadedFile("mine.csv", b"")), data=data, **more)
    at.session_state[UPLOADS] = Uploads(used=given, given=given if given.look is not None else None)
    at.session_state["data" if as_it_is else "_next_name"] = UPLOAD
    if as_it_is:
        at.session_state["_open_data"] = UPLOAD, data.digest


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
