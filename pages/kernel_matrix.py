"""Kernel matrix: what it is made of, how asymmetric and how definite it is, and what operations make of it."""

import streamlit as st

from askcore.ui import (
    cached_kernel_matrix,
    choices,
    frame,
    kernel_matrix_details,
    kernel_matrix_export,
    kernel_matrix_head,
    kernel_matrix_pair,
)
from askcore.ui.dataset import active

frame.enter()

current = active()
st.title("Kernel matrix")
choice = choices.kernel(current)

problem = cached_kernel_matrix.problem(current.data, choice)
most = kernel_matrix_head.rows_control(current, problem)
entries = cached_kernel_matrix.entries(current.data, choice)
part = cached_kernel_matrix.part(current.data, choice, most)

kernel_matrix_head.verdict(problem, entries, part)
kernel_matrix_head.metrics(entries, part)
left, right = st.columns(2)
with left:
    kernel_matrix_pair.the_matrix(current, choice, problem, most)
with right:
    kernel_matrix_pair.spectra(current, part)
kernel_matrix_details.details(current, choice, problem, entries, part, most)
kernel_matrix_export.how_computed(part)
kernel_matrix_export.export(current, choice, problem, entries, part, most)
