"""What was read, before anything is learned from it."""

from askcore.ui.pages.data.kinds import draw_kind
from askcore.ui.pages.data.panels import draw_contents, draw_next, summary

__all__ = ["draw_contents", "draw_kind", "draw_next", "summary"]
