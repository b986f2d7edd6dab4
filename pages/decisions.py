"""Decisions: the source and the target view of AsK-LS, what direction is worth, and why a sample is decided so."""

import streamlit as st

from askcore.ui import choices, frame, words
from askcore.ui.dataset import active
from askcore.ui.guard import need_labels
from askcore.ui.pages.decisions import head as decision_panels
from askcore.ui.pages.decisions import panels as decision_pair
from askcore.ui.pages.decisions import state as cached
from askcore.ui.pages.decisions import tabs as decision_details

frame.enter()

current = active()
st.title("Decisions")
need_labels(current)
choice = choices.kernel(current)
model = choices.model(current)

split = cached.split_of(current, model)
views = cached.views(current, choice, model)
rivals = cached.rivals(current, choice, model)

st.markdown(words.verdict(views, rivals, held_out=split.held_out, is_graph=current.is_graph))
decision_panels.notices(views, split, cached.modes(current, choice, model, views))
decision_panels.metrics(current, choice, views, rivals)
left, right = st.columns(2)
with left:
    chosen = decision_pair.agreement(current, choice, split, views)
with right:
    decision_pair.behind(current, choice, model, split, views)
decision_panels.comparison(views, rivals)
decision_details.details(current, choice, model, split, views, chosen)
decision_panels.how_computed(current, choice, views)
decision_panels.export(current, choice, model, split, views, rivals, chosen)
