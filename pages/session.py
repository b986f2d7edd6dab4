"""Session: what a visitor has done here, to share and to present."""

import streamlit as st

from askcore.ui import frame
from askcore.ui.pages.session.panels import draw_report, draw_talk

frame.enter()

st.title("Session")
st.markdown(
    "The link of a page (“Copy link”) keeps its settings. Here you keep more than one page: as a report to read and "
    "print, or as a talk to present."
)
draw_report()
draw_talk()
