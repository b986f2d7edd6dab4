"""Paper tables: what the papers print, what comes out here, and where the two differ."""

import streamlit as st

from askcore.ui import frame
from askcore.ui.export import take_home
from askcore.ui.pages.papers.export import blanks, files, files_said, whole_table_code
from askcore.ui.pages.papers.run import advance, choose_effort, draw_run
from askcore.ui.pages.papers.state import choose_figures, choose_table
from askcore.ui.pages.papers.summary import draw_summary
from askcore.ui.pages.papers.table import draw_cell, draw_table
from askcore.ui.pages.papers.verdicts import verdict
from askcore.ui.text import formulas

frame.enter()

st.title("Paper tables")
above = st.container()
choice = choose_table()
if choice is None:
    st.markdown("No table can be run in this version.")
    st.stop()
with above:
    draw_summary(choice)
effort = choose_effort(choice)
shown = choose_figures(choice, effort.seed)
st.markdown(verdict(shown.result.table, choice.protocol))
st.caption(f"Ours: {shown.said}. {choice.protocol.about}")
bar = draw_run(choice, effort)
draw_table(choice, shown)
draw_cell(choice, shown)
formulas.how_computed("papers", blanks(choice.protocol))
take_home(files(choice, shown), whole_table_code(choice), files_said(shown))
advance(bar)
