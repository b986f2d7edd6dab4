"""Spectra: the singular values of a kernel matrix, and where each sample stands as a row and as a column."""

from askcore.ui import choices, controls, frame, health
from askcore.ui.data.dataset import active
from askcore.ui.export import take_home
from askcore.ui.pages import spectra as page
from askcore.ui.pieces import above
from askcore.ui.text import formulas

frame.enter()

current = active()
frame.title("Spectra")
choice = choices.spectral(current)
state = page.Decomposition(current, choice, page.choose_view(current, choice))

with above():
    health.warn(current, choice)
    page.draw_verdict(state)
page.draw_pair(state)
controls.tabs(page.tab_panels(state), page.OPEN)
formulas.how_computed("spectra", state.blanks)
take_home(page.files(state), page.python_code(state), page.FILES_SAID)
