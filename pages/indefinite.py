"""Indefinite kernels: which part of a spectrum breaks Mercer's condition, what it carries, and whether it pays."""

from askcore.ui import choices, controls, frame
from askcore.ui.data.dataset import active
from askcore.ui.export import take_home
from askcore.ui.pages.indefinite.details import OPEN, tab_panels
from askcore.ui.pages.indefinite.export import FILES_SAID, files, python_code
from askcore.ui.pages.indefinite.panels import draw_made_for, draw_pair, draw_rectangular, draw_verdict
from askcore.ui.pages.indefinite.state import IndefiniteKernel, choose_signs
from askcore.ui.pieces import above
from askcore.ui.text import formulas
from askcore.ui.work import cache

frame.enter()

current = active()
frame.title("Indefinite kernels")
choice = choices.kernel(current)
problem = cache.matrix(current.data, choice)

if not problem.same_samples:
    draw_rectangular(problem)
else:
    state = IndefiniteKernel(current, choice, choose_signs(current, choice))
    with above():
        draw_verdict(state)
        draw_made_for(state)
    draw_pair(state)
    controls.tabs(tab_panels(state), OPEN)
    formulas.how_computed("indefinite")
    take_home(files(state), python_code(state), FILES_SAID)
