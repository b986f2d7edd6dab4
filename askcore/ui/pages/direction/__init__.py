"""Does direction pay: AsK-LS and its rivals, tuned alike on the same splits."""

from askcore.ui.pages.direction.export import files, python_code
from askcore.ui.pages.direction.panels import (
    choose_plan,
    draw_differences,
    draw_offer,
    draw_scores,
    draw_shares,
    draw_verdict,
)
from askcore.ui.pages.direction.state import JOB
from askcore.ui.pages.direction.words import done_how, methods

__all__ = [
    "JOB",
    "choose_plan",
    "done_how",
    "draw_differences",
    "draw_offer",
    "draw_scores",
    "draw_shares",
    "draw_verdict",
    "files",
    "methods",
    "python_code",
]
