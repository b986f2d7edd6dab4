"""The dashboard's entry, for Streamlit: the server's application, and the script that each run of a page executes."""

from pathlib import Path

import streamlit as st

if __name__ == "__main__":  # a run of a page: settings, then navigation and the sidebar that all pages share
    from askcore.ui import frame

    icon = Path(__file__).parent / "docs" / "icon.png"
    st.set_page_config(page_title="askcore", page_icon=str(icon), layout="wide")
    frame.run()
else:  # the server reads its application
    from starlette.middleware import Middleware

    from askcore.ui.server import ForgetsVisitors, OlderLinks, SameOrigin, lifespan

    each = SameOrigin, OlderLinks, ForgetsVisitors
    app = st.App(Path(__file__), middleware=[*map(Middleware, each)], lifespan=lifespan)
