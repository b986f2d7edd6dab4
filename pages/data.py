"""Data: what was read, before anything is learned from it."""

import streamlit as st

from askcore.ui import data_bags, data_graph, data_matrix, data_panels, data_table, frame, public_gallery
from askcore.ui.dataset import active

frame.enter()

current = active()
st.title("Data")
st.markdown(data_panels.summary(current))
if current.kind == "graph":
    data_graph.graph_panels(current)
elif current.kind == "table":
    data_table.table_panels(current)
elif current.kind == "matrix":
    data_matrix.matrix_panels(current)
else:
    data_bags.bag_panels(current)
data_panels.contents(current)
if public_gallery.public_sets():
    st.rerun()
