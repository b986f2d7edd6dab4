"""Does direction pay: AsK-LS and its rivals, tuned alike on the same splits."""

from askcore.ui.pages.direction.panels import choose_plan, draw_offer
from askcore.ui.pages.direction.report import comparison_report, draw_result
from askcore.ui.pages.direction.state import JOB

__all__ = ["JOB", "choose_plan", "comparison_report", "draw_offer", "draw_result"]
