"""The page "Session": a workspace in a file, a report, a talk."""

from askcore.ui.pages.session.panels import draw_report, draw_workspace
from askcore.ui.pages.session.talk_panel import draw_talk

__all__ = ["draw_report", "draw_talk", "draw_workspace"]
