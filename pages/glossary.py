"""Glossary: the terms of the pages, each with one plain explanation."""

import streamlit as st

from askcore.ui import frame
from askcore.ui.text import terms

frame.enter()

st.title("Glossary")
st.markdown("Each term has one meaning on all pages. Tooltips and “Terms on this page” say the same.")
terms.draw_glossary()
