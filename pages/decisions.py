"""Decisions: the source and the target view of AsK-LS, what direction is worth, and why a sample is decided so."""

from askcore.ui import choices, controls, frame, health
from askcore.ui.data.dataset import active
from askcore.ui.export import take_home
from askcore.ui.guard import need_labels
from askcore.ui.pages.decisions.details import tab_panels
from askcore.ui.pages.decisions.export import files, python_code
from askcore.ui.pages.decisions.panels import draw_baselines, draw_head, draw_pair, draw_verdict
from askcore.ui.pages.decisions.selection import OPEN
from askcore.ui.pages.decisions.state import Decisions
from askcore.ui.pages.decisions.words.settings import solved_by
from askcore.ui.pieces import above
from askcore.ui.text import formulas

frame.enter()

current = active()
frame.title("Decisions")
need_labels(current)
choice = choices.kernel(current)
state = Decisions(current, choice, choices.model(current, choice))

with above():
    health.warn(current, state.choice)
    head = draw_head(state)
chosen = draw_pair(state)
draw_baselines(state, draw_verdict(state, head))
controls.tabs(tab_panels(state, chosen), OPEN)
formulas.how_computed("decisions", state.blanks, note=solved_by(state.views))
take_home(files(state), python_code(state, chosen))
