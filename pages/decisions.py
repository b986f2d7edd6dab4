"""Decisions: the source and the target view of AsK-LS, what direction is worth, and why a sample is decided so."""

from askcore.ui import choices, controls, frame, health
from askcore.ui.data.dataset import active
from askcore.ui.export import take_home
from askcore.ui.guard import need_labels
from askcore.ui.pages import decisions as page
from askcore.ui.pieces import above
from askcore.ui.text import formulas

frame.enter()

current = active()
frame.title("Decisions")
need_labels(current)
choice = choices.kernel(current)
state = page.Decisions(current, choice, choices.model(current, choice))

with above():
    health.warn(current, state.choice)
    head = page.draw_head(state)
chosen = page.draw_pair(state)
page.draw_ordinary(state, page.draw_verdict(state, head))
controls.tabs(page.tab_panels(state, chosen), page.OPEN)
formulas.how_computed("decisions", state.blanks, note=page.solved_by(state.views))
take_home(page.files(state), page.python_code(state, chosen))
