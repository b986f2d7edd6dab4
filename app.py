"""The dashboard's entry: page frame, navigation, and the sidebar that all pages share."""

from pathlib import Path

import streamlit as st

from askcore.ui import sidebar
from askcore.ui.guard import guarded

ICON = Path(__file__).parent / "docs" / "icon.png"

st.set_page_config(page_title="askcore", page_icon=str(ICON), layout="wide")

page = st.navigation(
    [
        st.Page("pages/home.py", title="Home", default=True),
        st.Page("pages/data.py", title="Data"),
        st.Page("pages/decisions.py", title="Decisions"),
    ]
)
sidebar.data_group()
sidebar.show_message()
with guarded():
    page.run()
sidebar.session_group()
