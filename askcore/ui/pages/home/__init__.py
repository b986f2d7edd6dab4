"""The first page: what stands beside the living figure and the samples."""

from askcore.ui.pages.home.panels import draw_contents, draw_start, draw_ways

__all__ = ["draw_contents", "draw_start", "draw_ways"]
