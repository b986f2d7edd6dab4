"""Copy link, and a history of the browser in which Back and Forward move between pages.

What the link says is what the address holds (``url_state``); ``copy_link.js`` copies it.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from askcore.ui.cache import component

_PICTURE = (
    '<path d="M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.5 1.5"/>'
    '<path d="M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.5"/>'
)
_BUTTON = (
    '<button type="button" aria-label="Copy link" title="Copy a link to this page as it is set">'
    f'<svg viewBox="0 0 24 24" aria-hidden="true">{_PICTURE}</svg></button>'
)
_HTML = f'<div class="askcore-copy">{_BUTTON}<div class="askcore-said" role="status"></div></div>'
_CSS = Path(__file__).with_suffix(".css").read_text(encoding="utf-8")
_SCRIPT = str(Path(__file__).with_suffix(".js"))
_COPIED = "Copied."
_WITHOUT_FILE = "Link copied. It contains the settings of this page, but not your file."
_REFUSED = "The browser does not allow copying. The link is:"


def draw(*, called: str = "", leave_out: Iterable[str] = ()) -> None:
    """The button."""
    data = {"copied": _COPIED, "refused": _REFUSED, "leave_out": [], "called": called}
    if called:
        data |= {"copied": _WITHOUT_FILE, "leave_out": sorted(leave_out)}
    button = component(_SCRIPT, html=_HTML, css=_CSS, isolate_styles=False)
    button(key="copy_link", width="content", data=data)
