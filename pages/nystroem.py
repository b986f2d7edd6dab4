"""Nyström: whether a sample of rows and columns can replace the exact decomposition."""

from askcore.ui import choices, matrices
from askcore.ui.pages.nystroem.page import choose_state, nystroem, python_code

matrices.show_page(
    "Nyström", choices.spectral, choose_state, nystroem, python_code, "The chosen run in Python:"
)
