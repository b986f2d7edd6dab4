"""Home: a gallery of samples to begin with, and the way in for a file of one's own."""

import streamlit as st

from askcore.ui import frame, gallery

frame.enter()

st.title("See the direction in your data")
st.markdown(
    "Links, citations and attention have a direction, and most methods average it away. Here graphs, tables, kernel "
    "matrices and bags of vectors are classified **twice**: from the source view and from the target view. You see "
    "where the two agree, and whether the direction pays."
)
shown_on = gallery.draw_cards()
if shown_on:
    st.switch_page(f"pages/{shown_on}.py", query_params={})  # left out, it refuses what widgets hold there
if gallery.offer_public_sets():
    st.switch_page("pages/data.py", query_params={})
