"""Spectra: the singular values of a kernel matrix, and where each sample stands as a row and as a column."""

from functools import partial

from askcore.ui import choices, frame, health, render
from askcore.ui.data.dataset import active
from askcore.ui.export import take_home
from askcore.ui.pages.spectra.exports import FILES_SAID, files, python_code
from askcore.ui.pages.spectra.page import choose_view, spectra
from askcore.ui.pages.spectra.results import Decomposition
from askcore.ui.pieces import above
from askcore.ui.text import formulas

frame.enter()

current = active()
frame.title("Spectra")
choice = choices.spectral(current)
state = Decomposition(current, choice, choose_view(current, choice))

with above():
    warned = health.warn(current, choice)
page = spectra(state)
render.show(page)
formulas.how_computed("spectra", page, state.blanks)
take_home([*warned, *page], files(state), partial(python_code, state), FILES_SAID)
