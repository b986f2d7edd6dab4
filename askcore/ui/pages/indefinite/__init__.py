"""Which part of a spectrum breaks Mercer's condition, what it carries, and whether it pays."""

from askcore.ui.pages.indefinite.details import OPEN, tab_panels
from askcore.ui.pages.indefinite.export import FILES_SAID, files, python_code
from askcore.ui.pages.indefinite.panels import draw_made_for, draw_pair, draw_rectangular, draw_verdict
from askcore.ui.pages.indefinite.state import IndefiniteKernel, choose_signs

__all__ = [
    "FILES_SAID",
    "OPEN",
    "IndefiniteKernel",
    "choose_signs",
    "draw_made_for",
    "draw_pair",
    "draw_rectangular",
    "draw_verdict",
    "files",
    "python_code",
    "tab_panels",
]
