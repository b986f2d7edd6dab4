"""Lessons: ten ideas in order, each on a page of its own."""

import streamlit as st

from askcore.ui import frame
from askcore.ui.lessons.lesson import draw_course

frame.enter()

st.title("Lessons")
st.markdown(
    "Each lesson shows one idea in a figure that you can change. Read them in order, or begin with the question that "
    "you have. You need to know the SVM, and that a matrix has an SVD."
)
draw_course()
