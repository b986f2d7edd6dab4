"""Decisions: the source and the target view of AsK-LS, and why a sample is decided so."""

from askcore.ui.pages.decisions.details import tab_panels
from askcore.ui.pages.decisions.export import files, python_code
from askcore.ui.pages.decisions.panels import draw_head, draw_ordinary, draw_pair, draw_verdict
from askcore.ui.pages.decisions.selection import OPEN
from askcore.ui.pages.decisions.state import Decisions
from askcore.ui.pages.decisions.words import solved_by

__all__ = [
    "OPEN",
    "Decisions",
    "draw_head",
    "draw_ordinary",
    "draw_pair",
    "draw_verdict",
    "files",
    "python_code",
    "solved_by",
    "tab_panels",
]
