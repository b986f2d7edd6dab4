"""Data: what was read, before anything is learned from it."""

import streamlit as st

from askcore.ui import frame
from askcore.ui.data import gallery, notices
from askcore.ui.data.dataset import active
from askcore.ui.export import take_home
from askcore.ui.pages.data.export import CODE_SAID, python_code
from askcore.ui.pages.data.kinds import draw_kind
from askcore.ui.pages.data.panels import draw_contents, draw_next, summary
from askcore.ui.text import terms

frame.enter()

current = active()
st.title("Data")
terms.say(summary(current))
draw_next(current)
notices.how_read(current)
draw_kind(current)
draw_contents(current)
terms.draw_terms("data")
take_home([], python_code(current), CODE_SAID)
if gallery.offer_public_sets():
    st.rerun()
