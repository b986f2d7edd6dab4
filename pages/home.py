"""Home: the one idea to play with, three ways on, the samples, and what each page answers."""

import streamlit as st

from askcore.ui import frame
from askcore.ui.data import gallery
from askcore.ui.export import take_home
from askcore.ui.pages.home.panels import draw_contents, draw_start, draw_ways
from askcore.ui.turning.panels import draw as draw_turning

frame.enter()

st.title("See the direction in your data")
st.markdown(
    "A kernel matrix K says how similar each sample is to every other one. It need not be symmetric: K(u, v) may "
    "differ from K(v, u). A support vector machine needs a symmetric matrix. The usual one, (K + Kᵀ)/2, loses this "
    "difference. AsK-LS, a least-squares SVM for asymmetric kernels, keeps it. It decides every sample **twice**: "
    "in a graph, by whom it points to (**source view**) and by who points to it (**target view**). The mean of both "
    "decides. A table has no arrows, but kernels such as SNE make an asymmetric matrix of it: they tell dense "
    "regions from sparse ones."
)
draw_start()
draw_turning()
draw_ways()
shown_on = gallery.draw_cards()
if shown_on:
    st.switch_page(f"pages/{shown_on}.py")
if gallery.offer_public_sets():
    st.switch_page("pages/data.py")
draw_contents()
take_home()
