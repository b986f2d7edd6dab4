"""Paper tables: what the papers print, what comes out here, and where the two differ."""

import streamlit as st

from askcore.ui import frame
from askcore.ui.export import take_home
from askcore.ui.pages import papers as page
from askcore.ui.text import formulas

frame.enter()

st.title("Paper tables")
above = st.container()
choice = page.choose_table()
if choice is None:
    st.markdown("No table can be run in this version.")
    st.stop()
with above:
    page.draw_summary(choice)
effort = page.choose_effort(choice)
shown = page.choose_figures(choice, effort.seed)
st.markdown(page.verdict(shown.result.table, choice.protocol))
st.caption(f"Ours: {shown.said}. {choice.protocol.about}")
bar = page.draw_run(choice, effort)
page.draw_table(choice, shown)
page.draw_cell(choice, shown)
formulas.how_computed("papers", page.blanks(choice.protocol))
take_home(page.files(choice, shown), page.whole_table_code(choice), page.files_said(shown))
page.advance(bar)
