"""Kernel matrix: what it is made of, how asymmetric and how definite it is, and what operations make of it."""

from askcore.ui import choices, controls, frame, health, matrices
from askcore.ui.data.dataset import active
from askcore.ui.export import take_home
from askcore.ui.pages import kernel_matrix as page
from askcore.ui.pieces import above
from askcore.ui.text import formulas

frame.enter()

current = active()
frame.title("Kernel matrix")
choice = choices.kernel(current)
state = page.KernelMatrix(current, choice, matrices.choose_max_rows(current, choice))

with above():
    health.warn(current, choice)
    page.draw_verdict(state)
page.draw_pair(state)
controls.tabs(page.tab_panels(state), page.OPEN)
formulas.how_computed("kernel_matrix")
take_home(page.files(state), page.python_code(state), page.files_said(state))
