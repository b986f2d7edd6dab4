"""Spectra: the singular values of a kernel matrix, and where each sample stands as a row and as a column."""

from askcore.ui import choices, controls, frame, health
from askcore.ui.data.dataset import active
from askcore.ui.export import take_home
from askcore.ui.pages.spectra.details import OPEN, tab_panels
from askcore.ui.pages.spectra.export import FILES_SAID, files, python_code
from askcore.ui.pages.spectra.panels import draw_pair, draw_verdict
from askcore.ui.pages.spectra.state import Decomposition, choose_view
from askcore.ui.pieces import above
from askcore.ui.text import formulas

frame.enter()

current = active()
frame.title("Spectra")
choice = choices.spectral(current)
state = Decomposition(current, choice, choose_view(current, choice))

with above():
    health.warn(current, choice)
    draw_verdict(state)
draw_pair(state)
controls.tabs(tab_panels(state), OPEN)
formulas.how_computed("spectra", state.blanks)
take_home(files(state), python_code(state), FILES_SAID)
