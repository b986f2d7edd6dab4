"""Spectra: the singular values of a kernel matrix, and where each sample stands as a row and as a column."""

from functools import partial

from askcore.ui import choices, frame, matrices, render
from askcore.ui.data.dataset import active
from askcore.ui.export import take_home
from askcore.ui.pages.spectra.page import choose_state, python_code, spectra
from askcore.ui.pieces import above
from askcore.ui.text import formulas

frame.enter()

current = active()
frame.title("Spectra")
choice = choices.spectral(current)
state = choose_state(current, choice)

with above():
    warned = matrices.warn(current, choice)
page = spectra(state)
render.show(page)
formulas.how_computed("spectra", page, state.blanks)
take_home([*warned, *page], partial(python_code, state), "The same features in Python:")
