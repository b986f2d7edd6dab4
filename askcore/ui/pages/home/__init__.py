"""The first page: one idea to play with, and three ways on."""

from askcore.ui.pages.home.panels import draw_contents, draw_idea, draw_ways

__all__ = ["draw_contents", "draw_idea", "draw_ways"]
