"""Data: what was read, before anything is learned from it."""

import streamlit as st

from askcore.ui import frame
from askcore.ui.data import gallery, notices
from askcore.ui.data.dataset import active
from askcore.ui.export import take_home
from askcore.ui.pages import data as page
from askcore.ui.text import terms

frame.enter()

current = active()
st.title("Data")
terms.say(page.summary(current))
page.draw_next(current)
notices.how_read(current)
page.draw_kind(current)
page.draw_contents(current)
terms.draw_terms("data")
take_home([], page.python_code(current), page.CODE_SAID)
if gallery.offer_public_sets():
    st.rerun()
