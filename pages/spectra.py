"""Spectra: the singular values of a kernel matrix, and where each sample stands as a row and as a column."""

import streamlit as st

from askcore.ui import (
    cache,
    cached_spectra,
    choices,
    frame,
    spectra_details,
    spectra_export,
    spectra_panels,
    spectra_words,
)
from askcore.ui.dataset import active

frame.enter()

current = active()
st.title("Spectra")
choice = choices.spectral(current)
problem = cache.matrix(current.data, choice)
view = spectra_panels.view_group(problem)
found = cached_spectra.spectra_of(current.data, choice, view.center)

st.markdown(spectra_words.verdict(problem, found, view.rank))
spectra_panels.notices(problem, found, view)
spectra_panels.metrics(found)
spectra_panels.pair(current, choice, view, found)
spectra_details.details(current, choice, problem, found, view)
spectra_panels.how_computed(problem, view)
spectra_export.export(current, choice, problem, found, view)
