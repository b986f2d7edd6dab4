"""Home: the one idea to play with, three ways on, the samples, and what each page answers."""

import streamlit as st

from askcore.ui import frame, gallery, turning
from askcore.ui.pages import home as page

frame.enter()

st.title("See the direction in your data")
st.markdown(
    "A kernel matrix K says how similar each sample is to each other one, and this may have a direction. A support "
    "vector machine needs a symmetric matrix: (K + Kᵀ)/2, which forgets who points to whom. AsK-LS keeps it. It "
    "decides every sample **twice**, by whom it points to (**source view**) and by who points to it "
    "(**target view**); the mean of both decides. A table has no arrows, but kernels such as SNE have a direction "
    "on it, too."
)
page.draw_start()
turning.draw()
page.draw_ways()
shown_on = gallery.draw_cards()
if shown_on:
    st.switch_page(f"pages/{shown_on}.py", query_params={})  # left out, it refuses what widgets hold there
if gallery.offer_public_sets():
    st.switch_page("pages/data.py", query_params={})
page.draw_contents()
