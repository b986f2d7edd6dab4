"""Session: what a visitor has done here, to keep, to share and to present."""

import streamlit as st

from askcore.ui import frame
from askcore.ui.pages import session as page

frame.enter()

st.title("Session")
st.markdown(
    "The page's address holds the settings of one page. Here you keep more than one page: as a file to open again, "
    "as a report to read and print, or as a talk to present."
)
page.draw_workspace()
page.draw_report()
page.draw_talk()
