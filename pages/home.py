"""Home: three ways in, one idea to play with, and examples."""

import streamlit as st

from askcore.ui import frame, render
from askcore.ui.pages.home import gallery
from askcore.ui.pages.home.page import home

frame.enter()

frame.title("Does direction matter in your data?")
st.markdown(
    "Upload a directed graph, a table or a matrix, and see whether direction helps a classifier, and where."
)
gallery.draw_ways_in()

render.show(home())
gallery.draw_examples()
