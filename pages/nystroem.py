"""Nyström: whether a sample of rows and columns can replace the exact decomposition."""

from functools import partial

from askcore.ui import choices, frame, matrices, render
from askcore.ui.data.dataset import active
from askcore.ui.export import take_home
from askcore.ui.pages.nystroem.page import Nystroem, choose_sampling, nystroem, python_code
from askcore.ui.pieces import above
from askcore.ui.text import formulas

frame.enter()

current = active()
frame.title("Nyström")
choice = choices.spectral(current)
state = Nystroem(current, choice, choose_sampling(current, choice))

with above():
    warned = matrices.warn(current, choice)
page = nystroem(state)
render.show(page)
formulas.how_computed("nystroem", page, state.blanks)
take_home([*warned, *page], partial(python_code, state), "The chosen run in Python:")
