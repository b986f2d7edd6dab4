"""Learn: ten lessons, the glossary and the tables of the papers."""

import streamlit as st

from askcore.ui import frame, render
from askcore.ui.export import take_home
from askcore.ui.lessons.page import opened_lessons
from askcore.ui.pages.learn import OPEN, PAPERS, LearnState, learn
from askcore.ui.pages.papers.page import blanks, current, files_said, papers, whole_table_code
from askcore.ui.sharing import walk
from askcore.ui.text import formulas

frame.enter()

frame.title("Learn")
page = learn(LearnState(opened_lessons(), lambda: papers(current())))
render.show(page)
if st.session_state[OPEN] == PAPERS:
    state = current()
    formulas.how_computed("papers", page, blanks(state.protocol))
    take_home(page, whole_table_code(state.protocol), files_said(state))
else:
    walk.offer_tour()
