"""Matrix: the largest imbalances of a kernel matrix, its parts, its eigenvalues, and whether it is indefinite."""

from functools import partial

from askcore.ui import choices, frame, matrices, render
from askcore.ui.data.dataset import active
from askcore.ui.export import take_home
from askcore.ui.pages.matrix.page import matrix, python_code
from askcore.ui.pages.matrix.results import KernelMatrix
from askcore.ui.pieces import above
from askcore.ui.text import formulas

frame.enter()

current = active()
frame.title("Matrix")
state = KernelMatrix(current, choices.kernel(current))

with above():
    warned = matrices.warn(current, state.choice)
page = matrix(state)
render.show(page)
formulas.how_computed("matrix", page)
take_home([*warned, *page], partial(python_code, state), "The same in Python:")
