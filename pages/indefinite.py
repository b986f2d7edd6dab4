"""Indefinite kernels: which part of a spectrum breaks Mercer's condition, what it carries, and whether it pays."""

import streamlit as st

from askcore.ui import choices, frame, matrices
from askcore.ui.dataset import active
from askcore.ui.pages.indefinite import details, panels, state

frame.enter()

current = active()
st.title("Indefinite kernels")
choice = choices.kernel(current)
problem = matrices.problem(current.data, choice)

if not problem.same_samples:
    panels.rectangular(problem)
    details.demonstration()
else:
    entries = matrices.entries(current.data, choice)
    angle = state.angle_group(current, problem, symmetric=entries.is_symmetric)
    found = state.look_of(current.data, choice, angle)
    names = [problem.row_names[i] for i in found.places]
    panels.verdict(current, found, entries)
    panels.metrics(found)
    panels.pair(current, found, names)
    details.details(current, choice, problem, entries, found, names)
    state.how_computed()
    state.export(current, choice, angle, found, names)
