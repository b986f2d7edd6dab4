"""Paper tables: what the papers print, what comes out here, and where the two differ."""

import streamlit as st

from askcore.ui import (
    frame,
    papers_cell,
    papers_controls,
    papers_export,
    papers_found,
    papers_run,
    papers_table,
    papers_verdict,
)

frame.enter()

st.title("Paper tables")
choice = papers_controls.choose()
if choice is None:
    st.markdown("No table can be run in this version.")
    st.stop()
effort = papers_run.effort_group(choice)
shown = papers_found.shown(choice, effort.seed)
st.markdown(papers_verdict.verdict(shown.result.table, choice.protocol))
st.caption(f"Ours: {shown.said}. {choice.protocol.about}")
bar = papers_run.run_box(choice, effort)
papers_table.tables(choice, shown)
papers_cell.cell(choice, shown)
papers_export.how_computed(choice)
papers_export.export(choice, shown)
papers_run.advance(bar)
