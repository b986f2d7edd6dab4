"""Kernel matrix: what it is made of, how asymmetric and how definite it is, and what operations make of it."""

from askcore.ui import choices, controls, frame, health, matrices
from askcore.ui.data.dataset import active
from askcore.ui.export import take_home
from askcore.ui.pages.kernel_matrix.details import tab_panels
from askcore.ui.pages.kernel_matrix.export import files, files_said, python_code
from askcore.ui.pages.kernel_matrix.panels import OPEN, draw_pair, draw_verdict
from askcore.ui.pages.kernel_matrix.state import KernelMatrix
from askcore.ui.pieces import above
from askcore.ui.text import formulas

frame.enter()

current = active()
frame.title("Kernel matrix")
choice = choices.kernel(current)
state = KernelMatrix(current, choice, matrices.choose_max_rows(current, choice))

with above():
    health.warn(current, choice)
    draw_verdict(state)
draw_pair(state)
controls.tabs(tab_panels(state), OPEN)
formulas.how_computed("kernel_matrix")
take_home(files(state), python_code(state), files_said(state))
