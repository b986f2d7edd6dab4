"""Spectra: the singular values of a kernel matrix, and where each sample stands as a row and as a column."""

import streamlit as st

from askcore.ui import cache, choices, frame
from askcore.ui.dataset import active
from askcore.ui.pages.spectra import details, panels, state, words

frame.enter()

current = active()
st.title("Spectra")
choice = choices.spectral(current)
problem = cache.matrix(current.data, choice)
view = state.view_group(problem)
found = state.spectra_of(current.data, choice, view.center)

st.markdown(words.verdict(problem, found, view.rank))
panels.notices(problem, found, view)
panels.metrics(found)
panels.pair(current, choice, view, found)
details.details(current, choice, problem, found, view)
panels.how_computed(problem, view)
state.export(current, choice, problem, found, view)
