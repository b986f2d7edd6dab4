"""Decisions: the source and the target view of AsK-LS, and whether direction pays."""

from functools import partial

import streamlit as st

from askcore.ui import choices, frame, matrices, render
from askcore.ui.data import dataset
from askcore.ui.export import take_home
from askcore.ui.guard import need_labels
from askcore.ui.pages.decisions.exports import files, python_code
from askcore.ui.pages.decisions.page import decisions, waiting
from askcore.ui.pages.decisions.results import Decisions
from askcore.ui.pieces import above
from askcore.ui.text import formulas

frame.enter()

current = dataset.active()
frame.title("Decisions")
need_labels(current)
dataset.settle_opening(meanwhile=lambda: render.show(waiting(current, "while_searching")))
choice = choices.kernel(current)
state = Decisions(current, choice, choices.model(current, choice))

with above():
    warned = matrices.warn(current, choice)
    bar, meanwhile = st.container(), st.empty()
if state.takes_long:
    with meanwhile.container():
        render.show(waiting(current, "while_tuning"))
with bar:
    state.compute()
meanwhile.empty()
page = decisions(state)
render.show(page)
formulas.how_computed("decisions", page, state.blanks)
take_home([*warned, *page, *files(state)], partial(python_code, state))
