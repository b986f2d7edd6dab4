"""The dashboard's entry: page settings, then navigation and the sidebar that all pages share."""

from pathlib import Path

import streamlit as st

from askcore.ui import frame

ICON = Path(__file__).parent / "docs" / "icon.png"

st.set_page_config(page_title="askcore", page_icon=str(ICON), layout="wide")
frame.run()
