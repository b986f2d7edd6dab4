"""Data: what was read, before anything is learned from it."""

import streamlit as st

from askcore.ui import data_panels, frame
from askcore.ui.dataset import active

frame.enter()

current = active()
st.title("Data")
st.markdown(data_panels.summary(current))
if current.is_graph:
    data_panels.graph_metrics(current)
    left, right = st.columns(2)
    with left:
        data_panels.graph_picture(current)
    with right:
        data_panels.degrees(current)
else:
    data_panels.table_metrics(current)
    left, right = st.columns(2)
    with left:
        data_panels.table_picture(current)
    with right:
        data_panels.labels(current)
if current.is_graph:
    data_panels.labels(current)
data_panels.contents(current)
