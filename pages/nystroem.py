"""Nyström speed-up: what a sample of rows and columns saves against the exact decomposition, and what it costs."""

import streamlit as st

from askcore.ui import cache, choices, frame
from askcore.ui.dataset import active
from askcore.ui.pages.nystroem import panels, race, state

frame.enter()

current = active()
st.title("Nyström speed-up")
choice = choices.spectral(current)
shape = cache.matrix(current.data, choice).shape
sampling = state.sampling_group(shape)
panels.live(current, choice, sampling)
study = race.race(current, state.plan_of(current, choice, sampling))
panels.how_computed(sampling)
state.export(current, choice, sampling, study)
