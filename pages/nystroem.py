"""Nyström speed-up: what a sample of rows and columns saves against the exact decomposition, and what it costs."""

import streamlit as st

from askcore.ui import (
    cache,
    choices,
    frame,
    nystroem_controls,
    nystroem_export,
    nystroem_panels,
    nystroem_race,
)
from askcore.ui.dataset import active
from askcore.ui.nystroem_run import plan_of

frame.enter()

current = active()
st.title("Nyström speed-up")
choice = choices.spectral(current)
shape = cache.matrix(current.data, choice).shape
sampling = nystroem_controls.sampling_group(shape)
nystroem_panels.live(current, choice, sampling)
study = nystroem_race.race(current, plan_of(current, choice, sampling))
nystroem_panels.how_computed(sampling)
nystroem_export.export(current, choice, sampling, study)
