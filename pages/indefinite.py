"""Indefinite kernels: which part of a spectrum breaks Mercer's condition, what it carries, and whether it pays."""

import streamlit as st

from askcore.ui import (
    cached_indefinite,
    cached_kernel_matrix,
    choices,
    frame,
    indefinite_controls,
    indefinite_details,
    indefinite_export,
    indefinite_head,
)
from askcore.ui.dataset import active

frame.enter()

current = active()
st.title("Indefinite kernels")
choice = choices.kernel(current)
problem = cached_kernel_matrix.problem(current.data, choice)

if not problem.same_samples:
    indefinite_head.rectangular(problem)
    indefinite_details.demonstration()
else:
    entries = cached_kernel_matrix.entries(current.data, choice)
    angle = indefinite_controls.angle_group(current, problem, symmetric=entries.is_symmetric)
    found = cached_indefinite.look_of(current.data, choice, angle)
    names = [problem.row_ids[i] for i in found.places]
    indefinite_head.verdict(current, found, entries)
    indefinite_head.metrics(found)
    indefinite_head.pair(current, found, names)
    indefinite_details.details(current, choice, problem, entries, found, names)
    indefinite_export.how_computed()
    indefinite_export.export(current, choice, angle, found, names)
