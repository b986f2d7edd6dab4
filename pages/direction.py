"""Does direction pay? AsK-LS and its rivals on the same splits with the same tuning, and a verdict."""

import streamlit as st

from askcore.ui import choices, frame
from askcore.ui.dataset import active
from askcore.ui.guard import need_labels
from askcore.ui.pages.direction import panels as direction_panels
from askcore.ui.pages.direction import run as direction_run

frame.enter()

current = active()
st.title("Does direction pay?")
need_labels(current)
choice = choices.kernel(current)
plan = direction_panels.plan_group(current, choice)

result = direction_run.JOB.result(plan)
if result is None:
    direction_panels.begin(current, plan)
else:
    direction_panels.verdict(current, plan, result)
    direction_panels.differences(result)
    direction_panels.scores(result)
    direction_panels.null(result)
    direction_panels.how_computed(current)
    direction_panels.export(current, plan, result)
