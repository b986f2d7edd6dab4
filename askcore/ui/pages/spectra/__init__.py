"""Singular values of a kernel matrix, and where each sample stands as a row and as a column."""

from askcore.ui.pages.spectra.details import OPEN, tab_panels
from askcore.ui.pages.spectra.export import FILES_SAID, files, python_code
from askcore.ui.pages.spectra.panels import draw_pair, draw_verdict
from askcore.ui.pages.spectra.state import Decomposition, choose_view

__all__ = [
    "FILES_SAID",
    "OPEN",
    "Decomposition",
    "choose_view",
    "draw_pair",
    "draw_verdict",
    "files",
    "python_code",
    "tab_panels",
]
