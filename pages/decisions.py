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
from askcore.ui.pieces import header
from askcore.ui.text import formulas

frame.enter()

current = dataset.active()
frame.title("Decisions")
need_labels(current)
with header():
    warnings, bar, meanwhile = st.container(), st.container(), st.empty()
st.empty()  # takes the place of what the page says without labels, which would stay until the search is over


def wait() -> None:
    """Draw the data, once, until search and tuning are over."""
    with meanwhile.container():
        render.show(waiting(current))


drawn = dataset.settle_initial_settings(bar=bar, meanwhile=wait)
choice = choices.kernel(current)
state = Decisions(current, choice, choices.model(current, choice))

with warnings:
    warned = matrices.warn(current, choice)
if state.takes_long and not drawn:
    wait()
with bar:
    state.compute()
meanwhile.empty()
page = decisions(state)
render.show(page)
formulas.how_computed("decisions", page, state.blanks)
take_home([*warned, *page, *files(state)], partial(python_code, state))
