"""Kernel matrix: what it is made of, how asymmetric and how definite it is, and what operations make of it."""

import streamlit as st

from askcore.ui import choices, frame, matrices
from askcore.ui.dataset import active
from askcore.ui.pages.kernel_matrix import details, panels, state

frame.enter()

current = active()
st.title("Kernel matrix")
choice = choices.kernel(current)

problem = matrices.problem(current.data, choice)
most = matrices.rows_control(current, problem)
entries = matrices.entries(current.data, choice)
part = state.part(current.data, choice, most)

panels.verdict(problem, entries, part)
panels.metrics(entries, part)
left, right = st.columns(2)
with left:
    panels.the_matrix(current, choice, problem, most)
with right:
    panels.spectra(current, part)
details.details(current, choice, problem, entries, part, most)
state.how_computed(part)
state.export(current, choice, problem, entries, part, most)
