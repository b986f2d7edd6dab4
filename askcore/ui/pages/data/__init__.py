"""What was read, before anything is learned from it."""

from askcore.ui.pages.data.export import CODE_SAID, python_code
from askcore.ui.pages.data.kinds import draw_kind
from askcore.ui.pages.data.panels import draw_contents, draw_next, summary

__all__ = ["CODE_SAID", "draw_contents", "draw_kind", "draw_next", "python_code", "summary"]
