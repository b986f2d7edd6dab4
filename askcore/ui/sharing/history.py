"""Undo, Redo and Copy link: the steps of a visitor are those of the browser's own history.

UI floor. There is one history. ``history.js`` makes each deliberate change of the address an entry of it, so that
Back, Forward, Undo, Redo and the two shortcuts all lead through the same states; nothing is kept on the server. So what
can be undone is what the address says (``address``); data of one's own wait in the session (``dataset``).
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import streamlit as st

from askcore.ui.work.cache import kept

_HERE = Path(__file__).parent
_BUTTONS = (
    ("Undo", "Undo (Ctrl+Z)", '<path d="M9 14 4 9l5-5"/><path d="M4 9h10a6 6 0 0 1 0 12h-3"/>'),
    ("Redo", "Redo (Ctrl+Y)", '<path d="m15 14 5-5-5-5"/><path d="M20 9H10a6 6 0 0 0 0 12h3"/>'),
    (
        "Copy link",
        "Copy a link to this page as it is set",
        '<path d="M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.5 1.5"/>'
        '<path d="M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.5"/>',
    ),
)
_COPIED = "Copied."
_WITHOUT_FILE = "Copied. The link carries the settings of this page, but not your file."
_REFUSED = "The browser does not allow copying. The link is:"


def draw(*, called: str = "", leave_out: Iterable[str] = ()) -> None:
    """The buttons, side by side."""
    _component()(
        key="steps",
        width="content",
        data={
            "copied": _WITHOUT_FILE if called else _COPIED,
            "refused": _REFUSED,
            "leave_out": sorted(leave_out) if called else [],
            "called": called,
        },
    )


@kept(entries=1, ttl=None)
def _component() -> Any:
    buttons = "".join(
        f'<button type="button" aria-label="{name}" title="{title}"><svg viewBox="0 0 24 24" aria-hidden="true">'
        f"{drawn}</svg></button>"
        for name, title, drawn in _BUTTONS
    )
    return st.components.v2.component(
        "askcore_steps",
        html=f'<div class="askcore-steps">{buttons}<div class="askcore-said" role="status"></div></div>',
        css=(_HERE / "history.css").read_text(encoding="utf-8"),
        js=(_HERE / "history.js").read_text(encoding="utf-8"),
        isolate_styles=False,
    )
