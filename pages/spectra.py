"""Spectra: the singular values of a kernel matrix, and where each sample stands as a row and as a column."""

from askcore.ui import choices, matrices
from askcore.ui.pages.spectra.page import choose_state, python_code, spectra

matrices.show_page(
    "Spectra", choices.spectral, choose_state, spectra, python_code, "The same features in Python:"
)
